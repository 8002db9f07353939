//! Equity: what each poker hand would get of the pot, on average, if the cards still to come were dealt now.
//!
//! A [`Game`] is what a book says about cards and the showdown, a [`Question`] the hands that meet, an [`Answer`]
//! each hand's [`Share`]. Pots are counted in [`PARTS`], so that shares of exact answers add up as integers.
//!
//! ```
//! use books::{BookId, Rules, Shelf};
//! use cards::parse_cards;
//! use odds::equity::{Game, Method, Question};
//!
//! let book = Shelf::filed().book(&BookId::new("marina", "holdem")).unwrap();
//! let Rules::Poker(rules) = &book.rules else { panic!("a poker book") };
//! let hands = ["As Ah", "Ks Kh"].map(|hand| parse_cards(hand).unwrap());
//! let question = Question::new(Game::of(rules).unwrap(), &hands, &[], &[]).unwrap();
//! let answer = question.answer(Method::Exact);
//! assert_eq!(answer.deals, 1_712_304);
//! assert_eq!((answer.shares[0].whole, answer.shares[0].divided), (1_410_336, 9_308));
//! ```
//!
//! # Discards
//!
//! A hand of three in a game that throws one card away may be given before the discard or, with two cards, after
//! it. Before it, hands are taken to lie face up, as in every equity, and all throw at once: each player throws the
//! card without which the hand does best against the others' three-card hands, of which any two may play. Of equal
//! cards the lower one goes. That is a way to play, not a solution of the game between them.
//!
//! # Draws
//!
//! A lowball hand of five stands pat. One with fewer cards draws what it lacks; what it threw away is named among
//! the dead cards.

mod answer;
mod boards;
mod discard;
mod draw;
mod game;
mod question;
mod sample;
mod tally;

pub use answer::{Answer, Basis, Fraction, Share, Side};
pub use game::{Game, NoEquity};
pub use question::{Fault, HANDS_MAX, Method, Question};
pub use tally::PARTS;
