//! A room is opened by one writer and any readers, and what cannot be opened is said in a sentence.

mod room;

use std::fs;

use room::{Folder, entries, entry, fill, filled};
use rusqlite::Connection;
use store::{Error, NewPerson, People, Sqlite, Store, Stream, Witness};

#[track_caller]
fn message<T>(result: Result<T, Error>) -> String {
    result.err().expect("it should not open").to_string()
}

#[test]
fn a_room_is_as_it_was_when_it_is_opened_again() {
    let folder = Folder::new();
    let mut store = Sqlite::open(folder.path()).unwrap();
    fill(&mut store);
    let before = (store.tips().unwrap(), store.balances().unwrap(), store.entries(Stream(1), 1, 99).unwrap());
    drop(store);

    let mut store = Sqlite::open(folder.path()).unwrap();
    let after = (store.tips().unwrap(), store.balances().unwrap(), store.entries(Stream(1), 1, 99).unwrap());
    assert_eq!(before, after);
    store.append(&entries(vec![entry(1, 101, 1)])).unwrap();
    assert!(store.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

#[test]
fn a_second_writer_is_turned_away() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(
        message(Sqlite::open(folder.path())),
        format!(
            "another program has the room in {} open: stop it, or choose another folder",
            folder.path().display()
        )
    );
    drop(store);
    Sqlite::open(folder.path()).unwrap();
}

#[test]
fn a_reader_sees_what_the_writer_does_and_changes_nothing() {
    let folder = Folder::new();
    let mut writer = Sqlite::open(folder.path()).unwrap();
    fill(&mut writer);
    let mut reader = Sqlite::open_read_only(folder.path()).unwrap();
    assert_eq!(reader.tips().unwrap(), writer.tips().unwrap());
    assert!(reader.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());

    let next = entries(vec![entry(1, 101, 1)]);
    assert!(matches!(reader.append(&next), Err(Error::ReadOnly)));
    assert!(matches!(reader.add_person(&NewPerson::default()), Err(Error::ReadOnly)));
    writer.append(&next).unwrap();
    assert_eq!(reader.tip(Stream(1)).unwrap().number, 101);
}

#[test]
fn a_writer_goes_on_while_a_reader_checks() {
    let folder = Folder::new();
    let mut writer = Sqlite::open(folder.path()).unwrap();
    fill(&mut writer);
    let reader = Sqlite::open_read_only(folder.path()).unwrap();
    let mut next = 101;
    let report = reader
        .verify(&Witness::new(), &mut |_| {
            writer.append(&entries(vec![entry(1, next, 1)])).unwrap();
            next += 1;
        })
        .unwrap();
    assert!(report.is_sound() && next > 101);
    assert_eq!(report.tips[&Stream(1)].number, 100, "the check sees the log as it was when it began");
}

#[test]
fn what_is_no_room_is_not_opened() {
    let folder = Folder::new();
    assert_eq!(
        message(Sqlite::open_read_only(folder.path())),
        format!("there is no room in {}: name the folder that holds room.sqlite3", folder.path().display())
    );

    fs::create_dir_all(folder.path()).unwrap();
    Connection::open(folder.file()).unwrap().execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    let other = "room.sqlite3 is not a room's log (it was made by another program): choose another folder";
    assert_eq!(message(Sqlite::open(folder.path())), other);
    assert_eq!(message(Sqlite::open_read_only(folder.path())), other);

    fs::write(folder.file(), "no database at all, but a text that is long enough to look at").unwrap();
    assert_eq!(
        message(Sqlite::open(folder.path())),
        "the log cannot be read or written: file is not a database"
    );
}

#[test]
fn a_folder_that_is_a_file_is_said_so() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("notes.txt");
    fs::write(&file, "").unwrap();
    let message = message(Sqlite::open(&file));
    assert!(message.starts_with(&format!("the folder {} cannot be used (", file.display())), "{message}");
}

#[test]
fn another_version_is_not_touched() {
    let folder = filled();
    let connection = Connection::open(folder.file()).unwrap();
    connection.pragma_update(None, "user_version", 3).unwrap();
    let newer = "the log has version 3 and this program knows version 2: use a newer program";
    assert_eq!(message(Sqlite::open(folder.path())), newer);
    assert_eq!(message(Sqlite::open_read_only(folder.path())), newer);
    connection.pragma_update(None, "user_version", 0).unwrap();
    assert_eq!(
        message(Sqlite::open(folder.path())),
        "the log has version 0 and this program knows version 2: use the program that wrote it"
    );
}

#[test]
fn changed_tables_are_not_a_room() {
    let folder = filled();
    Connection::open(folder.file()).unwrap().execute_batch("DROP TRIGGER entries_stay").unwrap();
    assert_eq!(
        message(Sqlite::open(folder.path())),
        "room.sqlite3 is not a room's log (entries_stay is not as this program makes it): choose another folder"
    );
}

#[test]
fn the_file_itself_refuses_to_change_the_log() {
    let folder = filled();
    let connection = Connection::open(folder.file()).unwrap();
    for sql in ["UPDATE entries SET at_ms = 0", "DELETE FROM entries", "UPDATE transfers SET cents = 1"] {
        assert!(connection.execute(sql, []).is_err(), "{sql}");
    }
}

#[test]
fn balances_that_disagree_with_the_transfers_are_found_on_opening() {
    let folder = filled();
    let connection = Connection::open(folder.file()).unwrap();
    connection.execute("UPDATE balances SET cents = cents + 1 WHERE account = 'patron:2'", []).unwrap();
    drop(connection);
    assert_eq!(
        message(Sqlite::open(folder.path())),
        "the log is damaged (account patron:2: expected a balance of $995 from its transfers, found $995.01): \
         restore it from a copy"
    );
}
