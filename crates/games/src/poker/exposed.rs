//! Private cards that somebody exposed: the dealer, whose error is mended, or the holder, who keeps them.

use books::Clause;
use cards::Card;

use super::event::{Event, Which};
use super::hand::{Hand, Phase};
use super::irregularity::{Irregularity, not_ruled};
use super::refusal::Refusal;
use crate::record::Record;
use crate::seat::Seat;

impl Hand {
    /// Takes the report that the dealer exposed a private card.
    pub(super) fn report_exposed(
        &mut self,
        seat: Seat,
        card: u8,
        what: Irregularity,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let table = self.table_arc();
        let rules = table.rules();
        let faults = &rules.card_faults;
        let place = self.live_place(seat)?;
        let shown = self.private_of(place).get(usize::from(card)).copied();
        let is_shown_down = self.phase() == Phase::Showing;
        let replaced = match &faults.exposed_replaced_after_action {
            Some(rule) if self.has_acted_any() && rule.value && !self.has_draw_begun() => rule.clause,
            _ => {
                self.fits(!self.has_acted_any(), faults.exposed_becomes_burn.clause)?;
                faults.exposed_becomes_burn.clause
            }
        };
        self.fits(shown.is_some() && !is_shown_down, replaced)?;
        if self.is_exposed_kept(seat, card) {
            self.emit(Event::Reported { what, clause: faults.exposed_kept.clause }, events);
        } else if self.is_misdeal(what) {
            self.misdeal(what, rules.misdeal.exposed_cards.clause, events);
        } else {
            self.emit(Event::Reported { what, clause: replaced }, events);
        }
        self.advance(events);
        Ok(())
    }

    /// Takes the report that a player exposed an own private card.
    pub(super) fn report_own_exposure(
        &mut self,
        seat: Seat,
        card: u8,
        what: Irregularity,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let Some(rule) = self.table().rules().card_faults.own_exposed_kept else {
            return Err(not_ruled(Clause::NONE));
        };
        let place = self.live_place(seat)?;
        let is_dealt = usize::from(card) < self.private_of(place).len();
        let is_in_play = !matches!(self.phase(), Phase::Dealing | Phase::Showing);
        self.fits(is_dealt && is_in_play, rule.clause)?;
        self.emit(Event::Reported { what, clause: rule.clause }, events);
        Ok(())
    }

    /// A card that its holder exposed stays where it is, face up, or is replaced like one that the dealer exposed.
    pub(super) fn apply_own_exposure(&mut self, seat: Seat, card: u8) {
        let place = self.at(seat);
        if self.table().rules().card_faults.own_exposed_kept.is_some_and(|rule| rule.value) {
            self.face_up[place] = self.face_up[place].and(card);
        } else {
            self.mishaps.burn_on_top = Some(self.cards[place][usize::from(card)]);
            self.owe(place, card);
        }
    }

    /// Whether a card exposed on the draw is replaced.
    pub(super) fn replaces_on_draw(&self) -> bool {
        self.table().rules().card_faults.exposed_on_draw_replaced.is_some_and(|rule| rule.value)
    }

    /// Another card lies in a place, face down.
    pub(super) fn turn_down(&mut self, place: usize, card: u8) {
        self.face_up[place] = Which::from_bits(self.face_up[place].bits() & !Which::one(card).bits());
    }

    /// Whether an exposed private card is of a rank that must be kept.
    pub(super) fn is_exposed_kept(&self, seat: Seat, card: u8) -> bool {
        let kept = self.table().rules().card_faults.exposed_kept.value;
        let shown =
            self.place(seat).ok().and_then(|place| self.private_of(place).get(usize::from(card)).copied());
        shown.flatten().and_then(Card::rank).is_some_and(|rank| kept.contains(rank))
    }
}
