//! What is posted at a poker table.

use books::Money;
use books::poker::{PokerRules, Stakes};
use books::rates::Schedule;

use super::{row, table};
use crate::content::PayTable;

pub(super) fn tables(rules: &PokerRules, schedule: &Schedule, stakes: Option<&Stakes>) -> Vec<PayTable> {
    let structure = schedule.structure;
    let filed = schedule.blinds_in_play().map(|blinds| [Money::ZERO, blinds.small, blinds.big]);
    let posted = stakes.map(|stakes| [stakes.button_blind, stakes.small_blind, stakes.big_blind]);
    let blinds = posted.or(filed).unwrap_or([Money::ZERO; 3]);
    let names = ["Button blind", "Small blind", "Big blind"];
    let named = names.into_iter().zip(blinds).filter(|(_, blind)| !blind.is_zero());
    let mut rows: Vec<_> = named.map(|(name, blind)| row(name, blind)).collect();
    if structure.is_some() && rules.book.seats.value > 0 {
        rows.push(row("Seats", rules.book.seats.value));
    }
    if rows.is_empty() { Vec::new() } else { vec![table("The table", rows)] }
}
