//! The banker's money in action: what it can still pay and collect.

use books::Money;
use books::bank::Coverage;

/// The stake while wagers are settled one after the other.
///
/// By the filings' default each dollar acts once, on a payment or a collection, and pushes use none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stake {
    posted: Money,
    paid: Money,
    collected: Money,
    coverage: Coverage,
}

impl Stake {
    /// A stake of which nothing is used yet.
    #[must_use]
    pub const fn new(posted: Money, coverage: Coverage) -> Stake {
        Stake { posted, paid: Money::ZERO, collected: Money::ZERO, coverage }
    }

    /// As much of what is due as the stake can pay.
    #[must_use]
    #[inline]
    pub fn reach_to_pay(&self, due: Money) -> Money {
        let room = match self.coverage {
            Coverage::PaidAndCollected => self.left(),
            Coverage::Net => self.posted + self.collected - self.paid,
        };
        due.min(room)
    }

    /// As much of what was lost as the stake can collect.
    #[must_use]
    #[inline]
    pub fn reach_to_collect(&self, lost: Money) -> Money {
        let room = match self.coverage {
            Coverage::PaidAndCollected => self.left(),
            Coverage::Net => self.posted - self.collected + self.paid,
        };
        lost.min(room)
    }

    /// Pays and collects what a wager came to, as far as it reaches.
    #[inline]
    pub fn act(&mut self, paid: Money, collected: Money) {
        self.paid += self.reach_to_pay(paid);
        self.collected += self.reach_to_collect(collected);
    }

    /// What the banker put up.
    #[must_use]
    pub fn posted(&self) -> Money {
        self.posted
    }

    /// How much of it has acted.
    #[must_use]
    pub fn used(&self) -> Money {
        match self.coverage {
            Coverage::PaidAndCollected => self.paid + self.collected,
            Coverage::Net => self.net().max(-self.net()),
        }
    }

    /// How much of it has not acted yet.
    #[must_use]
    pub fn left(&self) -> Money {
        self.posted - self.used()
    }

    /// What the banker has won so far; negative for a loss.
    #[must_use]
    pub fn net(&self) -> Money {
        self.collected - self.paid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_dollar_acts_once() {
        let mut stake = Stake::new(Money::dollars(100), Coverage::PaidAndCollected);
        stake.act(Money::ZERO, Money::dollars(60));
        assert_eq!(stake.net(), Money::dollars(60));
        assert_eq!(stake.reach_to_pay(Money::dollars(60)), Money::dollars(40));
        stake.act(Money::dollars(60), Money::ZERO);
        assert_eq!(stake.reach_to_pay(Money::dollars(30)), Money::ZERO);
        assert_eq!(
            (stake.used(), stake.left(), stake.net()),
            (Money::dollars(100), Money::ZERO, Money::dollars(20))
        );
    }

    #[test]
    fn on_balance_collected_money_pays_again() {
        let mut stake = Stake::new(Money::dollars(100), Coverage::Net);
        stake.act(Money::ZERO, Money::dollars(60));
        assert_eq!(stake.reach_to_pay(Money::dollars(200)), Money::dollars(160));
        stake.act(Money::dollars(200), Money::ZERO);
        assert_eq!(stake.reach_to_collect(Money::dollars(500)), Money::dollars(200));
        stake.act(Money::ZERO, Money::dollars(500));
        assert_eq!(stake.net(), Money::dollars(100));
    }
}
