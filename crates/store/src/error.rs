//! What can go wrong, in sentences for people.

use std::fmt;
use std::io;
use std::path::PathBuf;

use money::Money;

use crate::{Fault, Scope, Stream};

/// Why a store did not do what it was asked.
#[derive(Debug)]
pub enum Error {
    /// Another program has the folder open for writing.
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no room to read in the folder.
    NoRoom {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder cannot be made or used.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The folder for a copy holds something already.
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
    /// There is an archive of this name.
    ArchiveThere {
        /// The file.
        file: PathBuf,
    },
    /// An archive lies beside its room, under a name and not a path.
    ArchiveName {
        /// The name that was wanted.
        name: String,
    },
    /// A file is no archive of the room.
    NoArchive {
        /// The file.
        file: PathBuf,
    },
    /// The newest entries cannot be read where nothing can be written.
    Unmoved {
        /// The folder.
        folder: PathBuf,
    },
    /// The log was written by another version of the program.
    OtherVersion {
        /// The version of the log's tables.
        found: i64,
        /// The version that this program reads and writes.
        known: i64,
    },
    /// The file is a database, but not a room's.
    NotARoom {
        /// What gave it away.
        what: String,
    },
    /// The batch or person is not fit to be written; nothing was changed.
    Refused(Refusal),
    /// What the store holds contradicts itself.
    Damaged(Fault),
    /// The address of a database cannot be read.
    Address {
        /// Why not.
        what: String,
    },
    /// A database does not answer.
    Unreached {
        /// Its address, without the password.
        address: String,
        /// What the system says.
        what: String,
    },
    /// A database's servers are not what its address asks for.
    Unsafe {
        /// Its address, without the password.
        address: String,
        /// What is not so.
        what: String,
    },
    /// No server of a database takes what is written.
    NoPrimary {
        /// Its address, without the password.
        address: String,
        /// What the servers are.
        what: String,
    },
    /// Several servers of a database take what is written, and nobody knows which goes on with it.
    Primaries {
        /// Its address, without the password.
        address: String,
        /// Which.
        servers: String,
    },
    /// A database holds no room.
    NotOurs {
        /// What gave it away.
        what: String,
    },
    /// The database for a copy holds a room already.
    RoomThere {
        /// Its address, without the password.
        address: String,
    },
    /// A text holds a character that the database of a copy does not keep.
    Unkept {
        /// Its table.
        table: &'static str,
        /// Which of its rows, by its first column.
        row: String,
        /// In which column.
        column: &'static str,
    },
    /// Somebody else who lives holds a lease.
    Taken {
        /// What it is of.
        scope: Scope,
        /// Who holds it.
        node: u64,
    },
    /// A lease that was held is somebody else's now, so that nothing was written.
    Lost {
        /// What it is of.
        scope: Scope,
    },
    /// Several programs are to run a room that lies in a file.
    Alone,
    /// The store was opened for reading only.
    ReadOnly,
    /// An earlier write failed, so that nobody knows how much of it is on disk.
    Stopped,
    /// The storage underneath failed.
    Storage(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::InUse { folder } => write!(
                f,
                "another program has the room in {} open: stop it, or choose another folder",
                folder.display()
            ),
            Error::NoRoom { folder } => write!(
                f,
                "there is no room in {}: name the folder that holds room.sqlite3",
                folder.display()
            ),
            Error::Folder { folder, source } => write!(
                f,
                "the folder {} cannot be used ({source}): choose one that you may write to",
                folder.display()
            ),
            Error::NotEmpty { folder } => write!(
                f,
                "{} is there already and not empty, and nothing is written over: name a folder that is not there",
                folder.display()
            ),
            Error::ArchiveThere { file } => write!(
                f,
                "{} is there already, and no archive is ever written over: choose another month, or move it if the \
                 room still holds everything",
                file.display()
            ),
            Error::ArchiveName { name } => write!(
                f,
                "{name:?} is no name of an archive, which lies in the folder of its room: use letters, digits, dashes and \
                 dots, such as archive-before-2026-07.sqlite3"
            ),
            Error::NoArchive { file } => {
                write!(f, "{} is no archive of this room: name the file as it was made", file.display())
            }
            Error::Unmoved { folder } => write!(
                f,
                "the newest entries in {} lie in room.sqlite3-wal and cannot be read there: copy the folder to where \
                 it can be written",
                folder.display()
            ),
            Error::OtherVersion { found, known } if found > known => write!(
                f,
                "the log has version {found} and this program knows version {known}: use a newer program"
            ),
            Error::OtherVersion { found, known } => write!(
                f,
                "the log has version {found} and this program knows version {known}: use the program that wrote it"
            ),
            Error::NotARoom { what } => {
                write!(f, "room.sqlite3 is not a room's log ({what}): choose another folder")
            }
            Error::Refused(refusal) => refusal.fmt(f),
            Error::Damaged(fault) => write!(f, "the log is damaged ({fault}): restore it from a copy"),
            Error::Address { what } => {
                write!(f, "the database's address cannot be read ({what}): write postgres://USER@HOST/DATABASE")
            }
            Error::Unreached { address, what } => {
                write!(f, "the database {address} cannot be reached ({what}): start it, or name another")
            }
            Error::Unsafe { address, what } => {
                write!(f, "the database {address} is not safe to talk to ({what}): see sslmode in docs/keeping.md")
            }
            Error::NoPrimary { address, what } => {
                write!(f, "the database {address} takes nothing that is written ({what}): promote a standby")
            }
            Error::Primaries { address, servers } => write!(
                f,
                "{servers} of the database {address} go on apart from each other: stop those that do not belong to the room"
            ),
            Error::NotOurs { what } => {
                write!(f, "the database holds no room ({what}): name one that does, or an empty one to `serve`")
            }
            Error::RoomThere { address } => write!(
                f,
                "{address} holds a room already, and nothing is written over: name an empty database"
            ),
            Error::Unkept { table, row, column } => write!(
                f,
                "{column} of {row} in the table {table} has a NUL character in it, which PostgreSQL does not keep and the log \
                 proves as it is: keep the room in its folder, or begin a new one in the database"
            ),
            Error::Taken { scope, node } => {
                write!(f, "another program (node {node}) runs {scope}: stop it, or choose another room")
            }
            Error::Lost { scope } => write!(
                f,
                "another program has taken {scope} over, so nothing more is written here: let that one go on, or stop it \
                 and open the room again"
            ),
            Error::Alone => f.write_str(
                "a room in a file is run by one program: move it to a database with `cardroom copy` for several",
            ),
            Error::ReadOnly => {
                f.write_str("the log was opened for reading only: open it for writing to change it")
            }
            Error::Stopped => f.write_str(
                "the log could not be written earlier, so nothing more is accepted: mend the disk and open it again",
            ),
            Error::Storage(source) => write!(f, "the log cannot be read or written: {source}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Folder { source, .. } => Some(source),
            Error::Storage(source) => Some(source.as_ref()),
            _ => None,
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Refused(refusal)
    }
}

/// Why something is not fit to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// An entry leaves a gap after the entry before it, or overlaps it.
    Number {
        /// The stream.
        stream: Stream,
        /// The number that its next entry must start with.
        expected: u64,
        /// The number that the entry starts with.
        found: u64,
    },
    /// An entry holds no event.
    NoEvents {
        /// The stream.
        stream: Stream,
        /// The number that the entry starts with.
        first: u64,
    },
    /// The body of an entry is not JSON.
    NotJson {
        /// The stream.
        stream: Stream,
        /// The number that the entry starts with.
        first: u64,
        /// Where and why it is not.
        reason: String,
    },
    /// The sender has used this command id before.
    Duplicate {
        /// The sender.
        by: String,
        /// The sender's id for the command.
        id: String,
    },
    /// A transfer names an event outside of its entry.
    OtherEvent {
        /// The stream.
        stream: Stream,
        /// The event that it names.
        event: u64,
        /// The first event of its entry.
        first: u64,
        /// The last event of its entry.
        last: u64,
    },
    /// A transfer moves nothing or less.
    Amount {
        /// The stream.
        stream: Stream,
        /// The event that caused it.
        event: u64,
        /// The amount.
        amount: Money,
    },
    /// A transfer pays the account that it takes from.
    SameAccount {
        /// The stream.
        stream: Stream,
        /// The event that caused it.
        event: u64,
        /// The account.
        account: String,
    },
    /// A balance would be beyond what can be counted.
    TooMuch {
        /// The account.
        account: String,
    },
    /// An account that may not would hold less than nothing.
    Short {
        /// The account.
        account: String,
    },
    /// The body of a checkpoint is not JSON.
    CheckpointNotJson {
        /// The stream.
        stream: Stream,
        /// The event after which it was made.
        number: u64,
        /// Where and why it is not.
        reason: String,
    },
    /// No entry ends where a checkpoint was made.
    CheckpointInside {
        /// The stream.
        stream: Stream,
        /// The event after which it was made.
        number: u64,
    },
    /// Somebody has this name already, perhaps in other letters.
    NameTaken {
        /// The name.
        name: String,
    },
    /// Somebody has this number already.
    PersonTaken {
        /// The number.
        id: u32,
    },
    /// Nobody has this number.
    NoPerson {
        /// The number.
        id: u32,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Number { stream, expected, found } => {
                write!(f, "{stream}: the next entry must start with event {expected}, not {found}")
            }
            Refusal::NoEvents { stream, first } => {
                write!(f, "{stream}, entry {first}: an entry must hold at least one event")
            }
            Refusal::NotJson { stream, first, reason } => {
                write!(f, "{stream}, entry {first}: the body must be JSON ({reason})")
            }
            Refusal::Duplicate { by, id } => {
                write!(f, "{by} has sent the command {id} before: ask for its answer, or send a new id")
            }
            Refusal::OtherEvent { stream, event, first, last } => write!(
                f,
                "{stream}, entry {first}: a transfer names event {event}, but the entry holds {first} to {last}"
            ),
            Refusal::Amount { stream, event, amount } => {
                write!(f, "{stream}, event {event}: a transfer must move more than nothing, not {amount}")
            }
            Refusal::SameAccount { stream, event, account } => {
                write!(f, "{stream}, event {event}: a transfer must go to another account than {account}")
            }
            Refusal::TooMuch { account } => {
                write!(f, "the balance of {account} would be too large to count: move less")
            }
            Refusal::Short { account } => {
                write!(f, "{account} holds less than would be taken from it: take less")
            }
            Refusal::CheckpointNotJson { stream, number, reason } => {
                write!(f, "{stream}: the checkpoint after event {number} must be JSON ({reason})")
            }
            Refusal::CheckpointInside { stream, number } => {
                write!(
                    f,
                    "{stream}: a checkpoint must be made where an entry ends, and none ends at {number}"
                )
            }
            Refusal::NameTaken { name } => write!(f, "the name {name} is taken: choose another"),
            Refusal::PersonTaken { id } => write!(f, "person {id} exists already: choose another number"),
            Refusal::NoPerson { id } => write!(f, "there is no person {id}: add the person first"),
        }
    }
}
