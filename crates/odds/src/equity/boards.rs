//! Every board that can come, in classes of boards on which all hands are worth the same.
//!
//! A flush needs three board cards of its suit, because at most two private cards play. So a board without three
//! of a suit is worth what its ranks are worth, and on a board with three of a suit only that suit matters. There
//! are some 150,000 classes of the 1.7 million boards of two hands, fewer where suits can be exchanged.

use arrayvec::ArrayVec;
use cards::{Card, CardSet, Rank, Suit};

/// The cards of a whole board.
const BOARD: usize = 5;

/// From so many cards of a suit on, the suit matters.
const FLUSH: usize = 3;

/// The most board cards that are not of the suit that matters.
const OTHERS: usize = BOARD - FLUSH;

const SUITS: usize = 4;
const RANKS: usize = 13;

/// The boards that can still come.
pub(super) struct Boards {
    known: [Card; BOARD],
    known_count: usize,
    /// How many board cards of each suit are known.
    known_suits: [usize; SUITS],
    /// The suits of each rank that are live, one bit each.
    live: [u8; RANKS],
    /// For each suit how many suits can be exchanged for it; nothing if an earlier one stands for it.
    alike: [u64; SUITS],
}

/// Numbers of ways, for each suit, with none, one, two, or three and more board cards of it.
type BySuit = [[u32; FLUSH + 1]; SUITS];

impl Boards {
    /// The boards that complete the known cards from live ones, whatever those hands are worth on them.
    pub(super) fn new(live: CardSet, known: &[Card], hands: &[impl AsRef<[Card]>]) -> Boards {
        let lane =
            |cards: &[Card], suit: Suit| cards.iter().copied().collect::<CardSet>().of_suit(suit).bits();
        // Suits can be exchanged if everybody holds the same ranks of both.
        let is_same = |one: usize, other: usize| {
            let (a, b) = (Suit::ALL[one], Suit::ALL[other]);
            let same = |cards: &[Card]| lane(cards, a) >> one == lane(cards, b) >> other;
            live.of_suit(a).bits() >> one == live.of_suit(b).bits() >> other
                && same(known)
                && hands.iter().all(|hand| same(hand.as_ref()))
        };
        let mut alike = [0; SUITS];
        for suit in 0..SUITS {
            let first = (0..suit).find(|earlier| is_same(*earlier, suit)).unwrap_or(suit);
            alike[first] += 1;
        }
        let mut cards = [Card::JOKER; BOARD];
        cards[..known.len()].copy_from_slice(known);
        Boards {
            known: cards,
            known_count: known.len(),
            known_suits: Suit::ALL.map(|suit| lane(known, suit).count_ones() as usize),
            live: Rank::ALL.map(|rank| (live.of_rank(rank).bits() >> (4 * rank as u8)) as u8),
            alike,
        }
    }

    /// Visits one board of each class, with the number of boards in it.
    pub(super) fn each(&self, mut visit: impl FnMut(&[Card; BOARD], u64)) {
        let left = BOARD - self.known_count;
        for suit in (0..SUITS).filter(|suit| self.alike[*suit] > 0) {
            self.each_flush(suit, left, &mut visit);
        }
        if self.known_suits.iter().all(|count| *count < FLUSH) {
            let mut by_suit: BySuit = [[0; FLUSH + 1]; SUITS];
            for (ways, count) in by_suit.iter_mut().zip(self.known_suits) {
                ways[count] = 1;
            }
            let mut board = self.known;
            self.each_mixed(RANKS, left, &by_suit, &mut board, &mut visit);
        }
    }

    /// Visits the boards with three or more cards of a suit: which ranks of it, then the ranks of other suits.
    fn each_flush(&self, suit: usize, left: usize, visit: &mut impl FnMut(&[Card; BOARD], u64)) {
        let suited: Vec<usize> = (0..RANKS).filter(|rank| self.live[*rank] >> suit & 1 == 1).collect();
        let least = FLUSH.saturating_sub(self.known_suits[suit]);
        for count in least..=left {
            let others = self.others(suit, left - count);
            let mut board = self.known;
            let from = self.known_count;
            each_choice(&suited, count, &mut |ranks| {
                for (place, rank) in ranks.iter().enumerate() {
                    board[from + place] = card(*rank, suit);
                }
                for (cards, ways) in &others {
                    board[from + count..].copy_from_slice(cards);
                    visit(&board, ways * self.alike[suit]);
                }
            });
        }
    }

    /// Up to two cards that are not of a suit: for each collection of ranks its cards and its number of ways.
    fn others(&self, suit: usize, count: usize) -> Vec<(ArrayVec<Card, OTHERS>, u64)> {
        let suits =
            |rank: usize| (0..SUITS).filter(move |other| *other != suit && self.live[rank] >> other & 1 == 1);
        let of_rank =
            |rank: usize| suits(rank).map(move |suit| card(rank, suit)).collect::<ArrayVec<Card, SUITS>>();
        let ranks: Vec<_> = (0..RANKS).map(of_rank).filter(|cards| !cards.is_empty()).collect();
        let ways = |cards: &[Card], count: usize| u64::from(CHOOSE[cards.len()][count]);
        let mut list = Vec::new();
        match count {
            0 => list.push((ArrayVec::new(), 1)),
            1 => {
                list.extend(ranks.iter().map(|cards| (cards[..1].iter().copied().collect(), ways(cards, 1))));
            }
            _ => {
                for (place, cards) in ranks.iter().enumerate() {
                    if let [one, other, ..] = cards[..] {
                        list.push((ArrayVec::from([one, other]), ways(cards, 2)));
                    }
                    for lower in &ranks[..place] {
                        list.push((ArrayVec::from([cards[0], lower[0]]), ways(cards, 1) * ways(lower, 1)));
                    }
                }
            }
        }
        list
    }

    /// Visits the boards without three cards of a suit, rank by rank from the ace down.
    fn each_mixed(
        &self,
        ranks: usize,
        left: usize,
        by_suit: &BySuit,
        board: &mut [Card; BOARD],
        visit: &mut impl FnMut(&[Card; BOARD], u64),
    ) {
        if left == 0 {
            return self.visit_mixed(by_suit, board, visit);
        }
        for rank in (0..ranks).rev() {
            let suits = self.live[rank];
            for count in 1..=left.min(suits.count_ones() as usize) {
                let place = BOARD - left;
                // Suits are found later: here only the ranks are noted.
                board[place..place + count].fill(card(rank, 0));
                self.each_mixed(rank, left - count, &with_rank(by_suit, suits, count), board, visit);
            }
        }
    }

    fn visit_mixed(
        &self,
        by_suit: &BySuit,
        ranks: &[Card; BOARD],
        visit: &mut impl FnMut(&[Card; BOARD], u64),
    ) {
        let all: u32 = by_suit[0].iter().sum();
        let flushes: u64 =
            by_suit.iter().zip(self.alike).map(|(ways, alike)| u64::from(ways[FLUSH]) * alike).sum();
        let ways = u64::from(all) - flushes;
        if ways > 0 {
            let mut board = *ranks;
            let is_found = self.find_suits(self.known_count, self.known_suits, &mut board);
            debug_assert!(is_found, "a class with boards has a board");
            visit(&board, ways);
        }
    }

    /// Gives the cards from a place on suits that are live, no suit three times.
    fn find_suits(&self, place: usize, counts: [usize; SUITS], board: &mut [Card; BOARD]) -> bool {
        if place == BOARD {
            return true;
        }
        let rank = usize::from(board[place].index()) / SUITS;
        // Of one rank the suits go up, so that no card comes twice.
        let is_again = place > self.known_count && usize::from(board[place - 1].index()) / SUITS == rank;
        let first = if is_again { usize::from(board[place - 1].index()) % SUITS + 1 } else { 0 };
        // Beginning at another suit for each place finds a board at once in most cases.
        let start = if is_again { first } else { place % SUITS };
        for suit in (start..SUITS).chain(first..start) {
            if self.live[rank] >> suit & 1 == 1 && counts[suit] + 1 < FLUSH {
                let mut more = counts;
                more[suit] += 1;
                board[place] = card(rank, suit);
                if self.find_suits(place + 1, more, board) {
                    return true;
                }
                board[place] = card(rank, 0);
            }
        }
        false
    }
}

fn card(rank: usize, suit: usize) -> Card {
    Card::new(Rank::ALL[rank], Suit::ALL[suit])
}

/// The ways with so many cards of one more rank.
#[inline]
fn with_rank(by_suit: &BySuit, suits: u8, count: usize) -> BySuit {
    let mut more = [[0; FLUSH + 1]; SUITS];
    for suit in 0..SUITS {
        let others = (suits & !(1 << suit)).count_ones() as usize;
        let without = CHOOSE[others][count];
        let with = if suits >> suit & 1 == 1 { CHOOSE[others][count - 1] } else { 0 };
        let ways = &by_suit[suit];
        more[suit] = [
            ways[0] * without,
            ways[1] * without + ways[0] * with,
            ways[2] * without + ways[1] * with,
            ways[3] * (without + with) + ways[2] * with,
        ];
    }
    more
}

/// In how many ways so many of up to four suits can be chosen.
const CHOOSE: [[u32; BOARD + 1]; SUITS + 1] =
    [[1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, 2, 1, 0, 0, 0], [1, 3, 3, 1, 0, 0], [1, 4, 6, 4, 1, 0]];

/// Visits every choice of so many items.
pub(super) fn each_choice<T: Copy>(items: &[T], count: usize, visit: &mut impl FnMut(&[T])) {
    fn go<T: Copy>(items: &[T], left: usize, chosen: &mut Vec<T>, visit: &mut impl FnMut(&[T])) {
        if left == 0 {
            return visit(chosen);
        }
        for (place, item) in items.iter().enumerate().take((items.len() + 1).saturating_sub(left)) {
            chosen.push(*item);
            go(&items[place + 1..], left - 1, chosen, visit);
            chosen.pop();
        }
    }
    go(items, count, &mut Vec::with_capacity(count), visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{HighRank, parse_cards};
    use std::collections::BTreeMap;

    /// How often two hands have which worth, over classes and over single boards.
    fn worths(hands: &[&str], known: &str) -> [BTreeMap<Vec<HighRank>, u64>; 2] {
        let hands: Vec<Vec<Card>> = hands.iter().map(|hand| parse_cards(hand).unwrap()).collect();
        let known = parse_cards(known).unwrap();
        let dead: CardSet = hands.iter().flatten().chain(&known).copied().collect();
        let live = CardSet::FULL - dead;
        let worth = |board: &[Card]| {
            hands.iter().map(|hand| HighRank::best(&[hand, board].concat()).unwrap()).collect::<Vec<_>>()
        };
        let mut by_class = BTreeMap::new();
        Boards::new(live, &known, &hands).each(|board, ways| {
            assert!(board.iter().all(|card| live.contains(*card) || known.contains(card)));
            assert_eq!(board.iter().copied().collect::<CardSet>().len(), 5);
            *by_class.entry(worth(board)).or_default() += ways;
        });
        let mut one_by_one = BTreeMap::new();
        let cards: Vec<Card> = live.iter().collect();
        each_choice(&cards, 5 - known.len(), &mut |more| {
            *one_by_one.entry(worth(&[&known, more].concat())).or_default() += 1;
        });
        [by_class, one_by_one]
    }

    #[test]
    fn classes_stand_for_every_board() {
        for (hands, known) in [
            (&["As Ah", "Kd Kc"][..], ""),
            (&["As Ks", "Qh Qs", "7d 2c"], ""),
            (&["As Ks", "Qh Qd"], "2s 7s 9s"),
            (&["As Ks", "Qh Qd"], "2s 7s 9d"),
            (&["8c 7c", "Qh Qd"], "6s 5h 5d"),
            (&["8c 7c", "Qh Qd"], "6s 5h 5d Qs"),
            (&["8c 7c", "Qh Qd"], "6s 5h 5d Qs 4c"),
        ] {
            let [by_class, one_by_one] = worths(hands, known);
            assert!(by_class == one_by_one, "{hands:?} on {known}");
        }
    }

    #[test]
    fn exchangeable_suits_make_fewer_classes() {
        let count = |hands: [&str; 2]| {
            let hands = hands.map(|hand| parse_cards(hand).unwrap());
            let live = CardSet::FULL - hands.iter().flatten().copied().collect();
            let mut classes = 0;
            Boards::new(live, &[], &hands).each(|_, _| classes += 1);
            classes
        };
        assert!(count(["As Ah", "Kd Kc"]) < count(["As Ah", "Kd Kh"]) * 3 / 5);
    }
}
