//! Every target takes its corpus, what was found before, and a few seconds of random inputs from a fixed seed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use fuzz::{Running, Target, Until, all, fuzz};

fn target(name: &str) -> Target {
    all().into_iter().find(|target| target.name == name).unwrap()
}

fn try_a_while(name: &str) {
    let target = target(name);
    let Running { corpus, mut take } = (target.begin)();
    assert!(corpus.len() >= 3, "{name} begins from nothing");
    for input in &corpus {
        assert!(take(input) > 0, "{name} does not read its own corpus: {}", String::from_utf8_lossy(input));
    }
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/found").join(name);
    for file in fs::read_dir(found).into_iter().flatten().flatten() {
        take(&fs::read(file.path()).unwrap());
    }
    let outcome = fuzz(&target, 20, Until { inputs: 100_000, time: Duration::from_secs(4) });
    assert!(outcome.finding.is_none(), "{name}: {:?}", outcome.finding);
    assert!(outcome.inputs >= 2 && outcome.read > 0, "{name}: {outcome:?}");
}

#[test]
fn books() {
    try_a_while("books");
}

#[test]
fn rates() {
    try_a_while("rates");
}

#[test]
fn cases() {
    try_a_while("cases");
}

#[test]
fn phh() {
    try_a_while("phh");
}

#[test]
fn commands() {
    try_a_while("commands");
}

#[test]
fn messages() {
    try_a_while("messages");
}

#[test]
fn entries() {
    try_a_while("entries");
}

#[test]
fn every_target_is_tried() {
    let names: Vec<&str> = all().iter().map(|target| target.name).collect();
    assert_eq!(names, ["books", "rates", "cases", "phh", "commands", "messages", "entries"]);
}

/// A target that breaks is found, the same way from the same seed.
#[test]
fn what_breaks_is_found() {
    fn begin() -> Running {
        let take = |input: &[u8]| {
            assert!(!input.windows(2).any(|pair| pair == b"$$"), "two dollars");
            1
        };
        Running { corpus: vec![b"a book costs $5 and $7".to_vec()], take: Box::new(take) }
    }
    let target = Target { name: "broken", law: "never two dollars", begin };
    let until = Until { inputs: 100_000, time: Duration::from_secs(20) };
    let (one, other) = (fuzz(&target, 3, until), fuzz(&target, 3, until));
    let input = one.finding.expect("it is found").input;
    assert_eq!(input, other.finding.unwrap().input);
}
