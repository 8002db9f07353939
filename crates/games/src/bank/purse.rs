//! The money people bring to a banked round, and what the book may hold against it.

use std::fmt;

use books::{Clause, Money};
use serde::{Deserialize, Serialize};

use crate::seat::Party;

/// The money of one person at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purse {
    /// The name in reports: "3" for the player of seat 3, "3/Ann" for Ann who backs spot 3.
    pub name: String,
    /// What they have, wagers and fees included.
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

/// What can be wrong with a setup without any word of a filing about it: the list of faults that need no clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemFault {
    /// No wager lies on the table.
    NobodyWagered,
    /// More wagers than a round can count.
    TooManyWagers,
    /// The list of wagers is not in its order.
    NotInOrder,
    /// The wager of somebody who is not there.
    OfNobody,
    /// Somebody has less than their wagers and fees take.
    NotEnough {
        /// What they take.
        needed: Money,
        /// What there is.
        has: Money,
    },
    /// No base wager stands before the others.
    NoBase,
    /// A side wager of less than nothing.
    BelowNothing,
    /// The game has no side wager.
    NoSideWager,
}

impl SystemFault {
    /// All of them.
    pub const ALL: [SystemFault; 8] = [
        SystemFault::NobodyWagered,
        SystemFault::TooManyWagers,
        SystemFault::NotInOrder,
        SystemFault::OfNobody,
        SystemFault::NotEnough { needed: Money::ZERO, has: Money::ZERO },
        SystemFault::NoBase,
        SystemFault::BelowNothing,
        SystemFault::NoSideWager,
    ];
}

impl fmt::Display for SystemFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SystemFault::NobodyWagered => "nobody has wagered",
            SystemFault::TooManyWagers => return write!(f, "more than {} wagers", Party::BETS_MAX),
            SystemFault::NotInOrder => "the wagers are not listed by rising spot",
            SystemFault::OfNobody => "a wager of nobody",
            SystemFault::NotEnough { needed, has } => {
                return write!(f, "needs {needed} for wagers and fees but has {has}");
            }
            SystemFault::NoBase => "the base wager is missing",
            SystemFault::BelowNothing => "the side wager is less than nothing",
            SystemFault::NoSideWager => "this game has no side wager",
        })
    }
}

impl SetupFault {
    /// Whether it cites a clause, or is one of the list that needs none.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        let needs_none = |fault: &SystemFault| match fault {
            SystemFault::NotEnough { .. } => {
                self.what.starts_with("needs ") && self.what.contains(" for wagers and fees but has ")
            }
            other => other.to_string() == self.what,
        };
        self.clause.is_some() || SystemFault::ALL.iter().any(needs_none)
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.about, self.what)
    }
}
