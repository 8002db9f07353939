//! The three-card family: three cards against the bank's, with Pair Plus and the 6 Card Bonus.

mod check;
mod face;
mod rules;
mod side_bets;
mod words;

pub use rules::*;
pub use side_bets::*;
pub use words::sentences;
