//! Simulations from the command line: the same for every number of threads, stopped by Ctrl-C and resumed.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{cardroom, printed, refused, root};

fn json(words: &[&str]) -> Value {
    let mut all = vec!["sim", "--json"];
    all.extend_from_slice(words);
    serde_json::from_str(&printed(&all)).expect("one object")
}

#[test]
fn the_examples_of_the_help_work() {
    let help = printed(&["sim", "--help"]);
    let mut count = 0;
    for line in help.lines().filter_map(|line| line.trim().strip_prefix("cardroom sim ")) {
        let line = format!("sim {}", line.replace('\'', "").replace("100000", "1000"));
        let words: Vec<&str> = line.split(' ').collect();
        assert!(cardroom(&words).status.success(), "cardroom {line}");
        count += 1;
    }
    assert_eq!(count, 5);
}

#[test]
fn a_simulation_tells_every_wager_beside_its_exact_value() {
    let words =
        ["mortimers/no-bust-6-buster", "--rounds", "3000", "--seats", "$10,$20", "--side", "$10", "--insure"];
    let found = json(&words);
    assert_eq!(found["hands"], 6000);
    assert_eq!(found["seats"], serde_json::json!([1000, 2000]));
    let names: Vec<&str> =
        found["wagers"].as_array().unwrap().iter().map(|wager| wager["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["base", "insurance", "buster"]);
    let odds: Value = serde_json::from_str(&printed(&["odds", "mortimers/no-bust-6-buster", "--json"]))
        .expect("one object");
    let base = &found["wagers"][0];
    assert_eq!(base["exact"], odds["chart_value"]);
    assert_eq!(base["wagers"], 6000);
    let part = |name: &str| base[name].as_f64().unwrap();
    let distance = (part("value") - part("exact")) / part("error");
    assert!((part("distance") - distance).abs() < 1e-9 && distance.abs() < 4.5, "{found}");
    assert!(found["mean_square"].as_f64().unwrap() < 6.0, "{found}");
    let text = printed(&["sim", "mortimers/no-bust-6-buster", "--rounds", "3000", "--side", "$10"]);
    assert!(text.contains("7 players by the chart, seed 0") && text.contains("21000 hands"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("buster ")), "{text}");
    let text = printed(&["sim", "marina/pure-21-5", "--rounds", "2", "--decks", "1", "--seats", "$10"]);
    assert!(text.starts_with("Pure 21.5 Blackjack, 1 deck, 1 player by the chart"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_result_on_every_number_of_threads() {
    let words = |threads: &'static str| {
        ["marina/pure-21-5", "--rounds", "140000", "--seats", "$10", "--seed", "9", "--threads", threads]
    };
    let one = json(&words("1"));
    assert_eq!(one, json(&words("3")));
    let other = json(&["marina/pure-21-5", "--rounds", "140000", "--seats", "$10", "--seed", "10"]);
    assert_ne!(one["wagers"], other["wagers"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_played_and_resume_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.json");
    let file = file.to_str().unwrap();
    let table = ["ven-a-mexico/no-bust-4-01", "--seats", "$10", "--seed", "4"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["sim", "--json", "--rounds", "1000000000", "--threads", "2", "--save", file])
        .args(table)
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first line tells how far it is.
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    assert!(line.contains(" of 1000000000 rounds") && line.contains(" left"), "{line}");
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let last = lines.map_while(Result::ok).last().unwrap();
    assert!(last.contains("Go on with: cardroom sim --resume"), "{last}");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let stopped: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rounds = stopped["rounds"].as_u64().unwrap();
    assert!((65_536..1_000_000_000).contains(&rounds), "{stopped}");
    let more = (rounds + 70_000).to_string();
    let resumed = json(&["--resume", file, "--rounds", &more]);
    let mut fresh = vec!["--rounds", &more];
    fresh.extend_from_slice(&table);
    assert_eq!(resumed, json(&fresh));
    let text = refused(&["sim", "--resume", file, "--rounds", "1000"]);
    assert!(text.contains("rounds were played already, more than 1000"), "{text}");
    // What does not come to the same any more is not gone on with.
    let kept = std::fs::read_to_string(file).unwrap();
    let net = kept.find("\"net\": \"").unwrap() + 8;
    let net = net + usize::from(kept[net..].starts_with('-'));
    std::fs::write(file, format!("{}7{}", &kept[..net], &kept[net..])).unwrap();
    let text = refused(&["sim", "--resume", file]);
    assert!(text.contains("this was changed after it was kept"), "{text}");
}

#[test]
fn a_kept_run_is_not_written_over_and_its_place_is_tried_first() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("run.json");
    let file = kept.to_str().unwrap();
    json(&["marina/pure-21-5", "--rounds", "70,000", "--decks", "1", "--seats", "$10", "--save", file]);
    let text = std::fs::read_to_string(&kept).unwrap();
    let again = refused(&["sim", "marina/pure-21-5", "--rounds", "1e3", "--seed", "2", "--save", file]);
    assert!(again.contains("something is kept there already"), "{again}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), text);
    // Nothing is played where it could not be kept.
    let nowhere = folder.path().join("nowhere/run.json");
    let nowhere = nowhere.to_str().unwrap();
    let text_of = refused(&["sim", "marina/pure-21-5", "--rounds", "1e12", "--save", nowhere]);
    assert_eq!(text_of.lines().count(), 1, "{text_of}");
    // A sum or a table that somebody wrote into the file is found.
    for (from, to) in [("\"net\": \"", "\"net\": \"1"), ("\"wagers\": [\n    1000\n  ]", "\"wagers\": []")] {
        let place = text.rfind(from).unwrap_or_else(|| panic!("{from} in {text}"));
        std::fs::write(&kept, format!("{}{to}{}", &text[..place], &text[place + from.len()..])).unwrap();
        let found = refused(&["sim", "--resume", file]);
        assert!(found.contains("this was changed after it was kept"), "{from}: {found}");
        assert_eq!(found.lines().count(), 1, "{found}");
    }
    std::fs::write(&kept, "").unwrap();
    assert!(refused(&["sim", "--resume", file]).contains("this is not a simulation that was kept"));
}

#[test]
fn what_makes_no_sense_gets_one_sentence() {
    for (words, said) in [
        (&["sim", "marina/holdem", "--rounds", "10"][..], "is played for a pot"),
        (&["sim", "marina/pure-21-5", "--rounds", "10", "--tops", "1"], "belong to Pan"),
        (&["sim", "players-club/pan", "--rounds", "10", "--decks", "6"], "belong to blackjack"),
        (&["sim", "players-club/pan", "--rounds", "10", "--players", "9"], "9 players; 2 to 8"),
        (&["sim", "players-club/pan", "--rounds", "10", "--tops", "3"], "a top of 3 chips; 0 to 2"),
        (&["sim", "marina/pure-21-5", "--rounds", "10", "--side", "$1,$2"], "2 side wagers for 7 players"),
        (
            &["sim", "marina/no-bust-joker", "--rounds", "10", "--side", "$1"],
            "marina/no-bust-joker: this game has no side wager\n",
        ),
        (
            &[
                "sim",
                "marina/no-bust-joker",
                "--rounds",
                "10",
                "--seats",
                "$10,$10,$10",
                "--side",
                "$0,$1,$1",
            ],
            "marina/no-bust-joker: players 2 and 3: this game has no side wager\n",
        ),
        (
            &["sim", "marina/no-bust-buster", "--rounds", "10", "--insure"],
            "marina/no-bust-buster: this game offers no insurance; leave out --insure\n",
        ),
        (&["sim", "marina/no-bust-joker", "--rounds", "10", "--decks", "1"], "1 decks"),
        (&["sim", "marina/no-bust-joker", "--rounds", "10", "--schedule", "none"], "none"),
        (&["sim", "--resume", "Cargo.toml"], "Cargo.toml: this is not a simulation that was kept"),
    ] {
        let text = refused(words);
        assert!(text.contains(said), "cardroom {}: {text}", words.join(" "));
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn pan_tells_what_a_seat_is_worth_and_what_is_paid() {
    let words = |threads: &'static str| {
        let pan =
            ["players-club/pan", "--rounds", "600", "--players", "2,4", "--tops", "0,1", "--play", "mixed"];
        json(&[&pan[..], &["--seed", "3", "--threads", threads]].concat())
    };
    let found = words("1");
    assert_eq!(found, words("3"));
    let tables = found["tables"].as_array().unwrap();
    let shapes: Vec<(u64, u64)> = tables
        .iter()
        .map(|table| (table["players"].as_u64().unwrap(), table["tops"].as_u64().unwrap()))
        .collect();
    assert_eq!(shapes, [(2, 0), (2, 1), (4, 0), (4, 1)]);
    for table in tables {
        assert_eq!(table["hands"], 600);
        let seats = table["seats"].as_array().unwrap();
        let all: f64 = seats.iter().map(|seat| seat["worth"]["value"].as_f64().unwrap()).sum();
        assert!(all.abs() < 1e-9, "{table}");
        for measure in ["turns", "turns_of_winner", "conditions", "again", "going_out", "fee", "margin"] {
            assert!(table[measure]["error"].as_f64().unwrap() > 0.0, "{measure}: {table}");
        }
        // Two dollars a half hour, 60 seconds a deal and 10 a turn, in chips of two dollars.
        let turns = table["all_turns"]["value"].as_f64().unwrap();
        let fee = table["fee"]["value"].as_f64().unwrap();
        assert!((fee - (60.0 + 10.0 * turns) / 1800.0).abs() < 1e-9, "{table}");
    }
    assert_eq!(tables[0]["tops_won"]["value"], 0.0);
    let text = printed(&["sim", "players-club/pan", "--rounds", "50", "--players", "3"]);
    assert!(text.contains("good play, 50 hands at each table, seed 0"), "{text}");
    assert!(text.contains("chips of $2") && text.contains("place from the first player"), "{text}");
}

#[test]
fn a_run_of_pan_is_kept_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pan.json");
    let file = file.to_str().unwrap();
    let table = ["players-club/pan", "--players", "2,3", "--seed", "4"];
    json(&[&table[..], &["--rounds", "600", "--save", file]].concat());
    let resumed = json(&["--resume", file, "--rounds", "1100"]);
    assert_eq!(resumed, json(&[&table[..], &["--rounds", "1100"]].concat()));
    let text = refused(&["sim", "--resume", file, "--rounds", "100"]);
    assert!(text.contains("rounds were played already, more than 100"), "{text}");
    // What does not come to the same any more is not gone on with.
    let kept = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, kept.replacen("\"went_out\": ", "\"went_out\": 1", 1)).unwrap();
    let text = refused(&["sim", "--resume", file]);
    assert!(text.contains("the rules have changed"), "{text}");
}

#[test]
fn three_card_tables_are_simulated_beside_their_exact_values() {
    let words = ["sim", "pinnacle/three-card-6-card-bonus", "--rounds", "5000", "--seed", "7", "--json"];
    let value: Value = serde_json::from_str(&printed(&words)).unwrap();
    assert_eq!(value["rounds"], 5000);
    assert_eq!(value["players"], 6);
    let wagers = value["wagers"].as_array().unwrap();
    let names: Vec<&str> = wagers.iter().map(|wager| wager["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ante-play", "ante-play-exposed", "pair-plus", "six-card-bonus"]);
    assert!(wagers.iter().all(|wager| wager["distance"].as_f64().unwrap().abs() < 4.5), "{value}");
    for (words, told) in [
        (&["--seats", "$10,$20"][..], "everybody wagers the same here"),
        (&["--seats", "$10,$10,$10,$10,$10,$10,$10,$10"], "the table has a place for 7 beside the bank"),
        (
            &["--decks", "2"],
            "only --rounds, --seats, --seed, --threads and, in double-hand, --best go with this game",
        ),
        (&["--best", "bank"], "--best belongs to double-hand"),
    ] {
        let all = [&["sim", "pinnacle/three-card-6-card-bonus", "--rounds", "10"][..], words].concat();
        let said = refused(&all);
        assert!(said.contains(told), "{said}");
    }
}

#[test]
fn double_hand_tables_are_simulated_beside_the_counted_pairings() {
    for book in ["marina/double-hand", "mortimers/double-hand"] {
        let words = ["sim", book, "--rounds", "2000", "--seed", "7", "--json"];
        let value: Value = serde_json::from_str(&printed(&words)).unwrap();
        assert_eq!((&value["rounds"], &value["players"]), (&2000.into(), &6.into()));
        let wagers = value["wagers"].as_array().unwrap();
        assert_eq!(wagers[0]["name"], "way");
        assert!(wagers[0]["distance"].as_f64().unwrap().abs() < 4.5, "{value}");
    }
    for book in ["marina/pure-21-5", "players-club/pan"] {
        let said = refused(&["sim", book, "--rounds", "10", "--best", "player"]);
        assert!(said.contains("--best belongs to double-hand"), "{said}");
    }
}
