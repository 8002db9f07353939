//! Those who watch a table, each by a channel of messages that are written once for all who see the same.

use axum::extract::ws::Utf8Bytes;
use room::{PersonId, Table, Time, Told, Watcher};
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

/// Who sees a table in the same way: one person at it, or the rail.
pub(crate) fn eyes(table: &Table, person: Option<PersonId>) -> Option<PersonId> {
    person.filter(|person| table.knows(*person))
}

/// The message with everything after an event, for a pair of eyes.
pub(crate) fn events_after<'a>(
    table: &Table,
    kept: impl Iterator<Item = &'a Kept>,
    after: u64,
    eyes: Option<PersonId>,
) -> Message {
    let lines: Vec<Line> = kept
        .filter(|kept| kept.told.number > after)
        .map(|kept| Line::of(&kept.told, kept.at, eyes, table))
        .collect();
    let view = table.view(watcher(eyes));
    text(&StreamMessage::Events { lines: &lines, view: &view })
}

/// How many events somebody is told who has just come.
const TOLD_BEFORE: usize = 120;

/// The message with the whole table and what happened last, for a pair of eyes.
pub(crate) fn snapshot<'a>(
    table: &Table,
    kept: impl DoubleEndedIterator<Item = &'a Kept>,
    person: Option<PersonId>,
) -> Message {
    let eyes = eyes(table, person);
    let last = kept.rev().take(TOLD_BEFORE).map(|kept| Line::of(&kept.told, kept.at, eyes, table));
    let mut lines: Vec<Line> = last.collect();
    lines.reverse();
    text(&StreamMessage::Snapshot { lines: &lines, view: &table.view(watcher(person)) })
}

pub(crate) fn watcher(person: Option<PersonId>) -> Watcher {
    person.map_or(Watcher::Rail, Watcher::Person)
}

fn text(sent: &StreamMessage<'_>) -> Message {
    Utf8Bytes::from(serde_json::to_string(sent).expect("a message is plain data"))
}
