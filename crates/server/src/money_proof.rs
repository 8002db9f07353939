//! What a table's log says of its chips, held against its transfers: who sits down with how much, what goes with whoever
//! leaves, and what a round came to for everybody. That needs no rules, and so is proven whichever version has played.

use std::collections::BTreeMap;

use books::Money;
use room::{Account, ChipKind, Event, Ledger, PersonId, Table, TableId};
use store::{Entry, Transfer};

use crate::hall::check_chips;
use crate::round_chips::of_round;

/// The chips of one table, as its log is read.
pub(crate) struct MoneyProof {
    table: TableId,
    /// What came to each stack since the round began, but for what its owner brought from elsewhere. Nothing between two
    /// rounds.
    round: Option<BTreeMap<PersonId, Money>>,
    /// Who is at the table, by name, as far as the log was read from the beginning.
    people: Option<BTreeMap<PersonId, String>>,
}

/// An account of a transfer, whichever kind of chips lies there: the proof of kinds is another one.
fn account_of(name: &str) -> Option<Account> {
    name.parse::<Account>().ok().map(|account| account.of_kind(ChipKind::House))
}

impl MoneyProof {
    pub(crate) fn new(table: TableId) -> MoneyProof {
        MoneyProof { table, round: None, people: Some(BTreeMap::new()) }
    }

    /// Takes note that entries were left out.
    pub(crate) fn pass_over(&mut self) {
        (self.round, self.people) = (None, None);
    }

    /// Checks an entry whose transfers are in the ledger.
    pub(crate) fn check(&mut self, entry: &Entry, events: &[Event], ledger: &Ledger) -> Vec<String> {
        let mut faults = Vec::new();
        let mut has_ended = false;
        for (number, event) in (entry.first..).zip(events) {
            let moved: Vec<&Transfer> = entry.transfers.iter().filter(|one| one.event == number).collect();
            let mut fault = |what: String| faults.push(format!("event {number}: {what}"));
            self.check_own(event, &moved, &mut fault);
            if let (Event::Sat { person, name, .. }, Some(people)) = (event, &mut self.people) {
                people.insert(*person, name.clone());
            }
            if let (Event::Left { person, .. }, Some(people)) = (event, &mut self.people) {
                people.remove(person);
            }
            if matches!(event, Event::RoundBegan { .. }) {
                self.round = Some(BTreeMap::new());
            }
            self.gather(event, &moved);
            if let Event::RoundEnded { round, nets } = event {
                has_ended = true;
                let mut came = self.round.take();
                let is_known = came.is_some();
                for net in nets {
                    let came = came.as_mut().and_then(|came| came.remove(&net.person)).unwrap_or_default();
                    if is_known && came != net.net {
                        let (person, net) = (net.person, net.net);
                        fault(format!(
                            "round {round} is said to come to {net} for person {person}, whose chips moved by {came}"
                        ));
                    }
                }
                for (person, came) in came.iter().flatten().filter(|(_, came)| !came.is_zero()) {
                    fault(format!(
                        "round {round} came to {came} for person {person}, of whom it says nothing"
                    ));
                }
            }
        }
        if has_ended && self.round.is_none() {
            for account in [Account::Wagers, Account::Stake, Account::Pot].map(|account| account(self.table))
            {
                let held = ledger.balance(account);
                if !held.is_zero() {
                    let last = entry.last();
                    faults.push(format!("event {last}: {account} holds {held} after a round"));
                }
            }
        }
        faults
    }

    /// What an event says of chips that come to the table or leave it must be what moves; nothing else reaches a purse away
    /// from the table, and no other table's chips move.
    fn check_own(&self, event: &Event, moved: &[&Transfer], fault: &mut dyn FnMut(String)) {
        let said = self.said_by(event);
        let accounts = |one: &Transfer| (account_of(&one.from), account_of(&one.to));
        let is_as_said = match said {
            Some((from, to, amount)) if amount.is_positive() => {
                moved.len() == 1
                    && moved.iter().all(|one| accounts(one) == (Some(from), Some(to)) && one.amount == amount)
            }
            Some(_) => moved.is_empty(),
            None => moved.iter().all(|one| {
                let (from, to) = accounts(one);
                let may_reach = |account: Option<Account>| match account {
                    Some(Account::Patron(_)) => matches!(event, Event::Corrected { .. }),
                    Some(account) => account.table() == Some(self.table),
                    None => false,
                };
                may_reach(from) && may_reach(to)
            }),
        };
        if !is_as_said {
            fault("other chips move than the event says".to_owned());
        }
    }

    /// What an event of the table itself says that it moves: from where, where to, how much.
    fn said_by(&self, event: &Event) -> Option<(Account, Account, Money)> {
        let stack = |person: &PersonId| Account::Stack(self.table, *person);
        if let Event::Sat { person, stack: amount, .. } | Event::Added { person, amount } = event {
            return Some((Account::Patron(*person), stack(person), *amount));
        }
        if let Event::Left { person, stack: amount, .. } = event {
            return Some((stack(person), Account::Patron(*person), *amount));
        }
        if let Event::TimeCollected { person, amount, .. } = event {
            return Some((stack(person), Account::Drop(self.table), *amount));
        }
        None
    }

    /// Adds up what comes to the stacks in a round.
    fn gather(&mut self, event: &Event, moved: &[&Transfer]) {
        let Some(round) = &mut self.round else { return };
        for (account, amount) in of_round(event, moved.iter().copied()) {
            if let Account::Stack(_, person) = account {
                *round.entry(person).or_default() += amount;
            }
        }
    }

    /// Whether a state from which a version plays on is what the log has come to: the same people with the same chips.
    pub(crate) fn check_state(&self, table: &Table, ledger: &Ledger) -> Result<(), String> {
        check_chips(table, |account| ledger.balance(account))?;
        let Some(people) = &self.people else { return Ok(()) };
        let there = table.people().iter().map(|one| (one.person, one.name.as_str()));
        let known = people.iter().map(|(person, name)| (*person, name.as_str()));
        let (mut there, mut known): (Vec<_>, Vec<_>) = (there.collect(), known.collect());
        there.sort_unstable();
        known.sort_unstable();
        let strange = there.iter().find(|one| !known.contains(one));
        let missing = known.iter().find(|one| !there.contains(one));
        match strange.or(missing) {
            Some((person, name)) => Err(format!("{name} (person {person}) is not at the table by its log")),
            None => Ok(()),
        }
    }

    /// Goes on with those who are at the table where what lies in an archive ends.
    pub(crate) fn after_archive(&mut self, table: &Table) {
        let people = table.people().iter().map(|one| (one.person, one.name.clone()));
        (self.round, self.people) = (None, Some(people.collect()));
    }
}

#[cfg(test)]
mod tests {
    use room::Net;
    use store::Stream;

    use super::*;

    fn entry(first: u64, events: &[Event], transfers: Vec<Transfer>) -> Entry {
        let (by, body) = ("house".to_owned(), String::new());
        let count = events.len() as u32;
        Entry { stream: Stream(3), first, count, at_ms: 0, by, id: None, body, transfers }
    }

    /// Chips that a player of Pan brings into the hand are theirs, and never what the hand came to.
    #[test]
    fn what_is_brought_into_a_round_is_no_part_of_its_net() {
        let moved = |event: u64, from: &str, to: &str, cents: i64| {
            let (from, to, amount) = (from.to_owned(), to.to_owned(), Money::cents(cents));
            Transfer { event, from, to, amount }
        };
        let faults = |net: i64| {
            let nets =
                [(7, net), (8, 500)].map(|(person, net)| Net { person, net: Money::cents(net) }).to_vec();
            let events = [
                Event::RoundBegan { round: 1, people: vec![7, 8], is_late: false },
                Event::Added { person: 7, amount: Money::cents(2_000) },
                Event::Ready { person: 7 },
                Event::RoundEnded { round: 1, nets },
            ];
            let transfers = vec![
                moved(2, "patron:7", "table:3/stack:7", 2_000),
                moved(3, "table:3/stack:7", "table:3/stack:8", 500),
            ];
            let entry = entry(1, &events, transfers);
            MoneyProof::new(3).check(&entry, &events, &Ledger::default())
        };
        assert_eq!(faults(-500), Vec::<String>::new());
        let told = faults(1_500);
        assert!(told.len() == 1 && told[0].contains("round 1 is said to come to"), "{told:?}");
    }
}
