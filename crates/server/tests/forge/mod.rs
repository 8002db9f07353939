//! Rooms as a forger makes them: every hash, seal and note of the house is right, and something else is not.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::BTreeMap;
use std::sync::Arc;

use books::Shelf;
use rusqlite::Connection;
use serde_json::{Value, json};
use server::journal::Books;
use server::library::Library;
use store::{Batch, Checkpoint, Entry, Hash, Log, Reader, Sqlite, Stream, Witness};

use crate::house::Folder;

/// What verify finds.
pub(crate) fn proof(folder: &Folder) -> server::Proof {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    server::verify(&store, &Shelf::filed(), &Witness::new(), &mut |_, _| ()).unwrap()
}

/// The faults that verify finds.
pub(crate) fn faults(folder: &Folder) -> Vec<String> {
    proof(folder).faults
}

/// A room made anew with its entries changed; hashes, notes of the house, rounds and checkpoints are as if it had always
/// been so.
pub(crate) fn rewritten(from: &Folder, change: &mut dyn FnMut(&mut Entry)) -> Folder {
    let to = Folder::new();
    let room = Sqlite::open_read_only(from.path()).unwrap();
    let mut forged = Sqlite::open(to.path()).unwrap();
    let mut hashes: BTreeMap<(u32, u64), Hash> = BTreeMap::new();
    for mut entry in in_order(from, &room) {
        change(&mut entry);
        if entry.stream == Stream::HOUSE && entry.body.contains("tips-noted") {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            for tip in body["tips"].as_array_mut().unwrap() {
                let place = (tip["stream"].as_u64().unwrap() as u32, tip["number"].as_u64().unwrap());
                if let Some(hash) = hashes.get(&place).filter(|_| tip["hash"] != "forged") {
                    tip["hash"] = json!(hash.to_string());
                }
            }
            entry.body = body.to_string();
        }
        let place = (entry.stream.0, entry.last());
        let written = forged.append(&Batch { entries: vec![entry], ..Batch::default() }).unwrap();
        hashes.extend(written.first().map(|hash| (place, *hash)));
    }
    for stream in room.streams().unwrap() {
        let rounds = room.rounds(stream, 100_000, 100_000).unwrap();
        let checkpoints = room.checkpoint(stream).unwrap().into_iter().collect();
        forged.append(&Batch { rounds, checkpoints, ..Batch::default() }).unwrap();
    }
    drop((room, forged));
    let file = Connection::open(to.file()).unwrap();
    file.execute("ATTACH ?1 AS honest", [from.file().to_str().unwrap()]).unwrap();
    file.execute_batch("INSERT INTO people SELECT * FROM honest.people").unwrap();
    file.execute_batch("INSERT INTO sessions SELECT * FROM honest.sessions").unwrap();
    let held: bool = file
        .query_row("SELECT count(*) > 0 FROM honest.sqlite_schema WHERE name = 'records'", [], |row| {
            row.get(0)
        })
        .unwrap();
    if held {
        file.execute_batch("INSERT INTO records SELECT * FROM honest.records").unwrap();
    }
    to
}

/// Every entry of a room in the order in which they were written, whatever their streams.
pub(crate) fn in_order(folder: &Folder, room: &Sqlite) -> Vec<Entry> {
    let file = Connection::open(folder.file()).unwrap();
    let mut statement = file.prepare("SELECT stream, first FROM entries ORDER BY sequence").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let order: Vec<(u32, u64)> = rows.collect::<Result<_, _>>().unwrap();
    let entry = |(stream, first): (u32, u64)| room.entries(Stream(stream), first, 1).unwrap().remove(0).entry;
    order.into_iter().map(entry).collect()
}

/// A room with one entry of the house changed: the first whose body holds a text.
pub(crate) fn house_changed(from: &Folder, holds: &str, change: &dyn Fn(&mut Entry)) -> Folder {
    let mut is_done = false;
    let forged = rewritten(from, &mut |entry| {
        if !is_done && entry.stream == Stream::HOUSE && entry.body.contains(holds) {
            is_done = true;
            change(entry);
        }
    });
    assert!(is_done, "no entry of the house holds {holds}");
    forged
}

/// A copy of a room's file alone.
pub(crate) fn copied(from: &Folder) -> Folder {
    let to = Folder::new();
    std::fs::copy(from.file(), to.file()).unwrap();
    to
}

/// Changes a room's file behind the program's back; the guards of its tables are put back afterwards.
pub(crate) fn tamper(folder: &Folder, change: &dyn Fn(&Connection)) {
    let file = Connection::open(folder.file()).unwrap();
    let mut statement = file.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let guards: Vec<(String, String)> = rows.collect::<Result<_, _>>().unwrap();
    for (name, _) in &guards {
        file.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    change(&file);
    for (_, guard) in &guards {
        file.execute_batch(guard).unwrap();
    }
}

/// Keeps a checkpoint of a table where no round was on for the last time, as the room would.
pub(crate) fn keep_checkpoint(folder: &Folder, table: Stream) {
    let mut store = Sqlite::open(folder.path()).unwrap();
    let (shelf, library) = (Arc::new(Shelf::filed()), Library::read(&store).unwrap());
    let books = Books { at_hand: &shelf, library: &library };
    let mut kept = None;
    server::walk(&store, books, table, 1, &mut |entry, _, table| {
        kept = table.checkpoint().map(|state| (entry.last(), state)).or(kept.take());
        true
    })
    .unwrap();
    let (number, state) = kept.expect("no round is on at first");
    let kept = Checkpoint { stream: table, number, body: serde_json::to_string(&state).unwrap() };
    store.append(&Batch { checkpoints: vec![kept], ..Batch::default() }).unwrap();
}

/// Changes the newest checkpoint of a stream, with its seal.
pub(crate) fn forge_checkpoint(folder: &Folder, stream: Stream, change: &dyn Fn(&mut Value)) {
    let mut store = Sqlite::open(folder.path()).unwrap();
    let Checkpoint { number, body, .. } = store.checkpoint(stream).unwrap().expect("a checkpoint is kept");
    let mut state: Value = serde_json::from_str(&body).unwrap();
    change(&mut state);
    let kept = Checkpoint { stream, number, body: state.to_string() };
    store.append(&Batch { checkpoints: vec![kept], ..Batch::default() }).unwrap();
}
