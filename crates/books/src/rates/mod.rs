//! Collection schedules: what a house takes, from whom, and when.
//!
//! A file `books/HOUSE/rates/NAME.toml` holds one or more filed tables. The head of a `[[table]]` names the
//! books it serves, how often and at which moment the fee is taken, what counts as table action, and in
//! `[table.who_pays]` out of whose money each kind of fee comes; then follows one `[[table.schedule]]` for
//! each option. Every key may cite its clause, as `FILE/ID` of the house's clause files.
//!
//! A schedule is chosen by its handle: the number as filed; where the filing prints a number twice, the
//! number with a letter (`61a`, `61b`); where it prints none, a word made of its limit or blinds
//! (`limit-4-8`, `blinds-0.50-1`, `spread-2-6`, `3-6`). Tables that a later list of the same filing
//! replaces are kept under a letter (`A1`, `B16`) and are not offered.
//!
//! What is odd stays as filed and carries a `remark` that names the [`Oddity`]. A filed oddity with its
//! remark loads with a warning; one without a remark, or in a file that nobody filed, is refused.

mod build;
mod charged;
mod check;
mod collect;
mod file;
mod find;
mod price_list;
pub mod row;
mod schedule;
mod view;
mod words;

pub(crate) use build::same_name;
pub use charged::Charged;
pub use check::{Finding, LAWFUL_RATES_MOST, check_rates, check_schedules, count_rates};
pub use collect::{Collection, Destination, Hand, Payer, Stage};
pub use file::{RateTable, RatesFile};
pub use price_list::{PriceGroup, PriceList};
pub use row::{Cap, Remark};
pub use schedule::{BankFee, Fees, PlayerFee, Schedule};
pub use words::{
    Band, Blinds, Counted, Fee, Handle, Limit, Oddity, PayerWord, Per, Structure, TableAction, Taken, Tier,
    WagerTier,
};
