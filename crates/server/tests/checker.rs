//! docs/shuffle.py checks what anybody may export of a round, and finds whatever is changed in it.

mod house;

use std::fs;
use std::path::Path;
use std::process::{Command as Program, Output};

use client::{Ask, Patron};
use house::{Folder, House, quiet};
use room::TableView;
use serde_json::{Value, json};

const ROUNDS: u64 = 6;

fn script() -> String {
    format!("{}/../../docs/shuffle.py", env!("CARGO_MANIFEST_DIR"))
}

/// Runs the checker over a record.
fn check(folder: &Path, record: &Value) -> Output {
    let file = folder.join("round.json");
    fs::write(&file, record.to_string()).unwrap();
    Program::new("python3").arg(script()).arg(&file).output().expect("python3 is there")
}

/// The record with one thing changed that a checker must notice.
fn changed(record: &Value) -> Vec<(&'static str, Value)> {
    let digit = |text: &Value| {
        let text = text.as_str().unwrap();
        let other = if text.starts_with('0') { "1" } else { "0" };
        json!(format!("{other}{}", &text[1..]))
    };
    let mut list = Vec::new();
    let mut put = |what, pointer: &str, value: Value| {
        let mut bad = record.clone();
        *bad.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
        list.push((what, bad));
    };
    let first = &record["shuffles"][0];
    let openings = first["openings"].as_array().unwrap();
    let at = openings.iter().position(|one| one["card"].is_string()).expect("a card was shown");
    let opening = &openings[at];
    let of = |part: &str| format!("/shuffles/0/openings/{at}/{part}");
    let other = if opening["card"] == "2c" { "3c" } else { "2c" };
    put("a card", &of("card"), json!(other));
    put("a salt", &of("salt"), digit(&opening["salt"]));
    put("a path", &of("path/2"), digit(&opening["path"][2]));
    put("the order", &of("nth"), json!(opening["nth"].as_u64().unwrap() % 52 + 1));
    put("a root", "/shuffles/0/roots/3", digit(&first["roots"][3]));
    put("somebody's words", "/shuffles/0/words/0/words", json!("something else"));
    let open = usize::from(first["chosen"] == 1);
    put("an opened deck", &format!("/shuffles/0/opened/{open}"), digit(&first["opened"][open]));
    let mut without = record["deck"].as_array().unwrap().clone();
    without.pop();
    put("the deck", "/deck", json!(without));
    put("all that was sealed", "/shuffles", json!([]));
    if record["button"].is_object() {
        let drawn = &record["button"]["drawn"];
        let other = if drawn[0][1] == "2c" { "3c" } else { "2c" };
        put("the draw for the button", "/button", Value::Null);
        put("a card drawn for the button", "/button/drawn/0/1", json!(other));
        put("the shuffle of the draw", "/button/shuffles", json!([]));
        put("what proves the draw", "/button/shuffles/0/openings", json!([]));
        let card = "/button/shuffles/0/openings/0/card";
        put("a proof of the draw", card, json!(other));
        let root = &record["button"]["shuffles"][0]["roots"][2];
        put("a seal of the draw", "/button/shuffles/0/roots/2", digit(root));
    }
    let lines = record["lines"].as_array().unwrap();
    // Double hands are dealt in piles that nobody sees.
    let is_seen = |line: &Value| line.pointer("/event/of/card").is_some_and(Value::is_string);
    if let Some(dealt) = lines.iter().position(is_seen) {
        put("what proves the cards", "/shuffles/0/openings", json!([]));
        let card = format!("/lines/{dealt}/event/of/card");
        let other =
            record["deck"].as_array().unwrap().iter().rfind(|one| Some(*one) != record.pointer(&card));
        put("a card that was shown", &card, other.expect("another card").clone());
    }
    list
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_few_lines_of_python_check_a_round() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    for book in ["mortimers/holdem", "marina/double-hand", "mortimers/no-bust-6"] {
        let table = house.table(&floor, &house.quick(book)).await;
        let mut patrons = Vec::new();
        let mut players = Vec::new();
        for seat in [1, 3, 4] {
            let patron = Patron::guest(house.site, &format!("Seat {seat} of {table}")).await.unwrap();
            let mut player = house.seated(&patron, table, book, seat).await;
            player.gives_words = seat != 4;
            players.push(player);
            patrons.push(patron);
        }
        let is_enough = |view: &TableView| view.round_number > ROUNDS;
        let [one, two, three] = &mut players[..] else { unreachable!("three players") };
        let (one, two, three) = tokio::join!(one.play(is_enough), two.play(is_enough), three.play(is_enough));
        one.and(two).and(three).unwrap();
        let mut outside = 0;
        for round in 1..=ROUNDS {
            let path = format!("/api/tables/{table}/rounds/{round}");
            let record: Value = patrons[0].ask(Ask::get(&path)).await.unwrap().json().unwrap();
            let said = check(folder.path(), &record);
            let words = String::from_utf8_lossy(&said.stdout).into_owned();
            assert!(said.status.success(), "{book}: {}", String::from_utf8_lossy(&said.stderr));
            assert!(words.contains("cards proven"), "{book}: {words}");
            outside += usize::from(words.contains("the words of 2 outside"));
            // The first hand of poker comes after the draw for the button, which is proven with it.
            let is_drawn = book.ends_with("holdem") && round == 1;
            assert_eq!(record["button"].is_object(), is_drawn, "{book}: round {round}");
            let (own, of_draw) = (&record["shuffles"], &record["button"]["shuffles"]);
            if is_drawn {
                assert_eq!((&of_draw[0]["shuffle"], &own[0]["shuffle"]), (&json!(1), &json!(2)));
                assert!(record["button"]["drawn"].as_array().unwrap().len() >= 2);
            }
            if round == ROUNDS || is_drawn {
                let bad = changed(&record);
                let count = 11 + if is_drawn { 6 } else { 0 };
                assert!(
                    book.ends_with("double-hand") || bad.len() == count,
                    "{book}: a card was dealt face up"
                );
                for (what, bad) in bad {
                    let said = check(folder.path(), &bad);
                    assert!(!said.status.success(), "{book}: {what} is changed, and nobody sees it");
                }
            }
        }
        assert!(outside > 0, "{book}: nobody's words cut a deck");
    }
    house.close().await;
}

#[test]
fn the_checker_prints_the_documented_vectors() {
    let said = Program::new("python3").arg(script()).arg("--vectors").output().expect("python3 is there");
    let printed = String::from_utf8(said.stdout).unwrap();
    let document = include_str!("../../../docs/shuffle.md");
    assert!(
        printed.lines().count() > 10 && document.contains(&printed),
        "docs/shuffle.md holds other vectors"
    );
}
