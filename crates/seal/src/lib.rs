//! Shuffles that everybody can check and nobody can read: eight decks sealed before any word is opened, words that
//! choose one of them and the order in which its places are dealt, and an opening for each card that is shown.
//!
//! docs/shuffle.md describes every byte of it. Nothing here draws at random: seeds come from outside.

mod cut;
mod deck;
mod hash;
mod opening;
mod tree;

pub use cut::{Cut, commitment, house_words};
pub use deck::{Sealed, composition, trees_made};
pub use hash::{Hash, hex, unhex};
pub use opening::{Opening, Spoken};

/// The name of the way of shuffling; if a single step of it changes, the name changes too.
pub const VERSION: &str = "cardroom-shuffle-2";

/// How many decks are sealed for one shuffle.
pub const DECKS: u8 = 8;

/// How many throws of dice each of them holds after its cards.
pub const THROWS: u32 = 8;

/// The most letters that somebody's words may have.
pub const WORDS_MOST: usize = 120;

/// Which shuffle of which table: what every hash of it is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// What tells the table from all tables of all rooms.
    pub mark: Hash,
    /// The number of the table in its room.
    pub table: u32,
    /// Which shuffle of the table, from 1.
    pub number: u64,
}

impl Shuffle {
    fn bytes(&self) -> [u8; 44] {
        let mut bytes = [0; 44];
        bytes[..32].copy_from_slice(&self.mark);
        bytes[32..36].copy_from_slice(&self.table.to_be_bytes());
        bytes[36..].copy_from_slice(&self.number.to_be_bytes());
        bytes
    }
}

/// The mark of a table, from the ninth seed of its first shuffle.
#[must_use]
pub fn mark(seed: &Hash) -> Hash {
    hash::hash(b"cardroom/2 mark ", &[seed])
}
