//! Where the money of a round lies, so that every event can be written down as transfers.

use books::Money;

/// What every account of a round holds at one moment; the sum never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Balances {
    /// The people's money, by place in the setup's list of purses or players.
    pub purses: Vec<Money>,
    /// What lies on the spots.
    pub wagers: Money,
    /// What lies before the bank.
    pub stake: Money,
    /// What lies in the middle.
    pub pot: Money,
    /// What went into the drop.
    pub drop: Money,
    /// What went into the jackpot's box.
    pub jackpot: Money,
    /// The house's promotion money, below zero by what it paid.
    pub promotion: Money,
}

impl Balances {
    /// All of it together.
    #[must_use]
    pub fn total(&self) -> Money {
        let people: Money = self.purses.iter().copied().sum();
        people + self.wagers + self.stake + self.pot + self.drop + self.jackpot + self.promotion
    }
}
