//! The tables of the house that other nodes run, as their logs have them: what desks look at is the same whichever node is
//! asked. Nothing is done there.

use std::sync::Arc;

use room::{ChipKind, PersonId, TableId};
use store::Stream;

use super::Hall;
use super::place::Place;

impl Hall {
    /// A table that is run here, or as another node's log has it.
    pub(super) fn seen_at(&self, table: TableId) -> Option<&Place> {
        self.tables.get(&table).or_else(|| self.shadows.get(&table))
    }

    /// All of them.
    pub(super) fn all_seen(&self) -> impl Iterator<Item = (&TableId, &Place)> {
        self.tables.iter().chain(self.shadows.iter().filter(|(id, _)| !self.tables.contains_key(id)))
    }

    /// Reads the tables of the house that other nodes run, as far as their logs have gone on since.
    pub(super) fn look_at_others(&mut self) -> Result<(), store::Error> {
        if self.node.is_none() {
            return Ok(());
        }
        self.look_anew()?;
        let wanted = self.elsewhere().filter(|id| self.kind_at(*id) == ChipKind::House);
        self.look_at_these(wanted.collect())
    }

    /// The same for some tables, of the house or not.
    pub(super) fn look_at_these(&mut self, wanted: Vec<TableId>) -> Result<(), store::Error> {
        let elsewhere: std::collections::BTreeSet<TableId> = self.elsewhere().collect();
        self.shadows.retain(|id, _| elsewhere.contains(id));
        let wanted: Vec<TableId> = wanted.into_iter().filter(|id| elsewhere.contains(id)).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let tips = self.store.tips()?;
        for id in wanted {
            let number = tips.get(&Stream(id)).map_or(0, |tip| tip.number);
            if self.shadows.get(&id).is_some_and(|place| place.table.number() >= number) {
                continue;
            }
            if let Some((table, version)) = self.play_to_look(Stream(id)) {
                let rules = Arc::new(table.book().rules.clone());
                self.shadows.insert(id, Place::new(table, rules, &version));
            }
        }
        Ok(())
    }

    /// Whether somebody has chips at a table, wherever it is run. What other nodes did is read.
    pub(super) fn has_chips_at_tables(&self, person: PersonId) -> bool {
        self.all_seen().any(|(_, place)| place.table.has_money(person))
    }
}
