//! What stands on the table when a blackjack round begins: purses, wagers, backers and the bank's stake.

use books::Money;
use serde::{Deserialize, Serialize};

use crate::bank::{Payer, Pool, Purse, Share, Table};
use crate::seat::{Party, Seat};

/// The wagers of one person on one spot. The first bet on a spot is the player's who decides for it;
/// the others are backers', in the order they bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bet {
    /// The spot.
    pub spot: Seat,
    /// Whose money it is, as a place in [`Setup::purses`].
    pub purse: u8,
    /// The base wager.
    pub base: Money,
    /// The wager on the book's side bet; nothing for none.
    pub side: Money,
}

/// A banked round before its first card.
///
/// A [`crate::Party`] is the place of a bet in `bets`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many seats the table has.
    pub seats: u8,
    /// How many decks the shoe holds.
    pub decks: u8,
    /// Everybody with money in the round.
    pub purses: Vec<Purse>,
    /// The seat that banks.
    pub bank: Seat,
    /// Whose money the stake is, as a place in `purses`.
    pub banker: u8,
    /// The bank's money in action, the partners' among it.
    pub stake: Money,
    /// Who else has put money into the stake; nobody where the banker banks alone.
    #[serde(default)]
    pub partners: Vec<Share>,
    /// The bets, by rising spot, and on each spot in the order they were made.
    pub bets: Vec<Bet>,
}

impl Setup {
    /// What it has as every table with a bank does.
    pub(super) fn table(&self) -> Table<'_> {
        let pool = Pool { banker: self.banker, partners: &self.partners };
        Table { seats: self.seats, purses: &self.purses, bank: self.bank, pool, stake: self.stake }
    }

    /// Who pays a fee.
    pub(super) fn payer(&self, who: Party) -> Payer<'_> {
        Payer::of(who, (self.table().pool, self.stake), |who| self.bets[who.index()].purse)
    }
}
