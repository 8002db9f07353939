//! Finished rounds, kept beside the log so that a list of them or one of them is found without reading it.

use money::Money;

use crate::Stream;

/// A finished round of a stream: where its entries lie, when it was and what it brought to whom.
///
/// Nothing of it is hashed, because all of it follows from the entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedRound {
    /// The stream that holds it.
    pub stream: Stream,
    /// Which round of the stream.
    pub number: u64,
    /// The first event of the entry in which it began.
    pub first: u64,
    /// The last event of the entry in which it ended.
    pub last: u64,
    /// When it began, in milliseconds since 1970.
    pub began_ms: i64,
    /// When it ended.
    pub ended_ms: i64,
    /// What it brought to whom.
    pub nets: Vec<(u32, Money)>,
}
