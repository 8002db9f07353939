//! Hits that the house's log says were claimed, held against the logs of their tables: whoever has hit a jackpot was dealt in.

use std::collections::BTreeMap;

use room::{PersonId, TableId};

use super::{Fund, JackpotSaid};
use crate::journal::HouseEntry;
use crate::round_facts::RoundFacts;

/// A hit that was claimed.
struct Hit {
    /// The house's entry.
    entry: u64,
    round: u64,
    person: PersonId,
}

/// The hits of all tables.
#[derive(Default)]
pub(crate) struct HitsProof {
    hits: BTreeMap<TableId, Vec<Hit>>,
}

impl HitsProof {
    /// Takes an entry of the house.
    pub(crate) fn house(&mut self, said: &HouseEntry, entry: u64) {
        if let HouseEntry::Jackpot(JackpotSaid::Claimed { table, round, person, of: Fund::Jackpot, .. }) =
            said
        {
            let hit = Hit { entry, round: *round, person: *person };
            self.hits.entry(*table).or_default().push(hit);
        }
    }

    /// What the rounds of a table, as far as they were read, have against its hits.
    pub(crate) fn end(&mut self, table: TableId, rounds: &RoundFacts) -> Vec<String> {
        let hits = self.hits.remove(&table).unwrap_or_default();
        let is_forged = |hit: &Hit| {
            rounds.known(hit.round, None).is_some_and(|known| !known.people.contains(&hit.person))
        };
        let forged = hits.into_iter().filter(is_forged);
        let words = |Hit { entry, round, person }: Hit| {
            format!(
                "round {round}: person {person} was not in it, and a hit was claimed for them (event {entry} of the house's log)"
            )
        };
        forged.map(words).collect()
    }
}
