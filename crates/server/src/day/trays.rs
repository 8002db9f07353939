//! What lies at tables for change: who has counted it, and when it has to be counted.

use books::Money;
use room::{PersonId, TableId};

use super::{Count, DayBook, TraySettled, too_long};

impl DayBook {
    /// What a count of the chips at a table settles; one that differs from the ledger needs a word.
    pub(crate) fn settles_tray(
        &self,
        table: TableId,
        counted: Money,
        by: PersonId,
        note: &str,
    ) -> Option<TraySettled> {
        let counts = self.tray_counts.get(&table)?;
        let other = counts.iter().find(|count| count.by != by && count.counted == counted)?;
        let held = self.held_at(table);
        let is_explained = counted == held || !note.trim().is_empty();
        is_explained.then_some(TraySettled { with: other.by, held })
    }

    /// What the ledger has at a table.
    pub(crate) fn held_at(&self, table: TableId) -> Money {
        self.trays.get(&table).copied().unwrap_or_default()
    }

    /// Chips came to a table or went; what was counted before says nothing any more.
    pub(super) fn change_tray(&mut self, table: TableId, amount: Money) {
        *self.trays.entry(table).or_default() += amount;
        self.trays.retain(|_, held| !held.is_zero());
        self.tray_counts.remove(&table);
        self.trays_counted.remove(&table);
    }

    pub(super) fn take_tray_count(&mut self, table: TableId, counted: Money, by: PersonId, is_settled: bool) {
        if is_settled {
            self.change_tray(table, counted - self.held_at(table));
            self.trays_counted.insert(table);
            return;
        }
        let counts = self.tray_counts.entry(table).or_default();
        counts.retain(|count| count.by != by);
        counts.push(Count { by, counted });
    }

    /// Why a count of what lies at a table is not taken.
    pub(super) fn tray_refusal(
        &self,
        table: TableId,
        counted: Money,
        by: PersonId,
        note: &str,
        settled: Option<TraySettled>,
    ) -> Option<String> {
        if !self.is_blind {
            return Some("nobody counts what lies at tables for change".to_owned());
        }
        if counted < Money::ZERO {
            return Some("a count is nothing or more".to_owned());
        }
        if !self.trays.contains_key(&table) {
            return Some(format!("no chips of the house were brought to table {table} for change"));
        }
        if settled != self.settles_tray(table, counted, by, note) {
            return Some(format!("what lies at table {table} is settled by two equal counts"));
        }
        too_long(note)
    }

    /// Why the shift cannot end yet: what lies at tables for change is counted in it, after the last of it came or went.
    pub(super) fn uncounted_trays(&self) -> Option<String> {
        let is_due = |table: &&TableId| self.is_blind && !self.trays_counted.contains(table);
        let tables: Vec<String> = self.trays.keys().filter(is_due).map(ToString::to_string).collect();
        (!tables.is_empty()).then(|| {
            format!(
                "chips for change lie at table {}: two people count them before the shift is over",
                tables.join(", ")
            )
        })
    }
}
