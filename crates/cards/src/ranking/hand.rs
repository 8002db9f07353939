//! A hand that grows card by card and is ranked at any size from five to seven.

use std::fmt;

use super::key::{self, CARD_KEYS, CARD_LANES};
use super::{HighRank, Wheel};
use crate::{Card, CardSet};

/// Up to seven different cards, kept so that a card can be added and the hand ranked with a few instructions.
///
/// ```
/// use cards::{Deck, Hand, HighRank};
///
/// let board: Hand = Deck::standard().parse("Ts 9s 2d 2h Kc").unwrap().into_iter().collect();
/// let pocket = Deck::standard().parse("Kd Ks").unwrap();
/// let hand = board.with(pocket[0]).with(pocket[1]);
/// assert_eq!(hand.best_of::<7>().to_string(), "kings full of twos");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// Twelve bytes and not sixteen: where many hands lie in memory, reading them is what takes the time.
#[repr(C, packed(4))]
pub struct Hand {
    head: u32,
    lanes: u64,
}

impl Hand {
    /// No card.
    pub const EMPTY: Hand = Hand { head: key::EMPTY_HEAD, lanes: 0 };

    /// The most cards that a hand holds.
    pub const CARDS_MAX: usize = 7;

    /// The hand with a card more.
    ///
    /// In a program built with debug assertions, a card that the hand has already, or an eighth card, panics;
    /// otherwise the ranking of such a hand means nothing.
    #[inline(always)]
    #[must_use]
    pub fn with(self, card: Card) -> Hand {
        debug_assert!(!self.has(card), "{card} is already in the hand");
        debug_assert!(self.len() < Hand::CARDS_MAX, "the hand is full");
        Hand {
            head: self.head.wrapping_add(key::head(CARD_KEYS[card.index() as usize])),
            lanes: self.lanes.wrapping_add(CARD_LANES[card.index() as usize]),
        }
    }

    /// The hand with the cards of another, which must all be different.
    #[inline(always)]
    #[must_use]
    pub fn with_all(self, other: Hand) -> Hand {
        debug_assert!(other.cards().iter().all(|card| !self.has(card)), "the hands share a card");
        debug_assert!(self.len() + other.len() <= Hand::CARDS_MAX, "the hand is full");
        Hand {
            head: self.head.wrapping_add(other.head).wrapping_sub(key::EMPTY_HEAD),
            lanes: self.lanes.wrapping_add(other.lanes),
        }
    }

    /// The cards as a set.
    pub fn cards(self) -> CardSet {
        let faces = Card::all().chain([Card::JOKER]);
        faces.filter(|card| self.has(*card)).collect()
    }

    fn has(self, card: Card) -> bool {
        let has_joker = key::jokers(self.head) == 1;
        self.lanes & CARD_LANES[card.index() as usize] & key::LANES != 0 || card == Card::JOKER && has_joker
    }

    /// How many cards the hand has.
    #[inline]
    pub const fn len(self) -> usize {
        key::count(self.head) as usize
    }

    /// Whether the hand has no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Ranks the best five of a hand whose size the caller knows: `N` is 5, 6 or 7.
    ///
    /// # Panics
    ///
    /// If the hand has another number of cards, or a joker.
    #[inline(always)]
    pub fn best_of<const N: usize>(self) -> HighRank {
        HighRank::by_sums::<N>(self.head, key::slots_above(self.lanes), || self.lanes)
    }

    /// Ranks the best five of a hand, or gives `None` if it has not five, six or seven cards.
    ///
    /// # Panics
    ///
    /// If the hand has a joker.
    pub fn best(self) -> Option<HighRank> {
        match self.len() {
            5 => Some(self.best_of::<5>()),
            6 => Some(self.best_of::<6>()),
            7 => Some(self.best_of::<7>()),
            _ => None,
        }
    }

    /// Ranks the best five of a hand as [`HighRank::with_bug`] does, or gives `None` if it has not five, six or
    /// seven cards.
    #[inline]
    pub fn best_with_bug(self, wheel: Wheel) -> Option<HighRank> {
        match self.len() {
            5 => Some(self.with_bug::<5>(wheel)),
            6 => Some(self.with_bug::<6>(wheel)),
            7 => Some(self.with_bug::<7>(wheel)),
            _ => None,
        }
    }
}

impl Hand {
    #[inline(always)]
    fn with_bug<const N: usize>(self, wheel: Wheel) -> HighRank {
        HighRank::with_bug_by_sums::<N>(self.head, key::slots_above(self.lanes), wheel, || self.lanes)
    }
}

impl Default for Hand {
    fn default() -> Hand {
        Hand::EMPTY
    }
}

impl FromIterator<Card> for Hand {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Hand {
        cards.into_iter().fold(Hand::EMPTY, Hand::with)
    }
}

impl From<CardSet> for Hand {
    #[inline]
    fn from(cards: CardSet) -> Hand {
        cards.iter().collect()
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().fmt(formatter)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.cards(), formatter)
    }
}
