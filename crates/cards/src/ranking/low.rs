//! The lows: ace-to-five, deuce-to-seven and eight-or-better.

use std::fmt;

use super::{Category, HighRank, key, tables, value};
use crate::{Card, Rank};

/// The value of five cards in ace-to-five lowball: the greater value is the better low, 5-4-3-2-A the best.
///
/// Aces are low; straights and flushes do not count.
///
/// ```
/// use cards::{AceToFiveRank, Deck};
///
/// let low = |text: &str| AceToFiveRank::of(Deck::standard().parse(text).unwrap()[..].try_into().unwrap());
/// assert!(low("5d 4d 3d 2d Ad") > low("6c 4d 3s 2h Ac"));
/// assert!(low("Kc Qd Js 10h 9c") > low("Ac Ad 2h 3s 4c"));
/// assert_eq!(low("8c 6d 4s 2h Ac").to_string(), "8-6-4-2-A low");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AceToFiveRank(u16);

impl AceToFiveRank {
    /// Ranks five cards of one deck without jokers.
    ///
    /// # Panics
    ///
    /// If a joker is among the cards.
    #[inline]
    pub fn of(cards: &[Card; 5]) -> AceToFiveRank {
        let key = super::high::key_of(cards);
        assert!(key::head(key) & key::JOKER_BIT == 0, "a joker has no rank in ace-to-five lowball");
        AceToFiveRank(!tables::FIVE.in_place_of(&tables::FIVE_ACE_TO_FIVE, key))
    }

    /// The low of five different ranks, the ace being bit 0 and the king bit 12.
    const fn unpaired(ace_low_ranks: u16) -> AceToFiveRank {
        AceToFiveRank(!value::value(value::HIGH_CARD, value::place_of_set(ace_low_ranks)))
    }

    /// The kind of the hand by its pairs: high card, pair, two pair, three of a kind, full house or four of a kind.
    pub const fn category(self) -> Category {
        HighRank::from_value(!self.0).category()
    }

    /// Whether the hand has no pair and no card above eight.
    pub fn is_eight_or_better(self) -> bool {
        self.category() == Category::HighCard && self.ranks()[0] <= Rank::Eight
    }

    /// The ranks of the five cards: groups first, then from high to low with the ace lowest.
    pub fn ranks(self) -> [Rank; 5] {
        value::ranks_of_value(!self.0).map(|rank| Rank::ALL[(rank as usize + 12) % 13])
    }
}

impl fmt::Display for AceToFiveRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        low_name(formatter, self.category(), self.ranks())
    }
}

impl fmt::Debug for AceToFiveRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "AceToFiveRank({self:#})")
    }
}

/// The best low of five to seven cards, or `None` if they have no five different ranks from ace to eight.
///
/// ```
/// use cards::{Deck, eight_or_better};
///
/// let cards = Deck::standard().parse("Ah Ad 2c 4s 6s 8h Kd").unwrap();
/// assert_eq!(eight_or_better(&cards).unwrap().to_string(), "8-6-4-2-A low");
/// ```
#[inline]
pub fn eight_or_better(cards: &[Card]) -> Option<AceToFiveRank> {
    best_low(low_ranks(cards))
}

/// The different ranks from ace to eight among the cards, the ace being bit 0.
#[inline(always)]
pub(super) fn low_ranks(cards: &[Card]) -> u8 {
    cards.iter().fold(0, |ranks, card| ranks | LOW_RANK[card.index() as usize])
}

/// The best low that takes any five of these ranks.
#[inline(always)]
pub(super) fn best_low(low_ranks: u8) -> Option<AceToFiveRank> {
    match BEST_LOW[low_ranks as usize] {
        0 => None,
        low => Some(AceToFiveRank(low)),
    }
}

static LOW_RANK: [u8; 256] = {
    let mut ranks = [0; 256];
    let mut card = 0;
    while card < 52 {
        let ace_low = (card / 4 + 1) % 13;
        ranks[card] = if ace_low < 8 { 1 << ace_low } else { 0 };
        card += 1;
    }
    ranks
};

static BEST_LOW: [u16; 256] = {
    let mut lows = [0; 256];
    let mut ranks: u16 = 0;
    while ranks < 256 {
        let mut lowest = ranks;
        while lowest.count_ones() > 5 {
            lowest &= !(1 << (15 - lowest.leading_zeros()));
        }
        if lowest.count_ones() == 5 {
            lows[ranks as usize] = AceToFiveRank::unpaired(lowest).0;
        }
        ranks += 1;
    }
    lows
};

/// The value of five cards in deuce-to-seven lowball: the greater value is the better low, 7-5-4-3-2 the best.
///
/// It is the ordinary ranking upside down, with the ace always high, so that A-2-3-4-5 is no straight.
///
/// ```
/// use cards::{Deck, DeuceToSevenRank};
///
/// let low = |text: &str| DeuceToSevenRank::of(Deck::standard().parse(text).unwrap()[..].try_into().unwrap());
/// assert!(low("7h 5d 4s 3c 2h") > low("7h 6d 4s 3c 2h"));
/// assert!(low("Kd Qs 9c 4d 2c") > low("7h 5h 4h 3h 2h"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeuceToSevenRank(u16);

const WHEEL_STRAIGHT: u16 = value::value(value::STRAIGHT, 0);
const WHEEL_STRAIGHT_FLUSH: u16 = value::value(value::STRAIGHT_FLUSH, 0);
const WHEEL_AS_ACE_HIGH: u16 = value::place_of_set(value::WHEEL);

impl DeuceToSevenRank {
    /// Ranks five cards of one deck without jokers.
    ///
    /// # Panics
    ///
    /// If a joker is among the cards.
    #[inline]
    pub fn of(cards: &[Card; 5]) -> DeuceToSevenRank {
        DeuceToSevenRank(!match HighRank::of(cards).value() {
            WHEEL_STRAIGHT => value::value(value::HIGH_CARD, WHEEL_AS_ACE_HIGH),
            WHEEL_STRAIGHT_FLUSH => value::value(value::FLUSH, WHEEL_AS_ACE_HIGH),
            high => high,
        })
    }

    /// The kind of the hand, the better low for the lower kind.
    pub const fn category(self) -> Category {
        HighRank::from_value(!self.0).category()
    }

    /// The ranks of the five cards: groups first, then from high to low.
    pub fn ranks(self) -> [Rank; 5] {
        HighRank::from_value(!self.0).ranks()
    }
}

impl fmt::Display for DeuceToSevenRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        low_name(formatter, self.category(), self.ranks())
    }
}

impl fmt::Debug for DeuceToSevenRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DeuceToSevenRank({self:#})")
    }
}

fn low_name(formatter: &mut fmt::Formatter<'_>, category: Category, ranks: [Rank; 5]) -> fmt::Result {
    let [a, b, c, d, e] = ranks;
    let kind = if category == Category::HighCard { "low" } else { category.name() };
    write!(formatter, "{a}-{b}-{c}-{d}-{e} {kind}")
}
