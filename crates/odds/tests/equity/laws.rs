//! What holds for every equity, and what is refused.

use super::{Dice, ask, cards, exact, game};
use cards::{Card, Suit};
use odds::equity::{Answer, Fault, Fraction, Method, Question};

const BOOKS: [(&str, usize); 7] = [
    ("pinnacle/holdem", 2),
    ("players-club/pineapple", 3),
    ("players-club/crazy-pineapple", 3),
    ("players-club/lazy-pineapple", 3),
    ("players-club/omaha-8", 4),
    ("marina/lowball", 5),
    ("players-club/lowball-deuce-to-seven", 4),
];

fn is_whole(answer: &Answer) -> bool {
    let denominators = answer.shares.iter().map(|share| share.equity.denominator);
    let over = denominators.fold(1_u128, |all, one| all / gcd(all, one.into()) * u128::from(one));
    let sum: u128 = answer
        .shares
        .iter()
        .map(|share| over / u128::from(share.equity.denominator) * u128::from(share.equity.numerator))
        .sum();
    sum == over
}

fn gcd(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { gcd(other, one % other) }
}

#[test]
fn equities_add_up_to_one_exactly() {
    let mut dice = Dice(3);
    for (name, cards) in BOOKS {
        // With two hands of Crazy Pineapple every flop has its own discards, so it is given one.
        let board = if name.contains("crazy") { 3 } else { 0 };
        for count in [2, 3, 5] {
            let mut deck = dice.deal(count * cards + board);
            let hands: Vec<Vec<Card>> = (0..count).map(|_| deck.split_off(deck.len() - cards)).collect();
            let question =
                Question::new(game(name), &hands, &deck, &[]).unwrap_or_else(|fault| panic!("{fault}"));
            if question.deals() < 10_000_000 {
                let answer = question.answer(Method::Exact);
                assert_eq!(u128::from(answer.deals), question.deals(), "{name}: {hands:?}");
                assert!(is_whole(&answer), "{name}: {hands:?}");
            }
            assert!(is_whole(&question.answer(Method::Sample { deals: 300, seed: 5 })), "{name}: {hands:?}");
        }
    }
}

#[test]
fn suits_seats_and_order_do_not_matter() {
    let mut dice = Dice(5);
    for (name, cards) in BOOKS {
        let board = if name.contains("holdem") || name.contains("lowball") { 0 } else { 3 };
        let cards = if name.ends_with("/pineapple") { 2 } else { cards };
        let mut deck = dice.deal(3 * cards + board);
        let hands: Vec<Vec<Card>> = (0..3).map(|_| deck.split_off(deck.len() - cards)).collect();
        let answer = Question::new(game(name), &hands, &deck, &[]).unwrap().answer(Method::Exact);
        let turned = |cards: &[Card]| -> Vec<Card> {
            let suit = |suit: Suit| Suit::ALL[(suit as usize + 1) % 4];
            cards
                .iter()
                .rev()
                .map(|card| Card::new(card.rank().unwrap(), suit(card.suit().unwrap())))
                .collect()
        };
        let other: Vec<Vec<Card>> = [1, 2, 0].map(|hand: usize| turned(&hands[hand])).to_vec();
        let again = Question::new(game(name), &other, &turned(&deck), &[]).unwrap().answer(Method::Exact);
        assert_eq!(answer.deals, again.deals, "{name}");
        for hand in 0..3 {
            assert_eq!(answer.shares[[1, 2, 0][hand]], again.shares[hand], "{name}: {hands:?} on {deck:?}");
        }
    }
}

#[test]
fn mirrored_hands_are_worth_the_same() {
    let answer = exact("marina/holdem", &["As Kh", "Ah Ks"], "", "");
    assert_eq!(answer.shares[0], answer.shares[1]);
    assert_eq!(answer.shares[0].equity, Fraction::new(1, 2));
}

#[test]
fn counts_of_high_and_low_fit_together() {
    let answer = exact("players-club/omaha-8", &["As 2s Jd 4d", "Kh Kc Qh Qc", "Ad 2d Jh 4c"], "", "");
    let wins: u64 = answer.shares.iter().map(|share| share.high.alone).sum();
    let shared: u64 = answer.shares.iter().map(|share| share.high.shared).sum();
    assert!(wins < answer.deals);
    // A shared high is shared by two or three hands.
    assert!(wins + shared.div_ceil(3) <= answer.deals && wins + shared / 2 >= answer.deals);
    let lows: u64 = answer.shares.iter().map(|share| share.low.alone).sum();
    assert!(answer.lows < answer.deals && lows <= answer.lows);
    for share in &answer.shares {
        assert!(share.whole <= share.high.alone && share.whole + share.divided <= answer.deals);
    }
    assert_eq!((answer.shares[1].low.alone, answer.shares[1].low.shared), (0, 0));
}

#[test]
fn what_cannot_be_asked_is_refused_with_one_sentence() {
    let holdem = "marina/holdem";
    let nine = ["2c 2d", "3c 3d", "4c 4d", "5c 5d", "6c 6d", "7c 7d", "8c 8d", "9c 9d", "Tc Td"];
    let pinnacle = ask(game("pinnacle/holdem"), &nine, "", "").unwrap_err();
    assert_eq!(
        pinnacle.to_string(),
        "these are 9 hands, but this game is played by at most 8; leave some out"
    );
    for (name, hands, board, dead, fault) in [
        (holdem, &["As Ah"][..], "", "", Fault::TooFewHands),
        (holdem, &["As Ah", "As Kd"], "", "", Fault::Twice(cards("As")[0])),
        (holdem, &["As Ah", "Ks Kd"], "2c 2d 2h", "2c", Fault::Twice(cards("2c")[0])),
        (holdem, &["As Ah", "Ks Kd Kh"], "", "", Fault::Cards { hand: 2, came: 3, expected: 2 }),
        (holdem, &["As Ah", "Ks Joker"], "", "", Fault::Joker),
        (holdem, &["As Ah", "Ks Kd"], "2c", "", Fault::BoardCards(1)),
        (holdem, &["As Ah", "Ks Kd"], "2c 3c 4c 5c 6c 7c", "", Fault::BoardCards(6)),
        ("marina/lowball", &["As 2s", "Ks Kd"], "2c 3c 4c", "", Fault::NoBoard),
        ("marina/lowball", &["As 2s", ""], "", "", Fault::CardsToDraw { hand: 2, came: 0 }),
        (
            "players-club/pineapple",
            &["As Ah Kd", "Ks Kc Qd"],
            "2c 3c 4c",
            "",
            Fault::CardsAtDiscard { hand: 1, came: 3, before: None, after: Some(2) },
        ),
        (
            "players-club/crazy-pineapple",
            &["As Ah", "Ks Kc"],
            "",
            "",
            Fault::CardsAtDiscard { hand: 1, came: 2, before: Some(3), after: None },
        ),
        ("players-club/crazy-pineapple", &["As Ah Kd", "Ks Kc"], "2c 3c 4c", "", Fault::MixedDiscards),
    ] {
        let found = ask(game(name), hands, board, dead).unwrap_err();
        assert_eq!(found, fault);
        assert!(!found.to_string().contains('\n'));
    }
    let dead: Vec<String> = Card::all().take(44).map(|card| card.to_string()).collect();
    let poor = ask(game(holdem), &["As Ah", "Ks Kh"], "", &dead.join(" "));
    assert_eq!(poor.unwrap_err(), Fault::DeckTooSmall);
}
