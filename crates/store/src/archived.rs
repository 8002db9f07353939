//! Parts of streams that lie in an archive: what the log keeps of them is where they began and ended.

use serde::{Deserialize, Serialize};

use crate::{Hash, Stream};

/// Consecutive entries of a stream that were moved into an archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archived {
    /// The stream.
    pub stream: Stream,
    /// Their first event.
    pub first: u64,
    /// Their last event.
    pub last: u64,
    /// How many entries they are.
    pub entries: u64,
    /// The hash of the entry before them.
    pub before: Hash,
    /// The hash of the last of them, which the next entry of the stream follows.
    pub hash: Hash,
    /// The seal of the state that is kept after the last of them, from which the stream goes on.
    pub state: Hash,
}

/// An archive as the log knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive {
    /// The name of its file.
    pub name: String,
    /// What lies in it.
    pub parts: Vec<Archived>,
    /// The seal of what every account received less what it paid there.
    pub moved: Hash,
}

impl Archive {
    /// How many entries lie in it.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.parts.iter().map(|part| part.entries).sum()
    }
}
