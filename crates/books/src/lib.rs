//! Rule books and collection schedules of card rooms, read from TOML and checked.

mod clause;
mod money;
pub mod read;

pub use clause::{Clause, ClauseEntry, ClauseFile, ClauseIndex, ClauseKind, ClauseText, Question};
pub use money::{Money, NotMoney, NotOdds, Odds};
pub use read::Rule;
