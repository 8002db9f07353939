//! Entries of the log: a log that somebody has changed plays again, or the fault is told; nothing breaks.

use std::sync::Arc;

use books::{Money, Shelf};
use cards::Seed;
use games::Seat;
use room::{Account, By, Command, Input, Ledger, Spec, Table, Time, Transfer, Watcher, bots};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use server::journal::{Books, HouseEntry, Replay, TableEntry, VERSION, entry, fingerprint};
use server::library::Library;
use store::{Entry, Stream};

use crate::{Running, Target};

/// Entries of the log.
pub(super) const ENTRIES: Target =
    Target { name: "entries", law: "a changed log plays again, or its fault is told", begin };

const BOOKS: [&str; 4] =
    ["mortimers/no-bust-6", "players-club/holdem", "pinnacle/three-card-6-card-bonus", "players-club/pan"];
/// How many commands each log of the corpus has.
const COMMANDS: usize = 40;

/// An entry as a line of an input.
#[derive(Serialize, Deserialize)]
struct Line {
    first: u64,
    count: u32,
    at_ms: i64,
    by: String,
    body: Value,
    transfers: Vec<(u64, String, String, Money)>,
}

fn begin() -> Running {
    let shelf = Arc::new(Shelf::filed());
    let mut corpus: Vec<Vec<u8>> = BOOKS.iter().map(|book| played(&shelf, book)).collect();
    corpus.push(house().into_bytes());
    let library = Library::default();
    Running { corpus, take: Box::new(move |input| take(&shelf, &library, input)) }
}

fn take(shelf: &Arc<Shelf>, library: &Library, input: &[u8]) -> u32 {
    let text = String::from_utf8_lossy(input);
    let mut replay = Replay::new(Books { at_hand: shelf, library }, 1);
    let mut depth = 0;
    for line in text.lines().take(COMMANDS * 2) {
        if let Ok(entry) = serde_json::from_str::<HouseEntry>(line) {
            let written = serde_json::to_string(&entry).expect("an entry is plain data");
            let again: HouseEntry = serde_json::from_str(&written).expect("what was written is read");
            assert_eq!(again, entry, "it is read as it was written");
            let _ = entry.kind();
            depth += 1;
            continue;
        }
        let Ok(Line { first, count, at_ms, by, body, transfers }) = serde_json::from_str(line) else {
            continue;
        };
        let transfers = transfers.into_iter();
        let transfers =
            transfers.map(|(event, from, to, amount)| store::Transfer { event, from, to, amount });
        let (stream, id, body) = (Stream(1), None, body.to_string());
        let entry = Entry { stream, first, count, at_ms, by, id, body, transfers: transfers.collect() };
        match replay.pass(&entry) {
            Ok(_) => depth += 1,
            Err(fault) => {
                assert!(!fault.to_string().is_empty(), "a fault without words");
                break;
            }
        }
    }
    depth
}

/// A log of a table at which bots have played.
fn played(shelf: &Arc<Shelf>, book: &str) -> Vec<u8> {
    let spec = Spec { plays_alone: true, ..Spec::practice(shelf, book).expect("a practice table opens") };
    let (mut table, told) = Table::open_despite_faults(shelf, 1, &spec).expect("a practice table opens");
    let events = told.iter().map(|one| one.event.clone()).collect();
    let (rules, version, shuffle) =
        (fingerprint(shelf, book), VERSION.to_owned(), Some(seal::VERSION.to_owned()));
    let files = std::collections::BTreeMap::new();
    let body = TableEntry::Open { spec: Box::new(spec), rules, files, version, shuffle, events };
    let mut now = Time(1_790_000_000_000);
    let mut lines = vec![entry(1, now, "house", None, &body, &told)];
    let mut ledger = Ledger::default();
    let mut draws = Seed::from_bytes([3; 32]).draws();
    let mut seeds = Seed::from_bytes([4; 32]).draws();
    let buy_in = table.view(Watcher::Rail).buy_in_least.times(20).max(Money::dollars(500));
    let mut due: Vec<(By, Command)> = (1..=2_u8)
        .map(|seat| (By::Patron(100 + u32::from(seat)), Command::Sit { seat: Seat::new(seat), buy_in }))
        .collect();
    due.reverse();
    while lines.len() < COMMANDS {
        let (by, command) = due.pop().unwrap_or_else(|| {
            let bot = table.people().iter().find_map(|person| {
                let view = table.view(Watcher::Person(person.person));
                let command = bots::command(&view, person.person, &table.book().rules, &mut draws)?;
                Some((By::Patron(person.person), command))
            });
            bot.unwrap_or((By::Clock, Command::Tick))
        });
        now =
            table.deadline().filter(|_| by == By::Clock).unwrap_or(now.after_ms(300)).max(now.after_ms(300));
        if let By::Patron(person) = by {
            let amount = Money::dollars(10_000);
            ledger
                .record(&Transfer { from: Account::Cage, to: Account::Patron(person), amount })
                .expect("it may sell");
        }
        let wallet = Money::dollars(1_000_000);
        let mut seed = || std::array::from_fn(|_| seeds.below(256) as u8);
        let mut input = Input { now, seeds: &mut seed, name: "Somebody", wallet, is_bot: true };
        let Ok(told) = table.command(by, &command, &mut input) else { continue };
        if told.is_empty() {
            continue;
        }
        let events = told.iter().map(|one| one.event.clone()).collect();
        let body =
            TableEntry::Command { by, command, name: "Somebody".to_owned(), wallet, is_bot: true, events };
        lines.push(entry(1, now, "somebody", None, &body, &told));
    }
    lines.iter().map(written).collect::<Vec<_>>().join("\n").into_bytes()
}

fn written(entry: &Entry) -> String {
    let body = serde_json::from_str(&entry.body).expect("a body is JSON");
    let transfers = entry.transfers.iter();
    let transfers = transfers.map(|one| (one.event, one.from.clone(), one.to.clone(), one.amount)).collect();
    let Entry { first, count, at_ms, by, .. } = entry.clone();
    serde_json::to_string(&Line { first, count, at_ms, by, body, transfers }).expect("a line is plain data")
}

/// Entries of the house's own log.
fn house() -> String {
    [
        r#"{"house":"person-added","person":1,"name":"Ann","kind":"guest"}"#,
        r#"{"house":"chips-bought","person":1,"amount":500,"by":null}"#,
        r#"{"house":"chips-redeemed","person":1,"amount":500,"by":2}"#,
        r#"{"house":"table-opened","table":3,"book":"marina/holdem","by":2,"warnings":["no hand begins now"]}"#,
        r#"{"house":"table-opened","table":4,"book":"marina/holdem","by":5,"is_practice":true,"link":"00ff","has_chat":true}"#,
        r#"{"house":"silenced","table":4,"person":1,"by":2,"is_silenced":true}"#,
        r#"{"house":"table-set-aside","table":3,"why":"it broke"}"#,
        r#"{"house":"table-taken-up","table":3}"#,
        r#"{"house":"table-closed","table":3,"book":"marina/holdem"}"#,
        r#"{"house":"roles-changed","person":1,"name":"Ann","before":["patron"],"after":["patron","floor"],"by":2}"#,
        r#"{"house":"password-set","person":1,"name":"Ann","set_ms":5,"by":2}"#,
        r#"{"house":"backed-up","to":"/mnt/copy","done_ms":5}"#,
        r#"{"house":"acted-for","table":3,"by":{"dealer":2},"person":1,"event":40}"#,
    ]
    .join("\n")
}
