//! `cardroom conformance`: which clauses the worked cases prove.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use scenarios::Tables;

use super::cases;
use crate::Context;
use crate::failure::Failure;

/// Counts the clauses that worked cases prove, book by book.
#[derive(Args)]
pub(crate) struct Conformance {
    /// The folder of scenarios
    #[arg(long, default_value = "scenarios", value_name = "DIR")]
    scenarios: PathBuf,
    /// Only this book, or rules of a house as the list names them, with every clause that is not proven
    #[arg(value_name = "BOOK")]
    book: Option<String>,
}

impl Conformance {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        if !self.scenarios.is_dir() {
            return Err(Failure::Told(format!(
                "{}: is not a folder of scenarios; run this in the project's folder or give --scenarios DIR",
                self.scenarios.display()
            )));
        }
        let mut tables = Tables::new(context.shelf.clone());
        let mut played = Vec::new();
        let mut failed = 0;
        cases::play(std::slice::from_ref(&self.scenarios), &mut tables, |case, report| {
            failed += usize::from(!report.pass);
            played.push((case, report));
            Ok(())
        })?;
        let mut books = scenarios::conformance(&context.shelf, &played)?.books;
        if let Some(book) = &self.book {
            books.retain(|line| line.book == *book);
            if books.is_empty() {
                context.shelf.find(book)?;
            }
        }
        let mut out = io::stdout().lock();
        if context.json {
            serde_json::to_writer(&mut out, &books).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{:<40} {:>6} {:>7}", "book", "proven", "clauses")?;
            for line in &books {
                writeln!(out, "{:<40} {:>6} {:>7}", line.book, line.proven, line.total)?;
                if self.book.is_some() {
                    for clause in &line.unproven {
                        writeln!(out, "  {:<14} {:<36} {}", clause.kind, clause.clause, clause.reason)?;
                    }
                }
            }
            let proven: usize = books.iter().map(|line| line.proven).sum();
            let total: usize = books.iter().map(|line| line.total).sum();
            writeln!(out, "{:<40} {proven:>6} {total:>7}", "all")?;
            writeln!(out, "{} cases played, {failed} of them failed", played.len())?;
        }
        if failed > 0 { Err(Failure::Shown) } else { Ok(()) }
    }
}
