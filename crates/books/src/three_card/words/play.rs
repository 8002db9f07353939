//! The deal, the decision to play or fold, and the bank's hand.

use cards::Rank;

use crate::bank::First;
use crate::three_card::{ShownWhen, ThreeCardRules};
use crate::words::{Words, ordinal, some};

fn first_seat(first: First) -> &'static str {
    match first {
        First::Seat1 => "seat 1, which is at the house dealer's left,",
        First::LeftOfBank => "the seat at the bank's left",
    }
}

pub(super) fn deal(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("The deal");
    let deal = &rules.deal;
    words.say(
        format!(
            "Every seat with an ante gets a stack of {} face down, and so does the bank.",
            some(*deal.cards, "card", "cards")
        ),
        &["deal.cards"],
    );
    words.say(
        format!(
            "The stacks go out clockwise, starting at {} and ending with the bank's.",
            first_seat(*deal.first).trim_end_matches(',')
        ),
        &["deal.first"],
    );
    let when = match *deal.shown {
        ShownWhen::BeforeDecisions => "when all stacks are delivered and before the first decision",
    };
    words.say(
        format!("The {} card of the bank's stack is turned up {when}.", ordinal(*deal.bank_shows)),
        &["deal.bank_shows", "deal.shown"],
    );
    words.either(
        "deal.rest_unseen",
        deal.rest_unseen,
        "The rest of the deck is discarded unseen.",
        "The rest of the deck may be looked at.",
    );
}

pub(super) fn play(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("Play or fold");
    let play = &rules.play;
    words.say(
        format!(
            "Clockwise from {} each player looks at their cards and makes the play wager or folds.",
            first_seat(*play.first)
        ),
        &["play.first"],
    );
    words.either(
        "play.fold_loses_ante",
        play.fold_loses_ante,
        "A folded hand loses its ante to the bank.",
        "A folded hand keeps its ante.",
    );
    words.either(
        "play.folded_cards_kept",
        play.folded_cards_kept,
        "Folded cards with a 6 Card Bonus wager stay on the table until it is settled.",
        "Folded cards are taken in at once.",
    );
}

pub(super) fn bank(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("The bank's hand");
    let bank = &rules.bank;
    let rank = match bank.qualifying_rank() {
        Rank::Ace => "ace".to_owned(),
        Rank::King => "king".to_owned(),
        Rank::Queen => "queen".to_owned(),
        Rank::Jack => "jack".to_owned(),
        Rank::Ten => "10".to_owned(),
        rank => rank.to_string(),
    };
    words.say(
        format!("The bank's hand qualifies with {rank} high or better; a pair or better always does."),
        &["bank.qualifies_from"],
    );
    words.either(
        "bank.must_cover_all",
        bank.must_cover_all,
        "The stake must cover all wagers.",
        "The stake need not cover all wagers.",
    );
    words.either(
        "bank.stake_at_least_minimum",
        bank.stake_at_least_minimum,
        "The stake is at least the table minimum.",
        "The stake has no least amount.",
    );
}
