//! What a table's log says of its rounds that a correction is held against: who had money in one, and how much moved.

use std::collections::{BTreeMap, BTreeSet};

use books::Money;
use room::{Account, ChipKind, Command, Event, KnownRound, PersonId};
use store::Entry;

use crate::journal::TableEntry;

/// One round as its entries are read.
#[derive(Clone, Debug, Default)]
struct Facts {
    people: Vec<PersonId>,
    /// Who has put money into the bank: what goes back to them out of it was theirs.
    banks: BTreeSet<PersonId>,
    /// What was put down or paid, by event.
    moved: Vec<(u64, Money)>,
    /// What went into boxes, by event; below zero what came out again.
    boxed: Vec<(u64, Account, Money)>,
}

/// The rounds of a table as its entries are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoundFacts {
    rounds: BTreeMap<u64, Facts>,
    on: Option<u64>,
}

impl RoundFacts {
    /// Takes an entry of the table.
    pub(crate) fn take(&mut self, entry: &Entry, events: &[Event]) {
        for (number, event) in (entry.first..).zip(events) {
            if let Event::RoundBegan { round, people, .. } = event {
                self.on = Some(*round);
                self.rounds.insert(*round, Facts { people: people.clone(), ..Facts::default() });
            }
            let Some(facts) = self.on.and_then(|on| self.rounds.get_mut(&on)) else { continue };
            if let Event::TakenBack { first, .. } = event {
                facts.moved.retain(|(of, _)| of < first);
                facts.boxed.retain(|(of, ..)| of < first);
            } else if matches!(event, Event::Round { .. }) {
                let moved = entry.transfers.iter().filter(|one| one.event == number);
                for one in moved {
                    facts.add(number, one);
                }
            }
            if matches!(event, Event::RoundEnded { .. }) {
                self.on = None;
            }
        }
    }

    /// Takes an entry of the table, and says what a correction in it was held against that its round does not say, as far as
    /// that was read.
    pub(crate) fn take_table(&mut self, entry: &Entry, body: &TableEntry) -> Option<String> {
        self.take(entry, body.events());
        let TableEntry::Command { command: Command::Correct { correction, known: Some(known) }, .. } = body
        else {
            return None;
        };
        let (first, round) = (entry.first, correction.round);
        let said = self.known(round, known.large_from);
        said.filter(|said| said != known).map(|_| {
            format!(
                "event {first}: the correction of round {round} says otherwise who was in it, or what moved"
            )
        })
    }

    /// What a round has put into a box, if it is over and was read.
    pub(crate) fn put_in_box(&self, round: u64, account: Account) -> Option<Money> {
        let facts = self.rounds.get(&round).filter(|_| self.on != Some(round))?;
        let own = facts.boxed.iter().filter(|(_, of, _)| *of == account);
        Some(own.map(|(.., amount)| *amount).sum())
    }

    /// What is known of a round, if it is over and was read.
    pub(crate) fn known(&self, round: u64, large_from: Option<Money>) -> Option<KnownRound> {
        let facts = self.rounds.get(&round).filter(|_| self.on != Some(round))?;
        let moved = facts.moved.iter().map(|(_, amount)| *amount).sum();
        Some(KnownRound { people: facts.people.clone(), moved, large_from })
    }
}

impl Facts {
    fn add(&mut self, number: u64, one: &store::Transfer) {
        let account =
            |name: &str| name.parse::<Account>().ok().map(|account| account.of_kind(ChipKind::House));
        for (name, amount) in [(&one.to, one.amount), (&one.from, -one.amount)] {
            if let Some(own @ (Account::Drop(_) | Account::Jackpot(_) | Account::Promotion(_))) =
                account(name)
            {
                self.boxed.push((number, own, amount));
            }
        }
        match (account(&one.from), account(&one.to)) {
            (Some(Account::Stack(_, person)), Some(Account::Stake(_))) => drop(self.banks.insert(person)),
            (Some(Account::Stake(_)), Some(Account::Stack(_, person))) if self.banks.contains(&person) => {}
            (Some(Account::Stack(..) | Account::Stake(_)), Some(_)) => self.moved.push((number, one.amount)),
            _ => {}
        }
    }
}
