//! What the floor ruled and corrected, what was taken back, and what a dealer reported.

use books::Money;
use room::{By, Chips, Command, Correction, Event};
use store::{Error, Reader};

use super::house::House;
use super::play::tables;
use super::table::{CellKind, Report};
use super::{Cell, Span};
use crate::journal::TableEntry;

/// Where chips of a correction lie, in words.
fn place(chips: Chips, house: &House) -> String {
    match chips {
        Chips::Person(person) => house.name(person),
        Chips::Drop => "the drop".to_owned(),
        Chips::Jackpot => "the jackpot's box".to_owned(),
        Chips::Promotion => "promotion money".to_owned(),
    }
}

fn who(by: By, house: &House) -> String {
    match by {
        By::Floor(person) | By::Dealer(person) | By::Patron(person) => house.name(person),
        By::Clock => "the clock".to_owned(),
    }
}

/// Rulings, corrections, steps taken back and reports of irregularities, in their order.
pub(super) fn rulings(store: &dyn Reader, span: &Span) -> Result<Report, Error> {
    let house = House::read(store, &mut |_, _, _| ())?;
    let columns = [
        ("When", CellKind::Moment),
        ("Table", CellKind::Count),
        ("Round", CellKind::Count),
        ("What", CellKind::Text),
        ("By", CellKind::Text),
        ("Chips", CellKind::Money),
        ("From", CellKind::Text),
        ("To", CellKind::Text),
        ("Clause", CellKind::Text),
        ("Words", CellKind::Text),
    ];
    let mut report = Report::new("Rulings and corrections", &columns);
    let (mut moved, mut rows) = (Money::ZERO, Vec::new());
    let mut round = (0, 0);
    // Which round is on may be said before the span begins.
    let whole = Span { table: span.table, ..Span::default() };
    tables(store, &whole, &mut |opened, entry, body| {
        let TableEntry::Command { by, command, events, .. } = body else { return };
        let is_in = span.holds(entry.at_ms);
        if round.0 != opened.table {
            round = (opened.table, 0);
        }
        let mut row = |what: &str, correction: Option<&Correction>, of: u64, clause: &str, words: String| {
            let said = |text: String| Some(text).filter(|text| !text.is_empty()).map(Cell::from);
            if !is_in {
                return;
            }
            moved += correction.map_or(Money::ZERO, |one| one.amount);
            rows.push(vec![
                Some(entry.at_ms.into()),
                Some(opened.table.into()),
                Some(of).filter(|of| *of > 0).map(Cell::from),
                Some(what.into()),
                Some(who(*by, &house).into()),
                correction.map(|one| one.amount.into()),
                correction.map(|one| place(one.from, &house).into()),
                correction.map(|one| place(one.to, &house).into()),
                said(clause.to_owned()),
                said(words),
            ]);
        };
        if let Command::Report { report } = command {
            let words = serde_json::to_string(report).unwrap_or_default();
            row("report", None, round.1, "", words);
        }
        for event in events {
            if let Event::RoundBegan { round: number, .. } = event {
                round.1 = *number;
            } else if let Event::Ruled { words, clause } = event {
                row("ruling", None, round.1, clause, words.clone());
            } else if let Event::TakenBack { first, last, .. } = event {
                row("taken back", None, round.1, "", format!("events {first} to {last}"));
            } else if let Event::Corrected { correction, .. } = event {
                let (clause, reason) = (&correction.clause, correction.reason.clone());
                row("correction", Some(correction), correction.round, clause, reason);
            }
        }
    })?;
    rows.sort_by_key(|row: &Vec<Option<Cell>>| match row.first() {
        Some(Some(Cell::Number(at))) => *at,
        _ => 0,
    });
    report.rows = rows;
    report.sum("Moved by corrections", moved);
    Ok(report)
}
