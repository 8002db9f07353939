//! The tables of a room's file, and how a file is recognised.

use std::collections::BTreeMap;

use rusqlite::Connection;

use crate::{Error, Fault};

/// The version of the tables, kept in the file as `user_version`.
const VERSION: i64 = 6;

/// "Card" in ASCII: says whose file this is, kept in the file as `application_id`.
const APPLICATION: i64 = 0x4361_7264;

/// Entries and transfers lie in the order in which they came, by `sequence`, whatever their stream: a batch of many
/// tables then changes fewer pages, and a check reads the file from front to back.
const TABLES: &str = "
CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL CHECK (stream BETWEEN 0 AND 4294967295),
    first INTEGER NOT NULL CHECK (first >= 1),
    count INTEGER NOT NULL CHECK (count >= 1),
    at_ms INTEGER NOT NULL,
    sent_by TEXT NOT NULL,
    id TEXT,
    body TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (stream, first)
) STRICT;
CREATE UNIQUE INDEX entries_by_id ON entries (sent_by, id) WHERE id IS NOT NULL;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT raise(ABORT, 'the log is never changed'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries
    BEGIN SELECT raise(ABORT, 'the log is never cut'); END;

CREATE TABLE transfers (
    sequence INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    event INTEGER NOT NULL CHECK (event >= 1),
    from_account TEXT NOT NULL,
    to_account TEXT NOT NULL CHECK (to_account <> from_account),
    cents INTEGER NOT NULL CHECK (cents > 0),
    PRIMARY KEY (sequence, place)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transfers_stay BEFORE UPDATE ON transfers
    BEGIN SELECT raise(ABORT, 'the ledger is never changed'); END;
CREATE TRIGGER transfers_remain BEFORE DELETE ON transfers
    BEGIN SELECT raise(ABORT, 'the ledger is never cut'); END;

CREATE TABLE balances (
    account TEXT NOT NULL PRIMARY KEY,
    cents INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 4294967295),
    name TEXT NOT NULL,
    small_name TEXT NOT NULL UNIQUE,
    password TEXT,
    roles TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    token BLOB NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_person ON sessions (person);
";

/// The checkpoints of version 1: one for each stream.
const CHECKPOINTS_1: &str = "
CREATE TABLE checkpoints (
    stream INTEGER NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    seal BLOB NOT NULL CHECK (length(seal) = 32)
) STRICT;
";

/// The checkpoints, and the index of finished rounds.
const CHECKPOINTS_AND_ROUNDS: &str = "
CREATE TABLE checkpoints (
    stream INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    seal BLOB NOT NULL CHECK (length(seal) = 32),
    PRIMARY KEY (stream, number)
) STRICT;

CREATE TABLE rounds (
    stream INTEGER NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL CHECK (last >= first),
    began_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE nets (
    stream INTEGER NOT NULL,
    number INTEGER NOT NULL,
    person INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (stream, number, person)
) STRICT, WITHOUT ROWID;
";

/// What version 3 adds: the seal of all balances after an entry, so that opening need not add up every transfer.
const SEALED_BALANCES: &str = "
CREATE TABLE sealed_balances (
    sequence INTEGER NOT NULL PRIMARY KEY,
    seal BLOB NOT NULL CHECK (length(seal) = 32)
) STRICT;
";

/// What version 4 adds: which entries lie in archives, with what they moved, and what was done on the machine itself
/// that the log does not say yet.
const ARCHIVES_AND_ACTS: &str = "
CREATE TABLE archived (
    stream INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL CHECK (last >= first),
    entries INTEGER NOT NULL,
    before BLOB NOT NULL CHECK (length(before) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    state BLOB NOT NULL CHECK (length(state) = 32),
    name TEXT NOT NULL,
    PRIMARY KEY (stream, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE carried (
    name TEXT NOT NULL,
    account TEXT NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (name, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE acts (
    number INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
";

/// What version 5 adds: what the house has written down about people, each with the salt of its digest in the log.
const RECORDS: &str = "
CREATE TABLE records (
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    record INTEGER NOT NULL CHECK (record >= 1),
    salt BLOB NOT NULL CHECK (length(salt) = 32),
    body TEXT NOT NULL,
    PRIMARY KEY (person, record)
) STRICT, WITHOUT ROWID;
";

/// What version 6 adds: what people prefer on the page.
const PREFERENCES: &str = "
CREATE TABLE preferences (
    person INTEGER PRIMARY KEY REFERENCES people ON DELETE CASCADE,
    body TEXT NOT NULL
) STRICT;
";

/// Makes the tables of a room in a new file.
pub(super) fn make(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.execute_batch(CHECKPOINTS_AND_ROUNDS)?;
    transaction.execute_batch(SEALED_BALANCES)?;
    transaction.execute_batch(ARCHIVES_AND_ACTS)?;
    transaction.execute_batch(RECORDS)?;
    transaction.execute_batch(PREFERENCES)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// Checks that a file is a room's, and gives one of an earlier version what it lacks.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), Error> {
    check(connection)?;
    if version(connection)? == 1 {
        from_version_1(connection)?;
    }
    if version(connection)? == 2 {
        from_version_2(connection)?;
    }
    if version(connection)? == 3 {
        from_version_3(connection)?;
    }
    if version(connection)? == 4 {
        from_version_4(connection)?;
    }
    if version(connection)? == 5 {
        from_version_5(connection)?;
    }
    Ok(())
}

/// Gives a file of version 2 the table of version 3. Whoever opens it to write seals its balances.
fn from_version_2(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(SEALED_BALANCES)?;
    transaction.pragma_update(None, "user_version", 3)?;
    Ok(transaction.commit()?)
}

/// Gives a file of version 3 the tables of version 4, which are empty.
fn from_version_3(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(ARCHIVES_AND_ACTS)?;
    transaction.pragma_update(None, "user_version", 4)?;
    Ok(transaction.commit()?)
}

/// Gives a file of version 4 the table of version 5, which is empty.
fn from_version_4(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(RECORDS)?;
    transaction.pragma_update(None, "user_version", 5)?;
    Ok(transaction.commit()?)
}

/// Gives a file of version 5 the table of version 6, which is empty.
fn from_version_5(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(PREFERENCES)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// Gives a file of version 1 the tables of version 2. Whoever writes to it fills its index.
fn from_version_1(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(
        "CREATE TEMP TABLE kept AS SELECT stream, number, body, seal FROM checkpoints;
         DROP TABLE checkpoints;",
    )?;
    transaction.execute_batch(CHECKPOINTS_AND_ROUNDS)?;
    transaction.execute_batch(
        "INSERT INTO checkpoints (stream, number, body, seal) SELECT stream, number, body, seal FROM kept;
         DROP TABLE kept;",
    )?;
    transaction.pragma_update(None, "user_version", 2)?;
    Ok(transaction.commit()?)
}

/// Checks that the file is a room's, of a version that this program knows.
pub(super) fn check(connection: &Connection) -> Result<(), Error> {
    let application: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if application == 0 && version(connection)? == 0 && objects(connection, "main")?.is_empty() {
        return Err(Error::NotARoom { what: "it is empty".to_owned() });
    }
    if application != APPLICATION {
        return Err(Error::NotARoom { what: "it was made by another program".to_owned() });
    }
    let found = version(connection)?;
    if !(1..=VERSION).contains(&found) {
        return Err(Error::OtherVersion { found, known: VERSION });
    }
    match faults(connection)?.into_iter().next() {
        Some(fault) => Err(Error::NotARoom { what: fault.to_string() }),
        None => Ok(()),
    }
}

/// Every table, index and trigger that is missing, changed or none of ours.
pub(super) fn faults(connection: &Connection) -> Result<Vec<Fault>, Error> {
    faults_of(connection, "main")
}

/// The same of a file that is read beside the room's.
pub(super) fn faults_of(connection: &Connection, file: &str) -> Result<Vec<Fault>, Error> {
    let model = Connection::open_in_memory()?;
    model.execute_batch(TABLES)?;
    let version: i64 = connection.pragma_query_value(Some(file), "user_version", |row| row.get(0))?;
    model.execute_batch(if version == 1 { CHECKPOINTS_1 } else { CHECKPOINTS_AND_ROUNDS })?;
    if version > 2 {
        model.execute_batch(SEALED_BALANCES)?;
    }
    if version > 3 {
        model.execute_batch(ARCHIVES_AND_ACTS)?;
    }
    if version > 4 {
        model.execute_batch(RECORDS)?;
    }
    if version > 5 {
        model.execute_batch(PREFERENCES)?;
    }
    let expected = objects(&model, "main")?;
    let found = objects(connection, file)?;
    let names = expected.keys().chain(found.keys().filter(|name| !expected.contains_key(*name)));
    Ok(names
        .filter(|name| expected.get(*name) != found.get(*name))
        .map(|name| Fault::Schema { name: name.clone() })
        .collect())
}

pub(super) fn version(connection: &Connection) -> Result<i64, Error> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// The tables, indexes and triggers of a file: their kinds, tables and SQL by name.
fn objects(connection: &Connection, file: &str) -> Result<BTreeMap<String, [Option<String>; 3]>, Error> {
    let mut statement =
        connection.prepare(&format!("SELECT name, type, tbl_name, sql FROM {file}.sqlite_schema"))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, [row.get(1)?, row.get(2)?, row.get(3)?])))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
