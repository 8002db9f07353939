//! Worked cases: a file is read and every case of it played, or its faults are told.

use std::fs;

use books::Shelf;
use books::read::Source;
use scenarios::{Scenario, Tables};

use super::{files, folder};
use crate::{Running, Target};

/// The worked cases.
pub(super) const CASES: Target =
    Target { name: "cases", law: "a case is played and compared, or refused in words", begin };

/// After so many inputs the tables that were made for them are forgotten.
const FORGET_AFTER: u32 = 200;

fn begin() -> Running {
    let mut found = Vec::new();
    files(&folder("scenarios"), "toml", &mut found);
    let short = |text: &String| text.len() < 6_000;
    let corpus: Vec<Vec<u8>> = found
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok().filter(short))
        .map(String::into_bytes)
        .step_by(3)
        .collect();
    let shelf = Shelf::filed();
    let mut tables = Tables::new(shelf.clone());
    let mut taken = 0;
    let take = move |input: &[u8]| {
        taken += 1;
        if taken % FORGET_AFTER == 0 {
            tables = Tables::new(shelf.clone());
        }
        let source = Source::new("case.toml", String::from_utf8_lossy(input));
        match Scenario::read_all(&source) {
            Err(faults) => {
                assert!(!faults.to_string().is_empty(), "a fault without words");
                0
            }
            Ok(cases) => {
                for case in &cases {
                    let _ = scenarios::run(case, "case.toml", &mut tables);
                }
                cases.len().min(9) as u32
            }
        }
    };
    Running { corpus, take: Box::new(take) }
}
