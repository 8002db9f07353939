//! Counts which clauses of each book are proven by cases that pass.

use std::collections::BTreeMap;

use books::{ClauseKind, Problem, Shelf};
use serde::Serialize;

use crate::Scenario;
use crate::report::Report;

/// A clause that no case proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unproven {
    /// Its name.
    pub clause: String,
    /// What it is about.
    pub kind: &'static str,
    /// Why there is no case, if that is known.
    pub reason: String,
}

/// How far one book is proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookConformance {
    /// The book.
    pub book: String,
    /// How many clauses are proven.
    pub proven: usize,
    /// How many clauses the book has.
    pub total: usize,
    /// The others.
    pub unproven: Vec<Unproven>,
}

/// How far all books are proven.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conformance {
    /// Book by book.
    pub books: Vec<BookConformance>,
}

/// Counts the clauses of every book on the shelf that passing cases prove.
///
/// # Errors
/// When a book on the shelf cannot be read.
pub fn conformance(shelf: &Shelf, cases: &[(Scenario, Report)]) -> Result<Conformance, Problem> {
    let mut proven: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (scenario, report) in cases.iter().filter(|(_, report)| report.pass) {
        for clause in scenario.proves.iter().flatten() {
            *proven.entry((report.book.as_str(), clause.as_str())).or_default() += 1;
        }
    }
    let mut books = Vec::new();
    for id in shelf.ids() {
        let book = shelf.book(&id)?;
        let name = id.to_string();
        let own = book
            .clauses
            .iter()
            .filter(|(_, entry)| !entry.name.contains('/') && entry.kind != ClauseKind::Ruling);
        let (mut count, mut total, mut unproven) = (0, 0, Vec::new());
        for (_, entry) in own {
            total += 1;
            if proven.contains_key(&(name.as_str(), entry.name.as_str())) {
                count += 1;
            } else {
                unproven.push(Unproven {
                    clause: entry.name.clone(),
                    kind: entry.kind.word(),
                    reason: reason(entry.kind).to_owned(),
                });
            }
        }
        books.push(BookConformance { book: name, proven: count, total, unproven });
    }
    Ok(Conformance { books })
}

/// Why a kind of clause has no cases by its nature.
fn reason(kind: ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Conduct => "about how people behave: software reminds and records",
        ClauseKind::Notice => "about what is shown: the posted notice carries it",
        ClauseKind::Definition => "says what a word means: the clauses that use the word are proven",
        ClauseKind::Legal => "about the law: the rotation and the checks of schedules keep it",
        ClauseKind::Seat => "about the room's seats, not about a round",
        _ => "",
    }
}
