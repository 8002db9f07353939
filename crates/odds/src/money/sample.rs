//! Rounds that were played against a bank that can always pay, and what a stake would have made of each.

use books::Money;
use books::bank::Coverage;
use games::bank::Stake;

use super::setup::{Fault, Setup};
use super::table::{Table, Told};
use crate::sim::Dry;
use crate::sim::blocks::{self, Size, Sum};
use crate::sim::random::Random;

/// How many rounds a whole block has.
const BLOCK: u64 = 1 << 12;

/// One number for each seat of each round, in cents.
#[derive(Clone, Debug, Default)]
pub(super) struct Column(Vec<i64>);

/// The rounds. Seats stand beside each other, round after round.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    pub(super) seats: usize,
    /// The stake that would just have reached.
    pub(super) need: Vec<i64>,
    /// What each seat won from a bank that can always pay.
    pub(super) full: Column,
    /// What each seat won from this stake.
    pub(super) net: Column,
    /// What each seat won and was not paid.
    pub(super) unpaid: Column,
    /// What the house gave each seat.
    pub(super) bonus: Column,
    /// The seat that was settled last.
    pub(super) last: Vec<u8>,
}

impl Column {
    /// What one seat has in every round.
    pub(super) fn seat(&self, seat: usize, seats: usize) -> impl Iterator<Item = f64> + Clone {
        self.0[seat..].iter().step_by(seats).map(|cents| *cents as f64)
    }

    /// What all seats have together in every round.
    pub(super) fn together(&self, seats: usize) -> impl Iterator<Item = f64> + Clone {
        self.0.chunks_exact(seats).map(|round| round.iter().sum::<i64>() as f64)
    }

    pub(super) fn round(&self, round: usize, seats: usize) -> &[i64] {
        &self.0[round * seats..(round + 1) * seats]
    }

    fn more(&mut self, seats: usize) -> &mut [i64] {
        let first = self.0.len();
        self.0.resize(first + seats, 0);
        &mut self.0[first..]
    }
}

impl Sample {
    /// Plays the rounds; after each block the caller is told how many are done, and says whether to go on.
    pub(super) fn of(
        table: &Table,
        setup: &Setup,
        stake: Money,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<Sample, Fault> {
        let seats = setup.seats.len();
        let empty = Sample { seats, ..Sample::default() };
        let dealer = || {
            |block: u64, rounds: u64| {
                let mut sample = Sample { seats, ..Sample::default() };
                let mut random = Random::of(setup.seed, block);
                (table.play)(&mut random, rounds, &mut |told| sample.take(told, stake, table.coverage))?;
                Ok::<Sample, Dry>(sample)
            }
        };
        let size = Size { rounds: setup.rounds, block: BLOCK, threads: setup.threads };
        let summed =
            blocks::play(empty, size, dealer, |whole| go_on(whole.rounds())).map_err(|Dry| Fault::Dry)?;
        if summed.all.rounds() < setup.rounds {
            return Err(Fault::Stopped);
        }
        Ok(summed.all)
    }

    /// What was played, as a number of rounds.
    pub(super) fn len(&self) -> usize {
        self.need.len()
    }

    /// Settles a round from a stake.
    fn take(&mut self, told: &Told, posted: Money, coverage: Coverage) {
        let seats = self.seats;
        let mut stake = Stake::new(posted, coverage);
        let (mut gross, mut balance, mut swing) = (0, 0_i64, 0);
        let full = self.full.more(seats);
        let net = self.net.more(seats);
        let unpaid = self.unpaid.more(seats);
        for line in &told.lines {
            let seat = usize::from(line.seat);
            let due = Money::cents(line.due.abs());
            full[seat] += line.due;
            gross += line.due.abs();
            balance += line.due;
            swing = swing.max(balance.abs());
            if line.due >= 0 {
                let paid = stake.reach_to_pay(due);
                stake.act(paid, Money::ZERO);
                net[seat] += paid.in_cents();
                unpaid[seat] += line.due - paid.in_cents();
            } else {
                let collected = stake.reach_to_collect(due);
                stake.act(Money::ZERO, collected);
                net[seat] -= collected.in_cents();
            }
        }
        self.bonus.more(seats).copy_from_slice(&told.bonuses);
        self.need.push(match coverage {
            Coverage::PaidAndCollected => gross,
            Coverage::Net => swing,
        });
        self.last.push(told.lines.last().map_or(0, |line| line.seat));
    }

    /// What the short stake changed for one seat in every round.
    pub(super) fn change(&self, seat: usize) -> impl Iterator<Item = f64> + Clone {
        self.net.seat(seat, self.seats).zip(self.full.seat(seat, self.seats)).map(|(net, full)| net - full)
    }

    /// What the bank won from this stake in every round, before its fee.
    pub(super) fn bank(&self) -> impl Iterator<Item = f64> + Clone {
        self.net.together(self.seats).map(|players| -players)
    }

    /// The largest stake that any round needed.
    pub(super) fn need_most(&self) -> i64 {
        self.need.iter().copied().max().unwrap_or(0)
    }
}

impl Sum for Sample {
    fn rounds(&self) -> u64 {
        self.need.len() as u64
    }

    fn add(&mut self, other: &Sample) {
        self.need.extend(&other.need);
        for (own, more) in [
            (&mut self.full, &other.full),
            (&mut self.net, &other.net),
            (&mut self.unpaid, &other.unpaid),
            (&mut self.bonus, &other.bonus),
        ] {
            own.0.extend(&more.0);
        }
        self.last.extend(&other.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::table::Line;

    #[test]
    fn a_stake_reaches_in_the_order_of_settlement() {
        let lines = vec![
            Line { seat: 1, due: 3_000 },
            Line { seat: 0, due: -2_000 },
            Line { seat: 0, due: 0 },
            Line { seat: 2, due: 1_500 },
        ];
        let told = Told { lines, fees: vec![0; 4], bonuses: vec![0, 0, 7] };
        let mut sample = Sample { seats: 3, ..Sample::default() };
        sample.take(&told, Money::dollars(55), Coverage::PaidAndCollected);
        assert_eq!(sample.full.round(0, 3), [-2_000, 3_000, 1_500]);
        assert_eq!(sample.net.round(0, 3), [-2_000, 3_000, 500]);
        assert_eq!(sample.unpaid.round(0, 3), [0, 0, 1_000]);
        assert_eq!((sample.need[0], sample.last[0]), (6_500, 2));
        sample.take(&told, Money::dollars(20), Coverage::Net);
        assert_eq!(sample.net.round(1, 3), [-2_000, 2_000, 1_500], "what was collected pays again");
        assert_eq!(sample.need[1], 3_000);
        assert_eq!(sample.bonus.round(1, 3), [0, 0, 7]);
    }
}
