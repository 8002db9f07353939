//! A room in a PostgreSQL database.

mod append;
mod archive;
mod copy;
mod database;
mod hosts;
mod leases;
mod ledger;
mod nodes;
mod password;
mod people;
mod read;
mod schema;
mod sealed;
mod tls;
mod verify;
mod wait;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use deadpool_postgres::ClientWrapper as Client;
use money::Money;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use crate::{
    Applied, Archive, Batch, Checkpoint, Error, FinishedRound, Hash, HourSum, Log, Logged, Progress, Reader,
    Report, Scope, Stream, Tip, Transfer, Witness,
};

use database::Connection;
pub use database::{Database, Promise};

/// A room's log, ledger, leases and people in a PostgreSQL database, by one connection.
///
/// What is written goes through one session that is never opened again: if it is lost, nothing more is written, and
/// whoever opens the room next knows what is on disk.
pub struct Postgres {
    /// Given back when the store is dropped.
    client: Option<Connection>,
    /// Where the streams end, as far as the leases that are held say that nobody else changes it.
    tips: HashMap<Stream, Tip>,
    standing: Standing,
    /// Whether what is written is held back.
    is_held: bool,
    /// The number of this connection among all that ever wrote.
    node: i64,
    /// The leases that were taken, with their epochs.
    leases: BTreeMap<Scope, i64>,
    /// Whether it runs the room together with others.
    is_member: bool,
    /// Whether it has beaten as one of them.
    has_beaten: bool,
    /// What beats for it until then.
    coming: Option<nodes::Coming>,
    /// The entry after which the balances were last sealed, and the last entry known of.
    sealed: i64,
    last: i64,
    /// Keeps the database's own threads as long as anybody uses it.
    database: Database,
}

/// Whether a store may be written to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Writes,
    ReadsOnly,
    Stopped,
}

/// Waits for an answer of the database on the thread that asks.
trait Wait: Future + Sized {
    fn wait(self) -> Self::Output {
        wait::wait(self)
    }
}

impl<F: Future> Wait for F {}

impl Postgres {
    /// Opens the room in a database for writing, and makes it if there is none. Takes the lease of the whole room.
    pub fn open(database: &Database) -> Result<Postgres, Error> {
        leases::refuse_running(&*database.writing()?, false)?;
        let mut store = Postgres::join(database)?;
        store.take_patiently(Scope::Room)?;
        sealed::check(&mut store)?;
        Ok(store)
    }

    /// Opens the room in a database as one of several programs that write to it: what is to be written to is taken first.
    pub fn join(database: &Database) -> Result<Postgres, Error> {
        let client = database.writing()?;
        leases::refuse_running(&client, true)?;
        schema::prepare(&client, schema::NEWEST)?;
        database.is_run();
        let node: i64 = client.query_one("SELECT nextval('nodes')", &[]).wait().map_err(failed)?.get(0);
        leases::live(&client, node)?;
        let mut store = Postgres::over(database, client, Standing::Writes);
        store.node = node;
        store.last = sealed::last_sequence(store.client())?;
        store.sealed = sealed::newest(store.client())?.map_or(0, |(sequence, _)| sequence);
        Ok(store)
    }

    /// Opens the room in a database for reading.
    pub fn open_read_only(database: &Database) -> Result<Postgres, Error> {
        let client = database.reading()?;
        match schema::any_number(&client)? {
            0 => Err(Error::NotOurs { what: "it is empty".to_owned() }),
            schema::NEWEST => Ok(Postgres::over(database, client, Standing::ReadsOnly)),
            // A node of the next version has come, and this one goes on until it is exchanged.
            found if found > schema::NEWEST && database.runs() => {
                Ok(Postgres::over(database, client, Standing::ReadsOnly))
            }
            found => Err(Error::OtherVersion { found, known: schema::NEWEST }),
        }
    }

    /// The nodes that run the room and which protocol each speaks, whatever number its tables have; nothing is changed.
    pub fn protocols(database: &Database) -> Result<Vec<(u64, u32)>, Error> {
        let client = database.writing()?;
        if schema::any_number(&client)? < schema::HAS_MEMBERS {
            return Ok(Vec::new());
        }
        let rows = query(&client, "SELECT node, protocol FROM members ORDER BY node", &[])?;
        Ok(rows
            .iter()
            .map(|row| (unsigned(row, 0), u32::try_from(row.get::<_, i64>(1)).unwrap_or(0)))
            .collect())
    }

    /// Makes the tables of an earlier number in an empty database, as a room of that time has them: for tests of how it
    /// gets what it lacks.
    #[doc(hidden)]
    pub fn make_earlier(database: &Database, number: i64) -> Result<(), Error> {
        let client = database.writing()?;
        schema::prepare(&client, number)
    }

    /// The number of the newest tables.
    #[doc(hidden)]
    #[must_use]
    pub fn newest() -> i64 {
        schema::NEWEST
    }

    fn over(database: &Database, client: Connection, standing: Standing) -> Postgres {
        Postgres {
            client: Some(client),
            tips: HashMap::new(),
            standing,
            is_held: false,
            node: 0,
            leases: BTreeMap::new(),
            is_member: false,
            has_beaten: false,
            coming: None,
            sealed: 0,
            last: 0,
            database: database.clone(),
        }
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("it is given back when dropped")
    }

    /// The connection to write with, if the store may be written to.
    fn writable(&self) -> Result<&Client, Error> {
        match self.standing {
            Standing::Writes => Ok(self.client()),
            Standing::ReadsOnly => Err(Error::ReadOnly),
            Standing::Stopped => Err(Error::Stopped),
        }
    }

    /// Whether nobody else may write to a stream.
    fn holds(&self, stream: Stream) -> bool {
        self.leases.contains_key(&Scope::Room) || self.leases.contains_key(&Scope::Stream(stream))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.coming = None;
        let Some(client) = self.client.take() else { return };
        if self.node == 0 {
            return;
        }
        // A session that has written is not used again: with it ends what is held back and the sign that it lives.
        if self.is_held {
            drop(client.batch_execute("ROLLBACK").wait());
        }
        drop(leases::leave(&client, self.node));
        drop(Connection::take(client));
    }
}

impl Log for Postgres {
    fn append(&mut self, batch: &Batch) -> Result<Vec<Hash>, Error> {
        append::append(self, batch)
    }

    fn hold(&mut self) -> Result<(), Error> {
        self.writable()?.batch_execute("BEGIN").wait().map_err(failed)?;
        self.is_held = true;
        Ok(())
    }

    fn keep(&mut self) -> Result<(), Error> {
        let client = self.writable()?;
        let kept = self.fence(client, self.leases.keys().copied()).and_then(|()| append::commit(client));
        self.is_held = false;
        self.let_house_go();
        if kept.is_err() {
            self.standing = Standing::Stopped;
        }
        kept
    }

    fn forget_act(&mut self, number: i64) -> Result<(), Error> {
        execute(self.writable()?, "DELETE FROM acts WHERE number = $1", &[&number]).map(drop)
    }
}

impl Reader for Postgres {
    fn applied(&self, by: &str, id: &str) -> Result<Option<Applied>, Error> {
        read::applied(self.client(), by, id)
    }

    fn streams(&self) -> Result<Vec<Stream>, Error> {
        Ok(read::tips(self.client())?.into_keys().collect())
    }

    fn tip(&self, stream: Stream) -> Result<Tip, Error> {
        match self.tips.get(&stream).filter(|_| self.holds(stream)) {
            Some(tip) => Ok(*tip),
            None => read::tip(self.client(), stream),
        }
    }

    fn tips(&self) -> Result<Witness, Error> {
        read::tips(self.client())
    }

    fn last_ms(&self) -> Result<Option<i64>, Error> {
        read::last_ms(self.client())
    }

    fn entries(&self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Logged>, Error> {
        read::entries(self.client(), stream, from, limit)
    }

    fn ending_at(&self, stream: Stream, number: u64) -> Result<Option<Hash>, Error> {
        read::ending_at(self.client(), stream, number)
    }

    fn checkpoint_until(&self, stream: Stream, number: u64) -> Result<Option<Checkpoint>, Error> {
        read::checkpoint(self.client(), stream, number)
    }

    fn checkpoints(&self, stream: Stream) -> Result<Vec<u64>, Error> {
        let found = "SELECT number FROM checkpoints WHERE stream = $1 ORDER BY number";
        Ok(query(self.client(), found, &[&id(stream)])?.iter().map(|row| unsigned(row, 0)).collect())
    }

    fn rounds(&self, stream: Stream, below: u64, limit: usize) -> Result<Vec<FinishedRound>, Error> {
        read::rounds(self.client(), stream, below, limit)
    }

    fn archives(&self) -> Result<Vec<Archive>, Error> {
        archive::archives(self.client())
    }

    fn archives_at_hand(&self) -> Result<Vec<Archive>, Error> {
        Ok(Vec::new())
    }

    fn archived_until(&self, stream: Stream) -> Result<u64, Error> {
        let last = "SELECT coalesce(max(last), 0) FROM archived WHERE stream = $1";
        Ok(unsigned(&one(self.client(), last, &[&id(stream)])?, 0))
    }

    fn carried(&self) -> Result<BTreeMap<String, Money>, Error> {
        ledger::carried(self.client())
    }

    fn acts(&self) -> Result<Vec<(i64, String)>, Error> {
        let rows = query(self.client(), "SELECT number, body FROM acts ORDER BY number", &[])?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn balances(&self) -> Result<BTreeMap<String, Money>, Error> {
        let rows = query(self.client(), "SELECT account, cents FROM balances", &[])?;
        Ok(rows.iter().map(|row| (row.get(0), Money::cents(row.get(1)))).collect())
    }

    fn transfers(&self, stream: Stream, events: Range<u64>) -> Result<Vec<Transfer>, Error> {
        ledger::transfers(self.client(), stream, events)
    }

    fn hourly(&self, suffix: &str, at_ms: Range<i64>) -> Result<Vec<HourSum>, Error> {
        ledger::hourly(self.client(), suffix, at_ms)
    }

    fn verify(&self, witness: &Witness, progress: &mut dyn FnMut(Progress)) -> Result<Report, Error> {
        if self.is_held {
            return verify::verify(self.client(), witness, progress);
        }
        in_one_moment(self.client(), || verify::verify(self.client(), witness, progress))
    }
}

/// Reads several things as they are at one moment, while others go on writing.
fn in_one_moment<T>(client: &Client, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    client.batch_execute(begin).wait().map_err(failed)?;
    let found = read();
    client.batch_execute("COMMIT").wait().map_err(failed).and(found)
}

/// The rows that a statement gives; it is prepared once for a connection.
fn query(client: &Client, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Error> {
    async {
        let statement = client.prepare_cached(sql).await?;
        client.query(&statement, values).await
    }
    .wait()
    .map_err(failed)
}

fn one(client: &Client, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Row, Error> {
    async {
        let statement = client.prepare_cached(sql).await?;
        client.query_one(&statement, values).await
    }
    .wait()
    .map_err(failed)
}

fn execute(client: &Client, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<u64, Error> {
    async {
        let statement = client.prepare_cached(sql).await?;
        client.execute(&statement, values).await
    }
    .wait()
    .map_err(failed)
}

/// What the database says, in its own words.
fn failed(error: tokio_postgres::Error) -> Error {
    match error.as_db_error() {
        Some(said) if said.code() == &SqlState::LOCK_NOT_AVAILABLE => Error::Storage(Box::new(nodes::HeldUp)),
        Some(said) => Error::Storage(format!("{}: {}", said.severity(), said.message()).into()),
        None => Error::Storage(Box::new(error)),
    }
}

/// A stream as the database has it.
fn id(stream: Stream) -> i64 {
    i64::from(stream.0)
}

/// A number that the program counts from nothing; beyond all counting is the largest.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).max(0).unsigned_abs()
}

fn hash(row: &Row, column: usize) -> Result<Hash, Error> {
    let bytes: &[u8] = row.get(column);
    bytes.try_into().map(Hash::from_bytes).map_err(|_| Error::Storage("a hash has 32 bytes".into()))
}
