//! What the floor has corrected of a round since, beside the round itself.

use std::collections::BTreeMap;

use books::Money;
use room::{Checkpoint, Chips, Correction, Event, Net, PersonId, TableId, Time};
use serde::{Deserialize, Serialize};
use store::{Entry, Reader, Stream};
use utoipa::ToSchema;

use super::{Records, RoundHistory, lock};
use crate::hall::HallError;
use crate::journal::TableEntry;
use crate::kept::{self, KeptKey};

/// A correction of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundCorrection {
    /// The number of its event.
    pub number: u64,
    /// When.
    pub at: Time,
    /// What.
    pub correction: Correction,
    /// Who of the floor.
    pub by: PersonId,
    /// All of it, in a sentence.
    pub words: String,
}

/// What corrections have brought to whom of a round, or taken from whom.
pub(super) type Changes = BTreeMap<PersonId, Money>;

/// What was corrected at a table, by round, as far as its log was read: from the state on that is kept nearest to its end,
/// which says where the corrections before it stand.
#[derive(Debug, Default)]
pub(super) struct Corrected {
    /// The first event that was not read.
    next: u64,
    rounds: BTreeMap<u64, Changes>,
}

/// So many events are read on rather than beginning again at the state that is kept last.
const READ_ON: u64 = 2_000;

/// How many entries are read at a time.
const PAGE: usize = 500;

impl Corrected {
    /// Reads on up to the end of a table's log.
    fn read_on(
        &mut self,
        store: &dyn Reader,
        stream: Stream,
        key: Option<&KeptKey>,
    ) -> Result<(), store::Error> {
        if self.next == 0 || store.tip(stream)?.number > self.next + READ_ON {
            self.begin_at_kept(store, stream, key)?;
        }
        loop {
            let entries = store.entries(stream, self.next, PAGE)?;
            let Some(last) = entries.last() else { return Ok(()) };
            self.next = last.entry.last() + 1;
            entries.iter().for_each(|logged| self.take(&logged.entry));
        }
    }

    /// Begins at the newest state that is kept, if that knows the corrections before it; at the beginning if nothing was
    /// read and none does, as at tables that earlier programs opened.
    fn begin_at_kept(
        &mut self,
        store: &dyn Reader,
        stream: Stream,
        key: Option<&KeptKey>,
    ) -> Result<(), store::Error> {
        self.next = self.next.max(1);
        let opening = store.entries(stream, 1, 1)?;
        let opening = opening.first().and_then(|logged| serde_json::from_str(&logged.entry.body).ok());
        let Some(TableEntry::Open { spec, .. }) = opening else { return Ok(()) };
        let kept = kept::newest(store, stream, u64::MAX, key).filter(|_| spec.is_bounded);
        let Some(kept) = kept.filter(|kept| kept.number >= self.next) else { return Ok(()) };
        let Ok(state) = serde_json::from_str::<Checkpoint>(&kept.body) else { return Ok(()) };
        self.rounds.clear();
        for number in state.corrections() {
            for logged in store.entries(stream, number, 1)? {
                // It may lie in an archive that is not at hand, as its round does.
                if (logged.entry.first..=logged.entry.last()).contains(&number) {
                    self.take(&logged.entry);
                }
            }
        }
        self.next = kept.number + 1;
        Ok(())
    }

    fn take(&mut self, entry: &Entry) {
        for (_, correction, _) in in_entry(entry) {
            let changes = self.rounds.entry(correction.round).or_default();
            for (person, change) in correction.changes() {
                *changes.entry(person).or_default() += change;
            }
        }
    }
}

/// The corrections in an entry.
pub(crate) fn in_entry(entry: &Entry) -> Vec<(u64, Correction, PersonId)> {
    // Most entries hold none, and need not be read.
    if !entry.body.contains("corrected") {
        return Vec::new();
    }
    let Ok(body) = serde_json::from_str::<TableEntry>(&entry.body) else { return Vec::new() };
    let one = |(number, event): (u64, &Event)| {
        let Event::Corrected { correction, by } = event else { return None };
        Some((number, correction.clone(), *by))
    };
    (entry.first..).zip(body.events()).filter_map(one).collect()
}

impl Records {
    /// What the floor has corrected at a table since, by round: its log is read on from where it was read to.
    pub(super) fn changes(
        &self,
        store: &dyn Reader,
        table: TableId,
    ) -> Result<BTreeMap<u64, Changes>, HallError> {
        let mut kept = lock(&self.corrected);
        let corrected = kept.entry(table).or_default();
        corrected.read_on(store, Stream(table), self.key())?;
        Ok(corrected.rounds.clone())
    }

    /// Adds what was corrected of a round since: by the events that the table remembers, or by all that came after.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn add_corrections(
        &self,
        history: &mut RoundHistory,
        events: Option<Vec<u64>>,
    ) -> Result<(), HallError> {
        let store = self.store()?;
        let stream = Stream(history.table);
        let mut found: Vec<(i64, (u64, Correction, PersonId))> = Vec::new();
        let mut take = |entry: &Entry| {
            let of_round = in_entry(entry).into_iter().filter(|(_, one, _)| one.round == history.round);
            found.extend(of_round.map(|one| (entry.at_ms, one)));
        };
        match events {
            Some(events) => {
                for number in events {
                    store.entries(stream, number, 1)?.iter().for_each(|logged| take(&logged.entry));
                }
            }
            None => {
                let mut next = self.place_of(&*store, history.table, history.round)?.last + 1;
                loop {
                    let entries = store.entries(stream, next, 500)?;
                    let Some(last) = entries.last() else { break };
                    next = last.entry.last() + 1;
                    entries.iter().for_each(|logged| take(&logged.entry));
                }
            }
        }
        history.add(found);
        Ok(())
    }
}

impl RoundHistory {
    fn add(&mut self, found: Vec<(i64, (u64, Correction, PersonId))>) {
        let people = self.views.first().map(|view| view.round_people.clone()).unwrap_or_default();
        let place = |chips: Chips| match chips {
            Chips::Person(person) => people
                .iter()
                .find(|one| one.person == person)
                .map_or_else(|| format!("person {person}"), |one| one.name.clone()),
            Chips::Drop => "the drop".to_owned(),
            Chips::Jackpot => "the jackpot".to_owned(),
            Chips::Promotion => "the promotion money".to_owned(),
        };
        let mut nets = self.views.last().map(|view| view.nets.clone()).unwrap_or_default();
        for (at_ms, (number, correction, by)) in found {
            let Correction { from, to, amount, reason, .. } = &correction;
            for (person, change) in correction.changes() {
                match nets.iter_mut().find(|net| net.person == person) {
                    Some(net) => net.net += change,
                    None => nets.push(Net { person, net: change }),
                }
            }
            let reason = reason.trim().trim_end_matches('.');
            let words =
                format!("Corrected: {amount} went from {} to {}. {reason}.", place(*from), place(*to));
            self.corrections.push(RoundCorrection { number, at: Time(at_ms), correction, by, words });
        }
        if !self.corrections.is_empty() {
            self.corrected_nets = nets;
        }
    }
}
