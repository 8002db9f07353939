//! Who wins, and what a win is paid.

use crate::Odds;
use crate::Rule;
use crate::blackjack::{BlackjackRules, JokerTie, Outcome, Reach};
use crate::words::{Words, list};

use super::odds_list;

pub(super) fn results(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Who wins");
    let results = &rules.results;
    let mut cell = |case: &str, result: &Rule<Outcome>, key: &str| {
        words.say(format!("If {case}, {}.", outcome(result.value)), &[key]);
    };
    cell("both have a Natural", &results.both_natural, "results.both_natural");
    cell("only the player has a Natural", &results.player_natural, "results.player_natural");
    cell("only the bank has a Natural", &results.bank_natural, "results.bank_natural");
    cell("only the bank is over", &results.bank_over, "results.bank_over");
    cell("only the player is over", &results.player_over, "results.player_over");
    cell("neither is over and the player's total is higher", &results.player_higher, "results.player_higher");
    cell("neither is over and the bank's total is higher", &results.bank_higher, "results.bank_higher");
    if let Some(result) = &results.player_highest {
        cell("the player has exactly 21 and the bank less", result, "results.player_highest");
    }
    if let Some(result) = &results.bank_highest {
        cell("the bank has exactly 21 and the player less", result, "results.bank_highest");
    }
    cell("neither is over and the totals are equal", &results.equal, "results.equal");
    cell(
        "both are over and the bank's total is lower",
        &results.both_over_bank_nearer,
        "results.both_over_bank_nearer",
    );
    cell("both are over and the totals are equal", &results.both_over_equal, "results.both_over_equal");
    cell(
        "both are over and the player's total is lower",
        &results.both_over_player_nearer,
        "results.both_over_player_nearer",
    );
    match results.joker_against_highest.map(|rule| rule.value) {
        Some(JokerTie::Push) => words.say(
            "A 21 with a joker and one without push like any equal totals.",
            &["results.joker_against_highest"],
        ),
        Some(JokerTie::JokerWins) => {
            words.say("But a 21 with a joker beats one without.", &["results.joker_against_highest"]);
        }
        None => {}
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "the player wins",
        Outcome::Bank => "the bank wins",
        Outcome::Push => "the wager pushes",
    }
}

pub(super) fn special(rules: &BlackjackRules, words: &mut Words<'_>) {
    let special = &rules.special;
    let hands = |outcome: Outcome| match outcome {
        Outcome::Player => "wins",
        Outcome::Bank => "loses",
        Outcome::Push => "pushes",
    };
    let reached = |reach: Reach| match reach {
        Reach::NearerOver => "every over hand with a lower total",
        Reach::EveryOver => "every over hand",
    };
    if let Some(bank) = &special.bank_suited_789 {
        words.say(
            format!(
                "But if the bank's hand is exactly 7, 8 and 9 of one suit, {} {}.",
                reached(bank.reaches),
                hands(bank.result)
            ),
            &["special.bank_suited_789"],
        );
    }
    if let Some(bank) = &special.bank_888 {
        words.say(
            format!(
                "But if the bank's hand is exactly three eights, {} {}.",
                reached(bank.reaches),
                hands(bank.result)
            ),
            &["special.bank_888"],
        );
        if let Some(choices) = &special.bank_888_may {
            let others = choices.iter().filter(|choice| **choice != bank.result);
            let others: Vec<String> = others.map(|choice| hands(*choice).to_owned()).collect();
            words.say(
                format!(
                    "The house may choose that {} {} instead.",
                    reached(bank.reaches),
                    list(&others, "or")
                ),
                &["special.bank_888_may"],
            );
        }
    }
    if let Some(three) = &special.player_three_cards {
        words.say(
            format!(
                "But if both are over and the player's total is lower, the player's hand of exactly three cards \
                 with a total from {} to {} {}.",
                three.least,
                three.most,
                hands(three.result)
            ),
            &["special.player_three_cards"],
        );
    }
}

pub(super) fn pays(rules: &BlackjackRules, words: &mut Words<'_>) {
    let (natural, wins) = (*rules.natural.pays, *rules.results.wins_pay);
    let text = if natural == wins {
        format!("Every win is paid {wins}, a Natural's too.")
    } else {
        format!("A Natural's win is paid {natural}; every other win is paid {wins}.")
    };
    words.say(text, &["natural.pays", "results.wins_pay"]);
    if let Some(choices) = &rules.natural.may_pay {
        let others: Vec<Odds> = choices.iter().copied().filter(|odds| *odds != natural).collect();
        words.say(
            format!("The house may choose to pay a Natural {} instead.", odds_list(&others)),
            &["natural.may_pay"],
        );
    }
}
