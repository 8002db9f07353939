//! A dozen cards: the analysis is what every line of play through the engine comes to, to the last digit.

use books::Money;
use books::blackjack::BlackjackRules;
use cards::{Card, parse_cards};
use games::blackjack::play::Situation;
use odds::blackjack::{Action, Analysis, Chart, Exact, Shoe};

use crate::rounds::{Lines, Player};

/// The best play.
struct Best<'a>(&'a Analysis<Exact>);

impl Player for Best<'_> {
    fn decide(&self, cards: &[Card], it: &Situation, up: Card) -> Action {
        self.0.decide(cards, it, up)
    }

    fn takes_even_money(&self, cards: &[Card], up: Card) -> bool {
        self.0.takes_even_money([cards[0], cards[1]], up)
    }
}

impl Player for Chart {
    fn decide(&self, _: &[Card], it: &Situation, up: Card) -> Action {
        self.choose(it, up, |_| true)
    }

    fn takes_even_money(&self, cards: &[Card], up: Card) -> bool {
        Chart::takes_even_money(self, [cards[0], cards[1]], up)
    }
}

const SHOES: [&str; 5] = [
    "Ts Ts Ts Ts Th 6c 6c 6c 7s 8s 9s 9s",
    "8s 8s 8s 8h 8h Kd Kd Kd 5c 5c Kd Kd Kd",
    "As As As Kd Kd Kd Kd 7c 8c 9h 9h 8c 9h 7c",
    "Kd Kd Kd Ks Ks 7s 7s 9s 8s 8s 9s Ks",
    "5c 5c 5c 5c Kd Kd Kd Kd Kd 8h 9s 9s 8h",
];

fn played(rules: &BlackjackRules, cards: &[Card], player: &impl Player) -> Option<(Exact, u64)> {
    let mut lines = Lines { player, side: Money::ZERO, lines: 0, dry: 0 };
    let value = lines.value(rules, cards);
    (lines.dry == 0).then_some((value, lines.lines))
}

/// Shoes that last where a pair may be split any number of times.
const SHOES_TO_SPLIT: [&str; 3] = [
    "8s 8s 8h Kd Kd 6c 6c 7s 7s 9s 9s 9s 9s",
    "As As Kd Kd 8c 8c 7c 7c 9h 9h 6h 6h 9h",
    "9s 9s 9s Kd Kd 8s 8s 7c 7c 7c 6c 6c 6c",
];

fn check(name: &str, rules: &BlackjackRules) {
    let mut dry = Vec::new();
    let is_limited = rules.split.times.value.limit().is_some();
    let shoes: &[&str] = if is_limited { &SHOES } else { &SHOES_TO_SPLIT };
    for shoe in shoes.iter().copied() {
        let mut cards = parse_cards(shoe).unwrap();
        if rules.deck.jokers.value > 0 {
            // Two cards make room, so that there are not too many lines.
            cards.drain(..2);
            cards.extend([Card::JOKER; 2]);
        }
        let analysis = Analysis::<Exact>::on_cores(rules, &Shoe::of(&cards), 1);
        let Some((best, lines)) = played(rules, &cards, &Best(&analysis)) else {
            dry.push(shoe);
            continue;
        };
        println!("{name}: {shoe}: {lines} lines, {:?}", best.parts());
        assert_eq!(analysis.value(), best, "{name}: {shoe}");
        let Some((chart, _)) = played(rules, &cards, &analysis.chart()) else {
            dry.push(shoe);
            continue;
        };
        assert_eq!(analysis.chart_value(), chart, "{name}: {shoe} by the chart");
        assert!(chart <= best, "{name}: {shoe}");
    }
    assert!(dry.is_empty(), "{name}: too small for every line of play: {dry:?}");
}

#[test]
fn every_filed_book_is_worth_what_its_lines_of_play_are() {
    for (name, rules) in crate::filed() {
        check(&name, &rules);
    }
}

#[test]
fn plain_blackjack_is_worth_what_its_lines_of_play_are() {
    check("plain", &crate::plain());
}
