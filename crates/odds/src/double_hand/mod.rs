//! Exact odds of double-hand (pai gow) poker: every hand of the player against every hand of the bank.
//!
//! # How
//!
//! Hands that differ by a change of suits are one hand with a weight. Both sides' hands come from one deck, so a hand
//! meets only those that share no card with it; they are counted by inclusion and exclusion over the cards they might
//! share: for every set of up to six cards, how many hands with those cards have a lower front and a lower back. Hands
//! come in by rising back, so that only fronts have to be told apart. All counts are whole numbers.
//!
//! # Strategy
//!
//! House way against house way is what a book's chart says. A *best response* knows its own seven cards and that the
//! other side sets the house way. Cards of other players are not used; fees are left out.

mod analysis;
mod best;
mod filed;
mod grid;
mod one;
mod responses;
mod sim;
mod sweep;
mod way;

pub use analysis::{Analysis, NotCounted, Response, RowCount, Terms, Way, Worse};
pub use filed::{WayCount, filed_way};
pub use one::{Counted, Settings, count_hand};
pub use responses::Responses;
pub use sim::{Side, plan, plan_best};
pub(crate) use sim::{deck_of, play};
