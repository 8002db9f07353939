//! A room in one SQLite file.

mod append;
mod ledger;
mod people;
mod read;
mod rounds;
mod schema;
mod verify;

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use money::Money;
use rusqlite::{Connection, OpenFlags};

use crate::{
    Applied, Batch, Checkpoint, Error, FinishedRound, Hash, HourSum, Logged, Progress, Report, Store, Stream,
    Tip, Transfer, Witness,
};

const FILE: &str = "room.sqlite3";
const LOCK: &str = "room.lock";

/// How long to wait for somebody who looks into the file with another program.
const PATIENCE: Duration = Duration::from_secs(5);

/// A room's log, ledger and people in one SQLite file.
pub struct Sqlite {
    connection: Connection,
    /// Where the streams end, so that appending need not ask.
    tips: HashMap<Stream, Tip>,
    standing: Standing,
    /// Whether the file has an index of rounds; one of version 1 that is only read has none.
    has_index: bool,
    /// Held as long as the store is open, and let go by the system when the process dies.
    _lock: Option<File>,
}

/// Whether a store may be written to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Writes,
    ReadsOnly,
    Stopped,
}

impl Sqlite {
    /// Opens the room in a folder for writing; makes the folder and the room if there is none.
    ///
    /// Only one program at a time can do so. The balances are checked against all transfers.
    pub fn open(folder: impl AsRef<Path>) -> Result<Sqlite, Error> {
        let folder = folder.as_ref();
        let lock = make_and_lock(folder)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection =
            Connection::open_with_flags(folder.join(FILE), flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        let journal: String =
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
        if journal != "wal" {
            let source = io::Error::new(io::ErrorKind::Unsupported, "it has no write-ahead log");
            return Err(Error::Folder { folder: folder.to_owned(), source });
        }
        Sqlite::writing(connection, Some(lock))
    }

    /// Opens the room in a folder for reading, also while a server writes to it.
    pub fn open_read_only(folder: impl AsRef<Path>) -> Result<Sqlite, Error> {
        let file = folder.as_ref().join(FILE);
        if !file.is_file() {
            return Err(Error::NoRoom { folder: folder.as_ref().to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        configure(&connection)?;
        schema::check(&connection)?;
        let has_index = schema::version(&connection)? > 1;
        let standing = Standing::ReadsOnly;
        Ok(Sqlite { connection, tips: HashMap::new(), standing, has_index, _lock: None })
    }

    /// Makes a room that is gone when it is dropped.
    pub fn in_memory() -> Result<Sqlite, Error> {
        Sqlite::writing(Connection::open_in_memory()?, None)
    }

    fn writing(mut connection: Connection, lock: Option<File>) -> Result<Sqlite, Error> {
        configure(&connection)?;
        schema::prepare(&mut connection)?;
        if let Some(fault) = ledger::faults(&connection)?.into_iter().next() {
            return Err(Error::Damaged(fault));
        }
        let standing = Standing::Writes;
        let mut store = Sqlite { connection, tips: HashMap::new(), standing, has_index: true, _lock: lock };
        store.tips = store.tips()?.into_iter().collect();
        Ok(store)
    }

    /// The connection to write with, if the store may be written to.
    fn writable(&mut self) -> Result<&mut Connection, Error> {
        match self.standing {
            Standing::Writes => Ok(&mut self.connection),
            Standing::ReadsOnly => Err(Error::ReadOnly),
            Standing::Stopped => Err(Error::Stopped),
        }
    }
}

impl Store for Sqlite {
    fn append(&mut self, batch: &Batch) -> Result<Vec<Hash>, Error> {
        append::append(self, batch)
    }

    fn hold(&mut self) -> Result<(), Error> {
        Ok(self.writable()?.execute_batch("BEGIN IMMEDIATE")?)
    }

    fn keep(&mut self) -> Result<(), Error> {
        let kept = self.writable()?.execute_batch("COMMIT");
        if kept.is_err() {
            self.standing = Standing::Stopped;
        }
        Ok(kept?)
    }

    fn applied(&self, by: &str, id: &str) -> Result<Option<Applied>, Error> {
        read::applied(&self.connection, by, id)
    }

    fn streams(&self) -> Result<Vec<Stream>, Error> {
        read::streams(&self.connection)
    }

    fn tip(&self, stream: Stream) -> Result<Tip, Error> {
        read::tip(&self.connection, stream)
    }

    fn entries(&self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Logged>, Error> {
        read::entries(&self.connection, stream, from, limit)
    }

    fn checkpoint_until(&self, stream: Stream, number: u64) -> Result<Option<Checkpoint>, Error> {
        read::checkpoint(&self.connection, stream, number)
    }

    fn rounds(&self, stream: Stream, below: u64, limit: usize) -> Result<Vec<FinishedRound>, Error> {
        if !self.has_index {
            return Ok(Vec::new());
        }
        rounds::below(&self.connection, stream, below, limit)
    }

    fn balances(&self) -> Result<BTreeMap<String, Money>, Error> {
        ledger::balances(&self.connection)
    }

    fn transfers(&self, stream: Stream, events: Range<u64>) -> Result<Vec<Transfer>, Error> {
        ledger::transfers(&self.connection, stream, events)
    }

    fn hourly(&self, suffix: &str, at_ms: Range<i64>) -> Result<Vec<HourSum>, Error> {
        ledger::hourly(&self.connection, suffix, at_ms)
    }

    fn verify(&self, witness: &Witness, progress: &mut dyn FnMut(Progress)) -> Result<Report, Error> {
        verify::verify(&self.connection, witness, progress)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Storage(Box::new(error))
    }
}

/// Makes the folder if need be and takes its lock.
fn make_and_lock(folder: &Path) -> Result<File, Error> {
    let unusable = |source| Error::Folder { folder: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(unusable)?;
    // A new folder is only there after a power cut if the folder around it is on disk too.
    #[cfg(unix)]
    if let Some(around) = folder.canonicalize().map_err(unusable)?.parent() {
        File::open(around).and_then(|around| around.sync_all()).map_err(unusable)?;
    }
    let lock =
        File::options().create(true).truncate(false).write(true).open(folder.join(LOCK)).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { folder: folder.to_owned() }),
        Err(TryLockError::Error(source)) => Err(unusable(source)),
    }
}

fn configure(connection: &Connection) -> Result<(), Error> {
    connection.busy_timeout(PATIENCE)?;
    // With a write-ahead log, anything less than FULL leaves the newest transactions to the system's caches: a
    // power cut would take back commands that people were told are done.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // 16 MiB, and not more, because SQLite often goes through its whole cache after a commit.
    connection.pragma_update(None, "cache_size", -16_384)?;
    // 8000 pages are 32 MiB: a page that many batches change can then be written back once for all of them.
    connection.pragma_update_and_check(None, "wal_autocheckpoint", 8_000, |_| Ok(()))?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}
