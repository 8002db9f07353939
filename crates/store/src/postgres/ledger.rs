//! Reading the ledger, and checking every balance against the transfers it came from.

use std::collections::BTreeMap;
use std::ops::Range;

use deadpool_postgres::ClientWrapper as Client;
use money::Money;

use super::{id, one, query, read, signed};
use crate::{Error, Fault, HourSum, Stream, Transfer};

pub(super) fn carried(client: &Client) -> Result<BTreeMap<String, Money>, Error> {
    let rows = query(client, "SELECT account, sum(cents)::bigint FROM carried GROUP BY account", &[])?;
    Ok(rows.iter().map(|row| (row.get(0), Money::cents(row.get(1)))).collect())
}

/// The entry that holds the first event starts at that event or before it, so the search begins there.
pub(super) fn transfers(client: &Client, stream: Stream, events: Range<u64>) -> Result<Vec<Transfer>, Error> {
    let rows = query(
        client,
        "SELECT event, from_account, to_account, cents FROM entries JOIN transfers USING (sequence)
         WHERE stream = $1 AND event >= $2 AND event < $3 AND first < $3 AND first >= coalesce(
             (SELECT max(first) FROM entries WHERE stream = $1 AND first <= $2), $2)
         ORDER BY first, place",
        &[&id(stream), &signed(events.start), &signed(events.end)],
    )?;
    Ok(rows.iter().map(read::transfer).collect())
}

pub(super) fn hourly(client: &Client, suffix: &str, at_ms: Range<i64>) -> Result<Vec<HourSum>, Error> {
    let rows = query(
        client,
        "WITH moved (account, received, paid, at_ms) AS (
             SELECT to_account, cents, 0, at_ms FROM transfers JOIN entries USING (sequence)
             WHERE stream <> 0 AND right(to_account, length($1)) = $1
             UNION ALL
             SELECT from_account, 0, cents, at_ms FROM transfers JOIN entries USING (sequence)
             WHERE stream <> 0 AND right(from_account, length($1)) = $1)
         SELECT account, at_ms - (at_ms % 3600000 + 3600000) % 3600000 AS hour, sum(received)::bigint,
                sum(paid)::bigint
         FROM moved WHERE at_ms >= $2 AND at_ms < $3 GROUP BY hour, account ORDER BY hour, account COLLATE \"C\"",
        &[&suffix, &at_ms.start, &at_ms.end],
    )?;
    let sum = |row: &tokio_postgres::Row| HourSum {
        account: row.get(0),
        hour_ms: row.get(1),
        received: Money::cents(row.get(2)),
        paid: Money::cents(row.get(3)),
    };
    Ok(rows.iter().map(sum).collect())
}

/// Every balance that is not what the transfers and archives give, and a sum that is not zero.
pub(super) fn faults(client: &Client) -> Result<Vec<Fault>, Error> {
    let rows = query(
        client,
        "WITH moved (account, cents) AS (
             SELECT account, cents FROM carried
             UNION ALL SELECT from_account, -cents FROM transfers
             UNION ALL SELECT to_account, cents FROM transfers),
         expected (account, cents) AS (SELECT account, sum(cents) FROM moved GROUP BY account)
         SELECT account, expected.cents::text, balances.cents FROM balances FULL JOIN expected USING (account)
         WHERE coalesce(expected.cents, 0) <> balances.cents OR balances.cents IS NULL
         ORDER BY account COLLATE \"C\"",
        &[],
    )?;
    let fault = |row: &tokio_postgres::Row| Fault::Balance {
        account: row.get(0),
        expected: row.get::<_, Option<String>>(1).map(|cents| amount(&cents)),
        found: row.get::<_, Option<i64>>(2).map(Money::cents),
    };
    let mut faults: Vec<Fault> = rows.iter().map(fault).collect();
    let sum = one(client, "SELECT coalesce(sum(cents), 0)::text FROM balances", &[])?.get::<_, String>(0);
    if sum != "0" {
        faults.push(Fault::Sum { found: amount(&sum) });
    }
    Ok(faults)
}

/// An amount to be shown; what no balance can hold is shown as the largest that one can.
fn amount(cents: &str) -> Money {
    let beyond = if cents.starts_with('-') { i64::MIN } else { i64::MAX };
    Money::cents(cents.parse().unwrap_or(beyond))
}
