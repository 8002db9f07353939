//! Laws of double-hand rounds over random tables and play, and a second, slow model of settlement.

mod double_hand;

use std::collections::BTreeMap;
use std::sync::Arc;

use books::Money;
use cards::{CardSet, FrontRank, HighRank, Wheel};
use double_hand::{Chance, book, game, open, play, with_amount};
use games::double_hand::{Allowed, Choice, DEALER, DoubleHand, Event, Game, Setup, Waits};
use games::{Party, Seat};

const TABLES: [(&str, &str); 5] =
    [("mortimers", "1"), ("mortimers", "2"), ("marina", "1"), ("marina", "2"), ("marina", "5")];

fn backers(house: &str) -> usize {
    if house == "marina" { 5 } else { 7 }
}

/// Plays one random round and checks every law on the way.
fn lawful_round(game: &Arc<Game>, setup: &Arc<Setup>, chance: &mut Chance) -> (DoubleHand, Vec<Event>) {
    let mut log = Vec::new();
    let mut round = open(game, setup, &mut log);
    let money = round.total_money();
    let deck = chance.deck();
    let mut seed = Chance(chance.next());
    play(&mut round, &deck, &mut log, |round, list| {
        assert!(!list.is_empty());
        assert_eq!(round.total_money(), money);
        assert!(round.stake().used() <= round.stake().posted());
        refusals_change_nothing(round, list, &mut seed);
        for allowed in list.iter().take(3) {
            let mut copy = round.clone();
            copy.choose(allowed.who, allowed.choice, &mut ()).unwrap();
        }
        let allowed = &list[seed.below(list.len())];
        (allowed.who, with_amount(allowed, &mut seed))
    });
    assert_eq!(round.total_money(), money);
    assert!(round.stake().used() <= round.stake().posted());
    let mut replay = DoubleHand::unopened(Arc::clone(game), Arc::clone(setup));
    for event in &log {
        replay.apply(event);
    }
    assert!(replay == round, "the fold of the events is the state");
    (round, log)
}

/// Whatever is not on the list is refused, and the round stays as it was.
fn refusals_change_nothing(round: &DoubleHand, list: &[Allowed], chance: &mut Chance) {
    let who = match chance.below(8) {
        0 => Party::BANK,
        1 => DEALER,
        2 => Party::partner(chance.below(4) as u8),
        _ => Party(chance.below(round.setup().bets.len() + 1) as u8),
    };
    let choice = match chance.below(9) {
        0 => Choice::Pile(chance.below(9) as u8),
        1 => Choice::Change(Money::cents(chance.below(20_000) as i64)),
        2 => Choice::Stake(Money::cents(chance.below(20_000) as i64)),
        3 => Choice::NoMoreBets,
        4 => Choice::Dice(chance.below(20) as u8),
        5 => Choice::HouseWay,
        6 => Choice::Confirm,
        7 => Choice::Open,
        _ => Choice::Set(chance.deck().into_iter().take(2).collect()),
    };
    let is_listed = list.iter().any(|allowed| {
        allowed.who == who
            && match (allowed.choice, choice) {
                (Choice::Change(least), Choice::Change(amount))
                | (Choice::Stake(least), Choice::Stake(amount)) => (least..=allowed.most).contains(&amount),
                (listed, choice) => listed == choice,
            }
    });
    let mut copy = round.clone();
    let mut events = Vec::new();
    match copy.choose(who, choice, &mut events) {
        Ok(()) => assert!(is_listed, "{choice:?} of {who:?} was taken but not listed"),
        Err(refusal) => {
            assert!(!is_listed, "{choice:?} of {who:?} was listed and refused: {refusal}");
            assert!(copy == *round && events.is_empty());
            let is_grounded = refusal.reason.is_system() || refusal.clause.is_some();
            assert!(is_grounded, "{choice:?} of {who:?}: {refusal}");
        }
    }
}

#[test]
fn random_rounds_keep_every_law_and_agree_with_the_second_model() {
    for (house, schedule) in TABLES {
        let game = game(house, schedule);
        let mut chance = Chance(42);
        for _ in 0..1_000 {
            let setup = Arc::new(chance.setup(backers(house)));
            let (round, log) = lawful_round(&game, &setup, &mut chance);
            let expected = second_model(&game, &setup, &log);
            for (purse, net) in &expected.net {
                let got = round.purse(*purse) - setup.purses[*purse].stack;
                assert_eq!(got, *net, "{house} purse {purse}: {setup:?}\n{log:#?}");
            }
            assert_eq!(round.drop(), expected.drop);
        }
    }
}

/// A million rounds for each book: `cargo test --release -p games --test double_hand_rounds -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_million_rounds_agree_with_the_second_model() {
    for (house, schedule) in [("mortimers", "2"), ("marina", "5")] {
        let game = game(house, schedule);
        let mut chance = Chance(7);
        let started = std::time::Instant::now();
        for _ in 0..1_000_000 {
            let setup = Arc::new(chance.setup(3));
            let mut log = Vec::new();
            let mut round = open(&game, &setup, &mut log);
            let deck = chance.deck();
            let mut seed = Chance(chance.next());
            play(&mut round, &deck, &mut log, |_, list| {
                let allowed = &list[seed.below(list.len())];
                (allowed.who, with_amount(allowed, &mut seed))
            });
            let expected = second_model(&game, &setup, &log);
            for (purse, net) in &expected.net {
                assert_eq!(round.purse(*purse) - setup.purses[*purse].stack, *net, "{setup:?}\n{log:#?}");
            }
        }
        println!("{house}: a million rounds in {:?}", started.elapsed());
    }
}

#[derive(Default)]
struct Expected {
    net: BTreeMap<usize, Money>,
    drop: Money,
}

/// Settlement as a person would do it with pencil and paper: only the facts of the table are taken from the
/// log (last amounts, dice, settings, cards), all decisions and sums are made anew.
fn second_model(game: &Game, setup: &Setup, log: &[Event]) -> Expected {
    let limit = game.schedule.as_ref().unwrap().limit.as_ref().unwrap();
    let most = limit.max.unwrap_or(Money::LARGEST).in_cents();
    let mut amounts: Vec<i64> = setup.bets.iter().map(|bet| bet.amount.in_cents()).collect();
    let mut stake = setup.stake.in_cents();
    let mut piles: Vec<Vec<cards::Card>> = vec![Vec::new(); 7];
    let (mut dealt, mut marked, mut sum) = (0, 0, 0);
    let mut fronts: BTreeMap<u8, CardSet> = BTreeMap::new();
    for event in log {
        match *event {
            Event::Wagered { who, amount, .. } => amounts[who.index()] = amount.in_cents(),
            Event::Staked { amount } => stake = amount.in_cents(),
            Event::Dealt { card, .. } => {
                piles[dealt % 7].extend(card);
                dealt += 1;
            }
            Event::PileChosen { pile } => marked = usize::from(pile),
            Event::Rolled { sum: shown, .. } => sum = usize::from(shown),
            Event::Set { seat, front, .. } => {
                fronts.insert(seat.number(), front);
            }
            _ => {}
        }
    }
    let seat_at = |start: usize, steps: usize| (start - 1 + steps) % 7 + 1;
    let bank = usize::from(setup.bank.number());
    let action = seat_at(bank, sum - 1);
    let hand = |seat: usize| -> &Vec<cards::Card> {
        let steps = (seat + 7 - action) % 7;
        &piles[(marked - 1 + steps) % 7]
    };
    let ranks = |seat: usize| -> (FrontRank, HighRank) {
        let front = fronts[&(seat as u8)];
        let in_front: Vec<_> = hand(seat).iter().copied().filter(|card| front.contains(*card)).collect();
        let in_back: Vec<_> = hand(seat).iter().copied().filter(|card| !front.contains(*card)).collect();
        (
            FrontRank::of(&[in_front[0], in_front[1]]),
            HighRank::best_with_bug(&in_back, Wheel::Lowest).unwrap(),
        )
    };
    let mut net: BTreeMap<usize, i64> = (0..setup.purses.len()).map(|purse| (purse, 0)).collect();
    let (bank_front, bank_back) = ranks(bank);
    let (mut left, mut of_bank) = (stake, 0);
    for steps in 0..7 {
        let seat = seat_at(action, steps);
        let on_spot: Vec<usize> =
            (0..amounts.len()).filter(|bet| setup.bets[*bet].spot == Seat::new(seat as u8)).collect();
        if seat == bank || on_spot.is_empty() {
            continue;
        }
        let (front, back) = ranks(seat);
        let wins = usize::from(front > bank_front) + usize::from(back > bank_back);
        let is_foul = front.outranks(back);
        let mut done: Vec<usize> = Vec::new();
        for &first in &on_spot {
            if done.contains(&first) {
                continue;
            }
            let joint = setup.bets[first].joint;
            let partners: Vec<usize> = on_spot
                .iter()
                .copied()
                .filter(|bet| *bet == first || (joint.is_some() && setup.bets[*bet].joint == joint))
                .collect();
            done.extend(&partners);
            let lying: i64 = partners.iter().map(|bet| amounts[*bet]).sum();
            let playing = lying.min(most);
            let moved = match (is_foul, wins) {
                (false, 1) => 0,
                (false, 2) => playing.min(left),
                _ => -playing.min(left),
            };
            left -= moved.abs();
            of_bank -= moved;
            let parts: Vec<i64> = partners.iter().map(|bet| amounts[*bet]).collect();
            for (bet, share) in partners.into_iter().zip(divided(moved.abs(), &parts)) {
                let purse = usize::from(setup.bets[bet].purse);
                net.entry(purse).and_modify(|sum| *sum += share * moved.signum());
            }
        }
    }
    let mut drop = 0;
    let (player_fee, bank_fee) = filed_fees(game, setup, &amounts, most);
    for bet in &setup.bets {
        net.entry(usize::from(bet.purse)).and_modify(|sum| *sum -= player_fee);
        drop += player_fee;
    }
    drop += bank_fee;
    let others: Vec<i64> = setup.partners.iter().map(|share| share.amount.in_cents()).collect();
    let parts = |stake: i64| [vec![stake - others.iter().sum::<i64>()], others.clone()].concat();
    let purses = [0].into_iter().chain(setup.partners.iter().map(|share| usize::from(share.purse)));
    let fees = divided(bank_fee, &parts(setup.stake.in_cents()));
    let results = divided(of_bank.abs(), &parts(stake)).into_iter().zip(fees);
    for (purse, (result, fee)) in purses.zip(results) {
        net.entry(purse).and_modify(|sum| *sum += result * of_bank.signum() - fee);
    }
    Expected {
        net: net.into_iter().map(|(purse, cents)| (purse, Money::cents(cents))).collect(),
        drop: Money::cents(drop),
    }
}

/// Each gets the whole cents of their proportion, and those left over go one each to the first.
fn divided(cents: i64, parts: &[i64]) -> Vec<i64> {
    let whole: i64 = parts.iter().sum();
    let mut shares: Vec<i64> = parts.iter().map(|part| cents * part / whole).collect();
    let left = (cents - shares.iter().sum::<i64>()) as usize;
    shares[..left].iter_mut().for_each(|share| *share += 1);
    shares
}

/// The fees of the schedules in use here, read off the filed tables: each wager's, the bank's. What lay there when
/// the cup opened counts, without what is above the table's largest wager.
fn filed_fees(game: &Game, setup: &Setup, amounts: &[i64], most: i64) -> (i64, i64) {
    let is_mortimers = game.rules.book.approval == "GEGA-001004";
    let handle = game.schedule.as_ref().unwrap().handle.as_str().to_owned();
    let mut wagers: BTreeMap<(u8, u8, usize), i64> = BTreeMap::new();
    for (place, bet) in setup.bets.iter().enumerate() {
        let alone = if bet.joint.is_some() { 0 } else { place + 1 };
        *wagers.entry((bet.spot.number(), bet.joint.unwrap_or(0), alone)).or_default() += amounts[place];
    }
    let action: i64 = wagers.values().map(|wager| wager.min(&most)).sum::<i64>();
    match (is_mortimers, handle.as_str()) {
        (true, "1") => (100, 0),
        (true, _) => (100, 100),
        (false, "5") => (100, 100),
        (false, "2") => match action {
            0..5_100 => (0, 50),
            5_100..20_100 => (0, 100),
            20_100..30_100 => (0, 200),
            30_100..50_100 => (0, 300),
            _ => (0, 500),
        },
        (false, _) => (0, if action < 99_100 { 200 } else { 500 }),
    }
}

#[test]
fn settings_of_everybody_the_house_way_are_never_foul_and_cite_their_rows() {
    let game = game("mortimers", "1");
    let book = book("mortimers");
    let mut chance = Chance(3);
    for _ in 0..200 {
        let setup = Arc::new(chance.setup(2));
        let mut log = Vec::new();
        let mut round = open(&game, &setup, &mut log);
        let deck = chance.deck();
        play(&mut round, &deck, &mut log, |_, list| {
            let house_way = list.iter().find(|allowed| allowed.choice == Choice::HouseWay);
            let confirm = list.iter().find(|allowed| allowed.choice == Choice::Confirm);
            let other =
                list.iter().find(|allowed| !matches!(allowed.choice, Choice::Change(_) | Choice::Stake(_)));
            let allowed = confirm.or(house_way).or(other).unwrap();
            (allowed.who, allowed.choice)
        });
        assert_eq!(round.waits(), Waits::Over);
        for event in &log {
            if let Event::Set { clause, .. } = event {
                assert!(book.clause_name(*clause).starts_with("way-"), "{event:?}");
            }
        }
        for spot in round.spots() {
            assert!(!spot.setting.unwrap().is_foul(Wheel::Lowest));
        }
    }
}
