//! Random hands of our own for the tests of what is written and read.

use std::sync::Arc;

use books::poker::{PokerRules, Structure};
use books::{BookId, Clause, Money, Rule, Rules, Shelf};
use cards::Card;
use games::Seat;
use games::poker::{Choice, Event, Fees, Hand, Offer, Player, PostKind, Posting, Setup, Table, Waits};

/// The filed rules of a poker game.
pub(crate) fn rules(house: &str, game: &str) -> PokerRules {
    match Shelf::filed().book(&BookId::new(house, game)).unwrap_or_else(|problem| panic!("{problem}")).rules {
        Rules::Poker(rules) => *rules,
        _ => panic!("not a poker book"),
    }
}

/// A table with these blinds, in dollars, and a limit that fits them.
pub(crate) fn table(structure: Structure, blinds: (i64, i64)) -> Arc<Table> {
    let holdem = rules("mortimers", "holdem");
    let dollars = |(low, high): (i64, i64)| Some((Money::dollars(low), Money::dollars(high)));
    let limit = dollars((blinds.1, blinds.1 * 2));
    Arc::new(Table::new(&holdem, holdem.stakes(structure, limit, dollars(blinds)).unwrap()))
}

/// A hand in which the choices come from a number, the first offer being taken most rarely; the seats in
/// `newcomers` post to be dealt in, and `fee` goes to the house.
pub(crate) fn play(
    table: &Arc<Table>,
    players: u8,
    newcomers: &[u8],
    fee: Money,
    mut seed: u64,
) -> (Hand, Setup, Vec<Event>) {
    let mut next = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    let people = (1..=players)
        .map(|seat| Player { seat: Seat::new(seat), stack: Money::dollars(20 + next(300) as i64) })
        .collect();
    let mut setup = Setup::new(table, people, Seat::new(1 + next(players.into()) as u8));
    let free = |seat: &&u8| {
        **seat <= players && setup.postings.iter().all(|posting| posting.seat.number() != **seat)
    };
    let big_blind = table.stakes().big_blind;
    let entries: Vec<Posting> = newcomers
        .iter()
        .filter(free)
        .map(|seat| Posting { seat: Seat::new(*seat), post: PostKind::Entry, amount: big_blind })
        .collect();
    setup.postings.extend(entries);
    setup.fees = Fees { hand: Rule { value: fee, clause: Clause::NONE }, ..Fees::NONE };
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
