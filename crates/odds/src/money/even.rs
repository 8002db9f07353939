//! Where the banker comes out even: all wagers grow and shrink alike, within the table's limits, from the same stake.
//!
//! A stake that does not reach twice the wagers does with them what half of it does with the wagers as they are. So the
//! rounds that are played for the view are settled from several stakes, one for each amount of action that is looked at.

use books::Money;

use super::fees::{action, cents, wagered};
use super::number::{How, Number};
use super::people::Found;
use super::setup::Setup;
use super::sides::Sides;
use super::table::Table;
use super::view::BreakEven;

/// How many amounts of action are looked at in all, and with each fee at least.
const POINTS: usize = 24;
const POINTS_LEAST: usize = 4;

/// Without a limit, the action that is looked at goes up to so many stakes.
const STAKES: f64 = 10.0;

/// Without a limit, a straight line is looked at up to so many times the action or the fee that it begins with.
const FAR: f64 = 1e7;

/// Table action with one fee, in cents.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    from: f64,
    to: Option<f64>,
    fee: f64,
}

/// The amounts of action that are looked at; none where a stake always reaches.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    /// A stretch and the factors of the wagers at which it is looked at, rising.
    stretches: Vec<(Stretch, Vec<f64>)>,
    stake: Money,
}

/// The stretches of the fee within the limits.
fn stretches(setup: &Setup, table: &Table) -> Vec<Stretch> {
    let schedule = setup.schedule.as_ref();
    let now = cents(action(setup, table, schedule));
    let (least, most) = (now * table.scale.least, table.scale.most.map(|most| now * most));
    let charges = schedule.map(books::rates::Schedule::bank_charges).unwrap_or_default();
    let flat = schedule.map_or(Money::ZERO, |schedule| schedule.bank_fee(Money::ZERO).value);
    let mut list = Vec::new();
    for (place, charge) in charges.iter().enumerate() {
        let from = if place == 0 { 0.0 } else { cents(charge.from) };
        let to = charges.get(place + 1).map(|next| cents(next.from));
        list.push(Stretch { from, to, fee: cents(charge.fee) });
    }
    if list.is_empty() {
        list.push(Stretch { from: 0.0, to: None, fee: cents(flat) });
    }
    let cut = |stretch: Stretch| {
        let from = stretch.from.max(least);
        // Where a fee ends the next one holds already, while the limit itself may still be wagered.
        if stretch.to.is_some_and(|to| to <= from) {
            return None;
        }
        let to = stretch.to.into_iter().chain(most).reduce(f64::min);
        to.is_none_or(|to| to >= from).then_some(Stretch { from, to, ..stretch })
    };
    list.into_iter().filter_map(cut).collect()
}

impl Grid {
    pub(super) fn of(setup: &Setup, table: &Table) -> Grid {
        let Some(stake) = setup.stake else { return Grid::default() };
        let always = |factor: f64| cents(stake) >= cents(table.most) * factor;
        if table.scale.most.is_some_and(always) {
            return Grid::default();
        }
        let now = cents(action(setup, table, setup.schedule.as_ref())).max(1.0);
        let end = (STAKES * cents(stake)).max(now);
        let list = stretches(setup, table);
        let points = (POINTS / list.len().max(1)).max(POINTS_LEAST);
        let factors = |stretch: Stretch| {
            let to = stretch.to.unwrap_or(end.max(2.0 * stretch.from));
            let from = stretch.from.max(to / 1_000.0);
            let step = (to / from).powf(1.0 / (points - 1) as f64);
            let factors = (0..points).map(|place| from * step.powi(place as i32) / now).collect();
            (stretch, factors)
        };
        Grid { stretches: list.into_iter().map(factors).collect(), stake }
    }

    /// The stakes to settle the rounds from.
    pub(super) fn stakes(&self) -> Vec<Money> {
        let of = |factor: &f64| Money::cents(((cents(self.stake) / factor).round() as i64).max(1));
        self.stretches.iter().flat_map(|(_, factors)| factors.iter().map(of)).collect()
    }
}

pub(super) fn break_even(found: &Found<'_>, grid: &Grid) -> BreakEven {
    let (setup, table) = (found.setup, &found.table);
    let full = found.full();
    let now = cents(action(setup, table, setup.schedule.as_ref())).max(1.0);
    let (sides, signs) = if grid.stretches.is_empty() {
        (always_paid(&stretches(setup, table), full.times(1.0 / now)), full.how)
    } else {
        from_a_stake(found, grid, now)
    };
    BreakEven {
        edge: full.times(1.0 / cents(wagered(setup)).max(1.0)),
        least: now * table.scale.least,
        most: table.scale.most.map(|most| now * most),
        signs,
        ahead: sides.above,
        untold: sides.untold,
    }
}

/// With a bank that always pays, which wins so much of each cent of action.
fn always_paid(stretches: &[Stretch], each: Number) -> Sides {
    let mut sides = Sides::default();
    for stretch in stretches {
        // The line is straight, so that its ends tell all of it.
        let far = || FAR * stretch.from.max(stretch.fee).max(1.0);
        let gain = |at: f64| (at, each.times(at).plus(-stretch.fee));
        let points = [gain(stretch.from), gain(stretch.to.unwrap_or_else(far))];
        sides.join(Sides::of(&points, stretch.from, stretch.to));
    }
    sides
}

/// From a stake that may not reach: by what the rounds came to at each amount of action, straight between them.
fn from_a_stake(found: &Found<'_>, grid: &Grid, now: f64) -> (Sides, How) {
    let known = found.known_together();
    let (stake, need) = (cents(grid.stake), cents(found.table.most));
    let mut others = found.sample.others.iter();
    let (mut sides, mut signs) = (Sides::default(), How::Exact);
    for (stretch, factors) in &grid.stretches {
        let mut gain = |factor: &f64| {
            let other = others.next().expect("each stake was played");
            let posted = stake / factor;
            let players = match known.filter(|_| posted >= need) {
                Some(known) => Number::exact(known.mean),
                None => other.average(known, found.one()).within(-posted, posted),
            };
            (now * factor, players.times(-factor).plus(-stretch.fee))
        };
        let points: Vec<(f64, Number)> = factors.iter().map(&mut gain).collect();
        if points.iter().any(|(_, gain)| !gain.is_exact()) {
            signs = How::Simulated;
        }
        sides.join(Sides::of(&points, stretch.from, stretch.to));
    }
    (sides, signs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::view::Range;

    #[test]
    fn a_bank_that_pays_is_ahead_where_the_fee_is_less() {
        let fees = [(1_000.0, Some(5_100.0), 50.0), (5_100.0, Some(20_000.0), 100.0)];
        let list = fees.map(|(from, to, fee)| Stretch { from, to, fee });
        let ahead = always_paid(&list, Number::exact(0.018)).above;
        let ends = |one: &Range| (one.from.value.round(), one.to.map(|to| to.value));
        let found: Vec<_> = ahead.iter().map(ends).collect();
        assert_eq!(found, [(2_778.0, Some(5_100.0)), (5_556.0, Some(20_000.0))]);
        assert_eq!(always_paid(&list, Number::exact(0.002)), Sides::default(), "not within the limits");
        assert_eq!(always_paid(&list, Number::exact(-0.01)), Sides::default());
        let point = [Stretch { from: 21_000.0, to: Some(21_000.0), fee: 200.0 }];
        let found: Vec<_> = always_paid(&point, Number::exact(0.018)).above.iter().map(ends).collect();
        assert_eq!(found, [(21_000.0, Some(21_000.0))], "limits may leave one amount");
        assert_eq!(always_paid(&point, Number::exact(0.009)), Sides::default());
        let whole = always_paid(&list, Number::exact(0.06)).above;
        assert_eq!(whole.iter().map(ends).collect::<Vec<_>>(), [(1_000.0, Some(20_000.0))]);
    }

    #[test]
    fn an_edge_within_its_error_is_no_verdict() {
        let list = [Stretch { from: 1_000.0, to: Some(20_000.0), fee: 0.0 }];
        for edge in [-0.001, 0.001] {
            let sides = always_paid(&list, Number::simulated(edge, 0.001));
            assert_eq!((sides.above.len(), sides.untold.len()), (0, 1), "{edge}: {sides:?}");
        }
        let fee = [Stretch { fee: 50.0, ..list[0] }];
        let sides = always_paid(&fee, Number::simulated(0.01, 0.0001));
        assert!((sides.above[0].from.value - 5_000.0).abs() < 5.0, "{sides:?}");
        assert!((sides.above[0].from.spread() - 50.0).abs() < 1.0 && sides.untold.is_empty(), "{sides:?}");
    }
}
