//! Rule books and collection schedules of card rooms, read from TOML and checked.
//!
//! A [`Shelf`] holds the filed books and yours, a [`Book`] its [`Rules`], and every [`Rule`] the clause it rests on:
//!
//! ```
//! use books::{Money, Rules, Shelf};
//!
//! fn main() -> Result<(), books::Problem> {
//!     let shelf = Shelf::filed();
//!     let book = shelf.book(&shelf.find("mortimers/no-bust-6")?)?;
//!     let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
//!     let natural = rules.natural.pays;
//!     assert_eq!(natural.value.to_string(), "6 to 5");
//!     assert_eq!(book.clause_name(natural.clause), "natural-pay");
//!
//!     let schedule = shelf.schedule(&book, "2")?;
//!     assert_eq!(schedule.player_fee(Money::dollars(20)).value, Money::cents(50));
//!     Ok(())
//! }
//! ```
//!
//! The example is a whole program. Its `Cargo.toml`, beside a copy of the project in the folder `cardroom`, needs
//!
//! ```toml
//! [dependencies]
//! books = { path = "cardroom/crates/books" }
//! ```
//!
//! `shelf.add_folder(path)` adds books of your own; [`report`] says what is wrong with them.

pub mod bank;
pub mod blackjack;
mod book;
mod clause;
pub mod double_hand;
pub mod face;
mod families;
mod header;
pub mod house;
mod kept;
pub mod law;
mod outcome;
pub mod pan;
pub mod poker;
mod ranks;
pub mod rates;
pub mod read;
pub mod report;
mod rules;
pub mod rulings;
#[cfg(feature = "schema")]
mod schema;
pub mod seating;
mod shelf;
pub mod structure;
pub mod three_card;
pub mod versions;
mod words;
mod written;
mod zone;

pub use book::{Book, BookId};
pub use clause::{ClauseEntry, ClauseFile, ClauseIndex, ClauseKind, ClauseText, Question};
pub use header::{Family, Header, Range};
pub use house::House;
pub use money::{Clause, Money, NotMoney, NotOdds, Odds, thousands};
pub use outcome::{Outcome, Times};
pub use ranks::{NotRanks, Ranks};
pub use read::Rule;
pub use rules::Rules;
pub use shelf::{Problem, Shelf};
pub use words::{Heading, Sentence};
pub use zone::Zone;
