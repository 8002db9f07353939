//! A card room between and around the rounds: tables with their seats, the bank's rotation, wagers, blinds,
//! clocks, waiting lists and collections; the chip ledger; bots; and what happens, in words.
//!
//! Everything is pure: a [`Table`] takes a [`Command`] with the time and, when cards are shuffled, a seed, and
//! answers with what happened or with a refusal that leaves it as it was. So the same commands in the same order
//! give the same table, which is how a log is replayed and verified.

mod asked;
pub mod bots;
mod command;
mod event;
mod ledger;
mod may;
mod open;
mod sides;
mod system;
mod table;
mod time;
mod view;
mod words;

pub use asked::Asked;
pub use command::{By, Command, Wager};
pub use event::{Event, Net, Seen, Told, WhyLeft};
pub use ledger::{Account, Ledger, LedgerFault, NotAnAccount, Transfer};
pub use open::{Dealer, OpenFault, Pace, Spec};
pub use sides::SideWager;
pub use system::System;
pub use table::{Checkpoint, Input, Phase, Seated, Table, default_choice};
pub use time::Time;
pub use view::{
    Allowance, Person, PutView, RoundPerson, SeatInfo, ShareView, StakesTold, TableView, Watcher,
};
pub use words::{result_words, words};

/// Somebody known to the room.
pub type PersonId = u32;

/// A table of the room.
pub type TableId = u32;

pub use games::round::Refusal;
