//! A table that this version does not play is set aside with its chips; an owner gives them back as the ledger has them,
//! the house's log says who and why, and a log that says otherwise is found.

mod forge;
mod house;

use client::Patron;
use forge::{faults, house_changed, proof, rewritten};
use house::{Folder, House, quiet};
use room::TableId;
use serde_json::{Value, json};
use store::{Entry, Reader, Sqlite, Stream};

const BOOK: &str = "mortimers/no-bust-6";

fn edited(entry: &mut Entry, change: impl FnOnce(&mut Value)) {
    let mut body: Value = serde_json::from_str(&entry.body).unwrap();
    change(&mut body);
    entry.body = body.to_string();
}

/// A room with a table in the middle of a round that another version has played, and not as this one does.
async fn played_otherwise() -> (Folder, TableId, Vec<Patron>) {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let people = house.two_in_a_round(table, BOOK).await;
    house.close().await;
    let mut is_done = false;
    let otherwise = rewritten(&folder, &mut |entry: &mut Entry| {
        edited(entry, |body| {
            if let Some(opening) = body.get_mut("open") {
                opening["version"] = json!("0.2.0-early");
            }
            if body["house"] == "room-opened" {
                body["version"] = json!("0.2.0-early");
            }
        });
        if !is_done && entry.stream == Stream(table) && entry.body.contains("{\"event\":\"wagers-open\"}") {
            entry.body = entry.body.replacen("{\"event\":\"wagers-open\"}", "{\"event\":\"paused\"}", 1);
            is_done = true;
        }
    });
    assert!(is_done);
    (otherwise, table, people)
}

fn balance(folder: &Folder, account: &str) -> i64 {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    store.balances().unwrap().get(account).map_or(0, |amount| amount.in_cents())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_of_a_table_that_is_set_aside_go_back_to_those_whose_they_are() {
    let (folder, table, people) = played_otherwise().await;
    assert_eq!(faults(&folder), Vec::<String>::new(), "it is an honest log");
    // What everybody had before the round that is on, by the ledger: all their chips but for what earlier rounds moved.
    let (wagers, stake) = (format!("table:{table}/wagers"), format!("table:{table}/stake"));
    assert!(balance(&folder, &wagers) + balance(&folder, &stake) > 0, "chips lie in the middle");
    let all = |folder: &Folder| {
        let own = |one: &Patron| {
            let person = one.person;
            let stack = balance(folder, &format!("table:{table}/stack:{person}"));
            balance(folder, &format!("play:{person}")) + stack
        };
        people.iter().map(own).collect::<Vec<i64>>()
    };
    let drop_before = balance(&folder, &format!("table:{table}/drop"));
    let stack =
        |folder: &Folder, one: &Patron| balance(folder, &format!("table:{table}/stack:{}", one.person));
    let stacks: Vec<i64> = people.iter().map(|one| stack(&folder, one)).collect();
    let middle = balance(&folder, &wagers) + balance(&folder, &stake);

    let house = House::open(quiet(&folder)).await;
    let (owner, floor) = (house.staff("owner").await, house.staff("floor").await);
    let path = format!("/api/tables/{table}/give-back");
    let why = json!({ "why": "this version does not play its log" });
    assert!(floor.post::<Value>(&path, &why).await.is_err(), "only an owner does");
    assert!(owner.post::<Value>(&path, &json!({ "why": " " })).await.is_err(), "nobody knows why");
    assert!(owner.post::<Value>("/api/tables/99/give-back", &why).await.is_err(), "there is none");
    let sound = house.table(&floor, &house.quick(BOOK)).await;
    let other = format!("/api/tables/{sound}/give-back");
    assert!(owner.post::<Value>(&other, &why).await.is_err(), "it is not set aside");
    let told: Value = owner.post(&path, &why).await.unwrap();
    let given = told["given"].as_array().unwrap().clone();
    assert_eq!(given.len(), 2, "{told}");
    let rows: Vec<Value> =
        given.iter().map(|row| json!({ "person": row["person"], "amount": row["amount"] })).collect();
    assert_eq!(told, json!({ "table": table, "given": rows }), "as described");
    let again = owner.post::<Value>(&path, &why).await.unwrap_err().to_string();
    assert!(again.contains(&format!("the chips of table {table} were given back already")), "{again}");
    let log: Value = house.staff("auditor").await.get("/api/house/log").await.unwrap();
    let seen = log["entries"].as_array().unwrap().iter().map(|row| row["body"].to_string());
    let seen: Vec<String> = seen.filter(|body| body.contains("chips-given-back")).collect();
    assert_eq!(seen.len(), 1, "the auditor sees it");
    let cage: Value = house.staff("cage").await.get("/api/cage").await.unwrap();
    assert_eq!(cage["total"], 0);
    let floor: Value = floor.get("/api/floor").await.unwrap();
    let row = floor["tables"].as_array().unwrap().iter().find(|row| row["table"] == table).unwrap();
    assert_eq!((&row["phase"], &row["set_aside"]), (&json!("closed"), &Value::Null), "{row}");
    house.close().await;

    // The round is undone with its fees, and nothing of the players' lies at the table.
    let log = Sqlite::open_read_only(folder.path()).unwrap();
    let entries = log.entries(Stream::HOUSE, 1, usize::MAX).unwrap();
    let said = entries.iter().find(|logged| logged.entry.body.contains("chips-given-back")).unwrap();
    let body: Value = serde_json::from_str(&said.entry.body).unwrap();
    assert_eq!((&body["by"], &body["why"]), (&json!(owner.person), &why["why"]));
    assert_eq!(body["given"], json!(given));
    for account in [&wagers, &stake] {
        assert_eq!(balance(&folder, account), 0, "{account}");
    }
    let fees = drop_before - balance(&folder, &format!("table:{table}/drop"));
    let gave = |one: &Patron| {
        let own = given.iter().find(|row| row["person"] == one.person).unwrap();
        own["amount"].as_i64().unwrap()
    };
    assert!(fees >= 0);
    assert_eq!(people.iter().map(gave).sum::<i64>(), stacks.iter().sum::<i64>() + middle + fees);
    assert!(
        people.iter().zip(&stacks).all(|(one, stack)| gave(one) > *stack),
        "both had put chips in: {given:?}"
    );
    let after = all(&folder);
    for (one, after) in people.iter().zip(&after) {
        assert_eq!(balance(&folder, &format!("table:{table}/stack:{}", one.person)), 0);
        assert_eq!(balance(&folder, &format!("play:{}", one.person)), *after);
    }
    drop(log);
    assert_eq!(faults(&folder), Vec::<String>::new());
    assert!(proof(&folder).streams.iter().any(|stream| !stream.others.is_empty()));

    // It stays closed, also for whoever looks at it.
    let house = House::open(quiet(&folder)).await;
    let health: Value = house.site.ask(&client::Ask::get("/health")).await.unwrap().json().unwrap();
    assert_eq!(health["status"], "open", "{health}");
    house.site.ask(&client::Ask::get(&format!("/api/tables/{table}"))).await.unwrap();
    let health: Value = house.site.ask(&client::Ask::get("/health")).await.unwrap().json().unwrap();
    assert_eq!(health["status"], "open", "{health}");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    forged(&folder, table, owner.person, &people);
}

/// What the house says of it is held against the table's own log.
fn forged(folder: &Folder, table: TableId, owner: u32, people: &[Patron]) {
    let found = |forged: &Folder, what: &str| {
        let faults = faults(forged);
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    let kind = "chips-given-back";
    let to = |person: u32| format!("play:{person}");
    let (one, two) = (people[0].person, people[1].person);
    // One gets what is another's.
    let swapped = house_changed(folder, kind, &|entry| {
        for transfer in entry.transfers.iter_mut().filter(|transfer| transfer.to == to(one)) {
            transfer.to = to(two);
        }
    });
    found(&swapped, "other chips were given back");
    let said = house_changed(folder, kind, &|entry| {
        edited(entry, |body| body["given"][0]["amount"] = json!(1));
    });
    found(&said, "other chips were given back");
    let kept = house_changed(folder, kind, &|entry| drop(entry.transfers.pop()));
    found(&kept, "other chips were given back");
    let by_player = house_changed(folder, kind, &|entry| edited(entry, |body| body["by"] = json!(one)));
    found(&by_player, "did what needs the role of owner, and did not have it");
    assert_ne!(owner, one);
    let nowhere = house_changed(folder, kind, &|entry| edited(entry, |body| body["table"] = json!(77)));
    found(&nowhere, "table 77, which has no log");
    // It goes on although its chips are gone.
    let later = rewritten(folder, &mut |entry| {
        let tip = Sqlite::open_read_only(folder.path()).unwrap().tip(Stream(table)).unwrap().number;
        if entry.stream == Stream(table) && entry.last() == tip {
            entry.at_ms += 86_400_000;
        }
    });
    found(&later, "the house had given its chips back, and it goes on");
}
