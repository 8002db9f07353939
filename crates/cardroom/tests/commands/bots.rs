//! The report on bots, over every book: nobody vanishes, stacks stay, good hands are entered with, and play costs little.

use serde_json::Value;

use super::{printed, refused};

fn report(book: &str, words: &[&str]) -> Value {
    let mut all = vec!["bots", book, "--json"];
    all.extend(words);
    serde_json::from_str(&printed(&all)).expect("the report is JSON")
}

fn books() -> Vec<(String, String)> {
    let houses: Value = serde_json::from_str(&printed(&["books", "--json"])).unwrap();
    let houses = houses.as_array().unwrap().iter();
    let books = houses.flat_map(|house| house["books"].as_array().unwrap().clone());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    books.map(|book| (text(&book["book"]), text(&book["family"]))).collect()
}

/// What must hold of the bots at any table.
fn check(book: &str, report: &Value) {
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{book}: {report}"));
    let absent = number(&report["absent_most"]);
    assert!(absent <= 12.0, "{book}: a seat is left out for {absent} rounds: {report}");
    assert!(number(&report["dealt_in"]) > 3.5, "{book}: {report}");
    for depth in report["stacks"]["by_seat"].as_array().unwrap() {
        assert!((0.5..2.0).contains(&number(depth)), "{book}: {report}");
    }
}

#[test]
fn bots_at_every_book_stay_and_play_by_the_strength_of_their_hands() {
    let all = books();
    assert_eq!(all.len(), 25);
    let rounds = |family: &str| if family == "blackjack" { "600" } else { "120" };
    let (mut insured, mut followed) = (0, 0);
    for (book, family) in all {
        let report = report(&book, &["--rounds", rounds(&family), "--seed", "1"]);
        check(&book, &report);
        let cost = &report["cost"];
        match family.as_str() {
            "blackjack" => {
                let percent = cost["percent"].as_f64().unwrap();
                assert!(percent < 0.001, "{book}: {report}");
                assert!(cost["choices"].as_u64().unwrap() > 1_600, "{book}: {report}");
                insured += report["insurance"]["taken"].as_u64().unwrap();
                followed += report["follows"]["taken"].as_u64().unwrap();
            }
            "poker" => {
                let thirds = report["first_in"].as_array().unwrap();
                let entered: Vec<f64> =
                    thirds.iter().map(|third| third["entered"].as_f64().unwrap()).collect();
                assert!(entered[0] <= entered[1] && entered[1] < entered[2], "{book}: {entered:?}");
                assert!(entered[0] < 0.2 && entered[2] > 0.4, "{book}: {entered:?}");
                assert!(report["pots_entered"].as_f64().unwrap() > 0.6, "{book}: {report}");
                assert!(cost["percent"].is_f64(), "{book}: {report}");
            }
            "pan" => assert!(cost["percent"].is_null(), "{book}: {report}"),
            _ => assert!(cost["percent"].is_f64() && cost["basis"].is_string(), "{book}: {report}"),
        }
    }
    assert!(insured > 0 && followed > 0, "{insured} insure, {followed} follow");
}

#[test]
fn styles_differ_and_the_same_seed_gives_the_same_report() {
    let words = ["--rounds", "150", "--seats", "8", "--no-limit"];
    let one = report("marina/holdem", &words);
    check("marina/holdem", &one);
    assert_eq!(one, report("marina/holdem", &words));
    let of = |style: &str, what: &str| one["styles"][style][what].as_f64().unwrap();
    for mood in ["mild", "bold"] {
        let [tight, loose] = ["tight", "loose"].map(|kind| of(&format!("{kind} and {mood}"), "entered"));
        assert!(tight < loose, "{one}");
    }
    for kind in ["tight", "loose"] {
        let [mild, bold] = ["mild", "bold"].map(|mood| of(&format!("{kind} and {mood}"), "aggression"));
        assert!(mild < bold, "{one}");
    }
}

#[test]
fn what_no_schedule_has_is_refused() {
    let said = refused(&["bots", "pinnacle/holdem", "--no-limit"]);
    assert!(said.contains("no schedule without a limit"), "{said}");
}
