//! Hands thrown in at a showdown that somebody asks to see, where the book gives that right.

use cards::Card;
use games::Seat;
use games::round::Refusal;

use super::super::{Step, Table, refuse};
use crate::PersonId;
use crate::event::Event;
use crate::system::System;

impl Table {
    /// Whose hands, thrown in unseen at the showdown, somebody may ask to see.
    pub(crate) fn hands_to_see(&self, person: PersonId) -> Vec<Seat> {
        let Some((hand, own)) = self.dealt_in(person) else { return Vec::new() };
        let thrown_in = hand.thrown_in().filter(|seat| *seat != own);
        thrown_in.filter(|seat| hand.asked_to_see(own, *seat).is_ok()).collect()
    }

    /// Somebody asks to see a hand that was thrown in at the showdown: it is shown to all, or the dealer turns it up.
    pub(in crate::table) fn ask_to_see(
        &mut self,
        person: PersonId,
        seat: Seat,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Some((hand, own)) = self.dealt_in(person) else { return Err(refuse(&System::NoHandToSee)) };
        let cards: Vec<Card> = hand.asked_to_see(own, seat)?.iter().copied().flatten().collect();
        if !hand.thrown_in().any(|thrown| thrown == seat) {
            return Err(refuse(&System::NoHandToSee));
        }
        let clause = hand.may_see_clause();
        let shown = cards.clone();
        self.tell(Event::AskedToSee { person, seat, cards, clause }, &mut step.told);
        self.open_faces(&shown, step);
        Ok(())
    }
}
