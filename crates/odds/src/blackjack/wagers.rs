//! Every wager of a book with its value, how often it is paid, and how far it swings.

use books::Odds;
use books::blackjack::BlackjackRules;
use games::blackjack::{Total, buster_pays_for};

use super::analysis::Analysis;

/// What one wager comes to, in units of itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wager {
    /// What it is called.
    pub name: &'static str,
    /// What it is worth to who makes it.
    pub value: f64,
    /// How often it is paid.
    pub hit: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

impl Wager {
    /// A wager that pays as told, each with its chance, and is lost otherwise.
    fn of(name: &'static str, pays: &[(f64, Odds)]) -> Wager {
        let hit: f64 = pays.iter().map(|(chance, _)| chance).sum();
        let worth = |odds: Odds| f64::from(odds.pays) / f64::from(odds.on);
        let value = pays.iter().map(|(chance, odds)| chance * worth(*odds)).sum::<f64>() - (1.0 - hit);
        let square =
            pays.iter().map(|(chance, odds)| chance * worth(*odds).powi(2)).sum::<f64>() + (1.0 - hit);
        Wager { name, value, hit, deviation: (square - value * value).max(0.0).sqrt() }
    }
}

/// The base wager with the best play, and every other wager that the book offers now.
#[must_use]
pub fn wagers(rules: &BlackjackRules, analysis: &Analysis<f64>) -> Vec<Wager> {
    let value = analysis.value();
    let (square, hit) = analysis.spread();
    let mut list =
        vec![Wager { name: "base", value, hit, deviation: (square - value * value).max(0.0).sqrt() }];
    if let Some(wins) = analysis.insurance_wins() {
        list.push(Wager::of("insurance", &[(wins, rules.insurance.pays.value)]));
    }
    if rules.buster.as_ref().is_some_and(|buster| buster.offered.value) {
        let pays: Vec<(f64, Odds)> = analysis
            .bank_hands()
            .iter()
            .filter_map(|hand| {
                let total = Total { points: hand.total, is_soft: false };
                buster_pays_for(rules, total, hand.cards).map(|pays| (hand.chance, pays.value))
            })
            .collect();
        list.push(Wager::of("buster", &pays));
    }
    list
}
