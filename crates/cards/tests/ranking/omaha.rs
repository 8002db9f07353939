//! Rankings that bind how many hole cards play.

use cards::{
    Card, Deck, lazy_pineapple_eight_or_better, lazy_pineapple_high, omaha_eight_or_better, omaha_high,
};

use crate::deal::Dealer;
use crate::order::Agreement;
use crate::slow;

/// Every five cards with a number of hole cards, the rest from the board.
fn hands(hole: &[Card], board: &[Card], from_hole: usize) -> Vec<[Card; 5]> {
    let boards = slow::subsets(board, 5 - from_hole);
    let holes = slow::subsets(hole, from_hole);
    holes
        .iter()
        .flat_map(|hole| boards.iter().map(|board| [&hole[..], &board[..]].concat().try_into().unwrap()))
        .collect()
}

#[test]
fn random_omaha_hands_agree() {
    let mut dealer = Dealer::new(Deck::standard(), 40);
    let mut highs = Agreement::new();
    let mut lows = Agreement::new();
    for _ in 0..100_000 {
        let cards = dealer.deal::<9>();
        let (hole, board): (&[Card; 4], &[Card; 5]) =
            (cards[..4].try_into().unwrap(), cards[4..].try_into().unwrap());
        let hands = hands(hole, board, 2);
        assert_eq!(hands.len(), 60);
        let high = hands.iter().map(|&hand| slow::five(hand)).max().unwrap();
        highs.note(omaha_high(hole, board), high, cards);
        let low = hands.iter().filter_map(|&hand| slow::eight_or_better(hand)).max();
        lows.note(omaha_eight_or_better(hole, board), low, cards);
    }
    highs.classes();
    assert_eq!(lows.classes(), 56 + 1);
}

#[test]
fn random_suited_omaha_hands_agree() {
    // Two suits only, so that nearly every hand has a flush to find or to refuse.
    let two_suits = Deck::standard().cards().filter(|card| card.index() % 4 < 2).collect::<Vec<_>>();
    let mut draws = cards::Seed::from_bytes([41; 32]).draws();
    let mut highs = Agreement::new();
    for _ in 0..100_000 {
        let mut cards = two_suits.clone();
        draws.shuffle(&mut cards);
        let (hole, board): (&[Card; 4], &[Card; 5]) =
            (cards[..4].try_into().unwrap(), cards[4..9].try_into().unwrap());
        let high = hands(hole, board, 2).into_iter().map(slow::five).max().unwrap();
        highs.note(omaha_high(hole, board), high, &cards[..9]);
    }
    highs.classes();
}

#[test]
fn random_lazy_pineapple_hands_agree() {
    let mut dealer = Dealer::new(Deck::standard(), 42);
    let mut highs = Agreement::new();
    let mut lows = Agreement::new();
    for _ in 0..100_000 {
        let cards = dealer.deal::<8>();
        let (hole, board): (&[Card; 3], &[Card; 5]) =
            (cards[..3].try_into().unwrap(), cards[3..].try_into().unwrap());
        let hands: Vec<_> = (0..=2).flat_map(|from_hole| hands(hole, board, from_hole)).collect();
        assert_eq!(hands.len(), 1 + 3 * 5 + 3 * 10);
        let high = hands.iter().map(|&hand| slow::five(hand)).max().unwrap();
        highs.note(lazy_pineapple_high(hole, board), high, cards);
        let low = hands.iter().filter_map(|&hand| slow::eight_or_better(hand)).max();
        lows.note(lazy_pineapple_eight_or_better(hole, board), low, cards);
    }
    highs.classes();
    lows.classes();
}

fn split(hole: &str, board: &str) -> (String, Option<String>) {
    let cards = Deck::standard().parse(&format!("{hole} {board}")).unwrap();
    let (hole, board): (&[Card; 3], &[Card; 5]) =
        (cards[..3].try_into().unwrap(), cards[3..].try_into().unwrap());
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
