//! The blackjack family: No Bust, Pure 21.5 and their kin.

mod bonuses;
mod check;
mod face;
mod irregularities;
mod law;
mod natural;
mod rules;
mod words;

pub use bonuses::*;
pub use irregularities::*;
pub use natural::*;
pub use rules::*;
pub use words::sentences;
