//! When which table's time is up.

use std::time::Duration;

use room::{By, Command, TableId, Time};

use super::Hall;
use super::aside::guard;

impl Hall {
    /// How long nothing has to be done, at most a second.
    pub(crate) fn rests_for(&self) -> Duration {
        let clock = self.deadlines.first().map(|(due, _)| *due);
        let next = clock.into_iter().chain(self.bots.next_due()).min();
        let rest = next.map_or(Duration::from_secs(1), |due| {
            Duration::from_millis(u64::try_from((due.0 - self.now().0).max(0)).unwrap_or(0))
        });
        let node = self.node.as_ref().map_or(1_000, super::Node::rests_for);
        rest.min(Duration::from_millis(node.min(1_000)))
    }

    /// Remembers when a table's clock speaks next; nobody waits for one that is set aside.
    pub(crate) fn schedule(&mut self, id: TableId) {
        self.forget_deadline(id);
        let Some(place) = self.tables.get_mut(&id).filter(|place| place.aside.is_none()) else { return };
        match guard(|| place.table.deadline()) {
            Ok(Some(due)) => {
                let due = place.anew.filter(|(of, _)| *of == due).map_or(due, |(_, anew)| anew);
                place.due = Some(due);
                self.deadlines.insert((due, id));
            }
            Ok(None) => {}
            Err(what) => drop(self.set_aside(id, &format!("its clock broke: {what}"), self.now())),
        }
    }

    pub(crate) fn forget_deadline(&mut self, id: TableId) {
        if let Some(due) = self.tables.get_mut(&id).and_then(|place| place.due.take()) {
            self.deadlines.remove(&(due, id));
        }
    }

    /// Lets pass what is due. Every table is visited once: if its clock brings nothing about, it is not asked again
    /// before something happens there.
    pub(crate) fn tick(&mut self, now: Time) {
        let due: Vec<TableId> = self.deadlines.range(..=(now, TableId::MAX)).map(|(_, id)| *id).collect();
        for id in due {
            // What is left comes first in the next turn.
            if self.ticks_since.is_some_and(|began| self.is_long(began)) {
                break;
            }
            let number = |hall: &Hall| hall.tables.get(&id).map(|place| place.table.number());
            let before = number(self);
            let done = self.command(id, By::Clock, None, &Command::Tick, now);
            if before == number(self) {
                let why = done.err().map_or("nothing comes of it".to_owned(), |refusal| refusal.what);
                tracing::warn!(table = id, "table {id}: its time is up, but {why}");
                self.forget_deadline(id);
            }
        }
        self.move_bots(now);
    }
}
