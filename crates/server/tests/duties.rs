//! Duties apart: who serves at the cage, who approves a large amount, who gives roles, and who sees what happens at tables
//! of the house.

mod forge;
mod house;

use books::Money;
use client::{Ask, Patron, Seat};
use forge::{faults, house_changed};
use house::{Folder, House, quiet};
use room::{Dealer, Spec, TableView};
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

/// Whoever asks without end keeps nobody else from asking.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_has_so_many_that_wait_and_no_more() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    let house = House::open(config).await;
    let (cage, mary) = (house.staff("cage").await, staff(&house, "Mary", &["patron", "cage"]).await);
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let large = json!({ "person": pat.person, "amount": 200_000 });
    let mut last = Value::Null;
    for count in 0..20 {
        let (status, asked) = post(&cage, "/api/cage/buy", large.clone()).await;
        assert_eq!(status, 200, "{count}: {asked}");
        last = asked["asked"].clone();
    }
    let (status, refused) = post(&cage, "/api/cage/buy", large.clone()).await;
    assert_eq!(status, 409, "{refused}");
    assert_eq!(post(&mary, "/api/cage/buy", large.clone()).await.0, 200, "others still ask");
    assert_eq!(post(&cage, &format!("/api/cage/asked/{last}/decline"), json!({})).await.0, 200);
    assert_eq!(post(&cage, "/api/cage/buy", large).await.0, 200);
    house.close().await;
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
    assert_eq!(asked["wallet"], Value::Null, "nothing moves, and nobody is served: {asked}");
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
    assert_eq!(settle(&house.staff("auditor").await, &large, "approve").await.0, 403);
    // A dealer agrees to chips for change that they give back, and to no sale.
    for how in ["approve", "decline"] {
        assert_eq!(settle(&house.staff("dealer").await, &large, how).await.0, 409, "{how}");
    }
    let waits: Value = house.staff("dealer").await.get("/api/cage/asked").await.unwrap();
    assert_eq!(waits["asked"], json!([]), "nor reads of it");
    // An owner approves what is set apart for promotions, and no sale.
    assert_eq!(settle(&house.staff("owner").await, &large, "approve").await.0, 409);
    assert_eq!(settle(&pat, &large, "approve").await.0, 403);
    assert_eq!(settle(&floor, &json!(4_711), "approve").await.0, 404);
    let (found, approved) = settle(&floor, &large, "approve").await;
    assert_eq!((found, &approved["wallet"]), (200, &json!(560_000)));
    assert_eq!(settle(&floor, &large, "approve").await.0, 404, "once");
    let (found, declined) = settle(&floor, &split, "decline").await;
    assert_eq!(
        (found, &declined["wallet"]),
        (200, &Value::Null),
        "nor does whoever declines read what they hold"
    );
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
    // Nor by the stream: it begins where they come, or where they sat down.
    let told = async |who: &Patron, from: u64| {
        let mut stream = who.watch(&format!("/api/tables/{real}/stream?from={from}")).await.unwrap();
        let message = loop {
            let line = stream.line().await.unwrap().expect("the stream goes on");
            if let Some(data) = line.strip_prefix("data:") {
                break serde_json::from_str::<Value>(data).unwrap();
            }
        };
        let numbers =
            message["lines"].as_array().unwrap().iter().map(|line| line["number"].as_u64().unwrap());
        numbers.collect::<Vec<u64>>()
    };
    for from in [0, 1, 40] {
        assert_eq!(told(&pat, from).await, Vec::<u64>::new(), "from {from}");
    }
    let late = Patron::register(house.site, "Cleo", "long enough").await.unwrap();
    assert_eq!(
        post(&cage, "/api/cage/buy", json!({ "person": late.person, "amount": 500_000 })).await.0,
        200
    );
    let before = told(&floor, 1).await.pop().unwrap();
    drop(house.seated(&late, real, BOOK, 6).await);
    let own = told(&late, 1).await;
    assert!(own[0] > before && !own.is_empty(), "{before}: {own:?}");
    let all = told(&people[0], 1).await;
    assert!(all[0] <= 2 || all.len() > 100, "whoever sat there is told on: {all:?}");
    for role in ["dealer", "floor", "cage", "auditor", "owner"] {
        let who = house.staff(role).await;
        assert!(told(&who, 1).await.len() > own.len(), "{role}");
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_checks_does_not_do_what_is_checked() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let path = format!("/api/people/{}/roles", pat.person);
    for (roles, expected) in [
        (&["auditor"][..], 200),
        (&["auditor", "dealer"], 409),
        (&["auditor", "floor"], 409),
        (&["auditor", "cage"], 409),
        (&["auditor", "owner"], 409),
        (&["cage", "floor"], 409),
        (&["cage", "floor", "auditor"], 409),
        (&["dealer", "cage"], 200),
        (&["dealer", "floor", "owner"], 200),
        (&["dealer", "floor", "cage", "owner"], 200),
        (&["dealer", "floor", "cage", "owner", "auditor"], 409),
    ] {
        let (found, said) = post(&owner, &path, json!({ "roles": roles })).await;
        assert_eq!(found, expected, "{roles:?}: {said}");
    }
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let given = house_changed(&folder, "\"after\":[\"dealer\",\"cage\"]", &|entry| {
        entry.body = entry.body.replace("[\"dealer\",\"cage\"]", "[\"cage\",\"auditor\"]");
    });
    let told = faults(&given);
    assert!(told.iter().any(|fault| fault.contains("gets roles that are kept apart")), "{told:?}");

    // The first account of a new room is the owner's, and somebody else audits it.
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.is_demo = false;
    let room = server::open(std::sync::Arc::new(books::Shelf::filed()), config).await.unwrap();
    assert_eq!(room.news, Vec::<String>::new());
    drop(room);
    let store = store::Sqlite::open_read_only(folder.path()).unwrap();
    let first = store::Reader::entries(&store, store::Stream::HOUSE, 1, 100).unwrap();
    let first = first.iter().find(|one| one.entry.body.contains("person-added")).unwrap();
    let body: Value = serde_json::from_str(&first.entry.body).unwrap();
    assert_eq!(body["roles"], json!(["patron", "dealer", "floor", "cage", "owner"]), "{body}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_staff_did_is_held_against_the_roles_that_they_had() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    let house = House::open(config).await;
    let (floor, cage, owner) =
        (house.staff("floor").await, house.staff("cage").await, house.staff("owner").await);
    let dealer = staff(&house, "Mary", &["patron", "dealer"]).await;
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let spec = Spec { dealer: Dealer::Entered, ..house.quick("mortimers/holdem") };
    let table = house.table(&floor, &spec).await;
    let path = format!("/api/tables/{table}/commands");
    let say = async |who: &Patron, part: &str, id: &str, command: Value| {
        let said = json!({ "id": id, "as": part, "command": command });
        let answer: Value = who.post(&path, &said).await.unwrap();
        assert_eq!(answer["outcome"], "applied", "{command}: {answer}");
    };
    say(&floor, "floor", "1", json!({ "do": "pause" })).await;
    say(&floor, "floor", "2", json!({ "do": "resume" })).await;
    for seat in [1, 2] {
        let guest = Patron::guest(house.site, &format!("Seat {seat}")).await.unwrap();
        say(&guest, "patron", "3", json!({ "do": "sit", "seat": seat, "buy_in": 100_000 })).await;
    }
    // How the table is played stands in its own log alone.
    say(&dealer, "dealer", "4", json!({ "do": "start" })).await;
    let large = json!({ "person": pat.person, "amount": 5_000_000 });
    let asked = post(&cage, "/api/cage/buy", large).await.1["asked"].clone();
    assert_eq!(post(&floor, &format!("/api/cage/asked/{asked}/decline"), json!({})).await.0, 200);
    let reset = format!("/api/people/{}/password", pat.person);
    assert_eq!(post(&owner, &reset, json!({})).await.0, 200);
    // The role is gone, and with it what it was for.
    let roles = format!("/api/people/{}/roles", dealer.person);
    assert_eq!(post(&owner, &roles, json!({ "roles": ["patron"] })).await.0, 200);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());

    let found = |forged: &Folder, stream: &str, roles: &str| {
        let what = format!("did what needs the role of {roles}, and did not have it");
        let faults = faults(forged);
        assert!(
            faults.iter().any(|fault| fault.starts_with(stream) && fault.contains(&what)),
            "{stream}, {what}: {faults:?}"
        );
    };
    let by = |person: u32| format!("\"by\":{person}");
    // Somebody else's name under what the floor, the cage and the owner did.
    for (kind, from, to, roles) in [
        ("table-opened", floor.person, cage.person, "floor"),
        ("exchange-asked", cage.person, floor.person, "cage"),
        ("exchange-declined", floor.person, owner.person, "cage or floor"),
        ("password-set", owner.person, floor.person, "owner"),
    ] {
        let forged = house_changed(&folder, kind, &|entry| {
            entry.body = entry.body.replace(&by(from), &by(to));
        });
        found(&forged, "stream 0", roles);
    }
    // In both logs, so that they agree.
    let stream = format!("stream {table}");
    let both = forge::rewritten(&folder, &mut |entry| {
        let (from, to) =
            (format!("{{\"floor\":{}}}", floor.person), format!("{{\"floor\":{}}}", cage.person));
        entry.body = entry.body.replace(&from, &to);
    });
    found(&both, "stream 0", "floor");
    found(&both, &stream, "floor");
    // What a dealer deals stands in the table's log alone.
    let dealt = forge::rewritten(&folder, &mut |entry| {
        let (from, to) =
            (format!("{{\"dealer\":{}}}", dealer.person), format!("{{\"dealer\":{}}}", pat.person));
        entry.body = entry.body.replace(&from, &to);
    });
    found(&dealt, &stream, "dealer or floor");
    // As does what somebody did after the role was taken.
    let late = forge::rewritten(&folder, &mut |entry| {
        let is_dealt = entry.body.contains(&format!("{{\"dealer\":{}}}", dealer.person));
        if entry.stream.0 == table && is_dealt {
            entry.at_ms += 86_400_000;
        }
    });
    found(&late, &stream, "dealer or floor");
}

/// Whoever serves at the cage cannot say alone that much of what it holds was brought to a table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn much_is_brought_to_a_table_only_with_a_second_person() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    let house = House::open(config.clone()).await;
    let (cage, floor) = (house.staff("cage").await, house.staff("floor").await);
    let opening = json!({ "book": BOOK, "schedule": "2", "dealer": "entered" });
    let table = post(&floor, "/api/tables", opening).await.1["table"].clone();
    let fill = async |amount: i64, with: &str| {
        let body = json!({ "table": table, "amount": amount, "with": with });
        post(&cage, "/api/cage/fill", body).await
    };
    // Whoever counts reads nothing of it.
    let auditor = house.staff("auditor").await;
    let at_table = async |who: &Patron| {
        let day: Value = who.get("/api/day").await.unwrap();
        day["trays"].as_array().unwrap().first().map(|tray| tray["amount"].clone())
    };
    let settle = async |who: &Patron, exchange: &Value, how: &str| {
        post(who, &format!("/api/cage/asked/{exchange}/{how}"), json!({})).await
    };
    assert_eq!(fill(60_000, "dealer").await.0, 200);
    assert_eq!(at_table(&auditor).await, Some(json!(60_000)), "little is brought at once");
    // What lies there already adds up, whoever receives the next.
    let (status, day) = fill(40_000, "floor").await;
    assert_eq!((status, at_table(&auditor).await), (200, Some(json!(60_000))), "nothing moves yet: {day}");
    let split = day["asked"][0]["exchange"].clone();
    assert_eq!((&day["asked"][0]["table"], &day["asked"][0]["by"]), (&table, &json!(cage.person)));
    for who in [&cage, &floor] {
        assert_eq!(settle(who, &split, "approve").await.0, 409, "who asked and who receives approve nothing");
    }
    assert_eq!(settle(&floor, &split, "decline").await.0, 200);
    let (_, day) = fill(500_000, "dealer").await;
    let large = day["asked"][0]["exchange"].clone();
    house.close().await;
    // It waits through a restart.
    let house = House::open(config).await;
    let floor = house.staff("floor").await;
    assert_eq!(settle(&floor, &large, "approve").await.0, 200);
    let auditor = house.staff("auditor").await;
    assert_eq!(at_table(&auditor).await, Some(json!(560_000)));
    let day: Value = auditor.get("/api/day").await.unwrap();
    assert_eq!((&day["asked"], &day["chips"]["unexplained"]), (&json!([]), &json!(0)), "{day}");
    assert_eq!(settle(&floor, &large, "approve").await.0, 404, "once");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let approved = format!(",\"approved\":{{\"exchange\":{large},\"by\":{}}}", floor.person);
    let other = approved.replace(&format!("\"by\":{}", floor.person), &format!("\"by\":{}", cage.person));
    for (instead, what) in
        [("", "nobody else has approved it"), (&*other, "approves an exchange, and may not")]
    {
        let forged = house_changed(&folder, &approved, &|entry| {
            entry.body = entry.body.replace(&approved, instead);
        });
        let told = faults(&forged);
        assert!(told.iter().any(|fault| fault.contains(what)), "{what}: {told:?}");
    }
}
