//! What the log says of patrons, held against what is written about them beside it.

use std::collections::{BTreeMap, BTreeSet};

use room::{By, Command, PersonId, TableId};
use store::{Hash, Record};

use super::{PatronSaid, Patrons, Written, cash};
use crate::journal::HouseEntry;
use crate::lists::ListSaid;

/// What the log has said so far, and what lies beside it.
#[derive(Default)]
pub(crate) struct PatronsProof {
    /// What lies beside the log, as far as it can be read.
    patrons: Patrons,
    records: BTreeMap<u64, Record>,
    /// What the log says of records that were not removed: about whom, its digest, by whom and when.
    said: BTreeMap<u64, (PersonId, Hash, PersonId, i64)>,
    /// Those of whom nothing is written any more, because it was removed.
    removed: BTreeSet<PersonId>,
    /// The tables with play chips, where anybody may play.
    practice: BTreeSet<TableId>,
}

impl PatronsProof {
    /// Takes what lies beside the log.
    pub(crate) fn new(records: Vec<Record>) -> PatronsProof {
        let mut proof = PatronsProof::default();
        for record in records {
            if let Ok(written) = serde_json::from_str(&record.body) {
                proof.patrons.take(record.person, record.record, written);
            }
            proof.records.insert(record.record, record);
        }
        proof
    }

    /// Takes an entry of the house, and says what it cannot be.
    pub(crate) fn take(&mut self, said: &HouseEntry, number: u64, at_ms: i64) -> Option<String> {
        if let HouseEntry::TableOpened { table, is_practice: true, .. } = said {
            self.practice.insert(*table);
        }
        if let HouseEntry::KindsParted { practice, .. } = said {
            self.practice.extend(practice.iter().map(|one| one.table));
        }
        let served = match said {
            HouseEntry::List(ListSaid::Joined { person, .. } | ListSaid::Held { person, .. }) => *person,
            said => cash::exchanged(said).filter(|(.., is_sale)| *is_sale).map(|(person, ..)| person),
        };
        if let Some(fault) = served.and_then(|person| self.barred(person, at_ms)) {
            return Some(fault);
        }
        match said {
            HouseEntry::Patron(PatronSaid::Recorded { record, person, digest, by }) => {
                self.said.insert(*record, (*person, *digest, *by, at_ms));
                (*record != number).then(|| format!("record {record} has another number than its entry"))
            }
            HouseEntry::Patron(PatronSaid::Removed { person, records, .. }) => {
                let before = self.said.len();
                self.said.retain(|_, (of, ..)| of != person);
                self.removed.insert(*person);
                let gone = before - self.said.len();
                (gone != *records as usize)
                    .then(|| format!("{gone} records of person {person} were removed, not {records}"))
            }
            _ => None,
        }
    }

    fn barred(&self, person: PersonId, at_ms: i64) -> Option<String> {
        let (record, _) = self.patrons.bar(person, at_ms)?;
        // A bar that is written in the very moment comes after what it is held against.
        let is_before = self.said.get(&record).is_some_and(|(.., since)| *since < at_ms);
        is_before.then(|| format!("person {person} is served, who is not by record {record}"))
    }

    /// Holds what somebody did at a table against the bars of that time.
    pub(crate) fn fault_at_table(
        &self,
        table: TableId,
        by: By,
        command: &Command,
        at_ms: i64,
    ) -> Option<String> {
        if self.practice.contains(&table) {
            return None;
        }
        // The house takes nobody out by itself but those whom it does not serve.
        if let (By::Clock, Command::For { person, .. }) = (by, command) {
            let is_served = !self.removed.contains(person) && self.patrons.bar(*person, at_ms).is_none();
            return is_served
                .then(|| format!("person {person} was taken out by the house, which serves them"));
        }
        let (person, command) = match (by, command) {
            (_, Command::For { person, command }) => (*person, command.as_ref()),
            (By::Patron(person), command) => (person, command),
            (By::Dealer(_) | By::Floor(_) | By::Clock, _) => return None,
        };
        brings_chips(command).then(|| self.barred(person, at_ms)).flatten()
    }

    /// What lies beside the log and is not as it says.
    pub(crate) fn unmatched(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (number, (person, digest, by, at_ms)) in &self.said {
            let Some(record) = self.records.get(number) else {
                faults.push(format!(
                    "record {number} of person {person} is not beside the log, and nobody removed it"
                ));
                continue;
            };
            let is_so = |written: &Written| (written.by(), written.at_ms()) == (*by, *at_ms);
            if record.digest() != *digest || !self.patrons.one(*person, *number).is_some_and(is_so) {
                faults.push(format!("record {number} of person {person} is not what the house's log has"));
            }
        }
        let unsaid = self.records.values().filter(|record| !self.said.contains_key(&record.record));
        faults.extend(
            unsaid.map(|one| {
                format!("record {} of person {} is not in the house's log", one.record, one.person)
            }),
        );
        faults
    }
}

/// Whether a command takes a seat or a place on a list, or brings chips.
pub(crate) fn brings_chips(command: &Command) -> bool {
    matches!(
        command,
        Command::Sit { .. }
            | Command::StandBehind { .. }
            | Command::AddChips { .. }
            | Command::Join
            | Command::GiveConsent
    )
}
