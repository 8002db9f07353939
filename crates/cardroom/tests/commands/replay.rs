//! `cardroom replay` over public hand histories.

use std::fs;

use serde_json::Value;

use super::{assert_kept, cardroom, printed, refused, root};

/// The text of a public sample.
fn sample(name: &str) -> String {
    fs::read_to_string(root().join("crates/phh/tests/samples").join(name)).unwrap()
}

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
    let sample = sample("dwan-ivey-2009.phh");
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
    let reason = hand["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("the file ends with [1, 2") && reason.contains(", the engine with ["),
        "{reason}"
    );
}

/// A folder with a good hand, one that cannot be, one of its hands missing a key, and two files that are no text
/// of hands.
fn mixed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    let (first, second) = (sample("pluribus/30-0.phh"), sample("pluribus/30-12.phh"));
    write("1-good.phh", first.as_bytes());
    write("2-garbage.phh", b"this is no hand");
    write("3-broken.phh", second.replace("p2 sm 8sQh", "p2 sm 2c2d").as_bytes());
    write("4-many.phhs", format!("[1]\n{second}\n[2]\nvariant = 'NT'\n[3]\n{first}\n").as_bytes());
    write("5-not-utf-8.phh", b"hand = '\xff'");
    write(
        "6-unended.phh",
        first.lines().filter(|line| !line.starts_with("finishing")).collect::<Vec<_>>().join("\n").as_bytes(),
    );
    folder
}

#[test]
fn a_file_that_cannot_be_read_is_refused_and_hides_no_other() {
    let folder = mixed();
    let output = cardroom(&["replay", "--json", &folder.path().display().to_string()]);
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap();
    let hands: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<[&str; 4]> = hands
        .iter()
        .map(|hand| ["file", "hand", "variant", "outcome"].map(|key| hand[key].as_str().unwrap()))
        .map(|[file, hand, variant, outcome]| [file.rsplit('/').next().unwrap(), hand, variant, outcome])
        .collect();
    assert_eq!(
        told,
        [
            ["1-good.phh", "0", "NT", "agrees"],
            ["2-garbage.phh", "", "", "refused"],
            ["3-broken.phh", "12", "NT", "refused"],
            ["4-many.phhs", "1", "NT", "agrees"],
            ["4-many.phhs", "2", "", "refused"],
            ["4-many.phhs", "3", "NT", "agrees"],
            ["5-not-utf-8.phh", "", "", "refused"],
            ["6-unended.phh", "0", "NT", "agrees"],
        ]
    );
    for hand in &hands {
        let keys: Vec<&String> = hand.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["file", "hand", "variant", "outcome", "reason", "stacks"]);
        assert_eq!(hand["stacks"].as_array().unwrap().is_empty(), hand["outcome"] == "refused");
    }
}

#[test]
fn the_table_counts_what_was_refused_and_what_had_nothing_to_compare() {
    let folder = mixed();
    let path = folder.path().display().to_string();
    let output = cardroom(&["replay", &path]);
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_kept("replay-mixed.txt", &String::from_utf8(output.stdout).unwrap().replace(&path, "hands"));
    assert_kept("replay-samples.txt", &printed(&["replay", "crates/phh/tests/samples"]));
}

#[test]
fn a_missing_file_is_named() {
    assert_eq!(
        refused(&["replay", "nope.phh"]),
        "cardroom: nope.phh: there is no such file; check the path\n"
    );
    let output = cardroom(&["replay", "--json", "crates/phh/tests/samples/dwan-ivey-2009.phh", "nope.phh"]);
    assert!(!output.status.success() && output.stdout.is_empty());
}

#[test]
fn rake_and_the_rate_of_many_hands_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = \
                [100, 100]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n";
    let many = |count: usize, end: &str| {
        let hands: Vec<String> = (1..=count).map(|number| format!("[{number}]\n{hand}{end}\n")).collect();
        fs::write(folder.path().join("hands.phhs"), hands.join("\n")).unwrap();
        let output = cardroom(&["replay", &folder.path().display().to_string()]);
        assert!(output.status.success());
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (told, rate) = many(1000, "finishing_stacks = [100.90, 99]");
    assert!(
        told.ends_with("Agreeing hands of which the house kept something: 1000, 100.00 in all\n"),
        "{told}"
    );
    assert!(rate.starts_with("1000 hands in ") && rate.ends_with(" a second\n"), "{rate}");
    let (told, rate) = many(999, "");
    assert!(told.ends_with("compare: 999 of 999\n"), "{told}");
    assert_eq!(rate, "");
}
