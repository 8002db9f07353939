//! Exact odds of Three Card Poker: every hand of the player against every hand of the bank.
//!
//! # Strategy
//!
//! The best play knows its own three cards. *Blind* it knows nothing else; *exposed* it also knows the bank's card that
//! the book has turned up before the first decision. Cards of other players are not used. What a wager comes to is asked
//! of [`games::three_card`]; nothing is rounded before the last step.
//!
//! ```
//! use books::{BookId, Rules, Shelf};
//! use odds::three_card::Analysis;
//!
//! let book = Shelf::filed().book(&BookId::new("pinnacle", "three-card-6-card-bonus")).unwrap();
//! let Rules::ThreeCard(rules) = &book.rules else { panic!("a three-card book") };
//! let analysis = Analysis::of(rules);
//! assert!(analysis.blind.value() < analysis.exposed.value() && analysis.exposed.value() < 0.0);
//! ```

mod analysis;
mod bonus;
mod chart;
mod meet;
mod moments;
mod sim;

pub use analysis::{Analysis, Base, Part};
pub use bonus::{Bonus, Hit};
pub use chart::Row;
pub use moments::Moments;
pub use sim::plan;
pub(crate) use sim::play;
