//! Panguingue: melds of ropes and squares from a pack of eight, paid at once in chips.
//!
//! Read in the order of a hand: [`Setup`] and its checks, the deal and the declarations (`flow`), a turn (`turn`),
//! what is a meld and what it pays (`meld`), which melds some cards allow (`find`), who pays whom (`pays`), and what
//! happens when something goes wrong (`report`).

mod apply;
mod event;
mod face;
mod find;
mod flow;
mod group;
mod meld;
mod moves;
mod offers;
mod pays;
mod refusal;
mod report;
mod round;
mod round_view;
mod setup;
mod turn;
mod words;

pub use event::{Allowed, Choice, Event, Place, Report, Victory, Waits};
pub use find::Counts;
pub use group::Group;
pub use meld::{Due, Dues, Pay, Shape, Terms, chips};
pub use refusal::{Reason, Refusal};
pub use round::{End, PLAYERS_MAX, Pan, Seated, Source, Stage, Standing, Turn};
pub use setup::{Game, Player, Setup};
pub use words::NotAChoice;
