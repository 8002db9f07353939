//! Lists of finished rounds: a line for each, with what the floor has corrected of it since.

use books::Money;
use room::{Account, PersonId, TableId, Time, Watcher};
use store::{FinishedRound, Reader, Stream};

use super::corrected::Changes;
use super::{Records, RoundLine};
use crate::hall::HallError;
use crate::journal::TableEntry;

/// Finished rounds of one person at several tables.
pub(crate) type OwnRounds = Vec<(TableId, RoundLine)>;

/// How many rounds of a table are read at once while somebody's own are looked for, and how many in all.
const OWN_PAGE: usize = 500;
const OWN_MOST: usize = 20_000;

/// A finished round as a line of somebody's list, with what was corrected of it since.
fn line_of(round: &FinishedRound, changes: Option<&Changes>, person: Option<PersonId>) -> RoundLine {
    let mut nets: Changes = round.nets.iter().copied().collect();
    for (whose, change) in changes.into_iter().flatten() {
        *nets.entry(*whose).or_default() += *change;
    }
    let won = nets.values().copied().filter(|net| net.is_positive());
    RoundLine {
        round: round.number,
        began: Time(round.began_ms),
        ended: Time(round.ended_ms),
        people: round.nets.len() as u8,
        won: won.sum::<Money>().in_cents(),
        net: person.and_then(|person| nets.get(&person)).map(|net| net.in_cents()),
        is_corrected: changes.is_some(),
    }
}

/// Whether it was taken back that a round began, so that it was none. Nobody has won or lost anything in one, and only those
/// of which that is so are looked up.
fn is_unbegun(store: &dyn Reader, round: &FinishedRound) -> Result<bool, HallError> {
    if round.nets.iter().any(|(_, net)| !net.is_zero()) {
        return Ok(false);
    }
    // It may lie in an archive that is not at hand.
    let ended = store.entries(round.stream, round.last, 1)?;
    let ended = ended.first().filter(|logged| logged.entry.last() == round.last);
    let body = ended.and_then(|logged| serde_json::from_str::<TableEntry>(&logged.entry.body).ok());
    Ok(body.is_some_and(|body| body.unbegun().is_some()))
}

impl Records {
    /// The finished rounds of a table below a number, the newest first; those that somebody was in, or all. A beginning that
    /// was taken back is none.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn rounds(
        &self,
        table: TableId,
        person: Option<PersonId>,
        is_own_only: bool,
        below: u64,
        limit: usize,
    ) -> Result<Vec<RoundLine>, HallError> {
        let store = self.store()?;
        if !Stream(table).is_table() || store.tip(Stream(table))?.number == 0 {
            return Err(HallError::NotFound(format!("there is no table {table}")));
        }
        let changes = self.changes(&*store, table)?;
        let line = |round: &FinishedRound| line_of(round, changes.get(&round.number), person);
        let size = if is_own_only { OWN_PAGE } else { limit };
        let (mut found, mut below) = (Vec::new(), below);
        for _ in 0..OWN_MOST / OWN_PAGE {
            let page = store.rounds(Stream(table), below, size)?;
            let Some(last) = page.last().map(|round| round.number) else { break };
            for round in &page {
                let line = line(round);
                if (line.net.is_some() || !is_own_only) && !is_unbegun(&*store, round)? {
                    found.push(line);
                }
            }
            if found.len() >= limit {
                break;
            }
            below = last;
        }
        found.truncate(limit);
        Ok(found)
    }

    /// The finished rounds of somebody at every table that ended before a time, the newest first. Of each table its
    /// last rounds are looked through, [`OWN_MOST`] of them.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn rounds_of(
        &self,
        person: PersonId,
        before: i64,
        limit: usize,
    ) -> Result<OwnRounds, HallError> {
        let store = self.store()?;
        let stack_at = |name: &String| match name.parse() {
            Ok(Account::Stack(table, whose)) if whose == person => Some(table),
            _ => None,
        };
        let mut found = OwnRounds::new();
        for table in store.balances()?.keys().filter_map(stack_at) {
            let changes = self.changes(&*store, table)?;
            let (mut below, mut own) = (u64::MAX, 0);
            for _ in 0..OWN_MOST / OWN_PAGE {
                let page = store.rounds(Stream(table), below, OWN_PAGE)?;
                let Some(last) = page.last() else { break };
                below = last.number;
                let is_own = |round: &&FinishedRound| {
                    round.ended_ms < before && round.nets.iter().any(|(whose, _)| *whose == person)
                };
                for round in page.iter().filter(is_own) {
                    if !is_unbegun(&*store, round)? {
                        found.push((table, line_of(round, changes.get(&round.number), Some(person))));
                        own += 1;
                    }
                }
                if own >= limit {
                    break;
                }
            }
        }
        found.sort_by_key(|(table, line)| {
            (std::cmp::Reverse(line.ended), *table, std::cmp::Reverse(line.round))
        });
        found.truncate(limit);
        Ok(found)
    }

    /// Refuses a round to whoever reads nothing but their own and was not in it.
    ///
    /// # Errors
    /// When they were not, or there is no such round.
    pub(crate) fn check_own(
        &self,
        table: TableId,
        round: u64,
        own: Option<PersonId>,
    ) -> Result<(), HallError> {
        let Some(person) = own else { return Ok(()) };
        let nets = self.place_of(&*self.store()?, table, round)?.nets;
        match nets.iter().any(|(whose, _)| *whose == person) {
            true => Ok(()),
            false => Err(HallError::NotFound(format!("you were not in round {round}"))),
        }
    }

    /// As whom somebody reads a round: whoever of the staff was not in it reads what the staff saw.
    ///
    /// # Errors
    /// When there is no such round.
    pub(crate) fn reader(
        &self,
        table: TableId,
        round: u64,
        person: Option<PersonId>,
        is_staff: bool,
    ) -> Result<Watcher, HallError> {
        if !is_staff {
            return Ok(person.into());
        }
        let nets = self.place_of(&*self.store()?, table, round)?.nets;
        let was_in = person.filter(|person| nets.iter().any(|(whose, _)| whose == person));
        Ok(was_in.map_or(Watcher::Staff, Watcher::Person))
    }
}
