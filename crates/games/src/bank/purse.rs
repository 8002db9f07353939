//! The money people bring to a banked round.

use books::Money;
use serde::{Deserialize, Serialize};

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
