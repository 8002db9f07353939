//! The index of finished rounds: what a table's entries say about them, gathered as the entries come.

use room::Event;
use store::{Entry, FinishedRound, Reader, Stream};

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
                Event::ButtonPlaced { .. }
                | Event::WordsGiven { .. }
                | Event::Sealed { .. }
                | Event::WordsOpened { .. }
                | Event::ShuffleAborted { .. }
                | Event::Cut { .. }
                | Event::CutCardOut { .. }
                | Event::NewShoe
                | Event::CardsOut
                | Event::Shuffled { .. }
                | Event::Round { .. }
                | Event::Revealed { .. }
                | room::table_events!() => {}
            }
        }
        rounds
    }

    /// Goes along a stream from the last round in the store's index on, and gives the rounds that are missing there.
    /// Where the index ends with something that the log does not say, it gives all of them.
    ///
    /// # Errors
    /// When the store cannot be read, or an entry of it.
    pub(crate) fn catch_up(store: &dyn Reader, stream: Stream) -> Result<CaughtUp, String> {
        let newest = store.rounds(stream, u64::MAX, 1).map_err(|error| error.to_string())?.into_iter().next();
        let (is_false, known, from) = match newest {
            None => (false, 0, 1),
            // The next round may have begun in the very entry that ended this one.
            Some(newest) if is_so(store, &newest)? => (false, newest.number, newest.last),
            Some(_) => (true, 0, 1),
        };
        let mut caught = CaughtUp { indexer: Indexer::default(), rounds: Vec::new(), is_false };
        let mut from = from;
        loop {
            let entries = store.entries(stream, from, 500).map_err(|error| error.to_string())?;
            let Some(last) = entries.last() else { return Ok(caught) };
            from = last.entry.last() + 1;
            for logged in &entries {
                let ended = caught.indexer.take(&logged.entry, read(&logged.entry)?.events());
                caught.rounds.extend(ended.into_iter().filter(|round| round.number > known));
            }
        }
    }
}

/// What the index lacked.
pub(crate) struct CaughtUp {
    /// The indexer as it stands at the end of the stream.
    pub(crate) indexer: Indexer,
    /// The rounds that are missing.
    pub(crate) rounds: Vec<FinishedRound>,
    /// Whether what is there of the index is false, so that it is made anew.
    pub(crate) is_false: bool,
}

fn read(entry: &Entry) -> Result<TableEntry, String> {
    serde_json::from_str(&entry.body).map_err(|error| error.to_string())
}

/// Whether a round of the index ended in the log where the index says so, and with the same outcome.
fn is_so(store: &dyn Reader, round: &FinishedRound) -> Result<bool, String> {
    if round.last > store.tip(round.stream).map_err(|error| error.to_string())?.number {
        return Ok(false);
    }
    let entries = store.entries(round.stream, round.last, 1).map_err(|error| error.to_string())?;
    let Some(logged) = entries.first().filter(|logged| logged.entry.last() == round.last) else {
        return Ok(false);
    };
    let ended = Indexer::default().take(&logged.entry, read(&logged.entry)?.events());
    let is_same = |one: &FinishedRound| {
        (one.number, one.ended_ms, &one.nets) == (round.number, round.ended_ms, &round.nets)
    };
    Ok(ended.iter().any(is_same))
}
