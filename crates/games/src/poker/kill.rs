//! Kill pots: what a table remembers of the pots before, and what the killer posts.

use books::poker::{KilledBy, PokerRules};
use books::{Clause, Money};
use serde::{Deserialize, Serialize};

use super::event::PostKind;
use super::hand::Hand;
use super::setup::Posting;
use super::table::Table;
use crate::seat::Seat;

/// Who won the last pots of a table, as far as a kill depends on it. A new game begins with the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PastPots {
    /// Who won the last pot alone, if anybody did.
    pub winner: Option<Seat>,
    /// How many pots in a row that player has won.
    pub in_a_row: u8,
    /// What the last pot held when it was awarded.
    pub pot: Money,
}

impl PastPots {
    /// What is remembered after one more hand: who alone took its main pot, and what all pots held. A hand that
    /// was void, or that ended too early to count, changes nothing.
    #[must_use]
    pub fn after(self, hand: &Hand) -> PastPots {
        let Some(rules) = &hand.table().rules().kill else { return PastPots::default() };
        let pot = hand.awarded;
        if !pot.is_positive() || (hand.street() == 0 && !rules.ended_early_counts.value) {
            return self;
        }
        let alone = hand.main_winners.first().filter(|_| hand.main_winners.count() == 1);
        let winner = alone.map(|place| hand.seats()[place]);
        let is_again = winner.is_some() && winner == self.winner;
        let in_a_row = if is_again { self.in_a_row.saturating_add(1) } else { u8::from(winner.is_some()) };
        PastPots { winner, in_a_row, pot }
    }

    /// What is remembered when a player leaves a seat for another, or for good.
    #[must_use]
    pub fn moved(self, from: Seat, to: Option<Seat>) -> PastPots {
        match (self.winner == Some(from), to) {
            (true, Some(to)) => PastPots { winner: Some(to), ..self },
            (true, None) => PastPots::default(),
            (false, _) => self,
        }
    }

    /// Who kills the next pot of a table, if anybody does, among those who are dealt in.
    #[must_use]
    pub fn killer(&self, table: &Table, players: &[Seat]) -> Option<Seat> {
        let rules = table.rules().kill.as_ref().filter(|_| table.killed().is_some())?;
        let winner = self.winner.filter(|seat| players.contains(seat))?;
        let is_due = match rules.by.value {
            KilledBy::TwoInARow => self.in_a_row >= 2,
            KilledBy::LargePot => {
                let times = rules.large_pot.as_ref().map_or(0, |rule| rule.value);
                self.pot >= table.stakes().high.times(times.into())
            }
        };
        is_due.then_some(winner)
    }
}

impl Table {
    /// Adds the kill of a player to what is posted; nothing changes where there are no kill pots. A blind of the
    /// same player counts toward it, and it takes the place of what that player would post to be dealt in.
    pub fn kill(&self, killer: Seat, postings: &mut Vec<Posting>) {
        let Some(killed) = self.killed() else { return };
        let enters = |kind: PostKind| matches!(kind, PostKind::Entry | PostKind::Straddle);
        postings.retain(|posting| posting.seat != killer || !enters(posting.post));
        let own = postings.iter().filter(|posting| posting.seat == killer);
        let blind: Money = own.map(|posting| posting.amount).sum();
        let amount = killed.stakes().low - blind;
        postings.push(Posting { seat: killer, post: PostKind::Kill, amount });
    }
}

impl Hand {
    /// Who killed the pot, if it is a killed one.
    #[must_use]
    pub fn killer(&self) -> Option<Seat> {
        let kill = self.postings.iter().find(|posting| posting.post == PostKind::Kill);
        kill.map(|posting| posting.seat)
    }

    /// The place that acts last in the first round, if a kill makes it so.
    pub(super) fn last_to_act(&self) -> Option<u8> {
        let killer = self.killer().filter(|_| self.table.killer_acts_last());
        killer.map(|seat| self.at(seat) as u8)
    }
}

/// The clause of a posted kill.
pub(super) fn post_clause(rules: &PokerRules) -> Clause {
    rules.kill.as_ref().map_or(rules.posts.kill_pots.clause, |kill| kill.by.clause)
}
