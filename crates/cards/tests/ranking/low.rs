//! The lows.

use cards::{AceToFiveRank, Category, Deck, DeuceToSevenRank, eight_or_better, parse_cards};

use crate::deal::{Dealer, each};
use crate::order::Agreement;
use crate::slow;

#[test]
fn all_five_card_hands_are_in_the_right_order() {
    let mut ace_to_five = Agreement::new();
    let mut deuce_to_seven = Agreement::new();
    each::<5>(Deck::standard(), |cards| {
        let low = AceToFiveRank::of(&cards);
        ace_to_five.note(low, slow::ace_to_five(cards), cards);
        deuce_to_seven.note(DeuceToSevenRank::of(&cards), slow::deuce_to_seven(cards), cards);
        let eight = slow::eight_or_better(cards);
        assert_eq!(low.is_eight_or_better(), eight.is_some(), "{cards:?}");
        assert_eq!(eight_or_better(&cards), eight.map(|_| low), "{cards:?}");
    });
    // 13 ranks by groups alone: 1287 + 2860 + 858 + 858 + 156 + 156.
    assert_eq!(ace_to_five.classes(), 6_175);
    // The wheel and the steel wheel only change their place.
    assert_eq!(deuce_to_seven.classes(), 7_462);
}

#[test]
fn random_eight_or_better_hands_agree() {
    fn agree<const N: usize>(seed: u8) {
        let mut dealer = Dealer::new(Deck::standard(), seed);
        let mut agreement = Agreement::new();
        for _ in 0..1_000_000 {
            let cards = dealer.deal::<N>();
            let expected = slow::best_five(&cards, slow::eight_or_better);
            agreement.note(eight_or_better(&cards), expected, cards);
        }
        // Every five of the eight ranks, and no low at all.
        assert_eq!(agreement.classes(), 56 + 1);
    }
    agree::<6>(26);
    agree::<7>(27);
}

fn ace_to_five(cards: &str) -> AceToFiveRank {
    AceToFiveRank::of(parse_cards(cards).unwrap()[..].try_into().unwrap())
}

fn deuce_to_seven(cards: &str) -> DeuceToSevenRank {
    DeuceToSevenRank::of(parse_cards(cards).unwrap()[..].try_into().unwrap())
}

#[test]
fn the_filed_examples_hold() {
    assert!(ace_to_five("8s 6d 4c 2h Ad") > ace_to_five("8s 7d 3c 2h Ad"));
    assert!(ace_to_five("Ks Qd Jc Th 9d") > ace_to_five("As Ad 2c 3h 4d"));
    assert!(ace_to_five("5d 4d 3d 2d Ad") > ace_to_five("6s 4d 3c 2h Ad"));
    assert!(ace_to_five("6s 5d 4c 3h 2d") > ace_to_five("7s 4d 3c 2h Ad"));
    assert!(deuce_to_seven("Kd Qs 9c 4d 2c") > deuce_to_seven("7h 5h 4h 3h 2h"));
    assert!(deuce_to_seven("As Ad 4c 3h 2d") > deuce_to_seven("6s 5d 4c 3h 2d"));
    assert!(deuce_to_seven("Ks Qd Jc 9h 8d") > deuce_to_seven("As 5d 4c 3h 2d"));
    assert!(deuce_to_seven("7h 5d 4s 3c 2h") > deuce_to_seven("7h 6d 4s 3c 2h"));
    // The filed example above holds for a straight too; that A-5-4-3-2 is none shows only against a pair.
    assert!(deuce_to_seven("As 5d 4c 3h 2d") > deuce_to_seven("2s 2d 3c 4h 5d"));
    assert!(deuce_to_seven("As 5s 4s 3s 2s") > deuce_to_seven("As 6s 4s 3s 2s"));
}

#[test]
fn lows_are_named_by_their_ranks() {
    assert_eq!(ace_to_five("As 2s 3s 4s 5s").to_string(), "5-4-3-2-A low");
    assert_eq!(ace_to_five("As Ad 3s 4s 5s").to_string(), "A-A-5-4-3 pair");
    assert_eq!(ace_to_five("As Ad 3s 4s 5s").category(), Category::Pair);
    assert_eq!(deuce_to_seven("As 2s 3s 4d 5s").to_string(), "A-5-4-3-2 low");
    assert_eq!(deuce_to_seven("6s 2s 3s 4d 5s").to_string(), "6-5-4-3-2 straight");
}

#[test]
#[should_panic(expected = "a joker has no rank in ace-to-five lowball")]
fn a_joker_is_refused() {
    ace_to_five("As 2s 3s 4s Joker");
}
