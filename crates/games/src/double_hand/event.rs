//! What people do and report in a double-hand round, and the facts that come of it.

use books::{Clause, Money};
use cards::{Card, CardSet};
use serde::{Deserialize, Serialize};

use crate::bank::Verdict;
use crate::seat::{Party, Seat};

/// The house dealer, who calls betting closed and opens hands, and never decides anything.
pub const DEALER: Party = Party::DEALER;

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PilePlace))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// One of the piles at table centre, from 1.
    Pile(u8),
    /// The same pile, in place of a card that was boxed or exposed.
    Replacement(u8),
}

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waits {
    /// The next card, face down, for that place; it may be dealt unseen.
    Card(Place),
    /// Choices, of one person or of several at once; [`super::DoubleHand::allowed`] lists them.
    Choices,
    /// Nothing: it is over.
    Over,
}

/// What somebody does when the round waits for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DoubleHandChoice))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The bank chooses the pile that goes out first, from 1.
    Pile(u8),
    /// A bettor changes the amount of a wager that is down.
    Change(Money),
    /// The bank changes its stake.
    Stake(Money),
    /// The house dealer calls betting closed.
    NoMoreBets,
    /// The dice are opened and show this sum.
    Dice(u8),
    /// Somebody who bet on several spots picks the one hand to look at: this bet's.
    Look,
    /// A hand is set with these two cards in front.
    Set(#[serde(with = "card_list")] CardSet),
    /// A hand whose cards nobody has entered is set by hand.
    SetUnseen,
    /// A hand is set the house way.
    HouseWay,
    /// The bank confirms its setting.
    Confirm,
    /// The house dealer turns up a hand that lies unseen and enters its cards: the bank's, or the next one
    /// that was set the house way.
    Turn(#[serde(with = "card_list")] CardSet),
    /// The house dealer turns up the next hand, which lies unseen, and enters its cards as they were set.
    Show {
        /// The cards in front.
        #[serde(with = "card_list")]
        front: CardSet,
        /// The cards in back.
        #[serde(with = "card_list")]
        back: CardSet,
    },
    /// The house dealer opens and settles the next hand.
    Open,
    /// A player asks to give the hand up, which no filing allows.
    Surrender,
    /// A player says that money not on the spot plays, as in "money covers", which no filing allows.
    CallBet(Money),
    /// Somebody wants a wager on anything but a spot's hand, which no filing allows.
    SideBet(Money),
}

/// A choice that is allowed now; one with an amount has bounds, and one that enters cards stands without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowed {
    /// Who may choose it.
    pub who: Party,
    /// The choice, with the smallest amount where it has one.
    pub choice: Choice,
    /// The largest amount; nothing where there is no amount.
    pub most: Money,
}

/// Something that went wrong and is reported by the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DoubleHandReport))]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// A card of the deal was seen.
    Exposed(Card),
    /// A card of the deal lay the wrong way up in the deck.
    Boxed(Card),
    /// A card was seen in this pile, from 1, which lies unseen.
    ExposedIn {
        /// The card.
        card: Card,
        /// The pile.
        pile: u8,
    },
    /// A card lay the wrong way up in this pile, from 1, which lies unseen.
    BoxedIn {
        /// The card.
        card: Card,
        /// The pile.
        pile: u8,
    },
    /// So many cards are left after the deal.
    Left(u8),
    /// Two identical cards have turned up.
    IdenticalCards,
    /// The same, and the supervisor records that the fees of what is void go back.
    IdenticalCardsRefunded,
    /// The pile of that seat has a wrong number of cards.
    WrongCount(Seat),
    /// Somebody picked up a hand out of order.
    OutOfOrder(Seat),
    /// The bank's hand was seen before all hands were set.
    BankSeen,
    /// The bank directed a foul setting.
    BankFoul,
    /// An unprotected hand touched other cards.
    Contact(Seat),
    /// Somebody cheated with the hand of that seat.
    Cheating(Seat),
    /// A wager is found to be smaller than it was taken for.
    ShortWager {
        /// Whose.
        who: Party,
        /// What really lies there.
        amount: Money,
    },
    /// Somebody took back a losing wager whose size nobody knows.
    LosingWagerRemoved(Party),
    /// Somebody picked up a winning wager whose size nobody knows.
    WinningWagerRemoved(Party),
    /// The dealer set a house-way hand wrongly.
    HouseWayError {
        /// Whose hand.
        seat: Seat,
        /// Whether its cards could be recovered.
        recovered: bool,
    },
    /// The dealer misread a hand.
    Misread {
        /// Whose hand.
        seat: Seat,
        /// Whether its cards could be recovered.
        recovered: bool,
    },
}

/// Who set a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SetBy {
    /// The person whose choice it is.
    Own,
    /// The house dealer, the house way.
    HouseWay,
}

/// One fact of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DoubleHandEvent))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The banker's stake is this much now.
    Staked {
        /// How much lies there in all.
        amount: Money,
    },
    /// A bettor's wager is this much now.
    Wagered {
        /// Whose.
        who: Party,
        /// The spot it is on.
        spot: Seat,
        /// How much lies there in all.
        amount: Money,
        /// The clause, if it was not simply put down.
        clause: Clause,
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
    /// A fee, or a part of one, comes back out of the drop because a wager was made smaller.
    FeeReturned {
        /// Who gets it.
        who: Party,
        /// How much.
        amount: Money,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A card is dealt face down.
    Dealt {
        /// Where it goes.
        place: Place,
        /// The card, if it is known.
        card: Option<Card>,
    },
    /// A card of the deal is boxed or exposed and will be replaced.
    Spoiled {
        /// The card.
        card: Card,
        /// The pile it lay in, from 1.
        pile: u8,
        /// The clause it rests on.
        clause: Clause,
    },
    /// The deal is void; wagers stay and all is dealt again.
    Misdealt {
        /// The clause it rests on.
        clause: Clause,
    },
    /// The bank has marked a pile.
    PileChosen {
        /// Which, from 1.
        pile: u8,
    },
    /// Betting is closed.
    BettingClosed,
    /// The dice show a sum, and the marked pile goes to that seat.
    Rolled {
        /// The sum.
        sum: u8,
        /// The seat with the action button.
        seat: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// Somebody looks at the hand of a spot, and at no other.
    Looked {
        /// By which bet.
        who: Party,
        /// The spot.
        spot: Seat,
    },
    /// A hand is set.
    Set {
        /// The seat whose hand it is.
        seat: Seat,
        /// The two cards in front.
        #[serde(with = "card_list")]
        front: CardSet,
        /// Who set it.
        by: SetBy,
        /// The clause it rests on: of the chart's row where it is the house way.
        clause: Clause,
    },
    /// A hand is set whose cards nobody has entered.
    SetUnseen {
        /// The seat whose hand it is.
        seat: Seat,
        /// Who set it.
        by: SetBy,
        /// The clause it rests on.
        clause: Clause,
    },
    /// A hand that lay unseen is turned up.
    Turned {
        /// The seat whose hand it is.
        seat: Seat,
        /// All its cards.
        #[serde(with = "card_list")]
        cards: CardSet,
    },
    /// The bank's hand is turned up.
    BankOpened,
    /// The bank's setting is final.
    Confirmed,
    /// A player's hand is turned up.
    Opened {
        /// The spot.
        spot: Seat,
    },
    /// A wager is settled; of a joint wager this is the whole.
    Settled {
        /// Whose wager, its first partner's if it is a joint one.
        who: Party,
        /// The spot it is on.
        spot: Seat,
        /// What became of it.
        verdict: Verdict,
        /// The money that lay there.
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
    /// A hand is foul whatever its cards are.
    Fouled {
        /// Whose.
        seat: Seat,
        /// The clause it rests on.
        clause: Clause,
    },
    /// What was settled in this deal is undone.
    Undone {
        /// The clause it rests on.
        clause: Clause,
    },
    /// The floor has ruled, and nothing moves.
    Ruled {
        /// The clause it rests on.
        clause: Clause,
    },
    /// The banker takes back the stake with what was won and without what was lost.
    Closed {
        /// How much goes back.
        amount: Money,
    },
}

/// Cards as a list.
mod card_list {
    use cards::{Card, CardSet};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(super) fn serialize<S: Serializer>(cards: &CardSet, serializer: S) -> Result<S::Ok, S::Error> {
        cards.iter().collect::<Vec<Card>>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        Ok(Vec::<Card>::deserialize(deserializer)?.into_iter().collect())
    }
}
