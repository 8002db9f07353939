//! The three-card family: three cards against the bank's, with Pair Plus and the 6 Card Bonus.

mod check;
mod rules;
mod words;

pub(crate) use check::check;
pub use rules::*;
pub use words::sentences;
