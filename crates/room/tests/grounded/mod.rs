//! Whether a refusal cites a clause, or is on one of the lists of what needs none.

#![allow(dead_code, reason = "each test program uses a part of it")]

use games::round::Refusal;
use games::{Reason, Wrong, pan, poker};
use room::System;

/// The reasons of a banked round that need no clause, without what they name.
fn banked() -> Vec<String> {
    let reasons = [
        Reason::RoundOver,
        Reason::CardExpected,
        Reason::ChoiceExpected,
        Reason::NobodyThere,
        Reason::NotInThisGame,
        Reason::AlreadyVoid,
        Reason::AlreadyFoul,
        Reason::MustBeShown,
    ];
    assert!(reasons.iter().all(|reason| reason.is_system()));
    reasons.iter().map(ToString::to_string).collect()
}

fn of_poker() -> Vec<String> {
    poker::Reason::SYSTEM.iter().map(ToString::to_string).collect()
}

/// The reasons of a hand of Pan that need no clause, without what they name.
fn of_pan() -> Vec<String> {
    use pan::Reason as R;
    let reasons = [
        R::RoundOver,
        R::CardExpected,
        R::ChoiceExpected,
        R::ShuffleExpected,
        R::NothingToShuffle,
        R::NobodyThere,
        R::NotNow,
        R::MustBeShown,
        R::NoSuchMeld,
        R::ReportDoesNotFit,
    ];
    assert!(reasons.iter().all(|reason| reason.is_system()));
    reasons.iter().map(ToString::to_string).collect()
}

/// What is wrong with a setup, without whose wager it is.
fn of_setup(what: &str) -> bool {
    let is_named = |wrong: &Wrong| match wrong {
        Wrong::NotEnough { .. } => what.contains("needs ") && what.contains(" for wagers and fees but has "),
        other => what.ends_with(&other.to_string()),
    };
    Wrong::SYSTEM.iter().any(is_named)
}

/// Whether a refusal has its ground: a clause, or a place on a list.
pub(crate) fn is_grounded(refusal: &Refusal) -> bool {
    let what = &refusal.what;
    refusal.clause.is_some()
        || System::names(what)
        || banked().contains(what)
        || of_poker().contains(what)
        || of_pan().contains(what)
        || what.starts_with("you do not hold ")
        || what.ends_with(" is known to be in this hand")
        || what == "this game does not know that"
        || of_setup(what)
}

/// Stops at a refusal that has none.
pub(crate) fn assert_grounded(book: &str, asked: &str, refusal: &Refusal) {
    assert!(is_grounded(refusal), "{book}: {asked} is refused without a clause: {refusal}");
}
