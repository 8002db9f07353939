//! Lazy Pineapple: at most two of three hole cards.

use super::{AceToFiveRank, Hand, HighRank, eight_or_better};
use crate::Card;

/// The places of every two of three hole cards.
const TWO_OF_THREE: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

/// Ranks the best five cards made of a board of five and at most two of three hole cards (Lazy Pineapple).
///
/// ```
/// use cards::{Deck, lazy_pineapple_high};
///
/// let cards = Deck::standard().parse("As Ah Ad  2c 7d 9h Js Kd").unwrap();
/// let rank = lazy_pineapple_high(cards[..3].try_into().unwrap(), cards[3..].try_into().unwrap());
/// assert_eq!(rank.to_string(), "pair of aces"); // the third ace may not play
/// ```
///
/// # Panics
///
/// If a joker is among the cards.
#[inline]
pub fn lazy_pineapple_high(hole: &[Card; 3], board: &[Card; 5]) -> HighRank {
    // The best five of seven use at most two of the two hole cards, so every pair covers all that is allowed.
    let board: Hand = board.iter().copied().collect();
    let [first, second, third] = TWO_OF_THREE.map(|[a, b]| board.with(hole[a]).with(hole[b]).best_of::<7>());
    first.max(second).max(third)
}

/// Ranks the best eight-or-better low made of a board of five and at most two of three hole cards.
#[inline]
pub fn lazy_pineapple_eight_or_better(hole: &[Card; 3], board: &[Card; 5]) -> Option<AceToFiveRank> {
    let [c, d, e, f, g] = *board;
    let lows = TWO_OF_THREE.map(|[a, b]| eight_or_better(&[hole[a], hole[b], c, d, e, f, g]));
    lows.into_iter().max().flatten()
}
