//! What people do and report in a hand of Pan, and the facts that come of it.

use books::{Clause, Money};
use cards::Card;
use serde::{Deserialize, Serialize};

use super::group::Group;
use super::meld::Pay;
use crate::bank::Face;
use crate::seat::Seat;

/// Where the next card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Into a hand.
    Hand(Seat),
    /// Before the player who draws it, for everybody to see.
    Drawn(Seat),
    /// Onto the discard pile, to begin it.
    Pile,
}

/// What a hand waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waits {
    /// The next card.
    Card {
        /// Where it goes.
        place: Place,
        /// Which way up it lies; a card that lies face down may be dealt unseen.
        face: Face,
    },
    /// The discards under the top one to be shuffled into a new stock.
    Shuffle,
    /// Choices; [`super::Pan::allowed`] lists them.
    Choices,
    /// Nothing: it is over.
    Over,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PanChoice))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Play the hand.
    In,
    /// Leave the hand for the price of the top.
    Out,
    /// Draw from the stock.
    Draw,
    /// Take the top discard, to use it at once.
    Take,
    /// Let the opening redraw go.
    Pass,
    /// Make the player in turn add the top discard to a meld.
    Force,
    /// Lay down a new meld.
    Meld {
        /// All its cards.
        cards: Group,
        /// Which of them are borrowed from an own meld; none for most melds.
        #[serde(default = "none")]
        borrowed: Group,
        /// From which own meld they are borrowed, counted from 0.
        #[serde(default)]
        from: u8,
    },
    /// Add cards to an own meld.
    Add {
        /// The cards.
        cards: Group,
        /// To which meld, counted from 0.
        to: u8,
    },
    /// Divide an own meld to which something was added in this turn.
    Split {
        /// Which, counted from 0.
        meld: u8,
        /// The cards that make a meld of their own.
        cards: Group,
    },
    /// Put the drawn card on the discard pile unused.
    Decline,
    /// Put the drawn card into the hand, where a book allows that.
    Keep,
    /// Discard a hand card, which ends the turn.
    Discard(Card),
}

fn none() -> Group {
    Group::NONE
}

impl Choice {
    /// A new meld without borrowed cards.
    #[must_use]
    pub const fn meld(cards: Group) -> Choice {
        Choice::Meld { cards, borrowed: Group::NONE, from: 0 }
    }
}

/// A choice that is allowed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowed {
    /// Who may choose it.
    pub seat: Seat,
    /// The choice.
    pub choice: Choice,
    /// How many chips it pays from each other player who is in.
    pub chips: u16,
}

/// Something irregular that the dealer or the floor reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PanReport))]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// A hand has a wrong number of cards.
    WrongCount(Seat),
    /// A meld that was found to be none after the discard is not made good.
    FoulMeld(Seat),
    /// A drawn card was put into the hand.
    CardKept(Seat),
    /// Somebody drew out of turn.
    DrawnOutOfTurn {
        /// The card, if anybody saw it.
        card: Option<Card>,
    },
    /// The floor voids the hand.
    Void,
}

/// How a hand was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PanVictory))]
#[serde(rename_all = "kebab-case")]
pub enum Victory {
    /// With eleven cards in melds.
    WentOut,
    /// Everybody else declared out.
    LastIn,
    /// All other hands are foul.
    LastSound,
}

/// One fact of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PanEvent))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A player puts up the top.
    Topped {
        /// Who.
        seat: Seat,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A card is dealt into a hand.
    Dealt {
        /// To whom.
        seat: Seat,
        /// The card, if it is known.
        card: Option<Card>,
        /// Which way up it came.
        face: Face,
    },
    /// The lowest up card says who is first.
    First {
        /// Who.
        seat: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A player says whether he or she plays the hand.
    Declared {
        /// Who.
        seat: Seat,
        /// Whether the player is in.
        plays: bool,
    },
    /// The top card of the stock begins the discard pile.
    Opened {
        /// The card.
        card: Card,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A player asks for a card of the stock.
    Draws {
        /// Who.
        seat: Seat,
    },
    /// The drawn card.
    Drew {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A player takes the top discard.
    Took {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Another player forces the top discard on the player in turn.
    Forced {
        /// On whom.
        seat: Seat,
        /// Who called it.
        by: Seat,
        /// The card.
        card: Card,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A new meld is laid down.
    Melded {
        /// Whose.
        seat: Seat,
        /// All its cards.
        cards: Group,
        /// Those that came from another meld.
        #[serde(default = "none")]
        borrowed: Group,
        /// From which meld, counted from 0.
        #[serde(default)]
        from: u8,
    },
    /// Cards are added to a meld.
    Added {
        /// Whose.
        seat: Seat,
        /// Which meld, counted from 0.
        meld: u8,
        /// The cards.
        cards: Group,
    },
    /// A meld is divided; the cards that leave it are the player's last meld.
    Divided {
        /// Whose.
        seat: Seat,
        /// Which meld, counted from 0.
        meld: u8,
        /// The cards that leave it.
        cards: Group,
    },
    /// A card goes onto the discard pile.
    Discarded {
        /// Whose.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whether it was drawn and not used; else it comes from the hand and ends the turn.
        drawn: bool,
    },
    /// The drawn card goes into the hand.
    Kept {
        /// Whose.
        seat: Seat,
    },
    /// The opening player does not draw again.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// One player pays another.
    Paid {
        /// Who pays.
        from: Seat,
        /// Who collects.
        to: Seat,
        /// For what.
        pay: Pay,
        /// Whether it is paid again because the player is out.
        again: bool,
        /// What is due.
        due: Money,
        /// What is there to be paid.
        paid: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The discards but the top one are the new stock.
    Shuffled {
        /// The clause it rests on.
        clause: Clause,
    },
    /// A hand is foul.
    Fouled {
        /// Whose.
        seat: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A foul hand gives back what it collected.
    GaveBack {
        /// Who.
        from: Seat,
        /// To whom.
        to: Seat,
        /// What was collected.
        #[serde(default)]
        due: Money,
        /// How much of it is there to be given back.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A hand with a wrong number of cards is laid aside, and a fresh one is dealt.
    FreshHand {
        /// Whose.
        seat: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A card that was drawn out of turn and seen goes under the top discard.
    DrawnOutOfTurn {
        /// The card.
        card: Card,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A player buys chips while the hand is on.
    Bought {
        /// Who.
        seat: Seat,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A player wins the hand and takes the tops.
    Won {
        /// Who.
        seat: Seat,
        /// How.
        how: Victory,
        /// The tops.
        tops: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The hand is void; the tops go back.
    Voided {
        /// The clause it rests on.
        clause: Clause,
    },
}

impl Event {
    /// The clause the event rests on; [`Clause::NONE`] if it cites none.
    #[must_use]
    pub const fn clause(&self) -> Clause {
        match *self {
            Event::Topped { clause, .. }
            | Event::First { clause, .. }
            | Event::Opened { clause, .. }
            | Event::Forced { clause, .. }
            | Event::Paid { clause, .. }
            | Event::Shuffled { clause }
            | Event::Fouled { clause, .. }
            | Event::GaveBack { clause, .. }
            | Event::FreshHand { clause, .. }
            | Event::DrawnOutOfTurn { clause, .. }
            | Event::Bought { clause, .. }
            | Event::Won { clause, .. }
            | Event::Voided { clause } => clause,
            Event::Dealt { .. }
            | Event::Declared { .. }
            | Event::Draws { .. }
            | Event::Drew { .. }
            | Event::Took { .. }
            | Event::Melded { .. }
            | Event::Added { .. }
            | Event::Divided { .. }
            | Event::Discarded { .. }
            | Event::Kept { .. }
            | Event::Passed { .. } => Clause::NONE,
        }
    }
}
