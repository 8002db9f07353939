//! One hand against every hand of the other side, counted one by one.

use std::thread;

use cards::{Card, CardSet};
use games::double_hand::Setting;

use super::analysis::{Terms, Way};

/// One setting of a hand, with what it comes to for a player against a bank that sets the house way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The setting.
    pub setting: Setting,
    /// How many hands of the bank it beats in front and in back.
    pub win: u64,
    /// How many beat it in both.
    pub loss: u64,
    /// How many hands of the bank there are.
    pub all: u64,
}

impl Counted {
    /// What a wager is worth.
    #[must_use]
    pub fn value(&self) -> f64 {
        (self.win as f64 - self.loss as f64) / self.all as f64
    }
}

/// Every setting of seven cards that is not foul, the best first, against every hand of the rest of a deck.
///
/// # Panics
/// If the deck has not the seven cards.
#[must_use]
pub fn count_hand(deck: CardSet, cards: CardSet, terms: Terms, way: &Way<'_>) -> Vec<Counted> {
    assert!(cards.len() == 7 && deck.contains_all(cards), "a hand is seven cards of the deck");
    let list: Vec<Card> = cards.iter().collect();
    let mut settings = Vec::new();
    for high in 1..7 {
        for low in 0..high {
            let front = CardSet::EMPTY.with(list[low]).with(list[high]);
            let setting = Setting::of(cards, front).expect("two of seven");
            if !setting.is_foul(terms.wheel) {
                settings.push((setting, setting.front_rank(), setting.back_rank(terms.wheel)));
            }
        }
    }
    let left: Vec<Card> = (deck - cards).iter().collect();
    let count = |first: usize| {
        let mut counts = vec![(0_u64, 0_u64); settings.len()];
        let mut all = 0_u64;
        each_six(&left[first + 1..], CardSet::EMPTY.with(left[first]), &mut |bank| {
            let (setting, _) = way(bank);
            let (front, back) = (setting.front_rank(), setting.back_rank(terms.wheel));
            all += 1;
            for ((_, own_front, own_back), counts) in settings.iter().zip(&mut counts) {
                let front = *own_front > front || (terms.front_copy && *own_front == front);
                let back = *own_back > back || (terms.back_copy && *own_back == back);
                counts.0 += u64::from(front && back);
                counts.1 += u64::from(!front && !back);
            }
        });
        (counts, all)
    };
    let firsts = left.len() - 6;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (counts, all) = thread::scope(|scope| {
        let work = |thread: usize| {
            let mut sums = (vec![(0, 0); settings.len()], 0);
            // Low cards are the first of most hands, so threads take turns.
            for first in (thread..firsts).step_by(threads) {
                let (counts, all) = count(first);
                sums.1 += all;
                for (sum, (win, loss)) in sums.0.iter_mut().zip(counts) {
                    *sum = (sum.0 + win, sum.1 + loss);
                }
            }
            sums
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let parts = running.into_iter().map(|thread| thread.join().expect("hands are counted"));
        parts.fold((vec![(0, 0); settings.len()], 0), |mut sums, (counts, all)| {
            for (sum, (win, loss)) in sums.0.iter_mut().zip(counts) {
                *sum = (sum.0 + win, sum.1 + loss);
            }
            (sums.0, sums.1 + all)
        })
    });
    let mut found: Vec<Counted> = settings
        .iter()
        .zip(counts)
        .map(|((setting, ..), (win, loss))| Counted { setting: *setting, win, loss, all })
        .collect();
    found.sort_by_key(|one| (one.loss as i64 - one.win as i64, one.setting.front()));
    found
}

/// Every set of six more cards.
fn each_six(cards: &[Card], with: CardSet, tell: &mut impl FnMut(CardSet)) {
    let left = 7 - with.len();
    if left == 0 {
        return tell(with);
    }
    for place in 0..=cards.len() - left {
        each_six(&cards[place + 1..], with.with(cards[place]), tell);
    }
}
