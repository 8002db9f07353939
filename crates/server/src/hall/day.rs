//! Shifts, boxes, counts and the house's chips at tables: what the hall writes of them, and what the staff see.

use books::Money;
use room::{Account, ChipKind, PersonId, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::exchanges::{AskedView, Exchange};
use super::requests::HallError;
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
    Fill { table: TableId, amount: Money, with: String },
    Credit { table: TableId, amount: Money, with: String },
}

/// The shift that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ShiftView {
    /// Its number.
    pub shift: u32,
    /// What the house calls it.
    pub name: String,
    /// Who opened it.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub since_ms: i64,
}

/// A box in force at a table of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct BoxView {
    /// At which table.
    pub table: TableId,
    /// What is played there.
    pub game: String,
    /// Whether the table is closed for good.
    pub is_closed: bool,
    /// What lies in it.
    pub kind: BoxKind,
    /// The number that it will have when it is pulled.
    pub number: u32,
    /// The shift to which it belongs.
    pub shift: u32,
    /// What the ledger has in it.
    pub holds: Money,
}

/// A box that was pulled and waits for its counts. What the ledger has in it is told once it is settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PulledView {
    /// At which table it was.
    pub table: TableId,
    /// Its number there.
    pub number: u32,
    /// What lies in it.
    pub kind: BoxKind,
    /// The shift to which it belongs.
    pub shift: u32,
    /// Who pulled it.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who has counted it so far.
    pub counted_by: Vec<String>,
    /// Whether their counts differ, so that somebody counts again.
    pub is_disputed: bool,
}

/// The last count of the cage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct CageCountView {
    /// Whether the cage opened or closed.
    pub moment: CageMoment,
    /// What was found.
    pub found: Drawer,
    /// What it should hold by now.
    pub expected: Drawer,
    /// Who counted.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Chips of the house at a table, for change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct TrayView {
    /// Which table.
    pub table: TableId,
    /// How much.
    pub amount: Money,
}

/// Where the chips of the house lie: all that the cage has given out and not got back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct WhereChipsLie {
    /// All chips that are out of the cage.
    pub out: Money,
    /// With patrons, away from the tables.
    pub patrons: Money,
    /// In stacks, wagers, stakes and pots.
    pub tables: Money,
    /// For change at tables.
    pub trays: Money,
    /// In the boxes at tables, with promotion money there.
    pub boxes: Money,
    /// In boxes that wait for a count.
    pub pulled: Money,
    /// In the jackpot fund.
    pub jackpot_fund: Money,
    /// What counts found missing; below zero if they found more than the ledger had.
    pub differences: Money,
    /// What all of it comes to beyond what is out: nothing.
    pub unexplained: Money,
}

/// Shifts, boxes and counts, as floor, cage, owner and auditor see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct DayView {
    /// The shift that is open.
    pub shift: Option<ShiftView>,
    /// How many shifts were opened so far.
    pub shifts: u32,
    /// The boxes in force at tables of the house.
    pub boxes: Vec<BoxView>,
    /// The boxes that wait for a count.
    pub pulled: Vec<PulledView>,
    /// The last count of the cage.
    pub cage: Option<CageCountView>,
    /// What lies at tables for change.
    pub trays: Vec<TrayView>,
    /// What is to be brought to tables once a second person has approved it.
    pub asked: Vec<AskedView>,
    /// Where the chips of the house lie.
    pub chips: WhereChipsLie,
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
                // What the table did is on disk before it is read.
                self.commit();
                self.pulled_box(table, kind, for_next, by)?
            }
            DayAct::Count { table, number, counted, note } => {
                let settled = book.settles(table, number, counted, by);
                let note = plain::line(&note);
                HouseEntry::BoxCounted { table, number, counted, by, note, settled }
            }
            DayAct::CountCage { moment, found, note } => {
                let expected = book.cage.map(|cage| cage.expected);
                let note = plain::line(&note);
                HouseEntry::CageCounted { moment, found, expected, by, note }
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
                HouseEntry::TableCredited { table, amount, by, with }
            }
        };
        if let HouseEntry::TableFilled { amount, .. } | HouseEntry::BoxCounted { counted: amount, .. } = said
            && amount > super::exchanges::MOST
        {
            return Err(HallError::Refused(format!("an amount is at most {}", super::exchanges::MOST)));
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
            let wanted = Exchange { person, amount, is_sale: true, by, table: Some(table) };
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
        let left = self.boxes().into_iter().filter(|one| one.shift == shift && one.holds.is_positive());
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

    /// The boxes in force at tables of the house; a jackpot's only where something lies in it, and one at a table that is
    /// closed only while it holds something.
    fn boxes(&self) -> Vec<BoxView> {
        let mut boxes = Vec::new();
        let houses = self.table_ids().filter(|table| self.kind_at(*table) == ChipKind::House);
        for table in houses {
            let place = self.seen_at(table);
            let is_closed = self.standing.closed.contains_key(&table);
            for kind in BoxKind::ALL {
                let holds = self.ledger.balance(kind.at(table));
                if holds.is_zero() && (is_closed || kind == BoxKind::Jackpot) {
                    continue;
                }
                let book = place.map(|place| &place.table.spec().book);
                let book = book.or_else(|| self.standing.closed.get(&table)).cloned().unwrap_or_default();
                let named =
                    || Some(self.shelf.book(&self.shelf.find(&book).ok()?).ok()?.header().name.clone());
                let game = place.map(|place| place.table.book().header().name.clone());
                let game = game.or_else(named).unwrap_or(book);
                let day = &self.standing.day;
                let (number, shift) = (day.number_of(table), day.shift_of(table, kind));
                boxes.push(BoxView { table, game, is_closed, kind, number, shift, holds });
            }
        }
        boxes.sort_by_key(|one| (one.table, one.kind));
        boxes
    }

    /// Where the chips of the house lie, by the ledger.
    fn where_chips_lie(&self) -> WhereChipsLie {
        let nothing = Money::ZERO;
        let mut lie = WhereChipsLie {
            out: nothing - self.ledger.balance(Account::Cage),
            patrons: nothing,
            tables: nothing,
            trays: nothing,
            boxes: nothing,
            pulled: nothing,
            jackpot_fund: nothing,
            differences: nothing,
            unexplained: nothing,
        };
        for (account, amount) in self.ledger.balances() {
            let own = account.kind().or_else(|| account.table().map(|table| self.kind_at(table)));
            if own != Some(ChipKind::House) {
                continue;
            }
            let place = match account {
                Account::Cage | Account::PlayCage | Account::Play(_) => continue,
                Account::Patron(_) => &mut lie.patrons,
                Account::Stack(..) | Account::Wagers(_) | Account::Stake(_) | Account::Pot(_) => {
                    &mut lie.tables
                }
                Account::Drop(_) | Account::Jackpot(_) | Account::Promotion(_) => &mut lie.boxes,
                Account::Box(..) => &mut lie.pulled,
                Account::Tray(_) => &mut lie.trays,
                Account::JackpotFund => &mut lie.jackpot_fund,
                Account::Differences => &mut lie.differences,
            };
            *place += amount;
        }
        let found = [lie.patrons, lie.tables, lie.trays, lie.boxes, lie.pulled, lie.jackpot_fund];
        lie.unexplained = found.into_iter().sum::<Money>() + lie.differences - lie.out;
        lie
    }

    /// Shifts, boxes and counts.
    pub(super) fn day_view(&self) -> DayView {
        let day = &self.standing.day;
        let pulled = day.pulled.iter().flat_map(|(table, boxes)| {
            boxes.iter().map(|(number, pulled)| PulledView {
                table: *table,
                number: *number,
                kind: pulled.kind,
                shift: pulled.shift,
                by: self.name_of(pulled.by),
                at_ms: pulled.at_ms,
                counted_by: pulled.counts.iter().map(|count| self.name_of(count.by)).collect(),
                is_disputed: pulled.counts.len() > 1,
            })
        });
        DayView {
            shift: day.shift.as_ref().map(|shift| ShiftView {
                shift: shift.shift,
                name: shift.name.clone(),
                by: self.name_of(shift.by),
                since_ms: shift.since_ms,
            }),
            shifts: day.shifts,
            boxes: self.boxes(),
            pulled: pulled.collect(),
            cage: day.cage.map(|cage| CageCountView {
                moment: cage.moment,
                found: cage.found,
                expected: cage.expected,
                by: self.name_of(cage.by),
                at_ms: cage.at_ms,
            }),
            trays: day
                .trays
                .iter()
                .map(|(table, amount)| TrayView { table: *table, amount: *amount })
                .collect(),
            asked: self.asked().into_iter().filter(|one| one.table.is_some()).collect(),
            chips: self.where_chips_lie(),
        }
    }
}
