//! What each hand would get.

use std::fmt;

use super::tally::{PARTS, Tally};

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What each hand would get, in the order of the question.
    pub shares: Vec<Share>,
    /// How many deals were counted.
    pub deals: u64,
    /// In how many of them a low hand wins something.
    pub lows: u64,
    /// Whether these are all deals.
    pub basis: Basis,
}

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Every deal was counted.
    Exact,
    /// Random deals were.
    Sampled {
        /// The seed they follow from.
        seed: u64,
    },
}

/// What one hand would get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Deals in which it takes the whole pot.
    pub whole: u64,
    /// Deals in which it takes a part of the pot.
    pub divided: u64,
    /// How often it wins as a high hand.
    pub high: Side,
    /// How often it wins as a low hand.
    pub low: Side,
    /// Its part of all pots together.
    pub equity: Fraction,
    /// The standard error of the equity; zero if every deal was counted.
    pub error: f64,
}

/// How often a hand wins as a high hand, or as a low one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Deals in which it alone does.
    pub alone: u64,
    /// Deals in which others are equal.
    pub shared: u64,
}

/// An exact fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Above the line.
    pub numerator: u64,
    /// Below it.
    pub denominator: u64,
}

impl Fraction {
    /// The fraction of two numbers, of which the second is not zero.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Fraction {
        let divisor = greatest_divisor(numerator, denominator).max(1);
        Fraction { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.numerator, self.denominator))
    }
}

fn greatest_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_divisor(other, one % other) }
}

impl Answer {
    pub(super) fn new(tally: &Tally, basis: Basis) -> Answer {
        let deals: u64 = tally.outcomes().map(|(_, ways)| ways).sum();
        let lows =
            tally.outcomes().filter(|(outcome, _)| outcome.low.count() > 0).map(|(_, ways)| ways).sum();
        let shares = (0..tally.hands()).map(|hand| Share::new(tally, hand, deals, basis)).collect();
        Answer { shares, deals, lows, basis }
    }
}

impl Share {
    fn new(tally: &Tally, hand: usize, deals: u64, basis: Basis) -> Share {
        let (mut whole, mut divided) = (0, 0);
        let (mut high, mut low) = (Side::default(), Side::default());
        let (mut sum, mut squares) = (0, 0);
        for (outcome, ways) in tally.outcomes() {
            let parts = outcome.parts(hand);
            sum += ways * parts;
            squares += u128::from(ways) * u128::from(parts * parts);
            match parts {
                0 => {}
                PARTS => whole += ways,
                _ => divided += ways,
            }
            for (side, winners) in [(&mut high, outcome.high), (&mut low, outcome.low)] {
                match winners.count() {
                    _ if !winners.contains(hand) => {}
                    1 => side.alone += ways,
                    _ => side.shared += ways,
                }
            }
        }
        let equity = Fraction::new(sum, deals.max(1) * PARTS);
        let error = if basis == Basis::Exact { 0.0 } else { error(deals, sum, squares) };
        Share { whole, divided, high, low, equity, error }
    }
}

/// The standard error of the mean part of a pot, from the sums of parts and of their squares.
fn error(deals: u64, parts: u64, squares: u128) -> f64 {
    let deals = deals as f64;
    let mean = parts as f64 / deals;
    let variance = (squares as f64 / deals - mean * mean).max(0.0);
    (variance / (deals - 1.0).max(1.0)).sqrt() / PARTS as f64
}
