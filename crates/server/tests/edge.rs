//! The edge of the room: nobody is waited for too long, nobody takes all connections, what is not known is refused, and
//! the room closes whatever clients do.

mod house;

use std::time::{Duration, Instant};

use client::{Ask, ClientFault, Outcome, Patron, Seat};
use house::raw::{LONG, ask, begun, connect, get, until_closed, upgrade};
use house::{Folder, House, quiet};
use serde_json::{Value, json};
use server::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{sleep, timeout};

const BOOK: &str = "mortimers/no-bust-6";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_waited_for_too_long() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    let short = Duration::from_millis(400);
    config.limits = Limits { head: short, body: short, unread: short, silent: short, ..Limits::none() };
    let house = House::open(config).await;
    let site = house.site;
    let half_body = "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                     Content-Length: 40\r\n\r\n{\"name\": ";
    let idle = format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", site.0);
    for (what, sent, heard) in [
        ("nothing at all", "", ""),
        ("half a head", "GET /api/lobby HTTP/1.1\r\nHost: ", ""),
        ("half a body", half_body, "HTTP/1.1 408"),
        ("a connection that asks nothing more", idle.as_str(), "HTTP/1.1 200"),
        ("a socket that does not answer", &upgrade(site, 1, ""), "HTTP/1.1 101"),
    ] {
        let mut connection = begun(site, 1, sent).await;
        let told = until_closed(&mut connection, LONG).await;
        let told = told.unwrap_or_else(|| panic!("{what} is waited for"));
        assert!(told.starts_with(heard), "{what}: {told}");
    }
    // Answers that nobody reads: as much as the system does not hold for them.
    let many = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", site.0).repeat(300);
    let mut connection = begun(site, 1, &many).await;
    sleep(short * 4).await;
    let told = until_closed(&mut connection, LONG).await.expect("unread answers are not kept for ever");
    assert!(told.matches("HTTP/1.1 200").count() < 300, "all of them were sent");
    // Whoever does answer is kept.
    let mut seat = Seat::open(site, 1, None, None).await.unwrap();
    let began = Instant::now();
    while began.elapsed() < short * 4 {
        let heard = timeout(short, seat.hear()).await;
        assert!(!matches!(heard, Ok(Err(_))), "{heard:?}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_takes_no_more_than_its_own_connections() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.limits = Limits { connections_per_address: 20, ..Limits::none() };
    let house = House::open(config).await;
    let mut held = Vec::new();
    for _ in 0..200 {
        held.push(begun(house.site, 2, "GET / HTTP/1.1\r\n").await);
    }
    let mut kept = 0;
    for connection in &mut held {
        let closed = timeout(Duration::from_millis(50), connection.read_u8()).await;
        kept += usize::from(closed.is_err());
    }
    assert_eq!(kept, 20, "the others are closed");
    assert_eq!(ask(house.site, 2, &get(house.site, "/health", "")).await, None);
    assert_eq!(
        ask(house.site, 3, &get(house.site, "/health", "")).await,
        Some(200),
        "nobody else is refused"
    );
    drop(held);
    sleep(Duration::from_millis(200)).await;
    assert_eq!(ask(house.site, 2, &get(house.site, "/health", "")).await, Some(200), "places are given back");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_places_are_kept_for_those_who_have_an_account() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.limits = Limits { connections: 12, connections_kept: 4, ..Limits::none() };
    let house = House::open(config).await;
    let site = house.site;
    let guest = Patron::guest(site, "Gwen").await.unwrap();
    let patron = Patron::register(site, "Pat", "long enough").await.unwrap();
    let floor = house.staff("floor").await;
    sleep(Duration::from_millis(200)).await;
    let mut held = Vec::new();
    for last in 2..10 {
        held.push(begun(site, last, "GET / HTTP/1.1\r\n").await);
    }
    sleep(Duration::from_millis(100)).await;
    for (who, cookie, expected) in [
        ("a stranger", "", 503),
        ("a guest", guest.cookie.as_str(), 503),
        ("a patron", &patron.cookie, 200),
        ("the floor", &floor.cookie, 200),
    ] {
        assert_eq!(ask(site, 20, &get(site, "/api/lobby", cookie)).await, Some(expected), "{who}");
    }
    assert_eq!(ask(site, 20, &get(site, "/", "")).await, Some(200), "whoever wants to log in gets the page");
    let login = Ask::post("/api/login", &json!({ "name": "cage", "password": "demo" }));
    assert_eq!(site.ask(&login).await.unwrap().status, 200, "and comes in");
    for last in 10..14 {
        held.push(begun(site, last, "GET / HTTP/1.1\r\n").await);
    }
    assert_eq!(ask(site, 20, &get(site, "/api/lobby", &floor.cookie)).await, None, "all are taken");
    drop(held);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_sends_nonsense_is_closed_after_a_while() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    config.limits = Limits { malformed: 5, ..Limits::none() };
    let house = House::open(config).await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let mut seat = guest.table(1, None).await.unwrap();
    for nonsense in ["", "[]", "{\"id\":\"a\"}", "{\"id\":\"b\",\"command\":{\"do\":\"fly\"}}", "\u{1f0a1}"] {
        seat.say_text(nonsense).await.unwrap();
        let answer = seat.answer().await.unwrap();
        assert_eq!(answer.outcome, Outcome::Refused, "{nonsense}");
        assert!(answer.what.contains("that is no command"), "{nonsense}: {}", answer.what);
    }
    let heard = timeout(LONG, async {
        loop {
            if let Err(fault) = seat.hear().await {
                break fault;
            }
        }
    });
    assert!(matches!(heard.await, Ok(ClientFault::Gone(_))), "the socket is closed");
    let metrics = house.site.ask(&Ask::get("/metrics")).await.unwrap();
    assert!(metrics.body.contains("cardroom_malformed_total 5\n"), "{}", metrics.body);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_asks_without_end_whether_the_room_is_there_is_closed() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    // An empty ping, masked with zeros; and an empty answer to one that was never asked.
    for frame in [[0x89, 0x80, 0, 0, 0, 0], [0x8a, 0x80, 0, 0, 0, 0]] {
        let mut few = begun(house.site, 1, &upgrade(house.site, 1, &guest.cookie)).await;
        few.write_all(&frame.repeat(30)).await.unwrap();
        let mut many = begun(house.site, 1, &upgrade(house.site, 1, &guest.cookie)).await;
        many.write_all(&frame.repeat(100)).await.unwrap();
        assert!(until_closed(&mut many, LONG).await.is_some(), "{frame:x?}");
        // Whoever does so now and then stays; a close of their own is answered.
        few.write_all(&[0x88, 0x80, 0, 0, 0, 0]).await.unwrap();
        assert!(until_closed(&mut few, LONG).await.is_some());
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_the_room_is_is_told_to_those_who_know_its_name_and_not_all_the_time() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.names = Some(vec!["127.0.0.1".to_owned()]);
    config.limits = Limits { looks_per_second: 1.0, files_per_second: 0.1, ..Limits::none() };
    let house = House::open(config).await;
    for path in ["/health", "/metrics"] {
        let other = Ask::get(path).with("Host", "elsewhere.example");
        assert_eq!(house.site.ask(&other).await.unwrap().status, 403, "{path}");
    }
    let file = get(house.site, "/app.js", "");
    assert_eq!(ask(house.site, 4, &file).await, Some(200));
    assert_eq!(ask(house.site, 4, &file).await, Some(429), "files of the page are counted, too");
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(house.site.ask(&Ask::get("/health")).await.unwrap().status);
    }
    assert!(statuses.starts_with(&[200, 200]) && statuses.ends_with(&[429]), "{statuses:?}");
    assert_eq!(ask(house.site, 2, &get(house.site, "/metrics", "")).await, Some(200), "others may look");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_on_the_way_keeps_an_answer() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    for path in [
        "/api/lobby",
        "/api/me",
        "/api/tables/1",
        "/api/tables/99",
        "/api/nothing",
        "/api/tips",
        "/api/books/mortimers/no-bust-6/sign.svg?schedule=1",
        "/health",
        "/metrics",
    ] {
        let reply = house.site.ask(&Ask::get(path)).await.unwrap();
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}: {}", reply.status);
    }
    for path in ["/api/lobby", "/api/tables/1/rounds"] {
        let reply = house.site.ask(&Ask::post(path, &json!({}))).await.unwrap();
        let kept = reply.header("cache-control");
        assert_eq!((reply.status, kept), (405, Some("no-store")), "{path} in another way");
    }
    let page = house.site.ask(&Ask::get("/app.js")).await.unwrap();
    assert_eq!(page.header("cache-control"), Some("no-cache"), "the page is the same for everybody");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fields_that_nobody_knows_are_refused() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    let (floor, cage, owner) =
        (house.staff("floor").await, house.staff("cage").await, house.staff("owner").await);
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let commands = "/api/tables/1/commands";
    let sit = json!({ "do": "sit", "seat": 1, "buy_in": 10_000 });
    let wager = json!({ "do": "put-wager", "spot": 1, "wager": { "base": 500 } });
    let (listed, join) = (json!({ "do": "put-wager", "spot": 1, "wager": [100] }), json!({ "do": "join" }));
    let roles = format!("/api/people/{}/roles", pat.person);
    let bodies: Vec<(&Patron, &str, Value, &str)> = vec![
        (&pat, "/api/guest", json!({ "name": "Robin", "colour": 1 }), "colour"),
        (&pat, "/api/register", json!({ "name": "Robin", "password": "long enough", "roles": [] }), "roles"),
        (&pat, "/api/login", json!({ "name": "Pat", "password": "long enough", "as": "floor" }), "as"),
        (&pat, commands, json!({ "id": "a", "command": sit, "basis": 3 }), "basis"),
        (&pat, commands, with(&json!({ "id": "b", "command": sit }), "command", "chips", 5), "command.chips"),
        (&pat, commands, json!({ "id": "c", "command": { "do": "join", "seat": 3 } }), "command.seat"),
        (
            &pat,
            commands,
            json!({ "id": "d", "command": with(&wager, "wager", "bonus_of_mine", 5) }),
            "command.wager.bonus_of_mine",
        ),
        (
            &floor,
            commands,
            json!({ "id": "e", "as": "floor", "command": { "do": "for", "person": 1, "command": { "do": "leave", "now": true } } }),
            "command.command.now",
        ),
        (&floor, "/api/tables", json!({ "book": BOOK, "is_practice": true, "colour": 5 }), "colour"),
        (
            &floor,
            "/api/tables",
            json!({ "book": BOOK, "is_practice": true, "pace": { "turn": 5 } }),
            "pace.turn",
        ),
        (&cage, "/api/cage/buy", json!({ "person": pat.person, "amount": 500, "by": 1 }), "by"),
        // Whatever is written otherwise before it.
        (&pat, commands, json!({ "id": "g", "command": listed, "bogus": 1 }), "bogus"),
        (&pat, commands, json!({ "id": "h", "command": with(&listed, "", "bogus", 1) }), "command.bogus"),
        (
            &pat,
            commands,
            json!({ "as": { "patron": null }, "id": "i", "bogus": 1, "command": join }),
            "bogus",
        ),
        (&owner, &roles, json!({ "roles": ["patron"], "name": "Pit" }), "name"),
    ];
    for (who, path, body, field) in bodies {
        let reply = who.ask(Ask::post(path, &body)).await.unwrap();
        assert_eq!(reply.status, 422, "{path} {body}: {}", reply.body);
        let said = format!("the field \\\"{field}\\\" is not known here; ");
        assert!(reply.body.contains(&said), "{path} {body}: {}", reply.body);
    }
    // What is known by name is not taken by place, nor a word as an object.
    for body in [
        json!({ "id": "j", "command": listed }),
        json!({ "id": "k", "as": { "patron": null }, "command": join }),
        json!({ "id": "l", "as": "patron", "command": ["join"] }),
    ] {
        let reply = pat.ask(Ask::post(commands, &body)).await.unwrap();
        assert_eq!(reply.status, 422, "{body}: {}", reply.body);
    }
    let mut seat = pat.table(1, None).await.unwrap();
    let said = json!({ "id": "f", "command": { "do": "join", "seat": 3 } });
    seat.say_text(&said.to_string()).await.unwrap();
    let answer = seat.answer().await.unwrap();
    assert_eq!((answer.id.as_str(), answer.outcome), ("f", Outcome::Refused));
    assert!(answer.what.contains("command.seat"), "{}", answer.what);
    for path in [
        "/api/tables/1/rounds?limit=5&colour=1",
        "/api/tables/1/coach?colour=1",
        "/api/tables/1/stream?since=1",
        "/api/books/mortimers/no-bust-6/money?seats=2000&colour=1",
        "/api/books/mortimers/no-bust-6/sign.svg?schedule=1&colour=1",
        "/api/lobby?colour=1",
        "/api/tables/1?colour=1",
        "/api/me?colour",
        "/api/day?colour=1",
        "/health?colour=1",
        "/metrics?colour=1",
    ] {
        let reply = pat.ask(Ask::get(path)).await.unwrap();
        assert_eq!(reply.status, 400, "{path}: {}", reply.body);
        assert!(reply.body.contains("colour") || reply.body.contains("since"), "{path}: {}", reply.body);
    }
    // Where nothing is said, an empty object is as good as nothing, and nothing else is.
    let gone = Patron::guest(house.site, "Robin").await.unwrap();
    for path in ["/api/logout", "/api/logout/everywhere"] {
        let reply = gone.ask(Ask::post(path, &json!({ "everywhere": true }))).await.unwrap();
        assert_eq!(reply.status, 422, "{path}: {}", reply.body);
    }
    assert_eq!(gone.ask(Ask::post("/api/logout/everywhere", &json!({}))).await.unwrap().status, 200);
    house.close().await;
}

/// The same with a further field inside of a field.
fn with(value: &Value, field: &str, name: &str, number: u64) -> Value {
    let mut value = value.clone();
    match field {
        "" => value[name] = json!(number),
        field => value[field][name] = json!(number),
    }
    value
}

/// PostgreSQL keeps no text with a NUL in it, and one request must not stop a room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_database_cannot_keep_is_refused_at_the_door() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let commands = "/api/tables/1/commands";
    let join = json!({ "do": "join" });
    for (path, body) in [
        ("/api/guest", json!({ "name": "Ro\0bin" })),
        ("/api/login", json!({ "name": "Pat\0", "password": "long enough" })),
        ("/api/login", json!({ "name": "Pat", "password": "long\0enough" })),
        ("/api/register", json!({ "name": "Robin\0", "password": "long enough" })),
        ("/api/me/preferences", json!({ "text": "a\0b" })),
        ("/api/tables/1/chat", json!({ "words": "a\0b" })),
        (commands, json!({ "id": "\0", "command": join })),
        (commands, json!({ "id": "a\0b", "command": join })),
        (commands, json!({ "id": "a", "command": { "do": "join", "\0": 1 } })),
    ] {
        let reply = pat.ask(Ask::post(path, &body)).await.unwrap();
        assert_eq!(reply.status, 422, "{path} {body}: {}", reply.body);
        if !path.ends_with("chat") {
            assert!(reply.body.contains("NUL"), "{path} {body}: {}", reply.body);
        }
    }
    for id in ["\u{1}", "a\nb", "\u{7f}", "\u{9b}a"] {
        let reply = pat.ask(Ask::post(commands, &json!({ "id": id, "command": join }))).await.unwrap();
        assert_eq!(reply.status, 400, "{id:?}: {}", reply.body);
    }
    // What nests deeper than is read hides nothing behind it.
    let deep = format!("{{\"text\":\"a\",\"x\":{}1{}}}", "[".repeat(200), "]".repeat(200));
    let head = format!(
        "POST /api/me/preferences HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{deep}",
        house.site.0,
        pat.cookie,
        deep.len()
    );
    assert_eq!(ask(house.site, 1, &head).await, Some(422));
    for path in ["/api/books/mortimers%00/no-bust-6", "/api/books/mortimers/no-bust-6/sign.svg?schedule=%00"]
    {
        let reply = pat.ask(Ask::get(path)).await.unwrap();
        assert_eq!(reply.status, 400, "{path}: {}", reply.body);
    }
    let mut seat = pat.table(1, None).await.unwrap();
    for id in ["\0", "a\u{1}"] {
        seat.say_text(&json!({ "id": id, "command": join }).to_string()).await.unwrap();
        assert_eq!(seat.answer().await.unwrap().outcome, Outcome::Refused, "{id:?}");
    }
    let kept: Value = pat.post("/api/me/preferences", &json!({ "text": "ab" })).await.unwrap();
    assert_eq!(kept["text"], "ab");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_not_there_is_not_found() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (pat, auditor) =
        (Patron::register(house.site, "Pat", "long enough").await.unwrap(), house.staff("auditor").await);
    for table in ["0", "7", "4294967295"] {
        for rest in ["", "/rounds", "/rounds/1", "/rounds/1.phh", "/coach", "/rounds/1/coach", "/stream"] {
            let path = format!("/api/tables/{table}{rest}");
            assert_eq!(pat.ask(Ask::get(&path)).await.unwrap().status, 404, "{path}");
        }
        let log = format!("/api/tables/{table}/log");
        assert_eq!(auditor.ask(Ask::get(&log)).await.unwrap().status, 404, "{log}");
        let said = json!({ "id": "a", "command": { "do": "join" } });
        let path = format!("/api/tables/{table}/commands");
        let reply = pat.ask(Ask::post(&path, &said)).await.unwrap();
        assert_eq!(reply.status, 404, "{path}: {}", reply.body);
        let socket = ask(house.site, 1, &upgrade(house.site, table.parse().unwrap(), &pat.cookie)).await;
        assert_eq!(socket, Some(404), "the socket of table {table}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_of_the_house_needs_its_schedule() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    for (opening, word) in [
        (json!({ "book": BOOK }), "schedule"),
        (json!({ "book": BOOK, "schedule": null }), "schedule"),
        (json!({ "book": "pinnacle/holdem" }), "schedule"),
    ] {
        let reply = floor.ask(Ask::post("/api/tables", &opening)).await.unwrap();
        assert_eq!(reply.status, 400, "{opening}: {}", reply.body);
        assert!(reply.body.contains(word), "{opening}: {}", reply.body);
    }
    let opened =
        floor.ask(Ask::post("/api/tables", &json!({ "book": BOOK, "schedule": "1" }))).await.unwrap();
    assert_eq!(opened.status, 200, "{}", opened.body);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_room_closes_whatever_clients_do() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    let site = house.site;
    let guest = Patron::guest(site, "Gwen").await.unwrap();
    let half_body = "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                     Content-Length: 40\r\n\r\n{\"name\": ";
    let many = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", site.0).repeat(300);
    let mut held = vec![connect(site, 1).await];
    for sent in ["GET /api/lobby HTTP/1.1\r\nHost: ", half_body, &many, &upgrade(site, 1, &guest.cookie)] {
        held.push(begun(site, 1, sent).await);
    }
    let mut busy = guest.table(1, None).await.unwrap();
    let talking = tokio::spawn(async move {
        for number in 0..100_000 {
            let said = json!({ "id": format!("b{number}"), "command": { "do": "sit-out" } });
            if busy.say_text(&said.to_string()).await.is_err() {
                break;
            }
        }
    });
    let watching = site.watch(&Ask::get("/api/tables/1/stream")).await.unwrap();
    sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    timeout(LONG, house.close()).await.expect("it closes");
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    talking.abort();
    drop((held, watching));
}

/// A request that somebody on the way could read in another way than the room is not taken, nor is one that no page makes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_for_one_host_and_made_as_described() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let site = house.site;
    let own = site.0.to_string();
    let asked = |line: &str, hosts: &[&str]| {
        let hosts: String = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
        format!("{line} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n")
    };
    for (line, hosts, status) in [
        ("GET /health", vec![own.as_str()], 200),
        ("GET /health", vec![own.as_str(), "evil.example"], 400),
        ("GET /api/lobby", vec!["evil.example", own.as_str()], 400),
        ("GET http://evil.example/api/lobby", vec![own.as_str()], 400),
        ("GET /lobby", vec![own.as_str()], 200),
        ("POST /lobby", vec![own.as_str()], 405),
        ("CONNECT 127.0.0.1:22", vec![own.as_str()], 405),
        ("OPTIONS *", vec![own.as_str()], 405),
    ] {
        assert_eq!(ask(site, 9, &asked(line, &hosts)).await, Some(status), "{line} {hosts:?}");
    }
    // What is known by name is not taken by place.
    for (body, status) in [(json!(["Ann"]), 422), (json!({ "name": "Ann" }), 200)] {
        let reply = site.ask(&Ask::post("/api/guest", &body)).await.unwrap();
        assert_eq!(reply.status, status, "{body}: {}", reply.body);
    }
    house.close().await;
}
