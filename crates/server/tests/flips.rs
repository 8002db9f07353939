//! A single changed bit anywhere in a room's log or ledger is found by the whole proof.

mod house;

use std::fs;

use books::Shelf;
use cards::Seed;
use house::{Folder, House, quiet};
use rusqlite::types::Value;
use rusqlite::{Connection, params};
use server::Proof;
use store::{Sqlite, Witness};

const BOOKS: [&str; 4] =
    ["mortimers/no-bust-6", "mortimers/double-hand", "pinnacle/three-card-6-card-bonus", "mortimers/holdem"];
/// How many bits are flipped in each column.
const FLIPS: u32 = 12;

/// A room in which a few rounds were played, closed.
async fn played() -> Folder {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    for book in BOOKS {
        let table = house.table(&floor, &house.quick(book)).await;
        let mut players = [house.player(table, book, 1).await, house.player(table, book, 4).await];
        let [first, second] = &mut players;
        let is_enough = |view: &room::TableView| view.round_number > 2;
        let (one, two) = tokio::join!(first.play(is_enough), second.play(is_enough));
        one.and(two).unwrap();
    }
    house.close().await;
    folder
}

/// What the whole proof finds; nothing if the store cannot even be read.
fn proof(folder: &Folder, shelf: &Shelf) -> Option<Proof> {
    let store = Sqlite::open_read_only(folder.path()).ok()?;
    server::verify(&store, shelf, &Witness::new(), &mut |_, _| ()).ok()
}

/// Flips one bit of one cell; false where it would break a key of the table, which no program can write.
fn flip(folder: &Folder, table: &str, column: &str, row: u32, bit: u32) -> bool {
    let connection = Connection::open(folder.file()).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.pragma_update(None, "ignore_check_constraints", true).unwrap();
    // The file itself says that its log is never changed; whoever tampers with it gets round that.
    let mut guards =
        connection.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").unwrap();
    let guards: Vec<(String, String)> =
        guards.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).and_then(Iterator::collect).unwrap();
    for (name, _) in &guards {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    let key = match table {
        "entries" => "sequence",
        "transfers" => "sequence, place",
        "rounds" => "stream, number",
        "nets" => "stream, number, person",
        _ => "account",
    };
    let filled = format!("FROM {table} WHERE {column} IS NOT NULL");
    let rows: u32 = connection.query_row(&format!("SELECT count(*) {filled}"), [], |row| row.get(0)).unwrap();
    let row = row % rows;
    let chosen = |what: &str| format!("SELECT {what} {filled} ORDER BY {key} LIMIT 1 OFFSET {row}");
    let value: Value = connection.query_row(&chosen(column), [], |row| row.get(0)).unwrap();
    let flipped = |mut bytes: Vec<u8>| {
        let place = bit as usize % (bytes.len() * 8);
        bytes[place / 8] ^= 1 << (place % 8);
        bytes
    };
    let (value, cast) = match value {
        Value::Integer(number) => (Value::Integer(number ^ (1 << (bit % 63))), "?1"),
        Value::Text(text) => (Value::Blob(flipped(text.into_bytes())), "CAST(?1 AS TEXT)"),
        Value::Blob(bytes) => (Value::Blob(flipped(bytes)), "?1"),
        Value::Null | Value::Real(_) => return false,
    };
    let update = format!("UPDATE {table} SET {column} = {cast} WHERE ({key}) = ({})", chosen(key));
    let is_changed = connection.execute(&update, params![value]).is_ok_and(|changed| changed == 1);
    for (_, guard) in &guards {
        connection.execute_batch(guard).unwrap();
    }
    is_changed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_flipped_bit_is_found() {
    let sound = played().await;
    let shelf = Shelf::filed();
    let whole = proof(&sound, &shelf).expect("the room can be read");
    assert_eq!(whole.faults, Vec::<String>::new());
    assert!(whole.streams.iter().map(|stream| stream.shuffles).sum::<u64>() >= 8);
    let mut draws = Seed::from_bytes([3; 32]).draws();
    let columns: [(&str, &[&str]); 5] = [
        ("entries", &["stream", "first", "count", "at_ms", "sent_by", "id", "body", "hash"]),
        ("transfers", &["event", "from_account", "to_account", "cents"]),
        ("balances", &["account", "cents"]),
        ("rounds", &["number", "first", "last", "began_ms", "ended_ms"]),
        ("nets", &["stream", "number", "person", "cents"]),
    ];
    for (table, columns) in columns {
        for column in columns {
            let mut flips = 0;
            for _ in 0..FLIPS {
                let copy = Folder::new();
                fs::create_dir_all(copy.path()).unwrap();
                fs::copy(sound.file(), copy.file()).unwrap();
                let (row, bit) = (draws.below(1_000_000), draws.below(1_000_000));
                if flip(&copy, table, column, row, bit) {
                    flips += 1;
                    let found = proof(&copy, &shelf).is_none_or(|proof| !proof.faults.is_empty());
                    assert!(found, "{table}.{column}: bit {bit} of row {row} is not found");
                }
            }
            assert!(flips > 3, "{table}.{column} was flipped only {flips} times");
        }
    }
}
