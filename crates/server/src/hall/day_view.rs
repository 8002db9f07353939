//! What the staff see of shifts, boxes, counts and the house's chips at tables.

use books::Money;
use room::{Account, ChipKind, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::exchanges::AskedView;
use crate::day::{BoxKind, CageMoment, Drawer, difference};

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
    /// What the ledger has in it; nothing for those who count boxes.
    pub holds: Option<Money>,
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
    /// What two equal counts found beyond what the ledger has: one of the two counts once more, and says what explains it.
    pub difference: Option<Money>,
}

/// A count of the cage that found something else than there should be, so that it is counted once more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct CageTriedView {
    /// What was found.
    pub found: Drawer,
    /// What there should be.
    pub expected: Drawer,
    /// Who counted.
    pub by: String,
}

/// The last count of the cage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct CageCountView {
    /// Whether the cage opened or closed.
    pub moment: CageMoment,
    /// What was found.
    pub found: Drawer,
    /// What it should hold by now; nothing for those who count it.
    pub expected: Option<Drawer>,
    /// The count that is taken once more.
    pub tried: Option<CageTriedView>,
    /// Who counted.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Chips of the house at a table, for change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct TrayView {
    /// Which table.
    pub table: TableId,
    /// How much the ledger has there; nothing for those who count it.
    pub amount: Option<Money>,
    /// Whether it was counted in this shift, and nothing came or went since.
    pub is_counted: bool,
    /// Who has counted it, if that is not settled.
    pub counted_by: Vec<String>,
    /// Whether their counts differ, so that somebody counts again.
    pub is_disputed: bool,
    /// What two equal counts found beyond what the ledger has: one of the two counts once more, and says what explains it.
    pub difference: Option<Money>,
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
    /// Set apart for promotions.
    #[serde(default)]
    pub promotion_fund: Money,
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
    /// What is to be brought to tables or set apart for promotions once a second person has approved it.
    pub asked: Vec<AskedView>,
    /// Where the chips of the house lie; nothing for those who count boxes, who would know by it what is in them.
    pub chips: Option<WhereChipsLie>,
}

impl DayView {
    /// The same for somebody who counts boxes, trays or the cage: without what there should be.
    pub(crate) fn for_who_counts(mut self) -> DayView {
        self.boxes.iter_mut().for_each(|one| one.holds = None);
        self.trays.iter_mut().for_each(|one| one.amount = None);
        if let Some(cage) = &mut self.cage {
            cage.expected = None;
        }
        self.chips = None;
        self
    }
}

impl Hall {
    /// The boxes in force at tables of the house; a jackpot's only where something lies in it, and one at a table that is
    /// closed only while it holds something.
    pub(super) fn boxes(&self) -> Vec<BoxView> {
        let mut boxes = Vec::new();
        let houses = self.table_ids().filter(|table| self.kind_at(*table) == ChipKind::House);
        for table in houses {
            let place = self.seen_at(table);
            let is_closed = self.standing.closed.contains_key(&table);
            for kind in BoxKind::ALL {
                let held = self.ledger.balance(kind.at(table));
                if held.is_zero() && (is_closed || kind == BoxKind::Jackpot) {
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
                let holds = Some(held);
                boxes.push(BoxView { table, game, is_closed, kind, number, shift, holds });
            }
        }
        boxes.sort_by_key(|one| (one.table, one.kind));
        boxes
    }

    /// What lies at tables for change.
    fn trays(&self) -> Vec<TrayView> {
        let day = &self.standing.day;
        let of = |(table, held): (&TableId, &Money)| {
            let counts = day.tray_counts.get(table).map_or(&[][..], Vec::as_slice);
            let difference = difference(counts, *held);
            TrayView {
                table: *table,
                amount: Some(*held),
                is_counted: day.trays_counted.contains(table),
                counted_by: counts.iter().map(|count| self.name_of(count.by)).collect(),
                is_disputed: counts.len() > 1 && difference.is_none(),
                difference,
            }
        };
        day.trays.iter().map(of).collect()
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
            promotion_fund: nothing,
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
                Account::PromotionFund => &mut lie.promotion_fund,
                Account::Differences => &mut lie.differences,
            };
            *place += amount;
        }
        let found = [lie.patrons, lie.tables, lie.trays, lie.boxes, lie.pulled];
        let funds = lie.jackpot_fund + lie.promotion_fund;
        lie.unexplained = found.into_iter().sum::<Money>() + funds + lie.differences - lie.out;
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
                is_disputed: pulled.counts.len() > 1 && difference(&pulled.counts, pulled.amount).is_none(),
                difference: difference(&pulled.counts, pulled.amount),
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
                expected: Some(cage.expected),
                by: self.name_of(cage.by),
                at_ms: cage.at_ms,
                tried: day.tried.map(|tried| CageTriedView {
                    found: tried.found,
                    expected: cage.expected,
                    by: self.name_of(tried.by),
                }),
            }),
            trays: self.trays(),
            asked: self.asked().into_iter().filter(|one| one.table.is_some() || one.is_fund).collect(),
            chips: Some(self.where_chips_lie()),
        }
    }
}
