//! What the house's log says about the law, by the time since when and until when each thing was so.

use std::collections::BTreeMap;
use std::sync::Arc;

use room::{PersonId, TableId};
use serde::{Deserialize, Serialize};

use super::book::{Override, ROOM};
use super::{LawEntry, NoticePart, Packs};
use crate::Role;
use crate::company::{CompanyBook, CompanyEntry};
use crate::journal::HouseEntry;
use crate::library::{Files, Library};

/// What was so over a time: from when on, until before when, and what.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Lasted<T> {
    from_ms: i64,
    until_ms: Option<i64>,
    what: T,
}

/// What was so, one after the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Times<T>(Vec<Lasted<T>>);

impl<T> Default for Times<T> {
    fn default() -> Times<T> {
        Times(Vec::new())
    }
}

impl<T> Times<T> {
    fn begin(&mut self, from_ms: i64, what: T) {
        self.end(from_ms);
        self.0.push(Lasted { from_ms, until_ms: None, what });
    }

    fn end(&mut self, at_ms: i64) {
        if let Some(last) = self.0.last_mut().filter(|last| last.until_ms.is_none()) {
            last.until_ms = Some(at_ms);
        }
    }

    fn at(&self, at_ms: i64) -> Option<&T> {
        let is_then =
            |one: &&Lasted<T>| one.from_ms <= at_ms && one.until_ms.is_none_or(|until| at_ms < until);
        self.0.iter().rev().find(is_then).map(|one| &one.what)
    }

    /// The same times of something else.
    fn map<U>(&self, change: impl Fn(&T) -> Result<U, String>) -> Result<Times<U>, String> {
        let one = |own: &Lasted<T>| {
            let (from_ms, until_ms) = (own.from_ms, own.until_ms);
            Ok(Lasted { from_ms, until_ms, what: change(&own.what)? })
        };
        self.0.iter().map(one).collect::<Result<_, String>>().map(Times)
    }

    /// Since when nothing is so, if something was once.
    fn ended_ms(&self) -> Option<i64> {
        self.0.last().and_then(|last| last.until_ms)
    }
}

/// A company for which somebody plays, as the house's records have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Badge {
    pub(crate) company: u32,
    pub(crate) name: String,
    pub(crate) licence: String,
    pub(crate) badge: String,
}

/// What the house's log says about the law.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    packs: Times<Arc<Packs>>,
    /// Those that count before the log names any.
    pub(crate) before: Option<Arc<Packs>>,
    notices: BTreeMap<TableId, Times<Vec<NoticePart>>>,
    overrides: BTreeMap<(TableId, String), Times<Override>>,
    badges: BTreeMap<PersonId, Times<Badge>>,
    /// Who owned the room.
    owners: BTreeMap<PersonId, Times<()>>,
    shifts: Times<u32>,
    companies: CompanyBook,
    names: BTreeMap<PersonId, String>,
    /// What could not be read of the packs.
    pub(crate) faults: Vec<String>,
}

/// The same as it is kept beside the log: packs by their content, which the library has.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptHistory {
    packs: Times<Files>,
    notices: BTreeMap<TableId, Times<Vec<NoticePart>>>,
    overrides: Vec<((TableId, String), Times<Override>)>,
    badges: BTreeMap<PersonId, Times<Badge>>,
    owners: BTreeMap<PersonId, Times<()>>,
    shifts: Times<u32>,
    companies: CompanyBook,
    names: BTreeMap<PersonId, String>,
    faults: Vec<String>,
}

impl History {
    /// What is kept of it.
    pub(super) fn kept(&self) -> Result<KeptHistory, String> {
        Ok(KeptHistory {
            packs: self.packs.map(|packs| Ok(packs.files()))?,
            notices: self.notices.clone(),
            overrides: self.overrides.iter().map(|(key, times)| (key.clone(), times.clone())).collect(),
            badges: self.badges.clone(),
            owners: self.owners.clone(),
            shifts: self.shifts.clone(),
            companies: self.companies.clone(),
            names: self.names.clone(),
            faults: self.faults.clone(),
        })
    }

    /// Goes on from what was kept.
    ///
    /// # Errors
    /// When the library lacks a pack.
    pub(super) fn take_up(&mut self, kept: KeptHistory, library: &Library) -> Result<(), String> {
        self.packs = kept.packs.map(|files| Packs::kept(library, files).map(Arc::new))?;
        self.notices = kept.notices;
        self.overrides = kept.overrides.into_iter().collect();
        self.badges = kept.badges;
        self.owners = kept.owners;
        self.shifts = kept.shifts;
        self.companies = kept.companies;
        self.names = kept.names;
        self.faults = kept.faults;
        Ok(())
    }

    /// Takes an entry of the house; the library has what it names.
    pub(crate) fn take(&mut self, said: &HouseEntry, at_ms: i64, library: &Library) {
        match said {
            HouseEntry::Law(said) => self.hear(said, at_ms, library),
            HouseEntry::Company(said) => self.hear_of_company(said, at_ms),
            HouseEntry::PersonAdded { person, name, roles, .. } => {
                self.names.insert(*person, name.clone());
                self.note_owner(*person, roles, at_ms);
            }
            HouseEntry::RolesChanged { person, after, .. } => self.note_owner(*person, after, at_ms),
            HouseEntry::ShiftOpened { shift, .. } => self.shifts.begin(at_ms, *shift),
            HouseEntry::ShiftClosed { .. } => self.shifts.end(at_ms),
            _ => {}
        }
    }

    fn note_owner(&mut self, person: PersonId, roles: &[Role], at_ms: i64) {
        if roles.contains(&Role::Owner) {
            self.owners.entry(person).or_default().begin(at_ms, ());
        } else if let Some(times) = self.owners.get_mut(&person) {
            times.end(at_ms);
        }
    }

    fn hear(&mut self, said: &LawEntry, at_ms: i64, library: &Library) {
        match said {
            LawEntry::PacksRead { packs, .. } => match Packs::kept(library, packs) {
                Ok(packs) => self.packs.begin(at_ms, Arc::new(packs)),
                Err(what) => self.faults.push(what),
            },
            LawEntry::NoticePosted { table, parts, .. } => {
                self.notices.entry(*table).or_default().begin(at_ms, parts.clone());
            }
            LawEntry::NoticeTakenDown { table, .. } => self.notices.entry(*table).or_default().end(at_ms),
            LawEntry::Overridden { table, rule, reason, by } => {
                let own = Override { reason: reason.clone(), by: *by, at_ms };
                self.overrides.entry((*table, rule.clone())).or_default().begin(at_ms, own);
            }
            LawEntry::OverrideEnded { table, rule, .. } => {
                self.overrides.entry((*table, rule.clone())).or_default().end(at_ms);
            }
        }
    }

    fn hear_of_company(&mut self, said: &CompanyEntry, at_ms: i64) {
        self.companies.hear(said);
        match said {
            CompanyEntry::Registered { .. } => {}
            // Their people play under the new name from now on.
            CompanyEntry::Changed { company, .. } => {
                for (person, badge) in self.companies.people_of(*company) {
                    if let Some(own) = self.companies.badge_of(person, badge) {
                        self.badges.entry(person).or_default().begin(at_ms, own);
                    }
                }
            }
            CompanyEntry::BadgeGiven { person, badge, .. } => {
                if let Some(own) = self.companies.badge_of(*person, badge) {
                    self.badges.entry(*person).or_default().begin(at_ms, own);
                }
            }
            CompanyEntry::BadgeTaken { person, .. } => self.badges.entry(*person).or_default().end(at_ms),
        }
    }

    /// The packs that counted at a moment.
    pub(crate) fn packs_at(&self, at_ms: i64) -> Option<&Arc<Packs>> {
        self.packs.at(at_ms).or(self.before.as_ref())
    }

    /// Whether a notice with a part hung at a table; or, unless it must be the table's own, in the room.
    pub(crate) fn has_notice(&self, table: TableId, part: NoticePart, is_own: bool, at_ms: i64) -> bool {
        let hangs = |place: TableId| {
            let posted = self.notices.get(&place).and_then(|times| times.at(at_ms));
            posted.is_some_and(|parts| parts.contains(&part))
        };
        hangs(table) || (!is_own && hangs(ROOM))
    }

    /// When the last notice of a table was taken down, if none hangs.
    pub(crate) fn taken_down_ms(&self, table: TableId) -> Option<i64> {
        self.notices.get(&table).and_then(Times::ended_ms)
    }

    /// The override of a rule at a table, or in the whole room.
    pub(crate) fn overridden(&self, table: TableId, rule: &str, at_ms: i64) -> Option<&Override> {
        let at =
            |place: TableId| self.overrides.get(&(place, rule.to_owned())).and_then(|times| times.at(at_ms));
        at(table).or_else(|| at(ROOM))
    }

    /// For which company somebody played at a moment, by their badge.
    pub(crate) fn badge(&self, person: PersonId, at_ms: i64) -> Option<&Badge> {
        self.badges.get(&person).and_then(|times| times.at(at_ms))
    }

    /// Whether somebody owned the room at a moment.
    pub(crate) fn is_owner(&self, person: PersonId, at_ms: i64) -> bool {
        self.owners.get(&person).is_some_and(|times| times.at(at_ms).is_some())
    }

    /// Whether a shift was open.
    pub(crate) fn has_shift(&self, at_ms: i64) -> bool {
        self.shifts.at(at_ms).is_some()
    }

    /// Somebody's name.
    pub(crate) fn name(&self, person: PersonId) -> String {
        self.names.get(&person).cloned().unwrap_or_else(|| format!("person {person}"))
    }
}
