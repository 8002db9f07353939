//! The tables that turn a key into a value, filled by the build script.

use super::key::{BUCKET_SHIFT, BUCKETS, JOKER_SHIFT};

/// The value of every collection of ranks of one size, found by bucket and slot.
///
/// Each bucket moves its slots by its own displacement so that no two collections meet. The first half of
/// either array is for hands without a joker, the second for hands with one.
pub(super) struct RankTable<const SLOTS: usize> {
    displacements: [[u16; BUCKETS]; 2],
    values: [[u16; SLOTS]; 2],
}

impl<const SLOTS: usize> RankTable<SLOTS> {
    /// Where the value of a key without a joker is.
    #[inline(always)]
    fn slot(key: u64, displacement: u16) -> usize {
        (key as usize).wrapping_add(displacement as usize) & (SLOTS - 1)
    }

    /// The value of a hand without a joker, flushes left aside.
    ///
    /// A reference, so that this and a flush's value end in the same load.
    #[inline(always)]
    pub(super) fn plain(&self, key: u64) -> &u16 {
        let displacement = self.displacements[0][(key >> BUCKET_SHIFT) as usize];
        &self.values[0][Self::slot(key, displacement)]
    }

    /// What another table of the same layout has in the place of a hand without a joker.
    #[inline(always)]
    pub(super) fn in_place_of(&self, other: &[u16; SLOTS], key: u64) -> u16 {
        let displacement = self.displacements[0][(key >> BUCKET_SHIFT) as usize];
        other[Self::slot(key, displacement)]
    }

    /// The value of a hand in which a joker is a bug, flushes left aside.
    #[inline(always)]
    pub(super) fn bug(&self, key: u64) -> u16 {
        // Half of a table, not a branch: whether there is a joker cannot be foretold.
        let half = (key >> JOKER_SHIFT & 1) as usize;
        let displacement = self.displacements[half][(key >> BUCKET_SHIFT) as usize];
        self.values[half][Self::slot(key, displacement)]
    }
}

/// The value of the best five of these ranks of one suit.
#[inline(always)]
pub(super) fn plain_flush(ranks: u16) -> &'static u16 {
    &FLUSH[0][ranks as usize & 0x1fff]
}

/// The value of the best five of these ranks of one suit and, if the key has one, a joker.
#[inline(always)]
pub(super) fn bug_flush(key: u64, ranks: u16) -> u16 {
    FLUSH[(key >> JOKER_SHIFT & 1) as usize][ranks as usize & 0x1fff]
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
