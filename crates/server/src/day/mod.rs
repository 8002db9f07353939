//! A day of the house: shifts, the locked boxes of its tables, counts and the cage. Rules alone: what an entry of the house's
//! log may say after those before it, and which chips it moves. The hall asks before it writes, the proof when it reads.

mod proof;
mod trays;
mod words;

pub(crate) use proof::PullsProof;
pub use words::{BoxKind, CageMoment, DeskRules, Drawer, Settled, TraySettled};

use std::collections::{BTreeMap, BTreeSet};

use books::Money;
use room::{Account, PersonId, TableId, Transfer};
use serde::{Deserialize, Serialize};

use crate::Role;
use crate::hall::Standing;
use crate::jackpots::JackpotSaid;
use crate::journal::HouseEntry;

/// How long the name of a shift may be.
const NAME_MOST: usize = 40;

/// How long the words beside a count may be.
const NOTE_MOST: usize = 500;

/// A shift that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shift {
    pub(crate) shift: u32,
    pub(crate) name: String,
    pub(crate) by: PersonId,
    pub(crate) since_ms: i64,
}

/// What somebody found in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Count {
    pub(crate) by: PersonId,
    pub(crate) counted: Money,
}

/// A box that was pulled and is not settled yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pulled {
    pub(crate) kind: BoxKind,
    pub(crate) shift: u32,
    pub(crate) amount: Money,
    pub(crate) by: PersonId,
    pub(crate) at_ms: i64,
    /// The last count of each who has counted it.
    pub(crate) counts: Vec<Count>,
    /// When the box before it was pulled; 0 for the first.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) since_ms: i64,
}

fn is_zero(at_ms: &i64) -> bool {
    *at_ms == 0
}

/// What two people have found alike in a box or at a table, where the ledger has something else.
pub(crate) fn difference(counts: &[Count], held: Money) -> Option<Money> {
    let is_found_twice =
        |one: &Count| counts.iter().any(|other| other.by != one.by && other.counted == one.counted);
    let found = counts.iter().find(|one| is_found_twice(one))?;
    Some(found.counted - held)
}

/// A count of the cage that found something else than there should be, with no word of why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CageTry {
    pub(crate) found: Drawer,
    pub(crate) by: PersonId,
}

/// The last count of the cage, and what it should hold by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CageCount {
    pub(crate) moment: CageMoment,
    pub(crate) found: Drawer,
    pub(crate) by: PersonId,
    pub(crate) at_ms: i64,
    /// What was found, and all that was exchanged since.
    pub(crate) expected: Drawer,
}

/// Shifts, boxes and counts, as the house's log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DayBook {
    /// The shift that is open.
    pub(crate) shift: Option<Shift>,
    /// How many were opened so far.
    pub(crate) shifts: u32,
    /// How many boxes were pulled off each table.
    pub(crate) numbers: BTreeMap<TableId, u32>,
    /// The tables whose box is the coming shift's already.
    pub(crate) ahead: BTreeSet<(TableId, BoxKind)>,
    /// The boxes that are not settled, by table and number.
    pub(crate) pulled: BTreeMap<TableId, BTreeMap<u32, Pulled>>,
    /// The last count of the cage.
    pub(crate) cage: Option<CageCount>,
    /// What lies at tables for change.
    pub(crate) trays: BTreeMap<TableId, Money>,
    /// Whether whoever counts is told what there should be only when their count is in the log, and what lies at tables
    /// for change is counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_blind: bool,
    /// The count of the cage that is taken once more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tried: Option<CageTry>,
    /// What was found at tables for change and is not settled: the last count of each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) tray_counts: BTreeMap<TableId, Vec<Count>>,
    /// The tables at which it was counted in this shift, and nothing came or went since.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) trays_counted: BTreeSet<TableId>,
    /// When the last box of collections was pulled off each table.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    last_pulls: BTreeMap<TableId, i64>,
}

impl DayBook {
    pub(crate) fn is_empty(&self) -> bool {
        *self == DayBook::default()
    }

    /// The shift to which the box at a table belongs: the open one or the next, unless it was changed for the coming one.
    pub(crate) fn shift_of(&self, table: TableId, kind: BoxKind) -> u32 {
        let now = self.shift.as_ref().map_or(self.shifts + 1, |shift| shift.shift);
        now + u32::from(self.ahead.contains(&(table, kind)))
    }

    /// The number that the box at a table will have.
    pub(crate) fn number_of(&self, table: TableId) -> u32 {
        self.numbers.get(&table).copied().unwrap_or_default() + 1
    }

    /// A box that is not settled.
    pub(crate) fn waiting(&self, table: TableId, number: u32) -> Option<&Pulled> {
        self.pulled.get(&table)?.get(&number)
    }

    /// What a count settles: whose it agrees with, and what the ledger has.
    pub(crate) fn settles(
        &self,
        table: TableId,
        number: u32,
        counted: Money,
        by: PersonId,
    ) -> Option<Settled> {
        let pulled = self.waiting(table, number)?;
        let other = pulled.counts.iter().find(|count| count.by != by && count.counted == counted)?;
        Some(Settled { with: other.by, kind: pulled.kind, held: pulled.amount })
    }

    /// The same where a difference has to be explained: a count without a word is taken and settles nothing, so that
    /// whoever counted is told of the difference only after it is in the log.
    pub(crate) fn settles_with(
        &self,
        table: TableId,
        number: u32,
        counted: Money,
        by: PersonId,
        note: &str,
    ) -> Option<Settled> {
        let settled = self.settles(table, number, counted, by);
        let is_unexplained = |settled: &Settled| counted != settled.held && note.trim().is_empty();
        settled.filter(|settled| !self.is_blind || !is_unexplained(settled))
    }

    /// Until when the collections of a table lie in boxes that are settled: until then everybody may know of them.
    pub(crate) fn known_until(&self, table: TableId) -> i64 {
        let boxes = self.pulled.get(&table).into_iter().flat_map(BTreeMap::values);
        let waiting = boxes.filter(|one| one.kind == BoxKind::Collection).map(|one| one.since_ms).min();
        waiting.unwrap_or_else(|| self.last_pulls.get(&table).copied().unwrap_or_default())
    }

    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64) {
        match entry {
            HouseEntry::RoomOpened { desk_rules, .. } => self.is_blind = desk_rules.is_some(),
            HouseEntry::ShiftOpened { shift, name, by } => {
                self.shifts = *shift;
                self.trays_counted.clear();
                let (shift, name, by, since_ms) = (*shift, name.clone(), *by, at_ms);
                self.shift = Some(Shift { shift, name, by, since_ms });
            }
            HouseEntry::ShiftClosed { .. } => {
                self.shift = None;
                self.ahead.clear();
            }
            HouseEntry::BoxPulled { table, kind, number, shift, amount, for_next, by, .. } => {
                self.numbers.insert(*table, *number);
                if *for_next {
                    self.ahead.insert((*table, *kind));
                }
                let since_ms = match kind {
                    BoxKind::Collection if self.is_blind => {
                        self.last_pulls.insert(*table, at_ms).unwrap_or_default()
                    }
                    BoxKind::Collection | BoxKind::Jackpot => 0,
                };
                let (kind, shift, amount, by, counts) = (*kind, *shift, *amount, *by, Vec::new());
                let pulled = Pulled { kind, shift, amount, by, at_ms, counts, since_ms };
                self.pulled.entry(*table).or_default().insert(*number, pulled);
            }
            HouseEntry::BoxCounted { table, number, settled: Some(settled), counted, .. } => {
                if let Some(boxes) = self.pulled.get_mut(table) {
                    boxes.remove(number);
                }
                self.pulled.retain(|_, boxes| !boxes.is_empty());
                if settled.kind == BoxKind::Collection {
                    self.exchange(*counted, Money::ZERO);
                }
            }
            HouseEntry::BoxCounted { table, number, counted, by, .. } => {
                if let Some(pulled) = self.pulled.get_mut(table).and_then(|boxes| boxes.get_mut(number)) {
                    pulled.counts.retain(|count| count.by != *by);
                    pulled.counts.push(Count { by: *by, counted: *counted });
                }
            }
            HouseEntry::CageCounted { moment, found, by, .. } => {
                let (moment, found, by) = (*moment, *found, *by);
                self.cage = Some(CageCount { moment, found, by, at_ms, expected: found });
                self.tried = None;
            }
            HouseEntry::CageTried { found, by, .. } => self.tried = Some(CageTry { found: *found, by: *by }),
            HouseEntry::TableFilled { table, amount, .. } => {
                self.change_tray(*table, *amount);
                self.exchange(-*amount, Money::ZERO);
            }
            HouseEntry::TableCredited { table, amount, .. } => {
                self.change_tray(*table, -*amount);
                self.exchange(*amount, Money::ZERO);
            }
            HouseEntry::Jackpot(JackpotSaid::Funded { amount, is_back, .. }) => {
                self.exchange(if *is_back { *amount } else { -*amount }, Money::ZERO);
            }
            HouseEntry::TrayCounted { table, counted, by, settled, .. } => {
                self.take_tray_count(*table, *counted, *by, settled.is_some());
            }
            HouseEntry::ChipsBought { amount, by: Some(_), .. } => self.exchange(-*amount, *amount),
            HouseEntry::ChipsRedeemed { amount, by: Some(_), .. } => self.exchange(*amount, -*amount),
            _ => {}
        }
    }

    /// Chips and money that come to the cage.
    fn exchange(&mut self, chips: Money, cash: Money) {
        if let Some(cage) = &mut self.cage {
            cage.expected.chips += chips;
            cage.expected.cash += cash;
        }
    }

    /// Why an entry cannot be after those before it, in a sentence for whoever wants it; roles and the tables' own logs
    /// are others' business.
    pub(crate) fn refusal(&self, entry: &HouseEntry) -> Option<String> {
        let is_whole = |amount: Money| amount >= Money::ZERO;
        match entry {
            HouseEntry::ShiftOpened { shift, name, .. } => {
                if let Some(open) = &self.shift {
                    return Some(format!(
                        "shift {} ({}) is open: close it before the next one is opened",
                        open.shift, open.name
                    ));
                }
                if *shift != self.shifts + 1 {
                    return Some(format!("the next shift is number {}, not {shift}", self.shifts + 1));
                }
                let is_named = !name.trim().is_empty() && name.chars().count() <= NAME_MOST;
                (!is_named).then(|| format!("name the shift, in 1 to {NAME_MOST} letters, such as Swing"))
            }
            HouseEntry::ShiftClosed { shift, .. } => match &self.shift {
                Some(open) if open.shift == *shift => self.uncounted_trays(),
                _ => Some("no shift is open: open one first".to_owned()),
            },
            HouseEntry::BoxPulled { table, kind, number, shift, amount, .. } => {
                if self.shift.is_none() {
                    return Some("a box belongs to a shift: open a shift before a box is pulled".to_owned());
                }
                if self.ahead.contains(&(*table, *kind)) {
                    return Some(format!(
                        "the box of table {table} is the coming shift's already: close this shift and open the next"
                    ));
                }
                if (*number, *shift) != (self.number_of(*table), self.shift_of(*table, *kind)) {
                    return Some(format!("box {number} of shift {shift} is not at table {table}"));
                }
                (!is_whole(*amount)).then(|| format!("a box of table {table} holds less than nothing"))
            }
            HouseEntry::BoxCounted { table, number, counted, by, note, settled } => {
                let Some(pulled) = self.waiting(*table, *number) else {
                    return Some(format!("box {number} of table {table} does not wait for a count"));
                };
                if !is_whole(*counted) {
                    return Some("a count is nothing or more".to_owned());
                }
                let difference = *counted - pulled.amount;
                let is_explained = difference.is_zero() || settled.is_none() || !note.trim().is_empty();
                if !is_explained {
                    return Some(format!(
                        "two counts find {counted} in box {number} of table {table}, and the ledger has {}: say in the \
                         note what explains the difference of {difference}",
                        pulled.amount
                    ));
                }
                if *settled != self.settles_with(*table, *number, *counted, *by, note) {
                    return Some(format!("box {number} of table {table} is settled by two equal counts"));
                }
                too_long(note)
            }
            HouseEntry::TrayCounted { table, counted, by, note, settled } => {
                self.tray_refusal(*table, *counted, *by, note, *settled)
            }
            HouseEntry::CageTried { found, .. } => {
                let is_amount = is_whole(found.chips) && is_whole(found.cash);
                let is_other = self.cage.is_some_and(|cage| cage.expected != *found);
                if !is_amount {
                    return Some("a count is nothing or more".to_owned());
                }
                (!self.is_blind || !is_other).then(|| "a count of the cage that is right is taken".to_owned())
            }
            HouseEntry::CageCounted { moment, found, expected, note, .. } => {
                if !is_whole(found.chips) || !is_whole(found.cash) {
                    return Some("a count is nothing or more".to_owned());
                }
                if *expected != self.cage.map(|cage| cage.expected) {
                    return Some("the cage should hold something else than is said".to_owned());
                }
                if *moment == CageMoment::Closing && expected.is_none() {
                    return Some("the cage was never counted: count it as opening first".to_owned());
                }
                let is_right = expected.is_none_or(|expected| expected == *found);
                if !is_right && note.trim().is_empty() {
                    let expected = expected.unwrap_or_default();
                    return Some(format!(
                        "the cage should hold {} in chips and {} in money: count again, or say in the note what explains \
                         the difference",
                        expected.chips, expected.cash
                    ));
                }
                too_long(note)
            }
            HouseEntry::TableFilled { amount, by, with, .. } => {
                let is_so = amount.is_positive();
                let two = (by == with).then(|| "somebody else receives the chips at the table".to_owned());
                (!is_so).then(|| "a fill is more than nothing".to_owned()).or(two)
            }
            HouseEntry::TableCredited { table, amount, by, with, .. } => {
                let held = self.trays.get(table).copied().unwrap_or_default();
                if !amount.is_positive() || *amount > held {
                    return Some(format!("table {table} has not so many of the house's chips for change"));
                }
                (by == with).then(|| "somebody else gives the chips at the table".to_owned())
            }
            _ => None,
        }
    }
}

fn too_long(note: &str) -> Option<String> {
    let is_long = note.chars().count() > NOTE_MOST;
    is_long.then(|| format!("a note has at most {NOTE_MOST} letters"))
}

impl Standing {
    /// What an entry of the house, which was not taken yet, cannot be by shifts, boxes and counts, and by who may do it.
    pub(crate) fn day_fault(&self, said: &HouseEntry) -> Option<String> {
        let may = |person: PersonId, roles: &[Role]| {
            let is_so = self.roles.as_ref().is_none_or(|said| said.is_one_of(person, roles));
            (!is_so).then(|| format!("person {person} has done what is for others of the staff"))
        };
        let table = match said {
            HouseEntry::BoxPulled { table, .. }
            | HouseEntry::TableFilled { table, .. }
            | HouseEntry::TrayCounted { table, .. }
            | HouseEntry::TableCredited { table, .. } => Some(*table),
            _ => None,
        };
        if let HouseEntry::ShiftClosed { .. } = said
            && let Some(table) = self.day.trays.keys().find(|table| self.closed.contains_key(table))
            && self.day.is_blind
        {
            return Some(format!(
                "table {table} is closed: take its chips for change back to the cage first"
            ));
        }
        if let Some(table) = table.filter(|table| self.practice.contains(table)) {
            return Some(format!("table {table} is played with play chips, which nobody counts"));
        }
        let barred = match said {
            HouseEntry::ShiftOpened { by, .. }
            | HouseEntry::ShiftClosed { by, .. }
            | HouseEntry::BoxPulled { by, .. } => may(*by, &OF_SHIFTS),
            HouseEntry::BoxCounted { by, .. } | HouseEntry::TrayCounted { by, .. } => may(*by, &OF_COUNTS),
            HouseEntry::CageCounted { by, .. } | HouseEntry::CageTried { by, .. } => may(*by, &[Role::Cage]),
            HouseEntry::TableFilled { by, with, .. } | HouseEntry::TableCredited { by, with, .. } => {
                may(*by, &[Role::Cage]).or_else(|| may(*with, &AT_TABLES))
            }
            _ => None,
        };
        barred.or_else(|| self.day.refusal(said))
    }
}

/// Who opens and closes shifts and pulls boxes.
pub(crate) const OF_SHIFTS: [Role; 2] = [Role::Floor, Role::Owner];

/// Who counts boxes, and what lies at tables for change.
pub(crate) const OF_COUNTS: [Role; 2] = [Role::Cage, Role::Floor];

/// Who takes and gives chips for change at a table.
pub(crate) const AT_TABLES: [Role; 2] = [Role::Dealer, Role::Floor];

/// The chips that an entry about shifts, boxes, counts and trays moves.
pub(crate) fn moves(said: &HouseEntry) -> Vec<Transfer> {
    let moved = match *said {
        HouseEntry::BoxPulled { table, kind, number, amount, .. } => {
            vec![(kind.at(table), Account::Box(table, number), amount)]
        }
        HouseEntry::BoxCounted { table, number, counted, settled: Some(settled), .. } => {
            let (pulled, to) = (Account::Box(table, number), settled.kind.counted_into());
            let (held, found) = (settled.held, counted.min(settled.held));
            vec![
                (pulled, to, found),
                (pulled, Account::Differences, held - found),
                (Account::Differences, to, counted - found),
            ]
        }
        HouseEntry::TrayCounted { table, counted, settled: Some(settled), .. } => {
            let (tray, held) = (Account::Tray(table), settled.held);
            vec![(tray, Account::Differences, held - counted), (Account::Differences, tray, counted - held)]
        }
        HouseEntry::TableFilled { table, amount, .. } => vec![(Account::Cage, Account::Tray(table), amount)],
        HouseEntry::TableCredited { table, amount, .. } => {
            vec![(Account::Tray(table), Account::Cage, amount)]
        }
        _ => Vec::new(),
    };
    let moved = moved.into_iter().map(|(from, to, amount)| Transfer { from, to, amount });
    moved.filter(|one| one.amount.is_positive()).collect()
}

#[cfg(test)]
mod tests;
