//! The money of a banked round: people's purses, the bank's stake and the drop. Each event moves some of it, and none
//! comes or goes.

use books::Money;
use books::bank::Coverage;

use super::{Pool, Purse, Stake};
use crate::seat::Party;

/// Where the money of a banked round lies, apart from the wagers on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    purses: Vec<Money>,
    drop: Money,
    stake: Stake,
    coverage: Coverage,
    is_closed: bool,
}

impl Account {
    /// The money before the stake and the first wager are put down.
    pub(crate) fn new(purses: &[Purse], coverage: Coverage) -> Account {
        Account {
            purses: purses.iter().map(|purse| purse.stack).collect(),
            drop: Money::ZERO,
            stake: Stake::new(Money::ZERO, coverage),
            coverage,
            is_closed: false,
        }
    }

    /// Becomes equal to another account, within the list of purses that is there already.
    pub(crate) fn become_like(&mut self, other: &Account) {
        let Account { purses, drop, stake, coverage, is_closed } = other;
        self.purses.clone_from(purses);
        (self.drop, self.stake, self.coverage, self.is_closed) = (*drop, *stake, *coverage, *is_closed);
    }

    /// What each purse holds.
    pub(crate) fn purses(&self) -> &[Money] {
        &self.purses
    }

    /// What a purse holds.
    #[inline]
    pub(crate) fn purse(&self, place: u8) -> Money {
        self.purses[usize::from(place)]
    }

    /// What has gone into the drop.
    pub(crate) fn drop(&self) -> Money {
        self.drop
    }

    /// The bank's stake and how much of it has acted.
    #[inline]
    pub(crate) fn stake(&self) -> &Stake {
        &self.stake
    }

    /// Whether the stake has gone back.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// What lies before the bank: the stake with what it has won and without what it has lost.
    pub(crate) fn staked(&self) -> Money {
        if self.is_closed { Money::ZERO } else { self.to_close() }
    }

    /// What the stake has become.
    pub(crate) fn to_close(&self) -> Money {
        self.stake.posted() + self.stake.net()
    }

    /// All of it.
    pub(crate) fn total(&self) -> Money {
        self.purses.iter().copied().sum::<Money>() + self.staked() + self.drop
    }

    /// The stake is this much now.
    pub(crate) fn put_up(&mut self, pool: Pool<'_>, stake: Money) {
        pool.put_up(self.stake.posted(), stake, &mut self.purses);
        self.stake = Stake::new(stake, self.coverage);
    }

    /// Money goes from a purse onto the table, or comes back where the amount is below zero.
    #[inline]
    pub(crate) fn put_down(&mut self, purse: u8, amount: Money) {
        self.purses[usize::from(purse)] -= amount;
    }

    /// Money comes back into a purse, or goes away again where the amount is below zero.
    #[inline]
    pub(crate) fn take_up(&mut self, purse: u8, amount: Money) {
        self.purses[usize::from(purse)] += amount;
    }

    /// A fee becomes another one than was taken before: it is first given back whole, so that cents which do not
    /// divide among those who share the bank fall the same way however often it changes. `purse` pays where it is not
    /// the bank's; the bank's is divided by what each put into that stake.
    pub(crate) fn make_even(&mut self, payer: Payer<'_>, taken: Money, due: Money) {
        payer.make_even(taken, due, &mut self.purses);
        self.drop += due - taken;
    }

    /// The bank pays or takes what a wager came to.
    #[inline]
    pub(crate) fn act(&mut self, paid: Money, collected: Money) {
        self.stake.act(paid, collected);
    }

    /// What was paid and taken is undone: the stake lies there as it was put up.
    pub(crate) fn undo(&mut self) {
        self.stake = Stake::new(self.stake.posted(), self.coverage);
    }

    /// The banker and the partners take back what has become of the stake.
    pub(crate) fn close(&mut self, pool: Pool<'_>, amount: Money) {
        pool.take_back(self.stake.posted(), amount, &mut self.purses);
        self.is_closed = true;
    }
}

/// Who pays a fee.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Payer<'a> {
    /// Whoever has put money into a stake of this size.
    Bank(Pool<'a>, Money),
    /// The owner of a purse.
    Purse(u8),
}

impl<'a> Payer<'a> {
    /// Who pays a fee of somebody in a round with this bank, whose bets are from these purses.
    pub(crate) fn of(who: Party, bank: (Pool<'a>, Money), purse: impl FnOnce(Party) -> u8) -> Payer<'a> {
        if who == Party::BANK { Payer::Bank(bank.0, bank.1) } else { Payer::Purse(purse(who)) }
    }

    /// Gives back one fee and takes another.
    pub(crate) fn make_even(self, taken: Money, due: Money, purses: &mut [Money]) {
        match self {
            Payer::Bank(pool, stake) => {
                pool.return_fee(stake, taken, purses);
                pool.pay_fee(stake, due, purses);
            }
            Payer::Purse(purse) => purses[usize::from(purse)] += taken - due,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::Share;

    fn account() -> Account {
        let purse = |stack| Purse { name: String::new(), stack: Money::dollars(stack), streak: 0 };
        Account::new(&[purse(100), purse(500), purse(300)], Coverage::PaidAndCollected)
    }

    #[test]
    fn whatever_moves_the_sum_stays() {
        let partners = [Share { purse: 2, amount: Money::dollars(50) }];
        let pool = Pool { banker: 1, partners: &partners };
        let mut account = account();
        account.put_up(pool, Money::dollars(200));
        account.put_down(0, Money::dollars(40));
        account.make_even(Payer::Purse(0), Money::ZERO, Money::dollars(1));
        account.make_even(Payer::Bank(pool, Money::dollars(200)), Money::ZERO, Money::cents(7));
        assert_eq!(account.total() + Money::dollars(40), Money::dollars(900));
        account.act(Money::dollars(60), Money::ZERO);
        account.take_up(0, Money::dollars(100));
        account.close(pool, account.to_close());
        assert_eq!(account.total(), Money::dollars(900));
        assert_eq!(account.drop(), Money::cents(107));
        assert_eq!(account.purses(), [15_900, 45_494, 28_499].map(Money::cents));
    }

    #[test]
    fn a_fee_that_changes_divides_as_if_taken_once() {
        let partners = [Share { purse: 2, amount: Money::dollars(50) }];
        let bank = Payer::Bank(Pool { banker: 1, partners: &partners }, Money::dollars(150));
        let (mut often, mut once) = (account(), account());
        let mut taken = Money::ZERO;
        for due in [5, 7, 100, 3, 11].map(Money::cents) {
            often.make_even(bank, taken, due);
            taken = due;
        }
        once.make_even(bank, Money::ZERO, Money::cents(11));
        assert_eq!(often, once);
    }
}
