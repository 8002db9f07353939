//! Rounds that were played against a bank that can always pay, and what a stake makes of each. Rounds are added up as
//! they come; some are kept for what needs them one by one.

use books::Money;
use books::bank::Coverage;
use games::bank::Stake;

use super::counts::Counts;
use super::moments::{Beside, Powers, Products};
use super::setup::{Fault, Setup};
use super::table::{Line, Table, Told};
use crate::sim::Dry;
use crate::sim::blocks::{self, Size, Sum};
use crate::sim::random::Random;

/// How many rounds a whole block has.
const BLOCK: u64 = 1 << 12;

/// How many rounds are kept one by one, for sessions that are put together from them.
pub(super) const KEPT: usize = 1 << 18;

/// What stakes are looked at: the one that was asked for, and others for wagers in the same proportion.
#[derive(Clone, Debug)]
pub(super) struct Stakes {
    pub(super) own: Money,
    pub(super) others: Vec<Money>,
}

/// What somebody loses or keeps where the stake does not reach.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Missed {
    pub(super) came: u64,
    pub(super) unpaid: Powers,
    pub(super) kept: Powers,
    pub(super) change: Powers,
}

/// One seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeatSums {
    /// What it got from this stake and from the house, beside what a bank that can always pay would have paid.
    pub(super) gets: Beside,
    /// What it lost and kept, beside the same.
    pub(super) kept: Beside,
    /// What it kept, less what it got from this stake, beside the same.
    pub(super) lacks: Beside,
    pub(super) missed: Missed,
}

/// Whoever was settled last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastSums {
    pub(super) came: u64,
    /// What they won and were not paid, what they lost and kept, and both together, beside what all players would have
    /// won from a bank that can always pay: which seat is last may hang on the cards, so what it wins then is not known.
    pub(super) unpaid: Beside,
    pub(super) kept: Beside,
    pub(super) change: Beside,
    /// The seat, as long as it was always the same.
    pub(super) seat: Option<usize>,
}

impl LastSums {
    fn is_empty(&self) -> bool {
        self.change.own.is_empty()
    }

    fn take(&mut self, seat: usize, (unpaid, kept): (i64, i64), full: i64) {
        self.seat = self.seat.filter(|last| *last == seat).or(self.is_empty().then_some(seat));
        self.came += u64::from(unpaid > 0 || kept > 0);
        self.unpaid.take(unpaid as f64, full as f64);
        self.kept.take(kept as f64, full as f64);
        self.change.take((kept - unpaid) as f64, full as f64);
    }

    fn add(&mut self, other: &LastSums) {
        self.seat = match (self.is_empty(), other.is_empty()) {
            (true, _) => other.seat,
            (_, true) => self.seat,
            _ => self.seat.filter(|seat| other.seat == Some(*seat)),
        };
        self.came += other.came;
        self.unpaid.add(&other.unpaid);
        self.kept.add(&other.kept);
        self.change.add(&other.change);
    }
}

/// One round of the bank, as it is kept: what all players won from this stake, and from a bank that can always pay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub(super) net: i64,
    pub(super) full: i64,
}

/// The rounds, added up.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    rounds: u64,
    pub(super) seats: Vec<SeatSums>,
    /// What all players won together.
    pub(super) players: Beside,
    /// The same for each of the other stakes.
    pub(super) others: Vec<Beside>,
    /// What the house gave.
    pub(super) bonus: Powers,
    /// Whoever was settled last.
    pub(super) last: LastSums,
    /// How two seats go together; each with those behind it.
    pub(super) pairs: Vec<Products>,
    /// The stake that would just have reached.
    pub(super) needs: Counts,
    /// In how many rounds this stake did not.
    pub(super) short: u64,
    pub(super) kept: Vec<Kept>,
}

/// What one round comes to from a stake, seat by seat.
struct Settled {
    net: Vec<i64>,
    unpaid: Vec<i64>,
    full: Vec<i64>,
}

impl Missed {
    fn take(&mut self, unpaid: i64, kept: i64) {
        self.came += u64::from(unpaid > 0 || kept > 0);
        self.unpaid.take(unpaid as f64);
        self.kept.take(kept as f64);
        self.change.take((kept - unpaid) as f64);
    }

    fn add(&mut self, other: &Missed) {
        self.came += other.came;
        self.unpaid.add(&other.unpaid);
        self.kept.add(&other.kept);
        self.change.add(&other.change);
    }
}

/// What all seats win together from a stake.
fn together(lines: &[Line], posted: Money, coverage: Coverage) -> i64 {
    let mut stake = Stake::new(posted, coverage);
    lines.iter().map(|line| settle(&mut stake, line)).sum()
}

/// Settles one wager as far as the stake reaches, and tells what the seat wins.
fn settle(stake: &mut Stake, line: &Line) -> i64 {
    let due = Money::cents(line.due.abs());
    if line.due >= 0 {
        let paid = stake.reach_to_pay(due);
        stake.act(paid, Money::ZERO);
        paid.in_cents()
    } else {
        let collected = stake.reach_to_collect(due);
        stake.act(Money::ZERO, collected);
        -collected.in_cents()
    }
}

impl Sample {
    fn new(seats: usize, others: usize) -> Sample {
        Sample {
            seats: vec![SeatSums::default(); seats],
            others: vec![Beside::default(); others],
            pairs: vec![Products::default(); seats * (seats - 1) / 2],
            ..Sample::default()
        }
    }

    /// Plays the rounds; after each block the caller is told how many are done, and says whether to go on.
    pub(super) fn of(
        table: &Table,
        setup: &Setup,
        stakes: &Stakes,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<Sample, Fault> {
        let empty = || Sample::new(setup.seats.len(), stakes.others.len());
        let dealer = || {
            |block: u64, rounds: u64| {
                let (mut sample, mut settled) = (empty(), Settled::new(setup.seats.len()));
                let mut random = Random::of(setup.seed, block);
                let keeps = (block * BLOCK) < KEPT as u64;
                (table.play)(&mut random, rounds, &mut |told| {
                    sample.take(told, stakes, table.coverage, keeps, &mut settled);
                })?;
                Ok::<Sample, Dry>(sample)
            }
        };
        let size = Size { rounds: setup.rounds, block: BLOCK, threads: setup.threads };
        let summed =
            blocks::play(empty(), size, dealer, |whole| go_on(whole.rounds())).map_err(|Dry| Fault::Dry)?;
        if summed.all.rounds() < setup.rounds {
            return Err(Fault::Stopped);
        }
        Ok(summed.all)
    }

    /// Settles a round from the stakes.
    fn take(&mut self, told: &Told, stakes: &Stakes, coverage: Coverage, keeps: bool, settled: &mut Settled) {
        let need = settled.take(&told.lines, stakes.own, coverage);
        let (net, full): (i64, i64) = (settled.net.iter().sum(), settled.full.iter().sum());
        self.rounds += 1;
        self.needs.take(need);
        self.short += u64::from(need > stakes.own.in_cents());
        self.players.take(net as f64, full as f64);
        for (other, posted) in self.others.iter_mut().zip(&stakes.others) {
            let net = if need <= posted.in_cents() { full } else { together(&told.lines, *posted, coverage) };
            other.take(net as f64, full as f64);
        }
        self.bonus.take(told.bonuses.iter().sum::<i64>() as f64);
        if keeps {
            self.kept.push(Kept { net, full });
        }
        for (seat, sums) in self.seats.iter_mut().enumerate() {
            let (net, full, unpaid) = (settled.net[seat], settled.full[seat], settled.unpaid[seat]);
            let kept = net - full + unpaid;
            sums.gets.take((net + told.bonuses[seat]) as f64, full as f64);
            sums.kept.take(kept as f64, full as f64);
            sums.lacks.take((kept - net) as f64, full as f64);
            sums.missed.take(unpaid, kept);
        }
        let last = told.lines.last().map_or(0, |line| usize::from(line.seat));
        let unpaid = settled.unpaid[last];
        let kept = settled.net[last] - settled.full[last] + unpaid;
        self.last.take(last, (unpaid, kept), full);
        let gets = |seat: usize| (settled.net[seat] + told.bonuses[seat]) as f64;
        let mut pairs = self.pairs.iter_mut();
        for one in 0..self.seats.len() {
            for other in one + 1..self.seats.len() {
                pairs.next().expect("a place for each pair").take(gets(one), gets(other));
            }
        }
    }
}

impl Settled {
    fn new(seats: usize) -> Settled {
        Settled { net: vec![0; seats], unpaid: vec![0; seats], full: vec![0; seats] }
    }

    /// Settles the wagers of a round and tells which stake would just have reached.
    fn take(&mut self, lines: &[Line], posted: Money, coverage: Coverage) -> i64 {
        [&mut self.net, &mut self.unpaid, &mut self.full].into_iter().for_each(|list| list.fill(0));
        let mut stake = Stake::new(posted, coverage);
        let (mut gross, mut balance, mut swing) = (0, 0_i64, 0);
        for line in lines {
            let seat = usize::from(line.seat);
            let net = settle(&mut stake, line);
            self.full[seat] += line.due;
            self.net[seat] += net;
            self.unpaid[seat] += (line.due - net).max(0);
            gross += line.due.abs();
            balance += line.due;
            swing = swing.max(balance.abs());
        }
        match coverage {
            Coverage::PaidAndCollected => gross,
            Coverage::Net => swing,
        }
    }
}

impl Sum for Sample {
    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn add(&mut self, other: &Sample) {
        self.rounds += other.rounds;
        self.short += other.short;
        for (own, more) in self.seats.iter_mut().zip(&other.seats) {
            own.gets.add(&more.gets);
            own.kept.add(&more.kept);
            own.lacks.add(&more.lacks);
            own.missed.add(&more.missed);
        }
        self.players.add(&other.players);
        self.others.iter_mut().zip(&other.others).for_each(|(own, more)| own.add(more));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(own, more)| own.add(more));
        self.bonus.add(&other.bonus);
        self.last.add(&other.last);
        self.needs.add(&other.needs);
        let room = KEPT - self.kept.len().min(KEPT);
        self.kept.extend(other.kept.iter().take(room));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<Line> {
        [(1, 3_000), (0, -2_000), (0, 0), (2, 1_500)].map(|(seat, due)| Line { seat, due }).to_vec()
    }

    #[test]
    fn a_stake_reaches_in_the_order_of_settlement() {
        let mut settled = Settled::new(3);
        let need = settled.take(&lines(), Money::dollars(55), Coverage::PaidAndCollected);
        assert_eq!(settled.full, [-2_000, 3_000, 1_500]);
        assert_eq!(settled.net, [-2_000, 3_000, 500]);
        assert_eq!((settled.unpaid[2], need), (1_000, 6_500));
        let need = settled.take(&lines(), Money::dollars(20), Coverage::Net);
        assert_eq!(settled.net, [-2_000, 2_000, 1_500], "what was collected pays again");
        assert_eq!(need, 3_000);
    }

    #[test]
    fn a_round_is_added_up_for_every_stake() {
        let told = Told { lines: lines(), fees: vec![0; 4], bonuses: vec![0, 0, 7] };
        let stakes = Stakes { own: Money::dollars(55), others: vec![Money::dollars(70), Money::dollars(30)] };
        let mut sample = Sample::new(3, 2);
        sample.take(&told, &stakes, Coverage::PaidAndCollected, true, &mut Settled::new(3));
        assert_eq!((sample.short, sample.rounds(), sample.kept[0].net), (1, 1, 1_500));
        assert_eq!(sample.others[0].own.mean(), 2_500.0, "all of it is reached");
        assert_eq!(sample.others[1].own.mean(), 3_000.0, "the first alone");
        assert_eq!(sample.seats[2].gets.own.mean(), 507.0);
        assert_eq!((sample.last.came, sample.last.unpaid.own.mean()), (1, 1_000.0));
        assert_eq!(sample.last.seat, Some(2));
        let mut twice = Sample::new(3, 2);
        twice.add(&sample);
        twice.add(&sample);
        assert_eq!((twice.rounds(), twice.kept.len(), twice.needs.most()), (2, 2, 6_500));
        assert_eq!(twice.last.seat, Some(2));
        let other = Told { lines: lines()[..3].to_vec(), ..told };
        let mut third = Sample::new(3, 2);
        third.take(&other, &stakes, Coverage::PaidAndCollected, true, &mut Settled::new(3));
        assert_eq!(third.last.seat, Some(0));
        twice.add(&third);
        twice.add(&sample);
        assert_eq!((twice.last.seat, twice.last.came), (None, 3), "it was not always the same");
    }

    #[test]
    fn what_is_kept_does_not_grow_without_end() {
        let mut sample = Sample::new(1, 0);
        let block = Sample { kept: vec![Kept { net: 0, full: 0 }; BLOCK as usize], ..Sample::new(1, 0) };
        (0..100).for_each(|_| sample.add(&block));
        assert_eq!(sample.kept.len(), KEPT);
    }
}
