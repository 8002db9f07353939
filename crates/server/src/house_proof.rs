//! The house's own log held against itself and against the tables: chips move as its entries say, nobody is added
//! twice, roles follow one another, and what the staff did at a table stands in both logs.

use std::collections::{BTreeMap, BTreeSet};

use room::{Account, By, Command, TableId};
use serde_json::Value;
use store::{Entry, Hash};

use crate::Role;
use crate::hall::Standing;
use crate::journal::{HouseEntry, HouseKind};

/// What the house's log has said so far.
#[derive(Default)]
pub(crate) struct HouseProof {
    people: BTreeSet<u32>,
    roles: BTreeMap<u32, Vec<Role>>,
    /// What the staff did and no table's log has shown yet, by table and first event.
    acts: BTreeMap<(TableId, u64), Act>,
    standing: Standing,
    /// When the last entry was written, since times cannot go back: before the first note of tips an earlier version
    /// may have written it.
    last_ms: Option<i64>,
    /// Whether some of the log could not be read, so that nothing can be missing in it.
    has_gaps: bool,
    /// Whether some of it lies in archives that are not at hand.
    has_archives: bool,
}

/// What somebody of the staff did.
struct Act {
    by: By,
    /// Nothing for a choice in a round, which may name cards.
    command: Option<Hash>,
}

fn of(command: &Command) -> Hash {
    Hash::of(serde_json::to_string(command).expect("a command is plain data").as_bytes())
}

impl HouseProof {
    /// Takes note that some of the house's entries could not be read.
    pub(crate) fn pass_over(&mut self) {
        self.has_gaps = true;
        self.roles.clear();
    }

    /// Takes note that some of the log lies in archives that are not at hand: what is noted there may not be found.
    pub(crate) fn leave_out_archives(&mut self) {
        (self.has_gaps, self.has_archives) = (true, true);
    }

    /// What the house's log has come to, if all of it could be read.
    pub(crate) fn standing(&self) -> Option<&Standing> {
        (!self.has_gaps).then_some(&self.standing)
    }

    /// Checks an entry; gives the kind of one that this version does not know.
    pub(crate) fn check(&mut self, entry: &Entry, faults: &mut Vec<String>) -> Option<String> {
        let first = entry.first;
        let mut fault = |what: String| faults.push(format!("event {first}: {what}"));
        if self.last_ms.is_some_and(|last| entry.at_ms < last) {
            fault("it was written before the entry before it".to_owned());
        }
        self.last_ms = self.last_ms.map(|last| last.max(entry.at_ms));
        let read: Result<HouseEntry, _> = serde_json::from_str(&entry.body);
        let unknown = match &read {
            Ok(_) => None,
            Err(error) => match unknown_kind(&entry.body) {
                Some(kind) => Some(kind),
                None => {
                    fault(format!("the house's entry cannot be read: {error}"));
                    return None;
                }
            },
        };
        let says = read.as_ref().ok().and_then(moves);
        let moved: Vec<_> =
            entry.transfers.iter().map(|one| (one.from.as_str(), one.to.as_str(), one.amount)).collect();
        let said: Vec<_> =
            says.iter().map(|(from, to, amount)| (from.as_str(), to.as_str(), *amount)).collect();
        if moved != said {
            fault("other chips move than the house says".to_owned());
        }
        if let Ok(said) = read {
            self.take(said, entry, &mut fault);
        }
        unknown
    }

    fn take(&mut self, said: HouseEntry, entry: &Entry, fault: &mut dyn FnMut(String)) {
        self.standing.take(&said);
        match said {
            HouseEntry::PersonAdded { person, .. } => {
                if !self.people.insert(person) {
                    fault(format!("person {person} is added once more"));
                }
            }
            HouseEntry::RolesChanged { person, before, after, .. } => {
                let known = self.roles.insert(person, after);
                if !self.has_archives && known.is_some_and(|known| known != before) {
                    fault(format!("person {person} had other roles before"));
                }
            }
            HouseEntry::TipsNoted { .. } => self.last_ms = self.last_ms.or(Some(entry.at_ms)),
            HouseEntry::StaffActed { table, by, command, person, event } => {
                let whom = match &*command {
                    Command::For { person, .. } | Command::Company { person, .. } => Some(*person),
                    _ => person,
                };
                if whom != person {
                    fault("the act of the staff is for somebody else".to_owned());
                }
                let act = Act { by, command: Some(of(&command)) };
                if self.acts.insert((table, event), act).is_some() {
                    fault(format!("an act of the staff at table {table}, event {event} is noted once more"));
                }
            }
            HouseEntry::ActedFor { table, by, event, .. } => {
                if self.acts.insert((table, event), Act { by, command: None }).is_some() {
                    fault(format!("an act of the staff at table {table}, event {event} is noted once more"));
                }
            }
            HouseEntry::ChipsBought { .. }
            | HouseEntry::Archived { .. }
            | HouseEntry::BackedUp { .. }
            | HouseEntry::ChipsRedeemed { .. }
            | HouseEntry::TableOpened { .. }
            | HouseEntry::TableClosed { .. }
            | HouseEntry::TableSetAside { .. }
            | HouseEntry::TableTakenUp { .. }
            | HouseEntry::NotePassedOver { .. }
            | HouseEntry::PasswordSet { .. } => {}
        }
    }

    /// Holds a command in a table's log against what the house noted; the version is the one that played it.
    pub(crate) fn acted(
        &mut self,
        table: TableId,
        first: u64,
        by: By,
        command: &Command,
        version: &str,
    ) -> Result<(), String> {
        match self.acts.remove(&(table, first)) {
            Some(act) if act.by == by && act.command.is_none_or(|noted| noted == of(command)) => Ok(()),
            Some(_) => Err(format!("event {first}: the house noted another act of the staff")),
            None => {
                let is_noted = match by {
                    By::Floor(_) => true,
                    By::Dealer(_) => matches!(command, Command::Report { .. }),
                    By::Patron(_) | By::Clock => false,
                };
                // The first version noted no acts.
                if is_noted && !self.has_gaps && version != "0.1.0" {
                    return Err(format!(
                        "event {first}: what the staff did here is missing in the house's log"
                    ));
                }
                Ok(())
            }
        }
    }

    /// Forgets what was noted of events that cannot be read.
    pub(crate) fn forget(&mut self, table: TableId, events: &std::ops::Range<u64>) {
        self.acts.retain(|(of, event), _| *of != table || !events.contains(event));
    }

    /// What the house noted and no table's log has.
    pub(crate) fn unmatched(self) -> impl Iterator<Item = String> {
        let acts = if self.has_archives { BTreeMap::new() } else { self.acts };
        acts.into_keys().map(|(table, event)| {
            format!(
                "stream 0: the house noted an act of the staff at table {table}, event {event}, which is not in the \
                 table's log"
            )
        })
    }
}

/// The chips that an entry of the house moves: who pays, who is paid, how much.
fn moves(said: &HouseEntry) -> Option<(String, String, books::Money)> {
    let cage = Account::Cage.to_string();
    let patron = |person: u32| Account::Patron(person).to_string();
    match *said {
        HouseEntry::ChipsBought { person, amount, .. } => Some((cage, patron(person), amount)),
        HouseEntry::ChipsRedeemed { person, amount, .. } => Some((patron(person), cage, amount)),
        _ => None,
    }
}

/// The kind of an entry that another version wrote and this one does not know.
fn unknown_kind(body: &str) -> Option<String> {
    let value: Value = serde_json::from_str(body).ok()?;
    let kind = value.get("house")?.as_str()?;
    HouseKind::of_text(body).is_none().then(|| kind.to_owned())
}
