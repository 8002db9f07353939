//! Reading the ledger, and checking every balance against the transfers it came from.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use money::Money;
use rusqlite::{Connection, params};

use super::read::{self, bytes};
use super::schema;
use crate::{Error, Fault, HourSum, Stream, Transfer};

pub(super) fn balances(connection: &Connection) -> Result<BTreeMap<String, Money>, Error> {
    let mut statement = connection.prepare_cached("SELECT account, cents FROM balances")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, Money::cents(row.get(1)?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The entry that holds the first event starts at that event or before it, so the search begins there.
pub(super) fn transfers(
    connection: &Connection,
    stream: Stream,
    events: Range<u64>,
) -> Result<Vec<Transfer>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT event, from_account, to_account, cents FROM entries JOIN transfers USING (sequence)
         WHERE stream = ?1 AND event >= ?2 AND event < ?3 AND first < ?3 AND first >= coalesce(
             (SELECT max(first) FROM entries WHERE stream = ?1 AND first <= ?2), ?2)
         ORDER BY first, place",
    )?;
    let bound = |number: u64| number.min(i64::MAX.unsigned_abs());
    let bounds = params![stream.0, bound(events.start), bound(events.end)];
    let rows = statement.query_map(bounds, |row| read::transfer(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// By what lies in the room's own file: hours in an archive are not asked for.
pub(super) fn hourly(
    connection: &Connection,
    suffix: &str,
    at_ms: Range<i64>,
) -> Result<Vec<HourSum>, Error> {
    let mut statement = connection.prepare_cached(
        "WITH moved (account, received, paid, at_ms) AS (
             SELECT to_account, cents, 0, at_ms
             FROM main.transfers JOIN main.entries USING (sequence)
             WHERE stream <> 0 AND substr(to_account, -length(?1)) = ?1
             UNION ALL
             SELECT from_account, 0, cents, at_ms
             FROM main.transfers JOIN main.entries USING (sequence)
             WHERE stream <> 0 AND substr(from_account, -length(?1)) = ?1)
         SELECT account, at_ms - (at_ms % 3600000 + 3600000) % 3600000 AS hour, sum(received), sum(paid)
         FROM moved WHERE at_ms >= ?2 AND at_ms < ?3 GROUP BY hour, account ORDER BY hour, account",
    )?;
    let rows = statement.query_map(params![suffix, at_ms.start, at_ms.end], |row| {
        Ok(HourSum {
            account: row.get(0)?,
            hour_ms: row.get(1)?,
            received: Money::cents(row.get(2)?),
            paid: Money::cents(row.get(3)?),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Every balance that is not what the transfers give, and a sum that is not zero.
///
/// Accounts are taken as bytes, because the name of a damaged one may be no text.
pub(super) fn faults(connection: &Connection) -> Result<Vec<Fault>, Error> {
    let mut expected = recomputed(connection)?;
    let mut faults = Vec::new();
    let mut sum: i128 = 0;
    let mut statement = connection.prepare("SELECT account, cents FROM balances ORDER BY account")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (account, found) = (bytes(row, 0)?, row.get::<_, i64>(1)?);
        sum += i128::from(found);
        let expected = expected.remove(account);
        // All that an account saw may lie in an archive elsewhere, which carries no sum of nothing.
        if expected.unwrap_or(0) != i128::from(found) {
            let account = String::from_utf8_lossy(account).into_owned();
            let expected = expected.map(amount);
            faults.push(Fault::Balance { account, expected, found: Some(Money::cents(found)) });
        }
    }
    let missing: BTreeMap<Vec<u8>, i128> = expected.into_iter().collect();
    for (account, cents) in missing {
        let account = String::from_utf8_lossy(&account).into_owned();
        faults.push(Fault::Balance { account, expected: Some(amount(cents)), found: None });
    }
    if sum != 0 {
        faults.push(Fault::Sum { found: amount(sum) });
    }
    Ok(faults)
}

/// What each account received less what it paid in entries that lie in archives.
pub(super) fn carried(connection: &Connection) -> Result<BTreeMap<String, Money>, Error> {
    let mut statement =
        connection.prepare_cached("SELECT account, sum(cents) FROM carried GROUP BY account")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, Money::cents(row.get(1)?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What each account holds by its transfers, and by what is carried from archives.
fn recomputed(connection: &Connection) -> Result<HashMap<Vec<u8>, i128>, Error> {
    let mut accounts: HashMap<Vec<u8>, i128> = HashMap::new();
    let mut add = |account: &[u8], cents: i128| match accounts.get_mut(account) {
        Some(balance) => *balance += cents,
        None => {
            accounts.insert(account.to_vec(), cents);
        }
    };
    if schema::version(connection)? > 3 {
        let mut statement = connection.prepare("SELECT account, cents FROM carried")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            add(bytes(row, 0)?, i128::from(row.get::<_, i64>(1)?));
        }
    }
    let mut statement = connection.prepare("SELECT from_account, to_account, cents FROM transfers")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let cents = i128::from(row.get::<_, i64>(2)?);
        add(bytes(row, 0)?, -cents);
        add(bytes(row, 1)?, cents);
    }
    Ok(accounts)
}

/// An amount to be shown; what no balance can hold is shown as the largest that one can.
fn amount(cents: i128) -> Money {
    Money::cents(i64::try_from(cents).unwrap_or(if cents < 0 { i64::MIN } else { i64::MAX }))
}
