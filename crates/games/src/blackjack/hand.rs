//! A hand of cards and what it counts.

use arrayvec::ArrayVec;
use cards::{Card, Rank, Suit};

/// The most cards a hand can hold before it must be over: 21 aces of eight decks, and one more.
const CARDS_MAX: usize = 22;

/// What a hand counts, the best total not over 21 if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Total {
    /// The points.
    pub points: u8,
    /// Whether an ace counts 11.
    pub is_soft: bool,
}

impl Total {
    /// The highest total that is not over.
    pub const HIGHEST: u8 = 21;

    /// Whether the total is over.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.points > Total::HIGHEST
    }
}

/// What of a hand's cards decides its total, and how many they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count {
    points_low: u8,
    aces: u8,
    jokers: u8,
    cards: u8,
}

impl Count {
    /// The count of cards.
    #[must_use]
    pub fn of(cards: &[Card]) -> Count {
        cards.iter().fold(Count::default(), |count, card| count.with(*card))
    }

    /// The count with one more card.
    #[must_use]
    #[inline]
    pub fn with(self, card: Card) -> Count {
        Count::from_word(self.word() + OF_CARD[usize::from(card.index())])
    }

    /// The four numbers side by side; none of them outgrows its byte, so that one addition adds them all.
    #[inline]
    const fn word(self) -> u32 {
        u32::from_le_bytes([self.points_low, self.aces, self.jokers, self.cards])
    }

    #[inline]
    const fn from_word(word: u32) -> Count {
        let [points_low, aces, jokers, cards] = word.to_le_bytes();
        Count { points_low, aces, jokers, cards }
    }

    /// What the hand counts; a joker makes any hand a hard 21.
    #[must_use]
    #[inline]
    pub fn total(self) -> Total {
        // Without branches, which random cards would mislead.
        let has_joker = self.jokers > 0;
        let is_soft = (self.aces > 0) & (self.points_low + 10 <= Total::HIGHEST) & !has_joker;
        let points = self.points_low + 10 * u8::from(is_soft);
        Total { points: if has_joker { Total::HIGHEST } else { points }, is_soft }
    }

    /// How many cards there are.
    #[must_use]
    pub fn cards(self) -> u8 {
        self.cards
    }

    /// Whether a joker is among them.
    #[must_use]
    pub fn has_joker(self) -> bool {
        self.jokers > 0
    }
}

/// What each card adds to a count, by [`Card::index`].
static OF_CARD: [u32; 53] = {
    let mut words = [Count { points_low: 0, aces: 0, jokers: 1, cards: 1 }.word(); 53];
    let mut card = 0;
    while card < 52 {
        let rank = Rank::ALL[card / 4];
        let aces = matches!(rank, Rank::Ace) as u8;
        words[card] = Count { points_low: points(rank), aces, jokers: 0, cards: 1 }.word();
        card += 1;
    }
    words
};

/// Cards in the order they came, with their count kept up to date.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    cards: ArrayVec<Card, CARDS_MAX>,
    count: Count,
}

impl Hand {
    /// Adds a card.
    #[inline]
    pub fn push(&mut self, card: Card) {
        self.count = self.count.with(card);
        self.cards.push(card);
    }

    /// Takes the second card of a pair away to begin a hand of its own.
    ///
    /// # Panics
    /// If the hand does not hold two cards.
    pub fn split(&mut self) -> Hand {
        assert_eq!(self.cards.len(), 2, "only a pair is split");
        let (first, second) = (self.cards[0], self.cards[1]);
        *self = Hand::default();
        self.push(first);
        let mut other = Hand::default();
        other.push(second);
        other
    }

    /// The cards, in the order they came.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// What the hand counts; a joker makes any hand a hard 21.
    #[must_use]
    pub fn total(&self) -> Total {
        self.count.total()
    }

    /// What decides the total, without the cards themselves.
    #[must_use]
    pub fn count(&self) -> Count {
        self.count
    }

    /// Whether a joker is in the hand.
    #[must_use]
    pub fn has_joker(&self) -> bool {
        self.count.has_joker()
    }

    /// Whether the hand is exactly these ranks, in any order.
    #[must_use]
    pub fn is(&self, ranks: &[Rank]) -> bool {
        holds(&self.cards, ranks)
    }
}

/// What a rank counts beside others; an ace counts 1 here.
pub(super) const fn points(rank: Rank) -> u8 {
    match rank {
        Rank::Ace => 1,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank.number(),
    }
}

/// Whether cards are exactly these ranks, in any order.
pub(super) fn holds(cards: &[Card], ranks: &[Rank]) -> bool {
    let count = |rank: &Rank| cards.iter().filter(|card| card.rank() == Some(*rank)).count();
    cards.len() == ranks.len()
        && ranks.iter().all(|rank| count(rank) == ranks.iter().filter(|other| *other == rank).count())
}

/// How alike the suits of cards are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suits {
    /// Red and black.
    Mixed,
    /// All red or all black.
    SameColor,
    /// All of one suit.
    Suited,
}

/// How alike the suits of cards are.
pub(super) fn suits(cards: &[Card]) -> Suits {
    let color = |card: &Card| card.suit().map(Suit::color);
    if cards.windows(2).all(|two| two[0].suit() == two[1].suit()) {
        Suits::Suited
    } else if cards.windows(2).all(|two| color(&two[0]) == color(&two[1])) {
        Suits::SameColor
    } else {
        Suits::Mixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(text: &str) -> (u8, bool) {
        let mut hand = Hand::default();
        for card in cards::parse_cards(text).unwrap() {
            hand.push(card);
        }
        (hand.total().points, hand.total().is_soft)
    }

    #[test]
    fn totals_count_as_the_filings_say() {
        assert_eq!(total("As 6d"), (17, true));
        assert_eq!(total("As 6d 9c"), (16, false));
        assert_eq!(total("As Ad"), (12, true));
        assert_eq!(total("As Ad 9c"), (21, true));
        assert_eq!(total("As Ad Kc"), (12, false));
        assert_eq!(total("Ks Qd 5c"), (25, false));
        assert_eq!(total("Joker 5c"), (21, false));
        assert_eq!(total("9s 5c Joker"), (21, false));
        assert_eq!(total(&["As"; 21].join(" ")), (21, false));
    }

    #[test]
    fn suits_are_told_apart() {
        let of = |text: &str| suits(&cards::parse_cards(text).unwrap());
        assert_eq!(of("7h 8h 9h"), Suits::Suited);
        assert_eq!(of("7h 8d 9h"), Suits::SameColor);
        assert_eq!(of("7h 8c 9h"), Suits::Mixed);
    }
}
