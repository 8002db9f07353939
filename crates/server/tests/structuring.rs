//! Many small amounts instead of a large one: those of a patron, those at a table, those of whoever serves at the cage,
//! corrections, hits and what is set apart for promotions add up over a gaming day, through restarts as well, and `verify` adds them up again.

mod felt;
mod forge;
mod house;

use books::Money;
use client::Patron;
use felt::{Felt, post};
use forge::{faults, house_changed, rewritten};
use house::{Folder, House, quiet};
use serde_json::{Value, json};

const BOOK: &str = "mortimers/no-bust-6";

/// Whether a sale, or a redemption, is made at once; else it waits for a second person.
async fn is_made(who: &Patron, way: &str, person: u32, amount: i64) -> bool {
    let (status, done) =
        post(who, &format!("/api/cage/{way}"), json!({ "person": person, "amount": amount })).await;
    assert_eq!(status, 200, "{done}");
    done["asked"].is_null()
}

/// The same of chips that are brought to a table.
async fn is_brought(who: &Patron, table: &Value, amount: i64) -> bool {
    let before: Value = who.get("/api/day").await.unwrap();
    let change = json!({ "table": table, "amount": amount, "with": "dealer" });
    let (status, day) = post(who, "/api/cage/fill", change).await;
    assert_eq!(status, 200, "{day}");
    let waits = |day: &Value| day["asked"].as_array().unwrap().len();
    waits(&day) == waits(&before)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_small_amounts_need_a_second_person_as_a_large_one_does() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    config.hall.alone_most = Some(Money::dollars(5_000));
    let house = House::open(config.clone()).await;
    let (cage, floor, owner) =
        (house.staff("cage").await, house.staff("floor").await, house.staff("owner").await);
    let mary = Patron::register(house.site, "Mary", "long enough").await.unwrap();
    let roles = json!({ "roles": ["patron", "cage"] });
    assert_eq!(post(&owner, &format!("/api/people/{}/roles", mary.person), roles).await.0, 200);
    let mut people = Vec::new();
    for number in 0..7 {
        people.push(
            Patron::register(house.site, &format!("Pat {number}"), "long enough").await.unwrap().person,
        );
    }
    let mut tables = Vec::new();
    for _ in 0..3 {
        let opening = json!({ "book": BOOK, "schedule": "2", "dealer": "entered" });
        tables.push(post(&floor, "/api/tables", opening).await.1["table"].clone());
    }

    // One patron, whoever serves.
    assert!(is_made(&cage, "buy", people[0], 90_000).await);
    assert!(!is_made(&mary, "buy", people[0], 10_000).await, "those of a patron add up");
    // One person at the cage, whoever is served.
    for person in &people[1..5] {
        assert!(is_made(&cage, "buy", *person, 90_000).await);
    }
    assert!(!is_made(&cage, "buy", people[5], 90_000).await, "those of one person at the cage add up");
    assert!(is_made(&cage, "buy", people[5], 10_000).await, "as long as it is less in sum");
    assert!(is_made(&mary, "buy", people[6], 90_000).await, "somebody else serves");
    assert!(is_made(&cage, "redeem", people[1], 90_000).await, "what comes and what goes are apart");
    // What a second person approves is no part of it.
    let waiting: Value = floor.get("/api/cage/asked").await.unwrap();
    let large = waiting["asked"][1]["exchange"].clone();
    assert_eq!(post(&floor, &format!("/api/cage/asked/{large}/approve"), json!({})).await.0, 200);
    assert!(is_made(&cage, "buy", people[6], 9_000).await, "what was approved is not counted");

    // One person at the cage, whichever table it is, and also if what was brought went away again; and one table.
    assert!(is_brought(&cage, &tables[0], 60_000).await);
    assert!(!is_brought(&mary, &tables[0], 100).await, "what lies there by somebody else's word alone");
    let back = json!({ "table": tables[0], "amount": 60_000, "with": "dealer" });
    let (_, day) = post(&cage, "/api/cage/credit", back).await;
    let back = day["asked"].as_array().unwrap().last().unwrap()["exchange"].clone();
    let dealer = house.staff("dealer").await;
    assert_eq!(post(&dealer, &format!("/api/cage/asked/{back}/approve"), json!({})).await.0, 200);
    assert!(!is_brought(&cage, &tables[0], 40_000).await, "what went back is no part of what was brought");
    assert!(!is_brought(&cage, &tables[1], 40_000).await, "those of one person at the cage add up");
    assert!(is_brought(&mary, &tables[1], 60_000).await);
    assert!(!is_brought(&mary, &tables[2], 40_000).await);
    house.close().await;

    // A restart forgets none of it, nor does another beginning of the day.
    config.hall.day_begins = 0;
    let house = House::open(config).await;
    let here = |who: Patron| Patron { site: house.site, ..who };
    let (cage, mary) = (here(cage), here(mary));
    assert!(!is_made(&cage, "buy", people[1], 10_000).await);
    assert!(!is_made(&mary, "buy", people[0], 10_000).await);
    assert!(!is_brought(&mary, &tables[0], 40_000).await);
    assert!(!is_brought(&cage, &tables[1], 100).await);
    assert!(!is_brought(&cage, &tables[2], 40_000).await);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());

    // The same in forged logs: what one sold is said to be another's, and what was brought to one table came to another.
    let forged = |holds: &str, from: String, to: String| {
        let forged = house_changed(&folder, holds, &|entry| entry.body = entry.body.replace(&from, &to));
        let told = faults(&forged);
        assert!(
            told.iter().any(|fault| fault.contains("nobody else has approved it")),
            "{from} {to}: {told:?}"
        );
    };
    let by = |person: u32| format!("\"by\":{person}");
    forged(
        &format!("\"person\":{},\"amount\":90000,\"by\":{}", people[6], mary.person),
        by(mary.person),
        by(cage.person),
    );
    forged("\"amount\":10000,\"by\"", "\"amount\":10000".to_owned(), "\"amount\":90000".to_owned());
    forged("\"amount\":60000,\"by\"", "\"amount\":60000".to_owned(), "\"amount\":160000".to_owned());
    forged(&format!("\"house\":\"table-filled\",\"table\":{},", tables[1]), by(mary.person), by(cage.person));
}

/// Two rounds at a table of the house, and then the room with $15 for a large amount.
async fn corrected(folder: &Folder) -> (House, Felt) {
    let house = House::open(quiet(folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    felt.round().await;
    felt.round().await;
    house.close().await;
    let mut config = quiet(folder);
    config.hall.second_person_from = Some(Money::dollars(15));
    let house = House::open(config).await;
    let here = |who: &Patron| Patron { site: house.site, ..who.clone() };
    felt.floor = here(&felt.floor);
    felt.dealer = here(&felt.dealer);
    felt.people = felt.people.iter().map(here).collect();
    (house, felt)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_corrections_of_one_day_need_a_second_person_as_a_large_one_does() {
    let folder = Folder::new();
    let (house, mut felt) = corrected(&folder).await;
    let (floor, owner) = (felt.floor.clone(), house.staff("owner").await);
    let flo = Patron::register(house.site, "Flo", "long enough").await.unwrap();
    let roles = json!({ "roles": ["patron", "floor"] });
    assert_eq!(post(&owner, &format!("/api/people/{}/roles", flo.person), roles).await.0, 200);
    let code = async |felt: &mut Felt, who: &Patron, round: u64, from: usize, to: usize, amount: i64| {
        let mut correction = felt.correction(from, to, amount);
        correction["round"] = json!(round);
        let said = json!({ "do": "correct", "correction": correction });
        felt.say(who, "floor", said).await["code"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(code(&mut felt, &floor, 1, 1, 2, 1_000).await, "");
    assert_eq!(code(&mut felt, &floor, 2, 2, 0, 499).await, "");
    assert_eq!(
        code(&mut felt, &floor, 2, 0, 1, 1).await,
        "second-person",
        "those of one person of the floor"
    );
    assert_eq!(
        code(&mut felt, &flo, 2, 1, 2, 500).await,
        "second-person",
        "those that bring it to one person"
    );
    assert_eq!(code(&mut felt, &flo, 2, 2, 1, 500).await, "");
    // What a second person approves is no part of it.
    let path = format!("/api/tables/{}/corrections", felt.table);
    let (status, asked) = post(&floor, &path, json!({ "correction": felt.correction(0, 1, 900) })).await;
    assert_eq!(status, 200, "{asked}");
    let approve = format!("/api/corrections/{}/approve", asked["asked"]);
    assert_eq!(post(&owner, &approve, json!({})).await.0, 200);
    assert_eq!(code(&mut felt, &flo, 2, 0, 1, 499).await, "");
    drop(felt);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let forged = house_changed(&folder, "\"amount\":499", &|entry| {
        entry.body = entry.body.replace("\"amount\":499", "\"amount\":500");
    });
    let told = faults(&forged);
    assert!(told.iter().any(|fault| fault.contains("come to a large amount on one gaming day")), "{told:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_hits_of_one_day_need_two_as_a_large_one_does() {
    let folder = Folder::new();
    let (house, felt) = corrected(&folder).await;
    let owner = house.staff("owner").await;
    let done = async |who: &Patron, body: Value| {
        let (status, view) = post(who, "/api/jackpots", body).await;
        assert_eq!(status, 200, "{view}");
        view
    };
    let fund = json!({ "do": "fund", "amount": 10_000, "with": "cage" });
    done(&owner, fund).await;
    let cage = house.staff("cage").await;
    assert_eq!(settle(&cage, &owner, "approve").await.0, 200, "so much is set apart by two");
    let claim = |amount: i64| {
        json!({ "do": "claim", "table": felt.table, "round": 1, "name": "Bea", "amount": amount, "words": "High hand",
                "of": "promotion" })
    };
    let approve = |view: &Value| json!({ "do": "approve", "claim": view["claims"][0]["claim"] });
    let view = done(&felt.dealer, claim(1_000)).await;
    assert_eq!(done(&owner, approve(&view)).await["claims"], json!([]), "a small one needs one");
    let view = done(&felt.dealer, claim(499)).await;
    assert_eq!(done(&owner, approve(&view)).await["claims"], json!([]), "two that are less in sum");
    let view = done(&felt.dealer, claim(1)).await;
    let view = done(&owner, approve(&view)).await;
    assert_eq!(view["claims"][0]["approved_by"], "owner", "together they are large: {view}");
    assert_eq!(post(&owner, "/api/jackpots", approve(&view)).await.0, 409, "nobody is two people");
    assert_eq!(done(&felt.floor, approve(&view)).await["claims"], json!([]));
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let forged = rewritten(&folder, &mut |entry| {
        if entry.body.contains("\"amount\":499") {
            entry.body = entry.body.replace("\"amount\":499", "\"amount\":500");
            entry.transfers.iter_mut().for_each(|one| one.amount = Money::cents(500));
        }
    });
    let told = faults(&forged);
    assert!(told.iter().any(|fault| fault.contains("needs two who approve it")), "{told:?}");
}

/// What the staff see of the promotion fund, and whom it asks.
async fn funds(who: &Patron) -> (i64, Vec<(String, i64)>) {
    let view: Value = who.get("/api/jackpots").await.unwrap();
    let asked = view["asked"].as_array().unwrap().iter();
    let asked =
        asked.map(|one| (one["by_name"].as_str().unwrap().to_owned(), one["amount"].as_i64().unwrap()));
    (view["promotion"].as_i64().unwrap(), asked.collect())
}

/// Settles what was asked for last.
async fn settle(who: &Patron, owner: &Patron, how: &str) -> (u16, Value) {
    let view: Value = owner.get("/api/day").await.unwrap();
    let last = view["asked"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["is_fund"], true, "{last}");
    post(who, &format!("/api/cage/asked/{}/{how}", last["exchange"]), json!({})).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_set_apart_for_promotions_needs_a_second_person_where_it_is_much() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    let house = House::open(config.clone()).await;
    let (cage, floor, owner, dealer) = (
        house.staff("cage").await,
        house.staff("floor").await,
        house.staff("owner").await,
        house.staff("dealer").await,
    );
    let olga = Patron::register(house.site, "Olga", "long enough").await.unwrap();
    let path = format!("/api/people/{}/roles", olga.person);
    let roles = async |roles: Value| post(&owner, &path, roles).await;
    assert_eq!(roles(json!({ "roles": ["patron", "owner"] })).await.0, 200);
    let fund = async |who: &Patron, amount: i64, is_back: bool| {
        let body = json!({ "do": "fund", "amount": amount, "is_back": is_back, "with": "cage" });
        let (status, view) = post(who, "/api/jackpots", body).await;
        assert_eq!(status, 200, "{view}");
    };
    let waits = |who: &str, amount: i64| vec![(who.to_owned(), amount)];

    // Little is an owner's to decide; much is asked for, also in small amounts by several.
    fund(&owner, 99_900, false).await;
    assert_eq!(funds(&owner).await, (99_900, vec![]));
    fund(&olga, 100, false).await;
    assert_eq!(funds(&dealer).await, (99_900, waits("Olga", 100)), "the staff know of it");
    assert_eq!(settle(&dealer, &owner, "approve").await.0, 409);
    assert_eq!(settle(&house.staff("auditor").await, &owner, "approve").await.0, 403);
    assert_eq!(settle(&olga, &owner, "approve").await.0, 409, "nobody is two people");
    assert_eq!(settle(&owner, &owner, "approve").await.0, 200, "another owner");
    assert_eq!(funds(&owner).await, (100_000, vec![]));
    // Whoever of the cage gives the chips agrees to it themselves.
    fund(&owner, 500_000, false).await;
    let asked: Value = floor.get("/api/cage/asked").await.unwrap();
    assert_eq!((&asked["asked"][0]["name"], &asked["asked"][0]["is_fund"]), (&json!("cage"), &json!(true)));
    assert_eq!(settle(&cage, &owner, "approve").await.0, 200);
    assert_eq!(funds(&owner).await, (600_000, vec![]));
    // What comes back has a sum of its own, and whoever asked may take it back.
    fund(&owner, 99_999, true).await;
    assert_eq!(funds(&owner).await, (500_001, vec![]));
    fund(&owner, 1, true).await;
    assert_eq!(funds(&owner).await, (500_001, waits("owner", 1)));
    assert_eq!(settle(&owner, &owner, "decline").await.0, 200);
    fund(&owner, 500_001, true).await;
    assert_eq!(settle(&floor, &owner, "decline").await.0, 200);
    assert_eq!(funds(&owner).await, (500_001, vec![]));
    // An owner is the second person for promotions alone.
    let (_, sale) = post(&cage, "/api/cage/buy", json!({ "person": olga.person, "amount": 100_000 })).await;
    let sale = format!("/api/cage/asked/{}", sale["asked"]);
    for how in ["approve", "decline"] {
        let (status, said) = post(&owner, &format!("{sale}/{how}"), json!({})).await;
        assert_eq!(
            (status, said["error"].as_str().unwrap().contains("cage or floor")),
            (409, true),
            "{said}"
        );
    }
    // What was approved is no part of the sum; the rest is counted through a restart.
    fund(&owner, 50, false).await;
    assert_eq!(funds(&owner).await, (500_051, vec![]));
    // Whoever is an owner no more has asked in vain.
    fund(&olga, 200_000, false).await;
    assert_eq!(roles(json!({ "roles": ["patron"] })).await.0, 200);
    let (status, said) = settle(&floor, &owner, "approve").await;
    assert_eq!((status, said["error"].as_str().unwrap().contains("an owner no more")), (409, true), "{said}");
    house.close().await;
    config.hall.day_begins = 0;
    let house = House::open(config).await;
    let owner = Patron { site: house.site, ..owner };
    fund(&owner, 60, false).await;
    let waiting = vec![("Olga".to_owned(), 200_000), ("owner".to_owned(), 60)];
    assert_eq!(funds(&owner).await, (500_051, waiting));
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());

    // The same in forged logs: without approval, with that of who may not, by one more dollar, declined by a dealer.
    let found = |holds: &str, change: &dyn Fn(&mut Value), what: &str| {
        let forged = house_changed(&folder, holds, &|entry| {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            change(&mut body);
            if let (Some(cents), Some(moved)) = (body["amount"].as_i64(), entry.transfers.first_mut()) {
                moved.amount = Money::cents(cents);
            }
            entry.body = body.to_string();
        });
        let told = faults(&forged);
        assert!(told.iter().any(|fault| fault.contains(what)), "{holds}, {what}: {told:?}");
    };
    let funded = |cents: i64| format!("\"jackpot\":\"funded\",\"amount\":{cents},");
    let without = |body: &mut Value| drop(body.as_object_mut().unwrap().remove("approved"));
    found(&funded(500_000), &without, "nobody else has approved it");
    found(&funded(500_000), &|body| body["amount"] = json!(500_100), "approved for which nobody asked");
    for second in [owner.person, dealer.person] {
        let by = |body: &mut Value| body["approved"]["by"] = json!(second);
        found(&funded(500_000), &by, "approves an exchange, and may not");
    }
    found(&funded(50), &|body| body["amount"] = json!(150), "nobody else has approved it");
    found("exchange-declined", &|body| body["by"] = json!(dealer.person), "did not have it");
    let by = |body: &mut Value| body["by"] = json!(floor.person);
    found("\"amount\":500000,\"is_sale\":true", &by, "needs the role of owner");

    // Where no opening says that funds need a second person, an owner moved them alone.
    let before = rewritten(&folder, &mut |entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        if body["house"] == "room-opened" {
            body["desk_rules"].as_object_mut().unwrap().remove("funds_by_two");
        } else if body["jackpot"] == "funded" {
            body.as_object_mut().unwrap().remove("approved");
        } else {
            return;
        }
        entry.body = body.to_string();
    });
    assert_eq!(faults(&before), Vec::<String>::new());
}
