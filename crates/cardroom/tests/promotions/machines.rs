//! A primary, its standby and some nodes, run as an operator runs them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Command as Program, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use client::Site;
use room::TableId;
use store::{Database, Nodes as _, Place, Postgres, Stream};
use tempfile::TempDir;
use tokio::sync::watch;

use crate::database::pair::{By, Pair};
use crate::process::{self, Greeting, Process};
use crate::told::Told;

/// So many rounds a table may be ahead of what is waited for.
const AHEAD: u64 = 30;
/// How long nothing may happen, on a slow machine too.
const PATIENCE: Duration = Duration::from_secs(240);

/// How often it is looked.
const LOOKS: Duration = Duration::from_millis(100);

/// The status of a node that may not go on.
const MAY_NOT_GO_ON: i32 = 74;

pub(crate) struct Room {
    pub(crate) pair: Pair,
    address: String,
    database: Database,
    pub(crate) place: Place,
    folders: TempDir,
    nodes: Vec<Option<(Process, Site)>>,
    /// Where the nodes that run are reached.
    pub(crate) sites: watch::Sender<Vec<Site>>,
    /// The owner's.
    pub(crate) password: String,
    /// How often a node was started again that ended before it was open.
    pub(crate) restarts: u32,
}

impl Room {
    pub(crate) async fn open(count: usize) -> Room {
        let mut pair = Pair::start();
        let address = pair.database();
        let database = Database::at(&address).unwrap();
        let place = Place::Database(database.clone());
        let folders = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let nodes = (0..count).map(|_| None).collect();
        let (sites, password, restarts) = (watch::channel(Vec::new()).0, String::new(), 0);
        let mut room = Room { pair, address, database, place, folders, nodes, sites, password, restarts };
        room.start(&[0]).await;
        let key = room.folder(0).join("tips.key");
        for other in 1..count {
            std::fs::create_dir_all(room.folder(other)).unwrap();
            std::fs::copy(&key, room.folder(other).join("tips.key")).unwrap();
        }
        room.start(&(1..count).collect::<Vec<_>>()).await;
        room
    }

    fn folder(&self, node: usize) -> PathBuf {
        self.folders.path().join(format!("node-{node}"))
    }

    /// What the nodes say of themselves, for whoever looks into a failure.
    fn said(&self) -> String {
        let said = |node| std::fs::read_to_string(self.folders.path().join(format!("said-{node}")));
        let last = |text: String| text.lines().rev().take(8).collect::<Vec<_>>().join("\n");
        (0..self.nodes.len())
            .map(|node| format!("node {node}:\n{}\n", said(node).map(last).unwrap_or_default()))
            .collect()
    }

    /// Starts some nodes at once, as whatever runs them does: one that may not go on is started again.
    pub(crate) async fn start(&mut self, nodes: &[usize]) {
        let began = Instant::now();
        let mut waiting: Vec<usize> = nodes.to_vec();
        while !waiting.is_empty() {
            let greetings: Vec<_> = waiting.iter().map(|node| (*node, self.spawn(*node))).collect();
            waiting.clear();
            for (node, (mut process, greeting)) in greetings {
                let heard =
                    tokio::task::spawn_blocking(move || greeting.recv_timeout(PATIENCE)).await.unwrap();
                let ended = match heard {
                    Ok((site, password)) => {
                        if let Some(password) = password.filter(|_| self.password.is_empty()) {
                            self.password = password;
                        }
                        self.nodes[node] = Some((process, site));
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => process.0.wait().unwrap().code(),
                    Err(RecvTimeoutError::Timeout) => None,
                };
                let goes_again = began.elapsed() < PATIENCE && ended == Some(MAY_NOT_GO_ON);
                assert!(goes_again, "node {node} does not open ({ended:?}): {}", self.said());
                self.restarts += 1;
                waiting.push(node);
            }
        }
        self.tell();
    }

    fn spawn(&self, node: usize) -> (Process, Receiver<Greeting>) {
        let mut program = process::cardroom();
        program.args(["--json", "serve", "--house", "--node", "--port", "0", "--store", &self.address]);
        program.arg("--data").arg(self.folder(node));
        let said = self.folders.path().join(format!("said-{node}"));
        let said = std::fs::File::options().create(true).append(true).open(said).unwrap();
        process::open_with(&mut program, Stdio::from(said))
    }

    fn tell(&self) {
        self.sites.send_replace(self.nodes.iter().flatten().map(|(_, site)| *site).collect());
    }

    /// Kills a node, and gives when.
    pub(crate) fn kill(&mut self, node: usize) -> Instant {
        let began = Instant::now();
        self.nodes[node] = None;
        self.tell();
        began
    }

    /// Stops a node as an operator does, and gives when that was done.
    pub(crate) fn stop(&mut self, node: usize) -> Instant {
        let (mut process, _) = self.nodes[node].take().unwrap();
        self.tell();
        let told = Program::new("kill").arg("-TERM").arg(process.0.id().to_string()).status().unwrap();
        assert!(told.success());
        let ended = process.0.wait().unwrap();
        assert!(ended.success(), "a node that is told to stop closes its part of the room: {}", self.said());
        Instant::now()
    }

    /// Kills the primary and promotes its standby; gives when it was killed. The nodes end, because nobody knows what of
    /// their last words is on disk, and are started again by whatever runs them, before there is anybody who takes what
    /// is written.
    pub(crate) async fn promote(&mut self) -> Instant {
        let began = Instant::now();
        self.pair.kill_primary();
        self.have_ended().await;
        let promoted = tokio::task::block_in_place(|| {
            self.pair.promote();
            began.elapsed()
        });
        println!("the standby was promoted after {:.2} s", promoted.as_secs_f64());
        self.start(&(0..self.nodes.len()).collect::<Vec<_>>()).await;
        began
    }

    /// Waits until every node has ended because it has no database.
    pub(crate) async fn have_ended(&mut self) {
        let began = Instant::now();
        for node in 0..self.nodes.len() {
            let (mut process, _) = self.nodes[node].take().unwrap();
            let ended = loop {
                if let Some(ended) = process.0.try_wait().unwrap() {
                    break ended;
                }
                assert!(
                    began.elapsed() < PATIENCE,
                    "node {node} goes on without a database: {}",
                    self.said()
                );
                tokio::time::sleep(Duration::from_millis(10)).await;
            };
            assert_eq!(ended.code(), Some(MAY_NOT_GO_ON), "{}", self.said());
        }
        self.tell();
    }

    /// Makes a new standby of the old primary's files, and waits until every commit is on its disk as well.
    pub(crate) async fn attach(&mut self, by: By) {
        tokio::task::block_in_place(|| {
            self.pair.attach(by);
            self.pair.set_synchronous(true);
        });
    }

    fn look(&self) -> Result<store::Look, store::Error> {
        Postgres::open_read_only(&self.database)?.look()
    }

    /// Waits until every table is held by a node that lives, and gives how long that took.
    pub(crate) async fn all_held(&self, began: Instant) -> Duration {
        let nodes = self.nodes.iter().flatten().count();
        loop {
            let look = tokio::task::block_in_place(|| self.look());
            if let Ok(look) = &look {
                let living: BTreeSet<u64> = look.members.iter().map(|member| member.node).collect();
                let is_held = |holder: &&Option<u64>| holder.is_some_and(|node| living.contains(&node));
                let held = look.holders.values().filter(is_held).count();
                if living.len() == nodes && held == look.holders.len() {
                    return began.elapsed();
                }
            }
            assert!(began.elapsed() < PATIENCE, "tables are left: {look:?}: {}", self.said());
            tokio::time::sleep(LOOKS / 2).await;
        }
    }

    /// Reads something of every table; while nobody takes what is written, it is tried again.
    async fn each(
        &self,
        tables: &[TableId],
        read: impl Fn(&dyn store::Backend, Stream) -> Result<u64, store::Error>,
    ) -> BTreeMap<TableId, u64> {
        let all = || -> Result<BTreeMap<TableId, u64>, store::Error> {
            let store = self.place.open_read_only()?;
            tables.iter().map(|table| Ok((*table, read(store.as_ref(), Stream(*table))?))).collect()
        };
        let began = Instant::now();
        loop {
            match tokio::task::block_in_place(all) {
                Ok(read) => return read,
                Err(error) => assert!(began.elapsed() < PATIENCE, "{error}"),
            }
            tokio::time::sleep(LOOKS).await;
        }
    }

    /// How many events each table has.
    pub(crate) async fn numbers(&self, tables: &[TableId]) -> BTreeMap<TableId, u64> {
        self.each(tables, |store, stream| Ok(store.tip(stream)?.number)).await
    }

    /// How many rounds each table has finished.
    async fn rounds(&self, tables: &[TableId]) -> BTreeMap<TableId, u64> {
        let newest = |store: &dyn store::Backend, stream| -> Result<u64, store::Error> {
            Ok(store.rounds(stream, u64::MAX, 1)?.first().map_or(0, |round| round.number))
        };
        self.each(tables, newest).await
    }

    /// Waits until every table has more events than before.
    pub(crate) async fn wait_for_more(&self, before: &BTreeMap<TableId, u64>, told: &Mutex<Told>) {
        let tables: Vec<TableId> = before.keys().copied().collect();
        self.wait(told, async || {
            let now = self.numbers(&tables).await;
            let behind = now.iter().filter(|(table, number)| **number <= before[*table]);
            (behind.map(|(table, _)| *table).collect(), now.values().sum())
        })
        .await;
    }

    /// Waits until every table has finished so many rounds.
    pub(crate) async fn wait_for_rounds(&self, tables: &[TableId], wanted: u64, told: &Mutex<Told>) {
        told.lock().unwrap().let_begin(wanted + AHEAD);
        self.wait(told, async || {
            let now = self.rounds(tables).await;
            let behind = now.iter().filter(|(_, finished)| **finished < wanted);
            (behind.map(|(table, _)| *table).collect(), now.values().sum())
        })
        .await;
    }

    /// Waits until no table is behind; how long that takes does not matter as long as they get on.
    async fn wait(&self, told: &Mutex<Told>, look: impl AsyncFn() -> (Vec<TableId>, u64)) {
        let (mut began, mut most) = (Instant::now(), 0);
        loop {
            let (behind, now) = look().await;
            if behind.is_empty() {
                return;
            }
            if now > most {
                (began, most) = (Instant::now(), now);
            }
            let is_stuck = began.elapsed() >= PATIENCE;
            assert!(!is_stuck, "nothing goes on at {behind:?}: {}: {}", told.lock().unwrap(), self.said());
            tokio::time::sleep(LOOKS).await;
        }
    }

    /// Proves the whole room, with the note in the folder of the first node.
    pub(crate) fn verify(&self) {
        let mut program = process::cardroom();
        let proof =
            program.arg("verify").arg(self.folder(0)).args(["--store", &self.address]).output().unwrap();
        let (said, errors) = (String::from_utf8_lossy(&proof.stdout), String::from_utf8_lossy(&proof.stderr));
        assert!(proof.status.success(), "verify says: {said}{errors}");
        assert!(said.contains("as it should be"), "{said}");
    }
}
