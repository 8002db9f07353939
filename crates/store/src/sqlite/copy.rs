//! A room's file as a source or a target of a copy between databases.

use std::fs::{self, File};
use std::path::Path;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use super::{FILE, Sqlite, UNFINISHED, backup, private, schema, sync_folder};
use crate::Error;
use crate::copy::{PAGE, TABLES, Table, Take, Value};

impl Sqlite {
    /// How many rows a copy takes.
    pub(crate) fn row_count(&self) -> Result<u64, Error> {
        let count = |table: &Table| -> Result<u64, Error> {
            let sql = format!("SELECT count(*) FROM main.{}", table.name);
            Ok(self.connection.query_row(&sql, [], |row| row.get(0))?)
        };
        TABLES.iter().map(count).sum()
    }

    /// The highest number that was ever given to anybody.
    pub(crate) fn given(&self) -> Result<i64, Error> {
        let sql = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'people'";
        Ok(self.connection.query_row(sql, [], |row| row.get(0))?)
    }

    /// Every row of every table, as they are at one moment.
    pub(crate) fn rows(&self, take: Take<'_>) -> Result<(), Error> {
        let moment = self.connection.unchecked_transaction()?;
        for table in &TABLES {
            let sql = format!("SELECT {} FROM main.{} ORDER BY 1, 2", table.list(), table.name);
            let mut statement = moment.prepare(&sql)?;
            let mut rows = statement.query([])?;
            let mut page = Vec::new();
            while let Some(row) = rows.next()? {
                let values = (0..table.columns.len()).map(|column| value(row.get_ref(column)?));
                page.push(values.collect::<Result<Vec<Value>, Error>>()?);
                if page.len() == PAGE {
                    take(table, std::mem::take(&mut page))?;
                }
            }
            take(table, page)?;
        }
        Ok(moment.finish()?)
    }

    /// Makes a room in a folder that is not there or empty out of the rows that `give` hands over. One that is not
    /// finished never looks like a room.
    pub(crate) fn fill(
        folder: &Path,
        given: i64,
        give: &mut dyn FnMut(Take<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let unusable = |source| Error::Folder { folder: folder.to_owned(), source };
        backup::make_folder(folder)?;
        let (file, unfinished) = (folder.join(FILE), folder.join(UNFINISHED));
        private::file(&unfinished).map_err(unusable)?;
        let mut connection = Connection::open(&unfinished)?;
        schema::make(&mut connection)?;
        let transaction = connection.transaction()?;
        give(&mut |table, rows| write(&transaction, table, &rows))?;
        transaction.execute("DELETE FROM sqlite_sequence WHERE name = 'people'", [])?;
        transaction.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('people', ?1)", [given])?;
        transaction.commit()?;
        connection.close().map_err(|(_, error)| error)?;
        File::open(&unfinished).and_then(|file| file.sync_all()).map_err(unusable)?;
        fs::rename(&unfinished, &file).map_err(unusable)?;
        sync_folder(folder).map_err(unusable)
    }
}

fn write(connection: &Connection, table: &Table, rows: &[Vec<Value>]) -> Result<(), Error> {
    let places: Vec<String> = (1..=table.columns.len()).map(|place| format!("?{place}")).collect();
    let sql = format!("INSERT INTO {} ({}) VALUES ({})", table.name, table.list(), places.join(", "));
    let mut insert = connection.prepare_cached(&sql)?;
    for row in rows {
        insert.execute(params_from_iter(row))?;
    }
    Ok(())
}

/// A text that is none is a fault that `verify` names; it cannot be copied.
fn value(found: ValueRef<'_>) -> Result<Value, Error> {
    let unread = |_| Error::Storage("a text is damaged: `cardroom verify` says where".into());
    Ok(match found {
        ValueRef::Null => Value::Nothing,
        ValueRef::Integer(number) => Value::Number(number),
        ValueRef::Text(text) => Value::Text(std::str::from_utf8(text).map_err(unread)?.to_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        ValueRef::Real(_) => {
            return Err(Error::Storage("a number is damaged: `cardroom verify` says where".into()));
        }
    })
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Nothing => Ok(ToSqlOutput::Borrowed(ValueRef::Null)),
            Value::Number(number) => Ok(ToSqlOutput::Borrowed(ValueRef::Integer(*number))),
            Value::Text(text) => Ok(ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes()))),
            Value::Bytes(bytes) => Ok(ToSqlOutput::Borrowed(ValueRef::Blob(bytes))),
        }
    }
}
