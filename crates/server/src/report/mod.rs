//! Reports over a room's log, for any span: a table with its sums, as JSON, CSV or PDF. The page and `cardroom report`
//! give the same.

mod cash;
mod counts;
mod house;
mod jackpots;
mod law;
mod play;
mod playing;
mod rulings;
mod settled;
mod table;

pub use playing::own_play;
pub use table::{Cell, CellKind, Column, Report, Sum};

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use store::{Error, Reader};
use utoipa::ToSchema;

use play::By;

/// What a report tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReportKind {
    /// The boxes that were pulled, who counted them and what they found.
    Counts,
    /// The counts of the cage.
    Cage,
    /// Where every chip that was ever sold lies.
    Chips,
    /// The money of each person by gaming day, with those who have reached the mark.
    Cash,
    /// What came into the jackpot fund, and the hits that were claimed and paid.
    Jackpots,
    /// Collections by table.
    CollectionsByTable,
    /// Collections by hour.
    CollectionsByHour,
    /// Collections by schedule.
    CollectionsBySchedule,
    /// Collections by shift.
    CollectionsByShift,
    /// Hands and players of each table by hour.
    Hands,
    /// To whom the bank was offered, and what came of it.
    Rotation,
    /// Rulings, corrections, what was taken back and what was reported.
    Rulings,
    /// What was done against the law, and what the floor overrode.
    Law,
    /// The sessions of third-party providers' players.
    PlayingBooks,
}

impl ReportKind {
    /// Every kind with its word.
    pub const ALL: [(ReportKind, &'static str); 14] = [
        (ReportKind::Counts, "counts"),
        (ReportKind::Cage, "cage"),
        (ReportKind::Chips, "chips"),
        (ReportKind::Cash, "cash"),
        (ReportKind::Jackpots, "jackpots"),
        (ReportKind::CollectionsByTable, "collections-by-table"),
        (ReportKind::CollectionsByHour, "collections-by-hour"),
        (ReportKind::CollectionsBySchedule, "collections-by-schedule"),
        (ReportKind::CollectionsByShift, "collections-by-shift"),
        (ReportKind::Hands, "hands"),
        (ReportKind::Rotation, "rotation"),
        (ReportKind::Rulings, "rulings"),
        (ReportKind::Law, "law"),
        (ReportKind::PlayingBooks, "playing-books"),
    ];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        ReportKind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }
}

/// A word that names no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReport(String);

impl fmt::Display for NoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = ReportKind::ALL.iter().map(|(_, word)| *word).collect();
        write!(f, "there is no report \"{}\"; there are {}", self.0, words.join(", "))
    }
}

impl std::error::Error for NoReport {}

impl FromStr for ReportKind {
    type Err = NoReport;

    fn from_str(word: &str) -> Result<ReportKind, NoReport> {
        let found = ReportKind::ALL.iter().find(|(_, own)| *own == word);
        found.map(|(kind, _)| *kind).ok_or_else(|| NoReport(word.to_owned()))
    }
}

/// Of what a report tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// From when on, in milliseconds since 1970.
    pub from_ms: Option<i64>,
    /// Until before when.
    pub to_ms: Option<i64>,
    /// One shift alone.
    pub shift: Option<u32>,
    /// One table alone.
    pub table: Option<u32>,
}

impl Span {
    /// Whether a moment is in it.
    #[must_use]
    pub fn holds(&self, at_ms: i64) -> bool {
        self.from_ms.is_none_or(|from| at_ms >= from) && self.to_ms.is_none_or(|to| at_ms < to)
    }

    /// Whether a table is in it.
    #[must_use]
    pub fn holds_table(&self, table: u32) -> bool {
        self.table.is_none_or(|own| own == table)
    }

    /// Why a report cannot be made of it, in a sentence: a part that a report knows nothing of would be passed over in silence.
    #[must_use]
    pub fn fault(&self, kind: ReportKind) -> Option<String> {
        let word = kind.word();
        match kind {
            ReportKind::Chips if *self != Span::default() => {
                Some(format!("\"{word}\" says where the chips are now: leave days, shift and table out"))
            }
            ReportKind::Cash | ReportKind::Cage if self.table.is_some() => {
                Some(format!("\"{word}\" is of the cage, which is at no table: leave the table out"))
            }
            _ => None,
        }
    }

    /// The same in the time of its shift, for what does not say itself to which shift it belongs.
    fn in_shift(&self, store: &dyn Reader) -> Result<Span, Error> {
        let Some(number) = self.shift else { return Ok(*self) };
        let house = house::House::read(store, &mut |_, _, _| ())?;
        let own = house.shifts.iter().find(|shift| shift.number == number);
        // A shift that never was has no time.
        let (opened, closed) = own.map_or((0, Some(0)), |shift| (shift.opened_ms, shift.closed_ms));
        let from_ms = Some(self.from_ms.map_or(opened, |from| from.max(opened)));
        let to_ms = closed.into_iter().chain(self.to_ms).min();
        Ok(Span { from_ms, to_ms, ..*self })
    }
}

/// For whom a report is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Somebody who counts nothing.
    All,
    /// Somebody who counts boxes, and does not know what is in one before it is counted.
    Settled,
}

/// Makes a report.
///
/// # Errors
/// When the store cannot be read.
pub fn report(store: &dyn Reader, kind: ReportKind, span: &Span, reads: Reads) -> Result<Report, Error> {
    // A box says itself of which shift it is, and may be pulled after its end.
    let span = &if kind == ReportKind::Counts { *span } else { span.in_shift(store)? };
    match kind {
        ReportKind::Counts => counts::counts(store, span, reads),
        ReportKind::Cage => counts::cage(store, span),
        ReportKind::Chips => counts::chips(store),
        ReportKind::Cash => cash::cash(store, span),
        ReportKind::Jackpots => jackpots::jackpots(store, span),
        ReportKind::CollectionsByTable => play::collections(store, span, By::Table, reads),
        ReportKind::CollectionsByHour => play::collections(store, span, By::Hour, reads),
        ReportKind::CollectionsBySchedule => play::collections(store, span, By::Schedule, reads),
        ReportKind::CollectionsByShift => play::collections(store, span, By::Shift, reads),
        ReportKind::Hands => play::hands(store, span, reads),
        ReportKind::Rotation => play::bank(store, span),
        ReportKind::Rulings => rulings::rulings(store, span),
        ReportKind::Law => law::law(store, span),
        ReportKind::PlayingBooks => playing::playing_books(store, span),
    }
}
