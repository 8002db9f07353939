//! Many blocks of rounds on several cores, summed in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

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
    mut go_on: impl FnMut(&Tally) -> bool,
) -> Result<Progress, Dry> {
    let first = before.rounds / BLOCK;
    let blocks = rounds.div_ceil(BLOCK);
    let (next, is_stopped) = (AtomicU64::new(first), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut progress = Progress { all: before.clone(), whole: before };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, is_stopped) = (sender.clone(), &next, &is_stopped);
            scope.spawn(move || {
                let mut dealer = plan.dealer();
                while !is_stopped.load(Ordering::Relaxed) {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= blocks {
                        break;
                    }
                    let size = BLOCK.min(rounds - block * BLOCK);
                    if sender.send((block, dealer.block(block, size))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, Tally> = BTreeMap::new();
        let mut due = first;
        for (block, tally) in receiver {
            let stop = |dry: Dry| {
                is_stopped.store(true, Ordering::Relaxed);
                dry
            };
            waiting.insert(block, tally.map_err(stop)?);
            while let Some(tally) = waiting.remove(&due) {
                due += 1;
                progress.all.add(&tally);
                if tally.rounds == BLOCK {
                    progress.whole.add(&tally);
                }
                if !go_on(&progress.whole) {
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok(progress)
    })
}
