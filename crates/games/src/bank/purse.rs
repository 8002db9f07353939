//! The money people bring to a banked round, and what the book may hold against it.

use std::fmt;

use books::{Clause, Money};
use serde::{Deserialize, Serialize};

/// The money of one person at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purse {
    /// The name in reports: "3" for the player of seat 3, "3/Ann" for Ann who backs spot 3.
    pub name: String,
    /// What they have, wagers and fees included.
    #[serde(with = "crate::text::cents")]
    pub stack: Money,
    /// In how many rounds running they held a Natural before this one.
    pub streak: u8,
}

/// Something on the table that the book does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFault {
    /// Who or what it is about, such as "3/Ann".
    pub about: String,
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// The clause that forbids it.
    pub clause: Clause,
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.about, self.what)
    }
}
