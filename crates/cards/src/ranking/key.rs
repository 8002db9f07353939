//! The number that stands for a hand while it is ranked: the sum of its cards' keys.
//!
//! The build script shares this file, so it knows no type of the library.
//!
//! | bits     | sum of                                                                       |
//! |----------|------------------------------------------------------------------------------|
//! | 0 to 15  | the ranks' slots                                                             |
//! | 16 to 31 | four suit counters of four bits; starting from 3, the top bit says five or more |
//! | 32 to 46 | three card counters of five bits; the low four bits are 0 at five, six and seven cards |
//! | 48       | jokers                                                                       |
//! | 51 to 63 | the ranks' buckets; what flows over the top is lost, which does no harm        |

/// Together with [`RANK_SLOT`], numbers found by random search such that no two collections of four to seven
/// ranks, each at most four times, agree in both sums, and such that the tables fill almost without gaps.
/// The build script checks the first.
pub(crate) const RANK_BUCKET: [u16; 13] =
    [6552, 1324, 520, 7767, 3640, 1607, 6756, 6519, 6789, 5448, 1983, 1310, 3661];

/// See [`RANK_BUCKET`].
pub(crate) const RANK_SLOT: [u16; 13] = [112, 242, 396, 225, 385, 10, 210, 48, 513, 154, 261, 251, 440];

pub(crate) const BUCKETS: usize = 1 << 13;
/// How many sets of ranks one suit can show.
pub(crate) const RANK_SETS: usize = 1 << 13;
pub(crate) const BUCKET_SHIFT: u32 = 51;
pub(crate) const SUIT_SHIFT: u32 = 16;
const COUNT_SHIFT: u32 = 32;
pub(crate) const JOKER_SHIFT: u32 = 48;

/// The key of no card: every suit counter stands at 3, every card counter so far below 16 as it counts cards.
pub(crate) const EMPTY: u64 =
    0x3333 << SUIT_SHIFT | ((16 - 5) | (16 - 6) << 5 | (16 - 7) << 10) << COUNT_SHIFT;

/// What a card adds to the three card counters.
const ONE_CARD: u64 = (1 | 1 << 5 | 1 << 10) << COUNT_SHIFT;

/// Set if a suit has five cards or more, the joker counted with every suit.
pub(crate) const FLUSH_BITS: u64 = 0x8888 << SUIT_SHIFT;
pub(crate) const JOKER_BIT: u64 = 1 << JOKER_SHIFT;

/// Set unless there are exactly so many cards, which may be five, six or seven.
pub(crate) const fn other_count_bits(cards: usize) -> u64 {
    0xf << (COUNT_SHIFT as usize + 5 * (cards - 5))
}

/// How many cards a key stands for.
pub(crate) const fn count(key: u64) -> u64 {
    (key >> COUNT_SHIFT & 0x1f) - (16 - 5)
}

/// The keys of all cards by [`Card::index`](crate::Card::index); 256 of them, so that no byte is out of bounds.
pub(crate) static CARD_KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut card = 0;
    while card < 52 {
        let (rank, suit) = (card / 4, card % 4);
        keys[card] = (RANK_BUCKET[rank] as u64) << BUCKET_SHIFT
            | ONE_CARD
            | 1 << (SUIT_SHIFT + 4 * suit as u32)
            | RANK_SLOT[rank] as u64;
        card += 1;
    }
    keys[52] = JOKER_BIT | ONE_CARD | 0x1111 << SUIT_SHIFT;
    keys
};

/// Every card as one bit of a word of four lanes, one a suit: bit 0 of a lane is its two, bit 12 its ace.
///
/// Flushes are looked up by a lane. The joker is bit 63, which no lane's ranks reach.
pub(crate) static CARD_LANES: [u64; 256] = {
    let mut lanes = [0; 256];
    let mut card = 0;
    while card < 52 {
        lanes[card] = 1 << (16 * (card % 4) + card / 4);
        card += 1;
    }
    lanes[52] = 1 << 63;
    lanes
};

/// The ranks in one lane.
#[inline(always)]
pub(crate) const fn lane(lanes: u64, suit: u32) -> u16 {
    (lanes >> (16 * suit)) as u16 & 0x1fff
}

/// The ranks in the suit of which a key says there are five cards or more.
#[inline(always)]
pub(crate) const fn flush_lane(key: u64, lanes: u64) -> u16 {
    // The flush bit of suit s is 19 + 4 s, its lane begins at 16 s.
    let flush_bit = (key & FLUSH_BITS).trailing_zeros();
    (lanes >> (4 * flush_bit - 4 * (SUIT_SHIFT + 3))) as u16 & 0x1fff
}
