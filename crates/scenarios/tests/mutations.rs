//! Breaks every rule that a clause stands behind: the cases that claim to prove the clause must notice.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use books::read::Source;
use books::{BookId, Shelf};
use scenarios::Scenario;
use scenarios::mutation::{Shaken, shake};

/// Every case of the project, by book.
fn cases_by_book() -> BTreeMap<String, Vec<Scenario>> {
    let mut cases: BTreeMap<String, Vec<Scenario>> = BTreeMap::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                let source = Source::open(&path).unwrap();
                for case in Scenario::read_all(&source).unwrap_or_else(|faults| panic!("{faults}")) {
                    cases.entry(case.book.clone()).or_default().push(case);
                }
            }
        }
    }
    cases
}

#[test]
fn a_broken_rule_breaks_a_case_that_proves_it() {
    let shelf = Shelf::filed();
    let mut idle = Vec::new();
    for (book, cases) in cases_by_book() {
        let (house, game) = book.split_once('/').expect("a case names its book as house/game");
        let shaken =
            shake(&shelf, &BookId::new(house, game), &cases).unwrap_or_else(|problem| panic!("{problem}"));
        let never = shaken.iter().filter(|(_, fate)| **fate == Shaken::Never);
        idle.extend(never.map(|(clause, _)| format!("{book}: {clause}")));
    }
    assert!(
        idle.is_empty(),
        "no case that claims to prove these clauses fails when the rule is broken:\n{}",
        idle.join("\n")
    );
}
