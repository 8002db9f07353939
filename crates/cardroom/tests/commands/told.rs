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
        &["sign", "players-club/holdem", "--schedule", "no-limit", "-o", "notice.svg"],
        &["sign", "mortimers/no-bust-6", "--schedule", "2", "--blinds", "$1-$2", "-o", "notice.svg"],
        &["sign", "marina/holdem", "--schedule", "70", "--structure", "spread limit", "-o", "notice.svg"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), refused(words)));
    }
    assert_kept("not-there.txt", &text);
}
