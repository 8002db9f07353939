//! What each hand would get.

use std::fmt;

use super::tally::{PARTS, Tally, Wons};

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
        let divisor = common(numerator, denominator).max(1);
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

fn common(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { common(other, one % other) }
}

impl Answer {
    pub(super) fn new(tally: &Tally, hands: usize, basis: Basis) -> Answer {
        let side = |wons: Wons| Side { alone: wons.alone, shared: wons.shared };
        let share = |hand: usize| Share {
            whole: tally.whole[hand],
            divided: tally.divided[hand],
            high: side(tally.high[hand]),
            low: side(tally.low[hand]),
            equity: Fraction::new(tally.parts[hand], tally.deals.max(1) * PARTS),
            error: match basis {
                Basis::Exact => 0.0,
                Basis::Sampled { .. } => error(tally.deals, tally.parts[hand], tally.squares[hand]),
            },
        };
        Answer { shares: (0..hands).map(share).collect(), deals: tally.deals, lows: tally.lows, basis }
    }
}

/// The standard error of the mean part of a pot, from the sums of parts and of their squares.
fn error(deals: u64, parts: u64, squares: u128) -> f64 {
    let deals = deals as f64;
    let mean = parts as f64 / deals;
    let variance = (squares as f64 / deals - mean * mean).max(0.0);
    (variance / (deals - 1.0).max(1.0)).sqrt() / PARTS as f64
}
