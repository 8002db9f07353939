//! Rankings that bind how many hole cards play.

use cards::{
    Card, Deck, lazy_pineapple_eight_or_better, lazy_pineapple_high, omaha_eight_or_better, omaha_high,
};

use crate::deal::Dealer;
use crate::order::Agreement;
use crate::slow::{self, Slow};

/// The deals of each test.
const DEALS: usize = 1_000_000;

/// The best high hand and the best eight-or-better low of those that may be made.
fn best<const N: usize>(cards: [Card; N], ways: &[[usize; 5]]) -> (Slow, Option<Slow>) {
    let hands = ways.iter().map(|places| places.map(|place| cards[place]));
    (hands.clone().map(slow::five).max().unwrap(), hands.filter_map(slow::eight_or_better).max())
}

fn four_and_five(cards: &[Card; 9]) -> (&[Card; 4], &[Card; 5]) {
    (cards[..4].try_into().unwrap(), cards[4..].try_into().unwrap())
}

fn three_and_five(cards: &[Card; 8]) -> (&[Card; 3], &[Card; 5]) {
    (cards[..3].try_into().unwrap(), cards[3..].try_into().unwrap())
}

#[test]
fn random_omaha_hands_agree() {
    let ways = slow::places_of_five(4, 2);
    assert_eq!(ways.len(), 6 * 10);
    let mut dealer = Dealer::new(Deck::standard(), 40);
    let mut highs = Agreement::new();
    let mut lows = Agreement::new();
    for _ in 0..DEALS {
        let cards = dealer.deal();
        let (hole, board) = four_and_five(&cards);
        let (high, low) = best(cards, &ways);
        highs.note(omaha_high(hole, board), high, cards);
        lows.note(omaha_eight_or_better(hole, board), low, cards);
    }
    highs.classes();
    assert_eq!(lows.classes(), 56 + 1);
}

#[test]
fn random_suited_omaha_hands_agree() {
    // Two suits only, so that nearly every hand has a flush to find or to refuse.
    let ways = slow::places_of_five(4, 2);
    let two_suits = Deck::standard().cards().filter(|card| card.index() % 4 < 2);
    let mut dealer = Dealer::of(two_suits, 41);
    let mut highs = Agreement::new();
    let mut lows = Agreement::new();
    for _ in 0..DEALS {
        let cards = dealer.deal();
        let (hole, board) = four_and_five(&cards);
        let (high, low) = best(cards, &ways);
        highs.note(omaha_high(hole, board), high, cards);
        lows.note(omaha_eight_or_better(hole, board), low, cards);
    }
    highs.classes();
    assert_eq!(lows.classes(), 56 + 1);
}

#[test]
fn random_lazy_pineapple_hands_agree() {
    let ways = [0, 1, 2].map(|from_hole| slow::places_of_five(3, from_hole)).concat();
    assert_eq!(ways.len(), 1 + 3 * 5 + 3 * 10);
    let mut dealer = Dealer::new(Deck::standard(), 42);
    let mut highs = Agreement::new();
    let mut lows = Agreement::new();
    for _ in 0..DEALS {
        let cards = dealer.deal();
        let (hole, board) = three_and_five(&cards);
        let (high, low) = best(cards, &ways);
        highs.note(lazy_pineapple_high(hole, board), high, cards);
        lows.note(lazy_pineapple_eight_or_better(hole, board), low, cards);
    }
    highs.classes();
    assert_eq!(lows.classes(), 56 + 1);
}

fn split(hole: &str, board: &str) -> (String, Option<String>) {
    let cards = Deck::standard().parse(&format!("{hole} {board}")).unwrap();
    let (hole, board) = three_and_five(cards[..].try_into().unwrap());
    let low = lazy_pineapple_eight_or_better(hole, board);
    (format!("{:#}", lazy_pineapple_high(hole, board)), low.map(|low| low.to_string()))
}

#[test]
fn the_filed_lazy_pineapple_examples_hold() {
    for (hole, board, high, low) in [
        ("Ah Ad As", "5c 6c 7c 8c 9c", "nine-high straight flush (9 8 7 6 5)", Some("8-7-6-5-A low")),
        ("10c 2d 2h", "5c 6c 7c 8c 9c", "ten-high straight flush (T 9 8 7 6)", Some("8-7-6-5-2 low")),
        ("As Ah Ad", "2c 7d 9h Js Kd", "pair of aces (A A K J 9)", None),
        ("As Ks 2s", "Qs 8s 4d 5h 9c", "ace high (A K Q 9 8)", Some("8-5-4-2-A low")),
        ("As Ks 2s", "Qs 8s 3s 4d 5h", "ace-high flush (A K Q 8 3)", Some("5-4-3-2-A low")),
        ("6d 7c 8h", "9s 10d 2c 2d Kh", "pair of twos (2 2 K T 9)", None),
        ("6d 7c 8h", "9s 10d Jc 2d Kh", "jack-high straight (J T 9 8 7)", None),
        ("As 2d 3c", "4h 5s Kd Qc 9h", "ace high (A K Q 9 5)", None),
        ("As 2d 3c", "4h 5s 8d Kc Qh", "ace high (A K Q 8 5)", Some("8-5-4-2-A low")),
        ("As 2d Kh", "3h 4s 8d Kd Js", "pair of kings (K K A J 8)", Some("8-4-3-2-A low")),
        ("As Kh Kc", "2d 3h 5s 7c 8d", "pair of kings (K K 8 7 5)", Some("7-5-3-2-A low")),
        ("Kh Kc Qd", "As 2d 4s 6c 8d", "pair of kings (K K A 8 6)", Some("8-6-4-2-A low")),
    ] {
        assert_eq!(split(hole, board), (high.to_owned(), low.map(str::to_owned)), "{hole} {board}");
    }
}
