//! `cardroom rotation`: how the bank went round at the tables of a room.

use std::io::{self, Write};
use std::path::PathBuf;

use books::Zone;
use books::law::Date;
use clap::Args;
use serde_json::json;
use server::rotation::{self, Answer, Rotation as Went};
use store::Place;

use crate::Context;
use crate::failure::Failure;

const DAY_MS: i64 = 24 * 3_600_000;

/// Lists to whom the bank was offered, who took it, who declined and who was passed over, as the log has it.
#[derive(Args)]
#[command(after_help = "Examples:\n  cardroom rotation cardroom-data\n  \
                  cardroom rotation cardroom-data --table 3 --on 2026-11-16\n  \
                  cardroom --json rotation cardroom-data --table 3")]
pub(crate) struct Rotation {
    /// The folder of the room
    #[arg(value_name = "DIR", default_value = "cardroom-data")]
    folder: PathBuf,
    /// The database that holds the log and the accounts, instead of a file in the folder: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "ADDRESS")]
    store: Option<Place>,
    /// One table alone
    #[arg(long, value_name = "N")]
    table: Option<u32>,
    /// One day alone, as it is in California
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    on: Option<Date>,
}

impl Rotation {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let told = |error: store::Error| Failure::Told(error.to_string());
        let place = self.store.clone().unwrap_or_else(|| self.folder.as_path().into());
        let store = place.open_read_only().map_err(told)?;
        let is_wanted = |at_ms| self.on.is_none_or(|on| Date::at(at_ms) == on);
        let list = rotation::rotation(store.as_ref(), self.table, is_wanted).map_err(told)?;
        let mut out = io::stdout().lock();
        if context.json {
            writeln!(out, "{}", json!(list))?;
            return Ok(());
        }
        if list.is_empty() {
            writeln!(out, "The bank was offered to nobody.")?;
        }
        for (place, went) in list.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            print(&mut out, went)?;
        }
        Ok(())
    }
}

/// A day such as 2026-11-16.
pub(super) fn day(text: &str) -> Result<Date, String> {
    let parts: Vec<&str> = text.split('-').collect();
    let date = match parts[..] {
        [year, month, day] if (year.len(), month.len(), day.len()) == (4, 2, 2) => year
            .parse()
            .and_then(|year| Ok(Date { year, month: month.parse()?, day: day.parse()? }))
            .ok()
            .filter(|date| (1..=12).contains(&date.month) && (1..=31).contains(&date.day)),
        _ => None,
    };
    date.ok_or_else(|| "a day is written as 2026-11-16".to_owned())
}

fn print(out: &mut impl Write, went: &Went) -> io::Result<()> {
    let led = if went.by_hand { ", led by hand" } else { "" };
    writeln!(out, "Table {}, {}{led}", went.table, went.book)?;
    writeln!(
        out,
        "  {:<20} {:>5} {:<22} {:<12} {:>10}",
        "California", "round", "offered to", "answer", "stake"
    )?;
    for offer in &went.offers {
        let whom = format!("seat {} {}", offer.seat, offer.name);
        let stake = if offer.answer == Answer::Took { offer.stake.to_string() } else { String::new() };
        let answer = match (offer.answer, offer.turn) {
            (Answer::Took, turn) if turn > 1 => format!("took ({turn} running)"),
            (answer, _) => answer.words().to_owned(),
        };
        let time = moment(offer.at_ms);
        let line = format!("  {time:<20} {:>5} {whom:<22} {answer:<16} {stake:>10}", offer.rounds + 1);
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(
        out,
        "  {:<22} {:>7} {:>5} {:>8} {:>11} {:>6} {:>7} {:>5}",
        "who", "offered", "took", "declined", "passed over", "absent", "time up", "other"
    )?;
    for share in went.people.values() {
        let of = |answer| share.answers.get(&answer).copied().unwrap_or_default();
        writeln!(
            out,
            "  {:<22} {:>7} {:>5} {:>8} {:>11} {:>6} {:>7} {:>5}",
            share.name,
            share.offered,
            of(Answer::Took),
            of(Answer::Declined),
            of(Answer::PassedOver),
            of(Answer::Absent),
            of(Answer::TimeUp),
            of(Answer::Ended) + of(Answer::Open)
        )?;
    }
    Ok(())
}

/// A moment as clocks in California show it.
fn moment(at_ms: i64) -> String {
    let minutes = Zone::california().map_or(0, |zone| zone.minutes_at(at_ms));
    let second = (at_ms + i64::from(minutes) * 60_000).rem_euclid(DAY_MS) / 1_000;
    format!("{} {:02}:{:02}:{:02}", Date::at(at_ms), second / 3_600, second / 60 % 60, second % 60)
}
