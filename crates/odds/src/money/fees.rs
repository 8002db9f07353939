//! Fees: what they cost, and where they step.

use books::Money;
use books::rates::{Charged, Schedule};

use super::number::Number;
use super::setup::{Fault, Setup};
use super::table::Table;
use super::view::{Cliff, Fees, Payer};

/// What everybody pays for a hand.
pub(super) struct Paid {
    pub(super) bank: Money,
    pub(super) seats: Vec<Money>,
}

impl Paid {
    pub(super) fn of(table: &Table, seed: u64) -> Result<Paid, Fault> {
        let mut fees: Vec<Money> = table.fees(seed)?.into_iter().map(Money::cents).collect();
        let bank = fees.pop().unwrap_or(Money::ZERO);
        Ok(Paid { bank, seats: fees })
    }

    pub(super) fn of_seats(&self) -> Money {
        self.seats.iter().copied().sum()
    }

    pub(super) fn total(&self) -> Money {
        self.bank + self.of_seats()
    }
}

pub(super) fn cents(amount: Money) -> f64 {
    amount.in_cents() as f64
}

pub(super) fn share(part: Money, whole: Money) -> f64 {
    if whole.is_positive() { cents(part) / cents(whole) } else { 0.0 }
}

/// What all seats wager before the deal.
pub(super) fn wagered(setup: &Setup) -> Money {
    setup.seats.iter().map(super::Wagers::total).sum()
}

/// What counts as table action.
pub(super) fn action(setup: &Setup, table: &Table, schedule: Option<&Schedule>) -> Money {
    let sides: Vec<Money> = setup.seats.iter().flat_map(|seat| seat.sides.iter().copied()).collect();
    match schedule {
        Some(schedule) => schedule.table_action(&table.action, &sides),
        None => table.action.iter().copied().sum(),
    }
}

pub(super) fn fees(setup: &Setup, table: &Table, paid: &Paid) -> Fees {
    let schedule = setup.schedule.as_ref();
    let (action, wagered) = (action(setup, table, schedule), wagered(setup));
    let mut cliffs = Vec::new();
    if let Some(schedule) = schedule {
        cliffs.extend(steps(&schedule.bank_charges(), Payer::Bank, Some(action)));
        cliffs.extend(steps(&schedule.wager_charges(), Payer::Wager, None));
    }
    Fees {
        action,
        bank: paid.bank,
        seats: paid.of_seats(),
        share: Number::exact(share(paid.total(), wagered)),
        bank_share: Number::exact(share(paid.bank, wagered)),
        cliffs,
    }
}

fn steps(charges: &[Charged], payer: Payer, now: Option<Money>) -> Vec<Cliff> {
    let step = |two: &[Charged]| Cliff {
        payer,
        at: two[1].from,
        before: two[0].fee,
        after: two[1].fee,
        shares: [share(two[0].fee, two[1].from - Money::dollars(1)), share(two[1].fee, two[1].from)],
        distance: now.map(|now| two[1].from - now),
    };
    charges.windows(2).map(step).collect()
}

/// All of some numbers. Errors are added as they stand, since seats share the bank's hand.
pub(super) fn sum(list: impl Iterator<Item = Number>) -> Number {
    list.fold(Number::exact(0.0), |all, one| {
        let value = all.value + one.value;
        if all.is_exact() && one.is_exact() {
            Number::exact(value)
        } else {
            Number::simulated(value, all.spread() + one.spread())
        }
    })
}
