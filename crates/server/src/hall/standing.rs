//! What the house's own log says that still matters when a room opens: which tables are set aside, and which are
//! closed for good. It is kept as a checkpoint of the house's stream, so that opening reads only what came after.

use std::collections::BTreeMap;

use room::{Event, TableId};
use serde::{Deserialize, Serialize};
use store::{Checkpoint, Stream};

use super::{Hall, HallFault};
use crate::journal::{HouseEntry, TableEntry};

/// After so many entries of the house its standing is kept anew.
const KEPT_EVERY: u64 = 400;

/// What the house's log has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// The tables that are set aside and not taken up again, and why.
    #[serde(default)]
    pub(crate) aside: BTreeMap<TableId, String>,
    /// The tables that are closed, with their books.
    #[serde(default)]
    pub(crate) closed: BTreeMap<TableId, String>,
}

impl Standing {
    /// Takes note of an entry.
    pub(crate) fn take(&mut self, entry: &HouseEntry) {
        match entry {
            HouseEntry::TableSetAside { table, why } => drop(self.aside.insert(*table, why.clone())),
            HouseEntry::TableTakenUp { table } => drop(self.aside.remove(table)),
            HouseEntry::TableClosed { table, book } => drop(self.closed.insert(*table, book.clone())),
            _ => {}
        }
    }
}

impl Hall {
    /// Reads what the house's log has come to, from its newest checkpoint on.
    pub(super) fn read_house(&mut self) -> Result<(), HallFault> {
        // A checkpoint only saves time: without one that can be read, the whole stream is.
        let kept = self.store.checkpoint(Stream::HOUSE).ok().flatten();
        let kept = kept.and_then(|kept| Some((kept.number, serde_json::from_str(&kept.body).ok()?)));
        let (number, standing) = kept.unwrap_or_default();
        (self.house_kept, self.standing) = (number, standing);
        let mut from = number + 1;
        loop {
            let entries = self.store.entries(Stream::HOUSE, from, 1_000)?;
            let Some(last) = entries.last() else { break };
            from = last.entry.last() + 1;
            for logged in &entries {
                if let Ok(entry) = serde_json::from_str(&logged.entry.body) {
                    self.standing.take(&entry);
                }
            }
        }
        self.house_number = from - 1;
        Ok(())
    }

    /// Whether a table is closed by the house's log and by its own, which ends there.
    pub(super) fn is_surely_closed(&mut self, stream: Stream) -> bool {
        if !self.standing.closed.contains_key(&stream.0) {
            return false;
        }
        let tip = self.store.tip(stream).map(|tip| tip.number);
        let last = tip.and_then(|tip| self.store.entries(stream, tip, 1));
        let closes = |entry: &store::Entry| {
            let body = serde_json::from_str::<TableEntry>(&entry.body);
            // What cannot be read says nothing else than the house does.
            body.map_or(true, |body| body.events().iter().any(|event| matches!(event, Event::Closed)))
        };
        let is_so = last.map_or(true, |last| last.iter().all(|logged| closes(&logged.entry)));
        if !is_so {
            tracing::warn!(
                "table {} is open by its log, and closed by what was kept of the house's",
                stream.0
            );
            self.standing.closed.remove(&stream.0);
        }
        is_so
    }

    /// Keeps the house's standing when much was written since the last time.
    pub(super) fn keep_standing(&mut self) {
        if self.house_number < self.house_kept + KEPT_EVERY {
            return;
        }
        let number = self.house_number;
        let body = serde_json::to_string(&self.standing).expect("a standing is plain data");
        self.batch.checkpoints.push(Checkpoint { stream: Stream::HOUSE, number, body });
        self.house_kept = number;
    }

    /// Whether a table is closed and nothing of it is in memory.
    pub(super) fn is_resting(&self, id: TableId) -> bool {
        self.standing.closed.contains_key(&id)
            && !self.tables.contains_key(&id)
            && !self.lost.contains_key(&id)
    }

    /// Takes a closed table into the hall again, for somebody who wants to look at it.
    pub(super) fn wake(&mut self, id: TableId) {
        if self.is_resting(id) {
            self.resume_table(Stream(id));
        }
    }
}
