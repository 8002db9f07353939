//! Why a choice or a card is refused in a banked round.

use std::fmt;

use books::{Clause, Money};
use cards::Card;
use strum::{IntoStaticStr, VariantNames};

/// Why a choice, a card or a report was refused; the round is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RefusalOf<R> {
    /// The clause that forbids it; [`Clause::NONE`] if it is not a matter of the filing.
    pub clause: Clause,
    /// What stands in the way, in the words of a family.
    pub reason: R,
}

impl<R> RefusalOf<R> {
    /// A refusal that rests on a clause.
    #[must_use]
    pub const fn new(reason: R, clause: Clause) -> RefusalOf<R> {
        RefusalOf { clause, reason }
    }
}

impl<R: fmt::Display> fmt::Display for RefusalOf<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<R: fmt::Debug + fmt::Display> std::error::Error for RefusalOf<R> {}

/// A refusal in a banked round.
pub type Refusal = RefusalOf<Reason>;

/// What stands in the way of a choice or a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// The round is over.
    RoundOver,
    /// The round waits for a card.
    CardExpected,
    /// The round waits for a choice, not for a card.
    ChoiceExpected,
    /// Somebody else is to act.
    NotYourTurn,
    /// There is nobody of that name in the round.
    NobodyThere,
    /// This game does not know that choice.
    NotInThisGame,
    /// The total is so low that the hand must take a card.
    MustHit,
    /// The total is so high that the hand must stand.
    MustStand,
    /// The hand is finished.
    HandFinished,
    /// The hands of that spot are void already.
    AlreadyVoid,
    /// The hand of that spot is foul already.
    AlreadyFoul,
    /// A Natural can only stand.
    NaturalStands,
    /// A hand with a joker can only stand.
    JokerStands,
    /// The bank's joker has frozen all hands.
    Frozen,
    /// The bank has a Natural, so nobody plays on.
    BankNatural,
    /// Only a hand of two cards may do that.
    TwoCardsOnly,
    /// Only the two opening cards may do that, as the first decision.
    OpeningOnly,
    /// A hand that comes from a split may not do that.
    NotAfterSplit,
    /// Split aces get one card each.
    SplitAces,
    /// The two cards do not make a pair that may be split.
    NotAPair,
    /// The hand was split as often as it may be.
    NoMoreSplits,
    /// A further split of ten-value cards asks for the suit of the original card.
    SuitNeeded,
    /// The total is too high to give up.
    TooHighToSurrender,
    /// A later seat has acted.
    TooLate,
    /// It has to be down before the first card.
    BeforeDealOnly,
    /// It is not offered.
    NotOffered,
    /// The amount is not within what is allowed.
    Amount {
        /// The smallest amount.
        least: Money,
        /// The largest amount.
        most: Money,
    },
    /// The amount is not a whole number of the smallest chips.
    WholeChips(Money),
    /// There is not enough money behind.
    NotEnoughMoney,
    /// The deck has no such card, or no further one.
    NoSuchCard(Card),
    /// What the dealer saw under the up card does not allow that card.
    ContradictsLook(Card),
    /// The card may not be hidden.
    MustBeShown,
    /// The cards of the hand have not been entered.
    HandUnseen,
    /// The cards of the hand are known and need not be entered.
    HandKnown,
    /// The cards in front must be named.
    FrontNeeded,
    /// This card is known to be in the hand.
    HandHolds(Card),
    /// A hand is entered whole, with this many cards.
    WholeHand(u8),
    /// The pile in which the card lies must be named.
    PileNeeded,
}

impl Reason {
    /// Whether it follows from what a round is, whatever a filing says: the list of reasons that need no clause.
    #[must_use]
    pub const fn is_system(self) -> bool {
        matches!(
            self,
            Reason::RoundOver
                | Reason::CardExpected
                | Reason::ChoiceExpected
                | Reason::NobodyThere
                | Reason::NotInThisGame
                | Reason::AlreadyVoid
                | Reason::AlreadyFoul
                | Reason::MustBeShown
                | Reason::HandHolds(_)
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Reason::RoundOver => "the round is over",
            Reason::CardExpected => "a card comes first",
            Reason::ChoiceExpected => "a choice comes before the next card",
            Reason::NotYourTurn => "it is somebody else's turn",
            Reason::NobodyThere => "nobody of that name has money in this round",
            Reason::NotInThisGame => "this game does not know that choice",
            Reason::MustHit => "a total this low must take a card",
            Reason::MustStand => "a total this high must stand",
            Reason::HandFinished => "the hand is finished",
            Reason::AlreadyVoid => "that hand is void already",
            Reason::AlreadyFoul => "that hand is foul already",
            Reason::NaturalStands => "a Natural can only stand",
            Reason::JokerStands => "a hand with a joker can only stand",
            Reason::Frozen => "the bank's joker freezes every hand",
            Reason::BankNatural => "the bank has a Natural",
            Reason::TwoCardsOnly => "only a hand of two cards may do that",
            Reason::OpeningOnly => "only the two opening cards may do that, as the first decision",
            Reason::NotAfterSplit => "a hand from a split may not do that",
            Reason::SplitAces => "split aces get one card each",
            Reason::NotAPair => "these two cards may not be split",
            Reason::NoMoreSplits => "this hand was split as often as it may be",
            Reason::SuitNeeded => "this split needs a card of the original card's suit",
            Reason::TooHighToSurrender => "the total is too high to give up",
            Reason::TooLate => "a later seat has already acted",
            Reason::BeforeDealOnly => "that wager has to be down before the first card",
            Reason::NotOffered => "that is not offered now",
            Reason::Amount { least, most } if least == most => {
                return write!(f, "the amount must be {least}");
            }
            Reason::Amount { least, most } => {
                return write!(f, "the amount must be from {least} to {most}");
            }
            Reason::WholeChips(chip) => return write!(f, "the amount must be a multiple of {chip}"),
            Reason::NotEnoughMoney => "there is not enough money behind",
            Reason::NoSuchCard(card) => return write!(f, "the deck has no {card} left"),
            Reason::ContradictsLook(card) => {
                return write!(f, "{card} cannot be the card that was looked at");
            }
            Reason::MustBeShown => "this card is dealt face up, so it must be named",
            Reason::HandUnseen => "the cards of this hand have not been entered",
            Reason::HandKnown => "no hand waits for its cards to be entered",
            Reason::FrontNeeded => "say which two cards lie in front",
            Reason::HandHolds(card) => return write!(f, "{card} is known to be in this hand"),
            Reason::WholeHand(count) => {
                return write!(f, "enter all {count} cards, or report a wrong count if the hand has others");
            }
            Reason::PileNeeded => "say in which pile the card lies, as in \"exposed 9d in pile 3\"",
        };
        f.write_str(text)
    }
}

impl Refusal {
    /// A refusal that does not rest on a clause; its reason is on the list of [`Reason::is_system`].
    #[must_use]
    pub const fn plain(reason: Reason) -> Refusal {
        debug_assert!(reason.is_system(), "a refusal by the filing cites its clause");
        Refusal { clause: Clause::NONE, reason }
    }
}
