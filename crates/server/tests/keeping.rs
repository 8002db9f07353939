//! A room is kept for years: opening reads what is open and not the whole past, and whatever the staff does stands in
//! the house's log for the auditor to read.

mod house;

use books::Shelf;
use client::{Ask, Patron};
use house::{Folder, House, quiet};
use room::{Spec, TableId};
use rusqlite::Connection;
use serde_json::{Value, json};
use store::{Log, Reader, Sqlite, Stream, Witness};

/// Says something at a table as somebody of the house.
async fn say(patron: &Patron, table: TableId, as_whom: &str, id: &str, command: Value) -> Value {
    let said = json!({ "id": id, "as": as_whom, "command": command });
    patron.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap()
}

async fn get(house: &House, path: &str) -> Value {
    house.site.ask(&Ask::get(path)).await.unwrap().json().unwrap()
}

/// Changes an entry behind the program's back.
fn damage(folder: &Folder, stream: Stream, first: u64) {
    let file = Connection::open(folder.file()).unwrap();
    let guard: String = file
        .query_row("SELECT sql FROM sqlite_schema WHERE name = 'entries_stay'", [], |row| row.get(0))
        .unwrap();
    file.execute_batch("DROP TRIGGER entries_stay").unwrap();
    let change = "UPDATE entries SET at_ms = at_ms - 1 WHERE stream = ?1 AND first = ?2";
    assert_eq!(file.execute(change, (stream.0, first)).unwrap(), 1);
    file.execute_batch(&guard).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn opening_reads_the_house_from_what_was_kept_and_leaves_closed_tables_alone() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, cage) = (house.staff("floor").await, house.staff("cage").await);
    let spec = house.quick("mortimers/no-bust-6");
    let (closed, open) = (house.table(&floor, &spec).await, house.table(&floor, &spec).await);
    let answer = say(&floor, closed, "floor", "close", json!({ "do": "close" })).await;
    assert_eq!(answer["outcome"], "applied", "{answer}");
    for _ in 0..420 {
        let sold = json!({ "person": floor.person, "amount": 100 });
        cage.post::<Value>("/api/cage/buy", &sold).await.unwrap();
    }
    house.close().await;
    // Nobody reads again what the house did before its standing was kept, nor the log of the closed table.
    damage(&folder, Stream::HOUSE, 3);
    damage(&folder, Stream(closed), 1);

    let house = House::open(quiet(&folder)).await;
    assert_eq!(get(&house, "/health").await["status"], "open", "the closed table's log was not read");
    let lobby = get(&house, "/api/lobby").await;
    let tables: Vec<&Value> = lobby["tables"].as_array().unwrap().iter().map(|row| &row["table"]).collect();
    assert_eq!(tables, [&json!(open)], "a closed table is gone from the lobby");
    let (floor, auditor) = (house.staff("floor").await, house.staff("auditor").await);
    let answer =
        say(&floor, closed, "floor", "rule", json!({ "do": "rule", "words": "Late", "clause": "" })).await;
    assert_eq!(answer["what"], "the table is closed");
    let seen: Value = floor.get("/api/floor").await.unwrap();
    let row = seen["tables"].as_array().unwrap().iter().find(|row| row["table"] == closed).unwrap();
    assert_eq!((&row["phase"], &row["book"]), (&json!("closed"), &json!("mortimers/no-bust-6")));
    assert_eq!(row["set_aside"], Value::Null);
    let next = house.table(&floor, &spec).await;
    assert!(next > closed && next > open, "a number is given once");
    let log: Value = auditor.get("/api/house/log").await.unwrap();
    assert_eq!(log["entries"].as_array().unwrap().len(), 200);
    house.close().await;
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let faults = store.verify(&Witness::new(), &mut |_| ()).unwrap().faults;
    assert!(faults.len() >= 2, "the whole check finds both: {faults:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_table_can_be_looked_at_after_years() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let closed = house.table(&floor, &house.quick("mortimers/no-bust-6")).await;
    say(&floor, closed, "floor", "close", json!({ "do": "close" })).await;
    let before = get(&house, &format!("/api/tables/{closed}")).await;
    assert_eq!(before["view"]["phase"], "closed");
    house.close().await;
    let house = House::open(quiet(&folder)).await;
    assert_eq!(get(&house, "/api/lobby").await["tables"], json!([]));
    assert_eq!(get(&house, &format!("/api/tables/{closed}")).await, before);
    house.close().await;
}

/// The filed books, with one that the check finds an error in.
fn with_an_error(folder: &Folder) -> Shelf {
    let mut shelf = Shelf::filed();
    let path = "mortimers/no-bust-6.toml";
    let text = shelf.file(path).unwrap().text.clone();
    let wrong = text.replace("rounds                 = 2", "rounds                 = 3");
    assert_ne!(text, wrong);
    std::fs::create_dir_all(folder.path().join("mortimers")).unwrap();
    std::fs::write(folder.path().join(path), wrong).unwrap();
    shelf.add_folder(folder.path()).unwrap();
    shelf
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_privileged_act_is_in_the_auditor_s_view_with_who_when_and_for_whom() {
    let (folder, shelves) = (Folder::new(), Folder::new());
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(books::Money::dollars(10_000));
    let house = House::open_with(with_an_error(&shelves), config).await;
    let (floor, cage) = (house.staff("floor").await, house.staff("cage").await);
    let owner = house.staff("owner").await;
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let kim = Patron::register(house.site, "Kim", "long enough").await.unwrap();
    let before: Value = house.staff("auditor").await.get("/api/house/log").await.unwrap();
    let before = before["entries"][0]["first"].as_u64().unwrap();
    let (at, pat_is, kim_is) = (floor.person, pat.person, kim.person);
    let mut expected: Vec<Value> = Vec::new();

    // The cage and roles.
    let money = json!({ "person": pat_is, "amount": 500_000 });
    cage.post::<Value>("/api/cage/buy", &money).await.unwrap();
    expected.push(json!({ "house": "chips-bought", "person": pat_is, "amount": 500_000, "by": cage.person }));
    let money = json!({ "person": pat_is, "amount": 1_000 });
    cage.post::<Value>("/api/cage/redeem", &money).await.unwrap();
    expected.push(json!({ "house": "chips-redeemed", "person": pat_is, "amount": 1_000, "by": cage.person }));
    let money = json!({ "person": pat_is, "amount": 2_000_000 });
    for how in ["approve", "decline"] {
        let asked: Value = cage.post("/api/cage/buy", &money).await.unwrap();
        let exchange = &asked["asked"];
        expected.push(json!({
            "house": "exchange-asked", "exchange": exchange, "person": pat_is, "amount": 2_000_000,
            "is_sale": true, "by": cage.person,
        }));
        floor.post::<Value>(&format!("/api/cage/asked/{exchange}/{how}"), &json!({})).await.unwrap();
        expected.push(match how {
            "approve" => json!({
                "house": "chips-bought", "person": pat_is, "amount": 2_000_000, "by": cage.person,
                "approved": { "exchange": exchange, "by": at },
            }),
            _ => json!({ "house": "exchange-declined", "exchange": exchange, "by": at }),
        });
    }
    let roles = json!({ "roles": ["patron", "dealer"] });
    owner.post::<Value>(&format!("/api/people/{kim_is}/roles"), &roles).await.unwrap();
    expected.push(json!({
        "house": "roles-changed", "person": kim_is, "name": "Kim", "before": ["patron"],
        "after": ["patron", "dealer"], "by": owner.person,
    }));
    // What is written about people, lists, and who deals.
    let flag = json!({ "do": "flag", "words": "Ask for the card." });
    floor.post::<Value>(&format!("/api/patrons/{pat_is}"), &flag).await.unwrap();
    expected.push(json!({ "house": "patron", "patron": "recorded", "person": pat_is, "by": at }));
    let list = json!({ "do": "open", "book": "mortimers/no-bust-6", "stakes": "$5-$25" });
    floor.post::<Value>("/api/lists", &list).await.unwrap();
    expected.push(json!({ "house": "list", "list": "opened", "book": "mortimers/no-bust-6", "by": at }));
    floor.post::<Value>("/api/line-up", &json!({ "do": "on-duty", "name": "dealer" })).await.unwrap();
    expected.push(json!({ "house": "line-up", "by": at }));
    // A table, and one that is opened despite an error of its book.
    let table = house.table(&floor, &house.quick("mortimers/double-hand")).await;
    expected.push(json!({
        "house": "table-opened", "table": table, "book": "mortimers/double-hand", "by": at,
    }));
    let schedule = Some("2".to_owned());
    let wrong = Spec { schedule, despite_errors: true, ..Spec::of("mortimers/no-bust-6") };
    let overridden = house.table(&floor, &wrong).await;
    expected.push(json!({ "house": "table-opened", "table": overridden, "by": at, "despite": [] }));
    // Everything that the floor may say at a table.
    let sit = json!({ "do": "sit", "seat": 1, "buy_in": 200_000 });
    assert_eq!(say(&pat, table, "patron", "sit", sit).await["outcome"], "applied");
    let acts = [
        (json!({ "do": "rule", "words": "The deal stands.", "clause": "" }), None),
        (json!({ "do": "relatives", "one": pat_is, "other": kim_is, "may_play": true }), None),
        (json!({ "do": "company", "person": kim_is, "company": "Props" }), Some(kim_is)),
        (json!({ "do": "new-game" }), None),
        (json!({ "do": "pause" }), None),
        (json!({ "do": "resume" }), None),
        (json!({ "do": "for", "person": pat_is, "command": { "do": "leave" } }), Some(pat_is)),
        (json!({ "do": "close" }), None),
    ];
    for (place, (command, person)) in acts.iter().enumerate() {
        let answer = say(&floor, table, "floor", &format!("act-{place}"), command.clone()).await;
        assert_eq!(answer["outcome"], "applied", "{command}: {answer}");
        let mut entry = json!({ "house": "staff-acted", "table": table, "by": { "floor": at } });
        entry["command"] = command.clone();
        if let Some(person) = person {
            entry["person"] = json!(person);
        }
        expected.push(entry);
    }
    expected.push(json!({ "house": "table-closed", "table": table, "book": "mortimers/double-hand" }));
    expected.extend(on_behalf(&house, &floor, &kim).await);
    // A round is void, said by the floor and by the dealer.
    let guests =
        [Patron::guest(house.site, "One").await.unwrap(), Patron::guest(house.site, "Two").await.unwrap()];
    let practice = in_a_round(&house, &floor, &house.quick("marina/no-bust-buster"), &guests).await;
    let void = json!({ "do": "report", "report": { "void": { "spot": null, "fees_returned": true } } });
    let answer = say(&floor, practice, "floor", "void", void.clone()).await;
    assert_eq!(answer["outcome"], "applied", "{answer}");
    expected.push(json!({
        "house": "staff-acted", "table": practice, "by": { "floor": at }, "command": void,
    }));
    let house_shelf = std::sync::Arc::clone(&house.shelf);
    house.close().await;

    // A copy and an archive of the room, made on the machine itself.
    assert!(server::note_backup(&folder.path().into(), &shelves.path().join("copy")));
    expected.push(json!({ "house": "backed-up", "to": shelves.path().join("copy").display().to_string() }));
    let name = "archive-before-2099-01.sqlite3";
    let parts = server::archive(&house_shelf, folder.path(), name, i64::MAX).unwrap();
    assert!(!parts.is_empty());
    expected.push(json!({ "house": "archived", "name": name, "parts": parts }));
    // A password that was set on the machine itself, and a table that was set aside and is taken up.
    server::password::set(&folder.path().into(), "Pat", "another one").unwrap();
    expected.push(json!({ "house": "password-set", "person": pat_is, "name": "Pat" }));
    // Roles that somebody wrote beside the log.
    let file = Connection::open(folder.file()).unwrap();
    let given = "UPDATE people SET roles = json_insert(roles, '$[#]', 'cage') WHERE name = 'Pat'";
    assert_eq!(file.execute(given, []).unwrap(), 1);
    drop(file);
    expected.push(json!({
        "house": "roles-refused", "person": pat_is, "found": ["patron", "cage"], "kept": ["patron"]
    }));
    let mut config = quiet(&folder);
    set_aside(&folder, practice);
    config.take_up = vec![practice];
    expected.push(json!({ "house": "table-taken-up", "table": practice }));
    // A note that the log does not hold is passed over by whoever says so.
    std::fs::write(folder.path().join("tips.txt"), "a note of something else").unwrap();
    config.despite_tips = true;
    expected.push(json!({ "house": "note-passed-over", "file": "tips.txt", "kept": "tips.txt.kept-1" }));
    expected.push(json!({ "house": "room-closed" }));
    expected.push(json!({ "house": "room-opened", "version": env!("CARGO_PKG_VERSION") }));
    let house = House::open(config).await;

    let log: Value = house.staff("auditor").await.get("/api/house/log").await.unwrap();
    let entries: Vec<(i64, Value)> = log["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["first"].as_u64().unwrap() > before)
        .map(|entry| (entry["at"].as_i64().unwrap(), entry["body"].as_str().unwrap()))
        .map(|(at, body)| (at, serde_json::from_str(body).unwrap()))
        .collect();
    for wanted in &expected {
        let is_it = |found: &Value| {
            let same = |(name, value): (&String, &Value)| match name.as_str() {
                "despite" => found[name].as_array().is_some_and(|errors| !errors.is_empty()),
                "command" => contains(&found[name], value),
                _ => found[name] == *value,
            };
            wanted.as_object().unwrap().iter().all(same)
        };
        let found = entries.iter().find(|(_, found)| is_it(found));
        let (when, _) = found.unwrap_or_else(|| panic!("the auditor does not see {wanted}: {entries:#?}"));
        assert!(*when > 1_700_000_000_000);
    }
    house.close().await;
    is_everything(&expected);
}

/// Holds what was tried against all that a table can be told: a new command has to be counted to somebody.
fn is_everything(expected: &[Value]) {
    let of_patrons = [
        "sit",
        "stand-behind",
        "add-chips",
        "leave",
        "join",
        "unlist",
        "change-seat",
        "sit-out",
        "take-leave",
        "sit-in",
        "call-time",
        "post",
        "take-bank",
        "pass-bank",
        "share-bank",
        "take-share",
        "put-wager",
        "agree-joint",
        "ask-to-see",
        "ready",
        "choose",
        "give-consent",
        "refuse-consent",
        "give-words",
        "open-words",
    ];
    let of_the_deal = [
        "draw-button",
        "start",
        "card",
        "deal-unseen",
        "turn-up",
        "look",
        "shuffled",
        "cut-card",
        "pass-over",
        "pay",
    ];
    let of_the_clock = ["tick", "zone"];
    let document = serde_json::to_value(server::openapi()).unwrap();
    let commands = document["components"]["schemas"]["Command"]["oneOf"].as_array().unwrap();
    assert!(commands.len() > 30);
    for command in commands {
        let word = command["properties"]["do"]["enum"][0].as_str().unwrap();
        let is_other = [&of_patrons[..], &of_the_deal, &of_the_clock].iter().any(|list| list.contains(&word));
        let is_tried = expected.iter().any(|entry| entry["command"]["do"] == word);
        assert!(is_other || is_tried, "nobody has looked whether the auditor sees {word}");
    }
    // What is no act of the staff: somebody comes, tips are noted, something breaks, somebody practises.
    let kinds = document["components"]["schemas"]["HouseKind"]["enum"].as_array().unwrap();
    assert!(kinds.len() > 12);
    for kind in kinds {
        let no_acts = [
            "person-added",
            "tips-noted",
            "table-set-aside",
            // Seen by the auditor in given_back.rs, which has a table that is set aside.
            "chips-given-back",
            // Seen by the auditor in private.rs.
            "silenced",
            // Seen by the auditor in day.rs.
            "shift-opened",
            "shift-closed",
            "box-pulled",
            "box-counted",
            "cage-counted",
            "cage-tried",
            "tray-counted",
            "table-filled",
            "table-credited",
            // Read as the auditor in big_day.rs, which has a jackpot.
            "jackpot",
            // Seen by the auditor in law.rs.
            "law",
            "company",
            // Seen by the auditor in corrections.rs.
            "correction-asked",
            "correction-settled",
            "play-chips-given",
            "play-chips-taken",
            "kinds-parted",
        ];
        let is_no_act = no_acts.contains(&kind.as_str().unwrap());
        let is_tried = expected.iter().any(|entry| entry["house"] == *kind);
        assert!(is_no_act || is_tried, "nobody has looked whether the auditor sees {kind}");
    }
}

/// What a dealer and the floor do for people at a table with a real deck, and a shoe that is taken away; gives what the
/// auditor should see of it.
async fn on_behalf(house: &House, floor: &Patron, dealer: &Patron) -> Vec<Value> {
    let mut expected = Vec::new();
    let entered = Spec { dealer: room::Dealer::Entered, by_hand: true, ..house.quick("mortimers/holdem") };
    let table = house.table(floor, &entered).await;
    let mut guests = Vec::new();
    for name in ["Seat one", "Seat two", "Seat three"] {
        guests.push(Patron::guest(house.site, name).await.unwrap());
    }
    let applied = |answer: Value| assert_eq!(answer["outcome"], "applied", "{answer}");
    for (seat, guest) in (1..).zip(&guests) {
        let sit = json!({ "do": "sit", "seat": seat, "buy_in": 200_000 });
        let command = json!({ "do": "for", "person": guest.person, "command": sit });
        applied(say(dealer, table, "dealer", &format!("seated {seat}"), command.clone()).await);
        expected.push(json!({
            "house": "staff-acted", "table": table, "by": { "dealer": dealer.person }, "command": command,
            "person": guest.person,
        }));
    }
    let drawn = json!({ "do": "draw-button", "cards": ["As", "Kd", "2c"] });
    applied(say(dealer, table, "dealer", "draws", drawn).await);
    applied(say(dealer, table, "dealer", "begins", json!({ "do": "start" })).await);
    applied(say(dealer, table, "dealer", "unseen", json!({ "do": "deal-unseen" })).await);
    // Whose turn it is, by dealer and floor in turn: the choice itself is not for the auditor while the hand is on.
    let mut last = 0;
    for (patron, role) in [(dealer, "dealer"), (floor, "floor")] {
        let mut asked = None;
        for guest in &guests {
            let seen: Value = guest.get(&format!("/api/tables/{table}")).await.unwrap();
            if !seen["view"]["round"]["offers"].as_array().unwrap().is_empty() {
                asked = Some(guest.person);
            }
        }
        let person = asked.expect("somebody is asked");
        last = person;
        let fold = json!({ "do": "choose", "choice": { "poker": "fold" } });
        let command = json!({ "do": "for", "person": person, "command": fold });
        applied(say(patron, table, role, &format!("folded by {role}"), command).await);
        expected.push(json!({
            "house": "acted-for", "table": table, "by": { role: patron.person }, "person": person,
        }));
    }
    // The last fold was a mistake of the dealer's; the floor closes the hand all the same, and corrects it.
    let (one, other) = (guests[0].person, guests[1].person);
    let correction = json!({
        "round": 1, "from": { "person": one }, "to": { "person": other }, "amount": 100, "why": "record",
        "reason": "the wrong seat was paid",
    });
    for (patron, role, command) in [
        (dealer, "dealer", json!({ "do": "take-back" })),
        (floor, "floor", json!({ "do": "run-clock", "runs": true })),
        (floor, "floor", json!({ "do": "close-round" })),
        (floor, "floor", json!({ "do": "correct", "correction": correction })),
        (dealer, "dealer", json!({ "do": "sign-in" })),
        (dealer, "dealer", json!({ "do": "enter-late", "is_on": true })),
        (dealer, "dealer", json!({ "do": "sign-out" })),
        (floor, "floor", json!({ "do": "dispute", "round": 1, "people": [one], "words": "who was paid?" })),
    ] {
        if command["do"] == "close-round" {
            let fold = json!({ "do": "choose", "choice": { "poker": "fold" } });
            let again = json!({ "do": "for", "person": last, "command": fold });
            applied(say(floor, table, "floor", "folded again", again).await);
        }
        let id = format!("by hand {}", command["do"]);
        applied(say(patron, table, role, &id, command.clone()).await);
        expected.push(json!({
            "house": "staff-acted", "table": table, "by": { role: patron.person }, "command": command,
        }));
    }
    // A shoe is taken away after a round that was voided by the dealer's word.
    let shoe = Some(room::LastingShoe::default());
    let spec = Spec { decks: Some(6), shoe, ..house.quick("marina/no-bust-buster") };
    let table = in_a_round(house, floor, &spec, &guests).await;
    let void = json!({ "do": "report", "report": { "void": { "spot": null, "fees_returned": true } } });
    applied(say(floor, table, "floor", "shoe void", void).await);
    let command = json!({ "do": "new-shoe" });
    applied(say(floor, table, "floor", "shoe new", command.clone()).await);
    expected.push(json!({
        "house": "staff-acted", "table": table, "by": { "floor": floor.person }, "command": command,
    }));
    expected
}

/// A table in the middle of a round between two; a Natural may end one before anybody speaks, then another table is it.
async fn in_a_round(house: &House, floor: &Patron, spec: &Spec, guests: &[Patron]) -> u32 {
    loop {
        let table = house.table(floor, spec).await;
        for (place, command) in [
            (0, json!({ "do": "sit", "seat": 1, "buy_in": 20_000 })),
            (1, json!({ "do": "sit", "seat": 2, "buy_in": 20_000 })),
            (0, json!({ "do": "take-bank", "stake": 10_000 })),
            (1, json!({ "do": "put-wager", "spot": 2, "wager": { "base": 2_000 } })),
            (1, json!({ "do": "ready" })),
        ] {
            let id = format!("{} at {table}", command["do"].as_str().unwrap());
            let answer = say(&guests[place], table, "patron", &id, command).await;
            assert_eq!(answer["outcome"], "applied", "{answer}");
        }
        let seen: Value = guests[0].get(&format!("/api/tables/{table}")).await.unwrap();
        if seen["view"]["phase"] == "playing" {
            return table;
        }
    }
}

/// Whether something says all that is wanted of it.
fn contains(found: &Value, wanted: &Value) -> bool {
    match wanted.as_object() {
        Some(fields) => fields.iter().all(|(name, value)| contains(&found[name], value)),
        None => found == wanted,
    }
}

/// Notes that a table was set aside, as the hall does.
fn set_aside(folder: &Folder, table: TableId) {
    let mut store = Sqlite::open(folder.path()).unwrap();
    let entry = store::Entry {
        stream: Stream::HOUSE,
        first: store.tip(Stream::HOUSE).unwrap().number + 1,
        count: 1,
        at_ms: store.last_ms().unwrap().unwrap(),
        by: "house".to_owned(),
        id: None,
        body: json!({ "house": "table-set-aside", "table": table, "why": "somebody should look" })
            .to_string(),
        transfers: Vec::new(),
    };
    store.append(&store::Batch { entries: vec![entry], ..store::Batch::default() }).unwrap();
}
