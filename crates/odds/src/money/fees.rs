//! Fees: what they cost, where they step, where the banker comes out even, and what other schedules would take.

use books::Money;
use books::rates::{Charged, Schedule};

use super::number::Number;
use super::setup::{Fault, Setup};
use super::table::{Family, Table};
use super::view::{Ahead, BreakEven, Cliff, Compared, Fees, Outcome, Payer};

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
fn action(setup: &Setup, table: &Table, schedule: Option<&Schedule>) -> Money {
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

/// Where the banker comes out even; the gain is that of a bank that can pay, in a hand.
pub(super) fn break_even(setup: &Setup, table: &Table, gain: Number) -> BreakEven {
    let wagered = cents(wagered(setup));
    let edge = gain.times(1.0 / wagered);
    let schedule = setup.schedule.as_ref();
    // What a cent of table action brings.
    let each = gain.times(1.0 / cents(action(setup, table, schedule)).max(1.0));
    if each.value <= 0.0 {
        return BreakEven { edge, ahead: Vec::new() };
    }
    let least = |fee: Money| {
        let value = cents(fee) / each.value;
        let spread = each.spread() / each.value * value;
        if each.is_exact() { Number::exact(value) } else { Number::simulated(value, spread) }
    };
    let charges = schedule.map(Schedule::bank_charges).unwrap_or_default();
    let fee = schedule.map_or(Money::ZERO, |schedule| schedule.bank_fee(Money::ZERO).value);
    if charges.is_empty() {
        return BreakEven { edge, ahead: vec![Ahead { from: least(fee), to: None }] };
    }
    let mut ahead: Vec<Ahead> = Vec::new();
    for (place, charge) in charges.iter().enumerate() {
        let next = charges.get(place + 1).map(|next| next.from);
        let even = least(charge.fee);
        if next.is_some_and(|next| even.value >= cents(next)) {
            continue;
        }
        let starts = if place == 0 { 0.0 } else { cents(charge.from) };
        let begins = if even.value >= starts { even } else { Number::exact(starts) };
        // Where one fee ends ahead and the next begins ahead, nothing lies between.
        match ahead.last_mut() {
            Some(last) if last.to.map(cents) == Some(begins.value) => last.to = next,
            _ => ahead.push(Ahead { from: begins, to: next }),
        }
    }
    BreakEven { edge, ahead }
}

/// What each schedule comes to. `means` is what seats win from a bank that can pay, as the table has it.
pub(super) fn compare(
    family: &dyn Family,
    setup: &Setup,
    table: &Table,
    means: &[Number],
) -> Result<Vec<Compared>, Fault> {
    let one = |schedule: &Schedule| {
        let result = match family.table(setup, Some(schedule)) {
            Ok(other) => comes(setup, table, &other, means)?,
            Err(Fault::Table(faults)) => Outcome::Refused { refused: Fault::Table(faults).to_string() },
            Err(fault) => return Err(fault),
        };
        Ok(Compared { schedule: schedule.handle.to_string(), is_offered: schedule.offered.value, result })
    };
    setup.schedules.iter().map(one).collect()
}

fn comes(setup: &Setup, table: &Table, other: &Table, means: &[Number]) -> Result<Outcome, Fault> {
    let paid = Paid::of(other, setup.seed)?;
    // A limit may leave less of a wager in action; what a seat wins goes with it.
    let mean = |seat: usize| match other.means[seat] {
        Some(mean) => Number::exact(mean),
        None => means[seat].times(share(other.action[seat], table.action[seat])),
    };
    let seats = sum((0..means.len()).map(mean));
    Ok(Outcome::Comes {
        bank_fee: paid.bank,
        seat_fees: paid.of_seats(),
        share: share(paid.total(), wagered(setup)),
        banker: seats.times(-1.0).plus(-cents(paid.bank)),
        seats: seats.plus(-cents(paid.of_seats())),
        house_per_hour: Number::exact(cents(paid.total()) * setup.hands_per_hour),
    })
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
