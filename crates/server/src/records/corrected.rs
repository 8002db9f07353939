//! What the floor has corrected of a round since, beside the round itself.

use room::{Chips, Correction, Event, Net, PersonId, Time};
use serde::{Deserialize, Serialize};
use store::{Entry, Stream};
use utoipa::ToSchema;

use super::{Records, RoundHistory};
use crate::hall::HallError;
use crate::journal::TableEntry;

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

/// The corrections of a round in an entry.
fn in_entry(entry: &Entry, wanted: u64) -> Vec<(u64, Correction, PersonId)> {
    // Most entries are none, and need not be read.
    if !entry.body.contains("corrected") {
        return Vec::new();
    }
    let Ok(body) = serde_json::from_str::<TableEntry>(&entry.body) else { return Vec::new() };
    let one = |(number, event): (u64, &Event)| {
        let Event::Corrected { correction, by } = event else { return None };
        (correction.round == wanted).then(|| (number, correction.clone(), *by))
    };
    (entry.first..).zip(body.events()).filter_map(one).collect()
}

impl Records {
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
            found.extend(in_entry(entry, history.round).into_iter().map(|one| (entry.at_ms, one)));
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
            for (chips, change) in [(*from, -*amount), (*to, *amount)] {
                let Chips::Person(person) = chips else { continue };
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
