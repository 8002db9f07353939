//! A whole day of the house over the public interface: thirty tables of every family, lists, felt and shuffler, dealers who
//! rotate, shifts, boxes and counts, a correction, a jackpot and the closing. It ends with every chip found that was sold,
//! by the room, by its reports and by a sum over the log.

mod felt;
mod forge;
mod house;
mod sums;

use std::collections::BTreeMap;

use books::Shelf;
use books::read::Source;
use client::Patron;
use felt::{Felt, post};
use forge::{faults, house_changed};
use house::{Folder, House, books, quiet};
use room::{Spec, TableView};
use serde_json::{Value, json};
use store::{Reader, Sqlite};

const JACKPOT: &str = "marina/holdem";

/// Marina's hold'em with its jackpot switched on, so that a dollar of every flop goes into the jackpot's box, and The Players
/// Club at any hour, so that its games are played whenever this runs.
fn books_of_the_day() -> Shelf {
    let shelf = Shelf::filed();
    let path = format!("{JACKPOT}.toml");
    let text = shelf.file(&path).expect("the book is filed").text.clone();
    let on = text.replace("jackpot             = false", "jackpot             = true");
    assert_ne!(on, text);
    let shelf = shelf.with_file(&path, Source::new(path.clone(), on));
    let path = "players-club/house.toml";
    let text = shelf.file(path).expect("the house is filed").text.clone();
    let (before, rest) = text.split_once("[[hours]]").expect("it has hours");
    let (_, after) = rest.split_once("[[rules]]").expect("rules follow");
    shelf.with_file(path, Source::new(path.to_owned(), format!("{before}[[rules]]{after}")))
}

fn is_enough(view: &TableView) -> bool {
    view.round_number >= 3
}

/// What every account came to by the log's transfers.
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

async fn done(who: &Patron, path: &str, body: Value) -> Value {
    let (status, answer) = post(who, path, body.clone()).await;
    assert_eq!(status, 200, "{path} {body}: {answer}");
    answer
}

struct Day {
    house: House,
    floor: Patron,
    cage: Patron,
    dealer: Patron,
    owner: Patron,
    sold: i64,
    redeemed: i64,
}

impl Day {
    /// Somebody with chips of the house.
    async fn patron(&mut self, name: &str, cents: i64) -> Patron {
        let patron = Patron::register(self.house.site, name, "long enough").await.unwrap();
        done(&self.cage, "/api/cage/buy", json!({ "person": patron.person, "amount": cents })).await;
        self.sold += cents;
        patron
    }

    /// Two people sit down at each table and play some rounds.
    async fn play(&mut self, tables: &[(u32, String)]) -> u32 {
        let mut played = 0;
        for (table, book) in tables {
            let mut people = Vec::new();
            for seat in [1, 4] {
                let patron = self.patron(&format!("P {table} {seat}"), 5_000_000).await;
                drop(self.house.seated(&patron, *table, book, seat).await);
                people.push(patron);
            }
            let view: Value = self.floor.get(&format!("/api/tables/{table}")).await.unwrap();
            assert!(view["view"]["closed_hours"].is_null(), "{book} is dealt at this hour: {view}");
            self.house.two_play(*table, book, &mut people, is_enough).await;
            played += 1;
        }
        played
    }

    async fn count_all(&self, tables: &[u32], for_next: bool) {
        for table in tables {
            for kind in ["collection", "jackpot"] {
                let body = json!({ "kind": kind, "for_next": for_next });
                done(&self.floor, &format!("/api/tables/{table}/box/pull"), body).await;
            }
        }
        let store_view: Value = self.cage.get("/api/day").await.unwrap();
        for one in store_view["pulled"].as_array().unwrap() {
            let path = format!("/api/tables/{}/boxes/{}/count", one["table"], one["number"]);
            // What is in it stands in the log alone; the auditor has read it.
            let cents = self.in_box(one["table"].as_u64().unwrap(), one["number"].as_u64().unwrap()).await;
            done(&self.cage, &path, json!({ "counted": cents })).await;
            done(&self.floor, &path, json!({ "counted": cents })).await;
        }
    }

    async fn in_box(&self, table: u64, number: u64) -> i64 {
        let auditor = self.house.staff("auditor").await;
        let mut below = String::new();
        loop {
            let log: Value = auditor.get(&format!("/api/house/log{below}")).await.unwrap();
            let entries = log["entries"].as_array().unwrap();
            for entry in entries {
                let body: Value = serde_json::from_str(entry["body"].as_str().unwrap()).unwrap();
                if body["house"] == "box-pulled" && body["table"] == table && body["number"] == number {
                    return body["amount"].as_i64().unwrap();
                }
            }
            let last = entries.last().expect("the box was pulled")["first"].as_u64().unwrap();
            below = format!("?below={last}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_tables_open_and_close_with_every_chip_found() {
    let folder = Folder::new();
    let house = House::open_with(books_of_the_day(), quiet(&folder)).await;
    let (floor, cage, dealer, owner) = (
        house.staff("floor").await,
        house.staff("cage").await,
        house.staff("dealer").await,
        house.staff("owner").await,
    );
    let mut day = Day { house, floor, cage, dealer, owner, sold: 0, redeemed: 0 };

    // Opening: the cage is counted, a shift begins, thirty tables of every family open.
    let opening = json!({ "moment": "opening", "chips": 2_000_000_000, "cash": 50_000_000 });
    done(&day.cage, "/api/cage/count", opening).await;
    done(&day.floor, "/api/day/shift/open", json!({ "name": "Day" })).await;
    let mut names = books();
    names.retain(|book| book != JACKPOT);
    names.extend(
        [JACKPOT, JACKPOT, JACKPOT, "mortimers/no-bust-6", "mortimers/double-hand"].map(str::to_owned),
    );
    names.truncate(29);
    let mut tables: Vec<(u32, String)> = Vec::new();
    for book in &names {
        let spec = Spec { is_practice: false, despite_errors: true, ..day.house.quick(book) };
        tables.push((day.house.table(&day.floor, &spec).await, book.clone()));
    }
    let felt =
        json!({ "book": "mortimers/no-bust-6", "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&day.house, felt).await;
    day.sold += 3 * 90_000;
    assert_eq!(tables.len() + 1, 30);

    // Dealers on duty, a push and a break.
    let first = felt.table;
    done(&day.dealer, "/api/line-up", json!({ "do": "on-duty" })).await;
    done(&day.floor, "/api/line-up", json!({ "do": "on-duty" })).await;
    done(&day.floor, "/api/line-up", json!({ "do": "tables", "tables": [first], "minutes": 30 })).await;
    let line = done(&day.floor, "/api/line-up", json!({ "do": "push" })).await;
    assert_eq!(
        (&line["tables"][0]["dealer"], &line["resting"]),
        (&json!("floor"), &json!(["dealer"])),
        "{line}"
    );
    done(&day.dealer, "/api/line-up", json!({ "do": "break", "is_on": true })).await;
    let line = done(&day.dealer, "/api/line-up", json!({ "do": "break", "is_on": false })).await;
    assert_eq!(line["tables"][0]["next"], "dealer", "{line}");
    assert_eq!(post(&day.dealer, "/api/line-up", json!({ "do": "push" })).await.0, 403);

    // A list, a call, and somebody who takes the seat.
    let main = tables.iter().find(|(_, book)| book == JACKPOT).unwrap().0;
    done(&day.floor, "/api/lists", json!({ "do": "open", "book": JACKPOT, "stakes": "$4-$8" })).await;
    done(&day.floor, "/api/lists", json!({ "do": "set-table", "table": main, "list": 1 })).await;
    let lee = day.patron("Lee", 1_000_000).await;
    done(&lee, "/api/lists", json!({ "do": "join", "wants": { "want": "game", "list": 1 } })).await;
    let called = done(&day.floor, "/api/lists", json!({ "do": "call", "table": main })).await;
    assert_eq!(called["holds"][0]["shown"], "L.");
    done(&lee, "/api/lists", json!({ "do": "release", "hold": called["holds"][0]["hold"] })).await;
    let place = called["lists"][0]["waiting"][0]["place"].clone();
    done(&lee, "/api/lists", json!({ "do": "leave", "place": place })).await;

    // One table has its notice, the others none; and one of the felt plays for a provider.
    done(&day.floor, "/api/law/notices/post", json!({ "table": first })).await;
    done(&day.floor, "/api/companies", json!({ "name": "Acme Props", "licence": "TPPP-1" })).await;
    done(&day.floor, "/api/companies/1/badges", json!({ "person": "Ann", "badge": "A-7" })).await;

    // Everybody plays; at the felt a round by hand, of which the floor corrects a dollar.
    let played = day.play(&tables).await;
    assert_eq!(played as usize, tables.len(), "every family is played, Pan as well");
    felt.round().await;
    let correction = json!({ "do": "correct", "correction": felt.correction(1, 2, 100) });
    let floor = felt.floor.clone();
    felt.done(&floor, "floor", correction).await;

    // Boxes are pulled and counted; what jackpot money they hold is the fund, and one hit is paid out of it.
    let numbers: Vec<u32> = tables.iter().map(|(table, _)| *table).chain([felt.table as u32]).collect();
    day.count_all(&numbers, false).await;
    let fund: Value = day.floor.get("/api/jackpots").await.unwrap();
    let held = fund["fund"].as_i64().unwrap();
    assert!(held > 0, "flops were seen at the tables with a jackpot: {fund}");
    let hit = |amount: i64| {
        let name = format!("P {main} 1");
        json!({ "do": "claim", "table": main, "round": 1, "name": name, "amount": amount, "words": "Aces full beaten" })
    };
    assert_eq!(post(&day.dealer, "/api/jackpots", hit(held + 1)).await.0, 409, "no more than the fund holds");
    let no_jackpot = tables.iter().find(|(_, book)| book == "mortimers/no-bust-6").unwrap().0;
    let elsewhere = json!({ "do": "claim", "table": no_jackpot, "round": 1, "name": format!("P {no_jackpot} 1"), "amount": 100, "words": "?" });
    assert_eq!(post(&day.dealer, "/api/jackpots", elsewhere).await.0, 409, "its schedule takes none");
    // Whoever sat down later has not hit what was dealt before.
    let sit = json!({ "id": "Lee sits", "command": { "do": "sit", "seat": 7, "buy_in": 100_000 } });
    let sat = done(&lee, &format!("/api/tables/{main}/commands"), sit).await;
    assert_eq!(sat["outcome"], "applied", "{sat}");
    let later =
        json!({ "do": "claim", "table": main, "round": 1, "name": "Lee", "amount": 100, "words": "?" });
    let (status, told) = post(&day.dealer, "/api/jackpots", later).await;
    assert_eq!(status, 409, "{told}");
    assert!(told.to_string().contains("was not in round 1"), "{told}");
    let claimed = done(&day.dealer, "/api/jackpots", hit(held - 50)).await;
    let claim = claimed["claims"][0]["claim"].clone();
    assert_eq!(post(&day.dealer, "/api/jackpots", json!({ "do": "approve", "claim": claim })).await.0, 403);
    let paid = done(&day.owner, "/api/jackpots", json!({ "do": "approve", "claim": claim })).await;
    assert_eq!((&paid["fund"], paid["claims"].as_array().unwrap().len()), (&json!(50), 0), "{paid}");
    assert_eq!(post(&day.owner, "/api/jackpots", json!({ "do": "approve", "claim": claim })).await.0, 404);

    // Closing: every table closes, patrons redeem what they have, the shift ends, the cage is counted.
    for table in &numbers {
        let close = json!({ "id": format!("close {table}"), "as": "floor", "command": { "do": "close" } });
        let answer = done(&day.floor, &format!("/api/tables/{table}/commands"), close).await;
        assert_eq!(answer["outcome"], "applied", "{table}: {answer}");
    }
    let mut voids = 0;
    loop {
        let lobby: Value = day.floor.get("/api/floor").await.unwrap();
        let is_open =
            |one: &Value| one["phase"] != "closed" && numbers.iter().any(|table| one["table"] == *table);
        if !lobby["tables"].as_array().unwrap().iter().any(is_open) {
            break;
        }
        // Rounds that are on are voided: nobody waits for clocks.
        voids += 1;
        for table in &numbers {
            let void =
                json!({ "do": "report", "report": { "void": { "spot": null, "fees_returned": true } } });
            let id = format!("void {table} {voids}");
            let said = json!({ "id": id, "as": "floor", "command": void });
            let _ = post(&day.floor, &format!("/api/tables/{table}/commands"), said).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    day.count_all(&numbers, true).await;
    let cage: Value = day.house.staff("auditor").await.get("/api/cage").await.unwrap();
    for one in cage["patrons"].as_array().unwrap() {
        let cents = one["wallet"].as_i64().unwrap();
        assert_eq!(one["on_tables"], 0, "{one}");
        if cents > 1_000 {
            let back = json!({ "person": one["person"], "amount": cents - 1_000 });
            done(&day.cage, "/api/cage/redeem", back).await;
            day.redeemed += cents - 1_000;
        }
    }
    done(&day.floor, "/api/day/shift/close", json!({})).await;
    let view: Value = day.owner.get("/api/day").await.unwrap();
    assert_eq!(view["chips"]["unexplained"], 0, "{view}");
    let drawer = view["cage"]["expected"].clone();
    assert_eq!(drawer["cash"], json!(50_000_000 + day.sold - day.redeemed));
    let closing = json!({ "moment": "closing", "chips": drawer["chips"], "cash": drawer["cash"] });
    done(&day.cage, "/api/cage/count", closing).await;
    let report: Value = day.owner.get("/api/reports/chips").await.unwrap();
    let cash: Value = day.cage.get("/api/reports/cash").await.unwrap();
    let hits: Value = day.cage.get("/api/reports/jackpots").await.unwrap();
    // Each report equals what its own sum over the log comes to, once the room is closed.
    // Who counts nothing reads them: whoever counts is not told where the chips are.
    let reports = sums::reports(&day.house.staff("auditor").await).await;
    let (sold, redeemed, owner) = (day.sold, day.redeemed, day.owner.person);
    day.house.close().await;

    // To the cent: cage, boxes, patrons' chips and funds are the chips that were sold.
    assert_eq!(faults(&folder), Vec::<String>::new());
    sums::check(&sums::Log::read(&folder), &reports);
    let sums = summed(&folder);
    let of = |is_so: &dyn Fn(&str) -> bool| -> i64 {
        sums.iter().filter(|(name, _)| is_so(name)).map(|(_, cents)| *cents).sum()
    };
    let in_cage = sums["cage"] + sold;
    let patrons = of(&|name| name.starts_with("patron:"));
    let boxes = of(&|name| name.starts_with("table:"));
    let funds = of(&|name| name == "jackpot-fund" || name == "differences");
    assert_eq!(in_cage + patrons + boxes + funds, sold, "{sums:?}");
    assert_eq!((boxes, funds), (0, 50), "every box was counted: {sums:?}");
    let amount = |report: &Value, name: &str| {
        let found = report["sums"].as_array().unwrap().iter().find(|one| one["name"] == name).cloned();
        found.unwrap_or_else(|| panic!("no {name}: {report}"))["amount"].as_i64().unwrap()
    };
    assert_eq!((amount(&report, "Out of the cage"), amount(&report, "Unexplained")), (-sums["cage"], 0));
    assert_eq!((amount(&cash, "Brought"), amount(&cash, "Got")), (sold, redeemed));
    assert_eq!((amount(&hits, "Paid"), amount(&hits, "Counted into the fund")), (held - 50, held));

    // The same log with the jackpot forged: more than the fund holds, and by who claimed it.
    let forged = house_changed(&folder, "\"jackpot\":\"paid\"", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        body["by"] = json!(felt.dealer.person);
        entry.body = body.to_string();
    });
    assert!(
        faults(&forged).iter().any(|fault| fault.contains("for others of the staff")),
        "{:?}",
        faults(&forged)
    );
    let forged = house_changed(&folder, "\"jackpot\":\"paid\"", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        body["amount"] = json!(held);
        entry.body = body.to_string();
        entry.transfers[0].amount = books::Money::cents(held);
    });
    assert!(faults(&forged).iter().any(|fault| fault.contains("than was claimed")), "{:?}", faults(&forged));
    let forged = house_changed(&folder, "\"jackpot\":\"claimed\"", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        body["person"] = json!(lee.person);
        entry.body = body.to_string();
    });
    assert!(faults(&forged).iter().any(|fault| fault.contains("was not in it")), "{:?}", faults(&forged));
    let forged = house_changed(&folder, "\"line-up\":\"pushed\"", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        body["deals"][0]["dealer"] = json!(owner);
        entry.body = body.to_string();
    });
    assert!(faults(&forged).iter().any(|fault| fault.contains("by one place")), "{:?}", faults(&forged));
}
