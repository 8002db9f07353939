//! How a table's life is written into the log, and how a log is played again: the same commands, the same times
//! and the same seeds must give the same events, byte for byte.

use std::collections::VecDeque;
use std::fmt;

use books::{Money, Shelf};
use room::{By, Command, Event, Input, Ledger, OpenFault, Spec, Table, TableId, Time, Told};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Entry, Stream};

/// What an entry of a table's stream holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableEntry {
    /// The table is opened.
    Open {
        /// What was opened.
        spec: Spec,
        /// The fingerprint of the book, its rates and its clauses.
        rules: String,
        /// What happened.
        events: Vec<Event>,
    },
    /// A command was accepted.
    Command {
        /// Who gave it.
        by: By,
        /// What was to be done.
        command: Command,
        /// The name of whoever gave it.
        name: String,
        /// The chips they had away from the table.
        #[serde(with = "games::text::cents")]
        wallet: Money,
        /// Whether they are a bot.
        is_bot: bool,
        /// What happened.
        events: Vec<Event>,
    },
}

/// What an entry of the house's own stream holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "house", rename_all = "kebab-case")]
pub enum HouseEntry {
    /// Somebody is known from now on.
    PersonAdded {
        /// Who.
        person: u32,
        /// The name.
        name: String,
        /// "patron", "guest" or "bot".
        kind: String,
    },
    /// The cage sells chips.
    ChipsBought {
        /// To whom.
        person: u32,
        /// How much.
        #[serde(with = "games::text::cents")]
        amount: Money,
        /// Who served at the cage; nobody for play chips.
        by: Option<u32>,
    },
    /// The cage takes chips back.
    ChipsRedeemed {
        /// From whom.
        person: u32,
        /// How much.
        #[serde(with = "games::text::cents")]
        amount: Money,
        /// Who served at the cage.
        by: Option<u32>,
    },
    /// A table is opened.
    TableOpened {
        /// Which.
        table: TableId,
        /// What.
        book: String,
        /// By whom; nobody for those that open with the room.
        by: Option<u32>,
    },
}

/// Why a log cannot be played again.
#[derive(Debug)]
pub enum ReplayFault {
    /// The body of an entry is not what this program writes.
    Unreadable(String),
    /// The table's book does not open any more.
    Open(Box<OpenFault>),
    /// The book, its rates or its clauses have changed since the table was opened.
    RulesChanged {
        /// The book.
        book: String,
    },
    /// A command is refused that was accepted.
    Refused {
        /// The number of its first event.
        first: u64,
        /// Why.
        what: String,
    },
    /// Something else comes of a command than the log says.
    Differs {
        /// The number of its first event.
        first: u64,
    },
    /// Other chips move than the log says.
    Money {
        /// The number of its first event.
        first: u64,
        /// What is wrong.
        what: String,
    },
    /// The first entry does not open a table, or a later one does.
    OutOfPlace {
        /// The number of its first event.
        first: u64,
    },
}

impl fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayFault::Unreadable(why) => write!(f, "an entry cannot be read: {why}"),
            ReplayFault::Open(fault) => write!(f, "the table cannot be opened: {fault}"),
            ReplayFault::RulesChanged { book } => write!(
                f,
                "the files of {book} have changed since the table was opened; use the books it was opened with"
            ),
            ReplayFault::Refused { first, what } => {
                write!(f, "event {first}: the command was accepted, but the rules refuse it: {what}")
            }
            ReplayFault::Differs { first } => {
                write!(f, "event {first}: the rules bring about something else than the log says")
            }
            ReplayFault::Money { first, what } => write!(f, "event {first}: {what}"),
            ReplayFault::OutOfPlace { first } => write!(f, "event {first}: an opening where none belongs"),
        }
    }
}

impl std::error::Error for ReplayFault {}

/// The fingerprint of everything a table of this book plays by.
#[must_use]
pub fn fingerprint(shelf: &Shelf, book: &str) -> String {
    let house = book.split('/').next().unwrap_or(book);
    let mut hash = Sha256::new();
    let is_own = |path: &str| path.starts_with(&format!("{house}/rates/")) || path == format!("{book}.toml");
    let books = shelf.files_in(house).filter(|(path, _)| is_own(path));
    let clauses = shelf.clause_files_of(house);
    let mut files: Vec<(&str, &str)> =
        books.chain(clauses).map(|(path, source)| (path, source.text.as_str())).collect();
    files.sort_unstable();
    for (path, text) in files {
        hash.update((path.len() as u64).to_be_bytes());
        hash.update(path);
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The store's entry for what a table has done.
#[must_use]
pub fn entry(
    table: TableId,
    at: Time,
    by: &str,
    id: Option<String>,
    body: &TableEntry,
    told: &[Told],
) -> Entry {
    Entry {
        stream: Stream(table),
        first: told.first().map_or(0, |one| one.number),
        count: told.len() as u32,
        at_ms: at.0,
        by: by.to_owned(),
        id,
        body: serde_json::to_string(body).expect("an entry is plain data"),
        transfers: transfers(told),
    }
}

/// The chips that events moved, as the store keeps them.
#[must_use]
pub fn transfers(told: &[Told]) -> Vec<store::Transfer> {
    let of = |one: &Told| {
        let event = one.number;
        one.transfers
            .iter()
            .map(move |transfer| store::Transfer {
                event,
                from: transfer.from.to_string(),
                to: transfer.to.to_string(),
                amount: transfer.amount,
            })
            .collect::<Vec<_>>()
    };
    told.iter().flat_map(of).collect()
}

/// A table played again from its log.
pub struct Replay<'a> {
    shelf: &'a Shelf,
    id: TableId,
    /// The table as far as it was played; nothing before its opening.
    pub table: Option<Table>,
}

impl<'a> Replay<'a> {
    /// A log to be played from its first entry.
    #[must_use]
    pub fn new(shelf: &'a Shelf, id: TableId) -> Replay<'a> {
        Replay { shelf, id, table: None }
    }

    /// A log to be played on from a table as a checkpoint kept it.
    #[must_use]
    pub fn from(shelf: &'a Shelf, table: Table) -> Replay<'a> {
        Replay { shelf, id: table.id(), table: Some(table) }
    }

    /// Plays one entry.
    ///
    /// # Errors
    /// When the rules do not bring about exactly what the log says.
    pub fn play(&mut self, entry: &Entry) -> Result<Vec<Told>, ReplayFault> {
        let first = entry.first;
        let body: TableEntry = serde_json::from_str(&entry.body)
            .map_err(|error| ReplayFault::Unreadable(format!("event {first}: {error}")))?;
        let told = match (body, &mut self.table) {
            (TableEntry::Open { spec, rules, events }, table @ None) => {
                if rules != fingerprint(self.shelf, &spec.book) {
                    return Err(ReplayFault::RulesChanged { book: spec.book });
                }
                let (opened, told) = Table::open(self.shelf, self.id, spec)
                    .map_err(|fault| ReplayFault::Open(Box::new(fault)))?;
                *table = Some(opened);
                same_events(first, &told, &events)?;
                told
            }
            (TableEntry::Command { by, command, name, wallet, is_bot, events }, Some(table)) => {
                let mut seeds: VecDeque<[u8; 32]> = events.iter().filter_map(seed_of).collect();
                let mut next = || seeds.pop_front().unwrap_or([0; 32]);
                let now = Time(entry.at_ms);
                let mut input = Input { now, seeds: &mut next, name: &name, wallet, is_bot };
                let told = table
                    .command(by, &command, &mut input)
                    .map_err(|refusal| ReplayFault::Refused { first, what: refusal.what })?;
                same_events(first, &told, &events)?;
                told
            }
            _ => return Err(ReplayFault::OutOfPlace { first }),
        };
        if transfers(&told) != entry.transfers {
            let what = "other chips move than the log says".to_owned();
            return Err(ReplayFault::Money { first, what });
        }
        Ok(told)
    }
}

fn same_events(first: u64, told: &[Told], events: &[Event]) -> Result<(), ReplayFault> {
    let is_same =
        told.len() == events.len() && told.iter().zip(events).all(|(one, event)| one.event == *event);
    if is_same { Ok(()) } else { Err(ReplayFault::Differs { first }) }
}

fn seed_of(event: &Event) -> Option<[u8; 32]> {
    let Event::Shuffled { seed, .. } = event else { return None };
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(seed.get(place * 2..place * 2 + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// Checks that every transfer of some events can be made on a ledger, and makes it.
///
/// # Errors
/// When an account would go below zero.
pub fn post(ledger: &mut Ledger, told: &[Told]) -> Result<(), ReplayFault> {
    for one in told {
        for transfer in &one.transfers {
            ledger
                .record(transfer)
                .map_err(|fault| ReplayFault::Money { first: one.number, what: fault.to_string() })?;
        }
    }
    Ok(())
}
