//! Sets of cards up to a change of suits, numbered without gaps.
//!
//! A set is four words of ranks, one for each suit, and perhaps the joker. Words are numbered by how many ranks they have
//! and then by value; a set with its four numbers in falling order stands for all sets that differ by a change of suits.

use std::collections::BTreeMap;

use cards::{Card, CardSet, FrontRank, Rank, Suit};

/// How often a set of each kind of symmetry is counted when 24 changes of suits are tried.
pub(crate) const FACTORS: [u32; 5] = [1, 2, 4, 6, 24];

/// The cards that are dealt, and tables to number sets of them.
pub(crate) struct Space {
    ranks: Vec<Rank>,
    pub(crate) has_joker: bool,
    /// The number of each word of ranks, and how many ranks the word of a number has.
    number: Vec<u16>,
    count: Vec<u8>,
    word: Vec<u16>,
    /// The first number of words with so many ranks.
    first: [u32; 9],
    /// By whether the joker is in it, and by the counts of ranks in the four suits.
    patterns: [Vec<Pattern>; 2],
    /// How many sets there are of up to five cards, and of six.
    pub(crate) near: usize,
    pub(crate) far: usize,
    fronts: Vec<Vec<u8>>,
    pub(crate) front_ranks: Vec<FrontRank>,
}

/// How sets with some counts of ranks in each suit are numbered.
#[derive(Clone, Copy, Default)]
struct Pattern {
    base: u32,
    /// A bit for each two neighbouring suits with equal counts.
    equal: u8,
    /// What the numbers of suits, or of groups of suits with equal counts, are multiplied by.
    by: [u32; 3],
}

/// A set's place in its table, how symmetric it is, and how many cards it has.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) id: u32,
    pub(crate) symmetry: u8,
    pub(crate) cards: u8,
}

/// Four words of ranks in falling order of their numbers, and perhaps the joker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Suits {
    pub(crate) numbers: [u16; 4],
    pub(crate) has_joker: bool,
}

const fn two(a: u32, b: u32) -> u32 {
    a * (a + 1) / 2 + b
}

const fn three(a: u32, b: u32, c: u32) -> u32 {
    a * (a + 1) * (a + 2) / 6 + two(b, c)
}

const fn four(a: u32, b: u32, c: u32, d: u32) -> u32 {
    (a as u64 * (a as u64 + 1) * (a as u64 + 2) * (a as u64 + 3) / 24) as u32 + three(b, c, d)
}

/// The cards that a set lacks to be whole; sets of so many have tables of their own.
pub(crate) const HAND: u8 = 7;

impl Space {
    /// All cards of some ranks, rising, and perhaps the joker.
    pub(crate) fn new(ranks: &[Rank], has_joker: bool) -> Space {
        let words = 1_u16 << ranks.len();
        let mut order: Vec<u16> = (0..words).collect();
        order.sort_by_key(|word| (word.count_ones(), *word));
        let mut number = vec![0; usize::from(words)];
        for (place, word) in order.iter().enumerate() {
            number[usize::from(*word)] = place as u16;
        }
        let count: Vec<u8> = order.iter().map(|word| word.count_ones() as u8).collect();
        let first = std::array::from_fn(|cards| {
            count.iter().take_while(|count| usize::from(**count) < cards).count() as u32
        });
        let mut space = Space {
            ranks: ranks.to_vec(),
            has_joker,
            number,
            count,
            word: order,
            first,
            patterns: [vec![Pattern::default(); 4096], vec![Pattern::default(); 4096]],
            near: 0,
            far: 0,
            fronts: Vec::new(),
            front_ranks: Vec::new(),
        };
        space.lay_out();
        space.rank_fronts();
        space
    }

    /// The cards.
    pub(crate) fn cards(&self) -> CardSet {
        let of_rank = |rank: &Rank| Suit::ALL.map(|suit| Card::new(*rank, suit));
        let natural: CardSet = self.ranks.iter().flat_map(of_rank).collect();
        if self.has_joker { natural.with(Card::JOKER) } else { natural }
    }

    /// How many words have so many ranks.
    fn words_of(&self, cards: u8) -> u32 {
        self.first[usize::from(cards) + 1] - self.first[usize::from(cards)]
    }

    /// Gives every pattern its place: sets of up to five cards in one table, sets of six in another.
    fn lay_out(&mut self) {
        let (mut near, mut far) = (0, 0);
        for has_joker in [false, true] {
            for natural in 0..HAND {
                let cards = natural + u8::from(has_joker);
                if cards >= HAND || (has_joker && !self.has_joker) {
                    continue;
                }
                for counts in patterns(natural) {
                    let table = if cards == HAND - 1 { &mut far } else { &mut near };
                    let base = *table;
                    let (pattern, size) = self.pattern(counts, base);
                    *table += size;
                    self.patterns[usize::from(has_joker)][code(counts)] = pattern;
                }
            }
        }
        (self.near, self.far) = (near as usize, far as usize);
    }

    fn pattern(&self, counts: [u8; 4], base: u32) -> (Pattern, u32) {
        let n = counts.map(|count| self.words_of(count));
        let equal = (0..3).map(|place| u8::from(counts[place] == counts[place + 1]) << place).sum::<u8>();
        let pairs = |n: u32| if n == 0 { 0 } else { two(n - 1, n) };
        let triples = |n: u32| if n == 0 { 0 } else { three(n - 1, n - 1, n) };
        let fours = |n: u32| if n == 0 { 0 } else { four(n - 1, n - 1, n - 1, n) };
        let (by, size) = match equal {
            0 => ([n[1], n[2], n[3]], n[0] * n[1] * n[2] * n[3]),
            1 => ([n[2], n[3], 0], pairs(n[0]) * n[2] * n[3]),
            2 => ([pairs(n[1]), n[3], 0], n[0] * pairs(n[1]) * n[3]),
            4 => ([n[1], pairs(n[2]), 0], n[0] * n[1] * pairs(n[2])),
            5 => ([pairs(n[2]), 0, 0], pairs(n[0]) * pairs(n[2])),
            3 => ([n[3], 0, 0], triples(n[0]) * n[3]),
            6 => ([triples(n[1]), 0, 0], n[0] * triples(n[1])),
            _ => ([0; 3], fours(n[0])),
        };
        (Pattern { base, equal, by }, size)
    }

    fn rank_fronts(&mut self) {
        let cards: Vec<Card> = self.cards().iter().collect();
        let mut found: BTreeMap<FrontRank, u8> = BTreeMap::new();
        for one in &cards {
            for other in cards.iter().filter(|other| *other != one) {
                found.insert(FrontRank::of(&[*one, *other]), 0);
            }
        }
        for (place, number) in found.values_mut().enumerate() {
            *number = place as u8;
        }
        let of = |one: u8, other: u8| {
            let two = Card::from_index(one).zip(Card::from_index(other)).map(|(one, other)| [one, other]);
            two.and_then(|two| found.get(&FrontRank::of(&two)).copied()).unwrap_or_default()
        };
        self.fronts = (0..53).map(|one| (0..53).map(|other| of(one, other)).collect()).collect();
        self.front_ranks = found.into_keys().collect();
    }

    /// How many sets there are of up to three cards.
    pub(crate) fn few(&self) -> usize {
        let joker = if self.has_joker {
            self.patterns[1][code([3, 0, 0, 0])].base - self.patterns[1][0].base
        } else {
            0
        };
        (self.patterns[0][code([4, 0, 0, 0])].base + joker) as usize
    }

    /// The place of a set of up to three cards among those.
    #[inline]
    pub(crate) fn few_place(&self, place: Place) -> usize {
        let natural = self.patterns[0][code([4, 0, 0, 0])].base;
        let id = if place.id < natural { place.id } else { place.id - self.patterns[1][0].base + natural };
        id as usize
    }

    /// The place of a front among all fronts, worst first.
    pub(crate) fn front(&self, front: CardSet) -> u8 {
        let bits = front.bits();
        let (low, high) = (bits.trailing_zeros(), 63 - bits.leading_zeros());
        self.fronts[low as usize][high as usize]
    }

    /// The place of a set whose numbers fall.
    #[inline]
    pub(crate) fn place(&self, suits: Suits) -> Place {
        let s = suits.numbers;
        let c = s.map(|number| self.count[usize::from(number)]);
        let pattern = &self.patterns[usize::from(suits.has_joker)][code(c)];
        let i: [u32; 4] = std::array::from_fn(|suit| u32::from(s[suit]) - self.first[usize::from(c[suit])]);
        let by = pattern.by;
        let offset = match pattern.equal {
            0 => ((i[0] * by[0] + i[1]) * by[1] + i[2]) * by[2] + i[3],
            1 => (two(i[0], i[1]) * by[0] + i[2]) * by[1] + i[3],
            2 => (i[0] * by[0] + two(i[1], i[2])) * by[1] + i[3],
            4 => (i[0] * by[0] + i[1]) * by[1] + two(i[2], i[3]),
            5 => two(i[0], i[1]) * by[0] + two(i[2], i[3]),
            3 => three(i[0], i[1], i[2]) * by[0] + i[3],
            6 => i[0] * by[0] + three(i[1], i[2], i[3]),
            _ => four(i[0], i[1], i[2], i[3]),
        };
        let cards = c.iter().sum::<u8>() + u8::from(suits.has_joker);
        Place { id: pattern.base + offset, symmetry: symmetry(s), cards }
    }

    /// Every subset of a hand of up to so many cards but the hand itself, in any order.
    #[inline]
    pub(crate) fn subsets(
        &self,
        hand: Suits,
        cards: std::ops::RangeInclusive<u8>,
        mut tell: impl FnMut(Place),
    ) {
        let words = hand.numbers.map(|number| self.word[usize::from(number)]);
        let mut lists = [[0_u16; 128]; 4];
        let mut lengths = [0; 4];
        for suit in 0..4 {
            let (whole, mut part) = (words[suit], 0_u16);
            loop {
                lists[suit][lengths[suit]] = self.number[usize::from(part)];
                lengths[suit] += 1;
                if part == whole {
                    break;
                }
                part = part.wrapping_sub(whole) & whole;
            }
        }
        for a in &lists[0][..lengths[0]] {
            for b in &lists[1][..lengths[1]] {
                for c in &lists[2][..lengths[2]] {
                    for d in &lists[3][..lengths[3]] {
                        let natural: u8 =
                            [a, b, c, d].map(|number| self.count[usize::from(*number)]).iter().sum();
                        for joker in 0..=u8::from(hand.has_joker) {
                            if cards.contains(&(natural + joker)) {
                                let numbers = falling([*a, *b, *c, *d]);
                                tell(self.place(Suits { numbers, has_joker: joker == 1 }));
                            }
                        }
                    }
                }
            }
        }
    }

    /// Every hand of seven cards up to a change of suits, with how many hands it stands for.
    pub(crate) fn hands(&self) -> Vec<(Suits, u8)> {
        self.sets(HAND)
    }

    /// Every set of up to seven cards up to a change of suits, with how many sets it stands for.
    pub(crate) fn sets(&self, cards: u8) -> Vec<(Suits, u8)> {
        let mut list = Vec::new();
        for has_joker in [false, true] {
            if has_joker && !self.has_joker {
                continue;
            }
            for counts in patterns(cards - u8::from(has_joker)) {
                self.hands_of(counts, has_joker, &mut list);
            }
        }
        list
    }

    fn hands_of(&self, counts: [u8; 4], has_joker: bool, list: &mut Vec<(Suits, u8)>) {
        let range = |suit: usize| {
            let first = self.first[usize::from(counts[suit])] as u16;
            first..first + self.words_of(counts[suit]) as u16
        };
        let below = |suit: usize, above: u16| {
            let range = range(suit);
            if counts[suit] == counts[suit - 1] { range.start..above + 1 } else { range }
        };
        for a in range(0) {
            for b in below(1, a) {
                for c in below(2, b) {
                    for d in below(3, c) {
                        let numbers = [a, b, c, d];
                        let alike = FACTORS[usize::from(symmetry(numbers))];
                        list.push((Suits { numbers, has_joker }, (24 / alike) as u8));
                    }
                }
            }
        }
    }

    /// The hand that stands for all like it.
    pub(crate) fn cards_of(&self, suits: Suits) -> CardSet {
        let mut cards = if suits.has_joker { CardSet::EMPTY.with(Card::JOKER) } else { CardSet::EMPTY };
        for (suit, number) in Suit::ALL.into_iter().zip(suits.numbers) {
            let word = self.word[usize::from(number)];
            for (place, rank) in self.ranks.iter().enumerate() {
                if word >> place & 1 == 1 {
                    cards = cards.with(Card::new(*rank, suit));
                }
            }
        }
        cards
    }
}

/// Counts of ranks in four suits, falling.
fn patterns(cards: u8) -> impl Iterator<Item = [u8; 4]> {
    (0..=cards).rev().flat_map(move |a| {
        (0..=a.min(cards - a)).rev().flat_map(move |b| {
            let left = cards - a - b;
            (0..=b.min(left)).rev().filter_map(move |c| (left - c <= c).then_some([a, b, c, left - c]))
        })
    })
}

#[inline]
const fn code(counts: [u8; 4]) -> usize {
    counts[0] as usize | (counts[1] as usize) << 3 | (counts[2] as usize) << 6 | (counts[3] as usize) << 9
}

/// The place among [`FACTORS`] of how many changes of suits leave a set as it is.
#[inline]
fn symmetry([a, b, c, d]: [u16; 4]) -> u8 {
    match (a == b, b == c, c == d) {
        (false, false, false) => 0,
        (true, false, true) => 2,
        (true, true, true) => 4,
        (true, true, false) | (false, true, true) => 3,
        _ => 1,
    }
}

#[inline]
fn falling([a, b, c, d]: [u16; 4]) -> [u16; 4] {
    let (a, b) = (a.max(b), a.min(b));
    let (c, d) = (c.max(d), c.min(d));
    let (a, c) = (a.max(c), a.min(c));
    let (b, d) = (b.max(d), b.min(d));
    [a, b.max(c), b.min(c), d]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps() {
        for has_joker in [false, true] {
            let space = Space::new(&Rank::ALL[8..], has_joker);
            let (mut near, mut far) = (HashSet::new(), HashSet::new());
            for (hand, _) in space.hands() {
                space.subsets(hand, 0..=6, |place| {
                    let table = if place.cards == 6 { &mut far } else { &mut near };
                    table.insert(place.id);
                });
            }
            assert_eq!((near.len(), far.len()), (space.near, space.far));
            assert!(near.iter().all(|id| (*id as usize) < space.near));
            assert!(far.iter().all(|id| (*id as usize) < space.far));
        }
    }

    #[test]
    fn hands_stand_for_every_hand_once() {
        let whole = Space::new(&Rank::ALL, true);
        let hands = whole.hands();
        assert_eq!(hands.iter().map(|(_, alike)| u64::from(*alike)).sum::<u64>(), 154_143_080);
        assert_eq!(hands.iter().filter(|(hand, _)| !hand.has_joker).count(), 6_009_159);
        assert_eq!(
            (whole.near, whole.far),
            (1 + 13 + 169 + 1755 + 16432 + 134_459 + 1 + 13 + 169 + 1755 + 16432, 962_988 + 134_459)
        );
        assert_eq!(whole.front_ranks.len(), 91);
        for (hand, _) in hands.iter().step_by(100_003) {
            assert_eq!(whole.cards_of(*hand).len(), 7);
        }
    }
}
