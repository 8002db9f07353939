//! The two-card front of a double hand.

use std::fmt;

use super::{Category, HighRank};
use crate::{Card, Rank};

/// The value of a two-card front hand: any pair above any two different ranks, the joker being an ace.
///
/// ```
/// use cards::{FrontRank, parse_cards};
///
/// let front = |text: &str| FrontRank::of(parse_cards(text).unwrap()[..].try_into().unwrap());
/// assert!(front("2s 2d") > front("As Kd"));
/// assert!(front("Joker 4c") > front("Ks Qs"));
/// assert_eq!(front("Joker Ah").to_string(), "pair of aces");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrontRank {
    is_pair: bool,
    high: Rank,
    low: Rank,
}

impl FrontRank {
    /// Ranks two cards.
    #[inline]
    pub fn of(cards: &[Card; 2]) -> FrontRank {
        let [first, second] = cards.map(|card| card.rank().unwrap_or(Rank::Ace));
        FrontRank { is_pair: first == second, high: first.max(second), low: first.min(second) }
    }

    /// Whether the two cards are a pair.
    pub const fn is_pair(self) -> bool {
        self.is_pair
    }

    /// The ranks of the two cards, the higher first; a joker is an ace.
    pub const fn ranks(self) -> [Rank; 2] {
        [self.high, self.low]
    }

    /// Whether this front is stronger than a five-card back, which makes a double hand foul.
    ///
    /// A front is compared with the top of the back; one that agrees with it on both cards is not stronger.
    pub fn outranks(self, back: HighRank) -> bool {
        let [first, second, ..] = back.ranks();
        match back.category() {
            Category::HighCard => self.is_pair || [self.high, self.low] > [first, second],
            Category::Pair => self.is_pair && self.high > first,
            _ => false,
        }
    }
}

impl fmt::Display for FrontRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pair {
            write!(formatter, "pair of {}", self.high.plural())
        } else {
            write!(formatter, "{}-{}", self.high.name(), self.low.name())
        }
    }
}

impl fmt::Debug for FrontRank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "FrontRank({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Wheel, parse_cards};

    fn outranks(front: &str, back: &str) -> bool {
        let front = FrontRank::of(parse_cards(front).unwrap()[..].try_into().unwrap());
        front.outranks(HighRank::best_with_bug(&parse_cards(back).unwrap(), Wheel::Lowest).unwrap())
    }

    #[test]
    fn a_front_is_foul_only_if_it_is_stronger() {
        assert!(outranks("Kh Kd", "Qs Qc 9h 7d 2c"));
        assert!(outranks("As Kd", "Ah Qc 9s 7h 2d"));
        assert!(!outranks("Ah Kd", "As Kc Qs 9h 2d"));
        assert!(!outranks("9h 9d", "9s 9c 7h 5d 2c"));
        assert!(outranks("Joker 9d", "Ks Qc 8h 6d 2c"));
        assert!(!outranks("Ad Ah", "As Ac 9h 8d Joker"));
        assert!(!outranks("Ad Ah", "2s 2c 3h 3d 4c"));
        assert!(outranks("2d 2h", "As Kc Qs 9h 3d"));
    }
}
