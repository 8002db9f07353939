//! What a log says of versions is held against the openings of the room, and no version's name excuses what the log itself
//! contradicts: chips, acts of the staff, and states that nobody has marked.

mod forge;
mod house;

use books::Shelf;
use client::{Ask, Patron};
use forge::{faults, forge_checkpoint, house_changed, keep_checkpoint, proof, rewritten};
use house::{Folder, House, quiet};
use room::{Dealer, TableId};
use serde_json::{Value, json};
use server::KeptKey;
use server::journal::Books;
use server::library::Library;
use store::{Batch, Checkpoint, Entry, Log, Reader, Sqlite, Stream};

const BOOK: &str = "mortimers/no-bust-6";
/// A version from before this one that sealed decks as well.
const EARLY: &str = "0.2.0-early";

struct Played {
    folder: Folder,
    table: TableId,
    people: Vec<Patron>,
}

/// A room with a table in the middle of a round between two people, where the floor has acted.
async fn in_a_round() -> Played {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let said = json!({ "id": "rule", "as": "floor", "command": { "do": "pause" } });
    floor.post::<Value>(&format!("/api/tables/{table}/commands"), &said).await.unwrap();
    let said = json!({ "id": "on", "as": "floor", "command": { "do": "resume" } });
    floor.post::<Value>(&format!("/api/tables/{table}/commands"), &said).await.unwrap();
    let people = house.two_in_a_round(table, BOOK).await;
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    Played { folder, table, people }
}

#[track_caller]
fn found(folder: &Folder, what: &str) {
    let faults = faults(folder);
    assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
}

fn edit(entry: &mut Entry, change: impl FnOnce(&mut Value)) {
    let mut body: Value = serde_json::from_str(&entry.body).unwrap();
    change(&mut body);
    entry.body = body.to_string();
}

fn is_opening(entry: &Entry, table: TableId) -> bool {
    entry.stream == Stream(table) && entry.first == 1
}

/// The same room, whose tables another version has opened and played so far.
fn by_version(entry: &mut Entry, version: &str) {
    edit(entry, |body| {
        if let Some(opening) = body.get_mut("open") {
            opening["version"] = json!(version);
        }
        if body["house"] == "room-opened" {
            body["version"] = json!(version);
        }
    });
}

/// Something that this version would not have done.
fn otherwise(entry: &mut Entry, table: TableId, is_done: &mut bool) {
    if !*is_done && entry.stream == Stream(table) && entry.body.contains("{\"event\":\"wagers-open\"}") {
        entry.body = entry.body.replacen("{\"event\":\"wagers-open\"}", "{\"event\":\"paused\"}", 1);
        *is_done = true;
    }
}

/// What comes back to a stack in a round goes to another.
fn stolen(entry: &mut Entry, played: &Played, from: u64, is_done: &mut bool) {
    if entry.stream != Stream(played.table) || entry.first < from || *is_done {
        return;
    }
    let stacks: Vec<String> =
        played.people.iter().map(|one| format!("table:{}/stack:{}", played.table, one.person)).collect();
    let is_back = |one: &store::Transfer| !one.from.contains("play:") && stacks.contains(&one.to);
    if let Some(moved) = entry.transfers.iter_mut().find(|one| is_back(one)) {
        moved.to = stacks.iter().find(|one| **one != moved.to).unwrap().clone();
        *is_done = true;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_version_is_one_that_had_the_room_open() {
    let played = in_a_round().await;
    let Played { folder, table, .. } = &played;
    let labelled = |version: Option<&str>| {
        rewritten(folder, &mut |entry| {
            if is_opening(entry, *table) {
                edit(entry, |body| match version {
                    Some(version) => body["open"]["version"] = json!(version),
                    None => drop(body["open"].as_object_mut().unwrap().remove("version")),
                });
            }
        })
    };
    found(&labelled(Some(EARLY)), "by the house's log version 0.2.0 had the room open");
    found(&labelled(Some("9.0.1")), "by the house's log version 0.2.0 had the room open");
    found(&labelled(Some("0.1.9")), "version 0.1.9 kept no books in the log and sealed no decks");
    found(&labelled(None), "version 0.1.0 kept no books in the log and sealed no decks");
    // What the room says of its openings fits together, and with the tables.
    let newer =
        house_changed(folder, "room-opened", &|entry| edit(entry, |body| body["version"] = json!("9.9.9")));
    found(&newer, "by the house's log version 9.9.9 had the room open");
    let older =
        house_changed(folder, "room-opened", &|entry| edit(entry, |body| body["version"] = json!("0.1.9")));
    found(&older, "version 0.1.9 never said when it opened a room");
    let closed = |entry: &mut Entry| entry.body = json!({ "house": "room-closed" }).to_string();
    found(&house_changed(folder, "room-opened", &closed), "the room is closed, and was not open");
    let muted = house_changed(folder, "staff-acted", &closed);
    found(&muted, "it was written while the room was closed");
    found(&muted, "is missing in the house's log");
    // No version that opened the room writes what this one does not know.
    let unknown =
        house_changed(folder, "staff-acted", &|entry| entry.body = json!({ "house": "x" }).to_string());
    found(&unknown, "no version that has opened the room writes what \"x\" is");
    // What the house noted of its own log is held against it too.
    let own = house_changed(folder, "tips-noted", &|entry| {
        edit(entry, |body| {
            let tips = body["tips"].as_array_mut().unwrap();
            let own = tips.iter_mut().find(|tip| tip["stream"] == 0).expect("the house notes its own log");
            own["hash"] = json!("forged");
        });
    });
    found(&own, "of its own event");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_are_proven_whichever_version_has_played() {
    let played = in_a_round().await;
    for version in [EARLY, env!("CARGO_PKG_VERSION")] {
        let honest = rewritten(&played.folder, &mut |entry| by_version(entry, version));
        assert_eq!(faults(&honest), Vec::<String>::new(), "{version}");
        let mut is_done = false;
        let theft = rewritten(&played.folder, &mut |entry| {
            by_version(entry, version);
            stolen(entry, &played, 1, &mut is_done);
        });
        assert!(is_done);
        found(&theft, "is said to come to");
        let mut is_done = false;
        let brought = rewritten(&played.folder, &mut |entry| {
            by_version(entry, version);
            if !is_done && entry.body.contains("\"event\":\"sat\"") {
                is_done = true;
                entry.transfers[0].amount = books::Money::dollars(1);
            }
        });
        assert!(is_done);
        found(&brought, "other chips move than the event says");
    }
}

/// The last state of a table between two rounds, and after which event.
fn between_rounds(folder: &Folder, table: TableId) -> (u64, String) {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let (shelf, library) = (std::sync::Arc::new(Shelf::filed()), Library::read(&store).unwrap());
    let books = Books { at_hand: &shelf, library: &library };
    let mut kept = None;
    server::walk(&store, books, Stream(table), 1, &mut |entry, _, table| {
        kept = table.checkpoint().map(|state| (entry.last(), state)).or(kept.take());
        true
    })
    .unwrap();
    let (number, state) = kept.unwrap();
    (number, serde_json::to_string(&state).unwrap())
}

fn bodies(folder: &Folder, table: TableId, from: u64) -> Vec<(u64, Value)> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let entries = store.entries(Stream(table), from, usize::MAX).unwrap();
    entries.iter().map(|one| (one.entry.first, serde_json::from_str(&one.entry.body).unwrap())).collect()
}

fn tip(folder: &Folder, table: TableId) -> u64 {
    Sqlite::open_read_only(folder.path()).unwrap().tip(Stream(table)).unwrap().number
}

async fn shown(house: &House, path: &str) -> Value {
    house.site.ask(&Ask::get(path)).await.unwrap().json().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_state_that_nobody_has_marked_decides_nothing_also_where_the_log_does_not_play() {
    let Played { folder, table, .. } = in_a_round().await;
    keep_checkpoint(&folder, Stream(table));
    forge_checkpoint(&folder, Stream(table), &|state| state["people"][0]["name"] = json!("EveForged"));
    let path = format!("/api/tables/{table}");
    // Where this version plays the log of an earlier one, the room opens and plays it.
    let earlier = rewritten(&folder, &mut |entry| by_version(entry, EARLY));
    let house = House::open(quiet(&earlier)).await;
    assert_eq!(shown(&house, "/health").await["set_aside"], json!([]));
    let view = shown(&house, &path).await.to_string();
    assert!(view.contains("Seat 1") && !view.contains("EveForged"), "{view}");
    house.close().await;
    // Where it does not, the table is set aside; its history can be read, and nothing of the state gets into the log.
    let mut is_done = false;
    let mended = rewritten(&folder, &mut |entry| {
        by_version(entry, EARLY);
        otherwise(entry, table, &mut is_done);
    });
    assert!(is_done);
    let told = proof(&mended);
    assert_eq!(told.faults, Vec::<String>::new(), "another version may have played so");
    let others = &told.streams.iter().find(|one| one.stream == table).unwrap().others;
    assert_eq!(others.iter().map(|other| other.uncompared).sum::<u64>(), 1, "{others:?}");
    let before = tip(&mended, table);
    let house = House::open(quiet(&mended)).await;
    assert_eq!(shown(&house, "/health").await["set_aside"], json!([table]));
    assert!(!shown(&house, &path).await.to_string().contains("EveForged"));
    let rounds = shown(&house, &format!("{path}/rounds")).await;
    assert!(!rounds.as_array().unwrap().is_empty(), "what was played is listed");
    let cage: Value = house.staff("cage").await.get("/api/cage").await.unwrap();
    assert_eq!(cage["total"], 0);
    house.close().await;
    assert_eq!(tip(&mended, table), before, "nothing is written there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_this_version_played_on_in_a_round_is_proven_from_the_state_it_had() {
    let mut played = in_a_round().await;
    let table = played.table;
    let (number, body) = between_rounds(&played.folder, table);
    let mut is_done = false;
    let taken = rewritten(&played.folder, &mut |entry| {
        by_version(entry, EARLY);
        otherwise(entry, table, &mut is_done);
    });
    assert!(is_done);
    // That version has marked its states, as this one does.
    let key = KeptKey::open(taken.path()).unwrap();
    let mut store = Sqlite::open(taken.path()).unwrap();
    let hash = store.ending_at(Stream(table), number).unwrap().unwrap();
    let kept = key.mark(&Checkpoint { stream: Stream(table), number, body }, &hash);
    store.append(&Batch { checkpoints: vec![kept], ..Batch::default() }).unwrap();
    drop(store);
    let before = tip(&taken, table);
    let house = House::open(quiet(&taken)).await;
    assert_eq!(shown(&house, "/health").await["set_aside"], json!([]));
    house.two_play(table, BOOK, &mut played.people, |view| view.round_number >= 6).await;
    house.close().await;
    let written = bodies(&taken, table, before + 1);
    let (first, resumed) = &written[0];
    assert!(resumed["resumed"]["state"].is_null() && *first == before + 1, "{resumed}");
    assert_eq!(resumed["resumed"]["since"]["number"], json!(number));
    let (stated, _) =
        written.iter().find(|(_, body)| body["resumed"]["state"].is_object()).expect("the state follows");
    let told = proof(&taken);
    assert_eq!(told.faults, Vec::<String>::new());
    let others = &told.streams.iter().find(|one| one.stream == table).unwrap().others;
    assert!(others.iter().all(|other| other.to <= before && other.version == EARLY), "{others:?}");
    // The chips that it moved before the state are held against its rules.
    let mut is_done = false;
    let theft = rewritten(&taken, &mut |entry| stolen(entry, &played, before + 1, &mut is_done));
    assert!(is_done);
    found(&theft, "other chips move than the log says");
    // Without the state that it began with, nobody could prove it.
    let unfounded = rewritten(&taken, &mut |entry| {
        if entry.stream == Stream(table) && entry.first == before + 1 {
            edit(entry, |body| drop(body["resumed"].as_object_mut().unwrap().remove("since")));
        }
    });
    found(&unfounded, "the log has no state from which it did");
    // Nor does a state take over that the log does not testify.
    for change in [
        |state: &mut Value| state["people"][0]["name"] = json!("EveForged"),
        |state: &mut Value| state["people"][0]["stack"] = json!(1),
    ] {
        let forged = rewritten(&taken, &mut |entry| {
            if entry.stream == Stream(table) && (entry.first == before + 1 || entry.first == *stated) {
                edit(entry, |body| match body["resumed"]["state"].is_object() {
                    true => change(&mut body["resumed"]["state"]),
                    false => drop(body["resumed"].as_object_mut().unwrap().remove("since")),
                });
            }
        });
        found(&forged, "the state to play on from is not what the log says");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_dealer_did_for_somebody_stands_in_both_logs() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let mut spec = house.quick(BOOK);
    spec.dealer = Dealer::Entered;
    let table = house.table(&floor, &spec).await;
    let guest = Patron::guest(house.site, "Ann").await.unwrap();
    drop(house.seated(&guest, table, BOOK, 1).await);
    let dealer = house.staff("dealer").await;
    let command = json!({ "do": "for", "person": guest.person, "command": { "do": "sit-out" } });
    let said = json!({ "id": "for", "as": "dealer", "command": command });
    let answer: Value = dealer.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap();
    assert_eq!(answer["outcome"], "applied", "{answer}");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let muted = house_changed(&folder, "staff-acted", &|entry| {
        entry.body = json!({ "house": "table-taken-up", "table": table }).to_string();
    });
    found(&muted, "what the staff did here is missing in the house's log");
}
