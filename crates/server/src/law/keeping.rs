//! What the law has come to at all tables, kept beside the log with the room's mark: so the lights need only what was written
//! since, at any age of the log. It only saves time; where it does not fit the log, the log is read from the beginning.

use std::collections::BTreeMap;

use books::Shelf;
use serde::{Deserialize, Serialize};
use store::{Checkpoint, Error, Hash, Reader, Stream};

use super::history::KeptHistory;
use super::table::TableLaw;
use super::watch::Watch;
use crate::kept::{self, KeptKey};

/// After how many entries a room keeps it again.
pub(crate) const LAW_KEPT_EVERY: u64 = 2_000;

/// What is kept.
#[derive(Serialize, Deserialize)]
struct KeptWatch {
    history: KeptHistory,
    tables: Vec<(u32, TableLaw)>,
    /// The last event of each stream that is in it, and the hash of the entry that ends there.
    read: BTreeMap<u32, (u64, Hash)>,
    last_ms: i64,
}

impl Watch {
    /// Goes on from what the room has kept, if that fits the log; else from the beginning. Reads nothing yet.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn taken_up(store: &dyn Reader, shelf: &Shelf, key: Option<&KeptKey>) -> Result<Watch, Error> {
        let kept = key.and_then(|key| kept::newest(store, Stream::LIBRARY, u64::MAX, Some(key)));
        let read = kept.and_then(|kept| serde_json::from_str::<KeptWatch>(&kept.body).ok());
        match read {
            Some(read) if fits(store, &read)? => {
                let mut watch = Watch::before(shelf);
                match watch.take_up(store, read)? {
                    Ok(()) => Ok(watch),
                    Err(what) => {
                        tracing::warn!("the log is read anew for the law: {what}");
                        Ok(Watch::before(shelf))
                    }
                }
            }
            _ => Ok(Watch::before(shelf)),
        }
    }

    fn take_up(&mut self, store: &dyn Reader, kept: KeptWatch) -> Result<Result<(), String>, Error> {
        self.read_library(store)?;
        if let Err(what) = self.history.take_up(kept.history, &self.library) {
            return Ok(Err(what));
        }
        for (table, mut own) in kept.tables {
            own.take_up(&self.library);
            self.tables.insert(table, own);
        }
        self.read = kept.read.into_iter().map(|(stream, (number, _))| (stream, number)).collect();
        self.last_ms = kept.last_ms;
        Ok(Ok(()))
    }

    /// What is to be kept by now, if so many entries were read since the last time. It is kept behind the newest text of the library,
    /// because it is the state of no stream alone.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn to_keep(&mut self, store: &dyn Reader, every: u64) -> Result<Option<Checkpoint>, Error> {
        if self.entries_read < self.kept_at + every {
            return Ok(None);
        }
        let number = self.library.number();
        let Ok(history) = self.history.kept() else { return Ok(None) };
        let mut read = BTreeMap::new();
        for (stream, number) in &self.read {
            if let Some(hash) = store.ending_at(Stream(*stream), *number)? {
                read.insert(*stream, (*number, hash));
            }
        }
        if number == 0 || read.len() != self.read.iter().filter(|(_, number)| **number > 0).count() {
            return Ok(None);
        }
        let tables = self.tables.iter().filter_map(|(table, own)| Some((*table, own.kept()?))).collect();
        let kept = KeptWatch { history, tables, read, last_ms: self.last_ms };
        let body = serde_json::to_string(&kept).expect("what is kept is plain data");
        self.kept_at = self.entries_read;
        Ok(Some(Checkpoint { stream: Stream::LIBRARY, number, body }))
    }

    /// How many entries of the log were read so far.
    #[must_use]
    pub fn entries_read(&self) -> u64 {
        self.entries_read
    }
}

/// Whether the log has every entry after which something was kept, or has moved it into an archive since.
fn fits(store: &dyn Reader, kept: &KeptWatch) -> Result<bool, Error> {
    for (stream, (number, hash)) in &kept.read {
        let found = store.ending_at(Stream(*stream), *number)?;
        let is_archived = found.is_none() && store.archived_until(Stream(*stream))? >= *number;
        if found != Some(*hash) && !is_archived {
            return Ok(false);
        }
    }
    Ok(true)
}
