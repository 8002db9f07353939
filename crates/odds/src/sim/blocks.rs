//! Blocks of rounds on several cores, summed in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// What blocks come to: sums that can be added up.
pub(crate) trait Sum: Clone + Send {
    /// How many rounds are in it.
    fn rounds(&self) -> u64;

    /// Adds the sums of another block.
    fn add(&mut self, other: &Self);
}

/// How far a run is: all blocks up to the first that is missing or not whole, from where it goes on, and all rounds.
pub(crate) struct Summed<T> {
    pub(crate) whole: T,
    pub(crate) all: T,
}

/// How many rounds are wanted in all, in blocks of which size, on how many threads.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) rounds: u64,
    pub(crate) block: u64,
    pub(crate) threads: usize,
}

/// Plays blocks until all rounds are done, going on from whole blocks that were played before. A dealer gets the number
/// of a block and how many rounds it has. After each block the caller is told how far the run is, and says whether to
/// go on.
///
/// # Errors
/// The first fault of a dealer.
pub(crate) fn play<T: Sum, F: Send, D: FnMut(u64, u64) -> Result<T, F>>(
    before: T,
    size: Size,
    dealer: impl Fn() -> D + Sync,
    mut go_on: impl FnMut(&T) -> bool,
) -> Result<Summed<T>, F> {
    let first = before.rounds() / size.block;
    let blocks = size.rounds.div_ceil(size.block);
    let (next, is_stopped) = (AtomicU64::new(first), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut summed = Summed { all: before.clone(), whole: before };
    thread::scope(|scope| {
        for _ in 0..size.threads.max(1) {
            let (sender, next, is_stopped, dealer) = (sender.clone(), &next, &is_stopped, &dealer);
            scope.spawn(move || {
                let mut dealer = dealer();
                while !is_stopped.load(Ordering::Relaxed) {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= blocks {
                        break;
                    }
                    let rounds = size.block.min(size.rounds - block * size.block);
                    if sender.send((block, dealer(block, rounds))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, T> = BTreeMap::new();
        let mut due = first;
        for (block, sums) in receiver {
            let stop = |fault: F| {
                is_stopped.store(true, Ordering::Relaxed);
                fault
            };
            waiting.insert(block, sums.map_err(stop)?);
            while let Some(sums) = waiting.remove(&due) {
                due += 1;
                summed.all.add(&sums);
                if sums.rounds() == size.block {
                    summed.whole.add(&sums);
                }
                if !go_on(&summed.whole) {
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok(summed)
    })
}
