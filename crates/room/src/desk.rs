//! What the staff do at their desks beside the cards: chips that somebody is asked to bring, disputes, who deals, rounds that
//! are entered afterwards, and cards that the shoe cannot hold.

use books::Money;
use cards::Card;
use games::Seat;
use serde::{Deserialize, Serialize};

use crate::PersonId;

/// Chips that the staff ask somebody to bring out of their wallet; nothing moves before that person agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "bring", rename_all = "kebab-case")]
pub enum Bring {
    /// To an empty seat.
    Sit {
        /// Which seat.
        seat: Seat,
        /// How much.
        amount: Money,
    },
    /// To a place behind the seats.
    StandBehind {
        /// How much.
        amount: Money,
    },
    /// To the chips that they have there.
    AddChips {
        /// How much.
        amount: Money,
    },
}

/// Somebody who was asked to bring chips and has not answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ConsentAwaited {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// What they are asked to bring.
    pub bring: Bring,
    /// Who of the staff asks.
    pub by: PersonId,
}

/// Something that people at a table disagree about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Dispute {
    /// Its number: that of the event with which it was opened.
    pub dispute: u64,
    /// About which round of the table, if about one.
    #[serde(default)]
    pub round: Option<u64>,
    /// Who is concerned.
    pub people: Vec<PersonId>,
    /// What it is about, in words.
    pub words: String,
    /// Who opened it.
    pub by: PersonId,
}

/// The house dealer who has signed in at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SignedIn {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
}

/// What the floor has corrected of one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CorrectedRound {
    /// Which round.
    pub(crate) round: u64,
    /// How much in all.
    pub(crate) sum: Money,
    /// The events that did it.
    pub(crate) events: Vec<u64>,
}

/// The cards of a real shoe that were entered since it was new.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counted {
    /// How often each was entered.
    pub(crate) cards: Vec<(Card, u8)>,
    /// The first one that the shoe cannot hold so often.
    #[serde(default)]
    pub(crate) impossible: Option<Card>,
    /// Whether the cut card is out.
    #[serde(default)]
    pub(crate) is_out: bool,
}

/// The count of a real shoe, for the dealer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShoeCount {
    /// How many decks it holds.
    pub decks: u8,
    /// How many cards were entered since it was new.
    pub entered: u32,
    /// How many it holds in all.
    pub cards: u32,
    /// The first card that was entered more often than the shoe holds it.
    pub impossible: Option<Card>,
    /// Whether the cut card is out: the next round begins with a new shoe.
    pub is_cut_card_out: bool,
}

/// What is known of a round that is corrected. The room fills it in from its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KnownRound {
    /// Who had money in it.
    pub people: Vec<PersonId>,
    /// How much moved in it: what was put down, and what the bank paid.
    pub moved: Money,
    /// From which amount on a second person is needed, as for exchanges at the cage; nothing if none is.
    #[serde(default)]
    pub large_from: Option<Money>,
}

/// What happens at the desks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "desk", rename_all = "kebab-case")]
pub enum AtDesk {
    /// The staff ask somebody to bring chips out of their wallet.
    ConsentAsked {
        /// Whom, what, and by whom.
        #[serde(flatten)]
        asked: ConsentAwaited,
    },
    /// Somebody agrees, and brings them.
    ConsentGiven {
        /// Who.
        person: PersonId,
        /// Who of the staff had asked.
        by: PersonId,
    },
    /// Somebody does not, or the staff ask no more.
    ConsentRefused {
        /// Who was asked.
        person: PersonId,
    },
    /// The floor opens a dispute.
    DisputeOpened {
        /// What about.
        #[serde(flatten)]
        dispute: Dispute,
    },
    /// A dispute is settled, by the ruling or the correction before this.
    DisputeSettled {
        /// Its number.
        dispute: u64,
        /// By whom.
        by: PersonId,
    },
    /// A house dealer signs in.
    DealerSignedIn {
        /// Who.
        #[serde(flatten)]
        dealer: SignedIn,
    },
    /// A house dealer signs out.
    DealerSignedOut {
        /// Who.
        #[serde(flatten)]
        dealer: SignedIn,
    },
    /// Rounds that were played without the tablet are entered from here on, or no longer.
    LateEntry {
        /// Whether they are.
        is_on: bool,
        /// By whom.
        by: PersonId,
    },
    /// The deck of a game with one was changed for another.
    DeckChanged {
        /// By whom.
        by: PersonId,
    },
    /// The cards that the players drew for the button of a new game.
    ButtonDrawn {
        /// One for each player, by seat.
        drawn: Vec<(Seat, Card)>,
    },
    /// A card was entered more often than the shoe holds it: something was mistyped, or the shoe is fouled.
    ImpossibleCard {
        /// Which.
        card: Card,
        /// How often it was entered since the shoe was new.
        entered: u8,
        /// How often the shoe holds it.
        held: u8,
    },
}

impl AtDesk {
    /// Whom it concerns besides the staff, where it is nobody else's business.
    #[must_use]
    pub fn is_between_staff_and(&self) -> Option<PersonId> {
        match self {
            AtDesk::ConsentAsked { asked } => Some(asked.person),
            AtDesk::ConsentGiven { person, .. } | AtDesk::ConsentRefused { person } => Some(*person),
            AtDesk::DisputeOpened { .. }
            | AtDesk::DisputeSettled { .. }
            | AtDesk::DealerSignedIn { .. }
            | AtDesk::DealerSignedOut { .. }
            | AtDesk::LateEntry { .. }
            | AtDesk::DeckChanged { .. }
            | AtDesk::ButtonDrawn { .. }
            | AtDesk::ImpossibleCard { .. } => None,
        }
    }
}
