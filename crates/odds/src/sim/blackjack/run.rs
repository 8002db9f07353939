//! A run of a blackjack table.

use super::super::blocks::{self, Size, Sum};
use super::plan::{Dry, Plan};
use super::tally::Tally;

/// How many rounds a whole block has.
pub const BLOCK: u64 = 1 << 16;

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// All blocks up to the first that is missing or not whole: from here a run goes on.
    pub whole: Tally,
    /// All rounds, a last block that is not whole among them.
    pub all: Tally,
}

/// Plays as many rounds as wanted in all, going on from whole blocks that were played before. After each block the
/// caller is told how far the run is, and says whether to go on.
///
/// # Errors
/// When the shoe is too small for the table.
pub fn run(
    plan: &Plan,
    before: Tally,
    rounds: u64,
    threads: usize,
    go_on: impl FnMut(&Tally) -> bool,
) -> Result<Progress, Dry> {
    let dealer = || {
        let mut dealer = plan.dealer();
        move |block, rounds| dealer.block(block, rounds)
    };
    let summed = blocks::play(before, Size { rounds, block: BLOCK, threads }, dealer, go_on)?;
    Ok(Progress { whole: summed.whole, all: summed.all })
}

impl Sum for Tally {
    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn add(&mut self, other: &Tally) {
        self.add(other);
    }
}
