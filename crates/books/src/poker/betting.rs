//! Blinds and the order of turns.

use crate::read::Rule;
use crate::{choice, section};

pub use crate::structure::*;

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
