//! How a table's life is written into the log, and how a log is played again: the same commands, the same times
//! and the same seeds must give the same events, byte for byte.

use std::collections::VecDeque;
use std::sync::Arc;

use books::{Money, Shelf};
use room::{
    By, Checkpoint, ChipKind, Command, Event, Input, Ledger, Refusal, Spec, Table, TableId, Time, Told,
    Transfer,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Entry, Stream};

use crate::drawn::{roots_of, seeds_of};
pub use crate::house_entry::{Approved, Given, HouseEntry, PersonKind, PlayWallet, PracticeTable};
pub use crate::house_kind::HouseKind;
use crate::kept;
use crate::library::{Files, Library};
pub use crate::replay_fault::ReplayFault;

/// What an entry of a table's stream holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableEntry {
    /// The table is opened.
    Open {
        /// What was opened.
        spec: Box<Spec>,
        /// The fingerprint of the book, its rates and its clauses.
        rules: String,
        /// The files it plays by, in the library's stream; none in logs of version 0.1.0.
        #[serde(default, skip_serializing_if = "Files::is_empty")]
        files: Files,
        /// The version of the program that opens it.
        #[serde(default = "first_version")]
        version: String,
        /// How its decks are shuffled; nothing for a table whose seeds were committed to, as version 0.1.0 did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shuffle: Option<String>,
        /// What happened.
        events: Vec<Event>,
    },
    /// Another version of the program plays on, from exactly this state: what follows is proven by that version.
    Resumed {
        /// The version.
        version: String,
        /// The table as it is from here on; nothing while a round is on, after which another such entry has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Box<Checkpoint>>,
        /// Where no such state can be had, the one from which this version has played the round so far, if it did not
        /// play the whole log.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<Box<Since>>,
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
        wallet: Money,
        /// Whether they are a bot.
        is_bot: bool,
        /// What happened.
        events: Vec<Event>,
    },
}

/// A state of a table before the round that is on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Since {
    /// The number of the last event before it.
    pub number: u64,
    /// The table as it was then.
    pub state: Checkpoint,
}

/// The version of this program, whose rules play the rounds.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whether a version of the program came after this one.
#[must_use]
pub(crate) fn is_newer(version: &str) -> bool {
    parts_of_version(version) > parts_of_version(VERSION)
}

/// The numbers of a version, by which versions follow one another.
pub(crate) fn parts_of_version(text: &str) -> Vec<u64> {
    let plain = text.split(['-', '+']).next().unwrap_or_default();
    plain.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

/// The version that wrote a log which names none.
fn first_version() -> String {
    "0.1.0".to_owned()
}

impl TableEntry {
    /// What happened.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        match self {
            TableEntry::Open { events, .. }
            | TableEntry::Resumed { events, .. }
            | TableEntry::Command { events, .. } => events,
        }
    }

    /// How many were in a round of which it takes back that it began: it was none, and everything lies where it lay before.
    #[must_use]
    pub fn unbegun(&self) -> Option<usize> {
        let TableEntry::Command { command: Command::TakeBack, events, .. } = self else { return None };
        for event in events {
            if let Event::RoundEnded { nets, .. } = event {
                return Some(nets.len());
            }
        }
        None
    }
}

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

/// The books that a log is played by: its own, and those at hand for logs that hold none.
#[derive(Clone, Copy)]
pub struct Books<'a> {
    /// Those at hand.
    pub at_hand: &'a Arc<Shelf>,
    /// Those of the log.
    pub library: &'a Library,
}

/// The books with which a table was opened, by what its first entry says.
///
/// # Errors
/// When the log lacks one of its texts, or names none and no version has filed such rules.
pub(crate) fn opened_with(
    at_hand: &Arc<Shelf>,
    library: &Library,
    book: &str,
    rules: &str,
    files: &Files,
) -> Result<Arc<Shelf>, ReplayFault> {
    match files.is_empty() {
        true => library
            .shelf_of(at_hand, book, rules)
            .ok_or_else(|| ReplayFault::RulesChanged { book: book.to_owned() }),
        false => library.shelf(files).map_err(|path| ReplayFault::TextMissing { path }),
    }
}

/// How a table was opened.
struct Opening {
    spec: Spec,
    shelf: Arc<Shelf>,
}

/// A table played again from its log.
pub struct Replay<'a> {
    books: Books<'a>,
    id: TableId,
    /// The version whose rules play what comes next.
    version: String,
    /// Whether the log has the state from which that version plays on.
    is_stated: bool,
    opening: Option<Opening>,
    /// The table as far as it was played; nothing before its opening.
    pub table: Option<Table>,
    /// The table as it stood before the last fault.
    pub broken: Option<Table>,
    /// What can be kept of the table before the last entry, where it could not be before that was known.
    pub(crate) kept_before: Option<Checkpoint>,
}

impl<'a> Replay<'a> {
    /// A log to be played from its first entry.
    #[must_use]
    pub fn new(books: Books<'a>, id: TableId) -> Replay<'a> {
        Replay {
            books,
            id,
            version: first_version(),
            is_stated: true,
            opening: None,
            table: None,
            broken: None,
            kept_before: None,
        }
    }

    /// A log to be played on from a checkpoint of a table, whose first entry is the opening.
    ///
    /// # Errors
    /// When the opening or the checkpoint cannot be read, or the book does not open any more.
    pub fn from(
        books: Books<'a>,
        id: TableId,
        opening: &Entry,
        checkpoint: &str,
    ) -> Result<Replay<'a>, ReplayFault> {
        let mut replay = Replay::new(books, id);
        let unreadable = |error: serde_json::Error| ReplayFault::Unreadable(error.to_string());
        let body: TableEntry = serde_json::from_str(&opening.body).map_err(unreadable)?;
        let TableEntry::Open { spec, rules, files, version, .. } = body else {
            return Err(ReplayFault::OutOfPlace { first: opening.first });
        };
        replay.find_books(*spec, &rules, &files, kept::played_by(checkpoint).unwrap_or(version))?;
        replay.take_up(serde_json::from_str(checkpoint).map_err(unreadable)?)?;
        Ok(replay)
    }

    /// The version whose rules have played the last entry.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether the log has the state from which that version plays on: it is still to come if a round was on then.
    pub(crate) fn is_stated(&self) -> bool {
        self.is_stated
    }

    fn find_books(
        &mut self,
        spec: Spec,
        rules: &str,
        files: &Files,
        version: String,
    ) -> Result<(), ReplayFault> {
        self.version = version;
        let Books { at_hand, library } = self.books;
        let shelf = opened_with(at_hand, library, &spec.book, rules, files)?;
        self.opening = Some(Opening { spec, shelf });
        Ok(())
    }

    /// Takes the table up from a state.
    pub(crate) fn take_up(&mut self, state: Checkpoint) -> Result<(), ReplayFault> {
        let Some(Opening { spec, shelf }) = &self.opening else {
            return Err(ReplayFault::OutOfPlace { first: 1 });
        };
        let table = Table::resume(shelf, self.id, spec.clone(), state)
            .map_err(|fault| ReplayFault::Open(Box::new(fault)))?;
        self.table = Some(table);
        Ok(())
    }

    fn is_practice(&self) -> bool {
        self.opening.as_ref().is_some_and(|opening| opening.spec.is_practice)
    }

    /// Gives up the table as it stands, because what comes next cannot be read.
    pub(crate) fn lose(&mut self) {
        if self.table.is_some() {
            self.broken = self.table.take();
        }
    }

    /// Plays one entry. After a fault the table is gone, until another version goes on from a state of its own.
    ///
    /// # Errors
    /// When the rules do not bring about exactly what the log says.
    pub fn play(&mut self, entry: &Entry) -> Result<Vec<Told>, ReplayFault> {
        self.take(entry, false)
    }

    /// Plays one entry on the way to a later one: the same events must come of it and the same chips move, but its
    /// decks keep the seals that the log has, and nobody is shown a card's proof. What it costs is a small part.
    ///
    /// # Errors
    /// When the rules do not bring about exactly what the log says.
    pub fn pass(&mut self, entry: &Entry) -> Result<Vec<Told>, ReplayFault> {
        self.take(entry, true)
    }

    fn take(&mut self, entry: &Entry, passes: bool) -> Result<Vec<Told>, ReplayFault> {
        let played = self.try_play(entry, passes);
        if played.is_err() && self.table.is_some() {
            self.broken = self.table.take();
        }
        played
    }

    fn try_play(&mut self, entry: &Entry, passes: bool) -> Result<Vec<Told>, ReplayFault> {
        let first = entry.first;
        self.kept_before = None;
        let body: TableEntry = serde_json::from_str(&entry.body)
            .map_err(|error| ReplayFault::Unreadable(format!("event {first}: {error}")))?;
        let (after, told, events) = match (body, &mut self.table) {
            (TableEntry::Open { spec, rules, files, version, shuffle, events }, None) if first == 1 => {
                self.find_books(*spec, &rules, &files, version)?;
                let opening = self.opening.as_ref().ok_or(ReplayFault::OutOfPlace { first })?;
                let (mut table, told) = Table::open(&opening.shelf, self.id, opening.spec.clone())
                    .map_err(|fault| ReplayFault::Open(Box::new(fault)))?;
                if shuffle.is_none() {
                    table.shuffles_as_before();
                }
                (Some(table), told, events)
            }
            (TableEntry::Resumed { version, state, events, .. }, Some(table)) => {
                let seals = state.as_ref().map_or(table.seals(), |state| state.seals());
                if state.is_some() {
                    table.put_away();
                }
                let told = table.played_on_by(&version, seals);
                (self.version, self.is_stated) = (version, state.is_some());
                if table.checkpoint().as_ref() != state.as_deref() {
                    return Err(ReplayFault::Differs { first });
                }
                (None, told, events)
            }
            (TableEntry::Resumed { version, state, events, .. }, None) => {
                (self.version, self.is_stated) = (version, state.is_some());
                // In the middle of a round nothing can be played on from without what came before.
                let state = state.ok_or(ReplayFault::OutOfPlace { first })?;
                self.take_up(*state)?;
                let told = events.iter().enumerate();
                let told =
                    told.map(|(place, event)| Told::plain(first + place as u64, event.clone())).collect();
                (None, told, events)
            }
            (TableEntry::Command { by, command, name, wallet, is_bot, events }, Some(table)) => {
                let now = Time(entry.at_ms);
                let roots = if passes { roots_of(&events) } else { None };
                let again = |as_before: bool| {
                    let mut seeds: VecDeque<[u8; 32]> = events.iter().flat_map(seeds_of).collect();
                    let mut next = || seeds.pop_front().unwrap_or([0; 32]);
                    let mut input = Input { now, seeds: &mut next, name: &name, wallet, is_bot };
                    match (&roots, as_before) {
                        (Some(roots), _) => {
                            table.after_passing(by, &command, &mut input, roots.clone(), as_before)
                        }
                        (None, false) => table.after(by, &command, &mut input),
                        (None, true) => table.after_as_before(by, &command, &mut input),
                    }
                };
                let is_so = |played: &Result<(Table, Vec<Told>), Refusal>| {
                    played.as_ref().is_ok_and(|(_, told)| same_events(first, told, &events).is_ok())
                };
                let played = again(false);
                let earlier = (!is_so(&played)).then(|| again(true)).filter(is_so);
                let (after, told) = earlier
                    .unwrap_or(played)
                    .map_err(|refusal| ReplayFault::Refused { first, what: refusal.what })?;
                self.kept_before = table.kept_before(by, &after);
                (Some(after), told, events)
            }
            _ => return Err(ReplayFault::OutOfPlace { first }),
        };
        same_events(first, &told, &events)?;
        let mut told = told;
        // At a practice table wallets are those of play chips, once the house keeps the kinds apart.
        if transfers(&told) != entry.transfers && self.is_practice() {
            change_kind(&mut told, ChipKind::Play);
        }
        if transfers(&told) != entry.transfers {
            let what = "other chips move than the log says".to_owned();
            return Err(ReplayFault::Money { first, what });
        }
        if let Some(after) = after {
            self.table = Some(after);
        }
        Ok(told)
    }
}

fn same_events(first: u64, told: &[Told], events: &[Event]) -> Result<(), ReplayFault> {
    let is_same =
        told.len() == events.len() && told.iter().zip(events).all(|(one, event)| one.event == *event);
    if is_same { Ok(()) } else { Err(ReplayFault::Differs { first }) }
}

/// Says which kind of chips some events of a table move: the table itself speaks of wallets alone.
pub fn change_kind(told: &mut [Told], kind: ChipKind) {
    for transfer in told.iter_mut().flat_map(|one| &mut one.transfers) {
        *transfer = transfer.of_kind(kind);
    }
}

/// Makes every transfer of some events on a ledger, or none.
///
/// # Errors
/// When an account would go below zero.
pub fn post(ledger: &mut Ledger, told: &[Told]) -> Result<(), ReplayFault> {
    let all: Vec<(u64, &Transfer)> =
        told.iter().flat_map(|one| one.transfers.iter().map(|transfer| (one.number, transfer))).collect();
    for (place, (first, transfer)) in all.iter().enumerate() {
        if let Err(fault) = ledger.record(transfer) {
            for (_, made) in all[..place].iter().rev() {
                ledger.take_back(made);
            }
            return Err(ReplayFault::Money { first: *first, what: fault.to_string() });
        }
    }
    Ok(())
}

/// Takes back every transfer of some events that were made on a ledger.
pub fn unpost(ledger: &mut Ledger, told: &[Told]) {
    for transfer in told.iter().rev().flat_map(|one| one.transfers.iter().rev()) {
        ledger.take_back(transfer);
    }
}
