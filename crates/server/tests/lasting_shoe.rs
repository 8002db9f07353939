//! Many rounds from one shoe over real sockets: anybody checks them, the auditor reads of them when the shoe is used up,
//! and a card that was exchanged in the log is found.

mod house;

use std::fs;
use std::path::Path;
use std::process::{Command as Program, Output};

use books::Shelf;
use client::{Ask, Patron};
use games::round::Report;
use house::{Folder, House, quiet};
use room::{Command, LastingShoe, Spec, TableId, TableView};
use serde_json::{Value, json};
use store::{Batch, Entry, Log, Reader, Sqlite, Stream, Witness};

/// A fault that is written into a log.
type Plant<'a> = &'a dyn Fn(&mut [&mut Value]);

const ROUNDS: u64 = 9;
const BOOK: &str = "mortimers/no-bust-6";

/// Runs the checker over several records in their order.
fn check(folder: &Path, records: &[Value]) -> Output {
    let script = format!("{}/../../docs/shuffle.py", env!("CARGO_MANIFEST_DIR"));
    let mut program = Program::new("python3");
    program.arg(script);
    for (place, record) in records.iter().enumerate() {
        let file = folder.join(format!("round-{place}.json"));
        fs::write(&file, record.to_string()).unwrap();
        program.arg(file);
    }
    program.output().expect("python3 is there")
}

/// Every entry of a room, with the events of one table's log changed; hashed as if it had always been so.
fn rewritten(from: &Sqlite, table: TableId, change: &dyn Fn(&mut [&mut Value])) -> (Folder, Sqlite) {
    let folder = Folder::new();
    let mut to = Sqlite::open(folder.path()).unwrap();
    for stream in from.streams().unwrap() {
        let logged = from.entries(stream, 1, usize::MAX).unwrap();
        let mut entries: Vec<Entry> = logged.into_iter().map(|logged| logged.entry).collect();
        if stream == Stream(table) {
            let mut bodies: Vec<Value> =
                entries.iter().map(|entry| serde_json::from_str(&entry.body).unwrap()).collect();
            let mut events: Vec<&mut Value> = bodies
                .iter_mut()
                .flat_map(|body| body.as_object_mut().unwrap().values_mut())
                .flat_map(|entry| entry["events"].as_array_mut().unwrap())
                .collect();
            change(&mut events);
            for (entry, body) in entries.iter_mut().zip(bodies) {
                entry.body = body.to_string();
            }
        }
        let rounds = from.rounds(stream, 10_000, 10_000).unwrap();
        to.append(&Batch { entries, rounds, ..Batch::default() }).unwrap();
    }
    (folder, to)
}

fn faults(store: &Sqlite) -> Vec<String> {
    server::verify(store, &Shelf::filed(), &Witness::new(), &mut |_, _| ()).unwrap().faults
}

/// The events of one round of the shoe, from its cut on.
fn of_round<'a, 'b>(events: &'a mut [&'b mut Value], round: usize) -> &'a mut [&'b mut Value] {
    let cuts: Vec<usize> =
        events.iter().enumerate().filter(|(_, event)| event["event"] == "sealed").map(|(at, _)| at).collect();
    &mut events[cuts[round - 1]..cuts[round]]
}

async fn tell(floor: &Patron, table: TableId, id: &str, command: &Command) -> Value {
    let said = json!({ "id": id, "based_on": 0, "as": "floor", "command": command });
    floor.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shoe_is_proven_round_by_round_and_read_when_it_is_used_up() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, auditor) = (house.staff("floor").await, house.staff("auditor").await);
    let shoe = Some(LastingShoe { behind: None, burn: 2 });
    let spec = Spec { decks: Some(8), shoe, ..house.quick(BOOK) };
    let refused = floor.post::<Value>("/api/tables", &json!(Spec { decks: Some(9), ..spec.clone() })).await;
    let why = refused.unwrap_err().to_string();
    assert!(why.contains("9 decks: a shoe holds 2 to 8 here [deck-count]"), "{why}");
    let table = house.table(&floor, &spec).await;
    let mut players = Vec::new();
    let mut patrons = Vec::new();
    for seat in [1, 3, 4] {
        let patron = Patron::guest(house.site, &format!("Seat {seat}")).await.unwrap();
        let mut player = house.seated(&patron, table, BOOK, seat).await;
        player.gives_words = seat != 4;
        players.push(player);
        patrons.push(patron);
    }
    // Cards lie on the table: nobody stops with words still closed.
    let has_cards = |view: &TableView| {
        let seats = view.round.iter().flat_map(|round| &round.seats);
        seats.flat_map(|seat| &seat.hands).any(|hand| !hand.cards.is_empty())
    };
    let is_enough = |view: &TableView| view.round_number > ROUNDS && has_cards(view);
    let [one, two, three] = &mut players[..] else { unreachable!("three players") };
    let (one, two, three) = tokio::join!(one.play(is_enough), two.play(is_enough), three.play(is_enough));
    one.and(two).and(three).unwrap();

    // Anybody checks every round, and what has left the shoe from one to the next.
    let mut records: Vec<Value> = Vec::new();
    for round in 1..=ROUNDS {
        let path = format!("/api/tables/{table}/rounds/{round}");
        records.push(patrons[0].ask(Ask::get(&path)).await.unwrap().json().unwrap());
    }
    let said = check(folder.path(), &records);
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    assert_eq!(
        String::from_utf8_lossy(&said.stdout).matches("the words of 2 outside").count(),
        ROUNDS as usize
    );
    assert!(records[0]["shuffles"][0]["shoe"].is_null());
    assert_eq!(records[0]["shuffles"][0]["burnt"], 2);
    let of_first = &records[0]["shuffles"][0]["shuffle"];
    assert!(records[1..].iter().all(|record| record["shuffles"][0]["shoe"]["sealed"] == *of_first));
    let mut hidden = records.clone();
    let gone = hidden[2]["shuffles"][0]["shoe"]["gone"].as_array_mut().unwrap();
    let last = gone.pop().unwrap();
    assert!(
        !check(folder.path(), &hidden[2..3]).status.success(),
        "place {last} comes back, and nobody sees it"
    );
    let mut skipped = records.clone();
    skipped.remove(3);
    assert!(!check(folder.path(), &skipped).status.success(), "a round is missing, and nobody sees it");

    // Nobody reads the seed of a shoe from which cards are still to come.
    let log = format!("/api/tables/{table}/log?from=1");
    let read: Value = auditor.ask(Ask::get(&log)).await.unwrap().json().unwrap();
    assert!(!read.to_string().contains("sealed"), "{read}");
    let path = format!("/api/tables/{table}/rounds/2");
    let audited: Value = auditor.ask(Ask::get(&path)).await.unwrap().json().unwrap();
    assert_eq!(audited["seeds"], json!([]));
    let later = tell(&floor, table, "too soon", &Command::NewShoe).await;
    assert_eq!(later["code"], "shoe-later", "{later}");
    let void = Command::Report { report: Report::Void { spot: None, fees_returned: true } };
    assert_eq!(tell(&floor, table, "void", &void).await["outcome"], "applied");
    let fresh = tell(&floor, table, "new shoe", &Command::NewShoe).await;
    assert_eq!(fresh["outcome"], "applied", "{fresh}");
    let read: Value = auditor.ask(Ask::get(&log)).await.unwrap().json().unwrap();
    assert!(read.to_string().contains("sealed") && read.to_string().contains("new-shoe"));
    let audited: Value = auditor.ask(Ask::get(&path)).await.unwrap().json().unwrap();
    assert_eq!(audited["seeds"].as_array().unwrap().len(), 1);
    house.close().await;

    // A log that was made anew from the beginning, with one thing changed in the third round of the shoe.
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    assert_eq!(faults(&store), Vec::<String>::new());
    let (_kept, copy) = rewritten(&store, table, &|_| ());
    assert_eq!(faults(&copy), Vec::<String>::new(), "a copy is as good");
    let exchanged = |events: &mut [&mut Value]| {
        let dealt = of_round(events, 3).iter_mut().find(|event| event["of"]["event"] == "dealt").unwrap();
        let card = &mut dealt["of"]["card"];
        *card = json!(if *card == "2c" { "3c" } else { "2c" });
    };
    let returned = |events: &mut [&mut Value]| {
        let sealed = &mut of_round(events, 3)[0];
        sealed["shoe"]["gone"].as_array_mut().unwrap().pop();
    };
    let planted: [(Plant<'_>, &str); 2] = [
        (&exchanged, "another card is dealt than lies there in the shoe"),
        (&returned, "other cards are left in the shoe than were dealt and burnt"),
    ];
    for (change, what) in planted {
        let (_kept, bad) = rewritten(&store, table, change);
        let found = faults(&bad);
        assert!(found.iter().any(|fault| fault.contains(what)), "{what}: {found:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shuffle_that_is_given_up_for_a_new_shoe_is_proven() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec { decks: Some(6), shoe: Some(LastingShoe::default()), ..house.quick(BOOK) };
    let table = house.table(&floor, &spec).await;
    let patron = Patron::guest(house.site, "Seat 1").await.unwrap();
    let mut silent = house.seated(&patron, table, BOOK, 1).await;
    let mut other = house.player(table, BOOK, 3).await;
    let is_enough = |view: &TableView| view.round_number >= 3;
    let (one, two) = tokio::join!(silent.play(is_enough), other.play(is_enough));
    one.and(two).unwrap();
    // Words that are never opened, and a round that is voided while they are awaited.
    let seen: Value = patron.get(&format!("/api/tables/{table}")).await.unwrap();
    let shuffle = seen["view"]["words"]["next"].as_u64().expect("decks are sealed here");
    let commitment = seal::hex(&seal::commitment(table, shuffle, patron.person, "mine"));
    let give = json!({ "id": "words", "command": Command::GiveWords { shuffle, commitment } });
    let given: Value = patron.post(&format!("/api/tables/{table}/commands"), &give).await.unwrap();
    assert_eq!(given["outcome"], "applied", "{given}");
    let is_awaited = |view: &TableView| view.words.awaited.is_some();
    let round = silent.seat.view.round_number;
    let (one, two) =
        tokio::join!(silent.play(is_awaited), other.play(|view: &TableView| view.round_number > round));
    one.and(two).unwrap();
    let void = Command::Report { report: Report::Void { spot: None, fees_returned: true } };
    assert_eq!(tell(&floor, table, "void", &void).await["outcome"], "applied");
    let fresh = tell(&floor, table, "new shoe", &Command::NewShoe).await;
    assert_eq!(fresh["outcome"], "applied", "{fresh}");
    house.close().await;

    let store = Sqlite::open_read_only(folder.path()).unwrap();
    assert_eq!(faults(&store), Vec::<String>::new());
    let place_of = |events: &[&mut Value]| {
        let given_up =
            |event: &&mut Value| event["event"] == "shuffle-aborted" && event["missing"] == json!([]);
        events.iter().position(given_up).expect("the shuffle is given up, and nobody is missing")
    };
    let kept = |events: &mut [&mut Value]| {
        let place = place_of(events);
        assert_eq!(events[place + 1]["event"], "new-shoe");
        *events[place + 1] = json!({ "event": "paused" });
    };
    let blamed = |events: &mut [&mut Value]| {
        let place = place_of(events);
        events[place]["missing"] = json!([floor.person]);
    };
    let planted: [Plant<'_>; 2] = [&kept, &blamed];
    for change in planted {
        let (_kept, bad) = rewritten(&store, table, change);
        let found = faults(&bad);
        assert!(found.iter().any(|fault| fault.contains("a shuffle is given up for nothing")), "{found:?}");
    }
}
