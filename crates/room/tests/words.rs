//! What people read: the narration of whole rounds, word by word, and laws that hold for every sentence.
//!
//! `UPDATE=1 cargo test -p room --test words` writes the expected files anew.

mod hall;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use books::{Money, Shelf};
use games::Seat;
use games::poker::Event as Poker;
use games::round::Event as Round;
use hall::Hall;
use room::{Command, Event, Spec, Told, Wager, Watcher};

/// Adds what was told, as the rail reads it and as the person in seat 2 does where that is something else.
fn narrate(told: &[Told], hall: &Hall, text: &mut String) {
    for one in told {
        let (rail, own) = (one.words(None, &hall.table), one.words(Some(102), &hall.table));
        match (rail.is_empty(), own == rail) {
            (true, true) => {}
            (false, true) => writeln!(text, "{rail}").unwrap(),
            (true, false) => writeln!(text, "    Seat 2 alone reads: {own}").unwrap(),
            (false, false) => writeln!(text, "{rail}\n    Seat 2 reads: {own}").unwrap(),
        }
    }
}

/// The person who stands behind the seats and backs spot 2.
const BACKER: u32 = 111;

/// The narration of the first round in which all of some words fall, from the end of the round before it.
fn round_of(book: &str, bots: u8, wanted: &[&str]) -> String {
    let shelf = Shelf::filed();
    let mut hall = Hall::new(&shelf, Spec::practice(&shelf, book).unwrap(), bots);
    let mut text = String::new();
    let has_backer = wanted.iter().any(|words| words.contains("on spot 2"));
    if has_backer {
        let buy_in = Money::dollars(5_000);
        narrate(&hall.tell(BACKER, &Command::StandBehind { buy_in }), &hall, &mut text);
    }
    loop {
        let view = hall.table.view(Watcher::Person(BACKER));
        let has_put = |person| view.wagers.iter().any(|put| put.person == person);
        let told = if has_backer && has_put(102) && !has_put(BACKER) {
            let wager = Wager { base: Money::dollars(25), ..Wager::default() };
            hall.tell(BACKER, &Command::PutWager { spot: Seat::new(2), wager })
        } else {
            hall.step(|person, view, _| {
                let offer = view.round.as_ref()?.offers.first().filter(|_| person == BACKER)?;
                Some(Command::Choose { who: Some(offer.who), choice: offer.choice })
            })
        };
        narrate(&told, &hall, &mut text);
        if told.iter().any(|one| matches!(one.event, Event::RoundEnded { .. })) {
            if wanted.iter().all(|words| text.contains(words)) {
                return text;
            }
            text.clear();
        }
        assert!(hall.table.rounds() < 400, "{book}: no round in which {wanted:?} fall");
    }
}

fn expect(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/expected/{name}.txt"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{name}: UPDATE=1 writes tests/expected/{name}.txt anew");
}

#[test]
fn rounds_of_every_family_read_well() {
    for (name, book, bots, wanted) in [
        (
            "blackjack",
            "mortimers/no-bust-6",
            4,
            &["splits", "doubles for", "follows with", "on spot 2 wins", "face down"][..],
        ),
        ("blackjack-buster", "mortimers/no-bust-6-buster", 5, &["Buster wager", "gives the hand up", "over"]),
        ("blackjack-joker", "marina/no-bust-joker", 3, &["the joker", "pushes"]),
        ("double-hand", "marina/double-hand", 4, &["Joker", "wins", "loses", "pushes"]),
        (
            "three-card",
            "pinnacle/three-card-6-card-bonus",
            5,
            &["folds", "it qualifies", "Pair Plus", "wins"],
        ),
        ("holdem", "mortimers/holdem", 4, &["river", "raises to", "Showdown", "side pot"]),
        ("crazy-pineapple", "players-club/crazy-pineapple", 4, &["throws away", "Showdown"]),
        ("omaha-8", "players-club/omaha-8", 4, &["for high", "for low"]),
        ("lowball", "players-club/lowball-ace-to-five", 4, &["stands pat", "draws two", "Showdown"]),
    ] {
        expect(name, &round_of(book, bots, wanted));
    }
}

/// Every card that a sentence names.
fn cards_in(words: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "♠♥♦♣".contains(letter);
    let tokens = words.split(|letter: char| !is_part(letter));
    tokens.filter(|token| token.ends_with(['♠', '♥', '♦', '♣'])).map(str::to_owned).collect()
}

/// Every card that the rail sees in the round, and those in an event of its own.
fn open_cards(told: &Told, hall: &Hall) -> BTreeSet<String> {
    let view = hall.table.view(Watcher::Rail);
    let round = view.round.as_ref();
    let seats = round.iter().flat_map(|round| &round.seats).flat_map(|seat| &seat.hands);
    let bank = round.iter().filter_map(|round| round.bank.as_ref()).flat_map(|bank| &bank.hands);
    let hands = seats.chain(bank).flat_map(|hand| &hand.cards).copied().flatten();
    let board = round.iter().flat_map(|round| &round.board).copied();
    let mut open: Vec<cards::Card> = hands.chain(board).collect();
    if let Event::ButtonPlaced { drawn, .. } = &told.event {
        open.extend(drawn.iter().map(|(_, card)| *card));
    }
    let name = |card: cards::Card| {
        let text = card.to_string();
        let suits = [('s', '♠'), ('h', '♥'), ('d', '♦'), ('c', '♣')];
        let (rank, suit) = text.split_at(text.len() - 1);
        let suit = suits.iter().find(|(letter, _)| suit.starts_with(*letter)).map_or(' ', |(_, sign)| *sign);
        format!("{}{suit}", if rank == "T" { "10" } else { rank })
    };
    open.into_iter().map(name).collect()
}

#[test]
fn every_event_has_one_sentence_that_names_only_open_cards() {
    let shelf = Shelf::filed();
    for id in shelf.ids().map(|id| id.to_string()) {
        let mut hall = Hall::new(&shelf, Spec::practice(&shelf, &id).unwrap(), 5);
        let mut named = 0;
        while hall.table.rounds() < 40 {
            for one in hall.step(|_, _, _| None) {
                for (person, event) in [(None, one.seen_by(None)), (Some(102), one.seen_by(Some(102)))] {
                    let words = one.words(person, &hall.table);
                    assert_eq!(words.is_empty(), event.is_none(), "{id}: {:?}", one.event);
                    if event.is_none() {
                        continue;
                    }
                    let first = words.chars().next().unwrap();
                    assert!(first.is_uppercase() || first == '$' || first.is_ascii_digit(), "{id}: {words}");
                    assert!(words.ends_with('.') && !words.contains("  "), "{id}: {words}");
                    assert!(!words.contains(['{', '_', '"']), "{id}: {words}");
                }
                let words = one.words(None, &hall.table);
                let (cards, open) = (cards_in(&words), open_cards(&one, &hall));
                assert!(cards.is_subset(&open), "{id}: \"{words}\" names more than {open:?}");
                named += cards.len();
            }
        }
        assert!(named > 20, "{id}: only {named} cards are named");
    }
}

#[test]
fn what_a_later_round_shows_is_not_told_of_an_earlier_one() {
    let shelf = Shelf::filed();
    let mut hall = Hall::new(&shelf, Spec::practice(&shelf, "players-club/omaha").unwrap(), 4);
    let mut shown: Vec<Told> = Vec::new();
    while hall.table.rounds() < 60 {
        for one in hall.step(|_, _, _| None) {
            if matches!(one.event, Event::Round { of: Round::Poker(Poker::Showed { .. }) }) {
                let words = one.words(None, &hall.table);
                assert!(!cards_in(&words).is_empty(), "{words}");
                shown.push(one);
            }
        }
        let Some(began) = hall.table.round_began() else { continue };
        for one in shown.iter().filter(|one| one.number < began) {
            assert_eq!(cards_in(&one.words(None, &hall.table)), BTreeSet::new());
        }
    }
    assert!(shown.len() > 20);
}
