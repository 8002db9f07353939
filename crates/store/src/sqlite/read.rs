//! Reading the log: what is read is checked against its hash before anybody gets it.

use money::Money;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::schema;
use crate::{
    Applied, Checkpoint, Entry, Error, Fault, Hash, KEPT_EVERY, Logged, Stream, Tip, Transfer, chain,
};

pub(super) fn applied(connection: &Connection, by: &str, id: &str) -> Result<Option<Applied>, Error> {
    Ok(connection
        .prepare_cached("SELECT stream, first, count FROM entries WHERE sent_by = ?1 AND id = ?2")?
        .query_row([by, id], |row| {
            Ok(Applied { stream: Stream(row.get(0)?), first: row.get(1)?, count: row.get(2)? })
        })
        .optional()?)
}

/// Jumps from stream to stream in the index instead of going through every entry.
pub(super) fn streams(connection: &Connection) -> Result<Vec<Stream>, Error> {
    let mut next =
        connection.prepare_cached("SELECT stream FROM entries WHERE stream > ?1 ORDER BY stream LIMIT 1")?;
    let mut streams = Vec::new();
    let mut last: i64 = -1;
    while let Some(stream) = next.query_row([last], |row| row.get::<_, u32>(0)).optional()? {
        streams.push(Stream(stream));
        last = i64::from(stream);
    }
    Ok(streams)
}

/// What is ordered by stands among the columns everywhere here, so that a view over archives is read in its order too.
pub(super) fn tip(connection: &Connection, stream: Stream) -> Result<Tip, Error> {
    let tip = connection
        .prepare_cached(
            "SELECT first + count - 1, hash, first FROM entries WHERE stream = ?1 ORDER BY first DESC LIMIT 1",
        )?
        .query_row([stream.0], |row| Ok(Tip { number: row.get(0)?, hash: hash(row, 1)? }))
        .optional()?;
    Ok(tip.unwrap_or_default())
}

/// Where all streams end.
pub(super) fn tips<T: FromIterator<(Stream, Tip)>>(connection: &Connection) -> Result<T, Error> {
    streams(connection)?.into_iter().map(|stream| Ok((stream, tip(connection, stream)?))).collect()
}

/// The latest time at the end of any stream.
pub(super) fn last_ms(connection: &Connection) -> Result<Option<i64>, Error> {
    let mut newest = connection
        .prepare_cached("SELECT at_ms, first FROM entries WHERE stream = ?1 ORDER BY first DESC LIMIT 1")?;
    let mut last = None;
    for stream in streams(connection)? {
        last = last.max(newest.query_row([stream.0], |row| row.get(0)).optional()?);
    }
    Ok(last)
}

/// The hash of the entry that ends at this event, if one does.
pub(super) fn ending_at(connection: &Connection, stream: Stream, number: u64) -> Result<Option<Hash>, Error> {
    let newest = connection
        .prepare_cached(
            "SELECT first + count - 1, hash, first FROM entries
             WHERE stream = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1",
        )?
        .query_row(params![stream.0, number], |row| Ok((row.get::<_, u64>(0)?, hash(row, 1)?)))
        .optional()?;
    match newest {
        Some((last, hash)) if last == number => Ok(Some(hash)),
        Some((last, _)) if last < number => archived_until(connection, stream, number),
        _ => Ok(None),
    }
}

/// The hash of the entry in an archive that ends at this event, if it is the last of its part.
fn archived_until(connection: &Connection, stream: Stream, number: u64) -> Result<Option<Hash>, Error> {
    if schema::version(connection)? < 4 {
        return Ok(None);
    }
    Ok(connection
        .prepare_cached("SELECT hash FROM archived WHERE stream = ?1 AND last = ?2")?
        .query_row(params![stream.0, number], |row| hash(row, 0))
        .optional()?)
}

pub(super) fn entries(
    connection: &Connection,
    stream: Stream,
    from: u64,
    limit: usize,
) -> Result<Vec<Logged>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT first, count, at_ms, sent_by, id, body, hash, sequence FROM entries
         WHERE stream = ?1 AND first + count > ?2 AND first >= coalesce(
             (SELECT first FROM entries WHERE stream = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1), ?2)
         ORDER BY first LIMIT ?3",
    )?;
    let from = from.min(i64::MAX.unsigned_abs());
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut rows = statement.query(params![stream.0, from, limit])?;
    let mut page = Vec::new();
    while let Some(row) = rows.next()? {
        let mut logged = logged(stream, row)?;
        logged.entry.transfers = transfers_of(connection, row.get(7)?)?;
        page.push(logged);
    }
    check_hashes(connection, stream, &page)?;
    Ok(page)
}

/// The newest checkpoint after an event or an earlier one.
pub(super) fn checkpoint(
    connection: &Connection,
    stream: Stream,
    at_most: u64,
) -> Result<Option<Checkpoint>, Error> {
    let at_most = at_most.min(i64::MAX.unsigned_abs());
    let found = connection
        .prepare_cached(
            "SELECT number, body, seal FROM checkpoints
             WHERE stream = ?1 AND number <= ?2 ORDER BY number DESC LIMIT 1",
        )?
        .query_row(params![stream.0, at_most], |row| {
            Ok((Checkpoint { stream, number: row.get(0)?, body: row.get(1)? }, hash(row, 2)?))
        })
        .optional()?;
    let Some((checkpoint, sealed)) = found else { return Ok(None) };
    let number = checkpoint.number;
    let entry = ending_at(connection, stream, number)?;
    let expected = entry.map(|entry| chain::seal(&entry, stream, number, checkpoint.body.as_bytes()));
    if expected != Some(sealed) {
        let fault = Fault::Checkpoint { stream: i64::from(stream.0), number: number.cast_signed() };
        return Err(Error::Damaged(fault));
    }
    Ok(Some(checkpoint))
}

/// The numbers after which checkpoints of a stream are kept, in order.
pub(super) fn checkpoints(connection: &Connection, stream: Stream) -> Result<Vec<u64>, Error> {
    let mut statement =
        connection.prepare_cached("SELECT number FROM checkpoints WHERE stream = ?1 ORDER BY number")?;
    let numbers = statement.query_map([stream.0], |row| row.get(0))?;
    Ok(numbers.collect::<Result<_, _>>()?)
}

/// Whether a checkpoint is kept at this event or not long before it.
pub(super) fn is_kept_near(connection: &Connection, stream: Stream, number: u64) -> Result<bool, Error> {
    let from = (number + 1).saturating_sub(KEPT_EVERY);
    let mut statement = connection.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM checkpoints WHERE stream = ?1 AND number BETWEEN ?2 AND ?3)",
    )?;
    Ok(from == 0 || statement.query_row(params![stream.0, from, number], |row| row.get(0))?)
}

/// The transfer in four columns of a row: event, from, to, cents.
pub(super) fn transfer(row: &Row<'_>, column: usize) -> rusqlite::Result<Transfer> {
    Ok(Transfer {
        event: row.get(column)?,
        from: row.get(column + 1)?,
        to: row.get(column + 2)?,
        amount: Money::cents(row.get(column + 3)?),
    })
}

/// The bytes of a text or blob, whether or not they are text.
pub(super) fn bytes<'a>(row: &'a Row<'_>, column: usize) -> rusqlite::Result<&'a [u8]> {
    Ok(row.get_ref(column)?.as_bytes()?)
}

fn logged(stream: Stream, row: &Row<'_>) -> rusqlite::Result<Logged> {
    let entry = Entry {
        stream,
        first: row.get(0)?,
        count: row.get(1)?,
        at_ms: row.get(2)?,
        by: row.get(3)?,
        id: row.get(4)?,
        body: row.get(5)?,
        transfers: Vec::new(),
    };
    Ok(Logged { entry, hash: hash(row, 6)? })
}

fn hash(row: &Row<'_>, column: usize) -> rusqlite::Result<Hash> {
    row.get(column).map(Hash::from_bytes)
}

/// The transfers of one entry, in order.
fn transfers_of(connection: &Connection, sequence: i64) -> Result<Vec<Transfer>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT event, from_account, to_account, cents FROM transfers WHERE sequence = ?1 ORDER BY place",
    )?;
    let rows = statement.query_map([sequence], |row| transfer(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Checks each entry against its hash and the hash of the entry before.
fn check_hashes(connection: &Connection, stream: Stream, page: &[Logged]) -> Result<(), Error> {
    let Some(first) = page.first() else { return Ok(()) };
    let mut previous = ending_at(connection, stream, first.entry.first - 1)?.unwrap_or_default();
    // Where entries lie in an archive, the next one follows the last of those.
    let mut next = first.entry.first;
    for Logged { entry, hash } in page {
        if entry.first > next {
            previous = ending_at(connection, stream, entry.first - 1)?.unwrap_or_default();
        }
        next = entry.last() + 1;
        let expected = entry.hash(&previous);
        if expected != *hash {
            let entry = entry.first.cast_signed();
            return Err(Error::Damaged(Fault::Chain { stream, entry, expected, found: hash.to_string() }));
        }
        previous = *hash;
    }
    Ok(())
}
