//! Counts which clauses of each book are proven by cases that pass.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use books::{ClauseEntry, ClauseKind, Problem, Shelf};
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

/// Counts the clauses of every book on the shelf, and of every file of house rules, that passing cases prove.
///
/// # Errors
/// When a book on the shelf cannot be read.
pub fn conformance(shelf: &Shelf, cases: &[(Scenario, Report)]) -> Result<Conformance, Problem> {
    let passing = cases.iter().filter(|(_, report)| report.pass);
    let proven: BTreeSet<(&str, &str)> = passing
        .flat_map(|(scenario, _)| {
            let clauses = scenario.proves.iter().flatten();
            clauses.map(|clause| (scenario.book.as_str(), clause.as_str()))
        })
        .collect();
    let mut books = Vec::new();
    for id in shelf.ids() {
        let own = shelf.book(&id)?;
        let entries = own.clauses.iter().map(|(_, entry)| entry).filter(|entry| !entry.name.contains('/'));
        let name = id.to_string();
        books.push(count(&name, entries, |clause| proven.contains(&(name.as_str(), clause))));
    }
    for (house, file) in shelf.house_files() {
        let index = shelf.clauses(house, None)?;
        let prefix = format!("{file}/");
        let entries = index.iter().map(|(_, entry)| entry).filter(|entry| entry.name.starts_with(&prefix));
        let of_house = |clause: &str| {
            proven.iter().any(|(book, proven)| book.split('/').next() == Some(house) && *proven == clause)
        };
        books.push(count(&format!("{house}/{file}"), entries, of_house));
    }
    books.sort_by(|one, other| one.book.cmp(&other.book));
    Ok(Conformance { books })
}

fn count<'a>(
    book: &str,
    entries: impl Iterator<Item = &'a ClauseEntry>,
    is_proven: impl Fn(&str) -> bool,
) -> BookConformance {
    let mut line = BookConformance { book: book.to_owned(), proven: 0, total: 0, unproven: Vec::new() };
    for entry in entries.filter(|entry| entry.kind != ClauseKind::Ruling) {
        line.total += 1;
        if is_proven(&entry.name) {
            line.proven += 1;
        } else {
            let (clause, kind, reason) = (entry.name.clone(), entry.kind.word(), reason(book, entry));
            line.unproven.push(Unproven { clause, kind, reason });
        }
    }
    line
}

/// Reasons that belong to single clauses, book by book.
static REASONS: LazyLock<toml::Table> = LazyLock::new(|| {
    include_str!("../../../clauses/unproven.toml")
        .parse()
        .expect("clauses/unproven.toml is a table of tables")
});

/// Why a clause has no case: its own reason, or that of its kind.
fn reason(book: &str, entry: &ClauseEntry) -> String {
    let own = REASONS.get(book).and_then(|clauses| clauses.get(&entry.name)).and_then(toml::Value::as_str);
    own.unwrap_or_else(|| kind_reason(entry.kind)).to_owned()
}

/// Why a kind of clause has no cases by its nature.
fn kind_reason(kind: ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Conduct => "about how people behave: software reminds and records",
        ClauseKind::Notice => "about what is shown: the posted notice carries it",
        ClauseKind::Definition => "says what a word means: the clauses that use the word are proven",
        ClauseKind::Legal => "about the law: the rotation and the checks of schedules keep it",
        _ => "",
    }
}
