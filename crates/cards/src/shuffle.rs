//! Shuffles that follow from a committed seed; docs/shuffle.md describes them step by step.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::{Card, Deck};

/// The version of the shuffling algorithm, which every [`Commitment`] covers; docs/shuffle.md describes it.
pub const SHUFFLE_VERSION: &str = "cardroom-shuffle-1";

/// The secret 32 bytes from which a shuffle follows.
///
/// A seed must come from the operating system's random source, be used for one round only, and stay
/// secret until that round is over; `Debug` therefore does not print it.
///
/// ```
/// use cards::{Deck, Seed};
///
/// let seed = Seed::from_bytes([7; 32]);
/// let published = seed.commitment();          // before the first card
/// let cards = seed.shuffled(Deck::standard());
/// let revealed = seed.reveal();               // after the last card
///
/// let seed: Seed = revealed.parse().unwrap(); // anybody, later
/// assert_eq!(published.verify(&seed, Deck::standard(), &cards[..9]), Ok(()));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed of 32 random bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The fingerprint to publish before the first card: SHA-256 of the seed followed by [`SHUFFLE_VERSION`].
    pub fn commitment(&self) -> Commitment {
        let hash = Sha256::new().chain_update(self.0).chain_update(SHUFFLE_VERSION);
        Commitment(hash.finalize().into())
    }

    /// The seed as 64 hexadecimal digits, for publication when the round is over.
    pub fn reveal(&self) -> String {
        Hex(&self.0).to_string()
    }

    /// The cards of a deck in the order in which they leave it.
    pub fn shuffled(&self, deck: Deck) -> Vec<Card> {
        let mut cards: Vec<Card> = deck.cards().collect();
        self.draws().shuffle(&mut cards);
        cards
    }

    /// The random draws that follow from the seed, from the first.
    pub fn draws(&self) -> Draws {
        Draws(ChaCha20Rng::from_seed(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Seed(secret)")
    }
}

impl FromStr for Seed {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Seed, ParseHexError> {
        parse_hex(text).map(Seed)
    }
}

/// Unbiased random numbers and shuffles, drawn one after another from a [`Seed`].
#[derive(Clone, Debug)]
pub struct Draws(ChaCha20Rng);

impl Draws {
    /// A number from 0 up to but not including `bound`, each as likely as any other.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        // Words above the largest multiple of the bound would favour small numbers, so they are drawn again.
        let last_fair = u32::MAX - (u32::MAX % bound + 1) % bound;
        loop {
            let word = self.0.next_u32();
            if word <= last_fair {
                return word % bound;
            }
        }
    }

    /// Puts the items into random order, each order as likely as any other (Fisher-Yates).
    ///
    /// # Panics
    ///
    /// If there are more than `u32::MAX` items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).expect("fewer items than u32 can count");
            items.swap(last, self.below(bound) as usize);
        }
    }
}

/// The fingerprint of a [`Seed`], published before the first card so that the seed cannot be changed afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// The commitment of 32 published bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Commitment {
        Commitment(bytes)
    }

    /// The 32 bytes to publish.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Checks a revealed seed against this commitment, and the cards that were dealt against the seed.
    pub fn verify(&self, seed: &Seed, deck: Deck, dealt: &[Card]) -> Result<(), RevealError> {
        if seed.commitment() != *self {
            return Err(RevealError::OtherSeed);
        }
        let shuffled = seed.shuffled(deck);
        if dealt.len() > shuffled.len() {
            return Err(RevealError::TooManyCards { dealt: dealt.len(), deck: shuffled.len() });
        }
        for (place, (&dealt, expected)) in dealt.iter().zip(shuffled).enumerate() {
            if dealt != expected {
                return Err(RevealError::OtherCard { position: place + 1, expected, dealt });
            }
        }
        Ok(())
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hex(&self.0).fmt(formatter)
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Commitment, ParseHexError> {
        parse_hex(text).map(Commitment)
    }
}

/// Why a revealed seed does not account for the cards that were dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RevealError {
    /// The seed is not the one that was committed to.
    OtherSeed,
    /// More cards were dealt than the deck has.
    TooManyCards {
        /// How many were dealt.
        dealt: usize,
        /// How many the deck has.
        deck: usize,
    },
    /// The seed gives another card.
    OtherCard {
        /// Which card left the deck, counted from 1.
        position: usize,
        /// The card that follows from the seed.
        expected: Card,
        /// The card that was dealt.
        dealt: Card,
    },
}

impl fmt::Display for RevealError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RevealError::OtherSeed => formatter.write_str("the seed is not the one that was committed to"),
            RevealError::TooManyCards { dealt, deck } => {
                write!(formatter, "{dealt} cards were dealt from a deck of {deck}")
            }
            RevealError::OtherCard { position, expected, dealt } => {
                write!(formatter, "card {position} was {dealt}, the seed gives {expected}")
            }
        }
    }
}

impl std::error::Error for RevealError {}

/// A text that is not 64 hexadecimal digits; it is not repeated, because it may be most of a secret seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseHexError;

impl fmt::Display for ParseHexError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("expected 64 hexadecimal digits")
    }
}

impl std::error::Error for ParseHexError {}

struct Hex<'bytes>(&'bytes [u8; 32]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

fn parse_hex(text: &str) -> Result<[u8; 32], ParseHexError> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(ParseHexError);
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        let digits = &text[2 * place..2 * place + 2];
        *byte = u8::from_str_radix(digits, 16).map_err(|_| ParseHexError)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_seed_or_card_does_not_verify() {
        let deck = Deck::with_jokers(1);
        let seed = Seed::from_bytes([1; 32]);
        let commitment = seed.commitment();
        let mut cards = seed.shuffled(deck);
        assert_eq!(commitment.verify(&seed, deck, &cards), Ok(()));
        assert_eq!(commitment.verify(&seed, deck, &[]), Ok(()));

        let other = Seed::from_bytes([2; 32]);
        assert_eq!(commitment.verify(&other, deck, &cards), Err(RevealError::OtherSeed));

        cards.swap(3, 4);
        let error = commitment.verify(&seed, deck, &cards).unwrap_err();
        assert_eq!(error, RevealError::OtherCard { position: 4, expected: cards[4], dealt: cards[3] });

        cards.push(Card::JOKER);
        let error = commitment.verify(&seed, deck, &cards).unwrap_err();
        assert_eq!(error, RevealError::TooManyCards { dealt: 54, deck: 53 });
    }

    #[test]
    fn a_seed_shows_itself_only_when_revealed() {
        let seed = Seed::from_bytes([0xab; 32]);
        assert_eq!(format!("{seed:?}"), "Seed(secret)");
        assert_eq!(seed.reveal(), "ab".repeat(32));
        assert_eq!(seed.reveal().parse(), Ok(seed.clone()));
        assert_eq!(seed.commitment().to_string().parse(), Ok(seed.commitment()));
        assert_eq!("ab".parse::<Seed>(), Err(ParseHexError));
        assert_eq!("é".repeat(32).parse::<Seed>(), Err(ParseHexError));
    }

    #[test]
    fn words_that_would_favour_small_numbers_are_drawn_again() {
        // Half of all words are above the largest multiple of this bound, so a bias would show at once.
        let bound = (1 << 31) + 1;
        let mut draws = Seed::from_bytes([3; 32]).draws();
        let low = (0..10_000).filter(|_| draws.below(bound) < bound / 2).count();
        assert!((4_800..=5_200).contains(&low), "{low} of 10000 in the lower half");
    }
}
