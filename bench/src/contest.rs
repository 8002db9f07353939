use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// How often every contender runs; the quickest run counts.
const ROUNDS: usize = 60;

/// Several ways to do the same work, measured in turns so that a slow moment of the machine hits all alike.
pub struct Contest<'work> {
    title: &'static str,
    items: u64,
    contenders: Vec<Contender<'work>>,
}

struct Contender<'work> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'work>,
    best: Duration,
}

impl<'work> Contest<'work> {
    /// A contest over a number of items, without contenders.
    pub fn new(title: &'static str, items: u64) -> Self {
        Contest { title, items, contenders: Vec::new() }
    }

    /// Adds a contender that does the whole work and gives a sum over it, so that nothing can be left out.
    #[must_use]
    pub fn enter(mut self, name: &'static str, run: impl FnMut() -> u64 + 'work) -> Self {
        self.contenders.push(Contender { name, run: Box::new(run), best: Duration::MAX });
        self
    }

    /// Runs everybody in turns and prints, of each, millions of items a second and how much quicker the first is.
    pub fn run(mut self) {
        for _ in 0..ROUNDS {
            for contender in &mut self.contenders {
                let start = ThreadTime::now();
                black_box((contender.run)());
                contender.best = contender.best.min(start.elapsed());
            }
        }
        let rate = |best: Duration| self.items as f64 / best.as_secs_f64() / 1e6;
        let ours = rate(self.contenders[0].best);
        println!("\n{} ({} items)", self.title, self.items);
        for contender in &self.contenders {
            let rate = rate(contender.best);
            println!("  {:<34} {rate:>9.1} M/s   ours/this {:>6.2}", contender.name, ours / rate);
        }
    }
}
