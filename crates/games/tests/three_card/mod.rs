//! What the three-card tests share: the book, chance, and random tables.

#![allow(dead_code)] // Each test file uses a part of it.

use std::sync::Arc;

use books::rates::RatesFile;
use books::{BookId, Money, Rules, Shelf};
use cards::{Card, CardSet};
use games::three_card::{Bet, Event, Game, Setup, ThreeCard};
use games::{Purse, Seat};

/// The filed game with one of its schedules.
pub(crate) fn game(schedule: &str) -> Arc<Game> {
    let shelf = Shelf::filed();
    let book = shelf.book(&BookId::new("pinnacle", "three-card-6-card-bonus")).unwrap();
    let source = shelf.file("pinnacle/rates/three-card-6-card-bonus.toml").unwrap();
    let rates = RatesFile::read(source, &book.clauses).unwrap().value;
    let schedule = rates.find("three-card-6-card-bonus", schedule).unwrap().clone();
    let Rules::ThreeCard(rules) = book.rules else { panic!("no three-card book") };
    Arc::new(Game { rules: *rules, schedule: Some(schedule) })
}

/// A random generator that needs no crate: splitmix64.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn deck(&mut self) -> Vec<Card> {
        let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
        for last in (1..deck.len()).rev() {
            deck.swap(last, self.below(last + 1));
        }
        deck
    }

    /// A table with up to seven players, bonus wagers, short stacks and any stake.
    pub(crate) fn setup(&mut self) -> Setup {
        let bank = Seat::new(1 + self.below(8) as u8);
        let mut purses = vec![Purse { name: "bank".into(), stack: Money::dollars(200_000), streak: 0 }];
        let mut bets = Vec::new();
        for number in 1..=8 {
            let seat = Seat::new(number);
            if seat == bank || (self.below(3) == 0 && !(number == 8 && bets.is_empty())) {
                continue;
            }
            let dollars = |amount: usize| Money::dollars(amount as i64);
            let ante = dollars(5 + self.below(96));
            let pair_plus = dollars(self.below(2) * (1 + self.below(100)));
            let six_card = dollars(self.below(2) * (1 + self.below(100)));
            let behind = if self.below(8) == 0 { Money::ZERO } else { dollars(200) };
            purses.push(Purse {
                name: format!("{seat}"),
                stack: ante + pair_plus + six_card + behind,
                streak: 0,
            });
            bets.push(Bet { seat, purse: purses.len() as u8 - 1, ante, pair_plus, six_card });
        }
        if bets.is_empty() {
            purses.push(Purse { name: "1".into(), stack: Money::dollars(100), streak: 0 });
            let (pair_plus, six_card) = (Money::ZERO, Money::ZERO);
            bets.push(Bet { seat: Seat::new(1), purse: 1, ante: Money::dollars(5), pair_plus, six_card });
        }
        let stake = match self.below(3) {
            0 => Money::dollars(5 + self.below(40) as i64),
            1 => Money::dollars(5 + self.below(600) as i64),
            _ => Money::dollars(150_000),
        };
        Setup { seats: 8, purses, bank, banker: 0, stake, bets }
    }
}

/// Opens a lawful round.
pub(crate) fn open(game: &Arc<Game>, setup: &Arc<Setup>, log: &mut Vec<Event>) -> ThreeCard {
    ThreeCard::open(Arc::clone(game), setup, log).unwrap_or_else(|faults| {
        panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    })
}
