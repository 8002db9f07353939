//! The double-hand family: pai gow poker of seven cards, two hands and a house way.

mod check;
mod face;
mod house_way;
mod irregularities;
mod rules;
mod words;

pub use house_way::*;
pub use irregularities::*;
pub use rules::*;
pub use words::sentences;
