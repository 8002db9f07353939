//! What a blackjack book says beside its course of play: remedies when something goes wrong, and what its filing
//! bars from play.

use super::natural::NaturalHand;
use super::rules::{BlackjackRules, Outcome, SurrenderWhen};
use crate::read::{Reader, Rule, Severity};
use crate::{Money, choice, section};

choice! {
    /// What follows when the bank's down card is seen before its time.
    pub enum HoleExposed {
        /// The card stays open, nobody may insure any more, and the round goes on.
        PlayOn = "play on with it open, insurance closed",
    }
}

choice! {
    /// What becomes of a card that was drawn to a hand which has to stand.
    pub enum DrawnPast {
        /// It is put away, and the hand stays as it was.
        Burned = "burned",
    }
}

section! {
    /// What the floor offers as first choice when something goes wrong.
    pub struct IrregularityRules {
        /// The bank's down card is seen early.
        pub hole_exposed: Option<Rule<HoleExposed>>,
        /// A card is drawn to a hand that has to stand.
        pub drawn_past: Option<Rule<DrawnPast>>,
    }
}

choice! {
    /// A way to play that a filing names only to bar it.
    pub enum Barred {
        /// The bank takes equal totals.
        BankTakesTies = "the bank takes ties",
        /// A joker counts something else than the highest total.
        OtherJoker = "a joker of another value",
        /// More than one joker a deck.
        MoreJokers = "more than one joker a deck",
        /// Other two cards as a Natural.
        OtherNatural = "another Natural",
        /// Equal totals that are over push.
        OverTiesPush = "equal totals over push",
        /// Giving up a hand.
        Surrender = "surrender",
        /// Insurance.
        Insurance = "insurance",
        /// A side wager above an amount.
        LargerSideWager = "a larger side wager",
        /// A side wager above the base wager.
        SideAboveBase = "a side wager above the base wager",
    }
}

section! {
    /// One thing that a filing bars.
    pub struct BarredRule {
        /// What.
        pub what: Rule<Barred>,
        /// The largest amount that is filed, where amounts above it are barred.
        pub most: Option<Rule<Money>>,
    }
}

impl BarredRule {
    /// What is barred, in words.
    pub(in crate::blackjack) fn in_words(&self) -> String {
        match &self.most {
            Some(most) => format!("{} than {}", self.what.value, most.value),
            None => self.what.value.to_string(),
        }
    }

    /// The key by which rules do what is barred, if they do.
    fn is_done_by(&self, rules: &BlackjackRules) -> Option<&'static str> {
        let buster = rules.buster.as_ref();
        let (is_done, key) = match self.what.value {
            Barred::BankTakesTies => (rules.results.equal.value == Outcome::Bank, "results.equal"),
            Barred::OtherJoker => {
                (rules.values.joker_makes.value != rules.values.highest.value, "values.joker_makes")
            }
            Barred::MoreJokers => (rules.deck.jokers.value > 1, "deck.jokers"),
            Barred::OtherNatural => (rules.natural.hand.value != NaturalHand::TwoJokers, "natural.hand"),
            Barred::OverTiesPush => {
                (rules.results.both_over_equal.value == Outcome::Push, "results.both_over_equal")
            }
            Barred::Surrender => (rules.surrender.when.value != SurrenderWhen::Never, "surrender.when"),
            Barred::Insurance => (rules.insurance.offered.value, "insurance.offered"),
            Barred::LargerSideWager => {
                let filed = self.most.map_or(Money::ZERO, |most| most.value);
                let most = buster.and_then(|buster| buster.most.as_ref()).map(|most| most.value);
                (buster.is_some() && most.is_none_or(|most| most > filed), "buster.most")
            }
            Barred::SideAboveBase => {
                (buster.is_some_and(|buster| !buster.not_over_base.value), "buster.not_over_base")
            }
        };
        is_done.then_some(key)
    }
}

/// Notes every rule that the filing bars.
pub(super) fn check_barred(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    for barred in rules.barred.iter().flatten() {
        if let Some(key) = barred.is_done_by(rules) {
            let by = reader.clauses().name(barred.what.clause).to_owned();
            let what = format!("the filing bars this from play: {} ({by})", barred.in_words());
            reader.fault_at(key, Severity::Error, what, "expected the rule as it is filed".to_owned());
        }
    }
}
