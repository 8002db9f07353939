//! Ranking of hands.
//!
//! Every ranking gives a small value that compares: in all of them, the greater value is the better hand and
//! equal values tie. The values print as people name the hand.

mod front;
mod hand;
mod high;
#[allow(dead_code)] // The build script uses what the library does not.
mod key;
mod low;
mod omaha;
mod pineapple;
mod tables;
mod three_card;
#[allow(dead_code)] // The build script uses what the library does not.
mod value;

pub use front::FrontRank;
pub use hand::Hand;
pub use high::{Category, HighRank, Wheel};
pub use low::{AceToFiveRank, DeuceToSevenRank, eight_or_better};
pub use omaha::{THREE_OF_FIVE, omaha_eight_or_better, omaha_high};
pub use pineapple::{lazy_pineapple_eight_or_better, lazy_pineapple_high};
pub use three_card::{ThreeCardCategory, ThreeCardRank};
