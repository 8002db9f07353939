//! The law at work over the public interface: for each check a log that breaks it, which is reported, and one that keeps it;
//! notices, overrides, packs that change while the room is open, and providers; then the same logs with one thing forged.

mod forge;
mod house;
mod table;

use std::collections::BTreeSet;
use std::fs;

use books::Shelf;
use forge::{faults, house_changed, rewritten};
use house::{Folder, House, quiet};
use room::Spec;
use serde_json::{Value, json};
use server::Config;
use server::law::{Finding, Watch};
use store::{Reader, Sqlite, Stream};
use table::{Bank, Seated, post};

const BOOK: &str = "mortimers/no-bust-6";
const PACK: &str = "2026-rotation-and-blackjack.toml";

/// The contested rules on rotation alone, with a standing.
fn rotation_pack(status: &str) -> String {
    let pack = Shelf::filed().file(&format!("law/{PACK}")).unwrap().text.clone();
    let rules: Vec<&str> = pack.split("[[rule]]").take(4).collect();
    assert!(rules[3].contains("player-dealer-notice"), "{rules:?}");
    let of_today = rules.join("[[rule]]").replace("2026-05-21", "2026-04-02");
    of_today.replace("\"enjoined\"", &format!("\"{status}\""))
}

/// A quiet room with a folder of law packs of its own.
fn lawful(folder: &Folder, law: &Folder, status: &str) -> Config {
    fs::write(law.path().join(PACK), rotation_pack(status)).unwrap();
    let mut config = quiet(folder);
    config.law = Some(law.path().to_owned());
    config
}

fn spec(house: &House) -> Spec {
    Spec { is_practice: false, schedule: Some("2".to_owned()), ..house.quick(BOOK) }
}

/// Everything that was found in a closed room.
fn found(folder: &Folder) -> Vec<Finding> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    Watch::over(&store, &Shelf::filed()).unwrap().findings()
}

fn rules_of(findings: &[Finding]) -> BTreeSet<&str> {
    findings.iter().map(|one| one.rule.as_str()).collect()
}

fn breaches(folder: &Folder) -> BTreeSet<String> {
    found(folder).into_iter().filter(Finding::is_breach).map(|one| one.rule).collect()
}

fn lights(law: &Value) -> BTreeSet<&str> {
    law["lights"].as_array().unwrap().iter().map(|one| one["rule"].as_str().unwrap()).collect()
}

async fn law(who: &client::Patron) -> Value {
    who.get("/api/law").await.unwrap()
}

/// The room with an open shift and its notice; gives the floor.
async fn in_order(house: &House) -> client::Patron {
    let floor = house.staff("floor").await;
    assert_eq!(post(&floor, "/api/day/shift/open", json!({ "name": "Day" })).await.0, 200);
    assert_eq!(post(&floor, "/api/law/notices/post", json!({ "table": 0 })).await.0, 200);
    floor
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_in_order_shows_no_light_and_its_log_has_nothing() {
    let (folder, packs) = (Folder::new(), Folder::new());
    let house = House::open(lawful(&folder, &packs, "in force")).await;
    let floor = in_order(&house).await;
    let table = house.table(&floor, &spec(&house)).await;
    assert_eq!(post(&floor, "/api/law/notices/post", json!({ "table": table })).await.0, 200);
    let mut seated = Seated::two(&house, table, BOOK).await;
    seated.play(Bank::Both, 5).await;
    let seen = law(&floor).await;
    assert_eq!(lights(&seen), BTreeSet::new(), "{seen}");
    let report: Value = floor.get("/api/reports/law").await.unwrap();
    assert_eq!(report["rows"], json!([]), "{report}");
    house.close().await;
    assert_eq!(found(&folder), Vec::new());
    assert_eq!(faults(&folder), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notices_rates_and_shifts_that_are_missing_are_found_until_they_are_there() {
    let (folder, packs) = (Folder::new(), Folder::new());
    let house = House::open(lawful(&folder, &packs, "in force")).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &spec(&house)).await;
    let missing =
        BTreeSet::from(["age", "drop-accounted", "help-line", "player-dealer-notice", "rates-posted"]);
    // The floor sees it before anybody plays.
    assert_eq!(lights(&law(&floor).await), missing);
    let mut seated = Seated::two(&house, table, BOOK).await;
    seated.play(Bank::Both, 2).await;
    let seen = law(&floor).await;
    assert_eq!(lights(&seen), missing);
    let rates = seen["lights"].as_array().unwrap().iter().find(|one| one["rule"] == "rates-posted").unwrap();
    assert_eq!(
        (&rates["table"], &rates["rounds"], &rates["source"]),
        (&json!(table), &json!(2), &json!("Penal Code 337j(f)"))
    );

    // The dealer posts nothing; the notice of the table is its rates and the bank's, that of the room the rest.
    let dealer = house.staff("dealer").await;
    assert_eq!(post(&dealer, "/api/law/notices/post", json!({ "table": table })).await.0, 403);
    assert_eq!(post(&floor, "/api/law/notices/take-down", json!({ "table": table })).await.0, 409);
    let (status, seen) = post(&floor, "/api/law/notices/post", json!({ "table": table })).await;
    assert_eq!(status, 200, "{seen}");
    assert_eq!(lights(&seen), BTreeSet::from(["drop-accounted"]), "{seen}");
    assert_eq!(post(&floor, "/api/law/notices/post", json!({ "table": table })).await.0, 409, "it hangs");
    let hash = seen["standing"]["notices"][0]["hash"].as_str().unwrap().to_owned();
    let auditor = house.staff("auditor").await;
    let text = auditor.ask(client::Ask::get(&format!("/api/library/{hash}"))).await.unwrap();
    assert!(text.body.contains("1-800-GAMBLER") && text.body.contains("Schedule 2"), "{}", text.body);
    assert_eq!(post(&floor, "/api/day/shift/open", json!({ "name": "Day" })).await.0, 200);
    seated.play(Bank::Both, 2).await;
    assert_eq!(lights(&law(&floor).await), BTreeSet::new());
    assert_eq!(post(&floor, "/api/law/notices/take-down", json!({ "table": table })).await.0, 200);
    let down = law(&floor).await;
    assert_eq!(lights(&down), BTreeSet::from(["age", "help-line", "player-dealer-notice", "rates-posted"]));
    house.close().await;

    let all = found(&folder);
    assert_eq!(rules_of(&all), missing);
    assert!(all.iter().all(|one| one.rounds == 2 && one.until_ms.is_some() && one.is_breach()), "{all:#?}");
    assert_eq!(faults(&folder), Vec::<String>::new());
    forgeries(&folder, &hash);
}

/// The same log with one thing forged at a time; every hash is right.
fn forgeries(folder: &Folder, hash: &str) {
    let forged = |holds: &str, change: &dyn Fn(&mut Value), what: &str| {
        let forged = house_changed(folder, holds, &|entry| {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            change(&mut body);
            entry.body = body.to_string();
        });
        let faults = faults(&forged);
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    let mut dealer = 0;
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    for logged in store.entries(Stream::HOUSE, 1, usize::MAX).unwrap() {
        let body: Value = serde_json::from_str(&logged.entry.body).unwrap();
        if body["house"] == "person-added" && body["name"] == "dealer" {
            dealer = body["person"].as_u64().unwrap();
        }
    }
    drop(store);
    forged("notice-posted", &|body| body["by"] = json!(dealer), "for others of the staff");
    forged("notice-posted", &|body| body["hash"] = json!("0".repeat(64)), "lacks the notice");
    forged("notice-posted", &|body| body["parts"] = json!(["age"]), "does not say what");
    forged("notice-taken-down", &|body| body["table"] = json!(4711), "no notice hangs");
    let other = |body: &mut Value| {
        let pack = body["packs"].as_object_mut().unwrap().values_mut().next().unwrap();
        *pack = json!(hash);
    };
    forged("packs-read", &other, "law/");
    // The text of a notice is changed where it is kept.
    let rewritten = rewritten(folder, &mut |entry| {
        if entry.stream == Stream::LIBRARY && entry.body.contains("notices/") {
            entry.body = entry.body.replace("1-800-GAMBLER", "1-800-NOBODY");
        }
    });
    assert!(faults(&rewritten).iter().any(|fault| fault.contains("does not hash to its name")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bank_that_was_offered_to_nobody_is_found() {
    let (folder, packs) = (Folder::new(), Folder::new());
    let house = House::open(lawful(&folder, &packs, "in force")).await;
    let floor = in_order(&house).await;
    let table = house.table(&floor, &spec(&house)).await;
    assert_eq!(post(&floor, "/api/law/notices/post", json!({ "table": table })).await.0, 200);
    let mut seated = Seated::two(&house, table, BOOK).await;
    seated.play(Bank::Both, 1).await;
    // Everybody passes and the game stops; then somebody takes the bank that nobody was asked about.
    seated.play(Bank::Nobody, 1).await;
    seated.take_bank(0).await;
    seated.play(Bank::Both, 1).await;
    let seen = law(&floor).await;
    assert_eq!(lights(&seen), BTreeSet::from(["bank-offered-every-round"]), "{seen}");
    seated.play(Bank::Both, 1).await;
    assert_eq!(lights(&law(&floor).await), BTreeSet::new(), "offered again");
    house.close().await;
    assert_eq!(breaches(&folder), BTreeSet::from(["bank-offered-every-round".to_owned()]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_banks_more_than_two_running_is_found_and_six_rates_are() {
    let (folder, packs, books) = (Folder::new(), Folder::new(), Folder::new());
    let shelf = table::changed(
        &books,
        "mortimers/no-bust-6.toml",
        "rounds                 = 2",
        "rounds                 = 3",
    );
    let house = House::open_with(shelf, lawful(&folder, &packs, "enjoined")).await;
    let floor = in_order(&house).await;
    let table = house.table(&floor, &Spec { despite_errors: true, ..spec(&house) }).await;
    let (status, told) = post(&floor, "/api/law/notices/post", json!({ "table": table })).await;
    assert_eq!(status, 409, "a notice of a book with errors is not to be posted: {told}");
    let mut seated = Seated::two(&house, table, BOOK).await;
    seated.play(Bank::First, 2).await;
    let of_rule = |law: &Value| {
        let all = law["lights"].as_array().unwrap().clone();
        all.into_iter().find(|one| one["rule"] == "bank-rotates").unwrap()
    };
    let before = of_rule(&law(&floor).await);
    assert!(before["what"].as_str().unwrap().contains("may bank 3"), "its book is known: {before}");
    seated.play(Bank::First, 1).await;
    house.close().await;
    let all = found(&folder);
    let running: Vec<&Finding> = all.iter().filter(|one| one.rule == "bank-rotates").collect();
    assert!(running.iter().any(|one| one.what.contains("more than 2 rounds running")), "{running:#?}");

    // Six rates at one limit, by the table's own schedule alone.
    let (folder, books) = (Folder::new(), Folder::new());
    let (from, to) = (
        "  { from = \"$201\", fee = \"$2\" },",
        "  { from = \"$201\", to = \"$300\", fee = \"$2\" },\n  { from = \"$301\", fee = \"$3\" },",
    );
    let shelf = table::changed(&books, "mortimers/rates/no-bust-6.toml", from, to);
    let house = House::open_with(shelf, lawful(&folder, &packs, "enjoined")).await;
    let floor = in_order(&house).await;
    let wrong = Spec { schedule: Some("1".to_owned()), despite_errors: true, ..spec(&house) };
    let wrong = house.table(&floor, &wrong).await;
    let right = house.table(&floor, &spec(&house)).await;
    let seen = law(&floor).await;
    let tables: Vec<&Value> = seen["lights"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["rule"] == "five-rates")
        .map(|one| &one["table"])
        .collect();
    assert_eq!(tables, [&json!(wrong)], "not table {right}: {seen}");
    house.close().await;
}

/// The log of a room as if its rounds had been slower: so much longer each entry of its tables came after the first.
fn slower(folder: &Folder, minutes_a_round: i64) -> Folder {
    let mut rounds = 0;
    let mut begin = 0;
    rewritten(folder, &mut |entry| {
        if entry.stream.is_table() {
            begin = if entry.first == 1 { entry.at_ms } else { begin };
            rounds += entry.body.matches("\"event\":\"round-began\"").count() as i64;
            entry.at_ms = begin + rounds * minutes_a_round * 60_000;
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_others_must_bank_in_forty_minutes() {
    let (folder, packs) = (Folder::new(), Folder::new());
    let house = House::open(lawful(&folder, &packs, "in force")).await;
    let floor = in_order(&house).await;
    let table = house.table(&floor, &spec(&house)).await;
    assert_eq!(post(&floor, "/api/law/notices/post", json!({ "table": table })).await.0, 200);
    let company = json!({ "name": "Acme Props", "licence": "TPPP-1" });
    assert_eq!(post(&floor, "/api/companies", company).await.0, 200);
    let mut seated = Seated::two(&house, table, BOOK).await;
    seated.play(Bank::Both, 6).await;
    house.close().await;
    let two_others = || BTreeSet::from(["two-others-bank".to_owned()]);
    assert_eq!(breaches(&folder), BTreeSet::new(), "nothing is forty minutes old");
    assert_eq!(breaches(&slower(&folder, 12)), BTreeSet::new(), "both have banked");

    // One of the two is a provider's player.
    let house = House::open(lawful(&folder, &packs, "in force")).await;
    let floor = house.staff("floor").await;
    let badge = json!({ "person": seated.name(0), "badge": "A-7" });
    assert_eq!(post(&floor, "/api/companies/1/badges", badge).await.0, 200);
    seated.moved_to(&house);
    seated.play(Bank::Both, 6).await;
    house.close().await;
    assert_eq!(breaches(&folder), BTreeSet::new());
    // The badge counts from the moment it was given, so the house's clock goes as slowly as the table's.
    let slow = slower_from_badge(&folder);
    assert_eq!(breaches(&slow), two_others());
}

/// The same where all that came after the badge was slow.
fn slower_from_badge(folder: &Folder) -> Folder {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let house = store.entries(Stream::HOUSE, 1, usize::MAX).unwrap();
    let given = house.iter().find(|one| one.entry.body.contains("badge-given")).unwrap().entry.at_ms;
    drop(store);
    let mut rounds = 0;
    rewritten(folder, &mut |entry| {
        if entry.stream.is_table() && entry.at_ms > given {
            rounds += entry.body.matches("\"event\":\"round-began\"").count() as i64;
            entry.at_ms = given + 1 + rounds * 12 * 60_000;
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_player_of_a_provider_is_at_a_table_unless_the_floor_overrides_it() {
    let (folder, packs) = (Folder::new(), Folder::new());
    let house = House::open(lawful(&folder, &packs, "enjoined")).await;
    let floor = in_order(&house).await;
    let table = house.table(&floor, &spec(&house)).await;
    assert_eq!(post(&floor, "/api/law/notices/post", json!({ "table": table })).await.0, 200);
    let acme = json!({ "name": "Acme Props", "licence": "TPPP-1" });
    assert_eq!(post(&floor, "/api/companies", acme.clone()).await.0, 200);
    assert_eq!(post(&floor, "/api/companies", acme).await.0, 409, "it is known");
    let mut seated = Seated::people(&house, table, BOOK).await;
    for (place, badge) in [(0, "A-1"), (1, "A-2")] {
        let badge = json!({ "person": seated.name(place), "badge": badge });
        assert_eq!(post(&floor, "/api/companies/1/badges", badge).await.0, 200);
    }
    assert_eq!(seated.sit(0).await["outcome"], "applied");
    let refused = seated.sit(1).await;
    assert_eq!(refused["code"], "provider-at-table", "{refused}");
    let asked = json!({ "table": table, "rule": "one-provider", "reason": "They change shifts." });
    for (who, status) in [("dealer", 403), ("floor", 200), ("owner", 409)] {
        let staff = house.staff(who).await;
        assert_eq!(post(&staff, "/api/law/overrides", asked.clone()).await.0, status, "{who}");
    }
    let silent = json!({ "table": table, "rule": "one-provider", "reason": " " });
    assert_eq!(post(&floor, "/api/law/overrides", silent).await.0, 409);
    assert_eq!(seated.sit(1).await["outcome"], "applied");
    let seen = law(&floor).await;
    let light = &seen["lights"][0];
    assert_eq!(
        (&light["rule"], &light["overridden"]["reason"]),
        (&json!("one-provider"), &json!("They change shifts."))
    );
    let at: Vec<Value> = floor.get("/api/companies").await.unwrap();
    assert_eq!(at[0]["people"][1]["tables"], json!([table]), "{at:?}");
    // Without the override it is a breach, and it ends with the badge.
    let end = json!({ "table": table, "rule": "one-provider" });
    assert_eq!(post(&floor, "/api/law/overrides/end", end).await.0, 200);
    seated.play(Bank::Both, 1).await;
    let taken = json!({ "person": seated.name(1) });
    assert_eq!(post(&floor, "/api/companies/1/badges/take", taken).await.0, 200);
    seated.play(Bank::Both, 1).await;
    assert_eq!(lights(&law(&floor).await), BTreeSet::new());
    house.close().await;
    let all = found(&folder);
    let own: Vec<(bool, bool)> = all
        .iter()
        .filter(|one| one.rule == "one-provider")
        .map(|one| (one.is_breach(), one.until_ms.is_some()))
        .collect();
    assert_eq!(own, [(false, true), (true, true)], "{all:#?}");
    assert_eq!(faults(&folder), Vec::<String>::new());
    let nobody = house_changed(&folder, "badge-given", &|entry| {
        entry.body = entry.body.replace("\"badge\":\"A-1\"", "\"badge\":\"\"");
    });
    assert!(faults(&nobody).iter().any(|fault| fault.contains("a badge has")), "{:?}", faults(&nobody));
    let unknown = house_changed(&folder, "overridden", &|entry| {
        entry.body = entry.body.replace("one-provider", "no-such-rule");
    });
    assert!(faults(&unknown).iter().any(|fault| fault.contains("no-such-rule")), "{:?}", faults(&unknown));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pack_changes_without_a_release_and_rounds_are_held_against_what_counted() {
    let (folder, packs) = (Folder::new(), Folder::new());
    let house = House::open(lawful(&folder, &packs, "enjoined")).await;
    let floor = in_order(&house).await;
    let table = house.table(&floor, &spec(&house)).await;
    let mut seated = Seated::two(&house, table, BOOK).await;
    let standing = |law: &Value| {
        let all = law["lights"].as_array().unwrap().clone();
        let found = all.into_iter().find(|one| one["rule"] == "player-dealer-notice");
        found.map(|one| one["standing"].as_str().unwrap().to_owned())
    };
    seated.play(Bank::Both, 1).await;
    assert_eq!(standing(&law(&floor).await).as_deref(), Some("enjoined"));
    // A pack with a fault changes nothing.
    fs::write(packs.path().join(PACK), "name = 5").unwrap();
    let (status, told) = post(&floor, "/api/law/read", json!({})).await;
    assert_eq!(status, 409, "{told}");
    fs::write(packs.path().join(PACK), rotation_pack("in force")).unwrap();
    let (status, seen) = post(&floor, "/api/law/read", json!({})).await;
    assert_eq!((status, standing(&seen).as_deref()), (200, Some("in-force")), "{seen}");
    seated.play(Bank::Both, 2).await;
    house.close().await;
    let all = found(&folder);
    let own: Vec<(&str, u64)> = all
        .iter()
        .filter(|one| one.rule == "player-dealer-notice")
        .map(|one| (one.standing.words(), one.rounds))
        .collect();
    assert_eq!(own, [("enjoined", 1), ("in force", 2)]);
    // The packs are in the log by content: what lies in the folder later changes nothing, and the house says when.
    fs::write(packs.path().join(PACK), rotation_pack("vacated")).unwrap();
    assert_eq!(found(&folder), all);
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let house = store.entries(Stream::HOUSE, 1, usize::MAX).unwrap();
    let read = house.iter().filter(|one| one.entry.body.contains("packs-read")).count();
    assert_eq!(read, 2);
    drop(store);
    assert_eq!(faults(&folder), Vec::<String>::new());
}

/// What went between somebody's purse and a table by the transfers of the log: brought, and taken away.
fn carried(folder: &Folder, table: u32, person: u32) -> (i64, i64) {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let (purse, mut brought, mut taken) = (format!("patron:{person}"), 0, 0);
    for logged in store.entries(Stream(table), 1, usize::MAX).unwrap() {
        for one in &logged.entry.transfers {
            brought += if one.from == purse { one.amount.in_cents() } else { 0 };
            taken += if one.to == purse { one.amount.in_cents() } else { 0 };
        }
    }
    (brought, taken)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_playing_book_equals_what_the_log_moved() {
    let (folder, packs) = (Folder::new(), Folder::new());
    let house = House::open(lawful(&folder, &packs, "enjoined")).await;
    let floor = in_order(&house).await;
    let table = house.table(&floor, &spec(&house)).await;
    let company = json!({ "name": "Acme Props", "licence": "TPPP-1" });
    assert_eq!(post(&floor, "/api/companies", company).await.0, 200);
    let mut seated = Seated::people(&house, table, BOOK).await;
    let badge = json!({ "person": seated.name(0), "badge": "A-7" });
    assert_eq!(post(&floor, "/api/companies/1/badges", badge).await.0, 200);
    for place in 0..2 {
        assert_eq!(seated.sit(place).await["outcome"], "applied");
    }
    seated.play(Bank::Both, 6).await;
    let on: Value = floor.get("/api/reports/playing-books").await.unwrap();
    assert_eq!(
        (on["rows"].as_array().unwrap().len(), &on["rows"][0][7]),
        (1, &Value::Null),
        "it is on: {on}"
    );
    assert_eq!(seated.leave(0).await["outcome"], "applied");
    let book: Value = floor.get("/api/reports/playing-books").await.unwrap();
    let own: Value = seated.people[1].get("/api/me/play").await.unwrap();
    let csv = floor.ask(client::Ask::get("/api/reports/playing-books/csv")).await.unwrap();
    let pdf = floor.ask(client::Ask::get("/api/reports/playing-books/pdf")).await.unwrap();
    assert_eq!((csv.status, pdf.header("content-type")), (200, Some("application/pdf")));
    assert!(csv.body.contains("A-7") && csv.body.contains("TPPP-1"), "{}", csv.body);
    let banker = seated.people[0].person;
    let log: Value = house.staff("auditor").await.get("/api/house/log").await.unwrap();
    for (kind, text) in [("law", "notice-posted"), ("law", "packs-read"), ("company", "badge-given")] {
        let mut entries = log["entries"].as_array().unwrap().iter();
        let is_there = |one: &Value| one["kind"] == kind && one["body"].as_str().unwrap().contains(text);
        assert!(entries.any(is_there), "the auditor sees no {text}");
    }
    house.close().await;

    let (brought, taken) = carried(&folder, table, banker);
    let row = &book["rows"][0];
    assert_eq!((&row[0], &row[1], &row[2]), (&json!(seated.name(0)), &json!("A-7"), &json!("Acme Props")));
    assert_eq!((&row[4], &row[8]), (&json!(table), &json!(6)), "{book}");
    assert_eq!((&row[10], &row[11]), (&json!(brought), &json!(taken)), "{book}");
    assert_eq!(row[12].as_i64().unwrap(), taken - brought, "{book}");
    // Who banked which round, from the raw text of the log.
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let (mut holds, mut banked) = (0, 0);
    for logged in store.entries(Stream(table), 1, usize::MAX).unwrap() {
        let body: Value = serde_json::from_str(&logged.entry.body).unwrap();
        let entry = body.as_object().unwrap().values().next().unwrap();
        for event in entry["events"].as_array().unwrap() {
            match event["event"].as_str().unwrap() {
                "bank-taken" => holds = event["person"].as_u64().unwrap() as u32,
                "round-began" => banked += i64::from(holds == banker),
                _ => {}
            }
        }
    }
    assert_eq!(row[9].as_i64().unwrap(), banked, "{book}");
    assert!(banked > 0 && banked < 6);
    assert_eq!((own["rows"].as_array().unwrap().len(), &own["rows"][0][2]), (1, &json!(table)), "{own}");
    // By the table's own log the badge counted for the company from the first round on.
    let text = store.entries(Stream(table), 1, usize::MAX).unwrap();
    assert!(text.iter().any(|one| one.entry.by == "clock" && one.entry.body.contains("company-noted")));
    drop(store);
    assert_eq!(faults(&folder), Vec::<String>::new());
}
