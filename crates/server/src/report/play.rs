//! What the tables' own logs come to: collections by table, hour, schedule and shift, hands by hour, and how the bank went.

use std::collections::BTreeMap;

use books::Money;
use room::Event;
use store::{Entry, Error, Reader, Stream};

use super::settled::SettledBoxes;
use super::table::{CellKind, Report};
use super::{Cell, Reads, Span};
use crate::day::BoxKind;
use crate::journal::TableEntry;
use crate::pages::Pages;
use crate::rotation::{self, Answer};

const HOUR_MS: i64 = 3_600_000;

/// What collections are put together by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Table,
    Hour,
    Schedule,
    Shift,
}

/// A table of the house, as its log opens it.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub(super) table: u32,
    pub(super) book: String,
    schedule: Option<String>,
}

impl Opened {
    fn schedule_words(&self) -> String {
        let schedule = self.schedule.as_deref().unwrap_or("no schedule");
        format!("{}, {schedule}", self.book)
    }
}

/// Reads the logs of all tables that are played with chips of the house and are in a span, entry by entry.
pub(super) fn tables(
    store: &dyn Reader,
    span: &Span,
    take: &mut dyn FnMut(&Opened, &Entry, &TableEntry),
) -> Result<(), Error> {
    for stream in store.streams()? {
        if !stream.is_table() || !span.holds_table(stream.0) {
            continue;
        }
        table(store, stream, span, take)?;
    }
    Ok(())
}

fn table(
    store: &dyn Reader,
    stream: Stream,
    span: &Span,
    take: &mut dyn FnMut(&Opened, &Entry, &TableEntry),
) -> Result<(), Error> {
    let mut opened: Option<Opened> = None;
    let mut pages = Pages::of(store, stream);
    while let Some(page) = pages.next()? {
        for logged in &page.entries {
            let Ok(body) = serde_json::from_str::<TableEntry>(&logged.entry.body) else { continue };
            if let TableEntry::Open { spec, .. } = &body {
                if spec.is_practice {
                    return Ok(());
                }
                let (book, schedule) = (spec.book.clone(), spec.schedule.clone());
                opened = Some(Opened { table: stream.0, book, schedule });
            }
            if let Some(opened) = opened.as_ref().filter(|_| span.holds(logged.entry.at_ms)) {
                take(opened, &logged.entry, &body);
            }
        }
    }
    Ok(())
}

/// What came into the boxes of a table by an entry of its log: collections, and jackpot money.
fn collected(entry: &Entry) -> (Money, Money) {
    let (drop, jackpot) =
        (format!("table:{}/drop", entry.stream.0), format!("table:{}/jackpot", entry.stream.0));
    let of = |name: &str| -> Money {
        let came = |one: &store::Transfer| match () {
            () if one.to == name => one.amount,
            () if one.from == name => Money::ZERO - one.amount,
            () => Money::ZERO,
        };
        entry.transfers.iter().map(came).sum()
    };
    (of(&drop), of(&jackpot))
}

/// What belongs together.
#[derive(Default)]
struct Part {
    hands: u64,
    players: i64,
    collected: Money,
    jackpot: Money,
}

impl Part {
    fn take(&mut self, entry: &Entry, body: &TableEntry, settled: &SettledBoxes) {
        for event in body.events() {
            if let Event::RoundBegan { people, .. } = event {
                self.players += people.len() as i64;
            }
            let is_hand = body.unbegun().is_none() && matches!(event, Event::RoundEnded { .. });
            self.hands += u64::from(is_hand);
        }
        self.players -= body.unbegun().unwrap_or(0) as i64;
        let (collected, jackpot) = collected(entry);
        self.collected += settled.told(entry, collected, BoxKind::Collection);
        self.jackpot += settled.told(entry, jackpot, BoxKind::Jackpot);
    }

    fn is_empty(&self) -> bool {
        self.hands == 0 && self.players == 0 && self.collected.is_zero() && self.jackpot.is_zero()
    }
}

fn hour_of(at_ms: i64) -> i64 {
    at_ms - at_ms.rem_euclid(HOUR_MS)
}

/// The collections of a span.
pub(super) fn collections(store: &dyn Reader, span: &Span, by: By, reads: Reads) -> Result<Report, Error> {
    let (house, settled) = SettledBoxes::read(store, reads)?;
    let (title, head, kind) = match by {
        By::Table => ("Collections by table", "Table", CellKind::Count),
        By::Hour => ("Collections by hour", "Hour", CellKind::Moment),
        By::Schedule => ("Collections by schedule", "Schedule", CellKind::Text),
        By::Shift => ("Collections by shift", "Shift", CellKind::Text),
    };
    // In the order of the first cell: by number, moment or name, and shifts by number.
    let mut parts: BTreeMap<(i64, String), Part> = BTreeMap::new();
    tables(store, span, &mut |opened, entry, body| {
        let at = entry.at_ms;
        let shift = house.shift_at(at);
        if span.shift.is_some() && span.shift != shift.map(|shift| shift.number) {
            return;
        }
        let key = match by {
            By::Table => (i64::from(opened.table), opened.book.clone()),
            By::Hour => (hour_of(at), String::new()),
            By::Schedule => (0, opened.schedule_words()),
            By::Shift => shift.map_or((0, "outside of shifts".to_owned()), |shift| {
                (i64::from(shift.number), house.shift_words(shift.number))
            }),
        };
        parts.entry(key).or_default().take(entry, body, &settled);
    })?;
    let mut columns = vec![(head, kind)];
    if by == By::Table {
        columns.push(("Game", CellKind::Text));
    }
    columns.extend([
        ("Hands", CellKind::Count),
        ("Collected", CellKind::Money),
        ("Jackpot", CellKind::Money),
    ]);
    let mut report = Report::new(title, &columns);
    report.notes.push(
        "Tables of the house alone; what was given back is taken off, and what was corrected is where it belongs."
            .to_owned(),
    );
    report.notes.extend(settled.note());
    let (mut sum, mut jackpot) = (Money::ZERO, Money::ZERO);
    for ((number, words), part) in parts.iter().filter(|(_, part)| !part.is_empty()) {
        let mut row: Vec<Option<Cell>> = match by {
            By::Table => vec![Some((*number).into()), Some(words.as_str().into())],
            By::Hour => vec![Some((*number).into())],
            By::Schedule | By::Shift => vec![Some(words.as_str().into())],
        };
        row.extend([Some(part.hands.into()), Some(part.collected.into()), Some(part.jackpot.into())]);
        report.rows.push(row);
        sum += part.collected;
        jackpot += part.jackpot;
    }
    report.sum("Collected", sum);
    report.sum("Jackpot", jackpot);
    Ok(report)
}

/// Hands and players of each table by hour.
pub(super) fn hands(store: &dyn Reader, span: &Span, reads: Reads) -> Result<Report, Error> {
    let (_, settled) = SettledBoxes::read(store, reads)?;
    let mut parts: BTreeMap<(u32, i64), (String, Part)> = BTreeMap::new();
    tables(store, span, &mut |opened, entry, body| {
        let own = parts.entry((opened.table, hour_of(entry.at_ms)));
        own.or_insert_with(|| (opened.book.clone(), Part::default())).1.take(entry, body, &settled);
    })?;
    let columns = [
        ("Table", CellKind::Count),
        ("Game", CellKind::Text),
        ("Hour", CellKind::Moment),
        ("Hands", CellKind::Count),
        ("Dealt to", CellKind::Count),
        ("Players a hand", CellKind::Text),
        ("Collected", CellKind::Money),
    ];
    let mut report = Report::new("Hands and players by hour", &columns);
    report.notes.extend(settled.note());
    let mut sum = Money::ZERO;
    for ((table, hour), (book, part)) in parts.iter().filter(|(_, (_, part))| !part.is_empty()) {
        // A round may begin in one hour and be taken back in the next.
        let players = u64::try_from(part.players).unwrap_or(0);
        let average = (players * 100).checked_div(part.hands);
        report.rows.push(vec![
            Some((*table).into()),
            Some(book.as_str().into()),
            Some((*hour).into()),
            Some(part.hands.into()),
            Some(players.into()),
            average.map(|average| format!("{}.{:02}", average / 100, average % 100).into()),
            Some(part.collected.into()),
        ]);
        sum += part.collected;
    }
    report.sum("Collected", sum);
    Ok(report)
}

/// To whom the bank was offered, and what came of it.
pub(super) fn bank(store: &dyn Reader, span: &Span) -> Result<Report, Error> {
    let columns = [
        ("Table", CellKind::Count),
        ("Game", CellKind::Text),
        ("When", CellKind::Moment),
        ("Round", CellKind::Count),
        ("Seat", CellKind::Count),
        ("Offered to", CellKind::Text),
        ("Answer", CellKind::Text),
        ("In a row", CellKind::Count),
        ("Stake", CellKind::Money),
    ];
    let mut report = Report::new("Rotation of the bank", &columns);
    report.notes.push("All tables, also those for practice.".to_owned());
    let (mut offered, mut took) = (0_u64, 0_u64);
    for went in rotation::rotation(store, span.table, |at_ms| span.holds(at_ms))? {
        for offer in &went.offers {
            let is_taken = offer.answer == Answer::Took;
            offered += 1;
            took += u64::from(is_taken);
            report.rows.push(vec![
                Some(went.table.into()),
                Some(went.book.as_str().into()),
                Some(offer.at_ms.into()),
                Some((offer.rounds + 1).into()),
                Some(u32::from(offer.seat.number()).into()),
                Some(offer.name.as_str().into()),
                Some(offer.answer.words().into()),
                is_taken.then(|| u32::from(offer.turn).into()),
                is_taken.then(|| offer.stake.into()),
            ]);
        }
    }
    report.notes.push(format!("Offered {offered} times, taken {took} times."));
    Ok(report)
}
