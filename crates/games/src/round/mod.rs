//! One interface over the rounds of every family, for whoever deals any of the games: the room, a replay of a
//! log, a program outside.
//!
//! A [`Game`] is a book ready to be played, a [`Setup`] what stands on the table, and a [`Round`] says what it
//! [`Waits`] for and takes exactly that. What leaves it goes through [`Round::seen_by`] and [`Round::view`].
//! `families.rs` is the one table of families; each answers in its own folder by [`crate::face`].

mod ask;
mod choice;
mod families;
mod fault;
mod game;
mod kinds;
mod money;
mod view;
mod words;

pub use choice::{Offer, Refusal};
pub use fault::Fault;
pub use kinds::{Choice, Event, Game, Report, Round, Setup};
pub use money::Balances;
pub use view::{BankView, HandToSet, HandView, SeatView, View, Viewer, WagerView};
pub use words::{HandEnd, HandName, RoundStage, SidePart, WagerPart};

use books::Family;
use cards::CardSet;
use serde::{Deserialize, Serialize};

use crate::bank::{Face, Place};
use crate::begins::{Banking, Begins};
use crate::seat::{Party, Seat};

/// Where the next card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "to", rename_all = "kebab-case")]
pub enum Slot {
    /// A hand at a spot; the hands of a spot count from 0.
    Spot {
        /// The spot.
        seat: Seat,
        /// Which of its hands.
        hand: u8,
    },
    /// The bank's hand.
    Bank,
    /// One of the piles at table centre, from 1.
    Pile {
        /// Which.
        pile: u8,
    },
    /// The board.
    Board,
    /// Away unseen.
    Burn,
    /// Before the player who draws it, apart from the hand.
    Drawn {
        /// Whose.
        seat: Seat,
    },
    /// Onto the discard pile.
    Discards,
}

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waits {
    /// The next card.
    Card {
        /// Where it goes.
        slot: Slot,
        /// Which way up it lies; a card that lies face down may be dealt unseen.
        face: Face,
    },
    /// The dealer's word on whether the bank's unseen down card makes a Natural.
    Look,
    /// The deck to be shuffled, with these cards going back into it; [`Round::shuffled_back`] lists them where a
    /// card may be there more than once.
    Shuffle(CardSet),
    /// Choices, of one person or of several at once; [`Round::offers`] lists them.
    Choices,
    /// Nothing: it is over.
    Over,
}

impl Game {
    /// The family it belongs to.
    #[must_use]
    pub fn family(&self) -> Family {
        self.header().family
    }

    /// What the book says about its bank; nothing where no player holds one.
    #[must_use]
    pub fn banking(&self) -> Option<Banking<'_>> {
        match self.begins() {
            Begins::Bank(banking) => Some(banking),
            Begins::Blinds | Begins::Tops => None,
        }
    }

    /// Whether a player holds the bank.
    #[must_use]
    pub fn has_bank(&self) -> bool {
        self.banking().is_some()
    }
}

impl Round {
    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.waits() == Waits::Over
    }

    /// Deals every card that is due face down, unseen, until something else is awaited: what a human dealer has
    /// done when the hands lie on the table.
    ///
    /// # Errors
    /// When no card is due face down; the round is unchanged.
    pub fn deal_unseen(&mut self) -> Result<Vec<Event>, Refusal> {
        let mut events = self.card(None)?;
        while let Waits::Card { face: Face::Down, .. } = self.waits() {
            events.extend(self.card(None)?);
        }
        Ok(events)
    }

    /// What a viewer may see now.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = self.felt(viewer);
        if let Waits::Card { slot, face } = self.waits() {
            view.next_card = Some(slot);
            view.next_face = Some(face);
        }
        for offer in self.offers() {
            match self.purse_of(offer.who) {
                Some(purse) => {
                    if !view.awaits.contains(&purse) && !offer.choice.is_aside() {
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
}

/// What is chosen for somebody who does not speak, of what is offered to them.
#[must_use]
pub fn chosen_by_silence(offers: &[Offer]) -> Option<(Party, Choice)> {
    let able = offers.iter().filter_map(|offer| Some((offer.choice.silence()?, offer)));
    able.min_by_key(|(rank, _)| *rank).map(|(_, offer)| (offer.who, offer.choice))
}

impl From<Place> for Slot {
    fn from(place: Place) -> Slot {
        match place {
            Place::Hand { spot, hand } => Slot::Spot { seat: spot, hand },
            Place::Bank => Slot::Bank,
        }
    }
}
