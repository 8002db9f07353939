use super::high::{key_of, lanes_of};
use super::key::{self, CARD_KEYS};
use super::low::{best_low, low_ranks};
use super::{AceToFiveRank, HighRank, tables};
use crate::Card;

/// The places of every two of four hole cards.
const TWO_OF_FOUR: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The places of every three of five board cards.
const THREE_OF_FIVE: [[usize; 3]; 10] = [
    [0, 1, 2],
    [0, 1, 3],
    [0, 1, 4],
    [0, 2, 3],
    [0, 2, 4],
    [0, 3, 4],
    [1, 2, 3],
    [1, 2, 4],
    [1, 3, 4],
    [2, 3, 4],
];

/// Ranks the best five cards made of exactly two hole cards and exactly three board cards.
///
/// ```
/// use cards::{Deck, omaha_high};
///
/// let cards = Deck::standard().parse("As Ah Ad Ac  2c 7d 9h Js Kd").unwrap();
/// let rank = omaha_high(cards[..4].try_into().unwrap(), cards[4..].try_into().unwrap());
/// assert_eq!(rank.to_string(), "pair of aces"); // two of the four aces play
/// ```
///
/// # Panics
///
/// If a joker is among the cards.
#[inline]
pub fn omaha_high(hole: &[Card; 4], board: &[Card; 5]) -> HighRank {
    let hole_key = key_of(hole);
    let board_key = key_of(board);
    assert!((hole_key | board_key) & key::JOKER_BIT == 0, "Omaha has no joker");

    let hole_keys = hole.map(|card| CARD_KEYS[card.index() as usize]);
    let board_keys = board.map(|card| CARD_KEYS[card.index() as usize]);
    let pairs = TWO_OF_FOUR.map(|[a, b]| hole_keys[a].wrapping_add(hole_keys[b]));
    let mut best = 0;
    for [a, b, c] in THREE_OF_FIVE {
        let three = board_keys[a].wrapping_add(board_keys[b]).wrapping_add(board_keys[c]);
        for pair in pairs {
            best = best.max(*tables::FIVE.plain(three.wrapping_add(pair)));
        }
    }
    if may_flush(hole_key, board_key) {
        best = best.max(flush(hole, board));
    }
    HighRank::from_value(best)
}

/// Whether one suit has two hole cards and three board cards.
#[inline(always)]
fn may_flush(hole_key: u64, board_key: u64) -> bool {
    // The counters start from 3: adding 3 sets a counter's top bit from two cards on, adding 2 from three.
    let two = hole_key + (0x3333 << key::SUIT_SHIFT);
    let three = board_key + (0x2222 << key::SUIT_SHIFT);
    two & three & key::FLUSH_BITS != 0
}

/// The value of the best flush of two hole cards and three board cards.
#[cold]
#[inline(never)]
fn flush(hole: &[Card; 4], board: &[Card; 5]) -> u16 {
    let (hole, board) = (lanes_of(hole), lanes_of(board));
    let mut best = 0;
    for suit in 0..4 {
        let (hole, board) = (key::lane(hole, suit), key::lane(board, suit));
        if hole.count_ones() < 2 || board.count_ones() < 3 {
            continue;
        }
        for two in subsets(hole, 2) {
            for three in subsets(board, 3) {
                best = best.max(*tables::plain_flush(two | three));
            }
        }
    }
    best
}

/// The subsets of a size.
fn subsets(set: u16, size: u32) -> impl Iterator<Item = u16> {
    // Subtracting the set from a subset steps to the next one; the empty subset comes last.
    let next = move |&subset: &u16| Some(subset.wrapping_sub(set) & set).filter(|&subset| subset != 0);
    std::iter::successors(next(&0), next).filter(move |subset| subset.count_ones() == size)
}

/// Ranks the best eight-or-better low made of exactly two hole cards and exactly three board cards.
#[inline]
pub fn omaha_eight_or_better(hole: &[Card; 4], board: &[Card; 5]) -> Option<AceToFiveRank> {
    if low_ranks(board).count_ones() < 3 {
        return None;
    }
    let mut best = None;
    for [a, b] in TWO_OF_FOUR {
        let two = low_ranks(&[hole[a], hole[b]]);
        for [c, d, e] in THREE_OF_FIVE {
            best = best_low(two | low_ranks(&[board[c], board[d], board[e]])).max(best);
        }
    }
    best
}
