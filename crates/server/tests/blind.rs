//! Whoever counts does not know what there should be: every answer that the cage and the floor can get is searched for what
//! lies in boxes, at tables for change and in the cage, before the counts are in; the auditor's are, too, where it must be
//! found.

mod forge;
mod house;

use std::collections::BTreeMap;

use books::Money;
use client::{Ask, Patron};
use house::{Folder, House, quiet};
use room::{Phase, Spec, TableView};
use serde_json::{Value, json};
use store::{Batch, Entry, Log, Reader, Sqlite, Stream, Transfer};

const BOOK: &str = "mortimers/no-bust-6";

async fn post(who: &Patron, path: &str, body: Value) -> (u16, Value) {
    let reply = who.ask(Ask::post(path, &body)).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

/// Amounts that nobody else comes to lie in a table's box, so that they are known wherever they stand.
fn fill_box(folder: &Folder, table: u32, cents: i64) {
    let mut store = Sqlite::open(folder.path()).unwrap();
    let first = store.tip(Stream::HOUSE).unwrap().number + 1;
    let (from, to, amount) = ("cage".to_owned(), format!("table:{table}/drop"), Money::cents(cents));
    let entry = Entry {
        stream: Stream::HOUSE,
        first,
        count: 1,
        at_ms: 1,
        by: "house".to_owned(),
        id: None,
        body: "{}".to_owned(),
        transfers: vec![Transfer { event: first, from, to, amount }],
    };
    store.append(&Batch { entries: vec![entry], ..Batch::default() }).unwrap();
}

/// Two people with accounts play a few rounds for chips of the house.
async fn played(house: &House, cage: &Patron, table: u32) {
    let mut people = Vec::new();
    for (seat, cents) in [(1, 4_999_963), (4, 4_999_951)] {
        let name = format!("Pat {table} {seat}");
        let pat = Patron::register(house.site, &name, "long enough").await.unwrap();
        assert_eq!(
            post(cage, "/api/cage/buy", json!({ "person": pat.person, "amount": cents })).await.0,
            200
        );
        drop(house.seated(&pat, table, BOOK, seat).await);
        people.push(pat);
    }
    let is_enough = |view: &TableView| view.round_number > 3 && view.phase != Phase::Playing;
    house.two_play(table, BOOK, &mut people, is_enough).await;
}

/// Every address that is only read, with its places filled in.
fn addresses(tables: &[u32]) -> Vec<String> {
    let description = server::openapi();
    let paths = description["paths"].as_object().unwrap();
    let kinds = server::report::ReportKind::ALL;
    let mut addresses = Vec::new();
    for path in paths.iter().filter(|(_, ways)| ways.get("get").is_some()).map(|(path, _)| path) {
        // Odds come from the book alone, and take long.
        let is_of_a_book =
            path.starts_with("/api/books") || path.ends_with("/odds") || path.ends_with("/money");
        if is_of_a_book || path.ends_with("/socket") || path.ends_with("/stream") {
            continue;
        }
        let path = path.replace("{house}/{game}", BOOK).replace("{round}", "1").replace("{person}", "1");
        for table in tables {
            let path = path.replace("{table}", &table.to_string());
            let all = kinds.iter().map(|(_, word)| path.replace("{kind}", word));
            addresses.extend(all.filter(|path| !path.contains('{')));
        }
    }
    addresses.sort();
    addresses.dedup();
    assert!(addresses.len() > 60, "{addresses:?}");
    addresses
}

/// How often an amount stands in a text, in cents or in dollars.
fn stands_in(text: &str, cents: i64) -> bool {
    let digits = cents.abs().to_string();
    let is_number = |token: &str| token == digits;
    let plain = Money::cents(cents.abs()).to_string();
    let without = plain.replace([',', '$'], "");
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(is_number)
        || text.contains(plain.trim_start_matches('$'))
        || text.contains(&without)
}

/// What somebody can read, as one text for each address.
async fn read(who: &Patron, tables: &[u32]) -> BTreeMap<String, String> {
    let mut read = BTreeMap::new();
    for address in addresses(tables) {
        let reply = who.ask(Ask::get(&address)).await.unwrap();
        read.insert(address, reply.body);
    }
    for table in tables {
        let path = format!("/api/tables/{table}/stream?from=1");
        let mut stream = who.watch(&path).await.unwrap();
        while let Some(line) = stream.line().await.unwrap() {
            if let Some(data) = line.strip_prefix("data:") {
                read.insert(path, data.to_owned());
                break;
            }
        }
    }
    read
}

/// Every count is somebody's own: nothing that those who count can read or be told holds what there should be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_who_counts_reads_what_there_should_be() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, cage, owner) =
        (house.staff("floor").await, house.staff("cage").await, house.staff("owner").await);
    let mut tables = Vec::new();
    for _ in 0..2 {
        let spec = Spec { is_practice: false, ..house.quick(BOOK) };
        tables.push(house.table(&floor, &spec).await);
    }
    // Somebody who is owner, floor and cage counts, too.
    let all = Patron::register(house.site, "Pauline", "long enough").await.unwrap();
    let roles = json!({ "roles": ["owner", "floor", "cage", "dealer"] });
    assert_eq!(post(&owner, &format!("/api/people/{}/roles", all.person), roles).await.0, 200);
    let opening = json!({ "moment": "opening", "chips": 100_000_013, "cash": 20_000_017 });
    assert_eq!(post(&cage, "/api/cage/count", opening).await.0, 200);
    assert_eq!(post(&floor, "/api/day/shift/open", json!({ "name": "Day" })).await.0, 200);
    for table in &tables {
        played(&house, &cage, *table).await;
    }
    house.close().await;
    for (table, cents) in tables.iter().zip([7_770_013, 8_880_019]) {
        fill_box(&folder, *table, cents);
    }
    let house = House::open(quiet(&folder)).await;
    let (floor, cage, auditor) =
        (house.staff("floor").await, house.staff("cage").await, house.staff("auditor").await);
    let all = Patron { site: house.site, ..all };
    for amount in [30_011, 31_226] {
        let change = json!({ "table": tables[1], "amount": amount, "with": "dealer" });
        assert_eq!(post(&cage, "/api/cage/fill", change).await.0, 200);
    }
    // One box is pulled and counted once; the other one is in force.
    let mut told = Vec::new();
    let pulled = json!({ "kind": "collection", "for_next": false });
    told.push(post(&floor, &format!("/api/tables/{}/box/pull", tables[0]), pulled).await.1);
    let count = format!("/api/tables/{}/boxes/1/count", tables[0]);
    told.push(post(&all, &count, json!({ "counted": 6_660_007, "note": "Some 66,600.07." })).await.1);
    let tray = format!("/api/tables/{}/tray/count", tables[1]);
    told.push(post(&all, &tray, json!({ "counted": 55_501 })).await.1);

    // What there should be, as the auditor knows it; also what patrons hold, by which the rest of what is out is known.
    let chips: Value = auditor.get("/api/cage").await.unwrap();
    let held: Vec<(u32, i64)> = chips["patrons"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["name"].as_str().unwrap().starts_with("Pat "))
        .map(|one| (one["person"].as_u64().unwrap() as u32, one["wallet"].as_i64().unwrap()))
        .collect();
    assert_eq!(held.len(), 4, "{chips}");
    let day: Value = auditor.get("/api/day").await.unwrap();
    let log: Value = auditor.get("/api/house/log").await.unwrap();
    let bodies = log["entries"].as_array().unwrap().iter().map(|entry| entry["body"].as_str().unwrap());
    let pulled = bodies.filter_map(|body| serde_json::from_str::<Value>(body).ok());
    let pulled = pulled.into_iter().find(|body| body["house"] == "box-pulled").unwrap();
    let holds = |table: u32| {
        let boxes = day["boxes"].as_array().unwrap();
        boxes.iter().find(|one| one["table"] == table).unwrap()["holds"].as_i64().unwrap()
    };
    let known = |pointer: &str| {
        day.pointer(pointer).and_then(Value::as_i64).unwrap_or_else(|| panic!("{pointer}: {day}"))
    };
    let mut secrets = vec![
        ("the box that was pulled", pulled["amount"].as_i64().unwrap()),
        ("the box in force", holds(tables[1])),
        ("the chips at the table", known("/trays/0/amount")),
        ("all boxes", known("/chips/boxes")),
        ("what waits for a count", known("/chips/pulled")),
        ("what is out", known("/chips/out")),
        ("the cage's chips", known("/cage/expected/chips")),
        ("the cage's money", known("/cage/expected/cash")),
    ];
    assert_eq!(secrets[2].1, 61_237);
    secrets.extend(held.iter().map(|(_, cents)| ("what a patron holds", *cents)));
    assert!(secrets.iter().all(|(_, cents)| cents.abs() > 50_000), "nothing else comes to them: {secrets:?}");
    let seen_by_the_auditor = read(&auditor, &tables).await;
    for (what, cents) in &secrets {
        assert!(seen_by_the_auditor.values().any(|text| stands_in(text, *cents)), "the auditor reads {what}");
    }

    // What whoever counts can do, right or wrong, tells nothing either.
    for who in [&floor, &cage, &all] {
        for (path, body) in [
            ("/api/day/shift/close".to_owned(), json!({})),
            (
                "/api/cage/credit".to_owned(),
                json!({ "table": tables[1], "amount": 90_000_000, "with": "dealer" }),
            ),
            (format!("/api/tables/{}/tray/count", tables[0]), json!({ "counted": 1 })),
            (
                format!("/api/tables/{}/corrections", tables[1]),
                json!({ "correction": { "round": 1, "from": "drop", "to": { "person": 1 }, "amount": 90_000_000,
                    "why": "record", "reason": "to see" } }),
            ),
            (
                format!("/api/tables/{}/preview", tables[1]),
                json!({ "as": "floor", "command": { "do": "correct", "correction": { "round": 1, "from": "drop",
                    "to": { "person": 1 }, "amount": 90_000_000, "why": "record", "reason": "to see" } } }),
            ),
            ("/api/jackpots".to_owned(), json!({ "do": "decline", "claim": 4_711, "words": "no" })),
            ("/api/cage/redeem".to_owned(), json!({ "person": held[0].0, "amount": 90_000_000 })),
            (
                format!("/api/tables/{}/preview", tables[0]),
                json!({ "as": "floor", "command": { "do": "for", "person": held[0].0,
                    "command": { "do": "add-chips", "amount": 90_000_000 } } }),
            ),
        ] {
            told.push(post(who, &path, body).await.1);
        }
    }
    for (who, cents) in [(&floor, 100), (&cage, 200)] {
        told.push(post(who, &count, json!({ "counted": cents })).await.1);
        told.push(post(who, &tray, json!({ "counted": cents })).await.1);
    }
    for text in told.iter().map(Value::to_string) {
        for (what, cents) in &secrets {
            assert!(!stands_in(&text, *cents), "{what}: {text}");
        }
    }
    for (name, who) in [("floor", &floor), ("cage", &cage), ("all of them", &all)] {
        for (address, text) in read(who, &tables).await {
            for (what, cents) in &secrets {
                assert!(!stands_in(&text, *cents), "{name} reads {what} at {address}: {text}");
            }
            // The second of two does not know what the first has found.
            for found in [6_660_007, 55_501] {
                assert!(!stands_in(&text, found), "{name} reads what was counted at {address}: {text}");
            }
        }
        // Nor do sums of collections tell: nothing of them is counted yet.
        for kind in ["collections-by-table", "collections-by-hour", "collections-by-shift", "hands"] {
            let report: Value = who.get(&format!("/api/reports/{kind}")).await.unwrap();
            let collected = report["sums"].as_array().unwrap().iter().find(|sum| sum["name"] == "Collected");
            assert_eq!(collected.unwrap()["amount"], 0, "{name} {kind}: {report}");
            let whole: Value = auditor.get(&format!("/api/reports/{kind}")).await.unwrap();
            let collected = whole["sums"].as_array().unwrap().iter().find(|sum| sum["name"] == "Collected");
            assert!(collected.unwrap()["amount"].as_i64() > Some(0), "{whole}");
        }
        if name != "cage" {
            let seen: Value = who.get("/api/floor").await.unwrap();
            assert_eq!(seen["drop"], json!([]), "{name}: {seen}");
        }
    }

    // Once a box is settled everybody reads what was in it.
    let (held, found) = (secrets[0].1, secrets[0].1 - 100);
    for (who, note) in [(&floor, ""), (&cage, ""), (&cage, "A chip is gone.")] {
        let (status, day) = post(who, &count, json!({ "counted": found, "note": note })).await;
        assert_eq!(status, 200, "{day}");
    }
    let sheet: Value = cage.get("/api/reports/counts").await.unwrap();
    let rows = sheet["rows"].as_array().unwrap();
    let settled = |row: &&Value| row[9] == held;
    let row = rows.iter().find(settled).unwrap_or_else(|| panic!("{sheet}"));
    assert_eq!((&row[8], &row[10]), (&json!(found), &json!(-100)), "{sheet}");
    let collections: Value = floor.get("/api/reports/collections-by-table").await.unwrap();
    let amounts: Vec<i64> =
        collections["rows"].as_array().unwrap().iter().map(|row| row[3].as_i64().unwrap()).collect();
    assert!(amounts[0] > 0 && amounts[1] == 0, "that of the table whose box is counted: {collections}");
    house.close().await;
}

/// An answer without what differs between two tables whatever lies there.
fn plain(answer: &Value, table: u32) -> String {
    let words = answer.to_string();
    let numbers = words.split("\"exchange\":").enumerate().map(|(place, part)| match place {
        0 => part,
        _ => part.trim_start_matches(|letter: char| letter.is_ascii_digit()),
    });
    let words: Vec<&str> = numbers.collect();
    words.join("\"exchange\":").replace(&format!("\"table\":{table},"), "\"table\":0,")
}

/// Nothing that somebody at the cage tries with chips for change tells how many lie at a table: what comes back waits for whoever
/// gives it there, and what is brought beside somebody else's waits for a second person, whatever the amount is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_finds_out_by_trying_what_lies_at_a_table() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    let house = House::open(config).await;
    let (floor, cage, owner, dealer) = (
        house.staff("floor").await,
        house.staff("cage").await,
        house.staff("owner").await,
        house.staff("dealer").await,
    );
    let mary = Patron::register(house.site, "Mary", "long enough").await.unwrap();
    let roles = json!({ "roles": ["patron", "cage"] });
    assert_eq!(post(&owner, &format!("/api/people/{}/roles", mary.person), roles).await.0, 200);
    let mut tables = Vec::new();
    for lies in [61_237, 1] {
        let spec = Spec { is_practice: false, ..house.quick(BOOK) };
        let table = house.table(&floor, &spec).await;
        let change = json!({ "table": table, "amount": lies, "with": "dealer" });
        assert_eq!(post(&mary, "/api/cage/fill", change).await.0, 200);
        tables.push(table);
    }
    // What is asked for at one of them is settled before the other is tried, so that two answers differ by what lies there alone.
    let tried = async |way: &str, table: u32, amount: i64| {
        let change = json!({ "table": table, "amount": amount, "with": "dealer" });
        let (status, day) = post(&cage, &format!("/api/cage/{way}"), change).await;
        let asked = day["asked"].as_array().cloned().unwrap_or_default();
        for one in &asked {
            let decline = format!("/api/cage/asked/{}/decline", one["exchange"]);
            assert_eq!(post(&cage, &decline, json!({})).await.0, 200);
        }
        (status, plain(&json!(asked), table), asked.len())
    };
    for way in ["credit", "fill"] {
        for amount in [1, 2, 38_762, 38_763, 61_236, 61_237, 61_238, 99_999, 100_000, 90_000_000] {
            let [much, little] = [tables[0], tables[1]].map(|table| tried(way, table, amount));
            let (much, little) = (much.await, little.await);
            assert_eq!(much, little, "{way} {amount}");
            assert_eq!((much.0, much.2), (200, 1), "{way} {amount}: it waits for somebody else");
        }
    }
    for amount in [0, -1, i64::MIN, i64::MAX, 1_000_000_001] {
        for table in &tables {
            assert_eq!(tried("credit", *table, amount).await, (409, "[]".to_owned(), 0), "{amount}");
        }
    }
    // Whoever gives them at the table agrees to it, and nobody else; where there are not so many, that stands in the log.
    let ask = async |amount: i64| {
        let change = json!({ "table": tables[0], "amount": amount, "with": "dealer" });
        let (_, day) = post(&cage, "/api/cage/credit", change).await;
        day["asked"][0]["exchange"].as_u64().unwrap()
    };
    let settle = async |who: &Patron, exchange: u64, how: &str| {
        post(who, &format!("/api/cage/asked/{exchange}/{how}"), json!({})).await.0
    };
    let too_many = ask(61_238).await;
    let waits: Value = dealer.get("/api/cage/asked").await.unwrap();
    assert_eq!(waits["asked"][0]["exchange"], json!(too_many), "the dealer reads of it: {waits}");
    for who in [&cage, &mary, &floor] {
        assert_eq!(settle(who, too_many, "approve").await, 409, "nobody else agrees to it");
    }
    assert_eq!(settle(&dealer, too_many, "approve").await, 409);
    assert_eq!(settle(&dealer, too_many, "approve").await, 404, "once");
    let auditor = house.staff("auditor").await;
    let log: Value = auditor.get("/api/house/log").await.unwrap();
    let declined = format!("\"exchange\":{too_many},\"by\":{}", dealer.person);
    let bodies = log["entries"].as_array().unwrap().iter().map(|entry| entry["body"].as_str().unwrap());
    assert_eq!(bodies.filter(|body| body.contains(&declined)).count(), 1, "{log}");
    let all = ask(61_237).await;
    assert_eq!(settle(&dealer, all, "approve").await, 200);
    let day: Value = auditor.get("/api/day").await.unwrap();
    let lies: Vec<(u64, i64)> = day["trays"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tray| (tray["table"].as_u64().unwrap(), tray["amount"].as_i64().unwrap()))
        .collect();
    assert_eq!(lies, [(u64::from(tables[1]), 1)], "{day}");
    house.close().await;
    assert_eq!(forge::faults(&folder), Vec::<String>::new());

    // Nobody is said to have agreed who did not.
    let approved = format!(",\"approved\":{{\"exchange\":{all},\"by\":{}}}", dealer.person);
    let by =
        |person: u32| approved.replace(&format!("\"by\":{}", dealer.person), &format!("\"by\":{person}"));
    for (instead, what) in [
        (String::new(), "nobody else has approved it"),
        (by(mary.person), "approves an exchange, and may not"),
        (by(floor.person), "approves an exchange, and may not"),
    ] {
        let forged = forge::house_changed(&folder, &approved, &|entry| {
            entry.body = entry.body.replace(&approved, &instead);
        });
        let told = forge::faults(&forged);
        assert!(told.iter().any(|fault| fault.contains(what)), "{what}: {told:?}");
    }
}
