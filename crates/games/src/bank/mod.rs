//! What all banked games share: the rotating, limited player-dealer with stake and coverage, the action
//! button, the rotation, what stands on the table before the first card, the people's money and the bank's, and what
//! becomes of wagers.

mod account;
pub mod button;
mod counted;
mod deal;
mod fault;
mod purse;
mod rotation;
mod settle;
mod setup;
mod share;
mod stake;
mod verdict;
mod wrong;

pub(crate) use account::{Account, Payer};
pub(crate) use counted::counted;
pub use deal::{Face, Place};
pub use fault::{About, SetupFault};
pub use purse::Purse;
pub use rotation::{Bank, Candidate, Offer, Person, Rotation};
pub(crate) use settle::{Due, Settled};
pub(crate) use setup::{Cost, Faults, Fee, Table};
pub use share::{PARTNERS_MAX, Share, divide};
pub(crate) use share::{Pool, purse_of};
pub use stake::Stake;
pub use verdict::Verdict;
pub use wrong::Wrong;
