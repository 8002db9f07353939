//! What house way against house way comes to in the filed books, kept so that nobody waits for it.
//!
//! `cargo test -p odds --test double_hand -- --ignored` counts it again.

use std::sync::OnceLock;

use books::double_hand::DoubleHandRules;
use books::{BookId, Rules, Shelf};
use games::double_hand::{HouseWay, wheel};

use super::analysis::Terms;

/// The kept counts: house, game, and how many pairings a player wins, loses and pushes.
const KEPT: &str = include_str!("../../charts/double-hand-ways.txt");

/// What comes of every pairing of two hands when both sides set the house way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayCount {
    /// How many a player wins.
    pub win: u64,
    /// How many a player loses.
    pub loss: u64,
    /// How many are a push.
    pub push: u64,
}

impl WayCount {
    /// What a wager is worth to a player.
    #[must_use]
    pub fn value(&self) -> f64 {
        (self.win as i64 - self.loss as i64) as f64 / self.pairs()
    }

    /// The square of the standard deviation of a wager, in wagers.
    #[must_use]
    pub fn variance(&self) -> f64 {
        (self.win + self.loss) as f64 / self.pairs() - self.value().powi(2)
    }

    fn pairs(&self) -> f64 {
        (self.win + self.loss + self.push) as f64
    }
}

/// What decides the counts of a book.
type Key = (HouseWay, Terms, bool);

fn key(rules: &DoubleHandRules) -> Option<Key> {
    let way = HouseWay::new(&rules.house_way, wheel(&rules.values));
    Some((way, Terms::of(rules).ok()?, rules.deck.jokers.value > 0))
}

/// The counts of a filed book; nothing for a book that sets or compares hands otherwise than any of them.
#[must_use]
pub fn filed_way(rules: &DoubleHandRules) -> Option<WayCount> {
    static COUNTS: OnceLock<Vec<(Key, WayCount)>> = OnceLock::new();
    let counts = COUNTS.get_or_init(|| {
        let shelf = Shelf::filed();
        let count = |line: &str| {
            let [house, game, win, loss, push] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
            let book = shelf.book(&BookId::new(house, game)).ok()?;
            let Rules::DoubleHand(rules) = book.rules else { return None };
            let number = |word: &str| word.parse().ok();
            let count = WayCount { win: number(win)?, loss: number(loss)?, push: number(push)? };
            Some((key(&rules)?, count))
        };
        KEPT.lines().filter_map(count).collect()
    });
    let wanted = key(rules)?;
    counts.iter().find(|(key, _)| *key == wanted).map(|(_, count)| *count)
}
