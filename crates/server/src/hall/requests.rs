//! What the rest of the server asks of the hall.

use std::sync::Arc;

use books::{Money, Rules};
use room::{ChipKind, Command, PersonId, Spec, TableId, TableView, Watcher};
use serde::{Deserialize, Serialize};
use store::{Checkpoint, NewPerson, Person, Stream};
use tokio::sync::{mpsc, oneshot};
use utoipa::ToSchema;

use super::aside::guard;
use super::cage::CageView;
use super::commit::Later;
pub(crate) use super::error::{HallError, Unseen};
use super::exchanges::{AskedView, Exchange, Exchanged};
use super::lobby::{FloorView, LobbyTable, Metrics, OwnTable};
use super::message::{Answer, Outcome};
use super::place::Place;
use super::preview::Foreseen;
use super::watchers::Message;
use super::{Hall, now};
use crate::journal::{Given, PersonKind};

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

/// What the coach is given of a table.
pub(crate) struct Coached {
    /// The table as the asker sees it.
    pub(crate) view: TableView,
    /// The rules that it plays by.
    pub(crate) rules: Arc<Rules>,
    /// How many decks its shoe holds, if it was told.
    pub(crate) decks: Option<u8>,
}

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<T>;

/// Something the hall is asked.
pub(crate) enum Request {
    /// Something that changes the room; the answer goes out when it is on disk.
    Write(Write),
    /// Something that only looks; it waits until what was written before is on disk.
    Read(Read),
    /// Stop when everything is on disk.
    Stop,
}

impl From<Write> for Request {
    fn from(write: Write) -> Request {
        Request::Write(write)
    }
}

impl From<Read> for Request {
    fn from(read: Read) -> Request {
        Request::Read(read)
    }
}

/// What changes the room.
pub(crate) enum Write {
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
        /// As what.
        kind: PersonKind,
        /// Chips to begin with.
        chips: Money,
        /// Their number.
        reply: Reply<Result<PersonId, HallError>>,
    },
    /// Change somebody's roles.
    SetRoles {
        person: PersonId,
        roles: Vec<String>,
        by: Option<PersonId>,
        reply: Reply<Result<(), HallError>>,
    },
    /// Open a session.
    OpenSession(String, PersonId, i64, Reply<Result<(), HallError>>),
    /// End a session.
    CloseSession(String, Reply<Result<(), HallError>>),
    /// Put off the end of a session, if it is not over.
    RenewSession(String, PersonId, i64),
    /// End every session of somebody.
    CloseSessionsOf(PersonId, Reply<Result<(), HallError>>),
    /// Give somebody a new password, and end their sessions but one; gives the name.
    SetPassword {
        person: PersonId,
        password: String,
        by: PersonId,
        keep: Option<Kept>,
        reply: Reply<Result<String, HallError>>,
    },
    /// Sell chips, or take them back; a large amount is only asked for.
    Exchange(Exchange, Reply<Result<Exchanged, HallError>>),
    /// Approve what was asked for, as a second person, or decline it.
    Settle { exchange: u64, is_approved: bool, by: PersonId, reply: Reply<Result<Exchanged, HallError>> },
    /// Give somebody play chips, up to what a newcomer has.
    PlayChips(PersonId, Reply<Result<(), HallError>>),
    /// The chips of a table that is set aside go back to those whose they are.
    GiveBack {
        /// Which.
        table: TableId,
        /// The owner who says so.
        by: PersonId,
        /// Why.
        why: String,
        /// What each got.
        reply: Reply<Result<Vec<Given>, HallError>>,
    },
    /// Keep states of tables as they were long ago, which their logs lack.
    Keep(Vec<Checkpoint>),
}

/// A session that stays open, and until when.
pub(crate) struct Kept {
    pub(crate) token: String,
    pub(crate) expires: i64,
}

/// Somebody with an account: number, name and the words of the roles.
pub(crate) type Account = (PersonId, String, Vec<String>);

/// What only looks at the room.
pub(crate) enum Read {
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
        /// Whether they see it.
        reply: Reply<Result<(), Unseen>>,
    },
    /// Look at a table once.
    View {
        /// Which.
        table: TableId,
        /// Who, if they have a name.
        person: Option<PersonId>,
        /// The table.
        reply: Reply<Result<TableView, Unseen>>,
    },
    /// What a command of the staff would bring about.
    Foresee {
        /// At which table.
        table: TableId,
        /// Who asks.
        person: PersonId,
        /// In which part.
        speaker: Speaker,
        /// What would be done.
        command: Command,
        /// What would come of it.
        reply: Reply<Foreseen>,
    },
    /// Whether a table is for practice; nothing if there is no such table.
    IsPractice(TableId, Reply<Option<bool>>),
    /// The rows of the lobby.
    Lobby(Reply<Vec<LobbyTable>>),
    /// The rows of these tables, also of closed ones.
    Rows(Vec<TableId>, Reply<Vec<LobbyTable>>),
    /// The tables at which somebody has a place.
    OwnTables(PersonId, Reply<Vec<OwnTable>>),
    /// The tables as the floor sees them.
    Floor(Reply<Vec<FloorView>>),
    /// Somebody by name.
    PersonNamed(String, Reply<Result<Option<Person>, HallError>>),
    /// Everybody with an account, by number.
    Accounts(Reply<Result<Vec<Account>, HallError>>),
    /// Whose session a token is.
    Session(String, Reply<Result<Option<Person>, HallError>>),
    /// The chips somebody has away from the tables: those of the house, and play chips.
    Wallet(PersonId, Reply<(Money, Money)>),
    /// What the cage sees.
    Cage(Reply<CageView>),
    /// The large sales and redemptions that a second person has to approve.
    Asked(Reply<Vec<AskedView>>),
    /// From which event on a table's log stays closed because a round is on; nothing if there is no such table.
    OpenUntil(TableId, Reply<Option<u64>>),
    /// A table as one person sees it, with what it plays by.
    Coached {
        /// Which.
        table: TableId,
        /// Who.
        person: PersonId,
        /// The table; nothing if there is none, or it is set aside.
        reply: Reply<Option<Coached>>,
    },
    /// How the hall is doing.
    Metrics(Reply<Metrics>),
}

impl Hall {
    /// Does what changes something; the answer goes out when it is on disk.
    pub(crate) fn write(&mut self, request: Write) {
        let at = self.now();
        match request {
            Write::Command { table, person, speaker, id, based_on, command, reply } => {
                let answer = self.answer_command(table, person, speaker, id, based_on, &command);
                self.later(Some(table), reply, answer);
            }
            Write::Open { spec, by, bots, reply } => {
                let mut opened = self.open_table(*spec, by, at).map_err(|fault| fault.to_string());
                if let Ok((table, warnings)) = &mut opened {
                    warnings.extend(self.seat_bots(*table, bots));
                }
                self.later(opened.as_ref().ok().map(|(table, _)| *table), reply, opened);
            }
            Write::AddPerson { person, kind, chips, reply } => {
                let added = self.add_newcomer(&person, kind, chips);
                self.later(None, reply, added);
            }
            Write::SetRoles { person, roles, by, reply } => {
                let done = self.set_roles(person, roles, by, at);
                self.later(None, reply, done);
            }
            Write::OpenSession(token, person, expires, reply) => {
                let done = self.store.open_session(&token, person, expires).map_err(HallError::from);
                self.later(None, reply, done);
            }
            Write::CloseSession(token, reply) => {
                let done = self.store.close_session(&token).map(|_| ()).map_err(HallError::from);
                self.later(None, reply, done);
            }
            Write::RenewSession(token, person, expires) => {
                if let Err(error) = self.renew_session(&token, person, expires) {
                    tracing::warn!("a session cannot be put off its end: {error}");
                }
            }
            Write::CloseSessionsOf(person, reply) => {
                let done = self.store.close_sessions_of(person).map(drop).map_err(HallError::from);
                self.later(None, reply, done);
            }
            Write::SetPassword { person, password, by, keep, reply } => {
                let done = self.set_password(person, password, by, keep.as_ref(), at);
                self.later(None, reply, done);
            }
            Write::Exchange(wanted, reply) => {
                let done = self.exchange(wanted, at);
                self.later(None, reply, done);
            }
            Write::Settle { exchange, is_approved, by, reply } => {
                let done = self.settle(exchange, is_approved, by, at);
                self.later(None, reply, done);
            }
            Write::PlayChips(person, reply) => {
                let done = self.fill_up(person, at);
                self.later(None, reply, done);
            }
            Write::GiveBack { table, by, why, reply } => {
                let done = self.give_back(table, by, &why);
                self.later(None, reply, done);
            }
            Write::Keep(checkpoints) => self.batch.checkpoints.extend(checkpoints),
        }
    }

    /// Sends an answer once everything is on disk; never if it is about what a table could not write.
    pub(super) fn later<T: Send + 'static>(&mut self, table: Option<TableId>, reply: Reply<T>, value: T) {
        let send = Box::new(move || drop(reply.send(value)));
        self.after.push(Later { table, send });
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
        let before = match self.done_before(&sender, &id) {
            Ok(before) => before,
            Err(error) => {
                tracing::error!("the log cannot be read: {error}");
                let refusal = room::Refusal::from(room::System::LogNotRead);
                return Answer::refused(id, number, &refusal, None);
            }
        };
        match before {
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
        let by = speaker.by(person);
        if let Some(refusal) = self.refused_before(table, person, speaker, command) {
            return Answer::refused(id, number, &refusal, None);
        }
        match self.command(table, by, Some(id.clone()), command, self.now()) {
            Ok((_, last)) => Answer::done(id, Outcome::Applied, last),
            Err(refusal) => {
                let book = self.tables.get(&table).map(|place| place.table.book());
                Answer::refused(id, number, &refusal, book)
            }
        }
    }

    /// At which table this id of the sender was done, and the last event that it brought.
    ///
    /// # Errors
    /// When the store cannot be read: what was done before must not be done again.
    fn done_before(&self, sender: &str, id: &str) -> Result<Option<(Stream, u64)>, store::Error> {
        let mut waiting = self.batch.entries.iter();
        let found = waiting.find(|entry| entry.by == sender && entry.id.as_deref() == Some(id));
        if let Some(entry) = found {
            return Ok(Some((entry.stream, entry.last())));
        }
        let applied = self.store.applied(sender, id)?;
        Ok(applied.map(|applied| (applied.stream, applied.last())))
    }

    /// Answers what only looks.
    pub(crate) fn answer(&mut self, request: Read) {
        match request {
            Read::Watch { table, person, from, sender, reply } => {
                self.wake(table);
                if self.is_closed_to(table, person) {
                    let _ = reply.send(Err(Unseen::NoAccount));
                    return;
                }
                let person = self.watches_as(table, person);
                let found = self.tables.get_mut(&table);
                let _ = reply.send(found.as_ref().map(|_| ()).ok_or(Unseen::NoTable));
                if let Some(place) = found
                    && let Err(what) = guard(|| place.watch(person, from, sender))
                {
                    self.set_aside(table, &format!("it cannot be shown: {what}"), self.now());
                }
            }
            Read::View { table, person, reply } => {
                self.wake(table);
                if self.is_closed_to(table, person) {
                    let _ = reply.send(Err(Unseen::NoAccount));
                    return;
                }
                let watcher = self.watches_as(table, person).map_or(Watcher::Rail, Watcher::Person);
                let found = self.tables.get(&table).map(|place| guard(|| place.table.view(watcher)));
                if let Some(Err(what)) = &found {
                    self.set_aside(table, &format!("it cannot be shown: {what}"), self.now());
                }
                let _ = reply.send(found.and_then(Result::ok).ok_or(Unseen::NoTable));
            }
            Read::IsPractice(table, reply) => {
                let is_there = self.table_ids().any(|one| one == table);
                let _ = reply.send(is_there.then(|| self.kind_at(table) == ChipKind::Play));
            }
            Read::Foresee { table, person, speaker, command, reply } => {
                self.wake(table);
                let _ = reply.send(self.foresee(table, person, speaker, &command));
            }
            Read::Lobby(reply) => {
                let rows = self.in_hall().filter_map(|id| self.row(id)).collect();
                let _ = reply.send(rows);
            }
            Read::Rows(tables, reply) => {
                let _ = reply.send(tables.into_iter().filter_map(|id| self.row(id)).collect());
            }
            Read::OwnTables(person, reply) => {
                let _ = reply.send(self.tables_of(person));
            }
            Read::Floor(reply) => {
                let _ = reply.send(self.floor());
            }
            Read::PersonNamed(name, reply) => {
                let found = self.store.person_named(&name).map_err(HallError::from);
                let _ = reply.send(found.map(|found| found.map(|account| self.by_the_log(account))));
            }
            Read::Accounts(reply) => {
                let _ = reply.send(self.accounts());
            }
            Read::Session(token, reply) => {
                let found = self.store.session(&token, now().0).map_err(HallError::from);
                let _ = reply.send(found.map(|found| found.map(|account| self.by_the_log(account))));
            }
            Read::Wallet(person, reply) => {
                let of = |kind: ChipKind| self.ledger.balance(kind.wallet(person));
                let _ = reply.send((of(ChipKind::House), of(ChipKind::Play)));
            }
            Read::Cage(reply) => {
                let _ = reply.send(self.cage_view());
            }
            Read::Asked(reply) => {
                let _ = reply.send(self.asked());
            }
            Read::Coached { table, person, reply } => {
                self.wake(table);
                let coached = |place: &Place| Coached {
                    view: place.table.view(Watcher::Person(person)),
                    rules: Arc::clone(&place.rules),
                    decks: place.table.spec().decks,
                };
                let found = self.tables.get(&table).filter(|place| place.aside.is_none());
                let _ = reply.send(found.and_then(|place| guard(|| coached(place)).ok()));
            }
            Read::OpenUntil(table, reply) => {
                let _ = reply.send(self.open_until(table));
            }
            Read::Metrics(reply) => {
                let _ = reply.send(self.metrics());
            }
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
            None => (self.lost.contains_key(&table) || self.is_resting(table)).then_some(tip + 1),
        }
    }
}
