//! A check of the whole log finds whatever was changed, and names it.

mod room;

use std::cell::Cell;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use room::{Folder, filled};
use rusqlite::types::Value;
use rusqlite::{Connection, params};
use store::{Error, Fault, Hash, Progress, Reader, Report, Sqlite, Stream, Tip, Witness};

fn verify(folder: &Folder) -> Result<Report, Error> {
    Sqlite::open_read_only(folder.path())?.verify(&Witness::new(), &mut |_| {})
}

/// Changes a closed room as somebody would who knows SQLite and takes care to leave no other trace.
fn tamper(
    folder: &Folder,
    change: impl FnOnce(&Connection) -> rusqlite::Result<usize>,
) -> rusqlite::Result<usize> {
    let connection = Connection::open(folder.file())?;
    connection.pragma_update(None, "ignore_check_constraints", true)?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    let transaction = connection.unchecked_transaction()?;
    let mut statement = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")?;
    let triggers: Vec<(String, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    for (name, _) in &triggers {
        connection.execute_batch(&format!("DROP TRIGGER {name}"))?;
    }
    let changed = change(&connection);
    for (_, sql) in &triggers {
        connection.execute_batch(sql)?;
    }
    drop(statement);
    transaction.commit()?;
    changed
}

/// The faults that a change by SQL brings about.
#[track_caller]
fn faults_after(sound: &Folder, sql: &str) -> Vec<String> {
    let folder = sound.copy();
    assert!(tamper(&folder, |connection| connection.execute(sql, [])).unwrap() > 0, "{sql} changes nothing");
    verify(&folder).unwrap().faults.iter().map(Fault::to_string).collect()
}

#[test]
fn a_sound_log_has_no_fault() {
    let folder = filled();
    let mut steps = Vec::new();
    let report = Sqlite::open_read_only(folder.path())
        .unwrap()
        .verify(&Witness::new(), &mut |progress| steps.push(progress))
        .unwrap();
    assert_eq!(report.faults, []);
    assert_eq!((report.entries, report.events, report.transfers), (121, 303, 93));
    assert_eq!(report.tips, Sqlite::open(folder.path()).unwrap().tips().unwrap());
    assert_eq!(steps, [Progress { entries: 0, of: 121 }, Progress { entries: 121, of: 121 }]);
}

#[test]
fn tampering_that_leaves_everything_plausible_is_named() {
    let sound = filled();
    for (sql, expected) in [
        (
            "UPDATE entries SET body = replace(body, '4', '5') WHERE stream = 2 AND first = 4",
            "stream 2, entry 4: expected the hash",
        ),
        (
            "UPDATE transfers SET event = event - 1 WHERE sequence = 4 AND place = 2",
            "stream 1, entry 5: expected the hash",
        ),
        (
            "DELETE FROM entries WHERE stream = 3 AND first = 4",
            "stream 3, entry 5: expected an entry that starts with event 4",
        ),
        (
            "DELETE FROM entries WHERE stream = 3 AND first = 95",
            "sequence 120: expected an entry for its transfer 1, found none",
        ),
        (
            "DELETE FROM transfers WHERE sequence = 4 AND place = 1",
            "stream 1, entry 5: expected its transfer 1, found 2",
        ),
        (
            "UPDATE transfers SET event = 99 WHERE sequence = 1 AND place = 3",
            "stream 0, entry 1: expected a transfer of events 1 to 3, found 99",
        ),
        (
            "UPDATE transfers SET cents = -1 WHERE sequence = 1 AND place = 3",
            "stream 0, entry 1: expected a transfer of more than nothing, found -$0.01",
        ),
        (
            "DELETE FROM entries WHERE stream = 1 AND first = 100",
            "sequence 114: expected an entry of sequence 113",
        ),
        (
            "UPDATE entries SET count = 0 WHERE stream = 1 AND first = 100",
            "stream 1, entry 100: expected at least one event, found a count of 0",
        ),
        (
            "UPDATE entries SET stream = -1 WHERE stream = 3",
            "sequence 10: expected a stream from 0 to 4294967295, found -1",
        ),
        (
            "INSERT INTO balances VALUES ('patron:9', 5)",
            "account patron:9: expected a balance of none from its transfers, found $0.05",
        ),
        (
            "DELETE FROM balances WHERE account = 'patron:1'",
            "account patron:1: expected a balance of $995 from its transfers, found none",
        ),
        (
            "UPDATE balances SET cents = cents + 1 WHERE account = 'cage'",
            "expected that all balances sum up to $0, found $0.01",
        ),
        (
            "UPDATE checkpoints SET body = '{}' WHERE stream = 2",
            "stream 2: expected a checkpoint that fits its seal, found another after 100",
        ),
        (
            "UPDATE checkpoints SET number = 99 WHERE stream = 2",
            "stream 2: expected a checkpoint that fits its seal, found another after 99",
        ),
    ] {
        let faults = faults_after(&sound, sql);
        assert!(faults.iter().any(|fault| fault.starts_with(expected)), "{sql} gives {faults:#?}");
    }
}

#[test]
fn one_changed_entry_does_not_condemn_the_later_ones() {
    let faults =
        faults_after(&filled(), "UPDATE entries SET at_ms = at_ms + 1 WHERE stream = 1 AND first = 14");
    assert_eq!(faults.len(), 1, "{faults:#?}");
}

#[test]
fn damaged_entries_are_not_read() {
    let folder = filled();
    tamper(&folder, |connection| {
        connection.execute("UPDATE entries SET at_ms = 0 WHERE stream = 1 AND first = 14", [])?;
        connection.execute("UPDATE checkpoints SET body = '{}'", [])
    })
    .unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.entries(Stream(1), 1, 5).unwrap().len(), 5);
    assert!(matches!(
        store.entries(Stream(1), 1, 6),
        Err(Error::Damaged(Fault::Chain { stream: Stream(1), entry: 14, .. }))
    ));
    assert_eq!(store.entries(Stream(1), 15, 100).unwrap().len(), 34);
    assert!(matches!(store.checkpoint(Stream(1)), Err(Error::Damaged(Fault::Checkpoint { stream: 1, .. }))));
}

#[test]
fn a_cut_off_end_is_found_by_its_witness_alone() {
    let folder = filled();
    let store = Sqlite::open(folder.path()).unwrap();
    let mut witness = store.tips().unwrap();
    let middle = store.entries(Stream(3), 50, 1).unwrap().remove(0);
    drop(store);
    let check = |witness: &Witness| {
        Sqlite::open_read_only(folder.path()).unwrap().verify(witness, &mut |_| {}).unwrap().faults
    };
    assert_eq!(check(&witness), []);
    let older = Tip { number: middle.entry.last(), hash: middle.hash };
    assert_eq!(check(&Witness::from([(Stream(3), older)])), [], "a witness may be older than the log");

    let cut = "DELETE FROM entries WHERE stream = 3 AND first = 100";
    tamper(&folder, |connection| {
        connection.execute("DELETE FROM checkpoints WHERE stream = 3", [])?;
        connection.execute(cut, [])
    })
    .unwrap();
    assert_eq!(check(&Witness::new()), [], "without a witness, an end is an end");
    let (stream, expected) = (Stream(3), witness[&Stream(3)]);
    assert_eq!(check(&witness), [Fault::Witness { stream, expected, found: None }]);

    witness.insert(stream, Tip { number: older.number, hash: Hash::ZERO });
    let expected = witness[&stream];
    assert_eq!(check(&witness), [Fault::Witness { stream, expected, found: Some(older.hash) }]);
    let unknown = Tip { number: 1, hash: Hash::ZERO };
    assert_eq!(
        check(&Witness::from([(Stream(9), unknown)])),
        [Fault::Witness { stream: Stream(9), expected: unknown, found: None }]
    );
}

/// The value with one of its bits flipped, or nothing if it has none.
fn flipped(value: Value, bit: Index) -> Option<Value> {
    let flip = |mut bytes: Vec<u8>| {
        let bit = bit.index(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        bytes
    };
    match value {
        Value::Integer(number) => Some(Value::Integer(number ^ (1 << bit.index(64)))),
        Value::Text(text) if !text.is_empty() => Some(Value::Blob(flip(text.into_bytes()))),
        Value::Blob(bytes) => Some(Value::Blob(flip(bytes))),
        _ => None,
    }
}

#[test]
fn every_flipped_bit_of_a_cell_is_found() {
    let sound = filled();
    let columns: [(&str, &[&str]); 4] = [
        ("entries", &["sequence", "stream", "first", "count", "at_ms", "sent_by", "id", "body", "hash"]),
        ("transfers", &["sequence", "place", "event", "from_account", "to_account", "cents"]),
        ("balances", &["account", "cents"]),
        ("checkpoints", &["stream", "number", "body", "seal"]),
    ];
    for (table, columns) in columns {
        for column in columns {
            let flips = Cell::new(0);
            let config = Config { cases: 12, failure_persistence: None, ..Config::default() };
            let case = (any::<Index>(), any::<Index>());
            TestRunner::new(config)
                .run(&case, |(row, bit)| {
                    let folder = sound.copy();
                    if flip_cell(&folder, table, column, row, bit) {
                        flips.set(flips.get() + 1);
                        let found = verify(&folder);
                        prop_assert!(found.is_err() || !found.unwrap().is_sound());
                    }
                    Ok(())
                })
                .unwrap_or_else(|failure| panic!("{table}.{column}: {failure}"));
            let flips = flips.get();
            assert!(flips >= 3, "{table}.{column} was flipped only {flips} times");
        }
    }
}

/// Flips one bit of one cell; false if the cell has none, or another row has the flipped value as its key.
fn flip_cell(folder: &Folder, table: &str, column: &str, row: Index, bit: Index) -> bool {
    let key = match table {
        "entries" => "(stream, first)",
        "transfers" => "(sequence, place)",
        "balances" => "(account)",
        _ => "(stream, number)",
    };
    let flip = |connection: &Connection| {
        let rows: usize =
            connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
        let row = row.index(rows);
        let chosen = format!("SELECT {column} FROM {table} ORDER BY {key} LIMIT 1 OFFSET {row}");
        let value: Value =
            connection.query_row(&chosen.replace("(", "").replace(")", ""), [], |row| row.get(0))?;
        let is_text = matches!(value, Value::Text(_));
        let Some(value) = flipped(value, bit) else { return Ok(0) };
        let value_sql = if is_text { "CAST(?1 AS TEXT)" } else { "?1" };
        let keys = key.trim_matches(['(', ')']);
        connection.execute(
            &format!(
                "UPDATE {table} SET {column} = {value_sql}
                 WHERE {key} = (SELECT {keys} FROM {table} ORDER BY {keys} LIMIT 1 OFFSET {row})"
            ),
            params![value],
        )
    };
    match tamper(folder, flip) {
        Ok(changed) => changed == 1,
        Err(error) => {
            assert_eq!(error.sqlite_error_code(), Some(rusqlite::ErrorCode::ConstraintViolation), "{error}");
            false
        }
    }
}

/// Everything that the log, the ledger and the checkpoints hold, read row by row and again by their keys.
fn content(file: &Path) -> rusqlite::Result<Vec<Vec<Value>>> {
    let connection = Connection::open_with_flags(file, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut content = Vec::new();
    for query in [
        "SELECT * FROM entries NOT INDEXED ORDER BY stream, first",
        "SELECT stream, first FROM entries ORDER BY stream, first",
        "SELECT sent_by, id FROM entries WHERE id IS NOT NULL ORDER BY sent_by, id",
        "SELECT * FROM transfers ORDER BY sequence, place",
        "SELECT * FROM balances ORDER BY account",
        "SELECT * FROM checkpoints ORDER BY stream, number",
    ] {
        let mut statement = connection.prepare(query)?;
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect())?;
        content.extend(rows.collect::<Result<Vec<Vec<Value>>, _>>()?);
    }
    Ok(content)
}

#[test]
fn every_flipped_byte_of_the_file_is_found_or_changes_nothing() {
    let sound = filled();
    let bytes = fs::read(sound.file()).unwrap();
    let expected = content(&sound.file()).unwrap();
    let found = Cell::new(0);
    let config = Config { cases: 600, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&(0..bytes.len(), 1..=u8::MAX), |(place, mask)| {
            let folder = Folder::new();
            fs::create_dir_all(folder.path()).unwrap();
            let mut damaged = bytes.clone();
            damaged[place] ^= mask;
            fs::write(folder.file(), damaged).unwrap();
            match verify(&folder) {
                Ok(report) if report.is_sound() => {
                    prop_assert_eq!(content(&folder.file()).unwrap(), expected.clone(), "byte {}", place);
                }
                _ => found.set(found.get() + 1),
            }
            Ok(())
        })
        .unwrap();
    assert!(found.get() >= 50, "only {} changes were found", found.get());
}
