//! The whole proof of a room: the store's chain, every table played again from its log, every shuffle against what
//! was published of it, and the chips.

use std::sync::Arc;

use books::Shelf;
use room::{Event, Ledger, Told};
use serde::{Deserialize, Serialize};
use store::{Entry, Error, Store, Stream, Witness};
use utoipa::ToSchema;

use crate::index::Indexer;
use crate::journal::{Books, Replay, TableEntry, VERSION};
use crate::library::Library;
use crate::noted::Noted;
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
    let mut ledger = Ledger::default();
    let (shelf, library) = (Arc::new(shelf.clone()), Library::read(store)?);
    let books = Books { at_hand: &shelf, library: &library };
    for (account, amount) in store.carried()? {
        match account.parse() {
            Ok(account) => ledger.set(account, amount),
            Err(fault) => proof.faults.push(format!("{fault}")),
        }
    }
    let mut noted = Noted::new(store.archives()?);
    for stream in store.streams()? {
        let mut found = StreamProof {
            stream: stream.0,
            entries: 0,
            events: 0,
            shuffles: 0,
            hash: store.tip(stream)?.hash.to_string(),
            others: Vec::new(),
        };
        let played = play(store, books, stream, &mut found, &mut ledger, &mut noted, progress);
        if let Err(fault) = played {
            proof.faults.push(format!("{stream}: {fault}"));
        }
        proof.streams.push(found);
    }
    proof.absent = noted.absent();
    proof.faults.extend(noted.missing());
    if ledger.total() != books::Money::ZERO {
        proof.faults.push(format!("the sum over all accounts is {}, not zero", ledger.total()));
    }
    Ok(proof)
}

fn play(
    store: &dyn Store,
    books: Books<'_>,
    stream: Stream,
    found: &mut StreamProof,
    ledger: &mut Ledger,
    noted: &mut Noted,
    progress: &mut dyn FnMut(u32, u64),
) -> Result<(), String> {
    let mut replay = Replay::new(books, stream.0);
    let mut index = Index::of(store, stream)?;
    let mut shuffles = Shuffles::new(stream.0);
    let mut from = 1;
    loop {
        let entries = store.entries(stream, from, 500).map_err(|error| error.to_string())?;
        if entries.is_empty() {
            return index.end(from);
        }
        for logged in &entries {
            let entry = &logged.entry;
            if entry.first > from && stream.is_table() {
                replay = after_archive(store, books, stream, entry.first)?;
                if let Some(table) = &replay.table {
                    shuffles = Shuffles::after_archive(table);
                    shuffles.know(table);
                }
            }
            from = entry.last() + 1;
            found.entries += 1;
            found.events += u64::from(entry.count);
            noted.compare(entry, &logged.hash)?;
            match stream {
                Stream::HOUSE => {
                    house(entry, ledger)?;
                    noted.take(entry);
                }
                Stream::LIBRARY => Library::check(entry)?,
                _ => table(entry, &mut replay, &mut index, &mut shuffles, found, ledger)?,
            }
        }
        progress(stream.0, found.events);
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

/// An entry of a table: its chips and shuffles by the log alone, its rules by playing it again.
fn table(
    entry: &Entry,
    replay: &mut Replay<'_>,
    index: &mut Index<'_>,
    shuffles: &mut Shuffles,
    found: &mut StreamProof,
    ledger: &mut Ledger,
) -> Result<(), String> {
    let body: TableEntry = serde_json::from_str(&entry.body)
        .map_err(|error| format!("event {}: the entry cannot be read: {error}", entry.first))?;
    unposted(ledger, entry)?;
    found.shuffles += shuffles.check(entry.first, body.events())?;
    index.check(entry, body.events())?;
    let was_lost = replay.table.is_none() && entry.first > 1;
    let played = replay.play(entry);
    if let Some(table) = &replay.table {
        shuffles.know(table);
    }
    let Err(fault) = played else { return Ok(()) };
    if replay.version() == VERSION {
        return Err(fault.to_string());
    }
    match found.others.last_mut() {
        Some(other) if was_lost => other.to = entry.last(),
        _ => found.others.push(OtherVersion {
            version: replay.version().to_owned(),
            from: entry.first,
            to: entry.last(),
            what: fault.to_string(),
        }),
    }
    Ok(())
}

/// The index of a table's finished rounds, held against its log.
struct Index<'a> {
    store: &'a dyn Store,
    stream: Stream,
    indexer: Indexer,
    /// The newest round in the index, and the last event of its entry.
    newest: (u64, u64),
    /// The newest round that ended in the log so far.
    ended: u64,
}

impl Index<'_> {
    fn of(store: &dyn Store, stream: Stream) -> Result<Index<'_>, String> {
        let newest = store.rounds(stream, u64::MAX, 1).map_err(|error| error.to_string())?;
        let newest = newest.first().map_or((0, 0), |round| (round.number, round.last));
        Ok(Index { store, stream, indexer: Indexer::default(), newest, ended: 0 })
    }

    /// Every round up to the newest in the index must be there as the log has it.
    fn check(&mut self, entry: &Entry, events: &[Event]) -> Result<(), String> {
        for round in self.indexer.take(entry, events) {
            self.ended = round.number;
            let kept = self.store.round(self.stream, round.number).map_err(|error| error.to_string())?;
            if round.number <= self.newest.0 && kept.is_none_or(|kept| kept != round) {
                let (number, first) = (round.number, entry.first);
                return Err(format!("event {first}: the index says something else of round {number}"));
            }
        }
        Ok(())
    }

    /// Nothing is in the index that is not in the log, which ends before this event.
    fn end(&self, end: u64) -> Result<(), String> {
        let (newest, last) = self.newest;
        if newest > self.ended && last < end {
            return Err(format!("the index has a round {newest} that the log has not"));
        }
        Ok(())
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

fn unposted(ledger: &mut Ledger, entry: &Entry) -> Result<(), String> {
    for transfer in &entry.transfers {
        let account = |name: &str| name.parse::<room::Account>().map_err(|fault| fault.to_string());
        let (from, to) = (account(&transfer.from)?, account(&transfer.to)?);
        let moved = room::Transfer { from, to, amount: transfer.amount };
        let is_patron = |account| matches!(account, room::Account::Patron(_));
        if is_patron(from) || is_patron(to) {
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
