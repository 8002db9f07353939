//! Batches: entries of any streams that become durable together, checked and linked before anything is written.

use std::collections::{BTreeSet, HashMap};

use serde::de::IgnoredAny;

use crate::{Entry, FinishedRound, Hash, Refusal, Stream, Tip, Transfer, chain};

/// Entries and checkpoints that are written in one transaction: all of them, or none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The entries, those of one stream in their order.
    pub entries: Vec<Entry>,
    /// The checkpoints, in their order.
    pub checkpoints: Vec<Checkpoint>,
    /// The rounds that ended.
    pub rounds: Vec<FinishedRound>,
    /// The streams whose index is taken away before that, because it is false.
    pub unindexed: Vec<Stream>,
    /// The accounts that may not hold less than nothing afterwards: those that other programs take from too.
    pub covered: BTreeSet<String>,
}

/// The newest checkpoint of a stream takes the place of the one before it, unless that lies so many events after the
/// one before: then it stays, so that no round is ever far from one. An older one is kept where none is so near, or in
/// the place of one that is kept after the same event.
pub const KEPT_EVERY: u64 = 1_000;

/// The state of a stream after one of its entries, so that a table resumes without its whole past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The stream whose state it is.
    pub stream: Stream,
    /// The number of the last event that the state knows; an entry ends there.
    pub number: u64,
    /// The state as JSON text, which the store does not look into.
    pub body: String,
}

impl Checkpoint {
    /// The seal that binds it to the entry that it was made after, whose hash is `entry`.
    #[must_use]
    pub fn seal(&self, entry: &Hash) -> Hash {
        chain::seal(entry, self.stream, self.number, self.body.as_bytes())
    }
}

/// A batch that may be written: what its entries hash to and where the streams end after it.
pub(crate) struct Linked {
    pub(crate) hashes: Vec<Hash>,
    pub(crate) tips: HashMap<Stream, Tip>,
    ends: HashMap<(Stream, u64), Hash>,
}

impl Linked {
    /// The hash of the batch's entry that ends at this event, if there is one.
    pub(crate) fn ending_at(&self, stream: Stream, number: u64) -> Option<Hash> {
        self.ends.get(&(stream, number)).copied()
    }
}

impl Batch {
    /// Whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
            && self.checkpoints.is_empty()
            && self.rounds.is_empty()
            && self.unindexed.is_empty()
    }

    /// Links the entries to the present tips, or says what is wrong with the first bad one.
    pub(crate) fn link(&self, tips: &HashMap<Stream, Tip>) -> Result<Linked, Refusal> {
        let mut linked = Linked {
            hashes: Vec::with_capacity(self.entries.len()),
            tips: HashMap::new(),
            ends: HashMap::with_capacity(self.entries.len()),
        };
        for entry in &self.entries {
            let stream = entry.stream;
            let tip = linked.tips.get(&stream).or_else(|| tips.get(&stream)).copied().unwrap_or_default();
            check(entry, tip)?;
            let hash = entry.hash(&tip.hash);
            linked.hashes.push(hash);
            linked.tips.insert(stream, Tip { number: entry.last(), hash });
            linked.ends.insert((stream, entry.last()), hash);
        }
        for checkpoint in &self.checkpoints {
            let Checkpoint { stream, number, ref body } = *checkpoint;
            json(body).map_err(|reason| Refusal::CheckpointNotJson { stream, number, reason })?;
        }
        Ok(linked)
    }
}

fn check(entry: &Entry, tip: Tip) -> Result<(), Refusal> {
    let Entry { stream, first, .. } = *entry;
    if first != tip.number + 1 {
        return Err(Refusal::Number { stream, expected: tip.number + 1, found: first });
    }
    if entry.count == 0 {
        return Err(Refusal::NoEvents { stream, first });
    }
    json(&entry.body).map_err(|reason| Refusal::NotJson { stream, first, reason })?;
    entry.transfers.iter().try_for_each(|transfer| check_transfer(entry, transfer))
}

fn check_transfer(entry: &Entry, transfer: &Transfer) -> Result<(), Refusal> {
    let Entry { stream, first, .. } = *entry;
    let event = transfer.event;
    if event < first || event > entry.last() {
        return Err(Refusal::OtherEvent { stream, event, first, last: entry.last() });
    }
    if !transfer.amount.is_positive() {
        return Err(Refusal::Amount { stream, event, amount: transfer.amount });
    }
    if transfer.from == transfer.to {
        return Err(Refusal::SameAccount { stream, event, account: transfer.from.clone() });
    }
    Ok(())
}

fn json(text: &str) -> Result<(), String> {
    serde_json::from_str::<IgnoredAny>(text).map(|_| ()).map_err(|error| error.to_string())
}
