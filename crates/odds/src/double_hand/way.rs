//! House way against house way alone, without the best responses.

use std::thread;

use books::double_hand::DoubleHandRules;
use cards::Rank;
use games::double_hand::{HouseWay, wheel};

use super::analysis::{NotCounted, Terms, Way, choose, held};
use super::filed::WayCount;
use super::grid::{Far, Near, sign};
use super::sweep::{Copies, Held, Try, backs_below, both_below};
use crate::space::Space;

impl WayCount {
    /// Counts every pairing of a book.
    ///
    /// # Errors
    /// What cannot be counted.
    pub fn of(rules: &DoubleHandRules) -> Result<WayCount, NotCounted> {
        let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
        let way = |cards| {
            let decided = chart.set(cards);
            (decided.setting, decided.row)
        };
        WayCount::of_way(&Rank::ALL, rules.deck.jokers.value > 0, Terms::of(rules)?, &way)
    }

    /// Counts any way, with a deck of some ranks, rising.
    ///
    /// # Errors
    /// A hand that the way sets foul.
    ///
    /// # Panics
    /// If the ranks give no two hands.
    pub fn of_way(
        ranks: &[Rank],
        has_joker: bool,
        terms: Terms,
        way: &Way<'_>,
    ) -> Result<WayCount, NotCounted> {
        let space = Space::new(ranks, has_joker);
        let hands = held(&space, terms.wheel, way)?;
        let copies = Copies { front: terms.front_copy, back: terms.back_copy };
        let (win, near, far) = both_below(&space, &hands, copies);
        let tries = house_ways(&space, &hands, copies, (&near, &far));
        drop((near, far));
        let [backs, _] = backs_below(&space, &hands, [&tries, &[]], [copies.back, !copies.back]);
        let against = choose(space.cards().len() as u64 - 7, 7);
        // At even money a wager is worth how often the front is higher plus how often the back is, less one.
        let net: i64 = tries.iter().zip(&backs).zip(&hands).fold(0, |net, ((one, back), held)| {
            net + i64::from(held.alike) * (i64::from(one.front_wins) + i64::from(*back) - against as i64)
        });
        let all: u64 = hands.iter().map(|held| u64::from(held.alike)).sum();
        let win = u64::try_from(win).expect("a count");
        let loss = u64::try_from(win as i64 - net).expect("a count");
        Ok(WayCount { win, loss, push: all * against - win - loss })
    }
}

/// Every hand as the house way sets it, with how many fronts it beats; hands are sorted by back.
fn house_ways(space: &Space, hands: &[Held], copies: Copies, (near, far): (&Near, &Far)) -> Vec<Try> {
    let one = |(place, held): (usize, &Held)| {
        let front = usize::from(held.front) + usize::from(copies.front);
        let mut sum = 0;
        space.subsets(held.suits, 0..=6, |set| {
            let below = if set.cards == 6 { far.below(set.id, front) } else { near.below(set.id, front) };
            sum += sign(set) * below;
        });
        let wins = sum / 24 - i64::from(copies.front);
        Try { hand: place as u32, front_wins: wins as u32, back: held.back, cards: 0, is_house_way: true }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let size = hands.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let work = move |(part, hands): (usize, &[Held])| -> Vec<Try> {
            hands.iter().enumerate().map(|(place, held)| one((part * size + place, held))).collect()
        };
        let running: Vec<_> =
            hands.chunks(size).enumerate().map(|part| scope.spawn(move || work(part))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("hands are counted")).collect()
    })
}
