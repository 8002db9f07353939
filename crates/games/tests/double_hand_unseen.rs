//! A double-hand round dealt with real cards: dealt unseen, set by hand and entered when hands are turned up,
//! it moves the same money as the same round with known cards.

mod double_hand;

use std::sync::Arc;

use cards::{Card, CardSet};
use double_hand::{Chance, book, game, open, play, with_amount};
use games::double_hand::{
    Choice, DEALER, DoubleHand, Event, Game, Place, Report, SetBy, Setup, Viewer, Waits,
};
use games::{Party, Reason, Seat, Verdict};

const TABLES: [(&str, &str, usize); 2] = [("mortimers", "2", 7), ("marina", "5", 5)];

/// The facts by which money moves.
fn money_of(log: &[Event]) -> Vec<Event> {
    let is_money = |event: &&Event| {
        matches!(
            event,
            Event::Staked { .. }
                | Event::Wagered { .. }
                | Event::Collected { .. }
                | Event::Settled { .. }
                | Event::Closed { .. }
        )
    };
    log.iter().filter(is_money).copied().collect()
}

/// A round played with known cards: what people chose, and what came of it.
struct Known {
    round: DoubleHand,
    choices: Vec<(Party, Choice)>,
    log: Vec<Event>,
}

impl Known {
    fn play(game: &Arc<Game>, setup: &Arc<Setup>, chance: &mut Chance) -> Known {
        let mut log = Vec::new();
        let mut choices = Vec::new();
        let mut round = open(game, setup, &mut log);
        let deck = chance.deck();
        play(&mut round, &deck, &mut log, |_, list| {
            let allowed = &list[chance.below(list.len())];
            let choice = with_amount(allowed, chance);
            choices.push((allowed.who, choice));
            (allowed.who, choice)
        });
        Known { round, choices, log }
    }

    fn hand(&self, seat: Seat) -> CardSet {
        self.round.hand_seen_by(Viewer::Auditor, seat).unwrap()
    }

    fn front(&self, seat: Seat) -> CardSet {
        let spot = self.round.spots().iter().find(|spot| spot.seat == seat).unwrap();
        spot.setting.unwrap().front()
    }
}

fn deal_unseen(round: &mut DoubleHand, log: &mut Vec<Event>) {
    while let Waits::Card(_) = round.waits() {
        round.card(None, log).unwrap();
    }
}

/// What the dealer enters next, if cards are awaited.
fn entry(round: &DoubleHand, known: &Known) -> Option<Choice> {
    let seat = round.hand_to_enter()?;
    assert_eq!(seat, next_seat(round));
    let mut list = Vec::new();
    round.allowed(&mut list);
    assert_eq!((list.len(), list[0].who), (1, DEALER));
    Some(match list[0].choice {
        Choice::Turn(_) => Choice::Turn(known.hand(seat)),
        _ => Choice::Show { front: known.front(seat), back: known.hand(seat) - known.front(seat) },
    })
}

/// The seat whose cards are awaited: the bank's first, then clockwise from the button.
fn next_seat(round: &DoubleHand) -> Seat {
    let bank = round.setup().bank;
    if round.hand_seen_by(Viewer::Auditor, bank).is_none() {
        return bank;
    }
    let is_open = |seat: &Seat| round.spots().iter().any(|spot| spot.seat == *seat && !spot.is_settled);
    round.button().unwrap().around(7).find(is_open).unwrap()
}

/// Plays the same round again with cards that are entered only when they are turned up.
fn play_unseen(game: &Arc<Game>, setup: &Arc<Setup>, known: &Known) -> (DoubleHand, Vec<Event>) {
    let mut log = Vec::new();
    let mut round = open(game, setup, &mut log);
    let money = round.total_money();
    deal_unseen(&mut round, &mut log);
    for (who, choice) in &known.choices {
        while let Some(entry) = entry(&round, known) {
            wrong_entries_change_nothing(&round, entry);
            round.choose(DEALER, entry, &mut log).unwrap();
            assert_eq!(round.total_money(), money);
        }
        let is_player = who.index() < setup.bets.len();
        let choice = match choice {
            Choice::Set(_) if is_player => Choice::SetUnseen,
            choice => *choice,
        };
        round.choose(*who, choice, &mut log).unwrap();
        assert_eq!(round.total_money(), money);
    }
    let mut replay = DoubleHand::unopened(Arc::clone(game), Arc::clone(setup));
    for event in &log {
        replay.apply(event);
    }
    assert!(replay == round, "the fold of the events is the state");
    (round, log)
}

/// A card that was named before, a card too few and somebody else's entry are refused, and nothing changes.
fn wrong_entries_change_nothing(round: &DoubleHand, entry: Choice) {
    let refused = |who: Party, choice: Choice| {
        let mut copy = round.clone();
        let mut events = Vec::new();
        let refusal = copy.choose(who, choice, &mut events).unwrap_err();
        assert_eq!(events, []);
        assert!(copy == *round);
        assert!(refusal.clause.is_some(), "{refusal}");
        refusal.reason
    };
    assert_eq!(refused(Party::BANK, entry), Reason::NotYourTurn);
    let cards = match entry {
        Choice::Turn(cards) => cards,
        Choice::Show { front, back } => {
            let twice = back.with(front.iter().next().unwrap());
            let reason = refused(DEALER, Choice::Show { front, back: twice });
            assert!(matches!(reason, Reason::NoSuchCard(_)), "{reason:?}");
            front | back
        }
        other => panic!("{other:?}"),
    };
    let one = cards.iter().next().unwrap();
    let (short, front) = (cards.without(one), CardSet::EMPTY);
    let bank = round.hand_seen_by(Viewer::Auditor, round.setup().bank);
    if let Choice::Turn(_) = entry {
        assert_eq!(refused(DEALER, Choice::Turn(short)), Reason::WholeHand(7));
        if let Some(named) = bank.and_then(|bank| bank.iter().next()) {
            assert_eq!(refused(DEALER, Choice::Turn(short.with(named))), Reason::NoSuchCard(named));
        }
    } else {
        assert_eq!(refused(DEALER, Choice::Show { front, back: short }), Reason::WholeHand(7));
        assert_eq!(refused(DEALER, Choice::Turn(cards)), Reason::FrontNeeded);
        assert_eq!(refused(DEALER, Choice::Open), Reason::HandUnseen);
    }
}

#[test]
fn unseen_and_known_cards_move_the_same_money() {
    for (house, schedule, backers) in TABLES {
        let game = game(house, schedule);
        let mut chance = Chance(11);
        for _ in 0..400 {
            let setup = Arc::new(chance.setup(backers));
            let known = Known::play(&game, &setup, &mut chance);
            let (round, log) = play_unseen(&game, &setup, &known);
            assert_eq!(money_of(&log), money_of(&known.log), "{house}: {setup:?}");
            for place in 0..setup.purses.len() {
                assert_eq!(round.purse(place), known.round.purse(place));
            }
            assert!(round.is_over());
        }
    }
}

#[test]
fn nobody_sees_a_card_before_it_is_turned_up() {
    let game = game("mortimers", "2");
    let mut chance = Chance(5);
    for _ in 0..50 {
        let setup = Arc::new(chance.setup(3));
        let known = Known::play(&game, &setup, &mut chance);
        let (_, log) = play_unseen(&game, &setup, &known);
        let mut round = DoubleHand::unopened(Arc::clone(&game), Arc::clone(&setup));
        let mut turned: Vec<Seat> = Vec::new();
        for event in &log {
            round.apply(event);
            assert!(!round.is_hidden_from(Viewer::Everybody, event), "{event:?}");
            if let Event::Turned { seat, .. } = event {
                turned.push(*seat);
            }
            for seat in (1..=7).map(Seat::new) {
                let seen = round.hand_seen_by(Viewer::Auditor, seat);
                assert_eq!(seen.is_some_and(|cards| !cards.is_empty()), turned.contains(&seat));
            }
        }
    }
}

/// Seat 1 with $20 against seat 4's $200, dealt unseen, the dice sending pile 1 to seat 5.
struct Felt {
    house: &'static str,
    round: DoubleHand,
    log: Vec<Event>,
}

impl Felt {
    fn dealt(house: &'static str) -> Felt {
        let game = game(house, "1");
        let purse =
            |name: &str| games::Purse { name: name.into(), stack: books::Money::dollars(1_000), streak: 0 };
        let setup = Arc::new(Setup {
            purses: vec![purse("4"), purse("1")],
            bank: Seat::new(4),
            banker: 0,
            stake: books::Money::dollars(200),
            partners: Vec::new(),
            bets: vec![games::double_hand::Bet {
                spot: Seat::new(1),
                purse: 1,
                amount: books::Money::dollars(20),
                joint: None,
            }],
        });
        let mut log = Vec::new();
        let mut round = open(&game, &setup, &mut log);
        deal_unseen(&mut round, &mut log);
        Felt { house, round, log }
    }

    fn bank(&mut self, choice: &str) -> Result<(), games::Refusal> {
        self.choose(Party::BANK, choice)
    }

    fn dealer(&mut self, choice: &str) -> Result<(), games::Refusal> {
        self.choose(DEALER, choice)
    }

    fn choose(&mut self, who: Party, choice: &str) -> Result<(), games::Refusal> {
        let log = &mut self.log;
        self.round.choose(who, choice.parse().unwrap(), log)
    }

    fn report(&mut self, report: &str) -> Result<(), games::Refusal> {
        let log = &mut self.log;
        self.round.report(report.parse().unwrap(), log)
    }

    /// Sets seat 1's hand and turns up the bank's: king-queen in front of nines.
    fn bank_turned(house: &'static str, seat_1: &str) -> Felt {
        let mut felt = Felt::dealt(house);
        felt.bank("pile 1").unwrap();
        felt.dealer("no more bets").unwrap();
        felt.bank("dice 9").unwrap();
        felt.choose(Party(0), seat_1).unwrap();
        felt.dealer("turn Kd Qc 9h 9d 7c 4s 2d").unwrap();
        felt.bank("set Kd Qc").unwrap();
        felt.bank("confirm").unwrap();
        felt
    }

    fn name(&self, clause: books::Clause) -> String {
        book(self.house).clause_name(clause).to_owned()
    }
}

#[test]
fn a_front_of_three_cards_is_foul_when_it_is_turned_up() {
    let mut felt = Felt::bank_turned("mortimers", "is set");
    felt.dealer("open front As Ac 3c back Ts Th 8c 6d").unwrap();
    felt.dealer("open").unwrap();
    let Some(Event::Settled { verdict, clause, .. }) = felt.log.iter().rev().nth(1).copied() else {
        panic!("{:?}", felt.log)
    };
    assert_eq!((verdict, felt.name(clause).as_str()), (Verdict::Lost, "rules-36b"));
}

#[test]
fn a_house_way_hand_that_the_dealer_set_wrongly_is_reset() {
    let mut felt = Felt::bank_turned("mortimers", "house way");
    felt.dealer("open front 3c 5h back As Ts Th 8c 6d").unwrap();
    let ruled: Vec<String> = felt
        .log
        .iter()
        .filter_map(|event| match event {
            Event::Ruled { clause } => Some(felt.name(*clause)),
            Event::Set { front, by: SetBy::HouseWay, clause, .. } => {
                Some(format!("{front} by {}", felt.name(*clause)))
            }
            _ => None,
        })
        .collect();
    assert_eq!(ruled, ["rules-39", "8c As by way-one-pair"]);
    felt.dealer("open").unwrap();
    assert!(felt.round.is_over());
}

#[test]
fn an_exposed_card_of_an_unseen_pile_is_replaced_and_belongs_to_nobody() {
    let mut felt = Felt::dealt("mortimers");
    let refusal = felt.report("exposed 9h").unwrap_err();
    assert_eq!((refusal.reason, felt.name(refusal.clause).as_str()), (Reason::PileNeeded, "rules-37"));
    assert_eq!(felt.report("exposed 9h in pile 8").unwrap_err().reason, Reason::NotOffered);
    felt.report("exposed 9h in pile 3").unwrap();
    assert_eq!(felt.round.waits(), Waits::Card(Place::Replacement(3)));
    felt.round.card(None, &mut ()).unwrap();
    for (who, choice) in
        [(Party::BANK, "pile 1"), (DEALER, "no more bets"), (Party::BANK, "dice 9"), (Party(0), "is set")]
    {
        felt.choose(who, choice).unwrap();
    }
    let refusal = felt.dealer("turn Kd Qc 9h 9d 7c 4s 2d").unwrap_err();
    assert_eq!(refusal.reason, Reason::NoSuchCard("9h".parse().unwrap()));
    felt.dealer("turn Kd Qc 9s 9d 7c 4s 2d").unwrap();
}

#[test]
fn an_exposed_ace_or_a_second_card_makes_an_unseen_deal_void() {
    let mut felt = Felt::dealt("marina");
    felt.report("boxed As in pile 2").unwrap();
    assert!(matches!(felt.log.last(), Some(Event::Misdealt { .. })));
    deal_unseen(&mut felt.round, &mut felt.log);
    felt.report("exposed 9h in pile 3").unwrap();
    felt.report("exposed 9d in pile 3").unwrap();
    assert!(matches!(felt.log.last(), Some(Event::Misdealt { .. })));
}

#[test]
fn a_removed_wager_is_ruled_on_once_the_hand_is_turned_up() {
    let mut felt = Felt::bank_turned("mortimers", "is set");
    let removed = Report::LosingWagerRemoved(Party(0));
    assert_eq!(felt.round.report(removed, &mut ()).unwrap_err().reason, Reason::HandUnseen);
    felt.dealer("open front Jc 3c back Ts 8d 8c 6d 5h").unwrap();
    felt.round.report(removed, &mut ()).unwrap();
}

#[test]
fn cards_that_were_named_in_the_deal_must_be_among_those_entered() {
    let game = game("mortimers", "1");
    let mut chance = Chance(2);
    let setup = Arc::new(chance.setup(0));
    let mut log = Vec::new();
    let mut round = open(&game, &setup, &mut log);
    let named: Card = "9h".parse().unwrap();
    round.card(Some(named), &mut ()).unwrap();
    deal_unseen(&mut round, &mut log);
    let bank_gets_pile_1 = (3..=18).find(|sum| (sum - 1) % 7 == 0).unwrap();
    for (who, choice) in [
        (Party::BANK, Choice::Pile(1)),
        (DEALER, Choice::NoMoreBets),
        (Party::BANK, Choice::Dice(bank_gets_pile_1)),
    ] {
        round.choose(who, choice, &mut ()).unwrap();
    }
    let mut list = Vec::new();
    loop {
        list.clear();
        round.allowed(&mut list);
        let Some(set) = list.iter().find(|item| matches!(item.choice, Choice::SetUnseen | Choice::Look))
        else {
            break;
        };
        round.choose(set.who, set.choice, &mut ()).unwrap();
    }
    let turn = |cards: &str| format!("turn {cards}").parse::<Choice>().unwrap();
    let refusal = round.choose(DEALER, turn("Kd Qc 9s 9d 7c 4s 2d"), &mut ()).unwrap_err();
    assert_eq!(refusal.reason, Reason::HandHolds(named));
    round.choose(DEALER, turn("Kd Qc 9h 9d 7c 4s 2d"), &mut ()).unwrap();
}
