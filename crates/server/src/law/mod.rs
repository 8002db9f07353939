//! The law at work: packs that count, notices that hang, what the floor overrides, and what a room's log does against any rule
//! of a pack at the moment of each round.

mod book;
mod entry;
mod finding;
mod history;
mod keeping;
mod opened;
mod packs;
mod proof;
mod table;
mod watch;

pub(crate) use book::{LawBook, OF_LAW, Posted, ROOM};
pub use entry::{LawEntry, NoticePart};
pub use finding::{Finding, OverrideTold, RuleStanding};
pub(crate) use history::Badge;
pub(crate) use keeping::LAW_KEPT_EVERY;
pub(crate) use packs::Packs;
pub(crate) use proof::LawProof;
pub(crate) use watch::LawLooked;
pub use watch::Watch;
