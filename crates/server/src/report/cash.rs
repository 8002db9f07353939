//! The money of each person on each gaming day, with those who have reached the mark.

use std::collections::BTreeMap;

use books::Money;
use store::{Error, Reader};

use super::Span;
use super::house::House;
use super::table::{CellKind, Report};
use crate::journal::HouseEntry;
use crate::patrons::{CashSums, PatronSaid, day_of, exchanged};

/// What one person brought and got on one day.
#[derive(Default)]
struct Row {
    name: String,
    sums: CashSums,
    mark: Money,
    exchanges: i64,
}

/// Money brought and got at the cage by gaming day and person, as the rules said then.
pub(super) fn cash(store: &dyn Reader, span: &Span) -> Result<Report, Error> {
    let mut report = Report::new(
        "Money by gaming day",
        &[
            ("Day", CellKind::Text),
            ("Patron", CellKind::Count),
            ("Name", CellKind::Text),
            ("Exchanges", CellKind::Count),
            ("Brought", CellKind::Money),
            ("Got", CellKind::Money),
            ("Mark", CellKind::Text),
        ],
    );
    let mut rules = None;
    let mut rows: BTreeMap<(i64, u32), Row> = BTreeMap::new();
    House::read(store, &mut |house, said, logged| {
        if let HouseEntry::Patron(PatronSaid::Rules { day_begins, cash_mark, .. }) = said {
            rules = Some((*day_begins, *cash_mark));
        }
        let Some((person, amount, is_sale)) = exchanged(said).filter(|_| span.holds(logged.entry.at_ms))
        else {
            return;
        };
        let Some((day_begins, mark)) = rules else { return };
        let row = rows.entry((day_of(day_begins, logged.entry.at_ms), person)).or_default();
        (row.name, row.mark) = (house.name(person), mark);
        row.sums.add(amount, is_sale);
        row.exchanges += 1;
    })?;
    let (mut brought, mut got, mut marked) = (Money::ZERO, Money::ZERO, 0);
    for ((day, person), row) in rows {
        let is_marked = row.sums.is_marked(row.mark);
        marked += u32::from(is_marked);
        brought += row.sums.brought;
        got += row.sums.got;
        report.rows.push(vec![
            Some(date(day).as_str().into()),
            Some(i64::from(person).into()),
            Some(row.name.into()),
            Some(row.exchanges.into()),
            Some(row.sums.brought.into()),
            Some(row.sums.got.into()),
            is_marked.then(|| format!("at or above {}", row.mark).into()),
        ]);
    }
    report.sum("Brought", brought);
    report.sum("Got", got);
    report.notes.push(format!("{marked} of these rows have reached the mark."));
    report.signatures = vec!["Looked through by".to_owned()];
    Ok(report)
}

/// A day by its number since 1970.
fn date(day: i64) -> String {
    let at = jiff::Timestamp::from_second(day * 86_400).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    at.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
}
