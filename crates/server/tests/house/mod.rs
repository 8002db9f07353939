//! A room on a real socket of this machine, in a folder that is removed afterwards.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod raw;

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use books::{Money, Rules, Shelf};
use cards::Seed;
use client::{Patron, Player, Site};
use room::{Pace, Phase, Spec, TableId, TableView};
use serde_json::{Value, json};
use server::{Config, Limits};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A folder of its own, removed when it is dropped.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The file with the log.
    pub(crate) fn file(&self) -> PathBuf {
        self.path().join("room.sqlite3")
    }
}

/// A room that is open.
pub(crate) struct House {
    pub(crate) site: Site,
    pub(crate) shelf: Arc<Shelf>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

/// A room without tables or bots, where nobody is counted, with one account for each role.
pub(crate) fn quiet(folder: &Folder) -> Config {
    let mut config = Config::new(folder.path());
    config.practice = Some(Vec::new());
    config.is_demo = true;
    config.limits = Limits::none();
    config.hall.bots = 0;
    config.hall.second_person_from = None;
    config.hall.guest_chips = Money::dollars(50_000_000);
    config
}

impl House {
    /// Opens a room.
    pub(crate) async fn open(config: Config) -> House {
        House::open_with(Shelf::filed(), config).await
    }

    /// Opens a room with books of its own.
    pub(crate) async fn open_with(shelf: Shelf, mut config: Config) -> House {
        let shelf = Arc::new(shelf);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let site = Site(listener.local_addr().unwrap());
        if let Some(node) = &mut config.node {
            node.address = site.0;
        }
        let room = server::open(Arc::clone(&shelf), config).await.unwrap_or_else(|fault| panic!("{fault}"));
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(async move {
            let stopped = async move { drop(stopped.await) };
            room.serve(listener, stopped).await.unwrap();
        });
        House { site, shelf, stop, served }
    }

    /// Closes it; everything is on disk then.
    pub(crate) async fn close(self) {
        let _ = self.stop.send(());
        self.served.await.unwrap();
    }

    /// Somebody of the staff.
    pub(crate) async fn staff(&self, role: &str) -> Patron {
        Patron::login(self.site, role, "demo").await.unwrap()
    }

    pub(crate) fn rules(&self, book: &str) -> Rules {
        self.shelf.book(&self.shelf.find(book).unwrap()).unwrap().rules
    }

    /// A practice table at which nobody is hurried and nothing is waited for.
    pub(crate) fn quick(&self, book: &str) -> Spec {
        let pace = Pace { between_ms: 0, reading_ms: 0, ..slow() };
        let spec = Spec::practice(&self.shelf, book).unwrap_or_else(|fault| panic!("{book}: {fault}"));
        Spec { pace, ..spec }
    }

    /// Opens a table over the interface, as the floor does.
    pub(crate) async fn table(&self, floor: &Patron, spec: &Spec) -> TableId {
        let opened: Value = floor.post("/api/tables", &json!(spec)).await.unwrap();
        opened["table"].as_u64().unwrap() as TableId
    }

    /// A guest with a seat at a table who plays as bots do.
    pub(crate) async fn player(&self, table: TableId, book: &str, seat: u8) -> Player {
        let guest = Patron::guest(self.site, &format!("Seat {seat} of {table}")).await.unwrap();
        self.seated(&guest, table, book, seat).await
    }

    /// Two people sit down and play until they are in the middle of their third round; their seats stay theirs.
    pub(crate) async fn two_in_a_round(&self, table: TableId, book: &str) -> Vec<Patron> {
        let mut people = Vec::new();
        for seat in [1, 4] {
            let guest = Patron::guest(self.site, &format!("Seat {seat}")).await.unwrap();
            drop(self.seated(&guest, table, book, seat).await);
            people.push(guest);
        }
        let is_enough = |view: &TableView| view.round_number >= 3 && view.phase == Phase::Playing;
        self.two_play(table, book, &mut people, is_enough).await;
        people
    }

    /// Two people who have seats play until it is enough, also after the room was opened anew.
    pub(crate) async fn two_play(
        &self,
        table: TableId,
        book: &str,
        people: &mut [Patron],
        is_enough: fn(&TableView) -> bool,
    ) {
        let mut players = Vec::new();
        for patron in people {
            patron.site = self.site;
            let eyes = patron.table(table, None).await.unwrap();
            let name = format!("{}-{}", patron.person, eyes.view.number);
            players.push(Player::new(eyes, self.rules(book), Seed::from_bytes([7; 32]).draws(), &name));
        }
        let [first, second] = &mut players[..] else { unreachable!("two people") };
        let (one, two) = tokio::join!(first.play(is_enough), second.play(is_enough));
        one.and(two).unwrap();
    }

    /// Somebody who takes a seat at a table and plays as bots do.
    pub(crate) async fn seated(&self, guest: &Patron, table: TableId, book: &str, seat: u8) -> Player {
        let eyes = guest.table(table, None).await.unwrap();
        let seed = std::array::from_fn(|place| (place as u8) ^ seat ^ (table as u8).rotate_left(4));
        let mut player =
            Player::new(eyes, self.rules(book), Seed::from_bytes(seed).draws(), &format!("{table}-{seat}"));
        player.sit(seat).await.unwrap();
        player
    }
}

/// Time enough for everybody, also on a busy machine.
pub(crate) fn slow() -> Pace {
    let long = 600_000;
    Pace { offer_ms: long, wager_ms: long, turn_ms: long, between_ms: long, reading_ms: 0, seat_ms: long }
}

/// Every book that can be played.
pub(crate) fn books() -> Vec<String> {
    let shelf = Shelf::filed();
    let playable = |id: &String| !matches!(Spec::practice(&shelf, id), Err(room::OpenFault::NotPlayed(_)));
    let list: Vec<String> = shelf.ids().map(|id| id.to_string()).filter(playable).collect();
    assert!(list.len() >= 24, "{list:?}");
    list
}
