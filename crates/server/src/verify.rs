//! The whole proof of a room: the store's chain, every table played again from its log, every shuffle against what
//! was published of it, and the chips.

mod chips;
mod opening;

use std::sync::Arc;

use books::Shelf;
use room::{Command, Event, Ledger};
use serde::{Deserialize, Serialize};
use store::{Archive, Archived, Backend, Entry, Error, Logged, Reader, Stream, Witness};
use utoipa::ToSchema;

use self::chips::{house, unposted};
use crate::api::roles_of;
use crate::eras::is_before_seals;
use crate::house_proof::HouseProof;
use crate::index_proof::{self, IndexProof};
use crate::journal::{Books, HouseKind, Replay, TableEntry, VERSION};
use crate::kept_proof::{Compared, KeptProof};
use crate::kinds_proof::KindsProof;
use crate::library::Library;
use crate::money_proof::MoneyProof;
use crate::noted::Noted;
use crate::pages::Pages;
use crate::patrons::PatronsProof;
use crate::people_proof::overdrawn;
use crate::round_facts::RoundFacts;
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
    /// How many states are kept there that this version could not compare. A room goes by none that it has not marked.
    #[serde(default)]
    pub uncompared: u64,
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
    store: &dyn Backend,
    shelf: &Shelf,
    witness: &Witness,
    progress: &mut dyn FnMut(u32, u64),
) -> Result<Proof, Error> {
    let mut proof = Proof::default();
    let report = store.verify(witness, &mut |_| ())?;
    proof.faults.extend(report.faults.iter().map(ToString::to_string));
    proof.faults.extend(bounded(overdrawn(&report)));
    let (shelf, library) = (Arc::new(shelf.clone()), Library::read(store)?);
    let books = Books { at_hand: &shelf, library: &library };
    let streams = store.streams()?;
    let has_index = index_proof::is_made(store, &streams)?;
    let (absent, at_hand) = (store.archives()?, store.archives_at_hand()?);
    let mut whole = Whole {
        ledger: Ledger::default(),
        house: HouseProof::new(parts_of(&absent)),
        noted: Noted::new(absent, at_hand),
        kinds: KindsProof::default(),
    };
    whole.house.patrons = PatronsProof::new(store.records()?);
    for (account, amount) in store.carried()? {
        match account.parse() {
            Ok(account) => whole.ledger.set(account, amount),
            Err(fault) => proof.faults.push(format!("{fault}")),
        }
    }
    let mut house_read = 0;
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
            money: MoneyProof::new(stream.0),
            rounds: RoundFacts::default(),
            misnamed: None,
            last_ms: i64::MIN,
            has_gaps: false,
            faults: Vec::new(),
        };
        if let Err(error) = reading.read(&mut found, &mut whole, progress) {
            reading.faults.push(error.to_string());
        }
        proof.faults.extend(bounded(reading.faults).map(|fault| format!("{stream}: {fault}")));
        if stream == Stream::HOUSE {
            house_read = found.events;
        }
        proof.streams.push(found);
    }
    proof.absent = whole.noted.absent();
    proof.faults.extend(bounded(other_records(store, &whole.house, house_read)?));
    proof.faults.extend(bounded(other_accounts(store, &whole.house, house_read)?));
    proof.faults.extend(bounded(whole.noted.missing().collect()));
    let tables = std::mem::take(&mut whole.house.tables);
    proof.faults.extend(bounded(tables.unmatched(store, house_read)?));
    proof.faults.extend(bounded(whole.house.pulls.unmatched().collect()));
    proof.faults.extend(bounded(whole.house.law.faults(&library)));
    proof.faults.extend(bounded(whole.house.unseen_seats()));
    proof.faults.extend(bounded(whole.house.unmatched().collect()));
    proof.faults.extend(bounded(whole.kinds.end(&whole.ledger)));
    if whole.ledger.total() != books::Money::ZERO {
        proof.faults.push(format!("the sum over all accounts is {}, not zero", whole.ledger.total()));
    }
    Ok(proof)
}

/// Accounts whose names or roles do not follow from the house's log, as far as it was read.
fn other_accounts(store: &dyn Backend, house: &HouseProof, read: u64) -> Result<Vec<String>, Error> {
    // Roles are given in an open room meanwhile.
    if store.tip(Stream::HOUSE)?.number != read {
        return Ok(Vec::new());
    }
    let people = store.people()?.into_iter().map(|person| (roles_of(&person.roles), person));
    let faults = people.flat_map(|(roles, person)| {
        let renamed = house.people.account(&person).err();
        let other = (!house.allows(person.id, &roles)).then(|| {
            let words: Vec<&str> = roles.iter().map(|role| role.word()).collect();
            let (id, name, words) = (person.id, person.name, words.join(", "));
            format!("{name} (person {id}) has the roles {words}, which nobody gave by the house's log")
        });
        renamed.into_iter().chain(other)
    });
    Ok(faults.collect())
}

/// What is written about patrons and is not as the house's log has it, as far as it was read.
fn other_records(store: &dyn Backend, house: &HouseProof, read: u64) -> Result<Vec<String>, Error> {
    // Something is written down in an open room meanwhile, and old entries may lie in an archive.
    let is_whole = store.tip(Stream::HOUSE)?.number == read && house.standing().is_some();
    Ok(if is_whole { house.patrons.unmatched() } else { Vec::new() })
}

/// What of the streams lies in some archives.
fn parts_of(archives: &[Archive]) -> Vec<Archived> {
    archives.iter().flat_map(|archive| archive.parts.iter().cloned()).collect()
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
    kinds: KindsProof,
}

/// One stream as it is read.
struct Reading<'a> {
    store: &'a dyn Reader,
    stream: Stream,
    books: Books<'a>,
    replay: Replay<'a>,
    index: IndexProof<'a>,
    kept: KeptProof<'a>,
    /// Nothing once a fault was found: what comes after it would only follow from that.
    shuffles: Option<Shuffles>,
    money: MoneyProof,
    /// The rounds that corrections are held against.
    rounds: RoundFacts,
    /// The version of which a fault has said already that it did not play here.
    misnamed: Option<String>,
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
                whole.kinds.pass_over(self.stream == Stream::HOUSE);
                whole.house.forget(self.stream.0, &damaged);
                if self.stream == Stream::HOUSE {
                    whole.house.pass_over();
                }
                // What was not read cannot be played on from.
                self.replay.lose();
                self.money.pass_over();
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
                    Stream::HOUSE => self.house(logged, found, whole),
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
        if self.stream.is_table() {
            let kind = whole.kinds.kind_at(self.stream.0);
            self.faults.extend(whole.house.pulls.end(self.stream, &mut whole.ledger, self.has_gaps, false));
            self.faults.extend(whole.house.hits.end(self.stream.0, &self.rounds));
            let ended = whole.house.tables.end_of(self.stream, &mut whole.ledger, kind, !self.has_gaps);
            self.take(ended);
            self.faults.extend(whole.house.pulls.end(self.stream, &mut whole.ledger, self.has_gaps, true));
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
                    self.money.after_archive(table);
                }
                self.replay = replay;
            }
            Err(fault) => {
                self.faults.push(fault);
                self.replay.lose();
                self.money.pass_over();
                (self.has_gaps, self.shuffles) = (true, None);
            }
        }
    }

    fn take(&mut self, checked: Result<(), String>) {
        self.faults.extend(checked.err());
    }

    /// An entry of the house: what it says, and the chips that it moves.
    fn house(&mut self, logged: &Logged, found: &mut StreamProof, whole: &mut Whole) {
        let entry = &logged.entry;
        let unknown = whole.house.check(entry, &mut self.faults);
        if let Some(kind) = unknown {
            found.others.push(OtherVersion {
                version: "that wrote it".to_owned(),
                from: entry.first,
                to: entry.last(),
                what: format!("this version does not know what \"{kind}\" is"),
                uncompared: 0,
            });
        }
        let parted = whole.kinds.house(entry);
        self.take(parted);
        whole.noted.take(entry, &logged.hash);
        let standing = whole.house.standing();
        let kept = self.kept.check_house(entry.last(), standing);
        self.take(kept);
        // These are held against the table's own log, once that is read.
        let kind = HouseKind::of_text(&entry.body);
        let is_met = kind == Some(HouseKind::Jackpot) && chips::meets_bonuses(entry);
        if !is_met && !matches!(kind, Some(HouseKind::ChipsGivenBack | HouseKind::BoxPulled)) {
            self.take(house(entry, &mut whole.ledger));
        }
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
        self.faults.extend(whole.house.pulls.before(entry, &body, &mut whole.ledger, self.has_gaps));
        self.take(unposted(&mut whole.ledger, entry, self.has_gaps));
        self.take(whole.kinds.table(entry, &body));
        self.take(whole.house.people.table(entry, &body).map_err(|what| format!("event {first}: {what}")));
        self.take(opening::check(self.books, &body));
        self.faults.extend(self.money.check(entry, body.events(), &whole.ledger));
        self.faults.extend(self.rounds.take_table(entry, &body));
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
        let played = self.replay.play_on(self.store, entry, false);
        if !self.has_gaps {
            self.check_version(&body, first, whole);
            let is_told = whole.house.eras().is_told(entry.stream.0, first);
            let told = whole.house.tables.own(entry, &body, is_told);
            self.take(told);
        }
        if let (TableEntry::Resumed { state: Some(_), .. }, Some(table)) = (&body, &self.replay.table)
            && let Err(what) = self.money.check_state(table, &whole.ledger)
        {
            self.faults
                .push(format!("event {first}: the state to play on from is not what the log says: {what}"));
        }
        if let (Some(table), Some(shuffles)) = (&self.replay.table, &mut self.shuffles) {
            shuffles.know(table);
        }
        if let TableEntry::Command { by, command, .. } = &body {
            let version = self.replay.version();
            let acted = whole.house.acted(entry.stream.0, first, *by, command, version);
            self.take(acted);
            self.take(whole.house.served(entry, *by));
            whole.house.seats.table(entry.stream.0, body.events(), entry.at_ms);
            let barred = whole.house.patrons.fault_at_table(entry.stream.0, *by, command, entry.at_ms);
            self.take(barred.map_or(Ok(()), |what| Err(format!("event {first}: {what}"))));
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
        let kept = self.kept.check_table(entry.last(), self.replay.table.as_ref(), &version);
        let other = |what: String, uncompared: u64| {
            let (version, from, to) = (version.clone(), first, entry.last());
            OtherVersion { version, from, to, what, uncompared }
        };
        let fault = match played {
            Err(fault) => fault.to_string(),
            Ok(_) => match kept {
                Compared::Same => return,
                Compared::Other(fault) if version == VERSION => return self.faults.push(fault),
                Compared::Other(_) | Compared::Not => {
                    let what = "a checkpoint is kept here that only that version can compare".to_owned();
                    return found.others.push(other(what, 1));
                }
            },
        };
        let uncompared = u64::from(kept == Compared::Not);
        let takes_over = matches!(body, TableEntry::Resumed { .. });
        match found.others.last_mut() {
            // Without a state nobody proves the rest of a round that another version began.
            Some(other) if was_lost && other.version == version => {
                other.to = entry.last();
                other.uncompared += uncompared;
            }
            // What comes after a fault follows from it.
            _ if was_lost && self.has_gaps => {}
            _ if was_lost && version == VERSION && !takes_over => {}
            Some(_) if was_lost && version == VERSION => self.faults.push(format!(
                "event {first}: version {version} plays on in the middle of a round, and the log has no state from which \
                 it did: {fault}"
            )),
            _ if version == VERSION => self.faults.push(fault),
            _ => found.others.push(other(fault, uncompared)),
        }
    }

    /// The version that a table's log names must have had the room open, and have written what is there.
    fn check_version(&mut self, body: &TableEntry, first: u64, whole: &Whole) {
        let version = self.replay.version();
        let is_sealed = match body {
            TableEntry::Open { files, shuffle, .. } => shuffle.is_some() || !files.is_empty(),
            body => body.events().iter().any(|event| matches!(event, Event::Sealed { .. })),
        };
        let checked = match is_sealed && is_before_seals(version) {
            true => {
                Err(format!("event {first}: version {version} kept no books in the log and sealed no decks"))
            }
            false => whole.house.eras().check(self.stream.0, first, version),
        };
        if let Err(fault) = checked
            && self.misnamed.as_deref() != Some(version)
        {
            self.misnamed = Some(version.to_owned());
            self.faults.push(fault);
        }
    }
}

/// A table as it was kept where what lies in an archive ends.
fn after_archive<'a>(
    store: &dyn Reader,
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
