//! Who wins, in what order money moves, and how the bank goes round.

use crate::Outcome;
use crate::bank::{say_coverage, say_rotation};
use crate::double_hand::{DoubleHandRules, Eligible, NoWagerThere, Part, Start};
use crate::words::{Words, list};

fn wager(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "the player wins",
        Outcome::Bank => "the bank wins",
        Outcome::Push => "it is a push",
    }
}

pub(super) fn results(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("Who wins");
    let results = &rules.results;
    words.say(
        format!(
            "If both hands of a player rank above the bank's, {}; if neither does, {}; if one does, {}.",
            wager(*results.both_higher),
            wager(*results.none_higher),
            wager(*results.one_higher)
        ),
        &["results.both_higher", "results.none_higher", "results.one_higher"],
    );
    let copy = |outcome| match outcome {
        Outcome::Player => "counts for the player",
        Outcome::Bank => "counts for the bank",
        Outcome::Push => "counts for nobody",
    };
    let (front, back) = (*results.front_copy, *results.back_copy);
    let text = if front == back {
        format!("A hand equal to the bank's, front or back, {}.", copy(front))
    } else {
        format!("A front equal to the bank's {}, and an equal back {}.", copy(front), copy(back))
    };
    words.say(text, &["results.front_copy", "results.back_copy"]);
    words.say(format!("A win is paid {}.", *results.pays), &["results.pays"]);
}

pub(super) fn settlement(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("Paying and collecting");
    let settlement = &rules.settlement;
    say_coverage(*settlement.coverage, words);
    match *settlement.start {
        Start::ActionButton => words.say(
            format!(
                "Paying and collecting starts at the action button, which is where the first pile went, \
                 and goes {}.",
                settlement.direction.way()
            ),
            &["settlement.start", "settlement.direction"],
        ),
    }
    match *settlement.no_wager_there {
        NoWagerThere::NextWager => words.say(
            "If that seat is the bank's or has no wager, it starts at the next wager on the way.",
            &["settlement.no_wager_there"],
        ),
    }
    let parts: Vec<String> = settlement
        .order
        .iter()
        .map(|part| match part {
            Part::SeatedPlayer => "the player who holds the seat".to_owned(),
            Part::Backers => "the backers in the order they bet".to_owned(),
        })
        .collect();
    words.say(format!("At each spot the order is: {}.", parts.join("; ")), &["settlement.order"]);
    let unreached = [
        (*settlement.uncovered_returned, "what the stake does not reach goes back to its owner"),
        (*settlement.unused_returned, "stake that met no wager goes back to the banker"),
        (*settlement.fee_kept, "the fee for a wager that the stake did not reach is kept"),
    ];
    let against = [
        "what the stake does not reach does not go back",
        "stake that met no wager does not go back",
        "the fee for a wager that the stake did not reach goes back",
    ];
    let parts: Vec<String> = unreached
        .iter()
        .zip(against)
        .map(|((holds, yes), no)| (if *holds { *yes } else { no }).to_owned())
        .collect();
    words.say(
        format!("When all is settled, {}.", list(&parts, "and")),
        &["settlement.uncovered_returned", "settlement.unused_returned", "settlement.fee_kept"],
    );
    words.either(
        "settlement.in_chips",
        settlement.in_chips,
        "Wins are paid in chips only.",
        "Wins may be paid in cash.",
    );
}

pub(super) fn rotation(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("The bank goes round");
    say_rotation(&rules.rotation, *rules.offers.direction, words);
    words.either(
        "offers.may_pass_early",
        rules.offers.may_pass_early,
        "A banker may pass the position on after one round.",
        "A banker may not pass the position on early.",
    );
    match *rules.offers.eligible {
        Eligible::WageredLastRound => words.say(
            "Only those who had a wager on the spot in the last round are offered the bank: \
             first the player who holds the seat, then the backers, the largest first.",
            &["offers.eligible"],
        ),
    }
    if rules.offers.bank_spot_closed.is_some_and(|rule| rule.value) {
        words.say("Nobody wagers on the spot that banks.", &["offers.bank_spot_closed"]);
    }
}
