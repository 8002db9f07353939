//! Poker hand histories in the PHH format: one hand a `.phh` file, many in a `.phhs` file.
//!
//! A chip of a history is a dollar of the engine, so that half and quarter chips are whole cents.

mod action;
mod check;
mod chips;
mod compare;
mod game;
mod history;
mod plain;
mod replay;
mod script;
mod value;
mod write;

pub use action::{Action, NotAnAction};
pub use game::{Games, Variant};
pub use history::{History, HistoryFault, read, read_each};
pub use replay::{Outcome, Played, replay};
pub use write::{NotWritable, write};
