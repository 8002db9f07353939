//! Playing cards, decks, committed shuffles and hand ranking.

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
