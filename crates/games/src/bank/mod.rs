//! What all banked games share: the rotating, limited player-dealer with stake and coverage, the action
//! button, the rotation, the people's purses and pooled money, and what becomes of wagers.

pub mod button;
mod deal;
mod fee;
mod purse;
mod rotation;
mod share;
mod stake;
mod verdict;

pub use deal::{Face, Place};
pub(crate) use fee::{Cost, Fee, check_purses};
pub use purse::{Purse, SetupFault, SystemFault};
pub use rotation::{Bank, Candidate, Offer, Person, Rotation};
pub use share::{PARTNERS_MAX, Share, divide};
pub(crate) use share::{Pool, purse_of};
pub use stake::Stake;
pub use verdict::Verdict;
