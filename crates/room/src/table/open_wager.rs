//! How much somebody may wager, and where, so that whatever is offered is taken.

use books::Money;
use games::Seat;

use super::{Put, Seated, Table};
use crate::command::Wager;

/// A base wager that would be taken.
pub(crate) struct OpenWager {
    /// On which spot.
    pub(crate) spot: Seat,
    /// The least.
    pub(crate) least: Money,
    /// The largest, with what else the person has on the table and all fees.
    pub(crate) most: Money,
    /// What it is a multiple of.
    pub(crate) step: Money,
}

impl Table {
    /// The base wager that somebody could put down or change, on the own spot or else on the first other that takes
    /// one.
    pub(crate) fn open_wager(&self, seated: &Seated) -> Option<OpenWager> {
        let step = self.game.wager_step();
        let limit = self.game.limit();
        let least = limit.map_or(Money::dollars(1), |limit| limit.min);
        let least = whole(least + step - Money::cents(1), step);
        let most = limit.and_then(|limit| limit.max).map_or(seated.stack, |max| max.min(seated.stack));
        if most < least {
            return None;
        }
        let mut table = self.clone();
        let mut passes = |spot: Seat, base: Money| {
            table.state.puts.clone_from(&self.state.puts);
            table.state.puts.retain(|put| (put.person, put.spot) != (seated.person, spot));
            let wager = Wager { base, ..Wager::default() };
            table.state.puts.push(Put { person: seated.person, spot, wager, holds: false });
            self.check_backing(seated.person, spot).is_ok() && table.try_setup().is_ok()
        };
        let others = (1..=self.seats()).map(Seat::new).filter(|spot| Some(*spot) != seated.seat);
        let spot = seated.seat.into_iter().chain(others).find(|spot| passes(*spot, least))?;
        // More costs more, fees included, so that the largest is found by halves.
        let steps = (most - least).in_cents() / step.in_cents();
        let after = |steps: i64| least + step.times(steps);
        let (mut good, mut bad) = (0, steps + 1);
        if passes(spot, after(steps)) {
            good = steps;
        }
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            match passes(spot, after(middle)) {
                true => good = middle,
                false => bad = middle,
            }
        }
        Some(OpenWager { spot, least, most: after(good), step })
    }
}

fn whole(amount: Money, step: Money) -> Money {
    Money::cents(amount.in_cents() - amount.in_cents() % step.in_cents())
}
