//! Old months of a room move into an archive and are still shown and proven; the tables go on without them, and nothing is
//! cut inside a round or a shoe.

mod house;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use books::Shelf;
use cards::Seed;
use client::{Ask, Patron, Player};
use house::{Folder, House, quiet};
use room::{LastingShoe, Spec, TableId, TableView};
use rusqlite::Connection;
use serde_json::Value;
use server::Proof;
use store::{Reader, Sqlite, Witness};

const BOOK: &str = "mortimers/no-bust-6";
const DOUBLE_HAND: &str = "mortimers/double-hand";
const NAME: &str = "archive-before-2027-01.sqlite3";

/// Lets people play on at a table where they sit until so many rounds are over.
async fn play(house: &House, table: TableId, book: &str, people: &mut [Patron], rounds: u64) {
    let is_enough = |view: &TableView| view.round_number > rounds;
    let mut players = Vec::new();
    for (nth, person) in (1_u8..).zip(people) {
        person.site = house.site;
        let eyes = person.table(table, None).await.unwrap();
        let draws = Seed::from_bytes([nth; 32]).draws();
        let mut player = Player::new(eyes, house.rules(book), draws, &format!("{table}-{rounds}-{nth}"));
        player.gives_words = nth != 3;
        players.push(player);
    }
    let [one, two, three] = &mut players[..] else { unreachable!("three players") };
    let (one, two, three) = tokio::join!(one.play(is_enough), two.play(is_enough), three.play(is_enough));
    one.and(two).and(three).unwrap();
}

/// Three guests who take seats.
async fn seated(house: &House, table: TableId, book: &str) -> Vec<Patron> {
    let mut people = Vec::new();
    for seat in [1, 3, 4] {
        let patron = Patron::guest(house.site, &format!("Seat {seat} of {table}")).await.unwrap();
        house.seated(&patron, table, book, seat).await;
        people.push(patron);
    }
    people
}

/// Every finished round of a table as anybody is shown it.
async fn shown(house: &House, table: TableId, rounds: u64) -> BTreeMap<u64, Value> {
    let mut all = BTreeMap::new();
    for round in 1..=rounds {
        let reply = house.site.ask(&Ask::get(&format!("/api/tables/{table}/rounds/{round}"))).await.unwrap();
        all.insert(round, if reply.status == 200 { reply.json().unwrap() } else { Value::Null });
    }
    all
}

fn proof(folder: &Folder) -> Proof {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    server::verify(&store, &Shelf::filed(), &Witness::new(), &mut |_, _| ()).unwrap()
}

#[track_caller]
fn is_proven(folder: &Folder, absent: usize) -> Proof {
    let proof = proof(folder);
    assert_eq!(proof.faults, Vec::<String>::new());
    assert_eq!(proof.absent.len(), absent, "{:?}", proof.absent);
    proof
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_months_leave_the_room_and_are_still_shown_and_proven() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let shelf = std::sync::Arc::clone(&house.shelf);
    let floor = house.staff("floor").await;
    let shoe = Some(LastingShoe { behind: Some(78), burn: 2 });
    let lasting = house.table(&floor, &Spec { decks: Some(2), shoe, ..house.quick(BOOK) }).await;
    let fresh = house.table(&floor, &house.quick(DOUBLE_HAND)).await;
    let mut at_shoe = seated(&house, lasting, BOOK).await;
    let mut at_fresh = seated(&house, fresh, DOUBLE_HAND).await;
    play(&house, lasting, BOOK, &mut at_shoe, 7).await;
    play(&house, fresh, DOUBLE_HAND, &mut at_fresh, 3).await;
    let before = (shown(&house, lasting, 7).await, shown(&house, fresh, 3).await);
    assert!(before.0.values().chain(before.1.values()).all(|round| round["lines"].is_array()));
    house.close().await;
    let whole = is_proven(&folder, 0);

    for path in ["../archive.sqlite3", "/tmp/archive.sqlite3", "a/b.sqlite3", "..", ".hidden", ""] {
        let refused = server::archive(&shelf, folder.path(), path, i64::MAX).unwrap_err().to_string();
        assert!(refused.contains("is no name of an archive"), "{path}: {refused}");
    }
    let told = server::archive(&shelf, folder.path(), NAME, 1_000).unwrap();
    assert_eq!(told, [], "nothing is so old");
    let parts = server::archive(&shelf, folder.path(), NAME, i64::MAX).unwrap();
    assert_eq!(parts.iter().map(|part| part.stream.0).collect::<Vec<_>>(), [lasting, fresh]);
    // The cut lies between two shoes: nothing sealed before it is dealt from after it.
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    for part in &parts {
        let kept = store.checkpoint_until(part.stream, part.last).unwrap().unwrap();
        assert_eq!(kept.number, part.last);
        let state: Value = serde_json::from_str(&kept.body).unwrap();
        assert!(state["shoe"].is_null(), "{state}");
    }
    drop(store);
    let again = is_proven(&folder, 0);
    assert_eq!(again.streams[1..], whole.streams[1..], "with its archive the room is as it was");
    let file = folder.path().join(NAME);

    // As long as the archive is there, its rounds are shown as they were.
    let house = House::open(quiet(&folder)).await;
    assert_eq!((shown(&house, lasting, 7).await, shown(&house, fresh, 3).await), before);
    house.close().await;
    let elsewhere = Folder::new();
    fs::rename(&file, elsewhere.path().join(NAME)).unwrap();
    let alone = is_proven(&folder, 1);
    assert_eq!(alone.absent[0].name, NAME);
    assert_eq!(alone.absent[0].entries, parts.iter().map(|part| part.entries).sum::<u64>());
    assert!(alone.streams[1].entries < whole.streams[1].entries);

    // Without it the tables go on, and more can be archived; what is shown is what is there.
    let house = House::open(quiet(&folder)).await;
    let left = shown(&house, lasting, 7).await;
    assert_eq!(left[&1], Value::Null);
    let reply = house.site.ask(&Ask::get(&format!("/api/tables/{lasting}/rounds/1"))).await.unwrap();
    let told: Value = serde_json::from_str(&reply.body).unwrap();
    assert!(told["error"].as_str().unwrap().contains(NAME), "{told}");
    assert!(left.iter().all(|(round, is)| is.is_null() || *is == before.0[round]));
    play(&house, lasting, BOOK, &mut at_shoe, 12).await;
    play(&house, fresh, DOUBLE_HAND, &mut at_fresh, 5).await;
    house.close().await;
    is_proven(&folder, 1);
    let next = server::archive(&shelf, folder.path(), "archive-before-2028-01.sqlite3", i64::MAX).unwrap();
    assert!(!next.is_empty());
    assert!(
        next.iter().all(|part| parts.iter().all(|old| old.stream != part.stream || old.last < part.first))
    );
    is_proven(&folder, 1);
    fs::copy(elsewhere.path().join(NAME), &file).unwrap();
    is_proven(&folder, 0);

    // What the log says of archives is held against what the house noted.
    let change = |sql: &str, what: &str| {
        let copy = Folder::new();
        fs::copy(folder.file(), copy.file()).unwrap();
        Connection::open(copy.file()).unwrap().execute_batch(sql).unwrap();
        let found = proof(&copy).faults;
        assert!(found.iter().any(|fault| fault.contains(what)), "{sql}: {found:?}");
    };
    change("UPDATE archived SET entries = entries + 1", "the house has noted something else of the archive");
    change(
        "UPDATE carried SET cents = cents + 1 WHERE account = (SELECT max(account) FROM carried)",
        "the house has noted something else of the archive",
    );
    let renamed = "UPDATE archived SET name = 'archive-before-1999-01.sqlite3' WHERE name LIKE '%2027%';
         UPDATE carried SET name = 'archive-before-1999-01.sqlite3' WHERE name LIKE '%2027%'";
    change(renamed, "the house has noted nothing of the archive archive-before-1999-01.sqlite3");
    change(
        renamed,
        "the house has noted the archive archive-before-2027-01.sqlite3, and the room knows of none",
    );

    // Nobody is sent elsewhere by a name: neither to read there, nor to close what lies there to others.
    let outside = Folder::new();
    let elsewhere = outside.path().join("other.sqlite3");
    fs::copy(&file, &elsewhere).unwrap();
    fs::set_permissions(&elsewhere, fs::Permissions::from_mode(0o644)).unwrap();
    let copy = Folder::new();
    fs::copy(folder.file(), copy.file()).unwrap();
    let to = elsewhere.to_str().unwrap();
    let led = format!(
        "UPDATE archived SET name = '{to}' WHERE name LIKE '%2027%';
         UPDATE carried SET name = '{to}' WHERE name LIKE '%2027%'"
    );
    Connection::open(copy.file()).unwrap().execute_batch(&led).unwrap();
    let found = proof(&copy).faults;
    assert!(found.iter().any(|fault| fault.contains("that is a path, and no name")), "{found:?}");
    drop(Sqlite::open(copy.path()).unwrap());
    assert_eq!(fs::metadata(&elsewhere).unwrap().permissions().mode() & 0o777, 0o644);

    // The same while the archives are at hand.
    let at_hand = |sql: &str, name: &str, what: &str| {
        let copy = Folder::new();
        fs::copy(folder.file(), copy.file()).unwrap();
        fs::copy(&file, copy.path().join(name)).unwrap();
        let next = "archive-before-2028-01.sqlite3";
        fs::copy(folder.path().join(next), copy.path().join(next)).unwrap();
        Connection::open(copy.file()).unwrap().execute_batch(sql).unwrap();
        let proof = proof(&copy);
        assert_eq!(proof.absent.len(), 0, "{sql}: {:?}", proof.absent);
        let is_found = proof.faults.iter().any(|fault| fault.contains(what));
        assert!(is_found != what.is_empty(), "{sql}: {:?}", proof.faults);
    };
    at_hand("", NAME, "");
    let more = "UPDATE carried SET cents = cents + 1 WHERE account = (SELECT max(account) FROM carried)";
    at_hand(more, NAME, "other chips are carried from it than move in it");
    at_hand(more, NAME, "the house has noted something else of the archive");
    at_hand("DELETE FROM carried", NAME, "other chips are carried from it than move in it");
    at_hand("UPDATE archived SET entries = entries + 1", NAME, "it does not hold what the log says");
    at_hand("UPDATE archived SET state = before", NAME, "the house has noted something else of the archive");
    let other = "archive-before-1999-01.sqlite3";
    at_hand(renamed, other, "the house has noted nothing of the archive archive-before-1999-01.sqlite3");
    at_hand(
        renamed,
        other,
        "the house has noted the archive archive-before-2027-01.sqlite3, and the room knows",
    );
}
