//! Whoever sets a double hand is sent its seven cards, and nobody else is.

mod hall;

use std::collections::BTreeSet;

use books::Shelf;
use cards::{Card, CardSet};
use games::Party;
use games::double_hand::Choice as Choose;
use games::round::{Choice, HandToSet, View};
use hall::Hall;
use room::{PersonId, Spec, Watcher};

/// The fronts that are offered, and to whom.
fn fronts(round: &View) -> Vec<(Party, CardSet)> {
    let front = |offer: &games::round::Offer| match offer.choice {
        Choice::DoubleHand(Choose::Set(front)) => Some((offer.who, front)),
        _ => None,
    };
    round.offers.iter().filter_map(front).collect()
}

/// How often the fronts that were offered lacked a card of a bank's hand.
fn check(hall: &Hall) -> u64 {
    let book = &hall.table.spec().book;
    let round_of = |watcher: Watcher| hall.table.view(watcher).round;
    let Some(rail) = round_of(Watcher::Rail) else { return 0 };
    assert_eq!(rail.to_set, [], "{book}: the rail sets nothing");
    let people: Vec<PersonId> = hall.table.people().iter().map(|person| person.person).collect();
    let mut owners = BTreeSet::new();
    let mut lacking = 0;
    for person in people {
        let round = round_of(Watcher::Person(person)).unwrap();
        let fronts = fronts(&round);
        for HandToSet { who, seat, cards } in &round.to_set {
            let hand: CardSet = cards.iter().copied().collect();
            assert_eq!((cards.len(), hand.iter().count()), (7, 7), "{book}: {cards:?}");
            assert!(owners.insert(*seat), "{book}: the hand of seat {seat} is sent to one person");
            let own: Vec<CardSet> =
                fronts.iter().filter(|(by, _)| by == who).map(|(_, front)| *front).collect();
            assert!(!own.is_empty(), "{book}: {who:?} is sent a hand that is not theirs to set");
            let offered: BTreeSet<Card> = own.iter().flat_map(|front| front.iter()).collect();
            assert!(offered.iter().all(|card| cards.contains(card)), "{book}: {own:?} of {cards:?}");
            lacking += u64::from(offered.len() < 7);
        }
        for (who, _) in fronts {
            assert!(round.to_set.iter().any(|hand| hand.who == who), "{book}: {who:?} is not sent the hand");
        }
    }
    lacking
}

#[test]
fn the_seven_cards_go_to_whoever_sets_them_and_to_nobody_else() {
    let shelf = Shelf::filed();
    for book in ["mortimers/double-hand", "marina/double-hand"] {
        let mut hall = Hall::new(&shelf, Spec::practice(&shelf, book).unwrap(), 5);
        let mut lacking = 0;
        while hall.table.rounds() < 30 {
            hall.step_or_wait();
            lacking += check(&hall);
        }
        assert!(
            lacking > 0,
            "{book}: the fronts offered to a bank never lacked a card, so that they prove nothing"
        );
    }
}
