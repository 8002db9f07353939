//! Private tables: anybody with a name opens one for friends, played with play chips. Nobody sees it but those who came by
//! its link, those who have a place there, and the floor; for everybody else there is no such table. It closes when
//! everybody has gone.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;

use room::{By, Command, PersonId, Phase, Spec, TableId, Time};
use serde::{Deserialize, Serialize};

use super::Hall;
use super::chat::{Chat, ChatRead, ChatView};
use super::error::{HallError, Unseen};
use super::requests::{Read, Reply, Request, Write};
use crate::api::{Role, random_token};
use crate::library::hash_of;

/// How many private tables one person may have open.
const OF_ONE_MOST: usize = 2;
/// How many private tables are open that people at one address have opened, so that nobody takes all of them with many names.
const OF_ADDRESS_MOST: usize = 10;
/// How many private tables the room has open.
const OPEN_MOST: usize = 100;
/// How many bots may sit at one.
pub(crate) const BOTS_MOST: u8 = 6;
/// How many characters the word in a link has.
const KEY_LENGTH: usize = 32;
/// How often it is looked whether somebody is still there.
const LOOK_MS: i64 = 1_000;
/// Whoever has a seat but follows the table no more is waited for so many times longer than nobody.
const SEATED_TIMES: i64 = 10;

/// How a table is opened besides what is played there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    /// SHA-256 of the word in its link, if it is private.
    pub(crate) link: Option<String>,
    /// Whether people may talk there.
    pub(crate) has_chat: bool,
}

/// A private table, by the house's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PrivateTable {
    /// Who opened it.
    pub(crate) host: PersonId,
    /// SHA-256 of the word in its link, in hexadecimal.
    pub(crate) link: String,
}

/// What is known of private tables while the room is open.
#[derive(Default)]
pub(crate) struct Private {
    /// Those who have come by the link.
    admitted: HashMap<TableId, HashSet<PersonId>>,
    /// From where each was opened, as long as the room is.
    opened_from: HashMap<TableId, IpAddr>,
    /// Since when nobody follows a table.
    deserted: HashMap<TableId, Time>,
    /// When that was looked at last.
    looked: Option<Time>,
}

/// What is in no log, and goes with a table to the node that runs it next.
#[derive(Default, Serialize, Deserialize)]
struct Talk {
    /// What was said there.
    chat: Chat,
    /// Who has come by the link.
    friends: HashSet<PersonId>,
}

/// A private table that somebody wants.
pub(crate) struct Wanted {
    /// Who.
    pub(crate) host: PersonId,
    /// From where.
    pub(crate) address: IpAddr,
    /// The book.
    pub(crate) book: String,
    /// Whether bets are without a limit.
    pub(crate) no_limit: bool,
    /// How many bots sit down.
    pub(crate) bots: u8,
}

/// What changes who sees a table, or what is said there.
pub(crate) enum PrivateWrite {
    /// Open a private table; gives its number and the word in its link.
    Open(Wanted, Reply<Result<(TableId, String), HallError>>),
    /// Come by the link.
    Enter(TableId, PersonId, String, Reply<Result<(), HallError>>),
    /// Say something at a table; gives its number.
    Say(TableId, PersonId, String, Reply<Result<u64, HallError>>),
    /// Let somebody say nothing more at a table, or again, by somebody of the floor.
    Silence {
        table: TableId,
        person: PersonId,
        is_silenced: bool,
        by: PersonId,
        reply: Reply<Result<(), HallError>>,
    },
}

/// What is asked about who sees a table, or what was said there.
pub(crate) enum PrivateRead {
    /// Whether there is no such table for somebody.
    IsHidden(TableId, Option<PersonId>, Reply<bool>),
    /// Whether it is private; whether somebody may come in is another question.
    IsPrivate(TableId, Reply<bool>),
    /// What was said at a table.
    Chat(ChatRead, Reply<Result<ChatView, Unseen>>),
}

impl From<PrivateWrite> for Request {
    fn from(write: PrivateWrite) -> Request {
        Request::Write(Write::Private(write))
    }
}

impl From<PrivateRead> for Request {
    fn from(read: PrivateRead) -> Request {
        Request::Read(Read::Private(read))
    }
}

impl Hall {
    pub(super) fn write_private(&mut self, write: PrivateWrite) {
        let at = self.now();
        match write {
            PrivateWrite::Open(wanted, reply) => {
                let opened = self.open_private(&wanted, at);
                self.later(opened.as_ref().ok().map(|(table, _)| *table), reply, opened);
            }
            PrivateWrite::Enter(table, person, key, reply) => {
                let done = self.enter_private(table, person, &key);
                self.later(None, reply, done);
            }
            PrivateWrite::Say(table, person, text, reply) => {
                let done = self.say(table, person, text, at);
                self.later(None, reply, done);
            }
            PrivateWrite::Silence { table, person, is_silenced, by, reply } => {
                let done = self.silence(table, person, is_silenced, by, at);
                self.later(None, reply, done);
            }
        }
    }

    pub(super) fn answer_private(&mut self, read: PrivateRead) {
        match read {
            PrivateRead::IsHidden(table, person, reply) => {
                let _ = reply.send(self.is_hidden_from(table, person));
            }
            PrivateRead::IsPrivate(table, reply) => {
                let _ = reply.send(self.is_private(table));
            }
            PrivateRead::Chat(ChatRead { table, person }, reply) => {
                let is_there = self.table_ids().any(|id| id == table);
                let unseen = self.unseen(table, person).or((!is_there).then_some(Unseen::NoTable));
                let seen = unseen.map_or(Ok(()), Err);
                let _ = reply.send(seen.map(|()| self.chat(table, person)));
            }
        }
    }

    pub(super) fn is_private(&self, table: TableId) -> bool {
        self.standing.private.contains_key(&table)
    }

    /// Whether somebody has come to a private table by its link, or opened it.
    pub(super) fn is_admitted(&self, table: TableId, person: PersonId) -> bool {
        let is_host = self.standing.private.get(&table).is_some_and(|private| private.host == person);
        is_host || self.private.admitted.get(&table).is_some_and(|admitted| admitted.contains(&person))
    }

    /// Whether there is no such table for somebody, because it is private and they are none of its friends.
    pub(super) fn is_hidden_from(&self, table: TableId, person: Option<PersonId>) -> bool {
        if !self.is_private(table) {
            return false;
        }
        let Some(person) = person else { return true };
        let has_place = self.tables.get(&table).is_some_and(|place| place.table.knows(person));
        !has_place && !self.is_admitted(table, person) && !self.is_of_floor(person)
    }

    /// Whether somebody is of the floor, by the house's log.
    fn is_of_floor(&self, person: PersonId) -> bool {
        self.standing.roles.as_ref().is_some_and(|said| said.says(person, Role::Floor))
    }

    /// Why somebody does not see a table, if so.
    pub(super) fn unseen(&mut self, table: TableId, person: Option<PersonId>) -> Option<Unseen> {
        if self.is_hidden_from(table, person) {
            return Some(Unseen::NoTable);
        }
        self.wake(table);
        self.is_closed_to(table, person).then_some(Unseen::NoAccount)
    }

    fn open_private(&mut self, wanted: &Wanted, at: Time) -> Result<(TableId, String), HallError> {
        let refused = |what: &str| HallError::Refused(what.to_owned());
        let open = self.open_privates();
        if open.iter().filter(|(_, host)| *host == wanted.host).count() >= OF_ONE_MOST {
            return Err(refused("you have two private tables open; leave one, so that it closes, first"));
        }
        let is_near = |table: &TableId| self.private.opened_from.get(table) == Some(&wanted.address);
        if open.iter().filter(|(table, _)| is_near(table)).count() >= OF_ADDRESS_MOST {
            return Err(refused(
                "people at your address have ten private tables open; come to one of them by its link",
            ));
        }
        if open.len() >= OPEN_MOST {
            return Err(refused("the room has no place for another private table now; try again later"));
        }
        let shelf = self.shelf.despite_faults();
        shelf.find(&wanted.book).map_err(|problem| HallError::NotFound(problem.to_string()))?;
        let spec = match wanted.no_limit {
            true => Spec::practice_without_limit(&self.shelf, &wanted.book).ok_or_else(|| {
                refused("this game has no schedule without a limit on bets; open it with one")
            })?,
            false => Spec::practice(&self.shelf, &wanted.book)
                .map_err(|fault| HallError::Refused(fault.to_string()))?,
        };
        let mut key = random_token();
        key.truncate(KEY_LENGTH);
        let manner = Manner { link: Some(hash_of(&key)), has_chat: true };
        let opened = self.open_table(spec, Some(wanted.host), manner, at);
        let (table, _) = opened.map_err(|fault| HallError::Refused(fault.to_string()))?;
        self.private.opened_from.insert(table, wanted.address);
        self.seat_bots(table, wanted.bots.min(BOTS_MOST));
        Ok((table, key))
    }

    /// The private tables that are open, and who opened each.
    fn open_privates(&self) -> Vec<(TableId, PersonId)> {
        let private = self.standing.private.iter().filter(|(id, _)| !self.standing.closed.contains_key(id));
        private.map(|(id, private)| (*id, private.host)).collect()
    }

    /// Lets somebody in who brings the word of the link; for whoever brings another there is no such table.
    fn enter_private(&mut self, table: TableId, person: PersonId, key: &str) -> Result<(), HallError> {
        let is_right = self.standing.private.get(&table).is_some_and(|private| private.link == hash_of(key));
        if !is_right {
            return Err(HallError::NotFound(format!("there is no private table {table} behind this link")));
        }
        if self.standing.closed.contains_key(&table) {
            return Err(HallError::NotFound("this private table is closed: everybody has gone".to_owned()));
        }
        self.private.admitted.entry(table).or_default().insert(person);
        Ok(())
    }

    /// What goes with a table to the node that runs it next; nothing if nothing was said there and nobody came by a link.
    pub(super) fn leave_talk(&mut self, table: TableId, chat: Chat) -> Option<String> {
        let friends = self.private.admitted.remove(&table).unwrap_or_default();
        let talk = Talk { chat, friends };
        let is_any = !(talk.chat.is_empty() && talk.friends.is_empty());
        is_any.then(|| serde_json::to_string(&talk).expect("what was said is plain data"))
    }

    /// Takes what the node before has left.
    pub(super) fn hear_talk(&mut self, table: TableId, text: &str) {
        let Ok(Talk { chat, friends }) = serde_json::from_str(text) else { return };
        self.private.admitted.entry(table).or_default().extend(friends);
        if let Some(place) = self.tables.get_mut(&table) {
            place.chat = chat;
        }
    }

    /// Closes the private tables that everybody has left.
    pub(super) fn close_deserted(&mut self, now: Time) {
        if self.private.looked.is_some_and(|looked| now.0 < looked.0 + LOOK_MS.min(self.config.deserted_ms)) {
            return;
        }
        self.private.looked = Some(now);
        for (id, _) in self.open_privates() {
            let Some(place) = self.tables.get(&id).filter(|place| place.aside.is_none()) else { continue };
            if place.is_followed() || place.table.phase() == Phase::Closed {
                self.private.deserted.remove(&id);
                continue;
            }
            let is_bot = |person: &PersonId| self.people.get(person).is_some_and(|known| known.is_bot);
            let has_people = place.table.people().iter().any(|one| !is_bot(&one.person));
            let waits = self.config.deserted_ms * if has_people { SEATED_TIMES } else { 1 };
            let since = *self.private.deserted.entry(id).or_insert(now);
            if now.0 < since.0 + waits {
                continue;
            }
            self.private.deserted.remove(&id);
            // A hand that is on is played to its end, and the table closes then.
            if let Err(refusal) = self.command(id, By::Clock, None, &Command::Close, now) {
                tracing::warn!(table = id, "private table {id} does not close: {refusal}");
            }
        }
        let closed = &self.standing.closed;
        self.private.admitted.retain(|id, _| !closed.contains_key(id));
        self.private.opened_from.retain(|id, _| !closed.contains_key(id));
    }
}
