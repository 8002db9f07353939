//! Archives that are read together with their room, as if they had never been taken out of it: each table is a view of
//! the room's own and those of its archives.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};

use super::{archive, schema};
use crate::{Archived, Error, Fault, Hash};

/// SQLite reads so many files beside one; the newest archives come first.
const MOST: usize = 10;

/// The tables whose old rows lie in archives.
const JOINED: [&str; 5] = ["entries", "transfers", "checkpoints", "rounds", "nets"];

/// Reads the archives of a room with it: those that lie in its folder, or elsewhere under the same name. Gives what is
/// wrong with those that are there and cannot be used.
pub(super) fn attach(
    connection: &Connection,
    folder: &Path,
    elsewhere: &[PathBuf],
) -> Result<Vec<Fault>, Error> {
    let names = if schema::version(connection)? > 3 { archive::known(connection)? } else { Vec::new() };
    let name_of = |file: &PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned());
    if let Some(file) = elsewhere.iter().find(|file| name_of(file).is_none_or(|name| !names.contains(&name)))
    {
        return Err(Error::NoArchive { file: file.clone() });
    }
    let (mut read, mut faults): (Vec<&String>, Vec<Fault>) = (Vec::new(), Vec::new());
    for name in names.iter().rev() {
        // Whoever writes to the file does not send its readers elsewhere.
        if !archive::is_archive_name(name) {
            faults
                .push(Fault::Archive { name: name.clone(), what: "that is a path, and no name".to_owned() });
            continue;
        }
        let given = elsewhere.iter().find(|file| name_of(file).as_ref() == Some(name));
        let file = given.cloned().unwrap_or_else(|| folder.join(name));
        if read.len() == MOST || (given.is_none() && !file.is_file()) {
            continue;
        }
        match attach_one(connection, &file, &format!("archive_{}", read.len()), name) {
            Ok(()) => read.push(name),
            Err(what) => faults.push(Fault::Archive { name: name.clone(), what }),
        }
    }
    if !read.is_empty() {
        make_views(connection, &read)?;
    }
    Ok(faults)
}

fn attach_one(connection: &Connection, file: &Path, schema: &str, name: &str) -> Result<(), String> {
    if !file.is_file() {
        return Err("there is no such file".to_owned());
    }
    connection
        .execute(&format!("ATTACH DATABASE ?1 AS {schema}"), [file.to_string_lossy()])
        .map_err(|error| error.to_string())?;
    let checked = check(connection, schema, name);
    if checked.is_err() {
        connection.execute_batch(&format!("DETACH DATABASE {schema}")).map_err(|error| error.to_string())?;
    }
    checked
}

/// Whether it is the archive that the log names: each part ends in the same entry.
fn check(connection: &Connection, schema: &str, name: &str) -> Result<(), String> {
    let faults = schema::faults_of(connection, schema).map_err(|error| error.to_string())?;
    if let Some(fault) = faults.first() {
        return Err(fault.to_string());
    }
    for part in archive::parts_of(connection, name).map_err(|error| error.to_string())? {
        let Archived { stream, last, hash, .. } = part;
        let found: Option<[u8; 32]> = connection
            .query_row(
                &format!(
                    "SELECT hash FROM {schema}.entries
                     WHERE stream = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1"
                ),
                params![stream.0, last],
                |row| row.get(0),
            )
            .optional()
            .map_err(|error| error.to_string())?;
        if found.map(Hash::from_bytes) != Some(hash) {
            return Err(format!("{stream} does not end there as the log says"));
        }
    }
    Ok(())
}

/// A view has the name of the table that it takes the place of. What lies in no archive that is read stays known as such.
fn make_views(connection: &Connection, read: &[&String]) -> Result<(), Error> {
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    for table in JOINED {
        let others: Vec<String> = (0..read.len())
            .map(|place| format!(" UNION ALL SELECT * FROM archive_{place}.{table}"))
            .collect();
        let view = format!("CREATE TEMP VIEW {table} AS SELECT * FROM main.{table}{}", others.concat());
        connection.execute_batch(&view)?;
    }
    let names: Vec<String> = read.iter().map(|name| format!("'{}'", name.replace('\'', "''"))).collect();
    for table in ["archived", "carried"] {
        let names = names.join(", ");
        let view =
            format!("CREATE TEMP VIEW {table} AS SELECT * FROM main.{table} WHERE name NOT IN ({names})");
        connection.execute_batch(&view)?;
    }
    Ok(())
}
