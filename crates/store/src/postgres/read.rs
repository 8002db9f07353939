//! Reading the log: what is read is checked against its hash before anybody gets it.

use std::collections::HashMap;

use deadpool_postgres::ClientWrapper as Client;
use money::Money;
use tokio_postgres::Row;

use super::{hash, id, query, signed, unsigned};
use crate::{
    Applied, Checkpoint, Entry, Error, Fault, FinishedRound, Hash, Logged, Stream, Tip, Transfer, Witness,
};

pub(super) fn applied(client: &Client, by: &str, command: &str) -> Result<Option<Applied>, Error> {
    let found = "SELECT stream, first, count FROM entries WHERE sent_by = $1 AND id = $2";
    let rows = query(client, found, &[&by, &command])?;
    Ok(rows.first().map(|row| Applied {
        stream: stream(row, 0),
        first: unsigned(row, 1),
        count: count(row, 2),
    }))
}

pub(super) fn tip(client: &Client, stream: Stream) -> Result<Tip, Error> {
    let last = "SELECT first + count - 1, hash FROM entries WHERE stream = $1 ORDER BY first DESC LIMIT 1";
    let rows = query(client, last, &[&id(stream)])?;
    rows.first().map_or(Ok(Tip::default()), |row| Ok(Tip { number: unsigned(row, 0), hash: hash(row, 1)? }))
}

/// Jumps from stream to stream in the index instead of going through every entry.
const STREAMS: &str = "
WITH RECURSIVE streams (stream) AS (
    (SELECT stream FROM entries ORDER BY stream LIMIT 1)
    UNION ALL
    SELECT (SELECT stream FROM entries WHERE stream > streams.stream ORDER BY stream LIMIT 1)
    FROM streams WHERE streams.stream IS NOT NULL)";

pub(super) fn tips(client: &Client) -> Result<Witness, Error> {
    let last = format!(
        "{STREAMS} SELECT stream, number, hash FROM streams CROSS JOIN LATERAL (
            SELECT first + count - 1 AS number, hash FROM entries
            WHERE entries.stream = streams.stream ORDER BY first DESC LIMIT 1) AS newest"
    );
    let rows = query(client, &last, &[])?;
    rows.iter()
        .map(|row| Ok((stream(row, 0), Tip { number: unsigned(row, 1), hash: hash(row, 2)? })))
        .collect()
}

/// The latest time at the end of any stream.
pub(super) fn last_ms(client: &Client) -> Result<Option<i64>, Error> {
    let last = format!(
        "{STREAMS} SELECT max(at_ms) FROM streams CROSS JOIN LATERAL (
            SELECT at_ms FROM entries WHERE entries.stream = streams.stream ORDER BY first DESC LIMIT 1) AS newest"
    );
    Ok(super::one(client, &last, &[])?.get(0))
}

/// The hash of the entry that ends at this event, if one does; also of the last one in an archive.
pub(super) fn ending_at(client: &Client, stream: Stream, number: u64) -> Result<Option<Hash>, Error> {
    let newest = "SELECT first + count - 1, hash FROM entries
                  WHERE stream = $1 AND first <= $2 ORDER BY first DESC LIMIT 1";
    let rows = query(client, newest, &[&id(stream), &signed(number)])?;
    match rows.first().map(|row| (unsigned(row, 0), row)) {
        Some((last, row)) if last == number => hash(row, 1).map(Some),
        Some((last, _)) if last < number => {
            let archived = "SELECT hash FROM archived WHERE stream = $1 AND last = $2";
            let rows = query(client, archived, &[&id(stream), &signed(number)])?;
            rows.first().map(|row| hash(row, 0)).transpose()
        }
        _ => Ok(None),
    }
}

pub(super) fn entries(
    client: &Client,
    stream: Stream,
    from: u64,
    limit: usize,
) -> Result<Vec<Logged>, Error> {
    let rows = query(
        client,
        "SELECT first, count, at_ms, sent_by, id, body, hash, sequence FROM entries
         WHERE stream = $1 AND first + count > $2 AND first >= coalesce(
             (SELECT first FROM entries WHERE stream = $1 AND first <= $2 ORDER BY first DESC LIMIT 1), $2)
         ORDER BY first LIMIT $3",
        &[&id(stream), &signed(from), &i64::try_from(limit).unwrap_or(i64::MAX)],
    )?;
    let sequences: Vec<i64> = rows.iter().map(|row| row.get(7)).collect();
    let moved = query(
        client,
        "SELECT event, from_account, to_account, cents, sequence FROM transfers
         WHERE sequence = ANY ($1) ORDER BY sequence, place",
        &[&sequences],
    )?;
    let mut transfers: HashMap<i64, Vec<Transfer>> = HashMap::new();
    for row in &moved {
        transfers.entry(row.get(4)).or_default().push(transfer(row));
    }
    let page = rows.iter().map(|row| {
        let mut logged = logged(stream, row)?;
        logged.entry.transfers = transfers.remove(&row.get(7)).unwrap_or_default();
        Ok(logged)
    });
    let page = page.collect::<Result<Vec<_>, Error>>()?;
    check_hashes(client, stream, &page)?;
    Ok(page)
}

/// The newest checkpoint after an event or an earlier one.
pub(super) fn checkpoint(client: &Client, stream: Stream, at_most: u64) -> Result<Option<Checkpoint>, Error> {
    let newest = "SELECT number, body, seal FROM checkpoints
                  WHERE stream = $1 AND number <= $2 ORDER BY number DESC LIMIT 1";
    let rows = query(client, newest, &[&id(stream), &signed(at_most)])?;
    let Some(row) = rows.first() else { return Ok(None) };
    let checkpoint = Checkpoint { stream, number: unsigned(row, 0), body: row.get(1) };
    let number = checkpoint.number;
    let expected = ending_at(client, stream, number)?.map(|entry| checkpoint.seal(&entry));
    if expected != Some(hash(row, 2)?) {
        return Err(Error::Damaged(Fault::Checkpoint { stream: id(stream), number: signed(number) }));
    }
    Ok(Some(checkpoint))
}

/// The rounds below a number, the newest first.
pub(super) fn rounds(
    client: &Client,
    stream: Stream,
    below: u64,
    limit: usize,
) -> Result<Vec<FinishedRound>, Error> {
    let rows = query(
        client,
        "SELECT number, first, last, began_ms, ended_ms FROM rounds
         WHERE stream = $1 AND number < $2 ORDER BY number DESC LIMIT $3",
        &[&id(stream), &signed(below), &i64::try_from(limit).unwrap_or(i64::MAX)],
    )?;
    let numbers: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
    let found = "SELECT number, person, cents FROM nets
                 WHERE stream = $1 AND number = ANY ($2) ORDER BY number, person";
    let mut nets: HashMap<i64, Vec<(u32, Money)>> = HashMap::new();
    for row in &query(client, found, &[&id(stream), &numbers])? {
        nets.entry(row.get(0)).or_default().push((count(row, 1), Money::cents(row.get(2))));
    }
    let round = |row: &Row| FinishedRound {
        stream,
        number: unsigned(row, 0),
        first: unsigned(row, 1),
        last: unsigned(row, 2),
        began_ms: row.get(3),
        ended_ms: row.get(4),
        nets: nets.remove(&row.get(0)).unwrap_or_default(),
    };
    Ok(rows.iter().map(round).collect())
}

/// The transfer in the first four columns of a row: event, from, to, cents.
pub(super) fn transfer(row: &Row) -> Transfer {
    Transfer { event: unsigned(row, 0), from: row.get(1), to: row.get(2), amount: Money::cents(row.get(3)) }
}

fn logged(stream: Stream, row: &Row) -> Result<Logged, Error> {
    let entry = Entry {
        stream,
        first: unsigned(row, 0),
        count: count(row, 1),
        at_ms: row.get(2),
        by: row.get(3),
        id: row.get(4),
        body: row.get(5),
        transfers: Vec::new(),
    };
    Ok(Logged { entry, hash: hash(row, 6)? })
}

fn stream(row: &Row, column: usize) -> Stream {
    Stream(count(row, column))
}

fn count(row: &Row, column: usize) -> u32 {
    u32::try_from(row.get::<_, i64>(column)).unwrap_or(u32::MAX)
}

/// Checks each entry against its hash and the hash of the entry before.
fn check_hashes(client: &Client, stream: Stream, page: &[Logged]) -> Result<(), Error> {
    let Some(first) = page.first() else { return Ok(()) };
    let before = |first: u64| match first {
        1 => Ok(Hash::ZERO),
        first => ending_at(client, stream, first - 1).map(Option::unwrap_or_default),
    };
    let mut previous = before(first.entry.first)?;
    // Where entries lie in an archive, the next one follows the last of those.
    let mut next = first.entry.first;
    for Logged { entry, hash } in page {
        if entry.first > next {
            previous = before(entry.first)?;
        }
        next = entry.last() + 1;
        let expected = entry.hash(&previous);
        if expected != *hash {
            let entry = signed(entry.first);
            return Err(Error::Damaged(Fault::Chain { stream, entry, expected, found: hash.to_string() }));
        }
        previous = *hash;
    }
    Ok(())
}
