//! The list of what can be wrong with what stands on a table before the first card.

use std::fmt;

use books::Money;
use strum::{IntoStaticStr, VariantNames};

use super::share::PARTNERS_MAX;
use crate::seat::{Party, Seat};

/// What can be wrong with what stands on a table. Its name in small letters with dashes is its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Wrong {
    /// No wager lies on the table.
    NobodyWagered,
    /// More wagers than a round can count.
    TooManyWagers,
    /// The list of wagers is not in its order.
    NotInOrder,
    /// The wager of somebody who is not there.
    OfNobody,
    /// Somebody has less than their wagers and fees take.
    NotEnough {
        /// What they take.
        needed: Money,
        /// What there is.
        has: Money,
    },
    /// No base wager stands before the others.
    NoBase,
    /// A side wager of less than nothing.
    BelowNothing,
    /// The game has no side wager.
    NoSideWager,
    /// The table is too large for the game.
    TableSize {
        /// How many seats it has.
        seats: u8,
        /// How many the game has.
        most: u8,
    },
    /// Too few are there to play.
    TooFewPlayers {
        /// How many there are.
        players: usize,
        /// How many are needed.
        least: u8,
    },
    /// Somebody has two seats, or the list is not in its order.
    SeatsNotInOrder,
    /// A seat has two bets, or the list is not in its order.
    OneBetEach,
    /// The shoe has too few or too many decks.
    Decks {
        /// How many there are.
        decks: u8,
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
    },
    /// The top is too low or too high.
    Tops {
        /// How high it is.
        chips: u8,
        /// The lowest.
        least: u8,
        /// The highest.
        most: u8,
    },
    /// The table has no such seat.
    NoSuchSeat,
    /// The table has no such spot.
    NoSuchSpot {
        /// Which one.
        spot: Seat,
    },
    /// Somebody has less than a hand takes.
    FewChips {
        /// What there is.
        stack: Money,
        /// What a hand takes.
        needed: Money,
    },
    /// The bank is nowhere, or nobody's.
    NoBank {
        /// Where it should be.
        seat: Seat,
    },
    /// The banker has put up nothing.
    NoStake,
    /// The banker has put up too little.
    SmallStake {
        /// What was put up.
        stake: Money,
        /// The least.
        least: Money,
    },
    /// Others have money in a bank that is one person's alone.
    BankNotShared,
    /// Too many people share the bank.
    TooManyPartners,
    /// A share of somebody who is not there.
    ShareOfNobody,
    /// A share of nothing.
    NoShare,
    /// Somebody has two shares in the bank.
    TwoShares,
    /// A wager on the spot that banks.
    BankSpot,
    /// The banker wagers against the bank.
    BankWagers,
    /// A further bet on a spot where only one is taken.
    NoBackline,
    /// A bet on another spot than the own.
    NoOtherSpots,
    /// More backers than a spot takes.
    TooManyBackers {
        /// How many a spot takes.
        most: u8,
    },
    /// More hands than one person plays.
    TooManyHands {
        /// How many one person plays.
        most: u8,
    },
    /// No ante lies on the table.
    NoAntes,
    /// No ante stands before the others.
    NoAnte,
    /// A wager of nothing.
    NoWager,
    /// A joint wager where none are taken.
    NoJointWagers,
    /// Too many people in one joint wager.
    TooManyJoined,
    /// An amount below the table's least.
    BelowTable {
        /// How much it is.
        amount: Money,
        /// What it is.
        name: &'static str,
        /// The least.
        least: Money,
    },
    /// An amount above the table's largest.
    AboveTable {
        /// How much it is.
        amount: Money,
        /// What it is.
        name: &'static str,
        /// The most.
        most: Money,
    },
    /// An amount above what the ordinance allows.
    AboveOrdinance {
        /// How much it is.
        amount: Money,
        /// The most.
        most: Money,
    },
    /// An amount that is no multiple of the unit.
    NotAMultiple {
        /// How much it is.
        amount: Money,
        /// Of what.
        unit: Money,
    },
    /// A wager that could not be paid.
    NotInWholeChips {
        /// How much it is.
        amount: Money,
        /// The smallest chip.
        chip: Money,
    },
    /// A wager that is not offered.
    NotOffered {
        /// What it is.
        name: &'static str,
    },
    /// A side wager that is too small.
    BelowSide {
        /// How much it is.
        amount: Money,
        /// What it is.
        name: &'static str,
        /// The least.
        least: Money,
    },
    /// A side wager that is too large.
    AboveSide {
        /// How much it is.
        amount: Money,
        /// What it is.
        name: &'static str,
        /// The most.
        most: Money,
    },
    /// A Bonus Bet of another amount than the base wager.
    BonusNotEqual {
        /// What the base wager is.
        base: Money,
    },
    /// A Buster wager above the base wager.
    BusterAboveBase {
        /// What the base wager is.
        base: Money,
    },
}

impl Wrong {
    /// Those that no filing speaks of: they need no clause.
    pub const SYSTEM: [Wrong; 8] = [
        Wrong::NobodyWagered,
        Wrong::TooManyWagers,
        Wrong::NotInOrder,
        Wrong::OfNobody,
        Wrong::NotEnough { needed: Money::ZERO, has: Money::ZERO },
        Wrong::NoBase,
        Wrong::BelowNothing,
        Wrong::NoSideWager,
    ];

    /// Whether it is one of those, whatever its amounts.
    #[must_use]
    pub fn is_system(self) -> bool {
        Wrong::SYSTEM.iter().any(|wrong| wrong.code() == self.code())
    }

    /// A name for programs that stays the same.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::NobodyWagered => f.write_str("nobody has wagered"),
            Wrong::TooManyWagers => write!(f, "more than {} wagers", Party::BETS_MAX),
            Wrong::NotInOrder => f.write_str("the wagers are not listed by rising spot"),
            Wrong::OfNobody => f.write_str("a wager of nobody"),
            Wrong::NotEnough { needed, has } => write!(f, "needs {needed} for wagers and fees but has {has}"),
            Wrong::NoBase => f.write_str("the base wager is missing"),
            Wrong::BelowNothing => f.write_str("the side wager is less than nothing"),
            Wrong::NoSideWager => f.write_str("this game has no side wager"),
            Wrong::TableSize { seats, most } => {
                write!(f, "a table of {seats} seats; this game has up to {most}")
            }
            Wrong::TooFewPlayers { players, least } => {
                write!(f, "{players} to play; at least {least} are needed")
            }
            Wrong::SeatsNotInOrder => f.write_str("one player for each seat, listed by rising seat"),
            Wrong::OneBetEach => {
                f.write_str("one bet for each seat, listed by rising seat; others may not bet there")
            }
            Wrong::Decks { decks, least, most } => {
                write!(f, "{decks} decks; this game is dealt from {least} to {most}")
            }
            Wrong::Tops { chips, least, most } => {
                write!(f, "a top of {chips} chips; {least} to {most} are played")
            }
            Wrong::NoSuchSeat => f.write_str("there is no such seat at this table"),
            Wrong::NoSuchSpot { spot } => write!(f, "there is no spot {spot} at this table"),
            Wrong::FewChips { stack, needed } => {
                write!(f, "{stack} is less than {needed}, which a hand takes")
            }
            Wrong::NoBank { seat } => {
                write!(f, "there is no seat {seat} at this table, or nobody to bank there")
            }
            Wrong::NoStake => f.write_str("the banker has put up no money"),
            Wrong::SmallStake { stake, least } => write!(f, "a stake of {stake}; the least is {least}"),
            Wrong::BankNotShared => f.write_str("nobody else may put money into the bank here"),
            Wrong::TooManyPartners => write!(f, "at most {PARTNERS_MAX} people share the bank"),
            Wrong::ShareOfNobody => f.write_str("a share of nobody"),
            Wrong::NoShare => f.write_str("the share in the bank is missing"),
            Wrong::TwoShares => f.write_str("has more than one share in the bank"),
            Wrong::BankSpot => f.write_str("the bank's own spot takes no wager"),
            Wrong::BankWagers => f.write_str("whoever banks may not wager against the bank"),
            Wrong::NoBackline => f.write_str("backline bets are not taken here"),
            Wrong::NoOtherSpots => f.write_str("bets on other spots are not taken here"),
            Wrong::TooManyBackers { most } => write!(f, "a spot takes at most {most} backers"),
            Wrong::TooManyHands { most } => write!(f, "a person plays at most {most} hand"),
            Wrong::NoAntes => f.write_str("nobody has put down an ante"),
            Wrong::NoAnte => f.write_str("the ante is missing"),
            Wrong::NoWager => f.write_str("the wager is missing"),
            Wrong::NoJointWagers => f.write_str("joint wagers are not taken here"),
            Wrong::TooManyJoined => write!(f, "a joint wager has at most {PARTNERS_MAX} partners"),
            Wrong::BelowTable { amount, name, least } => {
                write!(f, "{amount} is below the table's least {name} of {least}")
            }
            Wrong::AboveTable { amount, name, most } => {
                write!(f, "{amount} is above the table's largest {name} of {most}")
            }
            Wrong::AboveOrdinance { amount, most } => {
                write!(f, "{amount} is above the ordinance's largest wager of {most}")
            }
            Wrong::NotAMultiple { amount, unit } => write!(f, "{amount} is not a multiple of {unit}"),
            Wrong::NotInWholeChips { amount, chip } => {
                write!(f, "{amount} could not be paid in whole chips of {chip}")
            }
            Wrong::NotOffered { name } => write!(f, "{name} is not offered"),
            Wrong::BelowSide { amount, name, least } => {
                write!(f, "{amount} is below the least {name} wager of {least}")
            }
            Wrong::AboveSide { amount, name, most } => {
                write!(f, "{amount} is above the largest {name} wager of {most}")
            }
            Wrong::BonusNotEqual { base } => write!(f, "the Bonus Bet must equal the base wager of {base}"),
            Wrong::BusterAboveBase { base } => {
                write!(f, "a Buster wager may not exceed the base wager of {base}")
            }
        }
    }
}
