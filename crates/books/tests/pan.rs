//! The book of Panguingue: every clause and ruling is cited by a key, and faults are named.

use std::collections::BTreeSet;

use books::read::Source;
use books::{Book, BookId, ClauseKind, Shelf};

const NAME: (&str, &str) = ("players-club", "pan");

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
        ("cards          = 320", "cards          = 310", "have 320 cards"),
        (
            "ranks          = \"A 2 3 4 5 6 7 J Q K\"",
            "ranks          = \"A 2 3 4 5 6 7 8 J Q\"",
            "name each rank of the pack once",
        ),
        ("low_rope       = \"A 2 3\"", "low_rope       = \"A 2 4\"", "not in sequence"),
        (
            "valle_one_suit = { spades = 4, other = 2 }",
            "valle_one_suit = { spades = 3, other = 2 }",
            "spades pay 2 times",
        ),
        ("cards               = 11", "cards               = 10", "one drawn"),
        (
            "chips          = { least = 0, most = 2, usual = 1 }",
            "chips          = { least = 0, most = 2, usual = 3 }",
            "outside the range",
        ),
        ("rope_most         = 10", "rope_most         = 11", "one card of each rank"),
        ("up_card          = 5", "up_card          = 6", "no such card"),
    ] {
        let found = faults(from, to);
        assert!(found.contains(expected), "{to}: {found}");
    }
}
