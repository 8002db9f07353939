//! Every clause of the finished books is proven by a case, or stands in the list with its reason.

use std::fs;
use std::path::Path;

use books::Shelf;
use books::read::Source;
use scenarios::{Scenario, Standing, Tables, Unproven, conformance, run};

/// Books whose cases are complete; the others join them as their cases are written.
const FINISHED: [&str; 25] = [
    "marina/double-hand",
    "marina/holdem",
    "marina/lowball",
    "marina/no-bust-buster",
    "marina/no-bust-joker",
    "marina/pure-21-5",
    "mortimers/double-hand",
    "mortimers/holdem",
    "mortimers/no-bust-2003",
    "mortimers/no-bust-6",
    "mortimers/no-bust-6-buster",
    "mortimers/pure-21-5",
    "pinnacle/holdem",
    "pinnacle/three-card-6-card-bonus",
    "players-club/crazy-pineapple",
    "players-club/holdem",
    "players-club/lazy-pineapple",
    "players-club/lowball-ace-to-five",
    "players-club/lowball-deuce-to-seven",
    "players-club/no-bust-5",
    "players-club/omaha",
    "players-club/omaha-8",
    "players-club/pan",
    "players-club/pineapple",
    "ven-a-mexico/no-bust-4-01",
];

/// Rules of whole houses whose cases are complete.
const FINISHED_HOUSES: [&str; 4] =
    ["marina/collection", "marina/general-poker", "mortimers/collection", "players-club/room"];

#[test]
fn every_clause_of_a_finished_book_is_proven_or_has_a_reason() {
    let shelf = Shelf::filed();
    let mut tables = Tables::new(shelf.clone());
    let mut played = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = Source::open(&path).unwrap();
            for case in Scenario::read_all(&source).unwrap_or_else(|faults| panic!("{faults}")) {
                let report = run(&case, &source.name, &mut tables);
                played.push((case, report));
            }
        }
    }
    let lines = conformance(&shelf, &played, |_| true).unwrap_or_else(|problem| panic!("{problem}")).books;
    for standing in Standing::ALL {
        println!("{}: {}", standing.word(), lines.iter().map(|line| line.count(standing)).sum::<usize>());
    }
    let mut open = Vec::new();
    let finished = [&FINISHED[..], &FINISHED_HOUSES[..]].concat();
    for line in lines.iter().filter(|line| finished.contains(&line.book.as_str())) {
        let is_weak = |clause: &&Unproven| matches!(clause.standing, Standing::Open | Standing::Unmoved);
        let without_reason = line.unproven.iter().filter(is_weak);
        open.extend(
            without_reason.map(|clause| format!("{}: {} ({})", line.book, clause.clause, clause.kind)),
        );
    }
    assert!(open.is_empty(), "these clauses are neither proven nor explained:\n{}", open.join("\n"));
}
