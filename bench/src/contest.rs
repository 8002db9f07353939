//! The same work done by several contenders in turns.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;

/// How often every contender runs, unless said otherwise.
const ROUNDS: usize = 41;

/// Several ways to do the same work, measured in turns so that a slow moment of the machine hits all alike.
pub struct Contest<'work> {
    title: &'static str,
    items: u64,
    rounds: usize,
    contenders: Vec<Contender<'work>>,
}

struct Contender<'work> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'work>,
    times: Vec<Duration>,
}

impl<'work> Contest<'work> {
    /// A contest over a number of items, without contenders.
    pub fn new(title: &'static str, items: u64) -> Self {
        Contest { title, items, rounds: ROUNDS, contenders: Vec::new() }
    }

    /// Runs so often instead, for contenders that take long.
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// Adds a contender that does the whole work and gives a sum over it, so that nothing can be left out.
    #[must_use]
    pub fn enter(mut self, name: &'static str, run: impl FnMut() -> u64 + 'work) -> Self {
        self.contenders.push(Contender { name, run: Box::new(run), times: Vec::new() });
        self
    }

    /// Runs everybody in turns and prints, of each, its best rate and how much quicker the first one is.
    ///
    /// The ratio is the median over the rounds of both times in the same round: the best time of forty is a matter
    /// of luck on a busy machine, and each contender would have its luck in another moment.
    pub fn run(mut self) {
        for _ in 0..self.rounds {
            for contender in &mut self.contenders {
                // The time of the whole process, because some contenders start threads of their own.
                let start = ProcessTime::now();
                black_box((contender.run)());
                contender.times.push(start.elapsed());
            }
        }
        println!("\n{} ({} items)", self.title, self.items);
        let ours = &self.contenders[0].times;
        for Contender { name, times, .. } in &self.contenders {
            let best = times.iter().min().expect("at least one round").as_secs_f64();
            let mut ratios: Vec<f64> = times
                .iter()
                .zip(ours)
                .map(|(theirs, ours)| theirs.as_secs_f64() / ours.as_secs_f64())
                .collect();
            ratios.sort_by(f64::total_cmp);
            let rate = self.items as f64 / best / 1e6;
            println!("  {name:<36} {rate:>8.1} M/s   ours/this {:>6.2}", ratios[self.rounds / 2]);
        }
    }
}
