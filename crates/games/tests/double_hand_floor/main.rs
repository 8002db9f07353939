//! Refusals, table checks and the floor's reports: each with the clause it rests on, by name.

#[path = "../double_hand/mod.rs"]
mod double_hand;
mod table;

use books::Money;
use cards::{Card, CardSet, Rank, parse_cards};
use double_hand::{Chance, play};
use games::double_hand::{
    Allowed, Bet, Choice, DEALER, DoubleHand, Event, Report, SetBy, Setting, Viewer, Waits,
};
use games::{Party, Purse, Seat, Verdict};
use table::{bet, purse, setup, table, three_players};

fn clause_of(event: &Event) -> books::Clause {
    match *event {
        Event::Wagered { clause, .. }
        | Event::Collected { clause, .. }
        | Event::Spoiled { clause, .. }
        | Event::Misdealt { clause }
        | Event::Rolled { clause, .. }
        | Event::Set { clause, .. }
        | Event::Settled { clause, .. }
        | Event::Fouled { clause, .. }
        | Event::Undone { clause }
        | Event::Ruled { clause } => clause,
        _ => books::Clause::NONE,
    }
}

/// Deals the piles from a shuffled deck.
fn deal(round: &mut DoubleHand, seed: u64) -> Vec<Card> {
    let deck = Chance(seed).deck();
    let mut cards = deck.iter();
    while let Waits::Card(_) = round.waits() {
        round.card(Some(*cards.next().unwrap()), &mut ()).unwrap();
    }
    deck
}

fn choose(round: &mut DoubleHand, who: Party, choice: Choice) {
    round.choose(who, choice, &mut ()).unwrap_or_else(|refusal| panic!("{choice:?}: {refusal}"));
}

fn to_dice(round: &mut DoubleHand, sum: u8) {
    choose(round, Party::BANK, Choice::Pile(1));
    choose(round, DEALER, Choice::NoMoreBets);
    choose(round, Party::BANK, Choice::Dice(sum));
}

fn is_misdeal(log: &[(Event, String)], clause: &str) -> bool {
    matches!(log, [(Event::Misdealt { .. }, cited)] if cited == clause)
}

#[test]
fn the_table_is_checked_against_the_book() {
    let mortimers = table("mortimers", "1");
    let short = setup(500, vec![purse("1", 500)], vec![bet(1, 1, 5)]);
    assert_eq!(
        mortimers.faults(&short),
        [("1: $5 is below the table's least wager of $10".to_owned(), "rules-4")]
    );
    let poor = setup(500, vec![purse("1", 10)], vec![bet(1, 1, 10)]);
    assert_eq!(mortimers.faults(&poor)[0].1, "rules-2-full-minimum");
    assert!(
        DoubleHand::open(
            mortimers.game.clone(),
            &setup(500, vec![purse("1", 11)], vec![bet(1, 1, 10)]),
            &mut ()
        )
        .is_ok()
    );
    assert_eq!(mortimers.faults(&setup(500, vec![], vec![]))[0].1, "method-1-bet");
    let own = setup(500, vec![purse("1", 500)], vec![bet(1, 0, 20)]);
    assert_eq!(mortimers.faults(&own)[0].1, "ruling-designated-player-betting");
    let mut partners = vec![bet(1, 1, 5), bet(1, 2, 15)];
    for partner in &mut partners {
        partner.joint = Some(1);
    }
    let joint = setup(500, vec![purse("1", 500), purse("1/Bo", 500)], partners);
    assert_eq!(mortimers.faults(&joint)[0].1, "rules-8");
    let marina = table("marina", "5");
    let purses: Vec<Purse> = (0..7).map(|number| purse(&format!("1/{number}"), 500)).collect();
    let bets: Vec<Bet> = (1..=7).map(|purse| bet(1, purse, 20)).collect();
    assert_eq!(marina.faults(&setup(500, purses.clone(), bets.clone()))[0].1, "backline-max");
    assert!(
        DoubleHand::open(marina.game.clone(), &setup(500, purses.clone(), bets[..6].to_vec()), &mut ())
            .is_ok()
    );
    assert!(DoubleHand::open(mortimers.game.clone(), &setup(500, purses, bets), &mut ()).is_ok());
}

#[test]
fn fees_are_taken_before_the_first_card_for_each_wager() {
    let mortimers = table("mortimers", "2");
    let two = setup(500, vec![purse("2", 500)], vec![bet(2, 1, 20), bet(5, 1, 20)]);
    let round = mortimers.open(&two);
    assert_eq!(round.drop(), Money::dollars(3));
    assert_eq!(round.purse(1), Money::dollars(500 - 40 - 2));
    assert!(matches!(round.waits(), Waits::Card(_)));
}

#[test]
fn money_above_the_maximum_has_no_action() {
    let mortimers = table("mortimers", "1");
    let setup = setup(1_000, vec![purse("1", 500)], vec![bet(1, 1, 120)]);
    for seed in 0..40 {
        let mut round = mortimers.open(&setup);
        let mut log = Vec::new();
        play(&mut round, &Chance(seed).deck(), &mut log, |_, list| quick(list));
        for event in log {
            if let Event::Settled { verdict, paid, collected, .. } = event {
                let most = Money::dollars(100);
                let expected = match verdict {
                    Verdict::Won => (most, Money::ZERO),
                    Verdict::Lost => (Money::ZERO, most),
                    _ => (Money::ZERO, Money::ZERO),
                };
                assert_eq!((paid, collected), expected);
            }
        }
    }
}

/// The quickest way to the end: everything the house way.
fn quick(list: &[Allowed]) -> (Party, Choice) {
    let is_plain = |allowed: &&Allowed| {
        matches!(
            allowed.choice,
            Choice::Pile(1) | Choice::NoMoreBets | Choice::Confirm | Choice::Open | Choice::Dice(9)
        )
    };
    let house_way = |allowed: &&Allowed| allowed.choice == Choice::HouseWay;
    let allowed = list.iter().find(is_plain).or_else(|| list.iter().find(house_way)).unwrap();
    (allowed.who, allowed.choice)
}

#[test]
fn every_step_is_refused_out_of_its_order_and_by_others_than_its_owner() {
    let table = table("mortimers", "1");
    let mut round = table.open(&three_players());
    assert_eq!(table.refused(&round, Party::BANK, Choice::Pile(3)), "method-3-choose-pile");
    deal(&mut round, 1);
    assert_eq!(table.refused(&round, DEALER, Choice::Pile(3)), "method-3-choose-pile");
    assert_eq!(table.refused(&round, Party::BANK, Choice::Dice(9)), "method-3-choose-pile");
    choose(&mut round, Party(1), Choice::Change(Money::dollars(50)));
    choose(&mut round, Party::BANK, Choice::Stake(Money::dollars(1_100)));
    assert_eq!(
        table.refused(&round, Party(1), Choice::Change(Money::dollars(9_999))),
        "default-limit-per-bet"
    );
    choose(&mut round, Party::BANK, Choice::Pile(3));
    assert_eq!(table.refused(&round, Party::BANK, Choice::Dice(9)), "rules-18");
    choose(&mut round, DEALER, Choice::NoMoreBets);
    assert_eq!(table.refused(&round, Party(1), Choice::Change(Money::dollars(60))), "rules-18");
    assert_eq!(table.refused(&round, DEALER, Choice::Dice(9)), "rules-17");
    assert_eq!(table.refused(&round, Party::BANK, Choice::Dice(19)), "method-4-dice");
    choose(&mut round, Party::BANK, Choice::Dice(9));
    assert_eq!(table.refused(&round, Party(1), Choice::Change(Money::dollars(60))), "rules-18");
    assert_eq!(table.refused(&round, Party::BANK, Choice::HouseWay), "rules-21");
    let three: CardSet = parse_cards("2c 3c 4c").unwrap().into_iter().collect();
    assert_eq!(table.refused(&round, Party(0), Choice::Set(three)), "seven-cards-two-hands");
    choose(&mut round, Party(0), Choice::HouseWay);
    assert_eq!(table.refused(&round, Party(0), Choice::HouseWay), "rules-38");
    choose(&mut round, Party(1), Choice::HouseWay);
    assert_eq!(round.hand_seen_by(Viewer::Everybody, Seat::new(4)), None);
    choose(&mut round, Party(2), Choice::HouseWay);
    assert!(round.hand_seen_by(Viewer::Everybody, Seat::new(4)).is_some());
    assert_eq!(table.refused(&round, DEALER, Choice::Open), "rules-42");
    assert_eq!(table.refused(&round, Party::BANK, Choice::Confirm), "rules-42");
    assert_eq!(table.refused(&round, Party(0), Choice::HouseWay), "rules-16");
    choose(&mut round, Party::BANK, Choice::HouseWay);
    choose(&mut round, Party::BANK, Choice::HouseWay);
    choose(&mut round, Party::BANK, Choice::Confirm);
    assert_eq!(table.refused(&round, Party::BANK, Choice::HouseWay), "rules-44");
    choose(&mut round, DEALER, Choice::Open);
    assert_eq!(table.refused(&round, Party::BANK, Choice::HouseWay), "rules-44");
    choose(&mut round, DEALER, Choice::Open);
    choose(&mut round, DEALER, Choice::Open);
    assert_eq!(round.waits(), Waits::Over);
}

#[test]
fn the_bank_may_not_set_a_foul_hand() {
    for (house, clause) in [("mortimers", "rules-40"), ("marina", "dp-no-foul")] {
        let table = table(house, "1");
        let mut tried = 0;
        for seed in 0..30 {
            let mut round = table.open(&three_players());
            deal(&mut round, seed);
            to_dice(&mut round, 9);
            for who in 0..3 {
                choose(&mut round, Party(who), Choice::HouseWay);
            }
            let cards = round.hand_seen_by(Viewer::Everybody, Seat::new(4)).unwrap();
            for one in cards {
                for other in cards.without(one) {
                    let front = CardSet::EMPTY.with(one).with(other);
                    if Setting::of(cards, front).unwrap().is_foul(cards::Wheel::Lowest) {
                        assert_eq!(table.refused(&round, Party::BANK, Choice::Set(front)), clause);
                        tried += 1;
                    }
                }
            }
            let log = table.report(&mut round, Report::BankFoul);
            assert_eq!(log[0].1, clause);
            assert!(matches!(log[1].0, Event::Set { by: SetBy::HouseWay, .. }));
        }
        assert!(tried > 20);
    }
}

#[test]
fn a_person_sees_one_hand_and_the_others_are_set_the_house_way() {
    let table = table("mortimers", "1");
    let setup = setup(
        500,
        vec![purse("2", 500), purse("6", 500)],
        vec![bet(2, 1, 20), bet(5, 1, 20), bet(6, 2, 20), bet(6, 1, 20)],
    );
    let mut round = table.open(&setup);
    deal(&mut round, 3);
    to_dice(&mut round, 9);
    assert_eq!(round.hand_seen_by(Viewer::Bettor(Party(0)), Seat::new(2)), None);
    let two: CardSet = parse_cards("2c 3c").unwrap().into_iter().collect();
    assert_eq!(table.refused(&round, Party(0), Choice::Set(two)), "rules-32");
    assert_eq!(table.refused(&round, Party(3), Choice::HouseWay), "rules-14");
    let mut log = Vec::new();
    round.choose(Party(1), Choice::Look, &mut log).unwrap();
    assert!(matches!(log[1], Event::Set { seat, by: SetBy::HouseWay, .. } if seat == Seat::new(2)));
    assert!(round.hand_seen_by(Viewer::Bettor(Party(1)), Seat::new(5)).is_some());
    assert_eq!(round.hand_seen_by(Viewer::Bettor(Party(0)), Seat::new(2)), None);
    choose(&mut round, Party(1), Choice::HouseWay);
    choose(&mut round, Party(2), Choice::HouseWay);
}

/// A card of the deal that is no ace and no joker.
fn plain(deck: &[Card], skip: usize) -> Card {
    let is_plain = |card: &&Card| !card.is_joker() && card.rank() != Some(Rank::Ace);
    *deck[..49].iter().filter(is_plain).nth(skip).unwrap()
}

#[test]
fn one_bad_card_is_replaced_and_two_are_a_misdeal() {
    for (house, replaced, two) in
        [("mortimers", "rules-37", "rules-34b"), ("marina", "exposed-card", "misdeal-two-cards")]
    {
        let table = table(house, "1");
        let mut round = table.open(&three_players());
        let drop = round.drop();
        let deck = deal(&mut round, 8);
        let (first, second) = (plain(&deck, 0), plain(&deck, 1));
        let log = table.report(&mut round, Report::Exposed(first));
        assert!(matches!(log[0].0, Event::Spoiled { card, .. } if card == first));
        assert_eq!(log[0].1, replaced);
        assert!(matches!(round.waits(), Waits::Card(games::double_hand::Place::Replacement(_))));
        let refusal = round.clone().card(Some(first), &mut ()).unwrap_err();
        assert!(refusal.clause.is_some());
        round.card(Some(deck[49]), &mut ()).unwrap();
        assert_eq!(round.waits(), Waits::Choices);
        let log = table.report(&mut round, Report::Boxed(second));
        assert!(is_misdeal(&log, two), "{log:?}");
        assert!(matches!(round.waits(), Waits::Card(games::double_hand::Place::Pile(1))));
        assert_eq!(round.drop(), drop);
        deal(&mut round, 9);
        to_dice(&mut round, 9);
        assert_eq!(round.drop(), drop, "a redeal costs no second fee");
    }
}

#[test]
fn a_bad_ace_or_joker_is_a_misdeal_at_once() {
    for (house, clause) in [("mortimers", "rules-34a"), ("marina", "misdeal-joker-ace")] {
        let table = table(house, "1");
        let mut round = table.open(&three_players());
        let ace = "Ac".parse().unwrap();
        round.card(Some(ace), &mut ()).unwrap();
        assert!(is_misdeal(&table.report(&mut round, Report::Exposed(ace)), clause));
        round.card(Some(Card::JOKER), &mut ()).unwrap();
        assert!(is_misdeal(&table.report(&mut round, Report::Boxed(Card::JOKER)), clause));
        assert!(round.report(Report::Boxed(ace), &mut ()).is_err(), "the card does not lie in a pile");
    }
}

#[test]
fn another_number_than_four_left_is_a_misdeal() {
    for (house, clause) in [("mortimers", "rules-41"), ("marina", "stub-four")] {
        let table = table(house, "1");
        let mut round = table.open(&three_players());
        assert!(round.report(Report::Left(3), &mut ()).is_err(), "the deal is not finished");
        deal(&mut round, 2);
        assert!(matches!(table.report(&mut round, Report::Left(4))[0].0, Event::Ruled { .. }));
        for count in [3, 5] {
            assert!(is_misdeal(&table.report(&mut round, Report::Left(count)), clause));
            deal(&mut round, 2);
        }
    }
}

#[test]
fn a_bank_hand_seen_early_sets_the_unset_hands_the_house_way() {
    for (house, clause) in [("mortimers", "rules-23"), ("marina", "dp-exposed-early")] {
        let table = table(house, "1");
        let mut round = table.open(&three_players());
        deal(&mut round, 4);
        to_dice(&mut round, 9);
        choose(&mut round, Party(0), Choice::HouseWay);
        choose(&mut round, Party(1), Choice::HouseWay);
        let log = table.report(&mut round, Report::BankSeen);
        assert_eq!(log[0].1, clause);
        assert!(matches!(log[1].0, Event::Set { seat, by: SetBy::HouseWay, .. } if seat == Seat::new(6)));
        assert!(matches!(log[2].0, Event::BankOpened));
    }
}

#[test]
fn foul_hands_lose_whatever_they_hold() {
    for (house, contact, cheating) in
        [("mortimers", "rules-36d", "rules-28"), ("marina", "foul-contact", "cheating")]
    {
        let table = table(house, "1");
        let mut round = table.open(&three_players());
        deal(&mut round, 4);
        to_dice(&mut round, 9);
        assert_eq!(table.report(&mut round, Report::Contact(Seat::new(1)))[0].1, contact);
        assert_eq!(table.report(&mut round, Report::Cheating(Seat::new(2)))[0].1, cheating);
        choose(&mut round, Party(2), Choice::HouseWay);
        choose(&mut round, Party::BANK, Choice::HouseWay);
        choose(&mut round, Party::BANK, Choice::Confirm);
        let mut log = Vec::new();
        while round.waits() != Waits::Over {
            round.choose(DEALER, Choice::Open, &mut log).unwrap();
        }
        for (spot, clause) in [(1, contact), (2, cheating)] {
            let lost = |event: &&Event| matches!(event, Event::Settled { spot: seat, verdict: Verdict::Lost, .. } if seat.number() == spot);
            let event = log.iter().find(lost).unwrap();
            assert_eq!(table.book.clause_name(clause_of(event)), clause);
        }
    }
}

#[test]
fn a_wrong_number_of_cards_is_no_action_before_the_hand_is_set_and_foul_after() {
    for (house, clause, foul) in [
        ("mortimers", "ruling-wrong-number-of", "rules-36b"),
        ("marina", "ruling-wrong-number-of", "foul-front-count"),
    ] {
        let table = table(house, "1");
        let mut round = table.open(&three_players());
        deal(&mut round, 4);
        to_dice(&mut round, 9);
        let purse = round.purse(1);
        let log = table.report(&mut round, Report::WrongCount(Seat::new(1)));
        assert!(matches!(log[0].0, Event::Settled { verdict: Verdict::Returned, .. }));
        assert_eq!(log[0].1, clause);
        assert_eq!(round.purse(1), purse + Money::dollars(20));
        choose(&mut round, Party(1), Choice::HouseWay);
        assert_eq!(table.report(&mut round, Report::WrongCount(Seat::new(2)))[0].1, foul);
        assert!(is_misdeal(&table.report(&mut round, Report::WrongCount(Seat::new(4))), clause));
        deal(&mut round, 5);
        to_dice(&mut round, 9);
        assert!(round.report(Report::WrongCount(Seat::new(1)), &mut ()).is_err(), "its wagers are settled");
    }
}

#[test]
fn identical_cards_void_what_the_book_says() {
    let money = |round: &DoubleHand| (1..4).map(|purse| round.purse(purse)).collect::<Vec<_>>();
    let mut differs = 0;
    for house in ["mortimers", "marina"] {
        let table = table(house, "1");
        for seed in 0..20 {
            let mut round = table.open(&three_players());
            let opened = money(&round);
            deal(&mut round, seed);
            to_dice(&mut round, 9);
            for who in 0..3 {
                choose(&mut round, Party(who), Choice::HouseWay);
            }
            choose(&mut round, Party::BANK, Choice::HouseWay);
            choose(&mut round, Party::BANK, Choice::Confirm);
            choose(&mut round, DEALER, Choice::Open);
            let settled = money(&round);
            let total = round.total_money();
            table.report(&mut round, Report::IdenticalCards);
            assert_eq!(round.waits(), Waits::Over);
            assert_eq!(round.total_money(), total);
            let wagers = [20, 30, 50].map(Money::dollars);
            let back = |place: usize| opened[place] + wagers[place];
            // Dice 9 from the bank at seat 4 put the button at seat 5: seat 6, the third purse, is first.
            assert_eq!((round.purse(1), round.purse(2)), (back(0), back(1)));
            let third = if house == "mortimers" { settled[2] } else { back(2) };
            assert_eq!(round.purse(3), third);
            differs += usize::from(house == "marina" && settled[2] != back(2));
        }
    }
    assert!(differs > 5);
}

#[test]
fn removed_and_short_wagers_play_for_what_the_book_says() {
    let table = table("mortimers", "1");
    let (mut lost, mut won) = (0, 0);
    for seed in 0..40 {
        let mut round = table.open(&three_players());
        deal(&mut round, seed);
        to_dice(&mut round, 9);
        let log = table.report(&mut round, Report::ShortWager { who: Party(0), amount: Money::dollars(5) });
        assert_eq!(log[0].1, "rules-4");
        for who in 0..3 {
            choose(&mut round, Party(who), Choice::HouseWay);
        }
        choose(&mut round, Party::BANK, Choice::HouseWay);
        choose(&mut round, Party::BANK, Choice::Confirm);
        if round.clone().report(Report::LosingWagerRemoved(Party(2)), &mut ()).is_ok() {
            let log = table.report(&mut round, Report::LosingWagerRemoved(Party(2)));
            assert!(matches!(log[0].0, Event::Wagered { amount, .. } if amount == Money::dollars(100)));
            assert_eq!(log[0].1, "rules-29");
            lost += 1;
        }
        if round.clone().report(Report::WinningWagerRemoved(Party(2)), &mut ()).is_ok() {
            let log = table.report(&mut round, Report::WinningWagerRemoved(Party(2)));
            assert!(matches!(log[0].0, Event::Wagered { amount, .. } if amount == Money::dollars(10)));
            assert_eq!(log[0].1, "rules-30");
            won += 1;
        }
        let total = round.total_money();
        while round.waits() != Waits::Over {
            choose(&mut round, DEALER, Choice::Open);
        }
        assert_eq!(round.total_money(), total);
    }
    assert!(lost > 3 && won > 3);
}

#[test]
fn an_active_player_learns_how_much_of_the_stake_reaches_the_hand() {
    let table = table("marina", "1");
    let purses = vec![purse("1", 500), purse("2", 500), purse("5", 500)];
    let setup = setup(200, purses, vec![bet(1, 1, 70), bet(2, 2, 50), bet(5, 3, 60)]);
    let mut round = table.open(&setup);
    deal(&mut round, 4);
    to_dice(&mut round, 5);
    assert_eq!(round.button(), Some(Seat::new(1)));
    assert_eq!(round.stake_reaching(Seat::new(5)), (Money::dollars(200), Money::dollars(80)));
}

#[test]
fn rulings_that_move_nothing_are_recorded_with_their_clause() {
    let table = table("mortimers", "1");
    let mut round = table.open(&three_players());
    deal(&mut round, 4);
    to_dice(&mut round, 9);
    let seat = Seat::new(1);
    for (report, clause) in [
        (Report::OutOfOrder(seat), "rules-13"),
        (Report::HouseWayError { seat, recovered: true }, "rules-39"),
        (Report::Misread { seat, recovered: true }, "rules-47"),
    ] {
        let before = round.clone();
        let log = table.report(&mut round, report);
        assert!(matches!(log.as_slice(), [(Event::Ruled { .. }, cited)] if cited == clause));
        assert!(round == before);
    }
}
