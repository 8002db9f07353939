//! Duties apart: who serves at the cage, who approves a large amount, who gives roles, and who sees what happens at tables
//! of the house.

mod forge;
mod house;

use books::Money;
use client::{Ask, Patron, Seat};
use forge::{faults, house_changed};
use house::{Folder, House, quiet};
use room::{Spec, TableView};
use serde_json::{Value, json};

const BOOK: &str = "mortimers/no-bust-6";

async fn post(who: &Patron, path: &str, body: Value) -> (u16, Value) {
    let reply = who.ask(Ask::post(path, &body)).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

async fn status(who: &Patron, path: &str) -> u16 {
    who.ask(Ask::get(path)).await.unwrap().status
}

/// Somebody with an account to whom the owner gives roles.
async fn staff(house: &House, name: &str, roles: &[&str]) -> Patron {
    let person = Patron::register(house.site, name, "long enough").await.unwrap();
    let owner = house.staff("owner").await;
    let path = format!("/api/people/{}/roles", person.person);
    assert_eq!(post(&owner, &path, json!({ "roles": roles })).await.0, 200);
    person
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_amount_needs_a_second_person() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    let house = House::open(config.clone()).await;
    let (cage, floor) = (house.staff("cage").await, house.staff("floor").await);
    let other = staff(&house, "Mary", &["patron", "cage"]).await;
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let sell = async |who: &Patron, person: u32, amount: i64| {
        post(who, "/api/cage/buy", json!({ "person": person, "amount": amount })).await
    };
    let settle = async |who: &Patron, exchange: &Value, how: &str| {
        post(who, &format!("/api/cage/asked/{exchange}/{how}"), json!({})).await
    };
    // What is small is sold at once, until it adds up.
    let (_, sold) = sell(&cage, pat.person, 60_000).await;
    assert_eq!((&sold["wallet"], &sold["asked"]), (&json!(60_000), &Value::Null));
    let (_, asked) = sell(&other, pat.person, 40_000).await;
    assert_eq!(asked["wallet"], json!(60_000), "nothing moves yet: {asked}");
    let split = asked["asked"].clone();
    assert!(split.is_u64(), "small ones of a day add up, whoever serves: {asked}");
    let (_, asked) = sell(&cage, pat.person, 500_000).await;
    let large = asked["asked"].clone();
    for who in [&cage, &floor] {
        let waits: Value = who.get("/api/cage/asked").await.unwrap();
        assert_eq!(waits["asked"].as_array().unwrap().len(), 2, "{waits}");
    }
    let seen: Value = cage.get("/api/cage").await.unwrap();
    assert_eq!(seen["asked"][1]["amount"], json!(500_000), "{seen}");
    // Neither whoever asked nor anybody else than the cage and the floor.
    assert_eq!(settle(&cage, &large, "approve").await.0, 409);
    for role in ["dealer", "auditor", "owner"] {
        assert_eq!(settle(&house.staff(role).await, &large, "approve").await.0, 403, "{role}");
    }
    assert_eq!(settle(&pat, &large, "approve").await.0, 403);
    assert_eq!(settle(&floor, &json!(4_711), "approve").await.0, 404);
    let (found, approved) = settle(&floor, &large, "approve").await;
    assert_eq!((found, &approved["wallet"]), (200, &json!(560_000)));
    assert_eq!(settle(&floor, &large, "approve").await.0, 404, "once");
    assert_eq!(settle(&floor, &split, "decline").await.0, 200);
    assert_eq!(settle(&floor, &split, "approve").await.0, 404);
    // Nobody approves what is for themselves, and nobody serves themselves.
    let (_, asked) = sell(&cage, floor.person, 200_000).await;
    let own = asked["asked"].clone();
    assert_eq!(settle(&floor, &own, "approve").await.0, 409);
    assert_eq!(sell(&cage, cage.person, 100).await.0, 403);
    house.close().await;

    // What waits does so over a restart; a redemption is held against what is there when it is approved.
    let house = House::open(config).await;
    let (cage, floor) = (house.staff("cage").await, house.staff("floor").await);
    let other = Patron { site: house.site, ..other };
    assert_eq!(settle(&other, &own, "approve").await.1["wallet"], json!(200_000));
    let redeem = json!({ "person": pat.person, "amount": 300_000 });
    let first = post(&cage, "/api/cage/redeem", redeem.clone()).await.1["asked"].clone();
    let second = post(&other, "/api/cage/redeem", redeem).await.1["asked"].clone();
    assert_eq!(settle(&floor, &first, "approve").await.1["wallet"], json!(260_000));
    assert_eq!(settle(&floor, &second, "approve").await.0, 409, "the chips are not there any more");
    assert_eq!(settle(&other, &second, "decline").await.0, 200, "whoever asked may take it back");
    // Whoever serves at the cage no more has asked for nothing.
    let (_, asked) = sell(&other, pat.person, 200_000).await;
    let path = format!("/api/people/{}/roles", other.person);
    let taken = post(&house.staff("owner").await, &path, json!({ "roles": ["patron"] })).await;
    assert_eq!(taken.0, 200, "{}", taken.1);
    assert_eq!(settle(&floor, &asked["asked"], "approve").await.0, 409);
    assert_eq!(settle(&floor, &asked["asked"], "decline").await.0, 200);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());

    // The same in forged logs.
    let found = |folder: &Folder, what: &str| {
        let faults = faults(folder);
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    let approved = format!("\"approved\":{{\"exchange\":{large},\"by\":{}}}", floor.person);
    let by = |person: u32| approved.replace(&format!("\"by\":{}", floor.person), &format!("\"by\":{person}"));
    for (instead, what) in [
        (String::new(), "nobody else has approved it"),
        (by(cage.person), "approves an exchange, and may not"),
        (by(pat.person), "approves an exchange, and may not"),
        (approved.replace(&large.to_string(), "1"), "is approved for which nobody asked"),
    ] {
        let forged = house_changed(&folder, &approved, &|entry| {
            let from = if instead.is_empty() { format!(",{approved}") } else { approved.clone() };
            entry.body = entry.body.replace(&from, &instead);
        });
        found(&forged, what);
    }
    let served = house_changed(&folder, "\"amount\":60000", &|entry| {
        entry.body =
            entry.body.replace(&format!("\"by\":{}", cage.person), &format!("\"by\":{}", pat.person));
    });
    found(&served, "at the cage, and may not");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_but_an_owner_gives_roles_and_none_to_themselves() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let roles = ["dealer", "floor", "cage", "auditor", "owner"];
    let mut people = Vec::new();
    for role in roles {
        people.push(house.staff(role).await);
    }
    people.push(Patron::register(house.site, "Pat", "long enough").await.unwrap());
    people.push(Patron::guest(house.site, "Gwen").await.unwrap());
    for (giver, who) in people.iter().enumerate() {
        for (taker, whom) in people.iter().enumerate() {
            let path = format!("/api/people/{}/roles", whom.person);
            // What they have already, so that the matrix stays as it is, and one more.
            let own = roles.get(taker).copied();
            let wanted: Vec<&str> = ["patron"].into_iter().chain(own).collect();
            let is_owner = roles.get(giver) == Some(&"owner");
            let expected = match (is_owner && giver != taker, taker) {
                (true, 6) => 409,
                (true, _) => 200,
                (false, _) => 403,
            };
            let (found, _) = post(who, &path, json!({ "roles": wanted })).await;
            assert_eq!(found, expected, "{giver} gives {taker} {wanted:?}");
            let password = format!("/api/people/{}/password", whom.person);
            if !is_owner || giver == taker {
                assert_eq!(post(who, &password, json!({})).await.0, 403, "{giver} lets {taker} in");
            }
        }
    }
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_at_tables_of_the_house_is_for_those_who_were_there() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    let house = House::open(config.clone()).await;
    let (floor, cage) = (house.staff("floor").await, house.staff("cage").await);
    let spec = Spec { is_practice: false, ..house.quick(BOOK) };
    let real = house.table(&floor, &spec).await;
    let practice = house.table(&floor, &house.quick(BOOK)).await;
    let mut people = Vec::new();
    for (name, seat) in [("Ann", 1), ("Bea", 4)] {
        let patron = Patron::register(house.site, name, "long enough").await.unwrap();
        let bought = json!({ "person": patron.person, "amount": 5_000_000 });
        assert_eq!(post(&cage, "/api/cage/buy", bought).await.0, 200);
        drop(house.seated(&patron, real, BOOK, seat).await);
        people.push(patron);
    }
    let is_enough = |view: &TableView| view.round_number > 2;
    house.two_play(real, BOOK, &mut people, is_enough).await;
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let paths = |table: u32| {
        [
            format!("/api/tables/{table}"),
            format!("/api/tables/{table}/rounds"),
            format!("/api/tables/{table}/rounds/1"),
        ]
    };
    let anybody = async |path: &str| house.site.ask(&Ask::get(path)).await.unwrap().status;
    let [view, rounds, round] = paths(real);
    for path in [&view, &rounds, &round] {
        assert_eq!((anybody(path).await, status(&guest, path).await), (401, 403), "{path}");
    }
    assert!(Seat::open(house.site, real, None, None).await.is_err(), "no socket either");
    assert!(Seat::open(house.site, real, Some(&guest), None).await.is_err());
    assert_eq!(anybody(&format!("/api/tables/{real}/stream")).await, 401);
    // Whoever has an account may come to the table, and reads no round of others.
    assert_eq!(status(&pat, &view).await, 200);
    let listed: Value = pat.get(&rounds).await.unwrap();
    assert_eq!(listed, json!([]));
    assert_eq!((status(&pat, &round).await, status(&pat, &format!("{round}.phh")).await), (404, 404));
    for who in &people {
        let listed: Value = who.get(&rounds).await.unwrap();
        assert!(listed.as_array().unwrap().len() >= 2, "{listed}");
        assert_eq!(status(who, &round).await, 200);
    }
    for role in ["dealer", "floor", "cage", "auditor", "owner"] {
        let who = house.staff(role).await;
        let listed: Value = who.get(&rounds).await.unwrap();
        assert!(listed.as_array().unwrap().len() >= 2, "{role}: {listed}");
        assert_eq!((status(&who, &round).await, status(&who, &view).await), (200, 200), "{role}");
    }
    // A practice table is for everybody, and one that is not there for nobody.
    for path in &paths(practice)[..2] {
        assert_eq!((anybody(path).await, status(&guest, path).await), (200, 200), "{path}");
    }
    for path in &paths(4_711)[..2] {
        assert_eq!((anybody(path).await, status(&guest, path).await), (404, 404), "{path}");
    }
    house.close().await;

    // The rail may be opened; rounds that are over stay with those who were in them.
    config.hall.open_rail = true;
    let house = House::open(config).await;
    let guest = Patron { site: house.site, ..guest };
    assert!(Seat::open(house.site, real, None, None).await.is_ok());
    assert_eq!((status(&guest, &view).await, status(&guest, &rounds).await), (200, 403));
    house.close().await;
}
