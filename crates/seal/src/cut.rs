//! What people say, and what it does to the sealed decks: which one is dealt, and in which order.

use cards::Seed;

use crate::hash::{Hash, hash, hex};
use crate::{DECKS, Shuffle};

/// What somebody publishes before the decks are sealed, so that the words cannot be changed afterwards: bound to the
/// table, the shuffle and the person.
#[must_use]
pub fn commitment(table: u32, shuffle: u64, person: u32, words: &str) -> Hash {
    let (table, shuffle, person) = (table.to_be_bytes(), shuffle.to_be_bytes(), person.to_be_bytes());
    hash(b"cardroom/2 words", &[&table, &shuffle, &person, words.as_bytes()])
}

/// The words that the house speaks for somebody who gives none: 128 bits from the ninth seed.
#[must_use]
pub fn house_words(seed: &Hash, person: u32) -> String {
    hex(&hash(b"cardroom/2 house", &[seed, &person.to_be_bytes()])[..16])
}

/// Everybody's words, each with its length, in the order of the closed set.
fn spoken<'a>(words: impl IntoIterator<Item = (u32, &'a str)>) -> Vec<u8> {
    let mut spoken = Vec::new();
    for (person, words) in words {
        spoken.extend(person.to_be_bytes());
        spoken.extend((words.len() as u32).to_be_bytes());
        spoken.extend(words.as_bytes());
    }
    spoken
}

/// What all words together choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Which of the sealed decks is dealt, from 1.
    pub deck: u8,
    /// Its places in the order in which they are dealt.
    pub order: Vec<u32>,
    /// From which both follow.
    pub hash: Hash,
}

impl Cut {
    /// The cut by these words, in the order of the closed set, of decks with these roots and so many cards.
    #[must_use]
    pub fn new<'a>(
        shuffle: &Shuffle,
        roots: &[Hash],
        words: impl IntoIterator<Item = (u32, &'a str)>,
        count: usize,
    ) -> Cut {
        let hash = hash(b"cardroom/2 cut  ", &[&shuffle.bytes(), &roots.concat(), &spoken(words)]);
        let mut draws = Seed::from_bytes(hash).draws();
        let deck = draws.below(u32::from(DECKS)) as u8 + 1;
        let mut order: Vec<u32> = (0..count as u32).collect();
        draws.shuffle(&mut order);
        Cut { deck, order, hash }
    }

    /// A later cut of a shoe that lasts, by new words: the places that are left, counted upwards, in a new order. The
    /// deck, counted from 1, and its root are those that the first cut chose.
    #[must_use]
    pub fn again<'a>(
        shuffle: &Shuffle,
        deck: u8,
        root: &Hash,
        words: impl IntoIterator<Item = (u32, &'a str)>,
        left: impl IntoIterator<Item = u32>,
    ) -> Cut {
        let hash = hash(b"cardroom/2 again", &[&shuffle.bytes(), root, &spoken(words)]);
        let mut order: Vec<u32> = left.into_iter().collect();
        Seed::from_bytes(hash).draws().shuffle(&mut order);
        Cut { deck, order, hash }
    }

    /// What so many dice show, from the salt of their place.
    #[must_use]
    pub fn dice(&self, salt: &Hash, dice: u8) -> Vec<u8> {
        let mut draws = Seed::from_bytes(hash(b"cardroom/2 dice ", &[&self.hash, salt])).draws();
        (0..dice).map(|_| draws.below(6) as u8 + 1).collect()
    }
}
