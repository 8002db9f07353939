//! What happens in a round of any family.

use books::Clause;
use serde::{Deserialize, Serialize};

use crate::{blackjack, double_hand, poker, three_card};

/// One fact of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RoundEvent))]
#[serde(tag = "family", rename_all = "kebab-case")]
pub enum Event {
    /// Of blackjack.
    Blackjack(blackjack::Event),
    /// Of double-hand poker.
    DoubleHand(double_hand::Event),
    /// Of Three Card Poker.
    ThreeCard(three_card::Event),
    /// Of poker.
    Poker(poker::Event),
}

pub(super) fn blackjack_clause(event: &blackjack::Event) -> Clause {
    use blackjack::Event as E;
    match *event {
        E::Collected { clause, .. }
        | E::Cleared { clause, .. }
        | E::Button { clause, .. }
        | E::Settled { clause, .. }
        | E::Bonus { clause, .. }
        | E::HoleExposed { clause, .. }
        | E::Burned { clause, .. } => clause,
        E::Staked { .. }
        | E::Wagered { .. }
        | E::Dealt { .. }
        | E::Chose { .. }
        | E::Looked { .. }
        | E::Turned { .. }
        | E::Voided { .. }
        | E::Closed { .. } => Clause::NONE,
    }
}

pub(super) fn double_hand_clause(event: &double_hand::Event) -> Clause {
    use double_hand::Event as E;
    match *event {
        E::Wagered { clause, .. }
        | E::Collected { clause, .. }
        | E::FeeReturned { clause, .. }
        | E::Spoiled { clause, .. }
        | E::Misdealt { clause }
        | E::Rolled { clause, .. }
        | E::Set { clause, .. }
        | E::SetUnseen { clause, .. }
        | E::Settled { clause, .. }
        | E::Fouled { clause, .. }
        | E::Undone { clause }
        | E::Ruled { clause } => clause,
        _ => Clause::NONE,
    }
}

pub(super) fn three_card_clause(event: &three_card::Event) -> Clause {
    use three_card::Event as E;
    match *event {
        E::Collected { clause, .. }
        | E::Misdealt { clause }
        | E::Button { clause, .. }
        | E::Revealed { clause, .. }
        | E::Settled { clause, .. } => clause,
        _ => Clause::NONE,
    }
}

pub(super) fn poker_clause(event: &poker::Event) -> Clause {
    use poker::Event as E;
    match *event {
        E::Posted { clause, .. }
        | E::Collected { clause, .. }
        | E::Opened { clause, .. }
        | E::Returned { clause, .. }
        | E::Asked { clause, .. }
        | E::Shuffled { clause, .. }
        | E::Showdown { clause, .. }
        | E::Died { clause, .. }
        | E::Reported { clause, .. }
        | E::Awarded { clause, .. }
        | E::Voided { clause } => clause,
        _ => Clause::NONE,
    }
}
