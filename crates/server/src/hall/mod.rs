//! The hall: the one thread that owns every table, the ledger and the store.
//!
//! Commands come in through a channel. The hall takes as many as are waiting, applies them, writes all of them in
//! one durable batch, and only then answers and tells the watchers. So what anybody has been told is on disk, and
//! one flush to disk serves many commands.

mod bots;
mod cage;
mod first;
mod message;
mod place;
mod requests;
mod watchers;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use books::{Money, Rules, Shelf};
use room::{By, Command, Input, Ledger, PersonId, Spec, Table, TableId, Time};
use store::{Batch, NewPerson, Store, Stream};
use tokio::sync::oneshot;

pub use cage::{CageView, PatronView};
pub(crate) use first::First;
pub(crate) use message::StreamMessage;
pub use message::{Answer, ClauseView, Line, Outcome};
pub use requests::{FloorView, LobbyTable, Metrics, Speaker};
pub(crate) use requests::{HallError, Request};
pub(crate) use watchers::Message;

use bots::BotMoves;
use place::Place;

use crate::journal::{Books, HouseEntry, Replay, ReplayFault, TableEntry, VERSION, entry, fingerprint, post};
use crate::library::Library;

/// How the hall is run.
#[derive(Clone, Debug)]
pub struct HallConfig {
    /// How long a bot thinks, in milliseconds, at least and at most.
    pub bot_ms: (i64, i64),
    /// How many bots sit at a practice table.
    pub bots: u8,
    /// The play chips a guest gets.
    pub guest_chips: Money,
    /// How many events of each table are kept in memory for those who come back.
    pub recent: usize,
}

impl Default for HallConfig {
    fn default() -> HallConfig {
        HallConfig { bot_ms: (350, 1_300), bots: 3, guest_chips: Money::dollars(10_000), recent: 400 }
    }
}

/// Somebody the hall knows.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) is_bot: bool,
    pub(crate) is_guest: bool,
}

/// The hall itself; it lives on its own thread.
pub(crate) struct Hall {
    pub(crate) shelf: Arc<Shelf>,
    library: Library,
    pub(crate) store: Box<dyn Store>,
    pub(crate) config: HallConfig,
    pub(crate) tables: BTreeMap<TableId, Place>,
    /// The tables that could not be resumed, and why: they stay closed, and the rest of the room opens.
    pub(crate) shut: BTreeMap<TableId, String>,
    pub(crate) ledger: Ledger,
    pub(crate) people: HashMap<PersonId, Known>,
    house_number: u64,
    deadlines: BTreeSet<(Time, TableId)>,
    bots: BotMoves,
    batch: Batch,
    /// What is sent once the batch is on disk.
    after: Vec<Box<dyn FnOnce() + Send>>,
    changed: BTreeSet<TableId>,
    commands: u64,
    batches: u64,
    started: Instant,
}

/// A handle through which the rest of the server speaks to the hall.
#[derive(Clone)]
pub(crate) struct HallHandle {
    sender: SyncSender<Request>,
}

/// The hall's queue is full, or the hall has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy;

impl HallHandle {
    /// Asks the hall something and waits for the answer.
    ///
    /// # Errors
    /// When the hall has more to do than it can hold, or has stopped.
    pub(crate) async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, Busy> {
        let (sender, receiver) = oneshot::channel();
        self.send(request(sender))?;
        receiver.await.map_err(|_| Busy)
    }

    /// Tells the hall something without waiting.
    ///
    /// # Errors
    /// When the hall has more to do than it can hold, or has stopped.
    pub(crate) fn send(&self, request: Request) -> Result<(), Busy> {
        self.sender.try_send(request).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Busy,
        })
    }
}

/// The hall cannot be opened.
#[derive(Debug)]
pub enum HallFault {
    /// The store refuses.
    Store(store::Error),
    /// A table's log cannot be played again.
    Replay(TableId, ReplayFault),
    /// What the tables say and what the store's balances say differ.
    Balances(String),
}

impl std::fmt::Display for HallFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HallFault::Store(error) => error.fmt(f),
            HallFault::Replay(table, fault) => write!(f, "table {table} cannot be resumed: {fault}"),
            HallFault::Balances(what) => write!(f, "the ledger does not agree with the log: {what}"),
        }
    }
}

impl std::error::Error for HallFault {}

impl From<store::Error> for HallFault {
    fn from(error: store::Error) -> HallFault {
        HallFault::Store(error)
    }
}

/// The time of the machine.
#[must_use]
pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Opens the hall over a store: every table resumes exactly where it was; then the thread begins.
///
/// # Errors
/// When the store cannot be read or a log cannot be played again.
pub(crate) fn open(
    shelf: Arc<Shelf>,
    store: Box<dyn Store>,
    config: HallConfig,
    first: &First,
) -> Result<(HallHandle, std::thread::JoinHandle<()>, Vec<String>), HallFault> {
    let mut hall = Hall {
        shelf,
        library: Library::read(store.as_ref())?,
        store,
        config,
        tables: BTreeMap::new(),
        shut: BTreeMap::new(),
        ledger: Ledger::default(),
        people: HashMap::new(),
        house_number: 0,
        deadlines: BTreeSet::new(),
        bots: BotMoves::default(),
        batch: Batch::default(),
        after: Vec::new(),
        changed: BTreeSet::new(),
        commands: 0,
        batches: 0,
        started: Instant::now(),
    };
    hall.resume()?;
    let mut closed: Vec<String> = hall.shut.values().cloned().collect();
    closed.extend(hall.begin(first)?);
    let (sender, receiver) = sync_channel(16_384);
    let thread = std::thread::Builder::new()
        .name("hall".to_owned())
        .spawn(move || hall.run(&receiver))
        .expect("a thread for the hall");
    Ok((HallHandle { sender }, thread, closed))
}

impl Hall {
    /// Reads the store: people, balances, and every table from its checkpoint on.
    fn resume(&mut self) -> Result<(), HallFault> {
        for person in self.store.people()? {
            let is = |role: &str| person.roles.iter().any(|one| one == role);
            let known = Known { is_bot: is("bot"), is_guest: is("guest"), name: person.name.clone() };
            self.people.insert(person.id, known);
        }
        self.house_number = self.store.tip(Stream::HOUSE)?.number;
        let shelf = Arc::clone(&self.shelf);
        for stream in self.store.streams()? {
            if !stream.is_table() {
                continue;
            }
            match self.resume_table(&shelf, stream) {
                Ok((table, version)) => self.admit(table, &version),
                Err(fault @ HallFault::Replay(id, _)) => {
                    tracing::error!("{fault}; it stays closed");
                    self.shut.insert(id, fault.to_string());
                }
                Err(fault) => return Err(fault),
            }
        }
        for (account, amount) in self.store.balances()? {
            let parsed = cage::account(&account).ok_or_else(|| HallFault::Balances(account.clone()))?;
            self.ledger.set(parsed, amount);
        }
        let stacks: Vec<(room::Account, Money)> = self
            .tables
            .values()
            .flat_map(|place| {
                let id = place.table.id();
                place
                    .table
                    .people()
                    .iter()
                    .map(move |person| (room::Account::Stack(id, person.person), person.stack))
            })
            .collect();
        for (account, stack) in stacks {
            let held = self.ledger.balance(account);
            if held != stack {
                return Err(HallFault::Balances(format!("{account} holds {held}, the table says {stack}")));
            }
        }
        Ok(())
    }

    fn resume_table(&mut self, shelf: &Arc<Shelf>, stream: Stream) -> Result<(Table, String), HallFault> {
        let id = stream.0;
        let fault = |fault| HallFault::Replay(id, fault);
        let books = Books { at_hand: shelf, library: &self.library };
        let first = self.store.entries(stream, 1, 1)?;
        let opening = first.first().ok_or_else(|| fault(ReplayFault::OutOfPlace { first: 1 }))?;
        let mut replay = match self.store.checkpoint(stream)? {
            Some(kept) => Replay::from(books, id, &opening.entry, &kept.body).map_err(fault)?,
            None => Replay::new(books, id),
        };
        loop {
            let from = replay.table.as_ref().map_or(1, |table| table.number() + 1);
            let entries = self.store.entries(stream, from, 500)?;
            if entries.is_empty() {
                break;
            }
            for logged in entries {
                replay.play(&logged.entry).map_err(fault)?;
            }
        }
        let version = replay.version().to_owned();
        replay.table.map(|table| (table, version)).ok_or_else(|| fault(ReplayFault::OutOfPlace { first: 1 }))
    }

    /// Takes a table into the hall.
    fn admit(&mut self, table: Table, version: &str) {
        let id = table.id();
        let rules: Arc<Rules> = Arc::new(table.book().rules.clone());
        if let Some(due) = table.deadline() {
            self.deadlines.insert((due, id));
        }
        self.tables.insert(id, Place::new(table, rules, version));
        self.changed.insert(id);
    }

    /// Writes down that this version plays on, for every table between rounds that another one has played so far.
    fn take_over(&mut self, now: Time) {
        let changed: Vec<TableId> = self.changed.iter().copied().collect();
        for id in changed {
            let Some(place) = self.tables.get_mut(&id) else { continue };
            if place.version == VERSION || place.table.checkpoint().is_none() {
                continue;
            }
            VERSION.clone_into(&mut place.version);
            let told = place.table.played_on_by(VERSION);
            let events = told.iter().map(|one| one.event.clone()).collect();
            let Some(state) = place.table.checkpoint() else { continue };
            let body = TableEntry::Resumed { version: VERSION.to_owned(), state, events };
            self.batch.entries.push(entry(id, now, "house", None, &body, &told));
            place.note(told, now, self.config.recent);
        }
    }

    fn run(&mut self, requests: &Receiver<Request>) {
        loop {
            self.look_at_bots(now());
            self.commit();
            let wait = self.next_due().map_or(Duration::from_secs(1), |due| {
                Duration::from_millis(u64::try_from((due.0 - now().0).max(0)).unwrap_or(0))
            });
            let mut reads = Vec::new();
            match requests.recv_timeout(wait.min(Duration::from_secs(1))) {
                Ok(request) => {
                    if self.take(request, &mut reads) {
                        break;
                    }
                    for _ in 0..1_000 {
                        let Ok(request) = requests.try_recv() else { break };
                        if self.take(request, &mut reads) {
                            self.commit();
                            return;
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.tick(now());
            self.commit();
            for read in reads {
                self.answer(read);
            }
        }
        self.commit();
    }

    /// Does what a request wants; those that only read wait until what was written is on disk.
    fn take(&mut self, request: Request, reads: &mut Vec<Request>) -> bool {
        match request {
            Request::Stop => return true,
            request if request.is_read() => reads.push(request),
            request => self.write(request),
        }
        false
    }

    fn next_due(&self) -> Option<Time> {
        let clock = self.deadlines.first().map(|(due, _)| *due);
        clock.into_iter().chain(self.bots.next_due()).min()
    }

    fn tick(&mut self, now: Time) {
        while let Some((due, id)) = self.deadlines.first().copied() {
            if due > now {
                break;
            }
            self.deadlines.remove(&(due, id));
            let _ = self.command(id, By::Clock, None, &Command::Tick, now);
            // A deadline that has passed and is still there would be asked for again at once.
            if let Some(place) = self.tables.get(&id)
                && let Some(next) = place.table.deadline()
            {
                self.deadlines.insert((next.max(now.after_ms(50)), id));
            }
        }
        self.move_bots(now);
    }

    /// Tells a table with hours by which clock the house lives, whenever that has changed.
    fn tell_zone(&mut self, id: TableId, now: Time) {
        let Some(place) = self.tables.get(&id).filter(|place| place.table.has_hours()) else { return };
        let house = self.shelf.house(&place.table.book().id.house);
        let Some(zone) = house.ok().and_then(|house| house.zone) else { return };
        let minutes = zone.minutes_at(now.0);
        if place.table.zone_minutes() != Some(minutes) {
            let told = self.apply(id, By::Clock, None, &Command::Zone { minutes }, now);
            if let Err(refusal) = told {
                tracing::warn!("table {id} cannot be told the time: {refusal}");
            }
        }
    }

    /// Applies a command to a table and puts it into the batch.
    pub(crate) fn command(
        &mut self,
        id: TableId,
        by: By,
        command_id: Option<String>,
        command: &Command,
        now: Time,
    ) -> Result<(u64, u64), room::Refusal> {
        self.tell_zone(id, now);
        self.apply(id, by, command_id, command, now)
    }

    fn apply(
        &mut self,
        id: TableId,
        by: By,
        command_id: Option<String>,
        command: &Command,
        now: Time,
    ) -> Result<(u64, u64), room::Refusal> {
        let person = match by {
            By::Patron(person) | By::Dealer(person) | By::Floor(person) => Some(person),
            By::Clock => None,
        };
        // Chips come from whoever sits down, also when the dealer enters it for them.
        let subject = match command {
            Command::For { person, .. } => Some(*person),
            _ => person,
        };
        let known = subject.and_then(|person| self.people.get(&person));
        let name = known.map_or(String::new(), |known| known.name.clone());
        let is_bot = known.is_some_and(|known| known.is_bot);
        let wallet = subject.map_or(Money::ZERO, |person| self.ledger.balance(room::Account::Patron(person)));
        let Some(place) = self.tables.get_mut(&id) else {
            return Err(self.no_table(id));
        };
        let before = place.table.deadline();
        let mut seeds = random_seed;
        let mut input = Input { now, seeds: &mut seeds, name: &name, wallet, is_bot };
        let told = place.table.command(by, command, &mut input)?;
        if let Some(due) = before {
            self.deadlines.remove(&(due, id));
        }
        if let Some(due) = place.table.deadline() {
            self.deadlines.insert((due, id));
        }
        self.commands += 1;
        self.changed.insert(id);
        let (Some(first), Some(last)) = (told.first(), told.last()) else {
            let number = place.table.number();
            return Ok((number, number));
        };
        let numbers = (first.number, last.number);
        post(&mut self.ledger, &told).expect("the table moves only chips that are there");
        let events = told.iter().map(|one| one.event.clone()).collect();
        let body = TableEntry::Command { by, command: command.clone(), name, wallet, is_bot, events };
        let sender = person.map_or("clock".to_owned(), |person| format!("person:{person}"));
        self.batch.entries.push(entry(id, now, &sender, command_id, &body, &told));
        place.note(told, now, self.config.recent);
        Ok(numbers)
    }

    /// Opens a table and puts it into the batch.
    pub(crate) fn open_table(
        &mut self,
        spec: Spec,
        by: Option<PersonId>,
        now: Time,
    ) -> Result<TableId, room::OpenFault> {
        let despite = self.errors_against(&spec, now)?;
        let last = |id: Option<&TableId>| id.copied().unwrap_or(0);
        let id = last(self.tables.keys().last()).max(last(self.shut.keys().last())) + 1;
        let shelf = Arc::clone(&self.shelf);
        let (table, told) = Table::open(&shelf, id, spec.clone())?;
        let book = spec.book.clone();
        let rules = fingerprint(&shelf, &spec.book);
        let (files, kept) = self.library.keep(&shelf, &table.book().id, now.0);
        self.batch.entries.extend(kept);
        let events = told.iter().map(|one| one.event.clone()).collect();
        let body = TableEntry::Open { spec, rules, files, version: VERSION.to_owned(), events };
        self.batch.entries.push(entry(id, now, "house", None, &body, &told));
        self.house(&HouseEntry::TableOpened { table: id, book, by, despite }, &[], now);
        self.admit(table, VERSION);
        if let Some(place) = self.tables.get_mut(&id) {
            place.note(told, now, self.config.recent);
        }
        Ok(id)
    }

    /// Adds somebody to the people and to the house's log; chips from the cage come with it.
    pub(crate) fn add_person(
        &mut self,
        person: &NewPerson,
        kind: &str,
        chips: Money,
    ) -> Result<PersonId, store::Error> {
        let id = self.store.add_person(person)?;
        let at = Time(person.created_ms);
        let name = person.name.clone();
        let known = Known { name: name.clone(), is_bot: kind == "bot", is_guest: kind == "guest" };
        self.people.insert(id, known);
        self.house(&HouseEntry::PersonAdded { person: id, name, kind: kind.to_owned() }, &[], at);
        if chips.is_positive() {
            self.sell_chips(id, chips, None, at);
        }
        Ok(id)
    }

    /// Writes an entry into the house's own stream.
    pub(crate) fn house(&mut self, what: &HouseEntry, moves: &[room::Transfer], at: Time) {
        self.house_number += 1;
        let number = self.house_number;
        let transfers = moves
            .iter()
            .map(|transfer| store::Transfer {
                event: number,
                from: transfer.from.to_string(),
                to: transfer.to.to_string(),
                amount: transfer.amount,
            })
            .collect();
        self.batch.entries.push(store::Entry {
            stream: Stream::HOUSE,
            first: number,
            count: 1,
            at_ms: at.0,
            by: "house".to_owned(),
            id: None,
            body: serde_json::to_string(what).expect("an entry is plain data"),
            transfers,
        });
    }

    /// Makes everything of this turn durable, then answers and tells the watchers.
    fn commit(&mut self) {
        self.take_over(now());
        if !self.batch.entries.is_empty() {
            let mut batch = std::mem::take(&mut self.batch);
            let due: Vec<TableId> = self.changed.iter().copied().collect();
            for id in due {
                if let Some(place) = self.tables.get_mut(&id)
                    && let Some(checkpoint) = place.checkpoint_due()
                {
                    batch.checkpoints.push(checkpoint);
                }
            }
            self.batches += 1;
            if let Err(error) = self.store.append(&batch) {
                // What the tables show would no longer be what the disk holds: better no room than a wrong one.
                tracing::error!("the log cannot be written, so the room stops: {error}");
                std::process::exit(74);
            }
        }
        for answer in self.after.drain(..) {
            answer();
        }
        let changed = std::mem::take(&mut self.changed);
        for id in &changed {
            if let Some(place) = self.tables.get_mut(id) {
                place.publish();
            }
        }
        self.bots.wake(&changed);
    }
}

/// 32 bytes from the operating system.
fn random_seed() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
