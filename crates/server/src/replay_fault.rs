//! Why a log does not play again.

use std::fmt;

use room::OpenFault;

/// Why a log cannot be played again.
#[derive(Debug)]
pub enum ReplayFault {
    /// The body of an entry is not what this program writes.
    Unreadable(String),
    /// The table's book does not open any more.
    Open(Box<OpenFault>),
    /// The log does not hold the book that the table was opened with, and the one at hand is another.
    RulesChanged {
        /// The book.
        book: String,
    },
    /// The log names a text that it does not hold.
    TextMissing {
        /// Its path.
        path: String,
    },
    /// A command is refused that was accepted.
    Refused {
        /// The number of its first event.
        first: u64,
        /// Why.
        what: String,
    },
    /// Something else comes of a command than the log says.
    Differs {
        /// The number of its first event.
        first: u64,
    },
    /// Other chips move than the log says.
    Money {
        /// The number of its first event.
        first: u64,
        /// What is wrong.
        what: String,
    },
    /// The rules break down over a command.
    Broke {
        /// The number of its first event.
        first: u64,
        /// What they say.
        what: String,
    },
    /// The first entry does not open a table, or a later one does.
    OutOfPlace {
        /// The number of its first event.
        first: u64,
    },
}

impl fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayFault::Unreadable(why) => write!(f, "an entry cannot be read: {why}"),
            ReplayFault::Open(fault) => write!(f, "the table cannot be opened: {fault}"),
            ReplayFault::RulesChanged { book } => write!(
                f,
                "the files of {book} have changed since the table was opened; use the books it was opened with"
            ),
            ReplayFault::TextMissing { path } => write!(f, "the log does not hold the text of {path}"),
            ReplayFault::Refused { first, what } => {
                write!(f, "event {first}: the command was accepted, but the rules refuse it: {what}")
            }
            ReplayFault::Differs { first } => {
                write!(f, "event {first}: the rules bring about something else than the log says")
            }
            ReplayFault::Money { first, what } => write!(f, "event {first}: {what}"),
            ReplayFault::Broke { first, what } => write!(f, "event {first}: the rules break down: {what}"),
            ReplayFault::OutOfPlace { first } => write!(f, "event {first}: an opening where none belongs"),
        }
    }
}

impl std::error::Error for ReplayFault {}
