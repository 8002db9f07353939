//! What one table plays for: a limit of the book with its blinds worked out.

use std::fmt;

use super::{BlindPlan, BlindSizes, Structure, StructureRules};
use crate::Clause;
use crate::Money;

/// What one table plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stakes {
    /// The way of betting.
    pub structure: Structure,
    /// The lower figure of the limit; the big blind where there is no limit.
    pub low: Money,
    /// The upper figure of the limit; the big blind where there is no limit.
    pub high: Money,
    /// What the button posts.
    pub button_blind: Money,
    /// What the first player left of the button posts, where two blinds follow the button.
    pub small_blind: Money,
    /// What the last blind posts.
    pub big_blind: Money,
    /// Whether the big blind is dropped as the fee of the hand.
    pub blind_is_dropped: bool,
    /// The chip that pots are divided down to.
    pub chip: Money,
}

/// A seat counted from the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// The button itself.
    Button,
    /// The small blind's place.
    SmallBlind,
    /// The big blind's place.
    BigBlind,
}

/// What one position posts before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Post {
    /// Who posts.
    pub position: Position,
    /// How much.
    pub amount: Money,
}

/// Why a table cannot be opened for these stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StakesFault {
    /// The book does not have this way of betting, or the house keeps it closed.
    StructureNotOffered(Structure, Clause),
    /// The collection schedule is not for this way of betting.
    OtherSchedule(Structure, Clause),
    /// The limit is not one of those the house lists.
    LimitNotListed(Clause),
    /// The limit is listed but stays closed until the house confirms its blinds.
    LimitLocked(Clause),
    /// The schedule takes its fee in a way that this way of betting does not have.
    FeeNotFiled(Clause),
    /// The schedule prints other blinds.
    BlindsNotListed(Clause),
    /// The book makes the blinds from the limit, and they are others.
    OtherBlinds(Money, Money, Clause),
    /// The blinds must be given, and were not.
    BlindsMissing(Clause),
    /// The blinds or limits do not fit together, such as a small blind above the big one.
    Unfit(Clause),
    /// A killed hand of these limits would not be played in whole chips, or its kill is not above the blinds.
    KillUnfit(Clause),
}

impl StakesFault {
    /// The clause the refusal rests on.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match *self {
            StakesFault::StructureNotOffered(_, clause)
            | StakesFault::OtherSchedule(_, clause)
            | StakesFault::LimitNotListed(clause)
            | StakesFault::LimitLocked(clause)
            | StakesFault::FeeNotFiled(clause)
            | StakesFault::BlindsNotListed(clause)
            | StakesFault::OtherBlinds(_, _, clause)
            | StakesFault::BlindsMissing(clause)
            | StakesFault::Unfit(clause)
            | StakesFault::KillUnfit(clause) => clause,
        }
    }
}

impl fmt::Display for StakesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StakesFault::StructureNotOffered(structure, _) => {
                write!(f, "this book does not offer {structure} betting")
            }
            StakesFault::OtherSchedule(structure, _) => {
                write!(f, "this schedule is not for {structure} betting; choose one that is")
            }
            StakesFault::LimitNotListed(_) => f.write_str("this limit is not on the house's list"),
            StakesFault::LimitLocked(_) => f.write_str("this limit is closed until its blinds are confirmed"),
            StakesFault::FeeNotFiled(_) => f.write_str("this game does not pay its fee in that way"),
            StakesFault::BlindsNotListed(_) => {
                f.write_str("the schedule prints other blinds; leave them out or choose its own")
            }
            StakesFault::OtherBlinds(small, big, _) if small.is_zero() => {
                write!(f, "a table of this limit has one blind of {big}; leave the blinds out or name that")
            }
            StakesFault::OtherBlinds(small, big, _) => {
                write!(f, "a table of this limit has the blinds {small} and {big}; leave them out or name these")
            }
            StakesFault::BlindsMissing(_) => f.write_str("the table must be told its blinds"),
            StakesFault::Unfit(_) => f.write_str("these blinds and limits do not fit together"),
            StakesFault::KillUnfit(_) => f.write_str(
                "a killed hand of this limit is not whole chips above the blinds; choose a limit that can be killed",
            ),
        }
    }
}

impl std::error::Error for StakesFault {}

impl StructureRules {
    pub(crate) fn blind_pair(
        &self,
        limit: Option<(Money, Money)>,
        blinds: Option<(Money, Money)>,
    ) -> Result<(Money, Money), StakesFault> {
        let missing = StakesFault::BlindsMissing(self.sizes.clause);
        let pair = match self.sizes.value {
            BlindSizes::Row | BlindSizes::RowAndButton | BlindSizes::Table => blinds.ok_or(missing)?,
            BlindSizes::LowerLimit => {
                let (low, _) = limit.ok_or(missing)?;
                let half = (low.in_cents() + 199) / 200 * 100;
                (Money::cents(half), low)
            }
            BlindSizes::Bet => (Money::ZERO, limit.ok_or(missing)?.0),
        };
        Ok(if self.blinds.value == BlindPlan::One { (Money::ZERO, pair.1) } else { pair })
    }
}

impl StructureRules {
    /// Refuses blinds that somebody names for a table which plays with others.
    ///
    /// # Errors
    /// When the named ones are not those of the stakes; where there is one blind, the other may be anything.
    pub fn check_blinds(&self, stakes: &Stakes, named: Option<(Money, Money)>) -> Result<(), StakesFault> {
        let Some((small, big)) = named else { return Ok(()) };
        let is_small = self.blinds.value == BlindPlan::One || small == stakes.small_blind;
        if is_small && big == stakes.big_blind {
            return Ok(());
        }
        Err(StakesFault::OtherBlinds(stakes.small_blind, stakes.big_blind, self.sizes.clause))
    }
}

impl Stakes {
    /// What each position posts before the deal, in the order of posting.
    pub fn posts(&self) -> impl Iterator<Item = Post> {
        [
            Post { position: Position::Button, amount: self.button_blind },
            Post { position: Position::SmallBlind, amount: self.small_blind },
            Post { position: Position::BigBlind, amount: self.big_blind },
        ]
        .into_iter()
        .filter(|post| post.amount.is_positive())
    }

    /// Whether a small blind stands between the button and the big blind.
    #[must_use]
    pub fn has_small_blind(&self) -> bool {
        self.small_blind.is_positive()
    }
}
