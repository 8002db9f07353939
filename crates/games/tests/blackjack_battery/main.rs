//! Random rounds of the nine blackjack books: the laws of any round, and a second model that must agree.
//!
//! `CARDROOM_ROUNDS` sets the number of rounds a table plays, `CARDROOM_SEED` the first seed.

mod dice;
mod laws;
mod model;
mod options;
mod play;
mod power;
mod random;
mod rules;
mod settling;
mod setups;
mod tables;
mod turns;
mod ways;
mod worth;

use std::fmt::Write as _;
use std::sync::Arc;

use dice::Dice;
use games::blackjack::Game;
use play::{Broken, Case, End, play};
use rules::Rules;
use tables::{BOOKS, Table};

fn number_from(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().expect("a whole number"))
}

/// The round of a seed.
fn case_of(games: &[Arc<Game>], model: &Rules, seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let game = dice.pick(games).clone();
    let setup = random::setup(model, game.schedule.as_ref(), &mut dice);
    let shoe = random::shoe(&setup, model.jokers, &mut dice);
    let unseen = dice.once_in(4);
    let thorough = dice.once_in(3);
    Case { game, setup, shoe, dice, unseen, thorough }
}

fn battery(table: &Table, rounds: u64) {
    let first = number_from("CARDROOM_SEED", 0);
    let mut dry = 0;
    for seed in first..first + rounds {
        let case = case_of(&table.games, &table.model, seed);
        match play(table, &case) {
            Ok(End::Settled) => {}
            Ok(End::Dry) => dry += 1,
            Err(broken) => panic!("{}", story(table, seed, case, broken)),
        }
    }
    assert!(dry * 50 <= rounds, "{}: {dry} of {rounds} shoes ran dry", table.name);
}

/// The failure in words, after as many bets as possible were taken away.
fn story(table: &Table, seed: u64, mut case: Case, mut broken: Broken) -> String {
    let mut bet = 0;
    while bet < case.setup.bets.len() {
        let mut smaller = case.clone();
        smaller.setup.bets.remove(bet);
        let again = if smaller.setup.bets.is_empty() { None } else { play(table, &smaller).err() };
        match again {
            Some(still) => (case, broken, bet) = (smaller, still, 0),
            None => bet += 1,
        }
    }
    let mut text = format!("{}, seed {seed}: {}\n\n", table.name, broken.what);
    let setup = &case.setup;
    let _ = writeln!(
        text,
        "{} seats, {} decks, bank in {:?}, stake {}",
        setup.seats, setup.decks, setup.bank, setup.stake
    );
    let schedule = case.game.schedule.as_ref().map_or("none", |schedule| schedule.handle.as_str());
    let _ = writeln!(text, "schedule {schedule}; down card unseen: {}", case.unseen);
    for (place, bet) in setup.bets.iter().enumerate() {
        let purse = &setup.purses[usize::from(bet.purse)];
        let _ = writeln!(
            text,
            "bet {place}: {:?}, base {}, side {}, by \"{}\" with {}",
            bet.spot, bet.base, bet.side, purse.name, purse.stack
        );
    }
    let cards: Vec<String> = broken.cards.iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "cards {}", cards.join(" "));
    for (who, choice) in &broken.choices {
        let _ = writeln!(text, "{} {choice:?}", who.0);
    }
    text
}

/// Plays a book as filed, and a third as often with each of its options.
fn book(name: &str) {
    let rounds = number_from("CARDROOM_ROUNDS", 3_000);
    battery(&Table::filed(name), rounds);
    for table in options::tables(name) {
        battery(&table, rounds / 3);
    }
}

#[test]
fn mortimers_no_bust_2003() {
    book("mortimers/no-bust-2003");
}

#[test]
fn mortimers_pure_21_5() {
    book("mortimers/pure-21-5");
}

#[test]
fn mortimers_no_bust_6() {
    book("mortimers/no-bust-6");
}

#[test]
fn mortimers_no_bust_6_buster() {
    book("mortimers/no-bust-6-buster");
}

#[test]
fn ven_a_mexico_no_bust_4_01() {
    book("ven-a-mexico/no-bust-4-01");
}

#[test]
fn marina_no_bust_joker() {
    book("marina/no-bust-joker");
}

#[test]
fn marina_pure_21_5() {
    book("marina/pure-21-5");
}

#[test]
fn marina_no_bust_buster() {
    book("marina/no-bust-buster");
}

#[test]
fn players_club_no_bust_5() {
    book("players-club/no-bust-5");
}

#[test]
fn a_broken_rule_is_noticed() {
    power::check(6_000);
}

#[test]
fn spoilt_setups_are_refused() {
    for name in BOOKS {
        for table in std::iter::once(Table::filed(name)).chain(options::tables(name)) {
            (0..100).for_each(|seed| setups::check(&table, seed));
        }
    }
}

#[test]
fn every_line_of_play_from_a_few_cards() {
    BOOKS.iter().for_each(|name| ways::check(&Table::filed(name)));
}
