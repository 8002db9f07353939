//! What a wager comes to, and how far the bank's money reaches for it.

use books::Outcome;
use books::{Clause, Money, Odds};

use super::{Stake, Verdict};

/// What a wager comes to before the bank's money is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    /// What becomes of it.
    pub(crate) verdict: Verdict,
    /// What is to be paid or collected.
    pub(crate) amount: Money,
    /// The clause that says so.
    pub(crate) clause: Clause,
}

impl Due {
    /// What a wager comes to by who gets it, at the odds of a win.
    #[inline]
    pub(crate) fn by(outcome: Outcome, pays: Odds, wager: Money, clause: Clause) -> Due {
        let (verdict, amount) = match outcome {
            Outcome::Player => (Verdict::Won, pays.on(wager)),
            Outcome::Bank => (Verdict::Lost, wager),
            Outcome::Push => (Verdict::Push, Money::ZERO),
        };
        Due { verdict, amount, clause }
    }

    /// What a wager comes to that is paid by a table, or lost where the table has nothing for it.
    pub(crate) fn by_table(pays: Option<Odds>, wager: Money, clause: Clause) -> Due {
        let outcome = if pays.is_some() { Outcome::Player } else { Outcome::Bank };
        Due::by(outcome, pays.unwrap_or(Odds::EVEN), wager, clause)
    }

    /// A wager that goes back to its owner.
    pub(crate) const fn returned(clause: Clause) -> Due {
        Due { verdict: Verdict::Returned, amount: Money::ZERO, clause }
    }
}

/// How a wager is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    /// What becomes of it.
    pub(crate) verdict: Verdict,
    /// What the bank would pay or take if its money reached that far.
    pub(crate) due: Money,
    /// What the bank pays.
    pub(crate) paid: Money,
    /// What the bank takes.
    pub(crate) collected: Money,
    /// The clause it rests on.
    pub(crate) clause: Clause,
}

impl Settled {
    /// Settles what is due as far as a stake reaches; a wager that it does not reach at all goes back by `uncovered`.
    #[inline]
    pub(crate) fn from(stake: &Stake, due: Due, uncovered: Clause) -> Settled {
        let Due { verdict, amount, clause } = due;
        let (paid, collected) = match verdict {
            Verdict::Won => (stake.reach_to_pay(amount), Money::ZERO),
            Verdict::Lost | Verdict::Surrendered => (Money::ZERO, stake.reach_to_collect(amount)),
            Verdict::Push | Verdict::Returned => (Money::ZERO, Money::ZERO),
        };
        let is_unreached = amount.is_positive() && (paid + collected).is_zero();
        let (verdict, clause) = if is_unreached { (Verdict::Returned, uncovered) } else { (verdict, clause) };
        Settled { verdict, due: amount, paid, collected, clause }
    }

    /// What goes back into the purse of whoever had this much there.
    #[cfg(test)]
    fn back(&self, wager: Money) -> Money {
        wager - self.collected + self.paid
    }
}

#[cfg(test)]
mod tests {
    use books::bank::Coverage;

    use super::*;

    #[test]
    fn a_wager_is_settled_as_far_as_the_stake_reaches() {
        let (decided, uncovered) = (Clause::NONE, Clause::NONE);
        let mut stake = Stake::new(Money::dollars(30), Coverage::PaidAndCollected);
        let wager = Money::dollars(20);
        let mut settle = |due: Due| {
            let settled = Settled::from(&stake, due, uncovered);
            stake.act(settled.paid, settled.collected);
            (settled.verdict, settled.back(wager))
        };
        let won = Due::by(Outcome::Player, Odds::EVEN, wager, decided);
        let lost = Due::by(Outcome::Bank, Odds::EVEN, wager, decided);
        assert_eq!(settle(won), (Verdict::Won, Money::dollars(40)));
        assert_eq!(settle(Due::by(Outcome::Push, Odds::EVEN, wager, decided)), (Verdict::Push, wager));
        assert_eq!(settle(lost), (Verdict::Lost, Money::dollars(10)));
        assert_eq!(settle(lost), (Verdict::Returned, wager));
        assert_eq!(settle(won), (Verdict::Returned, wager));
    }

    #[test]
    fn nothing_due_is_no_money_missing() {
        let stake = Stake::new(Money::ZERO, Coverage::PaidAndCollected);
        let half_of_a_cent = Due { verdict: Verdict::Surrendered, amount: Money::ZERO, clause: Clause::NONE };
        assert_eq!(Settled::from(&stake, half_of_a_cent, Clause::NONE).verdict, Verdict::Surrendered);
    }
}
