//! What players were told, held against what the log has.

use std::collections::BTreeMap;
use std::fmt;

use store::{Place, Stream};

/// What the players were told, by sender and id.
#[derive(Default)]
pub(crate) struct Told {
    /// Done, with the number of the last event if that was said.
    pub(crate) done: BTreeMap<(String, String), Option<u64>>,
    /// Not done.
    pub(crate) not_done: Vec<(String, String)>,
    /// How often an unanswered command was said again, and how often it had been done.
    pub(crate) again: u64,
    pub(crate) duplicates: u64,
    /// So many rounds may begin at each table, so that none runs away from the others and spends all chips on fees.
    pub(crate) rounds: u64,
    /// What became of whole attempts, for whoever looks into a failure.
    pub(crate) attempts: BTreeMap<String, u64>,
}

impl Told {
    /// Lets so many rounds begin at each table, if not more may begin already.
    pub(crate) fn let_begin(&mut self, rounds: u64) {
        self.rounds = self.rounds.max(rounds);
    }

    /// What the players were told that is not so: what was acknowledged and is not in the log, or elsewhere in it, what is
    /// there twice, and what was refused and is there.
    pub(crate) fn faults_of(&self, place: &Place) -> Vec<String> {
        let store = place.open_read_only().unwrap();
        let mut faults = Vec::new();
        let mut logged: BTreeMap<(String, String), u64> = BTreeMap::new();
        for stream in store.streams().unwrap().into_iter().filter(|stream| *stream != Stream::HOUSE) {
            for logged_entry in store.entries(stream, 1, usize::MAX).unwrap() {
                let last = logged_entry.entry.last();
                let Some(id) = logged_entry.entry.id else { continue };
                if logged.insert((logged_entry.entry.by, id.clone()), last).is_some() {
                    faults.push(format!("{id} is done twice"));
                }
            }
        }
        for (key, number) in &self.done {
            match logged.get(key) {
                None => faults.push(format!("{key:?} was acknowledged and is lost")),
                Some(at) if number.is_some_and(|number| number != *at) => {
                    faults.push(format!("{key:?} is at {at}, not at {number:?}"));
                }
                Some(_) => {}
            }
        }
        let not_done = self.not_done.iter().filter(|key| logged.contains_key(*key));
        faults.extend(not_done.map(|key| format!("{key:?} was refused and is in the log")));
        let sum: i64 = store.balances().unwrap().values().map(|money| money.in_cents()).sum();
        if sum != 0 {
            faults.push(format!("{sum} cents have come from nowhere"));
        }
        faults
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} commands done, {} not, {} said again of which {} had been done; {:?}",
            self.done.len(),
            self.not_done.len(),
            self.again,
            self.duplicates,
            self.attempts
        )
    }
}
