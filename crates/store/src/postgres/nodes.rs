//! Nodes as rows of a database, each with a beat; who holds what is in the leases.

use std::collections::BTreeMap;

use money::Money;

use super::leases::lives;
use super::{Postgres, Standing, Wait as _, execute, failed, id, query, read, signed, unsigned};
use crate::{Error, Lease, Look, Member, NewNode, Nodes, Scope, Stream};

/// The streams that every node writes to, in the order in which their leases are taken.
const SHARED: [Stream; 2] = [Stream::HOUSE, Stream::LIBRARY];

/// A node that hangs in the middle of a transaction holds up all others, who wait for the same rows. The database ends its
/// session while they still have their own terms; one that comes in has longer, because it reads the house's log in one.
const COMES_IN: &str = "SET idle_in_transaction_session_timeout = 10000";
const BEATS: &str = "SET idle_in_transaction_session_timeout = 1500";

impl Postgres {
    /// Lets go of what was taken for one transaction.
    pub(super) fn let_house_go(&mut self) {
        if self.is_member {
            for stream in SHARED {
                self.leases.remove(&Scope::Stream(stream));
            }
        }
    }

    /// Looks, in a transaction that nobody else takes a lease in, whether a single program runs the room.
    fn refuse_alone(&self) -> Result<(), Error> {
        let client = self.client();
        let held = query(client, "SELECT node FROM leases WHERE scope = -1 AND node IS NOT NULL", &[])?;
        let Some(holder) = held.first().map(|row| row.get::<_, i64>(0)) else { return Ok(()) };
        if lives(client, holder)? {
            return Err(Error::Taken { scope: Scope::Room, node: holder.unsigned_abs() });
        }
        execute(client, "UPDATE leases SET node = NULL WHERE scope = -1", &[]).map(drop)
    }

    fn enter_row(&self, new: &NewNode) -> Result<(), Error> {
        self.refuse_alone()?;
        let row = "INSERT INTO members (node, beat, address, secret, protocol, version)
                   VALUES ($1, 1, $2, $3, $4, $5)";
        let (own, protocol) = (self.node, i64::from(new.protocol));
        execute(self.client(), row, &[&own, &new.address, &new.secret, &protocol, &new.version]).map(drop)
    }
}

impl Nodes for Postgres {
    fn enter(&mut self, new: &NewNode) -> Result<u64, Error> {
        let client = self.writable()?;
        let begin = "BEGIN; LOCK TABLE leases IN SHARE ROW EXCLUSIVE MODE";
        client.batch_execute(begin).wait().map_err(failed)?;
        let entered = self.enter_row(new);
        let end = if entered.is_ok() { "COMMIT" } else { "ROLLBACK" };
        client.batch_execute(end).wait().map_err(failed)?;
        entered?;
        client.batch_execute(COMES_IN).wait().map_err(failed)?;
        self.is_member = true;
        Ok(self.node.unsigned_abs())
    }

    fn offer(&mut self, tables: &[Stream]) -> Result<(), Error> {
        let scopes: Vec<i64> = tables.iter().copied().map(id).collect();
        let free = "INSERT INTO leases (scope, epoch) SELECT s, 1 FROM unnest($1::bigint[]) AS open (s)
                    ON CONFLICT DO NOTHING";
        execute(self.writable()?, free, &[&scopes]).map(drop)
    }

    fn beat(&mut self, is_leaving: bool) -> Result<(), Error> {
        if !self.has_beaten {
            self.writable()?.batch_execute(BEATS).wait().map_err(failed)?;
            self.has_beaten = true;
        }
        let beat = "UPDATE members SET beat = beat + 1, is_leaving = $2 WHERE node = $1
                    AND NOT EXISTS (SELECT 1 FROM leases WHERE scope = -1 AND node IS NOT NULL)";
        if execute(self.writable()?, beat, &[&self.node, &is_leaving])? == 0 {
            self.standing = Standing::Stopped;
            return Err(Error::Lost { scope: Scope::Room });
        }
        Ok(())
    }

    fn look(&self) -> Result<Look, Error> {
        let client = self.client();
        // The nodes first: whoever beats between the two looks younger than it is, and is not taken for dead.
        let sql =
            "SELECT node, beat, address, secret, protocol, is_leaving, version FROM members ORDER BY node";
        let member = |row: &tokio_postgres::Row| Member {
            node: unsigned(row, 0),
            beat: unsigned(row, 1),
            address: row.get(2),
            secret: row.get(3),
            protocol: u32::try_from(row.get::<_, i64>(4)).unwrap_or(0),
            is_leaving: row.get(5),
            version: row.get(6),
        };
        let members = query(client, sql, &[])?.iter().map(member).collect();
        let sql =
            "SELECT scope, node, version FROM leases WHERE NOT is_closed AND scope BETWEEN 1 AND 4294967294";
        let (mut holders, mut versions) = (BTreeMap::new(), BTreeMap::new());
        for row in &query(client, sql, &[])? {
            if let Ok(stream) = u32::try_from(row.get::<_, i64>(0)) {
                holders.insert(Stream(stream), row.get::<_, Option<i64>>(1).map(i64::unsigned_abs));
                versions.extend(row.get::<_, Option<String>>(2).map(|version| (Stream(stream), version)));
            }
        }
        Ok(Look { members, holders, versions })
    }

    fn bury(&mut self, node: u64, beat: u64) -> Result<bool, Error> {
        let buried = "DELETE FROM members WHERE node = $1 AND beat = $2";
        Ok(execute(self.writable()?, buried, &[&signed(node), &signed(beat)])? > 0)
    }

    fn take_table(&mut self, table: Stream, from: Option<u64>) -> Result<Option<Lease>, Error> {
        let taken = "UPDATE leases SET epoch = epoch + 1, node = $2,
                     version = coalesce((SELECT version FROM members WHERE node = $2), version)
                     WHERE scope = $1 AND NOT is_closed AND node IS NOT DISTINCT FROM $3
                     AND NOT EXISTS (SELECT 1 FROM members WHERE node = $3)
                     AND EXISTS (SELECT 1 FROM members WHERE node = $2)
                     AND NOT EXISTS (SELECT 1 FROM leases WHERE scope = -1 AND node IS NOT NULL)
                     RETURNING epoch";
        let from = from.map(signed);
        let rows = query(self.writable()?, taken, &[&id(table), &self.node, &from])?;
        let Some(epoch) = rows.first().map(|row| row.get::<_, i64>(0)) else { return Ok(None) };
        let scope = Scope::Stream(table);
        self.leases.insert(scope, epoch);
        // Only now: who had it before may have written until the epoch was raised.
        let tip = read::tip(self.client(), table)?;
        self.tips.insert(table, tip);
        Ok(Some(Lease { scope, epoch: epoch.unsigned_abs(), node: self.node.unsigned_abs() }))
    }

    fn leave_beside(&mut self, table: Stream, text: &str) -> Result<(), Error> {
        let left = "INSERT INTO beside (scope, body) VALUES ($1, $2)
                    ON CONFLICT (scope) DO UPDATE SET body = excluded.body";
        execute(self.writable()?, left, &[&id(table), &text]).map(drop)
    }

    fn take_beside(&mut self, table: Stream) -> Result<Option<String>, Error> {
        let taken = "DELETE FROM beside WHERE scope = $1 RETURNING body";
        Ok(query(self.writable()?, taken, &[&id(table)])?.first().map(|row| row.get(0)))
    }

    fn open_table(&mut self, table: Stream) -> Result<(), Error> {
        let opened = "INSERT INTO leases AS held (scope, epoch, node, version)
                      VALUES ($1, 1, $2, (SELECT version FROM members WHERE node = $2))
                      ON CONFLICT (scope) DO UPDATE SET epoch = held.epoch + 1, node = excluded.node
                      RETURNING epoch";
        let epoch = super::one(self.writable()?, opened, &[&id(table), &self.node])?.get(0);
        self.leases.insert(Scope::Stream(table), epoch);
        let tip = read::tip(self.client(), table)?;
        self.tips.insert(table, tip);
        Ok(())
    }

    fn close_table(&mut self, table: Stream) -> Result<(), Error> {
        let Some(epoch) = self.leases.remove(&Scope::Stream(table)) else { return Ok(()) };
        let closed = "UPDATE leases SET node = NULL, is_closed = true
                      WHERE scope = $1 AND epoch = $2 AND node = $3";
        execute(self.writable()?, closed, &[&id(table), &epoch, &self.node]).map(drop)
    }

    fn take_house(&mut self) -> Result<(), Error> {
        SHARED.into_iter().try_for_each(|stream| self.open_table(stream))?;
        // No batch ends meanwhile, so that what is read of the ledger stays so.
        super::one(self.client(), "SELECT sequence FROM counted FOR UPDATE", &[]).map(drop)
    }

    fn balances_of(&self, accounts: &[String]) -> Result<BTreeMap<String, Money>, Error> {
        let sql = "SELECT account, cents FROM balances WHERE account = ANY ($1)";
        let rows = query(self.client(), sql, &[&accounts])?;
        Ok(rows.iter().map(|row| (row.get(0), Money::cents(row.get(1)))).collect())
    }
}
