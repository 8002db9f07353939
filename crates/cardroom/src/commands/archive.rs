//! `cardroom archive`: old months of a closed room, moved out of its way.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

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

impl Month {
    /// When it begins, in milliseconds since 1970.
    fn begins_ms(self) -> i64 {
        // Counted from the first of March of the year 0, so that a leap day is the last of its year.
        let (year, month) =
            if self.month > 2 { (self.year, self.month - 3) } else { (self.year - 1, self.month + 9) };
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 - 719_468;
        days * 24 * 3_600_000
    }
}

impl Archive {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let Month { year, month } = self.before;
        let name = format!("archive-before-{year:04}-{month:02}.sqlite3");
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
            writeln!(out, "Nothing that happened before {year:04}-{month:02} can leave the room.")?;
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
        for text in ["2026", "2026-13", "26-07", "2026-7", "July"] {
            assert_eq!(month(text).unwrap_err(), "a month is written as 2026-07");
        }
    }
}
