//! What a watcher is sent: lines in words with their clauses, and answers to commands.

use books::{Book, Clause};
use room::{Event, Opening, Refusal, Table, TableView, Time, Told, Watcher};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::chat::Said;

/// A clause as people read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClauseView {
    /// The name to cite.
    pub name: String,
    /// Where the filing says it.
    pub at: String,
    /// What it says, in our words.
    pub says: String,
}

impl ClauseView {
    /// A clause of a book; nothing if none is cited.
    #[must_use]
    pub fn of(book: &Book, clause: Clause) -> Option<ClauseView> {
        let entry = book.clauses.entry(clause)?;
        Some(ClauseView { name: entry.name.clone(), at: entry.at.clone(), says: entry.says.clone() })
    }
}

/// One event as one watcher sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// Its number at the table.
    pub number: u64,
    /// When it happened.
    pub at: Time,
    /// What happened, in a sentence; empty if the watcher may not know.
    pub words: String,
    /// The clause it rests on.
    pub clause: Option<ClauseView>,
    /// The event; nothing if it stays hidden from this watcher.
    pub event: Option<Event>,
    /// The proofs of the cards that the watcher sees from here on.
    #[serde(default)]
    pub openings: Vec<Opening>,
}

impl Line {
    /// An event as a person at the table sees it, the staff or the rail.
    #[must_use]
    pub fn of(told: &Told, at: Time, watcher: Watcher, table: &Table) -> Line {
        let event = told.seen_by(watcher).cloned();
        Line {
            number: told.number,
            at,
            words: told.words(watcher, table),
            clause: event.as_ref().and_then(|event| ClauseView::of(table.book(), event.clause())),
            event,
            openings: told.openings_for(watcher.person()).collect(),
        }
    }
}

/// What became of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It was done, and is on disk.
    Applied,
    /// The same command was done before.
    Duplicate,
    /// What it was based on has changed, so it was not done.
    Stale,
    /// A rule forbids it.
    Refused,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Answer {
    /// The client's own id of the command.
    pub id: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The number of the table's last event after it.
    pub number: u64,
    /// Why not, in a sentence; empty if it was done.
    pub what: String,
    /// Why not, as a name for programs that stays the same; empty if it was done.
    pub code: String,
    /// The clause that forbids it.
    pub clause: Option<ClauseView>,
}

impl Answer {
    pub(crate) fn done(id: String, outcome: Outcome, number: u64) -> Answer {
        Answer { id, outcome, number, what: String::new(), code: String::new(), clause: None }
    }

    pub(crate) fn refused(id: String, number: u64, refusal: &Refusal, book: Option<&Book>) -> Answer {
        let clause = book.and_then(|book| ClauseView::of(book, refusal.clause));
        let (what, code) = (refusal.what.clone(), refusal.code.to_owned());
        Answer { id, outcome: Outcome::Refused, number, what, code, clause }
    }
}

/// A message of a table's stream.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum StreamMessage<'a> {
    /// The whole table, for somebody who has just come.
    Snapshot {
        /// The last events before, for the narration.
        lines: &'a [Line],
        /// The table.
        view: &'a TableView,
    },
    /// What has happened since.
    Events {
        /// Each event, without a gap.
        lines: &'a [Line],
        /// The table after them.
        view: &'a TableView,
    },
    /// What became of a command that came over the same socket.
    Answer(&'a Answer),
    /// Something that somebody said.
    Said(&'a Said),
}
