//! Count sheets of boxes and of the cage, and where all chips of the house lie.

use std::collections::BTreeMap;

use books::Money;
use room::{Account, ChipKind};
use store::{Error, Reader};

use super::house::House;
use super::table::{CellKind, Report};
use super::{Cell, Reads, Span};
use crate::day::{BoxKind, CageMoment};
use crate::jackpots::JackpotSaid;
use crate::journal::HouseEntry;

/// A box with all that was counted in it.
struct Sheet {
    table: u32,
    number: u32,
    kind: BoxKind,
    shift: u32,
    pulled_ms: i64,
    pulled_by: u32,
    counts: Vec<Counted>,
}

/// One count.
struct Counted {
    at_ms: i64,
    by: u32,
    counted: Money,
    note: String,
    /// What the ledger had, if it is the count that settles the box.
    held: Option<Money>,
}

/// One line of the count sheet, a cell for each column.
type Row = Vec<Option<Cell>>;

/// Every count of what lies at tables for change in a span, as rows of the count sheet, with what they found beyond the
/// ledger in all.
fn trays(store: &dyn Reader, span: &Span, reads: Reads) -> Result<(Vec<Row>, Money), Error> {
    let (mut rows, mut difference) = (Vec::new(), Money::ZERO);
    House::read(store, &mut |house, said, logged| {
        let HouseEntry::TrayCounted { table, counted, by, note, settled } = said else { return };
        let at_ms = logged.entry.at_ms;
        let shift = house.shift_at(at_ms).map(|shift| shift.number);
        let is_in_it = span.holds(at_ms) && span.holds_table(*table);
        if !is_in_it || (span.shift.is_some() && span.shift != shift) {
            return;
        }
        let is_told = settled.is_some() || reads == Reads::All;
        let held = settled.map(|settled| settled.held);
        difference += held.map_or(Money::ZERO, |held| *counted - held);
        rows.push(vec![
            shift.map(|shift| house.shift_words(shift).into()),
            Some((*table).into()),
            None,
            Some("change".into()),
            None,
            None,
            Some(at_ms.into()),
            Some(house.name(*by).into()),
            Some((*counted).into()).filter(|_| is_told),
            held.map(Cell::from),
            held.map(|held| (*counted - held).into()),
            Some(note.as_str().into()).filter(|_| is_told && !note.is_empty()),
        ]);
    })?;
    Ok((rows, difference))
}

/// The boxes that were pulled in a span, in their order.
fn sheets(store: &dyn Reader, span: &Span) -> Result<(House, Vec<Sheet>), Error> {
    let mut sheets: Vec<Sheet> = Vec::new();
    let house = House::read(store, &mut |_, said, logged| match said {
        HouseEntry::BoxPulled { table, kind, number, shift, by, .. } => sheets.push(Sheet {
            table: *table,
            number: *number,
            kind: *kind,
            shift: *shift,
            pulled_ms: logged.entry.at_ms,
            pulled_by: *by,
            counts: Vec::new(),
        }),
        HouseEntry::BoxCounted { table, number, counted, by, note, settled } => {
            let own = sheets.iter_mut().find(|sheet| (sheet.table, sheet.number) == (*table, *number));
            let (at_ms, held) = (logged.entry.at_ms, settled.map(|settled| settled.held));
            let count = Counted { at_ms, by: *by, counted: *counted, note: note.clone(), held };
            own.into_iter()
                .for_each(|sheet| sheet.counts.push(Counted { note: count.note.clone(), ..count }));
        }
        _ => {}
    })?;
    sheets.retain(|sheet| {
        span.holds(sheet.pulled_ms)
            && span.holds_table(sheet.table)
            && span.shift.is_none_or(|shift| shift == sheet.shift)
    });
    Ok((house, sheets))
}

/// The count sheet: every box that was pulled, and every count of it.
pub(super) fn counts(store: &dyn Reader, span: &Span, reads: Reads) -> Result<Report, Error> {
    let (house, sheets) = sheets(store, span)?;
    let mut report = Report::new(
        "Drop counts",
        &[
            ("Shift", CellKind::Text),
            ("Table", CellKind::Count),
            ("Box", CellKind::Count),
            ("Of", CellKind::Text),
            ("Pulled", CellKind::Moment),
            ("Pulled by", CellKind::Text),
            ("Counted at", CellKind::Moment),
            ("Counted by", CellKind::Text),
            ("Counted", CellKind::Money),
            ("Ledger", CellKind::Money),
            ("Difference", CellKind::Money),
            ("Note", CellKind::Text),
        ],
    );
    report.notes.push(
        "Every count is shown, also those that another one did not agree with; a box is settled by the count that has the \
         ledger's amount beside it."
            .to_owned(),
    );
    let mut sums: BTreeMap<BoxKind, (Money, Money)> = BTreeMap::new();
    let mut open = 0_u64;
    for sheet in &sheets {
        let head = || -> Vec<Option<Cell>> {
            vec![
                Some(house.shift_words(sheet.shift).into()),
                Some(sheet.table.into()),
                Some(sheet.number.into()),
                Some(sheet.kind.word().into()),
                Some(sheet.pulled_ms.into()),
                Some(house.name(sheet.pulled_by).into()),
            ]
        };
        let is_open = sheet.counts.iter().all(|count| count.held.is_none());
        open += u64::from(is_open);
        // Whoever counts second does not know what the first has found.
        let is_told = !is_open || reads == Reads::All;
        for count in &sheet.counts {
            let mut row = head();
            row.extend([
                Some(count.at_ms.into()),
                Some(house.name(count.by).into()),
                Some(count.counted.into()).filter(|_| is_told),
            ]);
            row.extend([count.held.map(Cell::from), count.held.map(|held| (count.counted - held).into())]);
            row.push(Some(count.note.as_str().into()).filter(|_| is_told && !count.note.is_empty()));
            report.rows.push(row);
            if let Some(held) = count.held {
                let sum = sums.entry(sheet.kind).or_default();
                sum.0 += count.counted;
                sum.1 += held;
            }
        }
        if sheet.counts.is_empty() {
            let mut row = head();
            row.resize(report.columns.len(), None);
            report.rows.push(row);
        }
    }
    for (kind, (counted, held)) in sums {
        report.sum(&format!("Counted, {}", kind.word()), counted);
        report.sum(&format!("Ledger, {}", kind.word()), held);
        report.sum(&format!("Difference, {}", kind.word()), counted - held);
    }
    let (rows, missing) = trays(store, span, reads)?;
    if !rows.is_empty() {
        report.sum("Difference, change at tables", missing);
    }
    report.rows.extend(rows);
    if open > 0 {
        report.notes.push(format!("{open} of these boxes wait for a second count that agrees with another."));
    }
    report.signatures =
        vec!["Counted by".to_owned(), "Counted by".to_owned(), "Received by the cage".to_owned()];
    Ok(report)
}

/// The counts of the cage.
pub(super) fn cage(store: &dyn Reader, span: &Span) -> Result<Report, Error> {
    let mut report = Report::new(
        "Cage counts",
        &[
            ("When", CellKind::Moment),
            ("Count", CellKind::Text),
            ("By", CellKind::Text),
            ("Chips", CellKind::Money),
            ("Should be", CellKind::Money),
            ("Difference", CellKind::Money),
            ("Money", CellKind::Money),
            ("Should be", CellKind::Money),
            ("Difference", CellKind::Money),
            ("Note", CellKind::Text),
        ],
    );
    let (mut chips, mut cash) = (Money::ZERO, Money::ZERO);
    House::read(store, &mut |house, said, logged| {
        let (moment, found, expected, by, note, is_taken) = match said {
            HouseEntry::CageCounted { moment, found, expected, by, note } => {
                (moment, found, *expected, by, note.as_str(), true)
            }
            HouseEntry::CageTried { moment, found, by } => {
                (moment, found, None, by, "Something else should be there; counted again.", false)
            }
            _ => return,
        };
        if !span.holds(logged.entry.at_ms) {
            return;
        }
        let word = match (moment, is_taken) {
            (CageMoment::Opening, true) => "opening",
            (CageMoment::Closing, true) => "closing",
            (CageMoment::Opening, false) => "opening, first",
            (CageMoment::Closing, false) => "closing, first",
        };
        let (of_chips, of_cash) = (expected.map(|drawer| drawer.chips), expected.map(|drawer| drawer.cash));
        chips += of_chips.map_or(Money::ZERO, |expected| found.chips - expected);
        cash += of_cash.map_or(Money::ZERO, |expected| found.cash - expected);
        report.rows.push(vec![
            Some(logged.entry.at_ms.into()),
            Some(word.into()),
            Some(house.name(*by).into()),
            Some(found.chips.into()),
            of_chips.map(Cell::from),
            of_chips.map(|expected| (found.chips - expected).into()),
            Some(found.cash.into()),
            of_cash.map(Cell::from),
            of_cash.map(|expected| (found.cash - expected).into()),
            Some(note.into()).filter(|_| !note.is_empty()),
        ]);
    })?;
    report.sum("Difference of chips", chips);
    report.sum("Difference of money", cash);
    report.signatures = vec!["Counted by".to_owned()];
    Ok(report)
}

/// Where every chip of the house lies that was ever sold: what the entries say of the cage, and what the accounts hold.
pub(super) fn chips(store: &dyn Reader) -> Result<Report, Error> {
    let mut flows: BTreeMap<&str, Money> = BTreeMap::new();
    let mut practice: Vec<u32> = Vec::new();
    House::read(store, &mut |_, said, logged| {
        let word = match said {
            HouseEntry::ChipsBought { .. } => "Sold by the cage",
            HouseEntry::ChipsRedeemed { .. } => "Redeemed by the cage",
            HouseEntry::BoxCounted { .. } => "Counted out of boxes into the cage",
            HouseEntry::TableFilled { .. } => "Brought to tables for change",
            HouseEntry::TableCredited { .. } => "Brought back from tables",
            HouseEntry::Jackpot(JackpotSaid::Funded { .. }) => "Set apart for promotions",
            // What is missing at tables never was in the cage again.
            HouseEntry::TrayCounted { .. } => return,
            HouseEntry::TableOpened { table, is_practice: true, .. } => return practice.push(*table),
            HouseEntry::KindsParted { practice: tables, .. } => {
                practice.extend(tables.iter().map(|one| one.table));
                "Became play chips"
            }
            _ => return,
        };
        for transfer in &logged.entry.transfers {
            let flow = flows.entry(word).or_default();
            match (transfer.from.as_str(), transfer.to.as_str()) {
                ("cage", _) => *flow -= transfer.amount,
                (_, "cage") => *flow += transfer.amount,
                _ => {}
            }
        }
    })?;
    if let Some(carried) = store.carried()?.get("cage") {
        *flows.entry("In archives that are not at hand").or_default() += *carried;
    }
    let mut lie: BTreeMap<&str, Money> = BTreeMap::new();
    for (name, amount) in store.balances()? {
        let Ok(account) = name.parse::<Account>() else { continue };
        let is_play = account.table().is_some_and(|table| practice.contains(&table));
        if is_play || account.kind() == Some(ChipKind::Play) || account == Account::Cage {
            continue;
        }
        let word = match account {
            Account::Patron(_) => "With patrons",
            Account::Stack(..) | Account::Wagers(_) | Account::Stake(_) | Account::Pot(_) => "At tables",
            Account::Drop(_) | Account::Jackpot(_) | Account::Promotion(_) => "In boxes at tables",
            Account::Box(..) => "In boxes that wait for a count",
            Account::Tray(_) => "For change at tables",
            Account::JackpotFund => "In the jackpot fund",
            Account::PromotionFund => "In the promotion fund",
            Account::Differences => "Missing by counts",
            Account::Cage | Account::PlayCage | Account::Play(_) => continue,
        };
        *lie.entry(word).or_default() += amount;
    }
    let mut report =
        Report::new("Where the chips are", &[("What", CellKind::Text), ("Chips", CellKind::Money)]);
    report.notes.push(
        "What left the cage is below zero, what came back above; what is out of it lies where the other lines say."
            .to_owned(),
    );
    let row = |name: &str, amount: Money| vec![Some(Cell::from(name)), Some(Cell::from(amount))];
    let nonzero = |(name, amount): (&&str, &Money)| (!amount.is_zero()).then(|| row(name, *amount));
    report.rows.extend(flows.iter().filter_map(nonzero));
    report.rows.extend(lie.iter().filter_map(nonzero));
    let out = Money::ZERO - flows.values().copied().sum::<Money>();
    let found: Money = lie.values().copied().sum();
    report.sum("Out of the cage", out);
    report.sum("Found", found);
    report.sum("Unexplained", found - out);
    Ok(report)
}
