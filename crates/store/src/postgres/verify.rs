//! Checking a whole database: every entry and transfer, the ledger, the checkpoints, and what guards the log.

use deadpool_postgres::ClientWrapper as Client;
use tokio_postgres::Row;

use super::{archive, hash, id, ledger, one, query, read, schema, signed, unsigned};
use crate::chain::{self, Fields};
use crate::walk::{Found, Walk};
use crate::{Archived, Error, Fault, Progress, Report, Stream, Witness};

/// How many entries are read at once.
const PAGE: i64 = 1000;

pub(super) fn verify(
    client: &Client,
    witness: &Witness,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report, Error> {
    let of = unsigned(&one(client, "SELECT count(*) FROM entries", &[])?, 0);
    progress(Progress { entries: 0, of });
    let archives = archive::archives(client)?;
    let archived: Vec<Archived> = archives.into_iter().flat_map(|archive| archive.parts).collect();
    let mut walk = Walk::new(witness, archived.clone());
    if let Err(error) = walk_along(client, &mut walk, |entries| progress(Progress { entries, of })) {
        walk.unreadable(error.to_string());
    }
    let mut report = walk.end();
    report.faults.extend(schema::faults(client)?);
    report.faults.extend(ledger::faults(client)?);
    report.faults.extend(checkpoint_faults(client)?);
    report.faults.extend(boundary_faults(client, &archived)?);
    progress(Progress { entries: report.entries, of });
    Ok(report)
}

/// Goes through entries and transfers side by side, both in the order in which they came.
fn walk_along(client: &Client, walk: &mut Walk, mut progress: impl FnMut(u64)) -> Result<(), Error> {
    let mut after = i64::MIN;
    loop {
        let entries = query(
            client,
            "SELECT sequence, stream, first, count, at_ms, sent_by, id, body, hash FROM entries
             WHERE sequence > $1 ORDER BY sequence LIMIT $2",
            &[&after, &PAGE],
        )?;
        let until = if entries.len() as i64 == PAGE { entries[entries.len() - 1].get(0) } else { i64::MAX };
        let moved = query(
            client,
            "SELECT sequence, place, event, from_account, to_account, cents FROM transfers
             WHERE sequence > $1 AND sequence <= $2 ORDER BY sequence, place",
            &[&after, &until],
        )?;
        let mut moved = moved.iter().map(transfer).peekable();
        for row in &entries {
            let sequence = row.get(0);
            let mut own = Vec::new();
            while let Some(next) = moved.next_if(|next| next.sequence <= sequence) {
                if next.sequence == sequence { own.push(next) } else { walk.orphan(&next) }
            }
            let hash: &[u8] = row.get(8);
            walk.entry(sequence, &fields(row), hash, &own);
        }
        moved.for_each(|orphan| walk.orphan(&orphan));
        progress(walk.entries());
        if until == i64::MAX {
            return Ok(());
        }
        after = until;
    }
}

fn checkpoint_faults(client: &Client) -> Result<Vec<Fault>, Error> {
    let mut faults = Vec::new();
    for row in &query(client, "SELECT stream, number FROM checkpoints ORDER BY stream, number", &[])? {
        let (stream, number): (i64, i64) = (row.get(0), row.get(1));
        let kept = query(
            client,
            "SELECT body, seal FROM checkpoints WHERE stream = $1 AND number = $2",
            &[&stream, &number],
        )?;
        let Some(kept) = kept.first() else { continue };
        let mut expected = None;
        if let (Ok(stream), Ok(number)) = (u32::try_from(stream).map(Stream), u64::try_from(number))
            && let Some(entry) = read::ending_at(client, stream, number)?
        {
            expected = Some(chain::seal(&entry, stream, number, kept.get::<_, &str>(0).as_bytes()));
        }
        if expected != Some(hash(kept, 1)?) {
            faults.push(Fault::Checkpoint { stream, number });
        }
    }
    Ok(faults)
}

/// Where entries lie in an archive, the state after them must be kept as the log says.
fn boundary_faults(client: &Client, archived: &[Archived]) -> Result<Vec<Fault>, Error> {
    let mut faults = Vec::new();
    for part in archived {
        let Archived { stream, last, state, .. } = *part;
        let follows = archived.iter().any(|next| next.stream == stream && next.first == last + 1);
        let found = "SELECT seal FROM checkpoints WHERE stream = $1 AND number = $2";
        let rows = query(client, found, &[&id(stream), &signed(last)])?;
        let kept = rows.first().map(|row| hash(row, 0)).transpose()?;
        if !follows && kept != Some(state) {
            faults.push(Fault::Boundary { stream, number: last });
        }
    }
    Ok(faults)
}

fn fields(row: &Row) -> Fields<'_> {
    Fields {
        stream: row.get(1),
        first: row.get(2),
        count: row.get(3),
        at_ms: row.get(4),
        by: row.get::<_, &str>(5).as_bytes(),
        id: row.get::<_, Option<&str>>(6).map(str::as_bytes),
        body: row.get::<_, &str>(7).as_bytes(),
    }
}

fn transfer(row: &Row) -> Found {
    Found {
        sequence: row.get(0),
        place: row.get(1),
        event: row.get(2),
        from: row.get::<_, String>(3).into_bytes(),
        to: row.get::<_, String>(4).into_bytes(),
        cents: row.get(5),
    }
}
