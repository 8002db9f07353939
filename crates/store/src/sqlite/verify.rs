//! Checking a whole file: every entry and transfer, SQLite's own structure, the ledger and the checkpoints.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::read::bytes;
use super::{archive, ledger, read, schema};
use crate::chain::{self, Fields};
use crate::walk::{Found, Walk};
use crate::{Archived, Error, Fault, Hash, Progress, Report, Stream, Witness};

/// How many entries are checked between two reports of progress.
const STEP: u64 = 1000;

/// Checks everything within one transaction, so that a server may go on writing meanwhile.
pub(super) fn verify(
    connection: &Connection,
    witness: &Witness,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report, Error> {
    let transaction = connection.unchecked_transaction()?;
    let of = transaction.query_row("SELECT count(*) FROM entries", [], |row| row.get(0))?;
    progress(Progress { entries: 0, of });
    let archives = match schema::version(&transaction)? {
        1..=3 => Vec::new(),
        _ => archive::archives(&transaction)?,
    };
    let archived: Vec<Archived> = archives.into_iter().flat_map(|archive| archive.parts).collect();
    let mut walk = Walk::new(witness, archived.clone());
    if let Err(error) = walk_along(&transaction, &mut walk, |entries| progress(Progress { entries, of })) {
        walk.unreadable(error.to_string());
    }
    let mut report = walk.end();
    report.faults.extend(file_faults(&transaction)?);
    report.faults.extend(schema::faults(&transaction)?);
    report.faults.extend(ledger::faults(&transaction)?);
    report.faults.extend(checkpoint_faults(&transaction)?);
    report.faults.extend(boundary_faults(&transaction, &archived)?);
    if schema::version(&transaction)? > 3 {
        report.faults.extend(archive::faults_at_hand(&transaction)?);
    }
    progress(Progress { entries: report.entries, of });
    Ok(report)
}

/// What SQLite itself finds wrong with its pages, rows and indexes.
fn file_faults(connection: &Connection) -> Result<Vec<Fault>, Error> {
    let mut statement = connection.prepare("PRAGMA integrity_check")?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    let found: Vec<String> = rows.collect::<Result<_, _>>()?;
    Ok(found.into_iter().filter(|what| what != "ok").map(|what| Fault::File { what }).collect())
}

/// Goes through entries and transfers side by side, both in the order in which they came.
fn walk_along(connection: &Connection, walk: &mut Walk, mut progress: impl FnMut(u64)) -> Result<(), Error> {
    let mut entries = connection.prepare(
        "SELECT sequence, stream, first, count, at_ms, sent_by, id, body, hash FROM entries NOT INDEXED
         ORDER BY sequence",
    )?;
    let mut transfers = connection.prepare(
        "SELECT sequence, place, event, from_account, to_account, cents FROM transfers
         ORDER BY sequence, place",
    )?;
    let mut transfers = transfers.query_map([], transfer)?.peekable();
    let mut entries = entries.query([])?;
    while let Some(row) = entries.next()? {
        let sequence = row.get(0)?;
        let mut own = Vec::new();
        while let Some(next) =
            transfers.next_if(|next| next.as_ref().map_or(true, |next| next.sequence <= sequence))
        {
            let next = next?;
            if next.sequence == sequence { own.push(next) } else { walk.orphan(&next) }
        }
        walk.entry(sequence, &fields(row)?, bytes(row, 8)?, &own);
        if walk.entries().is_multiple_of(STEP) {
            progress(walk.entries());
        }
    }
    for orphan in transfers {
        walk.orphan(&orphan?);
    }
    Ok(())
}

fn checkpoint_faults(connection: &Connection) -> Result<Vec<Fault>, Error> {
    let mut faults = Vec::new();
    let mut statement =
        connection.prepare("SELECT stream, number, body, seal FROM checkpoints ORDER BY stream")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (stream, number): (i64, i64) = (row.get(0)?, row.get(1)?);
        let mut expected = None;
        if let (Ok(stream), Ok(number)) = (u32::try_from(stream).map(Stream), u64::try_from(number))
            && let Some(entry) = read::ending_at(connection, stream, number)?
        {
            expected = Some(chain::seal(&entry, stream, number, bytes(row, 2)?));
        }
        let found = bytes(row, 3)?;
        if expected.is_none_or(|expected| expected.bytes() != found) {
            faults.push(Fault::Checkpoint { stream, number });
        }
    }
    Ok(faults)
}

/// Where entries lie in an archive, the state after them must be kept as the log says.
fn boundary_faults(connection: &Connection, archived: &[Archived]) -> Result<Vec<Fault>, Error> {
    let mut faults = Vec::new();
    for part in archived {
        let Archived { stream, last, state, .. } = *part;
        let follows = archived.iter().any(|next| next.stream == stream && next.first == last + 1);
        let kept: Option<[u8; 32]> = connection
            .prepare_cached("SELECT seal FROM checkpoints WHERE stream = ?1 AND number = ?2")?
            .query_row(params![stream.0, last], |row| row.get(0))
            .optional()?;
        if !follows && kept.map(Hash::from_bytes) != Some(state) {
            faults.push(Fault::Boundary { stream, number: last });
        }
    }
    Ok(faults)
}

fn fields<'a>(row: &'a Row<'_>) -> rusqlite::Result<Fields<'a>> {
    Ok(Fields {
        stream: row.get(1)?,
        first: row.get(2)?,
        count: row.get(3)?,
        at_ms: row.get(4)?,
        by: bytes(row, 5)?,
        id: row.get_ref(6)?.as_bytes_or_null()?,
        body: bytes(row, 7)?,
    })
}

fn transfer(row: &Row<'_>) -> rusqlite::Result<Found> {
    Ok(Found {
        sequence: row.get(0)?,
        place: row.get(1)?,
        event: row.get(2)?,
        from: bytes(row, 3)?.to_vec(),
        to: bytes(row, 4)?.to_vec(),
        cents: row.get(5)?,
    })
}
