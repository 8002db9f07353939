//! Who may do what: every endpoint with every role and without one, sizes, rates and sessions.

mod house;
mod matrix;

use client::{Ask, ClientFault, Outcome, Patron, Seat, Site};
use house::{Folder, House, quiet};
use matrix::matrix;
use serde_json::{Value, json};
use server::Limits;

const BOOK: &str = "mortimers/no-bust-6";

/// Nobody, and then everybody whom the room knows, in the order of the matrix's columns.
const ROLES: [&str; 8] = ["none", "guest", "patron", "dealer", "floor", "cage", "auditor", "owner"];

/// How a row of the matrix asks.
enum Way {
    Get,
    Post(fn(&People, &str) -> Value),
    Socket,
    Stream,
}

struct Row {
    /// The path as the router knows it.
    route: &'static str,
    /// The path that is asked for.
    path: String,
    way: Way,
    /// The status for each role.
    expected: [u16; 8],
}

struct People {
    site: Site,
    known: Vec<Patron>,
}

impl People {
    /// A guest, somebody with an account, and the staff.
    async fn enter(house: &House) -> People {
        let mut known = vec![
            Patron::guest(house.site, "Gwen").await.unwrap(),
            Patron::register(house.site, "Pat", "long enough").await.unwrap(),
        ];
        for role in &ROLES[3..] {
            known.push(house.staff(role).await);
        }
        People { site: house.site, known }
    }

    fn of(&self, role: &str) -> Option<&Patron> {
        let place = ROLES.iter().position(|one| *one == role).unwrap();
        place.checked_sub(1).map(|place| &self.known[place])
    }

    async fn ask(&self, role: &str, ask: Ask) -> Result<u16, ClientFault> {
        let reply = match self.of(role) {
            Some(patron) => patron.ask(ask).await?,
            None => self.site.ask(&ask).await?,
        };
        Ok(reply.status)
    }

    async fn status(&self, role: &str, row: &Row, table: u32) -> Result<u16, ClientFault> {
        match row.way {
            Way::Get => self.ask(role, Ask::get(&row.path)).await,
            Way::Post(body) => self.ask(role, Ask::post(&row.path, &body(self, role))).await,
            Way::Socket => Seat::open(self.site, table, self.of(role), None).await.map(|_| 101),
            Way::Stream => {
                let mut ask = Ask::get(&row.path);
                if let Some(patron) = self.of(role) {
                    ask = ask.with("Cookie", &patron.cookie);
                }
                Ok(self.site.watch(&ask).await?.reply.status)
            }
        }
    }
}

/// The paths of the router, from its description.
fn routes() -> Vec<String> {
    let description = server::openapi();
    description["paths"].as_object().expect("a description has paths").keys().cloned().collect()
}

#[test]
fn every_route_has_a_row_in_the_matrix() {
    let rows = matrix(1, "1");
    let routes = routes();
    assert!(routes.len() >= 25, "{routes:?}");
    for route in routes {
        assert!(rows.iter().any(|row| row.route == route), "{route} has no row in the role matrix");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_answers_every_role_as_it_should() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = house.quick(BOOK);
    let table = house.table(&floor, &spec).await;
    let mut players = [house.player(table, BOOK, 1).await, house.player(table, BOOK, 4).await];
    let [first, second] = &mut players;
    let is_enough = |view: &room::TableView| view.round_number > 1;
    let (one, two) = tokio::join!(first.play(is_enough), second.play(is_enough));
    one.and(two).unwrap();

    let people = People::enter(&house).await;
    for row in matrix(table, spec.schedule.as_deref().unwrap_or("")) {
        for (role, expected) in ROLES.iter().zip(row.expected) {
            let status = people.status(role, &row, table).await;
            let status = status.unwrap_or_else(|fault| panic!("{} as {role}: {fault}", row.route));
            assert_eq!(status, expected, "{} as {role}", row.route);
        }
    }
    for role in &ROLES[1..] {
        assert_eq!(people.ask(role, Ask::get("/api/me")).await.unwrap(), 401, "{role} has logged out");
    }
    drop(players);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_taken_only_from_those_who_may_give_them() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let people = People::enter(&house).await;
    for role in ROLES {
        let mut seat = Seat::open(house.site, table, people.of(role), None).await.unwrap();
        for (part, command, may) in [
            ("dealer", json!({ "do": "start" }), ["dealer", "floor"].as_slice()),
            ("dealer", json!({ "do": "card", "card": null }), &["dealer", "floor"]),
            ("floor", json!({ "do": "rule", "words": "Play on.", "clause": "" }), &["floor"]),
            ("floor", json!({ "do": "pause" }), &["floor"]),
            ("floor", json!({ "do": "resume" }), &["floor"]),
        ] {
            let id = format!("{role} {part} {}", command["do"]);
            let said = json!({ "id": id, "as": part, "command": command });
            seat.say_text(&said.to_string()).await.unwrap();
            let answer = seat.answer().await.unwrap();
            let is_barred = answer.outcome == Outcome::Refused
                && (answer.what.contains("needs the role") || answer.what.contains("log in"));
            assert_eq!(is_barred, !may.contains(&role), "{role} as {part}: {answer:?}");
            if part == "floor" && role == "floor" {
                assert_eq!(answer.outcome, Outcome::Applied, "{answer:?}");
            }
            // The same over plain HTTP, under another id.
            let said = json!({ "id": format!("{id} again"), "as": part, "command": said["command"] });
            let status = people.ask(role, Ask::post(&format!("/api/tables/{table}/commands"), &said)).await;
            let expected = match role {
                "none" => 401,
                role if may.contains(&role) => 200,
                _ => 403,
            };
            assert_eq!(status.unwrap(), expected, "{role} as {part} over HTTP");
        }
        // What is for the house is not done for a patron, whoever they are.
        for command in [json!({ "do": "pause" }), json!({ "do": "start" }), json!({ "do": "tick" })] {
            let said = json!({ "id": format!("{role} {}", command["do"]), "command": command });
            seat.say_text(&said.to_string()).await.unwrap();
            assert_eq!(seat.answer().await.unwrap().outcome, Outcome::Refused, "{role}: {command}");
        }
        for broken in ["", "{", "[]", r#"{"id":"x"}"#, r#"{"id":"x","command":{"do":"fly"}}"#] {
            seat.say_text(broken).await.unwrap();
            assert_eq!(seat.answer().await.unwrap().outcome, Outcome::Refused, "{role}: {broken}");
        }
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_sit_at_practice_tables_only() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = room::Spec { is_practice: false, ..house.quick(BOOK) };
    let table = house.table(&floor, &spec).await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let said = json!({ "id": "a", "command": { "do": "sit", "seat": 1, "buy_in": 10_000 } });
    let answer: Value = guest.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap();
    assert_eq!(answer["outcome"], "refused", "{answer}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_too_large_is_refused() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let long = "x".repeat(20_000);
    for path in ["/api/guest", "/api/login", "/api/register"] {
        let ask = Ask::post(path, &json!({ "name": long, "password": "long enough" }));
        assert_eq!(house.site.ask(&ask).await.unwrap().status, 413, "{path}");
    }
    let said = json!({ "id": "a", "command": { "do": "rule", "words": long, "clause": "" } });
    let ask = Ask::post(&format!("/api/tables/{table}/commands"), &said);
    assert_eq!(floor.ask(ask).await.unwrap().status, 413);
    let mut seat = floor.table(table, None).await.unwrap();
    seat.say_text(&said.to_string()).await.unwrap();
    assert!(matches!(seat.answer().await, Err(ClientFault::Gone(_))), "the socket is closed");
    let id = "i".repeat(65);
    let said = json!({ "id": id, "command": { "do": "join" } });
    let ask = Ask::post(&format!("/api/tables/{table}/commands"), &said);
    assert_eq!(floor.ask(ask).await.unwrap().status, 400);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_ask_too_often_wait() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.limits = Limits {
        requests_per_second: 0.001,
        burst: 40.0,
        logins_per_minute: 3.0,
        newcomers_per_hour: 4.0,
        watchers: 2,
        readers: 8,
        ..Limits::default()
    };
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    let site = house.site;
    let ask = |ask: Ask| async move { site.ask(&ask).await.unwrap().status };
    for attempt in 1..=4 {
        let status = ask(Ask::post("/api/login", &json!({ "name": "floor", "password": "wrong" }))).await;
        assert_eq!(status, if attempt <= 3 { 400 } else { 429 }, "log in {attempt}");
    }
    for attempt in 1..=5 {
        let status = ask(Ask::post("/api/guest", &json!({}))).await;
        assert_eq!(status, if attempt <= 4 { 200 } else { 429 }, "guest {attempt}");
    }
    assert_eq!(
        ask(Ask::post("/api/register", &json!({ "name": "Pat", "password": "long enough" }))).await,
        429
    );
    let first = Seat::open(site, 1, None, None).await.unwrap();
    let second = site.watch(&Ask::get("/api/tables/1/stream")).await.unwrap();
    assert_eq!(ask(Ask::get("/api/tables/1/stream")).await, 429, "two watch already");
    drop((first, second));
    let mut taken = 0;
    while ask(Ask::get("/api/lobby")).await == 200 {
        taken += 1;
        assert!(taken < 40, "the bucket is never empty");
    }
    assert_eq!(ask(Ask::get("/api/lobby")).await, 429);
    assert_eq!(ask(Ask::get("/health")).await, 200, "whoever watches over the room is not counted");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_is_a_cookie_that_no_script_reads_and_ends_with_the_log_out() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let reply = house.site.ask(&Ask::post("/api/guest", &json!({ "name": "Gwen" }))).await.unwrap();
    let cookie = reply.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let gwen = Patron::guest(house.site, "Gwen").await.unwrap();
    assert_eq!(gwen.ask(Ask::get("/api/me")).await.unwrap().status, 200);
    let mut seat = gwen.table(table, None).await.unwrap();
    let mut stream = gwen.watch(&format!("/api/tables/{table}/stream")).await.unwrap();
    assert_eq!(gwen.ask(Ask::post("/api/logout", &json!({}))).await.unwrap().status, 200);
    assert_eq!(gwen.ask(Ask::get("/api/me")).await.unwrap().status, 401);
    let said = json!({ "id": "late", "command": { "do": "join" } });
    assert_eq!(
        gwen.ask(Ask::post(&format!("/api/tables/{table}/commands"), &said)).await.unwrap().status,
        401
    );
    // What was open with the session is closed with it.
    let _ = seat.say_text(&said.to_string()).await;
    let until_gone = async {
        loop {
            // What was said may still be refused before the end.
            if let Err(fault) = seat.answer().await {
                break fault;
            }
        }
    };
    let heard = tokio::time::timeout(std::time::Duration::from_secs(10), until_gone).await;
    assert!(matches!(heard, Ok(ClientFault::Gone(_))), "{heard:?}");
    while tokio::time::timeout(std::time::Duration::from_secs(10), stream.line())
        .await
        .unwrap()
        .unwrap()
        .is_some()
    {}
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_of_roles_counts_at_once() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    assert_eq!(pat.ask(Ask::get("/api/verify")).await.unwrap().status, 403);
    let path = format!("/api/people/{}/roles", pat.person);
    let _: Value = owner.post(&path, &json!({ "roles": ["patron", "auditor"] })).await.unwrap();
    assert_eq!(pat.ask(Ask::get("/api/verify")).await.unwrap().status, 200);
    let _: Value = owner.post(&path, &json!({ "roles": ["patron"] })).await.unwrap();
    assert_eq!(pat.ask(Ask::get("/api/verify")).await.unwrap().status, 403);
    let own = format!("/api/people/{}/roles", owner.person);
    assert_eq!(owner.ask(Ask::post(&own, &json!({ "roles": ["patron"] }))).await.unwrap().status, 403);

    let auditor = house.staff("auditor").await;
    let log: Value = auditor.get("/api/house/log").await.unwrap();
    let told: Vec<Value> = log["entries"].as_array().unwrap().iter().map(body_of).collect();
    let changes: Vec<&Value> = told.iter().filter(|entry| entry["house"] == "roles-changed").collect();
    let change = |before: Value, after: Value| {
        json!({
            "house": "roles-changed", "person": pat.person, "name": "Pat",
            "before": before, "after": after, "by": owner.person,
        })
    };
    let (plain, auditing) = (json!(["patron"]), json!(["patron", "auditor"]));
    assert_eq!(changes[0], &change(auditing.clone(), plain.clone()), "the newest comes first");
    assert_eq!(changes[1], &change(plain, auditing));
    house.close().await;
}

/// What an entry of a log says.
fn body_of(entry: &Value) -> Value {
    serde_json::from_str(entry["body"].as_str().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_is_seated_at_a_table_of_the_house_by_nobody() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let spec = json!({ "book": BOOK, "schedule": "1", "is_practice": false });
    let opened: Value = floor.post("/api/tables", &spec).await.unwrap();
    let path = format!("/api/tables/{}/commands", opened["table"]);
    let sit = json!({ "do": "sit", "seat": 1, "buy_in": 10_000 });
    let own = json!({ "id": "own", "command": sit });
    let seated = json!({
        "id": "for", "as": "floor", "command": { "do": "for", "person": guest.person, "command": sit },
    });
    for (patron, said) in [(&guest, own), (&floor, seated)] {
        let answer: Value = patron.post(&path, &said).await.unwrap();
        assert_eq!(answer["outcome"], "refused", "{answer}");
        assert!(answer.to_string().contains("guests play at practice tables"), "{answer}");
    }
    house.close().await;
}
