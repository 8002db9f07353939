//! Many small amounts instead of a large one: those of a patron, those at a table, those of whoever serves at the cage,
//! corrections and hits add up over a gaming day, through restarts as well, and `verify` adds them up again.

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

    // One table, also if what was brought went away again; and one person at the cage, whichever table it is.
    assert!(is_brought(&cage, &tables[0], 60_000).await);
    let back = json!({ "table": tables[0], "amount": 60_000, "with": "dealer" });
    assert_eq!(post(&cage, "/api/cage/credit", back).await.0, 200);
    assert!(!is_brought(&mary, &tables[0], 40_000).await, "those at a table add up");
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
