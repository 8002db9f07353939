//! Whoever is not served any more does not stay: they leave their tables as soon as no hand of theirs is on, with all their
//! chips, wait for nothing, and no seat is held for them. The others at the table learn only that somebody leaves.

use room::{By, ChipKind, Command, PersonId, TableId, Time};

use super::Hall;
use crate::lists::{HoldEnd, ListSaid};

/// How often the house looks whether somebody is still there whom it does not serve, in milliseconds.
const LOOK_MS: i64 = 1_000;

impl Hall {
    /// Takes somebody out of everything that is played or waited for with chips of the house.
    pub(super) fn take_out(&mut self, person: PersonId, now: Time) {
        let is_of_house = |id: &TableId| self.kind_at(*id) == ChipKind::House;
        let tables: Vec<TableId> = self.tables.keys().copied().filter(is_of_house).collect();
        for table in tables {
            let place = self.tables.get(&table).filter(|place| place.aside.is_none());
            let ways = place.map(|place| place.table.ways_out(person)).unwrap_or_default();
            for way in ways {
                let command = Command::For { person, command: Box::new(way) };
                // A partner of the bank stays until the round is dealt; the next look takes them out.
                if let Err(refusal) = self.command(table, By::Clock, None, &command, now) {
                    tracing::info!(table, "table {table}: person {person} cannot leave yet: {refusal}");
                }
            }
        }
        let waits = |hall: &Hall| {
            let lists = &hall.standing.lists;
            lists.places.iter().any(|one| one.person == Some(person))
                || lists.holds.values().any(|hold| hold.person == Some(person))
        };
        if !waits(self) {
            return;
        }
        // Another node may have written it by now.
        self.hold_house();
        let lists = &self.standing.lists;
        let places: Vec<u64> =
            lists.places.iter().filter(|one| one.person == Some(person)).map(|one| one.place).collect();
        let holds = lists.holds.iter().filter(|(_, hold)| hold.person == Some(person));
        for hold in holds.map(|(hold, _)| *hold).collect::<Vec<u64>>() {
            self.warn_list(ListSaid::HoldEnded { hold, end: HoldEnd::Released, by: None }, now);
        }
        for place in places {
            self.warn_list(ListSaid::Left { place, by: person }, now);
        }
    }

    /// Looks whether somebody is still there whom the house does not serve: after a hand, after the room was opened anew, or
    /// because another node has written it down.
    pub(super) fn look_for_unserved(&mut self, now: Time) {
        if now < self.unserved_looked.after_ms(LOOK_MS) {
            return;
        }
        self.unserved_looked = now;
        for person in self.patrons.barred(now.0).collect::<Vec<PersonId>>() {
            self.take_out(person, now);
        }
    }
}
