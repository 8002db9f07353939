//! Blackjack with a rotating bank: No Bust, Pure 21.5 and their kin, read top-down in the order of a round.

mod choice;
mod event;
mod face;
mod flow;
mod hand;
mod open;
mod permit;
pub mod play;
mod report;
mod round_view;
mod settle;
mod setup;
mod side;
pub mod simulation;
mod state;
mod take;
mod terms;
mod turn;
mod waits;

pub use choice::{Allowed, Choice};
pub use event::{Event, WagerKind};
pub use hand::{Count, Hand, Suits, Total};
pub use open::Opening;
pub use play::{Decision, compare, is_natural};
pub use report::Report;
pub use setup::{Bet, Setup};
pub use side::{bonus_bet_pays, buster_pays, buster_pays_for, house_bonus};
pub use state::{Blackjack, End, Game, PlayerHand, SpotState, Wager};
pub use terms::Terms;
pub use waits::Waits;
