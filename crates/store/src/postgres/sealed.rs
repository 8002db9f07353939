//! The seal of all balances: what every account held after one of the entries. Opening a room compares the balances
//! with it and the transfers since, so that its cost does not grow with the log.

use std::collections::BTreeMap;

use deadpool_postgres::ClientWrapper as Client;

use super::{Postgres, execute, hash, ledger, one, query};
use crate::{Error, Hash, chain};

/// After so many entries the balances are sealed anew.
pub(super) const SEALED_EVERY: i64 = 10_000;

/// Checks the balances of a room that is opened: against their seal and the transfers since, or, without a seal that
/// fits, against all transfers. Seals them anew if it was long ago.
pub(super) fn check(store: &mut Postgres) -> Result<(), Error> {
    let client = store.client();
    let last = last_sequence(client)?;
    let sealed = newest(client)?.filter(|(sequence, _)| *sequence <= last);
    if let Some((sequence, seal)) = sealed
        && at(client, sequence)? == Some(seal)
        && last - sequence < SEALED_EVERY
    {
        return Ok(());
    }
    if let Some(fault) = ledger::faults(client)?.into_iter().next() {
        return Err(Error::Damaged(fault));
    }
    write(client, last)?;
    store.sealed = last;
    Ok(())
}

/// Seals the balances as they are after an entry.
pub(super) fn write(client: &Client, sequence: i64) -> Result<(), Error> {
    let Some(seal) = at(client, sequence)? else { return Ok(()) };
    let anew = "WITH gone AS (DELETE FROM sealed_balances WHERE sequence <> $1)
                INSERT INTO sealed_balances (sequence, seal) VALUES ($1, $2)
                ON CONFLICT (sequence) DO UPDATE SET seal = excluded.seal";
    execute(client, anew, &[&sequence, &seal.bytes().as_slice()]).map(drop)
}

pub(super) fn newest(client: &Client) -> Result<Option<(i64, Hash)>, Error> {
    let rows =
        query(client, "SELECT sequence, seal FROM sealed_balances ORDER BY sequence DESC LIMIT 1", &[])?;
    rows.first().map(|row| Ok((row.get(0), hash(row, 1)?))).transpose()
}

pub(super) fn last_sequence(client: &Client) -> Result<i64, Error> {
    Ok(one(client, "SELECT coalesce(max(sequence), 0) FROM entries", &[])?.get(0))
}

/// The seal of what every account held after an entry, if there is such an entry and all accounts sum up to nothing:
/// what they hold now, less what moved since.
fn at(client: &Client, sequence: i64) -> Result<Option<Hash>, Error> {
    let entry = query(client, "SELECT hash FROM entries WHERE sequence = $1", &[&sequence])?;
    let Some(entry) = entry.first() else { return Ok(None) };
    let mut accounts: BTreeMap<Vec<u8>, i128> = BTreeMap::new();
    for row in &query(client, "SELECT account, cents FROM balances", &[])? {
        accounts.insert(row.get::<_, String>(0).into_bytes(), i128::from(row.get::<_, i64>(1)));
    }
    let since = "SELECT from_account, to_account, cents FROM transfers WHERE sequence > $1";
    for row in &query(client, since, &[&sequence])? {
        let cents = i128::from(row.get::<_, i64>(2));
        *accounts.entry(row.get::<_, String>(0).into_bytes()).or_default() += cents;
        *accounts.entry(row.get::<_, String>(1).into_bytes()).or_default() -= cents;
    }
    accounts.retain(|_, cents| *cents != 0);
    if accounts.values().sum::<i128>() != 0 {
        return Ok(None);
    }
    Ok(Some(chain::balances_seal(&hash(entry, 0)?, sequence, &accounts)))
}
