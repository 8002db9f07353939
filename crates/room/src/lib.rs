//! A card room between and around the rounds: tables with their seats, the bank's rotation, wagers, blinds,
//! clocks, waiting lists and collections; the chip ledger; bots; and what happens, in words.
//!
//! Everything is pure: a [`Table`] takes a [`Command`] with the time and, when cards are shuffled, seeds, and
//! answers with what happened or with a refusal that leaves it as it was. So the same commands in the same order
//! give the same table, which is how a log is replayed and verified.
//!
//! ```
//! use books::{Money, Shelf};
//! use games::Seat;
//! use room::{By, Command, Input, Phase, Spec, Table, Time, Wager};
//!
//! fn main() -> Result<(), room::OpenFault> {
//!     let (mut table, _) = Table::open(&Shelf::filed(), 1, Spec::of("mortimers/no-bust-6"))?;
//!     let mut give = |person: u32, name: &str, command: Command| {
//!         let (now, wallet) = (Time(1_000_000), Money::dollars(500));
//!         let mut input = Input { now, seeds: &mut || [7; 32], name, wallet, is_bot: false };
//!         table.command(By::Patron(person), &command, &mut input)
//!     };
//!     let buy_in = Money::dollars(200);
//!     give(1, "Ann", Command::Sit { seat: Seat::new(1), buy_in }).unwrap();
//!     give(2, "Bo", Command::Sit { seat: Seat::new(2), buy_in }).unwrap();
//!     assert!(give(3, "Cy", Command::Sit { seat: Seat::new(2), buy_in }).is_err());
//!
//!     // Ann is offered the bank and takes it; Bo wagers, and with nobody left to wait for the cards are dealt.
//!     give(1, "Ann", Command::TakeBank { stake: Money::dollars(100) }).unwrap();
//!     let wager = Wager { base: Money::dollars(10), ..Wager::default() };
//!     give(2, "Bo", Command::PutWager { spot: Seat::new(2), wager }).unwrap();
//!     let told = give(2, "Bo", Command::Ready).unwrap();
//!     assert_eq!(table.phase(), Phase::Playing);
//!     for event in &told {
//!         println!("{}", event.words(Some(2), &table));
//!     }
//!     Ok(())
//! }
//! ```
//!
//! The example is a whole program. Its `Cargo.toml`, beside a copy of the project in the folder `cardroom`, needs
//!
//! ```toml
//! [dependencies]
//! room = { path = "cardroom/crates/room" }
//! books = { path = "cardroom/crates/books" }
//! games = { path = "cardroom/crates/games" }
//! ```

mod asked;
pub mod bots;
mod cited;
mod clause;
mod command;
mod correction;
mod desk;
mod event;
mod ledger;
mod may;
mod open;
mod preview;
mod sentences;
mod shoe;
mod sides;
mod system;
mod table;
mod table_events;
mod time;
mod told;
mod view;
mod why;
mod words;

pub use asked::Asked;
pub use cited::Cited;
pub use command::{By, Command, Wager};
pub use correction::{Chips, Correction, Why};
pub use desk::{AtDesk, Bring, ConsentAwaited, Dispute, KnownRound, ShoeCount, SignedIn};
pub use event::{Event, Net};
pub use ledger::{Account, ChipKind, Ledger, LedgerFault, NotAnAccount, Transfer};
pub use may::{Allowance, May};
pub use open::{Dealer, OpenFault, Pace, Spec};
pub use preview::{Preview, PreviewChips, PreviewLine};
pub use shoe::{LastingShoe, ShoeCut, ShoeView};
pub use sides::SideWager;
pub use system::System;
pub use table::{
    Checkpoint, ClosingView, Input, Phase, SealedAhead, Seated, ShufflesSoFar, Table, ToSeal, default_choice,
    is_same_company,
};
pub use time::Time;
pub use told::{Seen, Shown, Told};
pub use view::{
    DealerStep, PaymentView, Person, PutView, RoundPerson, SeatInfo, ShareView, StakesTold, StepKind,
    TableView, Watcher, WordsView,
};
pub use why::{WhyLeft, WhyPassed};
pub use words::{result_words, words};

/// Somebody known to the room.
pub type PersonId = u32;

/// A table of the room.
pub type TableId = u32;

pub use games::round::Refusal;
pub use seal::{Opening, Spoken};
