//! What the log keeps of archives: a room that came from a file may have some, which stay files.

use std::collections::BTreeMap;

use deadpool_postgres::ClientWrapper as Client;

use super::{hash, query, unsigned};
use crate::{Archive, Archived, Error, Stream, chain};

pub(super) fn archives(client: &Client) -> Result<Vec<Archive>, Error> {
    let mut archives = Vec::new();
    for row in &query(client, "SELECT DISTINCT name FROM archived ORDER BY name", &[])? {
        let name: String = row.get(0);
        let parts = query(
            client,
            "SELECT stream, first, last, entries, before, hash, state FROM archived
             WHERE name = $1 ORDER BY stream, first",
            &[&name],
        )?;
        let part = |row: &tokio_postgres::Row| {
            Ok(Archived {
                stream: Stream(u32::try_from(row.get::<_, i64>(0)).unwrap_or(u32::MAX)),
                first: unsigned(row, 1),
                last: unsigned(row, 2),
                entries: unsigned(row, 3),
                before: hash(row, 4)?,
                hash: hash(row, 5)?,
                state: hash(row, 6)?,
            })
        };
        let parts = parts.iter().map(part).collect::<Result<_, Error>>()?;
        let carried: BTreeMap<Vec<u8>, i128> =
            query(client, "SELECT account, cents FROM carried WHERE name = $1", &[&name])?
                .iter()
                .map(|row| (row.get::<_, String>(0).into_bytes(), i128::from(row.get::<_, i64>(1))))
                .collect();
        archives.push(Archive { name, parts, moved: chain::moved_seal(&carried) });
    }
    Ok(archives)
}
