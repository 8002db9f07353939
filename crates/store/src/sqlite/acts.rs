//! What was done on the machine itself, beside an open room: it waits here until the room writes it into the log.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{PATIENCE, schema};
use crate::Error;

/// Leaves word of an act; says whether the room has a place for it.
pub(super) fn leave(file: &Path, body: &str) -> Result<bool, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(PATIENCE)?;
    schema::check(&connection)?;
    if schema::version(&connection)? < 4 {
        return Ok(false);
    }
    connection.execute("INSERT INTO acts (body) VALUES (?1)", [body])?;
    Ok(true)
}

/// The acts that wait, in their order.
pub(super) fn left(connection: &Connection) -> Result<Vec<(i64, String)>, Error> {
    let mut statement = connection.prepare_cached("SELECT number, body FROM acts ORDER BY number")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Takes an act away that the log has.
pub(super) fn forget(connection: &Connection, number: i64) -> Result<(), Error> {
    connection.prepare_cached("DELETE FROM acts WHERE number = ?1")?.execute([number])?;
    Ok(())
}
