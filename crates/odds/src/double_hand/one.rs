//! One hand against every hand of the other side, counted one by one.

use std::thread;

use cards::{Card, CardSet, FrontRank, HighRank};
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

/// Every setting of a hand that is not foul, with the hands of the other side that it has met so far.
#[derive(Clone, Debug)]
pub struct Settings {
    terms: Terms,
    own: Vec<Own>,
    all: u64,
}

#[derive(Clone, Debug)]
struct Own {
    setting: Setting,
    front: FrontRank,
    back: HighRank,
    win: u64,
    loss: u64,
}

impl Settings {
    /// The settings of seven cards of a deck, which have met nobody.
    ///
    /// # Panics
    /// If the deck has not the seven cards.
    #[must_use]
    pub fn of(deck: CardSet, cards: CardSet, terms: Terms) -> Settings {
        assert!(cards.len() == 7 && deck.contains_all(cards), "a hand is seven cards of the deck");
        let list: Vec<Card> = cards.iter().collect();
        let fronts = (1..7).flat_map(|high| (0..high).map(move |low| (low, high)));
        let settings = fronts.map(|(low, high)| {
            let front = CardSet::EMPTY.with(list[low]).with(list[high]);
            Setting::of(cards, front).expect("two of seven")
        });
        let own = settings.filter(|setting| !setting.is_foul(terms.wheel)).map(|setting| Own {
            setting,
            front: setting.front_rank(),
            back: setting.back_rank(terms.wheel),
            win: 0,
            loss: 0,
        });
        Settings { terms, own: own.collect(), all: 0 }
    }

    /// Meets a hand of the other side.
    #[inline]
    pub fn meet(&mut self, other: Setting) {
        let Terms { front_copy, back_copy, wheel, .. } = self.terms;
        let (front, back) = (other.front_rank(), other.back_rank(wheel));
        self.all += 1;
        for own in &mut self.own {
            let front = own.front > front || (front_copy && own.front == front);
            let back = own.back > back || (back_copy && own.back == back);
            own.win += u64::from(front && back);
            own.loss += u64::from(!front && !back);
        }
    }

    /// How many hands were met.
    #[must_use]
    pub fn met(&self) -> u64 {
        self.all
    }

    /// Adds what the same settings have met elsewhere.
    fn add(mut self, other: &Settings) -> Settings {
        self.all += other.all;
        for (own, other) in self.own.iter_mut().zip(&other.own) {
            (own.win, own.loss) = (own.win + other.win, own.loss + other.loss);
        }
        self
    }

    /// What each has come to, the best first.
    #[must_use]
    pub fn counted(&self) -> Vec<Counted> {
        let all = self.all;
        let own = self.own.iter();
        let mut found: Vec<Counted> =
            own.map(|own| Counted { setting: own.setting, win: own.win, loss: own.loss, all }).collect();
        found.sort_by_key(|one| (one.loss as i64 - one.win as i64, one.setting.front()));
        found
    }
}

/// Every setting of seven cards that is not foul, the best first, against every hand of the rest of a deck.
///
/// # Panics
/// If the deck has not the seven cards.
#[must_use]
pub fn count_hand(deck: CardSet, cards: CardSet, terms: Terms, way: &Way<'_>) -> Vec<Counted> {
    let none = Settings::of(deck, cards, terms);
    let left: Vec<Card> = (deck - cards).iter().collect();
    let firsts = left.len() - 6;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let whole = thread::scope(|scope| {
        let work = |thread: usize| {
            let mut settings = none.clone();
            // Low cards are the first of most hands, so threads take turns.
            for first in (thread..firsts).step_by(threads) {
                each_six(&left[first + 1..], CardSet::EMPTY.with(left[first]), &mut |bank| {
                    settings.meet(way(bank).0);
                });
            }
            settings
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let parts = running.into_iter().map(|thread| thread.join().expect("hands are counted"));
        parts.fold(none.clone(), |sum, part| sum.add(&part))
    });
    whole.counted()
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
