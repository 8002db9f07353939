//! What is shown to whoever may see a card: its place, its salt and the way up to the root.

use cards::Card;
use serde::{Deserialize, Serialize};

use crate::deck::{claimed, composition, node, root};
use crate::hash::{Hash, unhex};
use crate::{Shuffle, THROWS};

/// The proof of one card of a sealed deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = CardOpening))]
pub struct Opening {
    /// Which shuffle of the table it left by; a shoe that lasts was sealed by an earlier one.
    pub shuffle: u64,
    /// As which card of that cut it leaves, from 1; 0 for a throw of dice.
    pub nth: u32,
    /// Its place in the sealed deck, from 0.
    pub place: u32,
    /// The card; nothing for a throw of dice.
    pub card: Option<Card>,
    /// The salt, in hexadecimal.
    pub salt: String,
    /// The neighbours on the way up to the root, in hexadecimal.
    pub path: Vec<String>,
}

impl Opening {
    /// Whether the card lies where it says in the deck with this root.
    #[must_use]
    pub fn verify(&self, shuffle: &Shuffle, deck: u8, in_order: &[Card], published: &Hash) -> bool {
        self.verify_of_shoe(shuffle.number, shuffle, deck, in_order, published)
    }

    /// The same for a card that left by a later cut of a shoe, which another shuffle has sealed.
    #[must_use]
    pub fn verify_of_shoe(
        &self,
        cut: u64,
        sealed: &Shuffle,
        deck: u8,
        in_order: &[Card],
        published: &Hash,
    ) -> bool {
        let mut width = in_order.len() + THROWS as usize;
        let mut at = self.place as usize;
        let is_throw = at >= in_order.len();
        if self.shuffle != cut || at >= width || self.card.is_none() != is_throw {
            return false;
        }
        let Some(salt) = unhex(&self.salt) else { return false };
        let mut path = self.path.iter().map(|neighbour| unhex(neighbour));
        let mut top = claimed(sealed, self.place, self.card, &salt);
        while width > 1 {
            if at ^ 1 < width {
                let Some(Some(neighbour)) = path.next() else { return false };
                top = if at.is_multiple_of(2) { node(&top, &neighbour) } else { node(&neighbour, &top) };
            }
            (at, width) = (at / 2, width.div_ceil(2));
        }
        path.next().is_none()
            && root(sealed, deck, in_order.len() as u32, &composition(in_order), &top) == *published
    }
}

/// What one person has given to a shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Spoken {
    /// Who.
    pub person: u32,
    /// What was published before the decks were sealed, in hexadecimal.
    pub commitment: String,
    /// Whether it came from outside of the house; if not, the house spoke for them.
    pub is_outside: bool,
    /// The words, once they are opened.
    #[serde(default)]
    pub words: Option<String>,
}
