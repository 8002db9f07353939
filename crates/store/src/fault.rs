//! What a check of the whole log finds.

use std::collections::BTreeMap;
use std::fmt;

use money::Money;

use crate::{Hash, Stream, Tip, Witness};

/// How far a check has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The entries that were checked.
    pub entries: u64,
    /// All entries of the log.
    pub of: u64,
}

/// How far a copy has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copied {
    /// The pages that were copied.
    pub pages: u64,
    /// All pages of the file.
    pub of: u64,
}

/// What a check of the whole log found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many entries were checked.
    pub entries: u64,
    /// How many events they hold.
    pub events: u64,
    /// How many transfers were checked.
    pub transfers: u64,
    /// Where the streams end.
    pub tips: Witness,
    /// Where each account that did so first held less than nothing, by the order in which the entries came; the store does
    /// not know which of them may. Nothing where a part of the log lies in an archive.
    pub below_zero: BTreeMap<String, BelowZero>,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Where an account first held less than nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BelowZero {
    /// The stream of the entry that took it.
    pub stream: Stream,
    /// The number of that entry's first event.
    pub entry: u64,
    /// What it held then.
    pub holds: Money,
}

/// One thing that is wrong with a log. An entry is named by the number of its first event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The file itself is broken.
    File {
        /// What the database says.
        what: String,
    },
    /// An archive is there and cannot be used.
    Archive {
        /// Its name.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// The log says something else of an archive than the state that is kept after it.
    Boundary {
        /// The stream.
        stream: Stream,
        /// The last event in the archive.
        number: u64,
    },
    /// A table, index or trigger is not as this program made it.
    Schema {
        /// Its name.
        name: String,
    },
    /// Something cannot be read, so that the rest of the log could not be checked.
    Unreadable {
        /// The last entry that was read, by the order in which all entries came.
        after: i64,
        /// What the database says.
        what: String,
    },
    /// A stream has a number that no stream can have.
    StreamNumber {
        /// The entry, by the order in which all entries came.
        sequence: i64,
        /// The number.
        found: i64,
    },
    /// An entry does not start where the one before it ends.
    Number {
        /// The stream.
        stream: Stream,
        /// The number that it should start with.
        expected: u64,
        /// The number that it starts with.
        found: i64,
    },
    /// An entry holds a number of events that no entry can hold.
    Count {
        /// The stream.
        stream: Stream,
        /// The entry.
        entry: i64,
        /// The number of events.
        found: i64,
    },
    /// The hash of an entry does not fit its content and the entry before it.
    Chain {
        /// The stream.
        stream: Stream,
        /// The entry.
        entry: i64,
        /// The hash that its content gives.
        expected: Hash,
        /// The hash that it has, in hexadecimal digits.
        found: String,
    },
    /// An entry is missing from the order in which all entries came, or is not in its place.
    Sequence {
        /// The number that comes next.
        expected: i64,
        /// The number that an entry has.
        found: i64,
    },
    /// A transfer belongs to an entry that is not there.
    NoEntry {
        /// The entry that it names, by the order in which all entries came.
        sequence: i64,
        /// Its place among the transfers of that entry.
        place: i64,
    },
    /// A transfer is missing from an entry, or is not in its place.
    Place {
        /// The stream.
        stream: Stream,
        /// The entry.
        entry: i64,
        /// The place that comes next.
        expected: u64,
        /// The place that it has.
        found: i64,
    },
    /// A transfer names an event that its entry does not hold.
    Event {
        /// The stream.
        stream: Stream,
        /// The entry.
        entry: i64,
        /// The number of events that the entry holds.
        count: i64,
        /// The event that the transfer names.
        found: i64,
    },
    /// A transfer moves nothing or less.
    Amount {
        /// The stream.
        stream: Stream,
        /// The entry.
        entry: i64,
        /// What it moves.
        found: Money,
    },
    /// The balance of an account is not what its transfers give.
    Balance {
        /// The account.
        account: String,
        /// What its transfers give, or nothing if it has none.
        expected: Option<Money>,
        /// What is stored, or nothing if it is missing.
        found: Option<Money>,
    },
    /// The balances of all accounts do not sum up to zero.
    Sum {
        /// What they sum up to.
        found: Money,
    },
    /// A checkpoint does not fit its seal and the entry that it was made after.
    Checkpoint {
        /// The stream.
        stream: i64,
        /// The event after which it says it was made.
        number: i64,
    },
    /// A stream is not what somebody noted elsewhere: it was cut off or written anew.
    Witness {
        /// The stream.
        stream: Stream,
        /// What was noted.
        expected: Tip,
        /// The hash of the entry that ends there, if one does.
        found: Option<Hash>,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::File { what } => write!(f, "the file is broken: {what}"),
            Fault::Archive { name, what } => write!(f, "the archive {name} cannot be used: {what}"),
            Fault::Boundary { stream, number } => write!(
                f,
                "{stream}: expected the state after event {number}, where an archive ends, as the log sealed it"
            ),
            Fault::Schema { name } => write!(f, "{name} is not as this program makes it"),
            Fault::Unreadable { after, what } => {
                write!(f, "sequence {after}: what follows cannot be read and was not checked: {what}")
            }
            Fault::StreamNumber { sequence, found } => {
                write!(f, "sequence {sequence}: expected a stream from 0 to {}, found {found}", u32::MAX)
            }
            Fault::Number { stream, expected, found } => {
                write!(f, "{stream}, entry {found}: expected an entry that starts with event {expected}")
            }
            Fault::Count { stream, entry, found } => {
                write!(f, "{stream}, entry {entry}: expected at least one event, found a count of {found}")
            }
            Fault::Chain { stream, entry, expected, found } => {
                write!(f, "{stream}, entry {entry}: expected the hash {expected}, found {found}")
            }
            Fault::Sequence { expected, found } => {
                write!(f, "sequence {found}: expected an entry of sequence {expected}")
            }
            Fault::NoEntry { sequence, place } => {
                write!(f, "sequence {sequence}: expected an entry for its transfer {place}, found none")
            }
            Fault::Place { stream, entry, expected, found } => {
                write!(f, "{stream}, entry {entry}: expected its transfer {expected}, found {found}")
            }
            Fault::Event { stream, entry, count, found } => {
                let last = entry.saturating_add(count.saturating_sub(1));
                write!(
                    f,
                    "{stream}, entry {entry}: expected a transfer of events {entry} to {last}, found {found}"
                )
            }
            Fault::Amount { stream, entry, found } => {
                write!(f, "{stream}, entry {entry}: expected a transfer of more than nothing, found {found}")
            }
            Fault::Balance { account, expected, found } => {
                let words =
                    |amount: &Option<Money>| amount.map_or("none".to_owned(), |amount| amount.to_string());
                write!(
                    f,
                    "account {account}: expected a balance of {} from its transfers, found {}",
                    words(expected),
                    words(found)
                )
            }
            Fault::Sum { found } => write!(f, "expected that all balances sum up to $0, found {found}"),
            Fault::Checkpoint { stream, number } => {
                write!(
                    f,
                    "stream {stream}: expected a checkpoint that fits its seal, found another after {number}"
                )
            }
            Fault::Witness { stream, expected, found: Some(found) } => write!(
                f,
                "{stream}, event {}: expected the noted hash {}, found {found}",
                expected.number, expected.hash
            ),
            Fault::Witness { stream, expected, found: None } => write!(
                f,
                "{stream}: expected an entry that ends at event {} with the noted hash {}, found none",
                expected.number, expected.hash
            ),
        }
    }
}
