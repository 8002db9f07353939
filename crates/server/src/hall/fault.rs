//! Why a hall cannot be opened.

use crate::journal::VERSION;

/// The hall cannot be opened.
#[derive(Debug)]
pub enum HallFault {
    /// The store refuses.
    Store(store::Error),
    /// What the tables say and what the store's balances say differ.
    Balances(String),
    /// The note of where the streams end cannot be written.
    Note(String),
    /// A newer version of the program has opened the room.
    Newer(String),
}

impl std::fmt::Display for HallFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HallFault::Store(error) => error.fmt(f),
            HallFault::Newer(version) => write!(
                f,
                "version {version} of the program has opened this room, and this is {VERSION}: open it with that one \
                 or a newer one, or go back to a copy (docs/keeping.md)"
            ),
            HallFault::Note(what) => write!(f, "the note of tips {what}"),
            HallFault::Balances(what) => write!(f, "the ledger does not agree with the log: {what}"),
        }
    }
}

impl std::error::Error for HallFault {}

impl From<store::Error> for HallFault {
    fn from(error: store::Error) -> HallFault {
        HallFault::Store(error)
    }
}
