//! Omaha: for each board, which two cards of a hand make what, and how many fours have nothing better among their twos.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use cards::{Card, CardSet, HighRank, Rank, THREE_OF_FIVE, eight_or_better};

use super::{LOWS, Ranking, low_class, named};
use crate::space::{Space, Suits};

/// Every kind of hand, best first, over all hands of four and boards of five.
pub(super) fn count(is_low: bool) -> Vec<(String, u64)> {
    let space = Space::new(&Rank::ALL, false);
    let boards: Vec<(Suits, u8)> = space.sets(5);
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let counts = thread::scope(|scope| {
        let work = || {
            let mut counts = vec![0_u64; LOWS + 1];
            loop {
                let Some((board, alike)) = boards.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    return counts;
                };
                of_board(space.cards_of(*board), u64::from(*alike), is_low, &mut counts);
            }
        };
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let parts = running.into_iter().map(|thread| thread.join().expect("boards are counted"));
        parts.fold(vec![0_u64; LOWS + 1], |mut sums, part| {
            sums.iter_mut().zip(part).for_each(|(sum, count)| *sum += count);
            sums
        })
    });
    let ranking = if is_low { Ranking::OmahaLow } else { Ranking::Omaha };
    named(ranking, &counts)
}

/// What the best five of two cards and three of the board are, as a number that is lower for the better kind.
fn of_two(board: &[Card; 5], one: Card, other: Card, is_low: bool) -> usize {
    let best = THREE_OF_FIVE.iter().map(|three| {
        let [a, b, c] = three.map(|place| board[place]);
        let five = [a, b, c, one, other];
        if is_low {
            low_class(eight_or_better(&five).map(|rank| (rank.category(), rank.ranks()[0])))
        } else {
            cards::Category::ALL.len() - 1 - HighRank::of(&five).category() as usize
        }
    });
    best.min().unwrap_or(LOWS)
}

fn of_board(board: CardSet, alike: u64, is_low: bool, counts: &mut [u64]) {
    let left: Vec<Card> = (CardSet::FULL - board).iter().collect();
    let board: Vec<Card> = board.iter().collect();
    let board: [Card; 5] = board[..].try_into().expect("a board has five cards");
    let mut kinds = [[0_u8; 47]; 47];
    let mut is_there = [false; LOWS + 1];
    for high in 1..left.len() {
        for low in 0..high {
            let kind = of_two(&board, left[low], left[high], is_low);
            kinds[low][high] = kind as u8;
            is_there[kind] = true;
        }
    }
    // Fours of which no two make anything better than a kind, less those of which no two make that kind.
    let mut last = 0;
    for kind in (0..=LOWS).rev().filter(|kind| is_there[*kind]) {
        let fours = fours(&kinds, kind as u8);
        counts[kind] += alike * (fours - last);
        last = fours;
    }
}

/// How many fours have only twos of that kind or worse.
fn fours(kinds: &[[u8; 47]; 47], kind: u8) -> u64 {
    // For each card, the later cards with which it makes nothing better.
    let mut later = [0_u64; 47];
    for (low, row) in kinds.iter().enumerate() {
        for (high, two) in row.iter().enumerate().skip(low + 1) {
            later[low] |= u64::from(*two >= kind) << high;
        }
    }
    let mut count = 0;
    for first in later {
        let mut seconds = first;
        while seconds != 0 {
            let second = seconds.trailing_zeros() as usize;
            seconds &= seconds - 1;
            let mut thirds = first & later[second];
            let both = thirds;
            while thirds != 0 {
                let third = thirds.trailing_zeros() as usize;
                thirds &= thirds - 1;
                count += u64::from((both & later[third]).count_ones());
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use cards::{Category, omaha_eight_or_better, omaha_high, parse_cards};

    use super::*;

    #[test]
    fn a_board_comes_to_what_every_hand_on_it_does() {
        for board in ["2c 3c 4d 9h Ks", "Tc Jc Qc 2h 7d"] {
            let board = parse_cards(board).unwrap();
            let set: CardSet = board.iter().copied().collect();
            let five: [Card; 5] = board[..].try_into().unwrap();
            let left: Vec<Card> = (CardSet::FULL - set).iter().collect();
            let mut plain = [vec![0_u64; LOWS + 1], vec![0_u64; LOWS + 1]];
            for a in 0..left.len() {
                for b in 0..a {
                    for c in 0..b {
                        for d in 0..c {
                            let hole = [left[a], left[b], left[c], left[d]];
                            let high = omaha_high(&hole, &five).category() as usize;
                            plain[0][Category::ALL.len() - 1 - high] += 1;
                            let low = omaha_eight_or_better(&hole, &five);
                            plain[1][low_class(low.map(|rank| (rank.category(), rank.ranks()[0])))] += 1;
                        }
                    }
                }
            }
            for (is_low, plain) in [false, true].into_iter().zip(plain) {
                let mut counts = vec![0; LOWS + 1];
                of_board(set, 1, is_low, &mut counts);
                assert_eq!(counts, plain, "{set}");
            }
        }
    }
}
