//! The law on books: what is in force refuses, what is contested is only told, and a house may switch it.

use std::fs;

use books::law::{Date, Subject};
use books::read::{Severity, Source};
use books::report::{Checker, Found, errors_of};
use books::{BookId, Shelf};
use tempfile::TempDir;

/// What is found in a filed book after one text of it is replaced.
fn found(shelf: &Shelf, book: &str, from: &str, to: &str) -> Vec<Found> {
    let (house, game) = book.split_once('/').unwrap();
    let text = &shelf.file(&format!("{book}.toml")).unwrap().text;
    assert!(text.contains(from), "{book} has no {from}");
    let mut checker = Checker::new(shelf);
    checker.check_book(&BookId::new(house, game), &Source::new("changed.toml", text.replace(from, to)));
    checker.finish()
}

fn severity(found: &[Found], rule: &str) -> Option<Severity> {
    let is_of = |one: &&Found| one.law.as_ref().is_some_and(|law| law.id == rule);
    found.iter().find(is_of).map(|one| one.severity)
}

fn own_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("law")).unwrap();
    folder
}

#[test]
fn a_bank_that_does_not_go_round_is_an_error() {
    let shelf = Shelf::filed();
    let three =
        found(&shelf, "mortimers/no-bust-6", "rounds                 = 2", "rounds                 = 3");
    assert_eq!(severity(&three, "bank-rotates"), Some(Severity::Error));
    let from = "uncovered_returned = true";
    let kept = found(&shelf, "mortimers/no-bust-6", from, "uncovered_returned = false");
    assert!(kept.iter().any(|one| one.severity == Severity::Error), "wagers beyond the stake go back");
    let as_filed = found(&shelf, "mortimers/no-bust-6", from, from);
    assert_eq!(severity(&as_filed, "bank-rotates"), None);
    assert!(as_filed.iter().all(|one| one.severity == Severity::Note), "{as_filed:?}");
}

#[test]
fn a_contested_rule_is_told_until_a_house_says_that_it_binds() {
    let mut shelf = Shelf::filed();
    let name = "name     = \"No Bust Blackjack 6.0\"";
    let told = found(&shelf, "mortimers/no-bust-6", name, name);
    assert_eq!(severity(&told, "plain-name"), Some(Severity::Note));
    let plain = found(&shelf, "mortimers/no-bust-6", name, "name     = \"No Bust 6.0\"");
    assert_eq!(severity(&plain, "plain-name"), None);

    let file = "law/2026-rotation-and-blackjack.toml";
    let folder = own_folder();
    let pack = shelf.file(file).unwrap().text.replace("\"enjoined\"", "\"in force\"");
    fs::write(folder.path().join(file), pack).unwrap();
    shelf.add_folder(folder.path()).unwrap();
    let binds = found(&shelf, "mortimers/no-bust-6", name, name);
    for rule in ["plain-name", "no-bust", "no-21-target", "ties-to-the-player"] {
        assert_eq!(severity(&binds, rule), Some(Severity::Error), "{rule}");
    }
}

#[test]
fn rules_about_play_are_listed_as_needing_a_log() {
    let shelf = Shelf::filed();
    let checker = Checker::new(&shelf);
    let on_log: Vec<String> =
        checker.elsewhere().filter(|rule| rule.subject == Subject::Log).map(|rule| rule.id).collect();
    for rule in ["bank-offered-every-round", "two-others-bank", "one-provider", "records-seven-years"] {
        assert!(on_log.iter().any(|id| id == rule), "{rule} is not among {on_log:?}");
    }
}

#[test]
fn every_house_has_all_its_books_and_cites_its_clauses() {
    let shelf = Shelf::filed();
    let houses: Vec<&str> = shelf.houses().collect();
    assert_eq!(houses, ["marina", "mortimers", "pinnacle", "players-club", "ven-a-mexico"]);
    for name in houses {
        let house = shelf.house(name).unwrap_or_else(|problem| panic!("{name}\n{problem}"));
        assert_eq!(house.games.len(), shelf.ids().filter(|id| id.house == name).count(), "{name}");
        assert!(house.name.clause.is_some(), "{name} cites nothing for its name");
        assert!(house.rules.iter().flatten().all(|rule| !rule.clauses.0.is_empty()), "{name}");
    }
    let refused = shelf.house("marinna").unwrap_err().to_string();
    assert_eq!(refused, "there is no house \"marinna\"; did you mean marina?");
}

#[test]
fn a_rule_of_the_law_counts_from_its_day_on() {
    let id = BookId::new("mortimers", "no-bust-6");
    let on = |shelf: &Shelf, month: u8, day: u8| {
        let today = Date { year: 2026, month, day };
        let mut checker = Checker::new(shelf).on(today);
        checker.check_book_named(&id);
        let found = checker.finish();
        assert_eq!(
            severity(&found, "plain-name") == Some(Severity::Error),
            !errors_of(shelf, &id, None, today).is_empty()
        );
        severity(&found, "plain-name")
    };
    let mut shelf = Shelf::filed();
    assert_eq!(on(&shelf, 3, 31), Some(Severity::Note), "the day before");
    assert_eq!(on(&shelf, 4, 1), Some(Severity::Error), "on its day");
    assert_eq!(on(&shelf, 5, 20), Some(Severity::Error), "until the court spoke");
    assert_eq!(on(&shelf, 5, 21), Some(Severity::Note), "once it is enjoined");

    // The court lets it count again.
    let file = "law/2026-rotation-and-blackjack.toml";
    let folder = own_folder();
    let pack = shelf.file(file).unwrap().text.replace("\"enjoined\"", "\"in force\"");
    let pack = pack.replace("status_since   = 2026-05-21", "status_since   = 2026-09-01");
    fs::write(folder.path().join(file), pack).unwrap();
    shelf.add_folder(folder.path()).unwrap();
    assert_eq!(on(&shelf, 8, 31), Some(Severity::Note), "until the court's second word");
    assert_eq!(on(&shelf, 9, 1), Some(Severity::Error), "from that day on");
}

#[test]
fn the_day_is_that_of_california() {
    let day = |at_ms| Date::at(at_ms).to_string();
    assert_eq!(day(0), "1969-12-31");
    assert_eq!(day(1_775_026_799_000), "2026-03-31", "a second before midnight there");
    assert_eq!(day(1_775_026_800_000), "2026-04-01");
    assert_eq!(day(1_709_208_000_000), "2024-02-29", "a leap day");
}

#[test]
fn a_limit_game_with_schedules_for_no_limit_alone_is_an_error() {
    let mut shelf = Shelf::filed();
    let (book, rates) = ("players-club/omaha.toml", "players-club/rates/poker.toml");
    let folder = own_folder();
    let text = shelf.file(rates).unwrap_or_else(|| panic!("{rates}")).text.clone();
    let limit = "structure = \"limit\"";
    assert!(text.contains(limit), "{text}");
    fs::create_dir_all(folder.path().join("players-club/rates")).unwrap();
    fs::write(folder.path().join(rates), text.replace(limit, "structure = \"no-limit\"")).unwrap();
    let id = BookId::new("players-club", "omaha");
    let today = Date { year: 2026, month: 11, day: 16 };
    assert!(shelf.file(book).is_some() && errors_of(&shelf, &id, None, today).is_empty());
    shelf.add_folder(folder.path()).unwrap();
    let errors = errors_of(&shelf, &id, None, today);
    let told: Vec<&str> = errors.iter().map(|one| one.what.as_str()).collect();
    let expected =
        "the book is played limit, and none of its schedules is for that, so that no table can open";
    assert!(told.contains(&expected), "{told:?}");
}

#[test]
fn a_pot_that_pays_by_time_needs_a_schedule_by_time() {
    let shelf = Shelf::filed();
    for book in ["mortimers/holdem", "marina/holdem", "marina/lowball"] {
        let from = "collection = \"pot, by players\"";
        let changed = found(&shelf, book, from, "collection = \"pot, by half hour or players\"");
        let errors: Vec<&str> = changed
            .iter()
            .filter(|one| one.severity == Severity::Error)
            .map(|one| one.what.as_str())
            .collect();
        assert!(
            errors.contains(&"the pot pays by the half hour too, and no schedule has such a fee"),
            "{book}: {errors:?}"
        );
    }
}
