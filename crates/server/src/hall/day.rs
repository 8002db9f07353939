//! Shifts, boxes, counts and the house's chips at tables: what the hall writes of them.

use books::Money;
use room::{ChipKind, PersonId, TableId, Time};

use super::Hall;
use super::exchanges::{Exchange, MOST};
use super::requests::HallError;
use crate::Role;
use crate::day::{self, BoxKind, CageMoment, Drawer};
use crate::given_back::RoundMoves;
use crate::journal::HouseEntry;
use crate::plain;

/// Something that is done about shifts, boxes and counts.
pub(crate) enum DayAct {
    OpenShift { name: String },
    CloseShift,
    Pull { table: TableId, kind: BoxKind, for_next: bool },
    Count { table: TableId, number: u32, counted: Money, note: String },
    CountCage { moment: CageMoment, found: Drawer, note: String },
    CountTray { table: TableId, counted: Money, note: String },
    Fill { table: TableId, amount: Money, with: String },
    Credit { table: TableId, amount: Money, with: String },
}

/// The most that is ever counted in a cage, so that all sums with it are exact.
const DRAWER_MOST: Money = Money::dollars(1_000_000_000);

/// The amounts that whoever acts has named, from which sums are made, and how large one may be.
fn said_amounts(said: &HouseEntry) -> (Vec<Money>, Money) {
    match said {
        HouseEntry::TableFilled { amount, .. }
        | HouseEntry::BoxCounted { counted: amount, .. }
        | HouseEntry::TrayCounted { counted: amount, .. } => (vec![*amount], MOST),
        HouseEntry::CageCounted { found, .. } | HouseEntry::CageTried { found, .. } => {
            (vec![found.chips, found.cash], DRAWER_MOST)
        }
        _ => (Vec::new(), MOST),
    }
}

impl Hall {
    /// Writes what is done about shifts, boxes and counts, and moves its chips; or says why not.
    pub(super) fn day_act(&mut self, act: DayAct, by: PersonId, at: Time) -> Result<(), HallError> {
        let book = &self.standing.day;
        let said = match act {
            DayAct::OpenShift { name } => {
                HouseEntry::ShiftOpened { shift: book.shifts + 1, name: plain::line(&name), by }
            }
            DayAct::CloseShift => {
                let said = HouseEntry::ShiftClosed { shift: book.shifts, by };
                if book.shift.is_some() {
                    self.check_pulled()?;
                }
                said
            }
            DayAct::Pull { table, kind, for_next } => {
                self.check_house_table(table)?;
                self.must_not_play(table, by)?;
                self.put_on_disk();
                self.pulled_box(table, kind, for_next, by)?
            }
            DayAct::Count { table, number, counted, note } => {
                self.must_not_play(table, by)?;
                let note = plain::line(&note);
                let settled = book.settles_with(table, number, counted, by, &note);
                HouseEntry::BoxCounted { table, number, counted, by, note, settled }
            }
            DayAct::CountTray { table, counted, note } => {
                self.check_house_table(table)?;
                self.must_not_play(table, by)?;
                let note = plain::line(&note);
                let settled = book.settles_tray(table, counted, by, &note);
                HouseEntry::TrayCounted { table, counted, by, note, settled }
            }
            DayAct::CountCage { moment, found, note } => {
                let expected = book.cage.map(|cage| cage.expected);
                let note = plain::line(&note);
                match expected.is_some_and(|expected| expected != found) && note.is_empty() {
                    // What there should be is told once this count is in the log.
                    true => HouseEntry::CageTried { moment, found, by },
                    false => HouseEntry::CageCounted { moment, found, expected, by, note },
                }
            }
            DayAct::Fill { table, amount, with } => {
                self.check_house_table(table)?;
                if self.standing.closed.contains_key(&table) {
                    return Err(HallError::Refused(format!("table {table} is closed")));
                }
                let with = self.named_at_table(&with)?;
                HouseEntry::TableFilled { table, amount, by, with, approved: None }
            }
            DayAct::Credit { table, amount, with } => {
                self.check_house_table(table)?;
                let with = self.named_at_table(&with)?;
                self.must_be(by, &[Role::Cage])?;
                return self.ask_back(table, amount, with, by, at);
            }
        };
        let (amounts, most) = said_amounts(&said);
        if amounts.iter().any(|amount| *amount > most) {
            return Err(HallError::Refused(format!("an amount is at most {most}")));
        }
        if let Some(what) = self.standing.day_fault(&said) {
            return Err(match &said {
                HouseEntry::BoxCounted { table, number, .. }
                    if self.standing.day.waiting(*table, *number).is_none() =>
                {
                    HallError::NotFound(what)
                }
                _ => HallError::Refused(what),
            });
        }
        if let HouseEntry::TableFilled { table, amount, with: person, .. } = said {
            let wanted = Exchange { person, amount, is_sale: true, by, table: Some(table), is_fund: false };
            if self.standing.is_large(&wanted, at.0) {
                return self.ask_second(wanted, at).map(drop);
            }
        }
        self.write_day(&said, at)
    }

    /// Writes an entry about shifts, boxes, counts or trays that nothing speaks against, and moves its chips.
    pub(super) fn write_day(&mut self, said: &HouseEntry, at: Time) -> Result<(), HallError> {
        let moves = day::moves(said);
        for transfer in &moves {
            self.ledger.record(transfer).map_err(|fault| HallError::Refused(fault.to_string()))?;
        }
        self.house(said, &moves, at);
        Ok(())
    }

    /// Play chips are dropped too, and nobody counts them.
    pub(super) fn check_house_table(&self, table: TableId) -> Result<(), HallError> {
        if !self.table_ids().any(|id| id == table) {
            return Err(HallError::NotFound(format!("there is no table {table}")));
        }
        match self.kind_at(table) {
            ChipKind::House => Ok(()),
            ChipKind::Play => Err(HallError::Refused(format!(
                "table {table} is played with play chips, which nobody counts"
            ))),
        }
    }

    /// A shift ends when no box of it holds anything at a table.
    fn check_pulled(&self) -> Result<(), HallError> {
        let Some(shift) = self.standing.day.shift.as_ref().map(|shift| shift.shift) else { return Ok(()) };
        let left = self
            .boxes()
            .into_iter()
            .filter(|one| one.shift == shift && one.holds.is_some_and(Money::is_positive));
        let mut tables: Vec<String> = left.map(|one| one.table.to_string()).collect();
        tables.dedup();
        match tables.is_empty() {
            true => Ok(()),
            false => Err(HallError::Refused(format!(
                "boxes of this shift still hold collections at table {}: pull them for the next shift first",
                tables.join(", ")
            ))),
        }
    }

    /// What pulling a box says: it takes what lies in it, but for what the round that is on has collected, which is
    /// dropped when the round is over.
    fn pulled_box(
        &self,
        table: TableId,
        kind: BoxKind,
        for_next: bool,
        by: PersonId,
    ) -> Result<HouseEntry, HallError> {
        let of_round = match self.standing.given_back.contains(&table) {
            true => Money::ZERO,
            false => RoundMoves::read_newest(self.store.as_ref(), table)
                .map_err(|what| HallError::Refused(format!("its log cannot be read: {what}")))?
                .of(kind.at(table)),
        };
        let amount = self.ledger.balance(kind.at(table)) - of_round;
        let event = self.store.tip(store::Stream(table))?.number;
        let (number, shift) = (self.standing.day.number_of(table), self.standing.day.shift_of(table, kind));
        Ok(HouseEntry::BoxPulled { table, kind, number, shift, event, amount, for_next, by })
    }

    /// Somebody by name who takes or gives chips at a table.
    fn named_at_table(&self, name: &str) -> Result<PersonId, HallError> {
        let found = self.people.iter().find(|(_, known)| known.name == name.trim());
        let nobody = || HallError::NotFound(format!("nobody here is called \"{}\"", name.trim()));
        let (person, _) = found.ok_or_else(nobody)?;
        let deals = |said: &super::roles::Said| said.is_one_of(*person, &day::AT_TABLES);
        match self.standing.roles.as_ref().is_none_or(deals) {
            true => Ok(*person),
            false => Err(HallError::Refused(format!(
                "{} neither deals nor is of the floor: name who receives or gives the chips at the table",
                name.trim()
            ))),
        }
    }

    pub(super) fn name_of(&self, person: PersonId) -> String {
        self.people.get(&person).map_or_else(|| format!("person {person}"), |known| known.name.clone())
    }
}
