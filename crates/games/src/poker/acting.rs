//! What chips and words in turn amount to: instalments, half bets, single chips and things said.

use books::poker::Structure;
use books::{Clause, Money, Rule};

use super::event::{Choice, Which};
use super::hand::{Hand, Phase};
use super::refusal::{Reason, Refusal};

/// Something said in turn before chips move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// "Pass".
    Pass,
    /// A knock on the table.
    Knock,
    /// "I call".
    Call,
    /// "I bet".
    Bet,
    /// "I raise".
    Raise,
}

/// Chips put in by the player in turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// What the first motion put in.
    pub first: Money,
    /// What later motions added.
    pub more: Money,
    /// Whether the first motion was one chip.
    pub is_single_chip: bool,
    /// Whether they went in behind a raise that nobody announced, or that the player did not notice.
    pub is_behind_silent_raise: bool,
    /// What was said before.
    pub word: Option<Word>,
}

/// What stands, and what goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The choice that stands; nothing if the player is to act again.
    pub choice: Option<Choice>,
    /// What goes back to the player, as change or as too little.
    pub returned: Money,
    /// The clause it rests on.
    pub clause: Clause,
}

impl Hand {
    /// Rules on chips and words of the player in turn; the ruling is then taken with [`Hand::choose`].
    ///
    /// # Errors
    /// When nobody is to bet.
    pub fn rule_on(&self, motion: Motion) -> Result<Ruling, Refusal> {
        let acting = &self.table.rules().acting;
        let knock = acting.knock_passes.as_ref().filter(|_| motion.word == Some(Word::Knock));
        if let Some(rule) = knock
            && let Some(ruling) = self.rule_on_knock(motion, rule)
        {
            return Ok(ruling);
        }
        let turn = self.turn().ok_or(Refusal::new(Reason::NotNow, Clause::NONE))?;
        let bet = self.betting.bets[turn.place];
        let put = motion.first + motion.more;
        let raise_to = |to: Money| if turn.opens { Choice::Bet(to) } else { Choice::Raise(to) };
        let ruling = |choice: Choice, clause: Clause| {
            let costs = match choice {
                Choice::Call => turn.call.unwrap_or_default(),
                Choice::Bet(to) | Choice::Raise(to) => to - bet,
                _ => Money::ZERO,
            };
            let returned = (put - costs).max(Money::ZERO);
            Ok(Ruling { choice: Some(choice), returned, clause })
        };
        if let Some(word) = motion.word {
            let clause = knock.map_or(acting.words_bind.clause, |rule| rule.clause);
            let owed = turn.call.filter(|owed| word == Word::Bet && !turn.opens && put <= *owed);
            let called = acting.bet_behind_bet_calls.as_ref().filter(|rule| rule.value && owed.is_some());
            if let Some(rule) = called {
                return ruling(Choice::Call, rule.clause);
            }
            return match (word, turn.raise) {
                (Word::Bet | Word::Raise, Ok((least, most))) => {
                    let is_short = put.is_positive() && bet + put < least;
                    let filled = acting.floor_fills_raise.as_ref().filter(|rule| rule.value && is_short);
                    let clause = filled.map_or(clause, |rule| rule.clause);
                    ruling(raise_to((bet + put).clamp(least, most)), clause)
                }
                (Word::Bet | Word::Raise, Err(refusal)) if turn.call.is_none() => Err(refusal),
                (Word::Pass | Word::Knock, _) if turn.may_check => ruling(Choice::Check, clause),
                (Word::Pass | Word::Knock, _) => ruling(Choice::Fold, clause),
                _ if turn.call.is_none() => ruling(Choice::Check, clause),
                _ => ruling(Choice::Call, clause),
            };
        }
        let owed = turn.call.unwrap_or_default();
        if owed.is_positive() {
            let withdrawn = acting.call_behind_silent_raise_withdrawn.as_ref();
            if let Some(rule) = withdrawn.filter(|rule| rule.value && motion.is_behind_silent_raise)
                && motion.first < owed
            {
                return Ok(Ruling { choice: None, returned: put, clause: rule.clause });
            }
            let Ok((least, most)) = turn.raise else { return ruling(Choice::Call, acting.words_bind.clause) };
            if motion.first < owed {
                let filled = acting.short_call_filled.as_ref();
                let clause = filled.map_or(acting.words_bind.clause, |rule| rule.clause);
                return match filled {
                    Some(rule) if !rule.value => Ok(Ruling { choice: None, returned: put, clause }),
                    _ => ruling(Choice::Call, clause),
                };
            }
            if motion.is_single_chip && motion.first > owed {
                return ruling(Choice::Call, acting.single_chip_calls.clause);
            }
            return self.rule_on_raise(motion.first, owed, (least, most), &ruling, &raise_to);
        }
        let Ok((least, most)) = turn.raise else { return ruling(Choice::Check, acting.words_bind.clause) };
        if let Some(rule) = &acting.single_chip_opens_least
            && rule.value
            && motion.is_single_chip
            && motion.first > least - bet
            && self.table.stakes().structure != Structure::NoLimit
        {
            return ruling(raise_to(least), rule.clause);
        }
        if bet + motion.first >= least {
            return ruling(raise_to((bet + motion.first).min(most)), acting.string_bets.clause);
        }
        if motion.first.times(2) >= least - bet {
            return ruling(raise_to(least), acting.half_bet_is_filled.clause);
        }
        let clause = acting.below_half.as_ref().map_or(acting.half_bet_is_filled.clause, |rule| rule.clause);
        Ok(Ruling { choice: None, returned: put, clause })
    }

    /// What a knock amounts to where the book says it: nothing at all, a pat hand in the draw, or a pat hand
    /// told before the draw by a player who did not notice a raise and may still play; a pass in the betting is
    /// ruled on like the word.
    fn rule_on_knock(&self, motion: Motion, rule: &Rule<bool>) -> Option<Ruling> {
        let ruling = |choice| Ruling { choice, returned: motion.first + motion.more, clause: rule.clause };
        match self.phase {
            _ if !rule.value => Some(ruling(None)),
            Phase::Drawing if self.draws_owed == 0 => Some(ruling(Some(Choice::Draw(Which::NONE)))),
            Phase::Betting if motion.is_behind_silent_raise && !self.has_draw_begun() => Some(ruling(None)),
            _ => None,
        }
    }

    fn rule_on_raise(
        &self,
        first: Money,
        owed: Money,
        (least, most): (Money, Money),
        ruling: &impl Fn(Choice, Clause) -> Result<Ruling, Refusal>,
        raise_to: &impl Fn(Money) -> Choice,
    ) -> Result<Ruling, Refusal> {
        let acting = &self.table.rules().acting;
        let to_call = self.betting.to_call;
        let over = first - owed;
        if to_call + over >= least {
            return ruling(raise_to((to_call + over).min(most)), acting.string_bets.clause);
        }
        // Half is counted of the raise beyond the call.
        if over.is_positive() && over.times(2) >= least - to_call {
            return ruling(raise_to(least), acting.half_bet_is_filled.clause);
        }
        ruling(Choice::Call, acting.string_bets.clause)
    }
}
