//! Kill pots: a setting that no filed book uses, tried on filed books with the setting added.

mod poker_table;

use std::sync::Arc;

use books::poker::{KillRules, KillSize, KilledBy, KillerActs, MakeUp, PokerRules, StakesFault, Structure};
use books::{Clause, Money, Rule};
use games::Seat;
use games::poker::{
    Choice, Event, Hand, Irregularity, Offer, PastPots, Player, PostKind, Posting, Setup, SetupFault, Table,
    Waits,
};
use poker_table::{book, dollars, rules, seat};

fn rule<T>(value: T) -> Rule<T> {
    Rule { value, clause: Clause::NONE }
}

/// The rules of a filed book with kill pots.
fn killing(name: &str, size: KillSize, by: KilledBy, acts: KillerActs) -> PokerRules {
    let mut rules = rules(&book(name)).clone();
    rules.posts.kill_pots = rule(true);
    rules.kill = Some(KillRules {
        size: rule(size),
        by: rule(by),
        large_pot: (by == KilledBy::LargePot).then_some(rule(10)),
        ended_early_counts: rule(false),
        acts: rule(acts),
    });
    rules
}

fn table(rules: &PokerRules) -> Arc<Table> {
    let limit = Some((dollars(4), dollars(8)));
    Arc::new(Table::new(
        rules,
        rules.stakes(Structure::Limit, limit, Some((dollars(2), dollars(4)))).unwrap(),
    ))
}

fn four(table: &Table, killer: Option<u8>) -> Setup {
    let players = (1..=4).map(|at| Player { seat: seat(at), stack: dollars(500) }).collect();
    let mut setup = Setup::new(table, players, seat(1));
    if let Some(killer) = killer {
        table.kill(seat(killer), &mut setup.postings);
    }
    setup
}

/// Deals from the top of a sorted deck until somebody must choose.
fn deal(hand: &mut Hand, events: &mut Vec<Event>) {
    while let Waits::Card(_) = hand.waits() {
        let card = cards::Card::all().find(|card| !hand.seen().contains(*card)).unwrap();
        hand.card(Some(card), events).unwrap();
    }
}

fn begin(table: &Arc<Table>, setup: &Setup) -> (Hand, Vec<Event>) {
    let mut events = Vec::new();
    let mut hand = Hand::new(table, setup, &mut events).unwrap();
    deal(&mut hand, &mut events);
    (hand, events)
}

fn choose(hand: &mut Hand, events: &mut Vec<Event>, choices: &[(u8, Choice)]) {
    for (at, choice) in choices {
        hand.choose(seat(*at), *choice, events)
            .unwrap_or_else(|refusal| panic!("{at} {choice:?}: {refusal}"));
        deal(hand, events);
    }
}

fn turn(hand: &Hand) -> u8 {
    hand.seats()[hand.turn().unwrap().place].number()
}

fn offers(hand: &Hand) -> Vec<Offer> {
    let mut list = Vec::new();
    hand.allowed(&mut list);
    list.into_iter().map(|allowed| allowed.offer).collect()
}

#[test]
fn a_full_kill_doubles_the_limits_and_leaves_the_blinds() {
    let rules = killing("mortimers/holdem", KillSize::Full, KilledBy::TwoInARow, KillerActs::InTurn);
    let table = table(&rules);
    let (mut hand, mut events) = begin(&table, &four(&table, Some(4)));
    let posts: Vec<(u8, PostKind, Money)> = events
        .iter()
        .filter_map(|event| match *event {
            Event::Posted { seat, post, amount, .. } => Some((seat.number(), post, amount)),
            _ => None,
        })
        .collect();
    let blinds = [(2, PostKind::SmallBlind, dollars(2)), (3, PostKind::BigBlind, dollars(4))];
    assert_eq!(posts, [blinds[0], blinds[1], (4, PostKind::Kill, dollars(8))]);
    // Left of the big blind sits the killer, who acts in turn and may raise the own post.
    assert_eq!(turn(&hand), 4);
    assert!(offers(&hand).contains(&Offer::Raise { least: dollars(16), most: dollars(16) }));
    choose(
        &mut hand,
        &mut events,
        &[(4, Choice::Check), (1, Choice::Call), (2, Choice::Call), (3, Choice::Call)],
    );
    assert_eq!(hand.pot(), dollars(32));
    let sizes = [8, 16, 16];
    for bet in sizes {
        assert_eq!(offers(&hand)[2], Offer::Bet { least: dollars(bet), most: dollars(bet) });
        choose(&mut hand, &mut events, &[2, 3, 4, 1].map(|at| (at, Choice::Check)));
    }
    assert!(hand.is_over());
    let mut replayed = Hand::before(&table, &four(&table, Some(4))).unwrap();
    events.iter().for_each(|event| replayed.apply(event));
    assert_eq!(replayed, hand);
}

#[test]
fn a_half_kill_is_half_as_much_again_and_the_blind_counts_toward_it() {
    let rules = killing("mortimers/holdem", KillSize::Half, KilledBy::TwoInARow, KillerActs::InTurn);
    let table = table(&rules);
    let setup = four(&table, Some(3));
    assert_eq!(setup.postings[2].amount, dollars(2), "the big blind adds to his blind");
    let (mut hand, mut events) = begin(&table, &setup);
    assert_eq!(turn(&hand), 4);
    assert_eq!(
        offers(&hand),
        [Offer::Fold, Offer::Call(dollars(6)), Offer::Raise { least: dollars(12), most: dollars(12) }]
    );
    choose(&mut hand, &mut events, &[(4, Choice::Call), (1, Choice::Call), (2, Choice::Call)]);
    assert_eq!(turn(&hand), 3, "the kill is live");
    choose(&mut hand, &mut events, &[(3, Choice::Raise(dollars(12)))]);
    assert_eq!(hand.betting().to_call, dollars(12));
    // The same table, not killed.
    let (hand, _) = begin(&table, &four(&table, None));
    assert_eq!(offers(&hand)[1], Offer::Call(dollars(4)));
}

#[test]
fn a_killer_who_acts_last_waits_for_the_blinds_and_for_every_raise() {
    let rules = killing("mortimers/holdem", KillSize::Full, KilledBy::TwoInARow, KillerActs::Last);
    let table = table(&rules);
    let (mut hand, mut events) = begin(&table, &four(&table, Some(4)));
    assert_eq!(turn(&hand), 1);
    choose(&mut hand, &mut events, &[(1, Choice::Call), (2, Choice::Call)]);
    assert!(hand.choose(seat(4), Choice::Check, &mut events).is_err());
    choose(&mut hand, &mut events, &[(3, Choice::Raise(dollars(16)))]);
    // The killer sits next, and still waits until the other two have answered the raise.
    assert_eq!(turn(&hand), 1);
    choose(&mut hand, &mut events, &[(1, Choice::Call), (2, Choice::Call)]);
    assert_eq!(turn(&hand), 4);
    choose(&mut hand, &mut events, &[(4, Choice::Call)]);
    // On the flop turns go round as always: two and three check, and the killer is next.
    choose(&mut hand, &mut events, &[(2, Choice::Check), (3, Choice::Check)]);
    assert_eq!(turn(&hand), 4);
}

#[test]
fn a_misdealt_killed_hand_stays_killed() {
    let rules = killing("mortimers/holdem", KillSize::Full, KilledBy::TwoInARow, KillerActs::Last);
    let table = table(&rules);
    let mut events = Vec::new();
    let mut hand = Hand::new(&table, &four(&table, Some(4)), &mut events).unwrap();
    let card = cards::Card::all().next();
    hand.card(card, &mut events).unwrap();
    hand.report(Irregularity::FirstCardExposed, &mut events).unwrap();
    deal(&mut hand, &mut events);
    assert_eq!(turn(&hand), 1);
    assert_eq!(offers(&hand)[1], Offer::Call(dollars(8)));
    choose(&mut hand, &mut events, &[(1, Choice::Fold), (2, Choice::Fold), (3, Choice::Fold)]);
    assert_eq!(hand.stack(seat(4)), Some(dollars(506)));
}

#[test]
fn a_kill_where_there_are_none_is_refused_with_its_clause() {
    let book = book("players-club/omaha");
    let rules = rules(&book);
    let stakes = rules.stakes(Structure::Limit, Some((dollars(3), dollars(6))), None).unwrap();
    let table = Arc::new(Table::new(rules, stakes));
    assert!(table.killed().is_none());
    let mut setup = four(&table, None);
    setup.postings.push(Posting { seat: seat(4), post: PostKind::Kill, amount: dollars(6) });
    let faults = Hand::new(&table, &setup, &mut Vec::new()).unwrap_err();
    assert_eq!(book.clause_name(faults[0].clause()), "kill-pot-reference");
    let killing = killing("mortimers/holdem", KillSize::Full, KilledBy::TwoInARow, KillerActs::Last);
    let table = self::table(&killing);
    let mut setup = four(&table, Some(4));
    setup.postings.push(setup.postings[2]);
    assert_eq!(Hand::new(&table, &setup, &mut Vec::new()), Err(vec![SetupFault::KilledTwice(seat(4))]));
    // Half of $3 is no whole chip at a table of $1 chips, and a half kill of $4 is not above a blind of $6.
    let half = self::killing("players-club/omaha", KillSize::Half, KilledBy::TwoInARow, KillerActs::Last);
    let three_six = half.stakes(Structure::Limit, Some((dollars(3), dollars(6))), None);
    assert_eq!(three_six, Err(StakesFault::KillUnfit(Clause::NONE)));
    let half = self::killing("mortimers/holdem", KillSize::Half, KilledBy::TwoInARow, KillerActs::Last);
    let of = |big_blind| {
        half.stakes(Structure::Limit, Some((dollars(4), dollars(8))), Some((dollars(2), dollars(big_blind))))
    };
    assert!(of(4).is_ok());
    assert_eq!(of(6), Err(StakesFault::KillUnfit(Clause::NONE)));
    // No limit has no limits to raise.
    let stakes = killing.stakes(Structure::NoLimit, None, Some((dollars(2), dollars(4)))).unwrap();
    assert!(Table::new(&killing, stakes).killed().is_none());
}

#[test]
fn a_kill_takes_the_place_of_what_the_killer_would_post_to_be_dealt_in() {
    let rules = killing("mortimers/holdem", KillSize::Half, KilledBy::TwoInARow, KillerActs::Last);
    let table = table(&rules);
    let players: Vec<Player> = four(&table, None).players;
    let mut postings = table.postings(&players, seat(1), &[(seat(4), MakeUp::LiveBigBlind)]);
    assert_eq!(postings.len(), 3);
    table.kill(seat(4), &mut postings);
    assert_eq!(postings[2..], [Posting { seat: seat(4), post: PostKind::Kill, amount: dollars(6) }]);
}

/// Plays a hand in which one seat bets the flop and the others fold, or in which all fold before it.
fn won_by(table: &Arc<Table>, setup: &Setup, winner: u8, before_flop: bool) -> Hand {
    let (mut hand, mut events) = begin(table, setup);
    while !hand.is_over() {
        let at = turn(&hand);
        let turn = hand.turn().unwrap();
        let choice = match (at == winner, hand.street()) {
            (false, 0) if before_flop => Choice::Fold,
            (false, 1..) if hand.betting().is_opened => Choice::Fold,
            (true, 1..) if turn.raise.is_ok() && turn.opens => Choice::Bet(turn.raise.unwrap().0),
            _ if turn.call.is_some() => Choice::Call,
            _ => Choice::Check,
        };
        choose(&mut hand, &mut events, &[(at, choice)]);
    }
    hand
}

#[test]
fn who_wins_two_pots_in_a_row_kills_until_somebody_else_wins() {
    let rules = killing("mortimers/holdem", KillSize::Full, KilledBy::TwoInARow, KillerActs::Last);
    let table = table(&rules);
    let all: Vec<Seat> = (1..=4).map(seat).collect();
    let mut past = PastPots::default();
    let mut next = |killer: Option<u8>, winner: u8, before_flop: bool| {
        let hand = won_by(&table, &four(&table, killer), winner, before_flop);
        past = past.after(&hand);
        past.killer(&table, &all).map(Seat::number)
    };
    assert_eq!(next(None, 2, false), None);
    assert_eq!(next(None, 2, true), None, "a pot that ends before the flop does not count");
    assert_eq!(next(None, 2, false), Some(2));
    assert_eq!(next(Some(2), 2, false), Some(2), "and again while he wins");
    assert_eq!(next(Some(2), 3, true), Some(2), "nor does it break a row");
    assert_eq!(next(Some(2), 3, false), None);
    assert_eq!(next(None, 3, false), Some(3));
    assert_eq!(past.killer(&table, &[seat(1), seat(2)]), None, "who is not dealt in posts nothing");
    let moved = past.moved(seat(3), Some(seat(1)));
    assert_eq!(moved.killer(&table, &all), Some(seat(1)), "a row moves with its winner");
    assert_eq!(past.moved(seat(2), None), past);
    assert_eq!(past.moved(seat(3), None), PastPots::default(), "whoever comes next has won nothing");
}

#[test]
fn a_shared_pot_ends_the_row_and_a_scoop_goes_on() {
    let rules = killing("players-club/omaha-8", KillSize::Full, KilledBy::TwoInARow, KillerActs::InTurn);
    let stakes = rules.stakes(Structure::Limit, Some((dollars(3), dollars(6))), None).unwrap();
    let table = Arc::new(Table::new(&rules, stakes));
    let mut past = PastPots { winner: Some(seat(1)), in_a_row: 1, pot: Money::ZERO };
    let play = |board: &str| {
        let players = (1..=2).map(|at| Player { seat: seat(at), stack: dollars(500) }).collect();
        let mut events = Vec::new();
        let mut hand = Hand::new(&table, &Setup::new(&table, players, seat(1)), &mut events).unwrap();
        let first = cards::parse_cards("As 2s Kh Kd").unwrap();
        let second = cards::parse_cards("Ah 2h Qc Jc").unwrap();
        let mut board = cards::parse_cards(board).unwrap().into_iter();
        let mut given = [first.into_iter(), second.into_iter()];
        while !hand.is_over() {
            match hand.waits() {
                Waits::Card(games::poker::Place::Private(at)) => {
                    hand.card(given[usize::from(at.number()) - 1].next(), &mut events).unwrap();
                }
                Waits::Card(games::poker::Place::Board) => hand.card(board.next(), &mut events).unwrap(),
                Waits::Card(_) => hand.card(None, &mut events).unwrap(),
                _ => {
                    let call = hand.turn().unwrap().call;
                    let at = hand.seats()[hand.turn().unwrap().place];
                    let choice = if call.is_some() { Choice::Call } else { Choice::Check };
                    hand.choose(at, choice, &mut events).unwrap();
                }
            }
        }
        hand
    };
    // High and low to seat 1: no low is possible.
    let hand = play("Ks 9c 9d Tc 3d");
    past = past.after(&hand);
    assert_eq!((past.winner, past.in_a_row), (Some(seat(1)), 2));
    assert!(past.killer(&table, &[seat(1), seat(2)]).is_some());
    // The low is shared, so the pot is won by nobody alone.
    let hand = play("Ks 9c 4d 8c 3d");
    past = past.after(&hand);
    assert_eq!((past.winner, past.in_a_row), (None, 0));
}

#[test]
fn who_wins_a_large_pot_kills_the_next_one() {
    let rules = killing("mortimers/holdem", KillSize::Full, KilledBy::LargePot, KillerActs::InTurn);
    let table = table(&rules);
    let all: Vec<Seat> = (1..=4).map(seat).collect();
    let small = PastPots { winner: Some(seat(2)), in_a_row: 5, pot: dollars(79) };
    assert_eq!(small.killer(&table, &all), None);
    let large = PastPots { winner: Some(seat(2)), in_a_row: 1, pot: dollars(80) };
    assert_eq!(large.killer(&table, &all), Some(seat(2)));
    // Bets of a killed hand are larger, the size of a large pot is not.
    let hand = won_by(&table, &four(&table, Some(2)), 3, false);
    let past = large.after(&hand);
    assert_eq!((past.winner, past.pot), (Some(seat(3)), dollars(32)));
    assert_eq!(past.killer(&table, &all), None);
}
