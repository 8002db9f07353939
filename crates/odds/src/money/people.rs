//! Puts the view together: exact where it is closed and the stake always reaches, from the sample where not.

use books::Money;
use books::bank::{Coverage, RotationRules};

use super::compare;
use super::even::{self, Grid};
use super::fees::{self, Paid, cents, sum, wagered};
use super::moments::{Beside, Known};
use super::number::Number;
use super::risk;
use super::sample::{Missed, Sample, Stakes};
use super::setup::{Fault, Setup};
use super::table::{Family, PLENTY, Table};
use super::view::{Banked, Correlation, Cut, Person, Short, View};
use crate::sim::blocks::Sum;

/// What is known of a table when its rounds were played.
pub(super) struct Found<'a> {
    pub(super) setup: &'a Setup,
    pub(super) table: Table,
    pub(super) sample: Sample,
    pub(super) paid: Paid,
    pub(super) banked: Banked,
    /// Whether the stake always reaches.
    pub(super) reaches: bool,
}

pub(super) fn view(
    family: &dyn Family,
    setup: &Setup,
    mut go_on: impl FnMut(u64) -> bool,
) -> Result<View, Fault> {
    let banked = banked(setup, family.rotation())?;
    let table = family.table(setup, setup.schedule.as_ref())?;
    let paid = Paid::of(&table, setup.seed)?;
    let grid = Grid::of(setup, &table);
    let stakes = Stakes { own: setup.stake.unwrap_or(PLENTY), others: grid.stakes() };
    let sample = Sample::of(&table, setup, &stakes, &mut go_on)?;
    let reaches = setup.stake.is_none_or(|stake| stake >= table.most);
    let found = Found { setup, table, sample, paid, banked, reaches };
    let banker = found.banker();
    let dry = risk::dry(setup, &found.sample, found.table.most);
    let session = risk::session(&found, banker.per_hand);
    Ok(View {
        schedule: setup.schedule.as_ref().map(|schedule| schedule.handle.to_string()),
        rounds: setup.rounds,
        seed: setup.seed,
        hands_per_hour: setup.hands_per_hour,
        banked,
        seating: setup.seating.clone(),
        order: found.table.order.clone(),
        warnings: risk::warnings(setup, &dry, &session),
        wagered: wagered(setup),
        stake: setup.stake,
        seats: found.means().into_iter().enumerate().map(|(seat, mean)| found.seat(seat, mean)).collect(),
        house: found.house(),
        fees: fees::fees(setup, &found.table, &found.paid),
        short: found.short(),
        correlations: found.correlations(),
        dry,
        session,
        break_even: even::break_even(&found, &grid),
        schedules: compare::compare(family, &found, &mut go_on)?,
        banker,
    })
}

/// How many hands the banker banks.
fn banked(setup: &Setup, rotation: &RotationRules) -> Result<Banked, Fault> {
    let running = rotation.rounds.value;
    let rounds = f64::from(running);
    let most = if rotation.broken_without_another.value { rounds / (rounds + 1.0) } else { 1.0 };
    let share = setup.banks.unwrap_or(most);
    if !(share.is_finite() && share > 0.0) {
        return Err(Fault::Number { what: "banks", expected: "a share of hands above 0, such as 50%" });
    }
    // Two thirds are also 66.67 percent.
    if share > most + 0.001 {
        return Err(Fault::Banks { running });
    }
    Ok(Banked { share: share.min(most), most, in_turn: 1.0 / (setup.seats.len() + 1) as f64, running })
}

impl Found<'_> {
    /// What is known of what a seat wins from a bank that can always pay.
    fn known(&self, seat: usize) -> Option<Known> {
        let variance = self.table.variances[seat];
        self.table.means[seat].map(|mean| Known { mean, variance })
    }

    /// What is known of what all seats win together.
    pub(super) fn known_together(&self) -> Option<Known> {
        let mean = self.table.means.iter().copied().sum::<Option<f64>>()?;
        Some(Known { mean, variance: self.table.variance })
    }

    /// What one round more might change where all were alike.
    pub(super) fn one(&self) -> f64 {
        (self.sample.needs.most() as f64).max(1.0)
    }

    /// The most that the bank can win or lose.
    fn bank_most(&self) -> f64 {
        cents(self.setup.stake.map_or(self.table.most, |stake| stake.min(self.table.most)))
    }

    /// The most that a seat can win or lose to the bank.
    fn seat_most(&self) -> f64 {
        match self.table.coverage {
            Coverage::PaidAndCollected => self.bank_most(),
            Coverage::Net => cents(self.table.most),
        }
    }

    /// What all players win together from this stake, in a hand.
    pub(super) fn together(&self) -> Number {
        match self.known_together() {
            Some(known) if self.reaches => Number::exact(known.mean),
            known => {
                let most = self.bank_most();
                self.sample.players.average(known, self.one()).within(-most, most)
            }
        }
    }

    /// What a bank that can always pay wins in a hand before its fee.
    pub(super) fn full(&self) -> Number {
        match self.known_together() {
            Some(known) => Number::exact(-known.mean),
            None => self.sample.players.full.average(self.one()).times(-1.0),
        }
    }

    fn person(&self, wagered: Money, fee: Money, per_hand: Number, deviation: Number, hands: f64) -> Person {
        Person {
            wagered,
            fee,
            per_hand,
            deviation,
            per_hour: per_hand.times(hands),
            deviation_per_hour: deviation.times(hands.sqrt()),
            share: per_hand.times(1.0 / cents(wagered).max(1.0)),
        }
    }

    /// What each seat wins in a hand before its fee. All of it is what the bank loses and what the house gives: each
    /// number alone takes chance away in its own way, so what chance has left between them is shared out.
    fn means(&self) -> Vec<Number> {
        let mean = |seat: usize| {
            let gets = &self.sample.seats[seat].gets;
            match self.known(seat) {
                Some(known) if self.reaches => Number::exact(known.mean),
                Some(known) => {
                    let most = self.seat_most();
                    gets.average(Some(known), self.one()).within(-most, most)
                }
                None => gets.own.average(self.one()),
            }
        };
        let mut means = (0..self.setup.seats.len()).map(mean).collect::<Vec<Number>>();
        balance(&mut means, self.together().value + self.given().value);
        means
    }

    fn seat(&self, seat: usize, mean: Number) -> Person {
        let fee = self.paid.seats[seat];
        let gets = &self.sample.seats[seat].gets;
        let spread = match self.table.products[seat][seat].filter(|_| self.reaches) {
            Some(square) => Number::exact(square.max(0.0).sqrt()),
            None => gets.own.deviation(self.one()),
        };
        let wagered = self.setup.seats[seat].total();
        self.person(wagered, fee, mean.plus(-cents(fee)), spread, self.setup.hands_per_hour)
    }

    fn banker(&self) -> Person {
        let fee = self.paid.bank;
        let seats = 0..self.setup.seats.len();
        let products = seats.clone().flat_map(|one| seats.clone().map(move |other| (one, other)));
        let square: Option<f64> = products.map(|(one, other)| self.table.products[one][other]).sum();
        let spread = match square.filter(|_| self.reaches) {
            Some(square) => Number::exact(square.max(0.0).sqrt()),
            None => self.sample.players.own.deviation(self.one()),
        };
        let per_hand = self.together().times(-1.0).plus(-cents(fee));
        let hands = self.setup.hands_per_hour * self.banked.share;
        self.person(wagered(self.setup), fee, per_hand, spread, hands)
    }

    /// What the house gives to players in a hand.
    pub(super) fn given(&self) -> Number {
        if self.table.has_bonuses { self.sample.bonus.average(self.one()) } else { Number::exact(0.0) }
    }

    /// Fees are the same in every round; what the house pays to players is not.
    fn house(&self) -> Person {
        let fee = self.paid.total();
        let spread =
            if self.table.has_bonuses { self.sample.bonus.deviation(self.one()) } else { Number::exact(0.0) };
        let per_hand = self.given().times(-1.0).plus(cents(fee));
        self.person(wagered(self.setup), fee, per_hand, spread, self.setup.hands_per_hour)
    }

    fn chance(&self, came: u64) -> Number {
        if self.reaches { Number::exact(0.0) } else { risk::chance(came, self.sample.rounds()) }
    }

    fn short(&self) -> Short {
        let banker = if self.reaches {
            Number::exact(0.0)
        } else {
            self.sample.players.change(self.known_together(), self.one()).times(-1.0)
        };
        let mut seats: Vec<Cut> = (0..self.setup.seats.len()).map(|seat| self.cut(seat)).collect();
        if !self.reaches {
            // What the banker gains by it, players lose, and the other way round.
            let mut changes: Vec<Number> = seats.iter().map(|cut| cut.change).collect();
            balance(&mut changes, -banker.value);
            seats.iter_mut().zip(changes).for_each(|(cut, change)| cut.change_to(change));
        }
        let last = self.sample.last.seat.map_or_else(|| self.last(), |seat| seats[seat]);
        Short { chance: self.chance(self.sample.short), banker, seats, last }
    }

    /// What the stake changes for one seat.
    fn cut(&self, seat: usize) -> Cut {
        let sums = &self.sample.seats[seat];
        let Some(known) = self.known(seat).filter(|_| !self.reaches) else {
            return self.plain_cut(&sums.missed);
        };
        let (one, most) = (self.one(), cents(self.table.most));
        Cut {
            chance: self.chance(sums.missed.came),
            unpaid: sums.lacks.average(Some(known), one).plus(known.mean).within(0.0, most),
            kept: sums.kept.average(Some(known), one).within(0.0, most),
            change: sums.gets.change(Some(known), one),
        }
    }

    /// What the stake changes for whoever is settled last, where that is now one seat and now another.
    fn last(&self) -> Cut {
        let sums = &self.sample.last;
        let (known, one, most) = (self.known_together(), self.one(), cents(self.table.most));
        let found = |beside: &Beside| match self.reaches {
            true => Number::exact(0.0),
            false => beside.average(known, one),
        };
        Cut {
            chance: self.chance(sums.came),
            unpaid: found(&sums.unpaid).within(0.0, most),
            kept: found(&sums.kept).within(0.0, most),
            change: found(&sums.change),
        }
    }

    fn plain_cut(&self, missed: &Missed) -> Cut {
        if self.reaches {
            let nothing = Number::exact(0.0);
            return Cut { chance: nothing, unpaid: nothing, kept: nothing, change: nothing };
        }
        Cut {
            chance: self.chance(missed.came),
            unpaid: missed.unpaid.average(self.one()),
            kept: missed.kept.average(self.one()),
            change: missed.change.average(self.one()),
        }
    }

    fn correlations(&self) -> Vec<Correlation> {
        let seats = self.setup.seats.len();
        let gets = |seat: usize| &self.sample.seats[seat].gets.own;
        let places = &self.setup.seating.players;
        let products = &self.table.products;
        let mut pairs = self.sample.pairs.iter();
        let mut list = Vec::new();
        for one in 0..seats {
            for other in one + 1..seats {
                let pair = pairs.next().expect("each pair was played");
                let exact = || {
                    let both = products[one][other].filter(|_| self.reaches)?;
                    Some(Number::exact(both / (products[one][one]? * products[other][other]?).sqrt()))
                };
                let played = || pair.correlation(gets(one), gets(other));
                if let Some(value) = exact().or_else(played) {
                    list.push(Correlation { seats: [places[one], places[other]], value });
                }
            }
        }
        list
    }
}

impl Cut {
    /// Sets what both together change, and moves what was not paid and what was kept apart by as much; neither is less
    /// than nothing.
    fn change_to(&mut self, change: Number) {
        let off = change.value - (self.kept.value - self.unpaid.value);
        let (kept, unpaid) = (self.kept.spread().powi(2), self.unpaid.spread().powi(2));
        let part = if kept + unpaid > 0.0 { kept / (kept + unpaid) } else { 0.5 };
        let kept = (self.kept.value + off * part).max(0.0).max(change.value);
        (self.kept.value, self.unpaid.value, self.change) = (kept, kept - change.value, change);
    }
}

/// Moves numbers that chance has a part in so that they add up, each by as much as its own error makes likely.
fn balance(list: &mut [Number], whole: f64) {
    let off = whole - list.iter().map(|number| number.value).sum::<f64>();
    let squares: f64 = list.iter().map(|number| number.spread().powi(2)).sum();
    if squares > 0.0 {
        list.iter_mut().for_each(|number| number.value += off * number.spread().powi(2) / squares);
    }
}

/// What all seats win together from a bank that can always pay, where a table has it closed.
pub(super) fn closed(table: &Table) -> Option<Number> {
    let means: Option<Vec<Number>> = table.means.iter().map(|mean| mean.map(Number::exact)).collect();
    means.map(|means| sum(means.into_iter()))
}
