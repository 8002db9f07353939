//! What the law asks of blackjack alone.

use super::rules::{BlackjackRules, Outcome};
use crate::Clause;
use crate::law::{Breach, LawCheck};

/// What a book of blackjack does against a rule.
pub(super) fn breaches(rules: &BlackjackRules, check: LawCheck) -> Vec<Breach> {
    match check {
        LawCheck::NoBust if *rules.results.player_over == Outcome::Bank => Breach::error(
            "results.player_over",
            rules.results.player_over.clause,
            "a player who is over loses to a bank that is not",
        ),
        LawCheck::No21Target if *rules.values.highest == 21 => Breach::error(
            "values.highest",
            rules.values.highest.clause,
            "hands count to 21, and more is over",
        ),
        LawCheck::TiesToPlayer => {
            let results = &rules.results;
            let ties = [
                ("both have a Natural", results.both_natural),
                ("totals are equal", results.equal),
                ("both are over with equal totals", results.both_over_equal),
            ];
            let lost: Vec<&str> = ties
                .iter()
                .filter(|(_, outcome)| outcome.value != Outcome::Player)
                .map(|(what, _)| *what)
                .collect();
            if lost.is_empty() {
                return Vec::new();
            }
            let what = format!("the player does not win when {}", lost.join(", nor when "));
            Breach::error("results.equal", results.equal.clause, what)
        }
        LawCheck::PlainName => {
            let name = rules.book.name.to_lowercase();
            let has = |word: &str| name.contains(word);
            if has("21") || has("blackjack") {
                let what = format!("the game is called \"{}\"", rules.book.name);
                Breach::error("book.name", Clause::NONE, what)
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    }
}
