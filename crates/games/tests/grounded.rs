//! Whatever is refused before a round begins cites its clause, or is on the list of what needs none.

mod double_hand;

use std::sync::Arc;

use books::{Money, Rules, Shelf};
use double_hand::Chance;
use games::blackjack::{Bet, Blackjack, Game, Setup};
use games::{Purse, Seat, SetupFault, Wrong};

fn amount(chance: &mut Chance) -> Money {
    Money::cents([-100, 0, 0, 100, 150, 500, 1_000, 1_001, 10_000, 1_000_000][chance.below(10)])
}

/// A blackjack table on which anything may be wrong.
fn wrong_setup(chance: &mut Chance) -> Setup {
    let purse = |place: usize| Purse { name: format!("{place}"), stack: Money::dollars(500), streak: 0 };
    let bets = (0..chance.below(6)).map(|_| Bet {
        spot: Seat::new(1 + chance.below(13) as u8),
        purse: chance.below(6) as u8,
        base: amount(chance),
        side: amount(chance),
    });
    Setup {
        bets: bets.collect(),
        seats: 1 + chance.below(14) as u8,
        decks: chance.below(10) as u8,
        purses: (0..5).map(purse).collect(),
        bank: Seat::new(1 + chance.below(13) as u8),
        banker: chance.below(6) as u8,
        stake: amount(chance),
        partners: Vec::new(),
    }
}

fn assert_grounded(book: &str, faults: &[SetupFault]) {
    for fault in faults {
        assert!(fault.is_grounded(), "{book}: {fault} cites no clause");
    }
}

#[test]
fn every_fault_of_a_blackjack_setup_is_grounded() {
    let shelf = Shelf::filed();
    let mut seen = Vec::new();
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { continue };
        let game = Arc::new(Game { rules: (**rules).clone(), schedule: None });
        let mut chance = Chance(11);
        for _ in 0..3_000 {
            let setup = Arc::new(wrong_setup(&mut chance));
            let Err(faults) = Blackjack::open(Arc::clone(&game), &setup, &mut Vec::new()) else { continue };
            assert_grounded(&id.to_string(), &faults);
            seen.extend(
                faults.into_iter().filter(|fault| !fault.clause.is_some()).map(|fault| fault.what.code()),
            );
        }
    }
    for wrong in Wrong::SYSTEM {
        let is_rare = matches!(wrong, Wrong::TooManyWagers | Wrong::NotEnough { .. });
        assert!(is_rare || seen.contains(&wrong.code()), "nothing wrong was refused because {wrong}");
    }
}

#[test]
fn every_fault_of_a_double_hand_setup_is_grounded() {
    for (house, schedule) in [("mortimers", "1"), ("marina", "1"), ("marina", "5")] {
        let game = double_hand::game(house, schedule);
        let mut chance = Chance(12);
        for _ in 0..3_000 {
            let mut setup = chance.setup(9);
            let place = chance.below(setup.bets.len());
            match chance.below(7) {
                0 => setup.bets[place].amount = amount(&mut chance),
                1 => setup.bets[place].purse = chance.below(20) as u8,
                2 => setup.bets[place].spot = Seat::new(1 + chance.below(9) as u8),
                3 => setup.bets.clear(),
                4 => setup.stake = amount(&mut chance),
                5 => setup.banker = chance.below(20) as u8,
                _ => setup.purses[0].stack = Money::ZERO,
            }
            let setup = Arc::new(setup);
            if let Err(faults) = games::double_hand::DoubleHand::open(Arc::clone(&game), &setup, &mut ()) {
                assert_grounded(house, &faults);
            }
        }
    }
}
