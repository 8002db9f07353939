//! The poker books load, cite every clause that a program decides, and open tables as filed.

use std::collections::HashSet;

use books::poker::{PokerRules, StakesFault, Structure};
use books::{Book, BookId, ClauseKind, Money, Rules, Shelf};

const BOOKS: [&str; 12] = [
    "mortimers/holdem",
    "pinnacle/holdem",
    "marina/holdem",
    "marina/lowball",
    "players-club/holdem",
    "players-club/omaha",
    "players-club/omaha-8",
    "players-club/pineapple",
    "players-club/crazy-pineapple",
    "players-club/lazy-pineapple",
    "players-club/lowball-ace-to-five",
    "players-club/lowball-deuce-to-seven",
];

/// Clauses no key of the named book needs to cite, with the reason.
const NOT_CITED: [(&str, &str, &str); 2] = [
    ("players-club/lowball-ace-to-five", "deuce-to-seven-best", "the other form of the same clause file"),
    ("players-club/lowball-deuce-to-seven", "ace-to-five-best", "the other form of the same clause file"),
];

fn book(name: &str) -> Book {
    let (house, game) = name.split_once('/').unwrap();
    Shelf::filed().book(&BookId::new(house, game)).unwrap_or_else(|problem| panic!("{name}\n{problem}"))
}

fn rules(book: &Book) -> &PokerRules {
    match &book.rules {
        Rules::Poker(rules) => rules,
        _ => panic!("{} is not a poker book", book.id),
    }
}

fn cited(book: &Book) -> HashSet<&str> {
    book.citations
        .iter()
        .flat_map(|citation| &citation.clauses)
        .map(|clause| book.clause_name(*clause))
        .collect()
}

/// Whether a program decides what a clause of this kind says.
fn is_decided(kind: ClauseKind) -> bool {
    use ClauseKind::{Choice, Collection, Deal, Deck, Draw, Irregularity, Pay, Settle, Value, Wager};
    matches!(kind, Deck | Value | Deal | Choice | Draw | Wager | Settle | Pay | Collection | Irregularity)
}

#[test]
fn every_decidable_clause_of_a_book_is_cited_by_a_key() {
    for name in BOOKS {
        let book = book(name);
        let cited = cited(&book);
        let uncited: Vec<&str> = book
            .clauses
            .iter()
            .map(|(_, entry)| entry)
            .filter(|entry| is_decided(entry.kind) && !entry.name.contains('/'))
            .map(|entry| entry.name.as_str())
            .filter(|clause| !cited.contains(clause))
            .collect();
        let expected: Vec<&str> =
            NOT_CITED.iter().filter(|(of, _, _)| *of == name).map(|(_, clause, _)| *clause).collect();
        assert_eq!(uncited, expected, "{name}: clauses that no key cites");
    }
}

#[test]
fn every_question_of_a_book_is_ruled_by_a_key() {
    /// Rulings that the collection schedules, the odds or the room carry out.
    const ELSEWHERE: [(&str, &[&str]); 2] = [
        (
            "mortimers/holdem",
            &[
                "ruling-limit-table-2",
                "ruling-modified-fees-change",
                "ruling-player-tiers-differ",
                "ruling-number-of-rates",
            ],
        ),
        ("pinnacle/holdem", &["ruling-table-size-v", "ruling-five-rates-procedures"]),
    ];
    for name in BOOKS {
        let book = book(name);
        let cited = cited(&book);
        let uncited: Vec<&str> = book
            .clauses
            .iter()
            .map(|(_, entry)| entry)
            .filter(|entry| entry.kind == ClauseKind::Ruling && !entry.name.contains('/'))
            .map(|entry| entry.name.as_str())
            .filter(|clause| !cited.contains(clause))
            .filter(|clause| !(name.ends_with("seven") && *clause == "ruling-sevens-rule"))
            .collect();
        let expected = ELSEWHERE.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, list)| list);
        assert_eq!(uncited, expected, "{name}: rulings that no key cites");
    }
}

#[test]
fn the_house_wide_poker_clauses_are_cited_by_some_book() {
    for (prefix, names, expected) in [
        ("general-poker/", &["marina/holdem", "marina/lowball"][..], &[][..]),
        // The hours are cited by the house and its rates, Pan's fee by its own book.
        (
            "room/",
            &BOOKS[4..],
            &["room/time-pan", "room/hours-3-6", "room/hours-no-limit", "room/hours-pan"][..],
        ),
    ] {
        let books: Vec<Book> = names.iter().map(|name| book(name)).collect();
        let cited: HashSet<&str> = books.iter().flat_map(cited).collect();
        let uncited: Vec<&str> = books[0]
            .clauses
            .iter()
            .map(|(_, entry)| entry)
            .filter(|entry| is_decided(entry.kind) && entry.name.starts_with(prefix))
            .map(|entry| entry.name.as_str())
            .filter(|clause| !cited.contains(clause))
            .collect();
        assert_eq!(uncited, expected, "{prefix}");
    }
}

#[test]
fn every_key_cites_a_clause() {
    for name in BOOKS {
        let book = book(name);
        let source = std::fs::read_to_string(format!("../../books/{name}.toml")).unwrap();
        let keys = source
            .split("\n[")
            .filter(|section| !section.contains(".cite]") && !section.starts_with("book]"))
            .flat_map(str::lines)
            .filter(|line| line.contains(" = ") && !line.starts_with('#'))
            .count();
        let citations = book.citations.iter().filter(|citation| !citation.key.starts_with("book.")).count();
        assert_eq!(keys, citations, "{name}: keys without a clause");
    }
}

fn dollars(amount: i64) -> Money {
    Money::dollars(amount)
}

#[test]
fn stakes_follow_each_filing() {
    let pinnacle = book("pinnacle/holdem");
    for (low, small) in [(3, 2), (6, 3), (40, 20)] {
        let limit = Some((dollars(low), dollars(2 * low)));
        let stakes = rules(&pinnacle).stakes(Structure::Limit, limit, None).unwrap();
        assert_eq!((stakes.small_blind, stakes.big_blind), (dollars(small), dollars(low)));
    }
    let lowball = book("marina/lowball");
    for (limit, blinds, button) in [
        ((10, 20), (5, 10), 5),
        ((9, 18), (6, 9), 3),
        ((15, 30), (10, 15), 5),
        ((5, 10), (3, 5), 2),
        ((1, 2), (1, 1), 0),
    ] {
        let limit = Some((dollars(limit.0), dollars(limit.1)));
        let blinds = Some((dollars(blinds.0), dollars(blinds.1)));
        let stakes = rules(&lowball).stakes(Structure::Limit, limit, blinds).unwrap();
        assert_eq!(stakes.button_blind, dollars(button));
    }
    let locked = rules(&lowball).stakes(
        Structure::Limit,
        Some((dollars(300), dollars(600))),
        Some((dollars(100), dollars(200))),
    );
    assert!(matches!(locked, Err(StakesFault::LimitLocked(_))));
    let club = book("players-club/omaha");
    let three_six = rules(&club).stakes(Structure::Limit, Some((dollars(3), dollars(6))), None).unwrap();
    assert!(three_six.blind_is_dropped && !three_six.has_small_blind());
    assert_eq!(three_six.big_blind, dollars(3));
    let four_eight = rules(&club).stakes(Structure::Limit, Some((dollars(4), dollars(8))), None);
    assert!(
        matches!(four_eight, Err(StakesFault::LimitNotListed(clause)) if club.clause_name(clause) == "room/offer-omaha-3-6")
    );
    assert!(matches!(
        rules(&club).stakes(Structure::NoLimit, None, Some((dollars(1), dollars(2)))),
        Err(StakesFault::StructureNotOffered(..))
    ));
    let mortimers = book("mortimers/holdem");
    let half = (Money::cents(50), dollars(1));
    let stakes = rules(&mortimers).stakes(Structure::NoLimit, None, Some(half)).unwrap();
    assert_eq!(stakes.chip, Money::cents(50));
}
