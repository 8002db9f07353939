//! A bar, or somebody's own exclusion, takes effect on whoever sits already: at once between hands, after the hand in one, with
//! all chips; nothing is offered to them, they wait for nothing, and are told kindly while the others learn nothing of it.

mod forge;
mod house;
mod table;

use books::Money;
use client::Patron;
use forge::{faults, rewritten};
use house::{Folder, House, quiet};
use room::{Phase, Spec, TableView};
use serde_json::{Value, json};
use store::{Batch, Entry, Log, People, Reader, Record, Sqlite, Stream};
use table::{Bank, Seated, post};

const BOOK: &str = "mortimers/no-bust-6";

async fn bar(floor: &Patron, person: u32) {
    let act = json!({ "do": "bar", "kind": "barred", "days": 30, "words": "Shouted at the dealer." });
    let (status, told) = post(floor, &format!("/api/patrons/{person}"), act).await;
    assert_eq!(status, 200, "{told}");
}

async fn view(who: &Patron, table: u32) -> TableView {
    let looked: Value = who.get(&format!("/api/tables/{table}")).await.unwrap();
    serde_json::from_value(looked["view"].clone()).unwrap()
}

fn sits(view: &TableView, person: u32) -> bool {
    view.people.iter().any(|one| one.person == person)
}

async fn wallet(who: &Patron) -> i64 {
    let me: Value = who.get("/api/me").await.unwrap();
    me["wallet"].as_i64().unwrap()
}

/// The events of a table's log as they are written.
fn events(folder: &Folder, table: u32) -> Vec<Value> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let mut events = Vec::new();
    for logged in store.entries(Stream(table), 1, usize::MAX).unwrap() {
        let body: Value = serde_json::from_str(&logged.entry.body).unwrap();
        let entry = body.as_object().unwrap().values().next().unwrap();
        events.extend(entry["events"].as_array().into_iter().flatten().cloned());
    }
    events
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_sits_between_hands_leaves_at_once_with_all_chips() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, dealer) = (house.staff("floor").await, house.staff("dealer").await);
    let spec = Spec { is_practice: false, ..house.quick(BOOK) };
    let table = house.table(&floor, &spec).await;
    let practice = house.table(&floor, &house.quick(BOOK)).await;
    let mut seated = Seated::two(&house, table, BOOK).await;
    seated.play(Bank::Both, 1).await;
    // Somebody takes the bank for the next round, waits on a list, and a seat is locked up for them elsewhere.
    let (ann, bob) = (seated.people[0].person, seated.people[1].person);
    let list = json!({ "do": "open", "book": BOOK, "stakes": "$5-$50" });
    assert_eq!(post(&floor, "/api/lists", list).await.0, 200);
    let join = json!({ "do": "join", "wants": { "want": "game", "list": 1 } });
    assert_eq!(post(&seated.people[0], "/api/lists", join).await.0, 200);
    let other = house.table(&floor, &spec).await;
    let hold = json!({ "do": "hold", "table": other, "seat": 2, "name": seated.name(0), "seconds": 600 });
    assert_eq!(post(&floor, "/api/lists", hold).await.0, 200);
    let sit = json!({ "id": "play", "command": { "do": "sit", "seat": 5, "buy_in": 50_000 } });
    let path = format!("/api/tables/{practice}/commands");
    assert_eq!(post(&seated.people[0], &path, sit).await.1["outcome"], "applied");
    let me: Value = seated.people[0].get("/api/me").await.unwrap();
    assert_eq!(me["not_served"], Value::Null);

    bar(&floor, ann).await;
    let after = view(&dealer, table).await;
    assert!(!sits(&after, ann) && sits(&after, bob), "{after:?}");
    let lists: Value = floor.get("/api/lists").await.unwrap();
    assert_eq!((&lists["holds"], &lists["lists"][0]["waiting"]), (&json!([]), &json!([])), "{lists}");
    assert!(sits(&view(&dealer, practice).await, ann), "play chips are worth nothing");
    let me: Value = seated.people[0].get("/api/me").await.unwrap();
    assert!(me["not_served"].as_str().unwrap().contains("1-800-GAMBLER"), "{me}");
    assert_eq!(seated.sit(0).await["code"], "not-served");
    // All that was at the table is theirs, and the cage redeems it.
    let cage: Value = house.staff("auditor").await.get("/api/cage").await.unwrap();
    let own = cage["patrons"].as_array().unwrap().iter().find(|one| one["person"] == ann).unwrap().clone();
    assert_eq!(own["on_tables"], 0, "{own}");
    let back = json!({ "person": ann, "amount": own["wallet"] });
    assert_eq!(post(&house.staff("cage").await, "/api/cage/redeem", back).await.0, 200);

    // Bob excludes himself where he sits.
    let act = json!({ "do": "bar", "kind": "self-excluded", "days": 365 });
    assert_eq!(post(&seated.people[1], &format!("/api/patrons/{bob}"), act).await.0, 200);
    assert!(!sits(&view(&dealer, table).await, bob));
    assert!(wallet(&seated.people[1]).await > 0);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    // The log of the table says that they left, and nothing of why.
    let text: Vec<String> = events(&folder, table).iter().map(Value::to_string).collect();
    assert!(!text.iter().any(|one| one.contains("barred") || one.contains("served")), "{text:?}");

    // The house takes nobody out whom it serves: the same log with that a moment before the bar.
    let (mut last, mut is_done) = (0, false);
    let early = rewritten(&folder, &mut |entry| {
        if entry.stream == Stream(table) {
            if !is_done && entry.by == "clock" && entry.body.contains("\"do\":\"leave\"") {
                (entry.at_ms, is_done) = (last, true);
            }
            last = entry.at_ms;
        }
    });
    assert!(is_done);
    let found = faults(&early);
    assert!(found.iter().any(|fault| fault.contains("which serves them")), "{found:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_in_a_hand_plays_it_and_leaves_then() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec { is_practice: false, ..house.quick(BOOK) };
    let table = house.table(&floor, &spec).await;
    let mut people = Vec::new();
    for seat in [1, 4] {
        let pat = Patron::register(house.site, &format!("Pat {seat}"), "long enough").await.unwrap();
        let bought = json!({ "person": pat.person, "amount": 5_000_000 });
        assert_eq!(post(&house.staff("cage").await, "/api/cage/buy", bought).await.0, 200);
        drop(house.seated(&pat, table, BOOK, seat).await);
        people.push(pat);
    }
    let is_on = |view: &TableView| view.round_number >= 2 && view.phase == Phase::Playing;
    house.two_play(table, BOOK, &mut people, is_on).await;
    let (ann, bob) = (people[0].person, people[1].person);
    let on = view(&floor, table).await;
    assert_eq!(on.phase, Phase::Playing);
    bar(&floor, ann).await;
    let after = view(&floor, table).await;
    assert!(sits(&after, ann) || after.phase != Phase::Playing, "the hand is theirs to play");

    // Whoever opens the room anew finds nobody at the table who is not served.
    let is_over = |view: &TableView| view.phase != Phase::Playing;
    house.two_play(table, BOOK, &mut people, is_over).await;
    let after = view(&floor, table).await;
    assert!(!sits(&after, ann) && sits(&after, bob), "{after:?}");
    assert!(after.banker != Some(ann) && after.bank_asked != Some(ann), "{after:?}");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    // Nothing began with them, and the bank was not offered to them, after they were barred.
    let events = events(&folder, table);
    let will = events.iter().position(|one| one["event"] == "will-leave" && one["person"] == ann);
    let later = &events[will.expect("they leave after the hand")..];
    assert!(later.iter().all(|one| one["event"] != "round-began"), "{later:?}");
    let offered = later.iter().any(|one| one["event"] == "bank-offered" && one["person"] == ann);
    assert!(!offered, "{later:?}");
    let left = later.iter().find(|one| one["event"] == "left").expect("they left");
    assert_eq!((&left["person"], &left["why"]), (&json!(ann), &json!("asked")));
    assert!(left["stack"].as_i64().unwrap() > Money::ZERO.in_cents());
}

/// Opens a closed room, writes a bar and closes it again, and does nothing else.
fn written_by_an_earlier_program(folder: &Folder, person: u32, by: u32) {
    let mut store = Sqlite::open(folder.path()).unwrap();
    let at_ms = store.last_ms().unwrap().unwrap();
    let said: Vec<String> =
        store.entries(Stream::HOUSE, 1, usize::MAX).unwrap().into_iter().map(|one| one.entry.body).collect();
    let last = |kind: &str| {
        let is_it = |body: &&String| serde_json::from_str::<Value>(body).unwrap()["house"] == kind;
        said.iter().rfind(is_it).unwrap().clone()
    };
    let number = store.tip(Stream::HOUSE).unwrap().number + 1;
    let bar = json!({ "record": "bar", "kind": "barred", "until_ms": null, "words": "A fight.", "by": by, "at_ms": at_ms });
    let record = Record { person, record: number + 1, salt: [7; 32], body: bar.to_string() };
    store.add_record(&record).unwrap();
    let recorded = json!({
        "house": "patron", "patron": "recorded", "record": number + 1, "person": person, "digest": record.digest(),
        "by": by
    });
    let bodies = [last("room-opened"), recorded.to_string(), last("room-closed")];
    let entry = |(body, first): (String, u64)| Entry {
        stream: Stream::HOUSE,
        first,
        count: 1,
        at_ms,
        by: "house".to_owned(),
        id: None,
        body,
        transfers: Vec::new(),
    };
    let entries = bodies.into_iter().zip(number..).map(entry).collect();
    store.append(&Batch { entries, ..Batch::default() }).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bar_that_was_written_while_nobody_looked_takes_effect_when_the_room_opens() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec { is_practice: false, ..house.quick(BOOK) };
    let table = house.table(&floor, &spec).await;
    let mut seated = Seated::people(&house, table, BOOK).await;
    assert_eq!(seated.sit(0).await["outcome"], "applied");
    let ann = seated.people[0].person;
    house.close().await;
    // An earlier program wrote the bar and left them where they sat.
    written_by_an_earlier_program(&folder, ann, floor.person);
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    loop {
        if !sits(&view(&floor, table).await, ann) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}
