//! What the floor does when something goes wrong, and what the filing bars.

use crate::blackjack::BlackjackRules;
use crate::blackjack::irregularities::{BarredRule, DrawnPast, HoleExposed};
use crate::words::{Words, list};

pub(super) fn mishaps(rules: &BlackjackRules, words: &mut Words<'_>) {
    let Some(faults) = &rules.irregularities else { return };
    words.heading("When something goes wrong");
    if let Some(HoleExposed::PlayOn) = faults.hole_exposed.map(|rule| rule.value) {
        words.say(
            "If the bank's down card is seen early, it stays open, nobody may insure any more, and play goes on.",
            &["irregularities.hole_exposed"],
        );
    }
    if let Some(DrawnPast::Burned) = faults.drawn_past.map(|rule| rule.value) {
        words.say(
            "A card drawn to a hand that has to stand is put away, and the hand stays as it was.",
            &["irregularities.drawn_past"],
        );
    }
}

pub(super) fn barred(rules: &BlackjackRules, words: &mut Words<'_>) {
    let Some(barred) = rules.barred.as_ref().filter(|barred| !barred.is_empty()) else { return };
    words.heading("Barred from play");
    let names: Vec<String> = barred.iter().map(BarredRule::in_words).collect();
    let mut keys: Vec<String> = Vec::new();
    for (place, one) in (1..).zip(barred) {
        keys.push(format!("barred.{place}.what"));
        keys.extend(one.most.iter().map(|_| format!("barred.{place}.most")));
    }
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    words.say(format!("The filing names these only to bar them: {}.", list(&names, "and")), &keys);
}
