//! Playing cards, decks, committed shuffles and hand ranking.
//!
//! Deal, rank and name two hands of hold'em:
//!
//! ```
//! use cards::{Category, Deck, HighRank, Seed};
//!
//! // Thirty-two bytes from the operating system's random source decide the order of the cards.
//! let seed = Seed::from_bytes([42; 32]);
//! println!("commitment: {}", seed.commitment()); // published before the first card
//!
//! let mut cards = seed.shuffled(Deck::standard()).into_iter();
//! let mut next = |count: usize| cards.by_ref().take(count).collect::<Vec<_>>();
//! let (first, second, board) = (next(2), next(2), next(5));
//!
//! let rank = |pocket: &[_]| HighRank::best(&[pocket, &board].concat()).expect("seven cards");
//! println!("{first:?} has {}, {second:?} has {}", rank(&first), rank(&second));
//! let winner = if rank(&first) >= rank(&second) { &first } else { &second };
//! # let _ = winner;
//!
//! // The notation goes both ways, and what cannot be is refused with its place.
//! let full = Deck::standard().parse("Ks Kd Kc 4h 4d").unwrap();
//! assert_eq!(HighRank::best(&full).unwrap().to_string(), "kings full of fours");
//! assert_eq!(HighRank::best(&full).unwrap().category(), Category::FullHouse);
//! let error = Deck::standard().parse("Th 9c Th").unwrap_err();
//! assert_eq!(error.to_string(), "card 3 (column 7): \"Th\" is one too many, the deck has 1");
//! ```
//!
//! # What is here
//!
//! - [`Card`], [`Rank`], [`Suit`] with their notation; [`CardSet`], a set in one word; [`Deck`], which cards a game
//!   is played with, jokers and several decks included.
//! - [`Seed`], [`Commitment`] and [`Draws`]: shuffles that anybody can check afterwards.
//! - The rankings. All give a small value that compares; **the greater value is always the better hand**, for lows
//!   too, and equal values tie.
//!
//! | hand | ranked by |
//! |---|---|
//! | best five of five, six or seven | [`HighRank::of`], [`HighRank::best`], or card by card with [`Hand`] |
//! | the same with a joker as a bug | [`HighRank::with_bug`], [`HighRank::best_with_bug`] |
//! | two-card front of a double hand | [`FrontRank::of`] |
//! | three cards | [`ThreeCardRank::of`] |
//! | ace-to-five, deuce-to-seven | [`AceToFiveRank::of`], [`DeuceToSevenRank::of`] |
//! | eight-or-better | [`eight_or_better`] |
//! | Omaha, exactly two and three | [`omaha_high`], [`omaha_eight_or_better`] |
//! | Lazy Pineapple, at most two of three | [`lazy_pineapple_high`], [`lazy_pineapple_eight_or_better`] |
//!
//! Ranking allocates nothing and needs no set-up: its tables are part of the program. The cards of a hand must come
//! from one deck; [`Deck::check`] says whether they can.
//!
//! With the feature `serde`, cards, ranks, suits and commitments are strings.

mod card;
mod card_set;
mod deck;
mod notation;
mod rank;
mod ranking;
#[cfg(feature = "serde")]
mod serde;
mod shuffle;
mod suit;

pub use card::Card;
pub use card_set::{CardSet, CardSetIter};
pub use deck::{Deck, DeckCountError, DeckError};
pub use notation::{Fault, ParseCardError, ParseCardsError, parse_cards};
pub use rank::Rank;
pub use ranking::{
    AceToFiveRank, Category, DeuceToSevenRank, FrontRank, Hand, HighRank, ThreeCardCategory, ThreeCardRank,
    Wheel, eight_or_better, lazy_pineapple_eight_or_better, lazy_pineapple_high, omaha_eight_or_better,
    omaha_high,
};
pub use shuffle::{Commitment, Draws, ParseHexError, RevealError, SHUFFLE_VERSION, Seed};
pub use suit::{Color, Suit};
