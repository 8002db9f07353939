//! Who is shown the proof of which card: everybody who sees it, at the moment they may, and nobody else.

use std::collections::BTreeSet;
use std::sync::Arc;

use cards::Card;
use games::Seat;
use games::face::Move;
use games::round::{Event as RoundEvent, Round, Slot, View, Viewer};
use seal::Sealed;

use super::deck::{Deck, SealedDeck};
use super::{Step, Table};
use crate::PersonId;
use crate::told::Shown;

/// A card that has left a sealed deck.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dealt {
    deck: Arc<Sealed>,
    /// By which shuffle it left.
    shuffle: u64,
    place: u32,
    nth: u32,
    card: Card,
    /// Whether it lies before the bank.
    is_banks: bool,
    /// In whose hand it is, as far as copies of a card have to be told apart.
    holder: Option<Seat>,
    /// Whether the event that deals it is still to come.
    is_new: bool,
    /// Whether everybody has its proof.
    is_open: bool,
    /// Who else has.
    seen_by: Vec<PersonId>,
}

impl Dealt {
    pub(super) fn new(deck: &SealedDeck, place: u32, nth: u32, card: Card, slot: Slot) -> Dealt {
        let holder = if let Slot::Spot { seat, .. } = slot { Some(seat) } else { None };
        Dealt {
            deck: Arc::clone(&deck.deck),
            shuffle: deck.shuffle,
            place,
            nth,
            card,
            is_banks: slot == Slot::Bank,
            holder,
            is_new: true,
            is_open: false,
            seen_by: Vec::new(),
        }
    }

    /// The proof for somebody, or for everybody, who does not have it yet.
    fn show(&mut self, to: Option<PersonId>) -> Option<Shown> {
        if self.is_open || to.is_some_and(|person| self.seen_by.contains(&person)) {
            return None;
        }
        match to {
            Some(person) => self.seen_by.push(person),
            None => self.is_open = true,
        }
        Some(Shown::new(to, &self.deck, self.shuffle, self.place, self.nth))
    }
}

/// Everybody who looks at a round: the rail, which sees what all see, then each who is in it.
fn viewers(people: &[PersonId]) -> impl Iterator<Item = (Option<PersonId>, Viewer)> {
    let own = people.iter().enumerate().map(|(purse, person)| (Some(*person), Viewer::Purse(purse as u8)));
    std::iter::once((None, Viewer::Rail)).chain(own)
}

/// The faces that lie open in a view.
fn faces(view: &View) -> BTreeSet<Card> {
    let bank = view.bank.iter().flat_map(|bank| &bank.hands);
    let hands = view.seats.iter().flat_map(|seat| &seat.hands).chain(bank);
    let held = hands.flat_map(|hand| hand.cards.iter().copied().flatten());
    held.chain(view.board.iter().copied()).collect()
}

/// Whether all cards of the bank lie open in a view.
fn bank_is_open(view: &View) -> bool {
    let mut hands = view.bank.iter().flat_map(|bank| &bank.hands);
    hands.all(|hand| hand.cards.iter().all(Option::is_some))
}

impl Deck {
    /// The cards of this round that have left it.
    pub(super) fn dealt_cards(&self) -> impl Iterator<Item = Card> {
        self.dealt.iter().map(|dealt| dealt.card)
    }

    /// The proofs that come with what has just happened in a round.
    fn opened(
        &mut self,
        round: &Round,
        people: &[PersonId],
        events: &[RoundEvent],
        moves: &[(Seat, Card, Move)],
    ) -> Vec<Shown> {
        let mut shown = Vec::new();
        for dealt in self.dealt.iter_mut().filter(|dealt| dealt.is_new) {
            dealt.is_new = false;
            let named = Some(Some(dealt.card));
            let Some(event) = events.iter().find(|event| event.dealt() == named) else { continue };
            for (person, viewer) in viewers(people) {
                let seen = round.seen_by(viewer, event);
                if seen.and_then(|event| event.dealt()) == named {
                    shown.extend(dealt.show(person));
                }
            }
        }
        for (seat, card, to) in moves {
            shown.extend(self.moved(*seat, *card, *to));
        }
        for event in events {
            let spoiled = event.spoils();
            shown.extend(spoiled.and_then(|card| self.last_of(card)?.show(None)));
        }
        if events.iter().any(|event| event.dealt().is_none()) {
            self.turned_up(round, people, &mut shown);
        }
        shown
    }

    /// Cards that were dealt before and lie open now.
    fn turned_up(&mut self, round: &Round, people: &[PersonId], shown: &mut Vec<Shown>) {
        let has_copies = self.has_copies;
        let is_hidden = |dealt: &Dealt| !dealt.is_open && (!has_copies || dealt.is_banks);
        if !self.dealt.iter().any(is_hidden) {
            return;
        }
        for (person, viewer) in viewers(people) {
            let view = round.felt(viewer);
            if has_copies {
                // Copies cannot be told apart by their faces, but only the bank has hidden cards that are turned.
                if bank_is_open(&view) {
                    let banks = self.dealt.iter_mut().filter(|dealt| dealt.is_banks);
                    shown.extend(banks.filter_map(|dealt| dealt.show(person)));
                }
                continue;
            }
            for face in faces(&view) {
                shown.extend(self.last_of(face).and_then(|dealt| dealt.show(person)));
            }
        }
    }

    /// A card enters or leaves a hand. Copies are the same to everybody, so one that all have seen goes first.
    fn moved(&mut self, seat: Seat, card: Card, to: Move) -> Option<Shown> {
        match to {
            Move::IntoHand => {
                let lies = |dealt: &&mut Dealt| dealt.card == card && dealt.is_open && dealt.holder.is_none();
                self.dealt.iter_mut().rfind(lies)?.holder = Some(seat);
                None
            }
            Move::OntoTable => {
                let held = self.dealt.iter_mut();
                let held = held.filter(|dealt| dealt.card == card && dealt.holder == Some(seat));
                let dealt = held.min_by_key(|dealt| !dealt.is_open)?;
                dealt.holder = None;
                dealt.show(None)
            }
        }
    }

    /// The card with a face that left the deck last.
    fn last_of(&mut self, card: Card) -> Option<&mut Dealt> {
        self.dealt.iter_mut().rfind(|dealt| dealt.card == card)
    }
}

impl Step<'_, '_> {
    /// Hands out proofs of cards with the last thing that happened.
    pub(super) fn show(&mut self, shown: Vec<Shown>) {
        if let Some(last) = self.told.last_mut() {
            last.openings.extend(shown);
        }
    }
}

impl Table {
    /// Hands out the proofs that come with what has just happened in the round.
    pub(super) fn open_seen(
        &mut self,
        events: &[RoundEvent],
        moves: &[(Seat, Card, Move)],
        step: &mut Step<'_, '_>,
    ) {
        if self.passed.is_some() {
            return;
        }
        let (Some(live), Some(deck)) = (&self.live, &mut self.deck) else { return };
        let shown = deck.opened(&live.round, &live.people, events, moves);
        step.show(shown);
    }

    /// Hands out the proofs of cards that are shown to everybody, where each is there once.
    pub(super) fn open_faces(&mut self, faces: &[Card], step: &mut Step<'_, '_>) {
        let Some(deck) = self.deck.as_mut().filter(|_| self.passed.is_none()) else { return };
        let shown = faces.iter().filter_map(|face| deck.last_of(*face)?.show(None)).collect();
        step.show(shown);
    }
}
