//! One room run by three programs on a real PostgreSQL: players at tables of five families are served by any of them,
//! nodes are killed and stopped while they play, and their tables go on elsewhere. Nothing that was acknowledged is lost
//! or done twice, and the proof passes.
//!
//! `NODES_ROUNDS=1000 NODES_KILLS=100` for longer.

mod process;

#[path = "../../store/tests/database/mod.rs"]
mod database;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command as Program;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use books::{Money, Shelf};
use cards::{Draws, Seed};
use client::{Answer, Ask, ClientFault, Heard, Outcome, Patron, Player, Reply, Seat, Site};
use database::Server;
use games::Seat as Chair;
use process::Process;
use room::{Command, Pace, Spec, TableId};
use serde_json::{Value, json};
use store::{Nodes as _, Place, Postgres, Stream};
use tempfile::TempDir;
use tokio::sync::watch;

/// The books that are played: one of every family.
const BOOKS: [&str; 5] = [
    "mortimers/no-bust-6",
    "mortimers/double-hand",
    "pinnacle/three-card-6-card-bonus",
    "mortimers/holdem",
    "players-club/lowball-ace-to-five",
];
const PLAYERS: u8 = 2;
/// How often it is looked whether a node knows of all tables.
const LOOKS: u32 = 200;

/// How long anything is waited for, on a slow machine too.
const PATIENCE: Duration = Duration::from_secs(240);

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The nodes as an operator runs them.
struct Room {
    server: Server,
    address: String,
    folders: TempDir,
    nodes: Vec<Option<(Process, Site)>>,
    sites: watch::Sender<Vec<Site>>,
    password: Option<String>,
}

impl Room {
    async fn open(count: usize) -> Room {
        let server = Server::start();
        let address = server.database();
        let folders = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let nodes = (0..count).map(|_| None).collect();
        let (sites, password) = (watch::channel(Vec::new()).0, None);
        let mut room = Room { server, address, folders, nodes, sites, password };
        for node in 0..count {
            room.start(node).await;
            if node == 0 {
                let key = room.folder(0).join("tips.key");
                for other in 1..count {
                    std::fs::create_dir_all(room.folder(other)).unwrap();
                    std::fs::copy(&key, room.folder(other).join("tips.key")).unwrap();
                }
            }
        }
        room
    }

    fn folder(&self, node: usize) -> PathBuf {
        self.folders.path().join(format!("node-{node}"))
    }

    async fn start(&mut self, node: usize) {
        let mut program = process::cardroom();
        // One of them is of the next version.
        program.env("CARDROOM_PROTOCOL", if node == 2 { "2" } else { "1" });
        program.args([
            "--json",
            "serve",
            "--house",
            "--node",
            "--port",
            "0",
            "--store",
            &self.address,
            "--data",
        ]);
        let (process, greeting) = process::open(program.arg(self.folder(node)));
        let (site, password) = tokio::task::spawn_blocking(move || greeting.recv_timeout(PATIENCE))
            .await
            .unwrap()
            .expect("the node opens");
        self.password = self.password.take().or(password);
        self.nodes[node] = Some((process, site));
        self.tell();
    }

    fn tell(&self) {
        self.sites.send_replace(self.nodes.iter().flatten().map(|(_, site)| *site).collect());
    }

    fn place(&self) -> Place {
        self.address.parse().unwrap()
    }

    fn look(&self) -> store::Look {
        let database = store::Database::at(&self.address).unwrap();
        Postgres::open_read_only(&database).unwrap().look().unwrap()
    }

    /// Waits until every table is held by a node that lives, evenly, and gives how long that took.
    async fn all_held(&self) -> Duration {
        let began = Instant::now();
        let nodes = self.nodes.iter().flatten().count();
        loop {
            let look = self.look();
            let living: BTreeSet<u64> = look.members.iter().map(|member| member.node).collect();
            let held =
                look.holders.values().filter(|holder| holder.is_some_and(|node| living.contains(&node)));
            if living.len() == nodes && held.count() == look.holders.len() {
                return began.elapsed();
            }
            assert!(began.elapsed() < PATIENCE, "tables are left: {look:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn kill(&mut self, node: usize) {
        self.nodes[node] = None;
        self.tell();
    }

    /// Stops a node as an operator does.
    fn stop(&mut self, node: usize) {
        let (mut process, _) = self.nodes[node].take().unwrap();
        self.tell();
        let told = Program::new("kill").arg("-TERM").arg(process.0.id().to_string()).status().unwrap();
        assert!(told.success());
        assert!(
            process.0.wait().unwrap().success(),
            "a node that is told to stop closes its part of the room"
        );
    }
}

/// What a node is told that does not fit to those that run.
fn refused_node(room: &Room, protocol: &str, name: &str) -> String {
    let mut program = process::cardroom();
    program.env("CARDROOM_PROTOCOL", protocol);
    program.args(["serve", "--house", "--node", "--port", "0", "--store", &room.address, "--data"]);
    let output = program.arg(room.folders.path().join(name)).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What the players were told, by sender and id.
#[derive(Default)]
struct Told {
    done: BTreeMap<(String, String), Option<u64>>,
    not_done: Vec<(String, String)>,
    again: u64,
    duplicates: u64,
    /// What became of whole attempts, for whoever looks into a failure.
    faults: BTreeMap<String, u64>,
}

/// A player who goes from node to node; whatever has no answer is said again with its id, wherever.
struct Survivor {
    patron: Patron,
    table: TableId,
    chair: u8,
    rules: books::Rules,
    known: u64,
    given: u64,
    attempts: usize,
    unanswered: Option<(String, u64, Command)>,
    told: Arc<Mutex<Told>>,
}

impl Survivor {
    async fn live(mut self, sites: watch::Receiver<Vec<Site>>, mut over: watch::Receiver<bool>) {
        while !*over.borrow() {
            let open = sites.borrow().clone();
            if !open.is_empty() {
                self.attempts += 1;
                self.patron.site = open[(self.attempts + usize::from(self.chair)) % open.len()];
                let ended = tokio::select! {
                    played = self.play() => played,
                    _ = over.changed() => return,
                };
                let Err(fault) = ended else { unreachable!("a player goes on") };
                *self.told.lock().unwrap().faults.entry(format!("{fault:?}")).or_default() += 1;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn play(&mut self) -> Result<(), ClientFault> {
        let seat = self.patron.table(self.table, Some(self.known)).await?;
        assert!(seat.view.number >= self.known, "what was told at table {} is lost", self.table);
        let mut player = Player::new(seat, self.rules.clone(), self.draws(), "");
        if let Some((id, based_on, command)) = self.unanswered.clone() {
            self.told.lock().unwrap().again += 1;
            player.seat.say(&id, based_on, &command).await?;
            self.answered(&mut player.seat).await?;
        }
        // Now and then a player goes to another node without need.
        for _ in 0..200 {
            self.known = player.seat.view.number;
            let is_seated = player.seat.view.people.iter().any(|one| one.person == self.patron.person);
            let command = if is_seated { player.decide() } else { Some(self.sit()) };
            let Some(command) = command else {
                player.seat.hear().await?;
                continue;
            };
            self.given += 1;
            let id = format!("{}-{}", self.chair, self.given);
            self.unanswered = Some((id.clone(), self.known, command.clone()));
            player.seat.say(&id, self.known, &command).await?;
            let answer = self.answered(&mut player.seat).await?;
            if matches!(answer.outcome, Outcome::Refused) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            while player.seat.view.number < answer.number {
                player.seat.hear().await?;
            }
        }
        Err(ClientFault::Gone("to another node".to_owned()))
    }

    fn draws(&self) -> Draws {
        let mut seed = [self.table as u8 ^ self.chair.rotate_left(5); 32];
        seed[..8].copy_from_slice(&self.given.to_be_bytes());
        Seed::from_bytes(seed).draws()
    }

    fn sit(&self) -> Command {
        Command::Sit { seat: Chair::new(self.chair), buy_in: Money::dollars(1_000) }
    }

    async fn answered(&mut self, seat: &mut Seat) -> Result<Answer, ClientFault> {
        loop {
            let heard = seat.hear().await?;
            self.known = self.known.max(seat.view.number);
            let Heard::Answer(answer) = heard else { continue };
            // Nobody knows whether it was done, so it is asked again.
            if ["does not answer", "too many"].iter().any(|word| answer.what.contains(word)) {
                return Err(ClientFault::Gone(answer.what));
            }
            let (id, ..) = self.unanswered.take().expect("an answer to what was said");
            assert_eq!(answer.id, id);
            let key = (format!("person:{}", self.patron.person), id);
            let mut told = self.told.lock().unwrap();
            match answer.outcome {
                Outcome::Applied => drop(told.done.insert(key, Some(answer.number))),
                Outcome::Duplicate => {
                    told.duplicates += 1;
                    told.done.insert(key, None);
                }
                Outcome::Stale | Outcome::Refused => told.not_done.push(key),
            }
            return Ok(answer);
        }
    }
}

/// Everything that the players were told is in the log, once, and nothing that they were told is not done.
fn check(place: &Place, told: &Told) {
    let store = place.open_read_only().unwrap();
    let mut logged: BTreeMap<(String, String), u64> = BTreeMap::new();
    for stream in store.streams().unwrap().into_iter().filter(|stream| *stream != Stream::HOUSE) {
        for entry in store.entries(stream, 1, usize::MAX).unwrap() {
            let last = entry.entry.last();
            if let Some(id) = entry.entry.id {
                assert_eq!(logged.insert((entry.entry.by, id.clone()), last), None, "{id} is done twice");
            }
        }
    }
    for (key, number) in &told.done {
        let at = logged.get(key).unwrap_or_else(|| panic!("{key:?} was acknowledged and is lost"));
        assert!(number.is_none_or(|number| number == *at), "{key:?} is at {at}, not at {number:?}");
    }
    for key in &told.not_done {
        assert!(!logged.contains_key(key), "{key:?} was refused and is in the log");
    }
    let sum: i64 = store.balances().unwrap().values().map(|money| money.in_cents()).sum();
    assert_eq!(sum, 0, "chips are conserved");
}

fn verify(folder: &Path, address: &str) {
    let proof = process::cardroom().arg("verify").arg(folder).args(["--store", address]).output().unwrap();
    let said = String::from_utf8_lossy(&proof.stdout);
    assert!(proof.status.success(), "verify says: {said}{}", String::from_utf8_lossy(&proof.stderr));
}

/// How many rounds each table has finished.
fn rounds(place: &Place, tables: &[TableId]) -> BTreeMap<TableId, u64> {
    let store = place.open_read_only().unwrap();
    let newest = |table: &TableId| {
        let newest = store.rounds(Stream(*table), u64::MAX, 1).unwrap();
        (*table, newest.first().map_or(0, |round| round.number))
    };
    tables.iter().map(newest).collect()
}

/// Waits until every table has finished so many more rounds.
async fn wait_for_rounds(room: &Room, tables: &[TableId], more: u64, told: &Mutex<Told>) {
    let before = rounds(&room.place(), tables);
    let began = Instant::now();
    loop {
        let now = rounds(&room.place(), tables);
        let behind: Vec<TableId> = tables.iter().copied().filter(|id| now[id] < before[id] + more).collect();
        if behind.is_empty() {
            return;
        }
        let faults = told.lock().unwrap().faults.clone();
        assert!(began.elapsed() < PATIENCE, "no rounds at {behind:?}: {now:?}, {faults:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Opens a table of every one of the books, each by another node.
async fn open_tables(room: &Room, shelf: &Shelf, password: &str) -> Vec<(TableId, String)> {
    let long = 600_000;
    let pace =
        Pace { offer_ms: long, wager_ms: long, turn_ms: long, between_ms: 0, reading_ms: 0, seat_ms: long };
    let sites = room.sites.borrow().clone();
    // A session that one node opens is known to all.
    let mut house = Patron::login(sites[0], "house", password).await.unwrap();
    let mut tables = Vec::new();
    for (number, book) in BOOKS.into_iter().enumerate() {
        let spec = Spec::practice(shelf, book).unwrap();
        house.site = sites[number % sites.len()];
        let spec = Spec { pace, ..spec };
        let opened: Value = house.post("/api/tables", &json!(spec)).await.unwrap();
        tables.push((opened["table"].as_u64().unwrap() as TableId, book.to_owned()));
    }
    tables
}

/// What a node answers; one that has been asked too often is asked again.
async fn asked(house: &Patron, ask: Ask) -> Reply {
    loop {
        let reply = house.ask(ask.clone()).await.unwrap();
        if reply.status != 429 {
            return reply;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The lobby, the floor and each table are the same whoever is asked.
async fn whole_whoever_is_asked(room: &Room, tables: &[TableId], house: &Patron) {
    for site in room.sites.borrow().clone() {
        let house = Patron { site, ..house.clone() };
        for path in ["/api/lobby", "/api/floor"] {
            let all: Vec<u64> = tables.iter().map(|id| u64::from(*id)).collect();
            // A node learns of those that came after it by its next look.
            let mut seen = Vec::new();
            for _ in 0..LOOKS {
                let lobby: Value = asked(&house, Ask::get(path)).await.json().unwrap();
                let rows = lobby["tables"].as_array().unwrap();
                seen = rows.iter().map(|row| row["table"].as_u64().unwrap()).collect();
                if seen == all {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            assert_eq!(seen, all, "{path}");
        }
        for table in tables {
            let seen: Value = asked(&house, Ask::get(&format!("/api/tables/{table}"))).await.json().unwrap();
            assert!(seen["view"].is_object(), "{seen}");
        }
        let nothing = asked(&house, Ask::get("/api/tables/999")).await;
        assert_eq!(nothing.status, 404, "{}", nothing.body);
        let none = asked(&house, Ask::get(&format!("/api/tables/{}/rounds/99999", tables[0]))).await;
        assert_eq!(none.status, 404, "{}", none.body);
        // Whoever shows no secret, or a wrong one, is nobody's node.
        let forged =
            Ask::get("/api/lobby").with("x-cardroom-node", "guess").with("x-cardroom-for", "9.9.9.9:9");
        assert_eq!(asked(&house, forged).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_nodes_serve_one_room_and_take_over_from_each_other() {
    let (more, kills) = (from_environment("NODES_ROUNDS", 6), from_environment("NODES_KILLS", 4));
    let shelf = Shelf::filed();
    let mut room = Room::open(3).await;
    let password = room.password.clone().expect("the first node has made the owner's account");
    let opened = open_tables(&room, &shelf, &password).await;
    let tables: Vec<TableId> = opened.iter().map(|(table, _)| *table).collect();
    room.all_held().await;
    let house = Patron::login(room.sites.borrow()[1], "house", &password).await.unwrap();
    whole_whoever_is_asked(&room, &tables, &house).await;

    // Two protocols that are neighbours serve the room; a further one does not, nor a node with a key of its own.
    let far = refused_node(&room, "3", "far");
    assert!(far.contains("speaks protocol 1 and this program 3"), "{far}");
    let keyless = refused_node(&room, "1", "keyless");
    assert!(keyless.contains("copy tips.key"), "{keyless}");

    let told: Arc<Mutex<Told>> = Arc::default();
    let (over, is_over) = watch::channel(false);
    let mut survivors = Vec::new();
    for (number, (table, book)) in opened.iter().enumerate() {
        for chair in 1..=PLAYERS {
            let sites = room.sites.borrow().clone();
            let site = sites[(number + usize::from(chair)) % sites.len()];
            let survivor = Survivor {
                patron: Patron::guest(site, &format!("Chair {chair} of {table}")).await.unwrap(),
                table: *table,
                chair,
                rules: shelf.book(&shelf.find(book).unwrap()).unwrap().rules,
                known: 0,
                given: 0,
                attempts: number,
                unanswered: None,
                told: Arc::clone(&told),
            };
            survivors.push(tokio::spawn(survivor.live(room.sites.subscribe(), is_over.clone())));
        }
    }
    wait_for_rounds(&room, &tables, 1, &told).await;
    let mut slowest = Duration::ZERO;
    for kill in 0..kills {
        let node = kill as usize % room.nodes.len();
        // Every fourth leaves as it is told to; the others die.
        if kill % 4 == 3 {
            room.stop(node);
        } else {
            room.kill(node);
        }
        let took = room.all_held().await;
        slowest = slowest.max(took);
        println!("kill {kill}: every table was held again after {:.2} s", took.as_secs_f64());
        wait_for_rounds(&room, &tables, 1, &told).await;
        room.start(node).await;
        room.all_held().await;
    }
    wait_for_rounds(&room, &tables, more, &told).await;
    over.send_replace(true);
    for survivor in survivors {
        survivor.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
    }
    whole_whoever_is_asked(&room, &tables, &house).await;
    for node in 0..3 {
        room.stop(node);
    }
    check(&room.place(), &told.lock().unwrap());
    verify(&room.folder(0), &room.address);
    let told = told.lock().unwrap();
    println!(
        "{} commands done, {} not, {} said again of which {} had been done; slowest takeover {:.2} s; {:?}",
        told.done.len(),
        told.not_done.len(),
        told.again,
        told.duplicates,
        slowest.as_secs_f64(),
        told.faults
    );
    assert!(told.done.len() > 100, "only {} commands were done", told.done.len());
    let _ = &room.server;
}
