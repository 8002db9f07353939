//! What every part of a card room counts and cites with: whole cents, exact odds and pointers to clauses.
//!
//! ```
//! use money::{Money, Odds};
//!
//! let wager: Money = "$25".parse().unwrap();
//! assert_eq!(Odds::new(6, 5).on(wager), Money::dollars(30));
//! assert_eq!(serde_json::to_string(&wager).unwrap(), "2500");
//! ```

mod amount;
mod clause;
mod odds;
#[cfg(feature = "schema")]
mod schema;

pub use amount::{Money, NotMoney, thousands};
pub use clause::Clause;
pub use odds::{NotOdds, Odds};
