//! A reader who knows docs/shuffle.md and everything that was ever sent to one viewer, and tries to recover cards from
//! it: from anything that might be a seed or a salt, against everything that was published.

use std::collections::BTreeSet;

use cards::Card;
use seal::{Cut, Hash, Opening, Sealed, Shuffle, commitment, hex, unhex};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// One shuffle as a record shows it.
struct Published {
    of: Shuffle,
    roots: Vec<Hash>,
    deck: u8,
    order: Vec<u32>,
    openings: Vec<Opening>,
}

/// What a reader has at hand.
pub(crate) struct Reader {
    in_order: Vec<Card>,
    shuffles: Vec<Published>,
    /// Whatever in the record, or among other messages, could be a seed or a salt.
    secrets: BTreeSet<Hash>,
}

/// Everything in a text that is 64 hexadecimal digits long.
pub(crate) fn hashes_in(text: &str) -> BTreeSet<Hash> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter_map(unhex).collect()
}

/// As docs/shuffle.md says: the label in five letters after the name.
fn hashed(label: &str, parts: &[&[u8]]) -> Hash {
    let mut hash = Sha256::new();
    hash.update(format!("cardroom/2 {label:5}"));
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

impl Published {
    /// Reads a shuffle of a record and checks all of it: words, the cut, seven whole decks, every opening.
    fn read(record: &Value, in_order: &[Card]) -> Option<Published> {
        let hash = |value: &Value| value.as_str().and_then(unhex).expect("64 hexadecimal digits");
        let number = |name: &str| record[name].as_u64().expect("a number");
        assert_eq!(record["version"], seal::VERSION);
        let (table, shuffle) = (number("table") as u32, number("shuffle"));
        let of = Shuffle { mark: hash(&record["mark"]), table, number: shuffle };
        let roots: Vec<Hash> = record["roots"].as_array().unwrap().iter().map(hash).collect();
        if number("chosen") == 0 {
            return None;
        }
        let mut words = Vec::new();
        for one in record["words"].as_array().unwrap() {
            let (person, said) = (one["person"].as_u64().unwrap() as u32, one["words"].as_str().unwrap());
            assert_eq!(hex(&commitment(table, shuffle, person, said)), one["commitment"], "other words");
            words.push((person, said));
        }
        let Cut { deck, order, .. } = Cut::new(&of, &roots, words, in_order.len());
        assert_eq!(u64::from(deck), number("chosen"), "the words choose another deck");
        for (which, seed) in (1..).zip(record["opened"].as_array().unwrap()) {
            assert_eq!(which == deck, seed == "", "seven decks are opened, and not the one that is dealt");
            if which != deck {
                let sealed = Sealed::new(&of, which, &hash(seed), in_order);
                assert_eq!(sealed.root(), roots[usize::from(which) - 1], "deck {which} was sealed otherwise");
            }
        }
        let openings: Vec<Opening> = serde_json::from_value(record["openings"].clone()).unwrap();
        for opening in &openings {
            let is_good = opening.verify(&of, deck, in_order, &roots[usize::from(deck) - 1]);
            assert!(is_good, "{opening:?}");
            let is_in_order = opening.card.is_none() || order[opening.nth as usize - 1] == opening.place;
            assert!(is_in_order, "{opening:?} comes from another place");
        }
        Some(Published { of, roots, deck, order, openings })
    }

    /// The cards that follow from something that might be a secret, at places that were not opened.
    fn recover(&self, in_order: &[Card], secret: &Hash) -> Vec<Card> {
        let salt_of = |salts: &Hash, place: u32| hashed("salt", &[salts, &place.to_be_bytes()]);
        let is_opened = |place: u32| self.openings.iter().any(|one| one.place == place);
        let root = &self.roots[usize::from(self.deck) - 1];
        // A seed, or the key of the salts, gives the salts that are known; without any, the whole root tells.
        let seed = hashed("salts", &[secret]);
        let is_seed = match self.openings.first() {
            Some(known) => hex(&salt_of(&seed, known.place)) == known.salt,
            None => Sealed::new(&self.of, self.deck, secret, in_order).root() == *root,
        };
        if is_seed {
            let sealed = Sealed::new(&self.of, self.deck, secret, in_order);
            let places = self.order.iter().copied().filter(|place| !is_opened(*place));
            return places.map(|place| sealed.cards()[place as usize]).collect();
        }
        let faces: BTreeSet<Card> = in_order.iter().copied().collect();
        let mut found = Vec::new();
        for known in &self.openings {
            // The first step of a path is the leaf of the place beside it.
            let beside = known.place ^ 1;
            let Some(leaf) = known.path.first().and_then(|leaf| unhex(leaf)) else { continue };
            if is_opened(beside) || beside as usize >= in_order.len() {
                continue;
            }
            for salt in [*secret, salt_of(secret, beside)] {
                let mut bound = self.of.mark.to_vec();
                bound.extend(self.of.table.to_be_bytes());
                bound.extend(self.of.number.to_be_bytes());
                let is_card = |card: &&Card| {
                    hashed("leaf", &[&bound, &beside.to_be_bytes(), &[card.index()], &salt]) == leaf
                };
                found.extend(faces.iter().find(is_card));
            }
        }
        found
    }
}

impl Reader {
    /// Reads the record of a round, and checks all that it publishes.
    pub(crate) fn of(record: &str, in_order: &[Card]) -> Reader {
        let told: Value = serde_json::from_str(record).expect("a record is JSON");
        let list = told["shuffles"].as_array().expect("shuffles");
        assert!(!list.is_empty(), "a round without a shuffle");
        let shuffles: Vec<Published> = list.iter().filter_map(|one| Published::read(one, in_order)).collect();
        Reader { in_order: in_order.to_vec(), shuffles, secrets: hashes_in(record) }
    }

    /// Looks for secrets in another message, too.
    pub(crate) fn hears(&mut self, message: &str) {
        self.secrets.extend(hashes_in(message));
    }

    /// Whether a message is about one of the shuffles of the record.
    pub(crate) fn is_about(&self, message: &str) -> bool {
        self.shuffles.iter().any(|one| message.contains(&format!("\"shuffle\":{},", one.of.number)))
    }

    /// The cards that were opened to the reader.
    pub(crate) fn opened(&self) -> Vec<String> {
        let openings = self.shuffles.iter().flat_map(|one| &one.openings);
        openings.filter_map(|one| one.card).map(|card| card.to_string()).collect()
    }

    /// The shuffles and the places that were opened of each.
    pub(crate) fn places(&self) -> Vec<(u64, Vec<u32>)> {
        let places = |one: &Published| one.openings.iter().map(|opening| opening.place).collect();
        self.shuffles.iter().map(|one| (one.of.number, places(one))).collect()
    }

    /// Every card that the reader recovers although it was never opened.
    pub(crate) fn recovers(&self) -> Vec<Card> {
        let mut found = Vec::new();
        for shuffle in &self.shuffles {
            for secret in &self.secrets {
                found.extend(shuffle.recover(&self.in_order, secret));
            }
        }
        found
    }

    /// The same with one more thing that might be a secret.
    pub(crate) fn recovers_from(&self, text: &str) -> Vec<Card> {
        let secrets = hashes_in(text);
        let all = self.shuffles.iter().flat_map(|shuffle| {
            secrets.iter().flat_map(move |secret| shuffle.recover(&self.in_order, secret))
        });
        all.collect()
    }
}
