//! What wins, who shows it, and how the money is divided.

use crate::read::Rule;
use crate::{choice, section};

choice! {
    /// How many private cards a hand uses.
    pub enum HoleUse {
        /// Any number with the board.
        Any = "any",
        /// Exactly two, with three of the board.
        ExactlyTwo = "exactly two",
        /// None, one or two.
        AtMostTwo = "at most two",
        /// All five; there is no board.
        AllFive = "all five",
    }
}

choice! {
    /// Which hand takes the pot.
    pub enum Wins {
        /// The highest.
        High = "high",
        /// The lowest.
        Low = "low",
        /// The highest one half, the lowest that qualifies the other.
        HighLow = "high and low",
    }
}

choice! {
    /// How low hands are ranked.
    pub enum LowScale {
        /// Ace low, straights and flushes ignored; the best is 5-4-3-2-A.
        AceToFive = "ace to five",
        /// Ace high, straights and flushes count against; the best is 7-5-4-3-2.
        DeuceToSeven = "deuce to seven",
    }
}

section! {
    /// What wins.
    pub struct HandRules {
        /// How many private cards a hand uses.
        pub uses: Rule<HoleUse>,
        /// Which hand takes the pot.
        pub wins: Rule<Wins>,
        /// Whether the table may be posted as high and low instead.
        pub split_if_posted: Rule<bool>,
        /// How low hands are ranked, where low hands win anything.
        pub low_scale: Option<Rule<LowScale>>,
        /// The highest card of a low that may win half of a divided pot.
        pub qualifier: Option<Rule<u8>>,
        /// Whether a posting at the table may waive the qualifier.
        pub qualifier_waived_if_posted: Option<Rule<bool>>,
        /// Whether suits are equal, so that they never break a tie.
        pub suits_equal: Rule<bool>,
        /// Whether an ace may stand below the two in a straight.
        pub ace_low_straight: Rule<bool>,
        /// The highest card of a low that, once checked after the draw, wins no bet made after it.
        pub checked_low_wins_no_bet: Option<Rule<u8>>,
    }
}

choice! {
    /// Who shows first.
    pub enum ShowsFirst {
        /// The last player to bet or raise in the last round.
        LastToBet = "last to bet or raise",
        /// The last player in the last round whose bet or raise was a full one.
        LastFullBet = "last full bet or raise",
        /// The first player to bet in the last round.
        FirstToBet = "first to bet",
    }
}

choice! {
    /// Who shows first when nobody bet in the last round.
    pub enum NobodyBet {
        /// The first live hand left of the button.
        LeftOfButton = "first left of the button",
        /// Who began the action of the last round that had any, by a bet or else by the first check.
        BeganLastAction = "who began the last action",
    }
}

choice! {
    /// What becomes of the pot when a false call makes another player throw a hand away.
    pub enum Miscall {
        /// Management decides whether the caller loses the pot.
        ManagementDecides = "management decides",
    }
}

section! {
    /// Who shows what.
    pub struct ShowdownRules {
        /// Who shows first; the others follow clockwise.
        pub first: Rule<ShowsFirst>,
        /// Who shows first when nobody bet in the last round; without it the first left of the button.
        pub nobody_bet: Option<Rule<NobodyBet>>,
        /// Whether hands are read from the cards, whatever was said.
        pub cards_speak: Rule<bool>,
        /// Whether a winner must table every private card, also when the board plays.
        pub winner_shows_all: Rule<bool>,
        /// Whether a player beaten by a shown hand may throw the own one in unseen.
        pub losers_may_muck: Rule<bool>,
        /// Whether the last player left must show.
        pub last_player_shows: Rule<bool>,
        /// Whether the last hand left at the showdown is shown before the pot is pushed, though all others were thrown in.
        pub last_hand_shows: Option<Rule<bool>>,
        /// Whether losing hands are killed before the pot is awarded.
        pub losers_killed_first: Option<Rule<bool>>,
        /// Whether any player may ask to see a hand after a called bet or when all checked.
        pub any_may_see: Option<Rule<bool>>,
        /// What becomes of a pot after a false call.
        pub miscall: Option<Rule<Miscall>>,
    }
}

choice! {
    /// Who gets the chips that cannot be divided.
    pub enum OddChips {
        /// One each, from the left of the button; the button is farthest.
        OneEach = "one each from the left of the button",
        /// All of them to the first winner left of the button.
        AllToFirst = "all to the first left of the button",
    }
}

choice! {
    /// One half of a divided pot.
    pub enum Half {
        /// That of the high hand.
        High = "high",
        /// That of the low hand.
        Low = "low",
    }
}

section! {
    /// How pots are made and divided.
    pub struct PotRules {
        /// Whether a player all in contests only what was matched, so that more makes side pots.
        pub side_pots: Rule<bool>,
        /// Whether a bet nobody matched goes back.
        pub unmatched_returned: Rule<bool>,
        /// Whether equal best hands share equally.
        pub equal_hands_share: Rule<bool>,
        /// Who gets the chips that cannot be divided.
        pub odd_chips: Rule<OddChips>,
        /// Which half of a divided pot gets its odd chip.
        pub odd_half: Option<Rule<Half>>,
        /// Whether one player who wins both halves takes the pot undivided.
        pub scoop_undivided: Option<Rule<bool>>,
        /// Whether each pot is halved, and the low judged, among its own contenders.
        pub low_judged_in_each_pot: Option<Rule<bool>>,
    }
}
