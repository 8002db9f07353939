//! docs/log.md is enough to check the log: its few lines of Python, which know the bodies only as it describes them,
//! prove every card of every family, and find one that was exchanged.

mod forge;
mod house;

use std::process::{Command, Output};

use forge::rewritten;
use house::{Folder, House, quiet};
use room::{LastingShoe, Spec, TableView};
use serde_json::{Value, json};
use store::{Entry, Stream};

const DOCUMENT: &str = include_str!("../../../docs/log.md");

/// The second program of docs/log.md, beside docs/shuffle.py.
fn check(folder: &Folder) -> Output {
    let program = DOCUMENT.split("```python\n").nth(2).and_then(|rest| rest.split("```").next());
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", format!("{}/../../docs", env!("CARGO_MANIFEST_DIR")));
    python.env("PYTHONDONTWRITEBYTECODE", "1").arg("-c").arg(program.expect("a program for the cards"));
    python.arg(folder.file()).output().expect("python3 is there")
}

/// The card that leaves the deck with an event of a round, as docs/log.md says.
fn leaving(event: &mut Value) -> Option<&mut Value> {
    let of = event.get_mut("of")?;
    let is_pan = of["family"] == "pan" && (of["event"] == "drew" || of["event"] == "opened");
    (of["event"] == "dealt" || is_pan).then(|| &mut of["card"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_card_is_proven_from_the_log_alone() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let lasting =
        Spec { decks: Some(2), shoe: Some(LastingShoe::default()), ..house.quick("mortimers/no-bust-6") };
    let mut specs = vec![lasting];
    for book in [
        "marina/no-bust-buster",
        "marina/double-hand",
        "pinnacle/three-card-6-card-bonus",
        "mortimers/holdem",
        "players-club/lowball-ace-to-five",
        "players-club/pan",
    ] {
        specs.push(house.quick(book));
    }
    let mut tables = Vec::new();
    for spec in &specs {
        let table = house.table(&floor, spec).await;
        let mut players = Vec::new();
        for seat in [1, 3, 4] {
            players.push(house.player(table, &spec.book, seat).await);
        }
        let is_enough = |view: &TableView| view.round_number > 3;
        let [one, two, three] = &mut players[..] else { unreachable!("three players") };
        let (one, two, three) = tokio::join!(one.play(is_enough), two.play(is_enough), three.play(is_enough));
        one.and(two).and(three).unwrap();
        tables.push(table);
    }
    house.close().await;
    let said = check(&folder);
    let words = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let count: u64 = words.split(' ').next().unwrap().parse().unwrap();
    let mut dealt = 0;
    rewritten(&folder, &mut |entry: &mut Entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        for event in events(&mut body) {
            dealt += u64::from(leaving(event).is_some());
            dealt += event["drawn"].as_array().map_or(0, |drawn| drawn.len() as u64);
        }
    });
    assert_eq!(count, dealt, "every card is counted");

    // One card is another one, with all hashes right.
    for (table, spec) in tables.iter().zip(&specs) {
        let mut is_done = false;
        let forged = rewritten(&folder, &mut |entry: &mut Entry| {
            if is_done || entry.stream != Stream(*table) {
                return;
            }
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            let mut cards = events(&mut body).filter_map(leaving);
            let Some(card) = cards.next() else { return };
            *card = json!(if *card == "2c" { "3c" } else { "2c" });
            drop(cards);
            entry.body = body.to_string();
            is_done = true;
        });
        assert!(is_done, "{}", spec.book);
        let said = check(&forged);
        let words = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(!said.status.success() && words.contains("lies there, not"), "{}: {words}", spec.book);
    }
}

/// The events of an entry of a table; none of another's.
fn events(body: &mut Value) -> impl Iterator<Item = &mut Value> {
    let what = body.as_object_mut().into_iter().flat_map(|body| body.values_mut());
    what.filter_map(|what| what.get_mut("events")?.as_array_mut()).flatten()
}
