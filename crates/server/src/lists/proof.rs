//! Seats that the house's log says were taken by those for whom they were held, held against the tables' own logs.

use std::collections::BTreeSet;

use room::{Event, PersonId, TableId};
use store::Archived;

use super::{HoldEnd, ListBook, ListSaid};
use crate::journal::HouseEntry;

/// Who sat down where and when, by the house's log, and no table's log has shown yet.
#[derive(Default)]
pub(crate) struct SeatsProof {
    taken: BTreeSet<(TableId, PersonId, u8, i64)>,
}

impl SeatsProof {
    /// Takes an entry of the house, with the lists before it.
    pub(crate) fn house(&mut self, said: &HouseEntry, lists: &ListBook, at_ms: i64) {
        let HouseEntry::List(ListSaid::HoldEnded { hold, end: HoldEnd::Taken, .. }) = said else { return };
        let held = lists.holds.get(hold).and_then(|hold| Some((hold.table, hold.person?, hold.seat, at_ms)));
        self.taken.extend(held);
    }

    /// Takes what happened at a table at a moment.
    pub(crate) fn table(&mut self, table: TableId, events: &[Event], at_ms: i64) {
        for event in events {
            if let Event::Sat { person, seat: Some(seat), .. } | Event::Moved { person, seat, .. } = event {
                self.taken.remove(&(table, *person, seat.number(), at_ms));
            }
        }
    }

    /// What no table's log has, but for those of which a part lies in an archive that is not at hand.
    pub(crate) fn unmatched(&self, absent: &[Archived]) -> Vec<String> {
        let is_whole = |table: TableId| absent.iter().all(|part| part.stream.0 != table);
        let left = self.taken.iter().filter(|(table, ..)| is_whole(*table));
        let words = left.map(|(table, person, seat, _)| {
            format!("stream 0: person {person} has taken seat {seat} of table {table}, which its log does not have")
        });
        words.collect()
    }
}
