//! A room is opened by one writer and any readers, and what cannot be opened is said in a sentence.

mod room;

use std::fs;

use room::{Folder, entries, entry, fill, filled, transfer};
use rusqlite::Connection;
use store::{Error, Log, NewPerson, People, Reader, Sqlite, Stream, Witness};

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
fn a_reader_leaves_every_byte_as_it_was() {
    let (open, copy) = (Folder::new(), Folder::new());
    let mut store = Sqlite::open(open.path()).unwrap();
    fill(&mut store);
    // As a machine leaves it that stopped: the newest entries lie beside the file.
    let names = ["room.sqlite3", "room.sqlite3-wal"];
    for name in names {
        fs::copy(open.path().join(name), copy.path().join(name)).unwrap();
    }
    let bytes = || names.map(|name| fs::read(copy.path().join(name)).unwrap());
    let before = bytes();
    assert!(!before[1].is_empty());
    let reader = Sqlite::open_read_only(copy.path()).unwrap();
    assert!(reader.verify(&store.tips().unwrap(), &mut |_| ()).unwrap().is_sound());
    drop(reader);
    assert!(bytes() == before, "whoever only checks a room moves nothing in it");
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
fn an_empty_file_is_refused_and_stays_empty() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    fs::write(folder.file(), "").unwrap();
    let empty = "room.sqlite3 is not a room's log (it is empty): choose another folder";
    for opened in [Sqlite::open(folder.path()), Sqlite::open_read_only(folder.path())] {
        assert_eq!(message(opened), empty);
    }
    assert_eq!(message(Sqlite::change_account(folder.path(), "house", |_| ())), empty);
    assert_eq!(fs::metadata(folder.file()).unwrap().len(), 0, "nothing is made of it");
    // The same of a room whose file was taken away, and only what was not yet moved into it is left.
    fs::rename(folder.file(), folder.path().join("room.sqlite3-wal")).unwrap();
    fs::write(folder.path().join("room.sqlite3-wal"), "the newest entries").unwrap();
    let said = message(Sqlite::open(folder.path()));
    assert!(said.contains("room.sqlite3-wal is there without it"), "{said}");
    assert!(!folder.file().exists());
}

#[test]
fn what_an_interrupted_first_start_leaves_is_made_anew() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    fs::write(folder.path().join("room.sqlite3.new"), "half of a room").unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    fill(&mut store);
    assert!(store.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
    assert!(!folder.path().join("room.sqlite3.new").exists());
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
    connection.pragma_update(None, "user_version", 7).unwrap();
    let newer = "the log has version 7 and this program knows version 6: use a newer program";
    assert_eq!(message(Sqlite::open(folder.path())), newer);
    assert_eq!(message(Sqlite::open_read_only(folder.path())), newer);
    connection.pragma_update(None, "user_version", 0).unwrap();
    assert_eq!(
        message(Sqlite::open(folder.path())),
        "the log has version 0 and this program knows version 6: use the program that wrote it"
    );
}

#[test]
fn files_of_every_earlier_version_are_read_and_get_what_they_lack() {
    let without = [
        "DROP TABLE preferences;",
        "DROP TABLE records;",
        "DROP TABLE archived; DROP TABLE carried; DROP TABLE acts;",
        "DROP TABLE sealed_balances;",
        "DROP TABLE rounds; DROP TABLE nets;
         CREATE TEMP TABLE kept AS SELECT stream, max(number) AS number, body, seal FROM checkpoints GROUP BY stream;
         DROP TABLE checkpoints;
         CREATE TABLE checkpoints (
    stream INTEGER NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    seal BLOB NOT NULL CHECK (length(seal) = 32)
) STRICT;
         INSERT INTO checkpoints SELECT * FROM kept; DROP TABLE kept;",
    ];
    for version in 1..=5 {
        let folder = filled();
        let tips = Sqlite::open_read_only(folder.path()).unwrap().tips().unwrap();
        let file = Connection::open(folder.file()).unwrap();
        for sql in &without[..6 - version] {
            file.execute_batch(sql).unwrap();
        }
        file.pragma_update(None, "user_version", version as i64).unwrap();
        drop(file);
        let is_sound = |store: &Sqlite| {
            let report = store.verify(&tips, &mut |_| ()).unwrap();
            assert_eq!(report.faults, [], "version {version}");
            assert_eq!(store.archives().unwrap(), []);
        };
        is_sound(&Sqlite::open_read_only(folder.path()).unwrap());
        let has_place = Sqlite::leave_act(folder.path(), "{}").unwrap();
        assert_eq!(has_place, version >= 4, "earlier ones have no place for it");
        assert_eq!(Sqlite::open_read_only(folder.path()).unwrap().records().unwrap(), []);
        let mut store = Sqlite::open(folder.path()).unwrap();
        is_sound(&store);
        store.append(&room::entries(vec![room::entry(9, 1, 1)])).unwrap();
        drop(store);
        let file = Connection::open(folder.file()).unwrap();
        let now: i64 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(now, 6);
        assert!(Sqlite::leave_act(folder.path(), "{}").unwrap());
        is_sound(&Sqlite::open_read_only(folder.path()).unwrap());
    }
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
    let damage = "UPDATE balances SET cents = cents + 1 WHERE account = 'patron:2'";
    let both = "UPDATE balances SET cents = cents - 1 WHERE account = 'cage'";
    for is_sealed in [false, true] {
        let folder = filled();
        if is_sealed {
            // Opened once more, its balances are sealed; an entry after that moves some of them.
            let mut store = Sqlite::open(folder.path()).unwrap();
            let mut later = entry(1, 101, 1);
            later.transfers = vec![transfer(101, "patron:2", "cage", 100)];
            store.append(&entries(vec![later])).unwrap();
            drop(store);
            Sqlite::open(folder.path()).unwrap();
        }
        let connection = Connection::open(folder.file()).unwrap();
        connection.execute(damage, []).unwrap();
        connection.execute(both, []).unwrap();
        drop(connection);
        let said = message(Sqlite::open(folder.path()));
        assert!(said.starts_with("the log is damaged (account "), "{said}");
        assert!(said.ends_with("): restore it from a copy"), "{said}");
    }
}

#[test]
fn opening_reads_what_came_after_the_seal_and_a_check_reads_everything() {
    let folder = filled();
    Sqlite::open(folder.path()).unwrap();
    let connection = Connection::open(folder.file()).unwrap();
    let guard: String = connection
        .query_row("SELECT sql FROM sqlite_schema WHERE name = 'transfers_stay'", [], |row| row.get(0))
        .unwrap();
    let sealed = connection.query_row("SELECT sequence FROM sealed_balances", [], |row| row.get::<_, i64>(0));
    assert!(sealed.unwrap() > 1);
    // What lies before the seal is not added up again, so that opening an old room costs no more.
    connection.execute_batch("DROP TRIGGER transfers_stay").unwrap();
    let first =
        "UPDATE transfers SET cents = cents + 1 WHERE sequence = (SELECT min(sequence) FROM transfers)";
    assert!(connection.execute(first, []).unwrap() > 0);
    connection.execute_batch(&guard).unwrap();
    drop(connection);
    let store = Sqlite::open(folder.path()).unwrap();
    let report = store.verify(&Witness::new(), &mut |_| {}).unwrap();
    assert!(report.faults.len() >= 2, "the hash and the balances: {:?}", report.faults);
}

#[test]
fn the_latest_time_is_that_of_any_stream() {
    let mut store = Sqlite::in_memory().unwrap();
    assert_eq!(store.last_ms().unwrap(), None);
    for (stream, at_ms) in [(1, 500), (2, 900), (3, 700)] {
        let entry = store::Entry { at_ms, ..entry(stream, 1, 1) };
        store.append(&entries(vec![entry])).unwrap();
    }
    assert_eq!(store.last_ms().unwrap(), Some(900));
}

#[test]
#[cfg(unix)]
fn a_room_is_for_its_owner_alone_also_one_that_was_open_to_others() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::{Path, PathBuf};

    let around = Folder::new();
    let folder = around.path().join("room");
    let is_closed = |path: &Path| {
        let mode = fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    };
    let files = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect()
    };
    let mut store = Sqlite::open(&folder).unwrap();
    fill(&mut store);
    is_closed(&folder);
    assert!(files(&folder).len() >= 3, "the file, its lock and what lies beside it");
    files(&folder).iter().for_each(|file| is_closed(file));
    let copy = around.path().join("copy");
    store.backup(&copy, &mut |_| ()).unwrap();
    is_closed(&copy);
    files(&copy).iter().for_each(|file| is_closed(file));
    drop(store);
    for file in files(&folder) {
        fs::set_permissions(file, fs::Permissions::from_mode(0o644)).unwrap();
    }
    let store = Sqlite::open(&folder).unwrap();
    files(&folder).iter().for_each(|file| is_closed(file));
    drop(store);
}
