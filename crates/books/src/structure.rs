//! The ways of betting for a pot, each with its blinds, bets and fees, and what a table plays for.

mod stakes;

use crate::Money;
use crate::read::{Read, Reader, Rule, Value};
use crate::{choice, section};

pub use stakes::{Position, Post, Stakes, StakesFault};

choice! {
    /// A way of betting.
    pub enum Structure {
        /// Bets and raises of one fixed size.
        Limit = "limit",
        /// Bets and raises between two figures.
        Spread = "spread",
        /// Bets and raises up to the pot.
        PotLimit = "pot limit",
        /// Bets and raises up to the stack.
        NoLimit = "no limit",
    }
}

choice! {
    /// Who posts blinds.
    pub enum BlindPlan {
        /// The first two players left of the button.
        SmallAndBig = "small and big",
        /// The first player left of the button.
        One = "one",
        /// The button and the first two players on its left.
        ButtonSmallBig = "button, small and big",
    }
}

choice! {
    /// Where the sizes of the blinds come from.
    pub enum BlindSizes {
        /// The row of the collection schedule.
        Row = "printed in the row",
        /// The big blind is the lower limit, the small blind half of it, up to a whole dollar.
        LowerLimit = "lower limit and half of it",
        /// As the row prints them; the button posts what they leave of the limit.
        RowAndButton = "printed in the row, button the rest of the limit",
        /// The lower limit.
        Bet = "lower limit",
        /// The table must be told.
        Table = "set by the table",
    }
}

choice! {
    /// Where the blind's money goes.
    pub enum BlindGoes {
        /// Into the pot.
        Pot = "pot",
        /// Into the drop, as the fee of the hand; it counts as bet all the same.
        Drop = "drop",
    }
}

choice! {
    /// A size of bet and raise in a limit game.
    pub enum BetSize {
        /// The smaller figure.
        Small = "small",
        /// The larger figure.
        Big = "big",
    }
}

choice! {
    /// The least bet.
    pub enum LeastBet {
        /// The fixed bet of the round.
        Fixed = "bet of the round",
        /// The lower limit.
        LowerLimit = "lower limit",
        /// The big blind.
        BigBlind = "big blind",
    }
}

choice! {
    /// The largest bet or raise.
    pub enum MostBet {
        /// The fixed bet of the round.
        Fixed = "bet of the round",
        /// The upper limit.
        UpperLimit = "upper limit",
        /// What the pot holds after the player's own call.
        Pot = "pot after the call",
        /// All the player has.
        Stack = "stack",
    }
}

choice! {
    /// The least raise.
    pub enum LeastRaise {
        /// The fixed bet of the round.
        Fixed = "bet of the round",
        /// As much as the last full bet or raise.
        LastRaise = "last bet or raise",
    }
}

choice! {
    /// How the house is paid for the game.
    pub enum CollectionKind {
        /// From the pot of each hand, by the number of players.
        PotByPlayers = "pot, by players",
        /// The blind of each hand.
        Blind = "the blind",
        /// By the half hour, from each seat.
        SeatByTime = "half hour, each seat",
        /// By the half hour from one pot, or from each pot by players, as the option says.
        PotByTimeOrPlayers = "pot, by half hour or players",
    }
}

/// How many raises a round of betting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaiseCap(Option<u8>);

impl RaiseCap {
    /// Any number of raises.
    pub const NONE: RaiseCap = RaiseCap(None);

    /// At most so many raises after the bet.
    #[must_use]
    pub const fn most(raises: u8) -> RaiseCap {
        RaiseCap(Some(raises))
    }

    /// The greatest number of raises, if there is one.
    #[must_use]
    pub const fn limit(self) -> Option<u8> {
        self.0
    }

    /// Whether one more raise may follow so many.
    #[must_use]
    pub fn allows_after(self, raises: u8) -> bool {
        self.0.is_none_or(|most| raises < most)
    }
}

impl Read for RaiseCap {
    fn expected() -> String {
        "a whole number, or \"any number\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<RaiseCap> {
        match value.get_ref().as_str() {
            Some("any number") => Some(RaiseCap::NONE),
            Some(_) => {
                reader.expected(value, &Self::expected());
                None
            }
            None => u8::read(value, reader).map(RaiseCap::most),
        }
    }
}

section! {
    /// Two figures that name a table.
    pub struct Limit {
        /// The lower figure.
        pub low: Money,
        /// The upper figure.
        pub high: Money,
    }
}

choice! {
    /// What a buy-in is a multiple of.
    pub enum BuyInOf {
        /// The lower limit.
        LowerLimit = "lower limit",
        /// The upper limit.
        UpperLimit = "upper limit",
        /// The big blind.
        BigBlind = "big blind",
    }
}

section! {
    /// The least first buy-in, from one size of game on.
    pub struct BuyIn {
        /// The size of game it holds from.
        pub from: Money,
        /// How many times.
        pub times: Rule<u8>,
        /// Of what.
        pub of: BuyInOf,
    }
}

section! {
    /// One way of betting with its blinds, bets and fees.
    pub struct StructureRules {
        /// Which one.
        pub structure: Rule<Structure>,
        /// Whether the house offers it.
        pub offered: Rule<bool>,
        /// The only limits; without them those of the collection schedule.
        pub limits: Option<Rule<Vec<Limit>>>,
        /// Limits that stay closed until the house confirms them.
        pub locked: Option<Rule<Vec<Limit>>>,
        /// Who posts blinds.
        pub blinds: Rule<BlindPlan>,
        /// How large they are.
        pub sizes: Rule<BlindSizes>,
        /// Where their money goes.
        pub blind_goes: Rule<BlindGoes>,
        /// The size of bet in each round of a limit game.
        pub bets: Option<Rule<Vec<BetSize>>>,
        /// The least bet.
        pub least: Rule<LeastBet>,
        /// The largest bet or raise.
        pub most: Rule<MostBet>,
        /// The least raise.
        pub raise: Rule<LeastRaise>,
        /// How many raises a round takes after its bet.
        pub raises: Rule<RaiseCap>,
        /// Whether a short all-in may be completed to the full bet or raise it fell short of.
        pub completes: Rule<bool>,
        /// How the house is paid.
        pub collection: Rule<CollectionKind>,
        /// The least first buy-in by size of game; without it the table must be told.
        pub buy_in: Option<Rule<Vec<BuyIn>>>,
    }
}
