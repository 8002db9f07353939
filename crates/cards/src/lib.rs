//! Playing cards, decks, committed shuffles and hand ranking.
//!
//! Shuffle with a commitment, deal two hands of hold'em, rank and name them, and let anybody check the shuffle:
//!
//! ```
//! use cards::{Card, Category, Deck, HighRank, Seed};
//!
//! // A seed is 32 bytes of the operating system's random source; here they are fixed, so that this page can say
//! // what comes out. Its commitment is published before the first card.
//! let seed = Seed::from_bytes([62; 32]);
//! let published = seed.commitment();
//!
//! let deck = Deck::standard();
//! let cards = seed.shuffled(deck);
//! let (first, second, board) = (&cards[0..2], &cards[2..4], &cards[4..9]);
//! assert_eq!(format!("{first:?} {second:?} {board:?}"), "[8h, 8s] [Ac, 7c] [Ts, Th, 9s, Td, 4s]");
//!
//! // Ranks compare, and print as people name the hand.
//! let rank = |pocket: &[Card]| HighRank::best(&[pocket, board].concat()).expect("seven cards");
//! assert!(rank(first) > rank(second));
//! assert_eq!(rank(first).to_string(), "tens full of eights");
//! assert_eq!(rank(second).to_string(), "three tens");
//! assert_eq!(rank(second).category(), Category::ThreeOfAKind);
//!
//! // The seed is revealed after the last card. Whoever kept the commitment can check every card that was dealt.
//! let revealed: Seed = seed.reveal().parse()?;
//! published.verify(&revealed, deck, &cards[..9])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Cards are written and read as people do. What is no card, and what cannot come from the deck, is refused with
//! the word and its place:
//!
//! ```
//! use cards::{Deck, HighRank, ThreeCardRank, Wheel, parse_cards};
//!
//! let seven = Deck::with_jokers(1).parse("Ah Ad Joker 9c 9d 4s 10h")?;
//! let rank = HighRank::best_with_bug(&seven, Wheel::Lowest).expect("seven cards");
//! assert_eq!(format!("{rank:#}"), "aces full of nines (A A A 9 9)");
//!
//! let three = Deck::standard().parse("As Ks Qs")?;
//! assert_eq!(ThreeCardRank::of(three[..].try_into()?).to_string(), "mini royal");
//!
//! let error = parse_cards("9c 1x").unwrap_err();
//! assert_eq!(error.to_string(), "card 2 (column 4): \"1x\" is not a card such as Th, 10h or Joker");
//! let error = Deck::standard().parse("Th 9c Th").unwrap_err();
//! assert_eq!(error.to_string(), "card 3 (column 7): \"Th\" is one too many, the deck has 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod card;
mod card_set;
mod deck;
mod notation;
mod rank;
mod ranking;
#[cfg(feature = "schema")]
mod schema;
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
    AceToFiveRank, Category, DeuceToSevenRank, FrontRank, Hand, HighRank, THREE_OF_FIVE, ThreeCardCategory,
    ThreeCardRank, Wheel, eight_or_better, lazy_pineapple_eight_or_better, lazy_pineapple_high,
    omaha_eight_or_better, omaha_high,
};
pub use shuffle::{Commitment, Draws, ParseHexError, RevealError, SHUFFLE_VERSION, Seed};
pub use suit::{Color, Suit};
