//! Everything that happens in a hand, as facts in order. The state of a hand is the fold of its events.

use books::{Clause, Money};
use cards::{Card, CardSet};
use serde::{Deserialize, Serialize};

use super::irregularity::Irregularity;
use crate::seat::Seat;

/// Some of a hand's private cards, as a number with one bit for each: 1 is the first card dealt, 2 the second, 4 the
/// third, and 5 the first and the third.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Which(u8);

impl Which {
    /// None of them.
    pub const NONE: Which = Which(0);

    /// One card, counted from 0.
    #[must_use]
    pub const fn one(card: u8) -> Which {
        Which(1 << card)
    }

    /// The first so many.
    #[must_use]
    pub const fn first(count: u8) -> Which {
        Which(((1_u16 << count) - 1) as u8)
    }

    /// These and one more.
    #[must_use]
    pub const fn and(self, card: u8) -> Which {
        Which(self.0 | 1 << card)
    }

    /// The cards whose bit is set, the first dealt lowest.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Which {
        Which(bits)
    }

    /// One bit for each card, the first dealt lowest.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether a card, counted from 0, is among them.
    #[must_use]
    pub const fn contains(self, card: u8) -> bool {
        self.0 & (1 << card) != 0
    }
}

/// What somebody does when the hand waits for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PokerChoice))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Give up the hand.
    Fold,
    /// Stay in without betting.
    Check,
    /// Match the bet, or go all in for less.
    Call,
    /// Open the betting with so much.
    Bet(Money),
    /// Raise to so much in all.
    Raise(Money),
    /// Throw private cards away.
    Discard(Which),
    /// Exchange private cards; none of them is to stand pat.
    Draw(Which),
    /// Show the hand.
    Show,
    /// Throw the hand in unseen.
    Muck,
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PokerPlace))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// To a player, face down.
    Private(Seat),
    /// Onto the board, face up.
    Board,
    /// Away unseen.
    Burn,
}

/// What a player puts in before the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PostKind {
    /// The blind of the button.
    ButtonBlind,
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// A live big blind to be dealt in.
    Entry,
    /// A live post of twice the big blind to be dealt in.
    Straddle,
    /// The live post that makes a pot a killed one.
    Kill,
    /// An ante, matched by all.
    Ante,
    /// Dead money, which counts toward no bet.
    Dead,
}

/// Out of what a fee is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FeeFrom {
    /// The pot, the main pot first.
    Pot,
    /// The small blind's money in the pot.
    SmallBlind,
    /// The blind, before the deal.
    Blind,
}

/// Which fee is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FeeKind {
    /// The fee of the hand.
    Hand,
    /// Modified fee (a): the hand ended early, with action.
    EndedEarly,
    /// Modified fee (b): a bet was made late in the hand.
    LateBet,
    /// The fee of a half hour.
    Time,
    /// The jackpot fee.
    Jackpot,
}

/// Which part of a pot is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PotPart))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// All of it.
    Whole,
    /// The high half.
    High,
    /// The low half.
    Low,
}

/// Why a hand is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeadHand {
    /// Nothing was thrown away when asked.
    NoDiscard,
    /// Too many cards were thrown away.
    TooManyDiscards,
    /// The player acted on a joker.
    Joker,
    /// The hand has a wrong number of cards.
    WrongCount,
    /// A card left the table.
    OffTable,
    /// Nobody guarded it.
    Unprotected,
    /// The player looked at cards before posting what was owed.
    LookedBeforePosting,
    /// The floor ruled so.
    Floor,
}

impl DeadHand {
    /// Every reason.
    pub const ALL: [DeadHand; 8] = [
        DeadHand::NoDiscard,
        DeadHand::TooManyDiscards,
        DeadHand::Joker,
        DeadHand::WrongCount,
        DeadHand::OffTable,
        DeadHand::Unprotected,
        DeadHand::LookedBeforePosting,
        DeadHand::Floor,
    ];
}

/// One fact of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PokerEvent))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A player posts before the cards.
    Posted {
        /// Who.
        seat: Seat,
        /// What.
        post: PostKind,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A fee goes into the drop, or into the jackpot's box.
    Collected {
        /// Which fee.
        fee: FeeKind,
        /// Out of what.
        from: FeeFrom,
        /// How much.
        amount: Money,
        /// How much of the filed fee is waived because there was no more to take.
        waived: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A street begins; its cards come next.
    Began {
        /// Which one, from 0.
        street: u8,
    },
    /// A card is dealt.
    Dealt {
        /// Where it goes.
        place: Place,
        /// The card, if it is known.
        card: Option<Card>,
    },
    /// The betting of the street opens.
    Opened {
        /// Who acts first, if anybody has to.
        seat: Option<Seat>,
        /// The clause it rests on.
        clause: Clause,
    },
    /// Somebody chooses.
    Chose {
        /// Who.
        seat: Seat,
        /// What.
        choice: Choice,
        /// What it adds to the pot.
        adds: Money,
    },
    /// Money that nobody matched, or that a rule gives back, returns to its owner.
    Returned {
        /// To whom.
        seat: Seat,
        /// How much; less than nothing for a blind that had come back and is put in again for a new deal.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The betting of the street is over and its bets are in the pot.
    Closed,
    /// Players are asked to throw cards away.
    Asked {
        /// How many cards each.
        cards: u8,
        /// The clause it rests on.
        clause: Clause,
    },
    /// Cards go back into the deck, which is shuffled.
    Shuffled {
        /// The cards that go back, where they are known.
        #[serde(with = "super::text::card_set")]
        back: CardSet,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The showdown begins.
    Showdown {
        /// Who shows first.
        seat: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A private card that lay unseen is turned up.
    Turned {
        /// Whose.
        seat: Seat,
        /// Which of the private cards, from 0.
        place: u8,
        /// The card.
        card: Card,
    },
    /// A hand is shown.
    Showed {
        /// Whose.
        seat: Seat,
    },
    /// A hand is thrown in unseen.
    Mucked {
        /// Whose.
        seat: Seat,
    },
    /// A hand is dead; its money stays in.
    Died {
        /// Whose.
        seat: Seat,
        /// Why.
        why: DeadHand,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The dealer or the floor reports something irregular.
    Reported {
        /// What.
        what: Irregularity,
        /// The clause that says what happens next.
        clause: Clause,
    },
    /// A player gets a pot or a part of it.
    Awarded {
        /// Which pot, the main pot being 0.
        pot: u8,
        /// Which part of it.
        part: Part,
        /// Who.
        seat: Seat,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The hand is void; nobody wins and bets have gone back.
    Voided {
        /// The clause it rests on.
        clause: Clause,
    },
    /// The hand is over.
    Ended,
}
