//! The rules of a poker book in plain words, in the order of a hand.

mod betting;
mod faults;
mod house;
mod showdown;
mod streets;
mod structures;
mod table;

use super::rules::PokerRules;
use crate::read::Citation;
use crate::words::{Heading, Words};

/// The rules as sentences; `citations` is what the book's keys cite.
#[must_use]
pub fn sentences(rules: &PokerRules, citations: &[Citation]) -> Vec<Heading> {
    let mut words = Words::new(citations);
    table::table(rules, &mut words);
    table::cards(rules, &mut words);
    table::button(rules, &mut words);
    table::blinds(rules, &mut words);
    table::posts(rules, &mut words);
    structures::structures(rules, &mut words);
    streets::streets(rules, &mut words);
    streets::discard(rules, &mut words);
    streets::draw(rules, &mut words);
    betting::betting(rules, &mut words);
    betting::acting(rules, &mut words);
    showdown::hands(rules, &mut words);
    showdown::showdown(rules, &mut words);
    showdown::pots(rules, &mut words);
    house::collection(rules, &mut words);
    faults::misdeal(rules, &mut words);
    faults::cards(rules, &mut words);
    faults::board(rules, &mut words);
    house::seating(rules, &mut words);
    words.finish()
}
