//! The rules of Panguingue in plain words, in the order of a hand.

mod before;
mod melds;
mod pays;
mod turn;

use super::rules::PanRules;
use crate::read::Citation;
use crate::words::{Heading, Words};

/// The rules as sentences; `citations` is what the book's keys cite.
#[must_use]
pub fn sentences(rules: &PanRules, citations: &[Citation]) -> Vec<Heading> {
    let mut words = Words::new(citations);
    before::table(rules, &mut words);
    before::cards(rules, &mut words);
    before::tops(rules, &mut words);
    before::deal(rules, &mut words);
    turn::declaring(rules, &mut words);
    turn::draw(rules, &mut words);
    melds::melds(rules, &mut words);
    melds::moving(rules, &mut words);
    turn::forcing(rules, &mut words);
    pays::conditions(rules, &mut words);
    pays::additions(rules, &mut words);
    pays::going_out(rules, &mut words);
    turn::mishaps(rules, &mut words);
    before::time(rules, &mut words);
    words.finish()
}
