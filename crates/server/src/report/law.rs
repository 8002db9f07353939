//! What a room did against the law, rule by rule, with who overrode it and why.

use books::Shelf;
use store::{Error, Reader};

use super::Span;
use super::table::{CellKind, Report};
use crate::law::Watch;

/// Everything that was found against a rule in a span.
pub(super) fn law(store: &dyn Reader, span: &Span) -> Result<Report, Error> {
    let columns = [
        ("Since", CellKind::Moment),
        ("Until", CellKind::Moment),
        ("Table", CellKind::Count),
        ("Game", CellKind::Text),
        ("Rule", CellKind::Text),
        ("Source", CellKind::Text),
        ("Standing", CellKind::Text),
        ("What", CellKind::Text),
        ("First round", CellKind::Count),
        ("Rounds", CellKind::Count),
        ("Overridden", CellKind::Text),
        ("Taken back", CellKind::Count),
    ];
    let mut report = Report::new("The law", &columns);
    let watch = Watch::over(store, &Shelf::filed())?;
    report.notes.extend(watch.faults().iter().cloned());
    let is_in = |since: i64, last: i64| {
        span.to_ms.is_none_or(|to| since < to) && span.from_ms.is_none_or(|from| last >= from)
    };
    let (mut breaches, mut overridden, mut others, mut taken_back, mut warnings) = (0, 0, 0, 0, 0);
    for found in watch.findings() {
        if !span.holds_table(found.table) || !is_in(found.since_ms, found.until_ms.unwrap_or(i64::MAX)) {
            continue;
        }
        match (found.is_taken_back, found.is_breach(), found.overridden.is_some()) {
            (true, ..) => taken_back += 1,
            (false, false, _) if found.is_warning => warnings += 1,
            (false, true, _) => breaches += 1,
            (false, false, true) => overridden += 1,
            (false, false, false) => others += 1,
        }
        let by = found.overridden.as_ref().map(|own| format!("{}: {}", own.by, own.reason));
        report.rows.push(vec![
            Some(found.since_ms.into()),
            found.until_ms.map(Into::into),
            Some(found.table.into()),
            Some(found.book.into()),
            Some(found.rule.into()),
            Some(found.source.into()),
            Some(found.standing.words().into()),
            Some(
                if found.is_warning { format!("to be looked at: {}", found.what) } else { found.what }.into(),
            ),
            found.round.map(Into::into),
            Some(found.rounds.into()),
            by.map(Into::into),
            (found.taken_back > 0).then(|| found.taken_back.into()),
        ]);
    }
    report.notes.push(format!(
        "{breaches} against rules in force, {overridden} overridden by the floor, {others} against rules that bind nobody, \
         {taken_back} in rounds that were all taken back or voided and so are none, {warnings} to be looked at because the \
         filing leaves something open; tables of the house alone, each by what \
         counted at its moment."
    ));
    Ok(report)
}
