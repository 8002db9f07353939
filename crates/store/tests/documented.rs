//! The log is the documented one.

mod room;

use std::process::Command;

use room::transfer;
use store::{Batch, Entry, Hash, Log, Reader, Sqlite, Stream};

const DOCUMENT: &str = include_str!("../../../docs/log.md");

/// A test vector of docs/log.md: an entry and the hash that it must have.
fn vector(text: &str) -> (Entry, Hash) {
    let lines: Vec<(&str, &str)> = text.lines().map(|line| line.split_at(11)).collect();
    let all = |label: &str| {
        let lines = lines.iter().filter(|(name, _)| name.trim() == label);
        lines.map(|(_, value)| *value).collect::<Vec<&str>>()
    };
    let one = |label: &str| all(label)[0];
    let entry = Entry {
        stream: Stream(one("stream").parse().unwrap()),
        first: one("first").parse().unwrap(),
        count: one("count").parse().unwrap(),
        at_ms: one("at_ms").parse().unwrap(),
        by: one("sent_by").to_owned(),
        id: all("id").first().map(|&id| id.to_owned()),
        body: one("body").to_owned(),
        transfers: all("transfer")
            .into_iter()
            .map(|words| match words.split(' ').collect::<Vec<&str>>()[..] {
                [event, from, to, cents] => {
                    transfer(event.parse().unwrap(), from, to, cents.parse().unwrap())
                }
                _ => panic!("a transfer has four words: {words}"),
            })
            .collect(),
    };
    (entry, one("hash").parse().unwrap())
}

fn block(kind: &str) -> &'static str {
    DOCUMENT.split(&format!("```{kind}\n")).nth(1).and_then(|rest| rest.split("```").next()).unwrap()
}

#[test]
fn the_documented_vectors_hold() {
    let (entries, expected): (Vec<Entry>, Vec<Hash>) = block("text").trim().split("\n\n").map(vector).unzip();
    assert_eq!(entries.len(), 3);
    let mut store = Sqlite::in_memory().unwrap();
    assert_eq!(store.append(&Batch { entries, ..Batch::default() }).unwrap(), expected);
}

#[test]
fn the_documented_python_agrees() {
    let check = |folder: &room::Folder| {
        let mut python = Command::new("python3");
        let output = python.arg("-c").arg(block("python")).arg(folder.file()).output();
        output.expect("python3 is there to run the documented check: install it")
    };
    let folder = room::filled();
    let store = Sqlite::open(folder.path()).unwrap();
    let tips: String = store
        .tips()
        .unwrap()
        .iter()
        .map(|(stream, tip)| format!("{} {} {}\n", stream.0, tip.number, tip.hash))
        .collect();
    let output = check(&folder);
    assert_eq!(String::from_utf8_lossy(&output.stdout), tips, "{}", String::from_utf8_lossy(&output.stderr));
    drop(store);

    let connection = rusqlite::Connection::open(folder.file()).unwrap();
    connection.execute_batch("DROP TRIGGER transfers_stay; UPDATE transfers SET event = 1").unwrap();
    drop(connection);
    let output = check(&folder);
    assert!(String::from_utf8_lossy(&output.stderr).contains("AssertionError: stream 0, entry 1"));
}
