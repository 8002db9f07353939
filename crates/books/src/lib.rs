//! Rule books and collection schedules of card rooms, read from TOML and checked.

pub mod bank;
pub mod blackjack;
mod book;
mod clause;
pub mod double_hand;
pub mod face;
mod families;
mod header;
pub mod house;
mod kept;
pub mod law;
pub mod pan;
pub mod poker;
mod ranks;
pub mod rates;
pub mod read;
pub mod report;
mod rules;
pub mod rulings;
#[cfg(feature = "schema")]
mod schema;
mod shelf;
pub mod three_card;
pub mod versions;
mod words;
mod zone;

pub use book::{Book, BookId};
pub use clause::{ClauseEntry, ClauseFile, ClauseIndex, ClauseKind, ClauseText, Question};
pub use header::{Family, Header, Range};
pub use house::House;
pub use money::{Clause, Money, NotMoney, NotOdds, Odds};
pub use ranks::{NotRanks, Ranks};
pub use read::Rule;
pub use rules::Rules;
pub use shelf::{Problem, Shelf};
pub use words::{Heading, Sentence};
pub use zone::Zone;
