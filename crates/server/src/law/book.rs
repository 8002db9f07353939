//! What the house's log has come to about the law, and what it may say next: asked by the hall before it writes and by the
//! proof when it reads.

use std::collections::BTreeMap;

use room::{PersonId, TableId};
use serde::{Deserialize, Serialize};

use super::{LawEntry, NoticePart};
use crate::Role;
use crate::hall::Standing;
use crate::journal::HouseEntry;
use crate::library::Files;

/// How long the words of an override may be.
pub(crate) const REASON_MOST: usize = 500;

/// The room as a whole, where a table is asked for.
pub(crate) const ROOM: TableId = 0;

/// Who posts notices, and overrides.
pub(crate) const OF_LAW: [Role; 2] = [Role::Floor, Role::Owner];

/// A notice that hangs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Posted {
    pub(crate) hash: String,
    pub(crate) parts: Vec<NoticePart>,
    pub(crate) by: PersonId,
    pub(crate) at_ms: i64,
}

/// A rule that the floor has overridden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Override {
    pub(crate) reason: String,
    pub(crate) by: PersonId,
    pub(crate) at_ms: i64,
}

/// Packs, notices and overrides that count now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LawBook {
    pub(crate) packs: Files,
    pub(crate) notices: BTreeMap<TableId, Posted>,
    pub(crate) overrides: BTreeMap<TableId, BTreeMap<String, Override>>,
}

impl LawBook {
    pub(crate) fn is_empty(&self) -> bool {
        *self == LawBook::default()
    }

    /// The override of a rule at a table, or in the whole room.
    pub(crate) fn overridden(&self, table: TableId, rule: &str) -> Option<&Override> {
        let at = |place: TableId| self.overrides.get(&place).and_then(|rules| rules.get(rule));
        at(table).or_else(|| at(ROOM))
    }

    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64) {
        match entry {
            HouseEntry::Law(said) => self.hear(said, at_ms),
            HouseEntry::TableClosed { table, .. } | HouseEntry::ChipsGivenBack { table, .. } => {
                self.notices.remove(table);
                self.overrides.remove(table);
            }
            _ => {}
        }
    }

    fn hear(&mut self, said: &LawEntry, at_ms: i64) {
        match said {
            LawEntry::PacksRead { packs, .. } => self.packs.clone_from(packs),
            LawEntry::NoticePosted { table, hash, parts, by } => {
                let posted = Posted { hash: hash.clone(), parts: parts.clone(), by: *by, at_ms };
                self.notices.insert(*table, posted);
            }
            LawEntry::NoticeTakenDown { table, .. } => drop(self.notices.remove(table)),
            LawEntry::Overridden { table, rule, reason, by } => {
                let own = Override { reason: reason.clone(), by: *by, at_ms };
                self.overrides.entry(*table).or_default().insert(rule.clone(), own);
            }
            LawEntry::OverrideEnded { table, rule, .. } => {
                if let Some(rules) = self.overrides.get_mut(table) {
                    rules.remove(rule);
                }
                self.overrides.retain(|_, rules| !rules.is_empty());
            }
        }
    }

    /// Why an entry cannot be after those before it, in a sentence for whoever wants it.
    fn refusal(&self, said: &LawEntry) -> Option<String> {
        let place = |table: TableId| match table {
            ROOM => "in the room".to_owned(),
            table => format!("at table {table}"),
        };
        match said {
            LawEntry::PacksRead { packs, .. } => {
                (*packs == self.packs).then(|| "these law packs count already".to_owned())
            }
            LawEntry::NoticePosted { table, hash, .. } => {
                let is_same = self.notices.get(table).is_some_and(|posted| posted.hash == *hash);
                is_same.then(|| format!("that notice hangs {} already", place(*table)))
            }
            LawEntry::NoticeTakenDown { table, .. } => {
                (!self.notices.contains_key(table)).then(|| format!("no notice hangs {}", place(*table)))
            }
            LawEntry::Overridden { table, rule, reason, .. } => {
                if reason.trim().is_empty() || reason.chars().count() > REASON_MOST {
                    return Some(format!("give the reason in 1 to {REASON_MOST} letters"));
                }
                let own = self.overrides.get(table).and_then(|rules| rules.get(rule));
                own.map(|_| format!("{rule} is overridden {} already", place(*table)))
            }
            LawEntry::OverrideEnded { table, rule, .. } => {
                let own = self.overrides.get(table).and_then(|rules| rules.get(rule));
                own.is_none().then(|| format!("{rule} is not overridden {}", place(*table)))
            }
        }
    }
}

impl Standing {
    /// What an entry of the house about the law, which was not taken yet, cannot be: by those before it, and by who may do it.
    pub(crate) fn law_fault(&self, said: &HouseEntry) -> Option<String> {
        let HouseEntry::Law(said) = said else { return None };
        let barred =
            said.by().filter(|by| self.roles.as_ref().is_some_and(|roles| !roles.is_one_of(*by, &OF_LAW)));
        let barred = barred.map(|by| format!("person {by} has done what is for others of the staff"));
        let table = match said {
            LawEntry::PacksRead { .. } => None,
            LawEntry::NoticePosted { table, .. }
            | LawEntry::NoticeTakenDown { table, .. }
            | LawEntry::Overridden { table, .. }
            | LawEntry::OverrideEnded { table, .. } => Some(*table),
        };
        let closed = table.filter(|table| self.closed.contains_key(table));
        let closed = closed.map(|table| format!("table {table} is closed"));
        barred.or(closed).or_else(|| self.law.refusal(said))
    }
}
