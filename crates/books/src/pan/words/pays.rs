//! What melds pay, at once and at the end.

use super::before::ranks;
use crate::pan::rules::{PanRules, SuitPay};
use crate::words::{Words, count, some, times};

fn pay(pay: &SuitPay) -> String {
    format!("{}, in spades {}", some(pay.other, "chip", "chips"), count(pay.spades))
}

pub(super) fn conditions(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("Conditions");
    let conditions = &rules.conditions;
    words.say(
        format!(
            "Some melds are conditions: every other player in the hand pays for them. \
             The cards of value are {}.",
            ranks(&conditions.valle, "and")
        ),
        &["conditions.valle"],
    );
    words.say(
        format!(
            "A square of cards of value in several suits pays {}; in one suit it pays {}.",
            some(*conditions.valle_mixed, "chip", "chips"),
            pay(&conditions.valle_one_suit)
        ),
        &["conditions.valle_mixed", "conditions.valle_one_suit"],
    );
    words.say(
        format!("A square of other cards in one suit pays {}.", pay(&conditions.other_one_suit)),
        &["conditions.other_one_suit"],
    );
    words.say(
        format!(
            "The rope {} pays {}; the rope {} pays {}.",
            ranks(&conditions.low_rope, "and"),
            pay(&conditions.low_rope_pays),
            ranks(&conditions.high_rope, "and"),
            pay(&conditions.high_rope_pays)
        ),
        &[
            "conditions.low_rope",
            "conditions.low_rope_pays",
            "conditions.high_rope",
            "conditions.high_rope_pays",
        ],
    );
    words.say(
        format!(
            "In conditions of one suit, spades pay {} what other suits pay.",
            times(*conditions.spades_times)
        ),
        &["conditions.spades_times"],
    );
    words.either(
        "conditions.before_discard",
        conditions.before_discard,
        "Pays are collected before the discard.",
        "Pays may be collected after the discard.",
    );
    words.either(
        "conditions.automatic",
        conditions.automatic,
        "Pays are collected without being asked for.",
        "Pays must be asked for.",
    );
    words.either(
        "conditions.foul_hands_pay",
        conditions.foul_hands_pay,
        "Everybody who said in pays, a foul hand too.",
        "A foul hand does not pay.",
    );
}

pub(super) fn additions(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("Cards added later");
    let additions = &rules.additions;
    words.say(
        format!(
            "Each card beyond the third of a square pays again: {} in a square of cards of value in several \
             suits; {} in one of cards of value in one suit; {} in another one of one suit.",
            some(*additions.valle_mixed, "chip", "chips"),
            pay(&additions.valle_one_suit),
            pay(&additions.other_one_suit)
        ),
        &["additions.valle_mixed", "additions.valle_one_suit", "additions.other_one_suit"],
    );
    words.either(
        "additions.rope_extension_pays",
        additions.rope_extension_pays,
        "Lengthening a rope that pays is paid again.",
        "Lengthening a rope that pays is not paid again.",
    );
}

pub(super) fn going_out(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("Going out");
    let going_out = &rules.going_out;
    words.say(
        format!(
            "Whoever has {} in melds is out and wins: each other player pays {}.",
            some(*going_out.cards, "card", "cards"),
            some(*going_out.chips, "chip", "chips")
        ),
        &["going_out.cards", "going_out.chips"],
    );
    words.either(
        "going_out.conditions_again",
        going_out.conditions_again,
        "Every condition of the winner is paid again, as the melds lie.",
        "Conditions of the winner are not paid again.",
    );
    words.either(
        "going_out.automatic",
        going_out.automatic,
        "The hand ends by itself when that number lies down.",
        "A player must say that the hand is over.",
    );
    words.either(
        "going_out.discard_needed",
        going_out.discard_needed,
        "A last discard is needed.",
        "No last discard is needed.",
    );
    words.either(
        "going_out.no_meld_pays_more",
        going_out.no_meld_pays_more,
        "A player without a meld pays more.",
        "A player without a meld pays no more than the others.",
    );
    words.say(
        format!(
            "Between turns a player has {}, hand and melds together.",
            some(*going_out.cards_between_turns, "card", "cards")
        ),
        &["going_out.cards_between_turns"],
    );
}
