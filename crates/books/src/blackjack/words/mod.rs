//! The rules of a blackjack book in plain words, in the order of a round.

mod before;
mod choices;
mod mishaps;
mod results;
mod settlement;
mod side_bets;

use super::rules::BlackjackRules;
use crate::Odds;
use crate::read::Citation;
use crate::words::{Heading, Words, list};

/// The rules as sentences; `citations` is what the book's keys cite.
#[must_use]
pub fn sentences(rules: &BlackjackRules, citations: &[Citation]) -> Vec<Heading> {
    let mut words = Words::new(citations);
    before::table(rules, &mut words);
    before::cards(rules, &mut words);
    before::hands(rules, &mut words);
    before::deal(rules, &mut words);
    before::insurance(rules, &mut words);
    choices::hit_or_stand(rules, &mut words);
    choices::double(rules, &mut words);
    choices::split(rules, &mut words);
    choices::surrender(rules, &mut words);
    choices::bank(rules, &mut words);
    results::results(rules, &mut words);
    results::special(rules, &mut words);
    results::pays(rules, &mut words);
    side_bets::buster(rules, &mut words);
    side_bets::bonus_bet(rules, &mut words);
    side_bets::bonuses(rules, &mut words);
    settlement::settlement(rules, &mut words);
    settlement::rotation(rules, &mut words);
    mishaps::mishaps(rules, &mut words);
    mishaps::barred(rules, &mut words);
    words.finish()
}

fn odds_list(odds: &[Odds]) -> String {
    let odds: Vec<String> = odds.iter().map(ToString::to_string).collect();
    list(&odds, "or")
}
