//! The deck of the round: sealed and cut, or shuffled by a committed seed as version 0.1.0 did.

use std::collections::BTreeSet;
use std::sync::Arc;

use cards::{Card, Draws};
use seal::{Cut, Sealed, THROWS};

use super::openings::Dealt;
use crate::told::Shown;

/// The cards of the round.
#[derive(Clone, Debug)]
pub(crate) struct Deck {
    pub(super) source: Source,
    /// What was published before its cards were dealt, for each of its shuffles.
    pub(crate) commitments: Vec<String>,
    /// Every card that has left it, with who has seen it.
    pub(super) dealt: Vec<Dealt>,
    /// Whether a card may be in it more than once.
    pub(super) has_copies: bool,
    /// Whether all is dealt again from another one.
    pub(super) is_spent: bool,
    /// Whether it was told that no card is left anywhere.
    pub(super) is_out: bool,
}

/// Where its cards come from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A seed that was committed to.
    Committed {
        /// The cards still to come, the next one last.
        stub: Vec<Card>,
        /// What follows the shuffle in the same random stream: the dice.
        draws: Box<Draws>,
        /// The seeds in use, in hexadecimal, for the log at the end.
        seeds: Vec<String>,
    },
    /// A sealed deck, dealt in the order that the words gave it.
    Sealed(SealedDeck),
}

/// A sealed deck that has been cut.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SealedDeck {
    pub(super) deck: Arc<Sealed>,
    pub(super) cut: Arc<Cut>,
    /// The number of the cut; a shoe that lasts was sealed by an earlier shuffle.
    pub(super) shuffle: u64,
    /// How many places of the cut have been gone through.
    pub(super) next: usize,
    /// Places whose cards are somewhere else, so that they are passed over.
    pub(super) out: BTreeSet<u32>,
    /// How often dice were thrown.
    pub(super) throws: u32,
}

impl PartialEq for Deck {
    /// The cards to come and the seeds say everything: the dice follow from them and from the events.
    fn eq(&self, other: &Deck) -> bool {
        let is_same = match (&self.source, &other.source) {
            (Source::Sealed(one), Source::Sealed(other)) => one == other,
            (
                Source::Committed { stub, seeds, .. },
                Source::Committed { stub: other_stub, seeds: other_seeds, .. },
            ) => (stub, seeds) == (other_stub, other_seeds),
            (Source::Sealed(_), Source::Committed { .. }) | (Source::Committed { .. }, Source::Sealed(_)) => {
                false
            }
        };
        is_same && (&self.dealt, self.is_spent, self.is_out) == (&other.dealt, other.is_spent, other.is_out)
    }
}

impl SealedDeck {
    /// A deck as it was cut, of which only some cards are there: of each face the copies at the lowest places are the
    /// ones that are somewhere else.
    pub(super) fn new(deck: Sealed, cut: Cut, shuffle: u64, only: Option<Vec<Card>>) -> SealedDeck {
        let mut out = BTreeSet::new();
        if let Some(mut only) = only {
            for (place, card) in deck.cards().iter().enumerate().rev() {
                match only.iter().position(|one| one == card) {
                    Some(at) => drop(only.swap_remove(at)),
                    None => drop(out.insert(place as u32)),
                }
            }
        }
        SealedDeck { deck: Arc::new(deck), cut: Arc::new(cut), shuffle, next: 0, out, throws: 0 }
    }

    /// The places still to come, with the count of each from 1.
    fn left(&self) -> impl Iterator<Item = (u32, u32)> {
        let counted = (1..).zip(self.cut.order.iter().copied()).skip(self.next);
        counted.filter(|(_, place)| !self.out.contains(place)).map(|(nth, place)| (place, nth))
    }

    fn card_at(&self, place: u32) -> Card {
        self.deck.cards()[place as usize]
    }

    /// The next card, with its place and as which of the cut it leaves.
    pub(super) fn deal(&mut self) -> Option<(Card, u32, u32)> {
        let (place, nth) = self.left().next()?;
        self.next = nth as usize;
        Some((self.card_at(place), place, nth))
    }

    /// How many cards are still there.
    pub(super) fn count_left(&self) -> usize {
        self.left().count()
    }

    /// Their places.
    pub(super) fn places_left(&self) -> BTreeSet<u32> {
        self.left().map(|(place, _)| place).collect()
    }

    /// Everybody may see the proof of the card at a place.
    pub(super) fn show(&self, place: u32, nth: u32) -> Shown {
        Shown::new(None, &self.deck, self.shuffle, place, nth)
    }

    /// The cards that are still there.
    pub(super) fn cards_left(&self) -> Vec<Card> {
        self.left().map(|(place, _)| self.card_at(place)).collect()
    }

    /// Passes over a card that came off too early, which everybody has seen; gives where it lay.
    pub(super) fn pass_over(&mut self, named: Card) -> Vec<(u32, u32)> {
        let named: Vec<(u32, u32)> = self.left().filter(|(place, _)| self.card_at(*place) == named).collect();
        self.out.extend(named.iter().map(|(place, _)| *place));
        named
    }

    /// Throws dice: what they show together, and which throw it was; nothing once all throws are used up.
    pub(super) fn throw(&mut self, dice: u8) -> Option<(u8, u32)> {
        if self.throws >= THROWS {
            return None;
        }
        let throw = self.throws;
        self.throws += 1;
        Some((self.cut.dice(&self.deck.salt_of_throw(throw), dice).iter().sum(), throw))
    }

    /// Everybody may see the proof of a throw.
    pub(super) fn show_throw(&self, throw: u32) -> Shown {
        self.show(self.deck.place_of_throw(throw), 0)
    }
}
