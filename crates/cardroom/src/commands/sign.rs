//! `cardroom sign`: the notice that a table must post.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use books::rates::Schedule;
use books::report::errors_of;
use clap::Args;
use serde_json::json;
use signs::Format;

use super::check::today;
use super::show::house_name;
use crate::Context;
use crate::failure::Failure;

/// Makes the notice that a table must post: limits, fees, pays and the lines the law asks for, on one page.
#[derive(Args)]
#[command(after_help = "Examples:\n  cardroom sign mortimers/no-bust-6 --schedule 2 -o notice.pdf\n  \
                  cardroom sign marina/holdem --schedule 12 -o notice.svg")]
pub(crate) struct Sign {
    /// The book, such as mortimers/no-bust-6
    #[arg(value_name = "BOOK")]
    book: String,
    /// The schedule, by its number or name
    #[arg(long, value_name = "N")]
    schedule: String,
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
        let book = context.shelf.book(&id)?;
        let schedule: Schedule = context.shelf.table_schedule(&book, &self.schedule)?;
        if !schedule.offered.value {
            return Err(Failure::Told(format!(
                "schedule {} of {id} is filed, but a table may not use it; `cardroom rates {id}` lists the others",
                schedule.handle
            )));
        }
        let errors = errors_of(&context.shelf, &id, today());
        if let Some(first) = errors.first().filter(|_| !self.despite_errors) {
            return Err(Failure::Told(format!(
                "{id} is not in order, so that no table may post it: {} (`cardroom check` tells all; \
                 --despite-errors makes a notice that is marked as not to be posted)",
                first.what
            )));
        }
        let mut sign = signs::Sign::new(&book, &schedule, &house_name(context, &book));
        if !errors.is_empty() {
            sign.game = format!("NOT TO BE POSTED: {}", sign.game);
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
}
