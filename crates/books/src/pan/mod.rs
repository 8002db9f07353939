//! Panguingue: melds of ropes and squares from a pack of 320 cards, paid at once in chips.

mod check;
mod face;
mod rules;
mod words;

pub use rules::*;
pub use words::sentences;
