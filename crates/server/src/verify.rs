//! The whole proof of a room: the store's chain, every table played again from its log, every shuffle against what
//! was published of it, and the chips.

use std::sync::Arc;

use books::Shelf;
use room::{Command, Ledger, Told};
use serde::{Deserialize, Serialize};
use store::{Entry, Error, Store, Stream, Witness};
use utoipa::ToSchema;

use crate::house_proof::HouseProof;
use crate::index_proof::{self, IndexProof};
use crate::journal::{Books, Replay, TableEntry, VERSION};
use crate::kept_proof::KeptProof;
use crate::library::Library;
use crate::noted::Noted;
use crate::pages::Pages;
use crate::shuffles::Shuffles;

/// What was found in one stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StreamProof {
    /// Which stream; 0 is the house's own.
    pub stream: u32,
    /// How many entries it has.
    pub entries: u64,
    /// How many events.
    pub events: u64,
    /// How many shuffles were checked against what was published of them.
    pub shuffles: u64,
    /// How many could not be, in parts whose rules another version proves.
    #[serde(default)]
    pub unchecked: u64,
    /// The hash of its last entry, in hexadecimal.
    pub hash: String,
    /// Where this version does not prove the rules, because another one played them.
    pub others: Vec<OtherVersion>,
}

/// A part of a table's log whose hashes, shuffles and chips are proven, and whose rules another version proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OtherVersion {
    /// The version that played it.
    pub version: String,
    /// The first event that this version does not bring about in the same way.
    pub from: u64,
    /// The last event before this version proves the rules again.
    pub to: u64,
    /// What this version finds there.
    pub what: String,
}

/// What was found in the whole log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Proof {
    /// Every stream.
    pub streams: Vec<StreamProof>,
    /// Every fault, as a sentence that names its place.
    pub faults: Vec<String>,
    /// The archives that were not at hand, so that only where they begin and end was checked.
    #[serde(default)]
    pub absent: Vec<AbsentArchive>,
}

/// An archive of the room that was not at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AbsentArchive {
    /// The name of its file.
    pub name: String,
    /// How many entries lie in it.
    pub entries: u64,
}

/// Checks everything.
///
/// # Errors
/// When the store cannot be read at all.
pub fn verify(
    store: &dyn Store,
    shelf: &Shelf,
    witness: &Witness,
    progress: &mut dyn FnMut(u32, u64),
) -> Result<Proof, Error> {
    let mut proof = Proof::default();
    let report = store.verify(witness, &mut |_| ())?;
    proof.faults.extend(report.faults.iter().map(ToString::to_string));
    let (shelf, library) = (Arc::new(shelf.clone()), Library::read(store)?);
    let books = Books { at_hand: &shelf, library: &library };
    let streams = store.streams()?;
    let has_index = index_proof::is_made(store, &streams)?;
    let absent = store.archives()?;
    let mut whole =
        Whole { ledger: Ledger::default(), house: HouseProof::default(), noted: Noted::new(absent) };
    if !whole.noted.absent().is_empty() {
        whole.house.leave_out_archives();
    }
    for (account, amount) in store.carried()? {
        match account.parse() {
            Ok(account) => whole.ledger.set(account, amount),
            Err(fault) => proof.faults.push(format!("{fault}")),
        }
    }
    for stream in streams {
        let mut found = StreamProof {
            stream: stream.0,
            entries: 0,
            events: 0,
            shuffles: 0,
            unchecked: 0,
            hash: store.tip(stream)?.hash.to_string(),
            others: Vec::new(),
        };
        let mut reading = Reading {
            store,
            stream,
            books,
            replay: Replay::new(books, stream.0),
            index: IndexProof::of(store, stream, has_index),
            kept: KeptProof::of(store, stream)?,
            shuffles: Some(Shuffles::new(stream.0)),
            last_ms: i64::MIN,
            has_gaps: false,
            faults: Vec::new(),
        };
        if let Err(error) = reading.read(&mut found, &mut whole, progress) {
            reading.faults.push(error.to_string());
        }
        proof.faults.extend(bounded(reading.faults).map(|fault| format!("{stream}: {fault}")));
        proof.streams.push(found);
    }
    proof.absent = whole.noted.absent();
    proof.faults.extend(bounded(whole.noted.missing().collect()));
    proof.faults.extend(bounded(whole.house.unmatched().collect()));
    if whole.ledger.total() != books::Money::ZERO {
        proof.faults.push(format!("the sum over all accounts is {}, not zero", whole.ledger.total()));
    }
    Ok(proof)
}

/// The first faults of many, and how many more there are.
fn bounded(faults: Vec<String>) -> impl Iterator<Item = String> {
    let more = faults.len().saturating_sub(MOST_FAULTS);
    let more = (more > 0).then(|| format!("{more} faults more"));
    faults.into_iter().take(MOST_FAULTS).chain(more)
}

/// How many faults are named in one stream.
const MOST_FAULTS: usize = 100;

/// What is gathered over all streams.
struct Whole {
    ledger: Ledger,
    noted: Noted,
    house: HouseProof,
}

/// One stream as it is read.
struct Reading<'a> {
    store: &'a dyn Store,
    stream: Stream,
    books: Books<'a>,
    replay: Replay<'a>,
    index: IndexProof<'a>,
    kept: KeptProof<'a>,
    /// Nothing once a fault was found: what comes after it would only follow from that.
    shuffles: Option<Shuffles>,
    last_ms: i64,
    /// Whether entries were left out because they are damaged.
    has_gaps: bool,
    faults: Vec<String>,
}

impl Reading<'_> {
    /// Reads the stream to its end. Entries that the store found damaged are left out, and what needs them as well.
    fn read(
        &mut self,
        found: &mut StreamProof,
        whole: &mut Whole,
        progress: &mut dyn FnMut(u32, u64),
    ) -> Result<(), Error> {
        let mut pages = Pages::of(self.store, self.stream);
        let mut last = 0;
        while let Some(page) = pages.next()? {
            if let Some(damaged) = page.damaged {
                whole.noted.forget(self.stream, &damaged);
                whole.house.forget(self.stream.0, &damaged);
                if self.stream == Stream::HOUSE {
                    whole.house.pass_over();
                }
                // What was not read cannot be played on from.
                self.replay.lose();
                (self.has_gaps, self.shuffles) = (true, None);
            }
            for logged in &page.entries {
                let entry = &logged.entry;
                if entry.first > last + 1 && self.stream.is_table() && !self.has_gaps {
                    self.go_on_after_archive(entry.first);
                }
                last = entry.last();
                found.entries += 1;
                found.events += u64::from(entry.count);
                self.take(whole.noted.compare(entry, &logged.hash));
                match self.stream {
                    Stream::HOUSE => self.house(entry, found, whole),
                    Stream::LIBRARY => self.take(Library::check(entry)),
                    _ => self.table(entry, found, whole),
                }
            }
            progress(self.stream.0, found.events);
        }
        if self.stream.is_table() && !self.has_gaps {
            let ended = self.index.end(last);
            self.take(ended);
        }
        if !found.others.is_empty() {
            found.unchecked = self.shuffles.as_ref().map_or(0, Shuffles::unknown);
        }
        Ok(())
    }

    /// Goes on from the state that was kept where what lies in an archive ends.
    fn go_on_after_archive(&mut self, first: u64) {
        match after_archive(self.store, self.books, self.stream, first) {
            Ok(replay) => {
                if let Some(table) = &replay.table {
                    let mut shuffles = Shuffles::after_archive(table);
                    shuffles.know(table);
                    self.shuffles = Some(shuffles);
                }
                self.replay = replay;
            }
            Err(fault) => {
                self.faults.push(fault);
                self.replay.lose();
                (self.has_gaps, self.shuffles) = (true, None);
            }
        }
    }

    fn take(&mut self, checked: Result<(), String>) {
        self.faults.extend(checked.err());
    }

    /// An entry of the house: what it says, and the chips that it moves.
    fn house(&mut self, entry: &Entry, found: &mut StreamProof, whole: &mut Whole) {
        let unknown = whole.house.check(entry, &mut self.faults);
        if let Some(kind) = unknown {
            found.others.push(OtherVersion {
                version: "that wrote it".to_owned(),
                from: entry.first,
                to: entry.last(),
                what: format!("this version does not know what \"{kind}\" is"),
            });
        }
        whole.noted.take(entry);
        let standing = whole.house.standing();
        let kept = self.kept.check_house(entry.last(), standing);
        self.take(kept);
        self.take(house(entry, &mut whole.ledger));
    }

    /// An entry of a table: its chips and shuffles by the log alone, its rules by playing it again.
    fn table(&mut self, entry: &Entry, found: &mut StreamProof, whole: &mut Whole) {
        let first = entry.first;
        let was_lost = self.replay.table.is_none() && first > 1;
        let body: TableEntry = match serde_json::from_str(&entry.body) {
            Ok(body) => body,
            Err(error) => {
                self.replay.lose();
                self.shuffles = None;
                return self.faults.push(format!("event {first}: the entry cannot be read: {error}"));
            }
        };
        self.take(unposted(&mut whole.ledger, entry, self.has_gaps));
        if let Some(shuffles) = &mut self.shuffles {
            match shuffles.check(first, body.events()) {
                Ok(count) => found.shuffles += count,
                Err(fault) => {
                    self.faults.push(fault);
                    self.shuffles = None;
                }
            }
        }
        if !self.has_gaps {
            let indexed = self.index.check(entry, body.events());
            self.take(indexed);
        }
        let played = self.replay.play(entry);
        if let (Some(table), Some(shuffles)) = (&self.replay.table, &mut self.shuffles) {
            shuffles.know(table);
        }
        if let TableEntry::Command { by, command, .. } = &body {
            let version = self.replay.version();
            let acted = whole.house.acted(entry.stream.0, first, *by, command, version);
            self.take(acted);
            if let (Command::Report { report }, Some(shuffles)) = (command, &mut self.shuffles)
                && let Some(card) = report.card_named()
            {
                shuffles.named(card);
            }
        }
        let version = self.replay.version();
        // The first version went by the machine's clock.
        if version != "0.1.0" && entry.at_ms < self.last_ms {
            self.faults.push(format!("event {first}: it was written before the entry before it"));
        }
        self.last_ms = self.last_ms.max(entry.at_ms);
        let version = self.replay.version().to_owned();
        let kept = self.kept.check_table(entry.last(), self.replay.table.as_ref());
        let fault = match played {
            Err(fault) => fault.to_string(),
            Ok(_) => match kept {
                Ok(()) => return,
                Err(fault) if version == VERSION => return self.faults.push(fault),
                Err(_) => {
                    let (from, to) = (first, entry.last());
                    let what = "a checkpoint is kept here that only that version can compare".to_owned();
                    return found.others.push(OtherVersion { version, from, to, what });
                }
            },
        };
        match found.others.last_mut() {
            // What comes after a fault follows from it.
            _ if was_lost && (version == VERSION || self.has_gaps) => {}
            Some(other) if was_lost => other.to = entry.last(),
            _ if version == VERSION => self.faults.push(fault),
            _ => {
                let (from, to) = (first, entry.last());
                found.others.push(OtherVersion { version, from, to, what: fault });
            }
        }
    }
}

/// A table as it was kept where what lies in an archive ends.
fn after_archive<'a>(
    store: &dyn Store,
    books: Books<'a>,
    stream: Stream,
    first: u64,
) -> Result<Replay<'a>, String> {
    let said = |error: Error| error.to_string();
    let kept = store.checkpoint_until(stream, first - 1).map_err(said)?;
    let opening = store.entries(stream, 1, 1).map_err(said)?.into_iter().next();
    match (opening, kept.filter(|kept| kept.number == first - 1)) {
        (Some(opening), Some(kept)) => Replay::from(books, stream.0, &opening.entry, &kept.body)
            .map_err(|fault| format!("event {first}: {fault}")),
        _ => Err(format!("event {first}: entries are missing before it, and no archive has them")),
    }
}

/// The house's entries only move chips between the cage and patrons.
fn house(entry: &Entry, ledger: &mut Ledger) -> Result<(), String> {
    for transfer in &entry.transfers {
        let account = |name: &str| name.parse::<room::Account>().map_err(|fault| fault.to_string());
        let (from, to) = (account(&transfer.from)?, account(&transfer.to)?);
        let is_cage = |account| matches!(account, room::Account::Cage | room::Account::Patron(_));
        if !is_cage(from) || !is_cage(to) {
            return Err(format!("event {}: the house moves chips of a table", entry.first));
        }
        let moved = room::Transfer { from, to, amount: transfer.amount };
        // Tables are played one after another here, so a wallet may be behind the order in which it was used;
        // the store's own balances say whether it ever ended below zero.
        ledger.force(&moved);
    }
    Ok(())
}

/// The chips that an entry of a table moves; after damaged entries an account may lack what came before.
fn unposted(ledger: &mut Ledger, entry: &Entry, has_gaps: bool) -> Result<(), String> {
    for transfer in &entry.transfers {
        let account = |name: &str| name.parse::<room::Account>().map_err(|fault| fault.to_string());
        let (from, to) = (account(&transfer.from)?, account(&transfer.to)?);
        let moved = room::Transfer { from, to, amount: transfer.amount };
        let is_patron = |account| matches!(account, room::Account::Patron(_));
        if has_gaps || is_patron(from) || is_patron(to) {
            ledger.force(&moved);
        } else {
            ledger.record(&moved).map_err(|fault| format!("event {}: {fault}", transfer.event))?;
        }
    }
    Ok(())
}

/// Plays a part of a table's log, handing on each entry's events with the table after them: from the nearest
/// checkpoint before an event up to where `each` has seen enough. What lies before the event is passed over: its decks
/// are not sealed again, and the proofs of its cards are not there.
///
/// # Errors
/// When the log cannot be read or does not play.
pub fn walk(
    store: &dyn Store,
    books: Books<'_>,
    stream: Stream,
    from: u64,
    each: &mut dyn FnMut(&Entry, &[Told], &room::Table) -> bool,
) -> Result<(), String> {
    let said = |error: Error| error.to_string();
    let Some(opening) = store.entries(stream, 1, 1).map_err(said)?.into_iter().next() else { return Ok(()) };
    // A checkpoint only saves time: without one that can be read, the whole log is played.
    let kept = store.checkpoint_until(stream, from.saturating_sub(1)).ok().flatten();
    let kept = kept.and_then(|kept| Replay::from(books, stream.0, &opening.entry, &kept.body).ok());
    let mut replay = kept.unwrap_or_else(|| Replay::new(books, stream.0));
    let mut next = replay.table.as_ref().map_or(1, |table| table.number() + 1);
    loop {
        let entries = store.entries(stream, next, 100).map_err(said)?;
        if entries.is_empty() {
            return Ok(());
        }
        for logged in &entries {
            next = logged.entry.last() + 1;
            let played = match next <= from {
                true => replay.pass(&logged.entry),
                false => replay.play(&logged.entry),
            };
            let told = played.map_err(|fault| fault.to_string())?;
            if let Some(table) = &replay.table
                && !each(&logged.entry, &told, table)
            {
                return Ok(());
            }
        }
    }
}
