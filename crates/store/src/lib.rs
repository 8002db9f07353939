//! The durable log and ledger of a card room, and the people who may enter it.
//!
//! Every accepted command becomes an [`Entry`] in the stream of its table: the command with the events that it
//! caused, the money that moved, and a hash that covers all of it together with the entry before. A [`Batch`] of
//! entries is on disk when [`Store::append`] returns. docs/log.md describes every byte that is hashed, so that
//! anybody can check a log without this program.
//!
//! ```
//! use money::Money;
//! use store::{Batch, Entry, Sqlite, Store, Stream, Transfer};
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
mod batch;
mod chain;
mod entry;
mod error;
mod fault;
mod hash;
mod people;
mod round;
mod sqlite;
mod store;
mod walk;

pub use archived::{Archive, Archived};
pub use batch::{Batch, Checkpoint, KEPT_EVERY};
pub use chain::LOG_VERSION;
pub use entry::{Entry, Logged, Stream, Tip, Transfer};
pub use error::{Error, Refusal};
pub use fault::{Copied, Fault, Progress, Report};
pub use hash::{Hash, NotAHash};
pub use people::{NewPerson, People, Person};
pub use round::FinishedRound;
pub use sqlite::Sqlite;
pub use store::{Applied, HourSum, Store, Witness};
