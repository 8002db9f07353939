//! Three-card hands.

use std::fmt;

use crate::{Card, Rank};

/// The kind of a three-card hand, worst first; a straight is above a flush.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum ThreeCardCategory {
    /// Nothing better.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Three cards of one suit.
    Flush,
    /// Three consecutive ranks.
    Straight,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Three consecutive ranks of one suit, below the mini royal.
    StraightFlush,
    /// Ace, king and queen of one suit.
    MiniRoyal,
}

impl ThreeCardCategory {
    /// All categories, worst first.
    pub const ALL: [ThreeCardCategory; 7] = [
        ThreeCardCategory::HighCard,
        ThreeCardCategory::Pair,
        ThreeCardCategory::Flush,
        ThreeCardCategory::Straight,
        ThreeCardCategory::ThreeOfAKind,
        ThreeCardCategory::StraightFlush,
        ThreeCardCategory::MiniRoyal,
    ];

    /// The category as a person says it: "mini royal".
    pub const fn name(self) -> &'static str {
        match self {
            ThreeCardCategory::HighCard => "high card",
            ThreeCardCategory::Pair => "pair",
            ThreeCardCategory::Flush => "flush",
            ThreeCardCategory::Straight => "straight",
            ThreeCardCategory::ThreeOfAKind => "three of a kind",
            ThreeCardCategory::StraightFlush => "straight flush",
            ThreeCardCategory::MiniRoyal => "mini royal",
        }
    }
}

impl fmt::Display for ThreeCardCategory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The value of a three-card hand: the greater hand wins.
///
/// ```
/// use cards::{Deck, ThreeCardRank};
///
/// let rank = |text: &str| ThreeCardRank::of(Deck::standard().parse(text).unwrap()[..].try_into().unwrap());
/// assert!(rank("4d 3c 2s") > rank("Ah Kh Jh")); // a straight is above a flush
/// assert_eq!(rank("As Ks Qs").to_string(), "mini royal");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreeCardRank(u16);

/// Bits below the category: three ranks of four bits, groups first, then from high to low.
const RANK_BITS: u32 = 12;
const RANKED: u16 = 0x8000;

impl ThreeCardRank {
    /// Ranks three cards of one deck without jokers.
    ///
    /// # Panics
    ///
    /// If a joker is among the cards.
    #[inline]
    pub fn of(cards: &[Card; 3]) -> ThreeCardRank {
        let [a, b, c] = cards.map(|card| card.index() as usize);
        let is_flush = ((a ^ b) | (a ^ c)) & 3 == 0;
        let ranks = (a & 0x3c) >> 2 | (b & 0x3c) << 2 | (c & 0x3c) << 6;
        let hand = VALUES[is_flush as usize][ranks];
        assert!(hand != 0, "a joker has no rank among three cards");
        ThreeCardRank(hand)
    }

    /// The kind of the hand.
    pub const fn category(self) -> ThreeCardCategory {
        ThreeCardCategory::ALL[(self.0 & !RANKED) as usize >> RANK_BITS]
    }

    /// The ranks of the three cards: groups first, then from high to low, the ace of A-2-3 last.
    pub fn ranks(self) -> [Rank; 3] {
        [8, 4, 0].map(|shift| Rank::ALL[(self.0 >> shift & 0xf) as usize])
    }
}

/// The value of every three ranks in any order, first of different suits, then of one suit.
static VALUES: [[u16; 4096]; 2] = {
    let mut values = [[0; 4096]; 2];
    let mut at = 0;
    while at < 13 * 13 * 13 {
        let (a, b, c) = (at % 13, at / 13 % 13, at / 169);
        values[0][a | b << 4 | c << 8] = value([a as u16, b as u16, c as u16], false);
        values[1][a | b << 4 | c << 8] = value([a as u16, b as u16, c as u16], true);
        at += 1;
    }
    values
};

const fn value([a, b, c]: [u16; 3], is_flush: bool) -> u16 {
    let [high, middle, low] = sorted(a, b, c);
    let is_wheel = high == 12 && middle == 1 && low == 0;
    let is_straight = is_wheel || (high == middle + 1 && middle == low + 1);
    let (category, ranks) = if is_wheel {
        (straight(is_flush, false), [1, 0, 12])
    } else if is_straight {
        (straight(is_flush, high == 12), [high, middle, low])
    } else if high == low {
        (ThreeCardCategory::ThreeOfAKind, [high, middle, low])
    } else if high == middle {
        (ThreeCardCategory::Pair, [high, high, low])
    } else if middle == low {
        (ThreeCardCategory::Pair, [low, low, high])
    } else if is_flush {
        (ThreeCardCategory::Flush, [high, middle, low])
    } else {
        (ThreeCardCategory::HighCard, [high, middle, low])
    };
    RANKED | (category as u16) << RANK_BITS | ranks[0] << 8 | ranks[1] << 4 | ranks[2]
}

const fn straight(is_flush: bool, is_ace_high: bool) -> ThreeCardCategory {
    match (is_flush, is_ace_high) {
        (false, _) => ThreeCardCategory::Straight,
        (true, false) => ThreeCardCategory::StraightFlush,
        (true, true) => ThreeCardCategory::MiniRoyal,
    }
}

/// Three ranks from high to low.
pub(super) const fn sorted(a: u16, b: u16, c: u16) -> [u16; 3] {
    let (a, b) = if a < b { (b, a) } else { (a, b) };
    let (b, c) = if b < c { (c, b) } else { (b, c) };
    let (a, b) = if a < b { (b, a) } else { (a, b) };
    [a, b, c]
}

impl fmt::Display for ThreeCardRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks = self.ranks();
        let first = ranks[0];
        match self.category() {
            ThreeCardCategory::HighCard => write!(formatter, "{} high", first.name()),
            ThreeCardCategory::Pair => write!(formatter, "pair of {}", first.plural()),
            ThreeCardCategory::Flush => write!(formatter, "{}-high flush", first.name()),
            ThreeCardCategory::Straight => write!(formatter, "{}-high straight", first.name()),
            ThreeCardCategory::ThreeOfAKind => write!(formatter, "three {}", first.plural()),
            ThreeCardCategory::StraightFlush => write!(formatter, "{}-high straight flush", first.name()),
            ThreeCardCategory::MiniRoyal => formatter.write_str("mini royal"),
        }?;
        if formatter.alternate() {
            let [a, b, c] = ranks;
            write!(formatter, " ({a} {b} {c})")?;
        }
        Ok(())
    }
}

impl fmt::Debug for ThreeCardRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ThreeCardRank({self:#})")
    }
}
