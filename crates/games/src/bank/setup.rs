//! What stands on a table with a bank before the first card, and what any book holds against it: the size of the
//! table, the bank's seat and money, the order of the wagers, whose they are, and whether the money reaches for
//! wagers, stake and fees.

use books::{Clause, Money, Rule};

use super::{About, Pool, Purse, SetupFault, Wrong};
use crate::seat::{Party, Seat};

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

/// Collects what is wrong with a part of a setup.
pub(crate) struct Faults<'a> {
    about: About,
    list: &'a mut Vec<SetupFault>,
}

impl Faults<'_> {
    /// Adds one.
    pub(crate) fn add(&mut self, what: Wrong, clause: Clause) {
        self.list.push(SetupFault { about: self.about.clone(), what, clause });
    }

    /// Adds one that needs no clause.
    pub(crate) fn add_system(&mut self, what: Wrong) {
        self.add(what, Clause::NONE);
    }

    /// Adds that an amount is below the table's least, if it is; `name` says of what.
    pub(crate) fn check_least(&mut self, amount: Money, least: Money, name: &'static str, clause: Clause) {
        if amount < least {
            self.add(Wrong::BelowTable { amount, name, least }, clause);
        }
    }

    /// Adds that an amount is above the table's largest, if it is; `name` says of what.
    pub(crate) fn check_most(
        &mut self,
        amount: Money,
        most: Option<Money>,
        name: &'static str,
        clause: Clause,
    ) {
        if let Some(most) = most.filter(|most| amount > *most) {
            self.add(Wrong::AboveTable { amount, name, most }, clause);
        }
    }

    /// Adds that an amount is above what the ordinance allows, if it is.
    pub(crate) fn check_ordinance(&mut self, amount: Money, most: Option<Rule<Money>>) {
        if let Some(most) = most.filter(|most| amount > most.value) {
            self.add(Wrong::AboveOrdinance { amount, most: most.value }, most.clause);
        }
    }
}

/// What every table with a bank has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    /// How many seats it has.
    pub(crate) seats: u8,
    /// Everybody with money in the round.
    pub(crate) purses: &'a [Purse],
    /// The seat that banks.
    pub(crate) bank: Seat,
    /// Whose money the stake is.
    pub(crate) pool: Pool<'a>,
    /// The bank's money in action.
    pub(crate) stake: Money,
}

impl Table<'_> {
    /// Collects faults of the table itself.
    pub(crate) fn faults<'f>(self, list: &'f mut Vec<SetupFault>) -> Faults<'f> {
        Faults { about: About::Table, list }
    }

    /// Adds that the table has too few or too many seats for the book or the engine.
    pub(crate) fn check_size(self, book: Rule<u8>, most: usize, list: &mut Vec<SetupFault>) {
        if self.seats < 2 || self.seats > book.value || usize::from(self.seats) > most {
            let what = Wrong::TableSize { seats: self.seats, most: book.value };
            self.faults(list).add(what, book.clause);
        }
    }

    /// Adds what is wrong with the bank: its seat, its people and its money, of which the book asks this much.
    pub(crate) fn check_bank(
        self,
        seats: Clause,
        least: Rule<Money>,
        shared: Option<Rule<bool>>,
        list: &mut Vec<SetupFault>,
    ) {
        let mut faults = Faults { about: About::Bank, list };
        if self.bank.number() > self.seats || usize::from(self.pool.banker) >= self.purses.len() {
            faults.add(Wrong::NoBank { seat: self.bank }, seats);
        }
        if !self.stake.is_positive() {
            faults.add(Wrong::NoStake, least.clause);
        } else if self.stake < least.value {
            faults.add(Wrong::SmallStake { stake: self.stake, least: least.value }, least.clause);
        }
        self.pool.check(self.stake, self.purses, shared, list);
    }

    /// Adds that there are more wagers than can be counted, or that they are not listed by rising spot.
    pub(crate) fn check_order(self, spots: impl Iterator<Item = Seat> + Clone, list: &mut Vec<SetupFault>) {
        let mut faults = self.faults(list);
        if spots.clone().count() > Party::BETS_MAX {
            faults.add_system(Wrong::TooManyWagers);
        }
        if !spots.is_sorted() {
            faults.add_system(Wrong::NotInOrder);
        }
    }

    /// Adds what is wrong with a wager wherever there is a bank: that it is nobody's, on no spot, or the bank's own.
    /// More is asked only about somebody's wager.
    pub(crate) fn check_bet<'f>(
        self,
        (spot, purse): (Seat, u8),
        seats: Clause,
        bank_may_wager: Rule<bool>,
        bank_spot_closed: Clause,
        list: &'f mut Vec<SetupFault>,
    ) -> Option<Faults<'f>> {
        if usize::from(purse) >= self.purses.len() {
            Faults { about: About::Spot(spot), list }.add_system(Wrong::OfNobody);
            return None;
        }
        let mut faults = Faults { about: About::purse(purse, self.purses), list };
        if spot.number() > self.seats {
            faults.add(Wrong::NoSuchSpot { spot }, seats);
        }
        let banks = !bank_may_wager.value && self.pool.purses().any(|banks| banks == purse);
        if spot == self.bank {
            let clause = if banks { bank_may_wager.clause } else { bank_spot_closed };
            faults.add(Wrong::BankSpot, clause);
        } else if banks {
            faults.add(Wrong::BankWagers, bank_may_wager.clause);
        }
        Some(faults)
    }

    /// Adds who has less than their wagers, their part of the bank and the fees need.
    pub(crate) fn check_purses(
        self,
        costs: impl Iterator<Item = Cost>,
        fees: &[Fee],
        clause: Clause,
        list: &mut Vec<SetupFault>,
    ) {
        let costs: Vec<Cost> = costs.collect();
        let bank_fee: Money = fees.iter().filter(|fee| fee.who == Party::BANK).map(|fee| fee.amount).sum();
        for (place, purse) in self.purses.iter().enumerate() {
            let is_mine = |cost: &Cost| usize::from(cost.purse) == place;
            let wagers: Money = costs.iter().filter(|cost| is_mine(cost)).map(|cost| cost.wagers).sum();
            let of_wagers = fees.iter().filter(|fee| fee.who != Party::BANK);
            let own = of_wagers.filter(|fee| is_mine(&costs[fee.who.index()]));
            let own: Money = own.map(|fee| fee.amount).sum();
            let needed = wagers + own + self.pool.needs(place, self.stake, bank_fee);
            if needed > purse.stack {
                let what = Wrong::NotEnough { needed, has: purse.stack };
                list.push(SetupFault { about: About::purse(place as u8, self.purses), what, clause });
            }
        }
    }
}
