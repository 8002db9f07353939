//! Logs that were forged with every hash right are found by `verify`, and a forged part that only saves time (a
//! checkpoint, the index) does not decide what a room does.

mod forge;
mod house;

use client::{Ask, Patron};
use forge::{copied, faults, forge_checkpoint, house_changed, keep_checkpoint, proof, rewritten, tamper};
use house::{Folder, House, quiet};
use room::{LastingShoe, Spec, TableId, TableView};
use serde_json::{Value, json};
use store::{Entry, Log, Reader, Sqlite, Stream, Transfer};

const POKER: &str = "marina/holdem";
const SHOE: &str = "mortimers/no-bust-6";

/// A room with a poker table and a shoe that lasts, in which the staff have acted.
struct Played {
    folder: Folder,
    poker: TableId,
    shoe: TableId,
}

async fn say(patron: &Patron, table: TableId, id: &str, command: Value) {
    let said = json!({ "id": id, "as": "floor", "command": command });
    let answer: Value = patron.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap();
    assert_eq!(answer["outcome"], "applied", "{answer}");
}

async fn played(rounds: u64) -> Played {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let lasting = Spec { decks: Some(4), shoe: Some(LastingShoe::default()), ..house.quick(SHOE) };
    // A rest between two hands, in which a checkpoint is kept.
    let mut resting = house.quick(POKER);
    resting.pace.between_ms = 20;
    let poker = house.table(&floor, &resting).await;
    let shoe = house.table(&floor, &lasting).await;
    for (table, book) in [(poker, POKER), (shoe, SHOE)] {
        let (mut one, mut two) = (house.player(table, book, 1).await, house.player(table, book, 3).await);
        let is_enough = |view: &TableView| view.round_number > rounds;
        let (one, two) = tokio::join!(one.play(is_enough), two.play(is_enough));
        one.and(two).unwrap();
        say(&floor, table, &format!("pause-{table}"), json!({ "do": "pause" })).await;
    }
    let cage = house.staff("cage").await;
    let bought = json!({ "person": floor.person, "amount": 12_300 });
    cage.post::<Value>("/api/cage/buy", &bought).await.unwrap();
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    Played { folder, poker, shoe }
}

/// Verify finds something in a forged room, in these words.
#[track_caller]
fn found(folder: &Folder, what: &str) {
    let faults = faults(folder);
    assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    let false_one = faults.iter().find(|fault| fault.contains("which is missing"));
    assert_eq!(false_one, None, "nothing is missing");
}

fn edited(entry: &mut Entry, change: impl FnOnce(&mut Value)) {
    let mut body: Value = serde_json::from_str(&entry.body).unwrap();
    change(&mut body);
    entry.body = body.to_string();
}

fn moved(entry: &mut Entry, from: &str, to: &str) {
    let amount = books::Money::dollars(50_000);
    let (from, to) = (from.to_owned(), to.to_owned());
    entry.transfers.push(Transfer { event: entry.first, from, to, amount });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_house_says_is_held_against_what_it_did() {
    let Played { folder, .. } = played(2).await;
    assert_eq!(faults(&rewritten(&folder, &mut |_| ())), Vec::<String>::new(), "a copy is as good");
    let bought = "\"amount\":12300";
    let less = house_changed(&folder, bought, &|entry| edited(entry, |body| body["amount"] = json!(100)));
    found(&less, "other chips move than the house says");
    let other = house_changed(&folder, bought, &|entry| edited(entry, |body| body["person"] = json!(1)));
    found(&other, "other chips move than the house says");
    for (holds, from, to) in [
        ("tips-noted", "cage", "patron:2"),
        ("tips-noted", "patron:7", "patron:2"),
        ("table-opened", "cage", "patron:2"),
        (bought, "cage", "patron:2"),
    ] {
        let gift = house_changed(&folder, holds, &|entry| moved(entry, from, to));
        found(&gift, "other chips move than the house says");
    }
    for body in ["[]", "{}", "{\"house\":\"chips-bought\"}", "7"] {
        let garbage = house_changed(&folder, "tips-noted", &|entry| body.clone_into(&mut entry.body));
        found(&garbage, "the house's entry cannot be read");
    }
    let muted = "{\"house\":\"person-added\",\"person\":1,\"name\":\"house\",\"kind\":\"patron\"}";
    let replaced = house_changed(&folder, "staff-acted", &|entry| muted.clone_into(&mut entry.body));
    found(&replaced, "person 1 is added once more");
    found(&replaced, "is missing in the house's log");
    let blamed = house_changed(&folder, "staff-acted", &|entry| {
        edited(entry, |body| body["by"] = json!({ "floor": 1 }));
    });
    found(&blamed, "the house noted another act of the staff");
    let invented = house_changed(&folder, "staff-acted", &|entry| {
        edited(entry, |body| body["event"] = json!(100_000));
    });
    found(&invented, "which is not in the table's log");
    let mut back = 0;
    let early = rewritten(&folder, &mut |entry| {
        if entry.stream == Stream::HOUSE && entry.body.contains("tips-noted") {
            back += 1;
            entry.at_ms -= if back > 1 { 86_400_000 } else { 0 };
        }
    });
    assert!(back > 1);
    found(&early, "before the entry before it");
    // A kind that this version does not know is told apart where a newer one has opened the room, and a fault elsewhere;
    // no chips may move in it.
    let unknown = |version: &str| {
        rewritten(&folder, &mut |entry| {
            if entry.body.contains("staff-acted") {
                entry.body = "{\"house\":\"lights-out\"}".to_owned();
            }
            edited(entry, |body| {
                if let Some(opening) = body.get_mut("open") {
                    opening["version"] = json!(version);
                }
                if body["house"] == "room-opened" {
                    body["version"] = json!(version);
                }
            });
        })
    };
    let told = proof(&unknown("9.0.1"));
    assert!(told.streams[0].others.iter().any(|other| other.what.contains("lights-out")), "{told:?}");
    found(
        &unknown(env!("CARGO_PKG_VERSION")),
        "no version that has opened the room writes what \"lights-out\" is",
    );
    let unknown = house_changed(&folder, "table-opened", &|entry| {
        entry.body = "{\"house\":\"lights-out\"}".to_owned();
        moved(entry, "cage", "patron:2");
    });
    found(&unknown, "other chips move than the house says");
}

/// Exchanges the first card that is dealt in a round, and says that another version has played the table.
fn exchanged(entry: &mut Entry, table: TableId, is_done: &mut bool) {
    edited(entry, |body| {
        if let Some(opening) = body.get_mut("open") {
            opening["version"] = json!("0.2.9");
        }
        if body["house"] == "room-opened" {
            body["version"] = json!("0.2.9");
        }
    });
    if entry.stream != Stream(table) {
        return;
    }
    edited(entry, |body| {
        let events = body.as_object_mut().unwrap().values_mut().next().unwrap()["events"].as_array_mut();
        for event in events.unwrap() {
            let of = &mut event["of"];
            if !*is_done && of["event"] == "dealt" && of["card"].is_string() {
                of["card"] = json!(if of["card"] == "2c" { "3c" } else { "2c" });
                *is_done = true;
            }
        }
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_card_is_held_against_its_shuffle_whichever_version_dealt_it() {
    let Played { folder, poker, shoe } = played(2).await;
    for table in [poker, shoe] {
        let mut is_done = false;
        let forged = rewritten(&folder, &mut |entry| exchanged(entry, table, &mut is_done));
        assert!(is_done);
        found(&forged, "another card is dealt than lies there");
        let mut is_done = true;
        let versioned = rewritten(&folder, &mut |entry| exchanged(entry, table, &mut is_done));
        assert_eq!(faults(&versioned), Vec::<String>::new(), "another version's cards are as good");
    }
}

async fn health(house: &House) -> Value {
    house.site.ask(&Ask::get("/health")).await.unwrap().json().unwrap()
}

async fn lobby(house: &House) -> Vec<Value> {
    let lobby: Value = house.site.ask(&Ask::get("/api/lobby")).await.unwrap().json().unwrap();
    lobby["tables"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_checkpoint_is_found_and_does_not_decide() {
    let Played { folder, poker, .. } = played(3).await;
    keep_checkpoint(&folder, Stream(poker));
    assert_eq!(faults(&folder), Vec::<String>::new(), "an honest checkpoint is as the log says");
    // Chips that nobody bought, and a name.
    let forged = copied(&folder);
    forge_checkpoint(&forged, Stream(poker), &|state| {
        let stack = &mut state["people"][0]["stack"];
        *stack = json!(stack.as_i64().unwrap() + 500);
    });
    found(&forged, "the checkpoint kept here is not what the log comes to");
    let house = House::open(quiet(&forged)).await;
    assert_eq!(health(&house).await["status"], "open", "the log plays, so that the table does");
    house.close().await;
    let named = copied(&folder);
    forge_checkpoint(&named, Stream(poker), &|state| state["people"][0]["name"] = json!("Eve"));
    found(&named, "the checkpoint kept here is not what the log comes to");
    // Nobody is shown it: the room uses what it has marked itself, and plays the log where it has marked nothing.
    let house = House::open(quiet(&named)).await;
    let shown = house.site.ask(&Ask::get(&format!("/api/tables/{poker}"))).await.unwrap().body;
    assert!(shown.contains("Seat 1 of") && !shown.contains("Eve"), "{shown}");
    house.close().await;
    // A table that is not closed stays in the room, whatever the house's checkpoint says.
    let closed = copied(&folder);
    let mut store = Sqlite::open(closed.path()).unwrap();
    let number = store.tip(Stream::HOUSE).unwrap().number;
    let body = json!({ "aside": {}, "closed": { poker.to_string(): POKER } }).to_string();
    let kept = store::Checkpoint { stream: Stream::HOUSE, number, body };
    store.append(&store::Batch { checkpoints: vec![kept], ..store::Batch::default() }).unwrap();
    drop(store);
    found(&closed, "the checkpoint kept here is not what the log comes to");
    let house = House::open(quiet(&closed)).await;
    assert_eq!(lobby(&house).await.len(), 2, "the table is still there");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_index_is_compared_wholly_and_made_anew_where_it_is_false() {
    let Played { folder, poker, .. } = played(4).await;
    let sql = |what: &str| {
        let forged = copied(&folder);
        tamper(&forged, &|file| file.execute_batch(&what.replace("TABLE", &poker.to_string())).unwrap());
        forged
    };
    let added =
        "INSERT INTO rounds SELECT stream, number + 1, last + 1, last + 500, began_ms, ended_ms FROM rounds \
                 WHERE stream = TABLE ORDER BY number DESC LIMIT 1;
                 INSERT INTO nets SELECT stream, max(number) + 1, 2, 999900 FROM nets WHERE stream = TABLE";
    let doubled = "INSERT INTO rounds SELECT stream, number + 1, first, last, began_ms, ended_ms FROM rounds \
                   WHERE stream = TABLE ORDER BY number DESC LIMIT 1";
    let forgeries = [
        (sql(added), "the index has a round 5 that the log has not"),
        (sql(doubled), "the index has a round 5 that the log has not"),
        (
            sql("UPDATE nets SET cents = cents + 1 WHERE stream = TABLE"),
            "the index says something else of round 1",
        ),
        (sql("DELETE FROM rounds WHERE stream = TABLE"), "the index says something else of round 1"),
        (
            sql("DELETE FROM rounds WHERE stream = TABLE AND number > 2"),
            "the index says something else of round 3",
        ),
    ];
    for (forged, what) in &forgeries {
        found(forged, what);
    }
    for (forged, what) in &forgeries {
        // An index that was altered in its middle is left as it is; one that goes on falsely would stop the room.
        if what.contains("has not") || what.ends_with("round 3") {
            let house = House::open(quiet(forged)).await;
            house.close().await;
            assert_eq!(faults(forged), Vec::<String>::new(), "{what}: the index is as the log says");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_text_costs_the_tables_of_its_book_alone() {
    let Played { folder, poker, .. } = played(2).await;
    tamper(&folder, &|file| {
        let change = "UPDATE entries SET body = replace(body, 'a', 'b') WHERE stream = 4294967295 \
                      AND body LIKE '%\"path\":\"marina/holdem.toml\"%'";
        assert_eq!(file.execute(change, []).unwrap(), 1);
    });
    let told = faults(&folder);
    assert!(told.iter().any(|fault| fault.contains("stream 4294967295")), "{told:?}");
    assert!(
        told.iter().any(|fault| fault.contains("does not hold the text of marina/holdem.toml")),
        "{told:?}"
    );
    assert!(!told.iter().any(|fault| fault.contains("which is missing")), "{told:?}");
    assert!(proof(&folder).streams.len() > 3, "the rest is proven all the same");
    let house = House::open(quiet(&folder)).await;
    assert_eq!(health(&house).await["set_aside"], json!([poker]));
    // The book as it lies on disk is kept anew for tables that open now.
    let floor = house.staff("floor").await;
    house.table(&floor, &house.quick(POKER)).await;
    house.close().await;
}

/// What opening a room says, if it does not open.
async fn refusal(config: server::Config) -> Option<String> {
    let opened = server::open(std::sync::Arc::new(books::Shelf::filed()), config).await;
    opened.err().map(|fault| fault.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_note_is_never_written_over_that_the_log_does_not_hold() {
    let Played { folder, poker, .. } = played(1).await;
    let note = std::fs::read_to_string(folder.path().join("tips.txt")).unwrap();
    let elsewhere = folder.path().join("elsewhere.txt");
    std::fs::write(&elsewhere, &note).unwrap();
    // The note of a log that goes on is replaced.
    let with_note = |folder: &Folder| {
        let mut config = quiet(folder);
        config.tips = Some(elsewhere.clone());
        config
    };
    let house = House::open(with_note(&folder)).await;
    house.close().await;
    let note = std::fs::read_to_string(&elsewhere).unwrap();
    assert_eq!(note, std::fs::read_to_string(folder.path().join("tips.txt")).unwrap());

    let rewrite = rewritten(&folder, &mut |entry| {
        if entry.stream == Stream(poker) && entry.first > 1 {
            entry.id = entry.id.take().map(|id| format!("{id} forged"));
        }
    });
    let gone = Folder::new();
    std::fs::write(gone.path().join("tips.txt"), &note).unwrap();
    let foreign = Folder::new();
    for (forged, what) in [(&rewrite, "was rewritten before event"), (&foreign, "there is no room.sqlite3")] {
        let told = refusal(with_note(forged)).await.expect("the room does not open");
        assert!(told.contains(what) && told.contains("--despite-tips"), "{told}");
        assert_eq!(std::fs::read_to_string(&elsewhere).unwrap(), note, "the note is as it was");
    }
    let told = refusal(quiet(&gone)).await.expect("the room does not open");
    assert!(told.contains("there is no room.sqlite3"), "{told}");
    assert!(!gone.file().exists(), "no room is made");
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear all").unwrap();
    let told = refusal(server::Config { tips: Some(letter.clone()), ..quiet(&folder) }).await;
    assert!(told.unwrap().contains("is not a note of tips, and is not written over"));

    // Whoever says so opens it: the old note stays under another name, and the log says so.
    let despite = server::Config { despite_tips: true, ..with_note(&rewrite) };
    House::open(despite).await.close().await;
    let kept = folder.path().join("elsewhere.txt.kept-1");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), note);
    assert_ne!(std::fs::read_to_string(&elsewhere).unwrap(), note);
    let store = Sqlite::open_read_only(rewrite.path()).unwrap();
    let entries = store.entries(Stream::HOUSE, 1, usize::MAX).unwrap();
    let said = entries.iter().find(|logged| logged.entry.body.contains("note-passed-over"));
    assert!(said.unwrap().entry.body.contains("elsewhere.txt.kept-1"), "the house's log tells of it");
    drop(store);
    assert_eq!(faults(&rewrite), Vec::<String>::new());
    House::open(with_note(&rewrite)).await.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_missing_beside_a_log_that_tells_of_notes_is_news() {
    let Played { folder, .. } = played(1).await;
    let news = async |folder: &Folder| {
        let elsewhere = folder.path().join("elsewhere.txt");
        let config = server::Config { tips: Some(elsewhere), ..quiet(folder) };
        let room = server::open(std::sync::Arc::new(books::Shelf::filed()), config).await.unwrap();
        let news = room.news.clone();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        room.serve(listener, std::future::ready(())).await.unwrap();
        news
    };
    let fresh = Folder::new();
    assert_eq!(news(&fresh).await, Vec::<String>::new(), "nothing was noted yet");
    let told = news(&folder).await;
    assert!(told.len() == 1 && told[0].contains("elsewhere.txt is missing"), "{told:?}");
    assert_eq!(news(&folder).await, Vec::<String>::new(), "it is there again");
    let bare = copied(&folder);
    let told = news(&bare).await;
    for what in ["tips.txt is missing", "elsewhere.txt is missing", "tips.key is missing"] {
        assert!(told.iter().any(|one| one.contains(what)), "{what}: {told:?}");
    }
    std::fs::copy(fresh.path().join("tips.key"), bare.path().join("tips.key")).unwrap();
    let told = news(&bare).await;
    assert!(
        told.len() == 1 && told[0].contains("tips.key is not the key that signed the last note"),
        "{told:?}"
    );
}
