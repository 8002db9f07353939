//! What people say to each other at a table. It is kept in memory alone and goes with the table, also to another node: a log
//! that can never be changed is no place for talk. Private tables have a chat; others only where the house has turned it on.

use std::collections::VecDeque;

use room::{PersonId, TableId, Time};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::Sender;
use utoipa::ToSchema;

use super::Hall;
use super::error::HallError;
use super::message::StreamMessage;
use super::watchers::{Message, text};
use crate::journal::HouseEntry;

/// How many characters may be said at once.
pub(crate) const SAID_MOST: usize = 200;
/// How much of what was said is kept for those who come later.
const KEPT_MOST: usize = 100;

/// Something that somebody said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Said {
    /// Its number at the table, from 1 on.
    pub(crate) number: u64,
    /// When it was said.
    at: Time,
    /// By whom.
    person: PersonId,
    /// Their name.
    name: String,
    /// What: plain text in one line.
    text: String,
}

/// The chat of a table, as one person sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ChatView {
    /// Whether there is one that the asker hears.
    has_chat: bool,
    /// Whether the table is private.
    is_private: bool,
    /// Whether the asker may say something.
    may_speak: bool,
    /// What was said last, the oldest first.
    said: Vec<Said>,
}

/// Who asks what was said where.
pub(crate) struct ChatRead {
    pub(crate) table: TableId,
    pub(crate) person: Option<PersonId>,
}

/// What was said at a table.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Chat {
    said: VecDeque<Said>,
    last: u64,
}

impl Chat {
    pub(super) fn is_empty(&self) -> bool {
        self.last == 0
    }
}

/// What somebody wants to say, as it is said: one line of what is seen.
///
/// # Errors
/// When nothing is left of it, or too much.
pub(crate) fn plain(text: &str) -> Result<String, String> {
    let line = crate::plain::line(text);
    match line.chars().count() {
        1..=SAID_MOST => Ok(line),
        _ => Err(format!("what is said has 1 to {SAID_MOST} characters")),
    }
}

impl Hall {
    /// Whether somebody hears what is said at a table: those who have a place there, and whoever sees a private one.
    fn hears(&self, table: TableId, person: Option<PersonId>) -> bool {
        let has_place =
            |person: PersonId| self.tables.get(&table).is_some_and(|place| place.table.knows(person));
        let is_in = || match self.is_private(table) {
            true => !self.is_hidden_from(table, person),
            false => person.is_some_and(has_place),
        };
        self.standing.chats.contains(&table) && is_in()
    }

    /// Whether somebody may speak where they hear what is said: the floor listens only.
    fn may_speak(&self, table: TableId, person: PersonId) -> bool {
        let is_there = || self.tables.get(&table).is_some_and(|place| place.table.knows(person));
        self.hears(table, Some(person))
            && (is_there() || self.is_admitted(table, person))
            && !self.standing.silenced.contains(&(table, person))
    }

    /// The chat of a table for somebody who sees the table.
    pub(super) fn chat(&self, table: TableId, person: Option<PersonId>) -> ChatView {
        let is_private = self.is_private(table);
        if !self.hears(table, person) {
            return ChatView { is_private, ..ChatView::default() };
        }
        let said = self.tables.get(&table).map(|place| place.chat.said.iter().cloned().collect());
        let may_speak = person.is_some_and(|person| self.may_speak(table, person));
        ChatView { has_chat: true, is_private, may_speak, said: said.unwrap_or_default() }
    }

    pub(super) fn say(
        &mut self,
        table: TableId,
        person: PersonId,
        text_said: String,
        at: Time,
    ) -> Result<u64, HallError> {
        if self.is_hidden_from(table, Some(person)) || !self.tables.contains_key(&table) {
            return Err(HallError::NotFound(format!("there is no table {table}")));
        }
        let refused = |what: &str| Err(HallError::Refused(what.to_owned()));
        if !self.standing.chats.contains(&table) {
            return refused("this table has no chat");
        }
        if self.standing.silenced.contains(&(table, person)) {
            return refused("the floor has silenced you at this table");
        }
        if !self.may_speak(table, person) {
            return refused("only those who have a place at the table speak there");
        }
        let name = self.people.get(&person).map(|known| known.name.clone()).unwrap_or_default();
        let mut watching = match self.tables.get_mut(&table) {
            Some(place) => std::mem::take(&mut place.watchers),
            None => return refused("this table has no chat"),
        };
        let number = self.tables.get(&table).map_or(1, |place| place.chat.last + 1);
        let said = Said { number, at, person, name, text: text_said };
        let message = text(&StreamMessage::Said(&said));
        let tell = |sender: &Sender<Message>| sender.try_send(message.clone()).is_ok();
        watching.retain(|one| !self.hears(table, one.person) || tell(&one.sender));
        if let Some(place) = self.tables.get_mut(&table) {
            place.watchers = watching;
            place.chat.last = number;
            place.chat.said.push_back(said);
            if place.chat.said.len() > KEPT_MOST {
                place.chat.said.pop_front();
            }
        }
        Ok(number)
    }

    /// Lets somebody say nothing more at a table, or again.
    pub(super) fn silence(
        &mut self,
        table: TableId,
        person: PersonId,
        is_silenced: bool,
        by: PersonId,
        at: Time,
    ) -> Result<(), HallError> {
        if !self.standing.chats.contains(&table) {
            return Err(HallError::NotFound(format!("there is no table {table} with a chat")));
        }
        if self.people.get(&person).is_none_or(|known| known.is_bot) {
            return Err(HallError::NotFound(format!("nobody has the number {person}")));
        }
        if self.standing.silenced.contains(&(table, person)) != is_silenced {
            self.house(&HouseEntry::Silenced { table, person, by, is_silenced }, &[], at);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_one_plain_line() {
        assert_eq!(plain("  well\n played\t! "), Ok("well played !".to_owned()));
        assert_eq!(plain("<b>x</b>"), Ok("<b>x</b>".to_owned()), "the page draws it as text");
        assert_eq!(plain("a\u{202e}b\u{0}c"), Ok("ab c".to_owned()));
        assert_eq!(plain(&"é".repeat(SAID_MOST)), Ok("é".repeat(SAID_MOST)));
        for text in ["", " \n ", "\u{202e}", &"x".repeat(SAID_MOST + 1)] {
            assert!(plain(text).is_err(), "{text:?}");
        }
    }
}
