//! Reading a room: whoever shows, resumes or proves it needs nothing else of a store.

use std::collections::BTreeMap;
use std::ops::Range;

use money::Money;

use crate::{
    Archive, Checkpoint, Error, FinishedRound, Hash, Logged, Progress, Report, Stream, Tip, Transfer,
};

/// Tips that somebody noted earlier and elsewhere, by stream.
pub type Witness = BTreeMap<Stream, Tip>;

/// Where a command ended up in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The stream that holds its entry.
    pub stream: Stream,
    /// The number of its first event.
    pub first: u64,
    /// How many events it caused.
    pub count: u32,
}

impl Applied {
    /// The number of its last event.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.first + u64::from(self.count).saturating_sub(1)
    }
}

/// What went into an account and out of it within one hour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HourSum {
    /// The account.
    pub account: String,
    /// The start of the hour, in milliseconds since 1970.
    pub hour_ms: i64,
    /// What it received.
    pub received: Money,
    /// What it paid, for instance a collection that was given back.
    pub paid: Money,
}

/// What can be read of a room's log and ledger.
pub trait Reader {
    /// Where the command that this sender gave this id was applied, if it was.
    fn applied(&self, by: &str, id: &str) -> Result<Option<Applied>, Error>;

    /// The streams that have an entry, in order.
    fn streams(&self) -> Result<Vec<Stream>, Error>;

    /// Where a stream ends.
    fn tip(&self, stream: Stream) -> Result<Tip, Error>;

    /// Where every stream ends, to be noted elsewhere as a witness.
    fn tips(&self) -> Result<Witness, Error> {
        self.streams()?.into_iter().map(|stream| Ok((stream, self.tip(stream)?))).collect()
    }

    /// When the newest entry of any stream was accepted, in milliseconds since 1970.
    fn last_ms(&self) -> Result<Option<i64>, Error>;

    /// The entries from the one that holds event `from` on, at most `limit` of them, each checked against its hash.
    fn entries(&self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Logged>, Error>;

    /// The hash of the entry of a stream that ends at this event, also of one that was the last to go into an archive;
    /// nothing if none ends there.
    fn ending_at(&self, stream: Stream, number: u64) -> Result<Option<Hash>, Error>;

    /// The newest checkpoint of a stream, checked against its seal.
    fn checkpoint(&self, stream: Stream) -> Result<Option<Checkpoint>, Error> {
        self.checkpoint_until(stream, u64::MAX)
    }

    /// The newest checkpoint of a stream that knows no event after this one, checked against its seal.
    fn checkpoint_until(&self, stream: Stream, number: u64) -> Result<Option<Checkpoint>, Error>;

    /// The numbers after which checkpoints of a stream are kept, in order.
    fn checkpoints(&self, stream: Stream) -> Result<Vec<u64>, Error>;

    /// The finished rounds of a stream below a number, the newest first, at most `limit` of them.
    fn rounds(&self, stream: Stream, below: u64, limit: usize) -> Result<Vec<FinishedRound>, Error>;

    /// One finished round of a stream.
    fn round(&self, stream: Stream, number: u64) -> Result<Option<FinishedRound>, Error> {
        let newest = self.rounds(stream, number.saturating_add(1), 1)?.into_iter().next();
        Ok(newest.filter(|round| round.number == number))
    }

    /// The archives of the room that are not read together with it.
    fn archives(&self) -> Result<Vec<Archive>, Error>;

    /// What the log keeps of those that are.
    fn archives_at_hand(&self) -> Result<Vec<Archive>, Error>;

    /// The last event of a stream that lies in any archive, read or not; 0 if none does.
    fn archived_until(&self, stream: Stream) -> Result<u64, Error>;

    /// What every account received less what it paid in the entries that lie in archives that are not read.
    fn carried(&self) -> Result<BTreeMap<String, Money>, Error>;

    /// What was done on the machine itself and is not in the log yet, each with its number.
    fn acts(&self) -> Result<Vec<(i64, String)>, Error>;

    /// What every account that was ever used holds; the sum is zero.
    fn balances(&self) -> Result<BTreeMap<String, Money>, Error>;

    /// The transfers that these events of a stream caused, in order.
    fn transfers(&self, stream: Stream, events: Range<u64>) -> Result<Vec<Transfer>, Error>;

    /// What accounts whose names end in `suffix` received and paid, by hour and account, for the entries accepted
    /// in these milliseconds at tables. `"/drop"` gives the drop of every table; what the house moves itself, such as a
    /// box that is pulled, does not count.
    fn hourly(&self, suffix: &str, at_ms: Range<i64>) -> Result<Vec<HourSum>, Error>;

    /// Walks the whole log and reports every fault: numbers, hashes, transfers, balances, checkpoints, and tips
    /// that somebody noted elsewhere, without which a cut-off end cannot be told from an end.
    fn verify(&self, witness: &Witness, progress: &mut dyn FnMut(Progress)) -> Result<Report, Error>;
}
