//! Whole tables played through the engine, many times: what every wager comes to, and how sure that is.
//!
//! Every round begins with a full fresh shoe. Rounds come in blocks, each with random numbers of its own, and all sums
//! are whole numbers, so a result depends on the table, the seed and the number of rounds, and on nothing else.
//!
//! ```
//! use books::{BookId, Rules, Shelf};
//! use odds::blackjack::{Analysis, Shoe};
//! use odds::sim::{Plan, Stream, Table, run};
//!
//! let book = Shelf::filed().book(&BookId::new("marina", "pure-21-5")).unwrap();
//! let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
//! let chart = Analysis::<f64>::of(rules, &Shoe::fresh(rules, 2)).chart();
//! let plan = Plan::new(Table::of(rules, 2), &chart, 7).unwrap();
//! let result = run(&plan, Default::default(), 1000, 1, |_| true).unwrap();
//! assert_eq!(result.all.rounds, 1000);
//! assert!(result.all.of(Stream::Base).error().unwrap() < 0.1);
//! ```

mod blackjack;
pub(crate) mod blocks;
pub(crate) mod random;

pub use blackjack::*;
