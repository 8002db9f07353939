//! The tables that turn a key into a value, filled by the build script.

use super::Wheel;
use super::key::{self, BUCKETS, CARDS_BITS, FLUSH_BITS, JOKER_BIT, PLAIN_BITS, RANK_SETS, UNUSUAL_KEY};

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
    /// Keeps an index within the table; where that is no power of two, it holds every sum of slots and displacement.
    const MASK: usize = {
        assert!(SLOTS.is_power_of_two() || SLOTS >= u16::MAX as usize + key::SLOT_SUMS);
        if SLOTS.is_power_of_two() { SLOTS - 1 } else { usize::MAX }
    };

    /// The value of the best five of as many cards as the table is for, by their key.
    ///
    /// # Panics
    ///
    /// If a joker is among them.
    #[inline(always)]
    pub(super) fn counted(&self, key: u64, lanes: impl Fn() -> u64) -> u16 {
        let slot = if key & UNUSUAL_KEY != 0 {
            if key::head(key) & JOKER_BIT != 0 {
                refuse(key::head(key), CARDS);
            }
            Self::flush_slot(key::flush_lane(key::head(key), lanes()))
        } else {
            self.slot(key::head(key), key::slots(key), 0)
        };
        self.values[0][slot]
    }

    /// The value of the best five cards of a hand without a joker.
    ///
    /// # Panics
    ///
    /// If the hand has a joker or another number of cards.
    #[inline(always)]
    pub(super) fn plain(&self, head: u32, slots: u16, lanes: impl Fn() -> u64) -> u16 {
        // One test for all that is unusual; the commonest of it, a flush, asks no more than a second.
        let slot = if head & PLAIN_BITS != key::cards_bits(CARDS) {
            if head & CARDS_BITS != key::cards_bits(CARDS) {
                refuse(head, CARDS);
            }
            Self::flush_slot(key::flush_lane(head, lanes()))
        } else {
            // Added as whole numbers, where the slots are known to be few: quicker than the sum of sixteen bits.
            let displacement = self.displacements[0][key::bucket(head)];
            (slots as usize % key::SLOT_SUMS + displacement as usize) & Self::MASK
        };
        self.values[0][slot]
    }

    /// The value of the best five cards of a hand in which a joker is a bug.
    #[inline(always)]
    pub(super) fn bug(&self, head: u32, slots: u16, wheel: Wheel, lanes: impl Fn() -> u64) -> u16 {
        // Parts of a table, not a branch: whether there is a joker cannot be foretold.
        let joker = key::jokers(head);
        let values = &self.values[2 * (wheel == Wheel::SecondHighest) as usize + joker];
        let hand = values[self.slot(head, slots, joker)];
        if head & FLUSH_BITS == 0 {
            return hand;
        }
        // With a joker as the third ace, a full house or four aces can lie beside a flush.
        hand.max(values[Self::flush_slot(key::flush_lane(head, lanes()))])
    }

    /// The value of the best five of these ranks of one suit.
    #[inline(always)]
    pub(super) fn flush(&self, ranks: u16) -> u16 {
        self.values[0][Self::flush_slot(ranks)]
    }

    /// What another table of the same layout has in the place of a hand without a joker.
    #[inline(always)]
    pub(super) fn in_place_of(&self, other: &[u16; SLOTS], key: u64) -> u16 {
        other[self.slot(key::head(key), key::slots(key), 0)]
    }

    #[inline(always)]
    fn slot(&self, head: u32, slots: u16, joker: usize) -> usize {
        let displacement = self.displacements[joker][key::bucket(head)];
        slots.wrapping_add(displacement) as usize & Self::MASK
    }

    #[inline(always)]
    fn flush_slot(ranks: u16) -> usize {
        SLOTS - RANK_SETS + (ranks as usize & (RANK_SETS - 1))
    }
}

#[cold]
#[inline(never)]
fn refuse(head: u32, expected: usize) -> ! {
    assert!(head & JOKER_BIT == 0, "a joker needs a ranking that knows it");
    panic!("a hand of {} cards was ranked as one of {expected}", key::count(head));
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
