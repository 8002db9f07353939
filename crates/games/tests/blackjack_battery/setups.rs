//! Setups that no table may accept: a good one, spoilt in one place.

use std::sync::Arc;

use books::Money;
use games::Seat;
use games::blackjack::Blackjack;
use games::blackjack::Setup;

use crate::dice::Dice;
use crate::random;
use crate::rules::{Rules, Side};
use crate::tables::Table;

type Spoil = fn(&mut Setup, &Rules) -> bool;

/// What is done to a setup; `false` where the game leaves nothing to spoil.
const SPOILS: &[(&str, Spoil)] = &[
    ("more seats than the game has", |setup, model| {
        setup.seats = model.seats + 1;
        true
    }),
    ("too few decks", |setup, model| {
        setup.decks = model.decks.0 - 1;
        true
    }),
    ("too many decks", |setup, model| {
        setup.decks = model.decks.1 + 1;
        true
    }),
    ("a bet on the bank's own spot", |setup, _| {
        let seat = setup.bets[0].spot;
        setup.bank = seat;
        true
    }),
    ("a bet by the banker", |setup, _| {
        setup.bets[0].purse = setup.banker;
        setup.purses[usize::from(setup.banker)].stack += Money::dollars(1_000_000);
        true
    }),
    ("a bet on no seat of the table", |setup, _| {
        let last = setup.bets.len() - 1;
        setup.bets[last].spot = Seat::new(setup.seats + 1);
        true
    }),
    ("no bet at all", |setup, _| {
        setup.bets.clear();
        true
    }),
    ("no stake", |setup, _| {
        setup.stake = Money::ZERO;
        true
    }),
    ("a base wager of nothing", |setup, _| {
        setup.bets[0].base = Money::ZERO;
        setup.bets[0].side = Money::ZERO;
        true
    }),
    ("a base wager with cents", |setup, _| {
        setup.bets[0].base -= Money::cents(50);
        setup.bets[0].side = Money::ZERO;
        true
    }),
    ("a wager that nobody can pay", |setup, _| {
        let purse = usize::from(setup.bets[0].purse);
        let down: Money = setup
            .bets
            .iter()
            .filter(|bet| usize::from(bet.purse) == purse)
            .map(|bet| bet.base + bet.side)
            .sum();
        setup.purses[purse].stack = down - Money::cents(1);
        true
    }),
    ("a stake that the banker has not", |setup, _| {
        setup.purses[usize::from(setup.banker)].stack = setup.stake - Money::cents(1);
        true
    }),
    ("a side wager above the base wager", |setup, _| {
        setup.bets[0].side = setup.bets[0].base + Money::dollars(1);
        setup.purses[usize::from(setup.bets[0].purse)].stack += Money::dollars(1_000_000);
        true
    }),
    ("a side wager where there is none", |setup, model| {
        setup.bets[0].side = setup.bets[0].base;
        setup.purses[usize::from(setup.bets[0].purse)].stack += Money::dollars(1_000_000);
        model.side == Side::None
    }),
    ("a Bonus Bet below the base wager", |setup, model| {
        setup.bets[0].side = setup.bets[0].base - Money::cents(1);
        setup.purses[usize::from(setup.bets[0].purse)].stack += Money::dollars(1_000_000);
        matches!(model.side, Side::Bonus { .. }) && setup.bets[0].side.is_positive()
    }),
    ("a Buster wager below a dollar", |setup, model| {
        setup.bets[0].side = Money::cents(50);
        setup.purses[usize::from(setup.bets[0].purse)].stack += Money::dollars(1_000_000);
        matches!(model.side, Side::Buster { .. })
    }),
    ("a Buster wager above the posted limit", |setup, model| {
        let Side::Buster { most: Some(most), .. } = model.side else { return false };
        setup.bets[0].side = Money::dollars(most + 1);
        setup.purses[usize::from(setup.bets[0].purse)].stack += Money::dollars(1_000_000);
        true
    }),
];

pub(crate) fn check(table: &Table, seed: u64) {
    let mut dice = Dice::new(seed);
    let game = dice.pick(&table.games).clone();
    let setup = random::setup(&table.model, game.schedule.as_ref(), &mut dice);
    for (what, spoil) in SPOILS {
        let mut spoilt = setup.clone();
        if !spoil(&mut spoilt, &table.model) {
            continue;
        }
        let opened = Blackjack::open(Arc::clone(&game), &Arc::new(spoilt.clone()), &mut ());
        let faults = opened.err().unwrap_or_default();
        assert!(!faults.is_empty(), "{}, seed {seed}: {what} was accepted: {spoilt:?}", table.name);
    }
    if let Some(limit) = game.schedule.as_ref().and_then(|schedule| schedule.limit.as_ref()) {
        let outside = [Some(limit.min - Money::dollars(1)), limit.max.map(|max| max + Money::dollars(1))];
        for base in outside.into_iter().flatten() {
            let mut spoilt = setup.clone();
            spoilt.bets[0].base = base;
            spoilt.bets[0].side = Money::ZERO;
            spoilt.purses[usize::from(spoilt.bets[0].purse)].stack += Money::dollars(1_000_000);
            let opened = Blackjack::open(Arc::clone(&game), &Arc::new(spoilt), &mut ());
            let faults = opened.err().unwrap_or_default();
            let is_cited = faults.iter().any(|fault| fault.clause.is_some());
            assert!(is_cited, "{}, seed {seed}: {base} is outside the limit and was accepted", table.name);
        }
    }
}
