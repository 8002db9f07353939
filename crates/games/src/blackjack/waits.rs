//! What a blackjack round waits for.

use crate::bank::{Face, Place};

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waits {
    /// The next card, for that place.
    Card {
        /// Where it goes.
        place: Place,
        /// Which way up; a card that goes face down may be dealt unseen.
        face: Face,
    },
    /// The dealer's word on whether the down card, which lies unseen, makes a Natural.
    Look,
    /// Choices, of one person or of several at once; [`super::Blackjack::allowed`] lists them.
    Choices,
    /// Nothing: it is over.
    Over,
}
