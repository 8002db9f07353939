//! Where a room's log lies, and how it is opened there.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::{Backend, Copied, Database, Error, Person, Postgres, Sqlite, Witness, copy};

/// Where the log, the ledger and the people of a room lie.
#[derive(Clone, Debug)]
pub enum Place {
    /// In a file in this folder.
    Folder(PathBuf),
    /// In a PostgreSQL database.
    Database(Database),
}

impl Place {
    /// Opens the room for writing; makes it if there is none. Only one program at a time can do so.
    ///
    /// # Errors
    /// When it cannot be had, or another program has it.
    pub fn open(&self) -> Result<Box<dyn Backend>, Error> {
        match self {
            Place::Folder(folder) => Ok(Box::new(Sqlite::open(folder)?)),
            Place::Database(database) => Ok(Box::new(Postgres::open(database)?)),
        }
    }

    /// Opens the room as one of several programs that run it together; makes it if there is none. Nothing is held yet.
    ///
    /// # Errors
    /// When it cannot be had, or lies in a file.
    pub fn join(&self) -> Result<Box<dyn Backend>, Error> {
        match self {
            Place::Folder(_) => Err(Error::Alone),
            Place::Database(database) => Ok(Box::new(Postgres::join(database)?)),
        }
    }

    /// The nodes that run the room, each with the protocol that it speaks, before anything is changed for a new one.
    ///
    /// # Errors
    /// When it cannot be had, or lies in a file.
    pub fn protocols(&self) -> Result<Vec<(u64, u32)>, Error> {
        match self {
            Place::Folder(_) => Err(Error::Alone),
            Place::Database(database) => Postgres::protocols(database),
        }
    }

    /// Opens the room for reading, also while a server writes to it.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open_read_only(&self) -> Result<Box<dyn Backend>, Error> {
        self.open_with_archives(&[])
    }

    /// Opens the room for reading, together with its archives: those beside it, and these.
    ///
    /// # Errors
    /// When there is none, it cannot be read, or a file is no archive of it.
    pub fn open_with_archives(&self, elsewhere: &[PathBuf]) -> Result<Box<dyn Backend>, Error> {
        match self {
            Place::Folder(folder) => Ok(Box::new(Sqlite::open_with_archives(folder, elsewhere)?)),
            Place::Database(database) => match elsewhere.first() {
                Some(file) => Err(Error::NoArchive { file: file.clone() }),
                None => Ok(Box::new(Postgres::open_read_only(database)?)),
            },
        }
    }

    /// Copies the room as it is now into a folder that is not there yet or is empty, and gives where its streams end in
    /// the copy.
    ///
    /// # Errors
    /// When there is no room, or the folder is not fit.
    pub fn backup(&self, to: &Path, progress: &mut dyn FnMut(Copied)) -> Result<Witness, Error> {
        match self {
            Place::Folder(folder) => Sqlite::open_read_only(folder)?.backup(to, progress),
            Place::Database(_) => copy::to_folder(self, to, progress),
        }
    }

    /// Moves the room, which nobody may have open, to a place where there is none: a folder that is not there or empty,
    /// or an empty database. Gives where its streams end, the same in both; what was moved stays as it was.
    ///
    /// # Errors
    /// When there is no room, somebody has it open, or there is something already where it should go.
    pub fn copy(&self, to: &Place, progress: &mut dyn FnMut(Copied)) -> Result<Witness, Error> {
        copy::copy(self, to, progress)
    }

    /// Leaves word of something that was done on the machine itself, also while a server has the room open, which writes
    /// it into the log; says whether the room takes it.
    ///
    /// # Errors
    /// When there is no room, or it cannot be written to.
    pub fn leave_act(&self, body: &str) -> Result<bool, Error> {
        match self {
            Place::Folder(folder) => Sqlite::leave_act(folder, body),
            Place::Database(database) => Postgres::leave_act(database, body),
        }
    }

    /// Changes the account of this name and ends its sessions, also while a server has the room open. Gives how many
    /// ended, or nothing if there is nobody of this name.
    ///
    /// # Errors
    /// When there is no room, or it cannot be written to.
    pub fn change_account(
        &self,
        name: &str,
        change: impl FnOnce(&mut Person),
    ) -> Result<Option<usize>, Error> {
        match self {
            Place::Folder(folder) => Sqlite::change_account(folder, name, change),
            Place::Database(database) => Postgres::change_account(database, name, change),
        }
    }
}

impl FromStr for Place {
    type Err = Error;

    /// Reads a folder, or the address of a database.
    fn from_str(text: &str) -> Result<Place, Error> {
        match Database::is_address(text) {
            true => Ok(Place::Database(Database::at(text)?)),
            false => Ok(Place::Folder(PathBuf::from(text))),
        }
    }
}

impl From<&Path> for Place {
    fn from(folder: &Path) -> Place {
        Place::Folder(folder.to_owned())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => folder.display().fmt(f),
            Place::Database(database) => database.fmt(f),
        }
    }
}
