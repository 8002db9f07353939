//! Why a choice, a card or a report is refused.

use std::fmt;

use books::Money;
use cards::Card;
use strum::{IntoStaticStr, VariantNames};

use crate::refusal::RefusalOf;

/// A refusal; the hand is as it was before.
pub type Refusal = RefusalOf<Reason>;

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// The hand is over.
    HandOver,
    /// The hand waits for a card.
    CardExpected,
    /// The hand waits for a choice.
    ChoiceExpected,
    /// The hand waits for the deck to be shuffled.
    ShuffleExpected,
    /// Nobody in that seat was dealt in.
    NobodyThere,
    /// Somebody else is to act.
    NotYourTurn,
    /// There is a bet to call, so nobody checks.
    BetToCall,
    /// There is nothing to call.
    NothingToCall,
    /// The full bet opens; a blind cannot merely be called.
    FullBetOpens,
    /// Nobody checks in this round.
    NoChecking,
    /// There is no bet yet, so this would be a bet.
    NothingToRaise,
    /// There is a bet, so this would be a raise.
    AlreadyBet,
    /// The round has taken all its raises.
    Capped,
    /// Who checked may not raise.
    NoCheckRaise,
    /// Only an all-in below a full raise came since the player acted, so betting is not open again.
    NotReopened,
    /// A check out of turn cost the right to bet and raise.
    Barred,
    /// Nobody is left who could call more.
    NobodyToCall,
    /// The player has not enough for more than a call.
    NotEnoughMoney,
    /// The amount is not within what is allowed.
    Amount {
        /// The smallest whole bet of the round.
        least: Money,
        /// The largest.
        most: Money,
    },
    /// The amount is not made of whole chips.
    Chips {
        /// The smallest chip.
        chip: Money,
    },
    /// This choice belongs to another moment of the hand.
    NotNow,
    /// So many cards must be thrown away.
    MustDiscard(u8),
    /// At most so many cards may be exchanged.
    DrawMost(u8),
    /// The hand has no such card.
    NoSuchPrivateCard,
    /// The deck has no such card left.
    NoSuchCard(Card),
    /// The card must be named.
    MustBeShown,
    /// The last hand left wins without showing, and cannot be thrown in.
    LastHand,
    /// The hand cannot be shown because its cards are not known.
    CardsUnknown,
    /// The pot stays in the middle until the hands that can win it are settled.
    PotHeld,
    /// Only hands of a showdown may be seen by who asks.
    NoRightToSee,
    /// The report does not fit what has happened.
    ReportDoesNotFit,
    /// The rules of this book say nothing about that.
    NotRuled,
}

impl Reason {
    /// What follows from what a hand is, whatever a filing says: the list of reasons that need no clause.
    pub const SYSTEM: [Reason; 8] = [
        Reason::HandOver,
        Reason::CardExpected,
        Reason::ChoiceExpected,
        Reason::ShuffleExpected,
        Reason::NobodyThere,
        Reason::MustBeShown,
        Reason::ReportDoesNotFit,
        Reason::NotRuled,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Reason::HandOver => "the hand is over",
            Reason::CardExpected => "a card comes first",
            Reason::ChoiceExpected => "a choice comes before the next card",
            Reason::ShuffleExpected => "the deck must be shuffled first",
            Reason::NobodyThere => "nobody in that seat was dealt in",
            Reason::NotYourTurn => "it is somebody else's turn",
            Reason::BetToCall => "there is a bet to call, so nobody checks",
            Reason::NothingToCall => "there is nothing to call",
            Reason::FullBetOpens => "the full bet opens; a blind cannot merely be called",
            Reason::NoChecking => "nobody checks in this round",
            Reason::NothingToRaise => "there is no bet to raise",
            Reason::Amount { least, most } if least == most => {
                return write!(f, "the bet must be {least} in all");
            }
            Reason::Amount { least, most } => {
                return write!(f, "the bet must be from {least} to {most} in all");
            }
            Reason::Chips { chip } => return write!(f, "bets are made in chips of {chip}"),
            Reason::AlreadyBet => "there is a bet already, so this would be a raise",
            Reason::Capped => "the round has taken all its raises",
            Reason::NoCheckRaise => "who checked may not raise",
            Reason::NotReopened => "only a short all-in came since, so betting is not open again",
            Reason::Barred => "a check out of turn cost the right to bet and raise in this round",
            Reason::NobodyToCall => "nobody is left who could call more",
            Reason::NotEnoughMoney => "there is not enough money for more than a call",
            Reason::NotNow => "this choice belongs to another moment of the hand",
            Reason::MustDiscard(cards) => return write!(f, "exactly {cards} must be thrown away"),
            Reason::DrawMost(cards) => return write!(f, "at most {cards} cards may be exchanged"),
            Reason::NoSuchPrivateCard => "the hand has no such card",
            Reason::NoSuchCard(card) => return write!(f, "the deck has no {card} left"),
            Reason::MustBeShown => "this card is dealt face up, so it must be named",
            Reason::LastHand => "the last hand left takes the pot and cannot be thrown in",
            Reason::CardsUnknown => "the cards of this hand are not known",
            Reason::PotHeld => "the pot is held until the winner has shown and the losing hands are in",
            Reason::NoRightToSee => "only a hand that came to the showdown may be seen by who asks",
            Reason::ReportDoesNotFit => "the report does not fit what has happened in this hand",
            Reason::NotRuled => "the rules of this book say nothing about that",
        };
        f.write_str(text)
    }
}
