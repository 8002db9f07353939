//! What the double-hand tests share: books, chance, random tables and random play.

#![allow(dead_code)] // Each test file uses a part of it.

use std::sync::Arc;

use books::rates::RatesFile;
use books::{Book, BookId, Money, Rules, Shelf};
use cards::{Card, CardSet};
use games::bank::Share;
use games::double_hand::{Allowed, Bet, Choice, DoubleHand, Event, Game, Setup, Waits};
use games::{Purse, Seat};

pub(crate) fn book(house: &str) -> Book {
    Shelf::filed().book(&BookId::new(house, "double-hand")).unwrap()
}

/// A filed game with one of its schedules.
pub(crate) fn game(house: &str, schedule: &str) -> Arc<Game> {
    let shelf = Shelf::filed();
    let book = book(house);
    let source = shelf.file(&format!("{house}/rates/double-hand.toml")).unwrap();
    let rates = RatesFile::read(source, &book.clauses).unwrap().value;
    let schedule = rates.find("double-hand", schedule).unwrap().clone();
    let Rules::DoubleHand(rules) = book.rules else { panic!("no double-hand book") };
    Arc::new(Game::new(*rules, Some(schedule)))
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

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }

    pub(crate) fn deck(&mut self) -> Vec<Card> {
        let mut deck: Vec<Card> = CardSet::FULL_WITH_JOKER.iter().collect();
        self.shuffle(&mut deck);
        deck
    }

    /// A table with up to six spots, backers, joint wagers, persons on several spots, and any stake.
    pub(crate) fn setup(&mut self, backers: usize) -> Setup {
        let bank = Seat::new(1 + self.below(7) as u8);
        let mut purses = vec![Purse { name: "bank".into(), stack: Money::dollars(100_000), streak: 0 }];
        let mut bets = Vec::new();
        for number in 1..=7 {
            let spot = Seat::new(number);
            if spot == bank || self.below(3) == 0 {
                continue;
            }
            let joint = self.below(3) == 0;
            for _ in 0..=self.below(backers + 1) {
                let known = purses.len() > 1 && self.below(4) == 0;
                let purse = if known { 1 + self.below(purses.len() - 1) } else { purses.len() };
                if !known {
                    purses.push(Purse {
                        name: format!("{purse}"),
                        stack: Money::cents(1_000_000 + self.below(1_000) as i64),
                        streak: 0,
                    });
                }
                let size = if self.below(4) == 0 { 400 } else { 50 };
                let amount = Money::cents(1_000 + size * self.below(160) as i64 + self.below(3) as i64);
                let joint = (joint && self.below(2) == 0).then_some(1);
                bets.push(Bet { spot, purse: purse as u8, amount, joint });
            }
        }
        if bets.is_empty() {
            let spot = bank.clockwise(7);
            purses.push(Purse { name: "1".into(), stack: Money::dollars(1_000), streak: 0 });
            bets.push(Bet { spot, purse: 1, amount: Money::dollars(10), joint: None });
        }
        let stake = match self.below(3) {
            0 => Money::cents(1 + self.below(3_000) as i64),
            1 => Money::cents(1 + self.below(30_000) as i64),
            _ => Money::dollars(10_000),
        };
        let partners = self.partners(stake, &mut purses);
        Setup { purses, bank, banker: 0, stake, partners, bets }
    }
}

impl Chance {
    /// Now and then up to three people who have put money into the stake besides the banker.
    fn partners(&mut self, stake: Money, purses: &mut Vec<Purse>) -> Vec<Share> {
        let mut left = stake.in_cents();
        let mut partners = Vec::new();
        let count = if self.below(3) == 0 { 1 + self.below(3) } else { 0 };
        for _ in 0..count {
            if left < 2 {
                break;
            }
            let amount = 1 + self.below(left as usize - 1) as i64;
            left -= amount;
            let purse = purses.len() as u8;
            let stack = Money::cents(amount + 1_000);
            purses.push(Purse { name: format!("partner {purse}"), stack, streak: 0 });
            partners.push(Share { purse, amount: Money::cents(amount) });
        }
        partners
    }
}

/// Opens a lawful round.
pub(crate) fn open(game: &Arc<Game>, setup: &Arc<Setup>, log: &mut Vec<Event>) -> DoubleHand {
    DoubleHand::open(Arc::clone(game), setup, log).unwrap_or_else(|faults| {
        panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    })
}

/// An amount that an allowed choice may have, or the choice itself.
pub(crate) fn with_amount(allowed: &Allowed, chance: &mut Chance) -> Choice {
    let pick = |least: Money, chance: &mut Chance| {
        let room = (allowed.most - least).in_cents() as usize;
        Money::cents(least.in_cents() + chance.below(room + 1) as i64)
    };
    match allowed.choice {
        Choice::Change(least) => Choice::Change(pick(least, chance)),
        Choice::Stake(least) => Choice::Stake(pick(least, chance).min(Money::dollars(20_000))),
        choice => choice,
    }
}

/// Plays a round to its end: cards from the deck, and what `decide` picks of the allowed choices.
pub(crate) fn play(
    round: &mut DoubleHand,
    deck: &[Card],
    log: &mut Vec<Event>,
    mut decide: impl FnMut(&DoubleHand, &[Allowed]) -> (games::Party, Choice),
) {
    let mut cards = deck.iter();
    let mut list = Vec::new();
    loop {
        match round.waits() {
            Waits::Card(_) => {
                let card = *cards.next().unwrap();
                round.card(Some(card), log).unwrap();
            }
            Waits::Choices => {
                list.clear();
                round.allowed(&mut list);
                let (who, choice) = decide(round, &list);
                round.choose(who, choice, log).unwrap();
            }
            Waits::Over => return,
        }
    }
}
