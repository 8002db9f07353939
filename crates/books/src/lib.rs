//! Rule books and collection schedules of card rooms, read from TOML and checked.

mod money;

pub use money::{Money, NotMoney, NotOdds, Odds};
