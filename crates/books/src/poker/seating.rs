//! Posts beside the blinds.

use crate::read::Rule;
use crate::{choice, section};

pub use crate::seating::SeatingRules;

choice! {
    /// How a blind that was missed is made up, or a running game is entered, unless by waiting.
    pub enum MakeUp {
        /// By posting a live big blind.
        LiveBigBlind = "post a live big blind",
        /// By posting a straddle.
        Straddle = "post a straddle",
    }
}

choice! {
    /// What a posted straddle counts as.
    pub enum StraddleCounts {
        /// The first raise.
        FirstRaise = "first raise",
        /// The opening bet.
        OpeningBet = "opening bet",
    }
}

section! {
    /// What a player may post besides the blinds.
    pub struct PostRules {
        /// How a player who missed a blind gets cards again without waiting.
        pub missed_blind: Rule<MakeUp>,
        /// How a newcomer gets cards without waiting.
        pub newcomer: Rule<MakeUp>,
        /// How many big blinds a straddle has.
        pub straddle_times: Option<Rule<u8>>,
        /// What a straddle counts as; a second one is a call.
        pub straddle_counts: Option<Rule<StraddleCounts>>,
        /// Whether anybody may straddle by choice.
        pub straddle_by_choice: Rule<bool>,
        /// Whether kill pots are played.
        pub kill_pots: Rule<bool>,
        /// Whether the players of a new game get hands before their first blind without posting.
        pub free_hands_in_new_game: Option<Rule<bool>>,
    }
}
