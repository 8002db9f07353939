//! How the wagers of one seat, and those of two seats against one hand of the bank, go together over every deal.
//!
//! Everybody uses the card that the bank shows. For each hand of the bank, what two seats win together is a sum over
//! pairs of hands that share no card; it is found by inclusion and exclusion over the cards they might share.

use std::sync::atomic::{AtomicUsize, Ordering};

use books::Odds;
use books::blackjack::Outcome;
use books::three_card::ThreeCardRules;
use cards::Card;
use games::three_card::{WagerKind, bank_qualifies, bonus_due, forfeited_by_fold};

use super::analysis::{Analysis, Nets};
use super::meet::{Mine, hands, rank};

/// Ante with play, Pair Plus and the 6 Card Bonus.
type Three = [f64; 3];

/// Means and products of the three wagers, by a unit of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    means: Three,
    /// Of two wagers of one seat.
    one: [Three; 3],
    /// Of two wagers of two seats.
    two: [Three; 3],
}

/// How many hands of three cards there are, of all cards, of those that the bank leaves, and of those that one seat and
/// the bank leave.
const ALL: usize = 22_100;
const LEFT: usize = 18_424;
const LEFT_BY_TWO: usize = 15_180;

impl Moments {
    /// Goes over every deal; the 6 Card Bonus is looked at only if it is wanted.
    #[must_use]
    pub fn of(rules: &ThreeCardRules, analysis: &Analysis, has_six: bool) -> Moments {
        let known = Known::of(rules, analysis, has_six);
        let banks = hands();
        let next = AtomicUsize::new(0);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let sums = std::thread::scope(|scope| {
            let work = || {
                let mut sums = Sums::default();
                while let Some(bank) = banks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    known.meet(bank, &mut sums);
                }
                sums
            };
            let running: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            running.into_iter().map(|thread| thread.join().expect("deals are counted")).fold(
                Sums::default(),
                |mut all, part| {
                    all.add(&part);
                    all
                },
            )
        });
        // The bank may show each of its three cards.
        let deals = (3 * ALL * LEFT) as f64;
        let pairs = deals * LEFT_BY_TWO as f64;
        Moments {
            means: sums.means.map(|sum| sum / deals),
            one: sums.one.map(|row| row.map(|sum| sum / deals)),
            two: sums.two.map(|row| row.map(|sum| sum / pairs)),
        }
    }

    /// What a seat with these amounts on the three wagers wins on average.
    #[must_use]
    pub fn mean(&self, amounts: &Three) -> f64 {
        (0..3).map(|wager| amounts[wager] * self.means[wager]).sum()
    }

    /// The square of its deviation.
    #[must_use]
    pub fn variance(&self, amounts: &Three) -> f64 {
        product(&self.one, amounts, amounts) - self.mean(amounts).powi(2)
    }

    /// What two seats have in common: the mean of their product less the product of their means.
    #[must_use]
    pub fn covariance(&self, amounts: &Three, others: &Three) -> f64 {
        product(&self.two, amounts, others) - self.mean(amounts) * self.mean(others)
    }
}

fn product(table: &[Three; 3], one: &Three, other: &Three) -> f64 {
    (0..9).map(|at| table[at / 3][at % 3] * one[at / 3] * other[at % 3]).sum()
}

#[derive(Clone, Default)]
struct Sums {
    means: Three,
    one: [Three; 3],
    two: [Three; 3],
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        for wager in 0..3 {
            self.means[wager] += other.means[wager];
            for second in 0..3 {
                self.one[wager][second] += other.one[wager][second];
                self.two[wager][second] += other.two[wager][second];
            }
        }
    }
}

/// A hand of the player by itself.
#[derive(Clone, Copy)]
struct Own {
    rank: u16,
    /// A bit for each card of the bank against which it is played.
    plays: u64,
    /// Pair Plus, where the bank does not qualify and where it does.
    pair: [f64; 2],
}

struct Known<'a> {
    rules: &'a ThreeCardRules,
    nets: Nets,
    own: Vec<Own>,
    has_six: bool,
    /// What a bonus wager comes to that a fold gives up.
    folded: [Option<f64>; 2],
}

fn worth(outcome: Outcome, pays: Odds) -> f64 {
    match outcome {
        Outcome::Player => f64::from(pays.pays) / f64::from(pays.on),
        Outcome::Bank => -1.0,
        Outcome::Push => 0.0,
    }
}

/// The number of three cards, their places rising.
const fn number(one: usize, two: usize, three: usize) -> usize {
    one + two * (two - 1) / 2 + three * (three - 1) * (three - 2) / 6
}

impl<'a> Known<'a> {
    fn of(rules: &'a ThreeCardRules, analysis: &Analysis, has_six: bool) -> Known<'a> {
        let deck: Vec<Card> = Card::all().collect();
        let mut own = Vec::with_capacity(ALL);
        let mut ranks = Vec::with_capacity(ALL);
        for three in 2..52 {
            for two in 1..three {
                for one in 0..two {
                    let cards = [deck[one], deck[two], deck[three]];
                    ranks.push(rank(&cards));
                    let shown = |at: usize| u64::from(analysis.plays(&cards, Some(deck[at]))) << at;
                    let plays = (0..52).filter(|at| ![one, two, three].contains(at)).map(shown).sum();
                    let pair = [false, true].map(|qualifies| {
                        let due = bonus_due(rules, WagerKind::PairPlus, qualifies, || &cards[..], || &[][..]);
                        worth(due.outcome, due.pays)
                    });
                    own.push(Own { rank: 0, plays, pair });
                }
            }
        }
        let mut order = ranks.clone();
        order.sort_unstable();
        order.dedup();
        for (own, rank) in own.iter_mut().zip(&ranks) {
            own.rank = order.binary_search(rank).map_or(0, |place| place as u16);
        }
        let folded = [WagerKind::PairPlus, WagerKind::SixCard]
            .map(|kind| forfeited_by_fold(rules, kind).map(|due| worth(due.outcome, due.pays)));
        Known { rules, nets: Nets::of(rules), own, has_six, folded }
    }

    /// Adds every hand, and every two hands, of seats that one hand of the bank can meet.
    fn meet(&self, bank: &Mine, sums: &mut Sums) {
        let mut places = bank.cards.map(|card| usize::from(card.index()));
        places.sort_unstable();
        let deck: Vec<Card> = Card::all().collect();
        let left: Vec<usize> = (0..52).filter(|place| !places.contains(place)).collect();
        let bank_rank = self.own[number(places[0], places[1], places[2])].rank;
        let qualifies = bank_qualifies(&self.rules.bank, &bank.cards);
        let weight = bank.weight as f64;
        let unit = self.nets.unit as f64;
        let mut shown: [Shared; 3] = std::array::from_fn(|_| Shared::new());
        for third in 2..left.len() {
            for second in 1..third {
                for first in 0..second {
                    let cards = [left[first], left[second], left[third]];
                    let own = &self.own[number(cards[0], cards[1], cards[2])];
                    let stands = if qualifies { own.rank.cmp(&bank_rank) as i8 + 2 } else { 0 } as usize;
                    let six = if self.has_six {
                        let own = cards.map(|place| deck[place]);
                        let due = bonus_due(
                            self.rules,
                            WagerKind::SixCard,
                            qualifies,
                            || &own[..],
                            || &bank.cards[..],
                        );
                        worth(due.outcome, due.pays)
                    } else {
                        0.0
                    };
                    let pair = own.pair[usize::from(qualifies)];
                    let play = [self.nets.play[stands] as f64 / unit, pair, six];
                    let fold = [
                        self.nets.fold[stands] as f64 / unit,
                        self.folded[0].unwrap_or(pair),
                        if self.has_six { self.folded[1].unwrap_or(six) } else { 0.0 },
                    ];
                    for (shared, place) in shown.iter_mut().zip(places) {
                        let worth = if own.plays >> place & 1 == 1 { &play } else { &fold };
                        shared.add([first, second, third], worth);
                    }
                }
            }
        }
        shown.iter().for_each(|shared| shared.sum(weight, sums));
    }
}

/// What all hands come to that hold some one or two cards.
struct Shared {
    all: Three,
    single: Vec<Three>,
    double: Vec<Three>,
    squares: [Three; 3],
}

impl Shared {
    fn new() -> Shared {
        Shared {
            all: [0.0; 3],
            single: vec![[0.0; 3]; 49],
            double: vec![[0.0; 3]; 49 * 48 / 2],
            squares: [[0.0; 3]; 3],
        }
    }

    fn add(&mut self, [first, second, third]: [usize; 3], worth: &Three) {
        let two = |low: usize, high: usize| high * (high - 1) / 2 + low;
        let with = |sum: &mut Three| (0..3).for_each(|wager| sum[wager] += worth[wager]);
        with(&mut self.all);
        [first, second, third].into_iter().for_each(|place| with(&mut self.single[place]));
        let pairs = [two(first, second), two(first, third), two(second, third)];
        pairs.into_iter().for_each(|place| with(&mut self.double[place]));
        for wager in 0..3 {
            (0..3).for_each(|second| self.squares[wager][second] += worth[wager] * worth[second]);
        }
    }

    fn sum(&self, weight: f64, sums: &mut Sums) {
        for wager in 0..3 {
            sums.means[wager] += weight * self.all[wager];
            for second in 0..3 {
                let of = |list: &[Three]| list.iter().map(|sum| sum[wager] * sum[second]).sum::<f64>();
                let same = self.squares[wager][second];
                let apart = self.all[wager] * self.all[second] - of(&self.single) + of(&self.double) - same;
                sums.one[wager][second] += weight * same;
                sums.two[wager][second] += weight * apart;
            }
        }
    }
}
