//! Play chips and chips of the house never meet: not at the cage, not at a table, not by a role, and not in a forged log.

mod forge;
mod house;

use client::{Ask, Patron};
use forge::{faults, house_changed, rewritten};
use house::{Folder, House, quiet};
use room::{Spec, TableView};
use rusqlite::Connection;
use serde_json::{Value, json};
use store::{Entry, Reader, Sqlite, Stream, Transfer};

const BOOK: &str = "mortimers/no-bust-6";

/// The chips of the house and the play chips that somebody has away from the tables.
async fn wallets(who: &Patron) -> (i64, i64) {
    let me: Value = who.get("/api/me").await.unwrap();
    (me["wallet"].as_i64().unwrap(), me["play_chips"].as_i64().unwrap())
}

/// All chips of the house that are out of the cage, as the auditor reads it.
async fn out(house: &House) -> i64 {
    let day: Value = house.staff("auditor").await.get("/api/day").await.unwrap();
    day["chips"]["out"].as_i64().unwrap_or_else(|| panic!("{day}"))
}

async fn status(who: &Patron, path: &str, body: Value) -> u16 {
    who.ask(Ask::post(path, &body)).await.unwrap().status
}

async fn say(who: &Patron, table: u32, part: &str, command: Value) -> Value {
    let id = format!("{table} {part} {command}");
    let said = json!({ "id": &id[..id.len().min(60)], "as": part, "command": command });
    who.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap()
}

#[track_caller]
fn is_applied(answer: &Value) {
    assert_eq!(answer["outcome"], "applied", "{answer}");
}

fn sit(seat: u8) -> Value {
    json!({ "do": "sit", "seat": seat, "buy_in": 100_000 })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cage_neither_sells_nor_redeems_play_chips() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    config.hall.bots = 1;
    let house = House::open(config).await;
    let cage = house.staff("cage").await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let view: Value = pat.get("/api/tables/1").await.unwrap();
    let bot = view["view"]["people"].as_array().unwrap().iter().find(|one| one["is_bot"] == true).unwrap();
    let before = [wallets(&guest).await, wallets(&pat).await];
    assert!(before.iter().all(|(house, play)| *house == 0 && *play > 0), "{before:?}");
    for person in [&json!(guest.person), &bot["person"], &json!(pat.person)] {
        for way in ["redeem", "buy"] {
            // Somebody with an account may buy; play chips are redeemed for nobody.
            let is_taken = way == "buy" && *person == json!(pat.person);
            let expected = if is_taken { 200 } else { 409 };
            let path = format!("/api/cage/{way}");
            let found = status(&cage, &path, json!({ "person": person, "amount": 500 })).await;
            assert_eq!(found, expected, "{way} {person}");
        }
    }
    assert_eq!(wallets(&guest).await, before[0]);
    assert_eq!(wallets(&pat).await, (500, before[1].1));
    let seen: Value = cage.get("/api/cage").await.unwrap();
    let names: Vec<&str> =
        seen["patrons"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Pat") && !names.contains(&"Gwen"), "{names:?}");
    assert_eq!((&seen["total"], &seen["play"]["total"]), (&json!(0), &json!(0)));
    assert_eq!(out(&house).await, 500);
    assert!(seen["play"]["out"].as_i64().unwrap() >= before[0].1 + before[1].1, "{seen}");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_sits_down_with_chips_of_the_other_kind() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, dealer, cage) =
        (house.staff("floor").await, house.staff("dealer").await, house.staff("cage").await);
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let spec = json!({ "book": BOOK, "schedule": "1", "dealer": "entered" });
    let opened: Value = floor.post("/api/tables", &spec).await.unwrap();
    let real = opened["table"].as_u64().unwrap() as u32;
    let practice = house.table(&floor, &house.quick(BOOK)).await;
    // A guest is seated by nobody; somebody with play chips alone has none to bring, which is told to them alone.
    let for_whom = |person: u32| json!({ "do": "for", "person": person, "command": sit(1) });
    for (who, part) in [(&floor, "floor"), (&dealer, "dealer")] {
        let answer = say(who, real, part, for_whom(guest.person)).await;
        assert_eq!(answer["outcome"], "refused", "{answer}");
    }
    is_applied(&say(&dealer, real, "dealer", for_whom(pat.person)).await);
    let agreed = say(&pat, real, "patron", json!({ "do": "give-consent" })).await;
    assert_eq!(
        (&agreed["outcome"], &agreed["code"]),
        (&json!("refused"), &json!("only-to-bring")),
        "{agreed}"
    );
    is_applied(&say(&pat, real, "patron", json!({ "do": "refuse-consent" })).await);
    assert_eq!(say(&pat, real, "patron", sit(1)).await["outcome"], "refused");
    // Nor does the floor put chips of the house right for a guest.
    let correction = json!({
        "round": 1, "from": "promotion", "to": { "person": guest.person }, "amount": 500, "why": "record",
        "reason": "owed",
    });
    let right = say(&floor, real, "floor", json!({ "do": "correct", "correction": correction })).await;
    assert_eq!(
        (&right["outcome"], &right["code"]),
        (&json!("refused"), &json!("guests-practice")),
        "{right}"
    );
    let bought = json!({ "person": pat.person, "amount": 150_000 });
    let _: Value = cage.post("/api/cage/buy", &bought).await.unwrap();
    let before = wallets(&pat).await;
    is_applied(&say(&pat, practice, "patron", sit(1)).await);
    assert_eq!(wallets(&pat).await, (before.0, before.1 - 100_000), "play chips alone");
    is_applied(&say(&pat, real, "patron", sit(2)).await);
    assert_eq!(wallets(&pat).await, (before.0 - 100_000, before.1 - 100_000));
    let seen: Value = house.staff("auditor").await.get("/api/cage").await.unwrap();
    let row = seen["patrons"].as_array().unwrap().iter().find(|one| one["name"] == "Pat").unwrap().clone();
    assert_eq!((&row["wallet"], &row["on_tables"]), (&json!(50_000), &json!(100_000)));
    // More than there is of the kind is refused, however much there is of the other.
    let more = say(&pat, real, "patron", json!({ "do": "add-chips", "amount": 60_000 })).await;
    assert_eq!(more["outcome"], "refused", "{more}");
    for table in [real, practice] {
        is_applied(&say(&pat, table, "patron", json!({ "do": "leave" })).await);
    }
    assert_eq!(wallets(&pat).await, before);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_makes_no_chips_of_the_house() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let roles = format!("/api/people/{}/roles", guest.person);
    for wanted in [json!(["patron"]), json!(["patron", "cage"]), json!(["guest", "patron"])] {
        let found = status(&owner, &roles, json!({ "roles": wanted })).await;
        assert!(found == 409 || found == 400, "{wanted}: {found}");
    }
    house.close().await;
    // Whoever writes beside the log makes a patron of the guest, but no chips.
    let file = Connection::open(folder.file()).unwrap();
    file.execute("UPDATE people SET roles = '[\"patron\"]' WHERE name = 'Gwen'", []).unwrap();
    drop(file);
    let house = House::open(quiet(&folder)).await;
    let cage = house.staff("cage").await;
    let redeemed = status(&cage, "/api/cage/redeem", json!({ "person": guest.person, "amount": 100 })).await;
    assert_eq!(redeemed, 409);
    let guest = Patron { site: house.site, ..guest };
    let (house_chips, play) = wallets(&guest).await;
    assert!(house_chips == 0 && play > 0);
    house.close().await;
}

/// A room in which somebody with an account and a guest have played some rounds of a practice table, and the former has
/// bought chips of the house.
async fn practised() -> (Folder, u32, Patron) {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, cage) = (house.staff("floor").await, house.staff("cage").await);
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let bought = json!({ "person": pat.person, "amount": 12_300 });
    let _: Value = cage.post("/api/cage/buy", &bought).await.unwrap();
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let (before, guest_before) = (wallets(&pat).await, wallets(&guest).await);
    let (mut one, mut two) =
        (house.seated(&pat, table, BOOK, 1).await, house.seated(&guest, table, BOOK, 4).await);
    let is_enough = |view: &TableView| view.round_number > 5;
    let (one, two) = tokio::join!(one.play(is_enough), two.play(is_enough));
    one.and(two).unwrap();
    for who in [&pat, &guest] {
        is_applied(&say(who, table, "patron", json!({ "do": "leave" })).await);
    }
    // Who is in a round leaves when it is over; the floor ends it.
    let ended = say(&floor, table, "floor", json!({ "do": "close" })).await;
    is_applied(&ended);
    let view: Value = pat.get(&format!("/api/tables/{table}")).await.unwrap();
    let (after, guest_after) = (wallets(&pat).await, wallets(&guest).await);
    if view["view"]["people"].as_array().unwrap().is_empty() {
        assert!((after.1, guest_after.1) != (before.1, guest_before.1), "chips have moved");
    }
    assert_eq!((after.0, guest_after.0), (12_300, 0), "what is won there is no chip of the house");
    let more = json!({ "person": pat.person, "amount": 12_400 });
    assert_eq!(status(&cage, "/api/cage/redeem", more).await, 409, "nor is it redeemed");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    (folder, table, pat)
}

fn found(folder: &Folder, what: &str) {
    let faults = faults(folder);
    assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_won_at_practice_stays_play_and_a_planted_conversion_is_found() {
    let (folder, table, pat) = practised().await;
    let other = |name: &str| name.replace("play:", "patron:");
    // The winner's chips go to the wallet of the house; then everything of the table does.
    for is_all in [false, true] {
        let mut is_done = false;
        let forged = rewritten(&folder, &mut |entry: &mut Entry| {
            if entry.stream == Stream(table) && (is_all || !is_done) {
                for one in &mut entry.transfers {
                    is_done |= one.from.starts_with("play:") || one.to.starts_with("play:");
                    (one.from, one.to) = (other(&one.from), other(&one.to));
                }
            }
        });
        assert!(is_done);
        found(&forged, "chips of two kinds meet");
        found(&forged, "the sum over all accounts with play chips");
    }
    // The house's own log does it, with and without a word.
    let amount = books::Money::dollars(50);
    let (from, to) = (format!("play:{}", pat.person), format!("patron:{}", pat.person));
    let gift = house_changed(&folder, "\"amount\":12300", &|entry| {
        let (from, to) = (from.clone(), to.clone());
        entry.transfers.push(Transfer { event: entry.first, from, to, amount });
    });
    found(&gift, "other chips move than the house says");
    let parted = house_changed(&folder, "\"amount\":12300", &|entry| {
        entry.body = json!({
            "house": "kinds-parted", "practice": [], "people": [{ "person": pat.person, "amount": 5_000 }],
            "chips": 5_000,
        })
        .to_string();
        let transfer = |from: &str, to: &str| {
            let (event, from, to) = (entry.first, from.to_owned(), to.to_owned());
            Transfer { event, from, to, amount }
        };
        entry.transfers = vec![transfer(&to, &from), transfer("play-cage", "cage")];
    });
    found(&parted, "the kinds of chips are parted once more");
    // A practice table that the house's log gives out for one of its own, and the other way round.
    let silent = house_changed(&folder, "table-opened", &|entry| {
        entry.body = entry.body.replace(",\"is_practice\":true", "");
    });
    found(&silent, "by the house's log it is no practice table");
    // Chips of the house for a guest.
    let sold = house_changed(&folder, "\"amount\":12300", &|entry| {
        let guest = pat.person + 1;
        entry.body =
            entry.body.replace(&format!("\"person\":{}", pat.person), &format!("\"person\":{guest}"));
        entry.transfers[0].to = format!("patron:{guest}");
    });
    found(&sold, "has no account, and holds $123 in chips of the house");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_lost_their_play_chips_gets_more() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.guest_chips = books::Money::dollars(2_000);
    let house = House::open(config).await;
    let floor = house.staff("floor").await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    assert_eq!(wallets(&guest).await, (0, 200_000));
    assert_eq!(status(&guest, "/api/play-chips", json!({})).await, 409, "there are enough");
    let table = house.table(&floor, &house.quick(BOOK)).await;
    is_applied(&say(&guest, table, "patron", sit(1)).await);
    assert_eq!(status(&guest, "/api/play-chips", json!({})).await, 409, "those at the table count");
    // The staff has none to begin with.
    assert_eq!(wallets(&floor).await, (0, 0));
    assert_eq!(status(&floor, "/api/play-chips", json!({})).await, 200);
    assert_eq!(wallets(&floor).await, (0, 200_000));
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}

/// A room from before the kinds were kept apart: the accounts as they were named then, and no word of kinds or openings.
fn as_before(folder: &Folder) -> Folder {
    rewritten(folder, &mut |entry: &mut Entry| {
        for one in &mut entry.transfers {
            for name in [&mut one.from, &mut one.to] {
                *name = name.replace("play-cage", "cage").replace("play:", "patron:");
            }
        }
        if entry.stream != Stream::HOUSE {
            return;
        }
        entry.body = entry.body.replace(",\"is_practice\":true", "");
        if entry.body.contains("play-chips-given") {
            entry.body = entry.body.replace("play-chips-given", "chips-bought").replace('}', ",\"by\":null}");
        }
        if ["kinds-parted", "room-opened", "room-closed"].iter().any(|kind| entry.body.contains(kind)) {
            entry.body = json!({ "house": "backed-up", "to": "elsewhere", "done_ms": 1 }).to_string();
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_room_parts_its_chips_when_it_is_opened() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, cage) = (house.staff("floor").await, house.staff("cage").await);
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let bought = json!({ "person": pat.person, "amount": 200_000 });
    let _: Value = cage.post("/api/cage/buy", &bought).await.unwrap();
    let practice = house.table(&floor, &house.quick(BOOK)).await;
    let spec = Spec { is_practice: false, ..house.quick(BOOK) };
    let real = house.table(&floor, &spec).await;
    is_applied(&say(&guest, practice, "patron", sit(1)).await);
    is_applied(&say(&pat, real, "patron", sit(2)).await);
    let (given, play) = (wallets(&guest).await.1, wallets(&pat).await.1);
    house.close().await;

    let earlier = as_before(&folder);
    assert_eq!(faults(&earlier), Vec::<String>::new(), "it is as good as before");
    let house = House::open(quiet(&earlier)).await;
    let guest = Patron { site: house.site, ..guest };
    let pat = Patron { site: house.site, ..pat };
    assert_eq!(wallets(&guest).await, (0, given), "a guest's are play chips");
    let held = 100_000 + play;
    assert_eq!(wallets(&pat).await, (held, 0), "those of an account stay what the cage owes");
    is_applied(&say(&guest, practice, "patron", json!({ "do": "leave" })).await);
    is_applied(&say(&pat, real, "patron", json!({ "do": "leave" })).await);
    assert_eq!(wallets(&guest).await, (0, given + 100_000), "as is what lay at a practice table");
    assert_eq!(wallets(&pat).await, (held + 100_000, 0));
    let seen: Value = house.staff("cage").await.get("/api/cage").await.unwrap();
    assert_eq!(out(&house).await, held + 100_000);
    assert_eq!((&seen["total"], &seen["play"]["total"]), (&json!(0), &json!(0)));
    assert_eq!(seen["play"]["out"], json!(given + 100_000));
    house.close().await;
    assert_eq!(faults(&earlier), Vec::<String>::new());
    // Once and for all.
    House::open(quiet(&earlier)).await.close().await;
    let store = Sqlite::open_read_only(earlier.path()).unwrap();
    let entries = store.entries(Stream::HOUSE, 1, 100_000).unwrap();
    let said = entries.iter().filter(|logged| logged.entry.body.contains("kinds-parted")).count();
    assert_eq!(said, 1);
    drop(store);
    // Who leaves the parting out after the room has said that it is open is found.
    let told = "{\"house\":\"backed-up\",\"to\":\"elsewhere\",\"done_ms\":1}".to_owned();
    let unparted = rewritten(&folder, &mut |entry: &mut Entry| {
        if entry.stream == Stream::HOUSE && entry.body.contains("kinds-parted") {
            entry.body = told.clone();
        }
    });
    found(&unparted, "play chips are not parted from those of the house");
    // Chips of the house come from somebody who serves at the cage.
    let sold = format!("\"by\":{}", cage.person);
    let unserved = house_changed(&folder, "chips-bought", &|entry| {
        entry.body = entry.body.replace(&sold, "\"by\":null");
    });
    found(&unserved, "change hands at the cage, and nobody serves them");
    // A guest whose chips are left out of it is found.
    let kept = house_changed(&earlier, "kinds-parted", &|entry| {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        let left = body["people"][0]["amount"].as_i64().unwrap();
        body["people"] = json!([]);
        body["chips"] = json!(body["chips"].as_i64().unwrap() - left);
        entry.body = body.to_string();
        entry.transfers.remove(0);
        entry.transfers[0].amount -= books::Money::cents(left);
    });
    found(&kept, "has no account, and holds");
}
