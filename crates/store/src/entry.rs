//! Entries: one accepted command each, with its events and the money that moved.

use std::fmt;

use money::Money;
use serde::{Deserialize, Serialize};

use crate::Hash;
use crate::chain::{Fields, TransferFields};

/// Whose log an entry belongs to: a table's, by its number from 1, or the house's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stream(pub u32);

impl Stream {
    /// The house's own stream: the cage, accounts opened, tables opened.
    pub const HOUSE: Stream = Stream(0);

    /// The texts that the tables play by, each kept once.
    pub const LIBRARY: Stream = Stream(u32::MAX);

    /// Whether it is a table's.
    #[must_use]
    pub fn is_table(self) -> bool {
        self != Stream::HOUSE && self != Stream::LIBRARY
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stream {}", self.0)
    }
}

/// One accepted command with all the events that it caused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The stream it belongs to.
    pub stream: Stream,
    /// The number of its first event; the events of a stream are numbered from 1 without a gap.
    pub first: u64,
    /// How many events it holds, at least one.
    pub count: u32,
    /// When it was accepted, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who sent the command.
    pub by: String,
    /// The sender's own id for the command; the same sender may use an id only once.
    pub id: Option<String>,
    /// The command and its events as JSON text, byte for byte as it is hashed.
    pub body: String,
    /// The money that the events moved, in order.
    pub transfers: Vec<Transfer>,
}

impl Entry {
    /// The number of its last event.
    pub fn last(&self) -> u64 {
        self.first + u64::from(self.count).saturating_sub(1)
    }

    /// The hash that links this entry to the one before it in its stream, whose hash is `previous`.
    pub fn hash(&self, previous: &Hash) -> Hash {
        let fields = Fields {
            stream: i64::from(self.stream.0),
            first: self.first.cast_signed(),
            count: i64::from(self.count),
            at_ms: self.at_ms,
            by: self.by.as_bytes(),
            id: self.id.as_deref().map(str::as_bytes),
            body: self.body.as_bytes(),
        };
        fields.hash(previous, self.transfers.iter().map(Transfer::fields))
    }
}

/// Money that moved from one account to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// The number of the event that caused it.
    pub event: u64,
    /// The account that pays, such as "cage" or "table:3/stack:7".
    pub from: String,
    /// The account that is paid, such as "table:3/drop".
    pub to: String,
    /// How much, more than nothing.
    pub amount: Money,
}

impl Transfer {
    fn fields(&self) -> TransferFields<'_> {
        TransferFields {
            event: self.event.cast_signed(),
            from: self.from.as_bytes(),
            to: self.to.as_bytes(),
            cents: self.amount.in_cents(),
        }
    }
}

/// An entry as the log holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// What was appended.
    pub entry: Entry,
    /// The hash over the entry and the one before it.
    pub hash: Hash,
}

/// Where a stream ends: whoever notes a tip elsewhere can later tell whether the log was cut or rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tip {
    /// The number of the last event, 0 if there is none.
    pub number: u64,
    /// The hash of the last entry, zero if there is none.
    pub hash: Hash,
}
