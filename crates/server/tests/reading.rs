//! What it costs to read a finished round, counted in decks that are sealed and entries that are played: the same at any
//! age of the log. What is passed over on the way changes nothing about what is shown, and a log without states gets some.

mod house;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use books::{BookId, Money, Shelf};
use cards::{Draws, Seed};
use client::Ask;
use games::Seat;
use house::{Folder, House, quiet};
use room::{
    By, Command, Event, Input, LastingShoe, Pace, PersonId, Spec, Table, TableId, Time, Told, Watcher, bots,
};
use server::journal::{Books, TableEntry, VERSION, entry, fingerprint};
use server::library::{Files, Library};
use store::{Batch, Checkpoint, Entry, KEPT_EVERY, Log, Reader, Sqlite, Stream, Transfer, Witness};

const CHIPS: Money = Money::dollars(1_000_000);
/// After so many events the hall keeps a state at the next pause.
const KEEPS_EVERY: u64 = 400;
const BLACKJACK: &str = "mortimers/no-bust-6";

/// A table at which three bots play as fast as they can, and what is to be written of it.
struct Playing {
    table: Table,
    wallets: BTreeMap<PersonId, Money>,
    now: Time,
    draws: Draws,
    seeds: u64,
    entries: VecDeque<Entry>,
    states: Vec<Checkpoint>,
    /// The first event of the entry in which each round began.
    rounds: Vec<u64>,
}

impl Playing {
    fn open(shelf: &Shelf, id: TableId, spec: Spec, files: &Files) -> Playing {
        let (table, told) = Table::open(shelf, id, spec.clone()).unwrap();
        let now = Time(1_767_225_600_000);
        let body = TableEntry::Open {
            rules: fingerprint(shelf, &spec.book),
            spec: Box::new(spec),
            files: files.clone(),
            version: VERSION.to_owned(),
            shuffle: Some(seal::VERSION.to_owned()),
            events: told.iter().map(|one| one.event.clone()).collect(),
        };
        let mut playing = Playing {
            table,
            wallets: (1..=3).map(|nth| (id * 10 + nth, CHIPS)).collect(),
            now,
            draws: Seed::from_bytes([id as u8; 32]).draws(),
            seeds: u64::from(id) << 32,
            entries: VecDeque::from([entry(id, now, "house", None, &body, &told)]),
            states: Vec::new(),
            rounds: Vec::new(),
        };
        for (place, person) in (1..).zip(playing.wallets.clone().into_keys()) {
            let sit = Command::Sit { seat: Seat::new(place), buy_in: Money::dollars(5_000) };
            playing.give(By::Patron(person), &sit);
        }
        playing
    }

    fn give(&mut self, by: By, command: &Command) {
        let person = if let By::Patron(person) = by { Some(person) } else { None };
        let wallet = person.map_or(Money::ZERO, |person| self.wallets[&person]);
        let (name, is_bot) =
            (person.map_or(String::new(), |person| format!("Bot {person}")), person.is_some());
        let count = &mut self.seeds;
        let mut seeds = || {
            *count += 1;
            std::array::from_fn(|place| (*count >> (8 * (place % 8))) as u8 ^ place as u8)
        };
        let mut input = Input { now: self.now, seeds: &mut seeds, name: &name, wallet, is_bot };
        let Ok((table, told)) = self.table.after(by, command, &mut input) else { return };
        let Some(first) = told.first().map(|one| one.number) else { return };
        if let (Some(person), Command::Sit { buy_in, .. }) = (person, command) {
            self.wallets.insert(person, wallet - *buy_in);
        }
        let began = told.iter().filter(|one| matches!(one.event, Event::RoundBegan { .. }));
        self.rounds.extend(began.map(|_| first));
        let events = told.iter().map(|one| one.event.clone()).collect();
        let body = TableEntry::Command { by, command: command.clone(), name, wallet, is_bot, events };
        let sender = person.map_or("clock".to_owned(), |person| format!("person:{person}"));
        self.entries.push_back(entry(table.id(), self.now, &sender, None, &body, &told));
        self.table = table;
        let number = self.table.number();
        if number >= self.states.last().map_or(0, |kept| kept.number) + KEEPS_EVERY
            && let Some(state) = self.table.checkpoint()
        {
            let (stream, body) = (Stream(self.table.id()), serde_json::to_string(&state).unwrap());
            self.states.push(Checkpoint { stream, number, body });
        }
    }

    /// Lets somebody do something, or time pass.
    fn step(&mut self) {
        self.now = self.now.after_ms(200);
        let people: Vec<PersonId> = self.wallets.keys().copied().collect();
        for person in people {
            let is_asked = self.table.asks(person);
            let view = self.table.view(Watcher::Person(person));
            let command = bots::command(&view, person, &self.table.book().rules, &mut self.draws);
            if let Some(command) = command.filter(|_| is_asked) {
                return self.give(By::Patron(person), &command);
            }
        }
        self.now = self.table.deadline().expect("something happens sooner or later").max(self.now);
        self.give(By::Clock, &Command::Tick);
    }
}

/// A room whose log has one table with as many events, with states as the room keeps them or without any.
fn filled(folder: &Folder, book: &str, shoe: Option<LastingShoe>, events: u64, keeps: bool) -> Playing {
    let shelf = Shelf::filed();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let (house, game) = book.split_once('/').unwrap();
    let (files, kept) = Library::default().keep(&shelf, &BookId::new(house, game), 0);
    store.append(&Batch { entries: kept, ..Batch::default() }).unwrap();
    let pace = Pace { between_ms: 0, ..Pace::default() };
    let spec = Spec { pace, shoe, plays_alone: true, ..Spec::practice(&shelf, book).unwrap() };
    let mut playing = Playing::open(&shelf, 1, spec, &files);
    let of_house = |event: u64, body: String, transfers: Vec<Transfer>| Entry {
        stream: Stream::HOUSE,
        first: event,
        count: 1,
        at_ms: 1_767_225_600_000,
        by: "house".to_owned(),
        id: None,
        body,
        transfers,
    };
    let opened = format!(r#"{{"house":"table-opened","table":1,"book":"{book}","by":null}}"#);
    let bought = (2..).zip(playing.wallets.keys()).map(|(event, person)| {
        let amount = CHIPS.in_cents();
        let body = format!(r#"{{"house":"chips-bought","person":{person},"amount":{amount},"by":null}}"#);
        let (from, to) = ("cage".to_owned(), format!("patron:{person}"));
        of_house(event, body, vec![Transfer { event, from, to, amount: CHIPS }])
    });
    let entries = std::iter::once(of_house(1, opened, Vec::new())).chain(bought).collect();
    store.append(&Batch { entries, ..Batch::default() }).unwrap();
    while playing.table.number() < events {
        playing.step();
    }
    let mut states = playing.states.iter();
    let mut due = states.next();
    for entry in playing.entries.clone() {
        let mut batch = Batch::default();
        if due.is_some_and(|state| state.number == entry.last()) {
            batch.checkpoints.extend(due.filter(|_| keeps).cloned());
            due = states.next();
        }
        batch.entries.push(entry);
        store.append(&batch).unwrap();
    }
    playing
}

/// What a part of a log gives: each entry's first event, what happened, and the table after it.
type Walked = Vec<(u64, Vec<Told>, Table)>;

/// Plays a log from before an event up to another.
fn walk(store: &Sqlite, from: u64, to: u64) -> Walked {
    let (shelf, library) = (Arc::new(Shelf::filed()), Library::read(store).unwrap());
    let books = Books { at_hand: &shelf, library: &library };
    let mut walked = Vec::new();
    server::walk(store, books, Stream(1), from, &mut |entry, told, table| {
        walked.push((entry.first, told.to_vec(), table.clone()));
        entry.last() < to
    })
    .unwrap();
    walked
}

/// Reads rounds all over a log; gives the most decks that were sealed for one, and the most entries played before it.
fn costs(store: &Sqlite, playing: &Playing) -> (u64, usize) {
    let ends = playing.rounds.windows(2).map(|pair| (pair[0], pair[1] - 1));
    let cost = |(from, to)| {
        let before = seal::trees_made();
        let walked = walk(store, from, to);
        let passed = walked.iter().filter(|(first, ..)| *first < from).count();
        (seal::trees_made() - before, passed)
    };
    let costs: Vec<_> = ends.step_by(4).map(cost).collect();
    assert!(costs.len() > 15, "too few rounds to tell");
    (costs.iter().map(|cost| cost.0).max().unwrap(), costs.iter().map(|cost| cost.1).max().unwrap())
}

/// A round is sealed once, and the one deck that is dealt from is opened; of the round before it, one at the most.
const TREES_MOST: u64 = 8 + 1 + 1;

#[test]
fn reading_a_round_seals_its_own_decks_alone() {
    for events in [3_000, 9_000] {
        let folder = Folder::new();
        let playing = filled(&folder, BLACKJACK, None, events, true);
        let store = Sqlite::open_read_only(folder.path()).unwrap();
        let (trees, passed) = costs(&store, &playing);
        assert!(
            (8..=TREES_MOST).contains(&trees),
            "{trees} decks are sealed to read one round of {events} events"
        );
        // States are kept every thousand events at the latest, but for the pause that is waited for.
        let most = (KEPT_EVERY + 2 * KEEPS_EVERY) as usize;
        assert!(passed < most, "{passed} entries are played before a round of {events} events");
        assert!(passed > 10, "the rounds are all right behind a state, so that nothing is told");
    }
}

/// The entries of a round. The first of them may also end the round before, whose proofs were passed over.
fn of_round(walked: &Walked, from: u64, to: u64) -> Walked {
    let mut of = walked.iter().filter(|(first, ..)| (from..=to).contains(first)).cloned().collect::<Walked>();
    if let Some((_, told, _)) = of.first_mut() {
        let began = told.iter().position(|one| matches!(one.event, Event::RoundBegan { .. })).unwrap();
        told.drain(..began);
    }
    of
}

#[test]
fn what_is_passed_over_changes_nothing_that_is_shown() {
    let shoe = LastingShoe { behind: Some(100), burn: 1 };
    for (book, shoe) in [
        (BLACKJACK, None),
        (BLACKJACK, Some(shoe)),
        ("mortimers/double-hand", None),
        ("pinnacle/three-card-6-card-bonus", None),
        ("mortimers/holdem", None),
        ("players-club/lowball-ace-to-five", None),
        ("players-club/pan", None),
    ] {
        let folder = Folder::new();
        let playing = filled(&folder, book, shoe, 900, false);
        let store = Sqlite::open_read_only(folder.path()).unwrap();
        let whole = walk(&store, 0, playing.table.number());
        let shown: usize = whole.iter().flat_map(|(_, told, _)| told).map(|one| one.openings.len()).sum();
        assert!(shown > 0, "{book}: no card is proven to anybody");
        assert!(playing.rounds.len() > 4, "{book}: too few rounds to tell");
        for (round, from) in playing.rounds.iter().enumerate().step_by(3) {
            let to = playing.rounds.get(round + 1).map_or(playing.table.number(), |next| next - 1);
            let read = walk(&store, *from, to);
            let (read, whole) = (of_round(&read, *from, to), of_round(&whole, *from, to));
            let is_like = read
                .iter()
                .zip(&whole)
                .all(|(one, other)| (one.0, &one.1) == (other.0, &other.1) && one.2.is_like(&other.2));
            assert_eq!(read.len(), whole.len(), "{book}: round {}", round + 1);
            assert!(is_like, "{book}: round {} is shown otherwise", round + 1);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_without_states_gets_them_while_the_room_is_open() {
    let folder = Folder::new();
    let playing = filled(&folder, BLACKJACK, None, 7_000, false);
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let (_, before) = costs(&store, &playing);
    let house = House::open(quiet(&folder)).await;
    let far = |numbers: &[u64]| {
        let ends = std::iter::once(&0).chain(numbers).zip(numbers.iter().chain([&7_000]));
        ends.map(|(from, to)| to.saturating_sub(*from)).max().unwrap()
    };
    while far(&store.checkpoints(Stream(1)).unwrap()) > 2 * KEPT_EVERY {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    house.close().await;
    let (trees, after) = costs(&store, &playing);
    assert!(trees <= TREES_MOST);
    assert!(before > 1_000 && after < before / 3, "{before} entries were played before a round, now {after}");
    let proof = server::verify(&store, &Shelf::filed(), &Witness::new(), &mut |_, _| ()).unwrap();
    assert_eq!(proof.faults, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_table_has_no_rounds() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    for table in ["0", "4294967295", "99999"] {
        for path in [format!("/api/tables/{table}/rounds"), format!("/api/tables/{table}/rounds/1")] {
            assert_eq!(house.site.ask(&Ask::get(&path)).await.unwrap().status, 404, "{path}");
        }
    }
    house.close().await;
}
