//! A shoe from which many rounds are dealt: how a table is told of one, and what everybody sees of it.

use cards::Deck;
use serde::{Deserialize, Serialize};

/// A shoe that lasts: each round goes on where the one before has stopped, until the cut card comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct LastingShoe {
    /// How many cards lie behind the cut card; a quarter of the shoe if left out.
    pub behind: Option<u16>,
    /// How many cards of a new shoe are burnt, unseen.
    pub burn: u8,
}

impl Default for LastingShoe {
    fn default() -> LastingShoe {
        LastingShoe { behind: None, burn: 1 }
    }
}

impl LastingShoe {
    /// The most cards of a new shoe that are burnt.
    const BURN_MOST: u8 = 10;

    /// How many cards of a shoe lie behind the cut card.
    pub(crate) fn behind_in(&self, deck: Deck) -> usize {
        self.behind.map_or(deck.len().div_ceil(4), usize::from)
    }

    /// Refuses a cut card that comes out too late or at once, and too many burnt cards.
    pub(crate) fn check(&self, deck: Deck) -> Result<(), String> {
        let (least, most) = (deck.len().div_ceil(4), deck.len() * 3 / 4);
        if !(least..=most).contains(&self.behind_in(deck)) {
            return Err(format!(
                "{least} to {most} of the {} cards lie behind the cut card, a quarter to three quarters",
                deck.len()
            ));
        }
        if self.burn > LastingShoe::BURN_MOST {
            return Err(format!("at most {} cards of a new shoe are burnt", LastingShoe::BURN_MOST));
        }
        Ok(())
    }
}

/// Which shoe is cut anew for a round, and what has left it so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShoeCut {
    /// The shuffle that sealed it.
    pub sealed: u64,
    /// Which of the decks sealed then is the shoe, from 1.
    pub deck: u8,
    /// The places whose cards have left it, counted upwards.
    pub gone: Vec<u32>,
}

impl ShoeCut {
    /// The places that are left of a shoe of so many cards, counted upwards.
    pub fn left(&self, cards: usize) -> impl Iterator<Item = u32> {
        (0..cards as u32).filter(|place| self.gone.binary_search(place).is_err())
    }
}

/// The shoe of a table as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShoeView {
    /// How many decks it holds.
    pub decks: u8,
    /// How many cards are left in it.
    pub left: u32,
    /// How many of them lie behind the cut card.
    pub behind: u32,
    /// Whether the cut card is out, so that the next round begins with a new shoe.
    pub is_cut_card_out: bool,
}
