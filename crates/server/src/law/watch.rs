//! All tables held against the law, from the log alone: for a report the whole log is read once, for the floor's lights only
//! what was written since the last look.

use std::collections::BTreeMap;
use std::sync::Arc;

use books::Shelf;
use store::{Checkpoint, Error, Reader, Stream};

use super::Packs;
use super::finding::Finding;
use super::history::{Badge, History};
use super::table::TableLaw;
use crate::journal::{HouseEntry, TableEntry};
use crate::library::Library;

/// How many entries are read at a time.
const PAGE: usize = 1_000;

/// What a look at the law has found.
pub(crate) struct LawLooked {
    /// The packs that count.
    pub(crate) packs: Arc<Packs>,
    /// What is wrong at open tables.
    pub(crate) lights: Vec<Finding>,
    /// How many entries of the log were read for it.
    pub(crate) entries: u64,
    /// What the room should keep, so that the next look after an opening need not read them again.
    pub(crate) keep: Option<Checkpoint>,
}

/// The law at all tables of a room, as far as its log was read.
#[derive(Default)]
pub struct Watch {
    pub(super) library: Library,
    pub(super) history: History,
    pub(super) tables: BTreeMap<u32, TableLaw>,
    /// The last event of each stream that was read.
    pub(super) read: BTreeMap<u32, u64>,
    /// When the last entry was written: the room's clock may be a little ahead of a reader's.
    pub(super) last_ms: i64,
    /// How many entries were read, and how many when it was kept last.
    pub(super) entries_read: u64,
    pub(super) kept_at: u64,
}

impl Watch {
    /// Reads the whole log of a room. Until it names packs, those of a shelf count.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn over(store: &dyn Reader, shelf: &Shelf) -> Result<Watch, Error> {
        let mut watch = Watch::before(shelf);
        watch.read_on(store, &|| false)?;
        Ok(watch)
    }

    pub(super) fn before(shelf: &Shelf) -> Watch {
        let mut watch = Watch::default();
        match Packs::at_hand(shelf, None) {
            Ok(packs) => watch.history.before = Some(Arc::new(packs)),
            Err(what) => watch.history.faults.push(what),
        }
        watch
    }

    /// Reads the house's log alone: packs, notices, badges.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn of_house(store: &dyn Reader, shelf: &Shelf) -> Result<Watch, Error> {
        let mut watch = Watch::before(shelf);
        watch.read_house(store)?;
        Ok(watch)
    }

    /// The badge that somebody wore at a moment.
    pub(crate) fn badge(&self, person: u32, at_ms: i64) -> Option<&Badge> {
        self.history.badge(person, at_ms)
    }

    /// Reads what was written since the last time, as long as somebody waits for it.
    ///
    /// # Errors
    /// When the store cannot be read; the next time goes on where this one ended.
    pub fn read_on(&mut self, store: &dyn Reader, has_left: &dyn Fn() -> bool) -> Result<(), Error> {
        // Where the tables end is asked first: all that the house had said before that is known when they are read.
        let mut tips = Vec::new();
        for stream in store.streams()?.into_iter().filter(|stream| stream.is_table()) {
            tips.push((stream, store.tip(stream)?.number));
        }
        self.read_house(store)?;
        let Watch { library, history, tables, read, last_ms, entries_read, .. } = self;
        for (stream, tip) in tips {
            let table = tables.entry(stream.0).or_insert_with(|| TableLaw::new(stream.0));
            if !table.is_practice() {
                until(store, stream, tip, read, &mut |entry| {
                    *entries_read += 1;
                    *last_ms = (*last_ms).max(entry.at_ms);
                    if let Ok(body) = serde_json::from_str::<TableEntry>(&entry.body) {
                        table.take(entry, &body, history, library);
                    }
                    !table.is_practice() && !has_left()
                })?;
            }
            if table.is_practice() {
                read.insert(stream.0, tip);
            }
            if has_left() {
                break;
            }
        }
        Ok(())
    }

    fn read_house(&mut self, store: &dyn Reader) -> Result<(), Error> {
        let house = store.tip(Stream::HOUSE)?.number;
        self.read_library(store)?;
        let Watch { library, history, read, last_ms, entries_read, .. } = self;
        until(store, Stream::HOUSE, house, read, &mut |entry| {
            *entries_read += 1;
            *last_ms = (*last_ms).max(entry.at_ms);
            if let Ok(said) = serde_json::from_str::<HouseEntry>(&entry.body) {
                history.take(&said, entry.at_ms, library);
            }
            true
        })
    }

    pub(super) fn read_library(&mut self, store: &dyn Reader) -> Result<(), Error> {
        if store.tip(Stream::LIBRARY)?.number > self.library.number() {
            self.library = Library::read(store)?;
        }
        Ok(())
    }

    /// Everything that was found, by time.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let mut list: Vec<Finding> =
            self.tables.values().flat_map(|table| table.findings().iter().cloned()).collect();
        list.sort_by_key(|finding| (finding.since_ms, finding.table));
        list
    }

    /// What is wrong at open tables of the house now.
    #[must_use]
    pub fn now(&self, now_ms: i64) -> Vec<Finding> {
        let now_ms = now_ms.max(self.last_ms);
        let Some(packs) = self.history.packs_at(now_ms) else { return Vec::new() };
        self.tables.values().flat_map(|table| table.now(packs, now_ms, &self.history)).collect()
    }

    /// The packs that count now.
    pub(crate) fn packs(&self, now_ms: i64) -> Option<Arc<Packs>> {
        self.history.packs_at(now_ms.max(self.last_ms)).cloned()
    }

    /// What could not be read of the packs.
    #[must_use]
    pub fn faults(&self) -> &[String] {
        &self.history.faults
    }
}

/// Reads a stream up to an event, or until no more is wanted of it.
fn until(
    store: &dyn Reader,
    stream: Stream,
    last: u64,
    read: &mut BTreeMap<u32, u64>,
    take: &mut dyn FnMut(&store::Entry) -> bool,
) -> Result<(), Error> {
    let known = read.entry(stream.0).or_default();
    while *known < last {
        let page = store.entries(stream, *known + 1, PAGE)?;
        let Some(end) = page.last().map(|logged| logged.entry.last()) else { break };
        for logged in page.iter().filter(|logged| logged.entry.last() <= last) {
            *known = logged.entry.last();
            if !take(&logged.entry) {
                return Ok(());
            }
        }
        *known = end.min(last);
    }
    Ok(())
}
