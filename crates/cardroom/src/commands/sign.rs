//! `cardroom sign`: the notice that a table must post.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use books::rates::Schedule;
use books::report::errors_of;
use books::structure::{Stakes, StakesFault, Structure};
use books::{Book, Money, Problem, Shelf};
use clap::Args;
use games::face::Asked;
use games::round::Game;
use serde_json::json;
use signs::Format;

use super::check::today;
use super::show::house_name;
use crate::Context;
use crate::failure::Failure;

/// Makes the notice that a table must post: limits, fees, pays and the lines the law asks for, on one page.
#[derive(Args)]
#[command(after_help = "Examples:\n  cardroom sign mortimers/no-bust-6 --schedule 2 -o notice.pdf\n  \
                  cardroom sign marina/holdem --schedule 12 -o notice.svg\n  \
                  cardroom sign pinnacle/holdem --schedule 3 --limit '$6-$12' -o notice.html")]
pub(crate) struct Sign {
    /// The book, such as mortimers/no-bust-6
    #[arg(value_name = "BOOK")]
    book: String,
    /// The schedule, by its number or name
    #[arg(long, value_name = "N")]
    schedule: String,
    /// The way of betting of a poker table, where the schedule leaves a choice, such as "pot limit"
    #[arg(long, value_name = "WORDS")]
    structure: Option<String>,
    /// The limit of a poker table, where the schedule leaves a choice, such as '$6-$12'
    #[arg(long, value_name = "LOW-HIGH", value_parser = pair)]
    limit: Option<(Money, Money)>,
    /// The blinds of a poker table, where the schedule leaves a choice, such as '$1-$2'
    #[arg(long, value_name = "SMALL-BIG", value_parser = pair)]
    blinds: Option<(Money, Money)>,
    /// The file to write: .svg, .html or .pdf
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Make the notice although the check finds errors; it says on its face that it is not to be posted
    #[arg(long)]
    despite_errors: bool,
}

impl Sign {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let path = &self.output;
        let format =
            Format::of(path).map_err(|error| Failure::Told(format!("{}: {error}", path.display())))?;
        let id = context.shelf.find(&self.book)?;
        let posted = |shelf: &Shelf| -> Result<(Book, Schedule), Problem> {
            let book = shelf.book(&id)?;
            let schedule = shelf.table_schedule(&book, &self.schedule)?;
            Ok((book, schedule))
        };
        let read = posted(&context.shelf);
        let (book, schedule) =
            read.or_else(|problem| posted(&context.shelf.despite_faults()).map_err(|_| problem))?;
        if !schedule.offered.value {
            return Err(Failure::Told(format!(
                "schedule {} of {id} is filed, but a table may not use it; `cardroom rates {id}` lists the others",
                schedule.handle
            )));
        }
        let errors = errors_of(&context.shelf, &id, Some(&self.schedule), today());
        if let Some(first) = errors.first().filter(|_| !self.despite_errors) {
            return Err(Failure::Told(format!(
                "{id} is not in order, so that no table may post it: {} (`cardroom check` tells all; \
                 --despite-errors makes a notice that is marked as not to be posted)",
                first.what
            )));
        }
        let stakes = self.stakes(&book, &schedule)?;
        let mut sign = signs::Sign::at_table(&book, &schedule, &house_name(context, &book), stakes.as_ref());
        if !errors.is_empty() {
            sign.mark();
        }
        let bytes = sign.write(format);
        fs::write(path, &bytes)
            .map_err(|error| Failure::Told(format!("{}: cannot be written ({error})", path.display())))?;
        let mut out = io::stdout().lock();
        if context.json {
            let value = json!({
                "book": id.to_string(),
                "schedule": schedule.handle.as_str(),
                "file": path.display().to_string(),
                "bytes": bytes.len(),
            });
            writeln!(out, "{value}")?;
        } else {
            writeln!(out, "{}: the notice of {}, schedule {}", path.display(), sign.game, schedule.handle)?;
        }
        Ok(())
    }

    /// What the table plays for, in poker; told what is missing where the schedule leaves it open.
    fn stakes(&self, book: &Book, schedule: &Schedule) -> Result<Option<Stakes>, Failure> {
        let is_told = self.structure.is_some() || self.limit.is_some() || self.blinds.is_some();
        if book.rules.face().structures().is_empty() {
            if is_told {
                return Err(Failure::Told(format!(
                    "{} is no poker game; leave out --structure, --limit and --blinds",
                    book.id
                )));
            }
            return Ok(None);
        }
        let structure = match &self.structure {
            None => None,
            Some(word) => {
                Some(Structure::ALL.iter().copied().find(|one| one.word() == word).ok_or_else(|| {
                    let words: Vec<&str> = Structure::ALL.iter().map(|one| one.word()).collect();
                    Failure::Told(format!("--structure may be {}, not \"{word}\"", words.join(", ")))
                })?)
            }
        };
        let handle = &schedule.handle;
        if let (Some(from), Some(to), None) = (&schedule.limit, &schedule.limit_to, self.limit) {
            return Err(Failure::Told(format!(
                "schedule {handle} serves limits from {}/{} to {}/{}; add --limit LOW-HIGH of the table",
                from.min,
                from.max.unwrap_or(from.min),
                to.min,
                to.max.unwrap_or(to.min)
            )));
        }
        let (limit, blinds) = (self.limit, self.blinds);
        let asked = Asked { schedule: Some(schedule), structure, limit, blinds, ..Asked::default() };
        match Game::stakes(&book.rules, &asked).transpose() {
            Ok(stakes) => Ok(stakes),
            Err(StakesFault::BlindsMissing(_)) => Err(Failure::Told(format!(
                "schedule {handle} leaves the blinds to the table; add --blinds SMALL-BIG"
            ))),
            Err(fault) => Err(Failure::Told(format!("schedule {handle}: {fault}"))),
        }
    }
}

/// Two amounts such as $6-$12.
fn pair(text: &str) -> Result<(Money, Money), String> {
    let (low, high) = text.split_once('-').ok_or_else(|| "write two amounts such as '$6-$12'".to_owned())?;
    let amount = |text: &str| text.trim().parse::<Money>().map_err(|error| error.to_string());
    Ok((amount(low)?, amount(high)?))
}
