//! The rules of a double-hand book in plain words, in the order of a round.

mod before;
mod house_way;
mod mishaps;
mod outcome;
mod setting;

use super::rules::DoubleHandRules;
use crate::read::Citation;
use crate::words::{Heading, Words};

/// The rules as sentences; `citations` is what the book's keys cite.
#[must_use]
pub fn sentences(rules: &DoubleHandRules, citations: &[Citation]) -> Vec<Heading> {
    let mut words = Words::new(citations);
    before::table(rules, &mut words);
    before::cards(rules, &mut words);
    before::wagers(rules, &mut words);
    before::kum_kum(rules, &mut words);
    before::fees(rules, &mut words);
    before::deal(rules, &mut words);
    setting::setting(rules, &mut words);
    house_way::house_way(rules, &mut words);
    setting::foul(rules, &mut words);
    setting::bank(rules, &mut words);
    outcome::results(rules, &mut words);
    outcome::settlement(rules, &mut words);
    mishaps::mishaps(rules, &mut words);
    outcome::rotation(rules, &mut words);
    words.finish()
}
