//! Finished rounds, logs and proofs, read from the store beside the hall so that nobody at a table waits for it.

mod corrected;
mod lists;
mod poker;

use std::collections::HashMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use books::Shelf;
use room::{Event, Net, PersonId, TableId, TableView, Time, Watcher};
use serde::{Deserialize, Serialize};
use store::{Archive, Backend, FinishedRound, HourSum, Logged, Place, Reader, Stream, Witness};
use utoipa::ToSchema;

use self::corrected::Corrected;
pub use self::corrected::RoundCorrection;
pub(crate) use self::corrected::in_entry;
pub(crate) use self::lists::OwnRounds;
use crate::button_draw::{ButtonDraw, SeenDraw};
use crate::hall::{HallError, Line};
use crate::journal::Books;
use crate::kept::KeptKey;
use crate::law::{LAW_KEPT_EVERY, LawLooked, Watch};
use crate::library::Library;
use crate::report::{Reads, Report, ReportKind, Span, own_play, report};
use crate::shuffle_record::{SealedSeeds, ShuffleRecord, note_openings, note_shuffle};
use crate::verify::{Proof, verify};
use crate::walk::walk_trusting;

/// A finished round in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundLine {
    /// Which round of the table.
    pub round: u64,
    /// When it began.
    pub began: Time,
    /// When it ended.
    pub ended: Time,
    /// How many took part.
    pub people: u8,
    /// What the winners won, in cents.
    pub won: i64,
    /// What it brought the reader in cents, who may not have been in it.
    pub net: Option<i64>,
    /// Whether the floor has corrected it since: what was won and what it brought are as they are with that.
    #[serde(default)]
    pub is_corrected: bool,
}

/// One finished round as one reader saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RoundHistory {
    /// Which table.
    pub table: TableId,
    /// Which round of it.
    pub round: u64,
    /// The book.
    pub book: String,
    /// Every event, in words.
    pub lines: Vec<Line>,
    /// The table after each command, with the number of the last event in it.
    pub views: Vec<TableView>,
    /// The shuffles of the round, with what proves the cards that the reader saw.
    #[serde(default)]
    pub shuffles: Vec<ShuffleRecord>,
    /// The draw for the button before a poker hand, where there was one.
    #[serde(default)]
    pub button: Option<ButtonDraw>,
    /// The game's deck before a shuffle, in order.
    pub deck: Vec<cards::Card>,
    /// What was published before the first card, for each shuffle whose seed was committed to by an earlier version.
    pub commitments: Vec<String>,
    /// The seeds of the decks that were dealt, one for each shuffle; for the auditor alone.
    pub seeds: Vec<String>,
    /// Whether there are seeds that the auditor alone may read.
    pub is_for_auditor: bool,
    /// What the floor has corrected of it since, in words.
    #[serde(default)]
    pub corrections: Vec<RoundCorrection>,
    /// What it brought to whom once these are counted in; nothing where there are none.
    #[serde(default)]
    pub corrected_nets: Vec<Net>,
}

/// How many entries of the house's log are read at a time.
const HOUSE_PAGE: u64 = 200;

/// How many open files wait for the next reader; each may hold some megabytes of what was read last.
const IDLE_MOST: usize = 2;

/// Reads the store of a room.
#[derive(Clone)]
pub(crate) struct Records {
    shelf: Arc<Shelf>,
    place: Place,
    /// Files that were opened and that nobody reads just now; nothing once the room closes.
    idle: Idle,
    /// The key that marks what the room keeps.
    key: Option<KeptKey>,
    /// The texts of the log as far as they were read, with the books made of them.
    library: Arc<Mutex<Arc<Library>>>,
    /// The law at all tables, as far as the log was read.
    watch: Arc<Mutex<Option<Watch>>>,
    /// What was corrected at each table whose rounds were listed, as far as its log was read.
    corrected: Arc<Mutex<HashMap<TableId, Corrected>>>,
}

/// Stores that were opened and that nobody reads just now; nothing once the room closes.
type Idle = Arc<Mutex<Option<Vec<Box<dyn Backend>>>>>;

/// The room's file in the hands of one reader; it stays open for the next.
pub(crate) struct Borrowed {
    store: Option<Box<dyn Backend>>,
    idle: Idle,
}

impl Deref for Borrowed {
    type Target = dyn Backend;

    fn deref(&self) -> &(dyn Backend + 'static) {
        self.store.as_deref().expect("it is given back when dropped")
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        if let Some(idle) = lock(&self.idle).as_mut().filter(|idle| idle.len() < IDLE_MOST) {
            idle.extend(self.store.take());
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Records {
    /// The records of a room; the key that marks what it keeps lies in a folder.
    #[must_use]
    pub(crate) fn new(shelf: Arc<Shelf>, place: Place, folder: &Path) -> Records {
        let idle = Arc::new(Mutex::new(Some(Vec::new())));
        let key = KeptKey::open(folder).ok();
        let (library, watch, corrected) = (Arc::default(), Arc::default(), Arc::default());
        Records { shelf, place, idle, key, library, watch, corrected }
    }

    /// The room's file: one that is open already, if there is one.
    pub(crate) fn store(&self) -> Result<Borrowed, HallError> {
        let idle = lock(&self.idle).as_mut().and_then(Vec::pop);
        let store = idle.map_or_else(|| self.place.open_read_only(), Ok)?;
        Ok(Borrowed { store: Some(store), idle: Arc::clone(&self.idle) })
    }

    /// Closes the files that nobody reads, and every other once it has been read.
    pub(crate) fn let_go(&self) {
        lock(&self.idle).take();
    }

    /// The key that marks what the room keeps.
    pub(crate) fn key(&self) -> Option<&KeptKey> {
        self.key.as_ref()
    }

    /// The books at hand.
    pub(crate) fn shelf(&self) -> &Arc<Shelf> {
        &self.shelf
    }

    /// The texts of the log; they are read again only when there are more of them.
    pub(crate) fn library(&self, store: &dyn Reader) -> Result<Arc<Library>, HallError> {
        let mut library = lock(&self.library);
        if store.tip(Stream::LIBRARY)?.number > library.number() {
            *library = Arc::new(Library::read(store)?);
        }
        Ok(Arc::clone(&library))
    }

    /// Where a finished round lies in the log of its table.
    fn place_of(&self, store: &dyn Reader, table: TableId, wanted: u64) -> Result<FinishedRound, HallError> {
        if let Some(round) = store.round(Stream(table), wanted)? {
            return Ok(round);
        }
        let is_of_table = |archive: &Archive| archive.parts.iter().any(|part| part.stream == Stream(table));
        let absent = store.archives()?.into_iter().filter(is_of_table).map(|archive| archive.name);
        let absent: Vec<String> = absent.collect();
        Err(HallError::NotFound(match &absent[..] {
            [] => format!("round {wanted} is not over, or never was"),
            names => format!(
                "round {wanted} is not over, never was, or lies in {}, which is not in the room's folder",
                names.join(" or ")
            ),
        }))
    }

    /// One finished round of a table, as a watcher saw it.
    ///
    /// # Errors
    /// When there is no such round, it is not over, or the log does not play.
    pub(crate) fn round(
        &self,
        table: TableId,
        wanted: u64,
        watcher: Watcher,
        seeds_until: u64,
        has_left: &dyn Fn() -> bool,
    ) -> Result<RoundHistory, HallError> {
        let store = self.store()?;
        let library = self.library(&*store)?;
        let books = Books { at_hand: &self.shelf, library: &library };
        let from = self.place_of(&*store, table, wanted)?.first;
        let mut history = RoundHistory {
            table,
            round: wanted,
            book: String::new(),
            lines: Vec::new(),
            views: Vec::new(),
            shuffles: Vec::new(),
            button: None,
            deck: Vec::new(),
            commitments: Vec::new(),
            seeds: Vec::new(),
            is_for_auditor: false,
            corrections: Vec::new(),
            corrected_nets: Vec::new(),
        };
        let mut is_in = false;
        let mut is_over = false;
        let mut pending: Vec<String> = Vec::new();
        let mut draw: Option<SeenDraw> = None;
        let mut own_draw = None;
        let mut sealed = SealedSeeds::default();
        walk_trusting(&*store, books, Stream(table), from, self.key.as_ref(), &mut |entry, told, table| {
            let mut touched = is_in;
            for one in told {
                if !is_in {
                    let is_other = matches!(one.event, Event::RoundBegan { round, .. } if round != wanted);
                    draw = SeenDraw::of(one).or(draw.take()).filter(|_| !is_other);
                }
                match &one.event {
                    Event::Shuffled { commitment, .. } if is_in => {
                        history.commitments.push(commitment.clone());
                    }
                    Event::Shuffled { commitment, .. } => pending = vec![commitment.clone()],
                    Event::RoundBegan { round, .. } if *round == wanted => {
                        is_in = true;
                        touched = true;
                        history.commitments.append(&mut pending);
                        own_draw = draw.take();
                        history.book.clone_from(&table.spec().book);
                    }
                    Event::Revealed { seeds } if is_in => {
                        history.is_for_auditor = true;
                        if one.number < seeds_until {
                            history.seeds.clone_from(seeds);
                            history.deck = table.deck_in_order();
                        }
                    }
                    Event::Sealed { .. } | Event::Cut { .. } | Event::ShuffleAborted { .. } if is_in => {
                        history.deck = table.deck_in_order();
                        history.is_for_auditor = true;
                        note_shuffle(&mut history.shuffles, &one.event, table.id());
                        if one.number < seeds_until {
                            sealed.note(one, &mut history.seeds);
                        }
                    }
                    Event::ButtonPlaced { .. }
                    | Event::WordsGiven { .. }
                    | Event::Sealed { .. }
                    | Event::WordsOpened { .. }
                    | Event::ShuffleAborted { .. }
                    | Event::Cut { .. }
                    | Event::CutCardOut { .. }
                    | Event::NewShoe
                    | Event::CardsOut
                    | Event::RoundBegan { .. }
                    | Event::Round { .. }
                    | Event::Revealed { .. }
                    | Event::RoundEnded { .. }
                    | room::table_events!() => {}
                }
                if is_in {
                    let mut line = Line::of(one, Time(entry.at_ms), watcher, table);
                    note_openings(&mut history.shuffles, std::mem::take(&mut line.openings));
                    history.lines.push(line);
                }
                if matches!(&one.event, Event::RoundEnded { round, .. } if *round == wanted) {
                    is_in = false;
                    is_over = true;
                }
            }
            if touched {
                history.views.push(table.view(watcher));
            }
            !is_over && !has_left()
        })
        .map_err(HallError::Store)?;
        if is_over {
            let proven = own_draw.map(|draw| draw.proven(&*store, table)).transpose();
            history.button = proven.map_err(HallError::Store)?;
            Ok(history)
        } else {
            Err(HallError::NotFound(format!("round {wanted} is not over, or never was")))
        }
    }

    /// Entries of a log from an event on, up to the round that is on.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn log(&self, table: TableId, from: u64, until: u64) -> Result<Vec<Logged>, HallError> {
        let entries = self.store()?.entries(Stream(table), from.max(1), 200)?;
        Ok(entries.into_iter().filter(|logged| logged.entry.last() < until).collect())
    }

    /// Entries of the house's own log below a number, the newest first: at most 200.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn house_log(&self, below: u64) -> Result<Vec<Logged>, HallError> {
        let store = self.store()?;
        // The house writes one event an entry, so that their numbers are those of its entries.
        let last = store.tip(Stream::HOUSE)?.number.min(below.saturating_sub(1));
        let first = last.saturating_sub(HOUSE_PAGE - 1).max(1);
        if last == 0 {
            return Ok(Vec::new());
        }
        let mut entries = store.entries(Stream::HOUSE, first, (last + 1 - first) as usize)?;
        entries.reverse();
        Ok(entries)
    }

    /// What the drop boxes received, by table and hour.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn drop_by_hour(&self, since_ms: i64) -> Result<Vec<HourSum>, HallError> {
        Ok(self.store()?.hourly("/drop", since_ms..i64::MAX)?)
    }

    /// Makes a report.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn report(&self, kind: ReportKind, span: &Span, reads: Reads) -> Result<Report, HallError> {
        Ok(report(&*self.store()?, kind, span, reads)?)
    }

    /// Somebody's own sessions at tables of the house.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn play_of(&self, person: PersonId, span: &Span) -> Result<Report, HallError> {
        Ok(own_play(&*self.store()?, person, span)?)
    }

    /// The law packs that count at a moment, and what is wrong at open tables then. Only what was written since the last look,
    /// or since it was kept, is read.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn law(&self, now_ms: i64, has_left: &dyn Fn() -> bool) -> Result<LawLooked, HallError> {
        let store = self.store()?;
        let mut kept = lock(&self.watch);
        let watch = match kept.take() {
            Some(watch) => watch,
            None => Watch::taken_up(&*store, &self.shelf, self.key.as_ref())?,
        };
        let watch = kept.insert(watch);
        let before = watch.entries_read();
        watch.read_on(&*store, has_left)?;
        Ok(LawLooked {
            packs: watch.packs(now_ms).unwrap_or_default(),
            lights: watch.now(now_ms),
            entries: watch.entries_read() - before,
            keep: watch.to_keep(&*store, LAW_KEPT_EVERY)?,
        })
    }

    /// Checks the whole log.
    ///
    /// # Errors
    /// When the store cannot be read at all.
    pub(crate) fn verify(&self) -> Result<Proof, HallError> {
        Ok(verify(&*self.store()?, &self.shelf, &Witness::new(), &mut |_, _| ())?)
    }
}
