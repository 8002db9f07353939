//! What players may and must do with their hands, and how the bank's hand is drawn.

use crate::blackjack::{Added, BankDraws, BankSecondCard, BlackjackRules, Pairs, SurrenderWhen, TenSplits};
use crate::words::{Words, count};

pub(super) fn hit_or_stand(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Hit or stand");
    let player = &rules.player;
    let (hit_hard, hit_soft) = (*player.must_hit_hard, *player.must_hit_soft);
    // A soft total is 12 at least, so that a lower limit on soft totals binds nobody.
    let hit = match (hit_hard, hit_soft) {
        (hard, soft) if hard == soft => format!("{hard} or less"),
        (hard, 0..12) => format!("hard {hard} or less"),
        (hard, soft) => format!("hard {hard} or less and on soft {soft} or less"),
    };
    words.say(format!("On {hit} a player may not stand."), &["player.must_hit_hard", "player.must_hit_soft"]);
    let highest = *rules.values.highest;
    let from = |total: u8| if total == highest { total.to_string() } else { format!("{total} or more") };
    let (hard, soft) = (*player.must_stand_hard, *player.must_stand_soft);
    let stand = match (hard > highest, soft > highest) {
        (false, false) if hard == soft => format!("On {}, hard or soft, a player must stand.", from(hard)),
        (false, false) => {
            format!("On hard {} and on soft {} a player must stand.", from(hard), from(soft))
        }
        (false, true) => format!("On hard {} a player must stand; soft totals are free.", from(hard)),
        (true, false) => format!("On soft {} a player must stand; hard totals are free.", from(soft)),
        (true, true) => "No total has to stand.".to_owned(),
    };
    words.say(
        format!("{stand} A Natural always stands."),
        &["player.must_stand_hard", "player.must_stand_soft"],
    );
    if hard <= 2 * *rules.values.faces {
        words.say(
            "Two ten-value cards may be split all the same.",
            &["split.pairs", "player.must_stand_hard"],
        );
    }
    if *player.joker_hand_stands {
        words.say(
            "A hand with a joker can only stand: no hit, no double, no split, no surrender.",
            &["player.joker_hand_stands"],
        );
    }
    words.say("On any other total the player chooses to hit or stand.", &["player.must_stand_soft"]);
}

pub(super) fn double(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Double");
    let amount = added(*rules.double.amount);
    let when =
        if *rules.double.two_cards_only { "On the two opening cards" } else { "On any number of cards" };
    words.say(
        format!(
            "{when} a player may double: add a wager {amount} the opening one \
             and get exactly {} more card.",
            count(*rules.double.cards)
        ),
        &["double.two_cards_only", "double.amount", "double.cards"],
    );
    let after_split = if *rules.double.after_split {
        "A hand of two cards that comes from a split may be doubled too, unless aces were split."
    } else {
        "A hand that comes from a split may not be doubled."
    };
    words.say(after_split, &["double.after_split"]);
    let must_stand = if *rules.double.must_stand_totals {
        "A total on which a player must stand may be doubled all the same, but not a Natural."
    } else {
        "A total on which a player must stand may not be doubled, nor a Natural."
    };
    words.say(must_stand, &["double.must_stand_totals"]);
}

fn added(amount: Added) -> &'static str {
    match amount {
        Added::Equal => "equal to",
        Added::UpToEqual => "of up to",
    }
}

pub(super) fn split(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Split");
    let split = &rules.split;
    let pairs = match *split.pairs {
        Pairs::SameValue => "Two cards that count the same, such as a 10 and a king,",
        Pairs::SameRank => "Two cards of the same rank",
    };
    words.say(
        format!(
            "{pairs} may be split into two hands, with a wager {} the opening one on the new hand.",
            added(*split.amount)
        ),
        &["split.pairs", "split.amount"],
    );
    let times = match split.times.limit() {
        None => "A hand may be split any number of times.".to_owned(),
        Some(times) => format!(
            "A hand may be split {} at most, into {} hands.",
            times_of(times),
            count(times.saturating_add(1))
        ),
    };
    words.say(times, &["split.times"]);
    let aces = match split.aces_times.limit() {
        None => "Aces may be split any number of times".to_owned(),
        Some(times) => format!("Aces may be split {}", times_of(times)),
    };
    let aces_cards = if *split.aces_one_card {
        "each split ace gets one card only. Other split hands are played like any hand"
    } else {
        "split aces are played like any hand"
    };
    words.say(format!("{aces}; {aces_cards}."), &["split.aces_times", "split.aces_one_card"]);
    if *split.tens == TenSplits::ThirdSameSuit {
        words.say("The third split of ten-value cards at a spot needs two of one suit.", &["split.tens"]);
    }
}

fn times_of(times: u8) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{} times", count(more)),
    }
}

pub(super) fn surrender(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Surrender");
    match *rules.surrender.when {
        SurrenderWhen::Never => {
            words.say("There is no surrender.", &["surrender.when", "surrender.up_to", "surrender.costs"]);
            return;
        }
        SurrenderWhen::FirstDecision => words.say(
            "As the first choice on the two opening cards a player may surrender: \
             half of the wager is lost, the other half goes back, and the hand is done.",
            &["surrender.when", "surrender.costs"],
        ),
        SurrenderWhen::AnyTime => words.say(
            "Until a later seat acts or the down card is turned, a player may surrender any of their hands, \
             also after a hit, a double or a split: half of the money on the hand is lost, \
             the other half goes back, and the hand is done.",
            &["surrender.when", "surrender.costs"],
        ),
    }
    let up_to = *rules.surrender.up_to;
    let totals = if up_to >= *rules.values.highest {
        format!("Any total up to {up_to} may be surrendered, but not a Natural.")
    } else {
        format!("Only a total of {up_to} or less may be surrendered.")
    };
    words.say(totals, &["surrender.up_to"]);
    words.either_if(
        "surrender.over_hands",
        rules.surrender.over_hands,
        "A hand that is over may be surrendered too.",
        "A hand that is over may not be surrendered.",
    );
}

pub(super) fn bank(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("The bank's hand");
    let (hard, soft) = (*rules.bank.hits_hard, *rules.bank.hits_soft);
    words.say(
        format!(
            "The banker has no choice: the bank hits hard {hard} or less and soft {soft} or less, \
             and stands on everything else."
        ),
        &["bank.hits_hard", "bank.hits_soft"],
    );
    let surrendered = if *rules.surrender.when == SurrenderWhen::Never { "" } else { "surrendered or " };
    let has_buster = rules.buster.as_ref().is_some_and(|buster| *buster.offered);
    let live = if has_buster { " and no Buster wager is live" } else { "" };
    let second = match *rules.deal.bank_second_card {
        BankSecondCard::Down => "Its down card is turned all the same.",
        BankSecondCard::AfterPlayers => "Its second card is dealt all the same.",
    };
    let draws = match *rules.bank.draws {
        BankDraws::Always => "The bank's hand is always drawn out.".to_owned(),
        BankDraws::UnlessDecided => format!(
            "The bank's hand is drawn out unless every player's hand is {surrendered}decided by a Natural{live}; \
             an over hand is not decided yet. {second}"
        ),
    };
    words.say(draws, &["bank.draws"]);
    words.shared_bank(rules.bank.shared);
    words.either_if(
        "bank.shared_by_company",
        rules.bank.shared_by_company,
        "Only the proposition-player company of whoever banks may put money into the stake.",
        "Whoever puts money into the stake need not be of the banker's company.",
    );
}
