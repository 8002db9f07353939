//! The coach says what the analysis says, in situations that bots come into, and knows nothing that its player does not.

mod equities;
mod hall;
mod hidden;
mod kept;
mod pots;
mod review;
mod situations;
mod spots;
