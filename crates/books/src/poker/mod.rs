//! The poker family: hold'em, Omaha, the Pineapples and lowball.

mod betting;
mod check;
mod check_hands;
mod face;
mod faults;
mod hands;
mod kill;
mod rules;
mod seating;
mod stakes;
mod words;

pub use betting::*;
pub use faults::*;
pub use hands::*;
pub use kill::*;
pub use rules::*;
pub use seating::*;
pub use words::sentences;
