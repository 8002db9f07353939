//! Nodes as rows of a database, each with a beat; who holds what is in the leases.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use money::Money;

use super::database::Connection;
use super::leases::{CARD, live, lives, short};
use super::{
    Database, Postgres, Standing, Wait as _, execute, failed, id, one, query, read, schema, signed, unsigned,
};
use crate::{Error, Lease, Look, Member, NewNode, Nodes, Scope, Stream};

/// The streams that every node writes to, in the order in which their leases are taken.
const SHARED: [Stream; 2] = [Stream::HOUSE, Stream::LIBRARY];

/// A node that hangs in the middle of a transaction holds up all others, who wait for the same rows. The database ends its
/// session while they still have their own terms. Whoever makes the room, or comes first, has
/// longer: nobody plays yet.
const MAKES: &str = "SET idle_in_transaction_session_timeout = 10000";
const RUNS: &str = "SET idle_in_transaction_session_timeout = 1500";

/// How long a statement of a node waits for what another session holds: less than its term, so that it beats in between.
const WAITS: &str = "SET lock_timeout = 700";

/// How long the same beat is seen by whoever is held up before it buries a node, and how often one that comes in beats.
const TERM: Duration = Duration::from_secs(3);
const BEAT: Duration = Duration::from_millis(400);

/// For how long a node may come in: one that takes longer is none.
const COMES_IN: Duration = Duration::from_secs(600);

const BEATEN: &str = "UPDATE members SET beat = beat + 1 WHERE node = $1
                      AND NOT EXISTS (SELECT 1 FROM leases WHERE scope = -1 AND node IS NOT NULL)";

/// Another session holds what a statement was to change, and it has waited for it as long as it may.
#[derive(Debug)]
pub(super) struct HeldUp;

impl fmt::Display for HeldUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another session of the database holds what is to be written")
    }
}

impl std::error::Error for HeldUp {}

/// Since when somebody who is held up has seen the beat of each node.
#[derive(Default)]
pub(super) struct Waiting(BTreeMap<i64, (i64, Instant)>);

/// Beats for a node that comes in, by a connection of its own, until it does so itself.
pub(super) struct Coming {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Coming {
    fn begin(client: Connection, node: i64) -> Coming {
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            let began = Instant::now();
            while !over.load(Ordering::Acquire) && began.elapsed() < COMES_IN {
                if !execute(&client, BEATEN, &[&node]).is_ok_and(|beaten| beaten > 0) {
                    return;
                }
                thread::park_timeout(BEAT);
            }
        });
        Coming { is_over, thread: Some(thread) }
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            drop(thread.join());
        }
    }
}

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

    /// Takes a number after those of all who came before.
    fn be_last(&mut self) -> Result<(), Error> {
        let after = "SELECT 1 FROM members WHERE node > $1 LIMIT 1";
        if query(self.client(), after, &[&self.node])?.is_empty() {
            return Ok(());
        }
        let node: i64 = one(self.client(), "SELECT nextval('nodes')", &[])?.get(0);
        live(self.client(), node)?;
        self.node = node;
        Ok(())
    }

    fn enter_row(&mut self, new: &NewNode) -> Result<(), Error> {
        self.refuse_alone()?;
        self.be_last()?;
        // Whoever asked before has not seen who came at the same moment.
        let there = query(self.client(), "SELECT node FROM members WHERE address = $1", &[&new.address])?;
        if let Some(other) = there.first().map(|row| unsigned(row, 0)) {
            let at = &new.address;
            let what =
                format!("node {other} is at {at}: give every node an address of its own (--node-address)");
            return Err(Error::Storage(what.into()));
        }
        let row = "INSERT INTO members (node, beat, address, secret, protocol, version)
                   VALUES ($1, 1, $2, $3, $4, $5)";
        let (own, protocol) = (self.node, i64::from(new.protocol));
        execute(self.client(), row, &[&own, &new.address, &new.secret, &protocol, &new.version]).map(drop)
    }
}

impl Postgres {
    /// The tables that have a lease and are closed by it.
    ///
    /// # Errors
    /// When the database cannot be asked.
    pub fn closed_tables(database: &Database) -> Result<Vec<Stream>, Error> {
        let client = database.writing()?;
        if schema::any_number(&client)? < schema::HAS_MEMBERS {
            return Ok(Vec::new());
        }
        let closed = "SELECT scope FROM leases WHERE is_closed AND scope BETWEEN 1 AND 4294967294";
        let rows = query(&client, closed, &[])?;
        Ok(rows.iter().filter_map(|row| u32::try_from(row.get::<_, i64>(0)).ok()).map(Stream).collect())
    }

    /// What the clock of the database's machine says, in milliseconds since 1970.
    ///
    /// # Errors
    /// When the database cannot be asked.
    pub fn clock_ms(database: &Database) -> Result<i64, Error> {
        let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        Ok(one(&*database.reading()?, sql, &[])?.get(0))
    }

    /// Whether what has failed is to be tried again, because another session holds it.
    pub(super) fn may_try_again(&self, error: &Error) -> bool {
        let is_held_up = matches!(error, Error::Storage(source) if source.is::<HeldUp>());
        self.is_member && is_held_up
    }

    /// Does what must be done by a node that is held up before it tries again: it beats, and buries whoever has not beaten
    /// for a whole term, because everybody may be held up by the same one.
    pub(super) fn outwait(&mut self, waiting: &mut Waiting) -> Result<(), Error> {
        let outwaited = self.bury_silent(waiting);
        if outwaited.is_err() {
            self.standing = Standing::Stopped;
        }
        outwaited
    }

    fn bury_silent(&mut self, waiting: &mut Waiting) -> Result<(), Error> {
        tracing::warn!("{HeldUp}; it is tried again");
        if execute(self.writable()?, BEATEN, &[&self.node])? == 0 {
            return Err(Error::Lost { scope: Scope::Room });
        }
        let now = Instant::now();
        for row in query(self.client(), "SELECT node, beat FROM members WHERE node <> $1", &[&self.node])? {
            let (node, beat): (i64, i64) = (row.get(0), row.get(1));
            match waiting.0.get(&node) {
                Some((seen, since)) if *seen == beat => {
                    if since.elapsed() >= TERM && self.bury(node.unsigned_abs(), beat.unsigned_abs())? {
                        tracing::warn!("node {node} does not beat any more, and is buried");
                    }
                }
                _ => drop(waiting.0.insert(node, (beat, now))),
            }
        }
        Ok(())
    }

    fn take_shared(&mut self) -> Result<(), Error> {
        SHARED.into_iter().try_for_each(|stream| self.open_table(stream))?;
        // No batch ends meanwhile, so that what is read of the ledger stays so.
        one(self.client(), "SELECT sequence FROM counted FOR UPDATE", &[]).map(drop)
    }

    /// Ends the session of a node that was buried in the middle of a transaction: one that hangs while it is sent rows would
    /// hold what it has locked for as long as it hangs.
    fn end_session(&self, node: i64) {
        let ended = "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
                     WHERE locktype = 'advisory' AND classid::bigint = $1 AND objid::bigint = $2
                     AND objsubid = 2 AND granted AND usename = current_user AND pid <> pg_backend_pid()
                     AND xact_start < clock_timestamp() - interval '1 second'
                     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        let (card, short) = (i64::from(CARD), i64::from(short(node)));
        if let Err(error) = query(self.client(), ended, &[&card, &short]) {
            tracing::warn!("the session of node {node} cannot be ended: {error}");
        }
    }
}

impl Nodes for Postgres {
    fn enter(&mut self, new: &NewNode) -> Result<u64, Error> {
        let client = self.writable()?;
        let is_new = self.last == 0 || query(client, "SELECT 1 FROM members LIMIT 1", &[])?.is_empty();
        client.batch_execute(if is_new { MAKES } else { RUNS }).wait().map_err(failed)?;
        let begin = "BEGIN; LOCK TABLE leases IN SHARE ROW EXCLUSIVE MODE";
        client.batch_execute(begin).wait().map_err(failed)?;
        let entered = self.enter_row(new);
        let client = self.client();
        let end = if entered.is_ok() { "COMMIT" } else { "ROLLBACK" };
        client.batch_execute(end).wait().map_err(failed)?;
        entered?;
        client.batch_execute(WAITS).wait().map_err(failed)?;
        self.coming = Some(Coming::begin(self.database.writing()?, self.node));
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
            self.coming = None;
            self.writable()?.batch_execute(RUNS).wait().map_err(failed)?;
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
        let is_buried = execute(self.writable()?, buried, &[&signed(node), &signed(beat)])? > 0;
        if is_buried {
            self.end_session(signed(node));
        }
        Ok(is_buried)
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
        let rows = match query(self.writable()?, taken, &[&id(table), &self.node, &from]) {
            // It is looked again in a moment.
            Err(error) if !self.is_held && self.may_try_again(&error) => return Ok(None),
            rows => rows?,
        };
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
        let epoch = one(self.writable()?, opened, &[&id(table), &self.node])?.get(0);
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
        let mut waiting = Waiting::default();
        loop {
            match self.take_shared() {
                // Nothing else stands in this transaction yet.
                Err(error) if self.is_held && self.may_try_again(&error) => {
                    self.let_house_go();
                    self.client().batch_execute("ROLLBACK").wait().map_err(failed)?;
                    self.outwait(&mut waiting)?;
                    self.client().batch_execute("BEGIN").wait().map_err(failed)?;
                }
                taken => return taken,
            }
        }
    }

    fn balances_of(&self, accounts: &[String]) -> Result<BTreeMap<String, Money>, Error> {
        let sql = "SELECT account, cents FROM balances WHERE account = ANY ($1)";
        let rows = query(self.client(), sql, &[&accounts])?;
        Ok(rows.iter().map(|row| (row.get(0), Money::cents(row.get(1)))).collect())
    }
}
