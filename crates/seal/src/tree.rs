//! The tree over a sealed deck, from its leaves to the top: the hashes of docs/shuffle.md, laid out so that many of them
//! are made at a time.
//!
//! A processor works on several hashes at once if none waits for another, nor for bytes that were only just written. So
//! blocks are laid out for many hashes before the first is compressed; and the first block of a leaf, which says the
//! shuffle and the place and nothing else, is hashed once for all decks of a shuffle.

use crate::Shuffle;
use crate::hash::{BEGINS, Block, Hash, State, compress, finished, last_block};

/// What a leaf hashes: a label and the shuffle, then its place, which fills a block, and its number and salt.
const LEAF: usize = 16 + 44 + 4 + 1 + 32;
const NODE: usize = 16 + 32 + 32;
const SALT: usize = 16 + 32 + 4;

/// How many are laid out before they are compressed.
const MANY: usize = 16;

/// The leaves of all decks of a shuffle, begun: what the hash of each has come to after its first block.
pub(crate) struct Begun(Vec<State>);

impl Begun {
    /// The leaves at so many places.
    pub(crate) fn new(shuffle: &Shuffle, places: usize) -> Begun {
        let mut block: Block = [0; 64];
        block[..16].copy_from_slice(b"cardroom/2 leaf ");
        block[16..60].copy_from_slice(&shuffle.bytes());
        let mut begun = vec![BEGINS; places];
        compress_many(&mut begun, block, |place, block| {
            block[60..].copy_from_slice(&(place as u32).to_be_bytes());
        });
        Begun(begun)
    }

    /// The leaves with these numbers, each with the salt of its place.
    pub(crate) fn leaves(&self, numbers: &[u8], salts: &Hash) -> Vec<Hash> {
        let mut block = last_block(SALT);
        block[..16].copy_from_slice(b"cardroom/2 salt ");
        block[16..48].copy_from_slice(salts);
        let mut salts = vec![BEGINS; self.0.len()];
        compress_many(&mut salts, block, |place, block| {
            block[48..52].copy_from_slice(&(place as u32).to_be_bytes());
        });
        let mut leaves = self.0.clone();
        compress_many(&mut leaves, last_block(LEAF), |place, block| {
            block[0] = numbers[place];
            block[1..33].copy_from_slice(&finished(&salts[place]));
        });
        leaves.iter().map(finished).collect()
    }
}

/// Takes one more block into each of some hashes: this one, after it was filled in for each of them.
fn compress_many(states: &mut [State], block: Block, fill_in: impl Fn(usize, &mut Block)) {
    let mut blocks = [block; MANY];
    for (chunk, states) in states.chunks_mut(MANY).enumerate() {
        for (nth, block) in blocks.iter_mut().take(states.len()).enumerate() {
            fill_in(MANY * chunk + nth, block);
        }
        for (state, block) in states.iter_mut().zip(&blocks) {
            compress(state, block);
        }
    }
}

/// The leaves, then the nodes above them, up to the top.
pub(crate) fn levels(leaves: Vec<Hash>) -> Vec<Vec<Hash>> {
    let mut levels = vec![leaves];
    while levels[levels.len() - 1].len() > 1 {
        let above = level_above(&levels[levels.len() - 1]);
        levels.push(above);
    }
    levels
}

fn level_above(below: &[Hash]) -> Vec<Hash> {
    let (pairs, alone) = below.as_chunks::<2>();
    let mut block: Block = [0; 64];
    block[..16].copy_from_slice(b"cardroom/2 node ");
    let mut nodes = vec![BEGINS; pairs.len()];
    compress_many(&mut nodes, block, |nth, block| {
        block[16..48].copy_from_slice(&pairs[nth][0]);
        block[48..].copy_from_slice(&pairs[nth][1][..16]);
    });
    compress_many(&mut nodes, last_block(NODE), |nth, block| {
        block[..16].copy_from_slice(&pairs[nth][1][16..]);
    });
    // A node without a neighbour moves up as it is.
    nodes.iter().map(finished).chain(alone.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{leaf, node, salt};

    #[test]
    fn many_at_a_time_are_what_each_is_by_itself() {
        let shuffle = Shuffle { mark: [3; 32], table: 70_000, number: 1 << 40 };
        for places in [1, 2, 3, 60, 61, 320, 427] {
            let numbers: Vec<u8> = (0..places).map(|place| (place % 256) as u8).collect();
            let leaves = Begun::new(&shuffle, places).leaves(&numbers, &[9; 32]);
            let plain = (0..)
                .zip(&numbers)
                .map(|(place, number)| leaf(&shuffle.bytes(), place, *number, &salt(&[9; 32], place)));
            let mut below: Vec<Hash> = plain.collect();
            for level in levels(leaves) {
                assert_eq!(level, below, "{places} places");
                let above = below.chunks(2);
                below =
                    above.map(|pair| pair.get(1).map_or(pair[0], |right| node(&pair[0], right))).collect();
            }
            assert_eq!(below.len(), 1);
        }
    }
}
