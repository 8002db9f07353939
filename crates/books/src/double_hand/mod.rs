//! The double-hand family: pai gow poker of seven cards, two hands and a house way.

mod check;
mod house_way;
mod rules;
mod words;

pub(crate) use check::check;
pub use house_way::*;
pub use rules::*;
pub use words::sentences;
