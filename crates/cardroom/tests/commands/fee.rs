//! `cardroom fee`: who pays how much, when and from where.

use serde_json::{Value, json};

use super::{assert_kept, printed, refused};

fn fee(words: &[&str]) -> Value {
    let mut all = vec!["fee", "--json"];
    all.extend(words);
    serde_json::from_str(&printed(&all)).unwrap()
}

/// Moment, payer and cents of each collection.
fn taken(value: &Value) -> Vec<(String, String, i64)> {
    let collections = value["collections"].as_array().unwrap();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let line = |one: &Value| (word(&one["at"]), word(&one["from"]), one["amount"].as_i64().unwrap());
    collections.iter().map(line).collect()
}

#[test]
fn a_banker_pays_by_action_and_each_wager_pays_for_itself() {
    let value = fee(&["mortimers/no-bust-6", "--schedule", "2", "--wager", "$20", "--wager", "$50"]);
    assert_eq!(value["action"], json!(7_000));
    let at = "after-deal".to_owned();
    let expected = vec![
        (at.clone(), "bank".to_owned(), 100),
        (at.clone(), "wager".to_owned(), 50),
        (at, "wager".to_owned(), 50),
    ];
    assert_eq!(taken(&value), expected);
    assert_eq!(value["collections"][0]["clause"], "collection/no-bust-6-pd-fee");
    assert_eq!(value["collections"][2]["place"], 2);
}

#[test]
fn a_pot_pays_after_the_flop_and_its_small_blind_when_the_hand_ends_early() {
    let words = ["marina/holdem", "--schedule", "10", "--players", "8"];
    let all = fee(&words);
    let moments: Vec<String> = taken(&all).into_iter().map(|(at, _, _)| at).collect();
    assert!(moments.contains(&"after-flop".to_owned()), "{moments:?}");
    let early = fee(&[&words[..], &["--stage", "ended-early"]].concat());
    assert!(taken(&early).is_empty(), "without action nothing is due");
    let small = fee(&[&words[..], &["--pot", "$1", "--stage", "after-flop"]].concat());
    let line = &small["collections"][0];
    assert_eq!(line["amount"], 100, "no more than the pot holds");
    assert!(line["waived"].as_i64().unwrap() > 0);
}

#[test]
fn time_is_paid_by_each_seated_player() {
    let value = fee(&["players-club/pan", "--schedule", "pan-2", "--players", "5"]);
    assert_eq!(taken(&value).len(), 5);
    assert!(
        taken(&value).iter().all(|(at, from, cents)| at == "half-hour" && from == "seat" && *cents == 200)
    );
}

#[test]
fn money_above_the_limit_of_a_double_hand_table_does_not_count() {
    let four = ["--wager", "$250"].repeat(4);
    let value = fee(&[&["marina/double-hand", "--schedule", "1"], &four[..]].concat());
    assert_eq!((&value["action"], &value["collections"][0]["amount"]), (&80_000.into(), &200.into()));
    let others =
        ["--wager", "$150+$150", "--wager", "$200", "--wager", "$200", "--wager", "$200", "--wager", "$190"];
    let value = fee(&[&["marina/double-hand", "--schedule", "1"], &others[..]].concat());
    assert_eq!((&value["action"], &value["collections"][0]["amount"]), (&99_000.into(), &200.into()));
}

#[test]
fn the_blind_of_a_3_6_game_is_its_fee() {
    let value = fee(&["players-club/omaha", "--schedule", "3-6"]);
    assert_eq!(taken(&value), vec![("before-deal".to_owned(), "blind".to_owned(), 300)]);
}

#[test]
fn people_read_the_same() {
    let mut text = String::new();
    for words in [
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "$20", "--wager", "$50"][..],
        &["fee", "mortimers/no-bust-6-buster", "--schedule", "3", "--wager", "$3", "--bonus", "$5"],
        &["fee", "marina/holdem", "--schedule", "10", "--players", "8", "--pot", "$40"],
        &["fee", "mortimers/pure-21-5", "--schedule", "1", "--wager", "$100", "--wager", "$75"],
        &["fee", "mortimers/no-bust-6-buster", "--schedule", "1", "--wager", "$25", "--wager", "$180"],
        &["fee", "mortimers/holdem", "--schedule", "spread-5-40", "--players", "8", "--pot", "$40"],
        &["fee", "marina/lowball", "--schedule", "10", "--players", "8"],
        &["fee", "ven-a-mexico/no-bust-4-01", "--schedule", "5-100", "--wager", "$60"],
        &["fee", "players-club/pan", "--schedule", "pan-2", "--players", "2", "--stage", "half-hour"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), printed(words)));
    }
    assert_kept("fee.txt", &text);
}

#[test]
fn questions_without_an_answer_are_refused_with_a_way_out() {
    let mut text = String::new();
    for words in [
        &["fee", "marina/holdm", "--schedule", "1"][..],
        &["fee", "marina/holdem", "--schedule", "120", "--players", "8"],
        &["fee", "mortimers/no-bust-6", "--schedule", "9", "--wager", "$20"],
        &["fee", "marina/holdem", "--schedule", "10"],
        &["fee", "marina/holdem", "--schedule", "12", "--players", "8"],
        &["fee", "marina/holdem", "--schedule", "10", "--players", "8", "--wager", "$5"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "5%"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "$5", "--stage", "flop"],
        &["fee", "marina/holdem", "--schedule", "61", "--players", "8"],
        &["fee", "marina/lowball", "--schedule", "61", "--players", "8"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "$5", "--bonus", "$1"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "$5", "--players", "3"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "$5", "--pot", "$3"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "$5", "--stage", "after-flop"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "$5", "--jackpot"],
        &["fee", "marina/holdem", "--schedule", "10", "--players", "8", "--small-blind", "$2"],
        &["fee", "marina/holdem", "--schedule", "10", "--players", "8", "--stage", "before-deal"],
        &["fee", "marina/holdem", "--schedule", "10", "--players", "99"],
        &["fee", "mortimers/no-bust-6", "--schedule", "2", "--wager", "$0"],
        &["fee", "players-club/omaha", "--schedule", "3-6", "--players", "8"],
        &["fee", "pinnacle/holdem", "--schedule", "1", "--players", "8"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), refused(words)));
    }
    assert_kept("fee-refused.txt", &text);
}

#[test]
fn a_gap_that_a_ruling_fills_cites_it() {
    let value = fee(&["mortimers/pure-21-5", "--schedule", "1", "--wager", "$175"]);
    assert_eq!(value["collections"][0]["amount"], 50);
    assert_eq!(value["collections"][0]["clause"], "collection/pure-pd-fee");
    assert_eq!(value["collections"][0]["ruling"], "collection/ruling-pure-table-option");
    let value = fee(&["mortimers/pure-21-5", "--schedule", "1", "--wager", "$149"]);
    assert_eq!(value["collections"][0]["ruling"], json!(null));
}

#[test]
fn a_modified_fee_names_the_ruling_it_rests_on() {
    for (book, schedule, ruling) in [
        ("marina/holdem", "10", "collection/ruling-modified-fee-a"),
        ("marina/lowball", "25", "collection/ruling-lowball-has-no"),
    ] {
        let value = fee(&[book, "--schedule", schedule, "--players", "8"]);
        let collections = value["collections"].as_array().unwrap();
        let of = |at: &str| collections.iter().find(|one| one["at"] == at);
        for at in ["ended-early-with-action", "late-bet"] {
            let Some(one) = of(at) else { continue };
            assert_eq!(one["ruling"], ruling, "{book} {at}");
        }
        assert!(of("late-bet").is_some() || of("ended-early-with-action").is_some(), "{book}: {value}");
    }
}

#[test]
fn wagers_that_a_table_would_refuse_are_noted() {
    for (words, told) in [
        (
            &["mortimers/no-bust-6-buster", "--schedule", "1", "--wager", "$10", "--bonus", "$25"][..],
            &[
                "a bonus wager of $25 is above the largest of $20",
                "a bonus wager of $25 is above its base wager of $10",
            ][..],
        ),
        (
            &["pinnacle/three-card-6-card-bonus", "--schedule", "1", "--wager", "$10", "--bonus", "$101"],
            &["a bonus wager of $101 is above the largest of $100"],
        ),
        (
            &["marina/double-hand", "--schedule", "1", "--wager", "$5+$30"],
            &["a wager of $5 is below the table minimum of $10"],
        ),
    ] {
        let value = fee(words);
        let notes: Vec<&str> = value["notes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        for note in told {
            assert!(notes.contains(note), "{words:?}: {notes:?}");
        }
    }
}
