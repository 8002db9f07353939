//! The desks of the house over several nodes: every endpoint for every role, each time by way of another node; what is asked
//! of any of them is the same, letter by letter, and what is done by way of one counts at once on all.

#[path = "../../store/tests/database/mod.rs"]
mod database;
mod halls;
mod house;
mod matrix;

use std::time::Duration;

use books::Money;
use client::{Ask, Patron, Reply, Seat};
use halls::{Halls, compared};
use matrix::matrix;
use room::{PersonId, Spec, TableId};
use serde_json::{Value, json};
use store::{Postgres, Witness};

const BOOK: &str = "mortimers/no-bust-6";
const NODES: usize = 3;

/// What is asked of those who have just logged out by way of another node.
const AFTER_LOGOUT: &str = "/api/logout/everywhere";
/// How often, and after which rests, that is asked again which follows elsewhere.
const TRIES: usize = 200;
const REST: Duration = Duration::from_millis(50);

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
    route: &'static str,
    path: String,
    way: Way,
    expected: [u16; 8],
}

struct People {
    known: Vec<Patron>,
}

impl People {
    async fn enter(halls: &Halls) -> People {
        let mut known = vec![
            Patron::guest(halls.site(0), "Gwen").await.unwrap(),
            Patron::register(halls.site(1), "Pat", "long enough").await.unwrap(),
        ];
        for (number, role) in ROLES[3..].iter().enumerate() {
            known.push(halls.node(number % NODES).staff(role).await);
        }
        People { known }
    }

    fn of(&self, role: &str) -> Option<&Patron> {
        let place = ROLES.iter().position(|one| *one == role).unwrap();
        place.checked_sub(1).map(|place| &self.known[place])
    }

    async fn ask(&self, halls: &Halls, node: usize, role: &str, ask: Ask) -> Reply {
        match self.of(role) {
            Some(patron) => halls.at(node, patron).ask(ask).await.unwrap(),
            None => halls.site(node).ask(&ask).await.unwrap(),
        }
    }

    async fn status(&self, halls: &Halls, node: usize, role: &str, row: &Row, table: TableId) -> u16 {
        match row.way {
            Way::Get => self.ask(halls, node, role, Ask::get(&row.path)).await.status,
            Way::Post(body) => {
                let ask = Ask::post(&row.path, &body(self, role));
                self.ask(halls, node, role, ask).await.status
            }
            Way::Socket => {
                let opened = Seat::open(halls.site(node), table, self.of(role), None).await;
                opened.map(|_| 101).unwrap_or_else(|fault| panic!("{} as {role}: {fault}", row.route))
            }
            Way::Stream => {
                let mut ask = Ask::get(&row.path);
                if let Some(patron) = self.of(role) {
                    ask = ask.with("Cookie", &patron.cookie);
                }
                halls.site(node).watch(&ask).await.unwrap().reply.status
            }
        }
    }
}

/// What each node tells of itself, and what follows from who asks when.
fn is_of_one(route: &str) -> bool {
    ["/metrics", "/health", "/api/login", "/api/guest"].contains(&route)
}

/// What is put together from rows of all nodes, each of which learns of a new table by its next look.
fn follows(route: &str) -> bool {
    ["/api/lobby", "/api/floor", "/api/me/tables"].contains(&route)
}

/// Asks every node, and gives what all of them say.
async fn said_by_all(halls: &Halls, people: &People, role: &str, route: &str, path: &str) -> (u16, String) {
    let mut said = Vec::new();
    for _ in 0..TRIES {
        said.clear();
        for node in 0..NODES {
            said.push(compared(&people.ask(halls, node, role, Ask::get(path)).await));
        }
        if said.iter().all(|one| *one == said[0]) || !follows(route) {
            break;
        }
        tokio::time::sleep(REST).await;
    }
    for (node, one) in said.iter().enumerate() {
        assert_eq!(*one, said[0], "{path} as {role}: node {node} says something else than node 0");
    }
    said.remove(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_answers_every_role_the_same_by_way_of_any_node() {
    let halls = Halls::open(NODES, |_| ()).await;
    let floor = halls.node(0).staff("floor").await;
    let spec = halls.node(0).quick(BOOK);
    let table = halls.node(0).table(&floor, &spec).await;
    let mut players = Vec::new();
    for (number, seat) in [1, 4].into_iter().enumerate() {
        halls.wait_until_held(table).await;
        players.push(halls.node(number + 1).player(table, BOOK, seat).await);
    }
    let [first, second] = &mut players[..] else { unreachable!("two play") };
    let is_enough = |view: &room::TableView| view.round_number > 1;
    let (one, two) = tokio::join!(first.play(is_enough), second.play(is_enough));
    one.and(two).unwrap();

    let people = People::enter(&halls).await;
    let rows = matrix(table, spec.schedule.as_deref().unwrap_or(""));
    for (number, row) in rows.iter().enumerate() {
        for (column, (role, expected)) in ROLES.iter().zip(row.expected).enumerate() {
            let node = (number + column) % NODES;
            let mut status = people.status(&halls, node, role, row, table).await;
            // That somebody who is not of the staff has logged out is known to the other nodes within a second.
            for _ in 0..TRIES {
                if row.route != AFTER_LOGOUT || status == expected {
                    break;
                }
                tokio::time::sleep(REST).await;
                status = people.status(&halls, node, role, row, table).await;
            }
            assert_eq!(status, expected, "{} as {role} by way of node {node}", row.route);
            if matches!(row.way, Way::Get) && !is_of_one(row.route) {
                said_by_all(&halls, &people, role, row.route, &row.path).await;
            }
        }
        // What was done by one of them is there for all at once.
        if matches!(row.way, Way::Post(_)) && !row.route.contains("log") && !row.route.contains("password") {
            for desk in DESKS {
                said_by_all(&halls, &people, "owner", desk, desk).await;
            }
            said_by_all(&halls, &people, "cage", "/api/cage", "/api/cage").await;
            said_by_all(&halls, &people, "floor", "/api/cage/asked", "/api/cage/asked").await;
        }
    }
    for (column, role) in ROLES[1..].iter().enumerate() {
        let mut status = 0;
        for _ in 0..TRIES {
            status = people.ask(&halls, column % NODES, role, Ask::get("/api/me")).await.status;
            if status == 401 {
                break;
            }
            tokio::time::sleep(REST).await;
        }
        assert_eq!(status, 401, "{role} has logged out");
    }
    drop(players);
    halls.close().await;
}

/// What an owner sees of the house's desks.
const DESKS: [&str; 10] = [
    "/api/people",
    "/api/patrons",
    "/api/lists",
    "/api/wall",
    "/api/jackpots",
    "/api/line-up",
    "/api/day",
    "/api/law",
    "/api/companies",
    "/api/corrections",
];

/// A table of the house, opened by way of a node and run by it.
async fn house_table(halls: &Halls, node: usize, floor: &Patron) -> TableId {
    let spec = halls.node(node).quick(BOOK);
    let spec = Spec { is_practice: false, ..spec };
    let table = halls.node(node).table(&halls.at(node, floor), &spec).await;
    halls.wait_until_held(table).await;
    table
}

async fn sells(halls: &Halls, node: usize, cage: &Patron, person: PersonId, cents: i64) -> Value {
    let sold = json!({ "person": person, "amount": cents });
    halls.at(node, cage).post("/api/cage/buy", &sold).await.unwrap()
}

async fn sits(halls: &Halls, node: usize, patron: &Patron, table: TableId, id: &str, cents: i64) -> Value {
    let sit = json!({ "do": "sit", "seat": 1 + patron.person % 5, "buy_in": cents });
    let said = json!({ "id": id, "command": sit });
    halls.at(node, patron).post(&format!("/api/tables/{table}/commands"), &said).await.unwrap()
}

/// Somebody who is barred by way of one node is served by none, and a role that is taken away by way of one counts nowhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bars_and_roles_count_at_once_on_all_nodes() {
    let halls =
        Halls::open(NODES, |config| config.hall.second_person_from = Some(Money::dollars(2_000))).await;
    let (floor, cage) = (halls.node(0).staff("floor").await, halls.node(1).staff("cage").await);
    let owner = halls.node(2).staff("owner").await;
    let table = house_table(&halls, 1, &floor).await;
    for turn in 0..4 {
        let (one, other) = (turn % NODES, (turn + 1) % NODES);
        let name = ["Ann", "Bea", "Carl", "Nils"][turn];
        let patron = Patron::register(halls.site(one), name, "long enough").await.unwrap();
        sells(&halls, other, &cage, patron.person, 50_000).await;
        let path = format!("/api/patrons/{}", patron.person);
        let bar = json!({ "do": "bar", "kind": "barred", "words": "Threw a chip." });
        let _: Value = halls.at(one, &floor).post(&path, &bar).await.unwrap();
        for node in 0..NODES {
            let answer = sits(&halls, node, &patron, table, &format!("sit-{turn}-{node}"), 10_000).await;
            assert_eq!(answer["outcome"], "refused", "node {node}: {answer}");
            let sold = json!({ "person": patron.person, "amount": 500 });
            let refused = halls.at(node, &cage).ask(Ask::post("/api/cage/buy", &sold)).await.unwrap();
            assert_eq!(refused.status, 409, "node {node}: {}", refused.body);
        }
    }
    // A large sale is asked for here and approved there; who loses the role in between approves nothing.
    let patron = Patron::register(halls.site(0), "Eve", "long enough").await.unwrap();
    let asked = sells(&halls, 0, &cage, patron.person, 500_000).await;
    let approve = format!("/api/cage/asked/{}/approve", asked["asked"]);
    let second = Patron::register(halls.site(1), "Second", "long enough").await.unwrap();
    let roles = format!("/api/people/{}/roles", second.person);
    let staff = json!({ "roles": ["patron", "floor"] });
    let _: Value = halls.at(1, &owner).post(&roles, &staff).await.unwrap();
    for node in 0..NODES {
        assert_eq!(halls.at(node, &second).ask(Ask::get("/api/cage/asked")).await.unwrap().status, 200);
    }
    let _: Value = halls.at(2, &owner).post(&roles, &json!({ "roles": ["patron"] })).await.unwrap();
    for node in 0..NODES {
        let refused = halls.at(node, &second).ask(Ask::post(&approve, &json!({}))).await.unwrap();
        assert_eq!(refused.status, 403, "node {node}: {}", refused.body);
    }
    let _: Value = halls.at(2, &floor).post(&approve, &json!({})).await.unwrap();
    let again = halls.at(1, &floor).ask(Ask::post(&approve, &json!({}))).await.unwrap();
    assert_eq!(again.status, 404, "it is approved once: {}", again.body);
    let me: Value = halls.at(1, &patron).get("/api/me").await.unwrap();
    assert!(me.to_string().contains("500000"), "{me}");
    // What somebody prefers is theirs whichever node they ask.
    let kept = json!({ "text": "{\"felt\":\"blue\"}" });
    let _: Value = halls.at(0, &patron).post("/api/me/preferences", &kept).await.unwrap();
    for node in 0..NODES {
        let said: Value = halls.at(node, &patron).get("/api/me/preferences").await.unwrap();
        assert_eq!(said, kept, "node {node}");
    }
    halls.close().await;
}

/// What a pulled box holds is read from the log of a table that another node runs, while people go on playing there; and a hit
/// is put in front of whoever has it, by way of any node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boxes_and_hits_are_those_of_tables_that_other_nodes_run() {
    let halls = Halls::open(NODES, |_| ()).await;
    let (floor, cage) = (halls.node(0).staff("floor").await, halls.node(1).staff("cage").await);
    let owner = halls.node(2).staff("owner").await;
    let opening = json!({ "moment": "opening", "chips": 100_000_000, "cash": 20_000_000 });
    let _: Value = cage.post("/api/cage/count", &opening).await.unwrap();
    let _: Value = floor.post("/api/day/shift/open", &json!({ "name": "Day" })).await.unwrap();
    let table = house_table(&halls, 1, &floor).await;
    let (mut people, mut players) = (Vec::new(), Vec::new());
    for (node, name) in ["Ann", "Bea"].into_iter().enumerate() {
        let patron = Patron::register(halls.site(node), name, "long enough").await.unwrap();
        sells(&halls, node, &cage, patron.person, 5_000_000).await;
        players.push(halls.node(node).seated(&patron, table, BOOK, 1 + 3 * node as u8).await);
        people.push(patron);
    }
    let [first, second] = &mut players[..] else { unreachable!("two play") };
    let is_enough = |view: &room::TableView| view.round_number > 8 && view.phase != room::Phase::Playing;
    let pulls = async {
        let path = format!("/api/tables/{table}/box/pull");
        for turn in 0..9 {
            let pull = json!({ "kind": "collection", "for_next": false });
            let pulled = halls.at(turn % NODES, &floor).ask(Ask::post(&path, &pull)).await.unwrap();
            assert_eq!(pulled.status, 200, "{}", pulled.body);
        }
    };
    let (one, two, ()) = tokio::join!(first.play(is_enough), second.play(is_enough), pulls);
    one.and(two).unwrap();

    let fund = json!({ "do": "fund", "amount": 100_000, "is_back": false, "with": "cage" });
    let _: Value = owner.post("/api/jackpots", &fund).await.unwrap();
    let ann = &people[0];
    let lies = || -> i64 {
        halls
            .sql(&format!("SELECT sum(cents) FROM balances WHERE account LIKE '%/stack:{}'", ann.person))
            .parse()
            .unwrap()
    };
    let before = lies();
    for node in 0..NODES {
        let claim = json!({
            "do": "claim", "table": table, "round": 1, "name": "Ann", "amount": 1_000, "words": "High hand",
            "of": "promotion", "onto_table": true,
        });
        let view: Value = halls.at(node, &floor).post("/api/jackpots", &claim).await.unwrap();
        let hit = &view["claims"][0];
        let choose = json!({ "do": "choose", "claim": hit["claim"], "onto_table": true });
        let view: Value = halls.at((node + 1) % NODES, ann).post("/api/jackpots", &choose).await.unwrap();
        assert_eq!(view["claims"][0]["kept_off"], Value::Null, "node {node}: {view}");
        let approve = json!({ "do": "approve", "claim": hit["claim"] });
        let _: Value = halls.at((node + 2) % NODES, &owner).post("/api/jackpots", &approve).await.unwrap();
        assert_eq!(lies() - before, 1_000 * (node as i64 + 1), "the hit lies at the table");
    }
    drop(players);
    let store = Postgres::open_read_only(&halls.database()).unwrap();
    let proof = server::verify(&store, &halls.node(0).shelf, &Witness::new(), &mut |_, _| ()).unwrap();
    assert_eq!(proof.faults, Vec::<String>::new());
    drop(store);
    halls.close().await;
}
