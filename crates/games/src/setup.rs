//! What stands on the table when a banked round begins: seats, wagers, backers and the bank's stake.

use books::Money;
use serde::{Deserialize, Serialize};

use crate::seat::{Party, Seat};

/// A side wager and a base wager of one person on one spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bet {
    /// Whose money it is, as a place in [`Setup::parties`].
    pub who: Party,
    /// The base wager.
    #[serde(with = "crate::text::cents")]
    pub base: Money,
    /// The side wager of the book's side bet; nothing for none.
    #[serde(with = "crate::text::cents")]
    pub side: Money,
}

/// A spot with a wager: the first bet is the player's who decides, the others are backers'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The circle's seat.
    pub seat: Seat,
    /// The bets, in the order they were made.
    pub bets: Vec<Bet>,
}

/// Somebody with money at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The name in reports: "3" for the player of seat 3, "3/Ann" for Ann who backs spot 3.
    pub name: String,
    /// The seat they sit in; nothing for a backer.
    pub seat: Option<Seat>,
    /// The money they have, wagers and fees included.
    #[serde(with = "crate::text::cents")]
    pub stack: Money,
    /// In how many rounds running they held a Natural before this one.
    pub streak: u8,
}

/// A banked round before its first card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many seats the table has.
    pub seats: u8,
    /// How many decks the shoe holds.
    pub decks: u8,
    /// Everybody with money in the round.
    pub parties: Vec<Person>,
    /// The seat that banks.
    pub bank: Seat,
    /// Who banks.
    pub banker: Party,
    /// The banker's money in action.
    #[serde(with = "crate::text::cents")]
    pub stake: Money,
    /// The spots with wagers, by rising seat number.
    pub spots: Vec<Spot>,
    /// The handle of the collection schedule, empty for none.
    pub schedule: String,
}
