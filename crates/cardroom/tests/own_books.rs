//! The files of `docs/adding-a-game.md`, run through the commands that it names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const FOLDER: &str = "docs/examples/plain-blackjack";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.args(words).current_dir(root()).output().expect("the command can be started")
}

fn printed(words: &[&str]) -> String {
    let output = run(words);
    let told =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "cardroom {}:\n{told}", words.join(" "));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_of_the_page_succeeds() {
    let page = fs::read_to_string(root().join("docs/adding-a-game.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for line in page.lines().filter_map(|line| line.strip_prefix("    cardroom ")) {
        let line = line
            .replace("notice.pdf", &folder.path().join("notice.pdf").display().to_string())
            .replace("my-books", &folder.path().join("my-books").display().to_string());
        let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches('\'')).collect();
        printed(&words);
        count += 1;
    }
    assert!(count >= 6, "only {count} commands on the page");
}

#[test]
fn the_example_is_checked_with_no_error_and_one_warning() {
    let found: Vec<Value> =
        serde_json::from_str(&printed(&["check", "--json", &format!("{FOLDER}/corner/blackjack.toml")]))
            .unwrap();
    let warnings: Vec<&Value> = found.iter().filter(|one| one["severity"] == "warning").collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0]["says"], "the filing shows no approval number");
    assert!(found.iter().all(|one| one["severity"] != "error"), "{found:?}");
}

#[test]
fn the_example_reads_as_plain_blackjack() {
    let text = printed(&["show", "corner/blackjack", "--books", FOLDER]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "Corner Blackjack, as The Corner Room plays it",
        "The shoe holds six decks.",
        "A Natural's win is paid 3 to 2",
        "soft 17",
        "that comes from a split may be doubled too",
        "Insurance is paid 2 to 1",
    ] {
        assert!(text.contains(words), "\"{words}\" is missing in:\n{text}");
    }
}

#[test]
fn a_changed_kill_is_noticed_by_the_example() {
    let folder = root().join("docs/examples/kill-pots");
    let book = fs::read_to_string(folder.join("corner/holdem.toml")).unwrap();
    let cases = folder.join("scenarios").display().to_string();
    let as_it_is = run(&["run", &cases, "--books", folder.to_str().unwrap()]);
    assert!(as_it_is.status.success(), "{}", String::from_utf8_lossy(&as_it_is.stdout));
    for (filed, changed) in [
        ("\"half\"", "\"full\""),
        ("\"last\"", "\"in turn\""),
        ("\"winner of two pots in a row\"", "\"winner of a large pot\"\nlarge_pot = 2"),
    ] {
        assert_eq!(book.matches(filed).count(), 1, "{filed}");
        let own = tempfile::tempdir().unwrap();
        let own = own.path();
        fs::create_dir_all(own.join("corner/rates")).unwrap();
        fs::write(own.join("corner/holdem.toml"), book.replace(filed, changed)).unwrap();
        for other in ["corner/house.toml", "corner/rates/holdem.toml"] {
            fs::copy(folder.join(other), own.join(other)).unwrap();
        }
        let output = run(&["run", &cases, "--books", own.to_str().unwrap()]);
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success() && told.contains("FAIL"), "{changed}: {told}");
    }
}

#[test]
fn a_book_of_the_same_name_takes_the_place_of_the_filed_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir_all(folder.join("mortimers")).unwrap();
    let book = fs::read_to_string(root().join("books/mortimers/no-bust-6.toml")).unwrap();
    let changed = book.replace("pays        = \"6 to 5\"", "pays        = \"3 to 2\"");
    fs::write(folder.join("mortimers/no-bust-6.toml"), changed).unwrap();
    let own = printed(&["show", "mortimers/no-bust-6", "--books", folder.to_str().unwrap()]);
    assert!(own.contains("A Natural's win is paid 3 to 2"), "{own}");
    assert!(printed(&["show", "mortimers/no-bust-6"]).contains("A Natural's win is paid 6 to 5"));
}

#[test]
fn cases_that_pass_fail_all_the_same_under_refused_rates() {
    let own = tempfile::tempdir().unwrap();
    let own = own.path();
    fs::create_dir_all(own.join("ven-a-mexico/rates")).unwrap();
    let rates = fs::read_to_string(root().join("books/ven-a-mexico/rates/no-bust-4-01.toml")).unwrap();
    let path = own.join("ven-a-mexico/rates/no-bust-4-01.toml");
    // This case names no schedule, so that no figure of the file is asked for.
    let case = root().join("scenarios/ven-a-mexico/no-bust-4-01/ace-three-cards.toml").display().to_string();
    let words = ["run", &case, "--books", own.to_str().unwrap()];
    fs::write(&path, &rates).unwrap();
    assert!(run(&words).status.success(), "the filed rates are taken");
    assert_eq!(rates.matches("from = \"$51\"").count(), 1);
    fs::write(&path, rates.replace("from = \"$51\"", "from = \"$41\"")).unwrap();
    let output = run(&words);
    let (shown, faults) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(shown.contains(" passed, 0 failed"), "{shown}");
    assert!(!output.status.success(), "refused rates must not pass:\n{shown}");
    assert!(faults.contains("no-bust-4-01.toml") && faults.contains("$41"), "{faults}");
}
