//! Chances in the filed games: exact where they can be, sampled where they cannot, and every answer says which.
//!
//! ```
//! use books::{Rules, Shelf};
//! use cards::parse_cards;
//! use odds::blackjack::{Action, Analysis, Shoe};
//!
//! fn main() -> Result<(), books::Problem> {
//!     let shelf = Shelf::filed();
//!     let book = shelf.book(&shelf.find("marina/no-bust-buster")?)?;
//!     let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
//!
//!     // What a dollar is worth to a player who plays as well as can be, from one fresh deck.
//!     let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, 1));
//!     assert!((-0.05..0.0).contains(&analysis.value()));
//!
//!     // Sixteen against a ten: what each choice would bring, the best one first.
//!     let (hand, up) = (parse_cards("Th 6c").unwrap(), parse_cards("Ks").unwrap()[0]);
//!     let choices = analysis.choices(&hand, up).unwrap();
//!     let (best, value) = choices.list[0];
//!     assert_eq!((best, choices.value()), (Action::Hit, value));
//!     Ok(())
//! }
//! ```
//!
//! The example is a whole program. Its `Cargo.toml`, beside a copy of the project in the folder `cardroom`, needs
//!
//! ```toml
//! [dependencies]
//! odds = { path = "cardroom/crates/odds" }
//! books = { path = "cardroom/crates/books" }
//! cards = { path = "cardroom/crates/cards" }
//! ```
//!
//! [`equity`] asks the same of poker hands, [`sim`] plays whole tables through the engine.

pub mod banked;
pub mod blackjack;
pub mod double_hand;
pub mod equity;
pub mod frequencies;
pub mod money;
pub mod pan;
mod seating;
pub mod sim;
mod space;
pub mod three_card;
mod wager;

pub use seating::Seating;
pub use wager::Wager;
