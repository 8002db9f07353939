//! Nothing holds the room up: a call to a seat that nobody answers, a table whose log does not play again, a command
//! that breaks its table or the books. That table is set aside, everybody is told so, and the rest goes on.

mod house;

use std::time::Duration;

use books::Money;
use client::{Ask, Patron};
use house::{Folder, House, quiet};
use room::{By, Command, Event, Pace, Spec, TableId, Time, Told};
use rusqlite::Connection;
use serde_json::{Value, json};
use server::journal::TableEntry;
use store::{Batch, Checkpoint, Entry, Log, Reader, Sqlite, Stream, Transfer};

/// Says something at a table, for oneself or as somebody of the house.
async fn say(patron: &Patron, table: TableId, as_whom: &str, id: &str, command: Value) -> Value {
    let said = json!({ "id": id, "as": as_whom, "command": command });
    patron.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap()
}

async fn health(house: &House) -> Value {
    let asked = tokio::time::timeout(Duration::from_secs(20), house.site.ask(&Ask::get("/health"))).await;
    asked.expect("the hall answers").unwrap().json().unwrap()
}

async fn view(house: &House, table: TableId) -> Value {
    let reply = house.site.ask(&Ask::get(&format!("/api/tables/{table}"))).await.unwrap();
    reply.json::<Value>().unwrap()["view"].clone()
}

/// Marina's double-hand table with seven seated, an eighth on the list, one gone, and the eighth called; then a round
/// is on or the table is stopped. The call runs for so long.
async fn called(house: &House, seat_ms: i64, is_stopped: bool) -> TableId {
    let floor = house.staff("floor").await;
    let quick = house.quick("marina/double-hand");
    let spec = Spec { pace: Pace { seat_ms, ..quick.pace }, ..quick };
    let table = house.table(&floor, &spec).await;
    let mut people = Vec::new();
    for seat in 1..=8_u8 {
        let guest = Patron::guest(house.site, &format!("Guest {seat} of {table}")).await.unwrap();
        let command = match seat {
            8 => json!({ "do": "join" }),
            _ => json!({ "do": "sit", "seat": seat, "buy_in": 200_000 }),
        };
        let answer = say(&guest, table, "patron", "come", command).await;
        assert_eq!(answer["outcome"], "applied", "{answer}");
        people.push(guest);
    }
    if is_stopped {
        let stopped = say(&floor, table, "floor", &format!("stop-{table}"), json!({ "do": "pause" })).await;
        assert_eq!(stopped["outcome"], "applied", "{stopped}");
        // The seat is called while the table goes on, and the call runs on while it is stopped.
        let resumed = say(&floor, table, "floor", &format!("go-{table}"), json!({ "do": "resume" })).await;
        assert_eq!(resumed["outcome"], "applied", "{resumed}");
    }
    say(&people[6], table, "patron", "go", json!({ "do": "leave" })).await;
    let waiting = &view(house, table).await["waiting"];
    assert_eq!(waiting.as_array().unwrap().len(), 1, "{waiting}");
    if is_stopped {
        let stopped = say(&floor, table, "floor", &format!("stop2-{table}"), json!({ "do": "pause" })).await;
        assert_eq!(stopped["outcome"], "applied", "{stopped}");
        assert_eq!(view(house, table).await["phase"], "paused");
        return table;
    }
    let taken =
        say(&people[0], table, "patron", "bank", json!({ "do": "take-bank", "stake": 100_000 })).await;
    assert_eq!(taken["outcome"], "applied", "{taken}");
    for (place, patron) in people.iter().enumerate().take(6).skip(1) {
        let wager = json!({ "do": "put-wager", "spot": place + 1, "wager": { "base": 2_000 } });
        assert_eq!(say(patron, table, "patron", "wager", wager).await["outcome"], "applied");
        say(patron, table, "patron", "ready", json!({ "do": "ready" })).await;
    }
    assert_eq!(view(house, table).await["phase"], "playing");
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_call_that_nobody_answers_holds_nothing_up() {
    let folder = Folder::new();
    let mut house = House::open(quiet(&folder)).await;
    for is_stopped in [false, true] {
        let table = called(&house, 1_500, is_stopped).await;
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            assert_eq!(health(&house).await["status"], "open");
            if view(&house, table).await["waiting"] == json!([]) {
                break;
            }
        }
        assert_eq!(view(&house, table).await["waiting"], json!([]), "the call has run out");
        // The same with the room closed in between.
        let table = called(&house, 3_000, is_stopped).await;
        house.close().await;
        tokio::time::sleep(Duration::from_millis(3_100)).await;
        house = House::open(quiet(&folder)).await;
        for _ in 0..100 {
            assert_eq!(health(&house).await["status"], "open");
            if view(&house, table).await["waiting"] == json!([]) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(view(&house, table).await["waiting"], json!([]), "the call has run out meanwhile");
    }
    house.close().await;
}

/// Adds a command to a table's log that no rules allow: somebody is ready who is not there.
fn refused_later(folder: &Folder, table: TableId) {
    let mut store = Sqlite::open(folder.path()).unwrap();
    let number = store.tip(Stream(table)).unwrap().number + 1;
    let event = Event::Ready { person: 999 };
    let body = TableEntry::Command {
        by: By::Patron(999),
        command: Command::Ready,
        name: "Nobody".to_owned(),
        wallet: Money::ZERO,
        is_bot: false,
        events: vec![event.clone()],
    };
    let told = [Told::plain(number, event)];
    let entry = server::journal::entry(table, Time(1), "person:999", None, &body, &told);
    store.append(&Batch { entries: vec![entry], ..Batch::default() }).unwrap();
}

/// Changes a table's opening behind the program's back.
fn damaged(folder: &Folder, table: TableId) {
    let file = Connection::open(folder.file()).unwrap();
    // The file itself says that its log is never changed; whoever tampers with it gets round that.
    let guard: String = file
        .query_row("SELECT sql FROM sqlite_master WHERE name = 'entries_stay'", [], |row| row.get(0))
        .unwrap();
    file.execute_batch("DROP TRIGGER entries_stay").unwrap();
    let change =
        "UPDATE entries SET body = replace(body, 'no-bust-6', 'gone') WHERE stream = ?1 AND first = 1";
    assert_eq!(file.execute(change, [table]).unwrap(), 1);
    file.execute_batch(&guard).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_whose_log_does_not_play_is_set_aside_and_the_rest_opens() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let mut tables = Vec::new();
    for book in ["mortimers/no-bust-6", "mortimers/no-bust-6", "marina/double-hand"] {
        let table = house.table(&floor, &house.quick(book)).await;
        for seat in [1, 2] {
            let guest = Patron::guest(house.site, &format!("Seat {seat} of {table}")).await.unwrap();
            let command = json!({ "do": "sit", "seat": seat, "buy_in": 200_000 });
            assert_eq!(say(&guest, table, "patron", "come", command).await["outcome"], "applied");
        }
        tables.push(table);
    }
    house.close().await;
    // One log has a command that the rules refuse, and another is damaged.
    refused_later(&folder, tables[0]);
    damaged(&folder, tables[1]);

    let house = House::open(quiet(&folder)).await;
    let told = health(&house).await;
    assert_eq!(told["status"], "impaired");
    assert_eq!(told["set_aside"], json!([tables[0], tables[1]]));
    let lobby: Value = house.site.ask(&Ask::get("/api/lobby")).await.unwrap().json().unwrap();
    let aside: Vec<bool> =
        lobby["tables"].as_array().unwrap().iter().map(|row| row["is_set_aside"] == true).collect();
    assert_eq!(aside.iter().filter(|one| **one).count(), 2, "{lobby}");
    let floor = house.staff("floor").await;
    let seen: Value = floor.get("/api/floor").await.unwrap();
    let rows = seen["tables"].as_array().unwrap();
    let row = |table: TableId| rows.iter().find(|row| row["table"] == table).unwrap();
    assert!(row(tables[0])["set_aside"].as_str().unwrap().contains("cannot be played again"), "{seen}");
    assert!(row(tables[1])["set_aside"].is_string());
    assert!(row(tables[2])["set_aside"].is_null());
    // Nothing more is done there, in words; all else goes on.
    let newcomer = Patron::guest(house.site, "Newcomer").await.unwrap();
    let sit = json!({ "do": "sit", "seat": 3, "buy_in": 200_000 });
    for table in [tables[0], tables[1]] {
        let answer = say(&newcomer, table, "patron", &format!("sit-{table}"), sit.clone()).await;
        assert_eq!(answer["outcome"], "refused");
        assert!(answer["what"].as_str().unwrap().contains("is set aside"), "{answer}");
    }
    assert_eq!(say(&newcomer, tables[2], "patron", "sit", sit).await["outcome"], "applied");
    let opened = house.table(&floor, &house.quick("marina/holdem")).await;
    assert!(!tables.contains(&opened), "a number is given once");
    // What happened there can be read, and the chips are still counted.
    let auditor = house.staff("auditor").await;
    let log: Value = auditor.get(&format!("/api/tables/{}/log", tables[0])).await.unwrap();
    assert!(log["entries"].as_array().unwrap().len() >= 3, "{log}");
    let cage: Value = house.staff("cage").await.get("/api/cage").await.unwrap();
    assert_eq!((&cage["total"], &cage["play"]["total"]), (&json!(0), &json!(0)));
    house.close().await;
    let balances = Sqlite::open_read_only(folder.path()).unwrap().balances().unwrap();
    let stacks = balances.iter().filter(|(account, _)| account.contains("/stack:"));
    assert_eq!(stacks.map(|(_, amount)| amount.in_cents()).sum::<i64>(), 7 * 200_000);
}

/// Two guests in seats 1 and 2 of a table.
async fn two_guests(house: &House, table: TableId) -> Vec<Patron> {
    let mut people = Vec::new();
    for seat in [1, 2] {
        let guest = Patron::guest(house.site, &format!("Guest {seat} of {table}")).await.unwrap();
        let command = json!({ "do": "sit", "seat": seat, "buy_in": 200_000 });
        let answer = say(&guest, table, "patron", "come", command).await;
        assert_eq!(answer["outcome"], "applied", "{answer}");
        people.push(guest);
    }
    people
}

/// Begins a round at a blackjack table: the first banks, the second wagers.
async fn begin(people: &[Patron], table: TableId) -> Value {
    let bank = json!({ "do": "take-bank", "stake": 100_000 });
    assert_eq!(say(&people[0], table, "patron", "bank", bank).await["outcome"], "applied");
    let wager = json!({ "do": "put-wager", "spot": 2, "wager": { "base": 2_000 } });
    assert_eq!(say(&people[1], table, "patron", "wager", wager).await["outcome"], "applied");
    say(&people[1], table, "patron", "ready", json!({ "do": "ready" })).await
}

/// Takes the fees out of a table's drop, beside the hall, so that they cannot go back.
fn empty_the_drop(folder: &Folder, table: TableId) {
    let mut store = Sqlite::open(folder.path()).unwrap();
    let account = format!("table:{table}/drop");
    let amount = store.balances().unwrap()[&account];
    assert!(amount.is_positive(), "a fee was dropped");
    let first = store.tip(Stream::HOUSE).unwrap().number + 1;
    let entry = Entry {
        stream: Stream::HOUSE,
        first,
        count: 1,
        at_ms: 1,
        by: "house".to_owned(),
        id: None,
        body: "{}".to_owned(),
        transfers: vec![Transfer { event: first, from: account, to: "cage".to_owned(), amount }],
    };
    store.append(&Batch { entries: vec![entry], ..Batch::default() }).unwrap();
}

/// Keeps a state of a table in which no further round can be counted: the next one overflows.
fn no_more_rounds(folder: &Folder, table: TableId, state: &mut Value) {
    state["rounds"] = json!(u64::MAX);
    let mut store = Sqlite::open(folder.path()).unwrap();
    let number = store.tip(Stream(table)).unwrap().number;
    let kept = Checkpoint { stream: Stream(table), number, body: state.to_string() };
    // The room goes by what bears its own mark.
    let entry = store.ending_at(Stream(table), number).unwrap().unwrap();
    let kept = server::KeptKey::open(folder.path()).unwrap().mark(&kept, &entry);
    store.append(&Batch { checkpoints: vec![kept], ..Batch::default() }).unwrap();
}

/// The state of a table that nobody has sat at.
fn unused_state(house: &House, table: TableId, spec: &Spec) -> Value {
    let (opened, _) = room::Table::open(&house.shelf, table, spec.clone()).unwrap();
    serde_json::to_value(opened.checkpoint().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_breaks_while_the_room_is_open_sets_its_table_aside_and_stays_so() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = house.quick("mortimers/no-bust-6");
    // A Natural may end a round before anybody speaks: then another table is the one.
    let short = loop {
        let table = house.table(&floor, &spec).await;
        let people = two_guests(&house, table).await;
        assert_eq!(begin(&people, table).await["outcome"], "applied");
        if view(&house, table).await["phase"] == "playing" {
            break table;
        }
    };
    let (broken, sound) = (house.table(&floor, &spec).await, house.table(&floor, &spec).await);
    let mut state = unused_state(&house, broken, &spec);
    house.close().await;
    empty_the_drop(&folder, short);
    no_more_rounds(&folder, broken, &mut state);

    let house = House::open(quiet(&folder)).await;
    assert_eq!(health(&house).await["status"], "open", "nothing is wrong yet");
    let floor = house.staff("floor").await;
    // Fees that are not there cannot go back: the ledger refuses, and the table stays as it was.
    let void = json!({ "do": "report", "report": { "void": { "spot": null, "fees_returned": true } } });
    let number = view(&house, short).await["number"].clone();
    let answer = say(&floor, short, "floor", "void", void.clone()).await;
    assert_eq!(answer["outcome"], "refused", "{answer}");
    assert!(answer["what"].as_str().unwrap().contains("is set aside"), "{answer}");
    assert_eq!(view(&house, short).await["number"], number, "nothing of it was done");
    assert_eq!(health(&house).await["set_aside"], json!([short]));
    // Rules that break down cost their own table, and nothing else.
    let people = two_guests(&house, broken).await;
    let answer = begin(&people, broken).await;
    assert_eq!(answer["outcome"], "refused", "{answer}");
    let told = health(&house).await;
    assert_eq!((&told["status"], &told["set_aside"]), (&json!("impaired"), &json!([short, broken])));
    let people = two_guests(&house, sound).await;
    assert_eq!(begin(&people, sound).await["outcome"], "applied", "the others go on");
    house.close().await;

    // A restart mends nothing, so that nothing is played there before somebody has looked.
    let house = House::open(quiet(&folder)).await;
    assert_eq!(health(&house).await["set_aside"], json!([short, broken]));
    let floor = house.staff("floor").await;
    let seen: Value = floor.get("/api/floor").await.unwrap();
    let why: Vec<&str> =
        seen["tables"].as_array().unwrap().iter().filter_map(|one| one["set_aside"].as_str()).collect();
    let take_up = format!("--take-up {short}");
    assert!(why.iter().any(|why| why.contains("holds only $0") && why.contains(&take_up)), "{why:?}");
    // By the command's word alone: what it says may be a card.
    assert!(why.iter().any(|why| why.contains("\"report\" would break the books")), "{why:?}");
    assert!(why.iter().any(|why| why.contains("\"ready\" broke it")), "{why:?}");
    assert!(why.iter().all(|why| !why.contains("fees_returned") && !why.contains("Report")), "{why:?}");
    house.close().await;
    let mut config = quiet(&folder);
    config.take_up = vec![broken];
    let house = House::open(config).await;
    assert_eq!(health(&house).await["set_aside"], json!([short]));
    house.close().await;
    // What is taken up stays so.
    let house = House::open(quiet(&folder)).await;
    assert_eq!(health(&house).await["set_aside"], json!([short]));
    house.close().await;
}
