//! A reader who knows docs/shuffle.md and everything that was ever sent to one viewer, and tries to recover cards from
//! it: from anything that might be a seed or a salt, against everything that was published.

use std::collections::BTreeSet;

use cards::Card;
use seal::{Cut, Hash, Opening, Sealed, Shuffle, commitment, hex, unhex};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// One shuffle as a record shows it.
struct Published {
    /// The shuffle that sealed it, and the one that cut it; of a shoe that lasts they differ.
    of: Shuffle,
    number: u64,
    /// What had left the shoe before.
    gone: Vec<u32>,
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
    /// The salts of cards that were opened to the reader, also in other rounds of the shoe.
    shown: BTreeSet<Hash>,
}

/// Everything in a text that is 64 hexadecimal digits long.
pub(crate) fn hashes_in(text: &str) -> BTreeSet<Hash> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter_map(unhex).collect()
}

/// The salts of all cards that are opened in a message.
fn salts_shown(value: &Value, shown: &mut BTreeSet<Hash>) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| salts_shown(one, shown)),
        Value::Object(fields) => {
            if fields.contains_key("place") && fields.contains_key("nth") {
                shown.extend(fields.get("salt").and_then(Value::as_str).and_then(unhex));
            }
            fields.values().for_each(|one| salts_shown(one, shown));
        }
        _ => {}
    }
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
        let shoe = &record["shoe"];
        let by = Shuffle { mark: hash(&record["mark"]), table, number: shuffle };
        let of = Shuffle { number: shoe["sealed"].as_u64().unwrap_or(shuffle), ..by };
        let gone = shoe["gone"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let gone: Vec<u32> = gone.map(|place| place as u32).collect();
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
        let Cut { deck, order, .. } = match shoe["deck"].as_u64() {
            None => Cut::new(&by, &roots, words, in_order.len()),
            Some(deck) => {
                let left = (0..in_order.len() as u32).filter(|place| !gone.contains(place));
                Cut::again(&by, deck as u8, &roots[deck as usize - 1], words, left)
            }
        };
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
            let root = &roots[usize::from(deck) - 1];
            let is_good = opening.verify_of_shoe(shuffle, &of, deck, in_order, root);
            assert!(is_good, "{opening:?}");
            let is_in_order = opening.card.is_none() || order[opening.nth as usize - 1] == opening.place;
            assert!(is_in_order, "{opening:?} comes from another place");
        }
        Some(Published { of, number: shuffle, gone, roots, deck, order, openings })
    }

    /// The cards that follow from something that might be a secret, at places that were not opened.
    fn recover(&self, in_order: &[Card], secret: &Hash, shown: &BTreeSet<Hash>) -> Vec<Card> {
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
            for salt in [*secret, salt_of(secret, beside)].into_iter().filter(|salt| !shown.contains(salt)) {
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
        let mut shown = BTreeSet::new();
        salts_shown(&told, &mut shown);
        Reader { in_order: in_order.to_vec(), shuffles, secrets: hashes_in(record), shown }
    }

    /// Looks for secrets in another message, too.
    pub(crate) fn hears(&mut self, message: &str) {
        self.secrets.extend(hashes_in(message));
        if let Ok(told) = serde_json::from_str::<Value>(message) {
            salts_shown(&told, &mut self.shown);
        }
    }

    /// Whether a message is about one of the shuffles of the record.
    pub(crate) fn is_about(&self, message: &str) -> bool {
        self.shuffles.iter().any(|one| message.contains(&format!("\"shuffle\":{},", one.number)))
    }

    /// The cards that were opened to the reader.
    pub(crate) fn opened(&self) -> Vec<String> {
        let openings = self.shuffles.iter().flat_map(|one| &one.openings);
        openings.filter_map(|one| one.card).map(|card| card.to_string()).collect()
    }

    /// Of each shuffle the places whose leaf stands in a path of the record, although their card does not: beside a
    /// card that was opened, and not out of the shoe before.
    pub(crate) fn beside_opened(&self) -> Vec<(u64, Vec<u32>)> {
        let beside = |one: &Published| {
            let opened: Vec<u32> = one.openings.iter().map(|opening| opening.place).collect();
            let is_hidden = |place: &u32| !opened.contains(place) && !one.gone.contains(place);
            let in_deck = |place: &u32| (*place as usize) < self.in_order.len();
            opened.iter().map(|place| place ^ 1).filter(in_deck).filter(is_hidden).collect()
        };
        self.shuffles.iter().map(|one| (one.number, beside(one))).collect()
    }

    /// Every card that the reader recovers although it was never opened.
    pub(crate) fn recovers(&self) -> Vec<Card> {
        let mut found = Vec::new();
        for shuffle in &self.shuffles {
            for secret in &self.secrets {
                found.extend(shuffle.recover(&self.in_order, secret, &self.shown));
            }
        }
        found
    }

    /// Whether all that a text might tell was shown to the reader, be it with a card of another round of the same shoe.
    pub(crate) fn was_shown(&self, text: &str) -> bool {
        let told = hashes_in(text);
        !told.is_empty() && told.is_subset(&self.shown)
    }

    /// The same with one more thing that might be a secret.
    pub(crate) fn recovers_from(&self, text: &str) -> Vec<Card> {
        let secrets = hashes_in(text);
        let all = self.shuffles.iter().flat_map(|shuffle| {
            secrets.iter().flat_map(move |secret| shuffle.recover(&self.in_order, secret, &self.shown))
        });
        all.collect()
    }
}
