//! The money of a blackjack table: everybody plays the chart and leaves insurance alone.

use std::sync::Arc;

use books::bank::RotationRules;
use books::blackjack::{BlackjackRules, Start};
use books::rates::Schedule;
use books::{Money, Odds, Rules};
use games::Record;
use games::blackjack::Event;

use super::setup::{Fault, Setup};
use super::table::{Family, PLENTY, Scale, Table, Told, counted_from, is_round, limits, nothing_closed, way};
use crate::blackjack::{Analysis, Chart, Shoe, wagers};
use crate::sim::{Exact, Plan, Stream, Table as Seats};

struct Model {
    rules: BlackjackRules,
    decks: u8,
    chart: Chart,
    exact: Exact,
    /// The squares of the deviations of base and side wager, by a dollar of each.
    spreads: [f64; 2],
}

/// The family, if these are its rules.
pub(super) fn of(rules: &Rules, decks: Option<u8>) -> Option<Result<Box<dyn Family>, Fault>> {
    let Rules::Blackjack(rules) = rules else { return None };
    let decks = decks.unwrap_or(rules.deck.decks.usual);
    let analysis = match Analysis::<f64>::try_of(rules, &Shoe::fresh(rules, decks)) {
        Ok(analysis) => analysis,
        Err(fault) => return Some(Err(Fault::TooManyHands(fault))),
    };
    let exact = Exact::of(rules, decks, &analysis);
    let spreads = spreads(rules, &analysis);
    Some(Ok(Box::new(Model { rules: (**rules).clone(), decks, chart: analysis.chart(), exact, spreads })))
}

/// The squares of the deviations of base and side wager.
fn spreads(rules: &BlackjackRules, analysis: &Analysis<f64>) -> [f64; 2] {
    let side = match &rules.bonus_bet {
        Some(bonus) => format!("bonus bet, table {}", bonus.table.value),
        None => Stream::Buster.name().to_owned(),
    };
    let list = wagers(rules, analysis);
    let square = |name: &str| {
        list.iter().find(|wager| wager.name == name).map_or(0.0, |wager| wager.deviation.powi(2))
    };
    [square("base"), square(&side)]
}

impl Model {
    fn plan(&self, setup: &Setup, schedule: Option<&Schedule>, stake: Money) -> Result<Plan, Fault> {
        let table = Seats {
            rules: self.rules.clone(),
            schedule: schedule.cloned(),
            decks: self.decks,
            wagers: setup.seats.iter().map(|seat| seat.base).collect(),
            seating: Some(setup.seating.clone()),
            sides: setup.seats.iter().map(|seat| seat.side(0)).collect(),
            insures: false,
            stake,
        };
        Plan::new(table, &self.chart, setup.seed).map_err(Fault::Table)
    }

    fn has_bonuses(&self) -> bool {
        self.rules.bonuses.iter().flatten().any(|bonus| bonus.pays.is_some())
    }

    /// What a seat wins on average, in cents.
    fn mean(&self, base: Money, side: Money) -> Option<f64> {
        let chip = self.rules.table.smallest_chip.map_or(1, |chip| chip.in_cents());
        let is_whole = is_round(base) && is_round(side) && base.in_cents() % chip.max(1) == 0;
        if !is_whole || self.has_bonuses() {
            return None;
        }
        let worth = |stream: Stream, amount: Money| {
            if amount.is_zero() {
                Some(0.0)
            } else {
                Some(self.exact.value(stream)? * amount.in_cents() as f64)
            }
        };
        let of_side = if self.rules.bonus_bet.is_some() { Stream::Bonus } else { Stream::Buster };
        Some(worth(Stream::Base, base)? + worth(of_side, side)?)
    }

    /// The most that a seat could ask of the bank's money in one round.
    fn most(&self, base: Money, side: Money) -> Money {
        let split = &self.rules.split;
        let times = split.times.limit().max(split.aces_times.limit());
        let is_any = split.times.limit().is_none() || split.aces_times.limit().is_none();
        // A split needs a card for each hand.
        let all = i64::from(Shoe::fresh(&self.rules, self.decks).cards());
        let hands = if is_any { all / 2 } else { i64::from(times.unwrap_or(0)) + 1 };
        let pays = [self.rules.natural.pays.value, self.rules.results.wins_pay.value, Odds::EVEN];
        let one = pays.iter().map(|pays| pays.on(base)).max().unwrap_or(base) + Money::cents(1);
        let buster = self.rules.buster.iter().flat_map(|buster| &buster.pays.value).map(|row| row.pays.value);
        let bonus = self.rules.bonus_bet.iter().flat_map(|bonus| &bonus.tables.value).flat_map(|table| {
            let by_suits = [&table.natural, &table.ace_to_four, &table.sevens, &table.six_seven_eight];
            let odds = by_suits.into_iter().flat_map(|pays| [pays.suited, pays.same_color, pays.other]);
            odds.chain([table.six_cards]).collect::<Vec<_>>()
        });
        let beside = buster.chain(bonus).map(|odds| odds.on(side)).max().unwrap_or(Money::ZERO);
        one.times(2 * hands) + beside.max(side)
    }
}

impl Model {
    /// The square of each seat's deviation and of all together, or less: wagers against one hand of the bank win and
    /// lose together, and a Buster wager hangs on that hand alone.
    fn variances(&self, setup: &Setup) -> (Vec<f64>, f64) {
        let [base, side] = self.spreads;
        let cents = |amount: Money| amount.in_cents() as f64;
        let bases = setup.seats.iter().map(|seat| base * cents(seat.base).powi(2));
        let sides = setup.seats.iter().map(|seat| side * cents(seat.side(0)).powi(2));
        let beside = if self.rules.bonus_bet.is_some() {
            sides.clone().sum()
        } else {
            side * setup.seats.iter().map(|seat| cents(seat.side(0))).sum::<f64>().powi(2)
        };
        let whole = bases.clone().sum::<f64>() + beside;
        (bases.zip(sides).map(|(base, side)| base + side).collect(), whole)
    }

    fn order(&self) -> String {
        let settlement = &self.rules.settlement;
        let way = way(settlement.direction.value);
        match settlement.start.value {
            Start::SecondCard => format!(
                "the bank's second card places the action button anew in every round, counted clockwise from {}, empty \
                 seats too; wagers are settled {way} from it",
                counted_from(settlement.count_from.value)
            ),
            Start::LastSeat => {
                format!("wagers are settled {way} from seat {} in every round", self.rules.book.seats.value)
            }
        }
    }
}

impl Family for Model {
    fn rotation(&self) -> &RotationRules {
        &self.rules.rotation
    }

    fn table_seats(&self) -> u8 {
        self.rules.book.seats.value
    }

    fn side_names(&self) -> &'static [&'static str] {
        match (&self.rules.bonus_bet, &self.rules.buster) {
            (Some(_), _) => &["the Bonus Bet"],
            (None, Some(_)) => &["the Buster wager"],
            (None, None) => &[],
        }
    }

    fn table(&self, setup: &Setup, schedule: Option<&Schedule>) -> Result<Table, Fault> {
        let stake = setup.stake.unwrap_or(PLENTY);
        self.plan(setup, schedule, stake)?;
        let plan = Arc::new(self.plan(setup, schedule, PLENTY)?);
        let seats = setup.seats.len();
        let play = move |random: &mut _, rounds: u64, tell: &mut dyn FnMut(&Told)| {
            let mut dealer = plan.dealer_of(Told::new(seats));
            for _ in 0..rounds {
                dealer.recorder().clear();
                dealer.round(random)?;
                tell(dealer.recorder());
            }
            Ok(())
        };
        let each = |seat: &super::setup::Wagers| self.mean(seat.base, seat.side(0));
        let (variances, variance) = self.variances(setup);
        let (least, most) = limits(schedule, self.rules.table.ordinance_most);
        Ok(Table {
            variances,
            variance,
            scale: Scale::of(setup.seats.iter().flat_map(|seat| {
                let beside = self.rules.buster.as_ref();
                let side =
                    beside.map(|buster| (buster.least.value, buster.most.as_ref().map(|most| most.value)));
                let (fewest, largest) = side.unwrap_or((Money::ZERO, None));
                [(seat.base, least, most), (seat.side(0), fewest, largest)]
            })),
            order: self.order(),
            action: setup.seats.iter().map(|seat| seat.base).collect(),
            means: setup.seats.iter().map(each).collect(),
            products: nothing_closed(seats),
            most: setup.seats.iter().map(|seat| self.most(seat.base, seat.side(0))).sum(),
            coverage: self.rules.settlement.coverage.value,
            has_bonuses: self.has_bonuses(),
            play: Box::new(play),
        })
    }
}

impl Record<Event> for Told {
    #[inline]
    fn record(&mut self, event: Event) {
        match event {
            Event::Settled { who, paid, collected, .. } => self.settle(who, paid, collected),
            Event::Collected { who, amount, .. } => self.collect(who, amount),
            Event::Bonus { who, amount, .. } => self.bonuses[who.index()] += amount.in_cents(),
            _ => {}
        }
    }
}
