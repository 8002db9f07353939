//! The durable log and ledger of a card room, and the people who may enter it.
//!
//! Every accepted command becomes an [`Entry`] in the stream of its table: the command with the events that it
//! caused, the money that moved, and a hash that covers all of it together with the entry before. A [`Batch`] of
//! entries is on disk when [`Log::append`] returns. docs/log.md describes every byte that is hashed, so that
//! anybody can check a log without this program.
//!
//! ```
//! use money::Money;
//! use store::{Batch, Entry, Log, Reader, Sqlite, Stream, Transfer};
//!
//! let mut store = Sqlite::in_memory()?;
//! let bought_in = Entry {
//!     stream: Stream(3),
//!     first: 1,
//!     count: 1,
//!     at_ms: 1_767_225_600_000,
//!     by: "patron:7".into(),
//!     id: Some("a1".into()),
//!     body: r#"{"command":"buy in","events":["bought in"]}"#.into(),
//!     transfers: vec![Transfer {
//!         event: 1,
//!         from: "cage".into(),
//!         to: "table:3/stack:7".into(),
//!         amount: Money::dollars(200),
//!     }],
//! };
//! let hashes = store.append(&Batch { entries: vec![bought_in], ..Batch::default() })?;
//! assert_eq!(store.tip(Stream(3))?.hash, hashes[0]);
//! assert_eq!(store.balances()?["table:3/stack:7"], Money::dollars(200));
//! # Ok::<(), store::Error>(())
//! ```

mod archived;
mod backend;
mod batch;
mod chain;
mod copy;
mod entry;
mod error;
mod fault;
mod hash;
mod leases;
mod log;
mod nodes;
mod people;
mod place;
mod postgres;
mod reader;
mod round;
mod sqlite;
mod walk;

pub use archived::{Archive, Archived};
pub use backend::Backend;
pub use batch::{Batch, Checkpoint, KEPT_EVERY};
pub use chain::LOG_VERSION;
pub use entry::{Entry, Logged, Stream, Tip, Transfer};
pub use error::{Error, Refusal};
pub use fault::{BelowZero, Copied, Fault, Progress, Report};
pub use hash::{Hash, NotAHash};
pub use leases::{Lease, Leases, Scope};
pub use log::Log;
pub use nodes::{Look, Member, NewNode, Nodes};
pub use people::{NewPerson, People, Person, Record};
pub use place::Place;
pub use postgres::{Database, Postgres, Promise};
pub use reader::{Applied, HourSum, Reader, Witness};
pub use round::FinishedRound;
pub use sqlite::{Sqlite, is_archive_name};
