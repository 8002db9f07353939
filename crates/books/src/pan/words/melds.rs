//! What may be laid down, and how cards laid down may move.

use super::before::ranks;
use crate::pan::rules::PanRules;
use crate::words::{Words, count, some};

pub(super) fn melds(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("Melds");
    let melds = &rules.melds;
    words.say(
        format!(
            "A meld has at least {} and at most {}.",
            some(*melds.least, "card", "cards"),
            some(*melds.most, "card", "cards")
        ),
        &["melds.least", "melds.most"],
    );
    let wraps =
        if *melds.rope_wraps { "may go on from king to ace" } else { "does not go on from king to ace" };
    words.say(
        format!(
            "A rope is a row of neighbours in one suit; it {wraps} and has at most {}.",
            some(*melds.rope_most, "card", "cards")
        ),
        &["melds.rope_wraps", "melds.rope_most"],
    );
    words.say(
        format!(
            "A square is cards of one rank, either all of one suit or of at least {} suits; \
             of {} any suits will do.",
            count(*melds.mixed_suits_least),
            ranks(&melds.any_suit_ranks, "and")
        ),
        &["melds.mixed_suits_least", "melds.any_suit_ranks"],
    );
    words.either(
        "melds.one_suit_stays",
        melds.one_suit_stays,
        "A square laid down in one suit stays in it.",
        "A square laid down in one suit may take other suits later.",
    );
    words.either(
        "melds.adds_to_others",
        melds.adds_to_others,
        "A player may add cards to other players' melds.",
        "Nobody adds cards to other players' melds.",
    );
}

pub(super) fn moving(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("Moving cards that are laid down");
    let moving = &rules.moving;
    words.either(
        "moving.borrow",
        moving.borrow,
        "Cards may be borrowed from an own meld for a new one, if what stays is a meld.",
        "Cards may not be borrowed from an own meld.",
    );
    words.either(
        "moving.split",
        moving.split,
        "An own meld may be divided into two.",
        "A meld may not be divided.",
    );
    words.either(
        "moving.split_pays_new_only",
        moving.split_pays_new_only,
        "Dividing pays only for conditions that were not there before.",
        "Dividing pays for all conditions anew.",
    );
    words.either(
        "moving.back_to_hand",
        moving.back_to_hand,
        "A card that is laid down may go back to the hand.",
        "A card that is laid down never goes back to the hand.",
    );
}
