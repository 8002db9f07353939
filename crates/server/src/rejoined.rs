//! Playing on in the middle of a round that another version began: the log names the state from which the round was
//! played, so that what came after can be proven although what came before cannot.

use room::{Checkpoint, Told};
use store::{Entry, Reader, Stream};

use crate::journal::{Replay, ReplayFault, Since, TableEntry};

impl Replay<'_> {
    /// The states that can be kept before and after the entry that was played last, each with the event that it comes
    /// after.
    pub(crate) fn kept_around(&mut self, entry: &Entry) -> Vec<(u64, Checkpoint)> {
        let before = self.kept_before.take().map(|state| (entry.first - 1, state));
        let after = self.table.as_ref().and_then(room::Table::checkpoint).map(|state| (entry.last(), state));
        before.into_iter().chain(after).collect()
    }

    /// Plays one entry. Where nothing before it could be played and it names a state, the round is played from there.
    ///
    /// # Errors
    /// When the rules do not bring about exactly what the log says.
    pub(crate) fn play_on(
        &mut self,
        store: &dyn Reader,
        entry: &Entry,
        passes: bool,
    ) -> Result<Vec<Told>, ReplayFault> {
        let was_lost = self.table.is_none();
        let play = |replay: &mut Self| if passes { replay.pass(entry) } else { replay.play(entry) };
        let played = play(self);
        if !was_lost || played.is_ok() {
            return played;
        }
        match serde_json::from_str(&entry.body) {
            Ok(TableEntry::Resumed { state: None, since: Some(since), .. }) => {
                self.rejoin(store, entry, *since)?;
                play(self)
            }
            _ => played,
        }
    }

    /// Plays from a state up to an entry.
    fn rejoin(&mut self, store: &dyn Reader, entry: &Entry, since: Since) -> Result<(), ReplayFault> {
        let Since { number, state } = since;
        let astray = || ReplayFault::OutOfPlace { first: entry.first };
        self.take_up(state)?;
        if self.table.as_ref().is_none_or(|table| table.number() != number) {
            self.lose();
            return Err(astray());
        }
        let mut next = number + 1;
        while next < entry.first {
            let between = store.entries(Stream(entry.stream.0), next, 100);
            let between = between.map_err(|error| ReplayFault::Unreadable(error.to_string()))?;
            let before = between.iter().filter(|logged| logged.entry.first < entry.first);
            let Some(last) = before.clone().next_back() else { return Err(astray()) };
            for logged in before {
                self.pass(&logged.entry)?;
            }
            next = last.entry.last() + 1;
        }
        Ok(())
    }
}
