//! The best hand of two cards.

use crate::read::Rule;
use crate::{Odds, choice, section};

choice! {
    /// The two opening cards that make a Natural.
    pub enum NaturalHand {
        /// An ace and a 10, jack, queen or king.
        AceAndTenValue = "ace and ten-value",
        /// Two jokers.
        TwoJokers = "two jokers",
    }
}

choice! {
    /// What a filing calls the value of a Natural; none of its totals reaches it.
    pub enum NaturalCounts {
        /// 22: the ace counts 12 with a ten-value card.
        TwentyTwo = "22",
        /// Half a point above 21.
        TwentyOneAndAHalf = "21.5",
        /// More than any total.
        More = "more than 21",
    }
}

section! {
    /// The best hand.
    pub struct NaturalRules {
        /// The two opening cards it takes.
        pub hand: Rule<NaturalHand>,
        /// What the filing calls its value.
        pub counts: Rule<NaturalCounts>,
        /// What a winning one is paid.
        pub pays: Rule<Odds>,
        /// What the house may choose to pay instead.
        pub may_pay: Option<Rule<Vec<Odds>>>,
        /// Whether a hand that comes from a split can be one.
        pub after_split: Rule<bool>,
    }
}
