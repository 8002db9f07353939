//! The best response: of all settings that are not foul, the one that wins most of its fronts and backs.
//!
//! A wager is won if both hands are higher and lost if none is, at even money, so it is worth how often the front is
//! higher plus how often the back is, less one. Fronts and backs are counted each for itself.

use std::thread;

use cards::{CardSet, Wheel};
use games::double_hand::Setting;

use super::grid::{Far, Near, sign};
use super::sweep::{Copies, Held, Try, groups};
use crate::space::{FACTORS, Space};

/// One setting of a hand: its front and back, and which cards are in front.
#[derive(Clone, Copy)]
struct Choice {
    front: u8,
    back: u16,
    cards: u8,
}

/// Every setting that is not foul and that no other beats in front and in back, the house way first.
fn settings(space: &Space, cards: CardSet, wheel: Wheel, house: (u8, u16)) -> Vec<Choice> {
    let list: Vec<_> = cards.iter().collect();
    let mut all: Vec<Choice> = Vec::with_capacity(21);
    for high in 1..list.len() {
        for low in 0..high {
            let front = CardSet::EMPTY.with(list[low]).with(list[high]);
            let Some(setting) = Setting::of(cards, front) else { continue };
            let rank = setting.back_rank(wheel);
            if setting.front_rank().outranks(rank) {
                continue;
            }
            let cards = low as u8 | (high as u8) << 4;
            all.push(Choice { front: space.front(front), back: rank.value(), cards });
        }
    }
    all.sort_unstable_by_key(|one| (std::cmp::Reverse(one.front), std::cmp::Reverse(one.back)));
    let mut kept: Vec<Choice> = Vec::with_capacity(8);
    let is_house = |one: &Choice| (one.front, one.back) == house;
    kept.extend(all.iter().find(|one| is_house(one)));
    let mut highest = None;
    for one in &all {
        if highest.is_none_or(|back| one.back > back) {
            highest = Some(one.back);
            if !is_house(one) {
                kept.push(*one);
            }
        }
    }
    kept
}

/// What is known of all hands together.
pub(super) struct Known<'a> {
    pub(super) space: &'a Space,
    pub(super) hands: &'a [Held],
    pub(super) wheel: Wheel,
    pub(super) near: &'a Near,
    pub(super) far: &'a Far,
}

/// For every set of up to three cards, how many hands with those cards have a back below each that comes.
///
/// By inclusion and exclusion, what is lower beside a hand is no less than what sets of up to three cards leave, and no
/// more than what sets of up to two do.
struct Backs {
    /// How many backs that come are below each value, and the rows of counts, each 24 times what it stands for.
    below: Vec<u16>,
    counts: Vec<u32>,
    row: usize,
}

impl Backs {
    fn new(space: &Space, hands: &[Held]) -> Backs {
        let mut below = vec![0_u16; (1 << 16) + 1];
        for group in groups(hands) {
            below[usize::from(group[0].back) + 1] = 1;
        }
        for value in 1..below.len() {
            below[value] += below[value - 1];
        }
        let row = usize::from(below[1 << 16]) + 1;
        let mut counts = vec![0_u32; space.few() * row];
        for held in hands {
            let at = usize::from(below[usize::from(held.back)]) + 1;
            space.subsets(held.suits, 0..=3, |place| {
                let more = u32::from(held.alike) * FACTORS[usize::from(place.symmetry)];
                counts[space.few_place(place) * row + at] += more;
            });
        }
        for row in counts.chunks_exact_mut(row) {
            let mut sum = 0;
            for count in row {
                sum += *count;
                *count = sum;
            }
        }
        Backs { below, counts, row }
    }

    /// What sets of each size up to three make of the count below a back.
    fn sums(&self, few: &[(u32, u8)], back: u16, copies: bool) -> [i64; 4] {
        let at = usize::from(self.below[usize::from(back) + usize::from(copies)]);
        let mut sums = [0; 4];
        for (set, cards) in few {
            sums[usize::from(*cards)] += i64::from(self.counts[*set as usize * self.row + at]);
        }
        sums
    }
}

/// Between how many and how many hands beside one have a back from the lower to the higher.
fn between(low: &[i64; 4], high: &[i64; 4]) -> (i64, i64) {
    let part: [i64; 4] = std::array::from_fn(|cards| high[cards] - low[cards]);
    let most = part[0] - part[1] + part[2];
    ((most - part[3]).div_euclid(24), most.div_euclid(24) + 1)
}

impl Known<'_> {
    /// For every hand the settings that may be best, the house way first, sorted by back; for a player, and for a bank
    /// to whom copies go.
    pub(super) fn tries(&self, copies: [Copies; 2]) -> [Vec<Try>; 2] {
        let backs = Backs::new(self.space, self.hands);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let size = self.hands.len().div_ceil(threads).max(1);
        let mut lists = [Vec::new(), Vec::new()];
        let found: Vec<[Vec<Try>; 2]> = thread::scope(|scope| {
            let work = |(part, hands): (usize, &[Held])| {
                let mut lists = [Vec::new(), Vec::new()];
                for (place, held) in hands.iter().enumerate() {
                    self.tries_of((part * size + place) as u32, held, copies, &backs, &mut lists);
                }
                lists
            };
            let running: Vec<_> =
                self.hands.chunks(size).enumerate().map(|part| scope.spawn(move || work(part))).collect();
            running.into_iter().map(|thread| thread.join().expect("settings are tried")).collect()
        });
        for found in found {
            for (list, more) in lists.iter_mut().zip(found) {
                list.extend(more);
            }
        }
        for list in &mut lists {
            list.sort_unstable_by_key(|one| (one.back, one.hand));
        }
        lists
    }

    fn tries_of(
        &self,
        hand: u32,
        held: &Held,
        copies: [Copies; 2],
        backs: &Backs,
        lists: &mut [Vec<Try>; 2],
    ) {
        let cards = self.space.cards_of(held.suits);
        let options = settings(self.space, cards, self.wheel, (held.front, held.back));
        let fronts = self.space.front_ranks.len();
        let mut sums = [0_u32; 128];
        let mut few: Vec<(u32, u8)> = Vec::with_capacity(64);
        self.space.subsets(held.suits, 0..=6, |place| {
            if place.cards <= 3 {
                few.push((self.space.few_place(place) as u32, place.cards));
            }
            let (is_added, sums) = (sign(place) > 0, &mut sums[1..=fronts]);
            if place.cards == 6 {
                self.far.add_to(place.id, is_added, sums);
            } else {
                self.near.add_to(place.id, is_added, sums);
            }
        });
        // How many hands have a front below each.
        let mut below = [0_i64; 128];
        for front in 0..fronts {
            let count = i64::from(sums[front + 1]) / 24 - i64::from(front == usize::from(held.front));
            below[front + 1] = below[front] + count;
        }
        for (list, copies) in copies.iter().enumerate() {
            let wins = |option: usize| below[usize::from(options[option].front) + usize::from(copies.front)];
            // First by all backs of the deck, which are more than those beside this hand; then more closely.
            let all = |option: usize| {
                let at = backs.below[usize::from(options[option].back) + usize::from(copies.back)];
                i64::from(backs.counts[usize::from(at)]) / 24
            };
            let is_far_behind = |option: usize, other: usize| {
                options[other].back < options[option].back
                    && wins(other) - wins(option) > all(option) - all(other)
            };
            let left: Vec<usize> = (0..options.len())
                .filter(|option| !(0..options.len()).any(|other| is_far_behind(*option, other)))
                .collect();
            let close: Vec<[i64; 4]> =
                left.iter().map(|option| backs.sums(&few, options[*option].back, copies.back)).collect();
            let is_behind = |one: usize, other: usize| {
                let front = wins(left[other]) - wins(left[one]);
                if options[left[other]].back < options[left[one]].back {
                    front > between(&close[other], &close[one]).1
                } else {
                    between(&close[one], &close[other]).0 + front > 0
                }
            };
            for (option, one) in options.iter().enumerate() {
                let is_beaten = left.iter().position(|left| *left == option).is_none_or(|place| {
                    (0..left.len()).any(|other| other != place && is_behind(place, other))
                });
                if option == 0 || !is_beaten {
                    let front_wins = wins(option) as u32;
                    let is_house_way = option == 0;
                    let (back, cards) = (one.back, one.cards);
                    lists[list].push(Try { hand, front_wins, back, cards, is_house_way });
                }
            }
        }
    }
}
