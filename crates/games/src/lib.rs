//! Rounds of the filed games as pure state machines: cards and choices in, events and money out.

pub mod bank;
pub mod blackjack;
pub mod double_hand;
pub mod face;
pub mod pan;
pub mod poker;
mod record;
mod refusal;
pub mod round;
mod seat;
pub mod text;
pub mod three_card;

pub use bank::{Face, Place, Purse, SetupFault, SystemFault, Verdict};
pub use record::Record;
pub use refusal::{Reason, Refusal, RefusalOf};
pub use seat::{Party, Seat};
