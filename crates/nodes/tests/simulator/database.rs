//! The database of the simulator: members, leases, logs and wallets, with the same fence and the same conditional debit
//! as the real one. What goes wrong there is written down, not prevented: the checks find it.

use std::collections::BTreeMap;

use nodes::Look;

use super::Bug;

/// The steps of a hand that people take; the last one is the table's clock.
pub(crate) const STEPS: u64 = 4;

/// An entry of a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its number, as its writer counted.
    pub(crate) first: u64,
    /// Whose command, and its id; nothing for the table's clock.
    pub(crate) command: Option<(u32, u64)>,
    /// What goes from somebody's wallet to the table; less than nothing if it comes back.
    pub(crate) moves: Option<(u32, i64)>,
}

/// What a node asks.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Enter,
    Beat { node: u64, is_leaving: bool },
    Look,
    Bury { node: u64, beat: u64 },
    Take { table: u32, from: Option<u64>, own: u64 },
    GiveUp { table: u32, own: u64, epoch: u64 },
    Append { own: u64, entries: Vec<(u32, u64, Entry)> },
}

impl Request {
    /// The kinds of requests: after each of them a node waits.
    pub(crate) const KINDS: usize = 7;

    /// Which of them it is.
    pub(crate) fn kind(&self) -> usize {
        match self {
            Request::Enter => 0,
            Request::Beat { .. } => 1,
            Request::Look => 2,
            Request::Bury { .. } => 3,
            Request::Take { .. } => 4,
            Request::GiveUp { .. } => 5,
            Request::Append { .. } => 6,
        }
    }
}

/// What it is told.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Entered {
        node: u64,
    },
    Beaten,
    Seen(Look),
    Buried,
    /// The epoch and the log as it stands after that was raised; nothing if somebody else has it.
    Taken {
        table: u32,
        got: Option<(u64, Vec<Entry>)>,
    },
    GivenUp,
    /// For each entry whether it was written; not where a wallet was short or the id was there.
    Appended {
        written: Vec<bool>,
    },
    /// The node was buried, or a lease is another's.
    Lost,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Database {
    /// The beat of each node, and whether it leaves.
    pub(crate) members: BTreeMap<u64, (u64, bool)>,
    pub(crate) leases: BTreeMap<u32, (u64, Option<u64>)>,
    pub(crate) logs: BTreeMap<u32, Vec<Entry>>,
    pub(crate) wallets: BTreeMap<u32, i64>,
    pub(crate) given: u64,
    /// How long each log was when somebody last looked, for a bug.
    pub(crate) seen: BTreeMap<u32, usize>,
    /// What should never happen.
    pub(crate) faults: Vec<String>,
    pub(crate) bug: Option<Bug>,
}

impl Database {
    pub(crate) fn ask(&mut self, request: Request) -> Reply {
        match request {
            Request::Enter => {
                self.given += 1;
                self.members.insert(self.given, (1, false));
                Reply::Entered { node: self.given }
            }
            Request::Beat { node, is_leaving } => match self.members.get_mut(&node) {
                Some(row) => {
                    *row = (row.0 + 1, is_leaving);
                    Reply::Beaten
                }
                None => Reply::Lost,
            },
            Request::Look => {
                self.seen = self.logs.iter().map(|(table, log)| (*table, log.len())).collect();
                Reply::Seen(self.look())
            }
            Request::Bury { node, beat } => {
                let is_same = self.members.get(&node).is_some_and(|row| row.0 == beat);
                if is_same || self.bug == Some(Bug::BuriedAlive) {
                    self.members.remove(&node);
                }
                Reply::Buried
            }
            Request::Take { table, from, own } => self.take(table, from, own),
            Request::GiveUp { table, own, epoch } => {
                if let Some(lease) = self.leases.get_mut(&table).filter(|lease| **lease == (epoch, Some(own)))
                {
                    lease.1 = None;
                }
                Reply::GivenUp
            }
            Request::Append { own, entries } => self.append(own, entries),
        }
    }

    fn look(&self) -> Look {
        let members = self.members.iter().map(|(node, row)| (*node, row.0, row.1)).collect();
        let holders = self.leases.iter().map(|(table, lease)| (*table, lease.1)).collect();
        Look { members, holders, ..Look::default() }
    }

    fn take(&mut self, table: u32, from: Option<u64>, own: u64) -> Reply {
        let is_gone = from.is_none_or(|from| !self.members.contains_key(&from));
        let is_member = self.members.contains_key(&own);
        let Some(lease) = self.leases.get_mut(&table).filter(|lease| lease.1 == from) else {
            return Reply::Taken { table, got: None };
        };
        if !is_gone || !is_member {
            return Reply::Taken { table, got: None };
        }
        *lease = (lease.0 + 1, Some(own));
        let mut log = self.logs[&table].clone();
        if self.bug == Some(Bug::TipBeforeEpoch) {
            log.truncate(self.seen.get(&table).copied().unwrap_or(0));
        }
        Reply::Taken { table, got: Some((lease.0, log)) }
    }

    fn append(&mut self, own: u64, entries: Vec<(u32, u64, Entry)>) -> Reply {
        let is_held = |(table, epoch, _): &(u32, u64, Entry)| self.leases[table] == (*epoch, Some(own));
        if self.bug != Some(Bug::MissingFence) && !entries.iter().all(is_held) {
            return Reply::Lost;
        }
        let mut refused = Vec::new();
        let mut written = Vec::new();
        for (table, _, entry) in entries {
            let is_there = entry.command.is_some()
                && self.logs.values().flatten().any(|other| other.command == entry.command);
            let is_short = entry.moves.is_some_and(|(person, cents)| self.wallets[&person] < cents);
            // One that cannot be written takes those with it that were made after it at the same table.
            if refused.contains(&table) || is_short || (is_there && self.bug != Some(Bug::DoubleDebit)) {
                refused.push(table);
                written.push(false);
                continue;
            }
            if let Some((person, cents)) = entry.moves {
                *self.wallets.get_mut(&person).unwrap() -= cents;
            }
            let log = self.logs.get_mut(&table).unwrap();
            if entry.first != log.len() as u64 + 1 {
                self.faults.push(format!("table {table}: entry {} after {}", entry.first, log.len()));
            }
            log.push(entry);
            written.push(true);
        }
        Reply::Appended { written }
    }
}
