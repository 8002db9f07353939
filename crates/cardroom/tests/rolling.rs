//! The nodes of a room are exchanged one by one for those of the next protocol, and one back, while people play: by sockets
//! and requests to any node. Nothing that was acknowledged is lost or done twice, every stream goes on by its numbers, what
//! the older protocol does not know is not said to it, and the proof passes. One further apart does not come in.

#[allow(dead_code, reason = "what the nodes say of themselves is always kept here")]
mod process;
#[path = "process/told.rs"]
mod told;

#[path = "../../store/tests/database/mod.rs"]
mod database;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use books::{Money, Rules, Shelf};
use cards::Seed;
use client::{Answer, Ask, ClientFault, Patron, Player, Site};
use database::Server;
use games::Seat as Chair;
use process::Process;
use room::{Command, Pace, Spec, TableId};
use serde_json::{Value, json};
use store::{Place, Stream};
use tempfile::TempDir;
use tokio::sync::watch;
use told::Told;

/// The books that are played.
const BOOKS: [&str; 3] = ["mortimers/no-bust-6", "mortimers/holdem", "pinnacle/three-card-6-card-bonus"];
const PLAYERS: u8 = 2;
const NODES: usize = 3;

/// How long anything is waited for, on a slow machine too.
const PATIENCE: Duration = Duration::from_secs(240);
/// How long is rested between two looks.
const REST: Duration = Duration::from_millis(50);

/// The nodes as an operator runs them.
struct Room {
    address: String,
    folders: TempDir,
    nodes: Vec<Option<(Process, Site)>>,
    sites: watch::Sender<Vec<Site>>,
    password: Option<String>,
    /// The protocol that each node speaks.
    protocols: Vec<u32>,
    server: Server,
}

impl Room {
    async fn open(protocol: u32) -> Room {
        let server = Server::start();
        let address = server.database();
        let folders = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let nodes = (0..NODES).map(|_| None).collect();
        let sites = watch::channel(Vec::new()).0;
        let protocols = vec![protocol; NODES];
        let mut room = Room { address, folders, nodes, sites, password: None, protocols, server };
        for node in 0..NODES {
            if node > 0 {
                fs::create_dir_all(room.folder(node)).unwrap();
                fs::copy(room.folder(0).join("tips.key"), room.folder(node).join("tips.key")).unwrap();
            }
            room.start(node, protocol).await;
        }
        room
    }

    fn folder(&self, node: usize) -> PathBuf {
        self.folders.path().join(format!("node-{node}"))
    }

    /// What a node has said of itself.
    fn said(&self, node: usize) -> String {
        fs::read_to_string(self.folders.path().join(format!("said-{node}"))).unwrap_or_default()
    }

    fn program(&self, protocol: u32, folder: PathBuf) -> std::process::Command {
        let mut program = process::cardroom();
        program.env("CARDROOM_PROTOCOL", protocol.to_string());
        program.args(["--json", "serve", "--house", "--node", "--port", "0", "--log", "json"]);
        program.args(["--log-level", "debug", "--store", &self.address, "--data"]).arg(folder);
        program
    }

    async fn start(&mut self, node: usize, protocol: u32) {
        let errors = File::create(self.folders.path().join(format!("said-{node}"))).unwrap();
        let mut program = self.program(protocol, self.folder(node));
        let (process, greeting) = process::open_with(&mut program, Stdio::from(errors));
        let greeting = tokio::task::spawn_blocking(move || greeting.recv_timeout(PATIENCE)).await.unwrap();
        let (site, password) = greeting.unwrap_or_else(|_| panic!("the node opens: {}", self.said(node)));
        self.password = self.password.take().or(password);
        (self.nodes[node], self.protocols[node]) = (Some((process, site)), protocol);
        self.tell();
    }

    fn tell(&self) {
        self.sites.send_replace(self.nodes.iter().flatten().map(|(_, site)| *site).collect());
    }

    fn stop(&mut self, node: usize) {
        let (mut process, _) = self.nodes[node].take().unwrap();
        self.tell();
        let id = rustix::process::Pid::from_child(&process.0);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        assert!(process.0.wait().unwrap().success(), "it closes in good order: {}", self.said(node));
    }

    fn place(&self) -> Place {
        self.address.parse().unwrap()
    }

    fn sql(&self, sql: &str) -> String {
        self.server.sql(&self.address, sql)
    }

    async fn wait_for(&self, sql: &str, wanted: &str) {
        let began = Instant::now();
        while self.sql(sql) != wanted {
            assert!(began.elapsed() < PATIENCE, "{sql} gives {}, not {wanted}", self.sql(sql));
            tokio::time::sleep(REST).await;
        }
    }

    /// Waits until every node is there and every table is held by one of them.
    async fn all_held(&self) {
        let there = self.nodes.iter().flatten().count();
        self.wait_for("SELECT count(*) FROM members", &there.to_string()).await;
        let nobodys =
            "SELECT count(*) FROM leases LEFT JOIN members USING (node) WHERE scope BETWEEN 1 AND 4294967294
                       AND NOT is_closed AND members.node IS NULL";
        self.wait_for(nobodys, "0").await;
    }

    /// What a program is told that speaks a protocol with which it cannot come in.
    fn refused(&self, protocol: u32) -> String {
        let folder = self.folders.path().join(format!("far-{protocol}"));
        fs::create_dir_all(&folder).unwrap();
        fs::copy(self.folder(0).join("tips.key"), folder.join("tips.key")).unwrap();
        let output = self.program(protocol, folder).output().unwrap();
        assert!(!output.status.success(), "protocol {protocol} comes in");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// How many rounds each table has finished.
    fn rounds(&self, tables: &[TableId]) -> BTreeMap<TableId, u64> {
        let store = self.place().open_read_only().unwrap();
        let newest = |table: &TableId| store.rounds(Stream(*table), u64::MAX, 1).unwrap();
        tables.iter().map(|table| (*table, newest(table).first().map_or(0, |round| round.number))).collect()
    }

    /// Waits until a round more is finished at every table.
    async fn plays_on(&self, tables: &[TableId]) {
        let before = self.rounds(tables);
        let began = Instant::now();
        while self.rounds(tables).iter().any(|(table, now)| *now <= before[table]) {
            assert!(began.elapsed() < PATIENCE, "no rounds: {:?}", self.rounds(tables));
            tokio::time::sleep(REST).await;
        }
    }
}

/// Somebody who watches a table by one node and speaks by another, each time another.
struct Guest {
    patron: Patron,
    table: TableId,
    chair: u8,
    rules: Rules,
    known: u64,
    given: u64,
    turn: usize,
    told: Arc<Mutex<Told>>,
}

impl Guest {
    async fn live(mut self, sites: watch::Receiver<Vec<Site>>, mut over: watch::Receiver<bool>) {
        while !*over.borrow() {
            let played = tokio::select! {
                played = self.play(&sites) => played,
                _ = over.changed() => return,
            };
            let Err(fault) = played else { unreachable!("a guest goes on") };
            assert!(!matches!(fault, ClientFault::Gap { .. }), "table {}: {fault}", self.table);
            tokio::time::sleep(REST).await;
        }
    }

    /// The next node that is open.
    fn site(&mut self, sites: &watch::Receiver<Vec<Site>>) -> Site {
        self.turn += 1;
        let open = sites.borrow();
        open[self.turn % open.len()]
    }

    async fn play(&mut self, sites: &watch::Receiver<Vec<Site>>) -> Result<(), ClientFault> {
        self.patron.site = self.site(sites);
        let from = (self.known > 0).then_some(self.known);
        let seat = self.patron.table(self.table, from).await?;
        assert!(seat.view.number >= self.known, "what was told at table {} is lost", self.table);
        let seed = Seed::from_bytes([self.table as u8 ^ self.chair ^ (self.given as u8).rotate_left(3); 32]);
        let mut player = Player::new(seat, self.rules.clone(), seed.draws(), "");
        loop {
            self.known = player.seat.view.number;
            let is_seated = player.seat.view.people.iter().any(|one| one.person == self.patron.person);
            let sit = Command::Sit { seat: Chair::new(self.chair), buy_in: Money::dollars(1_000) };
            let Some(command) = (if is_seated { player.decide() } else { Some(sit) }) else {
                player.seat.hear().await?;
                continue;
            };
            let answer = self.says(sites, &command).await;
            self.told.lock().unwrap().take(self.patron.person, &answer);
            while player.seat.view.number < answer.number {
                player.seat.hear().await?;
            }
            self.known = player.seat.view.number;
        }
    }

    /// Says something by requests, with the same id to one node after the other until somebody answers. While a table moves
    /// nobody is told that it is not there.
    async fn says(&mut self, sites: &watch::Receiver<Vec<Site>>, command: &Command) -> Answer {
        self.given += 1;
        let id = format!("{}-{}", self.chair, self.given);
        let said = json!({ "id": id, "based_on": self.known, "command": command });
        let ask = Ask::post(&format!("/api/tables/{}/commands", self.table), &said);
        let began = Instant::now();
        loop {
            let site = self.site(sites);
            let reply = site.ask(&ask.clone().with("Cookie", &self.patron.cookie)).await;
            if let Ok(reply) = &reply {
                assert!(![401, 403, 404, 409].contains(&reply.status), "{id}: {reply:?}");
            }
            match reply.and_then(|reply| reply.json::<Answer>()) {
                Ok(answer) => {
                    assert_eq!(answer.id, id);
                    return answer;
                }
                Err(fault) => assert!(began.elapsed() < PATIENCE, "{id}: {fault}"),
            }
            tokio::time::sleep(REST).await;
        }
    }
}

/// Opens the tables, each by way of another node.
async fn open_tables(room: &Room, shelf: &Shelf) -> Vec<TableId> {
    let long = 600_000;
    let pace =
        Pace { offer_ms: long, wager_ms: long, turn_ms: long, between_ms: 0, reading_ms: 0, seat_ms: long };
    let sites = room.sites.borrow().clone();
    let mut house = Patron::login(sites[0], "house", room.password.as_ref().unwrap()).await.unwrap();
    let mut tables = Vec::new();
    for (number, book) in BOOKS.into_iter().enumerate() {
        let spec = Spec { pace, ..Spec::practice(shelf, book).unwrap() };
        house.site = sites[number % sites.len()];
        let opened: Value = house.post("/api/tables", &json!(spec)).await.unwrap();
        tables.push(opened["table"].as_u64().unwrap() as TableId);
    }
    tables
}

/// Asks a node for every table, and for what only the other nodes know.
async fn ask_all(room: &Room, node: usize, tables: &[TableId]) {
    let (_, site) = room.nodes[node].as_ref().unwrap();
    for table in tables {
        let ask = Ask::get(&format!("/api/tables/{table}"));
        let (began, mut seen) = (Instant::now(), site.ask(&ask).await.unwrap());
        // Everybody who plays has the same address, and a node answers one address only so often.
        while seen.status == 429 && began.elapsed() < PATIENCE {
            tokio::time::sleep(REST).await;
            seen = site.ask(&ask).await.unwrap();
        }
        assert_eq!(seen.status, 200, "{seen:?}");
    }
}

/// Whether a node was told under which numbers other nodes know requests.
fn is_told_numbers(room: &Room, node: usize) -> bool {
    room.said(node).lines().any(|line| {
        let line: Value = serde_json::from_str(line).unwrap_or_default();
        line["span"]["passed_on"].is_string()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_are_exchanged_one_by_one_while_people_play() {
    let (old, new) = (server::PROTOCOL - 1, server::PROTOCOL);
    let shelf = Shelf::filed();
    let mut room = Room::open(old).await;
    let tables = open_tables(&room, &shelf).await;
    room.all_held().await;
    let far = room.refused(new + 1);
    let words =
        format!("speaks protocol {old} and this program {}: bring the nodes to a version between", new + 1);
    assert!(far.contains(&words), "{far}");

    let told: Arc<Mutex<Told>> = Arc::default();
    let (over, is_over) = watch::channel(false);
    let mut guests = Vec::new();
    for (number, (table, book)) in tables.iter().zip(BOOKS).enumerate() {
        for chair in 1..=PLAYERS {
            let site = room.sites.borrow()[(number + usize::from(chair)) % NODES];
            let guest = Guest {
                patron: Patron::guest(site, &format!("Chair {chair} of {table}")).await.unwrap(),
                table: *table,
                chair,
                rules: shelf.book(&shelf.find(book).unwrap()).unwrap().rules,
                known: 0,
                given: 0,
                turn: number,
                told: Arc::clone(&told),
            };
            guests.push(tokio::spawn(guest.live(room.sites.subscribe(), is_over.clone())));
        }
    }
    room.plays_on(&tables).await;
    assert!((0..NODES).all(|node| !is_told_numbers(&room, node)), "the older protocol knows no numbers");

    // Forward one by one, one back, and forward again. Each time both protocols serve the room.
    // A node's messages begin anew with it; until then they may tell numbers once two of the newer protocol were there.
    let mut may_be = [false; NODES];
    for (node, protocol) in [(0, new), (1, new), (1, old), (1, new), (2, new)] {
        room.stop(node);
        room.all_held().await;
        room.plays_on(&tables).await;
        room.start(node, protocol).await;
        room.all_held().await;
        for asked in 0..NODES {
            ask_all(&room, asked, &tables).await;
        }
        room.plays_on(&tables).await;
        let spoken = room.sql("SELECT string_agg(protocol::text, ' ' ORDER BY protocol) FROM members");
        let mut expected = room.protocols.clone();
        expected.sort_unstable();
        assert_eq!(spoken, expected.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        may_be[node] = false;
        let are_two = expected.iter().filter(|one| **one == new).count() > 1;
        for (node, may_be) in may_be.iter_mut().enumerate() {
            *may_be |= are_two && room.protocols[node] == new;
            assert!(*may_be || !is_told_numbers(&room, node), "node {node} of {:?}", room.protocols);
        }
        // Whoever says no version is of one before any did.
        let silent =
            room.sql(&format!("SELECT count(*) FROM members WHERE (version IS NULL) <> (protocol < {new})"));
        assert_eq!(silent, "0");
    }
    assert!((0..NODES).any(|node| is_told_numbers(&room, node)), "the newer protocol tells numbers");
    let far = room.refused(old - 1);
    assert!(far.contains(&format!("speaks protocol {new} and this program {}", old - 1)), "{far}");

    // What a newer version has played stays free until a node of that version comes.
    let table = tables[0];
    let holder = format!("SELECT coalesce(node, 0) FROM leases WHERE scope = {table}");
    room.sql(&format!("UPDATE leases SET version = '999.0.0' WHERE scope = {table}"));
    let (number, _) = holding(&room, table).await;
    room.stop(number);
    room.wait_for(&holder, "0").await;
    room.wait_for("SELECT count(*) FROM leases WHERE scope > 0 AND node IS NULL AND NOT is_closed", "1")
        .await;
    let waits = room.sql(&holder);
    assert_eq!(waits, "0", "nobody has taken it");
    room.sql(&format!("UPDATE leases SET version = '0.1.0' WHERE scope = {table}"));
    room.start(number, new).await;
    room.all_held().await;
    room.plays_on(&tables).await;

    over.send_replace(true);
    for guest in guests {
        guest.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
    }
    for node in 0..NODES {
        room.stop(node);
    }
    let told = told.lock().unwrap();
    told.check(room.place().open_read_only().unwrap().as_ref());
    assert!(told.done.len() > 100, "only {} commands were done", told.done.len());
    println!(
        "{} commands done, {} of them found done before, {} not",
        told.done.len(),
        told.duplicates,
        told.not_done.len()
    );
    let mut verify = process::cardroom();
    let proof = verify.arg("verify").arg(room.folder(0)).args(["--store", &room.address]).output().unwrap();
    let said = String::from_utf8_lossy(&proof.stdout);
    assert!(proof.status.success(), "verify says: {said}{}", String::from_utf8_lossy(&proof.stderr));
}

/// The node that runs a table, by its place among them and its number.
async fn holding(room: &Room, table: TableId) -> (usize, String) {
    let address =
        room.sql(&format!("SELECT address FROM leases JOIN members USING (node) WHERE scope = {table}"));
    let is_it =
        |one: &Option<(Process, Site)>| one.as_ref().is_some_and(|(_, site)| site.0.to_string() == address);
    let place = room.nodes.iter().position(is_it).unwrap_or_else(|| panic!("nobody at {address} runs it"));
    (place, address)
}
