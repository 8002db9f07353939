//! Puts the view together: exact where it is closed and the stake always reaches, from the sample where not.

use books::Money;

use super::fees::{self, Paid, cents, sum, wagered};
use super::number::{Number, correlation, deviation, mean};
use super::risk;
use super::sample::Sample;
use super::setup::{Fault, Setup};
use super::table::{Family, PLENTY, Table};
use super::view::{Correlation, Cut, Person, Short, View};

/// What is known of a table when its rounds were played.
struct Found<'a> {
    setup: &'a Setup,
    table: Table,
    sample: Sample,
    paid: Paid,
    /// Whether the stake always reaches.
    reaches: bool,
}

pub(super) fn view(
    family: &dyn Family,
    setup: &Setup,
    go_on: impl FnMut(u64) -> bool,
) -> Result<View, Fault> {
    let table = family.table(setup, setup.schedule.as_ref())?;
    let paid = Paid::of(&table, setup.seed)?;
    let sample = Sample::of(&table, setup, setup.stake.unwrap_or(PLENTY), go_on)?;
    let reaches = setup.stake.is_none_or(|stake| stake >= table.most);
    let found = Found { setup, table, sample, paid, reaches };
    let full: Vec<Number> = (0..setup.seats.len()).map(|seat| found.full_mean(seat)).collect();
    let banker = found.banker(&full);
    let fee = cents(found.paid.bank);
    let gain = sum_of_bank(&found, &full);
    Ok(View {
        schedule: setup.schedule.as_ref().map(|schedule| schedule.handle.to_string()),
        rounds: setup.rounds,
        seed: setup.seed,
        hands_per_hour: setup.hands_per_hour,
        wagered: wagered(setup),
        stake: setup.stake,
        seats: (0..full.len()).map(|seat| found.seat(seat, full[seat])).collect(),
        house: found.house(),
        fees: fees::fees(setup, &found.table, &found.paid),
        short: found.short(),
        correlations: found.correlations(),
        dry: risk::dry(setup, &found.sample, found.table.most),
        session: risk::session(setup, &found.sample, fee, banker.per_hand),
        break_even: fees::break_even(setup, &found.table, gain),
        schedules: fees::compare(family, setup, &found.table, &full)?,
        banker,
    })
}

/// What a bank that can pay wins in a hand before its fee.
fn sum_of_bank(found: &Found<'_>, full: &[Number]) -> Number {
    if full.iter().all(Number::is_exact) {
        return sum(full.iter().copied()).times(-1.0);
    }
    let (value, error) = mean(found.sample.full.together(found.sample.seats).map(|players| -players));
    Number::simulated(value, error)
}

fn simulated((value, error): (f64, f64)) -> Number {
    Number::simulated(value, error)
}

impl Found<'_> {
    /// What a seat wins from a bank that can always pay, in a hand.
    fn full_mean(&self, seat: usize) -> Number {
        match self.table.means[seat] {
            Some(mean) => Number::exact(mean),
            None => simulated(mean(self.sample.full.seat(seat, self.sample.seats))),
        }
    }

    /// What a short stake changes: nothing where it reaches, otherwise what it changed in the rounds that were played.
    /// Where it changed nothing in any of them, one round more might.
    fn change(&self, list: impl Iterator<Item = f64> + Clone) -> Number {
        if self.reaches {
            return Number::exact(0.0);
        }
        let (value, error) = mean(list);
        let one = self.sample.need_most() as f64 / self.sample.len() as f64;
        Number::simulated(value, if error > 0.0 { error } else { one })
    }

    fn person(&self, wagered: Money, fee: Money, per_hand: Number, deviation: Number) -> Person {
        let hands = self.setup.hands_per_hour;
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

    /// What a seat gets in every round, from the bank and from the house.
    fn gets(&self, seat: usize) -> impl Iterator<Item = f64> + Clone {
        let Sample { net, bonus, seats, .. } = &self.sample;
        net.seat(seat, *seats).zip(bonus.seat(seat, *seats)).map(|(net, bonus)| net + bonus)
    }

    fn seat(&self, seat: usize, full: Number) -> Person {
        let fee = self.paid.seats[seat];
        let mean = if full.is_exact() {
            let change = self.change(self.sample.change(seat));
            Number { value: full.value + change.value, ..change }
        } else {
            simulated(mean(self.gets(seat)))
        };
        let spread = match self.table.products[seat][seat].filter(|_| self.reaches) {
            Some(square) => Number::exact(square.max(0.0).sqrt()),
            None => simulated(deviation(self.gets(seat))),
        };
        self.person(self.setup.seats[seat].total(), fee, mean.plus(-cents(fee)), spread)
    }

    fn banker(&self, full: &[Number]) -> Person {
        let fee = self.paid.bank;
        let seats = 0..full.len();
        let mean = if full.iter().all(Number::is_exact) {
            let all = self.sample.net.together(full.len()).zip(self.sample.full.together(full.len()));
            let change = self.change(all.map(|(net, full)| full - net));
            let value = change.value - full.iter().map(|mean| mean.value).sum::<f64>();
            Number { value, ..change }
        } else {
            simulated(mean(self.sample.bank()))
        };
        let products = seats.clone().flat_map(|one| seats.clone().map(move |other| (one, other)));
        let square: Option<f64> = products.map(|(one, other)| self.table.products[one][other]).sum();
        let spread = match square.filter(|_| self.reaches) {
            Some(square) => Number::exact(square.max(0.0).sqrt()),
            None => simulated(deviation(self.sample.bank())),
        };
        self.person(wagered(self.setup), fee, mean.plus(-cents(fee)), spread)
    }

    /// Fees are the same in every round; what the house pays to players is not.
    fn house(&self) -> Person {
        let fee = self.paid.total();
        let (given, spread) = if self.table.has_bonuses {
            let bonus = || self.sample.bonus.together(self.sample.seats);
            (simulated(mean(bonus())), simulated(deviation(bonus())))
        } else {
            (Number::exact(0.0), Number::exact(0.0))
        };
        self.person(wagered(self.setup), fee, given.times(-1.0).plus(cents(fee)), spread)
    }

    fn short(&self) -> Short {
        let Sample { seats, .. } = self.sample;
        let stake = self.setup.stake.map_or(i64::MAX, Money::in_cents);
        let came = self.sample.need.iter().filter(|need| **need > stake).count();
        let all = |seat: usize| self.cut((0..self.sample.len()).map(move |_| seat));
        let bank = self.sample.net.together(seats).zip(self.sample.full.together(seats));
        Short {
            chance: if self.reaches { Number::exact(0.0) } else { risk::chance(came, self.sample.len()) },
            banker: self.change(bank.map(|(net, full)| full - net)),
            seats: (0..seats).map(all).collect(),
            last: self.cut(self.sample.last.iter().map(|seat| usize::from(*seat))),
        }
    }

    /// What the stake changes for one seat in each round.
    fn cut(&self, who: impl Iterator<Item = usize> + Clone) -> Cut {
        let Sample { seats, net, full, unpaid, .. } = &self.sample;
        let rounds = who.enumerate();
        let of = move |(round, seat): (usize, usize)| {
            let unpaid = unpaid.round(round, *seats)[seat];
            let change = net.round(round, *seats)[seat] - full.round(round, *seats)[seat];
            (unpaid as f64, (change + unpaid) as f64)
        };
        let both = rounds.map(of);
        let came = both.clone().filter(|(unpaid, kept)| *unpaid > 0.0 || *kept > 0.0).count();
        Cut {
            chance: if self.reaches { Number::exact(0.0) } else { risk::chance(came, self.sample.len()) },
            unpaid: self.change(both.clone().map(|(unpaid, _)| unpaid)),
            kept: self.change(both.clone().map(|(_, kept)| kept)),
            change: self.change(both.map(|(unpaid, kept)| kept - unpaid)),
        }
    }

    fn correlations(&self) -> Vec<Correlation> {
        let seats = self.sample.seats;
        let mut list = Vec::new();
        for one in 0..seats {
            for other in one + 1..seats {
                let products = &self.table.products;
                let exact = || {
                    let both = products[one][other].filter(|_| self.reaches)?;
                    Some(Number::exact(both / (products[one][one]? * products[other][other]?).sqrt()))
                };
                let played = || correlation(self.gets(one), self.gets(other)).map(simulated);
                if let Some(value) = exact().or_else(played) {
                    list.push(Correlation { seats: [one as u8 + 1, other as u8 + 1], value });
                }
            }
        }
        list
    }
}
