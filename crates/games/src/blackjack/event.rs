//! Everything that happens in a blackjack round, as facts in order; its state is their fold.

use books::rates::Stage;
use books::{Clause, Money};
use cards::Card;
use serde::{Deserialize, Serialize};

use super::choice::Choice;
use crate::bank::{Face, Place, Verdict};
use crate::seat::{Party, Seat};

/// What a wager is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BlackjackWager))]
#[serde(rename_all = "kebab-case")]
pub enum WagerKind {
    /// The opening wager of a hand.
    Base,
    /// The wager on the new hand of a split.
    Split,
    /// What doubling added.
    Double,
    /// Insurance against the bank's Natural.
    Insurance,
    /// That the bank's hand goes over.
    Buster,
    /// On the player's own cards.
    Bonus,
}

/// One fact of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BlackjackEvent))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The banker puts up the stake.
    Staked {
        /// How much.
        amount: Money,
    },
    /// Somebody puts down a wager.
    Wagered {
        /// Whose money it is.
        who: Party,
        /// The spot it is on.
        spot: Seat,
        /// The hand it is on.
        hand: u8,
        /// What it is on.
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
        /// When.
        #[serde(with = "crate::text::stage")]
        stage: Stage,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A card is dealt; nothing stands for a card that lies face down unseen.
    Dealt {
        /// Where it goes.
        place: Place,
        /// The card, if it is known.
        card: Option<Card>,
        /// Which way up it lies.
        face: Face,
    },
    /// Somebody chooses.
    Chose {
        /// Who.
        who: Party,
        /// For which spot.
        spot: Seat,
        /// For which hand.
        hand: u8,
        /// What.
        choice: Choice,
    },
    /// The dealer has looked at the bank's down card.
    Looked {
        /// Whether it makes a Natural.
        natural: bool,
    },
    /// A player's Natural has won and its cards are cleared.
    Cleared {
        /// The spot.
        spot: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The bank's down card is turned up.
    Turned {
        /// The card.
        card: Card,
    },
    /// The action button shows where settlement starts.
    Button {
        /// The seat that is settled first.
        seat: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A wager is settled.
    Settled {
        /// Whose wager.
        who: Party,
        /// The spot it is on.
        spot: Seat,
        /// The hand it is on.
        hand: u8,
        /// What it is on.
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
    /// The house pays a bonus out of its promotion money.
    Bonus {
        /// Who gets it.
        who: Party,
        /// For which spot.
        spot: Seat,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The floor voids a hand or the whole round.
    Voided {
        /// The spot whose hands are void; nothing for the whole round.
        spot: Option<Seat>,
        /// Whether dropped fees go back.
        fees_returned: bool,
    },
    /// The bank's down card was seen early and stays open; nobody may insure any more.
    HoleExposed {
        /// The card.
        card: Card,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A card that was drawn to a hand which has to stand is put away.
    Burned {
        /// The spot.
        spot: Seat,
        /// The card.
        card: Card,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The banker takes back the stake with what was won and without what was lost.
    Closed {
        /// How much goes back.
        amount: Money,
    },
}
