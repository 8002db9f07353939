//! Rules of the rotating player-dealer that the banked families share.

use crate::read::Rule;
use crate::words::{Words, some};
use crate::{choice, section};

choice! {
    /// Where the deal and the turns begin.
    pub enum First {
        /// At the house dealer's left, in seat 1.
        Seat1 = "seat 1",
        /// At the first seat clockwise of the bank.
        LeftOfBank = "left of the bank",
    }
}

choice! {
    /// Which way paying and collecting goes.
    pub enum Direction {
        /// To rising seat numbers.
        Clockwise = "clockwise",
        /// To falling seat numbers.
        CounterClockwise = "counter-clockwise",
    }
}

choice! {
    /// What the cards count for the action button.
    pub enum FaceNumbers {
        /// Jack, queen and king count 10.
        Ten = "10",
        /// Jack 11, queen 12 and king 13.
        ElevenToThirteen = "11, 12, 13",
    }
}

choice! {
    /// What counts against the bank's stake.
    pub enum Coverage {
        /// Every dollar paid and every dollar collected.
        PaidAndCollected = "paid and collected",
        /// What the bank has won or lost on balance.
        Net = "net",
    }
}

section! {
    /// The rotating position of the player-dealer.
    pub struct RotationRules {
        /// The most rounds one person may bank in a row.
        pub rounds: Rule<u8>,
        /// Whether play stops when nobody else takes the position in between.
        pub broken_without_another: Rule<bool>,
        /// Whether a proposition-player company counts as one person, whoever of its people sits at the table; it
        /// does if left out.
        pub companies_as_one: Option<Rule<bool>>,
    }
}

impl Direction {
    /// The way as an adverb.
    pub(crate) fn way(self) -> &'static str {
        match self {
            Direction::Clockwise => "clockwise",
            Direction::CounterClockwise => "counter-clockwise",
        }
    }
}

/// Says what the bank can win and lose.
pub(crate) fn say_coverage(coverage: Coverage, words: &mut Words<'_>) {
    let counts = match coverage {
        Coverage::PaidAndCollected => {
            "every dollar paid and every dollar collected uses up a dollar of it, and a push uses none"
        }
        Coverage::Net => "what counts is the balance of all that was paid and collected",
    };
    words.say(
        format!(
            "The banker puts up a stake before the deal and can neither win nor lose more than that: {counts}."
        ),
        &["settlement.coverage"],
    );
}

/// What each card counts for the action button.
pub(crate) fn button_numbers(faces: FaceNumbers) -> Vec<String> {
    let mut numbers = vec!["an ace is 1".to_owned(), "cards from 2 to 10 are their number".to_owned()];
    match faces {
        FaceNumbers::Ten => numbers.push("jacks, queens and kings are 10".to_owned()),
        FaceNumbers::ElevenToThirteen => {
            numbers.extend(["a jack is 11", "a queen 12", "a king 13"].map(str::to_owned));
        }
    }
    numbers
}

/// Says how often one person may bank, and what happens if nobody else will.
pub(crate) fn say_rotation(rotation: &RotationRules, offered: Direction, words: &mut Words<'_>) {
    words.say(
        format!(
            "One person may bank {} in a row at most; then the bank is offered {}.",
            some(*rotation.rounds, "round", "rounds"),
            offered.way()
        ),
        &["rotation.rounds", "offers.direction"],
    );
    words.either(
        "rotation.broken_without_another",
        rotation.broken_without_another,
        "If nobody else takes it, the game stops.",
        "If nobody else takes it, the same person may go on.",
    );
    if let Some(rule) = rotation.companies_as_one {
        words.either(
            "rotation.companies_as_one",
            rule,
            "All people of one proposition-player company count as one person.",
            "The people of a proposition-player company count each for themselves.",
        );
    }
}
