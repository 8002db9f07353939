//! Poker: hold'em, Omaha, the Pineapples and lowball as one engine that reads a book.
//!
//! A [`Table`] is a book with its stakes; a [`Setup`] says who plays a hand; a [`Hand`] is played. It has no
//! clock and no randomness: it says what it [`Waits`] for, takes exactly that, and every event carries the
//! clause it rests on.

mod acting;
mod apply;
mod apply_report;
mod betting;
mod board;
mod button;
mod event;
mod exposed;
mod face;
mod hand;
mod in_turn;
mod irregularity;
mod kill;
mod late_post;
mod misdeal;
mod opening;
mod owed;
mod places;
mod pots;
mod refusal;
mod round_view;
mod schedule;
mod settle;
mod setup;
mod showdown;
mod stage;
mod state;
mod table;
mod text;
mod turns;
mod view;

pub use acting::{Motion, Ruling, Word};
pub use betting::{Betting, Means, Turn};
pub use button::{ComingIn, LastHand, coming_in, first_button, next_button};
pub use event::{Choice, DeadHand, Event, FeeFrom, FeeKind, Part, Place, PostKind, Which};
pub use hand::{Hand, PRIVATE_MAX, Phase, Waits};
pub use in_turn::InTurn;
pub use irregularity::Irregularity;
pub use kill::PastPots;
pub use opening::Opening;
pub use places::{PLAYERS_MAX, Places};
pub use pots::{Pot, Pots, halves, layers, share, take};
pub use refusal::{Reason, Refusal};
pub use schedule::{served, stakes_of};
pub use setup::{Fees, Player, Posting, Setup, SetupFault};
pub use showdown::{Low, Ranking, Worth, is_at_most};
pub use table::{Street, Table, Terms};
pub use turns::{Allowed, Offer};
pub use view::{SeatView, View, Viewer};
