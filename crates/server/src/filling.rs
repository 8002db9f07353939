//! States that a log lacks: where checkpoints lie far apart, as in logs of earlier versions, the log is played once
//! more and states of it are kept, behind everything else that the room does, so that each old round is near one.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use store::{Checkpoint, KEPT_EVERY, Reader, Stream};

use crate::hall::{HallError, HallHandle, Request, Write, guard, now};
use crate::journal::{Books, Replay};
use crate::kept::{self, KeptKey};
use crate::records::Records;
use crate::system::step_back;

/// How many events may lie between two states before one is looked for: the room itself keeps them nearer.
const FAR: u64 = 2 * KEPT_EVERY;

/// How many states are handed over at a time.
const LOT: usize = 16;

/// A thread that fills what is missing, and ends by itself.
pub(crate) struct Filling {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Filling {
    /// Begins to look for what is missing.
    pub(crate) fn begin(records: Records, hall: HallHandle) -> Filling {
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let fill = move || {
            step_back();
            if let Err(what) = fill(&records, &hall, &over) {
                tracing::warn!("old rounds stay slow to read: {what}");
            }
            // So that nobody who looks at the law waits for a log that was never read for it.
            match records.law(now().0, &|| over.load(Ordering::Relaxed)) {
                Ok(looked) => hand_over(&hall, looked.keep.as_slice(), &over),
                Err(what) => tracing::warn!("the law is looked at when somebody asks: {what}"),
            }
        };
        let thread = std::thread::Builder::new().name("filling".to_owned()).spawn(fill);
        Filling { is_over, thread: thread.expect("a thread for what is missing") }
    }

    /// Lets it be; the next opening goes on from there.
    pub(crate) fn end(self) {
        self.is_over.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
    }
}

fn fill(records: &Records, hall: &HallHandle, is_over: &AtomicBool) -> Result<(), HallError> {
    let store = records.store()?;
    let library = records.library(&*store)?;
    let books = Books { at_hand: records.shelf(), library: &library };
    for stream in store.streams()?.into_iter().filter(|stream| stream.is_table()) {
        for (from, to) in gaps(&*store, stream, records.key())? {
            let mut lot = Vec::new();
            let mut keep = |state: Checkpoint| {
                lot.push(state);
                if lot.len() == LOT {
                    hand_over(hall, &lot, is_over);
                    lot.clear();
                }
                !is_over.load(Ordering::Relaxed)
            };
            fill_gap(&*store, books, stream, (from, to), &mut keep)?;
            hand_over(hall, &lot, is_over);
            if is_over.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The parts of a stream, from an event to another, within which no state is kept that the room has marked although
/// they are long.
fn gaps(store: &dyn Reader, stream: Stream, key: Option<&KeptKey>) -> Result<Vec<(u64, u64)>, store::Error> {
    let mut numbers = vec![0];
    numbers.extend(kept::marked(store, stream, key)?);
    numbers.push(store.tip(stream)?.number);
    let pairs = numbers.windows(2).map(|pair| (pair[0], pair[1]));
    // What lies in an archive keeps the states that went along with it.
    let gone = store.archived_until(stream)?;
    Ok(pairs.filter(|(from, to)| *from >= gone && *to > from + FAR).collect())
}

/// Plays one such part, and hands on states as far apart as the store keeps them. What another version played, and
/// this one does not, is left out.
fn fill_gap(
    store: &dyn Reader,
    books: Books<'_>,
    stream: Stream,
    (from, to): (u64, u64),
    keep: &mut dyn FnMut(Checkpoint) -> bool,
) -> Result<(), HallError> {
    let Some(opening) = store.entries(stream, 1, 1)?.into_iter().next() else { return Ok(()) };
    let mut replay = match from {
        0 => Replay::new(books, stream.0),
        _ => {
            let kept = store.checkpoint_until(stream, from)?;
            let replay = kept.and_then(|kept| Replay::from(books, stream.0, &opening.entry, &kept.body).ok());
            let Some(replay) = replay else { return Ok(()) };
            replay
        }
    };
    // Where a state lies that nobody has marked, the log says what belongs there.
    let unmarked: BTreeSet<u64> = store.checkpoints(stream)?.into_iter().collect();
    let (mut next, mut last) = (from + 1, from);
    while next <= to {
        let entries = store.entries(stream, next, 100)?;
        let Some(end) = entries.last() else { return Ok(()) };
        next = end.entry.last() + 1;
        for logged in &entries {
            if guard(|| replay.play_on(store, &logged.entry, true).map(drop)).is_err() {
                replay.table = None;
            }
            for (number, state) in replay.kept_around(&logged.entry) {
                let is_wanted = number >= last + KEPT_EVERY || unmarked.contains(&number);
                if !is_wanted || number <= last || number >= to {
                    continue;
                }
                let body = kept::text_of(&state, replay.version());
                last = number;
                if !keep(Checkpoint { stream, number, body }) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Gives states to the hall, which writes them; waits while it has more to do than it can hold.
fn hand_over(hall: &HallHandle, lot: &[Checkpoint], is_over: &AtomicBool) {
    if lot.is_empty() {
        return;
    }
    while !is_over.load(Ordering::Relaxed) {
        if hall.send(Request::Write(Write::Keep(lot.to_vec()))).is_ok() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[cfg(test)]
mod tests {
    use store::{Archive, Batch, Entry, Log, Sqlite};

    use super::*;

    fn entry(stream: Stream, first: u64) -> Entry {
        let (by, body) = ("house".to_owned(), "{}".to_owned());
        Entry { stream, first, count: 1, at_ms: 0, by, id: None, body, transfers: Vec::new() }
    }

    #[test]
    fn what_lies_in_an_archive_is_not_filled() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Sqlite::open(folder.path()).unwrap();
        let (table, tip, until) = (Stream(1), 3 * FAR, 2 * FAR);
        let entries = (1..=tip).map(|first| entry(table, first)).collect();
        store.append(&Batch { entries, ..Batch::default() }).unwrap();
        assert_eq!(gaps(&store, table, None).unwrap(), [(0, tip)]);
        let state = Checkpoint { stream: table, number: until, body: "{}".to_owned() };
        let mut note = |_: &Archive| entry(Stream::HOUSE, 1);
        store.archive(folder.path(), "archive-before-2027-01.sqlite3", &[state], &mut note).unwrap();
        assert_eq!(store.archived_until(table).unwrap(), until);
        assert_eq!(gaps(&store, table, None).unwrap(), [], "only what is in the room is looked at");
        let key = KeptKey::open(folder.path()).unwrap();
        let entries = (tip + 1..=tip + FAR).map(|first| entry(table, first)).collect();
        store.append(&Batch { entries, ..Batch::default() }).unwrap();
        assert_eq!(gaps(&store, table, None).unwrap(), [(until, tip + FAR)]);
        assert_eq!(
            gaps(&store, table, Some(&key)).unwrap(),
            [],
            "nobody has marked what it would begin with"
        );
    }
}
