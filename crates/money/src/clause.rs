//! A pointer to a clause of a filing.

use serde::{Deserialize, Serialize};

/// Points to a clause of a book; cheap to carry on every event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Clause(u16);

impl Clause {
    /// Stands where a book cites nothing.
    pub const NONE: Clause = Clause(u16::MAX);

    /// Its number in the book's list of clauses.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The clause of that number.
    #[must_use]
    pub const fn from_number(number: u16) -> Clause {
        Clause(number)
    }

    /// Whether a clause is cited at all.
    #[must_use]
    pub fn is_some(self) -> bool {
        self != Clause::NONE
    }

    /// This clause, or another if this one is [`Clause::NONE`].
    #[must_use]
    pub fn or(self, other: Clause) -> Clause {
        if self.is_some() { self } else { other }
    }
}
