//! Whole tables of the banked games beside blackjack, played through the engine many times.
//!
//! A [`Plan`] says how one round is played; rounds come in blocks, each with random numbers of its own, and all sums are
//! whole cents, so a result depends on the table, the seed and the number of rounds, and on nothing else.

mod tally;

use std::convert::Infallible;

pub use tally::{Found, Line, Tally, compare};

use crate::sim::blocks::{self, Size};
use crate::sim::random::Random;

/// How many rounds a whole block has.
pub const BLOCK: u64 = 1 << 12;

/// Plays one round with cards from a random source, and notes what every wager came to.
pub(crate) type Round = Box<dyn FnMut(&mut Random, &mut Vec<Line>) + Send>;

/// A table that is played again and again.
pub struct Plan {
    /// The wagers that are told apart, with their exact values.
    pub(crate) wagers: Vec<(String, f64)>,
    pub(crate) seed: u64,
    pub(crate) round: Box<dyn Fn() -> Round + Sync>,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan").field("wagers", &self.wagers).field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl Plan {
    /// The wagers that are told apart, by their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.wagers.iter().map(|(name, _)| name.as_str())
    }

    fn block(&self, number: u64, rounds: u64) -> Tally {
        let mut random = Random::of(self.seed, number);
        let mut tally = Tally::new(self.wagers.len());
        let (mut round, mut lines) = ((self.round)(), Vec::new());
        for _ in 0..rounds {
            lines.clear();
            round(&mut random, &mut lines);
            tally.count(&lines);
        }
        tally
    }
}

/// Plays so many rounds on so many threads; after each block the caller is told how many are done, and says whether to
/// go on.
pub fn run(plan: &Plan, rounds: u64, threads: usize, mut go_on: impl FnMut(u64) -> bool) -> Tally {
    let dealer = || |block, rounds| Ok::<Tally, Infallible>(plan.block(block, rounds));
    let size = Size { rounds, block: BLOCK, threads };
    let Ok(summed) = blocks::play(Tally::new(plan.wagers.len()), size, dealer, |tally| go_on(tally.rounds));
    summed.all
}
