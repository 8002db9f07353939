//! Jackpots: what was counted into the fund, hits that were claimed, approved, paid and declined.

use books::Money;
use store::{Error, Reader};

use super::Span;
use super::house::House;
use super::table::{Cell, CellKind, Report};
use crate::day::BoxKind;
use crate::jackpots::JackpotSaid;
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
        ],
    );
    let (mut counted_in, mut paid_out) = (Money::ZERO, Money::ZERO);
    House::read(store, &mut |house, said, logged| {
        if !span.holds(logged.entry.at_ms) {
            return;
        }
        let at = Some(Cell::from(logged.entry.at_ms));
        let name = |person: u32| Some(Cell::from(house.name(person)));
        let words = |words: &str| Some(Cell::from(words)).filter(|_| !words.is_empty());
        let row = match said {
            HouseEntry::BoxCounted { table, counted, settled: Some(settled), by, note, .. }
                if settled.kind == BoxKind::Jackpot =>
            {
                counted_in += *counted;
                let (table, amount) = (Some(Cell::from(*table)), Some(Cell::from(*counted)));
                vec![at, Some("counted".into()), None, table, None, None, amount, name(*by), words(note)]
            }
            HouseEntry::Jackpot(JackpotSaid::Claimed {
                claim,
                table,
                round,
                person,
                amount,
                words: said,
                by,
            }) => {
                let (claim, table, round) =
                    (Some((*claim).into()), Some((*table).into()), Some((*round).into()));
                let amount = Some((*amount).into());
                vec![
                    at,
                    Some("claimed".into()),
                    claim,
                    table,
                    round,
                    name(*person),
                    amount,
                    name(*by),
                    words(said),
                ]
            }
            HouseEntry::Jackpot(JackpotSaid::Approved { claim, by }) => {
                let claim = Some((*claim).into());
                vec![at, Some("approved".into()), claim, None, None, None, None, name(*by), None]
            }
            HouseEntry::Jackpot(JackpotSaid::Paid { claim, person, amount, by }) => {
                paid_out += *amount;
                let (claim, amount) = (Some((*claim).into()), Some((*amount).into()));
                vec![at, Some("paid".into()), claim, None, None, name(*person), amount, name(*by), None]
            }
            HouseEntry::Jackpot(JackpotSaid::Declined { claim, words: said, by }) => {
                let claim = Some((*claim).into());
                vec![at, Some("declined".into()), claim, None, None, None, None, name(*by), words(said)]
            }
            _ => return,
        };
        report.rows.push(row);
    })?;
    report.sum("Counted into the fund", counted_in);
    report.sum("Paid", paid_out);
    report.signatures = vec!["Looked through by".to_owned()];
    Ok(report)
}
