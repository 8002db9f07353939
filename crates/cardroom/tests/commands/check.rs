//! `cardroom check`: the report on all filed books is kept and reviewed as a diff.

use std::fs;

use serde_json::Value;

use super::{assert_kept, cardroom, printed, root};

#[test]
fn the_report_on_all_filed_books_is_as_expected() {
    assert_kept("check.txt", &printed(&["check"]));
}

#[test]
fn filed_books_have_no_errors_and_contested_law_is_only_noted() {
    let found: Vec<Value> = serde_json::from_str(&printed(&["check", "--json"])).unwrap();
    assert!(found.len() > 100, "the filings are full of oddities");
    for one in &found {
        assert_ne!(one["severity"], "error", "{one}");
        if let Some(status) = one["law"]["status"].as_str()
            && status != "in force"
        {
            assert_eq!(one["severity"], "note", "{one}");
        }
        assert!(one["file"].is_string() && one["says"].is_string(), "{one}");
        assert!(one.as_object().unwrap().contains_key("clause"), "{one}");
    }
}

#[test]
fn a_file_with_errors_makes_the_command_fail_and_warnings_do_not() {
    let good = cardroom(&["check", "books/marina/holdem.toml", "books/marina/rates/holdem.toml"]);
    assert!(good.status.success());
    let folder = root().join("target").join("check-test").join("mortimers");
    fs::create_dir_all(&folder).unwrap();
    let book = fs::read_to_string(root().join("books/mortimers/no-bust-6.toml")).unwrap();
    let path = folder.join("no-bust-6.toml");
    fs::write(&path, book.replace("seats    = 8", "seats    = 80")).unwrap();
    let bad = cardroom(&["check", path.to_str().unwrap()]);
    assert!(!bad.status.success());
    let text = String::from_utf8(bad.stdout).unwrap();
    assert!(text.contains("a table has the bank's seat and at least one more"), "{text}");
    assert!(text.ends_with("1 error, 0 warnings, 0 notes\n"), "{text}");
    assert!(bad.stderr.is_empty(), "the report is told once");
}

#[test]
fn a_house_or_a_book_can_be_checked_alone() {
    let files = |words: &[&str]| -> Vec<String> {
        let found: Vec<Value> = serde_json::from_str(&printed(words)).unwrap();
        let mut files: Vec<String> =
            found.iter().map(|one| one["file"].as_str().unwrap().to_owned()).collect();
        files.dedup();
        files
    };
    let house = files(&["check", "marina", "--json"]);
    assert!(house.len() > 4 && house.iter().all(|file| file.starts_with("books/marina/")), "{house:?}");
    let book = files(&["check", "marina/holdem", "--json"]);
    assert_eq!(book, ["books/marina/holdem.toml", "books/marina/rates/holdem.toml"]);
    for (name, told) in [("marinna", "did you mean marina?"), ("marina/holdm", "did you mean marina/holdem?")]
    {
        let said = super::refused(&["check", name]);
        assert!(said.contains(told), "{said}");
    }
}

#[test]
fn findings_in_ones_own_books_come_first() {
    let own = "docs/examples/plain-blackjack";
    let found: Vec<Value> = serde_json::from_str(&printed(&["check", "--books", own, "--json"])).unwrap();
    let is_own: Vec<bool> = found.iter().map(|one| one["file"].as_str().unwrap().starts_with(own)).collect();
    assert!(is_own[0], "{:?}", found[0]);
    assert!(is_own.is_sorted_by(|first, second| first >= second), "own findings stand together");
    assert!(!is_own.last().unwrap(), "the filed ones follow");
}
