//! In what order money moves, and how the bank goes round.

use crate::bank::{Direction, First, button_numbers, say_coverage, say_rotation};
use crate::blackjack::{BlackjackRules, Part, Start};
use crate::words::{Words, list};

pub(super) fn settlement(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Paying and collecting");
    let settlement = &rules.settlement;
    say_coverage(*settlement.coverage, words);
    match *settlement.start {
        Start::SecondCard => button(rules, words),
        Start::LastSeat => words.say(
            "Paying and collecting starts at the last seat, which is at the house dealer's right.",
            &["settlement.start"],
        ),
    }
    let direction = settlement.direction.way();
    words.say(
        format!("From there it goes {direction}, seat by seat; a seat without a wager is passed over."),
        &["settlement.direction"],
    );
    words.say(format!("At each spot the order is: {}.", order(rules)), &["settlement.order"]);
    words.either_if(
        "settlement.side_bets_last",
        settlement.side_bets_last,
        "Side bets are settled on a second lap, when all hands are.",
        "Side bets are settled with their spot, not on a second lap.",
    );
    let returned = if *settlement.uncovered_returned { "goes back to its owner" } else { "does not go back" };
    let fee = if *settlement.fee_kept { "the fee for it is kept" } else { "so does the fee for it" };
    let joined = if *settlement.uncovered_returned == *settlement.fee_kept { "but" } else { "and" };
    words.say(
        format!("What the stake does not reach {returned}, {joined} {fee}."),
        &["settlement.uncovered_returned", "settlement.fee_kept"],
    );
}

fn button(rules: &BlackjackRules, words: &mut Words<'_>) {
    let from = match *rules.settlement.count_from {
        First::Seat1 => "seat 1",
        First::LeftOfBank => "the seat at the bank's left",
    };
    words.say(
        format!(
            "The bank's second card places the action button: its number is counted clockwise, starting with {from}, \
             leaving out the bank's seat but not empty ones, and round again if need be. \
             Paying and collecting starts at the button."
        ),
        &["settlement.start", "settlement.count_from"],
    );
    let mut numbers = button_numbers(*rules.settlement.faces_number);
    if *rules.deck.jokers > 0 {
        numbers.push(format!("a joker is {}", *rules.settlement.joker_number));
    }
    words.say(
        format!("For that count {}.", list(&numbers, "and")),
        &["settlement.faces_number", "settlement.joker_number"],
    );
}

fn order(rules: &BlackjackRules) -> String {
    let has_side_bet = rules.buster.is_some() || rules.bonus_bet.is_some();
    let parts = rules.settlement.order.iter().filter_map(|part| match part {
        Part::Hands => Some("the hands as they were played, on each the opening wager before the added one"),
        Part::Insurance => rules.insurance.may_be_offered.then_some("insurance"),
        Part::SideBet => has_side_bet.then_some("the side bet"),
        Part::Backers => rules.table.backline.then_some("the backers in the order they bet"),
    });
    parts.collect::<Vec<_>>().join("; ")
}

pub(super) fn rotation(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("The bank goes round");
    say_rotation(&rules.rotation, Direction::Clockwise, words);
}
