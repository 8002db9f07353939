//! The share of a pot that private cards win against unknown hands: counted, or from random deals.

use books::poker::HoleUse;
use cards::{Card, CardSet};
use games::poker::{Low, Ranking, Worth};

use crate::Asked;
use crate::sample::{deal, draws_for, each_set};

/// So many deals are counted one by one; more are sampled.
const COUNTED_MOST: u64 = 150_000;

/// What part of a pot a hand wins on average against the first, the first two and more of the same others.
pub(super) struct Shares {
    sums: Vec<f64>,
    /// Sums of products of what is won against so many and against so many others.
    products: Vec<Vec<f64>>,
    /// How many deals were looked at.
    pub(super) deals: u64,
    /// Whether these are all deals.
    pub(super) is_exact: bool,
}

impl Shares {
    pub(super) fn new(rivals: usize, is_exact: bool) -> Shares {
        Shares { sums: vec![0.0; rivals], products: vec![vec![0.0; rivals]; rivals], deals: 0, is_exact }
    }

    /// Counts a deal.
    pub(super) fn add(&mut self, mine: Worth, others: &[Worth]) {
        let won: Vec<f64> = (1..=others.len()).map(|count| won_of_pot(mine, &others[..count])).collect();
        for (place, one) in won.iter().enumerate().filter(|(_, one)| **one > 0.0) {
            self.sums[place] += one;
            for (other, two) in won.iter().enumerate() {
                self.products[place][other] += one * two;
            }
        }
        self.deals += 1;
    }

    /// Against how many hands.
    pub(super) fn rivals(&self) -> usize {
        self.sums.len()
    }

    /// The part that is won against all of them.
    pub(super) fn of_all(&self) -> f64 {
        self.won(&self.one_pot()).0
    }

    /// One pot, in which everybody is.
    pub(super) fn one_pot(&self) -> Vec<f64> {
        let last = self.rivals().saturating_sub(1);
        (0..self.rivals()).map(|place| f64::from(u8::from(place == last))).collect()
    }

    /// What is won on average of pots in which so many others are, from one on, and the standard error of that.
    pub(super) fn won(&self, pots: &[f64]) -> (f64, f64) {
        let n = self.deals.max(1) as f64;
        // Where a deck has not enough cards for all, the last are as many as it has.
        let last = self.rivals() - 1;
        let mean = |place: usize| self.sums[place.min(last)] / n;
        let product = |place: usize, other: usize| self.products[place.min(last)][other.min(last)] / n;
        let value: f64 = pots.iter().enumerate().map(|(place, pot)| pot * mean(place)).sum();
        if self.is_exact {
            return (value, 0.0);
        }
        let mut square = 0.0;
        for (place, one) in pots.iter().enumerate() {
            for (other, two) in pots.iter().enumerate() {
                square += one * two * (product(place, other) - mean(place) * mean(other));
            }
        }
        (value, (square.max(0.0) / n).sqrt())
    }
}

/// The cards that are neither the own nor on the board nor seen elsewhere.
pub(super) fn unseen(seen: &[&[Card]]) -> Vec<Card> {
    Card::all().filter(|card| !card.is_joker() && !seen.iter().any(|cards| cards.contains(card))).collect()
}

/// What private cards win against so many unknown hands, when some cards are known to be out.
pub(super) fn shares(
    ranking: &Ranking,
    own: &[Card],
    out: &[Card],
    board: &[Card],
    rivals: usize,
    asked: &Asked<'_>,
) -> Shares {
    // One of three will be thrown away: like a hand that may never use it.
    let ranking = match (own.len(), ranking.uses) {
        (3, HoleUse::Any) => Ranking { uses: HoleUse::AtMostTwo, ..*ranking },
        _ => *ranking,
    };
    let missing = 5_usize.saturating_sub(board.len());
    let mut unseen = unseen(&[own, out, board]);
    let all = ways(unseen.len(), missing) * ways(unseen.len() - missing, own.len());
    if rivals == 1 && all <= COUNTED_MOST {
        return count(&ranking, own, board, &unseen, missing);
    }
    let rivals = rivals.min((unseen.len() - missing) / own.len());
    let mut shares = Shares::new(rivals, false);
    let mut draws = draws_for(&[own, board].concat());
    let needed = missing + rivals * own.len();
    let mut full = board.to_vec();
    for _ in 0..asked.deals {
        deal(&mut unseen, needed, &mut draws);
        let (rest, hidden) = unseen[..needed].split_at(missing);
        full.truncate(board.len());
        full.extend_from_slice(rest);
        let others: Vec<Worth> = hidden.chunks(own.len()).map(|other| ranking.worth(other, &full)).collect();
        shares.add(ranking.worth(own, &full), &others);
    }
    shares
}

fn ways(from: usize, count: usize) -> u64 {
    (0..count as u64).fold(1, |ways, step| ways * (from as u64 - step) / (step + 1))
}

/// Every deal, one by one.
fn count(ranking: &Ranking, own: &[Card], board: &[Card], unseen: &[Card], missing: usize) -> Shares {
    let mut shares = Shares::new(1, true);
    each_set(unseen, missing, CardSet::EMPTY, &mut |rest| {
        let full: Vec<Card> = board.iter().copied().chain(rest.iter()).collect();
        let mine = ranking.worth(own, &full);
        let left: Vec<Card> = unseen.iter().copied().filter(|card| !rest.contains(*card)).collect();
        each_set(&left, own.len(), CardSet::EMPTY, &mut |other| {
            let other: Vec<Card> = other.iter().collect();
            shares.add(mine, &[ranking.worth(&other, &full)]);
            true
        })
    });
    shares
}

/// The part of a pot that a hand wins against others; a half for low counts where anybody has one.
fn won_of_pot(mine: Worth, others: &[Worth]) -> f64 {
    let high = mine.high.map(|high| won_part(&high, others.iter().filter_map(|other| other.high)));
    let lows = || others.iter().filter_map(|other| other.low);
    let low = mine.low.map(|low: Low| won_part(&low, lows()));
    match (high, low) {
        (Some(high), Some(low)) => (high + low) / 2.0,
        (Some(high), None) if lows().next().is_some() => high / 2.0,
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => 0.0,
    }
}

/// The part of a pot that a rank wins against others.
fn won_part<R: PartialOrd>(mine: &R, others: impl Iterator<Item = R>) -> f64 {
    let mut equals = 1_u32;
    for other in others {
        if other > *mine {
            return 0.0;
        }
        equals += u32::from(other == *mine);
    }
    1.0 / f64::from(equals)
}
