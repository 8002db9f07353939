//! Another version of the program takes a room over: its log says so before anything new happens at a table, also in the
//! middle of a round, and what a newer version has written is left to it.

mod forge;
mod house;

use std::sync::Arc;

use books::Shelf;
use client::Patron;
use forge::{faults, keep_checkpoint, proof, rewritten};
use house::{Folder, House, quiet};
use room::TableId;
use serde_json::{Value, json};
use store::{Batch, Entry, Log, Reader, Sqlite, Stream};

const BOOK: &str = "mortimers/no-bust-6";

/// A room with a table in the middle of a round between two people.
async fn in_a_round(folder: &Folder) -> (TableId, Vec<Patron>) {
    let house = House::open(quiet(folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let people = house.two_in_a_round(table, BOOK).await;
    house.close().await;
    assert_eq!(faults(folder), Vec::<String>::new());
    (table, people)
}

/// The same room, whose tables another version has opened and played so far.
fn by_version(folder: &Folder, version: &str) -> Folder {
    rewritten(folder, &mut |entry: &mut Entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        if let Some(opening) = body.get_mut("open") {
            opening["version"] = json!(version);
        }
        if body["house"] == "room-opened" {
            body["version"] = json!(version);
        }
        entry.body = body.to_string();
    })
}

fn bodies(folder: &Folder, stream: Stream, from: u64) -> Vec<Value> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let entries = store.entries(stream, from, usize::MAX).unwrap();
    entries.iter().map(|logged| serde_json::from_str(&logged.entry.body).unwrap()).collect()
}

fn tip(folder: &Folder, table: TableId) -> u64 {
    Sqlite::open_read_only(folder.path()).unwrap().tip(Stream(table)).unwrap().number
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_version_says_so_before_anything_happens_also_in_mid_round() {
    let folder = Folder::new();
    let (table, mut people) = in_a_round(&folder).await;
    let earlier = by_version(&folder, "0.2.0-early");
    let before = tip(&earlier, table);
    let house = House::open(quiet(&earlier)).await;
    house.close().await;
    let resumed = bodies(&earlier, Stream(table), before + 1);
    assert_eq!(resumed.len(), 1, "nothing but the version is noted: {resumed:?}");
    assert_eq!(resumed[0]["resumed"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(resumed[0]["resumed"]["state"].is_null(), "a round is on");

    // A second opening by the same version has nothing to add; when the round is over, the state follows.
    let house = House::open(quiet(&earlier)).await;
    assert_eq!(tip(&earlier, table), before + 1);
    house.two_play(table, BOOK, &mut people, |view| view.round_number >= 5).await;
    house.close().await;
    let entries = bodies(&earlier, Stream(table), before + 1);
    let stated: Vec<usize> = entries
        .iter()
        .enumerate()
        .filter(|(_, body)| body["resumed"]["state"].is_object())
        .map(|(place, _)| place)
        .collect();
    assert_eq!(stated.len(), 1, "{stated:?}");
    let ended = entries.iter().position(|body| body.to_string().contains("round-ended")).unwrap();
    assert!(stated[0] > 0 && stated[0] >= ended, "the state follows the round: {stated:?}, {ended}");
    assert_eq!(faults(&earlier), Vec::<String>::new());
    assert!(proof(&earlier).streams.iter().all(|stream| stream.others.is_empty()));
    // This version has played the whole log. Had the other one played otherwise, it could not have gone on here.
    let mut is_done = false;
    let otherwise = rewritten(&earlier, &mut |entry: &mut Entry| {
        if !is_done && entry.stream == Stream(table) && entry.body.contains("{\"event\":\"wagers-open\"}") {
            entry.body = entry.body.replacen("{\"event\":\"wagers-open\"}", "{\"event\":\"paused\"}", 1);
            is_done = true;
        }
    });
    assert!(is_done);
    let told = proof(&otherwise);
    assert!(
        told.faults.iter().any(|fault| fault.contains("the log has no state from which it did")),
        "{told:?}"
    );
    let others = &told.streams.iter().find(|stream| stream.stream == table).unwrap().others;
    assert_eq!(
        (others.len(), others[0].to),
        (1, before),
        "the rest is not put down to the other: {others:?}"
    );
    let opened = bodies(&earlier, Stream::HOUSE, 1);
    let versions: Vec<&Value> =
        opened.iter().filter(|body| body["house"] == "room-opened").map(|body| &body["version"]).collect();
    assert_eq!(versions, ["0.2.0-early", env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_VERSION")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_version_s_room_is_not_opened_and_its_table_set_aside() {
    let folder = Folder::new();
    let (table, _) = in_a_round(&folder).await;
    let newer = by_version(&folder, "9.0.1");
    let tips = |folder: &Folder| Sqlite::open_read_only(folder.path()).unwrap().tips().unwrap();
    let before = tips(&newer);
    let refusal =
        server::open(Arc::new(Shelf::filed()), quiet(&newer)).await.err().map(|fault| fault.to_string());
    let refusal = refusal.expect("an older program does not open it");
    assert!(refusal.contains("version 9.0.1") && refusal.contains("docs/keeping.md"), "{refusal}");
    assert_eq!(tips(&newer), before, "nothing was written");

    // One table that a newer version has played, in a room that it has not opened.
    let newer = rewritten(&folder, &mut |entry: &mut Entry| {
        if entry.stream == Stream(table) {
            entry.body = entry.body.replacen(
                &format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")),
                "\"version\":\"9.0.1\"",
                1,
            );
        }
    });
    let before = tip(&newer, table);
    let house = House::open(quiet(&newer)).await;
    let floor: Value = house.staff("floor").await.get("/api/floor").await.unwrap();
    let row = floor["tables"].as_array().unwrap().iter().find(|row| row["table"] == table).unwrap();
    let why = row["set_aside"].as_str().unwrap();
    assert!(why.contains("version 9.0.1 has played it") && why.contains("which is older"), "{why}");
    house.close().await;
    assert_eq!(tip(&newer, table), before, "nothing is written there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kept_state_says_who_played_and_unmarked_ones_are_made_anew() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let mut resting = house.quick(BOOK);
    resting.pace.between_ms = 20;
    let table = house.table(&floor, &resting).await;
    let mut people = Vec::new();
    for seat in [1, 4] {
        let guest = Patron::guest(house.site, &format!("Seat {seat}")).await.unwrap();
        drop(house.seated(&guest, table, BOOK, seat).await);
        people.push(guest);
    }
    house.two_play(table, BOOK, &mut people, |view| view.number > 1_000).await;
    house.close().await;
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let kept = store.checkpoint(Stream(table)).unwrap().expect("much has happened");
    let state: Value = serde_json::from_str(&kept.body).unwrap();
    assert_eq!(state["played_by"], env!("CARGO_PKG_VERSION"));
    assert_eq!(state["mark"].as_str().map(str::len), Some(64));
    drop(store);

    // As an earlier version kept it: the log is played, and the room keeps a state of its own.
    keep_checkpoint(&folder, Stream(table));
    let newest = |folder: &Folder| {
        let store = Sqlite::open_read_only(folder.path()).unwrap();
        store.checkpoint(Stream(table)).unwrap().unwrap()
    };
    assert!(!newest(&folder).body.contains("played_by"));
    let house = House::open(quiet(&folder)).await;
    house.two_play(table, BOOK, &mut people, |view| view.number > 2_000).await;
    house.close().await;
    assert!(newest(&folder).body.contains(",\"mark\":\""), "{}", newest(&folder).body);
    assert_eq!(faults(&folder), Vec::<String>::new());

    // A state that says another version has played is found.
    let mut store = Sqlite::open(folder.path()).unwrap();
    let mut kept = newest(&folder);
    kept.body = kept.body.replace("\"played_by\":\"", "\"played_by\":\"9.");
    store.append(&Batch { checkpoints: vec![kept], ..Batch::default() }).unwrap();
    drop(store);
    assert!(faults(&folder).iter().any(|fault| fault.contains("is not what the log comes to")));
}
