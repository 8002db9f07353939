//! Exact odds of Three Card Poker and double-hand: how long they take on all cores, and how much memory they need.
//!
//! `cargo run --release --bin banked_odds [three-card] [double-hand]`; both if none is named.

use std::time::Instant;

use books::{Rules, Shelf};
use odds::{double_hand, three_card};

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let is_asked = |name: &str| asked.is_empty() || asked.iter().any(|one| one == name);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{:<36}{:>10}{:>16}   on {cores} cores", "book", "seconds", "value");
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        let begun = Instant::now();
        let value = match shelf.book(&id).expect("the books load").rules {
            Rules::ThreeCard(rules) if is_asked("three-card") => {
                three_card::Analysis::of(&rules).exposed.value()
            }
            Rules::DoubleHand(rules) if is_asked("double-hand") => {
                double_hand::Analysis::of(&rules).expect("the book can be counted").value()
            }
            _ => continue,
        };
        println!("{:<36}{:>10.2}{value:>16.10}", id.to_string(), begun.elapsed().as_secs_f64());
    }
    if let Some(memory) = memory_most() {
        println!("Most memory: {memory}.");
    }
}

/// The most memory this program has held, where the system tells.
fn memory_most() -> Option<String> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    told.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(|most| most.trim().to_owned())
}
