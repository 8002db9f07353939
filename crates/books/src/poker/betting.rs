//! Blinds, bet sizes and the order of turns.

use crate::Money;
use crate::read::{Read, Reader, Rule, Value};
use crate::{choice, section};

choice! {
    /// What a blind may do when nobody has raised it.
    pub enum BlindOption {
        /// Check, or raise.
        CheckOrRaise = "check or raise",
        /// Fill up to the full bet, raise, or fold.
        FillUp = "fill up, raise or fold",
    }
}

choice! {
    /// What the big blind counts as.
    pub enum BlindCounts {
        /// The opening bet; one below the bet of the round may be called, and filling it up to that bet is
        /// then the opening bet.
        AsBet = "as the bet",
        /// A part payment; the full bet opens.
        TowardBet = "toward the bet",
    }
}

choice! {
    /// Who posts what between two players.
    pub enum TwoPlayers {
        /// The button takes the small blind's place, acts first on the deal and last later.
        ButtonIsSmallBlind = "button in the small blind's place",
        /// The other player takes the small blind's place and the button the big blind's.
        ButtonIsBigBlind = "button in the big blind's place",
    }
}

section! {
    /// The blinds, whatever their size.
    pub struct BlindRules {
        /// Whether they are posted before any card is dealt, by those whose turn it is.
        pub before_deal: Rule<bool>,
        /// Whether they count toward the poster's bet.
        pub live: Rule<bool>,
        /// What an unraised blind may do.
        pub option: Rule<BlindOption>,
        /// What the big blind counts as.
        pub counts: Rule<BlindCounts>,
        /// Who posts what between two players.
        pub two_players: Rule<TwoPlayers>,
        /// Whether two blinds of one size both have the option.
        pub equal_blinds_both_act: Rule<bool>,
    }
}

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

choice! {
    /// Who acts first in a round of betting.
    pub enum FirstToAct {
        /// The first live hand left of the big blind.
        LeftOfBigBlind = "left of the big blind",
        /// The first live hand left of the button.
        LeftOfButton = "left of the button",
    }
}

choice! {
    /// When the cap on raises is lifted.
    pub enum CapLifts {
        /// When two live hands are left, those all in among them.
        TwoLiveHands = "two live hands",
        /// When two players who can still bet are left.
        TwoAbleToBet = "two players able to bet",
        /// Never.
        Never = "never",
    }
}

choice! {
    /// What an all-in below a full bet or raise is.
    pub enum ShortAllIn {
        /// Money to be called, but no bet or raise: who has acted may not raise on it.
        ActionOnly = "action only",
        /// A bet or raise if it has half the size of one.
        HalfBetCounts = "a raise from half a bet",
    }
}

section! {
    /// How turns and raises go.
    pub struct BettingRules {
        /// Who acts first after the deal.
        pub first_round: Rule<FirstToAct>,
        /// Who acts first in later rounds.
        pub later_rounds: Rule<FirstToAct>,
        /// Whether who faces a bet calls, raises or folds, and may not check.
        pub bet_forbids_check: Rule<bool>,
        /// Whether who faces no bet may check, on later rounds.
        pub may_check: Rule<bool>,
        /// Whether who has checked may raise in the same round.
        pub check_raise: Rule<bool>,
        /// When the cap on raises is lifted.
        pub cap_lifts: Rule<CapLifts>,
        /// Whether a cap once reached stays for the round, whoever folds.
        pub cap_stays: Rule<bool>,
        /// What an all-in below a full bet or raise is.
        pub short_all_in: Rule<ShortAllIn>,
        /// Whether short all-ins that together make a full raise let an earlier actor raise again.
        pub short_all_ins_add_up: Rule<bool>,
        /// Whether who comes next after a short all-in may make it a full bet or raise, also after having acted in the
        /// round; otherwise only who has not acted may.
        pub next_completes: Option<Rule<bool>>,
        /// Whether a hand may be folded when checking is free.
        pub may_fold_unbet: Rule<bool>,
        /// Whether a player wagers only what lies on the table when the hand begins.
        pub table_stakes: Rule<bool>,
    }
}
