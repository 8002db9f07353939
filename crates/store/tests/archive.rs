//! Old entries move into an archive: the room goes on without them, both are proven together, and whatever is wrong with
//! either is named.

mod room;

use std::fs;
use std::path::Path;

use room::{Folder, checkpoint, entries, entry, filled, transfer};
use rusqlite::Connection;
use store::{Archive, Archived, Checkpoint, Entry, Log, Reader, Sqlite, Stream, Witness};

const NAME: &str = "archive-before-2027-01.sqlite3";

/// Moves everything up to these states; the house says so in its stream.
fn archive(folder: &Folder, name: &str, states: &[Checkpoint]) -> Result<Vec<Archived>, store::Error> {
    let mut store = Sqlite::open(folder.path()).unwrap();
    let first = store.tip(Stream::HOUSE).unwrap().number + 1;
    let note = |archive: &Archive| {
        let body = format!("{{\"house\":\"archived\",\"name\":\"{}\"}}", archive.name);
        Entry { body, id: None, ..entry(0, first, 1) }
    };
    store.archive(folder.path(), name, states, &mut { note })
}

fn faults(folder: &Folder, witness: &Witness) -> Vec<String> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let report = store.verify(witness, &mut |_| ()).unwrap();
    report.faults.iter().map(ToString::to_string).collect()
}

/// Everything that a room says of its streams.
fn content(folder: &Folder) -> Vec<(Stream, Vec<store::Logged>)> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let tables = store.streams().unwrap().into_iter().filter(|stream| stream.is_table());
    tables.map(|stream| (stream, store.entries(stream, 1, usize::MAX).unwrap())).collect()
}

fn size(file: &Path) -> i64 {
    let count = "SELECT count(*) FROM entries";
    Connection::open(file).unwrap().query_row(count, [], |row| row.get(0)).unwrap()
}

#[test]
fn with_its_archive_a_room_is_as_if_nothing_had_been_moved_and_alone_it_goes_on() {
    let folder = filled();
    let before = content(&folder);
    let tips = Sqlite::open_read_only(folder.path()).unwrap().tips().unwrap();
    let all = size(&folder.file());
    let parts = archive(&folder, NAME, &[checkpoint(1, 50), checkpoint(3, 80)]).unwrap();
    let moved: Vec<(u32, u64, u64, u64)> =
        parts.iter().map(|part| (part.stream.0, part.first, part.last, part.entries)).collect();
    assert_eq!(moved, [(1, 4, 50, 19), (3, 4, 80, 31)], "the first entry of a stream stays");
    assert_eq!(size(&folder.file()), all - 50 + 1);
    assert_eq!(content(&folder), before, "as if nothing had been moved");
    assert_eq!(faults(&folder, &tips), Vec::<String>::new());
    let file = folder.path().join(NAME);
    let elsewhere = Folder::new();
    fs::rename(&file, elsewhere.path().join(NAME)).unwrap();

    // Alone, it is proven from where the archive ends, and goes on.
    assert_eq!(faults(&folder, &tips), Vec::<String>::new());
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    assert_eq!(store.archives().unwrap()[0].parts, parts);
    assert_eq!(store.checkpoint_until(Stream(1), 50).unwrap(), Some(checkpoint(1, 50)));
    let after: Vec<u64> =
        store.entries(Stream(1), 4, 2).unwrap().iter().map(|logged| logged.entry.first).collect();
    assert_eq!(after, [51, 54]);
    drop(store);
    let mut store = Sqlite::open(folder.path()).unwrap();
    let mut next = entry(1, 101, 1);
    next.transfers = vec![transfer(101, "patron:1", "table:1/stack:1", 500)];
    store.append(&entries(vec![next])).unwrap();
    for number in [101, 102, 103] {
        if number > 101 {
            store.append(&entries(vec![entry(1, number, 1)])).unwrap();
        }
        let batch = store::Batch { checkpoints: vec![checkpoint(1, number)], ..store::Batch::default() };
        store.append(&batch).unwrap();
    }
    drop(store);
    assert_eq!(faults(&folder, &tips), Vec::<String>::new(), "the state after the archive stays for ever");

    // A second archive, and both together from elsewhere.
    archive(&folder, "archive-before-2028-01.sqlite3", &[checkpoint(1, 80), checkpoint(2, 30)]).unwrap();
    assert_eq!(faults(&folder, &tips), Vec::<String>::new());
    let both = Sqlite::open_with_archives(folder.path(), &[elsewhere.path().join(NAME)]).unwrap();
    assert_eq!(both.archives().unwrap(), []);
    assert_eq!(both.verify(&tips, &mut |_| ()).unwrap().faults, []);
    let read = both.entries(Stream(1), 1, usize::MAX).unwrap();
    assert_eq!(read[..before[0].1.len()], before[0].1);
    fs::rename(folder.path().join("archive-before-2028-01.sqlite3"), elsewhere.path().join("other")).unwrap();
    assert_eq!(faults(&folder, &tips), Vec::<String>::new(), "two parts in a row are absent");
    let unknown = Sqlite::open_with_archives(folder.path(), &[elsewhere.path().join("other")]);
    let told = unknown.err().unwrap().to_string();
    assert!(told.contains("is no archive of this room"), "{told}");
}

#[test]
fn an_account_that_is_empty_since_before_an_absent_archive_is_no_fault() {
    let folder = Folder::new();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let mut visit = entry(1, 2, 2);
    visit.transfers =
        vec![transfer(2, "cage", "table:1/stack:9", 500), transfer(3, "table:1/stack:9", "cage", 500)];
    let mut batch = entries(vec![entry(0, 1, 1), entry(1, 1, 1), visit, entry(1, 4, 1)]);
    batch.checkpoints.push(checkpoint(1, 3));
    store.append(&batch).unwrap();
    let tips = store.tips().unwrap();
    drop(store);
    archive(&folder, NAME, &[checkpoint(1, 3)]).unwrap();
    assert_eq!(faults(&folder, &tips), Vec::<String>::new());
    fs::rename(folder.path().join(NAME), Folder::new().path().with_extension("elsewhere")).unwrap();
    assert_eq!(faults(&folder, &tips), Vec::<String>::new());
    let changed = "UPDATE balances SET cents = cents + 1 WHERE account = 'table:1/stack:9'";
    Connection::open(folder.file()).unwrap().execute_batch(changed).unwrap();
    assert!(faults(&folder, &tips).iter().any(|fault| fault.contains("table:1/stack:9")));
}

#[test]
#[cfg(unix)]
fn an_archive_is_for_the_owner_of_its_room_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = filled();
    let file = folder.path().join(NAME);
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    archive(&folder, NAME, &[checkpoint(1, 50)]).unwrap();
    assert_eq!(mode(), 0o600);
    // One that was open to others, as earlier versions left it, is closed when the room opens.
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    assert_eq!(mode(), 0o600);
    // One that lies elsewhere keeps nobody out of the room.
    fs::remove_file(&file).unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
}

#[test]
fn nothing_is_moved_that_must_stay_and_no_archive_is_written_over() {
    let folder = filled();
    let tip = Sqlite::open_read_only(folder.path()).unwrap().tip(Stream(1)).unwrap().number;
    assert_eq!(archive(&folder, NAME, &[checkpoint(1, tip), checkpoint(2, 3)]).unwrap(), []);
    assert!(!folder.path().join(NAME).exists(), "neither the first entry nor the newest one leaves");
    // Somebody else's file of that name.
    fs::write(folder.path().join(NAME), "a letter").unwrap();
    archive(&folder, NAME, &[checkpoint(1, 50)]).unwrap_err();
    assert_eq!(fs::read(folder.path().join(NAME)).unwrap(), b"a letter");
    fs::remove_file(folder.path().join(NAME)).unwrap();
    archive(&folder, NAME, &[checkpoint(1, 50)]).unwrap();
    let bytes = fs::read(folder.path().join(NAME)).unwrap();
    let told = archive(&folder, NAME, &[checkpoint(1, 60)]).unwrap_err().to_string();
    assert!(told.contains("is there already"), "{told}");
    assert_eq!(fs::read(folder.path().join(NAME)).unwrap(), bytes);
    // One that was made and not used yet is taken up by the same command again.
    let twin = filled();
    fs::copy(folder.path().join(NAME), twin.path().join(NAME)).unwrap();
    let told = archive(&twin, NAME, &[checkpoint(1, 60)]).unwrap_err().to_string();
    assert!(told.contains("is there already"), "{told}");
    archive(&twin, NAME, &[checkpoint(1, 50)]).unwrap();
    assert_eq!(faults(&twin, &Witness::new()), Vec::<String>::new());
}

#[test]
fn a_changed_archive_and_a_changed_boundary_are_found() {
    let sound = filled();
    archive(&sound, NAME, &[checkpoint(1, 50), checkpoint(3, 80)]).unwrap();
    let in_archive = [
        (
            "UPDATE entries SET body = replace(body, 'wager', 'wagex') WHERE stream = 1 AND first = 11",
            "stream 1, entry 11",
        ),
        (
            "UPDATE transfers SET cents = cents + 1 WHERE sequence = (SELECT min(sequence) FROM transfers)",
            "expected the hash",
        ),
        ("DELETE FROM entries WHERE stream = 3 AND first = 21", "stream 3, entry 24"),
        (
            "DELETE FROM entries WHERE stream = 3 AND first = 80",
            "cannot be used: stream 3 does not end there",
        ),
        ("DROP TABLE nets", "cannot be used: nets is not as this program makes it"),
    ];
    let in_room = [
        ("UPDATE archived SET last = 41 WHERE stream = 1", "stream 1"),
        ("DELETE FROM archived WHERE stream = 1", "stream 1, entry 51"),
        (
            "UPDATE carried SET cents = cents + 1 WHERE account = 'cage' OR account LIKE '%drop'",
            "account table:",
        ),
        ("DELETE FROM checkpoints WHERE stream = 1 AND number = 50", "the state after event 50"),
        ("UPDATE archived SET state = hash WHERE stream = 3", "the state after event 80"),
    ];
    let loosen = "DROP TRIGGER entries_stay; DROP TRIGGER entries_remain;
                  DROP TRIGGER transfers_stay; DROP TRIGGER transfers_remain;";
    let guards = |file: &Connection| -> Vec<String> {
        let mut statement = file.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    for (place, (sql, what)) in in_archive.iter().chain(&in_room).enumerate() {
        let copy = sound.copy();
        if place < in_archive.len() {
            fs::copy(sound.path().join(NAME), copy.path().join(NAME)).unwrap();
        }
        assert_eq!(faults(&copy, &Witness::new()), Vec::<String>::new());
        let name = if place < in_archive.len() { copy.path().join(NAME) } else { copy.file() };
        let file = Connection::open(name).unwrap();
        let kept = guards(&file);
        file.execute_batch(loosen).unwrap();
        assert!(file.execute(sql, []).is_ok(), "{sql}");
        for guard in kept {
            file.execute_batch(&guard).unwrap();
        }
        drop(file);
        let found = faults(&copy, &Witness::new());
        assert!(found.iter().any(|fault| fault.contains(what)), "{sql}: {found:?}");
    }
    // Another file under its name.
    let copy = sound.copy();
    fs::write(copy.path().join(NAME), "a letter").unwrap();
    let found = faults(&copy, &Witness::new());
    assert!(found.iter().any(|fault| fault.contains("cannot be used")), "{found:?}");
}

#[test]
fn what_is_done_on_the_machine_waits_to_be_noted() {
    let folder = filled();
    let mut store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.acts().unwrap(), []);
    assert!(Sqlite::leave_act(folder.path(), "{\"one\":1}").unwrap(), "also while it is open");
    assert!(Sqlite::leave_act(folder.path(), "{\"two\":2}").unwrap());
    let acts = store.acts().unwrap();
    assert_eq!(
        acts.iter().map(|(_, body)| body.as_str()).collect::<Vec<_>>(),
        ["{\"one\":1}", "{\"two\":2}"]
    );
    store.forget_act(acts[0].0).unwrap();
    assert_eq!(store.acts().unwrap(), acts[1..]);
}
