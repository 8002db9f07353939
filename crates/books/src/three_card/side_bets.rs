//! The typed rules of Pair Plus and the 6 Card Bonus.

use cards::Category;

use super::rules::ThreeHand;
use crate::Odds;
use crate::Outcome;
use crate::read::Rule;
use crate::{choice, section};

choice! {
    /// What becomes of a bonus wager when its owner folds.
    pub enum OnFold {
        /// It is lost with the ante.
        Forfeited = "forfeited",
        /// It still plays.
        Plays = "still plays",
    }
}

section! {
    /// What Pair Plus pays for one kind of hand.
    pub struct PairPlusPay {
        /// The kind of hand.
        pub hand: ThreeHand,
        /// What it pays.
        pub pays: Odds,
    }
}

section! {
    /// A wager that the player's own three cards hold a pair or better.
    pub struct PairPlusRules {
        /// Whether it is offered.
        pub offered: Rule<bool>,
        /// What becomes of it on a fold.
        pub on_fold: Rule<OnFold>,
        /// Whether it plays when the bank does not qualify.
        pub without_qualifying: Rule<bool>,
        /// What becomes of it with a hand that has no row.
        pub otherwise: Rule<Outcome>,
        /// The pay table, best hand first.
        pub pays: Rule<Vec<PairPlusPay>>,
    }
}

choice! {
    /// A kind of five-card hand that the 6 Card Bonus pays.
    pub enum FiveHand {
        /// Ten to ace of one suit.
        RoyalFlush = "royal flush",
        /// Five consecutive cards of one suit.
        StraightFlush = "straight flush",
        /// Four cards of one rank.
        FourOfAKind = "four of a kind",
        /// Three of one rank and two of another.
        FullHouse = "full house",
        /// Five cards of one suit.
        Flush = "flush",
        /// Five consecutive ranks.
        Straight = "straight",
        /// Three cards of one rank.
        ThreeOfAKind = "three of a kind",
    }
}

impl FiveHand {
    /// The kind as the ranking knows it.
    #[must_use]
    pub const fn category(self) -> Category {
        match self {
            FiveHand::RoyalFlush => Category::RoyalFlush,
            FiveHand::StraightFlush => Category::StraightFlush,
            FiveHand::FourOfAKind => Category::FourOfAKind,
            FiveHand::FullHouse => Category::FullHouse,
            FiveHand::Flush => Category::Flush,
            FiveHand::Straight => Category::Straight,
            FiveHand::ThreeOfAKind => Category::ThreeOfAKind,
        }
    }
}

section! {
    /// What the 6 Card Bonus pays for one kind of hand.
    pub struct SixCardPay {
        /// The kind of hand.
        pub hand: FiveHand,
        /// What it pays.
        pub pays: Odds,
    }
}

section! {
    /// A wager on the best five of the player's and the bank's six cards.
    pub struct SixCardRules {
        /// Whether it is offered.
        pub offered: Rule<bool>,
        /// What becomes of it on a fold.
        pub on_fold: Rule<OnFold>,
        /// Whether it plays when the bank does not qualify.
        pub without_qualifying: Rule<bool>,
        /// What becomes of it with a hand that has no row.
        pub otherwise: Rule<Outcome>,
        /// Whether A-2-3-4-5 is a straight.
        pub wheel_is_straight: Rule<bool>,
        /// The pay table, best hand first.
        pub pays: Rule<Vec<SixCardPay>>,
    }
}
