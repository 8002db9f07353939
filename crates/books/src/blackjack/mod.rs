//! The blackjack family: No Bust, Pure 21.5 and their kin.

mod check;
mod irregularities;
mod rules;
mod words;

pub(crate) use check::check;
pub use irregularities::*;
pub use rules::*;
pub use words::sentences;
