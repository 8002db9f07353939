//! How likely each result of the bank is beside each of many hands.
//!
//! The chance of a result is a sum over the bank's finished hands of a weight times, for every kind of card, the ways
//! to pick so many of what is left of it. Hands of a player that hold the same cards of some kinds share the part of
//! the sum that those kinds make: kinds are taken one after another, and each step replaces the bank's counts of a
//! kind by the player's. One kind may be kept until the end, where many numbers of its cards are asked about at once.

use super::bank::End;
use super::number::Number;
use super::pays::RESULTS_MAX;
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

/// A class of results together with a number of drawn cards, and how many of them are of the kind that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bin {
    kept: u8,
    drawn: u8,
    class: u8,
}

/// What gives the chances of some of the bank's results behind one up card.
#[derive(Clone, Debug)]
pub(super) struct Chances<N> {
    /// How many classes of results there are in all.
    classes: usize,
    /// The kind that is kept until the end.
    kept: Option<usize>,
    levels: Vec<Level>,
    /// The weights of the bank's hands, before the first step.
    start: Vec<N>,
    bins: Vec<Bin>,
    /// What is left of each kind behind the up card, and of all.
    left: [i64; KINDS_MAX],
    cards: i64,
}

/// A player's cards, and where what is found beside them goes.
pub(super) type Beside = (Counts, u32);

fn held((counts, _): &Beside) -> usize {
    counts.iter().map(|held| usize::from(*held)).sum()
}

impl<N: Number> Chances<N> {
    /// Of these ends, each with its class of results, with kinds taken in this order but for one that may be kept.
    ///
    /// Kinds of which hands hold few should come first: what few hands share is worked out with the longest sums.
    pub(super) fn new(
        ends: &[(End<N>, u8)],
        classes: usize,
        order: &[usize],
        kept: Option<usize>,
        left: [i64; KINDS_MAX],
    ) -> Chances<N> {
        let most = |kind: usize| ends.iter().map(|(end, _)| end.counts[kind]).max().unwrap_or(0);
        let bin = |(end, class): &(End<N>, u8)| {
            let kept = kept.map_or(0, |kind| end.counts[kind]);
            Bin { kept, drawn: end.drawn, class: *class }
        };
        let mut bins: Vec<Bin> = ends.iter().map(bin).collect();
        let order_of = |bin: &Bin| match kept {
            Some(_) => (bin.kept, bin.drawn, bin.class),
            None => (bin.class, bin.drawn, 0),
        };
        bins.sort_unstable_by_key(order_of);
        bins.dedup();
        assert!(bins.iter().all(|bin| usize::from(bin.drawn) < DRAWN_MAX), "the bank draws few cards");
        let mut at: Vec<usize> = ends
            .iter()
            .map(|end| bins.binary_search_by_key(&order_of(&bin(end)), order_of).expect("every bin is there"))
            .collect();
        let mut places = bins.len();
        let mut levels = Vec::new();
        for kind in order.iter().copied().rev().filter(|kind| Some(*kind) != kept) {
            let wide = usize::from(most(kind)) + 1;
            if wide == 1 {
                continue;
            }
            let mut number = vec![u32::MAX; places * wide];
            for ((end, _), at) in ends.iter().zip(&at) {
                number[at * wide + usize::from(end.counts[kind])] = 0;
            }
            let (mut to, mut last) = (Vec::new(), Vec::new());
            for count in 0..wide {
                for (place, number) in number.iter_mut().skip(count).step_by(wide).enumerate() {
                    if *number == 0 {
                        *number = to.len() as u32;
                        to.push(place as u32);
                    }
                }
                last.push(to.len());
            }
            for ((end, _), at) in ends.iter().zip(&mut at) {
                *at = number[*at * wide + usize::from(end.counts[kind])] as usize;
            }
            let before = to.len();
            levels.push(Level { kind, places, ends: last, to });
            places = before;
        }
        levels.reverse();
        let mut start = vec![N::ZERO; places];
        for ((end, _), at) in ends.iter().zip(&at) {
            start[*at] += end.weight;
        }
        Chances { classes, kept, levels, start, bins, left, cards: left.iter().sum() }
    }

    /// Writes the chances beside each hand to its place in `out`, so many for each place as there are classes. The
    /// hands stand in the order of their counts of the kinds, as the kinds were ordered. No kind may be kept.
    pub(super) fn fill(&self, hands: &[Beside], out: &mut [N]) {
        let most = hands.iter().map(held).max().unwrap_or(0) as i64;
        let parts: Vec<Vec<N>> = (0..=most)
            .map(|held| {
                let parts = parts(self.cards - held);
                self.bins.iter().map(|bin| parts[usize::from(bin.drawn) % DRAWN_MAX]).collect()
            })
            .collect();
        let mut runs = Vec::new();
        for run in self.bins.chunk_by(|one, other| one.class == other.class) {
            runs.push((usize::from(run[0].class), run.len()));
        }
        self.walk(hands, &mut |hand, row| {
            let (mut row, mut parts) = (row, parts[held(hand)].as_slice());
            let out = &mut out[hand.1 as usize * self.classes..][..self.classes];
            for (class, length) in &runs {
                let (run, run_parts);
                (run, row) = row.split_at(*length);
                (run_parts, parts) = parts.split_at(*length);
                out[*class] += sum(run, run_parts);
            }
        });
    }

    /// Adds what the chances beside each hand come to by each of its rows of weights of the classes, for each number
    /// of cards of the kept kind that are gone beside its own. They go to the hand's place in `out`, row by row, so
    /// many for each row as numbers are asked about. The hands stand in the order of their counts of the other kinds.
    pub(super) fn weigh<'w>(
        &self,
        hands: &[Beside],
        gone: &[u8],
        weights: impl Fn(u32) -> &'w [[N; RESULTS_MAX]],
        out: &mut [N],
    ) where
        N: 'w,
    {
        let (Some(kept), false) = (self.kept, gone.is_empty()) else { return };
        let mut runs: Vec<(Bin, usize)> = Vec::new();
        for run in self.bins.chunk_by(|one, other| (one.kept, one.drawn) == (other.kept, other.drawn)) {
            runs.push((run[0], run.len()));
        }
        let classes: Vec<u8> = self.bins.iter().map(|bin| bin.class).collect();
        let most =
            hands.iter().map(held).max().unwrap_or(0) + usize::from(gone.iter().copied().max().unwrap_or(0));
        let parts: Vec<Parts<N>> = (0..=most as i64).map(|held| parts(self.cards - held)).collect();
        // What each run counts when so many cards of the kept kind and so many in all are held.
        let factors = |own: u8, held: usize| -> Vec<N> {
            let mut factors = Vec::with_capacity(runs.len() * gone.len());
            for (bin, _) in &runs {
                for gone in gone {
                    let copies = self.left[kept] - i64::from(own) - i64::from(*gone);
                    let ways = (0..i64::from(bin.kept))
                        .fold(N::ONE, |ways, prior| ways * N::whole((copies - prior).max(0)));
                    let part = parts[held + usize::from(*gone)][usize::from(bin.drawn) % DRAWN_MAX];
                    factors.push(ways * part);
                }
            }
            factors
        };
        let mut known: Vec<Vec<Option<Vec<N>>>> = Vec::new();
        self.walk(hands, &mut |hand, row| {
            let (own, held) = (hand.0[kept], held(hand));
            if known.len() <= usize::from(own) {
                known.resize(usize::from(own) + 1, Vec::new());
            }
            let known = &mut known[usize::from(own)];
            if known.len() <= held {
                known.resize(held + 1, None);
            }
            let factors = known[held].get_or_insert_with(|| factors(own, held));
            let weights = weights(hand.1);
            let place = hand.1 as usize * weights.len() * gone.len();
            for (number, weights) in weights.iter().enumerate() {
                let out = &mut out[place + number * gone.len()..][..gone.len()];
                let (mut row, mut classes) = (row, classes.as_slice());
                for ((_, length), factors) in runs.iter().zip(factors.chunks_exact(gone.len())) {
                    let (run, run_classes);
                    (run, row) = row.split_at(*length);
                    (run_classes, classes) = classes.split_at(*length);
                    let mut sum = N::ZERO;
                    for (part, class) in run.iter().zip(run_classes) {
                        sum += *part * weights[usize::from(*class) % RESULTS_MAX];
                    }
                    for (out, factor) in out.iter_mut().zip(factors) {
                        *out += sum * *factor;
                    }
                }
            }
        });
    }

    /// Tells what is left of the sums when all kinds but a kept one are taken, beside each hand.
    fn walk(&self, hands: &[Beside], told: &mut impl FnMut(&Beside, &[N])) {
        let mut rows: Vec<Vec<N>> = vec![self.start.clone()];
        rows.extend(self.levels.iter().map(|level| vec![N::ZERO; level.places]));
        if !self.bins.is_empty() {
            self.step(0, hands, &mut rows, told);
        }
    }

    fn step(
        &self,
        depth: usize,
        hands: &[Beside],
        rows: &mut [Vec<N>],
        told: &mut impl FnMut(&Beside, &[N]),
    ) {
        let Some(level) = self.levels.get(depth) else {
            return hands.iter().for_each(|hand| told(hand, &rows[0]));
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
            self.step(depth + 1, alike, &mut rows[1..], told);
        }
    }
}

/// The sum of the products of two rows.
fn sum<N: Number>(one: &[N], other: &[N]) -> N {
    one.iter().zip(other).fold(N::ZERO, |sum, (one, other)| sum + *one * *other)
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
