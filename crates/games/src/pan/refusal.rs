//! Why a choice, a card or a report is refused.

use std::fmt;

use books::Clause;
use cards::Card;
use strum::{IntoStaticStr, VariantNames};

use crate::refusal::RefusalOf;

/// A refusal; the round is as it was before.
pub type Refusal = RefusalOf<Reason>;

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// The hand is over.
    RoundOver,
    /// A card comes first.
    CardExpected,
    /// A choice comes first.
    ChoiceExpected,
    /// The discards have to be shuffled first.
    ShuffleExpected,
    /// Nothing is to be shuffled.
    NothingToShuffle,
    /// Nobody in that seat was dealt in.
    NobodyThere,
    /// Somebody else is to act.
    NotYourTurn,
    /// Who declared out has no part in the hand.
    DeclaredOut,
    /// A declaration is final.
    DeclarationFinal,
    /// The players have not all declared.
    NotDeclared,
    /// A foul hand takes no more part.
    FoulHand,
    /// This choice belongs to another moment of the turn.
    NotNow,
    /// The pack has no such card left.
    NoSuchCard(Card),
    /// The pack never has that card.
    NotInPack(Card),
    /// The card must be named.
    MustBeShown,
    /// The player does not hold that card.
    NotHeld(Card),
    /// A meld needs so many cards.
    TooFewCards(u8),
    /// A meld has at most so many cards.
    TooManyCards(u8),
    /// A rope has at most so many cards.
    RopeTooLong(u8),
    /// The cards are neither of one suit nor of one rank.
    NoMeld,
    /// The cards are of one suit but not in sequence.
    NotInSequence,
    /// The cards are of one rank, but neither of one suit nor of enough suits.
    SuitsOfSquare(u8),
    /// A square laid in one suit takes no other suit.
    OneSuitStays,
    /// The player has no such meld.
    NoSuchMeld,
    /// Cards are added to own melds only, and the player has no such meld.
    OwnMeldsOnly,
    /// The cards do not go with that meld.
    DoesNotFit,
    /// The drawn card has to be used first.
    DrawnCardFirst(Card),
    /// A drawn card never goes into the hand.
    NeverIntoHand,
    /// The player has no use for that card.
    NoUse(Card),
    /// There is no discard to take.
    EmptyPile,
    /// Nothing was drawn that could be declined.
    NothingDrawn,
    /// A card that the opening player declined cannot be taken any more.
    DeclinedCard,
    /// A discard follows a card that was used.
    DiscardAfterUse,
    /// Only a discard that was drawn from the stock may be taken.
    HandDiscard,
    /// The card was taken and has to be used.
    MustUse(Card),
    /// Melds, additions and moves wait until the drawn card is used.
    NotUsedYet,
    /// Cards are not borrowed from melds in this book.
    NoBorrowing,
    /// Cards are borrowed from one meld at a time.
    OneMeldAtATime,
    /// What would stay of the meld is none.
    RestIsNoMeld,
    /// A new meld needs a card from the draw or the hand.
    OwnCardNeeded,
    /// Melds are not divided in this book.
    NoDividing,
    /// A meld is divided only when something was added to it in this turn.
    DividedWhenAdding,
    /// Nobody forces discards in this book.
    NoForcing,
    /// The discard does not go directly with a meld of the player in turn.
    NothingToForce,
    /// Nobody forces a card on oneself.
    OwnTurn,
    /// It is too late: the player in turn has a card.
    TooLate,
    /// A forced player adds the card to a meld.
    ForcedCard(Card),
    /// A player without hand cards is not forced in this book.
    NoHandCard,
    /// A card that nobody saw goes back on top of the stock, and nothing has changed.
    BackOnStock,
    /// Before the discard a meld is made good or taken back.
    MadeGoodFirst,
    /// The report does not fit what has happened.
    ReportDoesNotFit,
}

impl Reason {
    /// Whether it follows from what a round is, whatever a filing says.
    #[must_use]
    pub const fn is_system(self) -> bool {
        matches!(
            self,
            Reason::RoundOver
                | Reason::CardExpected
                | Reason::ChoiceExpected
                | Reason::ShuffleExpected
                | Reason::NothingToShuffle
                | Reason::NobodyThere
                | Reason::NotNow
                | Reason::MustBeShown
                | Reason::NotHeld(_)
                | Reason::NoSuchMeld
                | Reason::ReportDoesNotFit
        )
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

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Reason::RoundOver => "the hand is over",
            Reason::CardExpected => "a card comes first",
            Reason::ChoiceExpected => "a choice comes before the next card",
            Reason::ShuffleExpected => "the discards have to be shuffled first",
            Reason::NothingToShuffle => "nothing is to be shuffled now",
            Reason::NobodyThere => "nobody in that seat was dealt in",
            Reason::NotYourTurn => "it is somebody else's turn",
            Reason::DeclaredOut => "who declared out has no part in this hand",
            Reason::DeclarationFinal => "a declaration is final once it is made",
            Reason::NotDeclared => "the players have not all declared yet",
            Reason::FoulHand => "a foul hand takes no more part, it only goes on paying",
            Reason::NotNow => "that belongs to another moment of the turn",
            Reason::NoSuchCard(card) => return write!(f, "the pack has no {card} left"),
            Reason::NotInPack(card) => return write!(f, "the pack is made without {card}"),
            Reason::MustBeShown => "this card is turned up, so it must be named",
            Reason::NotHeld(card) => return write!(f, "you do not hold {card}"),
            Reason::TooFewCards(least) => return write!(f, "a meld has at least {least} cards"),
            Reason::TooManyCards(most) => return write!(f, "a meld has at most {most} cards"),
            Reason::RopeTooLong(most) => return write!(f, "a rope has at most {most} cards"),
            Reason::NoMeld => "these cards are neither all of one suit nor all of one rank",
            Reason::NotInSequence => "these cards of one suit are not in sequence",
            Reason::SuitsOfSquare(least) => {
                return write!(f, "a square is all of one suit, or of at least {least} suits");
            }
            Reason::OneSuitStays => "a square laid in one suit takes only cards of that suit",
            Reason::NoSuchMeld => "you have no such meld",
            Reason::OwnMeldsOnly => "cards are added to own melds only, and you have no such meld",
            Reason::DoesNotFit => "these cards do not go with that meld",
            Reason::DrawnCardFirst(card) => return write!(f, "the drawn {card} has to be used first"),
            Reason::NeverIntoHand => "a drawn card goes into a meld at once, never into the hand",
            Reason::NoUse(card) => return write!(f, "you have no use for {card}"),
            Reason::EmptyPile => "there is no discard to take",
            Reason::NothingDrawn => "no card was drawn that could be declined",
            Reason::DeclinedCard => "the card that was declined cannot be taken any more",
            Reason::DiscardAfterUse => "a hand card is discarded once a drawn card is used",
            Reason::HandDiscard => "only a discard that was drawn from the stock may be taken",
            Reason::MustUse(card) => return write!(f, "{card} has to be used"),
            Reason::NotUsedYet => "melds wait until a drawn card is used",
            Reason::NoBorrowing => "cards are not moved between melds here",
            Reason::OneMeldAtATime => "cards are borrowed from one meld at a time",
            Reason::RestIsNoMeld => "what stays of that meld would be none",
            Reason::OwnCardNeeded => "a new meld needs a card from the draw or the hand",
            Reason::NoDividing => "melds are not divided here",
            Reason::DividedWhenAdding => {
                "a meld is divided only in the turn in which something is added to it"
            }
            Reason::NoForcing => "discards are not forced on anybody here",
            Reason::NothingToForce => "the discard does not go with a meld of the player in turn",
            Reason::OwnTurn => "another player has to call that",
            Reason::TooLate => "the player in turn has a card already",
            Reason::ForcedCard(card) => return write!(f, "the forced {card} has to be added to a meld"),
            Reason::NoHandCard => "a player without hand cards is not forced here",
            Reason::BackOnStock => "the card goes back on top of the stock, and nothing has changed",
            Reason::MadeGoodFirst => "before the discard a meld is made good or taken back",
            Reason::ReportDoesNotFit => "that does not fit what has happened in this hand",
        };
        f.write_str(text)
    }
}
