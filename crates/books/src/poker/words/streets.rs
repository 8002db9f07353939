//! The parts of a hand: what is dealt, thrown away and exchanged.

use crate::poker::rules::{PokerRules, StreetName, StreetRules, StubRunsOut};
use crate::words::{Words, list, some};

pub(super) fn streets(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("The parts of a hand");
    for (place, street) in rules.streets.iter().enumerate() {
        let keys: Vec<String> = ["name", "burn", "private", "board", "draw", "betting", "discard"]
            .iter()
            .map(|key| format!("streets.{}.{key}", place + 1))
            .collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        words.say(sentence(street), &keys);
    }
}

fn sentence(street: &StreetRules) -> String {
    let name = match *street.name {
        StreetName::Deal => "The deal",
        StreetName::Flop => "The flop",
        StreetName::Turn => "The turn",
        StreetName::River => "The river",
        StreetName::Draw => "The draw",
    };
    let mut parts = Vec::new();
    if *street.burn {
        parts.push("a card is burned".to_owned());
    }
    match *street.private {
        0 => {}
        1 => parts.push("each player gets one card face down".to_owned()),
        more => {
            parts.push(format!("each player gets {} face down, one at a time", some(more, "card", "cards")));
        }
    }
    match *street.board {
        0 => {}
        1 => parts.push("one card is turned up on the board".to_owned()),
        more => parts.push(format!("{} are turned up together on the board", some(more, "card", "cards"))),
    }
    if *street.draw > 0 {
        parts.push(format!("each player may exchange up to {}", some(*street.draw, "card", "cards")));
    }
    parts.push(if *street.betting { "players bet" } else { "there is no betting" }.to_owned());
    if *street.discard > 0 {
        parts.push(format!("each player throws away {}", some(*street.discard, "card", "cards")));
    }
    format!("{name}: {}.", list(&parts, "and then").replace(" and then", ", then"))
}

pub(super) fn discard(rules: &PokerRules, words: &mut Words<'_>) {
    let Some(discard) = &rules.discard else { return };
    words.heading("Throwing a card away");
    words.either(
        "discard.together",
        discard.together,
        "All players throw at once and face down.",
        "Players throw one after the other.",
    );
    words.either(
        "discard.all_in_too",
        discard.all_in_too,
        "Players who are all in throw too.",
        "Players who are all in do not throw.",
    );
    words.say(
        format!(
            "Players have {} seconds from the request, with a reminder after {}.",
            *discard.seconds, *discard.reminder_seconds
        ),
        &["discard.seconds", "discard.reminder_seconds"],
    );
    words.either(
        "discard.missing_is_dead",
        discard.missing_is_dead,
        "A hand whose owner throws nothing when asked is dead.",
        "A hand whose owner throws nothing when asked plays on.",
    );
    words.either(
        "discard.too_many_is_dead",
        discard.too_many_is_dead,
        "A hand whose owner throws too many cards is dead.",
        "A hand whose owner throws too many cards plays on with the rest.",
    );
}

pub(super) fn draw(rules: &PokerRules, words: &mut Words<'_>) {
    let Some(draw) = &rules.draw else { return };
    words.heading("Exchanging cards");
    words.say(format!("A hand has {}.", some(*draw.draws, "draw", "draws")), &["draw.draws"]);
    words.either(
        "draw.from_left_of_button",
        draw.from_left_of_button,
        "It goes clockwise from the first live hand left of the button, each player being served whole.",
        "It starts with the button.",
    );
    words.either(
        "draw.all_in_too",
        draw.all_in_too,
        "Players who are all in draw too.",
        "Players who are all in do not draw.",
    );
    match *draw.stub_runs_out {
        StubRunsOut::Reshuffled => words.say(
            "When the deck runs out, its last card is shuffled with the discards so far, \
             without the burn and the drawer's own.",
            &["draw.stub_runs_out"],
        ),
    }
    words.either(
        "draw.counts_told",
        draw.counts_told,
        "How many cards each player took is told until somebody acts.",
        "How many cards each player took is not told.",
    );
}
