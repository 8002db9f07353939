//! The number that stands for a hand while it is ranked: the sum of its cards' keys.
//!
//! The build script shares this file, so it knows no type of the library.
//!
//! | bits     | sum of                                                                       |
//! |----------|------------------------------------------------------------------------------|
//! | 0 to 15  | the ranks' slots                                                             |
//! | 16 to 31 | four suit counters of four bits; starting from 3, the top bit says five or more |
//! | 32 to 35 | cards                                                                        |
//! | 43       | jokers                                                                       |
//! | 51 to 63 | the ranks' buckets; what flows over the top is lost, which does no harm        |

/// Together with [`RANK_SLOT`], numbers found by random search such that no two collections of four to seven
/// ranks, each at most four times, agree in both sums, and such that the tables fill almost without gaps.
/// The build script checks the first.
pub(crate) const RANK_BUCKET: [u16; 13] =
    [6552, 1324, 520, 7767, 3640, 1607, 6756, 6519, 6789, 5448, 1983, 1310, 3661];

/// See [`RANK_BUCKET`].
pub(crate) const RANK_SLOT: [u16; 13] = [112, 242, 396, 225, 385, 10, 210, 48, 513, 154, 261, 251, 440];

pub(crate) const BUCKETS: usize = 1 << 13;
pub(crate) const BUCKET_SHIFT: u32 = 51;
pub(crate) const SUIT_SHIFT: u32 = 16;
pub(crate) const COUNT_SHIFT: u32 = 32;
pub(crate) const JOKER_SHIFT: u32 = 43;

/// The key of no card: every suit counter stands at 3.
pub(crate) const EMPTY: u64 = 0x3333 << SUIT_SHIFT;

/// Set if a suit has five cards or more, the joker counted with every suit.
pub(crate) const FLUSH_BITS: u64 = 0x8888 << SUIT_SHIFT;
pub(crate) const COUNT_BITS: u64 = 0xf << COUNT_SHIFT;
pub(crate) const JOKER_BIT: u64 = 1 << JOKER_SHIFT;

/// The keys of all cards by [`Card::index`](crate::Card::index); 256 of them, so that no byte is out of bounds.
pub(crate) static CARD_KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut card = 0;
    while card < 52 {
        let (rank, suit) = (card / 4, card % 4);
        keys[card] = (RANK_BUCKET[rank] as u64) << BUCKET_SHIFT
            | 1 << COUNT_SHIFT
            | 1 << (SUIT_SHIFT + 4 * suit as u32)
            | RANK_SLOT[rank] as u64;
        card += 1;
    }
    keys[52] = JOKER_BIT | 1 << COUNT_SHIFT | 0x1111 << SUIT_SHIFT;
    keys
};
