//! `cardroom run`: plays worked cases and compares.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use scenarios::{Report, Tables};

use super::cases;
use crate::Context;
use crate::failure::Failure;

/// Plays worked cases and compares them with what they expect.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cardroom run scenarios/mortimers/no-bust-6\n  cardroom run my-case.toml --json"
)]
pub(crate) struct Run {
    /// Scenario files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Run {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let mut tables = Tables::new(context.shelf.clone());
        let mut out = BufWriter::new(io::stdout().lock());
        let (mut passed, mut failed) = (0, 0);
        let mut books = BTreeSet::new();
        cases::play(&self.files, &mut tables, |case, report| {
            books.insert(case.book.clone());
            *(if report.pass { &mut passed } else { &mut failed }) += 1;
            if context.json {
                serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
                writeln!(out)?;
            } else {
                tell(&mut out, &report)?;
            }
            Ok(())
        })?;
        if !context.json {
            writeln!(out, "{passed} passed, {failed} failed")?;
        }
        out.flush()?;
        for name in books {
            refuse_faulty_rates(context, &name)?;
        }
        if failed > 0 { Err(Failure::Shown) } else { Ok(()) }
    }
}

/// Cases of rounds ask a schedule for single figures; where the check refuses the whole file, they prove nothing.
fn refuse_faulty_rates(context: &Context, name: &str) -> Result<(), Failure> {
    let Ok(book) = context.shelf.find(name).and_then(|id| context.shelf.book(&id)) else { return Ok(()) };
    context.shelf.rates(&book).map(|_| ()).map_err(Failure::from)
}

fn tell(out: &mut impl Write, report: &Report) -> io::Result<()> {
    if report.pass {
        return writeln!(out, "ok    {}  {}", report.file, report.title);
    }
    writeln!(out, "FAIL  {}  {}", report.file, report.title)?;
    for difference in &report.differences {
        writeln!(out, "      {difference}")?;
    }
    Ok(())
}
