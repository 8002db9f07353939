//! Leases as rows. Who holds one lives as long as its session does, which holds a lock under its number: the database
//! itself knows when that ends, and no two machines' clocks are ever compared.

use std::thread;
use std::time::{Duration, Instant};

use deadpool_postgres::ClientWrapper as Client;

use super::{Postgres, Standing, Wait as _, execute, failed, one, query, schema};
use crate::{Error, Lease, Leases, Scope, Stream};

/// Under which number the signs of life lie among the locks of a database: "Card" in ASCII.
pub(super) const CARD: i32 = 0x4361_7264;

/// How long a room is asked for whose program has just ended.
const PATIENCE: Duration = Duration::from_secs(2);

impl Postgres {
    /// Takes a lease; the session of a program that was killed may end a moment after it.
    pub(super) fn take_patiently(&mut self, scope: Scope) -> Result<Lease, Error> {
        let began = Instant::now();
        loop {
            match self.take(scope) {
                Err(Error::Taken { .. }) if began.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(50));
                }
                taken => return taken,
            }
        }
    }

    /// The numbers and epochs of leases that were taken.
    pub(super) fn held(&self, scopes: &[Scope]) -> (Vec<i64>, Vec<i64>) {
        scopes.iter().filter_map(|scope| Some((number(*scope), *self.leases.get(scope)?))).unzip()
    }

    /// Refuses to go on where one of some leases that were taken is another's; locks them until the transaction ends.
    pub(super) fn fence(&self, client: &Client, scopes: impl Iterator<Item = Scope>) -> Result<(), Error> {
        let (scopes, epochs) = self.held(&scopes.collect::<Vec<_>>());
        let sql = "SELECT cardroom_fence($1, $2, $3)";
        let fenced = async {
            let statement = client.prepare_cached(sql).await?;
            client.query_one(&statement, &[&scopes, &epochs, &self.node]).await
        };
        fenced.wait().map(drop).map_err(|error| lost(&error).unwrap_or_else(|| failed(error)))
    }
}

impl Leases for Postgres {
    fn take(&mut self, scope: Scope) -> Result<Lease, Error> {
        let client = self.writable()?;
        // Whoever takes something waits for whoever else does; batches go on meanwhile.
        client
            .batch_execute("BEGIN; LOCK TABLE leases IN SHARE ROW EXCLUSIVE MODE")
            .wait()
            .map_err(failed)?;
        let taken = take(client, scope, self.node);
        let end = if taken.is_ok() { "COMMIT" } else { "ROLLBACK" };
        client.batch_execute(end).wait().map_err(failed)?;
        let epoch = taken?;
        self.leases.insert(scope, epoch);
        // Only now: who had it before may have written until the epoch was raised.
        match scope {
            Scope::Room => self.tips = super::read::tips(self.client())?.into_iter().collect(),
            Scope::Stream(stream) => {
                let tip = super::read::tip(self.client(), stream)?;
                self.tips.insert(stream, tip);
            }
        }
        Ok(lease(scope, epoch, self.node))
    }

    fn renew(&mut self) -> Result<(), Error> {
        let client = self.writable()?;
        let (scopes, epochs): (Vec<i64>, Vec<i64>) =
            self.leases.iter().map(|(scope, epoch)| (number(*scope), *epoch)).unzip();
        let gone = query(
            client,
            "SELECT s FROM unnest($1::bigint[], $2::bigint[]) AS held (s, e)
             WHERE NOT EXISTS (SELECT 1 FROM leases WHERE scope = s AND epoch = e AND node = $3) ORDER BY s",
            &[&scopes, &epochs, &self.node],
        )?;
        match gone.first() {
            Some(row) => {
                self.standing = Standing::Stopped;
                Err(Error::Lost { scope: scope(row.get(0)) })
            }
            None => Ok(()),
        }
    }

    fn give_up(&mut self, scope: Scope) -> Result<bool, Error> {
        self.writable()?;
        let Some(epoch) = self.leases.remove(&scope) else { return Ok(false) };
        let client = self.client();
        let given = "UPDATE leases SET node = NULL WHERE scope = $1 AND epoch = $2 AND node = $3";
        Ok(execute(client, given, &[&number(scope), &epoch, &self.node])? > 0)
    }

    fn holder(&self, scope: Scope) -> Result<Option<Lease>, Error> {
        let held = "SELECT epoch, node FROM leases WHERE scope = $1 AND node IS NOT NULL";
        let rows = query(self.client(), held, &[&number(scope)])?;
        Ok(rows.first().map(|row| lease(scope, row.get(0), row.get(1))))
    }
}

/// Refuses to give tables of an earlier number what they lack while somebody runs the room who stands in the way of whoever
/// asks: they would be changed under a program that does not know them, for nothing. Whoever comes as one of several has
/// only a single program in the way.
pub(super) fn refuse_running(client: &Client, is_one_of_several: bool) -> Result<(), Error> {
    if !(schema::HAS_LEASES..schema::NEWEST).contains(&schema::number(client)?) {
        return Ok(());
    }
    let began = Instant::now();
    loop {
        let held = query(
            client,
            "SELECT scope, node FROM leases WHERE node IS NOT NULL AND (scope = -1 OR NOT $1) ORDER BY scope",
            &[&is_one_of_several],
        )?;
        let mut running = None;
        for row in held {
            let (held, holder): (i64, i64) = (row.get(0), row.get(1));
            if lives(client, holder)? {
                running = Some(Error::Taken { scope: scope(held), node: holder.unsigned_abs() });
                break;
            }
        }
        match running {
            None => return Ok(()),
            Some(taken) if began.elapsed() >= PATIENCE => return Err(taken),
            Some(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// Shows that a session lives as long as it is open.
pub(super) fn live(client: &Client, node: i64) -> Result<(), Error> {
    let locked = "SELECT pg_try_advisory_lock($1, $2)";
    match one(client, locked, &[&CARD, &short(node)])?.get(0) {
        true => Ok(()),
        false => Err(Error::Storage("another session has this one's number".into())),
    }
}

/// Gives up everything that a session held.
pub(super) fn leave(client: &Client, node: i64) -> Result<(), Error> {
    execute(client, "UPDATE leases SET node = NULL WHERE node = $1", &[&node])?;
    execute(client, "DELETE FROM members WHERE node = $1", &[&node])?;
    client.batch_execute("SELECT pg_advisory_unlock_all()").wait().map_err(failed)
}

/// Takes a lease from whoever gave it up or lives no more, and gives its epoch. The room is not to be had while somebody
/// has a stream of it, nor a stream while somebody has the room.
fn take(client: &Client, wanted: Scope, node: i64) -> Result<i64, Error> {
    let held = query(
        client,
        "SELECT scope, node FROM leases
         WHERE node IS NOT NULL AND node <> $1 AND (scope = $2 OR scope = -1 OR $2 = -1) ORDER BY scope",
        &[&node, &number(wanted)],
    )?;
    for row in held {
        let (held, holder): (i64, i64) = (row.get(0), row.get(1));
        if lives(client, holder)? {
            return Err(Error::Taken { scope: scope(held), node: holder.unsigned_abs() });
        }
        if held != number(wanted) {
            execute(client, "UPDATE leases SET node = NULL WHERE scope = $1", &[&held])?;
        }
    }
    let taken = one(
        client,
        "INSERT INTO leases AS held (scope, epoch, node) VALUES ($1, 1, $2)
         ON CONFLICT (scope) DO UPDATE SET epoch = held.epoch + 1, node = excluded.node RETURNING epoch",
        &[&number(wanted), &node],
    )?;
    Ok(taken.get(0))
}

/// Whether the session of a node is open: then nobody else can have its lock.
pub(super) fn lives(client: &Client, node: i64) -> Result<bool, Error> {
    let free: bool = one(client, "SELECT pg_try_advisory_lock($1, $2)", &[&CARD, &short(node)])?.get(0);
    if free {
        one(client, "SELECT pg_advisory_unlock($1, $2)", &[&CARD, &short(node)])?;
    }
    Ok(!free)
}

/// What a database says when a batch was fenced off.
pub(super) fn lost(error: &tokio_postgres::Error) -> Option<Error> {
    let said = error.as_db_error().filter(|said| said.code().code() == "CR001")?;
    Some(Error::Lost { scope: scope(said.message().parse().ok()?) })
}

fn lease(scope: Scope, epoch: i64, node: i64) -> Lease {
    Lease { scope, epoch: epoch.unsigned_abs(), node: node.unsigned_abs() }
}

/// A node's number as a lock has it.
pub(super) fn short(node: i64) -> i32 {
    i32::try_from(node % i64::from(i32::MAX)).unwrap_or(0)
}

fn number(scope: Scope) -> i64 {
    match scope {
        Scope::Room => -1,
        Scope::Stream(stream) => i64::from(stream.0),
    }
}

fn scope(number: i64) -> Scope {
    u32::try_from(number).map_or(Scope::Room, |stream| Scope::Stream(Stream(stream)))
}
