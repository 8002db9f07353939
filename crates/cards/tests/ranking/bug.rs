//! The joker as a bug.

use cards::{Card, Category, Deck, Hand, HighRank, Wheel, parse_cards};

use crate::deal::{Dealer, each};
use crate::order::Agreement;
use crate::slow;

const WHEELS: [Wheel; 2] = [Wheel::Lowest, Wheel::SecondHighest];

#[test]
fn all_five_card_hands_of_53_cards_are_in_the_right_order() {
    for wheel in WHEELS {
        let mut agreement = Agreement::new();
        let mut counts = [0; 11];
        each::<5>(Deck::with_jokers(1), |cards| {
            let rank = HighRank::with_bug(&cards, wheel);
            let expected = slow::five_with_bug(cards, wheel == Wheel::SecondHighest);
            assert_eq!(rank.category() as u8, expected.0, "{cards:?}");
            counts[rank.category() as usize] += 1;
            agreement.note(rank, expected, cards);
        });
        assert_eq!(counts.iter().sum::<u64>(), 2_869_685);
        // By hand: four suits of five royal cards of which the joker may be any one, and the natural ones.
        assert_eq!(counts[Category::RoyalFlush as usize], 4 * 5 + 4);
        assert_eq!(counts[Category::FiveAces as usize], 1);
        // By hand: four of a kind beside any fifth card, aces also from three and the joker, but not five aces.
        assert_eq!(counts[Category::FourOfAKind as usize], 13 * 49 - 1 + 4 * 48);
        assert_eq!(agreement.classes(), 7_463);
    }
}

/// The best of all five-card hands, each ranked as the exhaustive test has proven.
fn best_of_fives(cards: &[Card], wheel: Wheel) -> HighRank {
    slow::best_five(cards, |five| HighRank::with_bug(&five, wheel))
}

fn random_hands_agree<const N: usize>(hands: usize, seed: u8) {
    let mut dealer = Dealer::new(Deck::with_jokers(1), seed);
    for number in 0..hands {
        let cards = if number % 2 == 0 { dealer.deal_with_joker::<N>() } else { dealer.deal::<N>() };
        for wheel in WHEELS {
            let rank = HighRank::with_bug(&cards, wheel);
            assert_eq!(rank, best_of_fives(&cards, wheel), "{cards:?}");
            assert_eq!(HighRank::best_with_bug(&cards, wheel), Some(rank));
            assert_eq!(cards.into_iter().collect::<Hand>().best_with_bug(wheel), Some(rank));
        }
    }
}

#[test]
fn random_six_card_hands_agree() {
    random_hands_agree::<6>(1_000_000, 16);
}

#[test]
fn random_seven_card_hands_agree() {
    random_hands_agree::<7>(1_000_000, 17);
}

#[test]
fn random_seven_card_hands_agree_with_the_slow_ranker() {
    let mut dealer = Dealer::new(Deck::with_jokers(1), 18);
    for wheel in WHEELS {
        let mut agreement = Agreement::new();
        for _ in 0..10_000 {
            let cards = dealer.deal_with_joker::<7>();
            let slow_five = |five| slow::five_with_bug(five, wheel == Wheel::SecondHighest);
            let expected = slow::best_five(&cards, slow_five);
            agreement.note(HighRank::with_bug(&cards, wheel), expected, cards);
        }
        agreement.classes();
    }
}

fn rank(cards: &str, wheel: Wheel) -> HighRank {
    HighRank::best_with_bug(&parse_cards(cards).unwrap(), wheel).unwrap()
}

#[test]
fn the_filed_examples_hold() {
    for (cards, category) in [
        ("Ks Kd Joker 7c 2h", Category::Pair),
        ("As Ad Joker 7c 2h", Category::ThreeOfAKind),
        ("As Ad Ac Joker 7d", Category::FourOfAKind),
        ("Ks Qd Jc 10h Joker", Category::Straight),
        ("9s 8d Joker 6c 5h", Category::Straight),
        ("Kh 9h Joker 6h 3h", Category::Flush),
        ("9h 8h Joker 6h 5h", Category::StraightFlush),
        ("Ks Kd 9h 9c Joker", Category::TwoPair),
        ("As Ah Ad Ac Joker", Category::FiveAces),
        ("Ah Kh 9h 3h As Ad Joker", Category::FourOfAKind),
        ("Ah 9h 6h 3h As 9s Joker", Category::FullHouse),
    ] {
        assert_eq!(rank(cards, Wheel::Lowest).category(), category, "{cards}");
    }
    let lowest = |cards| rank(cards, Wheel::Lowest);
    assert_eq!(lowest("Ah 9h Joker 6h 3h"), lowest("As Ks 9s 6s 3s"));
    assert!(lowest("Kd 9d Joker 6d 3d") > lowest("Ks Qs 9s 6s 3s"));
    assert!(lowest("As Ah Ad Ac Joker") > lowest("Ks Qs Js 10s 9s"));
    assert!(lowest("5s 4d 3c 2h Ad") < lowest("6s 5d 4c 3h 2s"));
    assert_eq!(lowest("5s 4d 3c 2h Joker"), lowest("6c 5d 4c 3h 2s"));
}

#[test]
fn the_wheel_stands_where_the_house_puts_it() {
    let second = |cards| rank(cards, Wheel::SecondHighest);
    assert!(second("5s 4d 3c 2h Ad") > second("Ks Qd Jc 10h 9s"));
    assert!(second("5s 4d 3c 2h Ad") < second("As Kd Qc Jh 10s"));
    assert_eq!(second("5s 4d 3c 2h Joker"), second("5s 4d 3c 2h Ad"));
    assert!(second("5s 4s 3s 2s As") > second("Ks Qs Js 10s 9s"));
    assert_eq!(second("5s 4d 3c 2h Ad").to_string(), "five-high straight");
    // Seven cards with both straights: the wheel is the better of them.
    assert_eq!(second("7c 6c 5s 4d 3c 2h Ad"), second("5s 4d 3c 2h Ad"));
}
