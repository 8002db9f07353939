//! Accounts: passwords that are changed and reset, sessions that end, guesses that are slowed down, names that imitate
//! nobody, roles that change at once, and staff who do not decide where they play.

mod house;

use std::time::Duration;

use client::{Ask, ClientFault, Patron, Seat};
use house::raw::{LONG, ask};
use house::{Folder, House, quiet};
use serde_json::{Value, json};
use server::{Limits, SessionLimits};
use tokio::time::{sleep, timeout};

const BOOK: &str = "mortimers/no-bust-6";

async fn status(who: &Patron, ask: Ask) -> u16 {
    who.ask(ask).await.unwrap().status
}

async fn log_in(house: &House, name: &str, password: &str) -> Result<Patron, ClientFault> {
    Patron::login(house.site, name, password).await
}

/// Whether a socket is closed from the other side.
async fn is_closed(mut seat: Seat) -> bool {
    let hearing = async { while seat.hear().await.is_ok() {} };
    timeout(LONG, hearing).await.is_ok()
}

/// The newest entries of the house's log of one kind.
async fn noted(house: &House, kind: &str) -> Vec<Value> {
    let auditor = house.staff("auditor").await;
    let log: Value = auditor.get("/api/house/log").await.unwrap();
    let bodies = log["entries"].as_array().unwrap().iter();
    let bodies = bodies.map(|entry| serde_json::from_str::<Value>(entry["body"].as_str().unwrap()).unwrap());
    bodies.filter(|body| body["house"] == kind).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_is_changed_with_the_old_one_and_ends_every_other_session() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    let here = Patron::register(house.site, "Pat", "the first one").await.unwrap();
    let there = log_in(&house, "Pat", "the first one").await.unwrap();
    let (own, other) = (here.table(1, None).await.unwrap(), there.table(1, None).await.unwrap());
    let change = |old: &str, new: &str| Ask::post("/api/password", &json!({ "old": old, "new": new }));
    assert_eq!(status(&here, change("wrong", "the second one")).await, 400);
    assert_eq!(status(&here, change("the first one", "short")).await, 400);
    assert_eq!(status(&there, Ask::get("/api/me")).await, 200, "nothing has changed");
    assert_eq!(status(&here, change("the first one", "the second one")).await, 200);
    assert_eq!(status(&here, Ask::get("/api/me")).await, 200, "who changes it stays");
    assert_eq!(status(&there, Ask::get("/api/me")).await, 401);
    assert!(is_closed(other).await, "what was open there is closed");
    drop(own);
    assert!(log_in(&house, "Pat", "the first one").await.is_err());
    log_in(&house, "Pat", "the second one").await.unwrap();
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    assert_eq!(status(&guest, change("", "the second one")).await, 400);
    let told = noted(&house, "password-set").await;
    assert_eq!((&told[0]["name"], &told[0]["by"]), (&json!("Pat"), &json!(here.person)), "{told:?}");
    assert!(!told[0].to_string().contains("second"), "which it is stands nowhere");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_gives_a_new_password_to_whoever_has_lost_theirs() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    let pat = Patron::register(house.site, "Pat", "the first one").await.unwrap();
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let accounts: Value = owner.get("/api/people").await.unwrap();
    let names: Vec<&str> =
        accounts["accounts"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Pat") && names.contains(&"floor") && !names.contains(&"Gwen"), "{names:?}");
    assert!(!accounts.to_string().contains("argon"), "no hashes");
    let reset = |person: u32| Ask::post(&format!("/api/people/{person}/password"), &json!({}));
    let made: Value = owner.ask(reset(pat.person)).await.unwrap().json().unwrap();
    assert_eq!(status(&pat, Ask::get("/api/me")).await, 401, "the session is over");
    assert!(log_in(&house, "Pat", "the first one").await.is_err());
    log_in(&house, "Pat", made["password"].as_str().unwrap()).await.unwrap();
    for (person, expected) in [(owner.person, 403), (guest.person, 409), (4_711, 404)] {
        assert_eq!(status(&owner, reset(person)).await, expected, "{person}");
    }
    let told = noted(&house, "password-set").await;
    assert_eq!((&told[0]["person"], &told[0]["by"]), (&json!(pat.person), &json!(owner.person)), "{told:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_logs_out_everywhere_is_nowhere() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    let first = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let second = log_in(&house, "Pat", "long enough").await.unwrap();
    let other = Patron::register(house.site, "Kim", "long enough").await.unwrap();
    let seat = second.table(1, None).await.unwrap();
    assert_eq!(status(&first, Ask::post("/api/logout/everywhere", &json!({}))).await, 200);
    for (who, expected) in [(&first, 401), (&second, 401), (&other, 200)] {
        assert_eq!(status(who, Ask::get("/api/me")).await, expected);
    }
    assert!(is_closed(seat).await);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_end_by_age_and_by_idleness() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    let (long, short) = (Duration::from_secs(600), Duration::from_millis(2_400));
    config.sessions = SessionLimits { age: long, idle: short, staff_age: short, staff_idle: long };
    config.practice = Some(vec![BOOK.to_owned()]);
    let house = House::open(config).await;
    let idle = Patron::guest(house.site, "Idle").await.unwrap();
    let reader = Patron::guest(house.site, "Reader").await.unwrap();
    let busy = Patron::guest(house.site, "Busy").await.unwrap();
    let floor = house.staff("floor").await;
    let said = |number: u32| {
        let command = json!({ "id": format!("c{number}"), "command": { "do": "sit-out" } });
        Ask::post("/api/tables/1/commands", &command)
    };
    for number in 0..12 {
        sleep(Duration::from_millis(400)).await;
        let _ = status(&reader, Ask::get("/api/me")).await;
        assert_eq!(status(&busy, said(number)).await, 200, "who does something stays");
        let _ = status(&floor, said(number)).await;
    }
    assert_eq!(status(&idle, Ask::get("/api/me")).await, 401, "nothing was done");
    assert_eq!(status(&reader, Ask::get("/api/me")).await, 401, "reading does nothing");
    assert_eq!(status(&floor, Ask::get("/api/me")).await, 401, "the staff log in again after a while");
    // Whoever makes the session younger than it is has another one, which nobody opened.
    let later = busy.cookie.replace('.', ".9");
    let asked = house.site.ask(&Ask::get("/api/me").with("Cookie", &later)).await.unwrap();
    assert_eq!(asked.status, 401);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_guesses_from_thirty_addresses_are_slowed_down() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.limits = Limits { guesses_per_hour: Limits::default().guesses_per_hour, ..Limits::none() };
    let house = House::open(config).await;
    let site = house.site;
    // Making the account is coming in, too.
    Patron::register(site, "Pat", "long enough").await.unwrap();
    let login = |name: &str, password: &str| {
        let body = json!({ "name": name, "password": password }).to_string();
        format!(
            "POST /api/login HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            site.0,
            body.len()
        )
    };
    let mut statuses = Vec::new();
    for last in 2..32 {
        let name = if last % 2 == 0 { "Pat" } else { "pAT" };
        statuses.push(ask(site, last, &login(name, &format!("guess {last}"))).await.unwrap());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 400).count(), 20, "{statuses:?}");
    assert!(statuses[20..].iter().all(|status| *status == 429), "{statuses:?}");
    assert_eq!(ask(site, 40, &login("Pat", "long enough")).await, Some(429), "nor is a right one taken");
    assert_eq!(ask(site, 1, &login("Pat", "long enough")).await, Some(200), "but where Pat came from before");
    assert_eq!(ask(site, 40, &login("floor", "demo")).await, Some(200), "and nobody else is kept out");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_takes_a_name_that_looks_like_anothers() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    Patron::register(house.site, "Mary", "long enough").await.unwrap();
    Patron::guest(house.site, "Bob").await.unwrap();
    let register =
        |name: &str| Ask::post("/api/register", &json!({ "name": name, "password": "long enough" }));
    for (name, expected) in [
        ("mary", 409),
        ("M.ary", 409),
        ("Rnary", 409),
        ("B0b", 409),
        ("Grace", 409),
        ("F1oor", 400),
        ("The House", 400),
        ("dealer2", 400),
        ("M\u{430}ry", 400),
        ("Maria", 200),
    ] {
        assert_eq!(house.site.ask(&register(name)).await.unwrap().status, expected, "{name}");
    }
    let guest = Patron::guest(house.site, "MARY").await.unwrap();
    assert!(guest.name.starts_with("MARY "), "{}", guest.name);
    assert!(Patron::guest(house.site, "Cage").await.is_err());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_accounts_have_roles_and_a_change_counts_at_once_where_something_is_open() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.practice = Some(vec![BOOK.to_owned()]);
    config.hall.bots = 2;
    let house = House::open(config).await;
    let owner = house.staff("owner").await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    let view: Value = guest.get("/api/tables/1").await.unwrap();
    let people = view["view"]["people"].as_array().unwrap();
    let bot = people.iter().find(|one| one["is_bot"] == true).unwrap()["person"].as_u64().unwrap() as u32;
    let give = |person: u32, roles: &[&str]| {
        Ask::post(&format!("/api/people/{person}/roles"), &json!({ "roles": roles }))
    };
    for (person, roles, expected) in [
        (bot, ["dealer"].as_slice(), 409),
        (bot, &["patron"], 409),
        (guest.person, &["guest", "floor"], 400),
        (guest.person, &["floor"], 409),
        (guest.person, &["patron"], 409),
        (pat.person, &["guest"], 400),
        (4_711, &["patron"], 404),
        (pat.person, &["patron", "floor"], 200),
    ] {
        assert_eq!(status(&owner, give(person, roles)).await, expected, "{person} {roles:?}");
    }
    let seat = pat.table(1, None).await.unwrap();
    let mut stream = pat.watch("/api/tables/1/stream").await.unwrap();
    assert_eq!(status(&pat, Ask::get("/api/floor")).await, 200);
    assert_eq!(status(&owner, give(pat.person, &["patron"])).await, 200);
    assert_eq!(status(&pat, Ask::get("/api/floor")).await, 403);
    assert!(is_closed(seat).await, "it comes back as what Pat is now");
    let ended = async { while stream.line().await.is_ok_and(|line| line.is_some()) {} };
    timeout(LONG, ended).await.expect("the stream ends");
    assert_eq!(status(&pat, Ask::get("/api/me")).await, 200, "the session goes on");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_deals_or_decides_where_they_or_their_company_play() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, dealer, cage) =
        (house.staff("floor").await, house.staff("dealer").await, house.staff("cage").await);
    let pat = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    for person in [pat.person, dealer.person, floor.person] {
        let bought = json!({ "person": person, "amount": 1_000_000 });
        let _: Value = cage.post("/api/cage/buy", &bought).await.unwrap();
    }
    let spec = json!({ "book": BOOK, "schedule": "1", "dealer": "entered" });
    let opened: Value = floor.post("/api/tables", &spec).await.unwrap();
    let path = format!("/api/tables/{}/commands", opened["table"]);
    let elsewhere: Value = floor.post("/api/tables", &spec).await.unwrap();
    let elsewhere = format!("/api/tables/{}/commands", elsewhere["table"]);
    let mut number = 0;
    let mut say = async |who: &Patron, part: &str, command: Value| {
        number += 1;
        let said = json!({ "id": format!("c{number}"), "as": part, "command": command });
        let answer: Value = who.post(&path, &said).await.unwrap();
        answer
    };
    let is_partial = |answer: &Value, code: &str| answer["outcome"] == "refused" && answer["code"] == code;
    let acts = [
        ("dealer", json!({ "do": "start" })),
        ("dealer", json!({ "do": "card", "card": "Ah" })),
        ("dealer", json!({ "do": "shuffled" })),
        ("dealer", json!({ "do": "for", "person": pat.person, "command": { "do": "leave" } })),
        ("floor", json!({ "do": "rule", "words": "I win.", "clause": "" })),
        ("floor", json!({ "do": "new-game" })),
        ("floor", json!({ "do": "resume" })),
        ("floor", json!({ "do": "close" })),
    ];
    // Nobody plays yet: whatever is refused is refused for another reason.
    let free = say(&dealer, "dealer", json!({ "do": "start" })).await;
    assert!(!is_partial(&free, "staff-plays"), "{free}");
    // No correction goes into or out of the pocket of whoever makes it.
    let correct = |from: u32, to: u32| {
        let (from, to) = (json!({ "person": from }), json!({ "person": to }));
        json!({ "do": "correct", "correction": { "round": 1, "from": from, "to": to, "amount": 100, "why": "record", "reason": "mine" } })
    };
    for (from, to) in [(pat.person, floor.person), (floor.person, pat.person)] {
        let answer = say(&floor, "floor", correct(from, to)).await;
        assert!(is_partial(&answer, "staff-plays"), "{answer}");
    }
    let others = say(&floor, "floor", correct(pat.person, dealer.person)).await;
    assert!(!is_partial(&others, "staff-plays"), "{others}");
    let sit = |seat: u8| json!({ "do": "sit", "seat": seat, "buy_in": 100_000 });
    for (who, seat) in [(&dealer, 1), (&floor, 2)] {
        let sat = say(who, "patron", sit(seat)).await;
        assert_eq!(sat["outcome"], "applied", "{sat}");
    }
    for (part, act) in &acts {
        let who = if *part == "dealer" { &dealer } else { &floor };
        let answer = say(who, part, act.clone()).await;
        assert!(is_partial(&answer, "staff-plays"), "{part} {act}: {answer}");
    }
    let stopped = say(&floor, "floor", json!({ "do": "pause" })).await;
    assert_eq!(stopped["outcome"], "applied", "anybody of the floor may stop it: {stopped}");
    for who in [&dealer, &floor] {
        let left = say(who, "patron", json!({ "do": "leave" })).await;
        assert_eq!(left["outcome"], "applied", "{left}");
    }
    let resumed = say(&floor, "floor", json!({ "do": "resume" })).await;
    assert_eq!(resumed["outcome"], "applied", "{resumed}");
    // Pat plays for the company that the dealer works for.
    for person in [dealer.person, pat.person] {
        let command = json!({ "do": "company", "person": person, "company": "Banks Ltd" });
        let company = say(&floor, "floor", command).await;
        assert_eq!(company["outcome"], "applied", "{company}");
    }
    let free = say(&dealer, "dealer", json!({ "do": "start" })).await;
    assert!(!is_partial(&free, "company-plays"), "nobody of the company plays: {free}");
    let sat = say(&pat, "patron", sit(3)).await;
    assert_eq!(sat["outcome"], "applied", "{sat}");
    for (part, act) in acts.iter().filter(|(part, _)| *part == "dealer") {
        let answer = say(&dealer, part, act.clone()).await;
        assert!(is_partial(&answer, "company-plays"), "{act}: {answer}");
    }
    let ruled = say(&floor, "floor", json!({ "do": "rule", "words": "Play on.", "clause": "" })).await;
    assert_eq!(ruled["outcome"], "applied", "somebody else decides: {ruled}");
    // What the floor said at one table holds at all of them, also after the room was closed.
    let refused = async |house: &House, number: &str| {
        let dealer = house.staff("dealer").await;
        let said = json!({ "id": number, "as": "dealer", "command": { "do": "start" } });
        let answer: Value = dealer.post(&elsewhere, &said).await.unwrap();
        is_partial(&answer, "company-plays")
    };
    assert!(!refused(&house, "e1").await, "nobody of the company plays there");
    let said = json!({ "id": "e2", "as": "patron", "command": sit(3) });
    let sat: Value = pat.post(&elsewhere, &said).await.unwrap();
    assert_eq!(sat["outcome"], "applied", "{sat}");
    assert!(refused(&house, "e3").await);
    house.close().await;
    let house = House::open(quiet(&folder)).await;
    assert!(refused(&house, "e4").await);
    let free = json!({ "id": "e5", "as": "floor", "command": { "do": "company", "person": dealer.person } });
    let free: Value = house.staff("floor").await.post(&path, &free).await.unwrap();
    assert_eq!(free["outcome"], "applied", "{free}");
    assert!(!refused(&house, "e6").await, "the dealer works for it no more");
    house.close().await;
}
