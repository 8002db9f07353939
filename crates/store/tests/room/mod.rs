//! A folder for a room that is removed afterwards, and a small room to put into it.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

use money::Money;
use store::{Backend, Batch, Checkpoint, Entry, Sqlite, Stream, Transfer};
use tempfile::TempDir;

/// A folder of its own for each test, removed when it is dropped.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    /// A new folder with the same room in it, which must not be open.
    pub(crate) fn copy(&self) -> Folder {
        let copy = Folder::new();
        fs::copy(self.file(), copy.file()).unwrap();
        copy
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.path().join("room.sqlite3")
    }
}

pub(crate) fn entry(stream: u32, first: u64, count: u32) -> Entry {
    Entry {
        stream: Stream(stream),
        first,
        count,
        at_ms: 1_767_225_600_000 + i64::try_from(first).unwrap() * 60_000,
        by: format!("patron:{}", first % 5 + 1),
        id: Some(format!("{stream}-{first}")),
        body: format!(r#"{{"command":"wager","spot":{},"events":{count}}}"#, first % 8),
        transfers: Vec::new(),
    }
}

pub(crate) fn transfer(event: u64, from: &str, to: &str, cents: i64) -> Transfer {
    Transfer { event, from: from.to_owned(), to: to.to_owned(), amount: Money::cents(cents) }
}

pub(crate) fn entries(entries: Vec<Entry>) -> Batch {
    Batch { entries, ..Batch::default() }
}

pub(crate) fn checkpoint(stream: u32, number: u64) -> Checkpoint {
    Checkpoint { stream: Stream(stream), number, body: format!(r#"{{"after":{number}}}"#) }
}

/// Fills a store with the house's stream and three tables of forty entries each.
pub(crate) fn fill(store: &mut dyn Backend) {
    let mut opened = entry(0, 1, 3);
    opened.id = None;
    opened.transfers =
        (1..=3).map(|event| transfer(event, "cage", &format!("patron:{event}"), 100_000)).collect();
    store.append(&entries(vec![opened])).unwrap();
    for round in 0..10 {
        let mut batch = Batch::default();
        for stream in 1..=3 {
            let patron = format!("patron:{stream}");
            let stack = format!("table:{stream}/stack:{stream}");
            let drop = format!("table:{stream}/drop");
            for step in 0..4 {
                let first = 1 + round * 10 + [0, 3, 4, 9][step];
                let mut entry = entry(stream, first, [3, 1, 5, 1][step]);
                match step {
                    0 => entry.transfers = vec![transfer(first + 1, &patron, &stack, 5_000)],
                    2 => {
                        entry.transfers = vec![
                            transfer(first, &stack, &drop, 50),
                            transfer(first + 4, &stack, &patron, 4_950),
                        ];
                    }
                    3 => entry.id = None,
                    _ => {}
                }
                batch.entries.push(entry);
            }
            batch.checkpoints.push(checkpoint(stream, round * 10 + 10));
        }
        store.append(&batch).unwrap();
    }
}

/// A room on disk with the sample in it, closed.
pub(crate) fn filled() -> Folder {
    let folder = Folder::new();
    fill(&mut Sqlite::open(folder.path()).unwrap());
    folder
}
