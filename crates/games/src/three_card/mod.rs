//! Three Card Poker with Pair Plus and the 6 Card Bonus against a rotating bank.
//!
//! Read in the order of a round: [`Setup`] and its checks, the deal and the decisions, settlement from the
//! action button, and what happens when something goes wrong.

mod event;
mod face;
mod flow;
mod report;
mod round;
mod round_view;
mod settle;
mod setup;
mod words;

pub use event::{Allowed, Choice, Event, Report, WagerKind, Waits};
pub use round::{Seated, Stack, ThreeCard, Viewer};
pub use settle::{
    Due, bank_qualifies, base_due, bonus_due, compare, forfeited_by_fold, pair_plus_pays, six_card_pays,
};
pub use setup::{Bet, Game, Setup};
pub use words::NotAChoice;
