//! Who is who in a log, who sent what, and in which order chips came: forged with every hash right, and found by `verify`.

mod forge;
mod house;

use client::Patron;
use forge::{faults, in_order, rewritten, tamper};
use house::{Folder, House, quiet};
use serde_json::{Value, json};
use store::{Batch, Entry, Log, Sqlite, Stream};

const BOOK: &str = "mortimers/no-bust-6";

#[track_caller]
fn found(folder: &Folder, what: &str) {
    let faults = faults(folder);
    assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
}

/// A room in which somebody of the floor was appointed, and a patron has bought chips and sat down with them.
async fn played() -> (Folder, u32, u32) {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    let (floor, cage) = (house.staff("floor").await, house.staff("cage").await);
    let (ann, bo) = (registered(&house, "Ann").await, registered(&house, "Bo").await);
    let roles = json!({ "roles": ["patron", "dealer"] });
    owner.post::<Value>(&format!("/api/people/{}/roles", bo.person), &roles).await.unwrap();
    let spec = room::Spec { is_practice: false, despite_errors: true, ..house.quick(BOOK) };
    let table = house.table(&floor, &spec).await;
    let bought = json!({ "person": ann.person, "amount": 50_000 });
    cage.post::<Value>("/api/cage/buy", &bought).await.unwrap();
    let sits = json!({ "id": "sits", "command": { "do": "sit", "seat": 1, "buy_in": 50_000 } });
    let answer: Value = ann.post(&format!("/api/tables/{table}/commands"), &sits).await.unwrap();
    assert_eq!(answer["outcome"], "applied", "{answer}");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    (folder, ann.person, table)
}

async fn registered(house: &House, name: &str) -> Patron {
    Patron::register(house.site, name, "a long password").await.unwrap()
}

/// The room with the text of one entry changed, the first of a stream that holds a text.
fn instead(folder: &Folder, stream: Stream, holds: &str, change: impl Fn(&mut Entry)) -> Folder {
    let mut is_done = false;
    let forged = rewritten(folder, &mut |entry| {
        if !is_done && entry.stream == stream && entry.body.contains(holds) {
            is_done = true;
            change(entry);
        }
    });
    assert!(is_done, "no entry of {stream} holds {holds}");
    forged
}

fn written(from: &str, to: &str) -> impl Fn(&mut Entry) {
    let (from, to) = (from.to_owned(), to.to_owned());
    move |entry| {
        assert!(entry.body.contains(&from), "{} has no {from}", entry.body);
        entry.body = entry.body.replace(&from, &to);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_who_the_house_added_and_send_what_is_theirs() {
    let (folder, ann, table) = played().await;
    assert_eq!(faults(&rewritten(&folder, &mut |_| ())), Vec::<String>::new(), "a copy is as good");
    let own = |holds: &str, change: &dyn Fn(&mut Entry)| instead(&folder, Stream(table), holds, change);
    let house = |holds: &str, change: &dyn Fn(&mut Entry)| instead(&folder, Stream::HOUSE, holds, change);

    found(
        &own("\"sit\"", &written("Ann", "Eve")),
        &format!("person {ann} is called Eve, and was added as Ann"),
    );
    let taken = own("\"sit\"", &written("\"is_bot\":false", "\"is_bot\":true"));
    found(&taken, "is no bot, and is taken for one");
    found(&own("\"sit\"", &|entry| entry.by = "person:1".to_owned()), "it was sent by person:1");
    found(&own("\"open\"", &|entry| entry.by = "person:1".to_owned()), "and is house's");
    found(&house("chips-bought", &|entry| entry.by = "person:1".to_owned()), "and is house's");
    found(&house("roles-changed", &written("\"Bo\"", "\"Eve\"")), "is called Eve, and was added as Bo");
    let before = "\"before\":[\"patron\"]";
    let raised = house("roles-changed", &written(before, "\"before\":[\"patron\",\"floor\"]"));
    found(&raised, "had other roles before");
    let silent = house("room-opened", &written("\"says_roles\":true,", ""));
    found(&silent, "no opening of the room says that all are said");
    let other = own("\"open\"", &written("cardroom-shuffle-2", "cardroom-shuffle-x"));
    found(&other, "nobody knows how \"cardroom-shuffle-x\" shuffles");
    let ruled = own("\"open\"", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        body["open"]["rules"] = json!("0".repeat(64));
        entry.body = body.to_string();
    });
    found(&ruled, "are not the rules that its opening names");
    let renamed = rewritten(&folder, &mut |_| ());
    tamper(&renamed, &|file| {
        file.execute("UPDATE people SET name = 'Eve', small_name = 'eve' WHERE name = 'Ann'", []).unwrap();
    });
    found(&renamed, "is called Eve, and was added as Ann");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_plays_with_chips_that_are_sold_later() {
    let (folder, ann, table) = played().await;
    // The sale comes last, after everything else, with the numbers and notes of the house as if it had always been so.
    let room = Sqlite::open_read_only(folder.path()).unwrap();
    let mut entries = in_order(&folder, &room);
    let sale = entries.iter().position(|entry| entry.body.contains("chips-bought")).unwrap();
    let mut sale = entries.remove(sale);
    entries.retain(|entry| !entry.body.contains("tips-noted") && !entry.body.contains("room-closed"));
    let mut number = 0;
    for entry in entries.iter_mut().filter(|entry| entry.stream == Stream::HOUSE) {
        number += 1;
        entry.first = number;
        entry.transfers.iter_mut().for_each(|one| one.event = number);
    }
    sale.first = number + 1;
    sale.transfers.iter_mut().for_each(|one| one.event = number + 1);
    sale.at_ms = entries.last().unwrap().at_ms.max(sale.at_ms);
    entries.push(sale);
    let forged = Folder::new();
    let mut store = Sqlite::open(forged.path()).unwrap();
    for entry in entries {
        store.append(&Batch { entries: vec![entry], ..Batch::default() }).unwrap();
    }
    drop(store);
    found(&forged, &format!("stream {table}: event 2: patron:{ann} pays $500 more than it holds"));
}
