//! The three-card book: every clause that a program can decide is cited by a key, and faults are named.

use std::collections::BTreeSet;

use books::read::Source;
use books::{Book, BookId, ClauseKind, Shelf};

const NAME: (&str, &str) = ("pinnacle", "three-card-6-card-bonus");

fn book() -> Book {
    let shelf = Shelf::filed();
    shelf.book(&BookId::new(NAME.0, NAME.1)).unwrap_or_else(|problem| panic!("{problem}"))
}

/// The clauses and rulings of the game's own file that no key cites, but for what only people do.
fn uncited() -> Vec<String> {
    let book = book();
    let people = [
        ClauseKind::Conduct,
        ClauseKind::Notice,
        ClauseKind::Legal,
        ClauseKind::Definition,
        ClauseKind::Seat,
    ];
    let cited: BTreeSet<_> = book.citations.iter().flat_map(|citation| &citation.clauses).collect();
    book.clauses
        .iter()
        .filter(|(clause, entry)| !people.contains(&entry.kind) && !cited.contains(clause))
        .map(|(_, entry)| entry.name.clone())
        .filter(|name| !name.contains('/'))
        .collect()
}

/// What is wrong with the book when one place of it is changed.
fn faults(from: &str, to: &str) -> String {
    let shelf = Shelf::filed();
    let text = &shelf.file(&format!("{}/{}.toml", NAME.0, NAME.1)).unwrap().text;
    assert!(text.contains(from), "{from}");
    let changed = Source::new("changed.toml", text.replacen(from, to, 1));
    match shelf.read_book(&BookId::new(NAME.0, NAME.1), &changed) {
        Ok(_) => String::new(),
        Err(problem) => problem.to_string(),
    }
}

#[test]
fn every_clause_and_every_ruling_is_cited() {
    assert_eq!(uncited(), Vec::<String>::new());
}

#[test]
fn contradictions_are_named() {
    for (from, to, expected) in [
        ("bank_shows  = 3", "bank_shows  = 4", "the bank has no such card"),
        (
            "\"straight\", \"flush\", \"pair\"",
            "\"flush\", \"straight\", \"pair\"",
            "a straight above a flush",
        ),
        ("qualifies_from         = \"Q\"", "qualifies_from         = \"Q J\"", "one high card"),
        ("bonus_most       = \"$100\"", "bonus_most       = \"$0.50\"", "below the smallest"),
        (
            "{ hand = \"flush\", pays = \"3 to 1\" },",
            "{ hand = \"straight\", pays = \"3 to 1\" },",
            "each hand has one pay",
        ),
        (
            "{ hand = \"straight\", pays = \"9 to 1\" },",
            "{ hand = \"royal flush\", pays = \"9 to 1\" },",
            "each hand has one pay",
        ),
        ("\"ante\", \"play\", \"pair plus\"", "\"ante\", \"play\", \"ante\"", "must be settled exactly once"),
        ("unit             = \"$1\"", "unit             = \"$0\"", "steps of nothing"),
        ("jokers        = 0", "jokers        = 1", "without jokers"),
    ] {
        let found = faults(from, to);
        assert!(found.contains(expected), "{to}: {found}");
    }
}
