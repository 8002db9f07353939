//! What the house's own log says that still matters when a room opens: which tables are set aside, and which are
//! closed for good. It is kept as a checkpoint of the house's stream, so that opening reads only what came after.

use std::collections::{BTreeMap, BTreeSet};

use room::{Command, Event, PersonId, TableId};
use serde::{Deserialize, Serialize};
use store::{Checkpoint, Reader, Stream};

use super::corrections::Corrections;
use super::exchanges::Exchanges;
use super::roles::Said;
use super::{Hall, HallFault, PrivateTable};
use crate::company::CompanyBook;
use crate::day::DayBook;
use crate::jackpots::JackpotBook;
use crate::journal::{HouseEntry, TableEntry, is_newer};
use crate::kept::{self, KeptKey};
use crate::law::LawBook;
use crate::line_up::LineUp;
use crate::lists::ListBook;
use crate::patrons::CashBook;

/// After so many entries of the house its standing is kept anew.
const KEPT_EVERY: u64 = 400;

/// What the house's log has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// The tables that are set aside and not taken up again, and why.
    #[serde(default)]
    pub(crate) aside: BTreeMap<TableId, String>,
    /// The tables that are closed, with their books.
    #[serde(default)]
    pub(crate) closed: BTreeMap<TableId, String>,
    /// Those of them whose chips were given back.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) given_back: BTreeSet<TableId>,
    /// The version of the program that has opened the room last, where the log says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) opened_by: Option<String>,
    /// The key that has signed the last note of tips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) signed_by: Option<String>,
    /// The roles that it gives; nothing in what earlier versions kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) roles: Option<Said>,
    /// Whether play chips and chips of the house are apart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_parted: bool,
    /// The tables that are played with play chips.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) practice: BTreeSet<TableId>,
    /// The private tables, also those that are closed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) private: BTreeMap<TableId, PrivateTable>,
    /// The open tables that have a chat.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) chats: BTreeSet<TableId>,
    /// Who may say nothing at which of them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) silenced: BTreeSet<(TableId, PersonId)>,
    /// Large sales and redemptions.
    #[serde(default, skip_serializing_if = "Exchanges::is_empty")]
    pub(crate) exchanges: Exchanges,
    /// For which company people play, as the floor said last at whichever table; nothing in what earlier versions kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) companies: Option<BTreeMap<PersonId, String>>,
    /// Corrections that a second person has to approve.
    #[serde(default, skip_serializing_if = "Corrections::is_empty")]
    pub(crate) corrections: Corrections,
    /// Shifts, boxes and counts.
    #[serde(default, skip_serializing_if = "DayBook::is_empty")]
    pub(crate) day: DayBook,
    /// Law packs, notices and overrides.
    #[serde(default, skip_serializing_if = "LawBook::is_empty")]
    pub(crate) law: LawBook,
    /// Third-party providers and their people.
    #[serde(default, skip_serializing_if = "CompanyBook::is_empty")]
    pub(crate) providers: CompanyBook,
    /// The money of patrons on the gaming day that is on.
    #[serde(default, skip_serializing_if = "CashBook::is_empty")]
    pub(crate) cash: CashBook,
    /// Lists, calls and held seats.
    #[serde(default, skip_serializing_if = "ListBook::is_empty")]
    pub(crate) lists: ListBook,
    /// The jackpot fund and the hits that wait.
    #[serde(default, skip_serializing_if = "JackpotBook::is_empty")]
    pub(crate) jackpots: JackpotBook,
    /// The line-up of dealers.
    #[serde(default, skip_serializing_if = "LineUp::is_empty")]
    pub(crate) line_up: LineUp,
}

impl Standing {
    /// Before anything was written.
    pub(crate) fn new() -> Standing {
        Standing { roles: Some(Said::default()), companies: Some(BTreeMap::new()), ..Standing::default() }
    }

    /// The same without what the version that kept another one did not keep.
    pub(crate) fn as_in(&self, kept: &Standing) -> Standing {
        let mut standing = self.clone();
        if kept.roles.is_none() {
            (standing.signed_by, standing.roles) = (None, None);
        }
        if kept.companies.is_none() {
            standing.companies = None;
        }
        standing
    }

    /// For which company somebody plays: by their badge, or by the floor's last word at any table.
    pub(crate) fn company_of(&self, person: PersonId) -> Option<&str> {
        let said = || self.companies.as_ref().and_then(|all| all.get(&person)).map(String::as_str);
        self.providers.name_of(person).or_else(said)
    }

    /// Everybody else who plays for the company of somebody.
    pub(crate) fn colleagues(&self, person: PersonId) -> impl Iterator<Item = PersonId> {
        let own = self.company_of(person);
        let badges = self.providers.badges.keys();
        let all: BTreeSet<PersonId> =
            self.companies.iter().flat_map(BTreeMap::keys).chain(badges).copied().collect();
        let is_same = move |one: &PersonId| {
            let company = own.zip(self.company_of(*one));
            *one != person && company.is_some_and(|(own, other)| room::is_same_company(own, other))
        };
        all.into_iter().filter(is_same)
    }

    /// Takes note of an entry, and of when it was written.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64) {
        let before = self.exchanges.day(at_ms);
        self.exchanges.take(entry, at_ms);
        let today = self.exchanges.day(at_ms);
        self.corrections.change_day(before, today);
        self.jackpots.change_day(before, today);
        self.corrections.take(entry);
        self.note_corrected(entry, at_ms);
        self.day.take(entry, at_ms);
        self.note_emptied(entry);
        self.law.take(entry, at_ms);
        if let HouseEntry::Company(said) = entry {
            self.providers.hear(said);
        }
        self.cash.take(entry, at_ms);
        self.lists.take(entry, at_ms);
        let day = self.exchanges.all_add_up(at_ms).map(|(day, _)| day);
        self.jackpots.take(entry, at_ms, day);
        self.line_up.take(entry, at_ms);
        if let Some(said) = &mut self.roles {
            said.take(entry);
        }
        match entry {
            HouseEntry::TipsNoted { key, .. } => self.signed_by = Some(key.clone()),
            HouseEntry::TableSetAside { table, why } => drop(self.aside.insert(*table, why.clone())),
            HouseEntry::TableTakenUp { table } => drop(self.aside.remove(table)),
            HouseEntry::TableOpened { table, by, is_practice, link, has_chat, .. } => {
                if *is_practice {
                    self.practice.insert(*table);
                }
                if *has_chat {
                    self.chats.insert(*table);
                }
                if let Some((link, host)) = link.clone().zip(*by) {
                    self.private.insert(*table, PrivateTable { host, link });
                }
            }
            HouseEntry::Silenced { table, person, is_silenced, .. } => match is_silenced {
                true => drop(self.silenced.insert((*table, *person))),
                false => drop(self.silenced.remove(&(*table, *person))),
            },
            HouseEntry::KindsParted { practice, .. } => {
                self.is_parted = true;
                self.practice.extend(practice.iter().map(|one| one.table));
            }
            HouseEntry::TableClosed { table, book } => {
                self.closed.insert(*table, book.clone());
                self.chats.remove(table);
                self.silenced.retain(|(of, _)| of != table);
            }
            HouseEntry::ChipsGivenBack { table, book, .. } => {
                self.aside.remove(table);
                self.closed.insert(*table, book.clone());
                self.given_back.insert(*table);
            }
            HouseEntry::RoomOpened { version, .. } => self.opened_by = Some(version.clone()),
            HouseEntry::StaffActed { command, .. } => self.note_company(command),
            _ => {}
        }
    }

    fn note_company(&mut self, command: &Command) {
        let (Command::Company { person, company }, Some(companies)) = (command, &mut self.companies) else {
            return;
        };
        match company {
            Some(company) => drop(companies.insert(*person, company.clone())),
            None => drop(companies.remove(person)),
        }
    }

    /// What the house's log has come to from the newest state that the room has marked: the number of its last entry,
    /// of the entry after which that was kept, and what it has come to.
    pub(crate) fn read(
        store: &dyn Reader,
        key: Option<&KeptKey>,
    ) -> Result<(u64, u64, Standing), store::Error> {
        // A checkpoint only saves time: without one that can be trusted, the whole stream is read.
        let kept = kept::newest(store, Stream::HOUSE, u64::MAX, key);
        let kept = kept.and_then(|kept| Some((kept.number, serde_json::from_str(&kept.body).ok()?)));
        let is_whole = |standing: &Standing| standing.roles.is_some() && standing.companies.is_some();
        let kept = kept.filter(|(_, standing): &(u64, Standing)| is_whole(standing));
        let (number, mut standing) = kept.unwrap_or_else(|| (0, Standing::new()));
        let mut from = number + 1;
        loop {
            let entries = store.entries(Stream::HOUSE, from, 1_000)?;
            let Some(last) = entries.last() else { return Ok((from - 1, number, standing)) };
            from = last.entry.last() + 1;
            for logged in &entries {
                if let Ok(entry) = serde_json::from_str(&logged.entry.body) {
                    standing.take(&entry, logged.entry.at_ms);
                }
            }
        }
    }
}

/// Refuses a room that a newer version of the program has opened, before anything is written to it.
///
/// # Errors
/// When a newer version has opened it, or the store cannot be read.
pub(crate) fn refuse_newer(store: &dyn Reader) -> Result<(), HallFault> {
    let (_, _, standing) = Standing::read(store, None)?;
    match standing.opened_by.filter(|version| is_newer(version)) {
        Some(version) => Err(HallFault::Newer(version)),
        None => Ok(()),
    }
}

impl Hall {
    /// Reads what the house's log has come to, from its newest checkpoint on.
    pub(super) fn read_house(&mut self) -> Result<(), HallFault> {
        let (number, kept, standing) = Standing::read(self.store.as_ref(), self.key.as_ref())?;
        (self.house_number, self.house_kept, self.standing) = (number, kept, standing);
        Ok(())
    }

    /// Whether a table is closed by the house's log and by its own, which ends there.
    pub(super) fn is_surely_closed(&mut self, stream: Stream) -> bool {
        if !self.standing.closed.contains_key(&stream.0) {
            return false;
        }
        // Its own log ends where it was set aside.
        if self.standing.given_back.contains(&stream.0) {
            return true;
        }
        let tip = self.store.tip(stream).map(|tip| tip.number);
        let last = tip.and_then(|tip| self.store.entries(stream, tip, 1));
        let closes = |entry: &store::Entry| {
            let body = serde_json::from_str::<TableEntry>(&entry.body);
            // What cannot be read says nothing else than the house does.
            body.map_or(true, |body| body.events().iter().any(|event| matches!(event, Event::Closed)))
        };
        let is_so = last.map_or(true, |last| last.iter().all(|logged| closes(&logged.entry)));
        if !is_so {
            tracing::warn!(
                "table {} is open by its log, and closed by what was kept of the house's",
                stream.0
            );
            self.standing.closed.remove(&stream.0);
        }
        is_so
    }

    /// Keeps the house's standing when much was written since the last time.
    pub(super) fn keep_standing(&mut self) {
        let is_free = self.node.is_none() || self.is_held;
        if !is_free || self.house_number < self.house_kept + KEPT_EVERY {
            return;
        }
        let number = self.house_number;
        let body = serde_json::to_string(&self.standing).expect("a standing is plain data");
        self.batch.checkpoints.push(Checkpoint { stream: Stream::HOUSE, number, body });
        self.house_kept = number;
    }

    /// Whether a table is closed and nothing of it is in memory.
    pub(super) fn is_resting(&self, id: TableId) -> bool {
        self.standing.closed.contains_key(&id)
            && !self.tables.contains_key(&id)
            && !self.lost.contains_key(&id)
    }

    /// Takes a closed table into the hall again, for somebody who wants to look at it.
    pub(super) fn wake(&mut self, id: TableId) {
        if self.is_resting(id) {
            self.resume_table(Stream(id));
            if !self.holds(id) {
                self.changed.remove(&id);
            }
        }
    }
}
