//! What a table is asked to be and what lies on it, what is offered in a round, and why a book cannot be made ready.

use books::rates::Schedule;
use books::structure::{StakesFault, Structure};
use books::{Clause, Money};
use serde::{Deserialize, Serialize};

use crate::bank::{Purse, Share};
use crate::round::SidePart;
use crate::seat::{Party, Seat};

/// Where a card goes that enters or leaves a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Into the hand, from where everybody has seen it.
    IntoHand,
    /// Out of the hand, for everybody to see.
    OntoTable,
}

/// What a table is asked to be, where its book leaves a choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The collection schedule; nothing for a table that charges nothing.
    pub schedule: Option<&'a Schedule>,
    /// Whether the house turns on a game that it keeps closed until asked.
    pub is_turned_on: bool,
    /// The way of betting.
    pub structure: Option<Structure>,
    /// The limit: lower and upper figure.
    pub limit: Option<(Money, Money)>,
    /// The blinds: small and big.
    pub blinds: Option<(Money, Money)>,
    /// How many chips each player puts up before the deal.
    pub tops: Option<u8>,
    /// How many decks the shoe holds.
    pub decks: Option<u8>,
    /// Whether many rounds are dealt from one shoe.
    pub shoe_lasts: bool,
}

impl Asked<'_> {
    /// Refuses a shoe where the book deals every round from one freshly shuffled deck, by this clause.
    ///
    /// # Errors
    /// When a number of decks or a shoe that lasts was asked for.
    pub(crate) fn without_shoe(&self, clause: Clause) -> Result<(), NotReady> {
        if self.decks.is_none() && !self.shoe_lasts {
            return Ok(());
        }
        let what =
            "this game has no shoe: every round is dealt from its own freshly shuffled deck".to_owned();
        Err(NotReady::Shoe { what, clause })
    }
}

/// Why a book cannot be made ready.
#[derive(Clone, Debug)]
pub enum NotReady {
    /// The schedule or the book does not allow these stakes.
    Stakes(StakesFault),
    /// The house keeps the game closed.
    Closed(Clause),
    /// No engine plays the family yet.
    NotPlayed,
    /// The book does not allow what the table was told.
    Told(String),
    /// The book does not allow this shoe.
    Shoe {
        /// Why not, in words.
        what: String,
        /// The clause it rests on.
        clause: Clause,
    },
}

/// What lies on a table where people wager against a bank.
#[derive(Clone, Debug)]
pub struct Laid {
    /// The seat that banks.
    pub bank: Seat,
    /// Whose money the stake is, as a place in `purses`.
    pub banker: u8,
    /// The bank's money in action, the partners' among it.
    pub stake: Money,
    /// Who else has put money into the stake.
    pub partners: Vec<Share>,
    /// Everybody with money in the round.
    pub purses: Vec<Purse>,
    /// The wagers, by rising spot, and on each spot the player's who sits there first.
    pub wagers: Vec<LaidWager>,
}

/// All that one person has put on one spot.
#[derive(Clone, Copy, Debug)]
pub struct LaidWager {
    /// The spot.
    pub spot: Seat,
    /// Whose money it is, as a place in [`Laid::purses`].
    pub purse: u8,
    /// The base wager or ante.
    pub base: Money,
    /// The side wager.
    pub side: Money,
    /// Pair Plus.
    pub pair_plus: Money,
    /// The 6 Card Bonus.
    pub six_card: Money,
    /// The wager it is joined to, where wagers may be joined.
    pub joint: Option<u8>,
}

/// A choice of one family that is open to somebody now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferOf<C> {
    /// Who may choose it: a place in the list of bets, the bank, or in poker the number of the seat.
    pub who: Party,
    /// The choice, with the smallest amount where it has one, and with the first of the cards where some have to be
    /// picked.
    pub choice: C,
    /// The smallest amount; what it costs where there is nothing to decide.
    pub least: Money,
    /// The largest amount.
    pub most: Money,
    /// The least and the most cards that are to be picked or entered.
    pub cards: (u8, u8),
}

/// A wager that may be put down beside the base wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideWager {
    /// The part of a wager it goes into.
    pub part: SidePart,
    /// What people call it.
    pub name: String,
    /// The least amount.
    pub least: Money,
    /// The largest amount; zero if the book sets none.
    pub most: Money,
    /// Whether it has to be as large as the base wager.
    pub equals_base: bool,
}
