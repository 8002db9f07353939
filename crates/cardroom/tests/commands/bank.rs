//! `cardroom bank`: what the money of a banked table comes to.

use serde_json::Value;

use super::{assert_kept, printed, refused};

const SMALL: [&str; 4] = ["--rounds", "2000", "--seed", "3"];

fn bank(words: &[&str]) -> Value {
    let all = [&["bank", "--json"], words, &SMALL[..]].concat();
    serde_json::from_str(&printed(&all)).unwrap()
}

#[test]
fn people_read_the_money_of_every_family() {
    let mut text = String::new();
    for words in [
        &["mortimers/no-bust-6", "--schedule", "2", "--seats", "$20,$30,$50", "--stake", "$200"][..],
        &["mortimers/no-bust-6-buster", "--schedule", "2", "--seats", "$20+$5,$40", "--hours", "1"],
        &[
            "mortimers/no-bust-2003",
            "--seats",
            "6:$50,2:$10,5:$30",
            "--bank-seat",
            "8",
            "--stake",
            "$70",
            "--banks",
            "25%",
            "--risk",
            "0.01%",
        ],
        &[
            "mortimers/double-hand",
            "--schedule",
            "1",
            "--seats",
            "$20,$20,$100",
            "--risk",
            "5%",
            "--hours",
            "2",
        ],
        &["marina/double-hand", "--seats", "$100,$100", "--stake", "$150", "--schedules"],
        &[
            "pinnacle/three-card-6-card-bonus",
            "--seats",
            "$20+$5+$5,$50",
            "--stake",
            "$60",
            "--schedule",
            "1",
        ],
        // What the banker wins here is less than the error.
        &["pinnacle/three-card-6-card-bonus", "--seats", "$5+$0+$100", "--stake", "$10", "--schedule", "1"],
    ] {
        let all = [&["bank"], words, &SMALL[..]].concat();
        text.push_str(&format!("$ cardroom {}\n{}\n", all.join(" "), printed(&all)));
    }
    assert_kept("bank.txt", &text);
}

#[test]
fn what_cannot_be_is_refused_with_a_way_out() {
    let mut text = String::new();
    for words in [
        &["marina/holdem", "--seats", "$20"][..],
        &["mortimers/no-bust-6", "--seats", "$20+$5"],
        &["mortimers/double-hand", "--seats", "$20,$20+$5"],
        &["pinnacle/three-card-6-card-bonus", "--seats", "$20+$5+$5+$5"],
        &["mortimers/no-bust-6", "--seats", "$20", "--schedule", "9"],
        &["mortimers/no-bust-6", "--seats", "$1,$20", "--schedule", "2"],
        &["mortimers/no-bust-6", "--seats", "twenty"],
        &["mortimers/no-bust-6", "--seats", "$20", "--risk", "70%"],
        &["mortimers/no-bust-6", "--seats", "$20", "--hours", "0"],
        &["mortimers/no-bust-6", "--seats", "$20", "--hands-per-hour", "-3"],
        &["mortimers/no-bust-6", "--seats", "$20", "--rounds", "5"],
        &["mortimers/double-hand", "--seats", "$20", "--stake", "$0"],
        &["mortimers/double-hand", "--seats", "$20", "--decks", "6"],
        &["mortimers/no-bust-6", "--seats", "$20", "--banks", "90%"],
        &["mortimers/no-bust-6", "--seats", "2:$20,$30"],
        &["mortimers/no-bust-6", "--seats", "2:$20,2:$30"],
        &["mortimers/no-bust-6", "--seats", "2:$20,3:$30", "--bank-seat", "3"],
        &["mortimers/no-bust-6", "--seats", "9:$20"],
        &["pinnacle/three-card-6-card-bonus", "--seats", "9:$5"],
        &["mortimers/no-bust-6", "--seats", "$20", "--bank-seat", "12"],
        &["mortimers/no-bust-6", "--seats", "left:$20"],
        &["mortimers/no-bust-6", "--seats", "$20", "--stake", "-$5"],
        &["mortimers/no-bust-6", "--seats", "-$20"],
        &["mortimers/no-bust-6-buster", "--seats", "$20+-$5"],
        &["mortimers/no-bust-6", "--seats", "$20", "--hours", "-1"],
        &["mortimers/no-bust-6", "--seats", "$20", "--risk", "-1%"],
        &["mortimers/no-bust-6", "--seats", "$20", "--banks", "-50%"],
        &["mortimers/double-hand", "--seats", "$20,$20,$20,$20,$20,$20,$20,$20,$20"],
    ] {
        let all = [&["bank"], words].concat();
        text.push_str(&format!("$ cardroom {}\n{}\n", all.join(" "), refused(&all)));
    }
    assert_kept("bank-refused.txt", &text);
}

#[test]
fn programs_read_numbers_that_say_how_they_were_found() {
    let value = bank(&["mortimers/no-bust-6", "--schedule", "2", "--seats", "$20,$30", "--stake", "$60"]);
    assert_eq!(value["book"], "mortimers/no-bust-6");
    for key in [
        "schedule",
        "rounds",
        "seed",
        "hands_per_hour",
        "banked",
        "seating",
        "order",
        "warnings",
        "wagered",
        "stake",
        "banker",
        "seats",
        "house",
        "fees",
        "short",
        "correlations",
        "dry",
        "session",
        "break_even",
        "schedules",
    ] {
        assert!(!value[key].is_null(), "{key}");
    }
    assert_eq!(
        (&value["house"]["per_hand"]["how"], &value["house"]["per_hand"]["value"]),
        (&"exact".into(), &150.0.into())
    );
    let short = &value["short"]["chance"];
    assert_eq!(short["how"], "simulated");
    assert!(short["error"].as_f64().unwrap() > 0.0);
    let again = bank(&[
        "mortimers/no-bust-6",
        "--schedule",
        "2",
        "--seats",
        "$20,$30",
        "--stake",
        "$60",
        "--threads",
        "1",
    ]);
    assert_eq!(value, again, "the number of threads changes nothing");
    let whole = bank(&["mortimers/no-bust-6", "--schedule", "2", "--seats", "$20,$30"]);
    assert_eq!(whole["banker"]["per_hand"]["how"], "exact");
    assert_eq!(whole["short"]["chance"], serde_json::json!({ "value": 0.0, "how": "exact" }));
}
