//! The lists of the house over the public interface: joined by patrons and staff, called up with a clock, seats held, seats
//! and tables changed, must-move games, and the wall; then the same log with one thing forged at a time.

mod forge;
mod house;

use client::{Ask, Patron};
use forge::{faults, house_changed};
use house::{Folder, House, quiet};
use room::Spec;
use serde_json::{Value, json};

const BOOK: &str = "marina/holdem";

async fn post(who: &Patron, path: &str, body: Value) -> (u16, Value) {
    let reply = who.ask(Ask::post(path, &body)).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

async fn act(who: &Patron, body: Value) -> (u16, Value) {
    post(who, "/api/lists", body).await
}

async fn done(who: &Patron, body: Value) -> Value {
    let (status, view) = act(who, body.clone()).await;
    assert_eq!(status, 200, "{body}: {view}");
    view
}

async fn refused(who: &Patron, body: Value) -> String {
    let (status, view) = act(who, body.clone()).await;
    assert_eq!(status, 409, "{body}: {view}");
    view["error"].as_str().unwrap().to_owned()
}

async fn command(who: &Patron, table: u32, id: &str, command: Value) -> Value {
    let said = json!({ "id": id, "command": command });
    post(who, &format!("/api/tables/{table}/commands"), said).await.1
}

fn hold_of(view: &Value, shown: &str) -> Value {
    let holds = view["holds"].as_array().unwrap();
    let found = holds.iter().find(|hold| hold["shown"] == shown);
    found.unwrap_or_else(|| panic!("no seat is held for {shown}: {view}")).clone()
}

/// Asks until it is so.
async fn until(who: &Patron, path: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let view: Value = who.get(path).await.unwrap();
        if is_so(&view) {
            return view;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

struct Night {
    house: House,
    folder: Folder,
    floor: Patron,
    cage: Patron,
    tables: Vec<u32>,
}

impl Night {
    /// Two tables of one game on one list.
    async fn open(move_ms: i64) -> Night {
        let folder = Folder::new();
        let mut config = quiet(&folder);
        config.hall.move_ms = move_ms;
        let house = House::open(config).await;
        let (floor, cage) = (house.staff("floor").await, house.staff("cage").await);
        let spec = Spec { is_practice: false, ..house.quick(BOOK) };
        let mut tables = Vec::new();
        for _ in 0..2 {
            tables.push(house.table(&floor, &spec).await);
        }
        done(&floor, json!({ "do": "open", "book": BOOK, "stakes": "$4-$8" })).await;
        for table in &tables {
            done(&floor, json!({ "do": "set-table", "table": table, "list": 1 })).await;
        }
        // Nobody deals meanwhile.
        for table in &tables {
            let pause =
                json!({ "id": format!("pause {table}"), "as": "floor", "command": { "do": "pause" } });
            assert_eq!(
                post(&floor, &format!("/api/tables/{table}/commands"), pause).await.1["outcome"],
                "applied"
            );
        }
        Night { house, folder, floor, cage, tables }
    }

    async fn patron(&self, name: &str) -> Patron {
        let patron = Patron::register(self.house.site, name, "long enough").await.unwrap();
        let bought = json!({ "person": patron.person, "amount": 500_000 });
        assert_eq!(post(&self.cage, "/api/cage/buy", bought).await.0, 200);
        patron
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_is_kept_called_and_shown_on_the_wall() {
    let night = Night::open(300_000).await;
    let (floor, table, other) = (&night.floor, night.tables[0], night.tables[1]);
    let (ann, bob) = (night.patron("Ann Lee").await, night.patron("Bob Ray").await);
    let wants = || json!({ "want": "game", "list": 1 });
    let join = |shown: &str| json!({ "do": "join", "wants": wants(), "shown": shown });

    // Patrons and staff put names down; what stands on the wall is chosen, or initials.
    done(&ann, json!({ "do": "join", "wants": wants() })).await;
    assert!(refused(&ann, json!({ "do": "join", "wants": wants() })).await.contains("wait there already"));
    // Nobody stands there under another's name, or as if they were of the staff.
    for (wrong, why) in [
        ("Ann Lee", "somebody else here is called"),
        ("Ann-1ee", "somebody else here is called"),
        ("Floor 2", "works here"),
        ("P\u{430}t", "one script"),
    ] {
        let told = refused(&bob, join(wrong)).await;
        assert!(told.contains(why), "{wrong}: {told}");
    }
    done(&bob, join("Ray")).await;
    assert_eq!(
        act(&bob, json!({ "do": "join", "wants": wants(), "is_walk_in": true, "shown": "W" })).await.0,
        403
    );
    done(floor, json!({ "do": "join", "wants": wants(), "is_walk_in": true, "shown": "Walk In" })).await;
    assert!(
        refused(&ann, json!({ "do": "join", "wants": { "want": "game", "list": 9 } }))
            .await
            .contains("no list 9")
    );
    for wrong in ["<b>Me</b>", "a name far too long", " "] {
        let named = json!({ "do": "join", "wants": wants(), "is_walk_in": true, "shown": wrong });
        refused(floor, named).await;
    }
    assert_eq!(act(&ann, json!({ "do": "call", "table": table })).await.0, 403);
    let wall: Value = night
        .house
        .site
        .ask(&Ask::get("/api/wall"))
        .await
        .map(|reply| serde_json::from_str(&reply.body).unwrap())
        .unwrap();
    assert_eq!(wall["lists"][0]["waiting"], json!(["A. L.", "Ray", "Walk In"]), "{wall}");
    assert!(!wall.to_string().contains("Ann") && !wall.to_string().contains("Bob"), "no names: {wall}");

    // While people wait, nobody else sits down, and the table's own list is shut.
    let cyd = night.patron("Cyd").await;
    let sit = |seat: u8| json!({ "do": "sit", "seat": seat, "buy_in": 100_000 });
    assert_eq!(command(&cyd, table, "c1", sit(1)).await["code"], "others-first");
    assert_eq!(command(&cyd, table, "c2", json!({ "do": "join" })).await["code"], "house-list");

    // The first is called; the seat is hers until the time is up, by the clause that seats are not altered.
    let view = done(floor, json!({ "do": "call", "table": table })).await;
    let hold = hold_of(&view, "A. L.");
    assert_eq!((&hold["table"], &hold["seat"], &hold["why"]), (&json!(table), &json!(1), &json!("called")));
    let answer = command(&cyd, table, "c3", sit(1)).await;
    assert_eq!(
        (&answer["code"], &answer["clause"]["name"]),
        (&json!("seat-held"), &json!("general-poker/seating-fixed")),
        "{answer}"
    );
    let own: Value = bob.get("/api/lists").await.unwrap();
    assert_eq!(own["holds"], json!([]), "what is held for others is not theirs to see");
    assert!(own["lists"][0]["waiting"][0]["name"].is_null(), "{own}");
    let take = |hold: &Value, cents: Value| json!({ "do": "take", "hold": hold["hold"], "buy_in": cents });
    assert!(refused(&bob, take(&hold, json!(100_000))).await.contains("somebody else"));
    assert!(refused(&ann, take(&hold, Value::Null)).await.contains("how much"));
    let least = refused(&ann, take(&hold, json!(100))).await;
    assert!(least.contains('['), "the table's own refusal with its clause: {least}");
    let view = done(&ann, take(&hold, json!(100_000))).await;
    assert_eq!(view["holds"], json!([]), "{view}");

    // The next lets the time go by, kindly: he stays on the list behind the walk-in, and is off it the second time.
    done(floor, json!({ "do": "call", "table": other, "seconds": 1 })).await;
    let view = until(floor, "/api/lists", |view| view["holds"] == json!([])).await;
    let waiting = view["lists"][0]["waiting"].as_array().unwrap();
    assert_eq!(
        (&waiting[0]["shown"], &waiting[1]["shown"], &waiting[1]["misses"]),
        (&json!("Walk In"), &json!("Ray"), &json!(1))
    );
    let walk_in = waiting[0]["place"].clone();
    assert_eq!(act(&ann, json!({ "do": "leave", "place": walk_in })).await.0, 409, "nobody takes others off");
    done(floor, json!({ "do": "leave", "place": walk_in })).await;
    done(floor, json!({ "do": "call", "table": other, "seconds": 1 })).await;
    let view = until(floor, "/api/lists", |view| view["holds"] == json!([])).await;
    assert_eq!(view["lists"][0]["waiting"], json!([]), "{view}");
    assert!(refused(floor, json!({ "do": "call", "table": other })).await.contains("nobody waits"));

    // A seat is locked up for somebody, and given back.
    let view =
        done(floor, json!({ "do": "hold", "table": table, "seat": 5, "name": "Bob Ray", "seconds": 600 }))
            .await;
    let locked = hold_of(&view, "B. R.");
    assert_eq!(command(&cyd, table, "c4", sit(5)).await["code"], "seat-held");
    assert!(
        refused(floor, json!({ "do": "hold", "table": table, "seat": 5, "name": "Cyd", "seconds": 600 }))
            .await
            .contains("not free")
    );
    done(&bob, json!({ "do": "release", "hold": locked["hold"] })).await;
    assert_eq!(command(&cyd, table, "c5", sit(5)).await["outcome"], "applied");

    // Ann asks for another seat, Cyd for the other table; both are called before the list.
    done(&ann, json!({ "do": "join", "wants": { "want": "seat", "table": table, "seat": 3 } })).await;
    done(&cyd, json!({ "do": "join", "wants": { "want": "table", "table": other } })).await;
    done(&bob, join("Ray")).await;
    assert!(
        refused(&bob, json!({ "do": "join", "wants": { "want": "table", "table": other } }))
            .await
            .contains("another table")
    );
    let view = done(floor, json!({ "do": "call", "table": table })).await;
    let change = hold_of(&view, "A. L.");
    assert_eq!((&change["why"], &change["seat"]), (&json!("seat-change"), &json!(3)));
    done(&ann, take(&change, Value::Null)).await;
    let view = done(floor, json!({ "do": "call", "table": other })).await;
    let change = hold_of(&view, "C.");
    assert_eq!(change["why"], "table-change");
    done(&cyd, take(&change, Value::Null)).await;
    let at: Value = cyd.get(&format!("/api/tables/{other}")).await.unwrap();
    assert!(at.to_string().contains("100000"), "all chips come along: {at}");
    let view = done(floor, json!({ "do": "call", "table": other })).await;
    assert_eq!(hold_of(&view, "Ray")["why"], "called");

    // Whoever is barred goes on no list.
    let dan = night.patron("Zane Moss").await;
    let bar = json!({ "do": "bar", "kind": "self-excluded", "days": 30 });
    assert_eq!(post(&dan, &format!("/api/patrons/{}", dan.person), bar).await.0, 200);
    assert!(refused(&dan, json!({ "do": "join", "wants": wants() })).await.contains("1-800-GAMBLER"));

    // Held seats last over a restart.
    let Night { house, folder, .. } = night;
    house.close().await;
    let house = House::open(quiet(&folder)).await;
    let view: Value = house.staff("floor").await.get("/api/lists").await.unwrap();
    assert_eq!(hold_of(&view, "Ray")["why"], "called");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    forgeries(&folder, ann.person, dan.person);
}

/// The same log with one thing forged at a time; every hash is right.
fn forgeries(folder: &Folder, ann: u32, dan: u32) {
    let changes: [(&str, &str, Value, &str); 8] = [
        ("\"list\":\"opened\"", "number", json!(2), "the next list is number 1"),
        ("\"list\":\"opened\"", "by", json!(ann), "a list was changed by somebody who may not"),
        ("\"list\":\"joined\"", "place", json!(4), "another number"),
        ("\"shown\":\"Ray\"", "person", json!(dan), "a list was changed by somebody who may not"),
        ("\"why\":\"called\"", "seat", json!(2), "which its log does not have"),
        ("\"why\":\"called\"", "until_ms", json!(1), "for an hour at most"),
        ("\"end\":\"ran-out\"", "end", json!("taken"), "nobody waits"),
        ("\"end\":\"taken\"", "hold", json!(1), "no seat is held"),
    ];
    for (holds, field, value, what) in changes {
        let forged = house_changed(folder, holds, &|entry| {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            body[field] = value.clone();
            entry.body = body.to_string();
        });
        let found = faults(&forged);
        let is_found = found.iter().any(|fault| fault.contains(what));
        assert!(is_found, "{holds} {field}: {what}: {found:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_sat_longest_must_move_to_the_main_game() {
    let night = Night::open(1).await;
    let (floor, main, feeder) = (&night.floor, night.tables[0], night.tables[1]);
    let sit = |seat: u8| json!({ "do": "sit", "seat": seat, "buy_in": 100_000 });
    let mut people = Vec::new();
    for (seat, name) in [(2, "Ann"), (1, "Bob")] {
        let patron = night.patron(name).await;
        assert_eq!(command(&patron, feeder, name, sit(seat)).await["outcome"], "applied");
        people.push(patron);
    }
    // As soon as the feeder is a must-move game, both have to go, in the order in which they sat down.
    done(floor, json!({ "do": "set-table", "table": feeder, "list": 1, "feeds": main })).await;
    assert!(
        refused(floor, json!({ "do": "set-table", "table": main, "list": 1, "feeds": feeder }))
            .await
            .contains("main game")
    );
    let view =
        until(floor, "/api/lists", |view| view["holds"].as_array().is_some_and(|holds| holds.len() == 2))
            .await;
    let (first, second) = (hold_of(&view, "A."), hold_of(&view, "B."));
    assert_eq!(
        (&first["seat"], &second["seat"], &first["why"]),
        (&json!(1), &json!(2), &json!("must-move")),
        "{view}"
    );
    let cyd = night.patron("Cyd").await;
    assert_eq!(
        command(&cyd, main, "c", sit(4)).await["code"],
        "others-first",
        "the main game is filled from the other"
    );
    assert!(
        refused(&people[0], json!({ "do": "join", "wants": { "want": "table", "table": main } }))
            .await
            .contains("when one must")
    );

    // One goes by himself with all chips; the other lets the time go by and is moved by the floor.
    done(&people[1], json!({ "do": "take", "hold": second["hold"] })).await;
    let view = until(floor, "/api/lists", |view| {
        view["holds"].as_array().unwrap().iter().any(|hold| hold["is_overdue"] == true)
    })
    .await;
    assert_eq!(hold_of(&view, "A.")["is_overdue"], true);
    assert_eq!(act(&people[0], json!({ "do": "enforce", "hold": first["hold"] })).await.0, 403);
    let view = done(floor, json!({ "do": "enforce", "hold": first["hold"] })).await;
    let locked = hold_of(&view, "A.");
    assert_eq!((&locked["why"], &locked["seat"]), (&json!("locked-up"), &json!(1)), "{view}");
    let Night { house, folder, .. } = night;
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_may_not_sit_at_the_other_table_keeps_the_seat_they_have() {
    let night = Night::open(300_000).await;
    let (floor, here, there) = (&night.floor, night.tables[0], night.tables[1]);
    let company = json!({ "name": "Acme Props", "licence": "TPPP-1" });
    assert_eq!(post(floor, "/api/companies", company).await.0, 200);
    let mut people = Vec::new();
    for (table, name) in [(here, "Ann"), (there, "Bob")] {
        let patron = night.patron(name).await;
        let badge = json!({ "person": name, "badge": format!("A-{name}") });
        assert_eq!(post(floor, "/api/companies/1/badges", badge).await.0, 200);
        let sit = json!({ "do": "sit", "seat": 2, "buy_in": 100_000 });
        assert_eq!(command(&patron, table, name, sit).await["outcome"], "applied");
        people.push(patron);
    }
    // A provider's player is called to a table at which another one sits: both or none of leaving and sitting down.
    done(&people[0], json!({ "do": "join", "wants": { "want": "table", "table": there } })).await;
    let view = done(floor, json!({ "do": "call", "table": there })).await;
    let hold = hold_of(&view, "A.");
    let told = refused(&people[0], json!({ "do": "take", "hold": hold["hold"] })).await;
    assert!(told.contains("provider"), "{told}");
    let at: Value = people[0].get(&format!("/api/tables/{here}")).await.unwrap();
    let own = at["view"]["people"].as_array().unwrap().iter().find(|one| one["person"] == people[0].person);
    assert_eq!(own.map(|one| &one["stack"]), Some(&json!(100_000)), "she sits where she sat: {at}");
    let Night { house, folder, .. } = night;
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}
