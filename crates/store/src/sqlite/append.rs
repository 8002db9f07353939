//! Appending: a batch is checked and linked in memory, then written in one transaction.

use std::collections::BTreeMap;

use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};

use super::pause::pause;
use super::{Sqlite, Standing, read, rounds, sealed};
use crate::batch::Linked;
use crate::{Batch, Checkpoint, Entry, Error, Hash, KEPT_EVERY, Refusal, Stream, Transfer};

pub(super) fn append(store: &mut Sqlite, batch: &Batch) -> Result<Vec<Hash>, Error> {
    store.writable()?;
    let linked = batch.link(&store.tips)?;
    let is_held = !store.connection.is_autocommit();
    let written = if is_held {
        write_held(&store.connection, batch, &linked)
    } else {
        write_at_once(store, batch, &linked)
    };
    match written {
        Ok(()) => {
            store.tips.extend(linked.tips);
            if !is_held {
                store.write_back.after_batch(&store.connection);
            }
            Ok(linked.hashes)
        }
        Err(Error::Refused(refusal)) => Err(Error::Refused(refusal)),
        Err(error) => {
            store.standing = Standing::Stopped;
            Err(error)
        }
    }
}

/// Writes a batch among what is held back; a refused one leaves nothing of itself there.
fn write_held(connection: &Connection, batch: &Batch, linked: &Linked) -> Result<(), Error> {
    connection.execute_batch("SAVEPOINT batch")?;
    match write(connection, batch, linked) {
        Ok(()) => Ok(connection.execute_batch("RELEASE batch")?),
        Err(error) => {
            connection.execute_batch("ROLLBACK TO batch; RELEASE batch").map_err(Error::from).and(Err(error))
        }
    }
}

fn write_at_once(store: &mut Sqlite, batch: &Batch, linked: &Linked) -> Result<(), Error> {
    let transaction = store.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    match write(&transaction, batch, linked) {
        Ok(()) => transaction.commit().map_err(Error::from),
        // SQLite has rolled back by itself where the disk failed.
        Err(error) if transaction.is_autocommit() => Err(error),
        Err(error) => transaction.rollback().map_err(Error::from).and(Err(error)),
    }
}

pub(super) fn write(connection: &Connection, batch: &Batch, linked: &Linked) -> Result<(), Error> {
    let last = write_entries(connection, &batch.entries, &linked.hashes)?;
    write_balances(connection, batch)?;
    batch.checkpoints.iter().try_for_each(|checkpoint| write_checkpoint(connection, checkpoint, linked))?;
    batch.unindexed.iter().try_for_each(|stream| rounds::clear(connection, *stream))?;
    batch.rounds.iter().try_for_each(|round| rounds::write(connection, round))?;
    last.map_or(Ok(()), |last| sealed::renew(connection, last))
}

/// Writes the entries, and gives the sequence of the last.
fn write_entries(connection: &Connection, entries: &[Entry], hashes: &[Hash]) -> Result<Option<i64>, Error> {
    let mut last = None;
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (stream, first, count, at_ms, sent_by, id, body, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    let mut insert_transfer = connection.prepare_cached(
        "INSERT INTO transfers (sequence, place, event, from_account, to_account, cents)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (entry, hash) in entries.iter().zip(hashes) {
        let Entry { stream, first, count, at_ms, by, id, body, transfers } = entry;
        let inserted = insert.insert(params![stream.0, first, count, at_ms, by, id, body, hash.bytes()]);
        let sequence = inserted.map_err(|error| duplicate(error, entry))?;
        for (place, transfer) in (1_u32..).zip(transfers) {
            let Transfer { event, from, to, amount } = transfer;
            insert_transfer.execute(params![sequence, place, event, from, to, amount.in_cents()])?;
        }
        last = Some(sequence);
    }
    Ok(last)
}

/// An entry follows its tip, so that only its command id can have been there before.
fn duplicate(error: rusqlite::Error, entry: &Entry) -> Error {
    match (error.sqlite_error_code(), &entry.id) {
        (Some(ErrorCode::ConstraintViolation), Some(id)) => {
            Refusal::Duplicate { by: entry.by.clone(), id: id.clone() }.into()
        }
        _ => error.into(),
    }
}

/// Changes each balance once for the whole batch.
fn write_balances(connection: &Connection, batch: &Batch) -> Result<(), Error> {
    let mut changes: BTreeMap<&str, i128> = BTreeMap::new();
    for transfer in batch.entries.iter().flat_map(|entry| &entry.transfers) {
        let cents = i128::from(transfer.amount.in_cents());
        *changes.entry(&transfer.from).or_default() -= cents;
        *changes.entry(&transfer.to).or_default() += cents;
    }
    debug_assert_eq!(changes.values().sum::<i128>(), 0, "what one account pays, another receives");
    let mut select = connection.prepare_cached("SELECT cents FROM balances WHERE account = ?1")?;
    let mut upsert = connection.prepare_cached(
        "INSERT INTO balances (account, cents) VALUES (?1, ?2)
         ON CONFLICT (account) DO UPDATE SET cents = excluded.cents",
    )?;
    for (account, change) in changes {
        let held: Option<i64> = select.query_row([account], |row| row.get(0)).optional()?;
        let cents = i64::try_from(i128::from(held.unwrap_or(0)) + change)
            .map_err(|_| Refusal::TooMuch { account: account.to_owned() })?;
        if cents < 0 && batch.covered.contains(account) {
            return Err(Refusal::Short { account: account.to_owned() }.into());
        }
        upsert.execute(params![account, cents])?;
    }
    Ok(())
}

fn write_checkpoint(connection: &Connection, checkpoint: &Checkpoint, linked: &Linked) -> Result<(), Error> {
    let Checkpoint { stream, number, ref body } = *checkpoint;
    let entry = match linked.ending_at(stream, number) {
        Some(hash) => Some(hash),
        None => read::ending_at(connection, stream, number)?,
    };
    let entry = entry.ok_or(Refusal::CheckpointInside { stream, number })?;
    let seal = checkpoint.seal(&entry);
    let newest: Vec<u64> = connection
        .prepare_cached("SELECT number FROM checkpoints WHERE stream = ?1 ORDER BY number DESC LIMIT 2")?
        .query_map([stream.0], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    match newest[..] {
        // The log says what is kept where an archive ends.
        [last, ..] if last >= number && is_after_archive(connection, stream, number)? => return Ok(()),
        // Long before the newest one it only fills a gap, or takes the place of one that nobody trusts.
        [last, ..] if last > number => {
            let replaced = connection
                .prepare_cached("DELETE FROM checkpoints WHERE stream = ?1 AND number = ?2")?
                .execute(params![stream.0, number])?;
            if replaced == 0 && read::is_kept_near(connection, stream, number)? {
                return Ok(());
            }
        }
        [last, ref before @ ..] => {
            let kept = before.first().copied().unwrap_or(0);
            if last == number || (last - kept < KEPT_EVERY && !is_after_archive(connection, stream, last)?) {
                connection
                    .prepare_cached("DELETE FROM checkpoints WHERE stream = ?1 AND number = ?2")?
                    .execute(params![stream.0, last])?;
            }
        }
        [] => {}
    }
    pause("checkpoint");
    connection
        .prepare_cached("INSERT INTO checkpoints (stream, number, body, seal) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![stream.0, number, body, seal.bytes()])?;
    Ok(())
}

/// Whether a stream goes on from this event after what lies in an archive.
fn is_after_archive(connection: &Connection, stream: Stream, number: u64) -> Result<bool, Error> {
    let found = connection
        .prepare_cached("SELECT 1 FROM archived WHERE stream = ?1 AND last = ?2")?
        .query_row(params![stream.0, number], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

#[cfg(test)]
mod tests {
    use crate::{Batch, Entry, Error, Log, Reader, Sqlite, Stream, Tip};

    fn long_entry(first: u64) -> Batch {
        let entry = Entry {
            stream: Stream(1),
            first,
            count: 1,
            at_ms: 0,
            by: "patron:1".to_owned(),
            id: None,
            body: format!("\"{}\"", "x".repeat(50_000)),
            transfers: Vec::new(),
        };
        Batch { entries: vec![entry], ..Batch::default() }
    }

    #[test]
    fn after_a_failed_write_nothing_more_is_accepted() {
        let mut store = Sqlite::in_memory().unwrap();
        let hash = store.append(&long_entry(1)).unwrap()[0];
        let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        store
            .connection
            .pragma_update_and_check(None, "max_page_count", pages + 1, |row| row.get::<_, i64>(0))
            .unwrap();

        let full = store.append(&long_entry(2)).unwrap_err();
        assert_eq!(full.to_string(), "the log cannot be read or written: database or disk is full");
        assert!(matches!(store.append(&Batch::default()), Err(Error::Stopped)));
        assert_eq!(store.tip(Stream(1)).unwrap(), Tip { number: 1, hash });
    }
}
