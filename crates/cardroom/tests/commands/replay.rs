//! `cardroom replay` over public hand histories.

use std::fs;

use serde_json::Value;

use super::{cardroom, printed, refused, root};

#[test]
fn a_sample_of_each_game_is_replayed_or_counted_as_not_played() {
    let sample = |name: &str| format!("crates/phh/tests/samples/{name}.phh");
    let lines = printed(&["replay", "--json", &sample("dwan-ivey-2009"), &sample("alice-carol-wikipedia")]);
    let hands: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let outcomes: Vec<&str> = hands.iter().map(|hand| hand["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["agrees", "not played"]);
    assert_eq!(hands[0]["variant"], "NT");
    assert!(hands[0]["stacks"].as_array().is_some_and(|stacks| stacks.len() >= 2));
}

#[test]
fn a_folder_is_replayed_whole_and_one_without_histories_is_refused() {
    let told = printed(&["replay", "--json", "crates/phh/tests/samples"]);
    let hands: Vec<&str> = told.lines().collect();
    assert!(hands.iter().all(|hand| hand.contains("\"agrees\"") || hand.contains("\"not played\"")));
    for file in ["samples/dwan-ivey-2009.phh", "samples/pluribus/", "samples/wsop/"] {
        assert!(hands.iter().any(|hand| hand.contains(file)), "{file}");
    }
    let told = refused(&["replay", "docs"]);
    assert_eq!(told, "cardroom: docs: has no .phh or .phhs file in it; name another folder\n");
}

#[test]
fn wrong_final_stacks_are_told_and_end_with_a_failure() {
    let sample = fs::read_to_string(root().join("crates/phh/tests/samples/dwan-ivey-2009.phh")).unwrap();
    let players =
        sample.lines().find(|line| line.starts_with("starting_stacks")).unwrap().matches(',').count() + 1;
    let wrong: Vec<String> = (0..players).map(|player| (player + 1).to_string()).collect();
    let without: Vec<&str> = sample.lines().filter(|line| !line.starts_with("finishing_stacks")).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.phh");
    fs::write(&path, format!("{}\nfinishing_stacks = [{}]\n", without.join("\n"), wrong.join(", "))).unwrap();
    let output = cardroom(&["replay", "--json", &path.display().to_string()]);
    assert!(!output.status.success());
    let hand: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(hand["outcome"], "differs");
}

#[test]
fn a_missing_file_is_named() {
    assert_eq!(
        refused(&["replay", "nope.phh"]),
        "cardroom: nope.phh: there is no such file; check the path\n"
    );
}
