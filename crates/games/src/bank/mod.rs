//! The rotating, limited player-dealer: stake and coverage, action button, rotation.

pub mod button;
mod rotation;
mod stake;

pub use rotation::{Bank, Offer, Person, Rotation};
pub use stake::Stake;
