//! `cardroom archive`: old months of a closed room, moved out of its way.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::json;

use crate::Context;
use crate::failure::Failure;

/// Moves what happened before a month into an archive beside the room, which must be closed.
///
/// Nothing is deleted, now or ever: records are kept seven years and longer. The log keeps where the archived parts
/// began and ended. As long as the archive lies in the room's folder its rounds are shown like any others, and
/// `cardroom verify` proves both together.
#[derive(Args)]
#[command(after_help = "Examples:\n  cardroom archive cardroom-data --before 2026-07\n  \
                  cardroom verify cardroom-data --whole")]
pub(crate) struct Archive {
    /// The folder of the room
    #[arg(value_name = "DIR", default_value = "cardroom-data")]
    folder: PathBuf,
    /// The first month that stays, by UTC
    #[arg(long, value_name = "YYYY-MM", value_parser = month)]
    before: Month,
    /// Also what happened in a month that is not over, such as where the disk is full; what comes later in that month stays
    #[arg(long)]
    unfinished: bool,
}

/// A month of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Month {
    year: i64,
    month: i64,
}

fn month(text: &str) -> Result<Month, String> {
    let parts = text.split_once('-').filter(|(year, month)| year.len() == 4 && month.len() == 2);
    let numbers = parts.and_then(|(year, month)| Some((year.parse().ok()?, month.parse().ok()?)));
    match numbers {
        Some((year, month)) if (1970..=9999).contains(&year) && (1..=12).contains(&month) => {
            Ok(Month { year, month })
        }
        _ => Err("a month is written as 2026-07".to_owned()),
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl Month {
    /// The one in which a time lies, by UTC.
    fn at(now_ms: i64) -> Month {
        // A year has at most 366 days, so that this one is not too late.
        let year = 1970 + now_ms.max(0) / (366 * 86_400_000);
        let months = (year..).flat_map(|year| (1..=12).map(move |month| Month { year, month }));
        months.take_while(|month| month.begins_ms() <= now_ms).last().unwrap_or(Month { year, month: 1 })
    }

    /// When it begins, in milliseconds since 1970.
    fn begins_ms(self) -> i64 {
        // Counted from the first of March of the year 0, so that a leap day is the last of its year.
        let (year, month) =
            if self.month > 2 { (self.year, self.month - 3) } else { (self.year - 1, self.month + 9) };
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 - 719_468;
        days * 24 * 3_600_000
    }
}

/// The time of the machine, in milliseconds since 1970.
fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl Archive {
    /// Refuses a month that is still to come, because the one before it is not over.
    fn check_over(&self, now_ms: i64) -> Result<(), Failure> {
        if self.unfinished || self.before.begins_ms() <= now_ms {
            return Ok(());
        }
        let (before, latest) = (self.before, Month::at(now_ms));
        Err(Failure::Told(format!(
            "--before {before}: the month before it is not over, and an archive holds whole months: {latest} is the latest \
             that can be named, or add --unfinished"
        )))
    }

    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let before = self.before;
        self.check_over(now_ms())?;
        let name = format!("archive-before-{before}.sqlite3");
        let shelf = Arc::new(context.shelf.clone());
        let parts = server::archive(&shelf, &self.folder, &name, self.before.begins_ms())
            .map_err(|error| Failure::Told(error.to_string()))?;
        let entries: u64 = parts.iter().map(|part| part.entries).sum();
        let file = self.folder.join(&name);
        let mut out = io::stdout().lock();
        if context.json {
            let file = (!parts.is_empty()).then_some(file);
            writeln!(out, "{}", json!({ "file": file, "entries": entries, "parts": parts }))?;
        } else if parts.is_empty() {
            writeln!(out, "Nothing that happened before {before} can leave the room.")?;
        } else {
            writeln!(
                out,
                "{}: {entries} entries of {} tables. Keep it for seven years at least; `cardroom verify {}` proves it with \
                 the room.",
                file.display(),
                parts.len(),
                self.folder.display()
            )?;
        }
        Ok(out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_when_it_should() {
        for (text, days) in [("1970-01", 0), ("1970-03", 59), ("2000-03", 11_017), ("2026-11", 20_758)] {
            assert_eq!(month(text).unwrap().begins_ms(), days * 86_400_000, "{text}");
        }
        for (text, days) in [("1970-01", 0), ("1970-01", 30), ("2000-02", 11_016), ("2026-11", 20_775)] {
            assert_eq!(Month::at(days * 86_400_000), month(text).unwrap(), "{text}");
        }
        // Only what is over is archived, unless somebody says so.
        let asked = |text: &str, unfinished: bool| {
            let before = month(text).unwrap();
            Archive { folder: PathBuf::new(), before, unfinished }.check_over(20_758 * 86_400_000 + 1)
        };
        assert!(asked("2026-11", false).is_ok() && asked("2026-12", true).is_ok());
        let Err(Failure::Told(told)) = asked("2026-12", false) else { unreachable!("it is refused") };
        assert!(told.contains("2026-11 is the latest that can be named"), "{told}");
        for text in ["2026", "2026-13", "26-07", "2026-7", "July"] {
            assert_eq!(month(text).unwrap_err(), "a month is written as 2026-07");
        }
    }
}
