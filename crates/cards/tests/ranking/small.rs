//! Three-card hands and two-card fronts.

use cards::{Deck, FrontRank, ThreeCardCategory, ThreeCardRank, parse_cards};

use crate::deal::each;
use crate::order::Agreement;
use crate::slow;

#[test]
fn all_three_card_hands_are_in_the_right_order() {
    let mut agreement = Agreement::new();
    let mut counts = [0; 7];
    each::<3>(Deck::standard(), |[a, b, c]| {
        let expected = slow::three([a, b, c]);
        let rank = ThreeCardRank::of(&[a, b, c]);
        assert_eq!(rank.category() as u8, expected.0, "{a} {b} {c}");
        counts[rank.category() as usize] += 1;
        agreement.note(rank, expected, [a, b, c]);
        for other in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            assert_eq!(ThreeCardRank::of(&other), rank);
        }
    });
    assert_eq!(counts, [16_440, 3_744, 1_096, 720, 52, 44, 4]);
    // 274 high cards, 156 pairs, 274 flushes, 12 straights, 13 threes, 11 straight flushes and the mini royal.
    assert_eq!(agreement.classes(), 741);
}

#[test]
fn three_card_hands_are_named_as_people_name_them() {
    for (cards, name) in [
        ("As Qs Ks", "mini royal (A K Q)"),
        ("As 3s 2s", "three-high straight flush (3 2 A)"),
        ("8s 8d 8c", "three eights (8 8 8)"),
        ("As Qd Ks", "ace-high straight (A K Q)"),
        ("Jh Kh Ah", "ace-high flush (A K J)"),
        ("2h 9d 9c", "pair of nines (9 9 2)"),
        ("Kd Ac 2h", "ace high (A K 2)"),
    ] {
        let rank = ThreeCardRank::of(parse_cards(cards).unwrap()[..].try_into().unwrap());
        assert_eq!(format!("{rank:#}"), name);
    }
    assert_eq!(ThreeCardCategory::ALL.last().unwrap().to_string(), "mini royal");
}

#[test]
#[should_panic(expected = "a joker has no rank among three cards")]
fn a_joker_is_refused_among_three_cards() {
    ThreeCardRank::of(parse_cards("As Joker 2d").unwrap()[..].try_into().unwrap());
}

#[test]
fn all_fronts_are_in_the_right_order() {
    let mut agreement = Agreement::new();
    each::<2>(Deck::with_jokers(1), |cards| {
        let [first, second] = cards;
        let rank = FrontRank::of(&cards);
        assert_eq!(rank, FrontRank::of(&[second, first]));
        agreement.note(rank, slow::front(cards), cards);
    });
    assert_eq!(agreement.classes(), 78 + 13);
}
