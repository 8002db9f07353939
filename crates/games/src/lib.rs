//! Rounds of the filed games as pure state machines: cards and choices in, events and money out.

pub mod bank;
pub mod blackjack;
mod choice;
pub mod double_hand;
mod event;
pub mod poker;
mod round;
mod seat;
mod setup;
pub mod text;
pub mod three_card;

pub use choice::{Allowed, Choice, Reason, Refusal};
pub use event::{Event, Face, Place, Record, Verdict, WagerKind};
pub use round::{Round, Waits};
pub use seat::{Party, Seat};
pub use setup::{Bet, Purse, Setup};
