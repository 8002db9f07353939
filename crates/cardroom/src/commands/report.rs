//! `cardroom report`: what a room's log comes to, for people, spreadsheets, printers and programs.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use books::Zone;
use books::law::Date;
use clap::Args;
use serde_json::json;
use server::report::{self, CellKind, Reads, Report as Made, ReportKind, Span};
use store::Place;

use super::rotation::day;
use crate::Context;
use crate::failure::Failure;

/// Makes a report over a room's log: counts (of boxes), cage (its counts), chips (where every chip is),
/// cash (by gaming day), jackpots, collections-by-table, -hour, -schedule and -shift, hands (by table and hour), rotation
/// (of the bank), rulings, law (what was done against it), playing-books (sessions of third-party providers' players).
#[derive(Args)]
#[command(after_help = "Examples:\n  cardroom report counts cardroom-data --shift 3\n  \
                  cardroom report counts cardroom-data --from 2026-11-01 --to 2026-11-30 --csv november.csv\n  \
                  cardroom report chips cardroom-data --pdf chips.pdf\n  \
                  cardroom --json report cage cardroom-data")]
pub(crate) struct Report {
    /// Which report
    #[arg(value_name = "KIND")]
    kind: ReportKind,
    /// The folder of the room
    #[arg(value_name = "DIR", default_value = "cardroom-data")]
    folder: PathBuf,
    /// The database that holds the log and the accounts, instead of a file in the folder: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "ADDRESS")]
    store: Option<Place>,
    /// The first day, as it is in California
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    from: Option<Date>,
    /// The last day, as it is in California
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    to: Option<Date>,
    /// One shift alone
    #[arg(long, value_name = "N")]
    shift: Option<u32>,
    /// One table alone
    #[arg(long, value_name = "N")]
    table: Option<u32>,
    /// Write it with commas to this file; - for the terminal
    #[arg(long, value_name = "FILE", conflicts_with = "pdf")]
    csv: Option<PathBuf>,
    /// Write it for printing to this file
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
}

impl Report {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let told = |error: store::Error| Failure::Told(error.to_string());
        let place = self.store.clone().unwrap_or_else(|| self.folder.as_path().into());
        let store = place.open_read_only().map_err(told)?;
        let (from_ms, to_ms) = (self.from.map(begins_ms), self.to.map(|to| begins_ms(next(to))));
        if from_ms.zip(to_ms).is_some_and(|(from, to)| to <= from) {
            return Err(Failure::Told("--from is after --to: exchange them".to_owned()));
        }
        let span = Span { from_ms, to_ms, shift: self.shift, table: self.table };
        if let Some(what) = span.fault(self.kind) {
            return Err(Failure::Told(what));
        }
        let made = report::report(store.as_ref(), self.kind, &span, Reads::All).map_err(told)?;
        let mut out = io::stdout().lock();
        let file = self.csv.as_ref().map(|file| (file, made.csv().into_bytes()));
        match file.or_else(|| self.pdf.as_ref().map(|file| (file, made.pdf()))) {
            Some((file, bytes)) if file.as_os_str() == "-" => out.write_all(&bytes)?,
            Some((file, bytes)) => {
                write_private(file, &bytes).map_err(|error| {
                    Failure::Told(format!("{}: cannot be written ({error})", file.display()))
                })?;
                writeln!(out, "{}: {}, {} rows", file.display(), made.title, made.rows.len())?;
            }
            None if context.json => writeln!(out, "{}", json!(made))?,
            None => print(&mut out, &made)?,
        }
        Ok(())
    }
}

/// Writes a file that nobody but its owner reads: who played, and for how much, is nobody else's business.
fn write_private(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut opened = options.open(file)?;
    // One that was there before may be open to others. What is no file, such as a pipe, has no owner's alone.
    #[cfg(unix)]
    if opened.metadata()?.is_file() {
        opened.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    }
    opened.write_all(bytes)
}

/// When a day begins in California, in milliseconds since 1970.
fn begins_ms(day: Date) -> i64 {
    let utc = days_of(day) * 86_400_000;
    // The clock of that night decides, which may be changed in the early morning.
    let minutes = Zone::california().map_or(0, |zone| zone.minutes_at(utc + 8 * 3_600_000));
    utc - i64::from(minutes) * 60_000
}

/// The days from 1970 to a day, counted in years that begin with March, so that a leap day is the last of its year.
fn days_of(day: Date) -> i64 {
    let (month, is_before) = (i64::from(day.month), day.month <= 2);
    let year = i64::from(day.year) - i64::from(is_before);
    let of_year = (153 * (if is_before { month + 9 } else { month - 3 }) + 2) / 5 + i64::from(day.day) - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468
}

fn next(day: Date) -> Date {
    Date::at(begins_ms(day) + 36 * 3_600_000)
}

fn print(out: &mut impl Write, made: &Made) -> io::Result<()> {
    writeln!(out, "{}", made.title)?;
    for note in &made.notes {
        writeln!(out, "{note}")?;
    }
    let rows = made.words();
    let width = |place: usize| {
        let cells = rows.iter().filter_map(|row| row.get(place)).map(|cell| cell.chars().count());
        cells.max().unwrap_or(0).max(made.columns[place].title.chars().count())
    };
    let widths: Vec<usize> = (0..made.columns.len()).map(width).collect();
    let mut line = |cells: &[String]| {
        let mut text = String::new();
        for ((cell, column), width) in cells.iter().zip(&made.columns).zip(&widths) {
            let is_number = matches!(column.kind, CellKind::Count | CellKind::Money);
            let padded = if is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
            text.push_str("  ");
            text.push_str(&padded);
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(&made.columns.iter().map(|column| column.title.clone()).collect::<Vec<String>>())?;
    for row in &rows {
        line(row)?;
    }
    for sum in &made.sums {
        writeln!(out, "{}: {}", sum.name, sum.amount)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_midnight_in_california_also_when_clocks_change() {
        let date = |month, day| Date { year: 2026, month, day };
        // 8 hours behind in winter, 7 in summer; 2026-03-08 and 2026-11-01 are the days of the change.
        for (day, hours) in
            [(date(1, 1), 8), (date(3, 8), 8), (date(3, 9), 7), (date(11, 1), 7), (date(11, 2), 8)]
        {
            assert_eq!(begins_ms(day).rem_euclid(86_400_000), hours * 3_600_000, "{day}");
            assert_eq!(Date::at(begins_ms(day)), day, "in California");
        }
        assert_eq!(next(date(2, 28)), date(3, 1));
        assert_eq!(next(date(12, 31)), Date { year: 2027, month: 1, day: 1 });
    }
}
