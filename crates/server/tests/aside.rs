//! Nothing holds the room up: a call to a seat that nobody answers, and a table whose log does not play again. That
//! table is set aside, everybody is told so, and the rest goes on.

mod house;

use std::time::Duration;

use books::Money;
use client::{Ask, Patron};
use house::{Folder, House, quiet};
use room::{By, Command, Event, Pace, Spec, TableId, Time, Told};
use rusqlite::Connection;
use serde_json::{Value, json};
use server::journal::TableEntry;
use store::{Batch, Sqlite, Store, Stream};

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
    let told = [Told { number, event, transfers: Vec::new(), seen: None }];
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
    assert_eq!(cage["total"], 0);
    let on_tables: i64 =
        cage["patrons"].as_array().unwrap().iter().map(|one| one["on_tables"].as_i64().unwrap()).sum();
    assert_eq!(on_tables, 7 * 200_000);
    house.close().await;
}
