//! When the house takes its fee, and who may sit.

use crate::poker::SeatingRules;
use crate::poker::rules::{EndsEarly, FeeMoment, LateBet, PokerRules};
use crate::words::{Words, some};

pub(super) fn collection(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("Fees");
    let collection = &rules.collection;
    let moment = match *collection.moment {
        FeeMoment::AfterFlop => "as soon as the flop lies face up, before its betting",
        FeeMoment::AtDraw => "when the draw begins",
        FeeMoment::BeforeDeal => "before the deal",
    };
    words.say(format!("The fee of a hand is taken {moment}."), &["collection.moment"]);
    let early = match *collection.ends_early {
        EndsEarly::FeeA => {
            "If the hand ends before that, modified fee (a) is taken from the small blind if anybody bet, \
             called or raised; otherwise nothing."
        }
        EndsEarly::NoFee => "If the hand ends before that, nothing is taken.",
        EndsEarly::Kept => "What was taken stays taken, however early the hand ends.",
    };
    words.say(early, &["collection.ends_early"]);
    let late = match *collection.late_bet {
        LateBet::TurnOrRiver => {
            "Modified fee (b) is added once, upon the first bet on the turn or the river."
        }
        LateBet::AfterDraw => "Modified fee (b) is added once, upon the first bet after the draw.",
        LateBet::NoFee => "Nothing is added for bets late in the hand.",
    };
    words.say(late, &["collection.late_bet"]);
    words.either(
        "collection.counts_dealt_in",
        collection.counts_dealt_in,
        "Players who were dealt in are counted for the fee, whoever folds later.",
        "Players still in the hand are counted for the fee.",
    );
    words.either(
        "collection.never_more_than_pot",
        collection.never_more_than_pot,
        "A fee never takes more than the pot holds, and fee (a) never more than the small blind.",
        "A fee may take more than the pot holds.",
    );
    words.either(
        "collection.main_pot_first",
        collection.main_pot_first,
        "The main pot pays first.",
        "The last side pot pays first.",
    );
    words.either(
        "collection.fixed_before_hand",
        collection.fixed_before_hand,
        "The schedule is fixed before the hand and posted at the table.",
        "The schedule may change during a hand.",
    );
    words.either(
        "collection.jackpot",
        collection.jackpot,
        "A jackpot fee is taken.",
        "No jackpot fee is taken.",
    );
    if let Some(minutes) = &collection.timed_minutes {
        words.say(
            format!("Where the fee goes by time, it is due every {} minutes.", **minutes),
            &["collection.timed_minutes"],
        );
    }
}

pub(super) fn seating(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("Seats and money on the table");
    let seating = &rules.seating;
    if let Some(buys) = &seating.short_buys {
        words.say(
            format!(
                "After a full buy-in a player may make {} below the least until the next full one.",
                some(**buys, "buy", "buys")
            ),
            &["seating.short_buys"],
        );
    }
    words.either_if(
        "seating.move_away_costs",
        seating.move_away_costs,
        "A move away from the big blind costs a post or a wait.",
        "A move away from the big blind costs nothing.",
    );
    words.either_if(
        "seating.move_after_blinds_free",
        seating.move_after_blinds_free,
        "A player who has just paid all blinds may move and let them pass.",
        "A player who has just paid all blinds may not move without paying again.",
    );
    words.either_if(
        "seating.newcomer_fixes_seats",
        seating.newcomer_fixes_seats,
        "Once a newcomer has bought in, seats stay as they are.",
        "Seats may change after a newcomer has bought in.",
    );
    words.either_if(
        "seating.relatives_need_leave",
        seating.relatives_need_leave,
        "Relatives need the manager's leave to play in one game.",
        "Relatives may play in one game.",
    );
    words.either_if(
        "seating.chips_leave_table",
        seating.chips_leave_table,
        "Chips may be taken off the table.",
        "Chips may not be taken off the table without cashing in.",
    );
    if let Some(minutes) = &seating.return_minutes {
        words.say(
            format!(
                "A player who comes back within {} minutes must bring back the stack taken away.",
                **minutes
            ),
            &["seating.return_minutes"],
        );
    }
    say_absence(seating, words);
    words.either_if(
        "seating.potting_for_food_only",
        seating.potting_for_food_only,
        "Money drawn from pots may pay for food and drink only.",
        "Money drawn from pots may pay for anything.",
    );
}

/// Says how long a seat is held, and what is due by the clock.
fn say_absence(seating: &SeatingRules, words: &mut Words<'_>) {
    if let Some(minutes) = &seating.meal_minutes {
        words.say(
            format!("A player may be away {} minutes for a meal or for funds.", **minutes),
            &["seating.meal_minutes"],
        );
    }
    if let Some(minutes) = &seating.meal_every_minutes {
        words.say(
            format!("One such leave may be taken in {} minutes.", **minutes),
            &["seating.meal_every_minutes"],
        );
    }
    if let Some(minutes) = &seating.lobby_minutes {
        words.say(
            format!("A player may spend {} minutes of an hour in the lobby.", **minutes),
            &["seating.lobby_minutes"],
        );
    }
    words.either_if(
        "seating.absent_are_listed",
        seating.absent_are_listed,
        "Who is away longer loses the seat and goes on the waiting list.",
        "Who is away longer loses the seat.",
    );
    if let Some(minutes) = &seating.late_fee_minutes {
        words.say(
            format!(
                "Where seats are charged by time, a newcomer within {} minutes of a collection pays it in full.",
                **minutes
            ),
            &["seating.late_fee_minutes"],
        );
    }
}
