//! Panguingue: melds of ropes and squares from a pack of 320 cards, paid at once in chips.

mod check;
mod rules;
mod words;

pub(crate) use check::check;
pub use rules::*;
pub use words::sentences;
