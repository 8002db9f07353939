//! Chances in the filed games: exact where they can be, sampled where they cannot, and every answer says which.

pub mod blackjack;
pub mod equity;
pub mod pan;
pub mod sim;
