//! Nodes that hang, wherever they are: they hold nobody up for longer than a term.

use std::thread;
use std::time::{Duration, Instant};

use store::{Log as _, Nodes as _, Reader as _, Stream, Witness};

use super::database::Server;
use super::nodes::{member, open};
use super::room::{entries, entry};

/// A node that hangs while it writes to the house's log holds nobody up for longer than a term.
pub(super) fn anywhere(server: &Server) {
    let (_, database) = open(server);
    let (mut hangs, _) = member(&database, "hangs");
    let (mut other, _) = member(&database, "other");
    other.offer(&[Stream(7)]).unwrap();
    other.take_table(Stream(7), None).unwrap().unwrap();
    hangs.beat(false).unwrap();
    hangs.hold().unwrap();
    hangs.take_house().unwrap();
    // It says nothing more. This waits until the database has ended its session.
    other.append(&entries(vec![entry(7, 1, 1)])).unwrap();
    assert!(hangs.append(&entries(vec![entry(0, 1, 1)])).is_err(), "whoever wakes up then writes nothing");
    assert!(other.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
}

/// The same of one that has not beaten yet; while it comes in and does not hang, it beats.
pub(super) fn newcomer(server: &Server) {
    let (address, database) = open(server);
    let (mut other, _) = member(&database, "other");
    other.offer(&[Stream(7)]).unwrap();
    other.take_table(Stream(7), None).unwrap().unwrap();
    other.append(&entries(vec![entry(7, 1, 1)])).unwrap();
    let (mut hangs, node) = member(&database, "hangs");
    let beat = || server.sql(&address, &format!("SELECT beat > 2 FROM members WHERE node = {node}"));
    while beat() != "t" {
        thread::yield_now();
    }
    hangs.hold().unwrap();
    hangs.take_house().unwrap();
    let began = Instant::now();
    other.append(&entries(vec![entry(7, 2, 1)])).unwrap();
    assert!(began.elapsed() < Duration::from_secs(6), "{:?}", began.elapsed());
    assert!(hangs.append(&entries(vec![entry(0, 1, 1)])).is_err(), "whoever wakes up then writes nothing");
}

/// A node whose session is busy is not idle for the database, however long it hangs: everybody waits for what it holds, and
/// whoever has seen no beat for a term ends the session.
pub(super) fn reader(server: &Server) {
    let (address, database) = open(server);
    let (mut one, first) = member(&database, "one");
    one.offer(&[Stream(7)]).unwrap();
    one.take_table(Stream(7), None).unwrap().unwrap();
    one.beat(false).unwrap();
    let (mut two, second) = member(&database, "two");
    two.beat(false).unwrap();
    let session = server.session(&address);
    server.sql(&address, "INSERT INTO members VALUES (900, 1, 'hangs', 'word', 1)");
    session.say("SELECT pg_advisory_lock(1130459748, 900)");
    session.say("BEGIN; SELECT sequence FROM counted FOR UPDATE; SELECT pg_sleep(600)");
    let sleeps = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%'
                  AND state = 'active' AND pid <> pg_backend_pid()";
    while server.sql(&address, sleeps) != "1" {
        thread::yield_now();
    }
    thread::scope(|scope| {
        scope.spawn(|| one.append(&entries(vec![entry(7, 1, 1)])).unwrap());
        scope.spawn(|| {
            two.hold().unwrap();
            two.take_house().unwrap();
            two.keep().unwrap();
        });
    });
    assert_eq!(server.sql(&address, sleeps), "0", "its session is ended");
    let left = two.look().unwrap().members;
    assert_eq!(left.iter().map(|one| one.node).collect::<Vec<_>>(), [first, second]);
    assert!(two.verify(&Witness::new(), &mut |_| {}).unwrap().is_sound());
    drop(session);
}
