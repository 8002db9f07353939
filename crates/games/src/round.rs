//! What all rounds have in common: they say what they wait for and take exactly that.

use cards::Card;

use crate::choice::{Allowed, Choice, Refusal};
use crate::event::{Event, Face, Place, Record};
use crate::seat::Party;

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
    /// Choices, of one person or of several at once; [`Round::allowed`] lists them.
    Choices,
    /// Nothing: it is over.
    Over,
}

/// A round of any game: no clock, no randomness, no input or output.
pub trait Round: Clone + PartialEq {
    /// What the round waits for.
    fn waits(&self) -> Waits;

    /// Deals the next card to the place the round waits for; `None` deals it face down unseen.
    ///
    /// # Errors
    /// When no card is expected or there is no such card; the round is unchanged.
    fn card(&mut self, card: Option<Card>, events: &mut impl Record) -> Result<(), Refusal>;

    /// Reports whether the unseen down card makes a Natural.
    ///
    /// # Errors
    /// When the round does not wait for that; the round is unchanged.
    fn look(&mut self, natural: bool, events: &mut impl Record) -> Result<(), Refusal>;

    /// Takes somebody's choice.
    ///
    /// # Errors
    /// When the choice is not allowed now; the refusal cites its clause and the round is unchanged.
    fn choose(&mut self, who: Party, choice: Choice, events: &mut impl Record) -> Result<(), Refusal>;

    /// Adds everything that is allowed now to a list.
    fn allowed(&self, list: &mut Vec<Allowed>);

    /// Takes an event of a log as it happened, without deciding anything anew.
    fn apply(&mut self, event: &Event);
}
