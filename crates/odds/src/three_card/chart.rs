//! What to play by ranks alone: the lowest hand to play, blind and against each card that the bank shows.

use std::collections::BTreeMap;

use cards::{Rank, ThreeCardRank};

use super::analysis::Nets;

/// One row of the chart: play that hand or better, and fold the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The rank that the bank shows; none for a player who does not see it.
    pub shown: Option<Rank>,
    /// The lowest hand to play; none if every hand is folded.
    pub lowest: Option<ThreeCardRank>,
    /// Whether every hand is played.
    pub is_always: bool,
    /// What an ante is worth by this row, given what the bank shows.
    pub value: f64,
}

/// What all deals of one rank come to.
#[derive(Clone, Copy, Default)]
struct Sum {
    deals: u64,
    fold: i64,
    gain: i64,
}

/// What playing gains over folding, by the own hand and what the bank shows.
#[derive(Default)]
pub(super) struct Gains {
    blind: BTreeMap<ThreeCardRank, Sum>,
    shown: [BTreeMap<ThreeCardRank, Sum>; 13],
}

impl Gains {
    pub(super) fn blind(&mut self, own: ThreeCardRank, weight: u64, stands: &[u64; 4], nets: &Nets) {
        add(&mut self.blind, own, weight, stands, nets);
    }

    pub(super) fn shown(
        &mut self,
        rank: usize,
        own: ThreeCardRank,
        weight: u64,
        stands: &[u64; 4],
        nets: &Nets,
    ) {
        add(&mut self.shown[rank], own, weight, stands, nets);
    }

    pub(super) fn rows(&self, unit: i64) -> Vec<Row> {
        let shown = Rank::ALL.iter().rev().map(|rank| row(Some(*rank), &self.shown[*rank as usize], unit));
        std::iter::once(row(None, &self.blind, unit)).chain(shown).collect()
    }
}

fn add(
    list: &mut BTreeMap<ThreeCardRank, Sum>,
    own: ThreeCardRank,
    weight: u64,
    stands: &[u64; 4],
    nets: &Nets,
) {
    let sum = list.entry(own).or_default();
    sum.deals += weight * stands.iter().sum::<u64>();
    sum.fold += weight as i64 * (0..4).map(|place| stands[place] as i64 * nets.fold[place]).sum::<i64>();
    sum.gain += weight as i64 * nets.gain(stands);
}

/// The cut that gains most, hands from it on being played.
fn row(shown: Option<Rank>, list: &BTreeMap<ThreeCardRank, Sum>, unit: i64) -> Row {
    let (mut gain, mut best, mut lowest) = (0, 0, None);
    for (own, sum) in list.iter().rev() {
        gain += sum.gain;
        if gain > best {
            (best, lowest) = (gain, Some(*own));
        }
    }
    let deals: u64 = list.values().map(|sum| sum.deals).sum();
    let fold: i64 = list.values().map(|sum| sum.fold).sum();
    let is_always = lowest.is_some() && lowest.as_ref() == list.keys().next();
    Row { shown, lowest, is_always, value: (fold + best) as f64 / (deals as f64 * unit as f64) }
}
