//! The shapes that programs rely on.

use serde_json::Value;

use super::printed;

fn json(words: &[&str]) -> Value {
    let mut all = words.to_vec();
    all.push("--json");
    serde_json::from_str(&printed(&all)).expect("a command prints JSON")
}

fn books() -> Vec<String> {
    let houses = json(&["books"]);
    let books = houses.as_array().unwrap().iter().flat_map(|house| house["books"].as_array().unwrap());
    books.map(|book| book["book"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn all_25_books_are_listed_with_their_facts() {
    assert_eq!(books().len(), 25);
    let houses = json(&["books", "players-club"]);
    let house = &houses[0];
    assert_eq!(house["name"], "The Players Club");
    assert_eq!(house["hours"][1]["first_day"], "Wednesday");
    assert_eq!(house["books"][0]["family"], "poker");
    assert_eq!(house["books"][0]["approval"], Value::Null);
    assert_eq!(house["books"][0]["seats"], 9);
}

#[test]
fn every_book_shows_its_rules_with_clauses() {
    for book in books() {
        let value = json(&["show", &book]);
        assert_eq!(value["book"], book.as_str());
        let rules = value["rules"].as_array().unwrap();
        assert!(rules.len() > 8, "{book} has headings for every part of a round");
        for sentence in rules.iter().flat_map(|rule| rule["sentences"].as_array().unwrap()) {
            assert!(sentence["says"].as_str().unwrap().ends_with('.'), "{book}: {sentence}");
            for clause in sentence["clauses"].as_array().unwrap() {
                assert!(clause["clause"].is_string() && clause["at"].is_string(), "{book}: {clause}");
            }
        }
    }
}

#[test]
fn rates_have_exactly_the_agreed_keys() {
    const KEYS: [&str; 11] = [
        "schedule",
        "limit",
        "blinds",
        "players",
        "tiers",
        "player_fee",
        "bonus_fee",
        "modified_a",
        "modified_b",
        "jackpot",
        "per",
    ];
    let cents_or_null = |value: &Value| value.is_null() || value.is_i64();
    for book in books() {
        let rates = json(&["rates", &book]);
        for row in rates.as_array().unwrap() {
            let object = row.as_object().unwrap();
            let keys: Vec<&str> = object.keys().map(String::as_str).collect();
            assert_eq!(keys, KEYS, "{book}");
            assert!(row["schedule"].is_string(), "{book}: {row}");
            for key in ["player_fee", "bonus_fee", "modified_a", "modified_b", "jackpot"] {
                assert!(cents_or_null(&row[key]), "{book}: {key} of {row}");
            }
            assert!(
                cents_or_null(&row["limit"]["min"]) && cents_or_null(&row["limit"]["max"]),
                "{book}: {row}"
            );
            for tier in row["tiers"].as_array().unwrap() {
                assert!(tier["min"].is_i64() && tier["fee"].is_i64(), "{book}: {row}");
                assert!(cents_or_null(&tier["max"]), "{book}: {row}");
            }
            assert!(["hand", "wager", "half-hour", "pot"].contains(&row["per"].as_str().unwrap()));
        }
    }
}
