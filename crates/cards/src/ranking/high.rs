//! The ordinary ranking of the best five cards, with and without a joker as a bug.

use std::fmt;

use super::key::{self, CARD_KEYS, CARD_LANES};
use super::{tables, value};
use crate::{Card, Rank};

/// The kind of a five-card hand, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Category {
    /// Nothing better.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Five consecutive ranks.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// Five consecutive ranks of one suit, below the royal flush.
    StraightFlush,
    /// Ten to ace of one suit.
    RoyalFlush,
    /// Four aces and the joker.
    FiveAces,
}

impl Category {
    /// All categories, worst first.
    pub const ALL: [Category; 11] = [
        Category::HighCard,
        Category::Pair,
        Category::TwoPair,
        Category::ThreeOfAKind,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::FourOfAKind,
        Category::StraightFlush,
        Category::RoyalFlush,
        Category::FiveAces,
    ];

    /// The category as a person says it: "full house".
    pub const fn name(self) -> &'static str {
        match self {
            Category::HighCard => "high card",
            Category::Pair => "pair",
            Category::TwoPair => "two pair",
            Category::ThreeOfAKind => "three of a kind",
            Category::Straight => "straight",
            Category::Flush => "flush",
            Category::FullHouse => "full house",
            Category::FourOfAKind => "four of a kind",
            Category::StraightFlush => "straight flush",
            Category::RoyalFlush => "royal flush",
            Category::FiveAces => "five aces",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Where a house ranks A-2-3-4-5 among the straights, and among the straight flushes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Wheel {
    /// Below 6-5-4-3-2.
    #[default]
    Lowest,
    /// Between A-K-Q-J-10 and K-Q-J-10-9.
    SecondHighest,
}

/// The value of the best five cards of a hand by the ordinary ranking: the greater hand wins.
///
/// ```
/// use cards::{Category, Deck, HighRank};
///
/// let hand = Deck::standard().parse("Ks Kd Kc 4h 4d Qs 2c").unwrap();
/// let rank = HighRank::best(&hand).unwrap();
/// assert_eq!(rank.category(), Category::FullHouse);
/// assert_eq!(rank.to_string(), "kings full of fours");
/// assert_eq!(format!("{rank:#}"), "kings full of fours (K K K 4 4)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HighRank(u16);

impl HighRank {
    /// Ranks the best five of five, six or seven cards of one deck without jokers.
    ///
    /// # Panics
    ///
    /// If a joker is among the cards. The number of cards is checked when the program is compiled.
    #[inline]
    pub fn of<const N: usize>(cards: &[Card; N]) -> HighRank {
        const { assert!(N >= 5 && N <= 7, "a hand has five, six or seven cards") };
        let (key, lanes) = (key_of(cards), || lanes_of(cards));
        HighRank(match N {
            5 => tables::FIVE.counted(key, lanes),
            6 => tables::SIX.counted(key, lanes),
            _ => tables::SEVEN.counted(key, lanes),
        })
    }

    /// Ranks the best five of five, six or seven cards of one deck in which a joker is a bug: an ace, or the
    /// card that completes a straight, or the highest card missing from a flush.
    ///
    /// Five aces are the best hand of all.
    #[inline]
    pub fn with_bug<const N: usize>(cards: &[Card; N], wheel: Wheel) -> HighRank {
        let key = key_of(cards);
        HighRank::with_bug_by_sums::<N>(key::head(key), key::slots(key), wheel, || lanes_of(cards))
    }

    /// Ranks the best five of any five to seven cards of one deck, or gives `None` for another number of cards.
    ///
    /// # Panics
    ///
    /// If a joker is among the cards.
    pub fn best(cards: &[Card]) -> Option<HighRank> {
        match cards.len() {
            5 => cards.try_into().ok().map(HighRank::of::<5>),
            6 => cards.try_into().ok().map(HighRank::of::<6>),
            7 => cards.try_into().ok().map(HighRank::of::<7>),
            _ => None,
        }
    }

    /// Ranks the best five of any five to seven cards as [`with_bug`](HighRank::with_bug) does, or gives `None`
    /// for another number of cards.
    pub fn best_with_bug(cards: &[Card], wheel: Wheel) -> Option<HighRank> {
        match cards.len() {
            5 => cards.try_into().ok().map(|cards| HighRank::with_bug::<5>(cards, wheel)),
            6 => cards.try_into().ok().map(|cards| HighRank::with_bug::<6>(cards, wheel)),
            7 => cards.try_into().ok().map(|cards| HighRank::with_bug::<7>(cards, wheel)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn by_sums<const N: usize>(head: u32, slots: u16, lanes: impl Fn() -> u64) -> HighRank {
        const { assert!(N >= 5 && N <= 7, "a hand has five, six or seven cards") };
        HighRank(match N {
            5 => tables::FIVE.plain(head, slots, lanes),
            6 => tables::SIX.plain(head, slots, lanes),
            _ => tables::SEVEN.plain(head, slots, lanes),
        })
    }

    #[inline(always)]
    pub(super) fn with_bug_by_sums<const N: usize>(
        head: u32,
        slots: u16,
        wheel: Wheel,
        lanes: impl Fn() -> u64,
    ) -> HighRank {
        const { assert!(N >= 5 && N <= 7, "a hand has five, six or seven cards") };
        HighRank(match N {
            5 => tables::FIVE.bug(head, slots, wheel, lanes),
            6 => tables::SIX.bug(head, slots, wheel, lanes),
            _ => tables::SEVEN.bug(head, slots, wheel, lanes),
        })
    }

    #[inline]
    pub(super) const fn from_value(hand: u16) -> HighRank {
        HighRank(hand)
    }

    /// The kind of the hand.
    pub const fn category(self) -> Category {
        Category::ALL[(self.0 >> value::PLACE_BITS) as usize]
    }

    /// The ranks of the five cards that count: groups first, then from high to low; a joker is what it stands for.
    pub fn ranks(self) -> [Rank; 5] {
        value::ranks_of_value(self.0).map(|rank| Rank::ALL[rank as usize])
    }

    /// The value as a number, greater for the better hand; its top four bits are the category.
    #[inline]
    pub const fn value(self) -> u16 {
        self.0
    }
}

/// The sum of the cards' keys.
#[inline(always)]
pub(super) fn key_of<const N: usize>(cards: &[Card; N]) -> u64 {
    // Loads are what limits, so four cards are taken at a time, where the compiler leaves it so.
    let word = |first: usize| {
        u32::from_le_bytes(std::array::from_fn(|place| {
            cards.get(first + place).map_or(u8::MAX, |card| card.index())
        }))
    };
    let key_at = |word: u32, place: usize| CARD_KEYS[(word >> (8 * place)) as u8 as usize];
    let (low, high) = (word(0), word(4));
    let keys = (0..N).map(|place| if place < 4 { key_at(low, place) } else { key_at(high, place - 4) });
    keys.fold(key::EMPTY, u64::wrapping_add)
}

/// The cards as bits of four lanes; what lies above them means nothing.
#[inline(always)]
pub(super) fn lanes_of<const N: usize>(cards: &[Card; N]) -> u64 {
    cards.iter().fold(0, |lanes, card| lanes | CARD_LANES[card.index() as usize])
}

impl fmt::Display for HighRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks = self.ranks();
        let [first, .., last] = ranks;
        match self.category() {
            Category::HighCard => write!(formatter, "{} high", first.name()),
            Category::Pair => write!(formatter, "pair of {}", first.plural()),
            Category::TwoPair => write!(formatter, "{} and {}", first.plural(), ranks[2].plural()),
            Category::ThreeOfAKind => write!(formatter, "three {}", first.plural()),
            Category::Straight => write!(formatter, "{}-high straight", first.name()),
            Category::Flush => write!(formatter, "{}-high flush", first.name()),
            Category::FullHouse => write!(formatter, "{} full of {}", first.plural(), last.plural()),
            Category::FourOfAKind => write!(formatter, "four {}", first.plural()),
            Category::StraightFlush => write!(formatter, "{}-high straight flush", first.name()),
            Category::RoyalFlush => formatter.write_str("royal flush"),
            Category::FiveAces => formatter.write_str("five aces"),
        }?;
        if formatter.alternate() {
            let [a, b, c, d, e] = ranks;
            write!(formatter, " ({a} {b} {c} {d} {e})")?;
        }
        Ok(())
    }
}

impl fmt::Debug for HighRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "HighRank({self:#})")
    }
}
