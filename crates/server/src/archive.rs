//! Old months of a room that is closed, moved into an archive beside it. Nothing is ever deleted: with its archives a
//! room is whole again and can be proven from its first entry on.

use std::path::Path;
use std::sync::Arc;

use books::Shelf;
use store::{Archive, Archived, Batch, Checkpoint, Entry, Error, Log, Place, Reader, Sqlite, Stream};

use crate::hall::now;
use crate::index::{CaughtUp, Indexer};
use crate::journal::{Books, HouseEntry, Replay};
use crate::kept::{self, KeptKey};
use crate::library::Library;

/// Moves what happened before a time into an archive of this name in the room's folder, and notes it in the house's log.
/// What stays: the house's own log, the books, every table's opening, its newest entry, and all that it needs to go on.
/// A table whose log this program does not play again stays whole.
///
/// # Errors
/// When there is no room, it is open, or there is such an archive already.
pub fn archive(
    shelf: &Arc<Shelf>,
    folder: &Path,
    name: &str,
    before_ms: i64,
) -> Result<Vec<Archived>, Error> {
    // Only a room that is there is archived; opening one to write would make it.
    drop(Sqlite::open_read_only(folder)?);
    let mut store = Sqlite::open(folder)?;
    let key = KeptKey::open(folder).map_err(|source| Error::Folder { folder: folder.to_owned(), source })?;
    let library = Library::read(&store)?;
    let books = Books { at_hand: shelf, library: &library };
    let mut states = Vec::new();
    for stream in store.streams()?.into_iter().filter(|stream| stream.is_table()) {
        if let Some(state) = last_between_shoes(&store, &key, books, stream, before_ms)? {
            // What leaves the room leaves it with its index.
            if let Ok(CaughtUp { rounds, is_false, .. }) = Indexer::catch_up(&store, stream) {
                let unindexed = if is_false { vec![stream] } else { Vec::new() };
                store.append(&Batch { rounds, unindexed, ..Batch::default() })?;
            }
            let entry = store.ending_at(stream, state.number)?;
            states.push(match entry {
                Some(entry) => key.mark(&state, &entry),
                None => state,
            });
        }
    }
    let first = store.tip(Stream::HOUSE)?.number + 1;
    let at_ms = store.last_ms()?.unwrap_or(0).max(now().0);
    store.archive(folder, name, &states, &mut |archive| {
        let Archive { name, parts, moved } = archive.clone();
        let said = HouseEntry::Archived { name, before_ms, parts, moved };
        Entry {
            stream: Stream::HOUSE,
            first,
            count: 1,
            at_ms,
            by: "house".to_owned(),
            id: None,
            body: serde_json::to_string(&said).expect("an entry is plain data"),
            transfers: Vec::new(),
        }
    })
}

/// The last state of a table before a time at which no round was on and no shoe in use: nothing that is proven as a whole
/// is cut there. Looks for it from one kept state to the one before.
fn last_between_shoes(
    store: &Sqlite,
    key: &KeptKey,
    books: Books<'_>,
    stream: Stream,
    before_ms: i64,
) -> Result<Option<Checkpoint>, Error> {
    let Some(opening) = store.entries(stream, 1, 1)?.into_iter().next() else { return Ok(None) };
    let tip = store.tip(stream)?.number;
    let gone = store.archived_until(stream)?;
    let mut until = tip;
    loop {
        let kept = kept::newest(store, stream, until, Some(key)).filter(|kept| kept.number >= gone);
        let from = kept.as_ref().map_or(0, |kept| kept.number);
        let replay = match &kept {
            Some(kept) => Replay::from(books, stream.0, &opening.entry, &kept.body).ok(),
            // What lies in an archive is not played again.
            None if gone > 0 => return Ok(None),
            None => Some(Replay::new(books, stream.0)),
        };
        let found = replay.map(|replay| last_in(store, replay, stream, from, tip, before_ms)).transpose()?;
        match (found.flatten(), kept) {
            (Some((number, body)), _) => return Ok(Some(Checkpoint { stream, number, body })),
            (None, Some(kept)) if kept.number > gone.max(1) => until = kept.number - 1,
            (None, _) => return Ok(None),
        }
    }
}

/// Plays a table on from a state, and gives the last one before a time at which no shoe was in use.
fn last_in(
    store: &Sqlite,
    mut replay: Replay<'_>,
    stream: Stream,
    from: u64,
    tip: u64,
    before_ms: i64,
) -> Result<Option<(u64, String)>, Error> {
    let mut found = None;
    let mut next = from + 1;
    loop {
        let entries = store.entries(stream, next, 100)?;
        let mut is_over = entries.is_empty();
        for logged in &entries {
            let entry = &logged.entry;
            next = entry.last() + 1;
            // The newest entry stays, and what does not play again.
            if entry.at_ms >= before_ms || entry.last() >= tip || replay.play(entry).is_err() {
                is_over = true;
                break;
            }
            let mut between =
                replay.kept_around(entry).into_iter().filter(|(_, state)| state.is_between_shoes());
            if let Some((number, state)) = between.next_back() {
                found = Some((number, state, replay.version().to_owned()));
            }
        }
        if is_over {
            return Ok(found.map(|(number, state, version)| (number, kept::text_of(&state, &version))));
        }
    }
}

/// Leaves word in a room that it was copied, for the house's log; says whether the room takes it. One of an earlier
/// version does not, nor one where nothing can be written.
#[must_use]
pub fn note_backup(place: &Place, to: &Path) -> bool {
    let to = to.canonicalize().unwrap_or_else(|_| to.to_owned()).display().to_string();
    let said = HouseEntry::BackedUp { to, done_ms: now().0 };
    let body = serde_json::to_string(&said).expect("an entry is plain data");
    place.leave_act(&body).unwrap_or(false)
}
