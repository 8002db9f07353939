//! People and sessions in SQLite.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::Type;
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Params, Row, TransactionBehavior, params,
};

use super::Sqlite;
use crate::{Error, Hash, NewPerson, People, Person, Record, Refusal};

impl People for Sqlite {
    fn add_person(&mut self, person: &NewPerson) -> Result<u32, Error> {
        let connection = self.writable()?;
        let NewPerson { id, name, password, roles, created_ms } = person;
        if let Some(id) = *id
            && one(connection, "WHERE id = ?1", [id])?.is_some()
        {
            return Err(Refusal::PersonTaken { id }.into());
        }
        let inserted = connection
            .prepare_cached(
                "INSERT INTO people (id, name, small_name, password, roles, created_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING id",
            )?
            .query_row(params![id, name, small(name), password, written(roles), created_ms], |row| {
                row.get(0)
            });
        inserted.map_err(|error| name_taken(error, name))
    }

    fn person(&self, id: u32) -> Result<Option<Person>, Error> {
        one(&self.connection, "WHERE id = ?1", [id])
    }

    fn person_named(&self, name: &str) -> Result<Option<Person>, Error> {
        one(&self.connection, "WHERE small_name = ?1", [small(name)])
    }

    fn people_marked(&self, begins: &str) -> Result<Vec<Person>, Error> {
        let mut statement = self.connection.prepare_cached(&select("WHERE instr(roles, ?1) ORDER BY id"))?;
        let rows = statement.query_map([format!("\"{begins}")], person)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn people(&self) -> Result<Vec<Person>, Error> {
        let mut statement = self.connection.prepare_cached(&select("ORDER BY id"))?;
        let rows = statement.query_map([], person)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn change_person(&mut self, person: &Person) -> Result<(), Error> {
        let Person { id, name, password, roles, created_ms: _ } = person;
        let changed = self
            .writable()?
            .prepare_cached(
                "UPDATE people SET name = ?2, small_name = ?3, password = ?4, roles = ?5 WHERE id = ?1",
            )?
            .execute(params![id, name, small(name), password, written(roles)])
            .map_err(|error| name_taken(error, name))?;
        if changed == 0 { Err(Refusal::NoPerson { id: *id }.into()) } else { Ok(()) }
    }

    fn remove_person(&mut self, id: u32) -> Result<bool, Error> {
        Ok(self.remove_for_good("DELETE FROM people WHERE id = ?1", id)? > 0)
    }

    fn open_session(&mut self, token: &str, person: u32, expires_ms: i64) -> Result<(), Error> {
        let connection = self.writable()?;
        if one(connection, "WHERE id = ?1", [person])?.is_none() {
            return Err(Refusal::NoPerson { id: person }.into());
        }
        connection
            .prepare_cached(
                "INSERT INTO sessions (token, person, expires_ms) VALUES (?1, ?2, ?3)
                 ON CONFLICT (token) DO UPDATE SET person = excluded.person, expires_ms = excluded.expires_ms",
            )?
            .execute(params![hashed(token).bytes(), person, expires_ms])?;
        Ok(())
    }

    fn session(&self, token: &str, now_ms: i64) -> Result<Option<Person>, Error> {
        let clause = "JOIN sessions ON person = id WHERE token = ?1 AND expires_ms > ?2";
        one(&self.connection, clause, params![hashed(token).bytes(), now_ms])
    }

    fn close_session(&mut self, token: &str) -> Result<bool, Error> {
        let token = hashed(token);
        Ok(self.writable()?.execute("DELETE FROM sessions WHERE token = ?1", [token.bytes()])? > 0)
    }

    fn close_sessions_of(&mut self, person: u32) -> Result<usize, Error> {
        Ok(self.writable()?.execute("DELETE FROM sessions WHERE person = ?1", [person])?)
    }

    fn forget_expired_sessions(&mut self, now_ms: i64) -> Result<usize, Error> {
        Ok(self.writable()?.execute("DELETE FROM sessions WHERE expires_ms <= ?1", [now_ms])?)
    }

    fn add_record(&mut self, record: &Record) -> Result<(), Error> {
        let connection = self.writable()?;
        let Record { person, record, salt, body } = record;
        if one(connection, "WHERE id = ?1", [person])?.is_none() {
            return Err(Refusal::NoPerson { id: *person }.into());
        }
        connection
            .prepare_cached("INSERT INTO records (person, record, salt, body) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![person, i64::try_from(*record).unwrap_or(i64::MAX), salt, body])?;
        Ok(())
    }

    fn records(&self) -> Result<Vec<Record>, Error> {
        // A file that nobody has written to since has no place for them.
        if super::schema::version(&self.connection)? < 5 {
            return Ok(Vec::new());
        }
        let mut statement = self
            .connection
            .prepare_cached("SELECT person, record, salt, body FROM records ORDER BY person, record")?;
        let rows = statement.query_map([], |row| {
            let record: i64 = row.get(1)?;
            let record = record.unsigned_abs();
            Ok(Record { person: row.get(0)?, record, salt: row.get(2)?, body: row.get(3)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn remove_records(&mut self, person: u32) -> Result<usize, Error> {
        self.remove_for_good("DELETE FROM records WHERE person = ?1", person)
    }

    fn preferences(&self, person: u32) -> Result<Option<String>, Error> {
        let mut kept = self.connection.prepare_cached("SELECT body FROM preferences WHERE person = ?1")?;
        Ok(kept.query_row([person], |row| row.get(0)).optional()?)
    }

    fn keep_preferences(&mut self, person: u32, text: &str) -> Result<(), Error> {
        let connection = self.writable()?;
        if one(connection, "WHERE id = ?1", [person])?.is_none() {
            return Err(Refusal::NoPerson { id: person }.into());
        }
        connection
            .prepare_cached(
                "INSERT INTO preferences (person, body) VALUES (?1, ?2)
                 ON CONFLICT (person) DO UPDATE SET body = excluded.body",
            )?
            .execute(params![person, text])?;
        Ok(())
    }
}

impl Sqlite {
    /// Removes rows about somebody and writes them over, so that nobody finds them in the file, nor in what lies beside it.
    fn remove_for_good(&mut self, rows: &str, person: u32) -> Result<usize, Error> {
        let connection = self.writable()?;
        connection.pragma_update(None, "secure_delete", true)?;
        let removed = connection.execute(rows, [person]);
        connection.pragma_update(None, "secure_delete", false)?;
        let removed = removed?;
        self.is_untidy |= removed > 0;
        self.tidy()?;
        Ok(removed)
    }

    /// Empties the log beside the file, which still has the pages as they were before something was removed for good. Nobody
    /// waits for it: while somebody reads, or a transaction is held, the next write tries it again.
    pub(super) fn tidy(&mut self) -> Result<(), Error> {
        if !self.is_untidy || !self.connection.is_autocommit() {
            return Ok(());
        }
        self.connection.busy_timeout(Duration::ZERO)?;
        let busy =
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
        self.connection.busy_timeout(super::PATIENCE)?;
        self.is_untidy = !matches!(busy, Ok(0));
        Ok(())
    }

    /// Changes the account of this name and ends its sessions, also while a server has the room open: what is
    /// written is a person, never an entry of the log. Gives how many sessions ended, or nothing if there is
    /// nobody of this name.
    pub fn change_account(
        folder: impl AsRef<Path>,
        name: &str,
        change: impl FnOnce(&mut Person),
    ) -> Result<Option<usize>, Error> {
        let file = folder.as_ref().join(super::FILE);
        if !file.is_file() {
            return Err(Error::NoRoom { folder: folder.as_ref().to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(file, flags)?;
        super::configure(&connection)?;
        super::schema::check(&connection)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = one(&transaction, "WHERE small_name = ?1", [small(name)])?;
        let Some(mut found) = found else { return Ok(None) };
        change(&mut found);
        let Person { id, name: _, password, roles, created_ms: _ } = &found;
        transaction.execute(
            "UPDATE people SET password = ?2, roles = ?3 WHERE id = ?1",
            params![id, password, written(roles)],
        )?;
        let ended = transaction.execute("DELETE FROM sessions WHERE person = ?1", [id])?;
        transaction.commit()?;
        Ok(Some(ended))
    }
}

fn select(clause: &str) -> String {
    format!("SELECT id, name, password, roles, created_ms FROM people {clause}")
}

fn one(connection: &Connection, clause: &str, values: impl Params) -> Result<Option<Person>, Error> {
    Ok(connection.prepare_cached(&select(clause))?.query_row(values, person).optional()?)
}

fn person(row: &Row<'_>) -> rusqlite::Result<Person> {
    let roles: String = row.get(3)?;
    let roles = serde_json::from_str(&roles)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(3, Type::Text, Box::new(error)))?;
    Ok(Person { id: row.get(0)?, name: row.get(1)?, password: row.get(2)?, roles, created_ms: row.get(4)? })
}

/// A name as it is compared; SQLite itself knows only the letters of ASCII.
fn small(name: &str) -> String {
    name.to_lowercase()
}

fn written(roles: &[String]) -> String {
    serde_json::json!(roles).to_string()
}

fn hashed(token: &str) -> Hash {
    Hash::of(token.as_bytes())
}

fn name_taken(error: rusqlite::Error, name: &str) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => Refusal::NameTaken { name: name.to_owned() }.into(),
        _ => error.into(),
    }
}
