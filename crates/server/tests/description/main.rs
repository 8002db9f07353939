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
    let exchange = |person: &Value, amount: i64| Some(json!({ "person": person, "amount": amount }));
    cage.ask(description, "post /api/cage/buy", &[], exchange(&json!(person), 10_000), 409).await;
    cage.ask(description, "post /api/cage/buy", &[], exchange(&ann["person"], 10_000), 200).await;
    cage.ask(description, "post /api/cage/redeem", &[], exchange(&ann["person"], 10_000), 200).await;
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
