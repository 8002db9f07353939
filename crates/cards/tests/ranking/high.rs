//! The ordinary ranking.

use cards::{Card, Category, Deck, Hand, HighRank, Rank};

use crate::deal::{Dealer, each};
use crate::order::Agreement;
use crate::slow;

/// How many hands fall into each category, high card first.
type Counts = [u64; 11];

#[test]
fn all_five_card_hands_are_in_the_right_order() {
    let mut agreement = Agreement::new();
    let mut counts: Counts = [0; 11];
    each::<5>(Deck::standard(), |cards| {
        let rank = HighRank::of(&cards);
        let expected = slow::five(cards);
        assert_eq!(rank.category() as u8, expected.0, "{cards:?}");
        assert_eq!(ace_low_numbers(rank), expected.1, "{cards:?}");
        counts[rank.category() as usize] += 1;
        agreement.note(rank, expected, cards);
    });
    assert_eq!(counts, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4, 0]);
    assert_eq!(agreement.classes(), 7_462);
}

/// The ranks as numbers, the ace of A-2-3-4-5 being 1.
fn ace_low_numbers(rank: HighRank) -> [u8; 5] {
    let numbers = rank.ranks().map(Rank::number);
    if numbers == [5, 4, 3, 2, 14] { [5, 4, 3, 2, 1] } else { numbers }
}

#[test]
fn all_six_card_hands_have_the_published_counts() {
    let mut counts: Counts = [0; 11];
    each::<6>(Deck::standard(), |cards| counts[HighRank::of(&cards).category() as usize] += 1);
    assert_eq!(
        counts,
        [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188, 0]
    );
}

#[test]
fn all_seven_card_hands_have_the_published_counts() {
    let mut seen = vec![0u64; 1 << 16];
    each_hand_of_seven(Hand::EMPTY, 0, &mut |hand| seen[hand.best_of::<7>().value() as usize] += 1);
    let mut counts = [0; 16];
    for (value, hands) in seen.iter().enumerate() {
        counts[value >> 12] += hands;
    }
    assert_eq!(
        counts[..11],
        [
            23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260,
            4_324, 0
        ]
    );
    assert_eq!(seen.iter().filter(|&&hands| hands > 0).count(), 4_824);
}

fn each_hand_of_seven(hand: Hand, first: u8, visit: &mut impl FnMut(Hand)) {
    if hand.len() == 6 {
        for index in first..52 {
            visit(hand.with(Card::from_index(index).unwrap()));
        }
        return;
    }
    for index in first..52 {
        each_hand_of_seven(hand.with(Card::from_index(index).unwrap()), index + 1, visit);
    }
}

fn random_hands_agree<const N: usize>(hands: usize, seed: u8) {
    let mut dealer = Dealer::new(Deck::standard(), seed);
    let mut agreement = Agreement::new();
    for _ in 0..hands {
        let cards = dealer.deal::<N>();
        let rank = HighRank::of(&cards);
        let expected = slow::best_five(&cards, slow::five);
        agreement.note(rank, expected, cards);
        assert_eq!(HighRank::best(&cards), Some(rank));
        assert_eq!(cards.into_iter().collect::<Hand>().best(), Some(rank));
    }
    agreement.classes();
}

#[test]
fn random_six_card_hands_agree() {
    random_hands_agree::<6>(2_000_000, 6);
}

#[test]
fn random_seven_card_hands_agree() {
    random_hands_agree::<7>(2_000_000, 7);
}

#[test]
fn other_numbers_of_cards_have_no_rank() {
    let cards = Deck::standard().parse("As Ks Qs Js Ts 9s 8s 7s").unwrap();
    for size in [0, 1, 4, 8] {
        assert_eq!(HighRank::best(&cards[..size]), None);
    }
    assert_eq!(cards[..4].iter().copied().collect::<Hand>().best(), None);
}

#[test]
#[should_panic(expected = "a joker needs a ranking that knows it")]
fn a_joker_is_refused_where_it_has_no_meaning() {
    HighRank::best(&Deck::with_jokers(1).parse("As Ks Qs Js Joker").unwrap());
}

#[test]
#[should_panic(expected = "a hand of 6 cards was ranked as one of 7")]
fn a_wrong_number_of_cards_is_refused() {
    let hand: Hand = Deck::standard().parse("As Ks Qs Js 2d 3d").unwrap().into_iter().collect();
    hand.best_of::<7>();
}

#[test]
fn hands_are_named_as_people_name_them() {
    for (cards, name) in [
        ("As Ks Qs Js Ts", "royal flush (A K Q J T)"),
        ("5s 4s 3s 2s As", "five-high straight flush (5 4 3 2 A)"),
        ("7s 7h 7d 7c Ts", "four sevens (7 7 7 7 T)"),
        ("Ks Kh Kd 4c 4s", "kings full of fours (K K K 4 4)"),
        ("Ah Jh 9h 6h 3h", "ace-high flush (A J 9 6 3)"),
        ("9s 8d 7c 6h 5s", "nine-high straight (9 8 7 6 5)"),
        ("6s 6d 6c Ah 2s", "three sixes (6 6 6 A 2)"),
        ("6s 6d Tc Th 2s", "tens and sixes (T T 6 6 2)"),
        ("2s 2d Ac 9h 3s", "pair of twos (2 2 A 9 3)"),
        ("7s 5d 4c 3h 2s", "seven high (7 5 4 3 2)"),
    ] {
        let rank = HighRank::best(&Deck::standard().parse(cards).unwrap()).unwrap();
        assert_eq!(format!("{rank:#}"), name);
        assert!(name.starts_with(&rank.to_string()));
    }
    assert_eq!(Category::FullHouse.to_string(), "full house");
}
