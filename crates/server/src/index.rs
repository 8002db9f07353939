//! The index of finished rounds: what a table's entries say about them, gathered as the entries come.

use room::Event;
use store::{Entry, FinishedRound, Store, Stream};

use crate::journal::TableEntry;

/// Goes along a table's entries and says which rounds end in them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Indexer {
    /// The first event of the entry in which the present round began, and when.
    began: Option<(u64, i64)>,
}

impl Indexer {
    /// The rounds that end in an entry.
    pub(crate) fn take<'a>(
        &mut self,
        entry: &Entry,
        events: impl IntoIterator<Item = &'a Event>,
    ) -> Vec<FinishedRound> {
        let mut rounds = Vec::new();
        for event in events {
            match event {
                Event::RoundBegan { .. } => self.began = Some((entry.first, entry.at_ms)),
                Event::RoundEnded { round, nets } => {
                    let (first, began_ms) = self.began.take().unwrap_or((entry.first, entry.at_ms));
                    let mut nets: Vec<_> = nets.iter().map(|net| (net.person, net.net)).collect();
                    nets.sort_unstable_by_key(|(person, _)| *person);
                    rounds.push(FinishedRound {
                        stream: entry.stream,
                        number: *round,
                        first,
                        last: entry.last(),
                        began_ms,
                        ended_ms: entry.at_ms,
                        nets,
                    });
                }
                _ => {}
            }
        }
        rounds
    }

    /// Goes along a stream from the last round in the store's index on, and gives the rounds that are missing there.
    ///
    /// # Errors
    /// When the store cannot be read, or an entry of it.
    pub(crate) fn catch_up(
        store: &dyn Store,
        stream: Stream,
    ) -> Result<(Indexer, Vec<FinishedRound>), String> {
        let mut indexer = Indexer::default();
        let mut rounds = Vec::new();
        let said = |error: store::Error| error.to_string();
        let newest = store.rounds(stream, u64::MAX, 1).map_err(said)?.into_iter().next();
        let known = newest.as_ref().map_or(0, |round| round.number);
        // The next round may have begun in the very entry that ended this one.
        let mut from = newest.map_or(1, |round| round.last);
        loop {
            let entries = store.entries(stream, from, 500).map_err(said)?;
            let Some(last) = entries.last() else { return Ok((indexer, rounds)) };
            from = last.entry.last() + 1;
            for logged in &entries {
                let body: TableEntry =
                    serde_json::from_str(&logged.entry.body).map_err(|error| error.to_string())?;
                let ended = indexer.take(&logged.entry, body.events());
                rounds.extend(ended.into_iter().filter(|round| round.number > known));
            }
        }
    }
}
