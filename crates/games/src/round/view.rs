//! A round as one viewer may see it: the only way anything hidden leaves the core.

use books::Family;
use books::Money;
use cards::Card;
use serde::{Deserialize, Serialize};

use super::{Event, Offer, Round, Slot, Waits};
use crate::bank::Face;
use crate::seat::{Party, Seat};
use crate::{blackjack, double_hand, poker, three_card};

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
    /// On what: "base", "double", "ante", ...
    pub on: String,
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
    /// What the hand is when there are several: "front", "back"; empty otherwise.
    pub name: String,
    /// How it ended, if it did: "stood", "over", "folded", ...
    pub end: String,
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

/// A round as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The family of games.
    #[serde(with = "crate::text::family")]
    pub family: Family,
    /// Where the round stands, in a word or two: "the deal", "turns", "flop", ...
    pub stage: String,
    /// The seats with a part in it.
    pub seats: Vec<SeatView>,
    /// The bank, in banked games.
    pub bank: Option<BankView>,
    /// The board, in poker.
    pub board: Vec<Card>,
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
    /// What this viewer may choose; the house dealer's choices are offered to everybody's eyes.
    pub offers: Vec<Offer>,
}

impl Round {
    /// What a viewer may see now.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = match self {
            Round::Blackjack(round) => super::views::blackjack(round),
            Round::DoubleHand(round) => super::views::double_hand(round, viewer),
            Round::ThreeCard(round) => super::views::three_card(round, viewer),
            Round::Poker(hand, seats) => super::views::poker(hand, seats, viewer),
        };
        if let Waits::Card { slot, face } = self.waits() {
            view.next_card = Some(slot);
            view.next_face = Some(face);
        }
        for offer in self.offers() {
            match self.purse_of(offer.who) {
                Some(purse) => {
                    if !view.awaits.contains(&purse) {
                        view.awaits.push(purse);
                    }
                    if viewer == Viewer::Purse(purse) {
                        view.offers.push(offer);
                    }
                }
                None => {
                    view.awaits_dealer = true;
                    view.offers.push(offer);
                }
            }
        }
        view
    }

    /// An event as a viewer may see it at this moment, with the event already applied; nothing if it must
    /// stay hidden.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer, event: &Event) -> Option<Event> {
        if viewer == Viewer::Auditor {
            return Some(*event);
        }
        match (self, event) {
            (Round::Blackjack(_), Event::Blackjack(event)) => Some(Event::Blackjack(match *event {
                blackjack::Event::Dealt { place, face: Face::Down, .. } => {
                    blackjack::Event::Dealt { place, card: None, face: Face::Down }
                }
                event => event,
            })),
            (Round::DoubleHand(round), Event::DoubleHand(event)) => {
                let viewers = parties(viewer, round.setup().bets.iter().map(|bet| bet.purse));
                let sees = |viewer| !round.is_hidden_from(viewer, event);
                let is_seen = sees(double_hand::Viewer::Everybody)
                    || viewers.into_iter().any(|who| sees(double_hand::Viewer::Bettor(who)));
                match *event {
                    event if is_seen => Some(Event::DoubleHand(event)),
                    double_hand::Event::Dealt { place, .. } => {
                        Some(Event::DoubleHand(double_hand::Event::Dealt { place, card: None }))
                    }
                    _ => None,
                }
            }
            (Round::ThreeCard(round), Event::ThreeCard(event)) => {
                let viewers = parties(viewer, round.setup().bets.iter().map(|bet| bet.purse));
                let sees = |viewer| !round.is_hidden_from(viewer, event);
                let is_seen = sees(three_card::Viewer::Everybody)
                    || viewers.into_iter().any(|who| sees(three_card::Viewer::Player(who)));
                match *event {
                    event if is_seen => Some(Event::ThreeCard(event)),
                    three_card::Event::Dealt { place, face, .. } => {
                        Some(Event::ThreeCard(three_card::Event::Dealt { place, card: None, face }))
                    }
                    _ => None,
                }
            }
            (Round::Poker(_, seats), Event::Poker(event)) => {
                Some(Event::Poker(event.seen_by(poker_viewer(viewer, seats))))
            }
            _ => None,
        }
    }
}

/// The bets that belong to a viewer.
pub(super) fn parties(viewer: Viewer, purses: impl Iterator<Item = u8>) -> Vec<Party> {
    let Viewer::Purse(own) = viewer else { return Vec::new() };
    purses.enumerate().filter(|(_, purse)| *purse == own).map(|(place, _)| Party(place as u8)).collect()
}

pub(super) fn poker_viewer(viewer: Viewer, seats: &[Seat]) -> poker::Viewer {
    match viewer {
        Viewer::Purse(purse) => {
            seats.get(usize::from(purse)).map_or(poker::Viewer::Rail, |seat| poker::Viewer::Seat(*seat))
        }
        Viewer::Rail | Viewer::Auditor => poker::Viewer::Rail,
    }
}
