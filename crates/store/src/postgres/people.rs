//! People and sessions in PostgreSQL. A refused change never fails in the database, so that what is held back goes on.

use deadpool_postgres::ClientWrapper as Client;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::{Connection, Database, Postgres, Wait as _, execute, failed, one, query, schema};
use crate::{Error, Hash, NewPerson, People, Person, Record, Refusal};

impl People for Postgres {
    fn add_person(&mut self, person: &NewPerson) -> Result<u32, Error> {
        let client = self.writable()?;
        let NewPerson { id, name, password, roles, created_ms } = person;
        if let Some(id) = *id
            && find(client, "WHERE id = $1", &[&i64::from(id)])?.is_some()
        {
            return Err(Refusal::PersonTaken { id }.into());
        }
        let name_taken = || Error::from(Refusal::NameTaken { name: name.clone() });
        if find(client, "WHERE small_name = $1", &[&small(name)])?.is_some() {
            return Err(name_taken());
        }
        let given: i64 = match id {
            Some(id) => {
                // The next number is one that nobody ever had.
                let raised =
                    "SELECT setval('people_given', greatest($1, (SELECT last_value FROM people_given)))";
                one(client, raised, &[&i64::from(*id)])?;
                i64::from(*id)
            }
            None => one(client, "SELECT nextval('people_given')", &[])?.get(0),
        };
        let added = query(
            client,
            "INSERT INTO people (id, name, small_name, password, roles, created_ms)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id",
            &[&given, name, &small(name), password, &written(roles), created_ms],
        )?;
        added.first().map(|row| number(row, 0)).ok_or_else(name_taken)
    }

    fn person(&self, id: u32) -> Result<Option<Person>, Error> {
        find(self.client(), "WHERE id = $1", &[&i64::from(id)])
    }

    fn person_named(&self, name: &str) -> Result<Option<Person>, Error> {
        find(self.client(), "WHERE small_name = $1", &[&small(name)])
    }

    fn people_marked(&self, begins: &str) -> Result<Vec<Person>, Error> {
        let marked = select("WHERE position($1 IN roles) > 0 ORDER BY id");
        query(self.client(), &marked, &[&format!("\"{begins}")])?.iter().map(person).collect()
    }

    fn people(&self) -> Result<Vec<Person>, Error> {
        query(self.client(), &select("ORDER BY id"), &[])?.iter().map(person).collect()
    }

    fn change_person(&mut self, person: &Person) -> Result<(), Error> {
        let client = self.writable()?;
        let Person { id, name, password, roles, created_ms: _ } = person;
        let other = find(client, "WHERE small_name = $1 AND id <> $2", &[&small(name), &i64::from(*id)])?;
        if other.is_some() {
            return Err(Refusal::NameTaken { name: name.clone() }.into());
        }
        let changed = execute(
            client,
            "UPDATE people SET name = $2, small_name = $3, password = $4, roles = $5 WHERE id = $1",
            &[&i64::from(*id), name, &small(name), password, &written(roles)],
        )?;
        if changed == 0 { Err(Refusal::NoPerson { id: *id }.into()) } else { Ok(()) }
    }

    fn remove_person(&mut self, id: u32) -> Result<bool, Error> {
        Ok(execute(self.writable()?, "DELETE FROM people WHERE id = $1", &[&i64::from(id)])? > 0)
    }

    fn open_session(&mut self, token: &str, person: u32, expires_ms: i64) -> Result<(), Error> {
        let client = self.writable()?;
        let opened = "INSERT INTO sessions (token, person, expires_ms)
                      SELECT $1, id, $3 FROM people WHERE id = $2
                      ON CONFLICT (token) DO UPDATE SET person = excluded.person, expires_ms = excluded.expires_ms";
        match execute(client, opened, &[&hashed(token), &i64::from(person), &expires_ms])? {
            0 => Err(Refusal::NoPerson { id: person }.into()),
            _ => Ok(()),
        }
    }

    fn session(&self, token: &str, now_ms: i64) -> Result<Option<Person>, Error> {
        let shown = "JOIN sessions ON person = id WHERE token = $1 AND expires_ms > $2";
        find(self.client(), shown, &[&hashed(token), &now_ms])
    }

    fn close_session(&mut self, token: &str) -> Result<bool, Error> {
        Ok(execute(self.writable()?, "DELETE FROM sessions WHERE token = $1", &[&hashed(token)])? > 0)
    }

    fn close_sessions_of(&mut self, person: u32) -> Result<usize, Error> {
        let closed =
            execute(self.writable()?, "DELETE FROM sessions WHERE person = $1", &[&i64::from(person)])?;
        Ok(usize::try_from(closed).unwrap_or(usize::MAX))
    }

    fn forget_expired_sessions(&mut self, now_ms: i64) -> Result<usize, Error> {
        let gone = execute(self.writable()?, "DELETE FROM sessions WHERE expires_ms <= $1", &[&now_ms])?;
        Ok(usize::try_from(gone).unwrap_or(usize::MAX))
    }

    fn add_record(&mut self, record: &Record) -> Result<(), Error> {
        let client = self.writable()?;
        let Record { person, record, salt, body } = record;
        let number = i64::try_from(*record).unwrap_or(i64::MAX);
        let added = "INSERT INTO records (person, record, salt, body) SELECT id, $2, $3, $4 FROM people WHERE id = $1";
        match execute(client, added, &[&i64::from(*person), &number, &salt.as_slice(), body])? {
            0 => Err(Refusal::NoPerson { id: *person }.into()),
            _ => Ok(()),
        }
    }

    fn records(&self) -> Result<Vec<Record>, Error> {
        let all = "SELECT person, record, salt, body FROM records ORDER BY person, record";
        let record = |row: &Row| {
            let salt: Vec<u8> = row.get(2);
            let salt =
                salt.try_into().map_err(|_| Error::Storage("a salt has not 32 bytes".to_owned().into()))?;
            Ok(Record {
                person: number(row, 0),
                record: row.get::<_, i64>(1).unsigned_abs(),
                salt,
                body: row.get(3),
            })
        };
        query(self.client(), all, &[])?.iter().map(record).collect()
    }

    fn remove_records(&mut self, person: u32) -> Result<usize, Error> {
        let gone = execute(self.writable()?, "DELETE FROM records WHERE person = $1", &[&i64::from(person)])?;
        Ok(usize::try_from(gone).unwrap_or(usize::MAX))
    }

    fn preferences(&self, person: u32) -> Result<Option<String>, Error> {
        let kept = "SELECT body FROM preferences WHERE person = $1";
        Ok(query(self.client(), kept, &[&i64::from(person)])?.first().map(|row| row.get(0)))
    }

    fn keep_preferences(&mut self, person: u32, text: &str) -> Result<(), Error> {
        let kept = "INSERT INTO preferences (person, body) SELECT id, $2 FROM people WHERE id = $1
                    ON CONFLICT (person) DO UPDATE SET body = excluded.body";
        match execute(self.writable()?, kept, &[&i64::from(person), &text])? {
            0 => Err(Refusal::NoPerson { id: person }.into()),
            _ => Ok(()),
        }
    }
}

impl Postgres {
    /// Changes the account of this name and ends its sessions, also while a server has the room open. Gives how many
    /// ended, or nothing if there is nobody of this name.
    pub fn change_account(
        database: &Database,
        name: &str,
        change: impl FnOnce(&mut Person),
    ) -> Result<Option<usize>, Error> {
        let client = room_to_write(database)?;
        client.batch_execute("BEGIN").wait().map_err(failed)?;
        let changed = change_within(&client, name, change);
        let end = if changed.is_ok() { "COMMIT" } else { "ROLLBACK" };
        client.batch_execute(end).wait().map_err(failed).and(changed)
    }

    /// Leaves word of something that was done on the machine itself, for an open room to write into its log.
    pub fn leave_act(database: &Database, body: &str) -> Result<bool, Error> {
        let client = room_to_write(database)?;
        execute(&client, "INSERT INTO acts (body) VALUES ($1)", &[&body]).map(|_| true)
    }
}

/// A connection to write to a room that is there.
fn room_to_write(database: &Database) -> Result<Connection, Error> {
    let client = database.writing()?;
    match schema::number(&client)? {
        0 => Err(Error::NotOurs { what: "it is empty".to_owned() }),
        schema::NEWEST => Ok(client),
        found => Err(Error::OtherVersion { found, known: schema::NEWEST }),
    }
}

fn change_within(
    client: &Client,
    name: &str,
    change: impl FnOnce(&mut Person),
) -> Result<Option<usize>, Error> {
    let found = find(client, "WHERE small_name = $1 FOR UPDATE", &[&small(name)])?;
    let Some(mut found) = found else { return Ok(None) };
    change(&mut found);
    let id = i64::from(found.id);
    let changed = "UPDATE people SET password = $2, roles = $3 WHERE id = $1";
    execute(client, changed, &[&id, &found.password, &written(&found.roles)])?;
    let ended = execute(client, "DELETE FROM sessions WHERE person = $1", &[&id])?;
    Ok(Some(usize::try_from(ended).unwrap_or(usize::MAX)))
}

fn select(clause: &str) -> String {
    format!("SELECT id, name, password, roles, created_ms FROM people {clause}")
}

fn find(client: &Client, clause: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Option<Person>, Error> {
    query(client, &select(clause), values)?.first().map(person).transpose()
}

fn person(row: &Row) -> Result<Person, Error> {
    let roles = serde_json::from_str(row.get(3)).map_err(|error| Error::Storage(Box::new(error)))?;
    Ok(Person { id: number(row, 0), name: row.get(1), password: row.get(2), roles, created_ms: row.get(4) })
}

fn number(row: &Row, column: usize) -> u32 {
    u32::try_from(row.get::<_, i64>(column)).unwrap_or(u32::MAX)
}

/// A name as it is compared, as in a file.
fn small(name: &str) -> String {
    name.to_lowercase()
}

fn written(roles: &[String]) -> String {
    serde_json::json!(roles).to_string()
}

fn hashed(token: &str) -> Vec<u8> {
    Hash::of(token.as_bytes()).bytes().to_vec()
}
