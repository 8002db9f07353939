//! Roles follow from the house's own log: whoever writes others beside it is found by `verify`, and gets none in the room.

mod forge;
mod house;

use client::{Ask, Patron};
use forge::{faults, rewritten};
use house::{Folder, House, quiet};
use rusqlite::Connection;
use serde_json::{Value, json};
use store::{Reader, Sqlite, Stream};

fn change(folder: &Folder, sql: &str) {
    Connection::open(folder.file()).unwrap().execute_batch(sql).unwrap();
}

fn said(folder: &Folder, kind: &str) -> Vec<Value> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let entries = store.entries(Stream::HOUSE, 1, usize::MAX).unwrap();
    let bodies = entries.iter().map(|one| serde_json::from_str::<Value>(&one.entry.body).unwrap());
    bodies.filter(|body| body["house"] == kind).collect()
}

async fn roles_of(house: &House, name: &str) -> Value {
    let me: Value =
        Patron::login(house.site, name, "long enough").await.unwrap().get("/api/me").await.unwrap();
    me["roles"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn roles_that_nobody_gave_by_the_log_are_found_and_taken_back() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let ann = Patron::register(house.site, "Ann", "long enough").await.unwrap();
    let bea = Patron::register(house.site, "Bea", "long enough").await.unwrap();
    let owner = house.staff("owner").await;
    let given = json!({ "roles": ["patron", "floor"] });
    owner.post::<Value>(&format!("/api/people/{}/roles", bea.person), &given).await.unwrap();
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let made = said(&folder, "person-added");
    assert!(made.iter().any(|body| body["name"] == "owner" && body["roles"] == json!(["patron", "owner"])));

    change(&folder, "UPDATE people SET roles = '[\"patron\",\"auditor\",\"owner\"]' WHERE name = 'Ann'");
    change(&folder, "UPDATE people SET roles = '[\"patron\"]' WHERE name = 'Bea'");
    let told = faults(&folder);
    let is_told = |what: &str| told.iter().any(|fault| fault.contains(what));
    assert!(
        is_told("Ann (person") && is_told("has the roles patron, auditor, owner, which nobody gave"),
        "{told:?}"
    );
    assert!(is_told("Bea (person"), "{told:?}");
    let house = House::open(quiet(&folder)).await;
    assert_eq!(roles_of(&house, "Ann").await, json!(["patron"]));
    assert_eq!(roles_of(&house, "Bea").await, json!(["patron", "floor"]));
    // The auditor reads of it.
    let log: Value = house.staff("auditor").await.get("/api/house/log").await.unwrap();
    assert!(log.to_string().contains("roles-refused"), "{log}");
    house.close().await;
    let refused = said(&folder, "roles-refused");
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert_eq!(refused[0]["person"], ann.person);
    assert_eq!(refused[0]["found"], json!(["patron", "auditor", "owner"]));
    assert_eq!(refused[0]["kept"], json!(["patron"]));
    assert_eq!(faults(&folder), Vec::<String>::new());
}

/// A log from before it said the roles of the first accounts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_whose_log_did_not_say_all_roles_says_them_once() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    Patron::register(house.site, "Ann", "long enough").await.unwrap();
    house.close().await;
    let earlier = rewritten(&folder, &mut |entry| {
        if entry.stream == Stream::HOUSE {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            let fields = body.as_object_mut().unwrap();
            fields.remove("says_roles");
            fields.remove("roles");
            entry.body = body.to_string();
        }
    });
    assert_eq!(faults(&earlier), Vec::<String>::new(), "the first accounts are known by their names");
    let forged = forge::copied(&earlier);
    change(&forged, "UPDATE people SET roles = '[\"patron\",\"owner\"]' WHERE name = 'Ann'");
    assert!(faults(&forged).iter().any(|fault| fault.contains("Ann (person")));

    let house = House::open(quiet(&earlier)).await;
    let me: Value = house.staff("owner").await.get("/api/me").await.unwrap();
    assert_eq!(me["roles"], json!(["patron", "owner"]));
    house.close().await;
    let opened = said(&earlier, "room-opened");
    assert_eq!((&opened[0]["says_roles"], &opened[1]["says_roles"]), (&Value::Null, &json!(true)));
    let written = said(&earlier, "roles-changed");
    assert_eq!(written.len(), 5, "the accounts of the staff: {written:?}");
    assert!(
        written.iter().all(|body| body["before"] == body["after"] && body["by"].is_null()),
        "{written:?}"
    );
    assert_eq!(faults(&earlier), Vec::<String>::new());
    let house = House::open(quiet(&earlier)).await;
    assert_eq!(house.site.ask(&Ask::get("/health")).await.unwrap().status, 200);
    house.close().await;
    assert_eq!(said(&earlier, "roles-changed").len(), 5, "once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_writes_roles_beside_the_log_of_an_open_room_gets_none_for_a_moment() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let ann = Patron::register(house.site, "Ann", "long enough").await.unwrap();
    let bea = Patron::register(house.site, "Bea", "long enough").await.unwrap();
    let path = format!("/api/people/{}/roles", bea.person);
    let given = json!({ "roles": ["patron", "owner"] });
    change(&folder, "UPDATE people SET roles = '[\"patron\",\"auditor\",\"owner\"]' WHERE name = 'Ann'");
    assert_eq!(roles_of(&house, "Ann").await, json!(["patron"]));
    let again = Patron::login(house.site, "Ann", "long enough").await.unwrap();
    for session in [&ann, &again] {
        assert!(session.post::<Value>(&path, &given).await.is_err(), "Ann is no owner");
    }
    house.staff("owner").await.post::<Value>(&path, &given).await.unwrap();
    house.close().await;
    change(&folder, "UPDATE people SET roles = '[\"patron\"]' WHERE name = 'Ann'");
    assert_eq!(faults(&folder), Vec::<String>::new());

    // The same in a log that was written anew: nobody but an owner gives roles, and nobody to themselves.
    for by in [ann.person, bea.person] {
        let forged = rewritten(&folder, &mut |entry| {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap_or_default();
            if entry.stream == Stream::HOUSE
                && body["house"] == "roles-changed"
                && body["person"] == bea.person
            {
                body["by"] = json!(by);
                entry.body = body.to_string();
            }
        });
        let told = faults(&forged);
        assert!(told.iter().any(|fault| fault.contains("who gives none to others")), "{told:?}");
    }
}

/// Only the first accounts have roles that nobody gave them, and what an opening finds is written down once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_gets_roles_by_an_entry_in_which_nobody_gives_them() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let bea = Patron::register(house.site, "Bea", "long enough").await.unwrap();
    let given = json!({ "roles": ["patron", "floor"] });
    let owner = house.staff("owner").await;
    owner.post::<Value>(&format!("/api/people/{}/roles", bea.person), &given).await.unwrap();
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let forged = |kind: &str, change: &dyn Fn(&mut Value)| {
        rewritten(&folder, &mut |entry| {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap_or_default();
            let is_hers = body["house"] == kind && body["person"] == bea.person;
            if entry.stream == Stream::HOUSE && is_hers {
                change(&mut body);
                entry.body = body.to_string();
            }
        })
    };
    let by_nobody = forged("roles-changed", &|body| body["by"] = Value::Null);
    let as_found = forged("roles-changed", &|body| {
        (body["by"], body["before"]) = (Value::Null, body["after"].clone());
    });
    let from_the_beginning = forged("person-added", &|body| body["roles"] = json!(["patron", "floor"]));
    let as_house = forged("person-added", &|body| {
        (body["name"], body["roles"]) = (json!("house"), json!(["patron", "owner"]));
    });
    for (place, room) in [by_nobody, as_found, from_the_beginning, as_house].iter().enumerate() {
        let told = faults(room);
        let what = format!("person {} gets roles that nobody gives", bea.person);
        assert!(told.iter().any(|fault| fault.contains(&what)), "{place}: {told:?}");
    }
}
