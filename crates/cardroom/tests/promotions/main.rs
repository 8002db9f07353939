//! One room run by three programs on a primary with a synchronous standby: players at a table of every book are served by
//! any of the programs. Nodes are killed, stopped as an operator stops them, and the primary is killed and its standby
//! promoted, while they play. Every table goes on each time, nothing that was acknowledged is lost or done twice, and the
//! proof passes.
//!
//! `NODES_ROUNDS=1000 NODES_KILLS=100 NODES_PROMOTIONS=10` for longer.

#[path = "../process/mod.rs"]
#[allow(dead_code, reason = "what the nodes say of themselves is always kept here")]
mod process;

#[path = "../../../store/tests/database/mod.rs"]
mod database;

mod machines;
mod survivor;
mod told;

use std::sync::{Arc, Mutex};

use books::Shelf;
use client::Patron;
use database::pair::By;
use machines::Room;
use room::{OpenFault, Pace, Spec, TableId};
use serde_json::{Value, json};
use survivor::Survivor;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use told::Told;

/// The players at each table.
const PLAYERS: u8 = 2;
/// After so many kills a node is stopped as an operator stops it.
const STOPPED_EVERY: u64 = 3;

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// What becomes of a machine.
#[derive(Clone, Copy, Debug)]
enum End {
    /// A node is killed.
    Killed(usize),
    /// A node is told to stop.
    Stopped(usize),
    /// The primary is killed, and the standby promoted. Its files come back like this.
    Promoted(By),
}

/// What ends in which order: promotions are spread over the kills, every third of which is followed by a stop.
fn ends(kills: u64, promotions: u64, nodes: usize) -> Vec<End> {
    let mut ends = Vec::new();
    let mut promoted = 0;
    for kill in 0..kills {
        ends.push(End::Killed(kill as usize % nodes));
        if kill % STOPPED_EVERY == STOPPED_EVERY - 1 {
            ends.push(End::Stopped((kill as usize + 1) % nodes));
        }
        while promoted < promotions * (kill + 1) / kills {
            ends.push(End::Promoted(if promoted % 2 == 0 { By::Rewinding } else { By::Copying }));
            promoted += 1;
        }
    }
    ends
}

/// Opens a table of each of some books, every one by another node.
async fn open_tables(
    room: &Room,
    shelf: &Shelf,
    books: impl Iterator<Item = String>,
) -> Vec<(TableId, String)> {
    let long = 3_600_000;
    let pace =
        Pace { offer_ms: long, wager_ms: long, turn_ms: long, between_ms: 0, reading_ms: 0, seat_ms: long };
    let sites = room.sites.borrow().clone();
    // A session that one node opens is known to all.
    let mut house = Patron::login(sites[0], "house", &room.password).await.unwrap();
    let mut tables = Vec::new();
    for (number, book) in books.enumerate() {
        let spec = match Spec::practice(shelf, &book) {
            Err(OpenFault::NotPlayed(_)) => continue,
            spec => spec.unwrap_or_else(|fault| panic!("{book}: {fault}")),
        };
        house.site = sites[number % sites.len()];
        let opened: Value = house.post("/api/tables", &json!(Spec { pace, ..spec })).await.unwrap();
        tables.push((opened["table"].as_u64().unwrap() as TableId, book));
    }
    tables
}

/// Two players at each table, who play until it is over.
async fn seat_players(
    room: &Room,
    shelf: &Shelf,
    tables: &[(TableId, String)],
    told: &Arc<Mutex<Told>>,
    is_over: &watch::Receiver<bool>,
) -> Vec<JoinHandle<()>> {
    let sites = room.sites.borrow().clone();
    let mut survivors = Vec::new();
    for (number, (table, book)) in tables.iter().enumerate() {
        let rules = shelf.book(&shelf.find(book).unwrap()).unwrap().rules;
        for player in 0..PLAYERS {
            let site = sites[(number + usize::from(player)) % sites.len()];
            let patron = Patron::guest(site, &format!("Player {player} of {table}")).await.unwrap();
            let survivor = Survivor::new(patron, *table, player, rules.clone(), Arc::clone(told));
            survivors.push(tokio::spawn(survivor.live(room.sites.subscribe(), is_over.clone())));
        }
    }
    survivors
}

/// Brings an end about, waits until every table is held again, and mends what has ended.
async fn bring_about(room: &mut Room, end: End, tables: &[TableId], told: &Mutex<Told>) -> f64 {
    let before = room.numbers(tables).await;
    let took = match end {
        End::Killed(node) => room.kill(node),
        End::Stopped(node) => room.stop(node),
        End::Promoted(_) => room.promote().await,
    };
    let took = room.all_held(took).await.as_secs_f64();
    // Every table has taken something since, wherever it is now.
    let rounds = told.lock().unwrap().rounds;
    told.lock().unwrap().let_begin(rounds + 3);
    room.wait_for_more(&before, told).await;
    match end {
        End::Killed(node) | End::Stopped(node) => room.start(&[node]).await,
        End::Promoted(by) => room.attach(by).await,
    }
    took
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_book_goes_on_whatever_machine_dies() {
    let (rounds, kills) = (from_environment("NODES_ROUNDS", 50), from_environment("NODES_KILLS", 10));
    let promotions = from_environment("NODES_PROMOTIONS", 2);
    let shelf = Shelf::filed();
    let mut room = Room::open(3).await;
    let opened = open_tables(&room, &shelf, shelf.ids().map(|id| id.to_string())).await;
    assert!(opened.len() >= 25, "every book is played: {opened:?}");
    let tables: Vec<TableId> = opened.iter().map(|(table, _)| *table).collect();
    let told: Arc<Mutex<Told>> = Arc::default();
    let (over, is_over) = watch::channel(false);
    let survivors = seat_players(&room, &shelf, &opened, &told, &is_over).await;
    room.wait_for_rounds(&tables, 1, &told).await;

    let ends = ends(kills, promotions, 3);
    let mut slowest = [0.0_f64; 3];
    for (place, end) in (1..).zip(&ends) {
        // They are spread over the rounds.
        room.wait_for_rounds(&tables, (rounds * place / (ends.len() as u64 + 1)).max(1), &told).await;
        let took = bring_about(&mut room, *end, &tables, &told).await;
        println!("{place} of {}: {end:?}: every table was held again after {took:.2} s", ends.len());
        let kind = match end {
            End::Killed(_) => 0,
            End::Stopped(_) => 1,
            End::Promoted(_) => 2,
        };
        slowest[kind] = slowest[kind].max(took);
    }
    room.wait_for_rounds(&tables, rounds, &told).await;
    over.send_replace(true);
    for survivor in survivors {
        survivor.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
    }
    for node in 0..3 {
        room.stop(node);
    }
    let told = told.lock().unwrap();
    assert_eq!(told.faults_of(&room.place), Vec::<String>::new());
    room.verify();
    let [killed, stopped, promoted] = slowest;
    println!(
        "slowest takeover: {killed:.2} s after a kill, {stopped:.2} s after a stop, {promoted:.2} s after a promotion"
    );
    println!("{told}; {} nodes were started again before they were open", room.restarts);
    assert!(
        told.done.len() as u64 > tables.len() as u64 * rounds,
        "only {} commands were done",
        told.done.len()
    );
}

/// The same checks, where the standby does not confirm what is acknowledged and is behind: they see the loss.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_asynchronous_standby_loses_is_found() {
    let shelf = Shelf::filed();
    let mut room = Room::open(1).await;
    let opened = open_tables(&room, &shelf, ["mortimers/no-bust-6".to_owned()].into_iter()).await;
    let told: Arc<Mutex<Told>> = Arc::default();
    let (over, is_over) = watch::channel(false);
    let survivors = seat_players(&room, &shelf, &opened, &told, &is_over).await;
    let tables = [opened[0].0];
    room.wait_for_rounds(&tables, 1, &told).await;
    tokio::task::block_in_place(|| {
        room.pair.set_synchronous(false);
        room.pair.part();
    });
    let before = told.lock().unwrap().done.len();
    while told.lock().unwrap().done.len() < before + 10 {
        let now = room.numbers(&tables).await;
        room.wait_for_more(&now, &told).await;
    }
    room.pair.kill_primary();
    room.have_ended().await;
    over.send_replace(true);
    for survivor in survivors {
        survivor.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
    }
    tokio::task::block_in_place(|| room.pair.promote());
    let faults = told.lock().unwrap().faults_of(&room.place);
    let lost = faults.iter().filter(|fault| fault.contains("was acknowledged and is lost")).count();
    assert!(lost >= 10, "{faults:?}");
}
