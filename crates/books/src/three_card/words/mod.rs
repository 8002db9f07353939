//! The rules of a three-card book in plain words, in the order of a round.

mod before;
mod bonus;
mod outcome;
mod play;

use super::rules::ThreeCardRules;
use crate::read::Citation;
use crate::words::{Heading, Words};

/// The rules as sentences; `citations` is what the book's keys cite.
#[must_use]
pub fn sentences(rules: &ThreeCardRules, citations: &[Citation]) -> Vec<Heading> {
    let mut words = Words::new(citations);
    before::table(rules, &mut words);
    before::cards(rules, &mut words);
    before::hands(rules, &mut words);
    before::wagers(rules, &mut words);
    before::fees(rules, &mut words);
    play::deal(rules, &mut words);
    play::play(rules, &mut words);
    play::bank(rules, &mut words);
    outcome::results(rules, &mut words);
    bonus::pair_plus(rules, &mut words);
    bonus::six_card(rules, &mut words);
    outcome::settlement(rules, &mut words);
    outcome::mishaps(rules, &mut words);
    outcome::rotation(rules, &mut words);
    words.finish()
}
