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
    let mut sums: BTreeMap<AddsTo, Money> = BTreeMap::new();
    // Which fund a claim is of, and at which table, stands where it was claimed, maybe before the span.
    let mut claims: BTreeMap<u64, (Fund, u32)> = BTreeMap::new();
    House::read(store, &mut |house, said, logged| {
        if let HouseEntry::Jackpot(JackpotSaid::Claimed { claim, of, table, .. }) = said {
            claims.insert(*claim, (*of, *table));
        }
        if !span.holds(logged.entry.at_ms) {
            return;
        }
        let Some(line) = Line::of(said, &claims) else { return };
        let claimed_at = line.claim.and_then(|claim| claims.get(&claim)).map(|(_, table)| *table);
        if span.table.is_some() && span.table != claimed_at.or(line.table) {
            return;
        }
        if let (Some(adds_to), Some(amount)) = (line.adds_to, line.amount) {
            *sums.entry(adds_to).or_default() += amount;
        }
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
    let mut sum = |name: &str, of: AddsTo| report.sum(name, sums.get(&of).copied().unwrap_or_default());
    sum("Counted into the fund", AddsTo::Counted);
    sum("Paid", AddsTo::Paid);
    sum("Set apart for promotions", AddsTo::SetApart);
    sum("Paid out of promotions", AddsTo::Promoted);
    sum("Bonuses met", AddsTo::Met);
    report.signatures = vec!["Looked through by".to_owned()];
    Ok(report)
}

/// To which of the sums a line adds its amount.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AddsTo {
    Counted,
    Paid,
    SetApart,
    Promoted,
    Met,
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
    adds_to: Option<AddsTo>,
}

impl<'a> Line<'a> {
    fn new(what: &'static str, by: u32, of: Fund) -> Line<'a> {
        let (claim, table, round, person, amount) = (None, None, None, None, None);
        Line { what, claim, table, round, person, amount, by, words: "", of, chips: "", adds_to: None }
    }

    fn of(said: &'a HouseEntry, claims: &BTreeMap<u64, (Fund, u32)>) -> Option<Line<'a>> {
        let said = match said {
            HouseEntry::BoxCounted { table, counted, settled: Some(settled), by, note, .. }
                if settled.kind == BoxKind::Jackpot =>
            {
                let (table, amount, words) = (Some(*table), Some(*counted), note.as_str());
                let adds_to = Some(AddsTo::Counted);
                return Some(Line {
                    table,
                    amount,
                    words,
                    adds_to,
                    ..Line::new("counted", *by, Fund::Jackpot)
                });
            }
            HouseEntry::Jackpot(said) => said,
            _ => return None,
        };
        let fund = |claim: &u64| claims.get(claim).map(|(of, _)| *of).unwrap_or_default();
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
                let adds_to = Some(match of {
                    Fund::Jackpot => AddsTo::Paid,
                    Fund::Promotion => AddsTo::Promoted,
                });
                let (claim, person, amount) = (Some(*claim), Some(*person), Some(*amount));
                let chips = places(onto.is_some());
                Line { claim, table: *onto, person, amount, chips, adds_to, ..Line::new("paid", *by, *of) }
            }
            JackpotSaid::Declined { claim, words, by } => {
                Line { claim: Some(*claim), words, ..Line::new("declined", *by, fund(claim)) }
            }
            JackpotSaid::Funded { amount, is_back, by, with, .. } => {
                let (what, signed) = if *is_back { ("given back", -*amount) } else { ("set apart", *amount) };
                let (person, amount, adds_to) = (Some(*with), Some(signed), Some(AddsTo::SetApart));
                Line { person, amount, adds_to, ..Line::new(what, *by, Fund::Promotion) }
            }
            JackpotSaid::BonusesMet { table, amount, by, .. } => {
                let (table, amount, adds_to) = (Some(*table), Some(*amount), Some(AddsTo::Met));
                Line { table, amount, adds_to, ..Line::new("bonuses met", *by, Fund::Promotion) }
            }
        })
    }
}
