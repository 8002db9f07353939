//! What people read: lists, rules, rates, and what is said when something is not there.

use super::{assert_kept, printed, refused};

#[test]
fn books_are_listed_by_house() {
    assert_kept("books.txt", &printed(&["books"]));
}

#[test]
fn a_book_of_each_family_is_shown_as_kept() {
    for book in [
        "mortimers/no-bust-6",
        "mortimers/double-hand",
        "pinnacle/three-card-6-card-bonus",
        "players-club/omaha-8",
        "players-club/pan",
    ] {
        let name = format!("show-{}.txt", book.replace('/', "-"));
        assert_kept(&name, &printed(&["show", book]));
    }
}

#[test]
fn clauses_are_printed_in_full_when_asked_for() {
    let text = printed(&["show", "mortimers/no-bust-6", "--clauses"]);
    assert!(text.contains("chart-player-hit ("), "{text}");
}

#[test]
fn rates_are_printed_as_kept() {
    for book in ["mortimers/no-bust-6", "pinnacle/holdem", "players-club/holdem", "ven-a-mexico/no-bust-4-01"]
    {
        let name = format!("rates-{}.txt", book.replace('/', "-"));
        assert_kept(&name, &printed(&["rates", book]));
    }
}

#[test]
fn what_is_not_there_is_refused_with_the_nearest_name() {
    let mut text = String::new();
    for words in [
        &["show", "mortimers/no-bust-7"][..],
        &["show", "no-bust-6"],
        &["show", "zzz"],
        &["books", "marinna"],
        &["rates", "marina/hold'em"],
        &["check", "books/mortimers/no-bust-9.toml"],
        &["check", "books/mortimers"],
        &["books", "--books", "no-such-folder"],
        &["sign", "marina/holdem", "--schedule", "10", "-o", "notice.png"],
        &["sign", "marina/holdem", "--schedule", "10", "-o", "no-such-folder/notice.svg"],
        &["sign", "mortimers/no-bust-6-buster", "--schedule", "A1", "-o", "notice.svg"],
        &["sign", "pinnacle/holdem", "--schedule", "3", "-o", "notice.svg"],
        &["sign", "pinnacle/holdem", "--schedule", "3", "--limit", "$7-$13", "-o", "notice.svg"],
        &["sign", "pinnacle/holdem", "--schedule", "3", "--limit", "$6", "-o", "notice.svg"],
        &[
            "sign",
            "pinnacle/holdem",
            "--schedule",
            "3",
            "--limit",
            "$6-$12",
            "--blinds",
            "$99-$1",
            "-o",
            "notice.svg",
        ],
        &["sign", "players-club/holdem", "--schedule", "no-limit", "-o", "notice.svg"],
        &["sign", "mortimers/no-bust-6", "--schedule", "2", "--blinds", "$1-$2", "-o", "notice.svg"],
        &["sign", "marina/holdem", "--schedule", "70", "--structure", "spread limit", "-o", "notice.svg"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), refused(words)));
    }
    assert_kept("not-there.txt", &text);
}

/// A folder with a copy of a book in which a text of one of its files is replaced.
fn copied(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().to_str().unwrap();
    printed(&["new", "corner/blackjack", "--like", "mortimers/no-bust-6", "--books", own]);
    let path = folder.path().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has no {from}:\n{text}");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    folder
}

#[test]
fn a_book_with_errors_gets_a_notice_only_when_told_and_it_is_marked() {
    let from = "  { from = \"$201\", fee = \"$2\" },";
    let to = "  { from = \"$201\", to = \"$300\", fee = \"$2\" },\n  { from = \"$301\", fee = \"$3\" },";
    let rates = ("corner/rates/blackjack.toml", from, to);
    let rounds = ("corner/blackjack.toml", "rounds                 = 2", "rounds                 = 3");
    for (file, from, to) in [rates, rounds] {
        let folder = copied(file, from, to);
        let (own, notice) = (folder.path().to_str().unwrap(), folder.path().join("notice.html"));
        let mut words = vec!["sign", "corner/blackjack", "--schedule", "1", "--books", own];
        words.extend(["-o", notice.to_str().unwrap()]);
        let told = refused(&words);
        assert!(told.contains("is not in order, so that no table may post it"), "{told}");
        assert!(told.contains("--despite-errors"), "{told}");
        assert!(!notice.exists(), "nothing is written");
        words.push("--despite-errors");
        printed(&words);
        let text = std::fs::read_to_string(&notice).unwrap();
        assert!(text.contains("NOT TO BE POSTED"), "{file}: {text}");
    }
    // Another schedule of the same file is in order.
    let folder = copied(rates.0, rates.1, rates.2);
    let (own, notice) = (folder.path().to_str().unwrap(), folder.path().join("notice.html"));
    let output = notice.to_str().unwrap();
    printed(&["sign", "corner/blackjack", "--schedule", "2", "--books", own, "-o", output]);
    assert!(!std::fs::read_to_string(&notice).unwrap().contains("NOT TO BE POSTED"));
}
