//! What the chart says where hands take no more cards, where something is not open, and how it is printed.

use books::Odds;
use books::blackjack::SurrenderWhen;
use cards::{Card, parse_cards};
use games::blackjack::play::Situation;
use games::blackjack::{Count, Total};
use odds::blackjack::{Action, Analysis, Mark, Shoe, last_hands, sheet, wagers};

fn of(name: &str, decks: u8) -> Analysis<f64> {
    let rules = crate::book(name);
    Analysis::of(&rules, &Shoe::fresh(&rules, decks))
}

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// What is printed of doubled hands is what the chart does with them, and nothing is done that is not printed.
#[test]
fn giving_up_a_doubled_hand_is_printed() {
    for (name, rules) in crate::filed() {
        let analysis = of(&name, 2);
        let (chart, last) = (analysis.chart(), last_hands(&analysis));
        let is_any_time = rules.surrender.when.value == SurrenderWhen::AnyTime;
        assert_eq!(!last.is_empty(), is_any_time, "{name}");
        let drawn = sheet("A title", &analysis);
        let texts: Vec<&str> = drawn
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Text { text, .. } => Some(text.as_str()),
                Mark::Cell { .. } => None,
            })
            .collect();
        assert_eq!(texts.contains(&"Last"), is_any_time, "{name}");
        for hand in &last {
            assert!(texts.contains(&hand.totals.as_str()), "{name}: {}", hand.totals);
        }
        for up in analysis.up_cards().iter().map(|up| up.card) {
            for points in 6..=21 {
                let doubled = Situation {
                    total: Total { points, is_soft: false },
                    cards: 3,
                    is_doubled: true,
                    is_touched: true,
                    ..Situation::of(Count::default())
                };
                let is_given_up = chart.choose(&doubled, up, |_| true) == Action::Surrender;
                let is_printed = last.iter().filter(|hand| hand.ups.contains(&up)).any(|hand| {
                    let (low, high) = hand.totals.split_once('-').unwrap_or((&hand.totals, &hand.totals));
                    let range = low.parse::<u8>().ok().zip(high.parse::<u8>().ok());
                    range.is_some_and(|(low, high)| (low..=high).contains(&points))
                });
                assert_eq!(is_given_up, is_printed, "{name}: {points} against {up}");
            }
        }
    }
    let hand = &last_hands(&of("players-club/no-bust-5", 6))[0];
    assert_eq!((hand.totals.as_str(), hand.ups.len()), ("17", 1), "{hand:?}");
}

/// A split ace with its card can only stand or be given up, and does what a doubled hand does.
#[test]
fn a_split_ace_is_given_up_where_that_is_better() {
    let analysis = of("players-club/no-bust-5", 6);
    let two = cards("As 3d");
    let ace = Situation {
        two: Some([two[0], two[1]]),
        is_split: true,
        splits: 1,
        ..Situation::of(Count::of(&two))
    };
    for (up, wanted) in [("Tc", Action::Surrender), ("9c", Action::Surrender), ("6c", Action::Stand)] {
        assert_eq!(analysis.chart().choose(&ace, up.parse().unwrap(), |_| true), wanted, "{up}");
    }
}

/// Two aces that may be neither split nor doubled hit.
#[test]
fn what_is_not_open_is_replaced_by_the_best_of_what_is_left() {
    let two = cards("As Ad");
    let aces = Situation { two: Some([two[0], two[1]]), ..Situation::of(Count::of(&two)) };
    for (name, _) in crate::filed() {
        let analysis = of(&name, 2);
        for up in analysis.up_cards().iter().map(|up| up.card).filter(|up| !up.is_joker()) {
            let chosen =
                analysis.chart().choose(&aces, up, |action| matches!(action, Action::Stand | Action::Hit));
            assert_eq!(chosen, Action::Hit, "{name} against {up}");
        }
    }
    let mut rules = crate::book("mortimers/pure-21-5");
    rules.split.aces_one_card.value = false;
    rules.double.after_split.value = false;
    let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 6));
    let six = analysis.up_cards().iter().find(|up| analysis.card_name(up.card) == "6").unwrap();
    assert!(six.value - six.chart_value < 1e-6, "{} {}", six.value, six.chart_value);
    // A double of any number of cards leaves hands of three that may not be doubled after a split.
    rules.double.two_cards_only.value = false;
    let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 1));
    for up in 0..analysis.up_cards().len() {
        for one in analysis.deviations(up) {
            assert!(one.cost > -1e-13, "{one:?}");
        }
    }
}

/// A Natural before an ace is always paid where it may be settled for even money.
#[test]
fn even_money_is_among_what_is_paid() {
    let mut rules = crate::plain();
    rules.natural.pays.value = Odds::new(6, 5);
    rules.insurance.offered.value = true;
    let mut of = |is_even: bool| {
        rules.insurance.even_money.value = is_even;
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 6));
        let base = wagers(&rules, &analysis).swap_remove(0);
        (base, analysis.value())
    };
    let (waiting, worse) = of(false);
    let (even, better) = of(true);
    assert!(better > worse);
    // A Natural before an ace, and a ten-value card under it.
    let (natural, under) = (2.0 * (24.0 / 312.0) * (23.0 / 311.0) * (96.0 / 310.0), 95.0 / 309.0);
    let met = natural * under;
    assert!((even.hit - waiting.hit - met).abs() < 1e-12, "{} {} {met}", even.hit, waiting.hit);
    let square = |deviation: f64, value: f64| deviation.powi(2) + value.powi(2);
    let squares = square(even.deviation, better) - square(waiting.deviation, worse);
    assert!((squares - natural * (1.0 - 1.44 * (1.0 - under))).abs() < 1e-12, "{squares}");
}

/// Where ranks of ten-value cards are told apart, each has a name of its own.
#[test]
fn tens_by_rank_are_named_apart() {
    let mut rules = crate::book("mortimers/no-bust-6");
    let names = |rules: &books::blackjack::BlackjackRules| {
        let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, 1));
        analysis.up_cards().iter().map(|up| analysis.card_name(up.card)).collect::<Vec<_>>()
    };
    assert_eq!(names(&rules), ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]);
    rules.split.pairs.value = books::blackjack::Pairs::SameRank;
    assert_eq!(names(&rules), ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]);
    let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 1));
    let drawn = sheet("A title", &analysis);
    let count = |said: &str| {
        let is_said = |mark: &&Mark| matches!(mark, Mark::Text { text, .. } if text == said);
        drawn.marks.iter().filter(is_said).count()
    };
    assert_eq!([count("10 10"), count("J J"), count("Q Q"), count("K K")], [1; 4]);
}
