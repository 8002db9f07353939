//! The charts of the filed books, kept as text so that a bot need not work one out in the middle of a hand.
//!
//! `UPDATE=1 cargo test -p odds --test charts` writes them anew from the analysis.

use std::fmt::Write as _;
use std::sync::OnceLock;

use books::blackjack::BlackjackRules;
use books::{BookId, Rules, Shelf};
use games::blackjack::{Terms, Total};

use super::chart::{Advice, Chart, Column, POINTS_MAX};
use super::drawing::{self, letter};
use super::hands::Action;
use super::shoe::{KINDS_MAX, Kinds, Shoe};

/// The charts by book, each for the usual number of decks.
const TEXTS: [(&str, &str, &str); 9] = [
    ("marina", "no-bust-buster", include_str!("../../charts/marina-no-bust-buster.txt")),
    ("marina", "no-bust-joker", include_str!("../../charts/marina-no-bust-joker.txt")),
    ("marina", "pure-21-5", include_str!("../../charts/marina-pure-21-5.txt")),
    ("mortimers", "no-bust-2003", include_str!("../../charts/mortimers-no-bust-2003.txt")),
    ("mortimers", "no-bust-6-buster", include_str!("../../charts/mortimers-no-bust-6-buster.txt")),
    ("mortimers", "no-bust-6", include_str!("../../charts/mortimers-no-bust-6.txt")),
    ("mortimers", "pure-21-5", include_str!("../../charts/mortimers-pure-21-5.txt")),
    ("players-club", "no-bust-5", include_str!("../../charts/players-club-no-bust-5.txt")),
    ("ven-a-mexico", "no-bust-4-01", include_str!("../../charts/ven-a-mexico-no-bust-4-01.txt")),
];

/// What decides a chart of a book.
type Key = (Terms, u8, u8);

fn key(rules: &BlackjackRules) -> Key {
    (Terms::of(rules), rules.deck.jokers.value, rules.deck.decks.usual)
}

/// The chart of a filed book for its usual number of decks; nothing for a book that plays otherwise than any of them.
#[must_use]
pub fn filed_chart(rules: &BlackjackRules) -> Option<&'static Chart> {
    static CHARTS: OnceLock<Vec<(Key, Chart)>> = OnceLock::new();
    let charts = CHARTS.get_or_init(|| {
        let shelf = Shelf::filed();
        let chart = |(house, game, text): (&'static str, &'static str, &str)| {
            let book = shelf.book(&BookId::new(house, game)).ok()?;
            let Rules::Blackjack(rules) = book.rules else { return None };
            let read = Chart::read(&rules, rules.deck.decks.usual, text)?;
            Some((key(&rules), Chart { filed: Some((house, game)), ..read }))
        };
        TEXTS.into_iter().filter_map(chart).collect()
    });
    let wanted = key(rules);
    charts.iter().find(|(key, _)| *key == wanted).map(|(_, chart)| chart)
}

/// The lines of a column: which totals they are about, and what of them.
const SORTS: [(&str, bool); 2] = [("hard", false), ("soft", true)];

fn action(letter: char) -> Option<Action> {
    Action::ALL.into_iter().find(|action| drawing::letter(*action) == letter)
}

fn mark(is: bool) -> char {
    if is { '+' } else { '-' }
}

impl Chart {
    /// The chart as text: for each up card and each total from 0 on what to do with two cards, what with more, what
    /// where neither is open, and whether a hand that takes no more cards is given up; then the pairs to split and the Naturals to settle for even money, by the
    /// kinds of cards in the order of the up cards.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for ((kind, column), even) in self.kinds.0.iter().zip(&self.columns).zip(&self.even_money) {
            let up = self.kinds.name(kind.card);
            for (sort, is_soft) in SORTS {
                let cells = || (0..POINTS_MAX as u8).map(|points| column.cell(Total { points, is_soft }));
                let two: String = cells().map(|cell| letter(cell.two)).collect();
                let more: String = cells().map(|cell| letter(cell.more)).collect();
                let plain: String = cells().map(|cell| letter(cell.plain)).collect();
                let gives_up: String = cells().map(|cell| mark(cell.gives_up)).collect();
                let _ = writeln!(text, "{up} {sort} {two} {more} {plain} {gives_up}");
            }
            let kinds = || 0..self.kinds.len();
            let pairs: String = kinds().map(|pair| mark(column.splits[pair])).collect();
            let evens: String =
                kinds().flat_map(|one| kinds().map(move |other| mark(even[one][other]))).collect();
            let _ = writeln!(text, "{up} pairs {pairs} {evens}");
        }
        text
    }

    /// Reads the chart of a book and so many decks from its text; nothing if it is not one.
    #[must_use]
    pub fn read(rules: &BlackjackRules, decks: u8, text: &str) -> Option<Chart> {
        let terms = Terms::of(rules);
        let kinds = Kinds::of(&Shoe::fresh(rules, decks), &terms);
        let mut lines = text.lines();
        let (mut columns, mut even_money) = (Vec::new(), Vec::new());
        for kind in &kinds.0 {
            let up = kinds.name(kind.card);
            let mut column = Column::standing();
            for (sort, is_soft) in SORTS {
                let words: Vec<&str> = lines.next()?.split(' ').collect();
                let [own, named, two, more, plain, gives_up] = words[..] else { return None };
                let is_whole = [two, more, plain, gives_up].iter().all(|word| word.len() == POINTS_MAX);
                if own != up || named != sort || !is_whole {
                    return None;
                }
                let letters = two.chars().zip(more.chars()).zip(plain.chars()).zip(gives_up.chars());
                for (points, (((two, more), plain), gives_up)) in letters.enumerate() {
                    let total = Total { points: points as u8, is_soft };
                    let [two, more, plain] = [action(two)?, action(more)?, action(plain)?];
                    *column.cell_mut(total) = Advice { two, more, plain, gives_up: gives_up == '+' };
                }
            }
            let words: Vec<&str> = lines.next()?.split(' ').collect();
            let [own, "pairs", pairs, evens] = words[..] else { return None };
            if own != up || pairs.len() != kinds.len() || evens.len() != kinds.len() * kinds.len() {
                return None;
            }
            for (pair, letter) in pairs.chars().enumerate() {
                column.splits[pair] = letter == '+';
            }
            let mut even = [[false; KINDS_MAX]; KINDS_MAX];
            for (place, letter) in evens.chars().enumerate() {
                even[place / kinds.len()][place % kinds.len()] = letter == '+';
            }
            columns.push(column);
            even_money.push(even);
        }
        lines.next().is_none().then_some(Chart { terms, kinds, columns, even_money, filed: None })
    }
}
