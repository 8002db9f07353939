//! How often each kind of hand comes, counted exactly for every ranking.
//!
//! ```
//! use odds::frequencies::{Ranking, count};
//!
//! let table = count(Ranking::ThreeCard, 3).unwrap();
//! assert_eq!(table.hands, 22_100);
//! assert_eq!(table.of("three of a kind"), Some(52));
//! ```

mod omaha;

use std::fmt;
use std::thread;

use cards::{
    AceToFiveRank, Card, Category, DeuceToSevenRank, Hand, HighRank, Rank, ThreeCardCategory, ThreeCardRank,
    Wheel, eight_or_better,
};

use crate::space::{Space, Suits};

/// A ranking of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// The best five of five, six or seven cards.
    High,
    /// The same with a joker that is an ace or completes a straight or flush.
    Joker,
    /// Five cards, the lowest best, aces low.
    AceToFive,
    /// Five cards, the lowest best, aces high, straights and flushes counting.
    DeuceToSeven,
    /// The best low of five, six or seven cards without a card above eight.
    EightOrBetter,
    /// Three cards.
    ThreeCard,
    /// Two of four and three of five, high.
    Omaha,
    /// Two of four and three of five, low.
    OmahaLow,
}

impl Ranking {
    /// All, in the order they are told.
    pub const ALL: [Ranking; 8] = [
        Ranking::High,
        Ranking::Joker,
        Ranking::AceToFive,
        Ranking::DeuceToSeven,
        Ranking::EightOrBetter,
        Ranking::ThreeCard,
        Ranking::Omaha,
        Ranking::OmahaLow,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ranking::High => "high",
            Ranking::Joker => "joker",
            Ranking::AceToFive => "ace-to-five",
            Ranking::DeuceToSeven => "deuce-to-seven",
            Ranking::EightOrBetter => "eight-or-better",
            Ranking::ThreeCard => "three-card",
            Ranking::Omaha => "omaha",
            Ranking::OmahaLow => "omaha-low",
        }
    }

    /// How many cards the deck has.
    #[must_use]
    pub const fn deck(self) -> u8 {
        if matches!(self, Ranking::Joker) { 53 } else { 52 }
    }

    /// Whether it ranks so many cards; Omaha's are four of the hand and five of the board.
    #[must_use]
    pub const fn ranks(self, cards: u8) -> bool {
        match self {
            Ranking::High | Ranking::Joker | Ranking::EightOrBetter => cards >= 5 && cards <= 7,
            Ranking::AceToFive | Ranking::DeuceToSeven => cards == 5,
            Ranking::ThreeCard => cards == 3,
            Ranking::Omaha | Ranking::OmahaLow => cards == 9,
        }
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How often each kind of hand comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The ranking.
    pub ranking: Ranking,
    /// How many cards.
    pub cards: u8,
    /// How many hands there are.
    pub hands: u64,
    /// The kinds, best first, with how many hands are of each.
    pub classes: Vec<(String, u64)>,
}

impl Table {
    /// How many hands are of a kind.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<u64> {
        self.classes.iter().find(|(class, _)| class == name).map(|(_, count)| *count)
    }
}

/// Counts every hand of so many cards; nothing if the ranking does not rank so many.
#[must_use]
pub fn count(ranking: Ranking, cards: u8) -> Option<Table> {
    if !ranking.ranks(cards) {
        return None;
    }
    let classes = match ranking {
        Ranking::Omaha | Ranking::OmahaLow => omaha::count(ranking == Ranking::OmahaLow),
        _ => count_sets(ranking, cards),
    };
    Some(Table { ranking, cards, hands: classes.iter().map(|(_, count)| count).sum(), classes })
}

/// A kind of hand by its number, best first, and what it is called.
fn class(ranking: Ranking, cards: &[Card]) -> usize {
    let best = |kind: Category| Category::ALL.len() - 1 - kind as usize;
    match ranking {
        Ranking::High => best(high(cards, false).category()),
        Ranking::Joker => best(high(cards, true).category()),
        Ranking::AceToFive => low_class(five(cards).map(|five| {
            let rank = AceToFiveRank::of(five);
            (rank.category(), rank.ranks()[0])
        })),
        Ranking::DeuceToSeven => low_class(five(cards).map(|five| {
            let rank = DeuceToSevenRank::of(five);
            (rank.category(), rank.ranks()[0])
        })),
        Ranking::EightOrBetter | Ranking::OmahaLow => {
            low_class(eight_or_better(cards).map(|rank| (rank.category(), rank.ranks()[0])))
        }
        Ranking::ThreeCard => {
            let three = cards.try_into().expect("three cards");
            ThreeCardCategory::ALL.len() - 1 - ThreeCardRank::of(three).category() as usize
        }
        Ranking::Omaha => unreachable!("Omaha is counted board by board"),
    }
}

fn five(cards: &[Card]) -> Option<&[Card; 5]> {
    cards.try_into().ok()
}

fn high(cards: &[Card], has_bug: bool) -> HighRank {
    let hand: Hand = cards.iter().copied().collect();
    let rank = if has_bug { hand.best_with_bug(Wheel::Lowest) } else { hand.best() };
    rank.expect("five to seven cards are ranked")
}

/// Lows without a pair by their highest card, then by kind; the last number is for no low at all.
const LOWS: usize = 13 + Category::ALL.len();

fn low_class(low: Option<(Category, Rank)>) -> usize {
    match low {
        None => LOWS,
        Some((Category::HighCard, rank)) => rank as usize,
        Some((kind, _)) => 13 + kind as usize,
    }
}

fn class_name(ranking: Ranking, class: usize) -> String {
    match ranking {
        Ranking::High | Ranking::Joker | Ranking::Omaha => {
            Category::ALL[Category::ALL.len() - 1 - class].to_string()
        }
        Ranking::ThreeCard => ThreeCardCategory::ALL[ThreeCardCategory::ALL.len() - 1 - class].to_string(),
        Ranking::AceToFive | Ranking::DeuceToSeven | Ranking::EightOrBetter | Ranking::OmahaLow => {
            low_name(class)
        }
    }
}

fn low_name(class: usize) -> String {
    match class {
        LOWS => "no low".to_owned(),
        0..13 => format!("{} low", Rank::ALL[class].name()),
        _ => Category::ALL[class - 13].to_string(),
    }
}

/// The kinds that come, best first.
fn named(ranking: Ranking, counts: &[u64]) -> Vec<(String, u64)> {
    let found = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    found.map(|(class, count)| (class_name(ranking, class), *count)).collect()
}

fn count_sets(ranking: Ranking, cards: u8) -> Vec<(String, u64)> {
    let space = Space::new(&Rank::ALL, ranking.deck() == 53);
    let sets = space.sets(cards);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let size = sets.len().div_ceil(threads).max(1);
    let count = |sets: &[(Suits, u8)]| {
        let mut counts = vec![0_u64; LOWS + 1];
        let mut list = Vec::with_capacity(7);
        for (set, alike) in sets {
            list.clear();
            list.extend(space.cards_of(*set).iter());
            counts[class(ranking, &list)] += u64::from(*alike);
        }
        counts
    };
    let counts = thread::scope(|scope| {
        let count = &count;
        let running: Vec<_> = sets.chunks(size).map(|part| scope.spawn(move || count(part))).collect();
        let parts = running.into_iter().map(|thread| thread.join().expect("hands are counted"));
        parts.fold(vec![0; LOWS + 1], |mut sums: Vec<u64>, part| {
            sums.iter_mut().zip(part).for_each(|(sum, count)| *sum += count);
            sums
        })
    });
    named(ranking, &counts)
}
