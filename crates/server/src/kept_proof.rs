//! The checkpoints of a stream, held against what its log comes to.

use std::collections::VecDeque;

use room::{Checkpoint, Table};
use store::{Error, Reader, Stream};

use crate::hall::Standing;
use crate::kept::played_by;

/// The checkpoints of one stream that the log has not come to yet.
pub(crate) struct KeptProof<'a> {
    store: &'a dyn Reader,
    stream: Stream,
    numbers: VecDeque<u64>,
}

/// What comes of comparing a state that is kept.
#[derive(PartialEq, Eq)]
pub(crate) enum Compared {
    /// It is what the log comes to, or none is kept.
    Same,
    /// It is something else, in words.
    Other(String),
    /// Nobody knows: the log could not be played up to it.
    Not,
}

const FALSE: &str = "the checkpoint kept here is not what the log comes to";

impl<'a> KeptProof<'a> {
    pub(crate) fn of(store: &'a dyn Reader, stream: Stream) -> Result<KeptProof<'a>, Error> {
        let numbers = store.checkpoints(stream)?.into();
        Ok(KeptProof { store, stream, numbers })
    }

    /// What is kept after an event. One whose seal is wrong is a fault that the store finds.
    fn at(&mut self, number: u64) -> Option<String> {
        while self.numbers.front().is_some_and(|kept| *kept < number) {
            self.numbers.pop_front();
        }
        self.numbers.front().filter(|kept| **kept == number)?;
        self.numbers.pop_front();
        let kept = self.store.checkpoint_until(self.stream, number).ok()??;
        (kept.number == number).then_some(kept.body)
    }

    /// Compares what is kept after an event with the table as it stands then, as far as that is known.
    /// What it says of the version that has played so far must be so, too.
    pub(crate) fn check_table(&mut self, number: u64, table: Option<&Table>, version: &str) -> Compared {
        let Some(body) = self.at(number) else { return Compared::Same };
        let Some(table) = table else { return Compared::Not };
        let kept: Option<Checkpoint> = serde_json::from_str(&body).ok();
        let is_played_so = played_by(&body).is_none_or(|played| played == version);
        let is_so = kept.is_some() && kept == table.at_rest() && is_played_so;
        if is_so { Compared::Same } else { Compared::Other(format!("event {number}: {FALSE}")) }
    }

    /// Compares what is kept after an event with what the house's log has come to.
    pub(crate) fn check_house(&mut self, number: u64, standing: Option<&Standing>) -> Result<(), String> {
        let (Some(body), Some(standing)) = (self.at(number), standing) else { return Ok(()) };
        let kept: Option<Standing> = serde_json::from_str(&body).ok();
        let is_so = kept.is_some_and(|kept| kept == standing.as_in(&kept));
        if is_so { Ok(()) } else { Err(format!("event {number}: {FALSE}")) }
    }
}
