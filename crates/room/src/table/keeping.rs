//! What is kept of a table beside its log, and when: between two rounds, where nothing but what it remembers decides how
//! it goes on.

use games::begins::Begins;

use super::{Checkpoint, Step, Table};
use crate::command::By;
use crate::event::Event;
use crate::told::Told;

impl Table {
    /// What to keep so that the table can be resumed without its whole log; nothing while a round is on or
    /// still looked at.
    #[must_use]
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.shown.is_none().then(|| self.at_rest()).flatten()
    }

    /// The same while the last round is still looked at: what lies there to be seen is left out. It gives the table
    /// again for whatever does not ask for that.
    #[must_use]
    pub fn at_rest(&self) -> Option<Checkpoint> {
        let is_at_rest = self.live.is_none() && self.undo.is_empty();
        is_at_rest.then(|| Checkpoint(self.state.clone()))
    }

    /// What to keep of this table before a command that left it as the other one is: something where the last round was
    /// looked at until then and the clock, which asks for nothing that lies there, has put it away. Tables that go from
    /// hand to hand have no other moment.
    #[must_use]
    pub fn kept_before(&self, by: By, after: &Table) -> Option<Checkpoint> {
        let is_put_away = after.shown.is_none() || after.state.rounds > self.state.rounds;
        let is_so = by == By::Clock && self.shown.is_some() && is_put_away;
        is_so.then(|| self.at_rest()).flatten()
    }

    /// Puts away what lies there from the last round, so that the table can be kept; nothing while one is on.
    pub fn put_away(&mut self) {
        if self.live.is_none() {
            self.clear_away();
            self.undo.clear();
        }
    }

    /// Notes that another version of the program plays on from here, and whether it seals decks.
    pub fn played_on_by(&mut self, version: &str, seals: bool) -> Vec<Told> {
        let mut told = Vec::new();
        self.state.seals = seals;
        self.tell(Event::PlayedOn { version: version.to_owned() }, &mut told);
        told
    }

    /// Whether the next hand waits for the clock although nobody is given time to look at the last one: where hands
    /// follow one another by themselves, none begins within the command that ended another, so that the table can be
    /// kept between them. Earlier programs went on at once.
    pub(super) fn rests_first(&self, step: &Step<'_, '_>) -> bool {
        let follows = match self.game.begins() {
            Begins::Bank(_) => false,
            Begins::Blinds | Begins::Tops => !self.is_entered(),
        };
        let has_ended = || step.told.iter().any(|one| matches!(one.event, Event::RoundEnded { .. }));
        follows && !self.plays_as_before && has_ended()
    }
}
