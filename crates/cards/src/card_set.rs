//! Sets of different cards.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, Sub};

use crate::{Card, Rank, Suit};

/// A set of different cards, the joker among them if wanted, in one 64-bit word.
///
/// ```
/// use cards::{Card, CardSet, parse_cards};
///
/// let dead: CardSet = parse_cards("As Ks").unwrap().into_iter().collect();
/// let live = CardSet::FULL - dead;
/// assert_eq!(live.len(), 50);
/// assert!(!live.contains(Card::JOKER));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// The 52 cards, without the joker.
    pub const FULL: CardSet = CardSet((1 << 52) - 1);

    /// The 52 cards and the joker.
    pub const FULL_WITH_JOKER: CardSet = CardSet((1 << 53) - 1);

    /// The set whose bit [`Card::index`] is set for each of its cards, or `None` if a higher bit is set.
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::FULL_WITH_JOKER.0 == 0 { Some(CardSet(bits)) } else { None }
    }

    /// The word whose bit [`Card::index`] is set for each card of the set.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards the set has.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether every card of `other` is in this set.
    #[inline]
    pub const fn contains_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with a card more, or the same set if it was there.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.index())
    }

    /// The set without a card.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.index()))
    }

    /// Adds a card and says whether it was missing.
    pub fn insert(&mut self, card: Card) -> bool {
        let missing = !self.contains(card);
        *self = self.with(card);
        missing
    }

    /// Removes a card and says whether it was there.
    pub fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        *self = self.without(card);
        there
    }

    /// The cards of one rank.
    pub const fn of_rank(self, rank: Rank) -> CardSet {
        CardSet(self.0 & 0xf << (4 * rank as u8))
    }

    /// The cards of one suit, without the joker.
    pub const fn of_suit(self, suit: Suit) -> CardSet {
        CardSet(self.0 & EVERY_FOURTH << suit as u8)
    }

    /// The cards in sorting order.
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }
}

/// The bits of one suit, the joker's left out.
const EVERY_FOURTH: u64 = 0x0001_1111_1111_1111;

/// The cards of a [`CardSet`] in sorting order.
#[derive(Clone, Debug)]
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card::from_index(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        card
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for CardSetIter {}
impl FusedIterator for CardSetIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;

    /// The cards in either set.
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;

    /// The cards in both sets.
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;

    /// The cards of this set that are not in the other.
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            if place > 0 {
                formatter.write_str(" ")?;
            }
            write!(formatter, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_each_card_once_and_lists_them_sorted() {
        let mut set = CardSet::EMPTY;
        let ace = Card::new(Rank::Ace, Suit::Spades);
        let two = Card::new(Rank::Two, Suit::Diamonds);
        assert!(set.insert(Card::JOKER) && set.insert(ace) && set.insert(two));
        assert!(!set.insert(ace));
        assert_eq!(set.to_string(), "2d As Joker");
        assert_eq!(set.iter().len(), 3);
        assert!(set.remove(ace) && !set.remove(ace));
        assert_eq!(format!("{set:?}"), "{2d Joker}");
    }

    #[test]
    fn suits_and_ranks_are_picked_out() {
        let full = CardSet::FULL_WITH_JOKER;
        for suit in Suit::ALL {
            let suited = full.of_suit(suit);
            assert!(suited.len() == 13 && suited.iter().all(|card| card.suit() == Some(suit)));
        }
        for rank in Rank::ALL {
            assert!(full.of_rank(rank).iter().all(|card| card.rank() == Some(rank)));
            assert_eq!(full.of_rank(rank).len(), 4);
        }
    }

    #[test]
    fn bits_beyond_the_joker_are_refused() {
        assert_eq!(CardSet::from_bits(1 << 53), None);
        assert_eq!(CardSet::from_bits(1 << 52), Some(CardSet::EMPTY.with(Card::JOKER)));
    }
}
