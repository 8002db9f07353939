//! Decks sealed ahead of their shuffle, wherever there is time for it: what they come to depends on nothing that happens
//! in between. Whether they were changes no event; a log is played again without them.

use std::sync::Arc;

use cards::Card;
use seal::{DECKS, Hash, Sealed, Shuffle, composition, hex};

use super::Table;

/// The next shuffle of a table for which decks are sealed: what its decks are bound to, and what they are made of.
#[derive(Clone, Debug)]
pub struct ToSeal {
    shuffle: Shuffle,
    in_order: Vec<Card>,
}

/// The roots of decks that were sealed ahead, with the seeds that they follow from.
#[derive(Debug)]
pub struct SealedAhead {
    shuffle: Shuffle,
    composition: Hash,
    seeds: Vec<Hash>,
    roots: Vec<String>,
}

impl ToSeal {
    /// Seals the decks by fresh random seeds.
    #[must_use]
    pub fn seal(&self, seeds: &mut dyn FnMut() -> Hash) -> SealedAhead {
        let ToSeal { shuffle, ref in_order } = *self;
        let seeds: Vec<Hash> = (0..DECKS).map(|_| seeds()).collect();
        let sealed = Sealed::all(&shuffle, &seeds, in_order);
        let roots = sealed.iter().map(|sealed| hex(&sealed.root())).collect();
        SealedAhead { shuffle, composition: composition(in_order), seeds, roots }
    }
}

impl SealedAhead {
    /// The seeds, which are those of the next shuffle if they are drawn for it in this order.
    #[must_use]
    pub fn seeds(&self) -> &[Hash] {
        &self.seeds
    }
}

impl Table {
    /// The next shuffle if decks will be sealed for it, no others are waiting, and its own were not sealed ahead.
    #[must_use]
    pub fn to_seal(&self) -> Option<ToSeal> {
        let number = self.state.shuffles.count + 1;
        let is_certain = self.takes_words()
            && self.state.shuffles.mark.is_some()
            && self.state.shuffles.sealing.is_none()
            && self.shoe_in_use().is_none()
            && self.ahead.as_ref().is_none_or(|ahead| ahead.shuffle.number != number);
        is_certain.then(|| ToSeal { shuffle: self.shuffle_of(number), in_order: self.deck_in_order() })
    }

    /// Takes decks that were sealed ahead.
    pub fn take_sealed_ahead(&mut self, ahead: SealedAhead) {
        self.ahead = Some(Arc::new(ahead));
    }

    /// The decks that were sealed ahead for the next shuffle.
    #[must_use]
    pub fn sealed_ahead(&self) -> Option<Arc<SealedAhead>> {
        let number = self.state.shuffles.count + 1;
        self.ahead.clone().filter(|ahead| ahead.shuffle.number == number)
    }

    /// The roots of the decks of a shuffle by these seeds, if exactly they were sealed ahead.
    pub(super) fn roots_ahead(
        &mut self,
        shuffle: &Shuffle,
        seeds: &[Hash],
        in_order: &[Card],
    ) -> Option<Vec<String>> {
        let ahead = self.ahead.take()?;
        let is_it =
            ahead.shuffle == *shuffle && ahead.seeds == seeds && ahead.composition == composition(in_order);
        is_it.then(|| ahead.roots.clone())
    }
}
