//! Lists of cards as people write them, and what is said of a word that cannot stand.

use std::fmt;

use crate::Card;

/// A text that is not the card, rank or suit that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseCardError {
    token: String,
    expected: &'static str,
}

impl ParseCardError {
    pub(crate) fn new(token: &str, expected: &'static str) -> ParseCardError {
        ParseCardError { token: token.to_owned(), expected }
    }

    /// The text that was refused.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// What would have been accepted: "a card such as Th, 10h or Joker".
    pub fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParseCardError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\"{}\" is not {}", self.token, self.expected)
    }
}

impl std::error::Error for ParseCardError {}

/// Why a word in a list of cards was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The word is not a card.
    NotACard,
    /// The card appears more often than the deck holds it.
    TooMany {
        /// How many copies the deck holds.
        copies: usize,
    },
}

/// A list of cards with a word that cannot stand, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseCardsError {
    token: String,
    position: usize,
    column: usize,
    fault: Fault,
}

impl ParseCardsError {
    /// The refused word as it was written.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Which word of the list it is, counted from 1.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The byte at which the word begins, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Why it was refused.
    pub fn fault(&self) -> Fault {
        self.fault
    }
}

impl fmt::Display for ParseCardsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseCardsError { token, position, column, fault } = self;
        match fault {
            Fault::NotACard => {
                write!(
                    formatter,
                    "card {position} (column {column}): \"{token}\" is not a card such as Th, 10h or Joker"
                )
            }
            Fault::TooMany { copies } => {
                write!(
                    formatter,
                    "card {position} (column {column}): \"{token}\" is one too many, the deck has {copies}"
                )
            }
        }
    }
}

impl std::error::Error for ParseCardsError {}

/// A word of a list of cards, with its place.
pub(crate) struct Word<'text> {
    pub(crate) text: &'text str,
    position: usize,
    column: usize,
}

impl Word<'_> {
    pub(crate) fn card(&self) -> Result<Card, ParseCardsError> {
        self.text.parse().map_err(|_| self.refused(Fault::NotACard))
    }

    pub(crate) fn refused(&self, fault: Fault) -> ParseCardsError {
        ParseCardsError { token: self.text.to_owned(), position: self.position, column: self.column, fault }
    }
}

/// The words of a list of cards: what stands between white space and commas.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty())
        .enumerate()
        .map(move |(place, word)| Word {
            text: word,
            position: place + 1,
            column: word.as_ptr() as usize - text.as_ptr() as usize + 1,
        })
}

/// Reads a list of cards separated by white space or commas.
///
/// ```
/// let cards = cards::parse_cards("9c Td, 7h").unwrap();
/// assert_eq!(cards.len(), 3);
///
/// let error = cards::parse_cards("9c 1x 7h").unwrap_err();
/// assert_eq!(error.to_string(), "card 2 (column 4): \"1x\" is not a card such as Th, 10h or Joker");
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardsError> {
    words(text).map(|word| word.card()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_word_is_named_with_its_place() {
        let error = parse_cards("  Th,,Joker\t 1x Zz").unwrap_err();
        assert_eq!((error.token(), error.position(), error.column()), ("1x", 3, 14));
        assert_eq!(error.fault(), Fault::NotACard);
    }

    #[test]
    fn an_empty_list_has_no_cards() {
        assert_eq!(parse_cards(" , "), Ok(vec![]));
    }
}
