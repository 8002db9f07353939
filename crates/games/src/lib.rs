//! Rounds of the filed games as pure state machines: cards and choices in, events and money out.

pub mod bank;
//BJ
mod choice;
mod event;
mod round;
mod seat;
mod setup;
pub mod text;

pub use choice::{Allowed, Choice, Reason, Refusal};
pub use event::{Event, Face, Place, Record, Stage, Verdict, WagerKind};
pub use round::{Round, Waits};
pub use seat::{Party, Seat};
pub use setup::{Bet, Person, Setup, Spot};
