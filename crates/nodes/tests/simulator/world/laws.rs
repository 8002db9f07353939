//! What must hold whatever goes wrong: one owner a table, streams without gaps, what is acknowledged is there exactly once,
//! chips are conserved, every hand goes to its end.

use std::collections::BTreeMap;

use super::{Command, PEOPLE, STEPS, WALLET, World};

impl World {
    /// Whoever says anything about a table must hold it at that moment.
    pub(super) fn is_only_one(&mut self, machine: usize, table: u32, does: &str) {
        let own = self.machines[machine].node.as_ref().map(|node| node.own);
        let holder = self.database.leases[&table].1;
        // What is in the log and who was told of it rests on no clock; only whoever shows something relies on its own.
        if holder != own && self.machines[machine].unsure_until <= self.now {
            self.faults.push(format!("node {own:?} {does} table {table}, which is {holder:?}'s"));
        }
    }

    /// A client is told what became of its command.
    pub(super) fn answered(&mut self, command: Command, number: Option<u64>) {
        let key = (command.person, command.id);
        self.note(command.id ^ number.unwrap_or(0));
        match number {
            Some(number) => {
                let known = *self.done.entry(key).or_insert(number);
                if known != number || self.not_done.contains(&key) {
                    self.faults
                        .push(format!("command {key:?} is done at {known} and at {number}, or not at all"));
                }
                self.acknowledged += 1;
            }
            // Of one that was sent twice the second may be done after the first was refused.
            None if self.sent[&key] > 1 || self.done.contains_key(&key) => {}
            None => drop(self.not_done.insert(key)),
        }
        let client = &mut self.clients[command.client];
        if client.unanswered == Some(command) {
            client.unanswered = None;
        }
    }

    /// How many hands each table has finished.
    pub(super) fn hands(&self) -> BTreeMap<u32, u64> {
        self.database.logs.iter().map(|(table, log)| (*table, log.len() as u64 / (STEPS + 1))).collect()
    }

    /// What must hold at the end.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut logged: BTreeMap<(u32, u64), u64> = BTreeMap::new();
        let mut on_tables = 0;
        for (table, log) in &self.database.logs {
            for (number, entry) in (1..).zip(log) {
                on_tables += entry.moves.map_or(0, |(_, cents)| cents);
                if let Some(key) = entry.command
                    && logged.insert(key, number).is_some()
                {
                    return Err(format!("table {table}: command {key:?} is done twice"));
                }
            }
        }
        for (key, number) in &self.done {
            if logged.get(key) != Some(number) {
                return Err(format!(
                    "command {key:?} was acknowledged at {number}, and is at {:?}",
                    logged.get(key)
                ));
            }
        }
        if let Some(key) = self.not_done.iter().find(|key| logged.contains_key(key)) {
            return Err(format!("command {key:?} was refused, and is done"));
        }
        let wallets: i64 = self.database.wallets.values().sum();
        if wallets + on_tables != i64::from(PEOPLE) * WALLET
            || self.database.wallets.values().any(|held| *held < 0)
        {
            return Err(format!("{wallets} in wallets and {on_tables} on tables are not what there was"));
        }
        let hands = self.hands();
        match hands.iter().find(|(table, hands)| **hands < self.hands_when_quiet[*table] + 3) {
            Some((table, hands)) => Err(format!("table {table} stands still after {hands} hands")),
            None => Ok(()),
        }
    }
}
