//! A room moved or copied from one database to another, row by row, with every number and hash as it was.

use std::path::Path;

use crate::{Copied, Error, Place, Postgres, Reader as _, Sqlite, Witness};

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Text,
    Bytes,
}

/// What one row has in a column.
pub(crate) enum Value {
    Nothing,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A table that every database of a room has.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) columns: &'static [(&'static str, Kind)],
}

impl Table {
    /// Its columns as SQL lists them.
    pub(crate) fn list(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }
}

use Kind::{Bytes, Number, Text};

/// Every table, those first that others point to; the first columns order each.
pub(crate) const TABLES: [Table; 14] = [
    Table {
        name: "entries",
        columns: &[
            ("sequence", Number),
            ("stream", Number),
            ("first", Number),
            ("count", Number),
            ("at_ms", Number),
            ("sent_by", Text),
            ("id", Text),
            ("body", Text),
            ("hash", Bytes),
        ],
    },
    Table {
        name: "transfers",
        columns: &[
            ("sequence", Number),
            ("place", Number),
            ("event", Number),
            ("from_account", Text),
            ("to_account", Text),
            ("cents", Number),
        ],
    },
    Table { name: "balances", columns: &[("account", Text), ("cents", Number)] },
    Table {
        name: "people",
        columns: &[
            ("id", Number),
            ("name", Text),
            ("small_name", Text),
            ("password", Text),
            ("roles", Text),
            ("created_ms", Number),
        ],
    },
    Table { name: "sessions", columns: &[("token", Bytes), ("person", Number), ("expires_ms", Number)] },
    Table {
        name: "records",
        columns: &[("person", Number), ("record", Number), ("salt", Bytes), ("body", Text)],
    },
    Table { name: "preferences", columns: &[("person", Number), ("body", Text)] },
    Table {
        name: "checkpoints",
        columns: &[("stream", Number), ("number", Number), ("body", Text), ("seal", Bytes)],
    },
    Table {
        name: "rounds",
        columns: &[
            ("stream", Number),
            ("number", Number),
            ("first", Number),
            ("last", Number),
            ("began_ms", Number),
            ("ended_ms", Number),
        ],
    },
    Table {
        name: "nets",
        columns: &[("stream", Number), ("number", Number), ("person", Number), ("cents", Number)],
    },
    Table { name: "sealed_balances", columns: &[("sequence", Number), ("seal", Bytes)] },
    Table {
        name: "archived",
        columns: &[
            ("stream", Number),
            ("first", Number),
            ("last", Number),
            ("entries", Number),
            ("before", Bytes),
            ("hash", Bytes),
            ("state", Bytes),
            ("name", Text),
        ],
    },
    Table { name: "carried", columns: &[("name", Text), ("account", Text), ("cents", Number)] },
    Table { name: "acts", columns: &[("number", Number), ("body", Text)] },
];

/// How many rows go at once.
pub(crate) const PAGE: usize = 1_000;

/// Takes some rows of a table.
pub(crate) type Take<'a> = &'a mut dyn FnMut(&Table, Vec<Vec<Value>>) -> Result<(), Error>;

/// Copies a room that nobody else writes to meanwhile into a place where there is none: a folder that is not there or
/// empty, or an empty database. Gives where its streams end, the same in both.
pub(crate) fn copy(from: &Place, to: &Place, progress: &mut dyn FnMut(Copied)) -> Result<Witness, Error> {
    match (from, to) {
        (Place::Folder(from), Place::Folder(to)) => {
            drop(Sqlite::open_read_only(from)?);
            Sqlite::open(from)?.backup(to, progress)
        }
        (Place::Folder(from), Place::Database(to)) => {
            // Opening one to write would make it; one of an earlier version gets what it lacks.
            drop(Sqlite::open_read_only(from)?);
            let room = Sqlite::open(from)?;
            Postgres::fill(to, room.given()?, &mut |take| {
                room.rows(&mut counted(room.row_count()?, progress, take))
            })?;
            same(room.tips()?, &Postgres::open_read_only(to)?)
        }
        (Place::Database(from), Place::Database(to)) => {
            drop(Postgres::open_read_only(from)?);
            let room = Postgres::open(from)?;
            let rows = room.row_count()?;
            Postgres::fill(to, room.given()?, &mut |take| room.rows(&mut counted(rows, progress, take)))?;
            same(room.tips()?, &Postgres::open_read_only(to)?)
        }
        (Place::Database(database), Place::Folder(to)) => {
            drop(Postgres::open_read_only(database)?);
            let _held = Postgres::open(database)?;
            to_folder(from, to, progress)
        }
    }
}

/// Copies a room as it is at one moment, also while it is written to, into a folder that is not there or empty.
pub(crate) fn to_folder(from: &Place, to: &Path, progress: &mut dyn FnMut(Copied)) -> Result<Witness, Error> {
    let Place::Database(database) = from else {
        return copy(from, &Place::Folder(to.to_owned()), progress);
    };
    let room = Postgres::open_read_only(database)?;
    room.at_one_moment(|| {
        let rows = room.row_count()?;
        Sqlite::fill(to, room.given()?, &mut |take| room.rows(&mut counted(rows, progress, take)))?;
        same(room.tips()?, &Sqlite::open_read_only(to)?)
    })
}

/// Tells how far a copy is while rows are taken.
fn counted<'a>(
    of: u64,
    progress: &'a mut dyn FnMut(Copied),
    take: Take<'a>,
) -> impl FnMut(&Table, Vec<Vec<Value>>) -> Result<(), Error> + 'a {
    let mut pages = 0;
    move |table, rows| {
        pages += rows.len() as u64;
        take(table, rows)?;
        progress(Copied { pages, of });
        Ok(())
    }
}

/// Refuses a copy whose streams end elsewhere than those that were copied.
fn same(tips: Witness, copy: &dyn crate::Reader) -> Result<Witness, Error> {
    if copy.tips()? == tips {
        Ok(tips)
    } else {
        Err(Error::Storage("the copy is not what was copied".into()))
    }
}
