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

/// What is done with a hand instead of what the chart says.
pub(super) fn of(chart: &'static Chart, cards: &[Card], up: Card) -> Option<Action> {
    static KEPT: OnceLock<HashMap<usize, HashMap<String, Action>>> = OnceLock::new();
    // Books that play alike have one chart, and its place is their name.
    let place = |chart: &'static Chart| std::ptr::from_ref(chart) as usize;
    let kept = KEPT.get_or_init(|| {
        let shelf = Shelf::filed();
        let mut kept: HashMap<usize, HashMap<String, Action>> = HashMap::new();
        for line in TEXT.lines() {
            let [house, game, hand, action] = line.split([' ', '/']).collect::<Vec<_>>()[..] else {
                continue;
            };
            let Ok(book) = shelf.book(&BookId::new(house, game)) else { continue };
            let Rules::Blackjack(rules) = &book.rules else { continue };
            let action = Action::ALL.into_iter().find(|known| format!("{known:?}") == action);
            if let (Some(chart), Some(action)) = (filed_chart(rules), action) {
                kept.entry(place(chart)).or_default().insert(hand.to_owned(), action);
            }
        }
        kept
    });
    kept.get(&place(chart))?.get(&key(cards, up)?).copied()
}
