//! What only a database on which several programs write must keep: leases with epochs, wallets that two of them take
//! from, guards of the log, and tables of every earlier number.

use std::sync::Barrier;
use std::thread;

use store::{
    Database, Error, Fault, Leases as _, Log as _, NewNode, NewPerson, Nodes as _, People as _, Place,
    Postgres, Reader as _, Refusal, Scope, Sqlite, Stream, Witness,
};

use super::database::Server;
use super::hanging;
use super::laws::transcript;
use super::room::{Folder, entries, entry, fill, transfer};

type Law = (&'static str, fn(&Server));

pub(crate) const ALL: [Law; 16] = [
    ("a_room_goes_from_a_file_to_a_database_and_back", there_and_back),
    ("streams_are_leased_one_by_one", leases),
    ("whoever_lost_a_lease_writes_nothing", fenced),
    ("a_lease_of_a_dead_session_is_taken_at_once", taken_over),
    ("two_programs_take_from_one_wallet_what_is_there", wallet),
    ("nodes_beat_are_buried_and_their_tables_taken", nodes),
    ("a_lease_says_which_version_ran_its_table", versions),
    ("every_node_writes_the_house_one_after_the_other", house),
    ("a_node_that_hangs_holds_nobody_up", hanging::anywhere),
    ("a_node_that_hangs_while_it_comes_in_holds_nobody_up", hanging::newcomer),
    ("a_node_that_is_sent_something_and_hangs_is_buried_with_its_session", hanging::reader),
    ("of_two_nodes_with_one_address_one_comes_in", one_address),
    ("the_log_is_never_changed_and_damage_is_found", damage),
    ("tables_of_every_earlier_number_get_what_they_lack", migrations),
    ("tables_are_not_changed_under_whoever_runs_the_room", upgrades),
    ("what_is_no_room_is_left_alone", no_room),
];

pub(super) fn open(server: &Server) -> (String, Database) {
    let address = server.database();
    let database = Database::at(&address).unwrap();
    (address, database)
}

fn leases(server: &Server) {
    let (_, database) = open(server);
    let (one, two) = (Scope::Stream(Stream(1)), Scope::Stream(Stream(2)));
    let mut a = Postgres::join(&database).unwrap();
    let mut b = Postgres::join(&database).unwrap();
    assert_eq!(a.holder(one).unwrap(), None);
    let held = a.take(one).unwrap();
    assert_eq!(b.holder(one).unwrap(), Some(held));
    assert!(matches!(b.take(one), Err(Error::Taken { scope, node }) if scope == one && node == held.node));
    assert!(matches!(b.take(Scope::Room), Err(Error::Taken { scope, .. }) if scope == one));
    b.take(two).unwrap();
    a.append(&entries(vec![entry(1, 1, 1)])).unwrap();
    b.append(&entries(vec![entry(2, 1, 1)])).unwrap();
    assert!(matches!(b.append(&entries(vec![entry(1, 2, 1)])), Err(Error::Lost { scope }) if scope == one));
    assert!(a.give_up(one).unwrap());
    let again = b.take(one).unwrap();
    assert!(again.epoch > held.epoch, "whoever takes a lease raises its epoch");
    b.append(&entries(vec![entry(1, 2, 1)])).unwrap();
    let report = b.verify(&Witness::new(), &mut |_| {}).unwrap();
    assert_eq!((report.faults, report.entries), (Vec::new(), 3));
}

fn fenced(server: &Server) {
    let (address, database) = open(server);
    let mut old = Postgres::open(&database).unwrap();
    fill(&mut old);
    // Somebody has taken the room over while this one still believes that it has it.
    server.sql(&address, "UPDATE leases SET epoch = epoch + 1, node = 999 WHERE scope = -1");
    let next = entries(vec![entry(1, 101, 1)]);
    assert!(matches!(old.append(&next), Err(Error::Lost { scope: Scope::Room })));
    assert!(matches!(old.append(&next), Err(Error::Stopped)));
    assert_eq!(server.sql(&address, "SELECT count(*) FROM entries WHERE stream = 1 AND first > 100"), "0");
    let (address, database) = open(server);
    let mut old = Postgres::open(&database).unwrap();
    old.hold().unwrap();
    old.append(&entries(vec![entry(1, 1, 1)])).unwrap();
    old.keep().unwrap();
    server.sql(&address, "UPDATE leases SET epoch = epoch + 1, node = 999 WHERE scope = -1");
    assert!(matches!(old.renew(), Err(Error::Lost { scope: Scope::Room })));
}

fn taken_over(server: &Server) {
    let (address, database) = open(server);
    let mut old = Postgres::open(&database).unwrap();
    fill(&mut old);
    server.sql(
        &address,
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    let mut new = Postgres::open(&database).unwrap();
    new.append(&entries(vec![entry(1, 101, 1)])).unwrap();
    assert!(old.append(&entries(vec![entry(1, 101, 1)])).is_err(), "its session is gone for good");
    drop(old);
    new.append(&entries(vec![entry(1, 102, 1)])).unwrap();
    assert!(new.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

/// A node over a database, with its number.
pub(super) fn member(database: &Database, address: &str) -> (Postgres, u64) {
    member_of(database, address, None)
}

/// The same of a version that says which it is.
fn member_of(database: &Database, address: &str, version: Option<&str>) -> (Postgres, u64) {
    let mut store = Postgres::join(database).unwrap();
    let (address, secret, version) = (address.to_owned(), "word".to_owned(), version.map(str::to_owned));
    let node = store.enter(&NewNode { address, secret, protocol: 1, version }).unwrap();
    (store, node)
}

fn versions(server: &Server) {
    let (_, database) = open(server);
    let table = Stream(7);
    let (mut old, _) = member(&database, "old");
    let (mut new, _) = member_of(&database, "new", Some("0.9.0"));
    let says: Vec<Option<String>> = old.look().unwrap().members.into_iter().map(|one| one.version).collect();
    assert_eq!(says, [None, Some("0.9.0".to_owned())]);
    old.offer(&[table]).unwrap();
    let ran = |store: &Postgres| store.look().unwrap().versions.get(&table).cloned();
    assert!(old.take_table(table, None).unwrap().is_some());
    assert_eq!(ran(&new), None, "whoever says nothing leaves nothing");
    // What is left beside a table goes to whoever takes it next, once.
    old.leave_beside(table, "said").unwrap();
    old.leave_beside(table, "said and done").unwrap();
    assert!(old.give_up(Scope::Stream(table)).unwrap());
    assert!(new.take_table(table, None).unwrap().is_some());
    assert_eq!(new.take_beside(table).unwrap().as_deref(), Some("said and done"));
    assert_eq!(new.take_beside(table).unwrap(), None);
    assert_eq!(ran(&old).as_deref(), Some("0.9.0"));
    assert!(new.give_up(Scope::Stream(table)).unwrap());
    assert!(old.take_table(table, None).unwrap().is_some());
    assert_eq!(ran(&old).as_deref(), Some("0.9.0"), "it stays, because its log has it");
    new.hold().unwrap();
    new.open_table(Stream(8)).unwrap();
    new.append(&entries(vec![entry(8, 1, 1)])).unwrap();
    new.keep().unwrap();
    assert_eq!(old.look().unwrap().versions[&Stream(8)], "0.9.0");
    assert!(new.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

fn nodes(server: &Server) {
    let (_, database) = open(server);
    let (mut a, first) = member(&database, "a");
    let (mut b, second) = member(&database, "b");
    // A single program does not get the room meanwhile, nor a node while one has it.
    let table = Stream(7);
    a.offer(&[table, Stream(8)]).unwrap();
    assert_eq!(a.take_table(table, None).unwrap().map(|lease| lease.node), Some(first));
    assert!(matches!(Postgres::open(&database), Err(Error::Taken { .. })));
    assert_eq!(b.take_table(table, None).unwrap(), None, "it is not free");
    assert_eq!(b.take_table(table, Some(first)).unwrap(), None, "whoever holds it lives");
    a.append(&entries(vec![entry(7, 1, 1)])).unwrap();
    let beat = |store: &Postgres, node: u64| {
        store.look().unwrap().members.into_iter().find(|one| one.node == node).map(|one| one.beat)
    };
    let seen = beat(&b, first).unwrap();
    a.beat(false).unwrap();
    assert!(!b.bury(first, seen).unwrap(), "it has beaten since");
    let seen = beat(&b, first).unwrap();
    assert!(b.bury(first, seen).unwrap());
    assert_eq!(beat(&b, first), None);
    // It still has what nobody has taken yet, and loses it with the taking.
    a.append(&entries(vec![entry(7, 2, 1)])).unwrap();
    assert!(b.take_table(table, Some(first)).unwrap().is_some());
    assert_eq!(b.tip(table).unwrap().number, 2);
    assert!(matches!(a.append(&entries(vec![entry(7, 3, 1)])), Err(Error::Lost { .. })));
    b.append(&entries(vec![entry(7, 3, 1)])).unwrap();
    assert!(matches!(a.beat(false), Err(Error::Lost { .. } | Error::Stopped)));
    // What was given up is free, what is closed is nobody's.
    assert!(b.take_table(Stream(8), None).unwrap().is_some());
    assert!(b.give_up(Scope::Stream(Stream(8))).unwrap());
    let (mut c, _) = member(&database, "c");
    assert!(c.take_table(Stream(8), None).unwrap().is_some());
    c.close_table(Stream(8)).unwrap();
    assert_eq!(c.take_table(Stream(8), None).unwrap(), None);
    let holders = c.look().unwrap().holders;
    assert_eq!(holders, [(table, Some(second))].into());
    assert!(c.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
    drop((a, b, c));
    drop(Postgres::open(&database).unwrap());
}

fn house(server: &Server) {
    let (_, database) = open(server);
    let both = Barrier::new(2);
    thread::scope(|scope| {
        let (database, both) = (&database, &both);
        for name in ["a", "b"] {
            scope.spawn(move || {
                let (mut node, _) = member(database, name);
                both.wait();
                for _ in 0..20 {
                    node.hold().unwrap();
                    node.take_house().unwrap();
                    let next = node.tip(Stream::HOUSE).unwrap().number + 1;
                    node.append(&entries(vec![entry(0, next, 1)])).unwrap();
                    node.keep().unwrap();
                }
                // Without its lease nothing is written there.
                let next = entries(vec![entry(0, 41, 1)]);
                assert!(matches!(node.append(&next), Err(Error::Lost { .. })));
            });
        }
    });
    let read = Postgres::open_read_only(&database).unwrap();
    assert_eq!(read.tip(Stream::HOUSE).unwrap().number, 40);
    assert!(read.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

fn wallet(server: &Server) {
    let (_, database) = open(server);
    let mut house = Postgres::join(&database).unwrap();
    house.take(Scope::Stream(Stream::HOUSE)).unwrap();
    let mut sold = entry(0, 1, 1);
    sold.transfers = vec![transfer(1, "cage", "patron:1", 1_000)];
    house.append(&entries(vec![sold])).unwrap();
    let both = Barrier::new(2);
    let taken: u64 = thread::scope(|scope| {
        let (database, both) = (&database, &both);
        let sits = |stream: u32| {
            scope.spawn(move || {
                let mut node = Postgres::join(database).unwrap();
                node.take(Scope::Stream(Stream(stream))).unwrap();
                both.wait();
                let mut taken = 0;
                for first in 1_u64..=10 {
                    let mut entry = entry(stream, taken + 1, 1);
                    entry.id = Some(format!("{stream}-try-{first}"));
                    let stack = format!("table:{stream}/stack:1");
                    entry.transfers = vec![transfer(entry.first, "patron:1", &stack, 300)];
                    let mut batch = entries(vec![entry]);
                    batch.covered.insert("patron:1".to_owned());
                    match node.append(&batch) {
                        Ok(_) => taken += 1,
                        Err(Error::Refused(Refusal::Short { account })) => assert_eq!(account, "patron:1"),
                        other => panic!("{other:?}"),
                    }
                }
                taken
            })
        };
        let threads = [sits(1), sits(2)];
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(taken, 3, "of ten dollars three dollars can be taken three times");
    assert_eq!(house.balances().unwrap()["patron:1"].in_cents(), 100);
    assert!(house.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

fn one_address(server: &Server) {
    let (_, database) = open(server);
    let (_one, first) = member(&database, "here");
    let mut two = Postgres::join(&database).unwrap();
    let (address, secret) = ("here".to_owned(), "word".to_owned());
    let refused =
        two.enter(&NewNode { address, secret, protocol: 1, version: None }).unwrap_err().to_string();
    assert!(refused.contains(&format!("node {first} is at here")), "{refused}");
    assert_eq!(two.look().unwrap().members.len(), 1);
}

fn damage(server: &Server) {
    let (address, database) = open(server);
    fill(&mut Postgres::open(&database).unwrap());
    let refused = |sql: &str| {
        let guarded = format!(
            "DO $$ BEGIN {sql}; RAISE 'done'; EXCEPTION WHEN raise_exception THEN
             IF SQLERRM NOT LIKE 'the log is never%' THEN RAISE 'it was done'; END IF; END $$"
        );
        server.sql(&address, &guarded);
    };
    refused("UPDATE entries SET body = '{}'");
    refused("DELETE FROM transfers");
    refused("TRUNCATE entries");
    let store = Postgres::open_read_only(&database).unwrap();
    let check = || store.verify(&Witness::new(), &mut |_| {}).unwrap().faults;
    assert_eq!(check(), []);
    let found = |sql: &str, back: &str, is_it: fn(&Fault) -> bool| {
        server.sql(&address, &format!("SET session_replication_role = replica; {sql}"));
        let faults = check();
        assert!(faults.iter().any(is_it), "{sql}: {faults:?}");
        server.sql(&address, &format!("SET session_replication_role = replica; {back}"));
        assert_eq!(check(), [], "{back}");
    };
    let chain = |fault: &Fault| matches!(fault, Fault::Chain { .. });
    found(
        "UPDATE entries SET at_ms = at_ms + 1 WHERE sequence = 5",
        "UPDATE entries SET at_ms = at_ms - 1 WHERE sequence = 5",
        chain,
    );
    found(
        "UPDATE entries SET id = id || 'x' WHERE sequence = 2",
        "UPDATE entries SET id = left(id, -1) WHERE sequence = 2",
        chain,
    );
    found(
        "UPDATE transfers SET cents = cents + 1 WHERE sequence = 2",
        "UPDATE transfers SET cents = cents - 1 WHERE sequence = 2",
        chain,
    );
    found(
        "UPDATE entries SET sequence = 999 WHERE sequence = 5",
        "UPDATE entries SET sequence = 5 WHERE sequence = 999",
        |fault| matches!(fault, Fault::Sequence { .. }),
    );
    found(
        "UPDATE transfers SET sequence = 999 WHERE sequence = 2",
        "UPDATE transfers SET sequence = 2 WHERE sequence = 999",
        |fault| matches!(fault, Fault::NoEntry { .. }),
    );
    found(
        "UPDATE balances SET cents = cents + 1 WHERE account = 'cage'",
        "UPDATE balances SET cents = cents - 1 WHERE account = 'cage'",
        |fault| matches!(fault, Fault::Balance { .. }),
    );
    found(
        "UPDATE checkpoints SET body = body || ' '",
        "UPDATE checkpoints SET body = rtrim(body)",
        |fault| matches!(fault, Fault::Checkpoint { .. }),
    );
    found(
        "ALTER TABLE entries DISABLE TRIGGER entries_stay",
        "ALTER TABLE entries ENABLE TRIGGER entries_stay",
        |fault| matches!(fault, Fault::Schema { .. }),
    );
    found("CREATE TABLE other ()", "DROP TABLE other", |fault| matches!(fault, Fault::Schema { .. }));
    server.sql(&address, "UPDATE balances SET cents = cents + 1 WHERE account = 'cage'");
    assert!(matches!(Postgres::open(&database), Err(Error::Damaged(_))), "opening finds it by the seal");
}

fn migrations(server: &Server) {
    for number in 0..Postgres::newest() {
        let (address, database) = open(server);
        Postgres::make_earlier(&database, number).unwrap();
        if number > 0 {
            assert!(
                matches!(Postgres::open_read_only(&database), Err(Error::OtherVersion { found, .. }) if found == number)
            );
            server.sql(
                &address,
                "INSERT INTO people VALUES (nextval('people_given'), 'Ann', 'ann', NULL, '[]', 1)",
            );
        }
        let mut store = Postgres::open(&database).unwrap();
        fill(&mut store);
        let faults = store.verify(&Witness::new(), &mut |_| {}).unwrap().faults;
        assert_eq!(faults, [], "from number {number}");
        assert_eq!(store.people().unwrap().len(), usize::from(number > 0));
    }
    let (address, database) = open(server);
    drop(Postgres::open(&database).unwrap());
    server.sql(&address, "INSERT INTO cardroom VALUES (99)");
    assert!(matches!(Postgres::open(&database), Err(Error::OtherVersion { found: 99, .. })));
}

/// Nodes of two versions run one room: the older ones go on in the tables of the newer, and nobody who is refused anyway
/// changes them under whoever runs the room.
fn upgrades(server: &Server) {
    let (address, database) = open(server);
    let (mut node, _) = member(&database, "old");
    node.offer(&[Stream(7)]).unwrap();
    node.take_table(Stream(7), None).unwrap().unwrap();
    assert_eq!(Postgres::protocols(&database).unwrap().len(), 1);
    server.sql(&address, "INSERT INTO cardroom VALUES (99)");
    node.append(&entries(vec![entry(7, 1, 1)])).unwrap();
    let reader = Postgres::open_read_only(&database).unwrap();
    assert_eq!(reader.tip(Stream(7)).unwrap().number, 1);
    let other = Database::at(&address).unwrap();
    assert!(matches!(Postgres::open_read_only(&other), Err(Error::OtherVersion { found: 99, .. })));
    assert!(matches!(Postgres::join(&other), Err(Error::OtherVersion { found: 99, .. })));
    assert_eq!(Postgres::protocols(&other).unwrap().len(), 1);

    for is_single in [true, false] {
        let (address, database) = open(server);
        Postgres::make_earlier(&database, Postgres::newest() - 1).unwrap();
        let number = || server.sql(&address, "SELECT max(number) FROM cardroom");
        let before = number();
        // A program of the version before has the room, or a table of it, in a session of its own.
        let (scope, session) = (if is_single { -1 } else { 7 }, server.session(&address));
        server.sql(&address, &format!("INSERT INTO leases (scope, epoch, node) VALUES ({scope}, 1, 900)"));
        session.say("SELECT pg_advisory_lock(1130459748, 900)");
        let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 900 AND granted";
        while server.sql(&address, held) != "1" {
            thread::yield_now();
        }
        assert!(matches!(Postgres::open(&database), Err(Error::Taken { .. })));
        if is_single {
            assert!(matches!(Postgres::join(&database), Err(Error::Taken { .. })));
        }
        assert_eq!(number(), before, "the tables are as they were");
        drop(session);
        drop(Postgres::open(&database).unwrap());
        assert_eq!(number(), Postgres::newest().to_string());
    }
}

fn no_room(server: &Server) {
    let (address, database) = open(server);
    assert!(matches!(Postgres::open_read_only(&database), Err(Error::NotOurs { .. })));
    server.sql(&address, "CREATE TABLE theirs ()");
    assert!(matches!(Postgres::open(&database), Err(Error::NotOurs { .. })));
    assert_eq!(server.sql(&address, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "1");
    let nowhere: Place = "postgres://cardroom@/room?host=/nowhere".parse().unwrap();
    let error = nowhere.open().map(drop).unwrap_err().to_string();
    assert!(
        error.starts_with("the database postgres://cardroom@/room?host=/nowhere cannot be reached"),
        "{error}"
    );
}

fn there_and_back(server: &Server) {
    let (folder, around) = (Folder::new(), Folder::new());
    let mut file = Sqlite::open(folder.path()).unwrap();
    fill(&mut file);
    let named = |name: &str| NewPerson { name: name.to_owned(), ..NewPerson::default() };
    file.add_person(&named("Ann")).unwrap();
    let gone = file.add_person(&named("Bob")).unwrap();
    file.remove_person(gone).unwrap();
    file.open_session("token", 1, 9).unwrap();
    let before = transcript(&file);
    let (from, to): (Place, Place) = (folder.path().into(), server.database().parse().unwrap());
    assert!(matches!(from.copy(&to, &mut |_| {}), Err(Error::InUse { .. })), "an open room is not moved");
    drop(file);
    let mut told = Vec::new();
    let tips = from.copy(&to, &mut |copied| told.push(copied)).unwrap();
    assert!(told.last().is_some_and(|last| last.pages == last.of && last.of > 100));
    assert!(matches!(from.copy(&to, &mut |_| {}), Err(Error::RoomThere { .. })), "nothing is written over");
    let mut moved = to.open().unwrap();
    assert_eq!(transcript(moved.as_ref()), before);
    assert_eq!((moved.tips().unwrap(), moved.people().unwrap().len()), (tips, 1));
    assert!(moved.session("token", 1).unwrap().is_some());
    assert_eq!(moved.add_person(&named("Cy")).unwrap(), gone + 1, "no number is given twice");
    moved.append(&entries(vec![entry(1, 101, 1)])).unwrap();
    let before = transcript(moved.as_ref());
    // A copy is made beside an open room; moving it needs it closed.
    let copied = around.path().join("backup");
    to.backup(&copied, &mut |_| {}).unwrap();
    assert_eq!(transcript(&Sqlite::open_read_only(&copied).unwrap()), before);
    let back = Place::Folder(around.path().join("back"));
    assert!(matches!(to.copy(&back, &mut |_| {}), Err(Error::Taken { .. })));
    drop(moved);
    to.copy(&back, &mut |_| {}).unwrap();
    let mut back = back.open().unwrap();
    assert_eq!(transcript(back.as_ref()), before);
    assert_eq!(back.add_person(&named("Di")).unwrap(), gone + 2);
}
