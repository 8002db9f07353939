//! The money of a double-hand table: everybody sets the house way.

use std::sync::Arc;

use books::bank::{Coverage, RotationRules};
use books::double_hand::DoubleHandRules;
use books::rates::Schedule;
use books::{Money, Odds, Rules};
use cards::Card;
use games::double_hand::{Bet, DoubleHand, Event, Game, Setup as Round, in_action};
use games::{Purse, Seat};

use super::setup::{Fault, Setup};
use super::table::{Family, PLENTY, Scale, Table, Told, is_round, limits, nothing_closed, way};
use crate::double_hand::{WayCount, deck_of, filed_way, play};

struct Model {
    rules: DoubleHandRules,
    way: Option<WayCount>,
}

/// The family, if these are its rules.
pub(super) fn of(rules: &Rules) -> Option<Box<dyn Family>> {
    let Rules::DoubleHand(rules) = rules else { return None };
    Some(Box::new(Model { way: filed_way(rules), rules: (**rules).clone() }))
}

impl Model {
    fn round(&self, setup: &Setup, game: &Arc<Game>, stake: Money) -> Result<Arc<Round>, Fault> {
        let players = setup.seats.len();
        let bets = setup.seats.iter().enumerate().map(|(place, seat)| Bet {
            spot: Seat::new(setup.seating.players[place]),
            purse: place as u8,
            amount: seat.base,
            joint: None,
        });
        let seats = setup.seating.players.iter().chain([&setup.seating.bank]);
        let purse = |seat: &u8| Purse { name: seat.to_string(), stack: PLENTY + PLENTY, streak: 0 };
        let round = Arc::new(Round {
            purses: seats.map(purse).collect(),
            bank: Seat::new(setup.seating.bank),
            banker: players as u8,
            stake,
            partners: Vec::new(),
            bets: bets.collect(),
        });
        DoubleHand::open(Arc::clone(game), &round, &mut ()).map_err(Fault::Table)?;
        Ok(round)
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
        &[]
    }

    fn table(&self, setup: &Setup, schedule: Option<&Schedule>) -> Result<Table, Fault> {
        super::check_size(setup, self.rules.book.seats)?;
        let game = Arc::new(Game::new(self.rules.clone(), schedule.cloned()));
        self.round(setup, &game, setup.stake.unwrap_or(PLENTY))?;
        let round = self.round(setup, &game, PLENTY)?;
        let limit = schedule.and_then(|schedule| schedule.limit.as_ref()).map(|limit| &limit.value);
        let action = in_action(&self.rules.wagers, limit, &round.bets);
        let seats = setup.seats.len();
        let pays = self.rules.results.pays.value;
        let is_closed = pays == Odds::EVEN && action.iter().all(|amount| is_round(*amount));
        let way = self.way.filter(|_| is_closed);
        let cents = |amount: &Money| amount.in_cents() as f64;
        let means = action.iter().map(|amount| Some(way?.value() * cents(amount))).collect();
        let mut products = nothing_closed(seats);
        for (place, amount) in action.iter().enumerate() {
            products[place][place] = way.map(|way| way.variance() * cents(amount).powi(2));
        }
        let deck: Vec<Card> = deck_of(&self.rules);
        let play = move |random: &mut _, rounds: u64, tell: &mut dyn FnMut(&Told)| {
            let (mut events, mut told) = (Vec::new(), Told::new(seats));
            for _ in 0..rounds {
                events.clear();
                told.clear();
                play(&game, &round, deck.clone(), random, &mut events);
                events.iter().for_each(|event| told.note(event));
                tell(&told);
            }
            Ok(())
        };
        let reach = |amount: &Money| pays.on(*amount).max(*amount);
        let (least, most) = limits(schedule, self.rules.wagers.ordinance_most);
        // Seats win and lose together, so that all of them spread more than each by itself.
        let variances: Vec<f64> = (0..seats).map(|seat| products[seat][seat].unwrap_or(0.0)).collect();
        Ok(Table {
            means,
            variance: variances.iter().sum(),
            variances,
            products,
            scale: Scale::of(action.iter().map(|amount| (*amount, least, most))),
            order: self.order(),
            most: action.iter().map(reach).sum(),
            coverage: self.coverage(),
            has_bonuses: false,
            play: Box::new(play),
            action,
        })
    }
}

impl Model {
    fn coverage(&self) -> Coverage {
        self.rules.settlement.coverage.value
    }

    fn order(&self) -> String {
        format!(
            "the dice place the action button anew in every round, the bank's seat and empty seats counted; wagers are \
             settled {} from it",
            way(self.rules.settlement.direction.value)
        )
    }
}

impl Told {
    fn note(&mut self, event: &Event) {
        match *event {
            Event::Settled { who, paid, collected, .. } => self.settle(who, paid, collected),
            Event::Collected { who, amount, .. } => self.collect(who, amount),
            _ => {}
        }
    }
}
