//! Tables that go from one hand to the next without ever standing still: states of them are kept all the same, so that an
//! old round costs what a new one does, and old months of them are archived.

mod forge;
mod house;

use books::Shelf;
use client::Ask;
use forge::{faults, proof};
use house::{Folder, House, quiet};
use room::{TableId, TableView};
use serde_json::Value;
use store::{Reader, Sqlite, Stream};

/// Books whose hands follow one another by themselves, the rest after one in milliseconds, and who sits down.
const TABLES: [(&str, i64, [u8; 2]); 3] =
    [("marina/holdem", 0, [1, 3]), ("marina/holdem", 5, [1, 3]), ("players-club/pan", 0, [1, 2])];

/// After how many events a table has been kept more than once.
const EVENTS: u64 = 1_500;

async fn round(house: &House, table: TableId, number: u64) -> Value {
    let path = format!("/api/tables/{table}/rounds/{number}");
    house.site.ask(&Ask::get(&path)).await.unwrap().json().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_never_stand_still_are_kept_and_archived() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let mut tables = Vec::new();
    for (book, between_ms, seats) in TABLES {
        let mut spec = house.quick(book);
        spec.pace.between_ms = between_ms;
        let table = house.table(&floor, &spec).await;
        let mut one = house.player(table, book, seats[0]).await;
        let mut two = house.player(table, book, seats[1]).await;
        let is_enough = |view: &TableView| view.number > EVENTS && view.phase == room::Phase::Playing;
        let (first, second) = tokio::join!(one.play(is_enough), two.play(is_enough));
        first.and(second).unwrap();
        tables.push(table);
    }
    // Nobody has paused, closed or left anything, and the room is open.
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    for (table, (book, ..)) in tables.iter().zip(TABLES) {
        let stream = Stream(*table);
        let kept = store.checkpoints(stream).unwrap();
        let newest = *kept.last().unwrap_or_else(|| panic!("{book}: nothing was kept"));
        let tip = store.tip(stream).unwrap().number;
        assert!(newest + 900 > tip, "{book}: the newest state is far away: {kept:?} of {tip}");
        let body = store.checkpoint(stream).unwrap().unwrap().body;
        assert!(body.contains(",\"mark\":\"") && !body.contains("\"paused\""), "{book}: {body}");
    }
    drop(store);
    let mut before = Vec::new();
    for table in &tables {
        before.push((round(&house, *table, 1).await, round(&house, *table, 3).await));
    }
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());

    // All of them are cut, and go on from there.
    let shelf = std::sync::Arc::new(Shelf::filed());
    let name = "archive-before-2027-01.sqlite3";
    let parts = server::archive(&shelf, folder.path(), name, i64::MAX).unwrap();
    assert_eq!(parts.iter().map(|part| part.stream.0).collect::<Vec<_>>(), tables);
    assert!(parts.iter().all(|part| part.last > EVENTS / 2), "{parts:?}");
    assert_eq!(faults(&folder), Vec::<String>::new());
    let house = House::open(quiet(&folder)).await;
    for (table, before) in tables.iter().zip(&before) {
        assert_eq!((round(&house, *table, 1).await, round(&house, *table, 3).await), *before);
    }
    house.close().await;
    let elsewhere = Folder::new();
    std::fs::rename(folder.path().join(name), elsewhere.path().join(name)).unwrap();
    let alone = proof(&folder);
    assert_eq!((alone.faults, alone.absent.len()), (Vec::new(), 1));
    let house = House::open(quiet(&folder)).await;
    let told: Value = house.site.ask(&Ask::get("/health")).await.unwrap().json().unwrap();
    assert_eq!(told["status"], "open", "{told}");
    house.close().await;
}
