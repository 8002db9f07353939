//! The house way: the chart by which the house dealer sets a hand, row by row as it is posted.

use crate::ranks::Ranks;
use crate::read::Rule;
use crate::{choice, section};

choice! {
    /// What seven cards hold by their ranks alone, the joker being an ace.
    pub enum Shape {
        /// Four aces and the joker.
        FiveAces = "five aces",
        /// Four of one rank.
        FourOfAKind = "four of a kind",
        /// Three of one rank and three of another.
        TwoThrees = "two threes",
        /// Three of one rank and one or two pairs.
        FullHouse = "full house",
        /// Three pairs.
        ThreePair = "three pair",
        /// Three of one rank and no pair.
        ThreeOfAKind = "three of a kind",
        /// Two pairs.
        TwoPair = "two pair",
        /// One pair.
        OnePair = "one pair",
        /// Seven ranks.
        NoPair = "no pair",
    }
}

choice! {
    /// Which two cards go in front.
    ///
    /// "Other cards" are those outside the cards that give the hand its name: outside the four of a
    /// kind, outside the three, outside the pair or both pairs.
    pub enum Front {
        /// The second and third highest cards.
        SecondAndThird = "second and third highest cards",
        /// The best two other cards, a pair before high cards.
        BestOthers = "best two other cards",
        /// The lowest pair.
        LowPair = "low pair",
        /// The highest pair that does not break a three of a kind.
        HighPair = "high pair",
        /// One ace of three and the best other card.
        AceAndNext = "an ace and the next highest card",
        /// Two cards of the higher three of a kind.
        TwoOfHighThree = "two of the higher three",
        /// Two cards of the four of a kind.
        TwoOfFour = "two of the four",
        /// Two of the five aces.
        TwoAces = "two aces",
        /// The best two cards, paired or not, that leave a straight or a flush in back.
        BestLeavingComplete = "best two cards that leave a complete hand",
        /// The best pair that leaves a straight or a flush in back.
        PairLeavingComplete = "pair that leaves a complete hand",
        /// Not decided here: the rows below are followed as if there were no straight or flush.
        RowsBelow = "as the rows below say",
    }
}

choice! {
    /// The least front for which a setting is taken.
    pub enum Least {
        /// A queen or better; the joker counts as an ace, and a pair beats any high card.
        Queen = "queen",
        /// A king or better, counted likewise.
        King = "king",
        /// An ace or the joker, or a pair.
        Ace = "ace",
        /// A pair.
        Pair = "pair",
        /// Whatever is there, so long as such a front exists at all.
        Any = "any",
    }
}

section! {
    /// One row of a chart.
    pub struct WayRow {
        /// The row's name for people.
        pub name: String,
        /// The hands it is for.
        pub hand: Rule<Shape>,
        /// The rank of the hand's greatest group that the row is for, of the bigger pair in two pair;
        /// every rank if left out.
        pub ranks: Option<Rule<Ranks>>,
        /// Whether the row needs a straight or a flush among the seven cards; without this key it
        /// holds with and without one.
        pub complete: Option<Rule<bool>>,
        /// Which two cards go in front.
        pub front: Rule<Front>,
        /// The least front for which that is done; always if left out.
        pub at_least: Option<Rule<Least>>,
        /// Which two cards go in front if that least is not reached.
        pub otherwise: Option<Rule<Front>>,
    }
}

section! {
    /// The chart by which the house dealer sets hands; the first row that fits decides.
    pub struct HouseWay {
        /// What people call it.
        pub name: Rule<String>,
        /// The house whose chart it is, if this house filed none.
        pub borrowed_from: Option<Rule<String>>,
        /// The rows, in the order in which they are tried.
        pub rows: Rule<Vec<WayRow>>,
    }
}

impl WayRow {
    /// Whether the row speaks of a hand, before its least front is looked at.
    #[must_use]
    pub fn is_for(&self, shape: Shape, rank: cards::Rank, has_complete: bool) -> bool {
        self.hand.value == shape
            && self.ranks.as_ref().is_none_or(|ranks| ranks.contains(rank))
            && self.complete.as_ref().is_none_or(|complete| complete.value == has_complete)
    }
}

impl Front {
    /// Whether two such cards can be found in every hand of a shape, or in every one with a straight or
    /// flush where the row asks for one.
    #[must_use]
    pub fn exists_in(self, shape: Shape, has_complete: bool) -> bool {
        match self {
            Front::SecondAndThird => shape == Shape::NoPair,
            Front::BestOthers => {
                matches!(shape, Shape::FourOfAKind | Shape::ThreeOfAKind | Shape::TwoPair | Shape::OnePair)
            }
            Front::LowPair | Front::HighPair => {
                matches!(shape, Shape::FullHouse | Shape::ThreePair | Shape::TwoPair)
            }
            Front::AceAndNext => shape == Shape::ThreeOfAKind,
            Front::TwoOfHighThree => shape == Shape::TwoThrees,
            Front::TwoOfFour => shape == Shape::FourOfAKind,
            Front::TwoAces => shape == Shape::FiveAces,
            Front::BestLeavingComplete | Front::PairLeavingComplete => has_complete,
            Front::RowsBelow => true,
        }
    }
}
