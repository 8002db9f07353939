//! Boxes that the house's log says were pulled, and bonuses that were met, held against the log of their table: each box held
//! what lay in it then, and bonuses had cost as much.

use std::collections::{BTreeMap, VecDeque};

use books::Money;
use room::{Account, Ledger, TableId, Transfer};
use store::{Entry, Stream};

use super::BoxKind;
use crate::given_back::RoundMoves;
use crate::jackpots::JackpotSaid;
use crate::journal::{HouseEntry, TableEntry};

/// What was done.
#[derive(Clone, Copy)]
enum What {
    /// A box was pulled.
    Box(BoxKind, u32),
    /// What bonuses had cost was met.
    Bonuses,
}

/// A box that was pulled, or bonuses that were met, by the house's log.
struct Pull {
    /// The house's entry.
    entry: u64,
    /// The last event of the table before it.
    event: u64,
    what: What,
    amount: Money,
    /// Whether the table's chips were given back before, so that no round was on any more.
    is_after: bool,
}

/// The boxes of all tables, and the table whose log is read.
#[derive(Default)]
pub(crate) struct PullsProof {
    pulls: BTreeMap<TableId, VecDeque<Pull>>,
    given_back: Vec<TableId>,
    reading: TableId,
    last: u64,
    round: RoundMoves,
}

impl PullsProof {
    /// Takes an entry of the house.
    pub(crate) fn house(&mut self, said: &HouseEntry, entry: &Entry) {
        match said {
            HouseEntry::ChipsGivenBack { table, .. } => self.given_back.push(*table),
            HouseEntry::BoxPulled { table, kind, number, event, amount, .. } => {
                let is_after = self.given_back.contains(table);
                let (entry, event, what, amount) = (entry.first, *event, What::Box(*kind, *number), *amount);
                let pull = Pull { entry, event, what, amount, is_after };
                self.pulls.entry(*table).or_default().push_back(pull);
            }
            HouseEntry::Jackpot(JackpotSaid::BonusesMet { table, event, amount, .. }) => {
                let is_after = self.given_back.contains(table);
                let (entry, event, what, amount) = (entry.first, *event, What::Bonuses, *amount);
                let pull = Pull { entry, event, what, amount, is_after };
                self.pulls.entry(*table).or_default().push_back(pull);
            }
            _ => {}
        }
    }

    /// An entry of a table: what was pulled before it was in the box. Then it is taken note of.
    pub(crate) fn before(
        &mut self,
        entry: &Entry,
        body: &TableEntry,
        ledger: &mut Ledger,
        has_gaps: bool,
    ) -> Vec<String> {
        let table = entry.stream.0;
        if self.reading != table {
            (self.reading, self.last, self.round) = (table, 0, RoundMoves::default());
        }
        let mut faults = Vec::new();
        // What lies in an archive that is not at hand says nothing.
        let is_whole = !has_gaps && entry.first == self.last + 1;
        while let Some(pull) = self.next_of(table, |pull| pull.event < entry.first) {
            faults.extend(self.pull(table, &pull, ledger, is_whole));
        }
        self.last = entry.last();
        self.round.take(entry, body.events());
        faults
    }

    /// The end of a table's log, before or after its chips were given back.
    pub(crate) fn end(
        &mut self,
        stream: Stream,
        ledger: &mut Ledger,
        has_gaps: bool,
        is_after: bool,
    ) -> Vec<String> {
        let table = stream.0;
        if self.reading != table {
            (self.reading, self.last, self.round) = (table, 0, RoundMoves::default());
        }
        if is_after {
            self.round = RoundMoves::default();
        }
        let mut faults = Vec::new();
        while let Some(pull) = self.next_of(table, |pull| pull.is_after == is_after) {
            faults.extend(self.pull(table, &pull, ledger, !has_gaps));
        }
        faults
    }

    /// What was pulled off tables that have no log.
    pub(crate) fn unmatched(&self) -> impl Iterator<Item = String> + '_ {
        self.pulls.iter().flat_map(|(table, pulls)| {
            pulls.iter().map(move |pull| {
                format!(
                    "stream 0: event {}: something of table {table} is pulled or met, which has no log",
                    pull.entry
                )
            })
        })
    }

    fn next_of(&mut self, table: TableId, is_due: impl Fn(&Pull) -> bool) -> Option<Pull> {
        let pulls = self.pulls.get_mut(&table)?;
        let is_next = pulls.front().is_some_and(is_due);
        if is_next { pulls.pop_front() } else { None }
    }

    fn pull(&self, table: TableId, pull: &Pull, ledger: &mut Ledger, is_whole: bool) -> Option<String> {
        let Pull { entry, event, what, amount, .. } = *pull;
        let (from, to) = match what {
            What::Box(kind, number) => (kind.at(table), Account::Box(table, number)),
            What::Bonuses => (Account::Promotion(table), Account::PromotionFund),
        };
        let held = ledger.balance(from) - self.round.of(from);
        // What was met flows the other way: bonuses have brought the table's promotion money below nothing.
        let moved = match what {
            What::Box(..) => amount,
            What::Bonuses => -amount,
        };
        if moved.is_positive() {
            ledger.force(&Transfer { from, to, amount: moved });
        } else if !moved.is_zero() {
            ledger.force(&Transfer { from: to, to: from, amount: -moved });
        }
        let fault = match () {
            () if !is_whole => return None,
            () if event != self.last => match what {
                What::Box(_, number) => {
                    format!("ends no entry of this log, and box {number} was pulled after it")
                }
                What::Bonuses => "ends no entry of this log, and bonuses were met after it".to_owned(),
            },
            () if held != moved => match what {
                What::Box(_, number) => format!("box {number} held {held}, and was pulled with {amount}"),
                What::Bonuses => format!("bonuses had cost {}, and {amount} was met", -held),
            },
            () => return None,
        };
        Some(format!("event {event}: {fault} (event {entry} of the house's log)"))
    }
}
