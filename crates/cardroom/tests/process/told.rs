//! What players were told of their commands, held against the log: what was acknowledged is there once, what was not done is
//! not there.

use std::collections::BTreeMap;

use client::{Answer, Outcome};
use room::PersonId;
use store::{Backend, Stream};

/// What the players were told, by sender and id.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) done: BTreeMap<(String, String), Option<u64>>,
    pub(crate) not_done: Vec<(String, String)>,
    pub(crate) duplicates: u64,
}

impl Told {
    /// Takes note of an answer to somebody.
    pub(crate) fn take(&mut self, person: PersonId, answer: &Answer) {
        let key = (format!("person:{person}"), answer.id.clone());
        match answer.outcome {
            Outcome::Applied => drop(self.done.insert(key, Some(answer.number))),
            Outcome::Duplicate => {
                self.duplicates += 1;
                self.done.insert(key, None);
            }
            Outcome::Stale | Outcome::Refused => self.not_done.push(key),
        }
    }

    /// Everything that the players were told is in the log, once, and nothing that they were told is not done.
    pub(crate) fn check(&self, store: &dyn Backend) {
        let mut logged: BTreeMap<(String, String), u64> = BTreeMap::new();
        for stream in store.streams().unwrap().into_iter().filter(|stream| *stream != Stream::HOUSE) {
            for entry in store.entries(stream, 1, usize::MAX).unwrap() {
                let last = entry.entry.last();
                if let Some(id) = entry.entry.id {
                    let before = logged.insert((entry.entry.by, id.clone()), last);
                    assert_eq!(before, None, "{id} is done twice");
                }
            }
        }
        for (key, number) in &self.done {
            let at = logged.get(key).unwrap_or_else(|| panic!("{key:?} was acknowledged and is lost"));
            assert!(number.is_none_or(|number| number == *at), "{key:?} is at {at}, not at {number:?}");
        }
        for key in &self.not_done {
            assert!(!logged.contains_key(key), "{key:?} was refused and is in the log");
        }
        let sum: i64 = store.balances().unwrap().values().map(|money| money.in_cents()).sum();
        assert_eq!(sum, 0, "chips are conserved");
    }
}
