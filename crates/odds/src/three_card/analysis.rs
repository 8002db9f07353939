//! What a three-card book comes to, over every deal.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering as Memory};

use books::Outcome;
use books::three_card::ThreeCardRules;
use cards::Card;
use games::three_card::{Due, WagerKind, base_due, forfeited_by_fold, pair_plus_pays};

use super::bonus::{Bonus, Hit};
use super::chart::{Gains, Row};
use super::meet::{Met, Mine, STANDS, Sixes, hands, meet, rank, suits_of, threes};
use crate::wager::Wager;

/// What can become of an ante.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The player folds.
    Fold,
    /// The bank does not qualify.
    Unqualified,
    /// The bank's hand is higher.
    Lower,
    /// The hands are equal.
    Equal,
    /// The player's hand is higher.
    Higher,
}

impl Part {
    /// All, in the order they are told.
    pub const ALL: [Part; 5] = [Part::Fold, Part::Unqualified, Part::Lower, Part::Equal, Part::Higher];

    /// The part in a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Fold => "player folds",
            Part::Unqualified => "bank does not qualify",
            Part::Lower => "bank's hand is higher",
            Part::Equal => "hands are equal",
            Part::Higher => "player's hand is higher",
        }
    }
}

/// Ante and play together, by the ante, over every deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// How many deals there are, each with every card that the bank may show.
    pub deals: u64,
    /// How many of them end so, in the order of [`Part::ALL`].
    pub parts: [u64; 5],
    /// What all deals together come to, in units.
    pub net: i64,
    /// How many units an ante is.
    pub unit: i64,
    /// In how many deals the player comes out ahead.
    ahead: u64,
    /// The squares of what each deal comes to, in units.
    squares: i64,
}

impl Base {
    /// What an ante is worth to the player.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.net as f64 / (self.deals * self.unit as u64) as f64
    }

    /// How often the bank pays.
    #[must_use]
    pub fn hit(&self) -> f64 {
        self.ahead as f64 / self.deals as f64
    }

    /// The wager as every book lists it.
    #[must_use]
    pub fn wager(&self, name: &str) -> Wager {
        let value = self.value();
        let square = self.squares as f64 / (self.unit * self.unit) as f64 / self.deals as f64;
        let deviation = (square - value * value).max(0.0).sqrt();
        Wager { name: name.to_owned(), value, hit: self.hit(), deviation }
    }

    fn new(unit: i64) -> Base {
        Base { deals: 0, parts: [0; 5], net: 0, unit, ahead: 0, squares: 0 }
    }

    /// Adds deals that stand so for the player, who plays or folds.
    fn add(&mut self, weight: u64, stands: &[u64; 4], nets: &Nets, plays: bool) {
        for (place, count) in stands.iter().enumerate() {
            let count = weight * count;
            let net = if plays { nets.play[place] } else { nets.fold[place] };
            self.deals += count;
            self.parts[if plays { place + 1 } else { 0 }] += count;
            self.net += count as i64 * net;
            self.squares += count as i64 * net * net;
            self.ahead += if net > 0 { count } else { 0 };
        }
    }
}

/// What an ante comes to by how the hands stand, in units.
pub(super) struct Nets {
    pub(super) unit: i64,
    pub(super) play: [i64; 4],
    pub(super) fold: [i64; 4],
}

impl Nets {
    pub(super) fn of(rules: &ThreeCardRules) -> Nets {
        let results = &rules.results;
        let unit = i64::from(results.ante_pays.value.on) * i64::from(results.play_pays.value.on);
        let net = |due: Due| match due.outcome {
            Outcome::Player => unit / i64::from(due.pays.on) * i64::from(due.pays.pays),
            Outcome::Bank => -unit,
            Outcome::Push => 0,
        };
        let of = |kind| STANDS.map(|order| net(base_due(results, kind, order)));
        let (ante, play) = (of(WagerKind::Ante), of(WagerKind::Play));
        Nets {
            unit,
            play: std::array::from_fn(|place| ante[place] + play[place]),
            fold: forfeited_by_fold(rules, WagerKind::Ante).map_or(ante, |due| [net(due); 4]),
        }
    }

    /// What playing gains over folding when the hands stand so often so.
    pub(super) fn gain(&self, stands: &[u64; 4]) -> i64 {
        (0..4).map(|place| stands[place] as i64 * (self.play[place] - self.fold[place])).sum()
    }
}

/// Everything about a three-card book that can be counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Ante and play by a player who knows nothing of the bank's hand.
    pub blind: Base,
    /// Ante and play by a player who knows the bank's card that is turned up.
    pub exposed: Base,
    /// Pair Plus, beside an ante that is played blind.
    pub pair_plus: Bonus,
    /// The 6 Card Bonus, beside an ante that is played blind.
    pub six_card: Bonus,
    /// What to play by the ranks of the own hand: first blind, then by the rank that the bank shows, aces first.
    pub chart: Vec<Row>,
    /// A bit for each card of the bank against which a hand is played, and one for playing it blind.
    plays: BTreeMap<[u16; 4], u64>,
}

/// The bit of hands that are played blind.
const BLIND: u64 = 1 << 52;

impl Analysis {
    /// Works a book out.
    #[must_use]
    pub fn of(rules: &ThreeCardRules) -> Analysis {
        let nets = Nets::of(rules);
        let mut sums = Sums::new(rules, &nets);
        for (mine, met) in met_all(rules) {
            sums.add(rules, &nets, &mine, &met);
        }
        Analysis {
            chart: sums.gains.rows(nets.unit),
            blind: sums.blind,
            exposed: sums.exposed,
            pair_plus: sums.pair_plus,
            six_card: sums.six_card,
            plays: sums.plays,
        }
    }

    /// Whether the best play plays three cards, given the card that the bank shows if it is seen.
    #[must_use]
    pub fn plays(&self, cards: &[Card; 3], shown: Option<Card>) -> bool {
        let (suits, places) = suits_of(cards);
        let bit =
            shown.map_or(BLIND, |card| 1 << (card.index() / 4 * 4 + places[usize::from(card.index() % 4)]));
        self.plays.get(&suits).is_some_and(|bits| bits & bit != 0)
    }

    /// Every wager of the book, by its name.
    #[must_use]
    pub fn wagers(&self) -> Vec<Wager> {
        vec![
            self.blind.wager("ante-play"),
            self.exposed.wager("ante-play-exposed"),
            self.pair_plus.wager("pair-plus"),
            self.six_card.wager("six-card-bonus"),
        ]
    }
}

/// Every hand of the player with what it meets, on all cores.
fn met_all(rules: &ThreeCardRules) -> Vec<(Mine, Met)> {
    let (hands, threes) = (hands(), threes(rules));
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, Met)> = std::thread::scope(|scope| {
        let work = || {
            let (mut found, mut sixes) = (Vec::new(), Sixes::new(rules));
            loop {
                let place = next.fetch_add(1, Memory::Relaxed);
                let Some(mine) = hands.get(place) else { return found };
                found.push((place, meet(rules, &threes, &mut sixes, mine.cards)));
            }
        };
        let running: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("hands are counted")).collect()
    });
    found.sort_unstable_by_key(|(place, _)| *place);
    hands.into_iter().zip(found).map(|(mine, (_, met))| (mine, met)).collect()
}

/// The sums over hands of the player.
struct Sums {
    blind: Base,
    exposed: Base,
    pair_plus: Bonus,
    six_card: Bonus,
    gains: Gains,
    plays: BTreeMap<[u16; 4], u64>,
}

impl Sums {
    fn new(rules: &ThreeCardRules, nets: &Nets) -> Sums {
        let pairs = rules.pair_plus.pays.value.iter().map(|row| Hit {
            hand: row.hand.to_string(),
            pays: row.pays,
            deals: 0,
        });
        let sixes = rules.six_card.pays.value.iter().map(|row| Hit {
            hand: row.hand.to_string(),
            pays: row.pays,
            deals: 0,
        });
        Sums {
            blind: Base::new(nets.unit),
            exposed: Base::new(nets.unit),
            pair_plus: Bonus { deals: 0, stays: 0, hits: pairs.collect() },
            six_card: Bonus { deals: 0, stays: 0, hits: sixes.collect() },
            gains: Gains::default(),
            plays: BTreeMap::new(),
        }
    }

    fn add(&mut self, rules: &ThreeCardRules, nets: &Nets, mine: &Mine, met: &Met) {
        let own = rank(&mine.cards);
        let mut whole = [0_u64; 4];
        let mut bits = 0;
        for (card, stands) in met.shown.iter().enumerate() {
            let stands = stands.map(u64::from);
            let gain = nets.gain(&stands);
            self.exposed.add(mine.weight, &stands, nets, gain > 0);
            bits |= u64::from(gain > 0) << card;
            self.gains.shown(card / 4, own, mine.weight, &stands, nets);
            (0..4).for_each(|place| whole[place] += stands[place]);
        }
        // Each hand of the bank was counted once for each of its three cards.
        let whole = whole.map(|count| count / 3);
        let plays = nets.gain(&whole) > 0;
        self.blind.add(mine.weight, &whole, nets, plays);
        bits |= if plays { BLIND } else { 0 };
        self.plays.insert(suits_of(&mine.cards).0, bits);
        self.gains.blind(own, mine.weight, &whole, nets);
        self.add_bonuses(rules, mine, met, plays);
    }

    fn add_bonuses(&mut self, rules: &ThreeCardRules, mine: &Mine, met: &Met, plays: bool) {
        self.pair_plus.deals += mine.weight * met.all;
        if plays || forfeited_by_fold(rules, WagerKind::PairPlus).is_none() {
            self.pair_plus.stays += mine.weight * met.pair_stays;
            let kind = rank(&mine.cards).category();
            let row = rules.pair_plus.pays.value.iter().position(|row| row.hand.category() == kind);
            debug_assert_eq!(row.is_some(), pair_plus_pays(&rules.pair_plus, &mine.cards).is_some());
            if let Some(row) = row {
                self.pair_plus.hits[row].deals += mine.weight * met.pair_paid;
            }
        }
        self.six_card.deals += mine.weight * met.all;
        if plays || forfeited_by_fold(rules, WagerKind::SixCard).is_none() {
            self.six_card.stays += mine.weight * met.six_stays;
            for (row, hit) in rules.six_card.pays.value.iter().zip(&mut self.six_card.hits) {
                hit.deals += mine.weight * met.six_paid[row.hand.category() as usize];
            }
        }
    }
}
