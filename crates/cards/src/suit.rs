//! The four suits and their colours.

use std::fmt;
use std::str::FromStr;

use crate::ParseCardError;

/// The colour of a suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
}

/// The suit of a card; the order is only for sorting, no ranking here compares suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, written `c`.
    Clubs,
    /// Diamonds, written `d`.
    Diamonds,
    /// Hearts, written `h`.
    Hearts,
    /// Spades, written `s`.
    Spades,
}

impl Suit {
    /// All four suits, in sorting order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The colour of the suit.
    pub const fn color(self) -> Color {
        match self {
            Suit::Clubs | Suit::Spades => Color::Black,
            Suit::Diamonds | Suit::Hearts => Color::Red,
        }
    }

    /// Whether the suit is diamonds or hearts.
    pub const fn is_red(self) -> bool {
        matches!(self.color(), Color::Red)
    }

    /// The one character that stands for the suit in notation: `c`, `d`, `h` or `s`.
    pub const fn symbol(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// The suit as a person says it: "hearts".
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.symbol())
    }
}

impl FromStr for Suit {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Suit, ParseCardError> {
        Suit::ALL
            .into_iter()
            .find(|suit| text.eq_ignore_ascii_case(suit.symbol().encode_utf8(&mut [0; 4])))
            .ok_or_else(|| ParseCardError::new(text, "a suit, one of c d h s"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_colours_are_right() {
        for suit in Suit::ALL {
            assert_eq!(suit.to_string().parse(), Ok(suit));
            assert_eq!(suit.to_string().to_uppercase().parse(), Ok(suit));
            assert_eq!(suit.is_red(), matches!(suit, Suit::Diamonds | Suit::Hearts));
        }
        assert!("x".parse::<Suit>().is_err());
    }
}
