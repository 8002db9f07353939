//! What people do and report in a three-card round, and the facts that come of it.

use books::{Clause, Money};
use cards::Card;
use serde::{Deserialize, Serialize};

use crate::bank::{Face, Place, Verdict};
use crate::seat::{Party, Seat};

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waits {
    /// The next card, for that place; the first unseen one of it is turned up if its cards lie there already.
    Card {
        /// Where it goes or lies.
        place: Place,
        /// Which way up it lies when all stacks are delivered; a card that goes face down may be dealt unseen.
        face: Face,
    },
    /// The choice of one player; [`super::ThreeCard::allowed`] lists what is allowed.
    Choice(Party),
    /// Nothing: it is over.
    Over,
}

/// What a player does after looking at the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ThreeCardChoice))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Add the play wager.
    Play,
    /// Give up the ante.
    Fold,
    /// Put this much on a wager's area; only a play wager equal to the ante may still come after the deal.
    Put {
        /// On which area.
        wager: WagerKind,
        /// How much.
        amount: Money,
    },
}

/// A choice that is allowed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowed {
    /// Who may choose it.
    pub who: Party,
    /// The choice.
    pub choice: Choice,
    /// What it costs.
    pub amount: Money,
}

/// A wager of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ThreeCardWager))]
#[serde(rename_all = "kebab-case")]
pub enum WagerKind {
    /// The ante.
    Ante,
    /// The play wager, equal to the ante.
    Play,
    /// On the player's own three cards.
    PairPlus,
    /// On the player's and the bank's six cards.
    SixCard,
}

/// Something that went wrong and is reported by the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ThreeCardReport))]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// A player's stack has a wrong number of cards, or one of its cards was seen.
    WrongStack(Seat),
    /// The bank's stack has a wrong number of cards.
    WrongBankStack,
    /// A foreign, double or missing card, or the machine failed.
    BadDeck,
}

/// One fact of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ThreeCardEvent))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The banker puts up the stake.
    Staked {
        /// How much.
        amount: Money,
    },
    /// Somebody puts down a wager.
    Wagered {
        /// Whose.
        who: Party,
        /// At which seat.
        seat: Seat,
        /// On what.
        wager: WagerKind,
        /// How much.
        amount: Money,
    },
    /// A fee goes into the drop.
    Collected {
        /// Who pays it.
        who: Party,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A card is dealt.
    Dealt {
        /// Where it goes.
        place: Place,
        /// The card, if it is known.
        card: Option<Card>,
        /// Which way up it lies when all stacks are delivered.
        face: Face,
    },
    /// The first card that lies unseen in a hand is turned up.
    Turned {
        /// Where it lies.
        place: Place,
        /// The card.
        card: Card,
    },
    /// The deal is void and all is dealt again.
    Misdealt {
        /// The clause it rests on.
        clause: Clause,
    },
    /// The bank's card is turned up and places the action button.
    Button {
        /// The card.
        card: Card,
        /// The seat that is settled first.
        seat: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A player plays or folds.
    Chose {
        /// Who.
        who: Party,
        /// At which seat.
        seat: Seat,
        /// What.
        choice: Choice,
    },
    /// The bank's other cards are turned up.
    Revealed {
        /// Whether the bank's hand qualifies.
        qualifies: bool,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A wager is settled.
    Settled {
        /// Whose.
        who: Party,
        /// At which seat.
        seat: Seat,
        /// On what.
        wager: WagerKind,
        /// What became of it.
        verdict: Verdict,
        /// The wager itself.
        amount: Money,
        /// What the bank would pay or take if its money reached that far.
        due: Money,
        /// What the bank pays.
        paid: Money,
        /// What the bank takes.
        collected: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The banker takes back the stake with what was won and without what was lost.
    Closed {
        /// How much goes back.
        amount: Money,
    },
}
