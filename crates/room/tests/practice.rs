//! Tables of bots as the server plays them: nobody vanishes, whatever the pace, and stacks stay near where they began.

use std::collections::BTreeMap;

use books::{Money, Shelf};
use room::bots::{Practice, Style};
use room::{Command, Event, Pace, Spec};

const SEED: [u8; 32] = [9; 32];

/// What came of some rounds.
#[derive(Debug, Default)]
struct Seen {
    rounds: u64,
    /// By seat: rounds in a row without cards, now and at most.
    absent: BTreeMap<u8, (u64, u64)>,
    /// The sum of all stacks after each round, in parts of what they began with, and how many.
    depth: (f64, u64),
    brought: u64,
    replaced: u64,
    broke: u64,
}

fn play(mut practice: Practice, rounds: u64) -> Seen {
    let mut seen = Seen::default();
    while seen.rounds < rounds {
        let (moved, told) = practice.step().unwrap();
        match moved.map(|moved| moved.command) {
            Some(Command::AddChips { .. }) => seen.brought += 1,
            Some(Command::Leave) => seen.replaced += 1,
            _ => {}
        }
        for one in &told {
            let Event::RoundEnded { nets, .. } = &one.event else { continue };
            seen.rounds += 1;
            for seated in practice.table().people() {
                let is_in = nets.iter().any(|net| net.person == seated.person);
                let absent = seen.absent.entry(seated.seat.unwrap().number()).or_default();
                absent.0 = if is_in { 0 } else { absent.0 + 1 };
                absent.1 = absent.1.max(absent.0);
                seen.broke += u64::from(seated.stack == Money::ZERO);
                let depth = seated.stack.in_cents() as f64 / practice.start().in_cents() as f64;
                seen.depth = (seen.depth.0 + depth, seen.depth.1 + 1);
            }
        }
    }
    seen
}

#[test]
fn who_is_broke_plays_again_where_rounds_follow_at_once() {
    let shelf = Shelf::filed();
    let spec = Spec::practice_without_limit(&shelf, "marina/holdem").unwrap();
    let pace = Pace { between_ms: 0, reading_ms: 0, ..Pace::default() };
    let (table, _) = room::Table::open(&shelf, 1, spec.clone()).unwrap();
    let least = table.view(room::Watcher::Rail).buy_in_least;
    // With one buy-in each, somebody is broke soon.
    let spec = Spec { pace, buy_in_most: Some(least.in_cents()), ..spec };
    let seen = play(Practice::open(&shelf, spec, 6, SEED).unwrap(), 300);
    assert!(seen.broke > 3, "nobody is ever broke: {seen:?}");
    assert_eq!(seen.absent.len(), 6);
    assert!(seen.absent.values().all(|(_, most)| *most <= 12), "somebody vanishes: {seen:?}");
}

#[test]
fn stacks_stay_near_where_they_began() {
    let shelf = Shelf::filed();
    let spec = Spec::practice_without_limit(&shelf, "mortimers/holdem").unwrap();
    let seen = play(Practice::open(&shelf, spec, 6, SEED).unwrap(), 500);
    let depth = seen.depth.0 / seen.depth.1 as f64;
    assert!((0.75..1.5).contains(&depth), "stacks are {depth:.2} of what they were: {seen:?}");
    assert!(seen.brought > 0 && seen.replaced > 0, "{seen:?}");
}

#[test]
fn names_tell_styles_apart_at_one_table() {
    let shelf = Shelf::filed();
    let practice = Practice::open(&shelf, Spec::practice(&shelf, "marina/holdem").unwrap(), 8, SEED).unwrap();
    let mut styles: Vec<Style> =
        practice.table().people().iter().map(|seated| practice.style(seated.person)).collect();
    styles.sort_by_key(|style| style.word());
    styles.dedup();
    assert_eq!(styles.len(), 4);
}
