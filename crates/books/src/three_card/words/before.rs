//! What is settled before the cards go out: table, cards, hands, wagers and fees.

use crate::three_card::{AceLow, Action, Closes, FeeMoment, LimitBinds, PlayAmount, ThreeCardRules, Ties};
use crate::words::{Words, capital, count, list, some};

pub(super) fn table(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("The table");
    words.name(&rules.book);
    words.say(
        format!(
            "The table has {}; whoever holds the bank sits in one of them.",
            some(*rules.book.seats, "seat", "seats")
        ),
        &["book.seats"],
    );
    let table = &rules.table;
    words.either(
        "table.backline",
        table.backline,
        "Backers may bet on a player's spot.",
        "Nobody may bet on another player's spot.",
    );
    let bank = if *table.bank_may_wager { "the banker may wager too" } else { "the banker does not wager" };
    words.say(
        format!("One person may play {}; {bank}.", some(*table.spots_each, "spot", "spots")),
        &["table.spots_each", "table.bank_may_wager"],
    );
    words.either(
        "table.proposition_players",
        table.proposition_players,
        "Third-party proposition players may take part.",
        "Third-party proposition players may not take part.",
    );
}

pub(super) fn cards(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("The cards");
    let deck = &rules.deck;
    let cards = match *deck.jokers {
        0 => "52 cards without jokers".to_owned(),
        more => format!("52 cards and {}", some(more, "joker", "jokers")),
    };
    let decks = match *deck.decks {
        1 => format!("One deck of {cards} serves every round."),
        more => {
            format!("{} decks of {cards} each take turns; one serves a whole round.", capital(&count(more)))
        }
    };
    words.say(decks, &["deck.decks", "deck.jokers"]);
    words.either(
        "deck.backs_differ",
        deck.backs_differ,
        "The backs of the decks differ in colour.",
        "The backs of the decks are alike.",
    );
    words.either(
        "deck.machine",
        deck.machine,
        "A machine shuffles; the house dealer does it by hand if the machine fails.",
        "The house dealer shuffles by hand.",
    );
    words.either(
        "deck.idle_shuffled",
        deck.idle_shuffled,
        "The idle deck may be shuffled while the other is in play.",
        "The idle deck is not shuffled while the other is in play.",
    );
    words.either(
        "deck.rack_one_deck",
        deck.rack_one_deck,
        "The discard rack holds cards of one deck only.",
        "The discard rack may hold cards of several decks.",
    );
}

pub(super) fn hands(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("What hands are worth");
    let values = &rules.values;
    let order: Vec<String> = values.order.iter().map(ToString::to_string).collect();
    words.say(format!("From the best to the worst, hands are: {}.", order.join(", ")), &["values.order"]);
    let ranks: Vec<String> = values.ranks.iter().map(|rank| rank.to_string().replace('T', "10")).collect();
    words.say(format!("From high to low, cards rank {}.", list(&ranks, "and")), &["values.ranks"]);
    match *values.ace_low {
        AceLow::OnlyAceTwoThree => {
            words.say("An ace is low only in A-2-3, which is the lowest straight.", &["values.ace_low"]);
        }
    }
    words.either(
        "values.suits_decide",
        values.suits_decide,
        "Suits decide between hands that are otherwise equal.",
        "Suits never decide between hands.",
    );
    match *values.ties {
        Ties::AllRanks => {
            words.say("Two hands of a kind are equal when all three ranks agree.", &["values.ties"]);
        }
    }
}

pub(super) fn wagers(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("Wagers");
    let wagers = &rules.wagers;
    words.either(
        "wagers.ante_needed",
        wagers.ante_needed,
        "Only seats with an ante are dealt in.",
        "A seat may be dealt in without an ante.",
    );
    words.either(
        "wagers.after_bank",
        wagers.after_bank,
        "Wagers wait until somebody has taken the bank and put up a stake.",
        "Wagers may be made before anybody has taken the bank.",
    );
    match *wagers.play {
        PlayAmount::EqualToAnte => {
            words.say("A play wager is exactly as large as the ante.", &["wagers.play"]);
        }
    }
    match *wagers.limit_binds {
        LimitBinds::Ante => words.say("The table limits hold for the ante alone.", &["wagers.limit_binds"]),
    }
    words.say(format!("Wagers are made in steps of {}.", *wagers.unit), &["wagers.unit"]);
    match *wagers.closes {
        Closes::NoMoreBets => words.say(
            "Antes and bonus wagers may be made, changed or taken back until the house dealer calls \
             \"no more bets\".",
            &["wagers.closes"],
        ),
    }
    words.either(
        "wagers.bonus_needs_ante",
        wagers.bonus_needs_ante,
        "A bonus wager needs an ante beside it.",
        "A bonus wager may stand without an ante.",
    );
    words.say(
        format!("Each bonus wager is at least {} and at most {}.", *wagers.bonus_least, *wagers.bonus_most),
        &["wagers.bonus_least", "wagers.bonus_most"],
    );
}

pub(super) fn fees(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("Fees");
    let collection = &rules.collection;
    match *collection.when {
        FeeMoment::BeforeDeal => words.say(
            "Fees are taken when all wagers are down and before the first card; \
             how much is in the posted schedule.",
            &["collection.when"],
        ),
    }
    match *collection.action {
        Action::AntesAndBonuses => words.say(
            "Table action counts antes and bonus wagers, not what is added after the deal.",
            &["collection.action"],
        ),
    }
    words.either(
        "collection.players_pay",
        collection.players_pay,
        "Players pay a fee too.",
        "The banker pays the fee; players pay none.",
    );
    words.either(
        "collection.on_full_action",
        collection.on_full_action,
        "The fee follows all the action, even if the stake covers only a part of it.",
        "The fee follows only the action that the stake covers.",
    );
    words.say(
        format!(
            "{} may be in use at a table at one time.",
            capital(&some(*collection.schedules_at_once, "schedule", "schedules"))
        ),
        &["collection.schedules_at_once"],
    );
}
