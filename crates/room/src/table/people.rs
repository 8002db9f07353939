//! Who is at the table and in the round.

use games::round::Refusal;

use super::{Seated, Table, refuse};
use crate::PersonId;
use crate::open::Dealer;
use crate::system::System;
use crate::time::Time;

impl Seated {
    /// Since when they have their seat at the table.
    #[must_use]
    pub fn sits_since(&self) -> Time {
        self.since
    }
}

impl Table {
    pub(crate) fn person(&self, person: PersonId) -> Result<&Seated, Refusal> {
        let found = self.state.people.iter().find(|seated| seated.person == person);
        found.ok_or_else(|| refuse(&System::NoChipsHere))
    }

    pub(crate) fn person_mut(&mut self, person: PersonId) -> Result<&mut Seated, Refusal> {
        let found = self.state.people.iter_mut().find(|seated| seated.person == person);
        found.ok_or_else(|| refuse(&System::NoChipsHere))
    }

    /// Whether somebody has money in the round that is on.
    #[must_use]
    pub fn is_in_round(&self, person: PersonId) -> bool {
        self.live.as_ref().is_some_and(|live| live.people.contains(&person))
    }

    pub(crate) fn is_entered(&self) -> bool {
        self.spec.dealer == Dealer::Entered
    }
}
