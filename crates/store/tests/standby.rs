//! A room on a primary with a synchronous standby, on real servers: whoever writes finds the one that goes on, and what
//! was acknowledged is there after every promotion. What an asynchronous standby loses is seen to be lost.

mod database;
mod room;

use std::thread;
use std::time::{Duration, Instant};

use database::Server;
use database::pair::{By, Pair};
use room::{entries, entry, fill};
use store::{Backend, Database, Error, Place, Promise, Stream, Witness};

/// Opens the room at an address, with connections of its own.
fn open(address: &str) -> Box<dyn Backend> {
    address.parse::<Place>().unwrap().open().unwrap()
}

/// Tries until something comes about, also where a server answers late.
fn patiently<T>(mut attempt: impl FnMut() -> Option<T>) -> T {
    (0..60).find_map(|_| attempt()).expect("it comes about")
}

/// What comes of something that is done meanwhile; it may not wait for ever.
fn ended<T>(doing: thread::JoinHandle<T>) -> T {
    let began = Instant::now();
    while !doing.is_finished() {
        assert!(began.elapsed() < Duration::from_secs(120), "it waits for ever");
        thread::sleep(Duration::from_millis(20));
    }
    doing.join().unwrap()
}

fn promise(address: &str) -> Promise {
    Database::at(address).unwrap().promise().unwrap()
}

/// The number of the last event of a table, at whichever server takes what is written.
fn last(address: &str, stream: u32) -> u64 {
    let place: Place = address.parse().unwrap();
    place.open_read_only().unwrap().tip(Stream(stream)).unwrap().number
}

#[track_caller]
fn proven(store: &dyn Backend) {
    assert_eq!(store.verify(&Witness::new(), &mut |_| {}).unwrap().faults, Vec::new());
}

#[test]
fn the_room_goes_on_where_a_standby_was_promoted() {
    let mut pair = Pair::start();
    let address = pair.database();
    // The server does not write to its disk at once, as tests do; everything else is promised.
    assert_eq!(promise(&address), Promise { is_on_disk: false, is_on_standby: true, has_several: true });
    let mut store = open(&address);
    fill(store.as_mut());
    let mut next = last(&address, 1) + 1;
    let mut write = |store: &mut dyn Backend| {
        store.append(&entries(vec![entry(1, next, 1)])).unwrap();
        next += 1;
        next - 1
    };
    for by in [By::Rewinding, By::Copying] {
        let before = write(store.as_mut());
        pair.kill_primary();
        assert!(store.renew().is_err(), "the session has ended with its server");
        // Nobody reads where a room ends from a server that may lag.
        let read = || address.parse::<Place>().unwrap().open_read_only().map(drop);
        let (mut reading, began) = (read(), Instant::now());
        // What is on the standby's disk may not be applied there yet, the making of the database itself among it.
        while matches!(reading, Err(Error::Unreached { .. })) && began.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(20));
            reading = read();
        }
        assert!(matches!(reading, Err(Error::NoPrimary { .. })), "{reading:?}");
        let waiting = address.clone();
        let opened = thread::spawn(move || open(&waiting));
        pair.promote();
        drop(store);
        store = opened.join().unwrap();
        assert_eq!(last(&address, 1), before, "what was acknowledged is there");
        assert!(!promise(&address).is_on_standby);
        write(store.as_mut());
        pair.attach(by);
        pair.set_synchronous(true);
        assert!(promise(&address).is_on_standby);
        let there = write(store.as_mut());
        // A copy of the database can be read as it is, by whoever names it alone.
        let lagging = pair.at_standby(&address);
        let read = lagging.parse::<Place>().unwrap().open_read_only().unwrap();
        assert!(read.tip(Stream(1)).unwrap().number <= there);
    }
    proven(store.as_ref());
}

#[test]
fn nothing_is_acknowledged_by_a_primary_that_is_left_behind() {
    let mut pair = Pair::start();
    let address = pair.database();
    let old_primary = pair.at_primary(&address);
    let mut store = open(&address);
    fill(store.as_mut());
    let before = last(&address, 1);

    // Somebody ends the waiting for a standby by hand: the commit is on the primary alone, so that it is no commit.
    pair.part();
    let writing = thread::spawn(move || {
        let done = store.append(&entries(vec![entry(1, before + 1, 1)]));
        (store, done)
    });
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    pair.wait_until(waits, "1");
    pair.sql("postgres", "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    let (store, done) = ended(writing);
    // So that nothing waits any more, whatever comes of it.
    pair.set_waiting(false);
    assert!(done.is_err(), "nobody is told that it is done");
    drop(store);
    pair.wait_until(waits, "0");

    // Another is promoted while the old primary runs on: whoever waits there for an answer gets none, and whoever comes
    // next finds the new one, though the old one is named first.
    let mut store = open(&address);
    pair.set_waiting(true);
    let tip = store.tip(Stream(1)).unwrap().number;
    let writing = thread::spawn(move || {
        let done = store.append(&entries(vec![entry(1, tip + 1, 1)]));
        (store, done)
    });
    pair.wait_until(waits, "1");
    pair.promote();
    let (store, done) = ended(writing);
    assert!(done.is_err(), "nobody is told that it is done");
    drop(store);
    assert_eq!(last(&address, 1), before);
    let mut store = patiently(|| address.parse::<Place>().unwrap().open().ok());
    store.append(&entries(vec![entry(1, before + 1, 1)])).unwrap();
    proven(store.as_ref());
    // Named alone the old one still takes it for its own.
    assert!(last(&old_primary, 1) > before, "what waited there is there, and nobody was told");

    // Two servers that have nothing to do with each other are no primary and standby.
    let (other, own) = (Server::start(), address.split('?').next().unwrap().rsplit_once('/').unwrap().1);
    other.sql("postgres", &format!("CREATE DATABASE {own}"));
    let apart =
        format!("{address},{}", other.socket().display()).replace("&target_session_attrs=read-write", "");
    patiently(|| match apart.parse::<Place>().unwrap().open() {
        Err(Error::Primaries { .. }) => Some(()),
        // One of them was heard too late, or somebody has only just left.
        _ => None,
    });
}

#[test]
fn what_an_asynchronous_standby_loses_is_seen() {
    let mut pair = Pair::start();
    let address = pair.database();
    let mut store = open(&address);
    fill(store.as_mut());
    pair.set_synchronous(false);
    assert!(!promise(&address).is_on_standby);
    pair.part();
    let before = last(&address, 1);
    store.append(&entries(vec![entry(1, before + 1, 1)])).unwrap();
    pair.kill_primary();
    pair.promote();
    drop(store);
    assert_eq!(last(&address, 1), before, "it was acknowledged and is lost");
}
