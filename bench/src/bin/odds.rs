//! Exact blackjack odds: how long one core takes for every filed book and for plain blackjack, how that grows with the
//! decks, and how much memory it needs.
//!
//! `cargo run --release --bin odds [ROUNDS]`; the quickest of so many rounds is told, five if left out.

use std::path::Path;
use std::time::{Duration, Instant};

use books::blackjack::BlackjackRules;
use books::{Rules, Shelf};
use odds::blackjack::{Analysis, Shoe};

const DECKS: [u8; 5] = [1, 2, 4, 6, 8];

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let games = games();
    print!("{:<28}", "milliseconds on one core");
    DECKS.iter().for_each(|decks| print!("{decks:>9}"));
    println!("{:>22}", "value with six decks");
    let mut all = Duration::ZERO;
    for (name, rules) in &games {
        print!("{name:<28}");
        let mut six = 0.0;
        for decks in DECKS {
            let (took, value) = quickest(rules, decks, rounds);
            print!("{:>9.1}", 1000.0 * took.as_secs_f64());
            if decks == 6 {
                six = value;
            }
            if name != "plain" && [2, 6, 8].contains(&decks) {
                all += took;
            }
        }
        println!("{six:>22.15}");
    }
    println!("All nine books with 2, 6 and 8 decks: {:.2} s.", all.as_secs_f64());
    if let Some(memory) = memory_most() {
        println!("Most memory: {memory}.");
    }
}

/// The least core time of some rounds, and the value of the opening wager.
fn quickest(rules: &BlackjackRules, decks: u8, rounds: usize) -> (Duration, f64) {
    let mut best = None;
    let mut value = 0.0;
    for _ in 0..rounds {
        let (start, wall) = (core_time(), Instant::now());
        let analysis = Analysis::<f64>::on_cores(rules, &Shoe::fresh(rules, decks), 1);
        value = analysis.value();
        let took = core_time().zip(start).map_or(wall.elapsed(), |(now, start)| now - start);
        best = Some(best.map_or(took, |best: Duration| best.min(took)));
    }
    (best.unwrap_or_default(), value)
}

/// Every filed blackjack book, and plain blackjack.
fn games() -> Vec<(String, BlackjackRules)> {
    let mut shelf = Shelf::filed();
    let plain = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples/plain-blackjack");
    shelf.add_folder(&plain).expect("the example is there");
    let mut games = Vec::new();
    for id in shelf.ids() {
        if let Rules::Blackjack(rules) = shelf.book(&id).expect("the books load").rules {
            let name = if id.house == "corner" { "plain".to_owned() } else { id.to_string() };
            games.push((name, *rules));
        }
    }
    games
}

/// The time this thread has had a core, where the system tells.
fn core_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The most memory this program has held, where the system tells.
fn memory_most() -> Option<String> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    told.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(|most| most.trim().to_owned())
}
