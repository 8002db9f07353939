//! What the others of a room do when one of its nodes hangs, or comes back at the address at which it was before: nobody waits
//! for what will not come, nothing goes round in circles, and whoever wakes up after its term says nothing. And a room whose
//! database is reached by lines that are encrypted.

#[allow(dead_code, reason = "each test program uses a part of it")]
mod process;

#[path = "../../store/tests/database/mod.rs"]
mod database;

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use books::Shelf;
use client::{Ask, Patron, Site};
use database::Server;
use database::tls::Authority;
use process::Process;
use room::{Spec, TableId};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(120);
const REST: Duration = Duration::from_millis(50);
const NODES: usize = 3;

/// The nodes of a room, each at an address that it keeps.
struct Room {
    server: Server,
    address: String,
    folders: TempDir,
    ports: Vec<u16>,
    nodes: Vec<(Process, Site)>,
    house: Patron,
    tables: Vec<TableId>,
}

impl Room {
    async fn open() -> Room {
        let server = Server::start();
        let address = server.database();
        let folders = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let ports: Vec<u16> = (0..NODES).map(|_| free()).collect();
        let (mut nodes, mut password) = (Vec::new(), None);
        for (node, port) in ports.iter().enumerate() {
            let folder = folders.path().join(format!("node-{node}"));
            if node > 0 {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::copy(folders.path().join("node-0/tips.key"), folder.join("tips.key")).unwrap();
            }
            let (process, site, made) = start(folder, &address, &["--port", &port.to_string()]);
            password = password.or(made);
            nodes.push((process, site));
        }
        let mut house = Patron::login(nodes[0].1, "house", &password.unwrap()).await.unwrap();
        let (shelf, mut tables) = (Shelf::filed(), Vec::new());
        for node in (0..NODES).chain(0..NODES) {
            house.site = nodes[node].1;
            let spec = json!(Spec::practice(&shelf, "mortimers/no-bust-6").unwrap());
            let opened: Value = house.post("/api/tables", &spec).await.unwrap();
            tables.push(opened["table"].as_u64().unwrap() as TableId);
        }
        Room { server, address, folders, ports, nodes, house, tables }
    }

    fn folder(&self, node: usize) -> PathBuf {
        self.folders.path().join(format!("node-{node}"))
    }

    fn sql(&self, sql: &str) -> String {
        self.server.sql(&self.address, sql)
    }

    /// The tables that a node runs.
    fn tables_of(&self, node: usize) -> Vec<TableId> {
        let address = self.nodes[node].1.0;
        let held = format!(
            "SELECT coalesce(string_agg(scope::text, ','), '') FROM leases JOIN members USING (node)
             WHERE address = '{address}' AND NOT is_closed AND scope BETWEEN 1 AND 1000"
        );
        self.sql(&held).split(',').filter_map(|table| table.parse().ok()).collect()
    }

    /// Asks one node for tables, all at once, and gives what it answers.
    async fn asked(&self, node: usize, tables: &[TableId]) -> Vec<u16> {
        let ask = |table: &TableId| {
            let house = Patron { site: self.nodes[node].1, ..self.house.clone() };
            let path = format!("/api/tables/{table}");
            tokio::spawn(async move { house.ask(Ask::get(&path)).await.map_or(0, |reply| reply.status) })
        };
        let mut statuses = Vec::new();
        for asked in tables.iter().map(ask).collect::<Vec<_>>() {
            statuses.push(asked.await.unwrap());
        }
        statuses
    }

    fn signal(&self, node: usize, signal: Signal) {
        kill_process(Pid::from_child(&self.nodes[node].0.0), signal).unwrap();
    }
}

/// Starts a node that opens.
fn start(folder: PathBuf, address: &str, more: &[&str]) -> (Process, Site, Option<String>) {
    let mut program = process::cardroom();
    program
        .args(["--json", "serve", "--house", "--node", "--store", address, "--data"])
        .arg(folder)
        .args(more);
    let (process, greeting) = process::open_with(&mut program, Stdio::null());
    let (site, password) = greeting.recv_timeout(PATIENCE).expect("the node opens");
    (process, site, password)
}

/// What a command that does not succeed says.
fn refused(words: &[&str], folder: &std::path::Path) -> String {
    let output = process::cardroom().args(words).arg(folder).output().unwrap();
    assert!(!output.status.success(), "{words:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_a_node_that_hangs_and_it_says_nothing_when_it_wakes() {
    let mut room = Room::open().await;
    let tables = room.tables_of(1);
    assert!(!tables.is_empty(), "the node has tables");
    room.signal(1, Signal::STOP);
    // Asked at once by way of the others, and of the node itself.
    let waiting = room.asked(0, &tables);
    let (site, path) = (room.nodes[1].1, format!("/api/tables/{}", tables[0]));
    let of_itself = tokio::spawn(async move { site.ask(&Ask::get(&path)).await });
    let answered = tokio::time::timeout(PATIENCE, waiting).await.expect("it waits for ever");
    assert!(answered.iter().all(|status| *status == 200), "{answered:?}");
    assert!(room.tables_of(1).is_empty(), "the others have them");
    assert_eq!(room.asked(2, &room.tables).await, vec![200; room.tables.len()]);

    assert!(!of_itself.is_finished());
    room.signal(1, Signal::CONT);
    assert!(of_itself.await.unwrap().is_err(), "it says nothing more");
    assert_eq!(room.nodes[1].0.0.wait().unwrap().code(), Some(74));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_comes_back_at_its_address() {
    let mut room = Room::open().await;
    let tables = room.tables_of(1);
    assert!(!tables.is_empty(), "the node has tables");
    room.nodes[1].0.0.kill().unwrap();
    room.nodes[1].0.0.wait().unwrap();
    let asking = [room.asked(0, &tables), room.asked(2, &tables)];
    let port = room.ports[1].to_string();
    let (folder, address) = (room.folder(1), room.address.clone());
    let again = tokio::task::spawn_blocking(move || start(folder, &address, &["--port", &port]));
    for asked in asking {
        let statuses = asked.await;
        assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    }
    let (process, site, _) = again.await.unwrap();
    room.nodes[1] = (process, site);
    assert_eq!(room.asked(1, &room.tables).await, vec![200; room.tables.len()]);
    let metrics = site.ask(&Ask::get("/metrics")).await.unwrap().body;
    let of_tables = metrics.lines().find(|line| {
        line.starts_with("cardroom_requests_total{route=\"/api/tables/{table}\"") && line.contains("200")
    });
    let counted: usize = of_tables.and_then(|line| line.rsplit_once(' ')?.1.parse().ok()).unwrap();
    assert!(counted <= 3 * room.tables.len(), "it asks itself: {of_tables:?}");
    let began = Instant::now();
    let at_its = format!("SELECT count(*) FROM members WHERE address = '{}'", site.0);
    while room.sql(&at_its) != "1" {
        assert!(began.elapsed() < PATIENCE, "the one that was there before is not buried");
        tokio::time::sleep(REST).await;
    }

    // Another node that is given the same address for the others does not come in.
    let folder = room.folders.path().join("other");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(room.folder(0).join("tips.key"), folder.join("tips.key")).unwrap();
    let own = site.0.to_string();
    let words =
        ["serve", "--node", "--port", "0", "--node-address", &own, "--store", &room.address, "--data"];
    let told = tokio::task::block_in_place(|| refused(&words, &folder));
    assert!(told.contains("and beats: give every node an address of its own"), "{told}");
    assert_eq!(room.sql("SELECT count(*) FROM members"), NODES.to_string());
}

/// Whoever shows what only nodes show each other, and it is wrong, hears nothing about a table that another node runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_told_of_another_nodes_table_to_whoever_shows_a_wrong_secret() {
    let room = Room::open().await;
    let there = room.tables_of(1);
    assert!(!there.is_empty(), "the node has tables");
    // Once the other one has seen where they are.
    assert_eq!(room.asked(0, &there).await, vec![200; there.len()]);
    for table in there {
        for path in [format!("/api/tables/{table}"), format!("/api/tables/{table}/rounds/1")] {
            let house = Patron { site: room.nodes[0].1, ..room.house.clone() };
            let reply = house.ask(Ask::get(&path).with("x-cardroom-node", "nonsense")).await.unwrap();
            assert_eq!(reply.status, 503, "{path}: {}", reply.body);
        }
    }
}

/// Of nodes that are started at the same moment on an empty database exactly one makes the owner's account, and all come in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_nodes_that_start_at_once_one_makes_the_room() {
    let (server, folders) = (Server::start(), TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    // A key for all of them.
    let keeper = folders.path().join("keeper");
    drop(start(keeper.clone(), &server.database(), &["--port", "0"]));
    for round in 0..3 {
        let address = server.database();
        let starting: Vec<_> = (0..NODES)
            .map(|node| {
                let (folder, address) = (folders.path().join(format!("{round}-{node}")), address.clone());
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::copy(keeper.join("tips.key"), folder.join("tips.key")).unwrap();
                std::thread::spawn(move || start(folder, &address, &["--port", "0"]))
            })
            .collect();
        let nodes: Vec<_> = starting.into_iter().map(|node| node.join().unwrap()).collect();
        let passwords: Vec<&String> = nodes.iter().filter_map(|(_, _, password)| password.as_ref()).collect();
        assert_eq!(passwords.len(), 1, "{passwords:?}");
        for (_, site, _) in &nodes {
            Patron::login(*site, "house", passwords[0]).await.unwrap();
        }
    }
}

/// The floor is told of a table by the node that runs it, also where somebody looked at a desk before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_floor_hears_of_a_table_as_it_is() {
    let room = Room::open().await;
    let at = |node: usize| Patron { site: room.nodes[node].1, ..room.house.clone() };
    let spec = Spec { is_practice: false, ..Spec::practice(&Shelf::filed(), "mortimers/no-bust-6").unwrap() };
    let opened: Value = at(1).post("/api/tables", &json!(spec)).await.unwrap();
    let table = opened["table"].as_u64().unwrap() as TableId;
    assert_eq!(room.asked(0, &[table]).await, [200]);
    let runs = (0..NODES).find(|node| room.tables_of(*node).contains(&table)).expect("somebody has it");
    let (looks, began) = ((runs + 1) % NODES, Instant::now());
    let _: Value = at(looks).get("/api/cage").await.unwrap();
    let _seat = at(runs).table(table, None).await.unwrap();
    loop {
        let floor: Value = at(looks).get("/api/floor").await.unwrap();
        let row =
            floor["tables"].as_array().unwrap().iter().find(|row| row["table"] == json!(table)).cloned();
        if row.as_ref().is_some_and(|row| row["watching"] == json!(1)) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{row:?}");
        tokio::time::sleep(REST).await;
    }
}

/// A node that is started with other rules than the house has says which, when it opens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_with_other_rules_says_so() {
    let (server, folders) = (Server::start(), TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    let (address, first, second) =
        (server.database(), folders.path().join("first"), folders.path().join("second"));
    let _first = start(first.clone(), &address, &["--port", "0"]);
    std::fs::create_dir_all(&second).unwrap();
    std::fs::copy(first.join("tips.key"), second.join("tips.key")).unwrap();
    let told = folders.path().join("told");
    let mut program = process::cardroom();
    program.args(["--json", "serve", "--house", "--node", "--port", "0", "--second-person-from", "5"]);
    program.args(["--store", &address, "--data"]).arg(&second);
    let child = program.stdout(std::fs::File::create(&told).unwrap()).stderr(Stdio::null()).spawn().unwrap();
    let _second = Process(child);
    let began = Instant::now();
    let greeting = loop {
        let said = std::fs::read_to_string(&told).unwrap();
        if said.ends_with('\n') {
            break said;
        }
        assert!(began.elapsed() < PATIENCE, "it does not open: {said}");
        tokio::time::sleep(REST).await;
    };
    let wanted = "the nodes that run were started with another --second-person-from";
    assert!(greeting.contains(wanted) && !greeting.contains("--gaming-day"), "{greeting}");
}

/// What is said at a table goes along where it moves, and nothing of it is kept when the room closes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_moves_with_its_table_and_ends_with_the_room() {
    let mut room = Room::open().await;
    let mut guest = Patron::guest(room.nodes[0].1, "Robin").await.unwrap();
    let opening = json!({ "book": "mortimers/no-bust-6", "no_limit": false, "bots": 0 });
    let opened: Value = guest.post("/api/private-tables", &opening).await.unwrap();
    let table = opened["table"].as_u64().unwrap() as TableId;
    let chat = format!("/api/tables/{table}/chat");
    let _: Value = guest.post(&chat, &json!({ "text": "hello" })).await.unwrap();
    let mut left: Vec<usize> = (0..NODES).collect();
    let began = Instant::now();
    while !left.is_empty() {
        // First whoever has it, so that it moves each time.
        let Some(place) = left.iter().position(|node| room.tables_of(*node).contains(&table)) else {
            assert!(began.elapsed() < PATIENCE, "nobody has the table");
            tokio::time::sleep(REST).await;
            continue;
        };
        let node = left.remove(place);
        room.signal(node, Signal::TERM);
        assert!(room.nodes[node].0.0.wait().unwrap().success());
        let Some(other) = left.first() else { break };
        guest.site = room.nodes[*other].1;
        let heard: Value = guest.get(&chat).await.unwrap();
        assert_eq!(heard["said"][0]["text"], "hello", "{heard}");
    }
    assert_eq!(room.sql("SELECT count(*) FROM beside"), "0", "nothing of it is kept");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_is_played_over_lines_that_are_encrypted() {
    let (authority, other) = (Authority::new(), Authority::new());
    let certified = authority.certify("DNS:db.example");
    let (server, host) = Server::at_an_address(Some(&certified));
    server.sql("postgres", "CREATE DATABASE room");
    let at = |root: &str| {
        format!("postgres://cardroom@db.example/room?hostaddr={host}&sslmode=verify-full&sslrootcert={root}")
    };
    let (address, folders) = (at(&authority.root()), TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    let folder = folders.path().join("node");
    let (process, site, password) = start(folder.clone(), &address, &["--port", "0"]);
    let house = Patron::login(site, "house", &password.unwrap()).await.unwrap();
    let spec = json!(Spec::practice(&Shelf::filed(), "mortimers/no-bust-6").unwrap());
    let _: Value = house.post("/api/tables", &spec).await.unwrap();
    let plain = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                 WHERE application_name = 'cardroom' AND NOT ssl";
    assert_eq!(server.sql("postgres", plain), "0");
    drop(process);
    let verify = process::cardroom().arg("verify").arg(&folder).args(["--store", &address]).output().unwrap();
    assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stderr));
    for (wrong, why) in [
        (at(&other.root()), "none of the named roots vouches for its certificate"),
        (address.replace("db.example", "db.other"), "its certificate is for another name"),
    ] {
        let told = refused(&["serve", "--node", "--port", "0", "--store", &wrong, "--data"], &folder);
        assert!(told.lines().count() == 1 && told.contains(why), "{told}");
    }
}
