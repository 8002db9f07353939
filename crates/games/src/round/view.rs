//! A round as one viewer may see it: the only way anything hidden leaves the core.

use books::Family;
use books::Money;
use cards::Card;
use serde::{Deserialize, Serialize};

use super::words::{HandEnd, HandName, RoundStage, WagerPart};
use super::{Offer, Slot};
use crate::bank::{Face, Stake};
use crate::seat::{Party, Seat};

/// Somebody who watches a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Anybody at the rail, and the house dealer.
    Rail,
    /// Somebody with money in the round, by place in the setup's list of purses or players.
    Purse(u8),
    /// Whoever reads the log once the round is over.
    Auditor,
}

/// A wager that lies on a spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WagerView {
    /// Whose, by place in the setup's list of purses.
    pub purse: u8,
    /// On what.
    pub on: WagerPart,
    /// On which hand of the spot, from 0.
    pub hand: u8,
    /// How much.
    pub amount: Money,
}

/// One hand of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandView {
    /// The cards; nothing stands for one that the viewer may not see.
    pub cards: Vec<Option<Card>>,
    /// What the visible cards are worth, in words: "soft 18", "kings and nines".
    pub worth: String,
    /// What the hand is when there are several; empty otherwise.
    pub name: HandName,
    /// How it ended; empty if it did not.
    pub end: HandEnd,
}

/// A seat with a part in the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// Which.
    pub seat: Seat,
    /// Its hands.
    pub hands: Vec<HandView>,
    /// The wagers on it.
    pub wagers: Vec<WagerView>,
    /// The bet of the street, in poker.
    pub bet: Money,
    /// What it has put into the pots so far that others have to match, in poker.
    #[serde(default)]
    pub paid: Money,
    /// The cards that this viewer has thrown away and that stay out, in poker; nobody else's are ever here.
    #[serde(default)]
    pub thrown: Vec<Card>,
    /// Whether it is still in.
    pub is_live: bool,
}

/// The bank's position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BankView {
    /// Whose seat.
    pub seat: Seat,
    /// Its hands.
    pub hands: Vec<HandView>,
    /// What was put up.
    pub stake: Money,
    /// How much of it can still act.
    pub left: Money,
    /// What the bank has won or lost so far.
    pub net: Money,
}

/// A hand that its owner sets: seven cards that become a front of two and a back of five.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandToSet {
    /// Who sets it, as the offers name them.
    pub who: Party,
    /// Whose seat it lies at.
    pub seat: Seat,
    /// All its cards.
    pub cards: Vec<Card>,
}

/// A round as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The family of games.
    #[serde(with = "crate::text::family")]
    pub family: Family,
    /// Where the round stands.
    pub stage: RoundStage,
    /// The seats with a part in it.
    pub seats: Vec<SeatView>,
    /// The bank, in banked games.
    pub bank: Option<BankView>,
    /// The board, in poker; in Pan the top discard.
    pub board: Vec<Card>,
    /// How many cards the stock has, in Pan.
    #[serde(default)]
    pub stock: u16,
    /// The pots, the main pot first, in poker; bets of the street are in them. Once the hand is over, what each of
    /// them gave out.
    pub pots: Vec<Money>,
    /// The action button, or the dealer button in poker.
    pub button: Option<Seat>,
    /// The seat that killed the pot, in a killed hand of poker.
    pub killer: Option<Seat>,
    /// Whose word is awaited, by place in the list of purses.
    pub awaits: Vec<u8>,
    /// Whether the house dealer's word is awaited.
    pub awaits_dealer: bool,
    /// Where the next card goes, if one is due.
    pub next_card: Option<Slot>,
    /// Which way up it goes.
    pub next_face: Option<Face>,
    /// The seat whose hand lies unseen and is turned up next, all its cards at once.
    #[serde(default)]
    pub next_hand: Option<Seat>,
    /// The hands that this viewer sets now, at double-hand; nobody else's are ever here.
    #[serde(default)]
    pub to_set: Vec<HandToSet>,
    /// What this viewer may choose; the house dealer's choices are offered to everybody's eyes.
    pub offers: Vec<Offer>,
}

impl Viewer {
    /// The bets that belong to a viewer, of bets whose purses are these.
    pub(crate) fn parties(self, purses: impl Iterator<Item = u8>) -> Vec<Party> {
        let Viewer::Purse(own) = self else { return Vec::new() };
        purses.enumerate().filter(|(_, purse)| *purse == own).map(|(place, _)| Party(place as u8)).collect()
    }
}

impl SeatView {
    /// A seat at which nothing lies.
    pub(crate) fn at(seat: Seat) -> SeatView {
        SeatView {
            seat,
            hands: Vec::new(),
            wagers: Vec::new(),
            bet: Money::ZERO,
            paid: Money::ZERO,
            thrown: Vec::new(),
            is_live: false,
        }
    }
}

impl BankView {
    pub(crate) fn of(seat: Seat, hands: Vec<HandView>, stake: &Stake) -> BankView {
        BankView { seat, hands, stake: stake.posted(), left: stake.left(), net: stake.net() }
    }
}

impl View {
    /// A view in which nothing is seen yet but where the round stands.
    #[must_use]
    pub fn empty(family: Family, stage: RoundStage) -> View {
        View {
            family,
            stage,
            seats: Vec::new(),
            bank: None,
            board: Vec::new(),
            stock: 0,
            pots: Vec::new(),
            button: None,
            killer: None,
            awaits: Vec::new(),
            awaits_dealer: false,
            next_card: None,
            next_face: None,
            next_hand: None,
            to_set: Vec::new(),
            offers: Vec::new(),
        }
    }
}
