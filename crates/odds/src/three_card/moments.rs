//! How the wagers of one seat, and those of two seats against one hand of the bank, go together over every deal.
//!
//! Everybody uses the card that the bank shows. For each hand of the bank, what two seats win together is a sum over
//! pairs of hands that share no card; it is found by inclusion and exclusion over the cards they might share.

use std::sync::atomic::{AtomicUsize, Ordering};

use books::Odds;
use books::Outcome;
use books::three_card::ThreeCardRules;
use cards::Card;
use games::three_card::{WagerKind, bonus_due, forfeited_by_fold};

use super::analysis::{Analysis, Nets};
use super::meet::{Mine, Sixes, Three, hands, threes};

/// Ante with play, Pair Plus and the 6 Card Bonus.
type Each = [f64; 3];

/// Means and products of the three wagers, by a unit of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    means: Each,
    /// Of two wagers of one seat.
    one: [Each; 3],
    /// Of two wagers of two seats.
    two: [Each; 3],
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
        let mut found: Vec<(usize, Sums)> = std::thread::scope(|scope| {
            let work = || {
                let (mut found, mut sixes) = (Vec::new(), Sixes::new(rules));
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(bank) = banks.get(place) else { return found };
                    found.push((place, known.meet(bank, &mut sixes)));
                }
            };
            let running: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            running.into_iter().flat_map(|thread| thread.join().expect("deals are counted")).collect()
        });
        // Added up in their order, so that the last digit does not hang on who was first.
        found.sort_unstable_by_key(|(place, _)| *place);
        let mut sums = Sums::default();
        found.iter().for_each(|(_, part)| sums.add(part));
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
    pub fn mean(&self, amounts: &Each) -> f64 {
        (0..3).map(|wager| amounts[wager] * self.means[wager]).sum()
    }

    /// The square of its deviation.
    #[must_use]
    pub fn variance(&self, amounts: &Each) -> f64 {
        product(&self.one, amounts, amounts) - self.mean(amounts).powi(2)
    }

    /// What two seats have in common: the mean of their product less the product of their means.
    #[must_use]
    pub fn covariance(&self, amounts: &Each, others: &Each) -> f64 {
        product(&self.two, amounts, others) - self.mean(amounts) * self.mean(others)
    }
}

fn product(table: &[Each; 3], one: &Each, other: &Each) -> f64 {
    (0..9).map(|at| table[at / 3][at % 3] * one[at / 3] * other[at % 3]).sum()
}

#[derive(Clone, Default)]
struct Sums {
    means: Each,
    one: [Each; 3],
    two: [Each; 3],
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
    /// A bit for each card of the bank against which it is played.
    plays: u64,
    /// Pair Plus, where the bank does not qualify and where it does.
    pair: [f64; 2],
}

struct Known {
    nets: Nets,
    threes: Vec<Three>,
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

impl Known {
    fn of(rules: &ThreeCardRules, analysis: &Analysis, has_six: bool) -> Known {
        let deck: Vec<Card> = Card::all().collect();
        let threes = threes(rules);
        let own = threes.iter().map(|three| {
            let cards = three.places.map(|place| deck[usize::from(place)]);
            let others = (0..52).filter(|place| !three.places.contains(place));
            let shown =
                |place: u8| u64::from(analysis.plays(&cards, Some(deck[usize::from(place)]))) << place;
            let pair = [false, true].map(|qualifies| {
                let due = bonus_due(rules, WagerKind::PairPlus, qualifies, || &cards[..], || &[][..]);
                worth(due.outcome, due.pays)
            });
            Own { plays: others.map(shown).sum(), pair }
        });
        let own = own.collect();
        let folded = [WagerKind::PairPlus, WagerKind::SixCard]
            .map(|kind| forfeited_by_fold(rules, kind).map(|due| worth(due.outcome, due.pays)));
        Known { nets: Nets::of(rules), threes, own, has_six, folded }
    }

    /// Adds every hand, and every two hands, of seats that one hand of the bank can meet.
    fn meet(&self, bank: &Mine, sixes: &mut Sixes<'_>) -> Sums {
        let mut places = bank.cards.map(|card| usize::from(card.index()));
        places.sort_unstable();
        let left: Vec<usize> = (0..52).filter(|place| !places.contains(place)).collect();
        let theirs = &self.threes[number(places[0], places[1], places[2])];
        let qualifies = theirs.qualifies;
        let weight = bank.weight as f64;
        let unit = self.nets.unit as f64;
        let mut shown: [Shared; 3] = std::array::from_fn(|_| Shared::new());
        for third in 2..left.len() {
            for second in 1..third {
                for first in 0..second {
                    let at = number(left[first], left[second], left[third]);
                    let (own, mine) = (&self.own[at], &self.threes[at]);
                    let stands = if qualifies { mine.rank.cmp(&theirs.rank) as i8 + 2 } else { 0 } as usize;
                    let six = if self.has_six {
                        let (due, _) = sixes.due(mine, theirs);
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
        let mut sums = Sums::default();
        shown.iter().for_each(|shared| shared.sum(weight, &mut sums));
        sums
    }
}

/// What all hands come to that hold some one or two cards.
struct Shared {
    all: Each,
    single: Vec<Each>,
    double: Vec<Each>,
    squares: [Each; 3],
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

    fn add(&mut self, [first, second, third]: [usize; 3], worth: &Each) {
        let two = |low: usize, high: usize| high * (high - 1) / 2 + low;
        let with = |sum: &mut Each| (0..3).for_each(|wager| sum[wager] += worth[wager]);
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
                let of = |list: &[Each]| list.iter().map(|sum| sum[wager] * sum[second]).sum::<f64>();
                let same = self.squares[wager][second];
                let apart = self.all[wager] * self.all[second] - of(&self.single) + of(&self.double) - same;
                sums.one[wager][second] += weight * same;
                sums.two[wager][second] += weight * apart;
            }
        }
    }
}
