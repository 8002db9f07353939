//! The number that stands for a hand while it is ranked: the sum of its cards' keys.
//!
//! The build script shares this file, so it knows no type of the library.
//!
//! | bits     | sum of                                                                          |
//! |----------|---------------------------------------------------------------------------------|
//! | 0 to 11  | the ranks' slots                                                                |
//! | 32 to 47 | four suit counters of four bits; starting from 3, the top bit says five or more |
//! | 48 to 50 | the cards                                                                       |
//! | 51       | jokers                                                                          |
//! | 52 to 63 | the ranks' buckets; what flows over the top is lost, which does no harm         |
//!
//! All but the slots is the *head*, which fits into 32 bits. A [`Hand`](crate::Hand) keeps its slots above the bits of
//! its cards, so that it has twelve bytes.

/// Together with [`RANK_SLOT`], numbers found by random search such that no two collections of four to seven
/// ranks, each at most four times, agree in both sums, and such that the slots of seven ranks come to less than 4096.
/// The build script checks the first.
pub(crate) const RANK_BUCKET: [u16; 13] =
    [3489, 1831, 2949, 1679, 751, 1562, 726, 3620, 2516, 3598, 3448, 306, 531];

/// See [`RANK_BUCKET`].
pub(crate) const RANK_SLOT: [u16; 13] = [509, 238, 22, 579, 443, 546, 157, 43, 15, 73, 93, 288, 327];

pub(crate) const BUCKETS: usize = 1 << 12;
/// More than the slots of seven ranks can come to.
pub(crate) const SLOT_SUMS: usize = 1 << 12;
/// How many sets of ranks one suit can show.
pub(crate) const RANK_SETS: usize = 1 << 13;
const HEAD_SHIFT: u32 = 32;
const BUCKET_SHIFT: u32 = 20;
const COUNT_SHIFT: u32 = 16;
const JOKER_SHIFT: u32 = 19;

/// The head of no card: every suit counter stands at 3.
pub(crate) const EMPTY_HEAD: u32 = 0x3333;
/// The key of no card.
pub(crate) const EMPTY: u64 = (EMPTY_HEAD as u64) << HEAD_SHIFT;

/// In a head, set if a suit has five cards or more, the joker counted with every suit.
pub(crate) const FLUSH_BITS: u32 = 0x8888;
pub(crate) const JOKER_BIT: u32 = 1 << JOKER_SHIFT;
const COUNT_BITS: u32 = 7 << COUNT_SHIFT;

/// The bits of a head that must be those of so many cards where nothing is unusual.
pub(crate) const PLAIN_BITS: u32 = FLUSH_BITS | JOKER_BIT | COUNT_BITS;

/// The bits of a head that say how many cards there are and that none is a joker.
pub(crate) const CARDS_BITS: u32 = JOKER_BIT | COUNT_BITS;

/// In a key, set if there is a flush or a joker.
pub(crate) const UNUSUAL_KEY: u64 = ((FLUSH_BITS | JOKER_BIT) as u64) << HEAD_SHIFT;

/// How those bits stand for so many cards without a joker.
pub(crate) const fn cards_bits(cards: usize) -> u32 {
    (cards as u32) << COUNT_SHIFT
}

/// How many cards a head stands for.
pub(crate) const fn count(head: u32) -> u32 {
    (head & COUNT_BITS) >> COUNT_SHIFT
}

/// Whether there is a joker.
#[inline(always)]
pub(crate) const fn jokers(head: u32) -> usize {
    (head >> JOKER_SHIFT & 1) as usize
}

/// The bucket of a head.
#[inline(always)]
pub(crate) const fn bucket(head: u32) -> usize {
    (head >> BUCKET_SHIFT) as usize
}

/// The head of a key.
#[inline(always)]
pub(crate) const fn head(key: u64) -> u32 {
    (key >> HEAD_SHIFT) as u32
}

/// The slots of a key.
#[inline(always)]
pub(crate) const fn slots(key: u64) -> u16 {
    key as u16
}

/// The keys of all cards by [`Card::index`](crate::Card::index); 256 of them, so that no byte is out of bounds.
pub(crate) static CARD_KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut card = 0;
    while card < 52 {
        let (rank, suit) = (card / 4, card % 4);
        let head = (RANK_BUCKET[rank] as u32) << BUCKET_SHIFT | 1 << COUNT_SHIFT | 1 << (4 * suit as u32);
        keys[card] = (head as u64) << HEAD_SHIFT | RANK_SLOT[rank] as u64;
        card += 1;
    }
    keys[52] = ((JOKER_BIT | 1 << COUNT_SHIFT | 0x1111) as u64) << HEAD_SHIFT;
    keys
};

/// Every card as one bit of four lanes, one a suit: bit 0 of a lane is its two, bit 12 its ace. Flushes are looked up
/// by a lane. The twelve bits above the lanes have the slots of the card's rank. The joker has nothing.
pub(crate) static CARD_LANES: [u64; 256] = {
    let mut lanes = [0; 256];
    let mut card = 0;
    while card < 52 {
        lanes[card] = (RANK_SLOT[card / 4] as u64) << SLOTS_SHIFT | 1 << (LANE * (card % 4) + card / 4);
        card += 1;
    }
    lanes
};

/// How many bits a lane has.
const LANE: usize = 13;
/// Where the slots lie above the lanes.
const SLOTS_SHIFT: u32 = 52;
/// The bits of cards in the lanes.
pub(crate) const LANES: u64 = (1 << SLOTS_SHIFT) - 1;

/// The slots above the lanes, where they were added.
#[inline(always)]
pub(crate) const fn slots_above(lanes: u64) -> u16 {
    (lanes >> SLOTS_SHIFT) as u16
}

/// The ranks in one lane.
#[inline(always)]
pub(crate) const fn lane(lanes: u64, suit: u32) -> u16 {
    (lanes >> (LANE as u32 * suit)) as u16 & 0x1fff
}

/// The ranks in the suit of which a head says there are five cards or more.
#[inline(always)]
pub(crate) const fn flush_lane(head: u32, lanes: u64) -> u16 {
    // The flush bit of suit s is 3 + 4 s.
    lane(lanes, (head & FLUSH_BITS).trailing_zeros() / 4)
}
