//! Jackpots and promotions: what came into their funds, hits that were claimed, approved, paid and declined, and what bonuses
//! at tables have cost.

use std::collections::BTreeMap;

use books::Money;
use store::{Error, Reader};

use super::Span;
use super::house::House;
use super::table::{Cell, CellKind, Report};
use crate::day::BoxKind;
use crate::jackpots::{Fund, JackpotSaid};
use crate::journal::HouseEntry;

/// Everything that happened to the jackpot fund.
pub(super) fn jackpots(store: &dyn Reader, span: &Span) -> Result<Report, Error> {
    let mut report = Report::new(
        "Jackpots",
        &[
            ("When", CellKind::Moment),
            ("What", CellKind::Text),
            ("Claim", CellKind::Count),
            ("Table", CellKind::Count),
            ("Round", CellKind::Count),
            ("Patron", CellKind::Text),
            ("Amount", CellKind::Money),
            ("By", CellKind::Text),
            ("Words", CellKind::Text),
            ("Fund", CellKind::Text),
            ("Chips", CellKind::Text),
        ],
    );
    let mut sums = Sums::default();
    // Which fund a claim is of stands where it was claimed, maybe before the span.
    let mut funds: BTreeMap<u64, Fund> = BTreeMap::new();
    House::read(store, &mut |house, said, logged| {
        if let HouseEntry::Jackpot(JackpotSaid::Claimed { claim, of, .. }) = said {
            funds.insert(*claim, *of);
        }
        if !span.holds(logged.entry.at_ms) {
            return;
        }
        let Some(line) = Line::of(said, &funds, &mut sums) else { return };
        let text = |text: &str| Some(Cell::from(text)).filter(|_| !text.is_empty());
        report.rows.push(vec![
            Some(logged.entry.at_ms.into()),
            Some(line.what.into()),
            line.claim.map(Cell::from),
            line.table.map(Cell::from),
            line.round.map(Cell::from),
            line.person.map(|person| house.name(person).into()),
            line.amount.map(Cell::from),
            Some(house.name(line.by).into()),
            text(line.words),
            Some(line.of.word().into()),
            text(line.chips),
        ]);
    })?;
    report.sum("Counted into the fund", sums.counted);
    report.sum("Paid", sums.paid);
    report.sum("Set apart for promotions", sums.funded);
    report.sum("Paid out of promotions", sums.promoted);
    report.sum("Bonuses met", sums.met);
    report.signatures = vec!["Looked through by".to_owned()];
    Ok(report)
}

/// What came into the funds and went out of them.
#[derive(Default)]
struct Sums {
    counted: Money,
    paid: Money,
    funded: Money,
    promoted: Money,
    met: Money,
}

/// One line of the report.
struct Line<'a> {
    what: &'static str,
    claim: Option<u64>,
    table: Option<u32>,
    round: Option<u64>,
    person: Option<u32>,
    amount: Option<Money>,
    by: u32,
    words: &'a str,
    of: Fund,
    chips: &'static str,
}

impl<'a> Line<'a> {
    fn new(what: &'static str, by: u32, of: Fund) -> Line<'a> {
        let (claim, table, round, person, amount) = (None, None, None, None, None);
        Line { what, claim, table, round, person, amount, by, words: "", of, chips: "" }
    }

    fn of(said: &'a HouseEntry, funds: &BTreeMap<u64, Fund>, sums: &mut Sums) -> Option<Line<'a>> {
        let said = match said {
            HouseEntry::BoxCounted { table, counted, settled: Some(settled), by, note, .. }
                if settled.kind == BoxKind::Jackpot =>
            {
                sums.counted += *counted;
                let (table, amount, words) = (Some(*table), Some(*counted), note.as_str());
                return Some(Line { table, amount, words, ..Line::new("counted", *by, Fund::Jackpot) });
            }
            HouseEntry::Jackpot(said) => said,
            _ => return None,
        };
        let fund = |claim: &u64| funds.get(claim).copied().unwrap_or_default();
        let places = |onto_table: bool| if onto_table { "onto the table" } else { "wallet" };
        Some(match said {
            JackpotSaid::Claimed { claim, table, round, person, amount, words, by, of, onto_table } => Line {
                claim: Some(*claim),
                table: Some(*table),
                round: Some(*round),
                person: Some(*person),
                amount: Some(*amount),
                words,
                chips: places(*onto_table),
                ..Line::new("claimed", *by, *of)
            },
            JackpotSaid::Chosen { claim, onto_table, by } => Line {
                claim: Some(*claim),
                chips: places(*onto_table),
                ..Line::new("chosen", *by, fund(claim))
            },
            JackpotSaid::Approved { claim, by } => {
                Line { claim: Some(*claim), ..Line::new("approved", *by, fund(claim)) }
            }
            JackpotSaid::Paid { claim, person, amount, by, of, onto } => {
                match of {
                    Fund::Jackpot => sums.paid += *amount,
                    Fund::Promotion => sums.promoted += *amount,
                }
                let (claim, person, amount) = (Some(*claim), Some(*person), Some(*amount));
                let chips = places(onto.is_some());
                Line { claim, table: *onto, person, amount, chips, ..Line::new("paid", *by, *of) }
            }
            JackpotSaid::Declined { claim, words, by } => {
                Line { claim: Some(*claim), words, ..Line::new("declined", *by, fund(claim)) }
            }
            JackpotSaid::Funded { amount, is_back, by, with } => {
                let (what, signed) = if *is_back { ("given back", -*amount) } else { ("set apart", *amount) };
                sums.funded += signed;
                let (person, amount) = (Some(*with), Some(signed));
                Line { person, amount, ..Line::new(what, *by, Fund::Promotion) }
            }
            JackpotSaid::BonusesMet { table, amount, by, .. } => {
                sums.met += *amount;
                let (table, amount) = (Some(*table), Some(*amount));
                Line { table, amount, ..Line::new("bonuses met", *by, Fund::Promotion) }
            }
        })
    }
}
