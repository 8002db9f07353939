//! What wins and side bets pay: one module for each family.

mod blackjack;
mod double_hand;
mod pan;
mod poker;
mod three_card;

use std::fmt::Display;

use books::Rules;
use books::rates::Schedule;
use books::structure::Stakes;

use crate::content::PayTable;

macro_rules! pays {
    ($($(#[doc = $words:literal])* $Family:ident = $word:literal: $folder:ident ($Rules:ident);)+) => {
        /// The pay tables of a game at a table with this schedule.
        pub(crate) fn tables(rules: &Rules, schedule: &Schedule, stakes: Option<&Stakes>) -> Vec<PayTable> {
            match rules { $(Rules::$Family(rules) => $folder::tables(rules, schedule, stakes),)+ }
        }
    };
}

books::families!(pays);

fn table(title: &str, rows: Vec<(String, String)>) -> PayTable {
    PayTable { title: title.to_owned(), rows }
}

fn row(what: impl Into<String>, pays: impl Display + Copy) -> (String, String) {
    (what.into(), pays.to_string())
}
