//! The sweeps: hands come in by rising back, and every hand asks how many of those that are in share no card with it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use super::grid::{Cell, Far, Grid, Near, sign};
use crate::space::{FACTORS, Place, Space, Suits};

/// A hand set the house way, standing for all that differ by a change of suits.
#[derive(Clone, Copy)]
pub(super) struct Held {
    pub(super) suits: Suits,
    /// How many hands it stands for.
    pub(super) alike: u8,
    pub(super) front: u8,
    pub(super) back: u16,
    pub(super) row: u8,
}

/// Which copies are below: those of a player for whom a copy is higher, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Copies {
    pub(super) front: bool,
    pub(super) back: bool,
}

/// Hands of one back after the other; the list is sorted by back.
pub(super) fn groups(hands: &[Held]) -> impl Iterator<Item = &[Held]> {
    hands.chunk_by(|one, other| one.back == other.back)
}

/// Of all pairs of hands that share no card, how many have one hand below the other in front and in back; and all counts
/// by front.
pub(super) fn both_below(space: &Space, hands: &[Held], copies: Copies) -> (i128, Near, Far) {
    let fronts = space.front_ranks.len();
    // Sets of five and six cards are spread over much memory, so they take as long as all smaller ones.
    let (near, far) = thread::scope(|scope| {
        let near = scope.spawn(|| half(space, hands, copies, 0..=4, Grid::new(space.near, fronts)));
        let five = half(space, hands, copies, 5..=5, Grid::new(space.near, fronts));
        let far = half(space, hands, copies, 6..=6, Grid::new(space.far, fronts));
        let mut near: (i128, Near) = near.join().expect("sets are counted");
        near.0 += five.0;
        near.1.merge(&five.1);
        (near, far)
    });
    // A hand shares all seven cards with itself, which is below it if copies are.
    let itself = if copies.front && copies.back { 24 } else { 0 };
    let own: i128 = hands.iter().map(|held| i128::from(held.alike) * itself).sum();
    let all = near.0 + far.0 - own;
    debug_assert_eq!(all % 24, 0, "changes of suits leave the count as it is");
    (all / 24, near.1, far.1)
}

/// The part of the count that sets of some sizes make.
fn half<C: Cell>(
    space: &Space,
    hands: &[Held],
    copies: Copies,
    sizes: std::ops::RangeInclusive<u8>,
    mut grid: Grid<C>,
) -> (i128, Grid<C>) {
    let mut all = 0_i128;
    let mut places: Vec<Place> = Vec::new();
    for group in groups(hands) {
        places.clear();
        for held in group {
            space.subsets(held.suits, sizes.clone(), |place| places.push(place));
        }
        if places.is_empty() {
            continue;
        }
        let each = places.len() / group.len();
        if copies.back {
            come_in(&mut grid, group, &places, each);
        }
        for (held, places) in group.iter().zip(places.chunks_exact(each)) {
            let front = usize::from(held.front) + usize::from(copies.front);
            let below: i64 = places.iter().map(|place| sign(*place) * grid.below(place.id, front)).sum();
            all += i128::from(held.alike) * i128::from(below);
        }
        if !copies.back {
            come_in(&mut grid, group, &places, each);
        }
    }
    (all, grid)
}

fn come_in<C: Cell>(grid: &mut Grid<C>, group: &[Held], places: &[Place], each: usize) {
    for (held, places) in group.iter().zip(places.chunks_exact(each)) {
        for place in places {
            grid.add(place.id, place.symmetry, held.front, held.alike);
        }
    }
}

/// One way to set a hand that may be the best.
#[derive(Clone, Copy)]
pub(super) struct Try {
    /// The hand, as a place in the list.
    pub(super) hand: u32,
    /// How many hands that share no card with it have a lower front.
    pub(super) front_wins: u32,
    pub(super) back: u16,
    /// The two cards in front, as their places in the hand, four bits each.
    pub(super) cards: u8,
    pub(super) is_house_way: bool,
}

/// How many hands that share no card with each hand have a lower back; tries are sorted by back. For one of the two lists
/// a copy is below.
pub(super) fn backs_below(
    space: &Space,
    hands: &[Held],
    tries: [&[Try]; 2],
    copies: [bool; 2],
) -> [Vec<u32>; 2] {
    let slots = tries.map(|tries| (0..tries.len()).map(|_| AtomicU32::new(0)).collect::<Vec<_>>());
    let threads = thread::available_parallelism().map_or(1, usize::from).min(4);
    thread::scope(|scope| {
        for thread in 0..threads {
            let slots = &slots;
            scope.spawn(move || {
                let mut below = Below { space, hands, near: vec![0; space.near], far: vec![0; space.far] };
                let mut places: Vec<Place> = Vec::new();
                let mut next = [0; 2];
                let mut first = 0;
                for group in groups(hands) {
                    let back = group[0].back;
                    places.clear();
                    for held in group {
                        space.subsets(held.suits, 0..=6, |place| places.push(place));
                    }
                    let each = places.len() / group.len();
                    for is_in in [false, true] {
                        for list in 0..2 {
                            let is_due =
                                |one: &Try| one.back < back || (one.back == back && copies[list] == is_in);
                            while let Some(one) = tries[list].get(next[list]).filter(|one| is_due(one)) {
                                if next[list] % threads == thread {
                                    // A hand of this group has its sets at hand.
                                    let hand = one.hand as usize;
                                    let own = (hand.checked_sub(first)).filter(|place| *place < group.len());
                                    let own = own.map(|place| &places[place * each..(place + 1) * each]);
                                    let count = below.count(one, copies[list], own);
                                    slots[list][next[list]].store(count, Ordering::Relaxed);
                                }
                                next[list] += 1;
                            }
                        }
                        if !is_in {
                            below.come_in(group, &places, each);
                        }
                    }
                    first += group.len();
                }
                for list in 0..2 {
                    for place in next[list]..tries[list].len() {
                        if place % threads == thread {
                            let count = below.count(&tries[list][place], copies[list], None);
                            slots[list][place].store(count, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    slots.map(|slots| slots.into_iter().map(AtomicU32::into_inner).collect())
}

/// For every set, how many hands with those cards are in, 24 times.
struct Below<'a> {
    space: &'a Space,
    hands: &'a [Held],
    near: Vec<u32>,
    far: Vec<u16>,
}

impl Below<'_> {
    fn come_in(&mut self, group: &[Held], places: &[Place], each: usize) {
        for (held, places) in group.iter().zip(places.chunks_exact(each)) {
            for place in places {
                let more = u32::from(held.alike) * FACTORS[usize::from(place.symmetry)];
                if place.cards == 6 {
                    self.far[place.id as usize] += more as u16;
                } else {
                    self.near[place.id as usize] += more;
                }
            }
        }
    }

    /// How many hands that are in share no card with a hand.
    fn count(&self, one: &Try, copies: bool, own: Option<&[Place]>) -> u32 {
        let held = &self.hands[one.hand as usize];
        let mut sum = 0_i64;
        let mut add = |place: Place| {
            let id = place.id as usize;
            let count = if place.cards == 6 { i64::from(self.far[id]) } else { i64::from(self.near[id]) };
            sum += sign(place) * count;
        };
        match own {
            Some(places) => places.iter().copied().for_each(add),
            None => self.space.subsets(held.suits, 0..=6, &mut add),
        }
        let is_itself_in = held.back < one.back || (copies && held.back == one.back);
        (sum / 24 - i64::from(is_itself_in)) as u32
    }
}
