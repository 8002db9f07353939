//! Turns and raises, and ways of acting that need a ruling.

use crate::poker::betting::{CapLifts, FirstToAct, ShortAllIn};
use crate::poker::faults::BelowHalf;
use crate::poker::rules::PokerRules;
use crate::words::{Words, count};

pub(super) fn betting(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("Turns and raises");
    let betting = &rules.betting;
    let first = |first| match first {
        FirstToAct::LeftOfBigBlind => "the first live hand left of the big blind",
        FirstToAct::LeftOfButton => "the first live hand left of the button",
    };
    words.say(
        format!(
            "Turns go clockwise; after the deal {} is first, in later rounds {}.",
            first(*betting.first_round),
            first(*betting.later_rounds)
        ),
        &["betting.first_round", "betting.later_rounds"],
    );
    words.either(
        "betting.bet_forbids_check",
        betting.bet_forbids_check,
        "A player who faces a bet calls, raises or folds, and may not check.",
        "A player who faces a bet may check.",
    );
    words.either(
        "betting.may_check",
        betting.may_check,
        "A player who faces no bet may check.",
        "A player who faces no bet must bet or fold.",
    );
    words.either(
        "betting.check_raise",
        betting.check_raise,
        "A player who has checked may raise in the same round.",
        "A player who has checked may not raise in the same round.",
    );
    let lifts = match *betting.cap_lifts {
        CapLifts::TwoLiveHands => {
            "A limit on raises falls away when two live hands are left, those all in among them"
        }
        CapLifts::TwoAbleToBet => "A limit on raises falls away when two players who can still bet are left",
        CapLifts::Never => "A limit on raises never falls away",
    };
    let stays = if *betting.cap_stays {
        "once reached, it stays for the round, whoever folds"
    } else {
        "it falls away even after it was reached"
    };
    words.say(format!("{lifts}; {stays}."), &["betting.cap_lifts", "betting.cap_stays"]);
    let short = match *betting.short_all_in {
        ShortAllIn::ActionOnly => {
            "An all-in below a full bet or raise must be called, but is no raise: \
             a player who has already acted may not raise on it."
        }
        ShortAllIn::HalfBetCounts => {
            "An all-in of half a bet or more is a bet or raise; a smaller one is not."
        }
    };
    words.say(short, &["betting.short_all_in"]);
    words.either(
        "betting.short_all_ins_add_up",
        betting.short_all_ins_add_up,
        "Short all-ins that together make a full raise let a player who acted before raise again.",
        "Short all-ins never add up to a raise.",
    );
    words.either_if(
        "betting.next_completes",
        betting.next_completes,
        "Whoever comes next after a short all-in may make it a full bet or raise, also after having acted.",
        "Only who has not acted may make a short all-in a full bet or raise.",
    );
    words.either(
        "betting.may_fold_unbet",
        betting.may_fold_unbet,
        "A hand may be folded even when checking is free.",
        "A hand may not be folded when checking is free.",
    );
    words.either(
        "betting.table_stakes",
        betting.table_stakes,
        "A player wagers only what lies on the table when the hand begins.",
        "A player may add money during a hand.",
    );
}

pub(super) fn acting(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("How players act");
    let acting = &rules.acting;
    words.either(
        "acting.out_of_turn_binds",
        acting.out_of_turn_binds,
        "An action out of turn binds.",
        "An action out of turn does not bind and is taken back.",
    );
    words.either(
        "acting.early_check_bars",
        acting.early_check_bars,
        "A check out of turn costs the right to bet and raise in that round.",
        "A check out of turn costs nothing.",
    );
    words.either(
        "acting.string_bets",
        acting.string_bets,
        "A bet or raise may be put in by instalments.",
        "A bet or raise is announced, or put in with one motion.",
    );
    words.either(
        "acting.half_bet_is_filled",
        acting.half_bet_is_filled,
        "At least half a bet in one motion must be filled up to the full bet or raise.",
        "Half a bet in one motion is no bet.",
    );
    if let Some(below) = &acting.below_half {
        match **below {
            BelowHalf::Returned => words.say(
                "Less than half a bet, when nobody has bet, goes back, and the player acts again.",
                &["acting.below_half"],
            ),
        }
    }
    words.either(
        "acting.words_bind",
        acting.words_bind,
        "A word in turn binds.",
        "A word in turn does not bind.",
    );
    words.either_if(
        "acting.bet_behind_bet_calls",
        acting.bet_behind_bet_calls,
        "A bet behind a bet is taken as a call.",
        "A bet behind a bet is refused.",
    );
    words.either(
        "acting.single_chip_calls",
        acting.single_chip_calls,
        "One chip above the bet, without a word, is a call.",
        "One chip above the bet, without a word, is a raise.",
    );
    words.either_if(
        "acting.single_chip_opens_least",
        acting.single_chip_opens_least,
        "One chip above the least bet, without a word, opens for the least bet.",
        "One chip above the least bet, without a word, opens for its value.",
    );
    words.either_if(
        "acting.short_call_filled",
        acting.short_call_filled,
        "A player who puts in too little for a call must fill it up.",
        "A player who puts in too little for a call may take it back.",
    );
    words.either_if(
        "acting.call_behind_silent_raise_withdrawn",
        acting.call_behind_silent_raise_withdrawn,
        "A call behind a raise that nobody announced may be taken back until the next player acts.",
        "A call behind a raise that nobody announced stands.",
    );
    words.either_if(
        "acting.floor_fills_raise",
        acting.floor_fills_raise,
        "The floor may have an announced raise filled up.",
        "The floor may not have an announced raise filled up.",
    );
    words.either_if(
        "acting.knock_passes",
        acting.knock_passes,
        "A knock passes, and in the draw stands pat.",
        "A knock means nothing.",
    );
    if let (Some(actions), Some(wagers)) = (&acting.substantial_actions, &acting.substantial_wagers) {
        words.say(
            format!(
                "A player who lets {} actions pass behind, or {} that put chips in, has let substantial \
                 action pass and may lose the right to act.",
                count(**actions),
                count(**wagers)
            ),
            &["acting.substantial_actions", "acting.substantial_wagers"],
        );
    }
    if let Some(seconds) = &acting.time_seconds {
        words.say(
            format!("A player on whom time is called has {} seconds.", **seconds),
            &["acting.time_seconds"],
        );
    }
    words.either_if(
        "acting.may_post_for_another",
        acting.may_post_for_another,
        "One player may post for another.",
        "One player may not post for another.",
    );
    words.either_if(
        "acting.cash_plays",
        acting.cash_plays,
        "Cash on the table plays.",
        "Cash must be changed for chips before it plays.",
    );
    words.either_if(
        "acting.ruled_after_next_deal",
        acting.ruled_after_next_deal,
        "The floor rules on a pot even after the next hand has begun.",
        "The floor does not rule on a pot once the next hand has begun.",
    );
}
