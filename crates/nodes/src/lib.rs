//! Who of several programs runs which table of one room.
//!
//! A [`Keeper`] decides and does nothing: it is told the time by a clock that only goes on and what the store answered,
//! and says what to ask of the store next and whether anything may be answered now. So the same code runs in the room
//! and in a simulator that loses, doubles and delays whatever it likes (`tests/simulator`).
//!
//! - A node beats one row. Whoever has seen the same beat of another for a whole term, by the own clock, may bury it.
//! - A node answers for its tables only as long as its own term runs, counted from before it asked for the last beat that
//!   was taken, and shorter than a term by a margin. So it has stopped before anybody can have taken it for dead, and no
//!   two clocks are ever compared.
//! - Tables are spread evenly. Who has more than its share gives some up, who has less takes free ones.
//! - While nodes of two versions run the room, tables go to the newer version and never back: an older program cannot play
//!   on what a newer one has played.
//!
//! What nodes say to each other is a [`Protocol`].
//!
//! ```
//! use nodes::{Ask, Keeper, Look, Terms};
//!
//! let mut keeper = Keeper::new(1, Terms::default(), 0);
//! let look = Look { members: vec![(1, 1, false)], holders: [(7, None)].into(), ..Look::default() };
//! assert_eq!(keeper.decide(10, &look), [Ask::Take { table: 7, from: None }]);
//! assert!(keeper.may_answer(100) && !keeper.may_answer(60_000));
//! ```

mod protocol;

use std::collections::{BTreeMap, BTreeSet};

pub use protocol::{Protocol, Saying};

/// How long things last, in milliseconds by any one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How long the same beat must be seen before a node is taken for dead.
    pub term_ms: u64,
    /// How much earlier a node stops to answer by itself.
    pub margin_ms: u64,
    /// How often it beats and looks.
    pub beat_ms: u64,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { term_ms: 3_000, margin_ms: 500, beat_ms: 400 }
    }
}

/// All nodes as number, beat and whether they leave, and who holds which open table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The nodes that were not buried.
    pub members: Vec<(u64, u64, bool)>,
    /// Who holds each open table; nobody if it is free.
    pub holders: BTreeMap<u32, Option<u64>>,
    /// The nodes of an older version than this one.
    pub older: BTreeSet<u64>,
    /// The tables that a newer version than this one has played.
    pub beyond: BTreeSet<u32>,
}

/// What to ask of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Take a node for dead whose beat is still this one.
    Bury {
        /// Which.
        node: u64,
        /// The beat that was seen for a whole term.
        beat: u64,
    },
    /// Take a table, if it is still free or still a buried node's.
    Take {
        /// Which.
        table: u32,
        /// Who held it.
        from: Option<u64>,
    },
    /// Write what is to be written, then give a table up.
    GiveUp {
        /// Which.
        table: u32,
    },
}

/// How many tables are given up at a time, so that no move stops much of the room.
const MOVED_AT_ONCE: usize = 4;

/// Keeps the leases of one node.
#[derive(Clone, Debug)]
pub struct Keeper {
    own: u64,
    terms: Terms,
    /// When the last beat that was taken was asked for.
    asked_ms: u64,
    next_ms: u64,
    /// The beat of every other node, and since when it is seen.
    seen: BTreeMap<u64, (u64, u64)>,
    is_leaving: bool,
}

impl Keeper {
    /// The keeper of a node that has just come in; its first beat was asked for at this time.
    #[must_use]
    pub fn new(own: u64, terms: Terms, asked_ms: u64) -> Keeper {
        Keeper { own, terms, asked_ms, next_ms: asked_ms, seen: BTreeMap::new(), is_leaving: false }
    }

    /// The number of its node.
    #[must_use]
    pub fn own(&self) -> u64 {
        self.own
    }

    /// Whether anything may be told to anybody about a table of this node.
    #[must_use]
    pub fn may_answer(&self, now_ms: u64) -> bool {
        now_ms < self.asked_ms + (self.terms.term_ms - self.terms.margin_ms)
    }

    /// How long until it is time to beat and to look.
    #[must_use]
    pub fn rests_for(&self, now_ms: u64) -> u64 {
        self.next_ms.saturating_sub(now_ms)
    }

    /// A beat that was asked for at this time was taken.
    pub fn beaten(&mut self, asked_ms: u64) {
        self.asked_ms = self.asked_ms.max(asked_ms);
        self.next_ms = asked_ms + self.terms.beat_ms;
    }

    /// From now on everything is given up and nothing taken.
    pub fn leave(&mut self) {
        self.is_leaving = true;
    }

    /// Whether it gives everything up.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.is_leaving
    }

    /// What is to be asked for, when the store has answered like this by this time.
    pub fn decide(&mut self, now_ms: u64, look: &Look) -> Vec<Ask> {
        let mut asks = self.bury(now_ms, look);
        let own = look.holders.iter().filter(|(_, holder)| **holder == Some(self.own));
        let mine: Vec<u32> = own.map(|(table, _)| *table).collect();
        if self.is_leaving {
            asks.extend(mine.into_iter().map(|table| Ask::GiveUp { table }));
            return asks;
        }
        let staying: Vec<u64> =
            look.members.iter().filter(|(_, _, leaves)| !leaves).map(|(node, _, _)| *node).collect();
        // What this one has played goes to nobody who is older, so that those have what they hold and no more.
        let is_older = |node: &u64| *node != self.own && look.older.contains(node);
        let able = staying.iter().filter(|node| !is_older(node)).count().max(1);
        let left = look.holders.values().flatten().filter(|node| staying.contains(node) && is_older(node));
        let share = (look.holders.len() - left.count()).div_ceil(able);
        if mine.len() < share {
            asks.extend(self.free(look, &staying).into_iter().take(share - mine.len()));
        } else if mine.len() > share && able > 1 {
            let surplus = (mine.len() - share).min(MOVED_AT_ONCE);
            asks.extend(mine.into_iter().rev().take(surplus).map(|table| Ask::GiveUp { table }));
        }
        asks
    }

    /// Those of whom the same beat was seen for a whole term. A beat is counted from when it was first seen here, which
    /// is after it was written.
    fn bury(&mut self, now_ms: u64, look: &Look) -> Vec<Ask> {
        let others: BTreeSet<u64> = look.members.iter().map(|(node, _, _)| *node).collect();
        self.seen.retain(|node, _| others.contains(node));
        let mut asks = Vec::new();
        for &(node, beat, _) in look.members.iter().filter(|(node, _, _)| *node != self.own) {
            let (known, since) = *self.seen.entry(node).or_insert((beat, now_ms));
            if known != beat {
                self.seen.insert(node, (beat, now_ms));
            } else if now_ms.saturating_sub(since) >= self.terms.term_ms {
                asks.push(Ask::Bury { node, beat });
            }
        }
        asks
    }

    /// The tables that can be taken: those of nobody, and of nodes that were buried. Nodes begin at different ones, so
    /// that they seldom want the same.
    fn free(&self, look: &Look, staying: &[u64]) -> Vec<Ask> {
        let is_there = |node: u64| look.members.iter().any(|(member, _, _)| *member == node);
        let free = look.holders.iter().filter(|(table, holder)| {
            holder.is_none_or(|holder| !is_there(holder)) && !look.beyond.contains(*table)
        });
        let all: Vec<Ask> = free.map(|(table, holder)| Ask::Take { table: *table, from: *holder }).collect();
        let rank = staying.iter().position(|node| *node == self.own).unwrap_or(0);
        let begin = all.len() * rank / staying.len().max(1);
        all[begin..].iter().chain(&all[..begin]).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays out what nodes of two versions ask for until none asks for anything, and gives who holds what.
    fn settled(versions: &[(u64, u32)], held: &[(u32, Option<u64>, u32)]) -> BTreeMap<u32, Option<u64>> {
        let mut held: BTreeMap<u32, (Option<u64>, u32)> =
            held.iter().map(|(table, holder, version)| (*table, (*holder, *version))).collect();
        let mut quiet = 0;
        for turn in 0..200 {
            let (own, version) = versions[turn % versions.len()];
            let look = Look {
                members: versions.iter().map(|(node, _)| (*node, 1, false)).collect(),
                holders: held.iter().map(|(table, (holder, _))| (*table, *holder)).collect(),
                older: versions.iter().filter(|(_, other)| *other < version).map(|(node, _)| *node).collect(),
                beyond: held.iter().filter(|(_, (_, by))| *by > version).map(|(table, _)| *table).collect(),
            };
            let asks = Keeper::new(own, Terms::default(), 0).decide(0, &look);
            quiet = if asks.is_empty() { quiet + 1 } else { 0 };
            if quiet == versions.len() {
                return held.into_iter().map(|(table, (holder, _))| (table, holder)).collect();
            }
            for ask in asks {
                match ask {
                    Ask::Take { table, .. } => {
                        let free = held.get_mut(&table).unwrap();
                        assert!(version >= free.1, "node {own} takes what a newer one has played");
                        *free = (Some(own), version);
                    }
                    Ask::GiveUp { table } => held.get_mut(&table).unwrap().0 = None,
                    Ask::Bury { .. } => unreachable!("all beat"),
                }
            }
        }
        panic!("tables go to and fro: {held:?}");
    }

    fn counts(held: &BTreeMap<u32, Option<u64>>) -> BTreeMap<Option<u64>, usize> {
        let mut counts = BTreeMap::new();
        held.values().for_each(|holder| *counts.entry(*holder).or_default() += 1);
        counts
    }

    #[test]
    fn tables_go_to_the_newer_version_and_never_back() {
        let of = |node: u64, version: u32| (1..=6).map(move |table| (table, Some(node), version));
        // A new one comes to an old one, and takes its part.
        let half = settled(&[(1, 1), (2, 2)], &of(1, 1).collect::<Vec<_>>());
        assert_eq!(counts(&half), [(Some(1), 3), (Some(2), 3)].into());
        // An old one comes to two new ones, and gets nothing of what they have played.
        let played: Vec<_> = (1..=6).map(|table| (table, Some(2 + u64::from(table % 2)), 2)).collect();
        let kept = settled(&[(1, 1), (2, 2), (3, 2)], &played);
        assert_eq!(counts(&kept), [(Some(2), 3), (Some(3), 3)].into());
        // New ones share what an old one leaves, whatever the old one has.
        let mixed =
            [(1, Some(1), 1), (2, None, 2), (3, None, 2), (4, Some(2), 2), (5, None, 1), (6, None, 2)];
        let shared = settled(&[(1, 1), (2, 2), (3, 2)], &mixed);
        assert!(shared.values().all(Option::is_some), "none is left: {shared:?}");
        // With nobody but older ones it waits for a newer one.
        let waits = settled(&[(1, 1), (4, 1)], &[(1, None, 2), (2, None, 1)]);
        assert_eq!((waits[&1], waits[&2].is_some()), (None, true));
    }
}
