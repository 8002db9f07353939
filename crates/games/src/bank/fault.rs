//! What the book holds against a setup, and whom it is about.

use std::fmt;

use books::Clause;

use super::{Purse, Wrong};
use crate::seat::Seat;

/// Something on the table that the book does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFault {
    /// Whom or what it is about.
    pub about: About,
    /// What is wrong.
    pub what: Wrong,
    /// The clause that forbids it.
    pub clause: Clause,
}

impl SetupFault {
    /// Whether it cites a clause, or is one that needs none.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.clause.is_some() || self.what.is_system()
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.about, self.what)
    }
}

/// Whom or what a fault is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The table as a whole.
    Table,
    /// The bank.
    Bank,
    /// The shoe.
    Shoe,
    /// Whoever sits there.
    Seat(Seat),
    /// A spot on which nobody's wager lies.
    Spot(Seat),
    /// The owner of a purse.
    Purse {
        /// Its place among the purses.
        place: u8,
        /// Its name in reports, such as "3/Ann".
        name: String,
    },
}

impl About {
    /// The owner of one of the purses.
    pub(crate) fn purse(place: u8, purses: &[Purse]) -> About {
        let name = purses.get(usize::from(place)).map(|purse| purse.name.clone()).unwrap_or_default();
        About::Purse { place, name }
    }

    /// Whether it is the owner of the purse at a place.
    #[must_use]
    pub fn is_purse(&self, at: usize) -> bool {
        matches!(self, About::Purse { place, .. } if usize::from(*place) == at)
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            About::Table => f.write_str("table"),
            About::Bank => f.write_str("bank"),
            About::Shoe => f.write_str("shoe"),
            About::Seat(seat) => write!(f, "seat {seat}"),
            About::Spot(spot) => write!(f, "spot {spot}"),
            About::Purse { name, .. } => f.write_str(name),
        }
    }
}
