//! A part of a table's log, played for whoever wants to see it.

use room::Told;
use store::{Entry, Error, Reader, Stream};

use crate::journal::{Books, Replay};
use crate::kept::{self, KeptKey};

/// Plays a part of a table's log, handing on each entry's events with the table after them: from the nearest
/// checkpoint before an event up to where `each` has seen enough. What lies before the event is passed over: its decks
/// are not sealed again, and the proofs of its cards are not there.
///
/// # Errors
/// When the log cannot be read or does not play.
pub fn walk(
    store: &dyn Reader,
    books: Books<'_>,
    stream: Stream,
    from: u64,
    each: &mut dyn FnMut(&Entry, &[Told], &room::Table) -> bool,
) -> Result<(), String> {
    walk_trusting(store, books, stream, from, None, each)
}

/// The same from the nearest checkpoint that the room has marked with its key.
pub(crate) fn walk_trusting(
    store: &dyn Reader,
    books: Books<'_>,
    stream: Stream,
    from: u64,
    key: Option<&KeptKey>,
    each: &mut dyn FnMut(&Entry, &[Told], &room::Table) -> bool,
) -> Result<(), String> {
    let said = |error: Error| error.to_string();
    let Some(opening) = store.entries(stream, 1, 1).map_err(said)?.into_iter().next() else { return Ok(()) };
    // A checkpoint only saves time: without one that can be trusted, the whole log is played.
    let kept = kept::newest(store, stream, from.saturating_sub(1), key);
    let kept = kept.and_then(|kept| Replay::from(books, stream.0, &opening.entry, &kept.body).ok());
    let mut replay = kept.unwrap_or_else(|| Replay::new(books, stream.0));
    let mut next = replay.table.as_ref().map_or(1, |table| table.number() + 1);
    let mut lost = None;
    loop {
        let entries = store.entries(stream, next, 100).map_err(said)?;
        if entries.is_empty() {
            return Ok(());
        }
        for logged in &entries {
            next = logged.entry.last() + 1;
            let played = replay.play_on(store, &logged.entry, next <= from);
            let told = match played {
                Ok(told) => told,
                Err(fault) => {
                    let first = lost.get_or_insert(fault);
                    // What this version does not play is passed over, up to a state from which it does.
                    if next <= from {
                        continue;
                    }
                    return Err(first.to_string());
                }
            };
            lost = None;
            if let Some(table) = &replay.table
                && !each(&logged.entry, &told, table)
            {
                return Ok(());
            }
        }
    }
}
