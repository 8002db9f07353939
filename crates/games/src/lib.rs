//! Rounds of the filed games as pure state machines: cards and choices in, events and money out.
//!
//! [`round`] plays any game; each family has a module with its own words. A round says what it waits for and takes
//! exactly that:
//!
//! ```
//! use std::sync::Arc;
//!
//! use books::{Money, Rules, Shelf};
//! use cards::parse_cards;
//! use games::blackjack::{Bet, Blackjack, Choice, Game, Setup, Waits};
//! use games::{Party, Purse, Seat};
//!
//! fn main() -> Result<(), books::Problem> {
//!     let shelf = Shelf::filed();
//!     let book = shelf.book(&shelf.find("mortimers/no-bust-6")?)?;
//!     let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
//!     let game = Arc::new(Game { rules: (**rules).clone(), schedule: None });
//!
//!     // Ann in seat 1 has $20 on the table against Bo, who banks in seat 2 with $400.
//!     let purse = |name: &str| Purse { name: name.to_owned(), stack: Money::dollars(500), streak: 0 };
//!     let setup = Arc::new(Setup {
//!         seats: 8,
//!         decks: 6,
//!         purses: vec![purse("Ann"), purse("Bo")],
//!         bank: Seat::new(2),
//!         banker: 1,
//!         stake: Money::dollars(400),
//!         partners: Vec::new(),
//!         bets: vec![Bet { spot: Seat::new(1), purse: 0, base: Money::dollars(20), side: Money::ZERO }],
//!     });
//!     let mut events = Vec::new(); // or (), where nobody wants them
//!     let mut round = Blackjack::open(game, &setup, &mut events).unwrap();
//!
//!     let mut shoe = parse_cards("Kc 7h 6s 8h 5d 9h").unwrap().into_iter();
//!     while round.waits() != Waits::Over {
//!         match round.waits() {
//!             Waits::Card { .. } => round.card(shoe.next(), &mut events).unwrap(),
//!             _ => {
//!                 let choice = if round.hands()[0].hand.total().points < 17 { Choice::Hit } else { Choice::Stand };
//!                 round.choose(Party(0), choice, &mut events).unwrap();
//!             }
//!         }
//!     }
//!     // 21 against the bank's 7, 8 and 9, which is over.
//!     assert_eq!(round.purse(0), Money::dollars(520));
//!     Ok(())
//! }
//! ```
//!
//! The example is a whole program. Its `Cargo.toml`, beside a copy of the project in the folder `cardroom`, needs
//!
//! ```toml
//! [dependencies]
//! games = { path = "cardroom/crates/games" }
//! books = { path = "cardroom/crates/books" }
//! cards = { path = "cardroom/crates/cards" }
//! ```
//!
//! A choice that is not allowed comes back as a [`Refusal`] with its clause, and leaves the round as it was.

pub mod bank;
pub mod begins;
pub mod blackjack;
pub mod double_hand;
pub mod face;
pub mod pan;
pub mod poker;
mod record;
mod refusal;
pub mod round;
mod seat;
pub mod text;
pub mod three_card;

pub use bank::{About, Face, Place, Purse, SetupFault, Verdict, Wrong};
pub use record::Record;
pub use refusal::{Reason, Refusal, RefusalOf};
pub use seat::{Party, Seat};
