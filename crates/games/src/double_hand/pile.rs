//! A pile of the deal: cards that are known, and how many lie in it unseen.

use cards::{Card, CardSet};

/// A pile of cards, some of which nobody may have named yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pile {
    /// The cards that are known.
    pub(super) known: CardSet,
    /// How many lie in it unseen.
    pub(super) unseen: u8,
}

impl Pile {
    /// The whole pile; nothing if a card of it is unseen.
    pub(super) fn whole(self) -> Option<CardSet> {
        (self.unseen == 0).then_some(self.known)
    }

    /// Takes a card; nothing stands for one that is dealt unseen.
    pub(super) fn take(&mut self, card: Option<Card>) {
        match card {
            Some(card) => {
                self.known.insert(card);
            }
            None => self.unseen += 1,
        }
    }

    /// Gives up a card that was boxed or exposed.
    pub(super) fn give_up(&mut self, card: Card) {
        if self.known.contains(card) {
            self.known.remove(card);
        } else {
            self.unseen = self.unseen.saturating_sub(1);
        }
    }
}
