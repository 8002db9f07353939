//! What is written about patrons: identity, age, bars, flags and notes, money by gaming day; who sees it, who is refused,
//! and how all of it is removed while the log stays whole.

mod forge;
mod house;

use client::{Ask, Patron};
use forge::{copied, faults, house_changed, tamper};
use house::{Folder, House, quiet};
use room::Spec;
use serde_json::{Value, json};
use store::{Reader, Sqlite};

const BOOK: &str = "mortimers/no-bust-6";

async fn post(who: &Patron, path: &str, body: Value) -> (u16, Value) {
    let reply = who.ask(Ask::post(path, &body)).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

async fn act(who: &Patron, person: u32, body: Value) -> (u16, Value) {
    post(who, &format!("/api/patrons/{person}"), body).await
}

async fn buy(cage: &Patron, person: u32, cents: i64) -> (u16, Value) {
    post(cage, "/api/cage/buy", json!({ "person": person, "amount": cents })).await
}

async fn sit(who: &Patron, table: u32, id: &str) -> Value {
    let said = json!({ "id": id, "command": { "do": "sit", "seat": 1, "buy_in": 50_000 } });
    post(who, &format!("/api/tables/{table}/commands"), said).await.1
}

fn file(view: &Value, person: u32) -> Value {
    let files = view["patrons"].as_array().unwrap();
    files.iter().find(|file| file["person"] == person).cloned().unwrap_or_default()
}

/// All text of the log.
fn log_text(folder: &Folder) -> String {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let streams = store.streams().unwrap();
    let entries = streams.into_iter().flat_map(|stream| store.entries(stream, 1, usize::MAX).unwrap());
    entries.map(|logged| logged.entry.body).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_not_served_is_refused_kindly_and_can_be_forgotten() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, cage, owner) =
        (house.staff("floor").await, house.staff("cage").await, house.staff("owner").await);
    let spec = Spec { is_practice: false, ..house.quick(BOOK) };
    let table = house.table(&floor, &spec).await;
    let ann = Patron::register(house.site, "Ann", "long enough").await.unwrap();
    let bob = Patron::register(house.site, "Bob", "long enough").await.unwrap();

    // Identity and age; nobody under 21, and no number is taken.
    let seen = |born: &str| json!({ "do": "see-identity", "document": "passport", "born": born });
    assert_eq!(act(&cage, ann.person, seen("1985-03-14")).await.0, 200);
    let (status, young) = act(&cage, bob.person, seen("2024-01-01")).await;
    assert_eq!(status, 409);
    assert!(young["error"].as_str().unwrap().contains("nobody under 21"), "{young}");
    assert_eq!(act(&cage, bob.person, seen("last week")).await.0, 409);
    let numbered =
        json!({ "do": "see-identity", "document": "passport", "born": "1985-03-14", "number": "X1" });
    assert_eq!(act(&cage, ann.person, numbered).await.0, 422, "there is no place for a number");

    // A bar: chips are not sold, no seat is taken; what they have is redeemed.
    assert_eq!(buy(&cage, ann.person, 200_000).await.0, 200);
    let words = "Shouted at the dealer of table 4.";
    let bar = json!({ "do": "bar", "kind": "barred", "days": 30, "words": words });
    assert_eq!(act(&cage, ann.person, bar.clone()).await.0, 403);
    assert_eq!(act(&floor, ann.person, bar).await.0, 200);
    let (status, refused) = buy(&cage, ann.person, 100).await;
    assert_eq!(status, 409);
    assert!(refused["error"].as_str().unwrap().contains("1-800-GAMBLER"), "{refused}");
    let answer = sit(&ann, table, "a").await;
    assert_eq!((&answer["outcome"], &answer["code"]), (&json!("refused"), &json!("not-served")), "{answer}");
    assert!(answer["what"].as_str().unwrap().contains("1-800-GAMBLER"), "{answer}");
    let practice = house.table(&floor, &house.quick(BOOK)).await;
    let join = json!({ "id": "p", "command": { "do": "sit", "seat": 2, "buy_in": 50_000 } });
    let (_, played) = post(&ann, &format!("/api/tables/{practice}/commands"), join).await;
    assert_eq!(played["outcome"], "applied", "play chips are worth nothing: {played}");
    let leave = json!({ "id": "q", "command": { "do": "leave" } });
    post(&ann, &format!("/api/tables/{practice}/commands"), leave).await;
    let back = json!({ "person": ann.person, "amount": 150_000 });
    assert_eq!(post(&cage, "/api/cage/redeem", back).await.0, 200, "their chips are theirs");

    // The cage learns that somebody is not served, not why; the floor sees all of it.
    assert_eq!(act(&floor, ann.person, json!({ "do": "note", "words": "Drank a lot." })).await.0, 200);
    assert_eq!(act(&cage, ann.person, json!({ "do": "flag", "words": "Call the floor." })).await.0, 200);
    let at_cage: Value = cage.get("/api/patrons").await.unwrap();
    let at_floor: Value = floor.get("/api/patrons").await.unwrap();
    let (of_cage, of_floor) = (file(&at_cage, ann.person), file(&at_floor, ann.person));
    assert_eq!((&of_cage["unserved"], &of_cage["age"].is_number()), (&json!("barred"), &true), "{of_cage}");
    assert!(!at_cage.to_string().contains("Drank") && !at_cage.to_string().contains("Shouted"), "{at_cage}");
    assert!(at_cage.to_string().contains("Call the floor."));
    assert!(at_floor.to_string().contains("Drank") && at_floor.to_string().contains("Shouted"), "{at_floor}");
    assert!(!at_floor.to_string().contains("1985-03-14"), "nobody is shown the day of birth");
    assert_eq!(of_floor["records"].as_array().unwrap().len(), 4);
    assert_eq!(of_floor["records"][1]["by"], "floor");
    assert_eq!((&of_floor["brought"], &of_floor["got"]), (&json!(200_000), &json!(150_000)));
    for who in [&ann, &house.staff("dealer").await, &house.staff("auditor").await] {
        assert_eq!(who.ask(Ask::get("/api/patrons")).await.unwrap().status, 403);
    }

    // Lifted by the floor, with a reason.
    let record = of_floor["records"][1]["record"].clone();
    assert_eq!(act(&floor, ann.person, json!({ "do": "lift", "record": record, "words": "" })).await.0, 409);
    let lift = json!({ "do": "lift", "record": record, "words": "Apologised." });
    assert_eq!(act(&floor, ann.person, lift).await.0, 200);
    assert_eq!(sit(&ann, table, "b").await["outcome"], "applied");

    // Whoever excludes themselves does so at once, and nobody takes it back.
    let exclude = json!({ "do": "bar", "kind": "self-excluded", "days": 365 });
    assert_eq!(act(&bob, ann.person, exclude.clone()).await.0, 403, "nobody excludes others");
    let (status, own) = act(&bob, bob.person, exclude).await;
    assert_eq!(
        (status, own["patrons"].as_array().unwrap().len()),
        (200, 1),
        "they see themselves alone: {own}"
    );
    assert_eq!(buy(&cage, bob.person, 100).await.0, 409);
    let record = own["patrons"][0]["records"][0]["record"].clone();
    let lift = json!({ "do": "lift", "record": record, "words": "Changed his mind." });
    assert_eq!(act(&floor, bob.person, lift).await.0, 409);

    // Nothing of it stands in the log but digests.
    assert_eq!(act(&owner, ann.person, json!({ "do": "remove" })).await.0, 409, "she has chips");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let text = log_text(&folder);
    for private in
        ["Shouted", "Drank", "Call the floor", "Apologised", "1985-03-14", "passport", "self-excluded"]
    {
        assert!(!text.contains(private), "\"{private}\" stands in the log");
    }
    forgeries(&folder, ann.person);

    // After a restart bars count as before. Who has left with all chips may be forgotten; who is barred may not.
    let house = House::open(quiet(&folder)).await;
    let (cage, owner) = (house.staff("cage").await, house.staff("owner").await);
    assert_eq!(buy(&cage, bob.person, 100).await.0, 409);
    assert_eq!(act(&owner, bob.person, json!({ "do": "remove" })).await.0, 409);
    let ann = Patron::login(house.site, "Ann", "long enough").await.unwrap();
    let leave = json!({ "id": "c", "command": { "do": "leave" } });
    let (_, left) = post(&ann, &format!("/api/tables/{table}/commands"), leave).await;
    assert_eq!(left["outcome"], "applied", "{left}");
    let back = json!({ "person": ann.person, "amount": 50_000 });
    assert_eq!(post(&cage, "/api/cage/redeem", back).await.0, 200);
    assert_eq!(act(&cage, ann.person, json!({ "do": "remove" })).await.0, 403);
    let (status, view) = act(&owner, ann.person, json!({ "do": "remove" })).await;
    assert_eq!((status, file(&view, ann.person)), (200, Value::Null));
    assert_eq!(ann.ask(Ask::get("/api/me")).await.unwrap().status, 401, "the session is over");
    assert_eq!(act(&owner, ann.person, json!({ "do": "remove" })).await.0, 404);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new(), "the log stays whole");
    let file = std::fs::read(folder.file()).unwrap();
    let holds = |words: &str| file.windows(words.len()).any(|window| window == words.as_bytes());
    assert!(!holds("Drank a lot.") && !holds("1985-03-14"), "nothing is left of it on disk");
    let house = House::open(quiet(&folder)).await;
    assert_eq!(buy(&house.staff("cage").await, ann.person, 100).await.0, 404);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}

/// The same room with one thing forged at a time.
fn forgeries(folder: &Folder, ann: u32) {
    let found = |forged: &Folder, what: &str| {
        let faults = faults(forged);
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    let beside = |sql: &str, what: &str| {
        let forged = copied(folder);
        tamper(&forged, &|file| file.execute_batch(sql).unwrap());
        found(&forged, what);
    };
    beside("UPDATE records SET body = replace(body, 'Drank', 'Drunk')", "is not what the house's log has");
    beside(
        "UPDATE records SET salt = randomblob(32) WHERE record = (SELECT min(record) FROM records)",
        "not what",
    );
    beside("DELETE FROM records WHERE record = (SELECT max(record) FROM records)", "is not beside the log");
    beside(
        "INSERT INTO records SELECT person, record + 1000, salt, body FROM records LIMIT 1",
        "is not in the house's log",
    );
    let by_others = house_changed(folder, "\"patron\":\"recorded\"", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        body["by"] = json!(ann + 1_000);
        entry.body = body.to_string();
    });
    found(&by_others, "has written of patrons what is for others");
    // Chips are sold to somebody who is not served: a redemption in the time of the bar was a sale.
    let sold = house_changed(folder, "chips-redeemed", &|entry| {
        entry.body = entry.body.replace("chips-redeemed", "chips-bought");
        let one = &mut entry.transfers[0];
        std::mem::swap(&mut one.from, &mut one.to);
    });
    found(&sold, &format!("person {ann} is served, who is not"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_asks_for_identity_serves_nobody_unseen_and_marks_money() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.asks_identity = true;
    config.hall.cash_mark = books::Money::dollars(3_000);
    let house = House::open(config).await;
    let cage = house.staff("cage").await;
    let ann = Patron::register(house.site, "Ann", "long enough").await.unwrap();
    let (status, refused) = buy(&cage, ann.person, 100_000).await;
    assert_eq!(status, 409);
    assert!(refused["error"].as_str().unwrap().contains("who you are"), "{refused}");
    let seen = json!({ "do": "see-identity", "document": "drivers-license", "born": "1970-12-31" });
    assert_eq!(act(&cage, ann.person, seen).await.0, 200);
    let mut marked = Vec::new();
    for _ in 0..3 {
        assert_eq!(buy(&cage, ann.person, 100_000).await.0, 200);
        let view: Value = cage.get("/api/patrons").await.unwrap();
        marked.push(file(&view, ann.person)["is_marked"].as_bool().unwrap());
    }
    assert_eq!(marked, [false, false, true]);
    let report: Value = house.staff("auditor").await.get("/api/reports/cash").await.unwrap();
    let rows = report["rows"].as_array().unwrap();
    // A gaming day may begin while this runs.
    let brought: i64 = rows.iter().map(|row| row[4].as_i64().unwrap()).sum();
    assert_eq!(brought, 300_000, "{report}");
    if rows.len() == 1 {
        assert!(rows[0][6].as_str().unwrap().contains("$3,000"), "{report}");
    }
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}
