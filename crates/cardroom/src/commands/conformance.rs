//! `cardroom conformance`: which clauses the worked cases prove.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use scenarios::{BookConformance, Standing, Tables};

use super::cases;
use crate::Context;
use crate::failure::Failure;

/// Counts the clauses that worked cases prove, book by book: a case fails once a rule that cites the clause is broken.
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
        let is_meant = |name: &str| self.book.as_ref().is_none_or(|book| book == name);
        let books = scenarios::conformance(&context.shelf, &played, is_meant)?.books;
        if let (Some(book), true) = (&self.book, books.is_empty()) {
            context.shelf.find(book)?;
        }
        let mut out = io::stdout().lock();
        if context.json {
            serde_json::to_writer(&mut out, &books).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            print(&mut out, &books, self.book.is_some())?;
            writeln!(out, "{} cases played, {failed} of them failed", played.len())?;
        }
        if failed > 0 { Err(Failure::Shown) } else { Ok(()) }
    }
}

/// One line a book with how many clauses stand how, and the clauses that no key cites.
fn print(out: &mut impl Write, books: &[BookConformance], with_clauses: bool) -> io::Result<()> {
    let heads = Standing::ALL.map(|standing| format!("{:>7}", standing.word())).join(" ");
    writeln!(out, "{:<36} {:>7} {heads}", "book", "clauses")?;
    for line in books {
        let counts = Standing::ALL.map(|standing| format!("{:>7}", line.count(standing))).join(" ");
        writeln!(out, "{:<36} {:>7} {counts}", line.book, line.total)?;
        if with_clauses {
            for clause in &line.unproven {
                let (word, cited) =
                    (clause.standing.word(), if clause.is_cited { "" } else { "no key cites it" });
                writeln!(
                    out,
                    "  {word:<8} {:<14} {:<36} {:<16} {}",
                    clause.kind, clause.clause, cited, clause.reason
                )?;
            }
        }
    }
    let total: usize = books.iter().map(|line| line.total).sum();
    let sum = |standing: Standing| books.iter().map(|line| line.count(standing)).sum::<usize>();
    let counts = Standing::ALL.map(|standing| format!("{:>7}", sum(standing))).join(" ");
    writeln!(out, "{:<36} {total:>7} {counts}", "all")?;
    if !with_clauses {
        writeln!(out, "\nClauses that no key of a book, its rates or its house cites:")?;
        for line in books {
            let uncited: Vec<&str> = line
                .unproven
                .iter()
                .filter(|clause| !clause.is_cited)
                .map(|clause| clause.clause.as_str())
                .collect();
            if !uncited.is_empty() {
                writeln!(out, "  {}: {}", line.book, uncited.join(", "))?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
