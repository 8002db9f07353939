//! Every board that can come, in classes of boards on which all hands are worth the same.
//!
//! A suit matters only where somebody can have a flush of it: with two private cards of the suit from three board
//! cards on, with one from four on. All other boards are worth what their ranks are worth. So there are some
//! 20,000 classes of the 1.7 million boards of two pairs, and fewer where suits can be exchanged.

use arrayvec::ArrayVec;
use books::poker::HoleUse;
use cards::{Card, CardSet, Hand, Rank, Suit};

/// The cards of a whole board.
const CARDS: usize = 5;

/// The most board cards that are not of the suit that matters.
const OTHERS: usize = 2;

const SUITS: usize = 4;
const RANKS: usize = 13;

/// A whole board.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// Its cards.
    pub(super) cards: [Card; CARDS],
    /// The same cards, ready to be ranked with private ones.
    pub(super) hand: Hand,
}

impl Board {
    fn of(cards: [Card; CARDS]) -> Board {
        Board { cards, hand: cards.into_iter().collect() }
    }
}

/// The boards that can still come.
pub(super) struct Boards {
    known: ArrayVec<Card, CARDS>,
    /// How many board cards of each suit are known.
    known_suits: [usize; SUITS],
    /// From how many board cards of each suit on somebody may have a flush.
    flush_from: [usize; SUITS],
    /// The suits of each rank that are live, one bit each.
    live: [u8; RANKS],
    /// For each suit how many suits can be exchanged for it; nothing if an earlier one stands for it.
    alike: [u64; SUITS],
}

/// Numbers of ways, for each suit, with none, one and so on of its cards on the board.
type BySuit = [[u32; CARDS + 1]; SUITS];

impl Boards {
    /// The boards that complete the known cards from live ones, in classes for these hands.
    pub(super) fn new(live: CardSet, known: &[Card], hands: &[impl AsRef<[Card]>], uses: HoleUse) -> Boards {
        let lane = |cards: &[Card], suit: usize| {
            cards.iter().copied().collect::<CardSet>().of_suit(Suit::ALL[suit]).bits() >> suit
        };
        // Suits can be exchanged if everybody holds the same ranks of both.
        let is_same = |one: usize, other: usize| {
            let same = |cards: &[Card]| lane(cards, one) == lane(cards, other);
            live.of_suit(Suit::ALL[one]).bits() >> one == live.of_suit(Suit::ALL[other]).bits() >> other
                && same(known)
                && hands.iter().all(|hand| same(hand.as_ref()))
        };
        let mut alike = [0; SUITS];
        for suit in 0..SUITS {
            let first = (0..suit).find(|earlier| is_same(*earlier, suit)).unwrap_or(suit);
            alike[first] += 1;
        }
        let count = |cards: &[Card], suit: usize| lane(cards, suit).count_ones() as usize;
        let flush_from = |suit: usize| {
            let held = hands.iter().map(|hand| count(hand.as_ref(), suit)).max().unwrap_or(0).min(2);
            match uses {
                // Two private cards play, no more and no fewer.
                HoleUse::ExactlyTwo if held < 2 => CARDS + 1,
                _ => CARDS - held,
            }
        };
        Boards {
            known: known.iter().copied().collect(),
            known_suits: std::array::from_fn(|suit| count(known, suit)),
            flush_from: std::array::from_fn(flush_from),
            live: Rank::ALL.map(|rank| (live.of_rank(rank).bits() >> (4 * rank as u8)) as u8),
            alike,
        }
    }

    /// Visits one board of each class, with the number of boards in it.
    pub(super) fn each(&self, mut visit: impl FnMut(&Board, u64)) {
        for suit in (0..SUITS).filter(|suit| self.alike[*suit] > 0) {
            self.each_flush(suit, &mut visit);
        }
        if (0..SUITS).all(|suit| self.known_suits[suit] < self.flush_from[suit]) {
            let mut by_suit: BySuit = [[0; CARDS + 1]; SUITS];
            for (ways, count) in by_suit.iter_mut().zip(self.known_suits) {
                ways[count] = 1;
            }
            let mut board = [Card::JOKER; CARDS];
            board[..self.known.len()].copy_from_slice(&self.known);
            self.each_mixed(RANKS, self.known.len(), &by_suit, &mut board, &mut visit);
        }
    }

    /// Visits the boards on which a suit matters: which ranks of it, then the ranks of other suits.
    fn each_flush(&self, suit: usize, visit: &mut impl FnMut(&Board, u64)) {
        let left = CARDS - self.known.len();
        let suited: Vec<Card> = (0..RANKS)
            .filter(|rank| self.live[*rank] >> suit & 1 == 1)
            .map(|rank| card(rank, suit))
            .collect();
        let least = self.flush_from[suit].saturating_sub(self.known_suits[suit]);
        for count in least..=left {
            let others: Vec<(ArrayVec<Card, OTHERS>, Hand, u64)> = self
                .others(suit, left - count)
                .into_iter()
                .map(|(cards, ways)| (cards.clone(), cards.into_iter().collect(), ways * self.alike[suit]))
                .collect();
            let mut cards = [Card::JOKER; CARDS];
            let from = self.known.len();
            cards[..from].copy_from_slice(&self.known);
            each_choice(&suited, count, &mut |chosen| {
                cards[from..from + count].copy_from_slice(chosen);
                let first: Hand = cards[..from + count].iter().copied().collect();
                for (other, hand, ways) in &others {
                    cards[from + count..].copy_from_slice(other);
                    visit(&Board { cards, hand: first.with_all(*hand) }, *ways);
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

    /// Visits the boards on which no suit matters, rank by rank from the ace down.
    fn each_mixed(
        &self,
        ranks: usize,
        placed: usize,
        by_suit: &BySuit,
        board: &mut [Card; CARDS],
        visit: &mut impl FnMut(&Board, u64),
    ) {
        if placed == CARDS {
            return self.visit_mixed(by_suit, *board, visit);
        }
        for rank in (0..ranks).rev() {
            let suits = self.live[rank];
            for count in 1..=(CARDS - placed).min(suits.count_ones() as usize) {
                // Suits are found later: here only the ranks are noted.
                board[placed..placed + count].fill(card(rank, 0));
                self.each_mixed(rank, placed + count, &with_rank(by_suit, suits, count), board, visit);
            }
        }
    }

    /// Visits the board that stands for all of these ranks on which no suit matters, if there is one.
    fn visit_mixed(&self, by_suit: &BySuit, mut ranks: [Card; CARDS], visit: &mut impl FnMut(&Board, u64)) {
        let mut ways: u64 = by_suit[0].iter().map(|ways| u64::from(*ways)).sum();
        for suit in (0..SUITS).filter(|suit| self.alike[*suit] > 0) {
            let flushes: u32 = by_suit[suit].iter().skip(self.flush_from[suit]).sum();
            ways -= u64::from(flushes) * self.alike[suit];
        }
        if ways > 0 {
            let is_found = self.find_suits(self.known.len(), self.known_suits, &mut ranks);
            debug_assert!(is_found, "a class with boards has a board");
            visit(&Board::of(ranks), ways);
        }
    }

    /// Gives the cards from a place on suits that are live, none so often that it matters.
    fn find_suits(&self, place: usize, counts: [usize; SUITS], board: &mut [Card; CARDS]) -> bool {
        if place == CARDS {
            return true;
        }
        let rank = usize::from(board[place].index()) / SUITS;
        // Of one rank the suits go up, so that no card comes twice.
        let is_again = place > self.known.len() && usize::from(board[place - 1].index()) / SUITS == rank;
        let first = if is_again { usize::from(board[place - 1].index()) % SUITS + 1 } else { 0 };
        // Beginning at another suit for each place finds a board at once in most cases.
        let start = if is_again { first } else { place % SUITS };
        for suit in (start..SUITS).chain(first..start) {
            if self.live[rank] >> suit & 1 == 1 && counts[suit] + 1 < self.flush_from[suit] {
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
    let mut more: BySuit = [[0; CARDS + 1]; SUITS];
    for suit in 0..SUITS {
        let others = (suits & !(1 << suit)).count_ones() as usize;
        let without = CHOOSE[others][count];
        let with = if suits >> suit & 1 == 1 { CHOOSE[others][count - 1] } else { 0 };
        let (ways, more) = (&by_suit[suit], &mut more[suit]);
        more[0] = ways[0] * without;
        for cards in 1..=CARDS {
            more[cards] = ways[cards] * without + ways[cards - 1] * with;
        }
    }
    more
}

/// In how many ways so many of up to four suits can be chosen.
const CHOOSE: [[u32; SUITS + 1]; SUITS + 1] =
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

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
        Boards::new(live, &known, &hands, HoleUse::Any).each(|board, ways| {
            let board = &board.cards;
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
    fn suits_that_do_not_matter_or_can_be_exchanged_make_few_classes() {
        let count = |hands: [&str; 2]| {
            let hands = hands.map(|hand| parse_cards(hand).unwrap());
            let live = CardSet::FULL - hands.iter().flatten().copied().collect();
            let mut classes = 0;
            Boards::new(live, &[], &hands, HoleUse::Any).each(|_, _| classes += 1);
            classes
        };
        assert!(count(["As Ah", "Kd Kh"]) < 30_000);
        assert!(count(["As Ah", "Kd Kc"]) < count(["As Ah", "Kd Kh"]));
        assert!(count(["As Ks", "Qs Js"]) < 50_000);
    }
}
