//! Kill pots: hands played for more, because somebody has just won.

use super::betting::{Structure, StructureRules};
use super::check::error;
use super::rules::PokerRules;
use crate::Money;
use crate::read::{Reader, Rule};
use crate::structure::Stakes;
use crate::{choice, section};

choice! {
    /// How much larger the limits of a killed hand are.
    pub enum KillSize {
        /// One and a half times as large.
        Half = "half",
        /// Twice as large.
        Full = "full",
    }
}

impl KillSize {
    /// An amount as it is in a killed hand.
    #[must_use]
    pub fn raises(self, amount: Money) -> Money {
        match self {
            KillSize::Half => amount.times(3).half(),
            KillSize::Full => amount.times(2),
        }
    }
}

choice! {
    /// Who kills the next pot.
    pub enum KilledBy {
        /// Who has won two pots in a row, until somebody else wins one.
        TwoInARow = "winner of two pots in a row",
        /// Who has won a large pot.
        LargePot = "winner of a large pot",
    }
}

choice! {
    /// When the player who posted the kill acts in the first round.
    pub enum KillerActs {
        /// In turn.
        InTurn = "in turn",
        /// After everybody else who has to act.
        Last = "last",
    }
}

section! {
    /// How kill pots are played, in limit games. A pot is won by who alone takes the main pot; in a game for high
    /// and low that is a scoop.
    pub struct KillRules {
        /// How much larger the limits of the killed hand are; the kill posted is its smaller limit.
        pub size: Rule<KillSize>,
        /// Who kills the next pot.
        pub by: Rule<KilledBy>,
        /// How many times the upper limit a large pot has at least.
        pub large_pot: Option<Rule<u8>>,
        /// Whether a pot counts that ended before the flop or the draw.
        pub ended_early_counts: Rule<bool>,
        /// When the player who posted the kill acts in the first round.
        pub acts: Rule<KillerActs>,
    }
}

impl Stakes {
    /// The same stakes in a killed hand: larger limits, the same blinds. Nothing where there are no two limits.
    #[must_use]
    pub fn killed(&self, size: KillSize) -> Option<Stakes> {
        let has_limits = self.structure == Structure::Limit;
        has_limits.then(|| Stakes { low: size.raises(self.low), high: size.raises(self.high), ..*self })
    }
}

impl KillRules {
    /// Whether these stakes can be killed: the larger limits are whole chips, and the kill is above every blind.
    pub(super) fn fits(&self, stakes: &Stakes, chip: Money) -> bool {
        stakes.killed(self.size.value).is_none_or(|killed| {
            let is_whole = |amount: Money| amount.in_cents() % chip.in_cents() == 0;
            is_whole(killed.low)
                && is_whole(killed.high)
                && killed.low > stakes.big_blind.max(stakes.button_blind)
        })
    }
}

/// Whether the settings of kill pots make sense together.
pub(super) fn check_kill(rules: &PokerRules, reader: &mut Reader<'_>) {
    let key = "posts.kill_pots";
    match (&rules.kill, rules.posts.kill_pots.value) {
        (None, true) => {
            error(reader, key, "nothing says how kill pots are played", "a section [kill], or false");
        }
        (Some(_), false) => error(reader, key, "a section [kill] stands in a book without kill pots", "true"),
        _ => {}
    }
    let Some(kill) = &rules.kill else { return };
    match (kill.by.value, &kill.large_pot) {
        (KilledBy::LargePot, None) => {
            error(reader, "kill.by", "nothing says how large a large pot is", "large_pot beside it");
        }
        (KilledBy::TwoInARow, Some(_)) => {
            let what = "the size of a pot is of no account when two in a row are won";
            error(reader, "kill.large_pot", what, "no large_pot, or by = \"winner of a large pot\"");
        }
        (KilledBy::LargePot, Some(times)) if times.value < 2 => {
            error(reader, "kill.large_pot", "nearly every pot is as large as that", "at least 2");
        }
        _ => {}
    }
    let has_limits = |one: &&StructureRules| one.structure.value == Structure::Limit;
    if !rules.structures.iter().any(|one| has_limits(&one)) {
        error(reader, "kill.size", "a kill raises limits, and this game has none", "a limit structure");
    }
    let chip = rules.table.smallest_chip.in_cents();
    let is_odd = |amount: Money| kill.size.value.raises(amount).in_cents() % chip != 0;
    let listed = rules.structures.iter().filter(has_limits).filter_map(|one| one.limits.as_ref());
    let odd = listed.flat_map(|rule| &rule.value).find(|limit| is_odd(limit.low) || is_odd(limit.high));
    if let Some(limit) = odd {
        let what = format!("a half kill of {}/{} is not a whole number of chips", limit.low, limit.high);
        error(reader, "kill.size", &what, "\"full\", or limits of which half is whole chips");
    }
}
