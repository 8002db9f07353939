//! One sealed deck: an order of cards with a salt for each place, under one root.

use std::cell::Cell;
use std::sync::OnceLock;

use cards::{Card, Seed};

use crate::hash::{Hash, hash, hex};
use crate::opening::Opening;
use crate::tree::{Begun, levels};
use crate::{Shuffle, THROWS};

/// The number that stands for a throw of dice where a leaf has a card.
const THROW: u8 = 255;

thread_local! {
    static TREES: Cell<u64> = const { Cell::new(0) };
}

/// How many decks were hashed leaf by leaf on this thread so far, which is nearly all that shuffles cost. Tests count
/// by it what reading a log costs, without a clock.
#[must_use]
pub fn trees_made() -> u64 {
    TREES.get()
}

/// A deck whose order is fixed and hidden: only its root is published.
#[derive(Clone, Debug)]
pub struct Sealed {
    shuffle: Shuffle,
    deck: u8,
    salts: Hash,
    composition: Hash,
    cards: Vec<Card>,
    /// Made when the root or an opening is asked for, because a log is read through many decks that nobody opens.
    tree: OnceLock<Tree>,
}

#[derive(Clone, Debug)]
struct Tree {
    /// The leaves, then the nodes above them, up to the top.
    levels: Vec<Vec<Hash>>,
    root: Hash,
}

impl PartialEq for Sealed {
    /// The tree follows from the rest.
    fn eq(&self, other: &Sealed) -> bool {
        (self.shuffle, self.deck, self.salts) == (other.shuffle, other.deck, other.salts)
            && self.cards == other.cards
    }
}

impl Eq for Sealed {}

impl Sealed {
    /// Seals a deck: the first, second, ... of a shuffle, ordered and salted by its seed.
    #[must_use]
    pub fn new(shuffle: &Shuffle, deck: u8, seed: &Hash, in_order: &[Card]) -> Sealed {
        let mut cards = in_order.to_vec();
        Seed::from_bytes(hash(b"cardroom/2 order", &[seed])).draws().shuffle(&mut cards);
        let salts = hash(b"cardroom/2 salts", &[seed]);
        let composition = composition(in_order);
        Sealed { shuffle: *shuffle, deck, salts, composition, cards, tree: OnceLock::new() }
    }

    /// Seals the decks of a shuffle, each by its own seed, and hashes them together: that costs less than one by one.
    #[must_use]
    pub fn all(shuffle: &Shuffle, seeds: &[Hash], in_order: &[Card]) -> Vec<Sealed> {
        let begun = Begun::new(shuffle, in_order.len() + THROWS as usize);
        let sealed = (1..).zip(seeds).map(|(deck, seed)| Sealed::new(shuffle, deck, seed, in_order));
        sealed.inspect(|sealed| drop(sealed.tree.set(sealed.make_tree(&begun)))).collect()
    }

    fn tree(&self) -> &Tree {
        let begun = || Begun::new(&self.shuffle, self.cards.len() + THROWS as usize);
        self.tree.get_or_init(|| self.make_tree(&begun()))
    }

    fn make_tree(&self, begun: &Begun) -> Tree {
        TREES.set(TREES.get() + 1);
        let numbers = self.cards.iter().map(|card| card.index()).chain((0..THROWS).map(|_| THROW));
        let levels = levels(begun.leaves(&numbers.collect::<Vec<u8>>(), &self.salts));
        let count = self.cards.len() as u32;
        let root = root(&self.shuffle, self.deck, count, &self.composition, &levels[levels.len() - 1][0]);
        Tree { levels, root }
    }

    /// What is published before any word is opened.
    #[must_use]
    pub fn root(&self) -> Hash {
        self.tree().root
    }

    /// Which shuffle it belongs to.
    #[must_use]
    pub fn shuffle(&self) -> &Shuffle {
        &self.shuffle
    }

    /// The cards by their places.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// What proves the card at a place, which leaves the deck as the `nth` card, counted from 1.
    ///
    /// # Panics
    /// If the deck has no such place.
    #[must_use]
    pub fn open(&self, place: u32, nth: u32) -> Opening {
        let card = self.cards.get(place as usize).copied();
        let mut at = place as usize;
        let mut path = Vec::new();
        let levels = &self.tree().levels;
        for level in &levels[..levels.len() - 1] {
            path.extend(level.get(at ^ 1).map(|neighbour| hex(neighbour)));
            at /= 2;
        }
        let salt = hex(&salt(&self.salts, place));
        Opening { shuffle: self.shuffle.number, nth, place, card, salt, path }
    }

    /// Where a throw of dice lies behind the cards, counted from 0.
    #[must_use]
    pub fn place_of_throw(&self, throw: u32) -> u32 {
        self.cards.len() as u32 + throw
    }

    /// The salt that decides a throw of dice, counted from 0.
    #[must_use]
    pub fn salt_of_throw(&self, throw: u32) -> Hash {
        salt(&self.salts, self.place_of_throw(throw))
    }
}

pub(crate) fn salt(salts: &Hash, place: u32) -> Hash {
    hash(b"cardroom/2 salt ", &[salts, &place.to_be_bytes()])
}

pub(crate) fn leaf(shuffle: &[u8; 44], place: u32, number: u8, salt: &Hash) -> Hash {
    hash(b"cardroom/2 leaf ", &[shuffle, &place.to_be_bytes(), &[number], salt])
}

pub(crate) fn node(left: &Hash, right: &Hash) -> Hash {
    hash(b"cardroom/2 node ", &[left, right])
}

/// What a deck is made of: the hash of its cards in their fixed order.
#[must_use]
pub fn composition(in_order: &[Card]) -> Hash {
    let numbers: Vec<u8> = in_order.iter().map(|card| card.index()).collect();
    hash(b"cardroom/2 cards", &[&numbers])
}

pub(crate) fn root(shuffle: &Shuffle, deck: u8, count: u32, composition: &Hash, top: &Hash) -> Hash {
    let (count, throws) = (count.to_be_bytes(), THROWS.to_be_bytes());
    hash(b"cardroom/2 root ", &[&shuffle.bytes(), &[deck], &count, &throws, composition, top])
}

/// The leaf that an opening claims.
pub(crate) fn claimed(shuffle: &Shuffle, place: u32, card: Option<Card>, salt: &Hash) -> Hash {
    leaf(&shuffle.bytes(), place, card.map_or(THROW, Card::index), salt)
}
