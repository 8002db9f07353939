//! A table of double-hand that is played again and again through the engine, the house way or better.

use std::sync::Arc;

use books::Money;
use books::double_hand::DoubleHandRules;
use cards::{Card, CardSet};
use games::double_hand::{Bet, Choice, DEALER, DoubleHand, Event, Game, Setup, Viewer, Waits};
use games::{Party, Purse, Seat, SetupFault};

use super::responses::Responses;
use crate::banked::{Line, Plan, Round};
use crate::sim::random::Random;

/// What everybody has beside what is wagered.
const PLENTY: Money = Money::dollars(1_000_000_000);

/// Who sets every hand as well as can be, while the other side sets the house way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Every player.
    Player,
    /// The bank.
    Bank,
}

/// So many players with the same wager against a bank that can always pay, without fees; the exact value is what house
/// way against house way comes to.
///
/// # Errors
/// Every fault that the game finds with the table.
pub fn plan(
    rules: &DoubleHandRules,
    exact: f64,
    players: u8,
    wager: Money,
    seed: u64,
) -> Result<Plan, Vec<SetupFault>> {
    plan_of(rules, None, ("way", exact), (players, wager), seed)
}

/// The same table with one side setting every hand as well as can be; the exact value is a player's.
///
/// # Errors
/// Every fault that the game finds with the table.
pub fn plan_best(
    rules: &DoubleHandRules,
    (side, responses): (Side, Responses),
    exact: f64,
    (players, wager): (u8, Money),
    seed: u64,
) -> Result<Plan, Vec<SetupFault>> {
    let name = match side {
        Side::Player => "best player",
        Side::Bank => "best bank",
    };
    plan_of(rules, Some((side, Arc::new(responses))), (name, exact), (players, wager), seed)
}

/// Who does not set the house way, and how.
type Best = Option<(Side, Arc<Responses>)>;

fn plan_of(
    rules: &DoubleHandRules,
    best: Best,
    (name, exact): (&str, f64),
    (players, wager): (u8, Money),
    seed: u64,
) -> Result<Plan, Vec<SetupFault>> {
    let bets = (0..players).map(|place| Bet {
        spot: Seat::new(place + 1),
        purse: place,
        amount: wager,
        joint: None,
    });
    let purses =
        (0..=players).map(|place| Purse { name: (place + 1).to_string(), stack: PLENTY + PLENTY, streak: 0 });
    let setup = Arc::new(Setup {
        purses: purses.collect(),
        bank: Seat::new(players + 1),
        banker: players,
        stake: PLENTY,
        partners: Vec::new(),
        bets: bets.collect(),
    });
    let game = Arc::new(Game::new(rules.clone(), None));
    DoubleHand::open(Arc::clone(&game), &setup, &mut Vec::new())?;
    let deck = deck_of(rules);
    let round = move || -> Round {
        let (game, setup, deck, best) = (Arc::clone(&game), Arc::clone(&setup), deck.clone(), best.clone());
        let mut events = Vec::new();
        Box::new(move |random, lines| {
            events.clear();
            play_with(&game, &setup, deck.clone(), &best, random, &mut events);
            count(&events, lines);
        })
    };
    Ok(Plan { wagers: vec![(name.to_owned(), exact)], seed, round: Box::new(round) })
}

/// The cards of a book's deck.
pub(crate) fn deck_of(rules: &DoubleHandRules) -> Vec<Card> {
    let deck = if rules.deck.jokers.value > 0 { CardSet::FULL_WITH_JOKER } else { CardSet::FULL };
    deck.iter().collect()
}

/// Plays one round, everybody setting the house way.
pub(crate) fn play(
    game: &Arc<Game>,
    setup: &Arc<Setup>,
    deck: Vec<Card>,
    random: &mut Random,
    events: &mut Vec<Event>,
) {
    play_with(game, setup, deck, &None, random, events);
}

fn play_with(
    game: &Arc<Game>,
    setup: &Arc<Setup>,
    mut deck: Vec<Card>,
    best: &Best,
    random: &mut Random,
    events: &mut Vec<Event>,
) {
    let Ok(mut round) = DoubleHand::open(Arc::clone(game), setup, events) else {
        unreachable!("the plan was checked")
    };
    let dice = game.rules.deal.dice.value;
    let players = setup.bets.len();
    while let Waits::Card(_) = round.waits() {
        let card = deck.swap_remove(random.below(deck.len() as u32) as usize);
        let taken = round.card(Some(card), events);
        debug_assert!(taken.is_ok(), "the deck holds what the book says");
    }
    let thrown = (0..dice).map(|_| random.below(6) as u8 + 1).sum();
    let before =
        [(Party::BANK, Choice::Pile(1)), (DEALER, Choice::NoMoreBets), (Party::BANK, Choice::Dice(thrown))];
    let mut choose = |round: &mut DoubleHand, who: Party, choice: Choice| {
        let taken = round.choose(who, choice, events);
        debug_assert!(taken.is_ok(), "{choice:?}: {taken:?}");
    };
    before.into_iter().for_each(|(who, choice)| choose(&mut round, who, choice));
    // Whoever sets a hand looks at no other.
    let set = |round: &DoubleHand, side: Side, seat: Seat| {
        let own = best.as_ref().filter(|(best, _)| *best == side);
        let front = own.and_then(|(_, best)| Some(best.front(round.hand_seen_by(Viewer::Auditor, seat)?)));
        front.map_or(Choice::HouseWay, Choice::Set)
    };
    for (place, bet) in setup.bets.iter().enumerate() {
        let choice = set(&round, Side::Player, bet.spot);
        choose(&mut round, Party(place as u8), choice);
    }
    let choice = set(&round, Side::Bank, setup.bank);
    choose(&mut round, Party::BANK, choice);
    choose(&mut round, Party::BANK, Choice::Confirm);
    (0..players).for_each(|_| choose(&mut round, DEALER, Choice::Open));
    debug_assert!(matches!(round.waits(), Waits::Over), "the round is over");
}

fn count(events: &[Event], lines: &mut Vec<Line>) {
    for event in events {
        if let Event::Settled { amount, paid, collected, .. } = *event {
            lines.push(Line { wager: 0, wagered: amount.in_cents(), net: (paid - collected).in_cents() });
        }
    }
}
