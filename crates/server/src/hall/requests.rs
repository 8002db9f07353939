//! What the rest of the server asks of the hall.

use std::fmt;

use books::Money;
use room::{By, Command, PersonId, Spec, TableId, TableView, Time, Watcher};
use serde::{Deserialize, Serialize};
use store::{NewPerson, Person, Stream};
use tokio::sync::{mpsc, oneshot};
use utoipa::ToSchema;

use super::aside::guard;
use super::cage::CageView;
use super::message::{Answer, Outcome};
use super::watchers::Message;
use super::{Hall, now};

/// In which part somebody speaks; the server has checked that they may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// For themselves.
    #[default]
    Patron,
    /// As the house dealer.
    Dealer,
    /// As the floor.
    Floor,
}

/// A row of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LobbyTable {
    /// Which table.
    pub table: TableId,
    /// The book.
    pub book: String,
    /// The game's name.
    pub game: String,
    /// The house's name.
    pub house: String,
    /// The family.
    pub family: String,
    /// The schedule.
    pub schedule: Option<String>,
    /// What is collected, in words.
    pub collection: String,
    /// The limits in words.
    pub limits: String,
    /// How many seats there are.
    pub seats: u8,
    /// How many are taken.
    pub seated: u8,
    /// How many of them by bots.
    pub bots: u8,
    /// How many wait.
    pub waiting: u8,
    /// Where the table stands.
    pub phase: room::Phase,
    /// Whether guests may sit.
    pub is_practice: bool,
    /// Where the cards come from.
    pub dealer: room::Dealer,
    /// Whether it is set aside because something broke there: it takes no commands.
    #[serde(default)]
    pub is_set_aside: bool,
}

/// A table as the floor sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FloorView {
    /// The row of the lobby.
    #[serde(flatten)]
    pub row: LobbyTable,
    /// The seat that banks and in which of its rounds.
    pub bank: Option<(games::Seat, u8)>,
    /// The names on the waiting list, first come first.
    pub names_waiting: Vec<String>,
    /// What is in its drop box.
    pub drop: Money,
    /// How many rounds it has dealt.
    pub rounds: u64,
    /// How many watch it.
    pub watching: usize,
    /// What broke, if it is set aside.
    #[serde(default)]
    pub set_aside: Option<String>,
}

/// How the hall is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metrics {
    /// Commands applied since the start.
    pub commands: u64,
    /// Batches written.
    pub batches: u64,
    /// Tables in the hall.
    pub tables: u64,
    /// Watchers.
    pub watchers: u64,
    /// Milliseconds since the start.
    pub uptime_ms: u64,
    /// The tables that are set aside because something broke there.
    pub set_aside: Vec<TableId>,
}

/// Why the hall does not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HallError {
    /// There is no such thing.
    NotFound(String),
    /// It may not be.
    Refused(String),
    /// The store does not work.
    Store(String),
}

impl fmt::Display for HallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HallError::NotFound(what) | HallError::Refused(what) | HallError::Store(what) => {
                f.write_str(what)
            }
        }
    }
}

impl From<store::Error> for HallError {
    fn from(error: store::Error) -> HallError {
        HallError::Store(error.to_string())
    }
}

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<T>;

/// Something the hall is asked.
pub(crate) enum Request {
    /// Do something at a table.
    Command {
        /// Which table.
        table: TableId,
        /// Who.
        person: PersonId,
        /// In which part.
        speaker: Speaker,
        /// The client's own id.
        id: String,
        /// The number of the last event the client knew.
        based_on: Option<u64>,
        /// What.
        command: Command,
        /// The answer, once it is on disk.
        reply: Reply<Answer>,
    },
    /// Watch a table.
    Watch {
        /// Which.
        table: TableId,
        /// Who, if they have a name.
        person: Option<PersonId>,
        /// The last event they know.
        from: Option<u64>,
        /// Where messages go.
        sender: mpsc::Sender<Message>,
        /// Whether there is such a table.
        reply: Reply<bool>,
    },
    /// Look at a table once.
    View {
        /// Which.
        table: TableId,
        /// Who, if they have a name.
        person: Option<PersonId>,
        /// The table.
        reply: Reply<Option<TableView>>,
    },
    /// The rows of the lobby.
    Lobby(Reply<Vec<LobbyTable>>),
    /// The tables as the floor sees them.
    Floor(Reply<Vec<FloorView>>),
    /// Open a table.
    Open {
        /// What.
        spec: Box<Spec>,
        /// By whom; nobody for those that open with the room.
        by: Option<PersonId>,
        /// How many bots sit down.
        bots: u8,
        /// Its number and what the floor should know about it, or why not.
        reply: Reply<Result<(TableId, Vec<String>), String>>,
    },
    /// Add somebody.
    AddPerson {
        /// Who.
        person: NewPerson,
        /// "patron" or "guest".
        kind: String,
        /// Chips to begin with.
        chips: Money,
        /// Their number.
        reply: Reply<Result<PersonId, HallError>>,
    },
    /// Somebody by name.
    PersonNamed(String, Reply<Result<Option<Person>, HallError>>),
    /// Change somebody's roles.
    SetRoles {
        person: PersonId,
        roles: Vec<String>,
        by: Option<PersonId>,
        reply: Reply<Result<(), HallError>>,
    },
    /// Open a session.
    OpenSession(String, PersonId, i64, Reply<Result<(), HallError>>),
    /// Whose session a token is.
    Session(String, Reply<Result<Option<Person>, HallError>>),
    /// End a session.
    CloseSession(String, Reply<Result<(), HallError>>),
    /// The chips somebody has away from the tables.
    Wallet(PersonId, Reply<Money>),
    /// What the cage sees.
    Cage(Reply<CageView>),
    /// Sell chips.
    Buy(PersonId, Money, PersonId, Reply<Result<Money, HallError>>),
    /// Take chips back.
    Redeem(PersonId, Money, PersonId, Reply<Result<Money, HallError>>),
    /// From which event on a table's log stays closed because a round is on; nothing if there is no such table.
    OpenUntil(TableId, Reply<Option<u64>>),
    /// How the hall is doing.
    Metrics(Reply<Metrics>),
    /// Stop when everything is on disk.
    Stop,
}

impl Request {
    /// Whether it only looks, so that it waits until what was written is on disk.
    pub(crate) fn is_read(&self) -> bool {
        !matches!(
            self,
            Request::Command { .. }
                | Request::Open { .. }
                | Request::AddPerson { .. }
                | Request::SetRoles { .. }
                | Request::OpenSession(..)
                | Request::CloseSession(..)
                | Request::Buy(..)
                | Request::Redeem(..)
                | Request::Stop
        )
    }
}

impl Hall {
    /// Does what changes something; the answer goes out when it is on disk.
    pub(crate) fn write(&mut self, request: Request) {
        let at = now();
        match request {
            Request::Command { table, person, speaker, id, based_on, command, reply } => {
                let answer = self.answer_command(table, person, speaker, id, based_on, &command);
                self.later(reply, answer);
            }
            Request::Open { spec, by, bots, reply } => {
                let opened = self.open_table(*spec, by, at).map_err(|fault| fault.to_string());
                if let Ok((table, _)) = opened {
                    self.seat_bots(table, bots);
                }
                self.later(reply, opened);
            }
            Request::AddPerson { person, kind, chips, reply } => {
                let added = self.add_person(&person, &kind, chips).map_err(HallError::from);
                self.later(reply, added);
            }
            Request::SetRoles { person, roles, by, reply } => {
                let done = self.set_roles(person, roles, by, at);
                self.later(reply, done);
            }
            Request::OpenSession(token, person, expires, reply) => {
                let done = self.store.open_session(&token, person, expires).map_err(HallError::from);
                self.later(reply, done);
            }
            Request::CloseSession(token, reply) => {
                let done = self.store.close_session(&token).map(|_| ()).map_err(HallError::from);
                self.later(reply, done);
            }
            Request::Buy(person, amount, by, reply) => {
                let done = self.buy(person, amount, by, at);
                self.later(reply, done);
            }
            Request::Redeem(person, amount, by, reply) => {
                let done = self.redeem(person, amount, by, at);
                self.later(reply, done);
            }
            _ => {}
        }
    }

    fn later<T: Send + 'static>(&mut self, reply: Reply<T>, value: T) {
        self.after.push(Box::new(move || drop(reply.send(value))));
    }

    fn answer_command(
        &mut self,
        table: TableId,
        person: PersonId,
        speaker: Speaker,
        id: String,
        based_on: Option<u64>,
        command: &Command,
    ) -> Answer {
        let sender = format!("person:{person}");
        let place = match self.playing(table) {
            Ok(place) => place,
            Err(refusal) => {
                let number = self.tables.get(&table).map_or(0, |place| place.table.number());
                return Answer::refused(id, number, &refusal, None);
            }
        };
        let number = place.table.number();
        match self.done_before(&sender, &id) {
            Some((stream, last)) if stream == Stream(table) => {
                return Answer::done(id, Outcome::Duplicate, last);
            }
            Some((stream, _)) => {
                let used = room::System::IdUsed { id: format!("{id:?}"), table: stream.to_string() };
                let refusal = room::Refusal::from(used);
                return Answer::refused(id, number, &refusal, None);
            }
            None => {}
        }
        if speaker == Speaker::Patron && place.is_stale(person, command, based_on) {
            return Answer::done(id, Outcome::Stale, number);
        }
        let by = match speaker {
            Speaker::Patron => By::Patron(person),
            Speaker::Dealer => By::Dealer(person),
            Speaker::Floor => By::Floor(person),
        };
        if let Some(refusal) = self.guest_refusal(table, person, command) {
            return Answer::refused(id, number, &refusal, None);
        }
        match self.command(table, by, Some(id.clone()), command, now()) {
            Ok((_, last)) => Answer::done(id, Outcome::Applied, last),
            Err(refusal) => {
                let book = self.tables.get(&table).map(|place| place.table.book());
                Answer::refused(id, number, &refusal, book)
            }
        }
    }

    /// At which table this id of the sender was done, and the last event that it brought.
    fn done_before(&self, sender: &str, id: &str) -> Option<(Stream, u64)> {
        let mut waiting = self.batch.entries.iter();
        let found = waiting.find(|entry| entry.by == sender && entry.id.as_deref() == Some(id));
        if let Some(entry) = found {
            return Some((entry.stream, entry.last()));
        }
        let applied = self.store.applied(sender, id).ok().flatten()?;
        Some((applied.stream, applied.last()))
    }

    /// Guests play with play chips, so they sit at practice tables only.
    fn guest_refusal(&self, table: TableId, person: PersonId, command: &Command) -> Option<room::Refusal> {
        let place = self.tables.get(&table)?;
        // Staff may seat somebody, but not where they could not sit down themselves.
        let (person, command) = match command {
            Command::For { person, command } => (*person, command.as_ref()),
            command => (person, command),
        };
        let is_guest = self.people.get(&person).is_some_and(|known| known.is_guest);
        let sits = matches!(command, Command::Sit { .. } | Command::StandBehind { .. } | Command::Join);
        let is_barred = is_guest && sits && !place.table.spec().is_practice;
        is_barred.then(|| room::System::GuestsPractice.into())
    }

    fn set_roles(
        &mut self,
        person: PersonId,
        roles: Vec<String>,
        by: Option<PersonId>,
        at: Time,
    ) -> Result<(), HallError> {
        let Some(known) = self.store.person(person)? else {
            return Err(HallError::NotFound(format!("there is nobody with the number {person}")));
        };
        Ok(self.change_roles(known, roles, by, at)?)
    }

    /// Answers what only looks.
    pub(crate) fn answer(&mut self, request: Request) {
        match request {
            Request::Watch { table, person, from, sender, reply } => {
                let found = self.tables.get_mut(&table);
                let _ = reply.send(found.is_some());
                if let Some(place) = found
                    && let Err(what) = guard(|| place.watch(person, from, sender))
                {
                    self.set_aside(table, &format!("it cannot be shown: {what}"), now());
                }
            }
            Request::View { table, person, reply } => {
                let watcher = person.map_or(Watcher::Rail, Watcher::Person);
                let found = self.tables.get(&table).map(|place| guard(|| place.table.view(watcher)));
                if let Some(Err(what)) = &found {
                    self.set_aside(table, &format!("it cannot be shown: {what}"), now());
                }
                let _ = reply.send(found.and_then(Result::ok));
            }
            Request::Lobby(reply) => {
                let rows = self.table_ids().filter_map(|id| self.row(id)).collect();
                let _ = reply.send(rows);
            }
            Request::Floor(reply) => {
                let _ = reply.send(self.floor());
            }
            Request::PersonNamed(name, reply) => {
                let _ = reply.send(self.store.person_named(&name).map_err(HallError::from));
            }
            Request::Session(token, reply) => {
                let _ = reply.send(self.store.session(&token, now().0).map_err(HallError::from));
            }
            Request::Wallet(person, reply) => {
                let _ = reply.send(self.ledger.balance(room::Account::Patron(person)));
            }
            Request::Cage(reply) => {
                let _ = reply.send(self.cage_view());
            }
            Request::OpenUntil(table, reply) => {
                let _ = reply.send(self.open_until(table));
            }
            Request::Metrics(reply) => {
                let _ = reply.send(self.metrics());
            }
            _ => {}
        }
    }

    fn open_until(&self, table: TableId) -> Option<u64> {
        let number = self.tables.get(&table).map(|place| place.table.number());
        let tip = self.store.tip(Stream(table)).map_or(0, |tip| tip.number);
        match self.tables.get(&table) {
            // What could not be played again does not go on, so that all of it may be read.
            Some(place) if place.aside.is_some() && number.is_some_and(|number| number < tip) => {
                Some(tip + 1)
            }
            // A round may begin between this answer and the reading, so what comes later stays closed as well.
            Some(place) => Some(place.table.round_began().unwrap_or(place.table.number() + 1)),
            None => self.lost.contains_key(&table).then_some(tip + 1),
        }
    }

    /// The row of a table, also of one that cannot be shown any more.
    fn row(&self, id: TableId) -> Option<LobbyTable> {
        let row = guard(|| self.lobby_row(id)).ok().flatten();
        row.or_else(|| {
            let spec = self.tables.get(&id).map(|place| place.table.spec());
            let book = spec.map(|spec| &spec.book).or_else(|| self.lost.get(&id).map(|lost| &lost.book))?;
            let house = book.split('/').next().unwrap_or_default();
            let found = self.shelf.find(book).ok().and_then(|id| self.shelf.book(&id).ok());
            let header = found.as_ref().map(books::Book::header);
            Some(LobbyTable {
                table: id,
                book: book.clone(),
                game: header.map_or_else(|| book.clone(), |header| header.name.clone()),
                house: self.shelf.house(house).map_or(house.to_owned(), |house| house.name.value.clone()),
                family: header.map_or_else(String::new, |header| header.family.word().to_owned()),
                schedule: None,
                collection: String::new(),
                limits: String::new(),
                seats: 0,
                seated: 0,
                bots: 0,
                waiting: 0,
                phase: room::Phase::Closed,
                is_practice: spec.is_some_and(|spec| spec.is_practice),
                dealer: room::Dealer::Shuffler,
                is_set_aside: true,
            })
        })
    }

    fn lobby_row(&self, id: TableId) -> Option<LobbyTable> {
        let place = self.tables.get(&id)?;
        let view = place.table.view(Watcher::Rail);
        let book = place.table.book();
        let house =
            self.shelf.house(&book.id.house).map_or(book.id.house.clone(), |house| house.name.value.clone());
        let seated = view.people.iter().filter(|person| person.seat.is_some());
        Some(LobbyTable {
            table: id,
            book: view.book.clone(),
            game: view.game.clone(),
            house,
            family: book.header().family.word().to_owned(),
            schedule: view.schedule.clone(),
            collection: place.table.collection_words(),
            limits: place.table.limit_words(),
            seats: view.seats,
            seated: seated.clone().count() as u8,
            bots: seated.filter(|person| person.is_bot).count() as u8,
            waiting: view.waiting.len() as u8,
            phase: view.phase,
            is_practice: view.is_practice,
            dealer: view.dealer,
            is_set_aside: place.aside.is_some(),
        })
    }

    fn floor(&self) -> Vec<FloorView> {
        let of = |id: TableId| {
            let place = self.tables.get(&id);
            let view = place.and_then(|place| guard(|| place.table.view(Watcher::Rail)).ok());
            let waiting = view.as_ref().map(|view| view.waiting.iter());
            Some(FloorView {
                row: self.row(id)?,
                bank: view.as_ref().and_then(|view| view.bank),
                names_waiting: waiting.into_iter().flatten().map(|person| person.name.clone()).collect(),
                drop: self.ledger.balance(room::Account::Drop(id)),
                rounds: place.map_or(0, |place| place.table.rounds()),
                watching: place.map_or(0, super::place::Place::watching),
                set_aside: self.all_aside().find(|(aside, _)| *aside == id).map(|(_, why)| why.to_owned()),
            })
        };
        self.table_ids().filter_map(of).collect()
    }

    fn metrics(&self) -> Metrics {
        Metrics {
            commands: self.commands,
            batches: self.batches,
            tables: self.table_ids().count() as u64,
            watchers: self.tables.values().map(|place| place.watching() as u64).sum(),
            uptime_ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            set_aside: self.all_aside().map(|(id, _)| id).collect(),
        }
    }
}
