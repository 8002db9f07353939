//! Who wins, in what order money moves, what goes wrong, and how the bank goes round.

use crate::Outcome;
use crate::bank::{First, button_numbers, say_coverage, say_rotation};
use crate::three_card::{DealFault, EmptySeat, Forfeits, Part, ThreeCardRules};
use crate::words::{Words, list};

fn happens(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "wins",
        Outcome::Bank => "loses to the bank",
        Outcome::Push => "goes back to the player",
    }
}

fn both(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "win",
        Outcome::Bank => "lose to the bank",
        Outcome::Push => "go back to the player",
    }
}

pub(super) fn results(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("Who wins");
    let results = &rules.results;
    words.say(
        format!(
            "If the bank's hand does not qualify, an ante that was not folded {}, and the play wager {}.",
            happens(*results.unqualified_ante),
            happens(*results.unqualified_play)
        ),
        &["results.unqualified_ante", "results.unqualified_play"],
    );
    words.say(
        format!(
            "If it qualifies, ante and play {} with the better hand, {} with the worse, and {} with an equal one.",
            both(*results.player_higher),
            both(*results.bank_higher),
            both(*results.equal)
        ),
        &["results.player_higher", "results.bank_higher", "results.equal"],
    );
    words.say(
        format!("A won ante is paid {}, a won play wager {}.", *results.ante_pays, *results.play_pays),
        &["results.ante_pays", "results.play_pays"],
    );
    words.either(
        "results.ante_bonus",
        results.ante_bonus,
        "High hands earn the ante a bonus.",
        "High hands earn the ante no bonus.",
    );
}

pub(super) fn settlement(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("Paying and collecting");
    let settlement = &rules.settlement;
    say_coverage(*settlement.coverage, words);
    let from = match *settlement.count_from {
        First::Seat1 => "seat 1",
        First::LeftOfBank => "the seat at the bank's left",
    };
    words.say(
        format!(
            "The bank's card that is turned up places the action button: its number is counted clockwise, \
             starting with {from}, leaving out the bank's seat but not empty ones, and round again if need be."
        ),
        &["settlement.count_from"],
    );
    words.say(
        format!("For that count {}.", list(&button_numbers(*settlement.faces_number), "and")),
        &["settlement.faces_number"],
    );
    match *settlement.empty_seat {
        EmptySeat::NextAnte => words.say(
            "From a seat without an ante the button goes clockwise to the next seat with one, folded or not.",
            &["settlement.empty_seat"],
        ),
    }
    words.say(
        format!(
            "From the button paying and collecting goes {}; a seat is finished before the next begins.",
            settlement.direction.way()
        ),
        &["settlement.direction"],
    );
    let parts: Vec<String> = settlement
        .order
        .iter()
        .map(|part| match part {
            Part::Ante => "ante".to_owned(),
            Part::Play => "play".to_owned(),
            Part::PairPlus => "Pair Plus".to_owned(),
            Part::SixCard => "6 Card Bonus".to_owned(),
        })
        .collect();
    words.say(format!("At each seat the order is: {}.", parts.join("; ")), &["settlement.order"]);
    let forfeits = match *settlement.forfeits {
        Forfeits::InOrder => "set aside and settled with the rest, in the order from the button",
        Forfeits::First => "settled before everything else",
    };
    words.say(format!("Wagers lost by folding are {forfeits}."), &["settlement.forfeits"]);
    if let Some(refunds) = settlement.refunds_first {
        words.either(
            "settlement.refunds_first",
            refunds,
            "If the bank's hand does not qualify, play wagers go back before anything else is settled.",
            "If the bank's hand does not qualify, play wagers go back with the rest of their seat.",
        );
    }
    words.either(
        "settlement.uncovered_returned",
        settlement.uncovered_returned,
        "What the stake does not reach goes back to its owner.",
        "What the stake does not reach does not go back.",
    );
    words.either(
        "settlement.unqualified_opens_bonus_only",
        settlement.unqualified_opens_bonus_only,
        "If the bank's hand does not qualify, only hands that a bonus wager needs are turned up.",
        "All hands are turned up even if the bank's hand does not qualify.",
    );
    words.either(
        "settlement.hands_rebuilt",
        settlement.hands_rebuilt,
        "Cards are gathered so that every hand can be rebuilt in a dispute.",
        "Cards are gathered in any order.",
    );
}

pub(super) fn mishaps(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("When something goes wrong");
    let faults = &rules.irregularities;
    let does = |fault| match fault {
        DealFault::Redeal => "all wagers go back and the round is dealt again without a second fee",
        DealFault::SeatVoid => "the wagers of that seat go back",
        DealFault::RoundVoid => "all wagers go back and the round is over",
    };
    for (what, fault, key) in [
        (
            "If a fault is found before the bank's card is turned up",
            faults.before_card_shown,
            "before_card_shown",
        ),
        (
            "If a player's stack is found to have a wrong number of cards later",
            faults.wrong_stack,
            "wrong_stack",
        ),
        ("If the bank's stack is found to be wrong later", faults.wrong_bank_stack, "wrong_bank_stack"),
        ("If a foreign, double or missing card is found later", faults.bad_deck, "bad_deck"),
    ] {
        words.say(format!("{what}, {}.", does(*fault)), &[&format!("irregularities.{key}")]);
    }
}

pub(super) fn rotation(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("The bank goes round");
    say_rotation(&rules.rotation, *rules.offers.direction, words);
    words.either(
        "offers.house_may_bank",
        rules.offers.house_may_bank,
        "The house may bank.",
        "The house never banks and has no interest in who wins.",
    );
}
