//! Hands that we write are read again and replay to the same stacks.

use std::sync::Arc;

use books::poker::{PokerRules, Structure};
use books::{BookId, Money, Rules, Shelf};
use cards::Card;
use games::Seat;
use games::poker::{Choice, Event, Hand, Offer, Player, Setup, Table, Waits};
use phh::{Games, NotWritable, Outcome, read, replay, write};

fn rules(house: &str, game: &str) -> PokerRules {
    match Shelf::filed().book(&BookId::new(house, game)).unwrap_or_else(|problem| panic!("{problem}")).rules {
        Rules::Poker(rules) => *rules,
        _ => panic!("not a poker book"),
    }
}

/// A hand in which the choices come from a number, the first offer being taken most rarely.
fn play(table: &Arc<Table>, players: u8, mut seed: u64) -> (Hand, Setup, Vec<Event>) {
    let mut next = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    let people = (1..=players)
        .map(|seat| Player { seat: Seat::new(seat), stack: Money::dollars(20 + next(300) as i64) })
        .collect();
    let setup = Setup::new(table, people, Seat::new(1 + next(players.into()) as u8));
    let mut events = Vec::new();
    let mut hand = Hand::new(table, &setup, &mut events).unwrap();
    let mut deck: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
    let mut allowed = Vec::new();
    loop {
        match hand.waits() {
            Waits::Over => return (hand, setup, events),
            Waits::Card(_) => hand.card(Some(deck.swap_remove(next(deck.len()))), &mut events).unwrap(),
            Waits::Shuffle(_) => panic!("no deck runs out here"),
            Waits::Choices => {
                allowed.clear();
                hand.allowed(&mut allowed);
                let one = allowed[next(allowed.len()).max(next(allowed.len()))];
                let choice = match one.offer {
                    Offer::Check => Choice::Check,
                    Offer::Call(_) => Choice::Call,
                    Offer::Bet { least, .. } => Choice::Bet(least),
                    Offer::Raise { least, most } => Choice::Raise(if next(4) == 0 { most } else { least }),
                    _ => Choice::Fold,
                };
                hand.choose(one.seat, choice, &mut events).unwrap();
            }
        }
    }
}

#[test]
fn what_we_write_replays_to_the_same_stacks() {
    let games = Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}"));
    let holdem = rules("mortimers", "holdem");
    let blinds = Some((Money::dollars(2), Money::dollars(4)));
    let limit = Some((Money::dollars(4), Money::dollars(8)));
    for structure in [Structure::NoLimit, Structure::Limit] {
        let table = Arc::new(Table::new(&holdem, holdem.stakes(structure, limit, blinds).unwrap()));
        for seed in 0..400 {
            let (hand, setup, events) = play(&table, 2 + (seed % 9) as u8, seed);
            let text = write(&hand, &setup, &events).unwrap();
            let histories = read(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            let played = replay(&games, &histories[0]);
            assert_eq!(played.outcome, Outcome::Agrees, "{}\n{text}", played.reason);
            assert_eq!(played.stacks, hand.stacks());
        }
    }
}

#[test]
fn a_game_without_a_code_is_not_written() {
    let pineapple = rules("players-club", "crazy-pineapple");
    let stakes =
        pineapple.stakes(Structure::Limit, Some((Money::dollars(3), Money::dollars(6))), None).unwrap();
    let table = Arc::new(Table::new(&pineapple, stakes));
    let people = (1..=3).map(|seat| Player { seat: Seat::new(seat), stack: Money::dollars(90) }).collect();
    let setup = Setup::new(&table, people, Seat::new(1));
    let mut events = Vec::new();
    let hand = Hand::new(&table, &setup, &mut events).unwrap();
    assert_eq!(write(&hand, &setup, &events), Err(NotWritable::NoCode));
}
