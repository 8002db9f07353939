//! The face of a family: what the room, the server, a case or a program outside asks of any game and any round.
//!
//! Each family answers in its own folder (`face.rs`); [`crate::round`] holds the one table of families and passes
//! every question on. So whoever deals a game never has to know which one it is.

mod asked;
mod game;
mod round;

pub use asked::{Asked, Laid, LaidWager, Move, NotReady, OfferOf, SideWager};
pub use game::{GameFace, TableRules};
pub use round::RoundFace;
