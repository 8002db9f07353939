//! The money of a three-card table: everybody uses the card that the bank shows.

use std::sync::{Arc, OnceLock};

use books::bank::RotationRules;
use books::rates::Schedule;
use books::three_card::ThreeCardRules;
use books::{Money, Odds, Rules};
use games::three_card::{Bet, Event, Game, Setup as Round, ThreeCard};
use games::{Purse, Seat};

use super::setup::{Fault, Setup, Wagers};
use super::table::{Family, PLENTY, Scale, Table, Told, counted_from, is_round, limits, way};
use crate::three_card::{Analysis, Moments, play};

struct Model {
    rules: ThreeCardRules,
    analysis: Arc<Analysis>,
    /// Without and with the 6 Card Bonus, which takes longer.
    moments: [OnceLock<Moments>; 2],
}

/// The family, if these are its rules.
pub(super) fn of(rules: &Rules) -> Option<Box<dyn Family>> {
    let Rules::ThreeCard(rules) = rules else { return None };
    let analysis = Arc::new(Analysis::of(rules));
    Some(Box::new(Model { rules: (**rules).clone(), analysis, moments: Default::default() }))
}

impl Model {
    fn round(&self, setup: &Setup, game: &Arc<Game>, stake: Money) -> Result<Arc<Round>, Fault> {
        let players = setup.seats.len();
        let bets = setup.seats.iter().enumerate().map(|(place, seat)| Bet {
            seat: Seat::new(setup.seating.players[place]),
            purse: place as u8,
            ante: seat.base,
            pair_plus: seat.side(0),
            six_card: seat.side(1),
        });
        let seats = setup.seating.players.iter().chain([&setup.seating.bank]);
        let purse = |seat: &u8| Purse { name: seat.to_string(), stack: PLENTY + PLENTY, streak: 0 };
        let round = Arc::new(Round {
            seats: self.rules.book.seats.value,
            purses: seats.map(purse).collect(),
            bank: Seat::new(setup.seating.bank),
            banker: players as u8,
            stake,
            bets: bets.collect(),
        });
        ThreeCard::open(Arc::clone(game), &round, &mut ()).map_err(Fault::Table)?;
        Ok(round)
    }

    /// The most that a seat could ask of the bank's money in one round.
    fn most(&self, seat: &Wagers) -> Money {
        let results = &self.rules.results;
        let reach = |odds: &mut dyn Iterator<Item = Odds>, amount: Money| {
            odds.map(|odds| odds.on(amount)).fold(amount, Money::max)
        };
        let mut pairs = self.rules.pair_plus.pays.value.iter().map(|row| row.pays);
        let mut sixes = self.rules.six_card.pays.value.iter().map(|row| row.pays);
        reach(&mut [results.ante_pays.value].into_iter(), seat.base)
            + reach(&mut [results.play_pays.value].into_iter(), seat.base)
            + reach(&mut pairs, seat.side(0))
            + reach(&mut sixes, seat.side(1))
    }
}

impl Model {
    fn order(&self) -> String {
        let settlement = &self.rules.settlement;
        format!(
            "the bank's card that is turned up places the action button anew in every round, counted clockwise from {}, \
             empty seats too; wagers are settled {} from it",
            counted_from(settlement.count_from.value),
            way(settlement.direction.value)
        )
    }
}

/// What a seat has on each of the three wagers, in cents.
fn amounts(seat: &Wagers) -> [f64; 3] {
    [seat.base, seat.side(0), seat.side(1)].map(|amount| amount.in_cents() as f64)
}

impl Family for Model {
    fn rotation(&self) -> &RotationRules {
        &self.rules.rotation
    }

    fn table_seats(&self) -> u8 {
        self.rules.book.seats.value
    }

    fn side_names(&self) -> &'static [&'static str] {
        &["Pair Plus", "the 6 Card Bonus"]
    }

    fn table(&self, setup: &Setup, schedule: Option<&Schedule>) -> Result<Table, Fault> {
        super::check_size(setup, self.rules.book.seats)?;
        let game = Arc::new(Game { rules: self.rules.clone(), schedule: schedule.cloned() });
        self.round(setup, &game, setup.stake.unwrap_or(PLENTY))?;
        let round = self.round(setup, &game, PLENTY)?;
        let seats = setup.seats.len();
        let is_closed = setup
            .seats
            .iter()
            .all(|seat| is_round(seat.base) && seat.sides.iter().all(|side| is_round(*side)));
        let all: Vec<[f64; 3]> = setup.seats.iter().map(amounts).collect();
        let has_six = setup.seats.iter().any(|seat| seat.side(1).is_positive());
        let moments = self.moments[usize::from(has_six)]
            .get_or_init(|| Moments::of(&self.rules, &self.analysis, has_six));
        let means = all.iter().map(|one| is_closed.then(|| moments.mean(one))).collect();
        let product = |one: usize, other: usize| {
            is_closed.then(|| {
                if one == other {
                    moments.variance(&all[one])
                } else {
                    moments.covariance(&all[one], &all[other])
                }
            })
        };
        let products = (0..seats).map(|one| (0..seats).map(|other| product(one, other)).collect()).collect();
        let variances: Vec<f64> = (0..seats).map(|seat| product(seat, seat).unwrap_or(0.0)).collect();
        let every = (0..seats).flat_map(|one| (0..seats).map(move |other| (one, other)));
        let variance = every.filter_map(|(one, other)| product(one, other)).sum();
        let (least, most) = limits(schedule, None);
        let beside = (self.rules.wagers.bonus_least.value, Some(self.rules.wagers.bonus_most.value));
        let amounts = setup.seats.iter().flat_map(|seat| {
            let side = |place: usize| (seat.side(place), beside.0, beside.1);
            [(seat.base, least, most), side(0), side(1)]
        });
        let analysis = Arc::clone(&self.analysis);
        let play = move |random: &mut _, rounds: u64, tell: &mut dyn FnMut(&Told)| {
            let (mut events, mut told) = (Vec::new(), Told::new(seats));
            for _ in 0..rounds {
                events.clear();
                told.clear();
                play(&game, &round, &analysis, |_| true, random, &mut events);
                events.iter().for_each(|event| told.hear(event));
                tell(&told);
            }
            Ok(())
        };
        Ok(Table {
            action: setup.seats.iter().map(|seat| seat.base).collect(),
            means,
            products,
            variances,
            variance,
            scale: Scale::of(amounts),
            order: self.order(),
            most: setup.seats.iter().map(|seat| self.most(seat)).sum(),
            coverage: self.rules.settlement.coverage.value,
            has_bonuses: false,
            play: Box::new(play),
        })
    }
}

impl Told {
    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Settled { who, paid, collected, .. } => self.settle(who, paid, collected),
            Event::Collected { who, amount, .. } => self.collect(who, amount),
            _ => {}
        }
    }
}
