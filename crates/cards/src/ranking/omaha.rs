//! Omaha: exactly two hole cards and exactly three of the board.

use super::high::{key_of, lanes_of};
use super::key;
use super::low::{best_low, low_ranks};
use super::three_card::sorted;
use super::value::{LOWEST_WHEEL, highest, place_of_three, place_of_two, straight_place};
use super::{AceToFiveRank, HighRank, tables};
use crate::Card;

/// The places of every two of four hole cards.
const TWO_OF_FOUR: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The places of every three of five board cards.
pub const THREE_OF_FIVE: [[usize; 3]; 10] = [
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
    assert!((key::head(hole_key) | key::head(board_key)) & key::JOKER_BIT == 0, "Omaha has no joker");

    // Suits aside there are 91 kinds of pairs and 455 of triples, few enough for a table of all that meet. All is
    // written out, because in a loop the compiler turns each comparison into a branch that cannot be foretold.
    let [h0, h1, h2, h3] = hole.map(rank_index);
    let [b0, b1, b2, b3, b4] = board.map(rank_index);
    let two = |a: usize, b: usize| &tables::TWO_AND_THREE[PLACE_OF_TWO[(a | b << 4) & 0xff] as usize & 127];
    let pairs = [two(h0, h1), two(h0, h2), two(h0, h3), two(h1, h2), two(h1, h3), two(h2, h3)];
    let best_with = |a: usize, b: usize, c: usize| {
        let three = PLACE_OF_THREE[(a | b << 4 | c << 8) & 0xfff] as usize & 511;
        let [p, q, r, s, t, u] = pairs.map(|values| u32::from(values[three]));
        p.max(q).max(r.max(s)).max(t.max(u))
    };
    let first = best_with(b0, b1, b2).max(best_with(b0, b1, b3)).max(best_with(b0, b1, b4));
    let second = best_with(b0, b2, b3).max(best_with(b0, b2, b4)).max(best_with(b0, b3, b4));
    let third = best_with(b1, b2, b3).max(best_with(b1, b2, b4)).max(best_with(b1, b3, b4));
    let mut best = first.max(second).max(third).max(best_with(b2, b3, b4)) as u16;
    if may_flush(hole_key, board_key) {
        best = best.max(flush(hole, board));
    }
    HighRank::from_value(best)
}

/// The place of two ranks in any order, by both as four bits.
static PLACE_OF_TWO: [u8; 256] = {
    let mut places = [0; 256];
    let mut at = 0;
    while at < 13 * 13 {
        let (a, b) = (at % 13, at / 13);
        places[a | b << 4] =
            if a > b { place_of_two(a as u16, b as u16) } else { place_of_two(b as u16, a as u16) } as u8;
        at += 1;
    }
    places
};

/// The place of three ranks in any order, by all as four bits.
static PLACE_OF_THREE: [u16; 4096] = {
    let mut places = [0; 4096];
    let mut at = 0;
    while at < 13 * 13 * 13 {
        let (a, b, c) = (at % 13, at / 13 % 13, at / 169);
        let [high, middle, low] = sorted(a as u16, b as u16, c as u16);
        places[a | b << 4 | c << 8] = place_of_three(high, middle, low);
        at += 1;
    }
    places
};

/// Whether one suit has two hole cards and three board cards.
#[inline(always)]
fn may_flush(hole_key: u64, board_key: u64) -> bool {
    // The counters start from 3: adding 3 sets a counter's top bit from two cards on, adding 2 from three.
    let two = key::head(hole_key).wrapping_add(0x3333);
    let three = key::head(board_key).wrapping_add(0x2222);
    two & three & key::FLUSH_BITS != 0
}

/// The rank of a card as a number from 0; what a joker gives does not matter, for it is refused before.
#[inline(always)]
fn rank_index(card: Card) -> usize {
    card.index() as usize >> 2
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
        best = best.max(tables::FIVE.flush(highest(hole, 2) | highest(board, 3)));
        // Only a straight flush can be better than the flush of the highest cards.
        if straight_place(hole | board, LOWEST_WHEEL).is_some() {
            for two in subsets(hole, 2) {
                for three in subsets(board, 3) {
                    best = best.max(tables::FIVE.flush(two | three));
                }
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
