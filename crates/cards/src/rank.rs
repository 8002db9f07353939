//! The thirteen ranks.

use std::fmt;
use std::str::FromStr;

use crate::ParseCardError;

/// The rank of a card, from two up to ace; ranks compare with the ace highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
    /// Two, or deuce.
    Two,
    /// Three.
    Three,
    /// Four.
    Four,
    /// Five.
    Five,
    /// Six.
    Six,
    /// Seven.
    Seven,
    /// Eight.
    Eight,
    /// Nine.
    Nine,
    /// Ten, written `T` or `10`.
    Ten,
    /// Jack.
    Jack,
    /// Queen.
    Queen,
    /// King.
    King,
    /// Ace.
    Ace,
}

impl Rank {
    /// All thirteen ranks, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// The rank as a number: 2 for a two up to 14 for an ace.
    pub const fn number(self) -> u8 {
        self as u8 + 2
    }

    /// The rank of a number from 2 to 14, or `None` for any other number.
    pub const fn from_number(number: u8) -> Option<Rank> {
        if number >= 2 && number <= 14 { Some(Rank::ALL[number as usize - 2]) } else { None }
    }

    /// Whether this is a ten, jack, queen or king.
    pub const fn is_ten_value(self) -> bool {
        matches!(self, Rank::Ten | Rank::Jack | Rank::Queen | Rank::King)
    }

    /// The one character that stands for the rank in notation: `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn symbol(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The rank as a person says it: "king".
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Two => "two",
            Rank::Three => "three",
            Rank::Four => "four",
            Rank::Five => "five",
            Rank::Six => "six",
            Rank::Seven => "seven",
            Rank::Eight => "eight",
            Rank::Nine => "nine",
            Rank::Ten => "ten",
            Rank::Jack => "jack",
            Rank::Queen => "queen",
            Rank::King => "king",
            Rank::Ace => "ace",
        }
    }

    /// Several cards of the rank as a person says it: "kings", "sixes".
    pub const fn plural(self) -> &'static str {
        match self {
            Rank::Two => "twos",
            Rank::Three => "threes",
            Rank::Four => "fours",
            Rank::Five => "fives",
            Rank::Six => "sixes",
            Rank::Seven => "sevens",
            Rank::Eight => "eights",
            Rank::Nine => "nines",
            Rank::Ten => "tens",
            Rank::Jack => "jacks",
            Rank::Queen => "queens",
            Rank::King => "kings",
            Rank::Ace => "aces",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.symbol())
    }
}

impl FromStr for Rank {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Rank, ParseCardError> {
        if text == "10" {
            return Ok(Rank::Ten);
        }
        Rank::ALL
            .into_iter()
            .find(|rank| text.eq_ignore_ascii_case(rank.symbol().encode_utf8(&mut [0; 4])))
            .ok_or_else(|| ParseCardError::new(text, "a rank, one of 2 3 4 5 6 7 8 9 T J Q K A"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_text_round_trip() {
        for rank in Rank::ALL {
            assert_eq!(Rank::from_number(rank.number()), Some(rank));
            assert_eq!(rank.to_string().parse(), Ok(rank));
            assert_eq!(rank.to_string().to_lowercase().parse(), Ok(rank));
        }
        assert_eq!("10".parse(), Ok(Rank::Ten));
        assert_eq!(Rank::from_number(1), None);
        assert_eq!(Rank::from_number(15), None);
        assert!("1".parse::<Rank>().is_err());
        assert!("".parse::<Rank>().is_err());
    }
}
