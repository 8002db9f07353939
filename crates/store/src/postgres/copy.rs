//! A database as a source or a target of a copy.

use deadpool_postgres::ClientWrapper as Client;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::{Database, Postgres, Wait as _, execute, failed, in_one_moment, one, query, schema, unsigned};
use crate::Error;
use crate::copy::{Kind, PAGE, TABLES, Table, Take, Value};

impl Postgres {
    /// Reads several things as they are at one moment.
    pub(crate) fn at_one_moment<T>(&self, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        in_one_moment(self.client(), read)
    }

    /// How many rows a copy takes.
    pub(crate) fn row_count(&self) -> Result<u64, Error> {
        let count = |table: &Table| {
            Ok(unsigned(&one(self.client(), &format!("SELECT count(*) FROM {}", table.name), &[])?, 0))
        };
        TABLES.iter().map(count).sum()
    }

    /// The highest number that was ever given to anybody.
    pub(crate) fn given(&self) -> Result<i64, Error> {
        let sql = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM people_given";
        Ok(one(self.client(), sql, &[])?.get(0))
    }

    /// Every row of every table.
    pub(crate) fn rows(&self, take: Take<'_>) -> Result<(), Error> {
        for table in &TABLES {
            // A cursor, so that nobody has to hold a whole table; it lives as long as the moment that is read.
            let (name, list) = (table.name, table.list());
            let moment = format!("SELECT {list} FROM {name} ORDER BY 1, 2");
            self.pages(&moment, &mut |rows| {
                let page = rows.iter().map(|row| values(table, row)).collect();
                take(table, page)
            })?;
        }
        Ok(())
    }

    fn pages(&self, sql: &str, take: &mut dyn FnMut(&[Row]) -> Result<(), Error>) -> Result<(), Error> {
        let client = self.client();
        let held = format!("DECLARE copied CURSOR WITH HOLD FOR {sql}");
        client.batch_execute(&held).wait().map_err(failed)?;
        let fetch = format!("FETCH {PAGE} FROM copied");
        let taken = loop {
            match client.query(&fetch, &[]).wait() {
                Err(error) => break Err(failed(error)),
                Ok(rows) if rows.is_empty() => break Ok(()),
                Ok(rows) => {
                    if let Err(error) = take(&rows) {
                        break Err(error);
                    }
                }
            }
        };
        client.batch_execute("CLOSE copied").wait().map_err(failed).and(taken)
    }

    /// Makes a room in an empty database out of the rows that `give` hands over, in one transaction.
    pub(crate) fn fill(
        database: &Database,
        given: i64,
        give: &mut dyn FnMut(Take<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let client = database.writing()?;
        if schema::number(&client)? != 0 {
            return Err(Error::RoomThere { address: database.to_string() });
        }
        schema::prepare(&client, schema::NEWEST)?;
        client.batch_execute("BEGIN; LOCK TABLE entries").wait().map_err(failed)?;
        let filled = fill(&client, database, given, give);
        let end = if filled.is_ok() { "COMMIT" } else { "ROLLBACK" };
        client.batch_execute(end).wait().map_err(failed).and(filled)
    }
}

fn fill(
    client: &Client,
    database: &Database,
    given: i64,
    give: &mut dyn FnMut(Take<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    if !query(client, "SELECT 1 FROM entries UNION ALL SELECT 1 FROM people LIMIT 1", &[])?.is_empty() {
        return Err(Error::RoomThere { address: database.to_string() });
    }
    give(&mut |table, rows| write(client, table, &rows))?;
    execute(client, "UPDATE counted SET sequence = (SELECT coalesce(max(sequence), 0) FROM entries)", &[])?;
    one(
        client,
        "SELECT setval(pg_get_serial_sequence('acts', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM acts))",
        &[],
    )?;
    if given > 0 {
        one(client, "SELECT setval('people_given', $1)", &[&given])?;
    }
    Ok(())
}

/// Writes some rows of a table at once, column by column.
fn write(client: &Client, table: &Table, rows: &[Vec<Value>]) -> Result<(), Error> {
    if rows.is_empty() {
        return Ok(());
    }
    refuse_nul(table, rows)?;
    let kinds = (1..).zip(table.columns).map(|(place, (_, kind))| match kind {
        Kind::Number => format!("${place}::bigint[]"),
        Kind::Text => format!("${place}::text[]"),
        Kind::Bytes => format!("${place}::bytea[]"),
    });
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    let sql = format!("INSERT INTO {} ({}) SELECT * FROM unnest({kinds})", table.name, table.list());
    let columns: Vec<Box<dyn ToSql + Sync + Send>> =
        (0..).zip(table.columns).map(|(place, (_, kind))| column(rows, place, *kind)).collect();
    let columns: Vec<&(dyn ToSql + Sync)> =
        columns.iter().map(|column| &**column as &(dyn ToSql + Sync)).collect();
    execute(client, &sql, &columns).map(drop)
}

/// Says of which row a text cannot be kept, as ids of commands in rooms that earlier programs wrote into a file.
fn refuse_nul(table: &Table, rows: &[Vec<Value>]) -> Result<(), Error> {
    for row in rows {
        for (value, (column, _)) in row.iter().zip(table.columns) {
            if matches!(value, Value::Text(text) if text.contains('\0')) {
                let (first, _) = table.columns[0];
                let row = match &row[0] {
                    Value::Number(number) => format!("{first} {number}"),
                    Value::Text(text) => format!("{first} {text:?}"),
                    Value::Nothing | Value::Bytes(_) => "a row".to_owned(),
                };
                return Err(Error::Unkept { table: table.name, row, column });
            }
        }
    }
    Ok(())
}

fn column(rows: &[Vec<Value>], place: usize, kind: Kind) -> Box<dyn ToSql + Sync + Send> {
    let values = rows.iter().map(move |row| row.get(place));
    match kind {
        Kind::Number => Box::new(
            values
                .map(|value| if let Some(Value::Number(number)) = value { Some(*number) } else { None })
                .collect::<Vec<_>>(),
        ),
        Kind::Text => Box::new(
            values
                .map(|value| if let Some(Value::Text(text)) = value { Some(text.clone()) } else { None })
                .collect::<Vec<_>>(),
        ),
        Kind::Bytes => Box::new(
            values
                .map(|value| if let Some(Value::Bytes(bytes)) = value { Some(bytes.clone()) } else { None })
                .collect::<Vec<_>>(),
        ),
    }
}

fn values(table: &Table, row: &Row) -> Vec<Value> {
    let value = |(place, (_, kind)): (usize, &(&str, Kind))| match kind {
        Kind::Number => row.get::<_, Option<i64>>(place).map(Value::Number),
        Kind::Text => row.get::<_, Option<String>>(place).map(Value::Text),
        Kind::Bytes => row.get::<_, Option<Vec<u8>>>(place).map(Value::Bytes),
    };
    (0..).zip(table.columns).map(|one| value(one).unwrap_or(Value::Nothing)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_postgresql_does_not_keep_is_named_by_table_and_row() {
        let table = TABLES.iter().find(|table| table.name == "preferences").expect("it is there");
        let row = |text: &str| vec![Value::Number(7), Value::Text(text.to_owned())];
        assert!(refuse_nul(table, &[row("a"), row("")]).is_ok());
        let said = refuse_nul(table, &[row("a"), row("a\0b")]).expect_err("it cannot be kept").to_string();
        assert!(said.starts_with("body of person 7 in the table preferences has a NUL character"), "{said}");
    }
}
