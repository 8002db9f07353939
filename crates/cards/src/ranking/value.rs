//! How a ranked hand becomes one number: the category above, the place within the category below.
//!
//! The build script that fills the tables and the library that reads them share this file, so it knows no
//! type of the library: ranks are 0 for the two up to 12 for the ace, sets of ranks are the bits of a `u16`.

/// Bits below the category.
pub(crate) const PLACE_BITS: u32 = 12;

pub(crate) const HIGH_CARD: u16 = 0;
pub(crate) const PAIR: u16 = 1;
pub(crate) const TWO_PAIR: u16 = 2;
pub(crate) const THREE_OF_A_KIND: u16 = 3;
pub(crate) const STRAIGHT: u16 = 4;
pub(crate) const FLUSH: u16 = 5;
pub(crate) const FULL_HOUSE: u16 = 6;
pub(crate) const FOUR_OF_A_KIND: u16 = 7;
pub(crate) const STRAIGHT_FLUSH: u16 = 8;
pub(crate) const ROYAL_FLUSH: u16 = 9;
pub(crate) const FIVE_ACES: u16 = 10;

/// The place of A-2-3-4-5 among the straights where a house ranks it lowest.
pub(crate) const LOWEST_WHEEL: u16 = 0;
/// The place of A-2-3-4-5 among the straights where a house ranks it second-highest.
pub(crate) const SECOND_HIGHEST_WHEEL: u16 = 9;
const ACE_HIGH_STRAIGHT: u16 = 10;

const ACE: u32 = 12;
pub(crate) const WHEEL: u16 = 1 << ACE | 0b1111;

/// How many sets of two and of three ranks there are.
const PAIRS_OF_RANKS: u16 = 78;
const TRIPLES_OF_RANKS: u16 = 286;

/// The number of a hand from its category and its place there.
pub(crate) const fn value(category: u16, place: u16) -> u16 {
    category << PLACE_BITS | place
}

/// The place of a set of ranks among all sets of as many ranks, compared from the highest rank down.
pub(crate) const fn place_of_set(mut ranks: u16) -> u16 {
    let mut place = 0;
    let mut taken = 0;
    while ranks != 0 {
        taken += 1;
        place += choose(ranks.trailing_zeros() as u16, taken);
        ranks &= ranks - 1;
    }
    place
}

/// The set of `size` ranks at a place: the opposite of [`place_of_set`].
pub(crate) const fn set_at_place(mut place: u16, mut size: u16) -> u16 {
    let mut ranks = 0;
    while size > 0 {
        let mut rank = size - 1;
        while choose(rank + 1, size) <= place {
            rank += 1;
        }
        ranks |= 1 << rank;
        place -= choose(rank, size);
        size -= 1;
    }
    ranks
}

const fn choose(from: u16, count: u16) -> u16 {
    let mut ways = 1;
    let mut step = 0;
    while step < count {
        if from <= step {
            return 0;
        }
        ways = ways * (from - step) as u32 / (step + 1) as u32;
        step += 1;
    }
    ways as u16
}

/// The highest `count` ranks of a set, or all if it has fewer.
pub(crate) const fn highest(mut ranks: u16, count: u32) -> u16 {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}

/// The place of the best straight within a set of ranks, if there is one, where A-2-3-4-5 has the place `wheel`.
pub(crate) const fn straight_place(ranks: u16, wheel: u16) -> Option<u16> {
    let mut place = ACE_HIGH_STRAIGHT;
    loop {
        let straight = straight_ranks(place);
        let is_here = straight != WHEEL || place == wheel;
        if is_here && ranks & straight == straight {
            return Some(place);
        }
        if place == 0 {
            return None;
        }
        place -= 1;
    }
}

/// The ranks of the straight at a place.
pub(crate) const fn straight_ranks(place: u16) -> u16 {
    match place {
        LOWEST_WHEEL | SECOND_HIGHEST_WHEEL => WHEEL,
        ACE_HIGH_STRAIGHT => 0b11111 << 8,
        _ => 0b11111 << (place - 1),
    }
}

/// The value of the best flush or straight flush within the ranks of one suit, five or more.
pub(crate) const fn flush_value(ranks: u16, wheel: u16) -> u16 {
    match straight_place(ranks, wheel) {
        Some(ACE_HIGH_STRAIGHT) => value(ROYAL_FLUSH, 0),
        Some(place) => value(STRAIGHT_FLUSH, place),
        None => value(FLUSH, place_of_set(highest(ranks, 5))),
    }
}

/// The value of the best five cards that have a rank `counts[rank]` times, suits left aside.
pub(crate) fn value_of_counts(counts: &[u8; 13], wheel: u16) -> u16 {
    let made = groups_value(counts);
    match straight_place(at_least(counts, 1), wheel) {
        Some(place) => made.max(value(STRAIGHT, place)),
        None => made,
    }
}

/// The value of the best five cards by groups of equal rank alone.
pub(crate) fn groups_value(counts: &[u8; 13]) -> u16 {
    let any = at_least(counts, 1);
    let pairs = at_least(counts, 2);
    let threes = at_least(counts, 3);
    let fours = at_least(counts, 4);
    if at_least(counts, 5) != 0 {
        return value(FIVE_ACES, 0);
    }
    if fours != 0 {
        let four = highest(fours, 1);
        return value(FOUR_OF_A_KIND, rank_of(four) * 13 + rank_of(highest(any & !four, 1)));
    }
    let three = highest(threes, 1);
    let second = pairs & !three;
    if three != 0 && second != 0 {
        return value(FULL_HOUSE, rank_of(three) * 13 + rank_of(highest(second, 1)));
    }
    if three != 0 {
        let kickers = place_of_set(highest(any & !three, 2));
        return value(THREE_OF_A_KIND, rank_of(three) * PAIRS_OF_RANKS + kickers);
    }
    let two = highest(pairs, 2);
    match two.count_ones() {
        2 => value(TWO_PAIR, place_of_set(two) * 13 + rank_of(highest(any & !two, 1))),
        1 => value(PAIR, rank_of(two) * TRIPLES_OF_RANKS + place_of_set(highest(any & !two, 3))),
        _ => value(HIGH_CARD, place_of_set(highest(any, 5))),
    }
}

/// The five ranks of a hand, the groups first and each part from high to low.
pub(crate) fn ranks_of_value(hand: u16) -> [u8; 5] {
    let place = hand & ((1 << PLACE_BITS) - 1);
    let mut ranks = Listing { ranks: [0; 5], length: 0 };
    match hand >> PLACE_BITS {
        HIGH_CARD | FLUSH => ranks.each(set_at_place(place, 5), 1),
        PAIR => {
            ranks.each(1 << (place / TRIPLES_OF_RANKS), 2);
            ranks.each(set_at_place(place % TRIPLES_OF_RANKS, 3), 1);
        }
        TWO_PAIR => {
            ranks.each(set_at_place(place / 13, 2), 2);
            ranks.each(1 << (place % 13), 1);
        }
        THREE_OF_A_KIND => {
            ranks.each(1 << (place / PAIRS_OF_RANKS), 3);
            ranks.each(set_at_place(place % PAIRS_OF_RANKS, 2), 1);
        }
        FULL_HOUSE => {
            ranks.each(1 << (place / 13), 3);
            ranks.each(1 << (place % 13), 2);
        }
        FOUR_OF_A_KIND => {
            ranks.each(1 << (place / 13), 4);
            ranks.each(1 << (place % 13), 1);
        }
        STRAIGHT | STRAIGHT_FLUSH => {
            let straight = straight_ranks(place);
            if straight == WHEEL {
                ranks.each(WHEEL & !(1 << ACE), 1);
                ranks.each(1 << ACE, 1);
            } else {
                ranks.each(straight, 1);
            }
        }
        ROYAL_FLUSH => ranks.each(straight_ranks(ACE_HIGH_STRAIGHT), 1),
        _ => ranks.each(1 << ACE, 5),
    }
    ranks.ranks
}

struct Listing {
    ranks: [u8; 5],
    length: usize,
}

impl Listing {
    fn each(&mut self, mut set: u16, copies: usize) {
        while set != 0 {
            let rank = rank_of(highest(set, 1));
            self.ranks[self.length..self.length + copies].fill(rank as u8);
            self.length += copies;
            set &= !(1 << rank);
        }
    }
}

/// The place of two ranks, the higher first, among all such pairs: from 0 to 90.
pub(crate) const fn place_of_two(high: u16, low: u16) -> u16 {
    choose(high + 1, 2) + low
}

/// The place of three ranks, from high to low, among all such triples: from 0 to 454.
pub(crate) const fn place_of_three(high: u16, middle: u16, low: u16) -> u16 {
    choose(high + 2, 3) + choose(middle + 1, 2) + low
}

/// The ranks that appear at least so often.
fn at_least(counts: &[u8; 13], times: u8) -> u16 {
    (0..13).filter(|&rank| counts[rank] >= times).fold(0, |ranks, rank| ranks | 1 << rank)
}

/// The rank of a set of one.
fn rank_of(set: u16) -> u16 {
    set.trailing_zeros() as u16
}
