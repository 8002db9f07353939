//! What a table's log says of its chips, held against its transfers: who sits down with how much, what goes with whoever
//! leaves, and what a round came to for everybody. That needs no rules, and so is proven whichever version has played.

use std::collections::BTreeMap;

use books::Money;
use room::{Account, ChipKind, Event, Ledger, PersonId, Table, TableId};
use store::{Entry, Transfer};

use crate::hall::check_chips;

/// The chips of one table, as its log is read.
pub(crate) struct MoneyProof {
    table: TableId,
    /// What came to each stack since the round began, but for what its owner brought from elsewhere; those who play have
    /// a stack in it. Nothing between two rounds.
    round: Option<BTreeMap<PersonId, Stack>>,
    /// Who is at the table, by name, as far as the log was read from the beginning.
    people: Option<BTreeMap<PersonId, String>>,
}

/// An account of a transfer, whichever kind of chips lies there: the proof of kinds is another one.
fn account_of(name: &str) -> Option<Account> {
    name.parse::<Account>().ok().map(|account| account.of_kind(ChipKind::House))
}

/// What came to a stack in a round.
#[derive(Clone, Copy, Default)]
struct Stack {
    came: Money,
    /// What its owner brought while they played.
    brought: Money,
    plays: bool,
}

impl Stack {
    /// Whether a round may have come to this: what is brought is no gain, but where a round ended by it its net has it.
    fn may_be(&self, net: Money) -> bool {
        net == self.came || net == self.came + self.brought
    }
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
            if let Event::RoundBegan { people, .. } = event {
                let stack = Stack { plays: true, ..Stack::default() };
                self.round = Some(people.iter().map(|person| (*person, stack)).collect());
            }
            self.gather(event, &moved);
            if let Event::RoundEnded { round, nets } = event {
                has_ended = true;
                let mut came = self.round.take();
                let is_known = came.is_some();
                for net in nets {
                    let stack = came.as_mut().and_then(|came| came.remove(&net.person)).unwrap_or_default();
                    if is_known && !stack.may_be(net.net) {
                        let (person, net, came) = (net.person, net.net, stack.came);
                        fault(format!(
                            "round {round} is said to come to {net} for person {person}, whose chips moved by {came}"
                        ));
                    }
                }
                let others = came.iter().flatten().filter(|(_, stack)| !stack.came.is_zero());
                for (person, stack) in others {
                    fault(format!(
                        "round {round} came to {} for person {person}, of whom it says nothing",
                        stack.came
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
        // What is collected by time or put right by the floor is no part of the round.
        if matches!(event, Event::TimeCollected { .. } | Event::Corrected { .. }) {
            return;
        }
        for one in moved {
            let (Some(from), Some(to)) = (account_of(&one.from), account_of(&one.to)) else { continue };
            // Whoever brings chips to a round that they play in has them there; others have them for later.
            let is_brought = matches!(from, Account::Patron(_)) || matches!(to, Account::Patron(_));
            let comes_in = matches!(event, Event::Added { .. });
            for (account, amount) in [(from, -one.amount), (to, one.amount)] {
                let Account::Stack(_, person) = account else { continue };
                let stack = round.entry(person).or_default();
                if !is_brought {
                    stack.came += amount;
                } else if comes_in && stack.plays {
                    stack.brought += amount;
                }
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
