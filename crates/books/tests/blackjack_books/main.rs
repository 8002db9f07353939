//! The nine blackjack books say what `clauses/blackjack-matrix.md` says, and cite what they rest on.

mod matrix;

use std::collections::BTreeSet;

use books::blackjack::BlackjackRules;
use books::read::Source;
use books::{Book, ClauseKind, Rules, Shelf};

/// The books in the order of the matrix's columns.
const BOOKS: [&str; 9] = [
    "mortimers/no-bust-2003",
    "mortimers/pure-21-5",
    "mortimers/no-bust-6",
    "mortimers/no-bust-6-buster",
    "ven-a-mexico/no-bust-4-01",
    "marina/no-bust-joker",
    "marina/pure-21-5",
    "marina/no-bust-buster",
    "players-club/no-bust-5",
];

/// The kinds of clauses that a book's keys can express.
const EXPRESSED: [ClauseKind; 10] = [
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
];

const LAYOUT: &str = "where cards lie on the table: the page draws it, no rule hangs on it";
const CLEARING: &str = "the table is cleared between rounds, which a round in the program always is";

/// The clauses of those kinds that no key cites, and why.
const UNCITED: [(&str, &str, &str); 10] = [
    ("mortimers/no-bust-2003", "round-10-discard", CLEARING),
    ("mortimers/pure-21-5", "pd-cards-place", LAYOUT),
    ("mortimers/no-bust-6", "pd-cards-place", LAYOUT),
    ("mortimers/no-bust-6-buster", "pd-cards-place", LAYOUT),
    ("ven-a-mexico/no-bust-4-01", "cards-collected", CLEARING),
    ("ven-a-mexico/no-bust-4-01", "deal-after-fees", "when the fee is taken stands in the rates"),
    ("ven-a-mexico/no-bust-4-01", "pd-cards-at-tray", LAYOUT),
    ("marina/pure-21-5", "pd-cards-place", LAYOUT),
    ("marina/no-bust-buster", "pd-cards-place", LAYOUT),
    ("players-club/no-bust-5", "bank-cards-place", LAYOUT),
];

fn book(name: &str) -> Book {
    let shelf = Shelf::filed();
    let id = shelf.find(name).unwrap_or_else(|problem| panic!("{problem}"));
    shelf.book(&id).unwrap_or_else(|problem| panic!("{name}\n{problem}"))
}

fn rules(name: &str) -> BlackjackRules {
    let Rules::Blackjack(rules) = book(name).rules else { panic!("{name} is not a blackjack book") };
    *rules
}

#[test]
fn every_book_names_rates_that_are_there() {
    let shelf = Shelf::filed();
    for name in BOOKS {
        let book = book(name);
        let path = format!("{}/rates/{}.toml", book.id.house, book.header().rates);
        assert!(shelf.file(&path).is_some(), "{name} names {path}, which is not there");
    }
}

#[test]
fn every_clause_is_cited_or_has_a_reason() {
    let mut faults = Vec::new();
    let expected: BTreeSet<(String, String)> =
        UNCITED.iter().map(|(book, clause, _)| ((*book).to_owned(), (*clause).to_owned())).collect();
    let mut uncited = BTreeSet::new();
    for name in BOOKS {
        let book = book(name);
        let cited: BTreeSet<&str> = book
            .citations
            .iter()
            .flat_map(|citation| citation.clauses.iter().map(|clause| book.clause_name(*clause)))
            .collect();
        for (_, entry) in book.clauses.iter() {
            let is_own = !entry.name.contains('/');
            if is_own && EXPRESSED.contains(&entry.kind) && !cited.contains(entry.name.as_str()) {
                uncited.insert((name.to_owned(), entry.name.clone()));
            }
        }
    }
    for (book, clause) in uncited.difference(&expected) {
        faults.push(format!("{book}: no key cites \"{clause}\"; cite it or give a reason in UNCITED"));
    }
    for (book, clause) in expected.difference(&uncited) {
        faults.push(format!("{book}: \"{clause}\" is cited now; take it out of UNCITED"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_key_cites_a_clause_and_filed_clauses_come_first() {
    let shelf = Shelf::filed();
    let mut faults = Vec::new();
    for name in BOOKS {
        let source = shelf.file(&format!("{name}.toml")).expect("the book is on the shelf");
        let document: toml::Table = source.text.parse().expect("the book is TOML");
        let book = book(name);
        for (section, keys) in &document {
            let tables: Vec<(String, &toml::Table)> = match keys {
                toml::Value::Table(table) => vec![(section.clone(), table)],
                toml::Value::Array(list) => list
                    .iter()
                    .enumerate()
                    .filter_map(|(place, item)| Some((format!("{section}.{}", place + 1), item.as_table()?)))
                    .collect(),
                _ => panic!("{name}: {section} is neither a section nor a list of them"),
            };
            for (path, table) in tables {
                for key in table.keys().filter(|key| *key != "cite") {
                    let is_name = section == "book" && key != "seats";
                    if !is_name {
                        faults.extend(citation_fault(&book, &format!("{path}.{key}")));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn citation_fault(book: &Book, key: &str) -> Option<String> {
    let Some(citation) = book.citations.iter().find(|citation| citation.key == key) else {
        return Some(format!("{}: {key} cites nothing", book.id));
    };
    let entries = citation.clauses.iter().map(|clause| book.clauses.entry(*clause).expect("a known clause"));
    let ranks: Vec<u8> = entries
        .map(|entry| match entry.kind {
            ClauseKind::Ruling => 2,
            _ if entry.name.starts_with("default-") => 1,
            _ => 0,
        })
        .collect();
    (!ranks.is_sorted()).then(|| format!("{}: {key} cites a ruling before a filed clause", book.id))
}

/// The rulings that no key cites, and why.
const UNCITED_RULINGS: [(&str, &[&str]); 5] = [
    ("about the shoe that a table is told to keep, which the room checks", &["ruling-shoe-that-lasts"]),
    (
        "about fees, which stand in the rates",
        &[
            "ruling-rules-14-three",
            "ruling-rates-at-most",
            "ruling-fee-each-wager",
            "ruling-fee-when-the",
            "ruling-fee-when",
            "ruling-fee-five-rates",
            "ruling-collection-a-25",
            "ruling-collection-a-201",
            "ruling-collection-a-bonus",
            "ruling-collection-a-and",
            "ruling-table-action-buster",
            "ruling-bonus-fee-against",
            "ruling-rates-count-round",
            "ruling-fee-timing",
            "ruling-max-rates-v",
            "ruling-three-rates-v",
            "ruling-gaps-between-steps",
            "ruling-identical-tables",
            "ruling-total-action",
            "ruling-player-fee-0",
        ],
    ),
    (
        "about notices, names and lost drawings",
        &[
            "ruling-lost-diagrams",
            "ruling-drawings-round-of",
            "ruling-legal-rotation-citation",
            "ruling-legal-citation",
            "ruling-patents",
            "ruling-patent-dates-title",
            "ruling-patent-list",
            "ruling-patent-table",
            "ruling-terms-dealer-player",
            "ruling-game-name",
            "ruling-bonus-impossible-rows",
        ],
    ),
    (
        "left to the floor, which records what it decides",
        &["ruling-misdeals-and-exposed", "ruling-floor-discretion-v"],
    ),
    (
        "the banker bets on no spot in any book, so there is nothing to choose",
        &["ruling-pd-bets-round", "ruling-player-dealer-s"],
    ),
];

#[test]
fn every_ruling_is_cited_or_has_a_reason() {
    let mut uncited = BTreeSet::new();
    for name in BOOKS {
        let book = book(name);
        let cited: BTreeSet<_> = book.citations.iter().flat_map(|citation| &citation.clauses).collect();
        for (clause, entry) in book.clauses.iter() {
            let is_own = !entry.name.contains('/');
            if is_own && entry.kind == ClauseKind::Ruling && !cited.contains(&clause) {
                uncited.insert(entry.name.clone());
            }
        }
    }
    let expected = UNCITED_RULINGS.iter().flat_map(|(_, rulings)| rulings.iter().map(ToString::to_string));
    assert_eq!(uncited, expected.collect());
}

/// What is said about a book in which one text is replaced by another.
fn faults(name: &str, from: &str, to: &str) -> String {
    let shelf = Shelf::filed();
    let source = shelf.file(&format!("{name}.toml")).expect("the book is on the shelf");
    assert!(source.text.contains(from), "{name} has no \"{from}\"");
    let changed = Source::new(source.name.clone(), source.text.replacen(from, to, 1));
    let id = shelf.find(name).expect("the book is on the shelf");
    match shelf.read_book(&id, &changed) {
        Ok(book) => book.remarks.iter().map(|remark| remark.what.clone()).collect(),
        Err(problem) => problem.to_string(),
    }
}

#[test]
fn contradictions_are_named() {
    for (book, from, to, expected) in [
        ("mortimers/no-bust-6", "counts      = \"22\"", "counts      = \"99\"", "expected \"22\", \"21.5\""),
        (
            "mortimers/no-bust-6",
            "joker_hand_stands = false",
            "joker_hand_stands = true",
            "the deck has no jokers",
        ),
        ("mortimers/no-bust-6", "decks  = { least = 2", "decks  = { least = 9", "do not make a range"),
        (
            "mortimers/no-bust-6-buster",
            "[buster]\noffered               = true",
            "[buster]\noffered               = false",
            "this wager has to be offered",
        ),
        (
            "mortimers/pure-21-5",
            "bank_888_may = [\"push\", \"player wins\"]",
            "bank_888_may = [\"player wins\"]",
            "not among those the house may choose",
        ),
        (
            "marina/no-bust-buster",
            "[insurance]\noffered        = false",
            "[insurance]\noffered        = true",
            "filed without insurance",
        ),
        (
            "mortimers/no-bust-6",
            "even_money     = false",
            "even_money     = true",
            "even money is not what insurance and a Natural at 6 to 5 come to",
        ),
        (
            "mortimers/pure-21-5",
            "pays        = \"3 to 2\"",
            "pays        = \"2 to 1\"",
            "not among those the house may choose",
        ),
    ] {
        let found = faults(book, from, to);
        assert!(found.contains(expected), "{book} with {to}: {found}");
    }
    assert_eq!(faults("mortimers/pure-21-5", "pays        = \"3 to 2\"", "pays        = \"7 to 5\""), "");
}
