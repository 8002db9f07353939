//! The hands that bots play otherwise than the chart, beside the exact analysis.
//!
//! `UPDATE=1 cargo test -p room --test exceptions` writes them anew; read the difference before keeping it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use books::blackjack::BlackjackRules;
use books::{Rules, Shelf};
use cards::{Card, Rank, Suit};
use games::blackjack::Count;
use games::blackjack::play::Situation;
use odds::blackjack::{Action, Analysis, Chart, Shoe, filed_chart};

/// The most cards of a hand that is looked at: longer ones come too seldom to matter.
const CARDS_MOST: usize = 6;

/// What playing a hand by the chart must lose over all rounds for the hand to be listed, in wagers.
const LOSS_LEAST: f64 = 2e-9;

/// One card of each rank, the ten standing for all that count ten.
fn ranks() -> Vec<Card> {
    let ten = |rank: &Rank| *rank == Rank::Ten || !Card::new(*rank, Suit::Clubs).is_ten_value();
    Rank::ALL.iter().filter(|rank| ten(rank)).map(|rank| Card::new(*rank, Suit::Clubs)).collect()
}

/// The chance that some cards come in some order, from a shoe that does not run down.
fn chance(places: &[usize], of_ten: usize) -> f64 {
    let mut ways = (1..=places.len()).map(|count| count as f64).product::<f64>();
    for place in 0..=of_ten.max(12) {
        let copies = places.iter().filter(|other| **other == place).count();
        ways /= (1..=copies).map(|count| count as f64).product::<f64>();
    }
    places.iter().fold(ways, |chance, place| chance * if *place == of_ten { 4.0 } else { 1.0 } / 13.0)
}

struct Search<'a> {
    analysis: &'a Analysis<f64>,
    chart: &'a Chart,
    all: Vec<Card>,
    of_ten: usize,
    suits: [Suit; 4],
    found: BTreeSet<String>,
    left: f64,
    decks: u8,
}

impl Search<'_> {
    fn cards(&self, places: &[usize]) -> Vec<Card> {
        // Other suits for equal ranks, so that a shoe of few decks holds them.
        let suited = |(at, place): (usize, &usize)| {
            Card::new(self.all[*place].rank().unwrap(), self.suits[at % self.suits.len()])
        };
        places.iter().enumerate().map(suited).collect()
    }

    /// Looks at a hand and at those that it becomes by a further card of the same or a higher rank.
    fn look(&mut self, places: &mut Vec<usize>, up: usize) {
        if places.len() >= 2 {
            let (cards, up_card) = (self.cards(places), self.all[up]);
            let Ok(choices) = self.analysis.choices(&cards, up_card) else { return };
            let two = <[Card; 2]>::try_from(cards.clone()).ok();
            let it = Situation { two, is_touched: two.is_none(), ..Situation::of(Count::of(&cards)) };
            let by_chart = self.chart.choose(&it, up_card, |_| true);
            let worth = |action: Action| {
                choices.list.iter().find(|(known, _)| *known == action).map(|(_, value)| *value)
            };
            if let (Some((best, value)), Some(charted)) = (choices.list.first(), worth(by_chart)) {
                let often = chance(places, self.of_ten) * chance(&[up], self.of_ten);
                let loss = often * (value - charted);
                if loss > LOSS_LEAST {
                    self.found.insert(format!("{} {best:?}", self.key(places, up)));
                } else {
                    self.left += loss;
                }
            }
        }
        if places.len() < CARDS_MOST {
            for place in places.last().copied().unwrap_or(0)..self.all.len() {
                if places.iter().filter(|other| **other == place).count() >= usize::from(self.decks) * 4 {
                    continue;
                }
                places.push(place);
                self.look(places, up);
                places.pop();
            }
        }
    }

    fn key(&self, places: &[usize], up: usize) -> String {
        let symbol = |place: &usize| self.all[*place].rank().unwrap().symbol();
        let mut hand: Vec<char> = places.iter().map(symbol).collect();
        hand.sort_unstable();
        std::iter::once(symbol(&up)).chain(hand).collect()
    }
}

fn exceptions_of(rules: &BlackjackRules) -> (BTreeSet<String>, f64) {
    let decks = rules.deck.decks.usual;
    let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks));
    let chart = filed_chart(rules).expect("a filed book has a chart");
    let all = ranks();
    let of_ten = all.iter().position(|card| card.is_ten_value()).unwrap();
    let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
    let found = BTreeSet::new();
    let mut search = Search { analysis: &analysis, chart, all, of_ten, suits, found, left: 0.0, decks };
    for up in 0..search.all.len() {
        search.look(&mut Vec::new(), up);
    }
    (search.found, search.left)
}

#[test]
fn hands_are_played_otherwise_than_the_chart_where_that_is_better() {
    let shelf = Shelf::filed();
    let mut found = String::new();
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { continue };
        let (hands, left) = exceptions_of(rules);
        for hand in hands {
            writeln!(found, "{}/{} {hand}", id.house, id.game).unwrap();
        }
        assert!(left < 3e-6, "{id}: what is left out loses {:.6} percent", 100.0 * left);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bots/blackjack/exceptions.txt");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    for (found, kept) in found.lines().zip(kept.lines()) {
        assert_eq!(found, kept);
    }
    assert_eq!(found.lines().count(), kept.lines().count());
}
