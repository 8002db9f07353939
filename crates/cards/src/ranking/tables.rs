//! The tables that turn a key into a value, filled by the build script.

use super::Wheel;
use super::key::{self, BUCKET_SHIFT, BUCKETS, FLUSH_BITS, JOKER_BIT, JOKER_SHIFT, RANK_SETS};

/// The value of every hand of `CARDS` cards: of a collection of ranks by bucket and slot, of a flush by its ranks.
///
/// Each bucket moves its slots by its own displacement so that no two collections meet; the flushes take the
/// last slots of the same array, so that one address serves both. There are displacements for hands without
/// and with a joker, and values for both with the wheel lowest, then for both with the wheel second-highest.
pub(super) struct RankTable<const CARDS: usize, const SLOTS: usize> {
    displacements: [[u16; BUCKETS]; 2],
    values: [[u16; SLOTS]; 4],
}

impl<const CARDS: usize, const SLOTS: usize> RankTable<CARDS, SLOTS> {
    /// The value of the best five cards of a hand without a joker.
    ///
    /// # Panics
    ///
    /// If the hand has a joker or another number of cards.
    #[inline(always)]
    pub(super) fn plain(&self, key: u64, lanes: impl Fn() -> u64) -> u16 {
        let wrong = JOKER_BIT | key::other_count_bits(CARDS);
        // One test for all that is unusual; the commonest of it, a flush, asks no more than a second.
        let slot = if key & (FLUSH_BITS | wrong) != 0 {
            if key & wrong != 0 {
                refuse(key, CARDS);
            }
            Self::flush_slot(key::flush_lane(key, lanes()))
        } else {
            self.slot(key, 0)
        };
        self.values[0][slot]
    }

    /// The value of the best five cards of a hand in which a joker is a bug.
    #[inline(always)]
    pub(super) fn bug(&self, key: u64, wheel: Wheel, lanes: impl Fn() -> u64) -> u16 {
        // Parts of a table, not a branch: whether there is a joker cannot be foretold.
        let joker = (key >> JOKER_SHIFT & 1) as usize;
        let values = &self.values[2 * (wheel == Wheel::SecondHighest) as usize + joker];
        let hand = values[self.slot(key, joker)];
        if key & FLUSH_BITS == 0 {
            return hand;
        }
        // With a joker as the third ace, a full house or four aces can lie beside a flush.
        hand.max(values[Self::flush_slot(key::flush_lane(key, lanes()))])
    }

    /// The value of the best five of these ranks of one suit.
    #[inline(always)]
    pub(super) fn flush(&self, ranks: u16) -> u16 {
        self.values[0][Self::flush_slot(ranks)]
    }

    /// What another table of the same layout has in the place of a hand without a joker.
    #[inline(always)]
    pub(super) fn in_place_of(&self, other: &[u16; SLOTS], key: u64) -> u16 {
        other[self.slot(key, 0)]
    }

    #[inline(always)]
    fn slot(&self, key: u64, joker: usize) -> usize {
        let displacement = self.displacements[joker][(key >> BUCKET_SHIFT) as usize];
        (key as usize).wrapping_add(displacement as usize) & (SLOTS - 1)
    }

    #[inline(always)]
    fn flush_slot(ranks: u16) -> usize {
        SLOTS - RANK_SETS + (ranks as usize & (RANK_SETS - 1))
    }
}

#[cold]
#[inline(never)]
fn refuse(key: u64, expected: usize) -> ! {
    assert!(key & JOKER_BIT == 0, "a joker needs a ranking that knows it");
    panic!("a hand of {} cards was ranked as one of {expected}", key::count(key));
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
