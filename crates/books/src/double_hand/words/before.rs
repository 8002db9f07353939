//! What is settled before the hands are set: table, cards, wagers, fees and the deal.

use crate::double_hand::{
    AboveMost, BelowLeast, ChangesUntil, DealPass, DeckChange, DiceCountFrom, DoubleHandRules, FeeMoment,
    FeesOnChange, FeesOnRedeal, FinalWord, FiveAces, JokerUse, LimitBinds, Wheel,
};
use crate::words::{Words, capital, count, some};

pub(super) fn table(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("The table");
    words.name(&rules.book);
    words.say(
        format!(
            "The table has {}; whoever holds the bank sits in one of them.",
            some(*rules.book.seats, "seat", "seats")
        ),
        &["book.seats"],
    );
    let backers = match rules.table.backers.limit() {
        None => "Any number of backers may bet on a spot besides the player who sits there.".to_owned(),
        Some(0) => "Nobody may back another player's spot.".to_owned(),
        Some(most) => {
            let backers = some(most, "backer", "backers");
            format!("At most {backers} may bet on a spot besides the player who sits there.")
        }
    };
    words.say(backers, &["table.backers"]);
    let decides = match *rules.table.final_word {
        FinalWord::SeatedPlayer => "the player who holds the seat decides",
        FinalWord::LargestWager => {
            "whoever has the most money on the hand decides, and the player who holds the seat among equals"
        }
    };
    words.say(
        format!("If backers and the player disagree over how to set a hand, {decides}."),
        &["table.final_word"],
    );
    words.say(
        format!(
            "A person may look at {} only, however many that person has bet on.",
            some(*rules.table.hands_seen, "hand", "hands")
        ),
        &["table.hands_seen"],
    );
    if let Some(minutes) = &rules.table.seat_held_minutes {
        words.say(
            format!(
                "A seat is held for {minutes} minutes at most while its player is away; then it is free."
            ),
            &["table.seat_held_minutes"],
        );
    }
}

pub(super) fn cards(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("The cards");
    let deck = match *rules.deck.jokers {
        0 => "The deck is the standard 52 cards, without a joker.".to_owned(),
        more => format!("The deck is the standard 52 cards and {}.", some(more, "joker", "jokers")),
    };
    words.say(deck, &["deck.jokers"]);
    let asks = |change: DeckChange| match change {
        DeckChange::Bank => "only the banker",
        DeckChange::AnyActive => "any player with a wager",
    };
    words.say(
        format!(
            "Between two rounds of one banker {} may ask for another deck; when the bank changes, {} may.",
            asks(*rules.deck.change_within_turn),
            asks(*rules.deck.change_of_bank)
        ),
        &["deck.change_within_turn", "deck.change_of_bank"],
    );
    words.heading("What hands are worth");
    match *rules.values.joker {
        JokerUse::Bug => words.say(
            "The joker is an ace, unless it completes a straight or a flush: \
             then it is the missing card, in a flush the highest one missing.",
            &["values.joker"],
        ),
    }
    match *rules.values.five_aces {
        FiveAces::Highest => words.say(
            "Five aces are the best hand and beat every straight flush; below them hands rank as in poker.",
            &["values.five_aces"],
        ),
    }
    let wheel = match *rules.values.wheel {
        Wheel::Lowest => "the lowest straight",
        Wheel::SecondHighest => "the second highest straight, between ace high and king high",
    };
    words.say(format!("A-2-3-4-5 is {wheel}."), &["values.wheel"]);
}

pub(super) fn wagers(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("Wagers");
    let wagers = &rules.wagers;
    words.either(
        "wagers.needed_to_deal",
        wagers.needed_to_deal,
        "A round is dealt only if there is a wager on the table.",
        "A round may be dealt without a wager on the table.",
    );
    let binds = match *wagers.limit_binds {
        LimitBinds::EachWager => "each wager by itself",
        LimitBinds::EachSpot => "all wagers on one spot together",
    };
    words.say(format!("The table limits hold for {binds}."), &["wagers.limit_binds"]);
    let below = match *wagers.below_least {
        BelowLeast::RefusedUnlessFoundLate => {
            "A wager below the minimum is refused; one that is found only after the deal plays for what it is."
        }
        BelowLeast::NoAction => "A wager below the minimum never plays.",
    };
    words.say(below, &["wagers.below_least"]);
    let above = match *wagers.above_most {
        AboveMost::NoAction => "A wager above the maximum plays for the maximum, and the rest goes back.",
        AboveMost::Refused => "A wager above the maximum is refused.",
    };
    words.say(above, &["wagers.above_most"]);
    if let Some(most) = wagers.ordinance_most {
        words.say(format!("By the local ordinance no wager is above {}.", *most), &["wagers.ordinance_most"]);
    } else {
        words.say_if_cited("No local ordinance sets a largest wager here.", "wagers.ordinance_most");
    }
    words.either(
        "wagers.full_least_after_fee",
        wagers.full_least_after_fee,
        "A player must have a full minimum wager left after paying the fee.",
        "A player need not have a full minimum wager left after paying the fee.",
    );
    let until = match *wagers.change_until {
        ChangesUntil::NoMoreBets => "until betting is called closed, before the dice are opened",
        ChangesUntil::Deal => "until the first card",
    };
    words.say(
        format!(
            "A wager that is down may be changed {until}; \
             after the first card none is made or taken back."
        ),
        &["wagers.change_until"],
    );
    words.either(
        "wagers.call_bets",
        wagers.call_bets,
        "Money that is called but not on the spot plays too.",
        "Only money that lies on the spot plays; \"money covers\" is no wager.",
    );
    words.either(
        "wagers.cash_plays",
        wagers.cash_plays,
        "Cash plays without being changed to chips.",
        "Cash must be changed to chips before it plays.",
    );
    let side = if *wagers.side_bets { "Wagers" } else { "No wagers" };
    let bank =
        if *wagers.bank_may_wager { "may also wager at other spots" } else { "may not wager at other spots" };
    words.say(
        format!("{side} beside the two hands are taken, and the banker {bank}."),
        &["wagers.side_bets", "wagers.bank_may_wager"],
    );
}

pub(super) fn kum_kum(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("Joint wagers (kum-kum)");
    let kum_kum = &rules.wagers.kum_kum;
    words.either(
        "wagers.kum_kum.allowed",
        kum_kum.allowed,
        "Several people may put their money together as one wager, at their own risk.",
        "Several people may not put their money together as one wager.",
    );
    words.either(
        "wagers.kum_kum.settled_as_one",
        kum_kum.settled_as_one,
        "A joint wager is paid and collected as one.",
        "Each partner of a joint wager is paid and collected from separately.",
    );
    words.either(
        "wagers.kum_kum.least_each",
        kum_kum.least_each,
        "Each partner must put in at least the table minimum.",
        "Partners must reach the table minimum only together.",
    );
    words.either(
        "wagers.kum_kum.most_binds_sum",
        kum_kum.most_binds_sum,
        "The table maximum holds for all partners together.",
        "The table maximum holds for each partner alone.",
    );
    words.either(
        "wagers.kum_kum.fee_each",
        kum_kum.fee_each,
        "Each partner pays a fee.",
        "The partners pay one fee together.",
    );
}

pub(super) fn fees(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("Fees");
    let collection = &rules.collection;
    match *collection.when {
        FeeMoment::BeforeDeal => words.say(
            "Fees are taken before the first card; how much is in the posted schedule.",
            &["collection.when"],
        ),
    }
    words.either(
        "collection.for_each_wager",
        collection.for_each_wager,
        "A fee is owed for each wager, so a person with two wagers pays twice.",
        "A fee is owed once by each person, however many wagers that person has.",
    );
    words.either(
        "collection.dealer_may_pay",
        collection.dealer_may_pay,
        "The house dealer may pay a player's fee.",
        "The house dealer may not pay a player's fee.",
    );
    words.either(
        "collection.jackpot",
        collection.jackpot,
        "A jackpot fee is taken.",
        "No jackpot fee is taken.",
    );
    match *collection.on_redeal {
        FeesOnRedeal::KeptOnce => words.say(
            "If the deal is void, fees stay paid and the new deal costs nothing more.",
            &["collection.on_redeal"],
        ),
    }
    match collection.on_change.map(|rule| rule.value) {
        Some(FeesOnChange::Difference) => words.say(
            "If a wager is changed after the fees were taken, what is missing is taken and what is too much goes \
             back when the dice cup opens.",
            &["collection.on_change"],
        ),
        Some(FeesOnChange::Kept) => words.say(
            "Fees stay as they were taken, whatever becomes of a wager.",
            &["collection.on_change"],
        ),
        None => {}
    }
}

pub(super) fn deal(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("The deal");
    let deal = &rules.deal;
    words.say(
        format!(
            "The house dealer deals {} of {}, however many seats have bet; {} must be left.",
            some(*deal.piles, "pile", "piles"),
            some(*deal.cards, "card", "cards"),
            some(*deal.left, "card", "cards")
        ),
        &["deal.piles", "deal.cards", "deal.left"],
    );
    let pass = match *deal.pass {
        DealPass::OneAtATime => "one card to each pile in turn",
        DealPass::PileAtATime => "a whole pile at a time",
    };
    words.say(format!("Cards go out {pass}."), &["deal.pass"]);
    words.either(
        "deal.bank_chooses_pile",
        deal.bank_chooses_pile,
        "The banker chooses the pile that goes out first.",
        "The banker does not choose which pile goes out first.",
    );
    let from = match *deal.dice_count_from {
        DiceCountFrom::Bank => "the bank's own seat as 1",
        DiceCountFrom::LeftOfBank => "the seat at the bank's left as 1",
    };
    words.say(
        format!(
            "{} shaken; their sum, counted clockwise with {from}, names the seat that gets the first pile \
             and the action button.",
            match *deal.dice {
                1 => "One die is".to_owned(),
                more => format!("{} dice are", capital(&count(more))),
            }
        ),
        &["deal.dice", "deal.dice_count_from"],
    );
    words.either(
        "deal.dice_may_be_passed",
        deal.dice_may_be_passed,
        "The banker may let another person, never one of the staff, shake the dice.",
        "Only the banker shakes the dice.",
    );
    words.say(format!("The other piles follow {}.", deal.piles_go.way()), &["deal.piles_go"]);
    words.either(
        "deal.empty_seats_taken_back",
        deal.empty_seats_taken_back,
        "Piles of seats without a wager are taken back unseen.",
        "Piles of seats without a wager stay on the table.",
    );
}
