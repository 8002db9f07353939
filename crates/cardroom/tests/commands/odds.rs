//! Odds of blackjack books as they are printed, as programs read them, and as a chart to print.

use serde_json::Value;

use super::{assert_kept, printed, refused};

#[test]
fn odds_are_printed_as_kept() {
    let mut text = String::new();
    for words in [
        &["odds", "marina/pure-21-5", "--decks", "2"][..],
        &["odds", "marina/no-bust-buster", "--decks", "2", "--wager", "buster"],
        &["odds", "mortimers/no-bust-6", "--decks", "2", "--hand", "8c 8d", "--up", "Td"],
        &["odds", "mortimers/no-bust-6", "--decks", "2", "--with", "natural.pays=2 to 1", "--wager", "base"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), printed(words)));
    }
    assert_kept("odds.txt", &text);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_sentence() {
    let mut text = String::new();
    for words in [
        &["odds", "marina/holdem"][..],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--wager", "lucky"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--chart", "chart.png"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--with", "natural.pays"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--without", "special.nothing"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), refused(words)));
    }
    assert_kept("odds-refused.txt", &text);
}

/// The keys, in any order.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn programs_read_the_shape_they_rely_on() {
    let words = ["odds", "marina/no-bust-buster", "--decks", "2", "--json"];
    let value: Value = serde_json::from_str(&printed(&words)).unwrap();
    assert_eq!(
        keys(&value),
        ["bank", "book", "chart_value", "decks", "insurance", "strategy", "up_cards", "value", "wagers"]
    );
    assert_eq!((value["book"].as_str(), value["decks"].as_u64()), (Some("marina/no-bust-buster"), Some(2)));
    for wager in value["wagers"].as_array().unwrap() {
        assert_eq!(keys(wager), ["deviation", "hit", "name", "value"]);
    }
    for up in value["up_cards"].as_array().unwrap() {
        assert_eq!(keys(up), ["up", "value"]);
    }
    let bank = value["bank"].as_array().unwrap();
    assert!(bank.iter().all(|hand| keys(hand) == ["cards", "chance", "total"]));
    let all: f64 = bank.iter().map(|hand| hand["chance"].as_f64().unwrap()).sum();
    assert!((all - 1.0).abs() < 1e-12, "{all}");
    let (best, chart) = (value["value"].as_f64().unwrap(), value["chart_value"].as_f64().unwrap());
    assert!(chart <= best && best < 0.0, "{best}, {chart}");
    let digits = value["value"].to_string().trim_start_matches(['-', '0', '.']).len();
    assert!(digits >= 12, "{} has {digits} digits", value["value"]);
}

#[test]
fn a_chart_is_drawn_in_three_formats() {
    let folder = tempfile::tempdir().unwrap();
    for (name, begins) in [("chart.svg", "<svg"), ("chart.html", "<!DOCTYPE html>"), ("chart.pdf", "%PDF")] {
        let file = folder.path().join(name);
        let file_name = file.to_str().unwrap();
        printed(&["odds", "mortimers/no-bust-6", "--decks", "1", "--wager", "base", "--chart", file_name]);
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.starts_with(begins.as_bytes()), "{name}");
        assert!(bytes.len() > 5000, "{name}: {} bytes", bytes.len());
    }
}
