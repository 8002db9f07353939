//! What a person may do in a blackjack round.

use books::Money;
use serde::{Deserialize, Serialize};

use crate::seat::Party;

/// What somebody does when the round waits for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BlackjackChoice))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Take a card.
    Hit,
    /// Take no more cards.
    Stand,
    /// Add a wager and take exactly one card.
    Double(Money),
    /// Make two hands of two cards, with an equal wager on the new one.
    Split,
    /// Give up a hand for half of the money on it; hands of a spot count from 0.
    Surrender(u8),
    /// Insure against the bank's Natural.
    Insure(Money),
    /// Take a sure win of the wager instead of waiting for the bank's Natural.
    EvenMoney,
    /// As a backer, add to the own wager what the seated player added to theirs.
    Follow(Money),
    /// Take up nothing of what is offered.
    Decline,
    /// Make the book's side wager, which is too late once the round is open.
    Side(Money),
}

/// A choice that is allowed now; one with an amount has bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Allowed {
    /// Who may choose it.
    pub who: Party,
    /// The choice, with the smallest amount where it has one.
    pub choice: Choice,
    /// The largest amount, equal to the smallest where there is nothing to decide.
    pub most: Money,
}
