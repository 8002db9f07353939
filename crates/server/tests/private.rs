//! Private tables and what is said at tables: nobody sees or hears what is not for them, whatever they ask; play chips
//! only; a table that everybody has left closes; the floor may silence.

mod house;

use std::time::Duration;

use client::{Ask, Heard, Patron, Seat};
use house::{Folder, House, quiet};
use room::{Spec, TableId};
use serde_json::{Value, json};

const BOOK: &str = "marina/holdem";

/// A guest who opens a private table, and the word of its link.
async fn host(house: &House) -> (Patron, TableId, String) {
    let ann = Patron::guest(house.site, "Ann").await.unwrap();
    let opened: Value = ann.post("/api/private-tables", &json!({ "book": BOOK })).await.unwrap();
    (ann, opened["table"].as_u64().unwrap() as TableId, opened["key"].as_str().unwrap().to_owned())
}

async fn sit(patron: &Patron, table: TableId, seat: u8) -> Value {
    let said = json!({ "id": format!("sit {table} {seat}"), "command": { "do": "sit", "seat": seat, "buy_in": 20_000 } });
    let ask = Ask::post(&format!("/api/tables/{table}/commands"), &said);
    serde_json::from_str(&patron.ask(ask).await.unwrap().body).unwrap()
}

async fn status(patron: &Patron, ask: Ask) -> u16 {
    patron.ask(ask).await.unwrap().status
}

/// Every way to look at a table, or to act there.
fn ways(table: TableId) -> Vec<Ask> {
    let of = |path: &str| format!("/api/tables/{table}{path}");
    let mut ways: Vec<Ask> =
        ["", "/book", "/odds", "/money?seats=2000", "/sign.svg?schedule=1", "/stream", "/coach", "/chat"]
            .iter()
            .map(|path| Ask::get(&of(path)))
            .collect();
    let join = json!({ "id": "join", "command": { "do": "join" } });
    ways.push(Ask::post(&of("/commands"), &join));
    ways.push(Ask::post(&of("/chat"), &json!({ "text": "hello" })));
    ways.push(Ask::post(&of("/enter"), &json!({ "key": "0".repeat(32) })));
    ways
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_table_is_there_for_its_friends_alone() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (ann, table, key) = host(&house).await;
    let bea = Patron::register(house.site, "Bea", "long enough").await.unwrap();
    let strangers = [
        Patron::guest(house.site, "Carl").await.unwrap(),
        Patron::register(house.site, "Dora", "long enough").await.unwrap(),
        house.staff("cage").await,
        house.staff("dealer").await,
    ];
    assert_eq!(key.len(), 32);
    let entered: Value =
        bea.post(&format!("/api/tables/{table}/enter"), &json!({ "key": key })).await.unwrap();
    assert_eq!(entered["table"], json!(table));
    for (friend, seat) in [(&ann, 1), (&bea, 2)] {
        let answer = sit(friend, table, seat).await;
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }
    // Every answer is word for word that about a table that does not exist.
    let of = |table: TableId| {
        let mut ways = ways(table);
        ways.extend(
            ["/rounds", "/rounds/12", "/rounds/12.phh", "/rounds/12/coach"]
                .map(|path| Ask::get(&format!("/api/tables/{table}{path}"))),
        );
        ways
    };
    let nowhere = 8_765;
    let stranger = async |who: Option<&Patron>, ask: &Ask, table: TableId| {
        let reply = match who {
            Some(who) => who.ask(ask.clone()).await.unwrap(),
            None => house.site.ask(ask).await.unwrap(),
        };
        (reply.status, reply.body.replace(&format!("table {table}"), "table N"))
    };
    for who in strangers.iter().map(Some).chain([None]) {
        for (hidden, other) in of(table).iter().zip(&of(nowhere)) {
            let path = &hidden.path;
            assert_eq!(stranger(who, hidden, table).await, stranger(who, other, nowhere).await, "{path}");
        }
    }
    for stranger in &strangers {
        for ask in ways(table) {
            let path = ask.path.clone();
            assert_eq!(status(stranger, ask).await, 404, "{path} as {}", stranger.name);
        }
        assert!(Seat::open(house.site, table, Some(stranger), None).await.is_err(), "{}", stranger.name);
    }
    // Without a session what needs one says so, and everything else says that there is nothing.
    for ask in ways(table) {
        let (path, reply) = (ask.path.clone(), house.site.ask(&ask).await.unwrap());
        assert!([401, 404].contains(&reply.status), "{path}: {}", reply.status);
        assert!(!reply.body.contains("Ann") && !reply.body.contains("holdem"), "{path}: {}", reply.body);
    }
    assert!(Seat::open(house.site, table, None, None).await.is_err());
    // Nothing in the lobby, whoever looks; the own tables have it, and the floor sees it.
    for patron in [&ann, &strangers[0]] {
        let lobby: Value = patron.get("/api/lobby").await.unwrap();
        let rows = lobby["tables"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["table"] != json!(table)), "{lobby}");
    }
    let own: Value = bea.get("/api/me/tables").await.unwrap();
    assert_eq!(own[0]["table"], json!(table), "{own}");
    let floor = house.staff("floor").await;
    let rows: Value = floor.get("/api/floor").await.unwrap();
    assert!(rows["tables"].as_array().unwrap().iter().any(|row| row["table"] == json!(table)), "{rows}");
    assert_eq!(status(&floor, Ask::get(&format!("/api/tables/{table}"))).await, 200);
    // It is played with play chips, and a room that is opened anew has forgotten no friend who sits there.
    let view: Value = ann.get(&format!("/api/tables/{table}")).await.unwrap();
    assert_eq!(view["view"]["is_practice"], json!(true), "{view}");
    house.close().await;
    let house = House::open(quiet(&folder)).await;
    let again = |patron: Patron| Patron { site: house.site, ..patron };
    let [carl, ..] = strangers;
    let (bea, carl) = (again(bea), again(carl));
    assert_eq!(status(&bea, Ask::get(&format!("/api/tables/{table}"))).await, 200);
    assert_eq!(status(&carl, Ask::get(&format!("/api/tables/{table}"))).await, 404);
    let enter = |key: &str| Ask::post(&format!("/api/tables/{table}/enter"), &json!({ "key": key }));
    assert_eq!(status(&carl, enter(&key)).await, 200);
    assert_eq!(status(&carl, Ask::get(&format!("/api/tables/{table}"))).await, 200);
    // The word itself stands nowhere in the log.
    house.close().await;
    let bytes = std::fs::read(folder.file()).unwrap();
    assert!(!bytes.windows(key.len()).any(|part| part == key.as_bytes()), "the log has the word of the link");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rounds_of_a_private_table_are_for_those_who_were_in_them() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let ann = Patron::guest(house.site, "Ann").await.unwrap();
    let opened: Value = ann.post("/api/private-tables", &json!({ "book": BOOK, "bots": 3 })).await.unwrap();
    let table = opened["table"].as_u64().unwrap() as TableId;
    let mut player = house.seated(&ann, table, BOOK, 8).await;
    player.play(|view| view.round_number > 3).await.unwrap();
    drop(player);
    let own: Value = ann.get(&format!("/api/tables/{table}/rounds")).await.unwrap();
    let round = own[0]["round"].as_u64().expect("Ann was in a round");
    let one = format!("/api/tables/{table}/rounds/{round}");
    assert_eq!(status(&ann, Ask::get(&one)).await, 200);
    let carl = Patron::guest(house.site, "Carl").await.unwrap();
    let key = json!({ "key": opened["key"] });
    for is_friend in [false, true] {
        if is_friend {
            let _: Value = carl.post(&format!("/api/tables/{table}/enter"), &key).await.unwrap();
        }
        assert_eq!(status(&carl, Ask::get(&one)).await, 404, "a friend: {is_friend}");
        let listed = carl.ask(Ask::get(&format!("/api/tables/{table}/rounds"))).await.unwrap();
        assert_eq!(
            (listed.status, listed.body.as_str()),
            if is_friend { (200, "[]") } else { (404, listed.body.as_str()) }
        );
    }
    assert_eq!(house.site.ask(&Ask::get(&one)).await.unwrap().status, 404);
    let auditor = house.staff("auditor").await;
    assert_eq!(status(&auditor, Ask::get(&one)).await, 200);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_table_closes_when_everybody_has_gone() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.deserted_ms = 300;
    let house = House::open(config).await;
    let (ann, table, key) = host(&house).await;
    let eyes = ann.table(table, None).await.unwrap();
    sit(&ann, table, 1).await;
    let bots = json!({ "book": BOOK, "bots": 2 });
    let with_bots: Value = ann.post("/api/private-tables", &bots).await.unwrap();
    let third = ann.ask(Ask::post("/api/private-tables", &bots)).await.unwrap();
    assert_eq!(third.status, 409, "{}", third.body);
    let path = format!("/api/tables/{table}");
    let phase = async |table: &str| ann.get::<Value>(table).await.unwrap()["view"]["phase"].clone();
    let closes = async |table: &str| {
        for _ in 0..400 {
            if phase(table).await == json!("closed") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{table} does not close");
    };
    // The other has nobody but bots.
    closes(&format!("/api/tables/{}", with_bots["table"])).await;
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert_ne!(phase(&path).await, json!("closed"), "somebody follows it");
    let before: Value = ann.get("/api/me").await.unwrap();
    drop(eyes);
    closes(&path).await;
    let after: Value = ann.get("/api/me").await.unwrap();
    let chips = |me: &Value| me["play_chips"].as_i64().unwrap();
    assert_eq!(chips(&after), chips(&before) + 20_000, "the chips come back");
    let carl = Patron::guest(house.site, "Carl").await.unwrap();
    let late = carl.ask(Ask::post(&format!("{path}/enter"), &json!({ "key": key }))).await.unwrap();
    assert_eq!(late.status, 404, "{}", late.body);
    assert!(late.body.contains("everybody has gone"), "{}", late.body);
    house.close().await;
}

/// The next thing that is said, if something is within a moment.
async fn next_said(eyes: &mut Seat) -> Option<(u32, String)> {
    let hears = async {
        loop {
            if let Heard::Said { person, text } = eyes.hear().await.unwrap() {
                return (person, text);
            }
        }
    };
    tokio::time::timeout(Duration::from_millis(1_500), hears).await.ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_is_heard_by_those_at_the_table_and_by_nobody_else() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec::practice(&house.shelf, BOOK).unwrap();
    let silent = house.table(&floor, &spec).await;
    let mut opening = json!(spec);
    opening["has_chat"] = json!(true);
    let opened: Value = floor.post("/api/tables", &opening).await.unwrap();
    let talking = opened["table"].as_u64().unwrap() as TableId;
    let (ann, private, key) = host(&house).await;
    let bea = Patron::guest(house.site, "Bea").await.unwrap();
    let rail = Patron::guest(house.site, "Carl").await.unwrap();
    let _: Value = bea.post(&format!("/api/tables/{private}/enter"), &json!({ "key": key })).await.unwrap();
    let say = |table: TableId, text: &str| {
        Ask::post(&format!("/api/tables/{table}/chat"), &json!({ "text": text }))
    };

    // At a private table on its rail too, in one plain line.
    let mut hears = bea.table(private, None).await.unwrap();
    assert_eq!(status(&ann, say(private, " well\n<b>played</b> ")).await, 200);
    assert_eq!(next_said(&mut hears).await, Some((ann.person, "well <b>played</b>".to_owned())));
    let kept: Value = bea.get(&format!("/api/tables/{private}/chat")).await.unwrap();
    assert_eq!(kept["said"][0]["name"], "Ann", "{kept}");
    assert_eq!((&kept["has_chat"], &kept["may_speak"]), (&json!(true), &json!(true)));

    // Elsewhere only where the house has turned it on, and only for those who have a place there.
    sit(&ann, silent, 1).await;
    assert_eq!(status(&ann, say(silent, "hello")).await, 409);
    sit(&ann, talking, 1).await;
    sit(&bea, talking, 2).await;
    let mut at_the_table = bea.table(talking, None).await.unwrap();
    let mut on_the_rail = rail.table(talking, None).await.unwrap();
    assert_eq!(status(&rail, say(talking, "let me")).await, 409);
    assert_eq!(status(&ann, say(talking, "hello there")).await, 200);
    assert_eq!(next_said(&mut at_the_table).await, Some((ann.person, "hello there".to_owned())));
    assert_eq!(next_said(&mut on_the_rail).await, None, "the rail hears nothing");
    let unheard: Value = rail.get(&format!("/api/tables/{talking}/chat")).await.unwrap();
    assert_eq!((&unheard["has_chat"], &unheard["said"]), (&json!(false), &json!([])), "{unheard}");

    // The floor may silence, which the house's log tells, and let speak again.
    let silence = |is_silenced: bool| {
        let body = json!({ "person": ann.person, "is_silenced": is_silenced });
        Ask::post(&format!("/api/tables/{talking}/silence"), &body)
    };
    assert_eq!(status(&bea, silence(true)).await, 403);
    assert_eq!(status(&floor, silence(true)).await, 200);
    let refused = ann.ask(say(talking, "but")).await.unwrap();
    assert_eq!(refused.status, 409);
    assert!(refused.body.contains("silenced"), "{}", refused.body);
    assert_eq!(status(&ann, say(private, "here I may")).await, 200);
    assert_eq!(status(&floor, silence(false)).await, 200);
    assert_eq!(status(&ann, say(talking, "again")).await, 200);
    for text in ["", "  ", &"x".repeat(201)] {
        assert_eq!(status(&ann, say(talking, text)).await, 400, "{text:?}");
    }
    let auditor = house.staff("auditor").await;
    let log: Value = auditor.get("/api/house/log").await.unwrap();
    let told =
        |kind: &str| log["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == kind).count();
    assert_eq!(told("silenced"), 2, "{log}");
    assert!(!log.to_string().contains("hello there"), "what is said is not kept");
    house.close().await;
    let bytes = std::fs::read(folder.file()).unwrap();
    assert!(!bytes.windows(11).any(|part| part == b"hello there"), "what is said is not kept");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_says_more_than_others_can_read() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.limits.words_per_minute = 30.0;
    let house = House::open(config).await;
    let (ann, table, _) = host(&house).await;
    let mut said = 0;
    loop {
        let ask = Ask::post(&format!("/api/tables/{table}/chat"), &json!({ "text": format!("word {said}") }));
        match status(&ann, ask).await {
            200 => said += 1,
            other => break assert_eq!(other, 429),
        }
        assert!(said < 20, "nobody stops her");
    }
    assert!(said >= 5, "{said}");
    house.close().await;
}

/// Somebody with many names does not keep all others from opening one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_does_not_take_all_private_tables() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let mut opened = Vec::new();
    for name in ["Ann", "Bea", "Cid", "Dee", "Eli", "Fin"] {
        let guest = Patron::guest(house.site, name).await.unwrap();
        for _ in 0..2 {
            opened.push(status(&guest, Ask::post("/api/private-tables", &json!({ "book": BOOK }))).await);
        }
    }
    assert_eq!(opened.iter().filter(|status| **status == 200).count(), 10, "{opened:?}");
    assert!(opened[10..].iter().all(|status| *status == 409), "{opened:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_room_with_private_tables_is_proven() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (ann, table, _) = host(&house).await;
    sit(&ann, table, 1).await;
    let floor = house.staff("floor").await;
    let body = json!({ "person": ann.person, "is_silenced": true });
    assert_eq!(status(&floor, Ask::post(&format!("/api/tables/{table}/silence"), &body)).await, 200);
    let auditor = house.staff("auditor").await;
    let proof: Value = auditor.get("/api/verify").await.unwrap();
    assert_eq!(proof["faults"], json!([]), "{proof}");
    house.close().await;
}
