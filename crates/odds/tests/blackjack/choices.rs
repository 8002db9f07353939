//! What single hands are worth comes to what the whole game is worth.

use books::blackjack::{BlackjackRules, Outcome, Times};
use cards::{Card, parse_cards};
use games::blackjack::play::{self, BankShown, Shown, Situation};
use games::blackjack::{Count, Terms};
use odds::blackjack::{Action, Analysis, NoHand, Shoe};

/// The cards of a shoe, each with how many copies lie behind the cards that are seen.
fn behind(shoe: &Shoe, seen: &[Card]) -> Vec<(Card, f64)> {
    let left = |card: Card| {
        let seen = seen.iter().filter(|other| **other == card).count();
        (card, f64::from(shoe.copies(card)) - seen as f64)
    };
    Card::all().chain([Card::JOKER]).map(left).filter(|(_, copies)| *copies > 0.0).collect()
}

fn sum(cards: &[(Card, f64)]) -> f64 {
    cards.iter().map(|(_, copies)| copies).sum()
}

/// The chance that the bank has a Natural that it looks for before anybody chooses, and what it does to two cards.
fn natural_met(terms: &Terms, shoe: &Shoe, two: [Card; 2], up: Card) -> (f64, f64) {
    if !play::is_looked_under(terms, up) {
        return (0.0, 0.0);
    }
    let left = behind(shoe, &[two[0], two[1], up]);
    let makes: Vec<(Card, f64)> = left
        .iter()
        .copied()
        .filter(|(down, _)| play::is_natural(&[up, *down], terms.natural.value))
        .collect();
    let Some((down, _)) = makes.first() else { return (0.0, 0.0) };
    let count = Count::of(&[up, *down]);
    let bank =
        BankShown { total: count.total(), is_natural: true, special: None, has_joker: count.has_joker() };
    let mine = Count::of(&two);
    let opening = Situation { two: Some(two), ..Situation::of(mine) };
    let shown = Shown { is_natural: play::is_player_natural(terms, &opening), ..Shown::plain(mine) };
    let decision = play::compare(terms, shown, bank);
    let pay = match decision.outcome {
        Outcome::Player => f64::from(decision.pays.pays) / f64::from(decision.pays.on),
        Outcome::Bank => -1.0,
        Outcome::Push => 0.0,
    };
    (sum(&makes) / sum(&left), pay)
}

/// The best of every two opening cards, by their chances and with the bank's Natural counted, is the up card's value.
fn check(name: &str, rules: &BlackjackRules, decks: u8) {
    let (terms, shoe) = (Terms::of(rules), Shoe::fresh(rules, decks));
    let analysis = Analysis::<f64>::of(rules, &shoe);
    for up in analysis.up_cards() {
        let cards = behind(&shoe, &[up.card]);
        let all = sum(&cards);
        let (mut value, mut chances) = (0.0, 0.0);
        for (one, copies) in &cards {
            for (other, others) in &cards {
                let others = others - f64::from(u8::from(one == other));
                if others <= 0.0 {
                    continue;
                }
                let two = [*one, *other];
                let choices = analysis.choices(&two, up.card).unwrap();
                let (natural, met) = natural_met(&terms, &shoe, two, up.card);
                let waiting = (1.0 - natural) * choices.list[0].1 + natural * met;
                let is_natural = play::is_natural(&two, terms.natural.value);
                let is_sure =
                    play::asks_insurance(&terms, up.card) && play::may_take_even_money(&terms, is_natural);
                let best = if is_sure { waiting.max(1.0) } else { waiting };
                let hand = || format!("{name}: {one} {other} against {}", up.card);
                assert!((choices.bank_natural - natural).abs() < 1e-12, "{}", hand());
                assert!((choices.value() - best).abs() < 1e-12, "{}: {} {best}", hand(), choices.value());
                let chance = copies * others / (all * (all - 1.0));
                value += chance * best;
                chances += chance;
            }
        }
        assert!((chances - 1.0).abs() < 1e-12, "{name}: {}: {chances}", up.card);
        assert!((value - up.value).abs() < 1e-11, "{name}: {}: {value}, {}", up.card, up.value);
    }
}

#[test]
fn the_best_choices_of_all_opening_hands_come_to_the_value_of_the_up_card() {
    for (name, rules) in crate::filed() {
        check(&name, &rules, 2);
    }
    let mut rules = crate::plain();
    check("plain", &rules, 1);
    rules.insurance.offered.value = true;
    rules.insurance.even_money.value = true;
    for pays in [books::Odds::new(6, 5), books::Odds::new(3, 2), books::Odds::new(2, 1)] {
        rules.natural.pays.value = pays;
        check(&format!("plain with even money, {pays}"), &rules, 1);
    }
}

#[test]
fn a_hand_that_nobody_can_hold_is_refused() {
    let rules = crate::book("mortimers/no-bust-6");
    let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 2));
    let ask = |hand: &str, up: &str| analysis.choices(&parse_cards(hand).unwrap(), up.parse().unwrap());
    assert_eq!(ask("8c", "8c").unwrap_err(), NoHand::TooFewCards);
    let card: Card = "8c".parse().unwrap();
    assert_eq!(ask("8c 8c", "8c").unwrap_err(), NoHand::NotInShoe { card, copies: 2 });
    assert_eq!(ask("8c 8d", "Joker").unwrap_err(), NoHand::NotInShoe { card: Card::JOKER, copies: 0 });
    for (hand, held) in [("Kc Qd 5h", 2), ("5c 6d Td 3h", 3), ("Ac Kd 5h", 2), ("Tc 6d 9h 2c", 3)] {
        let refused = ask(hand, "8c").unwrap_err();
        assert!(matches!(refused, NoHand::TakesNoCard { cards, .. } if cards == held), "{hand}: {refused:?}");
    }
    // Over, but held: there is nothing but to wait for the bank, or to give up where that may be.
    let over = ask("8c 8d 8h", "8c").unwrap();
    assert!(over.list.iter().all(|(action, _)| matches!(action, Action::Stand | Action::Surrender)));
    assert_eq!(over.bank_natural, 0.0);
}

/// A doubled hand has a value also where a hand that was not doubled must take a card: over all cards that may come,
/// what the better of keeping it and giving it up is worth comes to what doubling was.
#[test]
fn what_a_double_is_worth_is_what_its_hands_are() {
    let mut small = 0;
    for (name, rules) in crate::filed() {
        let shoe = Shoe::fresh(&rules, 6);
        let analysis = Analysis::<f64>::of(&rules, &shoe);
        for (hand, up) in
            [("2c 3d", "7h"), ("4c 5d", "6h"), ("6c 5d", "9h"), ("8c 3d", "2h"), ("Ac 6d", "5h")]
        {
            let (hand, up) = (parse_cards(hand).unwrap(), up.parse::<Card>().unwrap());
            let list = analysis.choices(&hand, up).unwrap().list;
            let Some((_, double)) = list.iter().find(|(action, _)| *action == Action::Double) else {
                continue;
            };
            let left = behind(&shoe, &[&hand[..], &[up]].concat());
            let mut worth = 0.0;
            for (card, copies) in &left {
                let cards = [&hand[..], &[*card]].concat();
                let count = Count::of(&cards);
                let it = Situation { is_doubled: true, is_touched: true, ..Situation::of(count) };
                let worths = analysis.worths(&cards, &it, up).unwrap();
                assert!(worths.iter().all(|(action, _)| matches!(action, Action::Stand | Action::Surrender)));
                worth += copies * worths.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
                small += usize::from(count.total().points <= 11);
            }
            let worth = 2.0 * worth / sum(&left);
            assert!((worth - double).abs() < 1e-12, "{name} {hand:?} against {up}: {worth}, not {double}");
        }
    }
    assert!(small > 50, "{small}");
}

/// A pair that was split before is worth what a first one is in a book that lets it be split as often as is left.
#[test]
fn a_later_split_is_a_first_one_of_a_book_that_allows_fewer() {
    let (mut compared, mut differ) = (0, 0);
    for name in ["mortimers/no-bust-6", "marina/pure-21-5", "ven-a-mexico/no-bust-4-01"] {
        let mut rules = crate::book(name);
        let shoe = Shoe::fresh(&rules, 2);
        let mut of = |times: u8| {
            (rules.split.times.value, rules.split.aces_times.value) =
                (Times::most(times), Times::most(times));
            Analysis::<f64>::of(&rules, &shoe)
        };
        let books = [of(1), of(2), of(3)];
        for (pair, other, up) in [
            ("8c", "8d", "6h"),
            ("8c", "8d", "Th"),
            ("Tc", "Td", "5h"),
            ("9c", "9d", "9h"),
            ("2c", "2d", "7h"),
        ] {
            let two: [Card; 2] = [pair, other].map(|card| card.parse().unwrap());
            let up: Card = up.parse().unwrap();
            let first = |book: usize| {
                let list = books[book].choices(&two, up).unwrap().list;
                list.iter().find(|(action, _)| *action == Action::Split).map(|(_, value)| *value)
            };
            let place = || format!("{name} {pair} {other} against {up}");
            for (left, all) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
                let found = books[all].split_again(two[0], up, (all - left) as u8);
                match (found, first(left)) {
                    (Some(found), Some(first)) => assert!((found - first).abs() < 1e-12, "{}", place()),
                    (found, first) => assert_eq!(found, first, "{}", place()),
                }
                compared += usize::from(found.is_some());
            }
            differ += usize::from(first(0) != first(2));
        }
    }
    assert!(compared > 80 && differ > 10, "{compared} compared, {differ} hang on how often pairs are split");
}

/// A card of a split pair that waits is worth what its hands are when their second cards have come.
#[test]
fn a_hand_that_waits_is_worth_what_its_second_cards_make_of_it() {
    let rules = crate::book("players-club/no-bust-5");
    let shoe = Shoe::fresh(&rules, 2);
    let (terms, analysis) = (Terms::of(&rules), Analysis::<f64>::of(&rules, &shoe));
    for (first, up) in [("8c", "6h"), ("Tc", "9h"), ("Ac", "Kh"), ("5c", "2h")] {
        let (first, up): (Card, Card) = (first.parse().unwrap(), up.parse().unwrap());
        let (mut sum, mut all) = (0.0, 0.0);
        for (second, copies) in behind(&shoe, &[first, up]) {
            let count = Count::of(&[first, second]);
            let it =
                Situation { two: Some([first, second]), is_split: true, splits: 1, ..Situation::of(count) };
            let it = Situation { end: play::end_by_card(&terms, &it, || true), ..it };
            // Where the bank has looked for a Natural, a card that it would need is likelier to come.
            let left = behind(&shoe, &[first, second, up]);
            let natural = left.iter().filter(|(down, _)| play::is_natural(&[up, *down], terms.natural.value));
            let looked = f64::from(u8::from(play::is_looked_under(&terms, up)));
            let live = 1.0 - looked * natural.map(|(_, copies)| copies).sum::<f64>() / self::sum(&left);
            let worths = analysis.worths(&[first, second], &it, up).unwrap();
            let best = worths.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
            (sum, all) = (sum + copies * live * best, all + copies * live);
        }
        let it = Situation { is_split: true, splits: 1, ..Situation::of(Count::of(&[first])) };
        let found = analysis.waiting(&[first], &it, up).unwrap();
        assert!((found - sum / all).abs() < 1e-12, "{first} against {up}: {found}, not {}", sum / all);
    }
}
