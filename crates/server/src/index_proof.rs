//! The index of a table's finished rounds, held against its log: no round more, none less, none otherwise.

use room::Event;
use store::{Entry, Error, Reader, Stream};

use crate::index::Indexer;

/// How many rounds of the index are counted at a time.
const PAGE: usize = 500;

/// The index of one table, as its log is read.
pub(crate) struct IndexProof<'a> {
    store: &'a dyn Reader,
    stream: Stream,
    indexer: Indexer,
    /// Whether there is an index at all.
    is_made: bool,
    /// How many rounds ended in the log so far, and the number of the newest.
    count: u64,
    ended: u64,
}

/// Whether a room has an index: one of the first version gets it when it is opened next.
pub(crate) fn is_made(store: &dyn Reader, streams: &[Stream]) -> Result<bool, Error> {
    for stream in streams {
        if !store.rounds(*stream, u64::MAX, 1)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

impl<'a> IndexProof<'a> {
    pub(crate) fn of(store: &'a dyn Reader, stream: Stream, is_made: bool) -> IndexProof<'a> {
        IndexProof { store, stream, indexer: Indexer::default(), is_made, count: 0, ended: 0 }
    }

    /// Every round that ends must be in the index as the log has it.
    pub(crate) fn check(&mut self, entry: &Entry, events: &[Event]) -> Result<(), String> {
        let mut checked = Ok(());
        for round in self.indexer.take(entry, events) {
            self.count += 1;
            self.ended = round.number;
            if !self.is_made {
                continue;
            }
            let kept = self.store.round(self.stream, round.number).map_err(|error| error.to_string())?;
            if kept.is_none_or(|kept| kept != round) {
                let (number, first) = (round.number, entry.first);
                checked = checked
                    .and(Err(format!("event {first}: the index says something else of round {number}")));
            }
        }
        checked
    }

    /// Nothing is in the index that is not in the log, whose events up to this one were read.
    pub(crate) fn end(&self, last: u64) -> Result<(), String> {
        let said = |error: Error| error.to_string();
        let (mut below, mut count) = (u64::MAX, 0);
        loop {
            let rounds = self.store.rounds(self.stream, below, PAGE).map_err(said)?;
            let Some(oldest) = rounds.last() else { break };
            below = oldest.number;
            for round in &rounds {
                // A room that is open writes on meanwhile, each round together with its entries.
                if round.last > last && round.last <= self.store.tip(self.stream).map_err(said)?.number {
                    continue;
                }
                if round.number > self.ended {
                    return Err(format!("the index has a round {} that the log has not", round.number));
                }
                count += 1;
            }
        }
        if count > self.count {
            return Err(format!("the index has {} rounds more than the log", count - self.count));
        }
        Ok(())
    }
}
