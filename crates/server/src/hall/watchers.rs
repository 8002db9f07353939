//! Those who watch a table, each by a channel of messages that are written once for all who see the same.

use axum::extract::ws::Utf8Bytes;
use room::{PersonId, Table, TableView, Time, Told, Watcher};
use tokio::sync::mpsc::Sender;

use super::message::{Line, StreamMessage};

/// A message ready to be sent, cheap to hand to many.
pub(crate) type Message = Utf8Bytes;

/// Somebody who watches a table.
pub(crate) struct Watching {
    /// Who, if they have a name.
    pub(crate) person: Option<PersonId>,
    /// Where messages go; a full channel ends the watching, and the client comes back by its last number.
    pub(crate) sender: Sender<Message>,
    /// The last event they were sent.
    pub(crate) sent: u64,
}

/// An event with its time, kept for those who come back.
pub(crate) struct Kept {
    pub(crate) told: Told,
    pub(crate) at: Time,
}

/// Who sees a table in the same way: one person at it, or the rail; and what somebody who is not at it may do there.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Eyes {
    /// A person at the table, the staff, or the rail.
    pub(crate) watcher: Watcher,
    /// What a person of the staff or among the rail may do, as it is sent.
    may: Option<String>,
}

impl Eyes {
    /// The eyes of somebody who watches a table; whoever of the staff has a place there sees what a player sees.
    pub(crate) fn of(table: &Table, watching: Option<PersonId>, is_staff: bool) -> Eyes {
        let person = watching.filter(|person| table.knows(*person));
        let watcher = match person {
            Some(person) => Watcher::Person(person),
            None if is_staff => Watcher::Staff,
            None => Watcher::Rail,
        };
        let outsider = watching.filter(|_| person.is_none());
        let may = outsider.map(|outsider| {
            serde_json::to_string(&table.allowances(outsider)).expect("what somebody may do is plain data")
        });
        Eyes { watcher, may }
    }

    /// The table as these eyes see it.
    fn view(&self, table: &Table) -> TableView {
        let mut view = table.view(self.watcher);
        let may = self.may.as_ref().and_then(|may| serde_json::from_str(may).ok());
        view.may = may.unwrap_or(view.may);
        view
    }
}

/// The message with everything after an event, for a pair of eyes.
pub(crate) fn events_after<'a>(
    table: &Table,
    kept: impl Iterator<Item = &'a Kept>,
    after: u64,
    eyes: &Eyes,
) -> Message {
    let lines: Vec<Line> = kept
        .filter(|kept| kept.told.number > after)
        .map(|kept| Line::of(&kept.told, kept.at, eyes.watcher, table))
        .collect();
    let view = eyes.view(table);
    text(&StreamMessage::Events { lines: &lines, view: &view })
}

/// How many events somebody is told who has just come.
const TOLD_BEFORE: usize = 120;

/// The message with the whole table and what happened last, for a pair of eyes.
pub(crate) fn snapshot<'a>(
    table: &Table,
    kept: impl DoubleEndedIterator<Item = &'a Kept>,
    person: Option<PersonId>,
    is_staff: bool,
) -> Message {
    let eyes = Eyes::of(table, person, is_staff);
    // Whoever comes back in the middle of a round is told all of it: what was paid in it is shown at its end.
    let began = table.round_began().unwrap_or(u64::MAX);
    let told =
        kept.rev().enumerate().take_while(|(place, kept)| *place < TOLD_BEFORE || kept.told.number >= began);
    let last = told.map(|(_, kept)| kept).map(|kept| Line::of(&kept.told, kept.at, eyes.watcher, table));
    let mut lines: Vec<Line> = last.collect();
    lines.reverse();
    text(&StreamMessage::Snapshot { lines: &lines, view: &whole(table, &eyes, person) })
}

/// The whole table for somebody who asks for it.
pub(crate) fn whole(table: &Table, eyes: &Eyes, person: Option<PersonId>) -> TableView {
    match eyes.watcher {
        Watcher::Staff => eyes.view(table),
        Watcher::Person(_) | Watcher::Rail => table.view(person.into()),
    }
}

pub(crate) fn text(sent: &StreamMessage<'_>) -> Message {
    Utf8Bytes::from(serde_json::to_string(sent).expect("a message is plain data"))
}
