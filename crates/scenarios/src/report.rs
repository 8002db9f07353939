//! What came out of a case, for people and for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::step::Step;

/// A fee that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CollectionLine {
    /// Who paid: "bank", "3" or "3/Ann".
    pub from: String,
    /// How much, in cents.
    pub amount: i64,
    /// When.
    pub at: &'static str,
    /// The clause.
    pub clause: String,
}

/// A wager that was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SettledLine {
    /// The spot, or the backer on it as "3/Ann".
    pub spot: String,
    /// Which hand of the spot, from 1.
    pub hand: u8,
    /// What the wager was on.
    pub wager: String,
    /// What became of it.
    pub result: String,
    /// How much of the bank's money it used, in cents: what was paid or collected.
    pub covered: i64,
    /// How much of the wager went back because it was given up or had no action, in cents.
    pub returned: i64,
    /// What the bank paid, in cents.
    pub paid: i64,
    /// The clause.
    pub clause: String,
}

/// A step, card or setup that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedLine {
    /// The step as it was written; "setup" or "card Xy" before that.
    pub step: String,
    /// The clause.
    pub clause: String,
    /// Why, in words.
    pub reason: String,
    /// What was allowed instead.
    pub allowed: Vec<String>,
}

/// The bank's money.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BankLine {
    /// The stake, in cents.
    pub stake: i64,
    /// How much of it acted, in cents.
    pub used: i64,
    /// The seat at which settlement started.
    pub button: Option<u8>,
}

/// What came out of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The file it stands in.
    pub file: String,
    /// Its title.
    pub title: String,
    /// The book.
    pub book: String,
    /// Whether everything came out as expected.
    pub pass: bool,
    /// Each difference, as a sentence.
    pub differences: Vec<String>,
    /// What each person won or lost, in cents.
    pub net: BTreeMap<String, i64>,
    /// The fees in order.
    pub collections: Vec<CollectionLine>,
    /// What went into the drop, in cents.
    pub drop: i64,
    /// The wagers in the order of settlement.
    pub settled: Vec<SettledLine>,
    /// What was refused.
    pub refused: Vec<RefusedLine>,
    /// The bank's money.
    pub bank: BankLine,
    /// Whether the round came to its end.
    pub is_over: bool,
    /// Where each card went.
    #[serde(skip)]
    pub dealt: Vec<String>,
    /// Notable events.
    #[serde(skip)]
    pub events: Vec<String>,
    /// The cards in front of each set hand, and the clause it rests on.
    #[serde(skip)]
    pub fronts: BTreeMap<String, (String, String)>,
    /// The row of the house way by which each hand was set.
    #[serde(skip)]
    pub rows: BTreeMap<String, String>,
    /// The cards that each seat got.
    #[serde(skip)]
    pub hands: BTreeMap<String, String>,
    /// What was posted before the cards of a poker hand, and the clause.
    #[serde(skip)]
    pub posts: Vec<(String, String)>,
    /// The seats that showed their poker hands, in order.
    #[serde(skip)]
    pub shows: Vec<String>,
    /// The pots of a poker hand at the end of its betting.
    #[serde(skip)]
    pub pots: Vec<String>,
    /// The board of a poker hand.
    #[serde(skip)]
    pub board: Vec<String>,
    /// The private cards of each seat of a poker hand.
    #[serde(skip)]
    pub holds: BTreeMap<String, Vec<String>>,
    /// What hands count.
    #[serde(skip)]
    pub totals: BTreeMap<String, String>,
    /// What was allowed at the end.
    #[serde(skip)]
    pub allowed: Vec<String>,
}

impl Report {
    /// Says of the steps that are left when a case has come to its end that they were not played.
    pub(crate) fn note_unplayed(&mut self, left: &[Step]) {
        if let Some(step) = left.first().filter(|_| self.differences.is_empty()) {
            self.differences.push(format!("\"{step}\" was never played: the case ends before it"));
        }
    }

    /// Compares what became of a step with what it says must become of it; false if the case cannot go on.
    pub(crate) fn judge(&mut self, step: &Step, taken: Result<(), RefusedLine>) -> bool {
        let difference = match (&taken, &step.refused) {
            (Ok(()), None) => None,
            (Ok(()), Some(clause)) => Some(format!("\"{step}\" was taken but should be refused ({clause})")),
            (Err(line), None) => Some(format!(
                "\"{step}\" was refused: {} ({}); allowed: {}",
                line.reason,
                line.clause,
                line.allowed.join(", ")
            )),
            (Err(line), Some(clause)) if *clause != line.clause && !clause.is_empty() => {
                Some(format!("\"{step}\" was refused by \"{}\", expected \"{clause}\"", line.clause))
            }
            (Err(_), Some(_)) => None,
        };
        self.differences.extend(difference);
        let goes_on = taken.is_ok() || step.refused.is_some();
        self.refused.extend(taken.err());
        goes_on
    }
}
