//! Laws of three-card rounds over random tables and play, and a second, slow model of settlement.

mod three_card;

use std::collections::BTreeMap;
use std::sync::Arc;

use books::Money;
use cards::Card;
use games::Party;
use games::three_card::{Choice, Event, Game, Setup, ThreeCard, Viewer, Waits};
use three_card::{Chance, game, open};

fn lawful_round(game: &Arc<Game>, setup: &Arc<Setup>, chance: &mut Chance) -> (ThreeCard, Vec<Event>) {
    let mut log = Vec::new();
    let mut round = open(game, setup, &mut log);
    let money = round.total_money();
    let deck = chance.deck();
    let mut cards = deck.iter();
    let mut list = Vec::new();
    loop {
        assert_eq!(round.total_money(), money);
        assert!(round.stake().used() <= round.stake().posted());
        match round.waits() {
            Waits::Card { .. } => {
                let mut copy = round.clone();
                assert!(copy.choose(Party(0), Choice::Fold, &mut ()).unwrap_err().clause.is_some());
                assert!(copy.card(Some(Card::JOKER), &mut ()).unwrap_err().clause.is_some());
                assert!(copy == round);
                assert!(round.hand_seen_by(Viewer::Everybody, setup.bank).is_empty());
                round.card(Some(*cards.next().unwrap()), &mut log).unwrap();
            }
            Waits::Choice(turn) => {
                assert_eq!(round.hand_seen_by(Viewer::Everybody, setup.bank).len(), 1);
                for other in 0..setup.bets.len() {
                    let seen =
                        round.hand_seen_by(Viewer::Player(Party(other as u8)), setup.bets[turn.index()].seat);
                    assert_eq!(seen.len(), if other == turn.index() { 3 } else { 0 });
                }
                list.clear();
                round.allowed(&mut list);
                for who in (0..setup.bets.len()).map(|place| Party(place as u8)) {
                    for choice in [Choice::Play, Choice::Fold] {
                        let is_listed =
                            list.iter().any(|allowed| (allowed.who, allowed.choice) == (who, choice));
                        let mut copy = round.clone();
                        match copy.choose(who, choice, &mut ()) {
                            Ok(()) => assert!(is_listed),
                            Err(refusal) => assert!(!is_listed && copy == round && refusal.clause.is_some()),
                        }
                    }
                }
                let allowed = list[chance.below(list.len())];
                round.choose(allowed.who, allowed.choice, &mut log).unwrap();
            }
            Waits::Over => break,
        }
    }
    assert_eq!(round.total_money(), money);
    let mut replay = ThreeCard::unopened(Arc::clone(game), Arc::clone(setup));
    for event in &log {
        replay.apply(event);
    }
    assert!(replay == round, "the fold of the events is the state");
    (round, log)
}

#[test]
fn random_rounds_keep_every_law_and_agree_with_the_second_model() {
    for schedule in ["1", "3", "6"] {
        let game = game(schedule);
        let mut chance = Chance(9);
        for _ in 0..1_500 {
            let setup = Arc::new(chance.setup());
            let (round, log) = lawful_round(&game, &setup, &mut chance);
            let (net, drop) = second_model(schedule, &setup, &log);
            for (purse, cents) in net {
                let got = round.purse(purse) - setup.purses[purse].stack;
                assert_eq!(got, Money::cents(cents), "purse {purse}: {setup:?}\n{log:#?}");
            }
            assert_eq!(round.drop(), Money::cents(drop));
        }
    }
}

/// A million rounds: `cargo test --release -p games --test three_card_rounds -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn a_million_rounds_agree_with_the_second_model() {
    let game = game("4");
    let mut chance = Chance(1);
    let started = std::time::Instant::now();
    for _ in 0..1_000_000 {
        let setup = Arc::new(chance.setup());
        let mut log = Vec::new();
        let mut round = open(&game, &setup, &mut log);
        let deck = chance.deck();
        let mut cards = deck.iter();
        let mut list = Vec::new();
        loop {
            match round.waits() {
                Waits::Card { .. } => {
                    round.card(Some(*cards.next().unwrap()), &mut log).unwrap();
                }
                Waits::Choice(_) => {
                    list.clear();
                    round.allowed(&mut list);
                    let allowed = list[chance.below(list.len())];
                    round.choose(allowed.who, allowed.choice, &mut log).unwrap();
                }
                Waits::Over => break,
            }
        }
        let (net, _) = second_model("4", &setup, &log);
        for (purse, cents) in net {
            assert_eq!(
                (round.purse(purse) - setup.purses[purse].stack).in_cents(),
                cents,
                "{setup:?}\n{log:#?}"
            );
        }
    }
    println!("a million rounds in {:?}", started.elapsed());
}

/// A three-card hand as a list of numbers that compares as the filing ranks hands.
fn three(cards: &[Card]) -> (u8, Vec<u8>) {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank().unwrap().number()).collect();
    ranks.sort_unstable_by(|one, other| other.cmp(one));
    let is_flush = cards.iter().all(|card| card.suit() == cards[0].suit());
    let is_wheel = ranks == [14, 3, 2];
    let is_straight = is_wheel || (ranks[0] == ranks[1] + 1 && ranks[1] == ranks[2] + 1);
    if is_straight {
        let top = if is_wheel { 3 } else { ranks[0] };
        let class = match (is_flush, top) {
            (true, 14) => 6,
            (true, _) => 5,
            (false, _) => 3,
        };
        return (class, vec![top]);
    }
    if ranks[0] == ranks[2] {
        return (4, ranks);
    }
    if ranks[0] == ranks[1] || ranks[1] == ranks[2] {
        let pair = ranks[1];
        let kicker = *ranks.iter().find(|rank| **rank != pair).unwrap();
        return (1, vec![pair, kicker]);
    }
    (if is_flush { 2 } else { 0 }, ranks)
}

/// What the best five of six cards are paid, found by looking for each kind of hand from the top.
fn six_card_odds(cards: &[Card]) -> Option<i64> {
    let mut best = None;
    for out in 0..6 {
        let five: Vec<Card> = (0..6).filter(|place| *place != out).map(|place| cards[place]).collect();
        let mut ranks: Vec<u8> = five.iter().map(|card| card.rank().unwrap().number()).collect();
        ranks.sort_unstable();
        let mut counts: BTreeMap<u8, u8> = BTreeMap::new();
        for rank in &ranks {
            *counts.entry(*rank).or_default() += 1;
        }
        let most = *counts.values().max().unwrap();
        let is_flush = five.iter().all(|card| card.suit() == five[0].suit());
        let is_run = counts.len() == 5 && (ranks[4] - ranks[0] == 4 || ranks == [2, 3, 4, 5, 14]);
        let odds = match (is_run, is_flush) {
            (true, true) if ranks[0] == 10 => Some(1000),
            (true, true) => Some(200),
            _ if most == 4 => Some(100),
            _ if most == 3 && counts.len() == 2 => Some(20),
            (false, true) => Some(15),
            (true, false) => Some(9),
            _ if most == 3 => Some(8),
            _ => None,
        };
        best = best.max(odds);
    }
    best
}

/// Settlement as a person would do it with pencil and paper, from the cards and the choices alone.
fn second_model(schedule: &str, setup: &Setup, log: &[Event]) -> (BTreeMap<usize, i64>, i64) {
    let mut deck: Vec<Card> = Vec::new();
    let mut folded = vec![false; setup.bets.len()];
    for event in log {
        match *event {
            Event::Dealt { card, .. } => deck.extend(card),
            Event::Chose { who, choice, .. } => folded[who.index()] = choice == Choice::Fold,
            _ => {}
        }
    }
    let bank_seat = usize::from(setup.bank.number());
    let clockwise: Vec<usize> = (1..8).map(|steps| (bank_seat - 1 + steps) % 8 + 1).collect();
    let bet_at = |seat: usize| setup.bets.iter().position(|bet| usize::from(bet.seat.number()) == seat);
    let dealt_in: Vec<usize> = clockwise.iter().filter_map(|seat| bet_at(*seat)).collect();
    let hand = |bet: usize| {
        let stack = dealt_in.iter().position(|other| *other == bet).unwrap();
        deck[stack * 3..stack * 3 + 3].to_vec()
    };
    let bank: Vec<Card> = deck[deck.len() - 3..].to_vec();
    let count = match bank[2].rank().unwrap().number() {
        14 => 1,
        number => usize::from(number),
    };
    let start = (count - 1) % 7;
    let qualifies = three(&bank) >= (0, vec![12, 3, 2]);
    let mut left = setup.stake.in_cents();
    let mut net: BTreeMap<usize, i64> = (0..setup.purses.len()).map(|purse| (purse, 0)).collect();
    for steps in 0..7 {
        let Some(bet) = bet_at(clockwise[(start + steps) % 7]) else { continue };
        let wagers = &setup.bets[bet];
        let cards = hand(bet);
        let (ante, pair_plus, six_card) =
            (wagers.ante.in_cents(), wagers.pair_plus.in_cents(), wagers.six_card.in_cents());
        let base = three(&cards).cmp(&three(&bank)) as i64;
        let pair_plus_odds =
            [None, Some(1), Some(3), Some(6), Some(30), Some(40), Some(200)][usize::from(three(&cards).0)];
        let six: Vec<Card> = cards.iter().chain(&bank).copied().collect();
        let bonus = |wager: i64, odds: Option<i64>| odds.map_or(-wager, |odds| odds * wager);
        let results = if folded[bet] {
            vec![-ante, -pair_plus, bonus(six_card, six_card_odds(&six))]
        } else {
            let base = if qualifies { vec![base * ante, base * ante] } else { vec![ante, 0] };
            [base, vec![bonus(pair_plus, pair_plus_odds), bonus(six_card, six_card_odds(&six))]].concat()
        };
        for result in results {
            let moved = result.abs().min(left) * result.signum();
            left -= moved.abs();
            *net.get_mut(&usize::from(wagers.purse)).unwrap() += moved;
            *net.get_mut(&0).unwrap() -= moved;
        }
    }
    let action: i64 =
        setup.bets.iter().map(|bet| (bet.ante + bet.pair_plus + bet.six_card).in_cents() / 100).sum();
    let bands: [(i64, i64); 5] = match schedule {
        "1" => [(50, 50), (100, 100), (300, 200), (500, 300), (i64::MAX, 500)],
        "3" => [(100, 50), (300, 100), (500, 300), (1000, 700), (i64::MAX, 1000)],
        "4" => [(99, 100), (299, 300), (499, 500), (799, 800), (i64::MAX, 1200)],
        _ => [(99, 200), (299, 300), (499, 600), (799, 1000), (i64::MAX, 1500)],
    };
    let fee = bands.iter().find(|(to, _)| action <= *to).unwrap().1;
    *net.get_mut(&0).unwrap() -= fee;
    (net, fee)
}
