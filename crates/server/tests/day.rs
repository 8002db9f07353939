//! A day of the house over the public interface: shifts, boxes that are pulled and counted, the cage, and every chip found
//! again at the end; then the same log with one thing forged at a time.

mod forge;
mod house;

use std::collections::BTreeMap;

use client::{Ask, Patron};
use forge::{faults, house_changed, rewritten};
use house::{Folder, House, quiet};
use room::{Phase, Spec, TableView};
use serde_json::{Value, json};
use store::{Reader, Sqlite, Stream};

const BANKED: &str = "mortimers/no-bust-6";
const POKER: &str = "marina/holdem";

async fn post(who: &Patron, path: &str, body: Value) -> (u16, Value) {
    let reply = who.ask(Ask::post(path, &body)).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

async fn pull(who: &Patron, table: u32, for_next: bool) -> (u16, Value) {
    let body = json!({ "kind": "collection", "for_next": for_next });
    post(who, &format!("/api/tables/{table}/box/pull"), body).await
}

async fn count(who: &Patron, table: u32, number: u32, cents: i64, note: &str) -> (u16, Value) {
    let body = json!({ "counted": cents, "note": note });
    post(who, &format!("/api/tables/{table}/boxes/{number}/count"), body).await
}

/// Two people with accounts and chips of the house at a table of the house.
async fn two_at(house: &House, cage: &Patron, table: u32, book: &str) -> Vec<Patron> {
    let mut people = Vec::new();
    for seat in [1, 4] {
        let name = format!("Pat {table} {seat}");
        let pat = Patron::register(house.site, &name, "long enough").await.unwrap();
        let bought = json!({ "person": pat.person, "amount": 5_000_000 });
        assert_eq!(post(cage, "/api/cage/buy", bought).await.0, 200);
        drop(house.seated(&pat, table, book, seat).await);
        people.push(pat);
    }
    people
}

/// What the transfers of a log come to, summed up here from its entries: by account.
fn summed(folder: &Folder) -> BTreeMap<String, i64> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    for stream in store.streams().unwrap() {
        for logged in store.entries(stream, 1, usize::MAX).unwrap() {
            for one in &logged.entry.transfers {
                *sums.entry(one.from.clone()).or_default() -= one.amount.in_cents();
                *sums.entry(one.to.clone()).or_default() += one.amount.in_cents();
            }
        }
    }
    sums.retain(|_, cents| *cents != 0);
    sums
}

/// What came into the box of a table by its own log.
fn dropped(folder: &Folder, table: u32) -> i64 {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let drop = format!("table:{table}/drop");
    let entries = store.entries(Stream(table), 1, usize::MAX).unwrap();
    let moved = entries.iter().flat_map(|logged| &logged.entry.transfers);
    moved
        .map(|one| match () {
            () if one.to == drop => one.amount.in_cents(),
            () if one.from == drop => -one.amount.in_cents(),
            () => 0,
        })
        .sum()
}

fn holds(day: &Value, table: u32) -> i64 {
    let boxes = day["boxes"].as_array().unwrap();
    boxes.iter().find(|one| one["table"] == table).map_or(0, |one| one["holds"].as_i64().unwrap())
}

fn is_later(view: &TableView) -> bool {
    view.round_number >= 4 && view.phase != Phase::Playing
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_ends_with_every_chip_found() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, cage, dealer) =
        (house.staff("floor").await, house.staff("cage").await, house.staff("dealer").await);
    let opening = json!({ "moment": "opening", "chips": 100_000_000, "cash": 20_000_000 });
    assert_eq!(post(&cage, "/api/cage/count", opening).await.0, 200);
    let mut tables = Vec::new();
    for book in [BANKED, POKER] {
        let spec = Spec { is_practice: false, ..house.quick(book) };
        tables.push(house.table(&floor, &spec).await);
    }
    let practice = house.table(&floor, &house.quick(BANKED)).await;

    // No box is pulled without a shift, none of play chips, and one shift is open at a time.
    assert_eq!(pull(&floor, tables[0], false).await.0, 409);
    let (_, opened) = post(&floor, "/api/day/shift/open", json!({ "name": "Day" })).await;
    assert_eq!((&opened["shift"]["shift"], &opened["shift"]["name"]), (&json!(1), &json!("Day")));
    assert_eq!(post(&floor, "/api/day/shift/open", json!({ "name": "Again" })).await.0, 409);
    assert_eq!(pull(&floor, practice, false).await.0, 409);
    assert_eq!(pull(&floor, 4_711, false).await.0, 404);

    // One box is pulled in the middle of a round: what that round collected stays at the table.
    let mut banked = two_at(&house, &cage, tables[0], BANKED).await;
    let is_on = |view: &TableView| view.round_number >= 2 && view.phase == Phase::Playing;
    house.two_play(tables[0], BANKED, &mut banked, is_on).await;
    let auditor = house.staff("auditor").await;
    let before: Value = auditor.get("/api/day").await.unwrap();
    assert_eq!(pull(&floor, tables[0], false).await.0, 200);
    let after: Value = auditor.get("/api/day").await.unwrap();
    let first = holds(&before, tables[0]) - holds(&after, tables[0]);
    assert!(
        first > 0 && holds(&after, tables[0]) > 0,
        "what was before is pulled, the round is not: {after}"
    );
    let waits = &after["pulled"][0];
    assert_eq!((&waits["number"], &waits["shift"], &waits["by"]), (&json!(1), &json!(1), &json!("floor")));
    assert!(
        waits.get("amount").is_none() && waits.get("holds").is_none(),
        "counted without knowing: {waits}"
    );

    // Two people count, and find a quarter less than the ledger has.
    assert_eq!(count(&dealer, tables[0], 1, first, "").await.0, 403);
    assert_eq!(count(&floor, tables[0], 2, first, "").await.0, 404);
    assert_eq!(count(&floor, tables[0], 1, first - 25, "").await.0, 200);
    let (_, again) = count(&floor, tables[0], 1, first - 25, "").await;
    assert_eq!(again["pulled"].as_array().unwrap().len(), 1, "nobody agrees with themselves: {again}");
    // What the ledger has is told once both counts are in the log; then the difference is explained.
    assert_eq!((&again["pulled"][0]["difference"], &again["chips"]), (&Value::Null, &Value::Null));
    let (status, short) = count(&cage, tables[0], 1, first - 25, "").await;
    let waits = &short["pulled"][0];
    assert_eq!(
        (status, &waits["difference"], &waits["is_disputed"]),
        (200, &json!(-25), &json!(false)),
        "{short}"
    );
    let (_, settled) = count(&cage, tables[0], 1, first - 25, "A chip fell behind the table.").await;
    assert_eq!(settled["pulled"].as_array().unwrap().len(), 0);
    let day: Value = auditor.get("/api/day").await.unwrap();
    assert_eq!(day["chips"]["differences"], 25);

    // Chips for change come and go, with somebody at the table.
    let change = |amount: i64, with: &str| json!({ "table": tables[0], "amount": amount, "with": with });
    assert_eq!(post(&cage, "/api/cage/fill", change(20_000, "dealer")).await.0, 200);
    assert_eq!(post(&cage, "/api/cage/fill", change(20_000, "Pat 1 1")).await.0, 409);
    let back = async |amount: i64| {
        let (status, day) = post(&cage, "/api/cage/credit", change(amount, "dealer")).await;
        assert_eq!(status, 200, "{day}");
        format!("/api/cage/asked/{}/approve", day["asked"][0]["exchange"])
    };
    let too_many = back(20_001).await;
    assert_eq!(post(&floor, &too_many, json!({})).await.0, 409, "whoever gives them agrees to it");
    assert_eq!(post(&dealer, &too_many, json!({})).await.0, 409);
    assert_eq!(post(&dealer, &too_many, json!({})).await.0, 404, "it is declined, and that is in the log");
    assert_eq!(post(&dealer, &back(15_000).await, json!({})).await.0, 200);

    let ruling = json!({ "do": "rule", "words": "The deal stands.", "clause": "" });
    let said = json!({ "id": "a ruling", "as": "floor", "command": ruling });
    let ruled = post(&floor, &format!("/api/tables/{}/commands", tables[0]), said).await;
    assert_eq!(ruled.1["outcome"], "applied", "{}", ruled.1);

    // The rest of the day; a shift ends when its boxes are pulled for the next one, also while people play on.
    let mut poker = two_at(&house, &cage, tables[1], POKER).await;
    tokio::join!(
        house.two_play(tables[0], BANKED, &mut banked, is_later),
        house.two_play(tables[1], POKER, &mut poker, is_later),
    );
    let (status, refused) = post(&floor, "/api/day/shift/close", json!({})).await;
    assert_eq!(status, 409);
    assert!(refused["error"].as_str().unwrap_or_default().contains("pull them"), "{refused}");
    let day: Value = auditor.get("/api/day").await.unwrap();
    let left: Vec<i64> = tables.iter().map(|table| holds(&day, *table)).collect();
    assert!(left.iter().all(|cents| *cents > 0), "{day}");
    for table in &tables {
        assert_eq!(pull(&floor, *table, true).await.0, 200);
        assert_eq!(pull(&floor, *table, true).await.0, 409, "the next is the coming shift's");
    }
    // What lies at tables for change is counted before the shift is over.
    let (status, refused) = post(&floor, "/api/day/shift/close", json!({})).await;
    assert_eq!(status, 409);
    assert!(refused["error"].as_str().unwrap_or_default().contains("two people count them"), "{refused}");
    let tray = format!("/api/tables/{}/tray/count", tables[0]);
    assert_eq!(post(&floor, &tray, json!({ "counted": 5_000 })).await.0, 200);
    assert_eq!(post(&cage, &tray, json!({ "counted": 5_000 })).await.0, 200);
    let (status, closed) = post(&floor, "/api/day/shift/close", json!({})).await;
    assert_eq!((status, &closed["shift"]), (200, &Value::Null), "{closed}");
    house.close().await;

    // Boxes wait over a restart.
    let house = House::open(quiet(&folder)).await;
    let (floor, cage) = (house.staff("floor").await, house.staff("cage").await);
    let auditor = house.staff("auditor").await;
    for (table, number, cents) in [(tables[0], 2, left[0]), (tables[1], 1, left[1])] {
        assert_eq!(count(&cage, table, number, cents, "").await.0, 200);
        assert_eq!(count(&floor, table, number, cents, "").await.0, 200);
    }
    let redeem = json!({ "person": banked[0].person, "amount": 100_000 });
    assert_eq!(post(&cage, "/api/cage/redeem", redeem).await.0, 200);
    let day: Value = auditor.get("/api/day").await.unwrap();
    let expected = day["cage"]["expected"].clone();
    let counted = first - 25 + left[0] + left[1];
    let chips = 100_000_000 - 4 * 5_000_000 - 20_000 + 15_000 + counted + 100_000;
    let cash = 20_000_000 + 4 * 5_000_000 - 100_000;
    assert_eq!(expected, json!({ "chips": chips, "cash": cash }));
    let closing =
        |cash: i64, note: &str| json!({ "moment": "closing", "chips": chips, "cash": cash, "note": note });
    let (_, tried) = post(&cage, "/api/cage/count", closing(cash - 500, "")).await;
    assert_eq!(tried["cage"]["moment"], "opening", "it is counted once more: {tried}");
    assert_eq!(tried["cage"]["tried"]["expected"], expected, "told once the count is in the log: {tried}");
    assert_eq!(post(&cage, "/api/cage/count", closing(cash - 500, "Five short.")).await.0, 200);

    // Every chip that was sold is somewhere, by the room and by a sum over its log.
    let day: Value = auditor.get("/api/day").await.unwrap();
    assert_eq!(day["chips"]["unexplained"], 0, "{day}");
    assert_eq!((&day["cage"]["moment"], &day["cage"]["tried"]), (&json!("closing"), &Value::Null), "{day}");
    let report: Value = auditor.get("/api/reports/chips").await.unwrap();
    let of_counts: Value = cage.get("/api/reports/counts").await.unwrap();
    let one_table: Value =
        cage.get(&format!("/api/reports/counts?table={}&shift=1", tables[1])).await.unwrap();
    let mut reports = BTreeMap::new();
    for kind in ["by-table", "by-hour", "by-schedule", "by-shift"] {
        let made: Value = auditor.get(&format!("/api/reports/collections-{kind}")).await.unwrap();
        reports.insert(kind, made);
    }
    let hands: Value = cage.get("/api/reports/hands").await.unwrap();
    let rotation: Value = cage.get(&format!("/api/reports/rotation?table={}", tables[0])).await.unwrap();
    let rulings: Value = cage.get("/api/reports/rulings").await.unwrap();
    let csv = cage.ask(Ask::get("/api/reports/counts/csv")).await.unwrap();
    let turned = cage.ask(Ask::get("/api/reports/counts?from=5&to=4")).await.unwrap();
    assert_eq!(turned.status, 400);
    let pdf = cage.ask(Ask::get("/api/reports/counts/pdf")).await.unwrap();
    assert_eq!((pdf.status, pdf.header("content-type")), (200, Some("application/pdf")));
    seen_by_the_auditor(&house, floor.person, cage.person).await;
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    let sums = summed(&folder);
    let of = |part: &str| -> i64 {
        sums.iter().filter(|(name, _)| name.contains(part)).map(|(_, cents)| cents).sum()
    };
    let sold = 4 * 5_000_000;
    let in_cage = sums["cage"] + sold;
    assert_eq!(in_cage, 100_000 + counted - 20_000 + 15_000, "redeemed, counted, and for change");
    let houses =
        |name: &String| !name.starts_with("play") && !name.starts_with(&format!("table:{practice}/"));
    let elsewhere: i64 =
        sums.iter().filter(|(name, _)| houses(name) && *name != "cage").map(|(_, cents)| cents).sum();
    assert_eq!(in_cage + elsewhere, sold, "cage, boxes, patrons and tables are all chips that were sold");
    assert_eq!((of("/box:"), of("/tray"), of("differences")), (0, 5_000, 25));
    assert_eq!(sum(&report, "Out of the cage"), -sums["cage"]);
    assert_eq!(sum(&report, "Unexplained"), 0);
    assert_eq!(sum(&report, "Found"), elsewhere);

    // The count sheet: each box once, every count, and what came into the boxes by the tables' own logs.
    let by_logs: i64 = tables.iter().map(|table| dropped(&folder, *table)).sum();
    let still = of("/drop");
    assert_eq!(sum(&of_counts, "Ledger, collection"), by_logs - still);
    assert_eq!(sum(&of_counts, "Difference, collection"), -25);
    assert_eq!(of_counts["rows"].as_array().unwrap().len(), 4 + 2 + 2 + 2, "{of_counts}");
    assert_eq!(one_table["rows"].as_array().unwrap().len(), 2, "{one_table}");
    assert!(csv.body.contains("A chip fell behind the table."), "{}", csv.body);
    assert_eq!(csv.body.lines().count(), 11);

    // The other reports against sums over the raw text of the log.
    for (kind, made) in &reports {
        assert_eq!(sum(made, "Collected"), by_logs, "{kind}");
    }
    let cents = |row: &Value, place: usize| row[place].as_i64().unwrap();
    for row in reports["by-table"]["rows"].as_array().unwrap() {
        let table = cents(row, 0) as u32;
        assert_eq!(cents(row, 3), dropped(&folder, table), "table {table}");
        assert_eq!(cents(row, 2), told(&folder, table, "\"event\":\"round-ended\""), "table {table}");
    }
    assert_eq!(reports["by-table"]["rows"].as_array().unwrap().len(), 2, "none for practice");
    let schedules = reports["by-schedule"]["rows"].as_array().unwrap();
    assert!(schedules.iter().any(|row| row[0].as_str().unwrap().starts_with(BANKED)), "{schedules:?}");
    let shifts = reports["by-shift"]["rows"].as_array().unwrap();
    assert_eq!((&shifts[0][0], cents(&shifts[0], 2)), (&json!("1 Day"), by_logs), "{shifts:?}");
    let hours: i64 = reports["by-hour"]["rows"].as_array().unwrap().iter().map(|row| cents(row, 2)).sum();
    assert_eq!(hours, by_logs);
    let dealt: i64 = hands["rows"].as_array().unwrap().iter().map(|row| cents(row, 3)).sum();
    let ended: i64 = tables.iter().map(|table| told(&folder, *table, "\"event\":\"round-ended\"")).sum();
    assert_eq!(dealt, ended);
    let offered = told(&folder, tables[0], "\"event\":\"bank-offered\"");
    assert!(rotation["rows"].as_array().unwrap().len() as i64 >= offered && offered > 0, "{rotation}");
    let ruled = &rulings["rows"].as_array().unwrap()[..];
    assert_eq!(ruled.len(), 1, "{rulings}");
    assert_eq!(
        (&ruled[0][3], &ruled[0][4], &ruled[0][9]),
        (&json!("ruling"), &json!("floor"), &json!("The deal stands."))
    );

    forgeries(&folder, tables[0], floor.person, cage.person);
}

/// Looks for every act of the day in the auditor's view, with who did it.
async fn seen_by_the_auditor(house: &House, floor: u32, cage: u32) {
    let log: Value = house.staff("auditor").await.get("/api/house/log").await.unwrap();
    let entries = log["entries"].as_array().unwrap();
    let bodies: Vec<Value> =
        entries.iter().map(|entry| serde_json::from_str(entry["body"].as_str().unwrap()).unwrap()).collect();
    let acts = [
        ("shift-opened", floor),
        ("shift-closed", floor),
        ("box-pulled", floor),
        ("box-counted", floor),
        ("box-counted", cage),
        ("cage-counted", cage),
        ("cage-tried", cage),
        ("tray-counted", floor),
        ("table-filled", cage),
        ("table-credited", cage),
    ];
    for (kind, by) in acts {
        assert!(bodies.iter().any(|body| body["house"] == kind && body["by"] == by), "{kind}: {bodies:#?}");
    }
}

/// How often a text stands in a table's log.
fn told(folder: &Folder, table: u32, text: &str) -> i64 {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let entries = store.entries(Stream(table), 1, usize::MAX).unwrap();
    entries.iter().map(|logged| logged.entry.body.matches(text).count() as i64).sum()
}

fn sum(report: &Value, name: &str) -> i64 {
    let sums = report["sums"].as_array().unwrap();
    let found = sums.iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}: {report}"))["amount"].as_i64().unwrap()
}

/// The same log with one thing forged at a time; every hash is right.
fn forgeries(folder: &Folder, table: u32, floor: u32, cage: u32) {
    let found = |forged: &Folder, what: &str| {
        let faults = faults(forged);
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    // Less was in the box than the house says, also in the ledger.
    let mut is_done = false;
    let less = rewritten(folder, &mut |entry| {
        if !is_done && entry.body.contains("box-pulled") {
            is_done = true;
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            body["amount"] = json!(body["amount"].as_i64().unwrap() - 25);
            entry.body = body.to_string();
            entry.transfers[0].amount -= books::Money::cents(25);
        }
    });
    found(&less, "box 1 held");
    let later = house_changed(folder, "box-pulled", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        body["event"] = json!(body["event"].as_u64().unwrap() - 1);
        entry.body = body.to_string();
    });
    found(&later, "box 1");
    let changes: [(&str, &str, Value, &str); 13] = [
        ("box-pulled", "number", json!(2), "is not at table"),
        ("box-pulled", "shift", json!(4), "is not at table"),
        ("box-pulled", "by", json!(cage), "for others of the staff"),
        ("shift-opened", "shift", json!(3), "number 1"),
        ("shift-opened", "by", json!(cage), "for others of the staff"),
        ("cage-counted", "by", json!(floor), "for others of the staff"),
        ("\"note\":\"Five short.\"", "note", json!(""), "should hold"),
        ("\"settled\"", "note", json!(""), "explains the difference"),
        ("\"settled\"", "by", json!(floor), "two equal counts"),
        // Trays: counted by the staff, by two, and to the ledger's amount; and who tries the cage serves there.
        ("\"house\":\"tray-counted\"", "by", json!(4_711), "for others of the staff"),
        ("\"held\":5000", "by", json!(floor), "two equal counts"),
        ("\"held\":5000", "counted", json!(4_900), "two equal counts"),
        ("cage-tried", "by", json!(floor), "for others of the staff"),
    ];
    for (holds, field, value, what) in changes {
        let forged = house_changed(folder, holds, &|entry| {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            body[field] = value.clone();
            entry.body = body.to_string();
        });
        found(&forged, what);
    }
    // A shift that ends although nobody counted what lies at its tables.
    let uncounted = house_changed(folder, "\"held\":5000", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        body["counted"] = json!(5_001);
        body.as_object_mut().unwrap().remove("settled");
        entry.body = body.to_string();
    });
    found(&uncounted, "two people count them");
    // A count whose chips go elsewhere, and one that nobody made.
    let elsewhere =
        house_changed(folder, "\"settled\"", &|entry| entry.transfers[0].to = "patron:1".to_owned());
    found(&elsewhere, "other chips move than the house says");
    let tray = house_changed(folder, "table-filled", &|entry| {
        entry.body = entry.body.replace(&format!("\"table\":{table}"), "\"table\":3");
        entry.transfers[0].to = "table:3/tray".to_owned();
    });
    found(&tray, "play chips");
}
