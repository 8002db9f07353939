//! Which cards a game is played with, and whether some cards can come from them.

use std::fmt;

use crate::notation::{Fault, ParseCardsError, words};
use crate::{Card, Rank, Suit};

/// Which cards a game is played with: the faces of one deck, and how many decks there are.
///
/// ```
/// use cards::Deck;
///
/// let shoe = Deck::with_jokers(1).decks(6).unwrap();
/// assert_eq!(shoe.len(), 6 * 53);
/// assert!(Deck::standard().parse("Th Th").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deck {
    ranks: u16,
    jokers: u8,
    decks: u8,
    spades_out: u8,
}

impl Deck {
    /// The most decks that one shoe may hold.
    pub const DECKS_MAX: u8 = 8;

    /// One deck of the 52 cards.
    pub const fn standard() -> Deck {
        Deck { ranks: 0x1fff, jokers: 0, decks: 1, spades_out: 0 }
    }

    /// One deck of the 52 cards and some jokers.
    pub const fn with_jokers(jokers: u8) -> Deck {
        Deck { jokers, ..Deck::standard() }
    }

    /// The deck of Pure 21.5: the 52 cards, of which the 16 tens, jacks, queens and kings are its
    /// bonus cards ([`Card::is_ten_value`]).
    pub const fn pure() -> Deck {
        Deck::standard()
    }

    /// The 320-card pack of pan: eight decks without eights, nines and tens.
    pub const fn pan() -> Deck {
        let removed = 1 << Rank::Eight as u16 | 1 << Rank::Nine as u16 | 1 << Rank::Ten as u16;
        Deck { ranks: 0x1fff & !removed, decks: 8, ..Deck::standard() }
    }

    /// One deck without some ranks.
    pub fn without(ranks: impl IntoIterator<Item = Rank>) -> Deck {
        let removed = ranks.into_iter().fold(0, |removed, rank| removed | 1 << rank as u16);
        Deck { ranks: 0x1fff & !removed, ..Deck::standard() }
    }

    /// The same decks with all spades taken out of some of them.
    pub const fn without_spades(self, decks: u8) -> Deck {
        let spades_out = if decks < self.decks { decks } else { self.decks };
        Deck { spades_out, ..self }
    }

    /// The same deck taken a number of times, from 1 to 8.
    pub const fn decks(self, decks: u8) -> Result<Deck, DeckCountError> {
        if decks >= 1 && decks <= Deck::DECKS_MAX {
            Ok(Deck { decks, ..self })
        } else {
            Err(DeckCountError { decks })
        }
    }

    /// How many decks the shoe holds.
    pub const fn deck_count(self) -> u8 {
        self.decks
    }

    /// How many jokers come with each deck.
    pub const fn jokers_per_deck(self) -> u8 {
        self.jokers
    }

    /// How many cards there are in all.
    #[allow(clippy::len_without_is_empty)] // No deck is empty: every one has at least the aces.
    pub const fn len(self) -> usize {
        let ranks = self.ranks.count_ones() as usize;
        (ranks * 4 + self.jokers as usize) * self.decks as usize - ranks * self.spades_out as usize
    }

    /// How many copies of a card there are.
    pub const fn count(self, card: Card) -> usize {
        let in_one_deck = match card.rank() {
            Some(rank) => (self.ranks >> rank as u16 & 1) as usize,
            None => self.jokers as usize,
        };
        let decks = match card.suit() {
            Some(Suit::Spades) => self.decks - self.spades_out,
            _ => self.decks,
        };
        in_one_deck * decks as usize
    }

    /// Every card, deck after deck, each deck in sorting order with its jokers last.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        (0..self.decks).flat_map(move |deck| {
            let is_there = move |card: &Card| self.count(*card) > usize::from(deck);
            let faces = Card::all().filter(is_there);
            faces.chain(std::iter::repeat_n(Card::JOKER, self.jokers as usize))
        })
    }

    /// Refuses cards that cannot all come from this deck, naming the first that is one too many.
    pub fn check(self, cards: &[Card]) -> Result<(), DeckError> {
        let mut tally = Tally::default();
        for (place, &card) in cards.iter().enumerate() {
            if !tally.fits(self, card) {
                return Err(DeckError { card, position: place + 1, copies: self.count(card) });
            }
        }
        Ok(())
    }

    /// Reads a list of cards as [`parse_cards`](crate::parse_cards) does and refuses cards that cannot all come from this deck.
    ///
    /// ```
    /// let error = cards::Deck::standard().parse("Th 9c 10h").unwrap_err();
    /// assert_eq!(error.to_string(), "card 3 (column 7): \"10h\" is one too many, the deck has 1");
    /// ```
    pub fn parse(self, text: &str) -> Result<Vec<Card>, ParseCardsError> {
        let mut tally = Tally::default();
        words(text)
            .map(|word| {
                let card = word.card()?;
                if tally.fits(self, card) {
                    Ok(card)
                } else {
                    Err(word.refused(Fault::TooMany { copies: self.count(card) }))
                }
            })
            .collect()
    }
}

/// How often each face has been seen.
struct Tally([usize; Card::FACES]);

impl Default for Tally {
    fn default() -> Tally {
        Tally([0; Card::FACES])
    }
}

impl Tally {
    fn fits(&mut self, deck: Deck, card: Card) -> bool {
        let seen = &mut self.0[card.index() as usize];
        *seen += 1;
        *seen <= deck.count(card)
    }
}

/// A number of decks that no shoe holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckCountError {
    decks: u8,
}

impl fmt::Display for DeckCountError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} decks: a shoe holds 1 to {}", self.decks, Deck::DECKS_MAX)
    }
}

impl std::error::Error for DeckCountError {}

/// A card that appears more often than the deck holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckError {
    card: Card,
    position: usize,
    copies: usize,
}

impl DeckError {
    /// The card that is one too many.
    pub fn card(&self) -> Card {
        self.card
    }

    /// Which card of the list it is, counted from 1.
    pub fn position(&self) -> usize {
        self.position
    }

    /// How many copies the deck holds.
    pub fn copies(&self) -> usize {
        self.copies
    }
}

impl fmt::Display for DeckError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeckError { card, position, copies } = self;
        write!(formatter, "card {position}: {card} is one too many, the deck has {copies}")
    }
}

impl std::error::Error for DeckError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compositions_have_their_filed_sizes() {
        let six = |deck: Deck| deck.decks(6).unwrap();
        for (deck, size) in [
            (Deck::standard(), 52),
            (Deck::with_jokers(1), 53),
            (Deck::pure().decks(8).unwrap(), 416),
            (Deck::pan(), 320),
            (Deck::pan().without_spades(1), 310),
            (Deck::without([Rank::Eight, Rank::Nine, Rank::Ten]).decks(8).unwrap(), 320),
            (six(Deck::standard()), 312),
            (six(Deck::with_jokers(1)), 318),
            (Deck::with_jokers(2), 54),
        ] {
            assert_eq!(deck.len(), size);
            assert_eq!(deck.cards().count(), size);
            let faces = Card::all().chain([Card::JOKER]);
            assert_eq!(faces.map(|card| deck.count(card)).sum::<usize>(), size);
            let cards: Vec<Card> = deck.cards().collect();
            assert_eq!(deck.check(&cards), Ok(()));
        }
        assert!(
            Deck::pan()
                .cards()
                .all(|card| !matches!(card.rank(), Some(Rank::Eight | Rank::Nine | Rank::Ten)))
        );
        assert_eq!(Deck::pure().cards().filter(|card| card.is_ten_value()).count(), 16);
    }

    #[test]
    fn only_one_to_eight_decks() {
        assert_eq!(Deck::standard().decks(0).unwrap_err().to_string(), "0 decks: a shoe holds 1 to 8");
        assert!(Deck::standard().decks(9).is_err());
    }

    #[test]
    fn more_copies_than_exist_are_refused_with_their_place() {
        let error = Deck::standard().parse("Th Th").unwrap_err();
        assert_eq!(error.to_string(), "card 2 (column 4): \"Th\" is one too many, the deck has 1");

        let error = Deck::with_jokers(1).parse("Joker Jk Joker Joker Joker Joker").unwrap_err();
        assert_eq!(error.to_string(), "card 2 (column 7): \"Jk\" is one too many, the deck has 1");

        let error = Deck::standard().parse("2c Joker").unwrap_err();
        assert_eq!(error.to_string(), "card 2 (column 4): \"Joker\" is one too many, the deck has 0");

        let six_jokers = [Card::JOKER; 6];
        let error = Deck::with_jokers(1).check(&six_jokers).unwrap_err();
        assert_eq!((error.card(), error.position(), error.copies()), (Card::JOKER, 2, 1));
        assert_eq!(Deck::with_jokers(1).decks(6).unwrap().check(&six_jokers), Ok(()));
    }
}
