//! Random inputs for everything that reads what others wrote.
//!
//! A [`Target`] is a plain function over bytes that panics when a law is broken, with the inputs that it begins from.
//! [`fuzz`] changes those inputs at random, from a seed, for so many inputs or so long, and gives the first that breaks
//! it. The same functions can be given to any other driver.

mod mutate;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cards::Seed;
pub use mutate::Mutator;
use rustix::time::{ClockId, clock_gettime};
pub use targets::all;

/// Inputs that take longer than this are findings of their own: whoever sends one keeps others waiting. What counts is the
/// time that this thread has worked, so that other work on the machine is no finding.
pub const SLOW: Duration = Duration::from_secs(5);

/// What is given random inputs.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The law that no input may break, in a sentence.
    pub law: &'static str,
    /// Makes it ready.
    pub begin: fn() -> Running,
}

/// What takes an input and says how far it came.
pub type Take = Box<dyn FnMut(&[u8]) -> u32>;

/// A target that is ready.
pub struct Running {
    /// Inputs that are as they should be, from which the others are made.
    pub corpus: Vec<Vec<u8>>,
    /// Takes an input, and panics if it breaks the law; says how far the input came, from 0 for what cannot be read at
    /// all.
    pub take: Take,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// After so many inputs.
    pub inputs: u64,
    /// After so long.
    pub time: Duration,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// How many inputs were taken.
    pub inputs: u64,
    /// How many of them were read to some depth.
    pub read: u64,
    /// How many that came further than any before were kept to begin from.
    pub kept: u64,
    /// The longest time that one took.
    pub slowest: Duration,
    /// The first that broke the law.
    pub finding: Option<Finding>,
}

/// An input that breaks the law.
#[derive(Debug)]
pub struct Finding {
    /// The input.
    pub input: Vec<u8>,
    /// What it broke.
    pub what: String,
}

/// How many inputs are kept beside the corpus at the most.
const KEPT_MOST: usize = 2_000;

/// How long this thread has worked so far.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Gives a target its corpus, and then random changes of it, the same for the same seed.
pub fn fuzz(target: &Target, seed: u64, until: Until) -> Outcome {
    let mut running = (target.begin)();
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    let mut mutator = Mutator::new(Seed::from_bytes(bytes).draws(), &running.corpus);
    let mut outcome = Outcome { inputs: 0, read: 0, kept: 0, slowest: Duration::ZERO, finding: None };
    let began = Instant::now();
    let own = running.corpus.len();
    let mut furthest = 0;
    let mut next = 0;
    while outcome.inputs < until.inputs && began.elapsed() < until.time {
        // The corpus and its changes take turns, so that a short time is enough for both.
        let is_corpus = next < own && outcome.inputs.is_multiple_of(2);
        let input = if is_corpus { running.corpus[next].clone() } else { mutator.change(&running.corpus) };
        next += usize::from(is_corpus);
        let at = worked();
        let taken = catch_unwind(AssertUnwindSafe(|| (running.take)(&input)));
        let took = worked().saturating_sub(at);
        outcome.inputs += 1;
        outcome.slowest = outcome.slowest.max(took);
        let depth = match taken {
            Ok(_) if took > SLOW => {
                outcome.finding = Some(Finding { input, what: format!("it takes {took:?}") });
                break;
            }
            Ok(depth) => depth,
            Err(panic) => {
                let what = panic.downcast_ref::<String>().cloned();
                let what = what.or_else(|| panic.downcast_ref::<&str>().map(|what| (*what).to_owned()));
                outcome.finding = Some(Finding { input, what: what.unwrap_or_default() });
                break;
            }
        };
        outcome.read += u64::from(depth > 0);
        let is_new = depth > furthest;
        furthest = furthest.max(depth);
        if !is_corpus && is_new && running.corpus.len() < own + KEPT_MOST {
            outcome.kept += 1;
            running.corpus.push(input);
        }
    }
    outcome
}
