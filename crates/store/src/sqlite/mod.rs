//! A room in one SQLite file.

mod acts;
mod append;
mod archive;
mod attached;
mod backup;
mod copy;
mod leases;
mod ledger;
mod nodes;
mod pause;
mod people;
mod private;
mod read;
mod rounds;
mod schema;
mod sealed;
mod verify;
mod write_back;

pub use archive::is_archive_name;

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use money::Money;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use write_back::WriteBack;

use crate::{
    Applied, Archive, Archived, Batch, Checkpoint, Copied, Entry, Error, Fault, FinishedRound, Hash, HourSum,
    Log, Logged, Progress, Reader, Report, Stream, Tip, Transfer, Witness,
};

const FILE: &str = "room.sqlite3";
const LOCK: &str = "room.lock";
/// A room that is being made.
const UNFINISHED: &str = "room.sqlite3.new";

/// How long to wait for somebody who looks into the file with another program.
const PATIENCE: Duration = Duration::from_secs(5);

/// A room's log, ledger and people in one SQLite file.
pub struct Sqlite {
    /// What brings the write-ahead log back into the file; it ends before the connection is closed.
    write_back: WriteBack,
    connection: Connection,
    /// Where the streams end, so that whoever writes need not ask.
    tips: HashMap<Stream, Tip>,
    standing: Standing,
    /// Whether the file has an index of rounds; one of version 1 that is only read has none.
    has_index: bool,
    /// Whether the file knows of archives; one of an earlier version that is only read does not.
    has_archives: bool,
    /// What is wrong with archives that are there and cannot be used.
    unused: Vec<Fault>,
    /// Whether something was removed for good that the log beside the file may still have.
    is_untidy: bool,
    /// Held as long as the store is open, and let go by the system when the process dies.
    lock: Option<File>,
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
    /// Only one program at a time can do so. The balances are checked against their seal and the transfers since.
    pub fn open(folder: impl AsRef<Path>) -> Result<Sqlite, Error> {
        let folder = folder.as_ref();
        let lock = make_and_lock(folder)?;
        make_unless_there(folder)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(folder.join(FILE), flags)?;
        // Before anything is changed about a file that may be somebody else's.
        schema::check(&connection)?;
        let journal: String =
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
        if journal != "wal" {
            let source = io::Error::new(io::ErrorKind::Unsupported, "it has no write-ahead log");
            return Err(Error::Folder { folder: folder.to_owned(), source });
        }
        let store = Sqlite::writing(connection, Some(lock))?;
        archive::close_to_others(&store.connection, folder)?;
        Ok(store)
    }

    /// Opens the room in a folder for reading, also while a server writes to it, and also where nothing can be
    /// written.
    pub fn open_read_only(folder: impl AsRef<Path>) -> Result<Sqlite, Error> {
        Sqlite::open_with_archives(folder, &[])
    }

    /// Opens the room in a folder for reading, together with those of its archives that lie in the folder or elsewhere:
    /// then it is as if nothing had ever been taken out of it.
    pub fn open_with_archives(folder: impl AsRef<Path>, elsewhere: &[PathBuf]) -> Result<Sqlite, Error> {
        let folder = folder.as_ref();
        let file = folder.join(FILE);
        if !file.is_file() {
            return Err(Error::NoRoom { folder: folder.to_owned() });
        }
        let connection = match reading(&file, "") {
            // SQLite wants to make a file beside it, which cannot be had on a medium that is only read. If nobody
            // has the room open, there is nothing beside it to know of.
            Err(error) if cannot_write(&error) => {
                let beside = |end: &str| folder.join(format!("{FILE}{end}")).metadata();
                if beside("-wal").is_ok_and(|file| file.len() > 0) || beside("-shm").is_ok() {
                    return Err(Error::Unmoved { folder: folder.to_owned() });
                }
                reading(&file, "?immutable=1")?
            }
            opened => opened?,
        };
        let version = schema::version(&connection)?;
        let (has_index, has_archives) = (version > 1, version > 3);
        let unused = attached::attach(&connection, folder, elsewhere)?;
        let (tips, standing) = (HashMap::new(), Standing::ReadsOnly);
        let write_back = WriteBack::default();
        Ok(Sqlite {
            write_back,
            connection,
            tips,
            standing,
            has_index,
            has_archives,
            unused,
            is_untidy: false,
            lock: None,
        })
    }

    /// Makes a room that is gone when it is dropped.
    pub fn in_memory() -> Result<Sqlite, Error> {
        let mut connection = Connection::open_in_memory()?;
        schema::make(&mut connection)?;
        Sqlite::writing(connection, None)
    }

    fn writing(mut connection: Connection, lock: Option<File>) -> Result<Sqlite, Error> {
        configure(&connection)?;
        schema::prepare(&mut connection)?;
        sealed::check(&connection)?;
        let tips = read::tips(&connection)?;
        let standing = Standing::Writes;
        Ok(Sqlite {
            write_back: WriteBack::default(),
            connection,
            tips,
            standing,
            has_index: true,
            has_archives: true,
            unused: Vec::new(),
            is_untidy: false,
            lock,
        })
    }

    /// Copies the room as it is now into a folder that is not there yet or is empty, also while a server writes to
    /// the room, and gives where its streams end in the copy. An interrupted copy never looks like a room.
    pub fn backup(
        &self,
        folder: impl AsRef<Path>,
        progress: &mut dyn FnMut(Copied),
    ) -> Result<Witness, Error> {
        backup::backup(&self.connection, folder.as_ref(), progress)
    }

    /// Moves what came up to each of these states into an archive of this name beside the room, and writes the entry
    /// that `note` makes of it. The first entry of a stream stays, the newest one, and the state to go on from. Gives
    /// what was moved.
    pub fn archive(
        &mut self,
        folder: impl AsRef<Path>,
        name: &str,
        states: &[Checkpoint],
        note: &mut dyn FnMut(&Archive) -> Entry,
    ) -> Result<Vec<Archived>, Error> {
        archive::archive(self, folder.as_ref(), name, states, note)
    }

    /// Leaves word of something that was done on the machine itself, also while a server has the room open, which
    /// writes it into the log. A room of an earlier version takes none, which is what it says then.
    pub fn leave_act(folder: impl AsRef<Path>, body: &str) -> Result<bool, Error> {
        acts::leave(&folder.as_ref().join(FILE), body)
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

impl Log for Sqlite {
    fn append(&mut self, batch: &Batch) -> Result<Vec<Hash>, Error> {
        let hashes = append::append(self, batch)?;
        self.tidy()?;
        Ok(hashes)
    }

    fn hold(&mut self) -> Result<(), Error> {
        Ok(self.writable()?.execute_batch("BEGIN IMMEDIATE")?)
    }

    fn keep(&mut self) -> Result<(), Error> {
        let kept = self.writable()?.execute_batch("COMMIT");
        if kept.is_err() {
            self.standing = Standing::Stopped;
        }
        self.write_back.after_batch(&self.connection);
        kept?;
        self.tidy()
    }

    fn forget_act(&mut self, number: i64) -> Result<(), Error> {
        acts::forget(self.writable()?, number)
    }
}

impl Reader for Sqlite {
    fn applied(&self, by: &str, id: &str) -> Result<Option<Applied>, Error> {
        read::applied(&self.connection, by, id)
    }

    fn streams(&self) -> Result<Vec<Stream>, Error> {
        read::streams(&self.connection)
    }

    fn tip(&self, stream: Stream) -> Result<Tip, Error> {
        // Nobody else writes, so that whoever does knows; what was written last may be held back still.
        match self.standing {
            Standing::Writes => Ok(self.tips.get(&stream).copied().unwrap_or_default()),
            Standing::ReadsOnly | Standing::Stopped => read::tip(&self.connection, stream),
        }
    }

    fn last_ms(&self) -> Result<Option<i64>, Error> {
        read::last_ms(&self.connection)
    }

    fn entries(&self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Logged>, Error> {
        read::entries(&self.connection, stream, from, limit)
    }

    fn ending_at(&self, stream: Stream, number: u64) -> Result<Option<Hash>, Error> {
        read::ending_at(&self.connection, stream, number)
    }

    fn checkpoint_until(&self, stream: Stream, number: u64) -> Result<Option<Checkpoint>, Error> {
        read::checkpoint(&self.connection, stream, number)
    }

    fn checkpoints(&self, stream: Stream) -> Result<Vec<u64>, Error> {
        read::checkpoints(&self.connection, stream)
    }

    fn rounds(&self, stream: Stream, below: u64, limit: usize) -> Result<Vec<FinishedRound>, Error> {
        if !self.has_index {
            return Ok(Vec::new());
        }
        rounds::below(&self.connection, stream, below, limit)
    }

    fn archives(&self) -> Result<Vec<Archive>, Error> {
        if self.has_archives { archive::archives(&self.connection) } else { Ok(Vec::new()) }
    }

    fn archives_at_hand(&self) -> Result<Vec<Archive>, Error> {
        if self.has_archives { archive::at_hand(&self.connection) } else { Ok(Vec::new()) }
    }

    fn archived_until(&self, stream: Stream) -> Result<u64, Error> {
        if self.has_archives { archive::until(&self.connection, stream) } else { Ok(0) }
    }

    fn acts(&self) -> Result<Vec<(i64, String)>, Error> {
        if self.has_archives { acts::left(&self.connection) } else { Ok(Vec::new()) }
    }

    fn carried(&self) -> Result<BTreeMap<String, Money>, Error> {
        if self.has_archives { ledger::carried(&self.connection) } else { Ok(BTreeMap::new()) }
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
        let mut report = verify::verify(&self.connection, witness, progress)?;
        report.faults.extend(self.unused.iter().cloned());
        Ok(report)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Storage(Box::new(error))
    }
}

/// Opens a file for reading, with something to add to its name.
fn reading(file: &Path, how: &str) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = match how {
        "" => Connection::open_with_flags(file, flags)?,
        how => {
            let name = format!("file:{}{how}", in_address(file));
            Connection::open_with_flags(name, flags | OpenFlags::SQLITE_OPEN_URI)?
        }
    };
    configure(&connection)?;
    schema::check(&connection)?;
    Ok(connection)
}

/// A path with every letter written out that means something in an address.
fn in_address(file: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    let written = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    file.as_os_str().as_encoded_bytes().iter().copied().map(written).collect()
}

/// Whether something failed because a file cannot be made or written.
fn cannot_write(error: &Error) -> bool {
    let Error::Storage(source) = error else { return false };
    let code = source.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error_code);
    matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Makes the folder if need be and takes its lock.
fn make_and_lock(folder: &Path) -> Result<File, Error> {
    let unusable = |source| Error::Folder { folder: folder.to_owned(), source };
    private::folder(folder).map_err(unusable)?;
    // A new folder is only there after a power cut if the folder around it is on disk too.
    if let Some(around) = folder.canonicalize().map_err(unusable)?.parent() {
        sync_folder(around).map_err(unusable)?;
    }
    let lock = private::file(&folder.join(LOCK)).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { folder: folder.to_owned() }),
        Err(TryLockError::Error(source)) => Err(unusable(source)),
    }
}

/// Makes a new room where there is none: under another name until it is whole, so that no half-made file ever looks
/// like a room, and an empty one never is ours.
fn make_unless_there(folder: &Path) -> Result<(), Error> {
    let unusable = |source| Error::Folder { folder: folder.to_owned(), source };
    let (file, unfinished) = (folder.join(FILE), folder.join(UNFINISHED));
    if file.try_exists().map_err(unusable)? {
        // SQLite gives the files that it makes beside it the same permissions.
        return private::close_to_others(&file).map_err(unusable);
    }
    let beside = folder.join(format!("{FILE}-wal"));
    if beside.metadata().is_ok_and(|beside| beside.len() > 0) {
        let what = "room.sqlite3-wal is there without it, so that it was moved or removed";
        return Err(Error::NotARoom { what: what.to_owned() });
    }
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unusable(error)),
        _ => {}
    }
    private::file(&unfinished).map_err(unusable)?;
    let mut connection = Connection::open(&unfinished)?;
    schema::make(&mut connection)?;
    connection.close().map_err(|(_, error)| error)?;
    fs::rename(&unfinished, &file).map_err(unusable)?;
    sync_folder(folder).map_err(unusable)
}

/// Puts the names in a folder on disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
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
    connection.pragma_update_and_check(None, "wal_autocheckpoint", write_back::PAGES_MOST, |_| Ok(()))?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}
