//! Double-hand (pai gow) poker: seven piles, a dice cup, two hands each, and the house way.
//!
//! Read in the order of a round: [`Setup`] and its checks, the flow from the deal to the opening of hands,
//! settlement, and what happens when something goes wrong.

mod allowed;
mod deck_change;
mod event;
mod face;
mod fees;
mod flow;
mod house_way;
mod looks;
mod pile;
mod report;
mod round;
mod round_view;
mod set;
mod settle;
mod setup;
mod unseen;
mod view;
mod words;

pub use deck_change::may_ask_for_deck;
pub use event::{Allowed, Choice, DEALER, Event, Place, Report, SetBy, Waits};
pub use fees::in_action;
pub use house_way::{Decided, HouseWay};
pub use round::{DoubleHand, SpotState};
pub use set::{Setting, wheel};
pub use settle::compare;
pub use setup::{Bet, Game, Setup};
pub use view::Viewer;
pub use words::NotAChoice;
