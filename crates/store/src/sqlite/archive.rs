//! Archives: old entries leave the room's file for one of their own, and the log keeps where they began and ended. Read
//! together with its archives a room is whole again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::pause::pause;
use super::read::bytes;
use super::{Sqlite, append, private, read, schema, sealed, sync_folder};
use crate::{Archive, Archived, Batch, Checkpoint, Entry, Error, Fault, Hash, Stream, chain};

/// What is moved, by the table it lies in, and which rows belong to a part of a stream. The state after the part stays,
/// so that the stream goes on from it; the one before goes along, so that the part can be played by itself.
const MOVED: [(&str, &str); 5] = [
    (
        "transfers",
        "sequence IN (SELECT sequence FROM main.entries WHERE stream = ?1 AND first BETWEEN ?2 AND ?3)",
    ),
    ("entries", "stream = ?1 AND first BETWEEN ?2 AND ?3"),
    ("checkpoints", "stream = ?1 AND number >= ?2 - 1 AND number < ?3"),
    (
        "nets",
        "stream = ?1 AND number IN
         (SELECT number FROM main.rounds WHERE stream = ?1 AND first >= ?2 AND last <= ?3)",
    ),
    ("rounds", "stream = ?1 AND first >= ?2 AND last <= ?3"),
];

/// Moves what came up to each of some states into an archive beside the room, and writes an entry that says so.
pub(super) fn archive(
    store: &mut Sqlite,
    folder: &Path,
    name: &str,
    states: &[Checkpoint],
    note: &mut dyn FnMut(&Archive) -> Entry,
) -> Result<Vec<Archived>, Error> {
    store.writable()?;
    if !is_archive_name(name) {
        return Err(Error::ArchiveName { name: name.to_owned() });
    }
    let parts = parts(&store.connection, states)?;
    let file = folder.join(name);
    if parts.is_empty() {
        return Ok(parts);
    }
    if known(&store.connection)?.iter().any(|known| known == name) {
        return Err(Error::ArchiveThere { file });
    }
    // One that the log does not know was left by an interrupted try; it is taken as it is if it holds exactly this.
    if !file.exists() {
        make(&store.connection, folder, &file, &parts)?;
    }
    private::close_to_others(&file).map_err(|source| Error::Folder { folder: folder.to_owned(), source })?;
    pause("archive-made");
    attached(&store.connection, &file, |connection| {
        if holds(connection, &parts)? { Ok(()) } else { Err(Error::ArchiveThere { file: file.clone() }) }
    })?;
    let carried = carried_by(&store.connection, &parts)?;
    let archive = Archive { name: name.to_owned(), parts, moved: chain::moved_seal(&carried) };
    let batch = Batch { entries: vec![note(&archive)], ..Batch::default() };
    let linked = batch.link(&store.tips)?;
    let transaction = store.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    keep(&transaction, &archive, &carried, states)?;
    forget(&transaction, &archive.parts)?;
    append::write(&transaction, &batch, &linked)?;
    sealed::anew(&transaction)?;
    pause("archive-cut");
    transaction.commit()?;
    store.tips.extend(linked.tips);
    // The file gives the space back.
    store.connection.execute_batch("VACUUM")?;
    Ok(archive.parts)
}

/// Whether a text names an archive, and no path that leads elsewhere.
#[must_use]
pub fn is_archive_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)
}

/// Closes the archives that lie beside a room to everybody else, as the room is.
pub(super) fn close_to_others(connection: &Connection, folder: &Path) -> Result<(), Error> {
    for name in known(connection)?.into_iter().filter(|name| is_archive_name(name)) {
        match private::close_to_others(&folder.join(name)) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(Error::Folder { folder: folder.to_owned(), source });
            }
            _ => {}
        }
    }
    Ok(())
}

/// The names of the archives that the log knows.
pub(super) fn known(connection: &Connection) -> Result<Vec<String>, Error> {
    let mut statement = connection.prepare_cached("SELECT DISTINCT name FROM archived ORDER BY name")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What is to be moved: of each stream everything between its first entry, or what was moved before, and its state.
/// The newest entry of a stream always stays.
fn parts(connection: &Connection, states: &[Checkpoint]) -> Result<Vec<Archived>, Error> {
    let mut parts = Vec::new();
    for Checkpoint { stream, number: last, body } in states {
        let (stream, last) = (*stream, *last);
        let opening: Option<u64> = connection
            .prepare_cached("SELECT count FROM entries WHERE stream = ?1 AND first = 1")?
            .query_row([stream.0], |row| row.get(0))
            .optional()?;
        let Some(first) = opening.map(|opening| opening + 1) else { continue };
        let first = first.max(until(connection, stream)? + 1);
        if last < first || read::tip(connection, stream)?.number <= last {
            continue;
        }
        let (Some(before), Some(hash)) =
            (read::ending_at(connection, stream, first - 1)?, read::ending_at(connection, stream, last)?)
        else {
            continue;
        };
        let entries = connection
            .prepare_cached("SELECT count(*) FROM entries WHERE stream = ?1 AND first BETWEEN ?2 AND ?3")?
            .query_row(params![stream.0, first, last], |row| row.get(0))?;
        let state = chain::seal(&hash, stream, last, body.as_bytes());
        parts.push(Archived { stream, first, last, entries, before, hash, state });
    }
    Ok(parts)
}

/// Makes the archive, under another name until it is whole.
fn make(connection: &Connection, folder: &Path, file: &Path, parts: &[Archived]) -> Result<(), Error> {
    let unusable = |source| Error::Folder { folder: folder.to_owned(), source };
    let unfinished = file.with_extension("new");
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unusable(error)),
        _ => {}
    }
    private::file(&unfinished).map_err(unusable)?;
    let mut made = Connection::open(&unfinished)?;
    schema::make(&mut made)?;
    made.close().map_err(|(_, error)| error)?;
    attached(connection, &unfinished, |connection| {
        let transaction = connection.unchecked_transaction()?;
        for part in parts {
            for (table, which) in MOVED {
                let copy = format!("INSERT INTO archive.{table} SELECT * FROM main.{table} WHERE {which}");
                transaction.execute(&copy, params![part.stream.0, part.first, part.last])?;
            }
            pause("archive");
        }
        Ok(transaction.commit()?)
    })?;
    File::open(&unfinished).and_then(|file| file.sync_all()).map_err(unusable)?;
    fs::rename(&unfinished, file).map_err(unusable)?;
    sync_folder(folder).map_err(unusable)
}

/// Whether an archive holds these parts of the room, row by row, and nothing else.
fn holds(connection: &Connection, parts: &[Archived]) -> Result<bool, Error> {
    let mut count = [0_i64; MOVED.len()];
    for part in parts {
        for ((table, which), count) in MOVED.iter().zip(&mut count) {
            let of_part = params![part.stream.0, part.first, part.last];
            let missing = format!(
                "SELECT count(*) FROM (SELECT * FROM main.{table} WHERE {which}
                                       EXCEPT SELECT * FROM archive.{table})"
            );
            if connection.query_row(&missing, of_part, |row| row.get::<_, i64>(0))? > 0 {
                return Ok(false);
            }
            let rows = format!("SELECT count(*) FROM main.{table} WHERE {which}");
            *count += connection.query_row(&rows, of_part, |row| row.get::<_, i64>(0))?;
        }
    }
    for ((table, _), count) in MOVED.iter().zip(count) {
        let rows = format!("SELECT count(*) FROM archive.{table}");
        if connection.query_row(&rows, [], |row| row.get::<_, i64>(0))? != count {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What every account received less what it paid in some parts.
fn carried_by(connection: &Connection, parts: &[Archived]) -> Result<BTreeMap<Vec<u8>, i128>, Error> {
    let mut accounts: BTreeMap<Vec<u8>, i128> = BTreeMap::new();
    let mut moved = connection.prepare(
        "SELECT from_account, to_account, cents FROM transfers
         WHERE sequence IN (SELECT sequence FROM entries WHERE stream = ?1 AND first BETWEEN ?2 AND ?3)",
    )?;
    for part in parts {
        let mut rows = moved.query(params![part.stream.0, part.first, part.last])?;
        while let Some(row) = rows.next()? {
            let cents = i128::from(row.get::<_, i64>(2)?);
            *accounts.entry(bytes(row, 0)?.to_vec()).or_default() -= cents;
            *accounts.entry(bytes(row, 1)?.to_vec()).or_default() += cents;
        }
    }
    accounts.retain(|_, cents| *cents != 0);
    Ok(accounts)
}

/// Keeps in the room where the parts began and ended, what they moved, and the states after them.
fn keep(
    connection: &Connection,
    archive: &Archive,
    carried: &BTreeMap<Vec<u8>, i128>,
    states: &[Checkpoint],
) -> Result<(), Error> {
    for part in &archive.parts {
        let Archived { stream, first, last, entries, before, hash, state } = part;
        connection.execute(
            "INSERT INTO archived (stream, first, last, entries, before, hash, state, name)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                stream.0,
                first,
                last,
                entries,
                before.bytes(),
                hash.bytes(),
                state.bytes(),
                archive.name
            ],
        )?;
        let kept = states.iter().find(|kept| kept.stream == *stream && kept.number == *last);
        if let Some(kept) = kept {
            connection.execute(
                "INSERT OR REPLACE INTO checkpoints (stream, number, body, seal) VALUES (?1, ?2, ?3, ?4)",
                params![stream.0, last, kept.body, state.bytes()],
            )?;
        }
    }
    let mut insert = connection.prepare("INSERT INTO carried (name, account, cents) VALUES (?1, ?2, ?3)")?;
    for (account, cents) in carried {
        let account = String::from_utf8_lossy(account);
        insert.execute(params![archive.name, account, i64::try_from(*cents).unwrap_or(i64::MAX)])?;
    }
    Ok(())
}

/// Takes out of the room what its archive holds.
fn forget(connection: &Connection, parts: &[Archived]) -> Result<(), Error> {
    let guards: Vec<(String, String)> = connection
        .prepare("SELECT name, sql FROM sqlite_schema WHERE name IN ('entries_remain', 'transfers_remain')")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (guard, _) in &guards {
        connection.execute_batch(&format!("DROP TRIGGER {guard}"))?;
    }
    for part in parts {
        for (table, which) in MOVED {
            let forget = format!("DELETE FROM main.{table} WHERE {which}");
            connection.execute(&forget, params![part.stream.0, part.first, part.last])?;
        }
    }
    for (_, sql) in &guards {
        connection.execute_batch(sql)?;
    }
    Ok(())
}

/// The last event of a stream that lies in any archive.
pub(super) fn until(connection: &Connection, stream: Stream) -> Result<u64, Error> {
    let last: Option<u64> = connection
        .prepare_cached("SELECT max(last) FROM main.archived WHERE stream = ?1")?
        .query_row([stream.0], |row| row.get(0))?;
    Ok(last.unwrap_or(0))
}

/// What the log keeps of the archives that are not read together with it.
pub(super) fn archives(connection: &Connection) -> Result<Vec<Archive>, Error> {
    let mut archives = Vec::new();
    for name in known(connection)? {
        let moved = chain::moved_seal(&carried_of(connection, &name)?);
        let parts = parts_of(connection, &name)?;
        archives.push(Archive { name, parts, moved });
    }
    Ok(archives)
}

/// What the log keeps of the archives that are read together with it.
pub(super) fn at_hand(connection: &Connection) -> Result<Vec<Archive>, Error> {
    let mut statement = connection
        .prepare("SELECT name FROM main.archived EXCEPT SELECT name FROM archived ORDER BY name")?;
    let names: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let of = |name: String| {
        let moved = chain::moved_seal(&carried_of(connection, &name)?);
        let parts = parts_of(connection, &name)?;
        Ok(Archive { name, parts, moved })
    };
    names.into_iter().map(of).collect()
}

/// What the log keeps of an archive that is read together with it, held against what lies in it.
pub(super) fn faults_at_hand(connection: &Connection) -> Result<Vec<Fault>, Error> {
    let mut faults = Vec::new();
    for Archive { name, parts, .. } in at_hand(connection)? {
        let mut fault =
            |what: &str| faults.push(Fault::Archive { name: name.clone(), what: what.to_owned() });
        if carried_of(connection, &name)? != carried_by(connection, &parts)? {
            fault("other chips are carried from it than move in it");
        }
        for part in &parts {
            let entries: u64 = connection
                .prepare_cached("SELECT count(*) FROM entries WHERE stream = ?1 AND first BETWEEN ?2 AND ?3")?
                .query_row(params![part.stream.0, part.first, part.last], |row| row.get(0))?;
            let before = read::ending_at(connection, part.stream, part.first - 1)?;
            if entries != part.entries || before != Some(part.before) {
                fault("it does not hold what the log says");
            }
        }
    }
    Ok(faults)
}

fn carried_of(connection: &Connection, name: &str) -> Result<BTreeMap<Vec<u8>, i128>, Error> {
    let mut statement =
        connection.prepare_cached("SELECT account, cents FROM main.carried WHERE name = ?1")?;
    let mut rows = statement.query([name])?;
    let mut accounts = BTreeMap::new();
    while let Some(row) = rows.next()? {
        accounts.insert(bytes(row, 0)?.to_vec(), i128::from(row.get::<_, i64>(1)?));
    }
    Ok(accounts)
}

/// The parts of streams that lie in an archive.
pub(super) fn parts_of(connection: &Connection, name: &str) -> Result<Vec<Archived>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT stream, first, last, entries, before, hash, state FROM main.archived
         WHERE name = ?1 ORDER BY stream, first",
    )?;
    let hash = |row: &rusqlite::Row<'_>, column| row.get(column).map(Hash::from_bytes);
    let rows = statement.query_map([name], |row| {
        Ok(Archived {
            stream: Stream(row.get(0)?),
            first: row.get(1)?,
            last: row.get(2)?,
            entries: row.get(3)?,
            before: hash(row, 4)?,
            hash: hash(row, 5)?,
            state: hash(row, 6)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Does something with another file beside the room's.
fn attached(
    connection: &Connection,
    file: &Path,
    what: impl FnOnce(&Connection) -> Result<(), Error>,
) -> Result<(), Error> {
    connection.execute("ATTACH DATABASE ?1 AS archive", [file.to_string_lossy()])?;
    let done = what(connection);
    connection.execute_batch("DETACH DATABASE archive").map_err(Error::from).and(done)
}
