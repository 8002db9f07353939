//! The seal of all balances: what every account held after one of the entries. Opening a room compares the balances
//! with it and the transfers since, so that its cost does not grow with the log.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::ledger;
use super::read::bytes;
use crate::{Error, Hash, chain};

/// After so many entries the balances are sealed anew.
const SEALED_EVERY: i64 = 10_000;

/// Checks the balances of a room that is opened: against their seal and the transfers since, or, without a seal that
/// fits, against all transfers. Seals them anew if it was long ago.
pub(super) fn check(connection: &Connection) -> Result<(), Error> {
    let last = last_sequence(connection)?;
    let sealed = newest(connection)?.filter(|(sequence, _)| *sequence <= last);
    if let Some((sequence, seal)) = sealed
        && at(connection, sequence)? == Some(seal)
    {
        return if last - sequence >= SEALED_EVERY { write(connection, last) } else { Ok(()) };
    }
    if let Some(fault) = ledger::faults(connection)?.into_iter().next() {
        return Err(Error::Damaged(fault));
    }
    write(connection, last)
}

/// Seals the balances if many entries were written since they were last sealed.
pub(super) fn renew(connection: &Connection, last: i64) -> Result<(), Error> {
    let sealed = newest(connection)?.map_or(0, |(sequence, _)| sequence);
    if last - sealed >= SEALED_EVERY { write(connection, last) } else { Ok(()) }
}

/// Seals the balances as they are.
pub(super) fn anew(connection: &Connection) -> Result<(), Error> {
    write(connection, last_sequence(connection)?)
}

fn write(connection: &Connection, sequence: i64) -> Result<(), Error> {
    let Some(seal) = at(connection, sequence)? else { return Ok(()) };
    connection.prepare_cached("DELETE FROM sealed_balances")?.execute([])?;
    connection
        .prepare_cached("INSERT INTO sealed_balances (sequence, seal) VALUES (?1, ?2)")?
        .execute(params![sequence, seal.bytes()])?;
    Ok(())
}

fn newest(connection: &Connection) -> Result<Option<(i64, Hash)>, Error> {
    let row = connection
        .prepare_cached("SELECT sequence, seal FROM sealed_balances ORDER BY sequence DESC LIMIT 1")?
        .query_row([], |row| Ok((row.get(0)?, Hash::from_bytes(row.get(1)?))))
        .optional()?;
    Ok(row)
}

fn last_sequence(connection: &Connection) -> Result<i64, Error> {
    let last: Option<i64> =
        connection.prepare_cached("SELECT max(sequence) FROM entries")?.query_row([], |row| row.get(0))?;
    Ok(last.unwrap_or(0))
}

/// The seal of what every account held after an entry, if there is such an entry and all accounts sum up to nothing:
/// what they hold now, less what moved since.
fn at(connection: &Connection, sequence: i64) -> Result<Option<Hash>, Error> {
    let entry: Option<[u8; 32]> = connection
        .prepare_cached("SELECT hash FROM entries WHERE sequence = ?1")?
        .query_row([sequence], |row| row.get(0))
        .optional()?;
    let Some(entry) = entry else { return Ok(None) };
    let mut accounts: BTreeMap<Vec<u8>, i128> = BTreeMap::new();
    let mut statement = connection.prepare_cached("SELECT account, cents FROM balances")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        accounts.insert(bytes(row, 0)?.to_vec(), i128::from(row.get::<_, i64>(1)?));
    }
    let mut statement = connection
        .prepare_cached("SELECT from_account, to_account, cents FROM transfers WHERE sequence > ?1")?;
    let mut rows = statement.query([sequence])?;
    while let Some(row) = rows.next()? {
        let cents = i128::from(row.get::<_, i64>(2)?);
        *accounts.entry(bytes(row, 0)?.to_vec()).or_default() += cents;
        *accounts.entry(bytes(row, 1)?.to_vec()).or_default() -= cents;
    }
    accounts.retain(|_, cents| *cents != 0);
    if accounts.values().sum::<i128>() != 0 {
        return Ok(None);
    }
    Ok(Some(chain::balances_seal(&Hash::from_bytes(entry), sequence, &accounts)))
}
