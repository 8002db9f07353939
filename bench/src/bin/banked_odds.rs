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
    println!("{:<36}{:<24}{:>10}{:>16}   on {cores} cores", "book", "what", "seconds", "value");
    let tell = |book: &str, what: &str, begun: Instant, value: f64| {
        println!("{book:<36}{what:<24}{:>10.2}{value:>16.10}", begun.elapsed().as_secs_f64());
    };
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        let name = id.to_string();
        match shelf.book(&id).expect("the books load").rules {
            Rules::ThreeCard(rules) if is_asked("three-card") => {
                let begun = Instant::now();
                let found = three_card::Analysis::of(&rules);
                tell(&name, "every wager", begun, found.exposed.value());
                let begun = Instant::now();
                let moments = three_card::Moments::of(&rules, &found, true);
                tell(&name, "two seats together", begun, moments.covariance(&[1.0; 3], &[1.0; 3]));
            }
            Rules::DoubleHand(rules) if is_asked("double-hand") => {
                let begun = Instant::now();
                let alone = double_hand::WayCount::of(&rules).expect("the book can be counted");
                tell(&name, "house way v house way", begun, alone.value());
                let begun = Instant::now();
                let found = double_hand::Analysis::of(&rules).expect("the book can be counted");
                tell(&name, "and best responses", begun, found.player_value());
                assert_eq!((alone.win, alone.loss), (found.win, found.loss), "both count the same");
            }
            _ => {}
        }
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
