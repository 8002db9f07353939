//! Fills the tables of the ranking: for every collection of ranks its value, and where to find it.

use std::fmt::Write as _;
use std::path::Path;

#[allow(dead_code)]
#[path = "src/ranking/key.rs"]
mod key;
#[allow(dead_code)]
#[path = "src/ranking/value.rs"]
mod value;

use key::{BUCKETS, RANK_BUCKET, RANK_SETS, RANK_SLOT, SLOT_SUMS};
use value::{LOWEST_WHEEL, SECOND_HIGHEST_WHEEL, value};

type Counts = [u8; 13];

fn main() {
    for source in ["build.rs", "src/ranking/key.rs", "src/ranking/value.rs"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let [four, five, six, seven] = [4, 5, 6, 7].map(Placement::new);
    let mut source = String::new();
    // A joker adds to a hand neither slot nor bucket, so with it a hand lies where its other cards lie.
    rank_table(&mut source, "FIVE", 5, 1 << 14, &five, &four);
    rank_table(&mut source, "SIX", 6, 1 << 15, &six, &five);
    rank_table(&mut source, "SEVEN", 7, (1 << 16) + SLOT_SUMS + RANK_SETS, &seven, &six);
    let low = values(1 << 14, &five, ace_to_five);
    writeln!(source, "pub(super) static FIVE_ACE_TO_FIVE: [u16; {}] = {low:?};", low.len()).unwrap();
    writeln!(source, "pub(super) static TWO_AND_THREE: [[u16; 512]; 128] = {:?};", two_and_three()).unwrap();
    let directory = std::env::var("OUT_DIR").expect("cargo names the output directory");
    std::fs::write(Path::new(&directory).join("tables.rs"), source).expect("the tables can be written");
}

fn rank_table(
    source: &mut String,
    name: &str,
    cards: usize,
    slots: usize,
    plain: &Placement,
    joker: &Placement,
) {
    let of_wheel = |wheel| {
        let mut without = values(slots, plain, |counts| value::value_of_counts(counts, wheel));
        add_flushes(&mut without, 5, |ranks| value::flush_value(ranks, wheel));
        let mut with = values(slots, joker, |counts| value_with_bug(counts, wheel));
        add_flushes(&mut with, 4, |ranks| flush_with_bug(ranks, wheel));
        [without, with]
    };
    writeln!(
        source,
        "pub(super) static {name}: RankTable<{cards}, {slots}> = RankTable {{ displacements: {:?}, values: {:?} }};",
        [&plain.displacements, &joker.displacements],
        [LOWEST_WHEEL, SECOND_HIGHEST_WHEEL].map(of_wheel).concat(),
    )
    .unwrap();
}

/// A value in the slot of every collection; the last slots, in which flushes have their place, stay free.
fn values(slots: usize, placement: &Placement, value_of: impl Fn(&Counts) -> u16) -> Vec<u16> {
    let mut values = vec![0; slots];
    for (counts, slot) in &placement.slots {
        values[..slots - RANK_SETS][*slot] = value_of(counts);
    }
    values
}

/// Writes the value of every set of so many ranks or more into the last slots.
fn add_flushes(values: &mut [u16], ranks_min: u32, value_of: impl Fn(u16) -> u16) {
    let first = values.len() - RANK_SETS;
    for (ranks, value) in (0u16..).zip(&mut values[first..]) {
        if ranks.count_ones() >= ranks_min {
            *value = value_of(ranks);
        }
    }
}

/// The best value of cards with a joker that is an ace or completes a straight.
fn value_with_bug(counts: &Counts, wheel: u16) -> u16 {
    let mut with_ace = *counts;
    with_ace[12] += 1;
    let held = (0..13).filter(|&rank| counts[rank] > 0).fold(0, |ranks, rank| ranks | 1 << rank);
    let straight = (0..13).filter_map(|rank| value::straight_place(held | 1 << rank, wheel)).max();
    let straight = straight.map_or(0, |place| value(value::STRAIGHT, place));
    value::value_of_counts(&with_ace, wheel).max(straight)
}

/// The best flush of four or more suited cards and a joker.
fn flush_with_bug(ranks: u16, wheel: u16) -> u16 {
    (0..13)
        .filter(|rank| ranks >> rank & 1 == 0)
        .map(|rank| value::flush_value(ranks | 1 << rank, wheel))
        .max()
        .unwrap_or(0)
}

/// How bad five cards are as an ace-to-five low: their value by groups with the ace below the two.
fn ace_to_five(counts: &Counts) -> u16 {
    let mut ace_low = *counts;
    ace_low.rotate_right(1);
    value::groups_value(&ace_low)
}

/// The value of every two ranks with every three; what no deck holds has the value 0.
fn two_and_three() -> Vec<Vec<u16>> {
    let mut values = vec![vec![0; 512]; 128];
    for [high, low] in (0..13).flat_map(|high| (0..=high).map(move |low| [high, low])) {
        let row = &mut values[value::place_of_two(high, low) as usize];
        each_collection(&mut [0; 13], 0, 3, &mut |three| {
            let ranks: Vec<u16> =
                (0..13).rev().flat_map(|rank| vec![rank; three[rank as usize] as usize]).collect();
            let mut counts = *three;
            counts[high as usize] += 1;
            counts[low as usize] += 1;
            if counts.iter().all(|&count| count <= 4) {
                let place = value::place_of_three(ranks[0], ranks[1], ranks[2]);
                row[place as usize] = value::value_of_counts(&counts, LOWEST_WHEEL);
            }
        });
    }
    values
}

/// A slot of its own for every collection of a number of ranks.
struct Placement {
    displacements: Vec<u16>,
    slots: Vec<(Counts, usize)>,
}

impl Placement {
    fn new(cards: u8) -> Placement {
        let mut buckets = vec![Vec::new(); BUCKETS];
        each_collection(&mut [0; 13], 0, cards, &mut |counts| {
            let sum = |numbers: &[u16; 13]| -> usize {
                counts.iter().zip(numbers).map(|(&count, &number)| count as usize * number as usize).sum()
            };
            assert!(sum(&RANK_SLOT) < SLOT_SUMS, "the slots need more bits");
            buckets[sum(&RANK_BUCKET) % BUCKETS].push((sum(&RANK_SLOT), *counts));
        });

        // The fullest buckets first, while there is most room; each at the first displacement that fits.
        let mut order: Vec<usize> = (0..BUCKETS).collect();
        order.sort_by_key(|&bucket| std::cmp::Reverse(buckets[bucket].len()));
        let mut free = Bits(vec![u64::MAX; (1 << 16) / 64 + 128]);
        let mut placement = Placement { displacements: vec![0; BUCKETS], slots: Vec::new() };
        for bucket in order {
            let members = &buckets[bucket];
            for (place, (slot, _)) in members.iter().enumerate() {
                assert!(
                    members[..place].iter().all(|(other, _)| other != slot),
                    "two collections share a key"
                );
            }
            let displacement = free.first_fit(&members.iter().map(|(slot, _)| *slot));
            placement.displacements[bucket] = displacement as u16;
            for (slot, counts) in members {
                free.clear(slot + displacement);
                placement.slots.push((*counts, slot + displacement));
            }
        }
        placement
    }
}

fn each_collection(counts: &mut Counts, rank: usize, left: u8, visit: &mut impl FnMut(&Counts)) {
    if rank == 13 {
        if left == 0 {
            visit(counts);
        }
        return;
    }
    for count in 0..=left.min(4) {
        counts[rank] = count;
        each_collection(counts, rank + 1, left - count, visit);
    }
    counts[rank] = 0;
}

/// Which slots are free.
struct Bits(Vec<u64>);

impl Bits {
    fn clear(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    /// The first displacement that moves every slot to a free one.
    fn first_fit(&self, slots: &(impl Iterator<Item = usize> + Clone)) -> usize {
        // Sixty-four displacements are tried at a time, so that the unoptimised build script stays quick.
        (0..1 << 16)
            .step_by(64)
            .find_map(|first| {
                let fits = slots.clone().fold(u64::MAX, |fits, slot| fits & self.from(first + slot));
                (fits != 0).then(|| first + fits.trailing_zeros() as usize)
            })
            .expect("a collection fits below 65536")
    }

    /// The sixty-four bits from a place on.
    fn from(&self, place: usize) -> u64 {
        let (word, bit) = (place / 64, place % 64);
        if bit == 0 { self.0[word] } else { self.0[word] >> bit | self.0[word + 1] << (64 - bit) }
    }
}
