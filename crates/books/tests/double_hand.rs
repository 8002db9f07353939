//! The double-hand books: every clause that a program can decide is cited by a key, and faults are named.

use std::collections::BTreeSet;

use books::double_hand::{DoubleHandRules, Front, Shape};
use books::read::Source;
use books::{Book, BookId, ClauseKind, Rules, Shelf};

/// The kinds of clauses that keys must cite.
const DECIDED: [ClauseKind; 12] = [
    ClauseKind::Deck,
    ClauseKind::Value,
    ClauseKind::Deal,
    ClauseKind::Choice,
    ClauseKind::Draw,
    ClauseKind::Bank,
    ClauseKind::Wager,
    ClauseKind::Settle,
    ClauseKind::Pay,
    ClauseKind::SideBet,
    ClauseKind::Collection,
    ClauseKind::Irregularity,
];

fn book(name: &str) -> Book {
    let shelf = Shelf::filed();
    let id = shelf.find(name).unwrap();
    shelf.book(&id).unwrap_or_else(|problem| panic!("{problem}"))
}

fn rules(book: &Book) -> &DoubleHandRules {
    match &book.rules {
        Rules::DoubleHand(rules) => rules,
        other => panic!("{other:?}"),
    }
}

/// The clauses of the game's own file that no key cites.
fn uncited(book: &Book) -> Vec<String> {
    let cited: BTreeSet<_> = book.citations.iter().flat_map(|citation| &citation.clauses).collect();
    let own = |name: &str| !name.contains('/');
    book.clauses
        .iter()
        .filter(|(clause, entry)| {
            DECIDED.contains(&entry.kind) && own(&entry.name) && !cited.contains(clause)
        })
        .map(|(_, entry)| entry.name.clone())
        .collect()
}

#[test]
fn every_clause_is_cited() {
    for name in ["mortimers/double-hand", "marina/double-hand"] {
        assert_eq!(uncited(&book(name)), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn every_ruling_is_cited_or_needs_no_key() {
    for (name, without_key) in [
        ("mortimers/double-hand", vec![]),
        // The extent of an answer to a question is what a view shows, not a rule of play.
        ("marina/double-hand", vec!["ruling-ask-dp-wager"]),
    ] {
        let book = book(name);
        let cited: BTreeSet<_> = book.citations.iter().flat_map(|citation| &citation.clauses).collect();
        let left: Vec<&str> = book
            .clauses
            .iter()
            .filter(|(clause, entry)| entry.kind == ClauseKind::Ruling && !cited.contains(clause))
            .map(|(_, entry)| entry.name.as_str())
            .filter(|name| !name.contains('/'))
            .collect();
        assert_eq!(left, without_key, "{name}");
    }
}

#[test]
fn the_two_houses_differ_where_they_filed_differently() {
    let (mortimers, marina) = (book("mortimers/double-hand"), book("marina/double-hand"));
    let (mortimers, marina) = (rules(&mortimers), rules(&marina));
    assert_eq!(mortimers.table.backers.limit(), None);
    assert_eq!(marina.table.backers.limit(), Some(5));
    assert_ne!(mortimers.irregularities.identical_cards.value, marina.irregularities.identical_cards.value);
    assert_eq!(mortimers.house_way.borrowed_from, None);
    assert!(marina.house_way.borrowed_from.is_some());
    let chart = |rules: &DoubleHandRules| -> Vec<(Shape, Front)> {
        rules.house_way.rows.iter().map(|row| (row.hand.value, row.front.value)).collect()
    };
    assert_eq!(chart(mortimers), chart(marina));
}

/// The text of Mortimer's book with one place changed.
fn faults(from: &str, to: &str) -> String {
    let shelf = Shelf::filed();
    let text = &shelf.file("mortimers/double-hand.toml").unwrap().text;
    assert!(text.contains(from), "{from}");
    let changed = Source::new("changed.toml", text.replacen(from, to, 1));
    match shelf.read_book(&BookId::new("mortimers", "double-hand"), &changed) {
        Ok(_) => String::new(),
        Err(problem) => problem.to_string(),
    }
}

#[test]
fn contradictions_are_named() {
    for (from, to, expected) in [
        (
            "left                   = 4",
            "left                   = 3",
            "49 cards dealt and 3 left do not make a deck of 53",
        ),
        ("hand  = \"three pair\"", "hand  = \"full house\"", "no row decides three pair of"),
        (
            "hand  = \"five aces\"\nfront = \"two aces\"",
            "hand  = \"five aces\"\nfront = \"low pair\"",
            "\"low pair\" cannot be found in every hand with five aces",
        ),
        ("at_least  = \"ace\"\n", "", "stand together"),
        ("ranks = \"5 4 3 2\"", "ranks = \"5 4 3\"", "no row decides four of a kind of twos"),
        ("ranks = \"5 4 3 2\"", "ranks = \"5 4 3 3\"", "is not a list of different ranks"),
        ("seats    = 7", "seats    = 8", "every seat gets one pile"),
        ("rounds                 = 2", "rounds                 = 0", "nobody could ever bank"),
        (
            "order              = [\"seated player\", \"backers\"]",
            "order              = [\"backers\"]",
            "each part comes once",
        ),
    ] {
        let found = faults(from, to);
        assert!(found.contains(expected), "{to}: {found}");
    }
    assert_eq!(faults("seat_held_minutes = 60", "seat_held_minutes = 45"), "");
}
