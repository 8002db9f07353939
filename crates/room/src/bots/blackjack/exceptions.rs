//! Hands of which the very cards make another choice better than the chart's, which knows their total alone.
//!
//! They are kept as text, found by the exact analysis; `crates/room/tests/exceptions.rs` compares, and writes them anew
//! when told to.

use std::collections::HashMap;
use std::sync::OnceLock;

use books::{BookId, Rules, Shelf};
use cards::Card;
use odds::blackjack::{Action, Chart, filed_chart};

/// A book, an up card, the hand, and what is done with it, in a line each.
const TEXT: &str = include_str!("exceptions.txt");

/// The ranks of a hand in a fixed order, ten-value cards alike, after that of the up card; nothing with a joker.
fn key(cards: &[Card], up: Card) -> Option<String> {
    let symbol = |card: &Card| {
        let rank = card.rank()?;
        Some(if card.is_ten_value() { 'T' } else { rank.symbol() })
    };
    let mut hand: Vec<char> = cards.iter().map(symbol).collect::<Option<_>>()?;
    hand.sort_unstable();
    Some(std::iter::once(symbol(&up)?).chain(hand).collect())
}

/// What is done with each hand, by the filed book under which the chart is kept.
type Kept = HashMap<(&'static str, &'static str), HashMap<String, Action>>;

/// What is done with a hand instead of what the chart says; nothing for the chart of no filed book.
pub(super) fn of(chart: &Chart, cards: &[Card], up: Card) -> Option<Action> {
    static KEPT: OnceLock<Kept> = OnceLock::new();
    let kept = KEPT.get_or_init(|| {
        let shelf = Shelf::filed();
        let mut kept = Kept::new();
        for line in TEXT.lines() {
            let [house, game, hand, action] = line.split([' ', '/']).collect::<Vec<_>>()[..] else {
                continue;
            };
            let Ok(book) = shelf.book(&BookId::new(house, game)) else { continue };
            let Rules::Blackjack(rules) = &book.rules else { continue };
            let action = Action::ALL.into_iter().find(|known| format!("{known:?}") == action);
            if let (Some(name), Some(action)) = (filed_chart(rules).and_then(Chart::filed_as), action) {
                kept.entry(name).or_default().insert(hand.to_owned(), action);
            }
        }
        kept
    });
    kept.get(&chart.filed_as()?)?.get(&key(cards, up)?).copied()
}
