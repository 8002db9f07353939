//! The codes of refusals: programs go by them, so none is renamed or taken away.
//!
//! `UPDATE=1 cargo test -p room --test codes` adds new ones to the kept list.

use std::collections::BTreeSet;
use std::path::Path;

use games::{Reason, Wrong, pan, poker};
use room::{Cited, System};
use strum::VariantNames;

#[test]
fn every_code_that_was_ever_sent_is_still_known() {
    let lists = [
        Reason::VARIANTS,
        poker::Reason::VARIANTS,
        pan::Reason::VARIANTS,
        Wrong::VARIANTS,
        poker::SetupFault::VARIANTS,
        System::VARIANTS,
        Cited::VARIANTS,
    ];
    let codes: BTreeSet<String> = lists.into_iter().flatten().map(|code| (*code).to_owned()).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected/codes.txt");
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let kept: BTreeSet<String> = kept.lines().map(str::to_owned).collect();
    let gone: Vec<&String> = kept.difference(&codes).collect();
    assert!(gone.is_empty(), "programs know these codes, and nothing is refused by them any more: {gone:?}");
    let all: Vec<&str> = codes.iter().map(String::as_str).collect();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, all.join("\n") + "\n").unwrap();
        return;
    }
    let new: Vec<&String> = codes.difference(&kept).collect();
    assert!(new.is_empty(), "new codes belong into tests/expected/codes.txt (UPDATE=1): {new:?}");
}
