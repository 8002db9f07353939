//! Fees that are due in a round, and whether the people's money reaches for them.

use books::{Clause, Money};

use super::{Pool, Purse, SetupFault, SystemFault};
use crate::seat::Party;

/// A fee that is due in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fee {
    /// Who pays.
    pub(crate) who: Party,
    /// How much.
    pub(crate) amount: Money,
    /// The clause it rests on.
    pub(crate) clause: Clause,
}

/// What a bet costs: whose purse it is from, and what lies on it.
pub(crate) struct Cost {
    pub(crate) purse: u8,
    pub(crate) wagers: Money,
}

/// Adds to a list who has less than their wagers, their part of the bank and the fees need.
pub(crate) fn check_purses(
    purses: &[Purse],
    costs: &[Cost],
    bank: (Pool<'_>, Money),
    fees: &[Fee],
    clause: Clause,
    faults: &mut Vec<SetupFault>,
) {
    let (pool, stake) = bank;
    let bank_fee: Money = fees.iter().filter(|fee| fee.who == Party::BANK).map(|fee| fee.amount).sum();
    for (place, purse) in purses.iter().enumerate() {
        let is_mine = |cost: &Cost| usize::from(cost.purse) == place;
        let wagers: Money = costs.iter().filter(|cost| is_mine(cost)).map(|cost| cost.wagers).sum();
        let of_wagers = fees.iter().filter(|fee| fee.who != Party::BANK);
        let own = of_wagers.filter(|fee| is_mine(&costs[fee.who.index()]));
        let own: Money = own.map(|fee| fee.amount).sum();
        let needed = wagers + own + pool.needs(place, stake, bank_fee);
        if needed > purse.stack {
            let what = SystemFault::NotEnough { needed, has: purse.stack }.to_string();
            faults.push(SetupFault { about: purse.name.clone(), what, clause });
        }
    }
}
