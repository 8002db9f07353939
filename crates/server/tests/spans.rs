//! Reports of a part: every kind asked for a shift or a table tells of that and of nothing else, the parts come to the whole,
//! and what a report knows nothing of is refused instead of passed over.

mod house;
mod table;

use client::{Ask, Patron};
use house::{Folder, House, quiet};
use room::Spec;
use serde_json::{Value, json};
use table::{Bank, Seated, post};

const BOOK: &str = "mortimers/no-bust-6";

/// Reports of what happened, with the column that says at which table, if one does.
const KINDS: [(&str, Option<&str>); 12] = [
    ("counts", Some("Table")),
    ("cage", None),
    ("cash", None),
    ("jackpots", Some("Table")),
    ("collections-by-table", Some("Table")),
    ("collections-by-hour", None),
    ("collections-by-schedule", None),
    ("hands", Some("Table")),
    ("rotation", Some("Table")),
    ("rulings", Some("Table")),
    ("law", Some("Table")),
    ("playing-books", Some("Table")),
];

async fn done(who: &Patron, path: &str, body: Value) -> Value {
    let (status, answer) = post(who, path, body.clone()).await;
    assert_eq!(status, 200, "{path} {body}: {answer}");
    answer
}

async fn report(who: &Patron, kind: &str, span: &str) -> Value {
    who.get(&format!("/api/reports/{kind}?{span}")).await.unwrap()
}

fn rows(report: &Value) -> &Vec<Value> {
    report["rows"].as_array().unwrap_or_else(|| panic!("no rows: {report}"))
}

/// A shift at a table of its own, with everything that reports tell of.
async fn shift(house: &House, name: &str) -> u32 {
    let (floor, cage, owner) =
        (house.staff("floor").await, house.staff("cage").await, house.staff("owner").await);
    done(&floor, "/api/day/shift/open", json!({ "name": name })).await;
    let count = json!({ "moment": "opening", "chips": 100_000_000, "cash": 20_000_000, "note": name });
    done(&cage, "/api/cage/count", count).await;
    let table = house.table(&floor, &Spec { is_practice: false, ..house.quick(BOOK) }).await;
    let mut seated = Seated::people(house, table, BOOK).await;
    let badge = json!({ "person": seated.name(0), "badge": name });
    done(&floor, "/api/companies/1/badges", badge).await;
    for place in 0..2 {
        assert_eq!(seated.sit(place).await["outcome"], "applied");
    }
    seated.play(Bank::Both, 3).await;
    done(&owner, "/api/jackpots", json!({ "do": "fund", "amount": 10_000, "with": "cage" })).await;
    let hit = json!({ "do": "claim", "table": table, "round": 1, "name": seated.name(1), "amount": 2_500,
                      "words": "High hand", "of": "promotion" });
    let claimed = done(&floor, "/api/jackpots", hit).await;
    let approve = json!({ "do": "approve", "claim": claimed["claims"][0]["claim"] });
    done(&owner, "/api/jackpots", approve).await;
    let rule = json!({ "id": format!("rule {name}"), "as": "floor", "command": { "do": "rule", "words": name, "clause": "" } });
    assert_eq!(done(&floor, &format!("/api/tables/{table}/commands"), rule).await["outcome"], "applied");
    for place in 0..2 {
        assert_eq!(seated.leave(place).await["outcome"], "applied");
    }
    let close = json!({ "id": format!("close {name}"), "as": "floor", "command": { "do": "close" } });
    assert_eq!(done(&floor, &format!("/api/tables/{table}/commands"), close).await["outcome"], "applied");
    done(&floor, &format!("/api/tables/{table}/box/pull"), json!({ "kind": "collection", "for_next": true }))
        .await;
    done(&floor, "/api/day/shift/close", json!({})).await;
    // A box is counted when its shift is over, and is of that shift all the same.
    let auditor = house.staff("auditor").await;
    let held: Value = auditor.get(&format!("/api/reports/collections-by-table?table={table}")).await.unwrap();
    let counted = json!({ "counted": rows(&held)[0][3] });
    for who in [&floor, &cage] {
        done(who, &format!("/api/tables/{table}/boxes/1/count"), counted.clone()).await;
    }
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_of_a_shift_or_a_table_tells_of_nothing_else() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let company = json!({ "name": "Acme Props", "licence": "TPPP-1" });
    done(&house.staff("floor").await, "/api/companies", company).await;
    let tables = [shift(&house, "Day").await, shift(&house, "Swing").await];
    let auditor = house.staff("auditor").await;

    for (kind, at) in KINDS {
        let whole = report(&auditor, kind, "").await;
        let mut of_shifts = Vec::new();
        for (number, table) in (1..).zip(tables) {
            let own = report(&auditor, kind, &format!("shift={number}")).await;
            assert!(!rows(&own).is_empty(), "{kind}, shift {number}: {own}");
            if let Some(title) = at {
                let titles = own["columns"].as_array().unwrap();
                let place = titles.iter().position(|one| one["title"] == title).unwrap();
                let is_own = |row: &Value| row[place].is_null() || row[place] == table;
                assert!(rows(&own).iter().all(is_own), "{kind}, shift {number}: {own}");
                let of_table = report(&auditor, kind, &format!("table={table}")).await;
                assert!(!rows(&of_table).is_empty(), "{kind}, table {table}: {of_table}");
                // Each table was open in one shift; what belongs to no table is in the shift's alone.
                let mut at_it = rows(&own).clone();
                if kind == "jackpots" {
                    at_it.retain(|row| row[1] != "set apart");
                }
                assert_eq!(rows(&of_table), &at_it, "{kind}, table {table}");
            }
            of_shifts.push(own);
        }
        let none = report(&auditor, kind, "shift=3").await;
        assert_eq!(none["rows"], json!([]), "{kind}: there was no third shift");
        for sum in whole["sums"].as_array().unwrap() {
            let of = |report: &Value| -> i64 {
                let sums = report["sums"].as_array().unwrap();
                sums.iter()
                    .find(|one| one["name"] == sum["name"])
                    .map_or(0, |one| one["amount"].as_i64().unwrap())
            };
            // The cage sells chips before a shift begins, too.
            let parts: i64 = of_shifts.iter().map(&of).sum();
            assert_eq!(parts, of(&whole), "{kind}: {sum}");
        }
    }

    // What a report knows nothing of is said, not passed over.
    for (kind, span) in [
        ("chips", "shift=1"),
        ("chips", "to=5"),
        ("chips", "table=1"),
        ("cash", "table=1"),
        ("cage", "table=1"),
    ] {
        let reply = auditor.ask(Ask::get(&format!("/api/reports/{kind}?{span}"))).await.unwrap();
        assert_eq!(reply.status, 400, "{kind} {span}: {}", reply.body);
        assert!(reply.body.contains("leave"), "{}", reply.body);
    }
    assert!(!rows(&report(&auditor, "chips", "").await).is_empty());
    house.close().await;
}
