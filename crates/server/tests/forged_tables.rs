//! What the house's log says of its tables (opened, closed, set aside, taken up) is held against their own logs.

mod forge;
mod house;

use books::Money;
use forge::{copied, faults, house_changed, rewritten};
use house::{Folder, House, quiet};
use room::{By, Command, Event, Time, Told};
use serde_json::{Value, json};
use server::journal::TableEntry;
use store::{Batch, Log, Reader, Sqlite, Stream};

const BOOK: &str = "mortimers/no-bust-6";

#[track_caller]
fn found(folder: &Folder, what: &str) {
    let faults = faults(folder);
    assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_house_says_of_its_tables_is_held_against_their_logs() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let (open, closed) =
        (house.table(&floor, &house.quick(BOOK)).await, house.table(&floor, &house.quick(BOOK)).await);
    for (table, what) in [(open, "pause"), (closed, "close")] {
        let said = json!({ "id": format!("{what}-{table}"), "as": "floor", "command": { "do": what } });
        let answer: Value = floor.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap();
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    assert_eq!(faults(&rewritten(&folder, &mut |_| ())), Vec::<String>::new(), "a copy is as good");

    // The first entry of the house that holds a text says something else.
    let instead =
        |holds: &str, said: Value| house_changed(&folder, holds, &|entry| entry.body = said.to_string());
    let opened = |table: u32| format!("\"table-opened\",\"table\":{table},");
    let nothing = json!({ "house": "backed-up", "to": "nowhere", "done_ms": 1 });
    found(&instead(&opened(open), nothing.clone()), "the house's log does not tell of its opening");
    let twice = json!({ "house": "table-opened", "table": open, "book": BOOK, "by": 1 });
    found(&instead(&opened(closed), twice.clone()), &format!("table {open} is opened once more"));
    found(&instead(&opened(closed), twice), "the house's log does not tell of its opening");
    let other = json!({ "house": "table-opened", "table": open, "book": "marina/holdem", "by": 1 });
    found(&instead(&opened(open), other), "the house has opened it with the book marina/holdem");
    let strange = json!({ "house": "table-opened", "table": 77, "book": BOOK, "by": 1 });
    found(&instead("room-closed", strange), "table 77, which has no log");

    found(&instead("table-closed", nothing), "the house's log does not tell that it is closed");
    let ended = json!({ "house": "table-closed", "table": open, "book": BOOK });
    found(
        &instead("room-closed", ended),
        &format!("the house has closed table {open}, whose own log goes on"),
    );
    let misnamed = json!({ "house": "table-closed", "table": closed, "book": "marina/holdem" });
    found(&instead("table-closed", misnamed), "is closed as one of another book");
    let aside = json!({ "house": "table-set-aside", "table": open, "why": "it broke" });
    let mut is_done = false;
    let played_on = rewritten(&folder, &mut |entry| {
        // The table's log is written before the house's here; what counts is when it was said.
        if entry.stream == Stream(open) && entry.first > 1 {
            entry.at_ms += 1;
        }
        if !is_done && entry.stream == Stream::HOUSE && entry.body.contains(&opened(closed)) {
            (entry.body, is_done) = (aside.to_string(), true);
        }
    });
    found(&played_on, "the house had set it aside, and it goes on");
    let taken_up = json!({ "house": "table-taken-up", "table": open });
    found(&instead("room-closed", taken_up), "is taken up, and was not set aside");

    // A table that was closed goes on.
    let later = copied(&folder);
    let mut store = Sqlite::open(later.path()).unwrap();
    let number = store.tip(Stream(closed)).unwrap().number + 1;
    let (event, at) = (Event::Ready { person: 999 }, Time(store.last_ms().unwrap().unwrap()));
    let body = TableEntry::Command {
        by: By::Patron(999),
        command: Command::Ready,
        name: "Nobody".to_owned(),
        wallet: Money::ZERO,
        is_bot: false,
        events: vec![event.clone()],
    };
    let entry = server::journal::entry(closed, at, "person:999", None, &body, &[Told::plain(number, event)]);
    store.append(&Batch { entries: vec![entry], ..Batch::default() }).unwrap();
    drop(store);
    found(&later, "it was closed, and it goes on");
}
