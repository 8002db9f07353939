//! Exact odds of blackjack from a finite shoe, for one player against a bank that can pay.
//!
//! # Strategy
//!
//! The best play looks at what its own hand is made of, by ranks, and at the up card; suits of its own cards are not
//! used. Hands of a split pair are played as opening hands of the same cards would be, as far as the book allows it
//! after a split, and pairs are split again whenever the book allows. Cards in other hands of the same player are not
//! used. Given that way to play, every value is exact.
//!
//! ```
//! use books::{BookId, Rules, Shelf};
//! use odds::blackjack::{Analysis, Shoe};
//!
//! let book = Shelf::filed().book(&BookId::new("marina", "pure-21-5")).unwrap();
//! let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
//! let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, 1));
//! assert!(analysis.value() < 0.0);
//! ```

mod analysis;
mod bank;
mod chances;
mod chart;
mod choices;
mod deviations;
mod drawing;
mod filed;
mod hands;
mod later;
mod least;
mod maker;
mod number;
mod pays;
mod shoe;
mod side;
mod split;
mod stages;
mod up;
mod values;
mod variations;
mod wagers;

pub use crate::wager::Wager;
pub use analysis::{Analysis, BankHand, UpCard};
pub(crate) use chart::POINTS_MAX;
pub use chart::{Advice, Chart};
pub use choices::{Choices, NoHand};
pub use deviations::{Cell, Deviation};
pub use drawing::{LastHands, Mark, Sheet, html, last_hands, last_hands_are, sheet, svg};
pub use filed::filed_chart;
pub use hands::{Action, TooManyHands};
pub use number::{Exact, Number};
pub use shoe::Shoe;
pub use variations::{Valued, Variation, values_of, variations};
pub use wagers::wagers;
