//! What people may do in a round of any family, what the floor may report, and why something is refused.

use std::fmt;

use books::{Clause, Money};
use serde::{Deserialize, Serialize};

use crate::seat::{Party, Seat};
use crate::{blackjack, double_hand, poker, refusal, three_card};

/// What somebody does when a round waits for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// In blackjack.
    Blackjack(blackjack::Choice),
    /// In double-hand poker.
    DoubleHand(double_hand::Choice),
    /// In Three Card Poker.
    ThreeCard(three_card::Choice),
    /// In poker.
    Poker(poker::Choice),
}

/// A choice that is open to somebody now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// Who may choose it: a place in the list of bets, the bank, or in poker the number of the seat.
    pub who: Party,
    /// The choice, with the smallest amount where it has one, and with the first of the cards where
    /// some have to be picked.
    pub choice: Choice,
    /// The smallest amount; what it costs where there is nothing to decide.
    pub least: Money,
    /// The largest amount.
    pub most: Money,
    /// The least and the most cards that are to be picked for a discard or a draw, or entered for a hand that
    /// lies unseen.
    pub cards: (u8, u8),
}

/// Something irregular that the dealer or the floor reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// In blackjack: the floor voids a spot's hands, or the whole round.
    Void {
        /// The spot; nothing for the whole round.
        spot: Option<Seat>,
        /// Whether dropped fees go back.
        fees_returned: bool,
    },
    /// In blackjack, beside voiding.
    Blackjack(blackjack::Report),
    /// In double-hand poker.
    DoubleHand(double_hand::Report),
    /// In Three Card Poker.
    ThreeCard(three_card::Report),
    /// In poker.
    Poker(poker::Irregularity),
}

/// Why a choice, a card or a report is refused; the round is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause that forbids it; [`Clause::NONE`] if it is not a matter of the filing.
    pub clause: Clause,
    /// What stands in the way, as a sentence without a full stop.
    pub what: String,
}

impl Refusal {
    pub(super) fn not_in_this_game() -> Refusal {
        Refusal { clause: Clause::NONE, what: "this game does not know that".to_owned() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Refusal {}

impl From<refusal::Refusal> for Refusal {
    fn from(refusal: refusal::Refusal) -> Refusal {
        Refusal { clause: refusal.clause, what: refusal.to_string() }
    }
}

impl From<poker::Refusal> for Refusal {
    fn from(refusal: poker::Refusal) -> Refusal {
        Refusal { clause: refusal.clause, what: refusal.to_string() }
    }
}

const NO_CARDS: (u8, u8) = (0, 0);

impl From<blackjack::Allowed> for Offer {
    fn from(allowed: blackjack::Allowed) -> Offer {
        use blackjack::Choice as C;
        let least = match allowed.choice {
            C::Double(least) | C::Insure(least) | C::Follow(least) | C::Side(least) => least,
            _ => allowed.most,
        };
        let choice = Choice::Blackjack(allowed.choice);
        Offer { who: allowed.who, choice, least, most: allowed.most, cards: NO_CARDS }
    }
}

impl From<double_hand::Allowed> for Offer {
    fn from(allowed: double_hand::Allowed) -> Offer {
        use double_hand::Choice as C;
        let least = match allowed.choice {
            C::Change(least) | C::Stake(least) => least,
            _ => allowed.most,
        };
        let cards = match allowed.choice {
            C::Turn(_) | C::Show { .. } => (7, 7),
            _ => NO_CARDS,
        };
        let choice = Choice::DoubleHand(allowed.choice);
        Offer { who: allowed.who, choice, least, most: allowed.most, cards }
    }
}

impl From<three_card::Allowed> for Offer {
    fn from(allowed: three_card::Allowed) -> Offer {
        let choice = Choice::ThreeCard(allowed.choice);
        Offer { who: allowed.who, choice, least: allowed.amount, most: allowed.amount, cards: NO_CARDS }
    }
}

impl From<poker::Allowed> for Offer {
    fn from(allowed: poker::Allowed) -> Offer {
        use poker::{Choice as C, Offer as O, Which};
        let zero = Money::ZERO;
        let (choice, least, most, cards) = match allowed.offer {
            O::Fold => (C::Fold, zero, zero, NO_CARDS),
            O::Check => (C::Check, zero, zero, NO_CARDS),
            O::Call(adds) => (C::Call, adds, adds, NO_CARDS),
            O::Bet { least, most } => (C::Bet(least), least, most, NO_CARDS),
            O::Raise { least, most } => (C::Raise(least), least, most, NO_CARDS),
            O::Discard(count) => (C::Discard(Which::first(count)), zero, zero, (count, count)),
            O::Draw(most) => (C::Draw(Which::NONE), zero, zero, (0, most)),
            O::Show => (C::Show, zero, zero, NO_CARDS),
            O::Muck => (C::Muck, zero, zero, NO_CARDS),
        };
        Offer { who: Party(allowed.seat.number()), choice: Choice::Poker(choice), least, most, cards }
    }
}
