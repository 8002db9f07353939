//! The two kinds of chips, held apart: nothing of a table moves chips of the other kind, guests and bots hold no chips of
//! the house, and the accounts of each kind sum up to zero by themselves.

use std::collections::{BTreeMap, BTreeSet};

use books::Money;
use room::{Account, ChipKind, Ledger, PersonId, TableId};
use store::Entry;

use crate::Role;
use crate::journal::{HouseEntry, PersonKind, TableEntry};

/// What the logs have said of the kinds so far.
#[derive(Default)]
pub(crate) struct KindsProof {
    is_parted: bool,
    /// Whether the room was opened in the last entry, so that the next one parts the kinds if they are not apart yet.
    is_due: bool,
    /// The practice tables by the house's log, and the last event of each before it moved play chips.
    said: BTreeMap<TableId, u64>,
    /// The guests and bots.
    players: BTreeSet<PersonId>,
    /// The tables by their own logs, and whether they are for practice.
    tables: BTreeMap<TableId, bool>,
    /// Whether some of the log could not be read, so that the sums say nothing.
    has_gaps: bool,
    /// Whether some of the house's could not be.
    has_house_gaps: bool,
}

impl KindsProof {
    /// Takes note that entries could not be read.
    pub(crate) fn pass_over(&mut self, is_house: bool) {
        self.has_gaps = true;
        self.has_house_gaps |= is_house;
    }

    /// The kind of chips at a table, by what was said so far.
    pub(crate) fn kind_at(&self, table: TableId) -> ChipKind {
        ChipKind::at(self.said.contains_key(&table) || self.tables.get(&table) == Some(&true))
    }

    /// Takes an entry of the house; says what it cannot be.
    pub(crate) fn house(&mut self, entry: &Entry) -> Result<(), String> {
        let Ok(said) = serde_json::from_str::<HouseEntry>(&entry.body) else { return Ok(()) };
        let is_due = std::mem::take(&mut self.is_due) && !self.has_house_gaps;
        if is_due && !matches!(said, HouseEntry::KindsParted { .. }) {
            return Err(format!(
                "event {}: the room was opened, and play chips are not parted from those of the house",
                entry.first
            ));
        }
        match said {
            // Every version that says when it opens a room keeps them apart.
            HouseEntry::RoomOpened { .. } => self.is_due = !self.is_parted,
            HouseEntry::PersonAdded { person, kind: PersonKind::Guest | PersonKind::Bot, .. } => {
                self.players.insert(person);
            }
            // Earlier versions made patrons of guests.
            HouseEntry::RolesChanged { person, after, .. }
                if !self.is_parted && !after.contains(&Role::Guest) =>
            {
                self.players.remove(&person);
            }
            HouseEntry::TableOpened { table, is_practice: true, .. } => {
                self.said.insert(table, 0);
            }
            HouseEntry::KindsParted { practice, people, .. } => {
                if self.is_parted {
                    return Err(format!("event {}: the kinds of chips are parted once more", entry.first));
                }
                self.is_parted = true;
                self.said.extend(practice.iter().map(|one| (one.table, one.number)));
                let other = people.iter().find(|one| !self.players.contains(&one.person));
                if let Some(one) = other.filter(|_| !self.has_house_gaps) {
                    let (first, person) = (entry.first, one.person);
                    return Err(format!(
                        "event {first}: chips of person {person}, who has an account, become play chips"
                    ));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks an entry of a table.
    pub(crate) fn table(&mut self, entry: &Entry, body: &TableEntry) -> Result<(), String> {
        let (table, first) = (entry.stream.0, entry.first);
        if let TableEntry::Open { spec, .. } = body {
            self.tables.insert(table, spec.is_practice);
            let is_said = self.said.contains_key(&table);
            if self.is_parted && !self.has_house_gaps && is_said != spec.is_practice {
                let what = if is_said { "" } else { "no " };
                return Err(format!("event {first}: by the house's log it is {what}practice table"));
            }
        }
        let Some(is_practice) = self.tables.get(&table) else { return Ok(()) };
        if self.has_house_gaps {
            return Ok(());
        }
        let from = self.said.get(&table).copied();
        for transfer in &entry.transfers {
            let is_play = *is_practice && from.is_some_and(|from| transfer.event > from);
            let kind = ChipKind::at(is_play);
            for name in [&transfer.from, &transfer.to] {
                let own = name.parse::<Account>().ok().and_then(Account::kind);
                if own.is_some_and(|own| own != kind) {
                    let (event, other) = (transfer.event, if is_play { "house" } else { "play" });
                    return Err(format!(
                        "event {event}: chips of two kinds meet: {name} holds {other} chips, and the table has others"
                    ));
                }
            }
        }
        Ok(())
    }

    /// What the accounts have come to.
    pub(crate) fn end(&self, ledger: &Ledger) -> Vec<String> {
        if !self.is_parted || self.has_gaps {
            return Vec::new();
        }
        let mut faults = Vec::new();
        for (kind, words) in [(ChipKind::House, "chips of the house"), (ChipKind::Play, "play chips")] {
            let total = ledger.total_of(kind, |table| self.tables.get(&table) == Some(&true));
            if total != Money::ZERO {
                faults.push(format!("the sum over all accounts with {words} is {total}, not zero"));
            }
        }
        for person in &self.players {
            let held = ledger.balance(Account::Patron(*person));
            if !held.is_zero() {
                faults
                    .push(format!("person {person} has no account, and holds {held} in chips of the house"));
            }
        }
        faults
    }
}
