//! What people may do in a round of any family, and why something is refused.

use std::fmt;

use books::{Clause, Money};
use serde::{Deserialize, Serialize};

use super::Choice;
use crate::refusal::{Reason, RefusalOf};
use crate::seat::Party;

/// A choice that is open to somebody now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// Who may choose it: a place in the list of bets, the bank, or in poker and Pan the number of the seat.
    pub who: Party,
    /// The choice, with the smallest amount where it has one, and with the first of the cards where
    /// some have to be picked.
    pub choice: Choice,
    /// The smallest amount; what it costs where there is nothing to decide; in Pan what it pays from each other player.
    pub least: Money,
    /// The largest amount; in Pan what it pays from all of them.
    pub most: Money,
    /// What amounts between the two are multiples of; nothing where there is nothing to decide.
    #[serde(default)]
    pub step: Money,
    /// The least and the most cards that are to be picked for a discard or a draw, or entered for a hand that
    /// lies unseen.
    pub cards: (u8, u8),
}

/// Why a choice, a card or a report is refused; the round is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause that forbids it; [`Clause::NONE`] if it is not a matter of the filing.
    pub clause: Clause,
    /// What stands in the way, as a sentence without a full stop.
    pub what: String,
    /// A name for programs that stays the same.
    pub code: &'static str,
}

impl Refusal {
    pub(crate) fn not_in_this_game() -> Refusal {
        RefusalOf::new(Reason::NotInThisGame, Clause::NONE).into()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Refusal {}

impl<R: fmt::Display + Into<&'static str>> From<RefusalOf<R>> for Refusal {
    fn from(refusal: RefusalOf<R>) -> Refusal {
        Refusal { clause: refusal.clause, what: refusal.to_string(), code: refusal.reason.into() }
    }
}
