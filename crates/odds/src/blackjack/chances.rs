//! How likely each result of the bank is beside each of many hands.
//!
//! The chance of a result is a sum over the bank's finished hands of a weight times, for every kind of card, the ways
//! to pick so many of what is left of it. Hands of a player that hold the same cards of some kinds share the part of
//! the sum that those kinds make: kinds are taken one after another, and each step replaces the bank's counts of a
//! kind by the player's.

use super::bank::End;
use super::number::Number;
use super::shoe::{Counts, KINDS_MAX};

/// One kind's step: what is kept of the bank's hands before it, grouped by how many cards of the kind they ask for.
#[derive(Clone, Debug)]
struct Level {
    kind: usize,
    /// Where the group of each number of cards ends.
    ends: Vec<usize>,
    /// Where each place before the step goes.
    to: Vec<u32>,
    /// How many places there are after it.
    places: usize,
}

/// A class of results together with a number of drawn cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bin {
    drawn: u8,
    class: u8,
}

/// What gives the chances of some of the bank's results behind one up card.
#[derive(Clone, Debug)]
pub(super) struct Chances<N> {
    /// How many classes of results there are in all.
    classes: usize,
    levels: Vec<Level>,
    /// The weights of the bank's hands, before the first step.
    start: Vec<N>,
    bins: Vec<Bin>,
    /// What is left of each kind behind the up card, and of all.
    left: [i64; KINDS_MAX],
    cards: i64,
}

/// A player's cards, and where the chances beside them go.
pub(super) type Beside = (Counts, u32);

impl<N: Number> Chances<N> {
    /// Of these ends, each with its class of results, with kinds taken in this order.
    ///
    /// Kinds of which hands hold few should come first: what few hands share is worked out with the longest sums.
    pub(super) fn new(
        ends: &[(&End<N>, u8)],
        classes: usize,
        order: &[usize],
        left: [i64; KINDS_MAX],
    ) -> Chances<N> {
        let most = |kind: usize| ends.iter().map(|(end, _)| end.counts[kind]).max().unwrap_or(0);
        let bin = |(end, class): &(&End<N>, u8)| Bin { class: *class, drawn: end.drawn };
        let mut bins: Vec<Bin> = ends.iter().map(bin).collect();
        bins.sort_unstable();
        bins.dedup();
        let mut at: Vec<usize> =
            ends.iter().map(|end| bins.binary_search(&bin(end)).expect("every bin is there")).collect();
        let mut places = bins.len();
        let mut levels = Vec::new();
        for kind in order.iter().copied().rev() {
            let wide = usize::from(most(kind)) + 1;
            let mut number = vec![u32::MAX; places * wide];
            for ((end, _), at) in ends.iter().zip(&at) {
                number[at * wide + usize::from(end.counts[kind])] = 0;
            }
            let (mut to, mut last) = (Vec::new(), Vec::new());
            for count in 0..wide {
                for place in (0..places).filter(|place| number[place * wide + count] == 0) {
                    to.push(place as u32);
                }
                last.push(to.len());
            }
            let mut next = 0;
            for count in 0..wide {
                for number in number.iter_mut().skip(count).step_by(wide).filter(|number| **number == 0) {
                    *number = next;
                    next += 1;
                }
            }
            for ((end, _), at) in ends.iter().zip(&mut at) {
                *at = number[*at * wide + usize::from(end.counts[kind])] as usize;
            }
            levels.push(Level { kind, places, ends: last, to });
            places = next as usize;
        }
        levels.reverse();
        let mut start = vec![N::ZERO; places];
        for ((end, _), at) in ends.iter().zip(&at) {
            start[*at] += end.weight;
        }
        Chances { classes, levels, start, bins, left, cards: left.iter().sum() }
    }

    /// Writes the chances beside each hand to its place in `out`, so many for each place as there are classes. The
    /// hands stand in the order of their counts of the kinds, as the kinds were ordered.
    pub(super) fn fill(&self, hands: &[Beside], out: &mut [N]) {
        let mut rows: Vec<Vec<N>> = vec![self.start.clone()];
        rows.extend(self.levels.iter().map(|level| vec![N::ZERO; level.places]));
        let held = |(counts, _): &Beside| counts.iter().map(|held| i64::from(*held)).sum::<i64>();
        let most = hands.iter().map(held).max().unwrap_or(0);
        let parts: Vec<Parts<N>> = (0..=most).map(|held| parts(self.cards - held)).collect();
        self.step(0, hands, &mut rows, &parts, out);
    }

    fn step(&self, depth: usize, hands: &[Beside], rows: &mut [Vec<N>], parts: &[Parts<N>], out: &mut [N]) {
        let Some(level) = self.levels.get(depth) else {
            return hands.iter().for_each(|hand| self.finish(hand, &rows[0], parts, out));
        };
        for alike in hands.chunk_by(|(one, _), (other, _)| one[level.kind] == other[level.kind]) {
            let mut copies = self.left[level.kind] - i64::from(alike[0].0[level.kind]);
            let (before, after) = rows.split_at_mut(1);
            let (before, after) = (&before[0], &mut after[0]);
            after.fill(N::ZERO);
            let (mut ways, mut from) = (N::ONE, 0);
            for end in level.ends.iter().copied() {
                // Neighbours go to different places, so that no sum waits for the one before it.
                for (part, to) in before[from..end].iter().zip(&level.to[from..end]) {
                    after[*to as usize] += *part * ways;
                }
                if copies <= 0 {
                    break;
                }
                ways = ways * N::whole(copies);
                copies -= 1;
                from = end;
            }
            self.step(depth + 1, alike, &mut rows[1..], parts, out);
        }
    }

    fn finish(&self, (counts, place): &Beside, row: &[N], parts: &[Parts<N>], out: &mut [N]) {
        let held: usize = counts.iter().map(|held| usize::from(*held)).sum();
        let parts = &parts[held];
        let out = &mut out[*place as usize * self.classes..][..self.classes];
        for (bin, part) in self.bins.iter().zip(row) {
            out[usize::from(bin.class)] += *part * parts[usize::from(bin.drawn) % DRAWN_MAX];
        }
    }
}

/// More cards than this the bank never draws.
const DRAWN_MAX: usize = 32;

/// The chance of any one order of so many cards.
type Parts<N> = [N; DRAWN_MAX];

fn parts<N: Number>(cards: i64) -> Parts<N> {
    let mut parts = [N::ZERO; DRAWN_MAX];
    let mut part = N::ONE;
    for (place, cards) in parts.iter_mut().zip((0..=cards.max(0)).rev()) {
        *place = part;
        if cards > 0 {
            part = part / N::whole(cards);
        }
    }
    parts
}
