//! One card face, and how it is written.

use std::fmt;
use std::str::FromStr;

use crate::{ParseCardError, Rank, Suit};

/// One card face: one of the 52, or a joker.
///
/// Cards sort by rank, then by suit, with the joker last. Two jokers of one shoe are equal, as are
/// two copies of a card from different decks.
///
/// ```
/// use cards::{Card, Rank, Suit};
///
/// let card: Card = "10h".parse().unwrap();
/// assert_eq!(card, Card::new(Rank::Ten, Suit::Hearts));
/// assert_eq!(card.to_string(), "Th");
/// assert_eq!("joker".parse(), Ok(Card::JOKER));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The joker.
    pub const JOKER: Card = Card(52);

    /// How many different faces there are: the 52 cards and the joker.
    pub const FACES: usize = 53;

    /// The card of a rank and a suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank as u8 * 4 + suit as u8)
    }

    /// The card's number: rank by rank from the two of clubs, 0, to the ace of spades, 51; the joker is 52.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card of a number from 0 to 52, or `None` for any other number.
    pub const fn from_index(index: u8) -> Option<Card> {
        if index <= Card::JOKER.0 { Some(Card(index)) } else { None }
    }

    /// The rank, or `None` for the joker.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_joker() { None } else { Some(Rank::ALL[self.0 as usize / 4]) }
    }

    /// The suit, or `None` for the joker.
    pub const fn suit(self) -> Option<Suit> {
        if self.is_joker() { None } else { Some(Suit::ALL[self.0 as usize % 4]) }
    }

    /// Whether this is the joker.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 == Card::JOKER.0
    }

    /// Whether this is a ten, jack, queen or king: a "bonus card" of Pure 21.5.
    pub const fn is_ten_value(self) -> bool {
        match self.rank() {
            Some(rank) => rank.is_ten_value(),
            None => false,
        }
    }

    /// All 52 cards in sorting order, without the joker.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        (0..Card::JOKER.0).map(Card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text;
        formatter.pad(match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => {
                text = [rank.symbol() as u8, suit.symbol() as u8];
                std::str::from_utf8(&text).map_err(|_| fmt::Error)?
            }
            _ => "Joker",
        })
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        if text.eq_ignore_ascii_case("joker") || text.eq_ignore_ascii_case("jk") {
            return Ok(Card::JOKER);
        }
        let refusal = || ParseCardError::new(text, "a card such as Th, 10h or Joker");
        let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
        let (rank, suit) = text.split_at(last);
        match (rank.parse(), suit.parse()) {
            (Ok(rank), Ok(suit)) => Ok(Card::new(rank, suit)),
            _ => Err(refusal()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_round_trips_through_index_and_text() {
        for index in 0..Card::FACES as u8 {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.index(), index);
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(format!("{card:?}"), card.to_string());
        }
        assert_eq!(Card::from_index(53), None);
    }

    #[test]
    fn notation_is_forgiving_about_case_and_ten() {
        let ten = Card::new(Rank::Ten, Suit::Hearts);
        for text in ["Th", "tH", "10h", "10H", "th"] {
            assert_eq!(text.parse(), Ok(ten), "{text}");
        }
        for text in ["Joker", "joker", "JK", "jk"] {
            assert_eq!(text.parse(), Ok(Card::JOKER), "{text}");
        }
    }

    #[test]
    fn what_is_no_card_is_refused_with_its_text() {
        for text in ["", "1x", "T", "h", "11h", "Thh", "Ä", "T♥♥", " Th"] {
            let error = text.parse::<Card>().unwrap_err();
            assert_eq!(error.token(), text);
        }
        assert_eq!(
            "1x".parse::<Card>().unwrap_err().to_string(),
            "\"1x\" is not a card such as Th, 10h or Joker"
        );
    }

    #[test]
    fn cards_sort_by_rank_then_suit_then_joker() {
        let two_of_spades = Card::new(Rank::Two, Suit::Spades);
        let three_of_clubs = Card::new(Rank::Three, Suit::Clubs);
        assert!(two_of_spades < three_of_clubs);
        assert!(Card::new(Rank::Ace, Suit::Spades) < Card::JOKER);
        assert_eq!(Card::all().filter(|card| card.is_ten_value()).count(), 16);
    }
}
