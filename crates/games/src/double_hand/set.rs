//! Seven cards set as a front of two and a back of five.

use std::fmt;

use books::double_hand::{ValueRules, Wheel};
use cards::{Card, CardSet, FrontRank, Hand, HighRank};

/// Seven cards as their player set them; it may be foul.
///
/// ```
/// use cards::parse_cards;
/// use games::double_hand::Setting;
///
/// let cards = parse_cards("Ks Kc 9s 9c 7d 4h 2s").unwrap().into_iter().collect();
/// let front = parse_cards("Ks Kc").unwrap().into_iter().collect();
/// assert!(Setting::of(cards, front).unwrap().is_foul(cards::Wheel::Lowest));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    front: CardSet,
    back: CardSet,
}

impl Setting {
    /// The setting of a hand with these cards in front; nothing if it is not two of seven.
    #[must_use]
    pub fn of(cards: CardSet, front: CardSet) -> Option<Setting> {
        let fits = front.len() == 2 && cards.len() == 7 && cards.contains_all(front);
        fits.then_some(Setting { front, back: cards - front })
    }

    /// The two cards in front.
    #[must_use]
    pub const fn front(self) -> CardSet {
        self.front
    }

    /// The five cards in back.
    #[must_use]
    pub const fn back(self) -> CardSet {
        self.back
    }

    /// What the front is worth.
    #[must_use]
    pub fn front_rank(self) -> FrontRank {
        FrontRank::of(&two(self.front))
    }

    /// What the back is worth.
    ///
    /// # Panics
    /// Never: a setting has five cards in back.
    #[must_use]
    pub fn back_rank(self, wheel: cards::Wheel) -> HighRank {
        Hand::from(self.back).best_with_bug(wheel).expect("the back has five cards")
    }

    /// Whether the front ranks above the back.
    #[must_use]
    pub fn is_foul(self, wheel: cards::Wheel) -> bool {
        self.front_rank().outranks(self.back_rank(wheel))
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "front {}, back {}", self.front, self.back)
    }
}

/// Where a book ranks A-2-3-4-5, as the ranking of hands knows it.
#[must_use]
pub fn wheel(values: &ValueRules) -> cards::Wheel {
    match values.wheel.value {
        Wheel::Lowest => cards::Wheel::Lowest,
        Wheel::SecondHighest => cards::Wheel::SecondHighest,
    }
}

fn two(front: CardSet) -> [Card; 2] {
    let mut cards = front.iter();
    match (cards.next(), cards.next()) {
        (Some(first), Some(second)) => [first, second],
        _ => unreachable!("a front has two cards"),
    }
}
