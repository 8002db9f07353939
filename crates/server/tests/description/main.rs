//! Everything the server sends and takes is as its description says.

mod caller;
mod commands;
mod description;
mod play;

use std::sync::Arc;
use std::time::Duration;

use books::{Money, Shelf};
use caller::Caller;
use client::Site;
use description::Description;
use room::{Pace, Spec};
use serde_json::{Value, json};
use server::{Config, HallConfig, Limits};
use tokio::net::TcpListener;

/// A book of each family, and of poker one of each kind.
const BOOKS: [&str; 7] = [
    "mortimers/no-bust-6",
    "marina/double-hand",
    "pinnacle/three-card-6-card-bonus",
    "players-club/holdem",
    "players-club/omaha-8",
    "players-club/crazy-pineapple",
    "marina/lowball",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_as_described() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Arc::new(Shelf::filed());
    let mut config = Config::new(folder.path());
    config.hall =
        HallConfig { bot_ms: (1, 4), guest_chips: Money::dollars(1_000_000), ..HallConfig::default() };
    config.limits = Limits::none();
    config.practice = Some(Vec::new());
    config.is_demo = true;
    let room = server::open(Arc::clone(&shelf), config).await.unwrap();
    let mut tables = Vec::new();
    for book in BOOKS {
        let mut spec = Spec::practice(&shelf, book).unwrap();
        spec.pace = Pace { between_ms: 20, ..Pace::default() };
        tables.push(room.open_table(spec, 3).await.unwrap());
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let site = Site(listener.local_addr().unwrap());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(room.serve(listener, async move { drop(stopped.await) }));

    let mut description = Description::of(&server::openapi());
    let asking = ask_everything(&mut description, &shelf, site, &tables);
    tokio::time::timeout(Duration::from_secs(300), asking).await.expect("five minutes are enough");
    description.assert_all_asked();

    drop(stop);
    serving.await.unwrap().unwrap();
}

async fn ask_everything(description: &mut Description, shelf: &Shelf, site: Site, tables: &[room::TableId]) {
    let mut stranger = Caller::new(site);
    stranger.ask(description, "get /health", &[], None, 200).await;
    stranger.ask(description, "get /metrics", &[], None, 200).await;
    stranger.ask(description, "get /api/openapi.json", &[], None, 200).await;
    let note = stranger.ask(description, "get /api/tips", &[], None, 200).await;
    assert!(note.as_str().is_some_and(|note| note.starts_with("cardroom-tips-1\n")), "{note}");
    stranger.ask(description, "get /api/me", &[], None, 401).await;
    stranger.ask(description, "get /api/cage", &[], None, 401).await;

    let mut guest = Caller::new(site);
    let me = guest.ask(description, "post /api/guest", &[], Some(json!({ "name": "Newcomer" })), 200).await;
    guest.ask(description, "get /api/me", &[], None, 200).await;
    guest.ask(description, "get /api/floor", &[], None, 403).await;
    guest.ask(description, "get /api/me/preferences", &[], None, 200).await;
    let text = json!({ "text": "{\"felt\":\"blue\"}" });
    guest.ask(description, "post /api/me/preferences", &[], Some(text), 200).await;
    let person = u32::try_from(me["person"].as_u64().unwrap()).unwrap();
    for table in tables {
        play::some_rounds(description, &guest.patron(person, "Newcomer"), shelf, *table).await;
    }

    private_table(description, &mut guest, person).await;
    let own = guest.ask(description, "get /api/me/tables", &[], None, 200).await;
    assert_eq!(own.as_array().map(Vec::len), Some(tables.len()), "{own}");
    let rounds = guest.ask(description, "get /api/me/rounds", &[], None, 200).await;
    assert!(rounds.as_array().is_some_and(|all| all.len() >= tables.len()), "{rounds}");
    for table in tables {
        let table = table.to_string();
        let one = [("table", table.as_str())];
        guest.ask(description, "get /api/tables/{table}", &one, None, 200).await;
        let own = guest.ask(description, "get /api/tables/{table}/book", &one, None, 200).await;
        assert_eq!(own["note"], Value::Null);
        let odds = guest.ask(description, "get /api/tables/{table}/odds", &one, None, 200).await;
        let status = if odds["has_money"] == json!(true) { 200 } else { 400 };
        let asked = [("table", table.as_str()), ("?seats", "2000,5000")];
        guest.ask(description, "get /api/tables/{table}/money", &asked, None, status).await;
        if let Some(schedule) = own["book"]["schedules"][0]["handle"].as_str() {
            let sign = [("table", table.as_str()), ("?schedule", schedule)];
            guest.ask(description, "get /api/tables/{table}/sign.svg", &sign, None, 200).await;
        }
        let rounds = guest.ask(description, "get /api/tables/{table}/rounds", &one, None, 200).await;
        // The first one that the guest was in: the table may have gone on without them.
        let mut round = String::new();
        for line in rounds.as_array().unwrap().iter().rev() {
            round = line["round"].to_string();
            let both = [("table", table.as_str()), ("round", round.as_str())];
            let told =
                guest.ask(description, "get /api/tables/{table}/rounds/{round}", &both, None, 200).await;
            let mut people = told["views"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|view| view["round_people"].as_array().unwrap());
            if people.any(|one| one["person"] == me["person"]) {
                break;
            }
        }
        let both = [("table", table.as_str()), ("round", round.as_str())];
        guest.ask(description, "get /api/tables/{table}/coach", &one, None, 200).await;
        guest.ask(description, "get /api/tables/{table}/rounds/{round}/coach", &both, None, 200).await;
        let command = json!({ "id": format!("leave {table}"), "command": { "do": "leave" } });
        guest.ask(description, "post /api/tables/{table}/commands", &one, Some(command), 200).await;
        let message = guest.first_of_stream(&format!("/api/tables/{table}/stream")).await;
        description.check("StreamMessage", &message);
        description.note("get /api/tables/{table}/stream");
    }
    guest.ask(description, "get /api/tables/{table}", &[("table", "999")], None, 404).await;

    guest.ask(description, "get /api/lobby", &[], None, 200).await;
    let texts = guest.ask(description, "get /api/library", &[], None, 200).await;
    let hash = texts[0]["hash"].as_str().unwrap();
    guest.ask(description, "get /api/library/{hash}", &[("hash", hash)], None, 200).await;
    guest.ask(description, "get /api/library/{hash}", &[("hash", "00")], None, 404).await;
    let books = guest.ask(description, "get /api/books", &[], None, 200).await;
    for book in books.as_array().unwrap() {
        let (house, game) = book["id"].as_str().unwrap().split_once('/').unwrap();
        let one = [("house", house), ("game", game)];
        let told = guest.ask(description, "get /api/books/{house}/{game}", &one, None, 200).await;
        let odds = guest.ask(description, "get /api/books/{house}/{game}/odds", &one, None, 200).await;
        let asked = [("house", house), ("game", game), ("?seats", "2000,5000")];
        let status = if odds["has_money"] == json!(true) { 200 } else { 400 };
        guest.ask(description, "get /api/books/{house}/{game}/money", &asked, None, status).await;
        if let Some(schedule) = told["schedules"][0]["handle"].as_str() {
            let sign = [("house", house), ("game", game), ("?schedule", schedule)];
            guest.ask(description, "get /api/books/{house}/{game}/sign.svg", &sign, None, 200).await;
        }
    }
    ask_as_staff(description, site, person, &tables[0].to_string()).await;
    guest.ask(description, "post /api/logout", &[], None, 200).await;
}

async fn ask_as_staff(description: &mut Description, site: Site, person: u32, table: &str) {
    let mut patron = Caller::new(site);
    let new = json!({ "name": "Ann", "password": "long enough" });
    let ann = patron.ask(description, "post /api/register", &[], Some(new.clone()), 200).await;
    patron.ask(description, "post /api/register", &[], Some(new), 409).await;
    let change = json!({ "old": "long enough", "new": "longer than before" });
    patron.ask(description, "post /api/password", &[], Some(change.clone()), 200).await;
    patron.ask(description, "post /api/password", &[], Some(change), 400).await;
    patron.ask(description, "post /api/logout/everywhere", &[], None, 200).await;

    let mut floor = Caller::new(site);
    floor.log_in(description, "floor").await;
    floor.ask(description, "get /api/floor", &[], None, 200).await;
    let spec = json!({ "book": "mortimers/no-bust-6", "is_practice": true, "is_turned_on": true, "bots": 2 });
    floor.ask(description, "post /api/tables", &[], Some(spec), 200).await;
    let nobody = json!({ "book": "nobody/nothing" });
    floor.ask(description, "post /api/tables", &[], Some(nobody), 400).await;
    let void = json!({ "do": "report", "report": { "void": { "spot": null, "fees_returned": true } } });
    let tried = |part: &str| Some(json!({ "as": part, "command": void.clone() }));
    let one = [("table", "1")];
    floor.ask(description, "post /api/tables/{table}/preview", &one, tried("floor"), 200).await;
    floor.ask(description, "post /api/tables/{table}/preview", &one, tried("patron"), 400).await;
    let (guest, number) = (person.to_string(), ann["person"].to_string());
    let roles = || Some(json!({ "roles": ["patron", "dealer"] }));
    let mut owner = Caller::new(site);
    owner.log_in(description, "owner").await;
    owner.ask(description, "get /api/people", &[], None, 200).await;
    owner.ask(description, "post /api/people/{person}/roles", &[("person", &number)], roles(), 200).await;
    owner.ask(description, "post /api/people/{person}/roles", &[("person", &guest)], roles(), 409).await;
    let give_back = Some(json!({ "why": "it broke" }));
    owner.ask(description, "post /api/tables/{table}/give-back", &[("table", table)], give_back, 409).await;
    // What is answered where a table is set aside is looked at in `given_back.rs`.
    description.note("post /api/tables/{table}/give-back");
    let reset = Some(json!({}));
    owner.ask(description, "post /api/people/{person}/password", &[("person", &number)], reset, 200).await;

    let mut cage = Caller::new(site);
    cage.log_in(description, "cage").await;
    ask_of_the_day(description, &mut floor, &mut cage).await;
    let exchange = |person: &Value, amount: i64| Some(json!({ "person": person, "amount": amount }));
    cage.ask(description, "post /api/cage/buy", &[], exchange(&json!(person), 10_000), 409).await;
    cage.ask(description, "post /api/cage/buy", &[], exchange(&ann["person"], 10_000), 200).await;
    cage.ask(description, "post /api/cage/redeem", &[], exchange(&ann["person"], 10_000), 200).await;
    ask_of_patrons(description, &mut floor, &mut cage, &ann["person"]).await;
    for how in ["approve", "decline"] {
        let large = exchange(&ann["person"], 2_000_000);
        let asked = cage.ask(description, "post /api/cage/buy", &[], large, 200).await;
        cage.ask(description, "get /api/cage", &[], None, 200).await;
        let number = asked["asked"].to_string();
        let one = [("exchange", number.as_str())];
        let settle = format!("post /api/cage/asked/{{exchange}}/{how}");
        if how == "approve" {
            cage.ask(description, &settle, &one, Some(json!({})), 409).await;
        }
        floor.ask(description, "get /api/cage/asked", &[], None, 200).await;
        floor.ask(description, &settle, &one, Some(json!({})), 200).await;
    }
    // What a second person approves is played in `corrections.rs`; here nobody has asked for anything.
    let correction = json!({ "round": 4_711, "from": "drop", "to": "jackpot", "amount": 100, "why": "record", "clause": "", "reason": "no", "approved": null, "dispute": null });
    let asking = Some(json!({ "correction": correction }));
    floor.ask(description, "post /api/tables/{table}/corrections", &[("table", table)], asking, 409).await;
    description.note("post /api/tables/{table}/corrections");
    floor.ask(description, "get /api/corrections", &[], None, 200).await;
    for how in ["approve", "decline"] {
        let settle = format!("post /api/corrections/{{asked}}/{how}");
        floor.ask(description, &settle, &[("asked", "4711")], Some(json!({})), 404).await;
        description.note(&settle);
    }
    floor.ask(description, "post /api/play-chips", &[], Some(json!({})), 200).await;

    let mut auditor = Caller::new(site);
    auditor.log_in(description, "auditor").await;
    let log = [("table", table), ("?from", "1")];
    let log = auditor.ask(description, "get /api/tables/{table}/log", &log, None, 200).await;
    assert!(log["entries"].as_array().is_some_and(|entries| !entries.is_empty()));
    let house = auditor.ask(description, "get /api/house/log", &[], None, 200).await;
    assert!(house["entries"].as_array().is_some_and(|entries| !entries.is_empty()));
    let proof = auditor.ask(description, "get /api/verify", &[], None, 200).await;
    assert_eq!(proof["faults"], Value::Array(Vec::new()));
}

#[test]
fn every_kind_of_command_is_as_described() {
    let description = Description::of(&server::openapi());
    let mut words = description.words("Command", "do");
    for command in commands::one_of_each() {
        let command = serde_json::to_value(&command).unwrap();
        description.check("Command", &command);
        words.retain(|word| command["do"] != word.as_str());
    }
    assert!(words.is_empty(), "no example of these commands: {words:?}");
}

/// A private table and what is said there.
async fn private_table(description: &mut Description, host: &mut Caller, person: u32) {
    let wanted = json!({ "book": "marina/holdem", "no_limit": false, "bots": 0 });
    let opened = host.ask(description, "post /api/private-tables", &[], Some(wanted), 200).await;
    let number = opened["table"].to_string();
    let one = [("table", number.as_str())];
    let key = json!({ "key": opened["key"] });
    let mut friend = Caller::new(host.site);
    friend.ask(description, "post /api/guest", &[], Some(json!({ "name": "Friend" })), 200).await;
    friend.ask(description, "get /api/tables/{table}", &one, None, 404).await;
    friend.ask(description, "post /api/tables/{table}/enter", &one, Some(key), 200).await;
    let mut seat =
        host.patron(person, "Newcomer").table(opened["table"].as_u64().unwrap() as u32, None).await.unwrap();
    let words = json!({ "text": "Good evening" });
    friend.ask(description, "post /api/tables/{table}/chat", &one, Some(words), 200).await;
    while !matches!(seat.hear().await.unwrap(), client::Heard::Said { .. }) {}
    description.check("StreamMessage", &serde_json::from_str(&seat.raw).unwrap());
    friend.ask(description, "get /api/tables/{table}/chat", &one, None, 200).await;
    let mut floor = Caller::new(host.site);
    floor.log_in(description, "floor").await;
    let silence = json!({ "person": person, "is_silenced": true });
    floor.ask(description, "post /api/tables/{table}/silence", &one, Some(silence), 200).await;
}

/// Law packs, notices, overrides and providers.
async fn ask_of_the_law(description: &mut Description, floor: &mut Caller, table: &str) {
    let table: u32 = table.parse().unwrap();
    let law = floor.ask(description, "get /api/law", &[], None, 200).await;
    assert!(law["lights"].as_array().is_some_and(|lights| !lights.is_empty()), "{law}");
    floor.ask(description, "post /api/law/read", &[], Some(json!({})), 200).await;
    for (place, status) in [(table, 200), (table, 409), (4_711, 404)] {
        let place = Some(json!({ "table": place }));
        floor.ask(description, "post /api/law/notices/post", &[], place, status).await;
    }
    let down = || Some(json!({ "table": table }));
    floor.ask(description, "post /api/law/notices/take-down", &[], down(), 200).await;
    floor.ask(description, "post /api/law/notices/take-down", &[], down(), 409).await;
    let over = |rule: &str| Some(json!({ "table": table, "rule": rule, "reason": "It fell down." }));
    floor.ask(description, "post /api/law/overrides", &[], over("help-line"), 200).await;
    floor.ask(description, "post /api/law/overrides", &[], over("no such rule"), 404).await;
    floor.ask(description, "get /api/law", &[], None, 200).await;
    let end = Some(json!({ "table": table, "rule": "help-line" }));
    floor.ask(description, "post /api/law/overrides/end", &[], end, 200).await;
    let acme = || Some(json!({ "name": "Acme Props", "licence": "TPPP-1" }));
    floor.ask(description, "post /api/companies", &[], acme(), 200).await;
    floor.ask(description, "post /api/companies", &[], acme(), 409).await;
    let one = [("company", "1")];
    floor.ask(description, "post /api/companies/{company}", &one, acme(), 200).await;
    floor.ask(description, "post /api/companies/{company}", &[("company", "9")], acme(), 404).await;
    let badge = Some(json!({ "person": "dealer", "badge": "A-1" }));
    floor.ask(description, "post /api/companies/{company}/badges", &one, badge, 200).await;
    floor.ask(description, "get /api/companies", &[], None, 200).await;
    let end = Some(json!({ "person": "dealer" }));
    floor.ask(description, "post /api/companies/{company}/badges/take", &one, end, 200).await;
}

/// What is written about patrons.
async fn ask_of_patrons(
    description: &mut Description,
    floor: &mut Caller,
    cage: &mut Caller,
    person: &Value,
) {
    let word = person.to_string();
    let one = [("person", word.as_str())];
    let path = "post /api/patrons/{person}";
    let seen = json!({ "do": "see-identity", "document": "passport", "born": "1980-02-29" });
    cage.ask(description, path, &one, Some(seen), 200).await;
    let barred = json!({ "do": "bar", "kind": "barred", "days": 3, "words": "A fight." });
    cage.ask(description, path, &one, Some(barred.clone()), 403).await;
    let written = floor.ask(description, path, &one, Some(barred), 200).await;
    let files = written["patrons"].as_array().unwrap();
    let file = files.iter().find(|file| file["person"] == *person).unwrap();
    let record = file["records"].as_array().unwrap().last().unwrap()["record"].clone();
    let lift = json!({ "do": "lift", "record": record, "words": "They made peace." });
    floor.ask(description, path, &one, Some(lift.clone()), 200).await;
    floor.ask(description, path, &one, Some(lift), 409).await;
    floor
        .ask(description, path, &[("person", "4711")], Some(json!({ "do": "flag", "words": "?" })), 404)
        .await;
    for (act, words) in [("flag", "Ask for the card."), ("note", "Likes seat 3.")] {
        floor.ask(description, path, &one, Some(json!({ "do": act, "words": words })), 200).await;
    }
    cage.ask(description, "get /api/patrons", &[], None, 200).await;
}

/// Lists, the wall, the line-up of dealers and jackpots.
async fn ask_of_lists(description: &mut Description, floor: &mut Caller, table: &str) {
    let number: u32 = table.parse().unwrap();
    let act = |body: Value| Some(body);
    let path = "post /api/lists";
    let open = json!({ "do": "open", "book": "mortimers/no-bust-6", "stakes": "$5-$25" });
    floor.ask(description, path, &[], act(open.clone()), 200).await;
    floor.ask(description, path, &[], act(open), 409).await;
    let nothing = json!({ "do": "open", "book": "no/such-book", "stakes": "$1" });
    floor.ask(description, path, &[], act(nothing), 404).await;
    floor
        .ask(description, path, &[], act(json!({ "do": "set-table", "table": number, "list": 1 })), 200)
        .await;
    let wants = json!({ "want": "game", "list": 1 });
    let joins = json!({ "do": "join", "wants": wants, "is_walk_in": true, "shown": "W. I." });
    floor.ask(description, path, &[], act(joins), 200).await;
    let called = floor.ask(description, path, &[], act(json!({ "do": "call", "table": number })), 200).await;
    floor.ask(description, "get /api/lists", &[], None, 200).await;
    floor.ask(description, "get /api/wall", &[], None, 200).await;
    let hold = called["holds"][0]["hold"].clone();
    floor.ask(description, path, &[], act(json!({ "do": "release", "hold": hold })), 200).await;
    floor.ask(description, path, &[], act(json!({ "do": "close", "list": 1 })), 200).await;
    for body in [
        json!({ "do": "on-duty", "name": "dealer" }),
        json!({ "do": "tables", "tables": [number], "minutes": 30 }),
        json!({ "do": "push" }),
        json!({ "do": "break", "name": "dealer", "is_on": true }),
        json!({ "do": "off-duty", "name": "dealer" }),
    ] {
        floor.ask(description, "post /api/line-up", &[], act(body), 200).await;
    }
    floor.ask(description, "post /api/line-up", &[], act(json!({ "do": "push" })), 409).await;
    floor
        .ask(description, "post /api/line-up", &[], act(json!({ "do": "on-duty", "name": "nobody" })), 404)
        .await;
    floor.ask(description, "get /api/line-up", &[], None, 200).await;
    floor.ask(description, "get /api/jackpots", &[], None, 200).await;
    let hit =
        json!({ "do": "claim", "table": number, "round": 1, "name": "Ann", "amount": 100, "words": "?" });
    floor.ask(description, "post /api/jackpots", &[], act(hit), 409).await;
    floor.ask(description, "post /api/jackpots", &[], act(json!({ "do": "approve", "claim": 1 })), 404).await;
    // A hit that is paid is looked at in `big_day.rs`.
    description.note("post /api/jackpots");
}

/// Shifts, boxes and counts at a table of the house.
async fn ask_of_the_day(description: &mut Description, floor: &mut Caller, cage: &mut Caller) {
    let spec = json!({ "book": "mortimers/no-bust-6", "schedule": "1" });
    let opened = floor.ask(description, "post /api/tables", &[], Some(spec), 200).await;
    let table = opened["table"].to_string();
    let shift = || Some(json!({ "name": "Day" }));
    floor.ask(description, "post /api/day/shift/open", &[], shift(), 200).await;
    floor.ask(description, "post /api/day/shift/open", &[], shift(), 409).await;
    let pull = Some(json!({ "kind": "collection" }));
    floor.ask(description, "post /api/tables/{table}/box/pull", &[("table", &table)], pull, 200).await;
    let one = [("table", table.as_str()), ("number", "1")];
    let path = "post /api/tables/{table}/boxes/{number}/count";
    floor.ask(description, path, &one, Some(json!({ "counted": 300 })), 200).await;
    cage.ask(description, path, &one, Some(json!({ "counted": 300 })), 200).await;
    let explained = json!({ "counted": 300, "note": "A tip." });
    cage.ask(description, path, &one, Some(explained.clone()), 200).await;
    cage.ask(description, path, &one, Some(explained), 404).await;
    let count = Some(json!({ "moment": "opening", "chips": 10_000, "cash": 10_000 }));
    cage.ask(description, "post /api/cage/count", &[], count, 200).await;
    let tried = Some(json!({ "moment": "closing", "chips": 1, "cash": 1 }));
    cage.ask(description, "post /api/cage/count", &[], tried, 200).await;
    let number: u32 = table.parse().unwrap();
    let change = |with: &str| Some(json!({ "table": number, "amount": 2_000, "with": with }));
    cage.ask(description, "post /api/cage/fill", &[], change("nobody of that name"), 404).await;
    cage.ask(description, "post /api/cage/fill", &[], change("dealer"), 200).await;
    cage.ask(description, "get /api/day", &[], None, 200).await;
    let tray = [("table", table.as_str())];
    let path = "post /api/tables/{table}/tray/count";
    cage.ask(description, path, &tray, Some(json!({ "counted": 2_000 })), 200).await;
    floor.ask(description, path, &tray, Some(json!({ "counted": 2_000 })), 200).await;
    let asked = cage.ask(description, "post /api/cage/credit", &[], change("floor"), 200).await;
    let number = asked["asked"][0]["exchange"].to_string();
    let approve = "post /api/cage/asked/{exchange}/approve";
    floor.ask(description, approve, &[("exchange", &number)], Some(json!({})), 200).await;
    floor.ask(description, "post /api/day/shift/close", &[], Some(json!({})), 200).await;
    ask_of_the_law(description, floor, &table).await;
    ask_of_lists(description, floor, &table).await;
    floor.ask(description, "get /api/reports/{kind}", &[("kind", "chips")], None, 403).await;
    for kind in [
        "counts",
        "cage",
        "cash",
        "jackpots",
        "collections-by-shift",
        "hands",
        "rotation",
        "rulings",
        "law",
        "playing-books",
    ] {
        let one = [("kind", kind)];
        floor.ask(description, "get /api/reports/{kind}", &one, None, 200).await;
        floor.ask(description, "get /api/reports/{kind}/csv", &one, None, 200).await;
        floor.ask(description, "get /api/reports/{kind}/pdf", &one, None, 200).await;
    }
    floor.ask(description, "get /api/reports/{kind}", &[("kind", "nothing")], None, 404).await;
    floor.ask(description, "get /api/me/play", &[], None, 200).await;
    floor.ask(description, "get /api/me/play/csv", &[], None, 200).await;
}
