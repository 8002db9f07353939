//! Money that several people pool: who has put in how much, and how what comes of it is divided to the cent.

use arrayvec::ArrayVec;
use books::{Clause, Money, Rule};
use serde::{Deserialize, Serialize};

use super::{About, Purse, SetupFault, Wrong};
use crate::seat::Party;

/// The most people whose money may be pooled.
pub const PARTNERS_MAX: usize = 16;

/// What a partner of the banker has put into the stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Whose money it is, as a place in the setup's list of purses.
    pub purse: u8,
    /// How much.
    pub amount: Money,
}

/// Divides an amount in proportion to what each has put in. Cents that do not divide go one each to the first,
/// and nobody loses more than their part while the amount is no larger than all parts together.
///
/// ```
/// use books::Money;
/// use games::bank::divide;
///
/// let parts = [Money::dollars(150), Money::dollars(50)];
/// assert_eq!(divide(Money::cents(25), &parts)[..], [Money::cents(19), Money::cents(6)]);
/// ```
///
/// # Panics
/// If there are more than [`PARTNERS_MAX`] parts.
#[must_use]
pub fn divide(amount: Money, parts: &[Money]) -> ArrayVec<Money, PARTNERS_MAX> {
    let whole = parts.iter().map(|part| i128::from(part.in_cents())).sum::<i128>().max(1);
    let whole_cents = |part: &Money| {
        let cents = i128::from(amount.in_cents()) * i128::from(part.in_cents()) / whole;
        Money::cents(cents as i64)
    };
    let mut shares: ArrayVec<Money, PARTNERS_MAX> = parts.iter().map(whole_cents).collect();
    let left = amount - shares.iter().copied().sum::<Money>();
    for share in shares.iter_mut().take(left.in_cents() as usize) {
        *share += Money::cents(1);
    }
    shares
}

/// Whose money the bank's stake is: the banker's, and that of partners who have put in fixed amounts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool<'a> {
    pub(crate) banker: u8,
    pub(crate) partners: &'a [Share],
}

impl Pool<'_> {
    /// Everybody whose money it is, the banker first.
    pub(crate) fn purses(&self) -> impl Iterator<Item = u8> {
        [self.banker].into_iter().chain(self.partners.iter().map(|share| share.purse))
    }

    /// What each has in a stake of this size.
    pub(crate) fn parts(&self, stake: Money) -> ArrayVec<Money, PARTNERS_MAX> {
        let others: Money = self.partners.iter().map(|share| share.amount).sum();
        let amounts = self.partners.iter().map(|share| share.amount);
        [stake - others].into_iter().chain(amounts).take(PARTNERS_MAX).collect()
    }

    /// Puts up a stake, or changes one that lies there; the partners' money is put up at once.
    pub(crate) fn put_up(&self, before: Money, stake: Money, purses: &mut [Money]) {
        purses[usize::from(self.banker)] -= stake - before;
        if before.is_zero() {
            for share in self.partners {
                purses[usize::from(share.purse)] -= share.amount;
                purses[usize::from(self.banker)] += share.amount;
            }
        }
    }

    /// Pays a fee of the position.
    pub(crate) fn pay_fee(&self, stake: Money, fee: Money, purses: &mut [Money]) {
        for (purse, part) in self.purses().zip(divide(fee, &self.parts(stake))) {
            purses[usize::from(purse)] -= part;
        }
    }

    /// Gets a fee of the position back.
    pub(crate) fn return_fee(&self, stake: Money, fee: Money, purses: &mut [Money]) {
        for (purse, part) in self.purses().zip(divide(fee, &self.parts(stake))) {
            purses[usize::from(purse)] += part;
        }
    }

    /// Gives back what has become of a stake.
    pub(crate) fn take_back(&self, stake: Money, amount: Money, purses: &mut [Money]) {
        if self.partners.is_empty() {
            purses[usize::from(self.banker)] += amount;
            return;
        }
        let parts = self.parts(stake);
        let won = divide((amount - stake).max(Money::ZERO), &parts);
        let lost = divide((stake - amount).max(Money::ZERO), &parts);
        for (place, purse) in self.purses().enumerate() {
            purses[usize::from(purse)] += parts[place] + won[place] - lost[place];
        }
    }

    /// What somebody has to have for the stake and its fee.
    pub(crate) fn needs(&self, purse: usize, stake: Money, fee: Money) -> Money {
        let parts = self.parts(stake);
        let fees = divide(fee, &parts);
        let is_theirs = |place: &usize| self.purses().nth(*place).map(usize::from) == Some(purse);
        (0..parts.len()).filter(is_theirs).map(|place| parts[place] + fees[place]).sum()
    }

    /// Adds what is wrong with the partners' shares in a stake to a list.
    pub(crate) fn check(
        &self,
        stake: Money,
        purses: &[Purse],
        shared: Option<Rule<bool>>,
        faults: &mut Vec<SetupFault>,
    ) {
        if self.partners.is_empty() {
            return;
        }
        let clause = shared.map_or(Clause::NONE, |rule| rule.clause);
        let mut fault = |about: About, what: Wrong| faults.push(SetupFault { about, what, clause });
        if !shared.is_some_and(|rule| rule.value) {
            fault(About::Bank, Wrong::BankNotShared);
        }
        if self.partners.len() >= PARTNERS_MAX {
            fault(About::Bank, Wrong::TooManyPartners);
            return;
        }
        if !self.parts(stake)[0].is_positive() {
            fault(About::Bank, Wrong::NoStake);
        }
        for (place, share) in self.partners.iter().enumerate() {
            if usize::from(share.purse) >= purses.len() {
                fault(About::Bank, Wrong::ShareOfNobody);
                continue;
            }
            if !share.amount.is_positive() {
                fault(About::purse(share.purse, purses), Wrong::NoShare);
            }
            if self.purses().take(place + 1).any(|other| other == share.purse) {
                fault(About::purse(share.purse, purses), Wrong::TwoShares);
            }
        }
    }
}

/// Whose money somebody acts for in a banked round, of bets whose purses are these; nothing for the house dealer.
pub(crate) fn purse_of(
    who: Party,
    banker: u8,
    partners: &[Share],
    mut purses: impl Iterator<Item = u8>,
) -> Option<u8> {
    match who.partner_place(partners.len()) {
        _ if who == Party::BANK => Some(banker),
        Some(partner) => Some(partners[partner].purse),
        None => purses.nth(who.index()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cent_is_given_out_and_nobody_loses_more_than_their_part() {
        let parts = [1, 2, 3, 5, 89].map(Money::cents);
        for amount in 0..=100 {
            let shares = divide(Money::cents(amount), &parts);
            assert_eq!(shares.iter().copied().sum::<Money>(), Money::cents(amount));
            assert!(shares.iter().zip(&parts).all(|(share, part)| share <= part && *share >= Money::ZERO));
        }
    }

    #[test]
    fn a_shared_stake_gains_loses_and_pays_by_parts() {
        let partners = [Share { purse: 1, amount: Money::dollars(50) }];
        let pool = Pool { banker: 0, partners: &partners };
        let stake = Money::dollars(200);
        let mut purses = [Money::dollars(1_000), Money::dollars(1_000)];
        pool.put_up(Money::ZERO, stake, &mut purses);
        assert_eq!(purses, [Money::dollars(850), Money::dollars(950)]);
        pool.pay_fee(stake, Money::dollars(1), &mut purses);
        assert_eq!(purses, [Money::cents(84_925), Money::cents(94_975)]);
        pool.take_back(stake, Money::dollars(240), &mut purses);
        assert_eq!(purses, [Money::cents(102_925), Money::cents(100_975)]);
        pool.put_up(Money::ZERO, stake, &mut purses);
        pool.put_up(stake, Money::dollars(300), &mut purses);
        pool.take_back(Money::dollars(300), Money::ZERO, &mut purses);
        assert_eq!(purses, [Money::cents(77_925), Money::cents(95_975)]);
    }
}
