//! What rounds have come to, wager by wager.

use super::Plan;
use crate::sim::Sums;
use crate::sim::blocks::Sum;

/// What one seat has on one wager of a round, and what it came to, in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which wager, as a place in the plan's list.
    pub wager: usize,
    /// How much it is.
    pub wagered: i64,
    /// What it came to.
    pub net: i64,
}

/// Sums over rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many rounds.
    pub rounds: u64,
    /// Every wager, in the order of the plan's list.
    pub sums: Vec<Sums>,
}

impl Tally {
    pub(super) fn new(wagers: usize) -> Tally {
        Tally { rounds: 0, sums: vec![Sums::default(); wagers] }
    }

    /// Adds one round.
    pub(super) fn count(&mut self, lines: &[Line]) {
        self.rounds += 1;
        for (wager, sums) in self.sums.iter_mut().enumerate() {
            let (mut wagered, mut net) = (0_i128, 0_i128);
            for line in lines.iter().filter(|line| line.wager == wager) {
                let (one, came) = (i128::from(line.wagered), i128::from(line.net));
                sums.wagers += 1;
                sums.wager_squares += one * one;
                sums.net_squares += came * came;
                wagered += one;
                net += came;
            }
            sums.wagered += wagered;
            sums.net += net;
            sums.round_wager_squares += wagered * wagered;
            sums.round_products += wagered * net;
            sums.round_net_squares += net * net;
        }
    }
}

impl Sum for Tally {
    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn add(&mut self, other: &Tally) {
        self.rounds += other.rounds;
        for (sums, more) in self.sums.iter_mut().zip(&other.sums) {
            sums.add(more);
        }
    }
}

/// What was simulated of one wager beside what was worked out.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The wager.
    pub name: String,
    /// How many were made.
    pub wagers: i128,
    /// What a unit came to.
    pub value: f64,
    /// The standard deviation of one wager.
    pub deviation: f64,
    /// The standard error of the value.
    pub error: f64,
    /// The exact value.
    pub exact: f64,
}

impl Found {
    /// How many standard errors lie between the two.
    #[must_use]
    pub fn distance(&self) -> f64 {
        (self.value - self.exact) / self.error
    }
}

/// Every wager that was made.
#[must_use]
pub fn compare(plan: &Plan, tally: &Tally) -> Vec<Found> {
    let found = |((name, exact), sums): (&(String, f64), &Sums)| {
        Some(Found {
            name: name.clone(),
            wagers: sums.wagers,
            value: sums.value()?,
            deviation: sums.deviation()?,
            error: sums.error()?,
            exact: *exact,
        })
    };
    plan.wagers.iter().zip(&tally.sums).filter_map(found).collect()
}
