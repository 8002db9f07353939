//! How long people are waited for: an offer of the bank stands, a hand is its owner's also on the way out, and who
//! says nothing for two wager clocks holds nobody up.

use books::{Money, Shelf};
use games::Seat;
use games::round::{Choice, Event as RoundEvent};
use games::{double_hand, pan, poker};
use room::{By, Command, Event, Input, PersonId, Phase, Refusal, Spec, Table, Time, Told, Wager};

struct Scene {
    table: Table,
    now: Time,
}

impl Scene {
    fn of(book: &str) -> Scene {
        let shelf = Shelf::filed();
        let spec = Spec::practice(&shelf, book).unwrap();
        Scene { table: Table::open(&shelf, 1, spec).unwrap().0, now: Time(1_000_000) }
    }

    fn attempt(&mut self, by: By, command: &Command) -> Result<Vec<Told>, Refusal> {
        // With these cards nobody has a Natural in the first rounds, so that somebody is always asked.
        let mut seeds = || [7; 32];
        let wallet = Money::dollars(10_000);
        let mut input = Input { now: self.now, seeds: &mut seeds, name: "Ann", wallet, is_bot: false };
        self.table.command(by, command, &mut input)
    }

    fn give(&mut self, person: PersonId, command: &Command) -> Vec<Told> {
        self.attempt(By::Patron(person), command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"))
    }

    fn sit(&mut self, person: PersonId, seat: u8) {
        self.give(person, &Command::Sit { seat: Seat::new(seat), buy_in: Money::dollars(200) });
    }

    /// Lets the time pass for which the table waits.
    fn wait(&mut self) -> Vec<Told> {
        self.now = self.table.deadline().expect("the table waits for the clock");
        self.attempt(By::Clock, &Command::Tick).unwrap()
    }

    fn asked(&self) -> Vec<PersonId> {
        let asked = self.table.offers_by_person().into_iter().filter(|(_, offers)| !offers.is_empty());
        asked.map(|(person, _)| person).collect()
    }
}

fn wager(spot: u8) -> Command {
    let wager = Wager { base: Money::dollars(20), ..Wager::default() };
    Command::PutWager { spot: Seat::new(spot), wager }
}

const BANK: Command = Command::TakeBank { stake: Money::dollars(100) };

#[test]
fn an_offer_of_the_bank_stands_until_it_is_answered() {
    let mut scene = Scene::of("mortimers/no-bust-6");
    scene.sit(1, 3);
    scene.sit(2, 5);
    assert!(scene.table.asks(1), "seat 3 is asked first");
    scene.sit(3, 1);
    assert!(scene.table.asks(1) && !scene.table.asks(3), "a newcomer takes no offer away");
    let refusal = scene.attempt(By::Patron(3), &BANK).unwrap_err();
    assert!(refusal.clause.is_some(), "{refusal}");
    scene.give(1, &Command::PassBank);
    assert!(scene.table.asks(3), "then it goes on from seat 1");
    scene.sit(4, 2);
    scene.wait();
    assert!(scene.table.asks(4), "an offer that has run out goes on");
    scene.give(4, &BANK);
}

#[test]
fn the_offer_ends_when_whoever_is_asked_leaves() {
    let mut scene = Scene::of("mortimers/no-bust-6");
    scene.sit(1, 3);
    scene.sit(2, 5);
    scene.sit(3, 1);
    scene.give(1, &Command::Leave);
    assert!(scene.table.asks(3));
}

#[test]
fn who_leaves_in_turn_plays_the_hand_or_lets_the_clock_choose() {
    let mut scene = Scene::of("marina/holdem");
    for person in 1..=3 {
        scene.sit(person, person as u8);
    }
    if scene.table.phase() != Phase::Playing {
        scene.wait();
    }
    let [person] = scene.asked()[..] else { panic!("one is asked: {:?}", scene.asked()) };
    let told = scene.give(person, &Command::Leave);
    let is_chosen = |told: &[Told]| told.iter().any(|one| matches!(one.event, Event::TimedOut { .. }));
    assert!(!is_chosen(&told), "nothing is chosen unasked: {told:?}");
    assert_eq!(scene.asked(), [person], "the hand is still theirs");
    let ways = [poker::Choice::Check, poker::Choice::Call].map(Choice::Poker);
    let choose = |choice| Command::Choose { who: None, choice };
    assert!(ways.into_iter().any(|way| scene.attempt(By::Patron(person), &choose(way)).is_ok()));
    assert_ne!(scene.asked(), [person]);
    // Whoever says nothing is chosen for when the time is up, and from then on at once.
    let [other] = scene.asked()[..] else { panic!("one is asked") };
    scene.give(other, &Command::Leave);
    assert!(is_chosen(&scene.wait()));
    while scene.table.phase() == Phase::Playing {
        scene.wait();
    }
    assert!(scene.table.people().iter().all(|one| ![person, other].contains(&one.person)), "both have left");
}

/// Plays a round to its end, and the bank goes on to whoever is asked.
fn to_the_next_wagers(scene: &mut Scene) {
    while scene.table.phase() == Phase::Playing {
        let [person, ..] = scene.asked()[..] else { panic!("somebody is asked") };
        let offers = scene.table.offers_by_person();
        let (_, offers) = offers.iter().find(|(other, _)| *other == person).expect("offers");
        let (who, choice) = room::default_choice(offers).expect("something that ends the turn");
        scene.give(person, &Command::Choose { who: Some(who), choice });
    }
    scene.wait();
    if scene.table.asks(2) && scene.table.phase() == Phase::Offering {
        scene.give(2, &Command::PassBank);
    }
    if scene.table.phase() == Phase::Offering {
        scene.give(1, &BANK);
    }
    assert_eq!(scene.table.phase(), Phase::Wagers);
}

#[test]
fn a_backer_who_says_nothing_holds_up_two_rounds_at_most() {
    let mut scene = Scene::of("mortimers/no-bust-6");
    scene.sit(1, 1);
    scene.sit(2, 2);
    scene.give(3, &Command::StandBehind { buy_in: Money::dollars(200) });
    scene.give(1, &BANK);
    for round in 1..=2 {
        scene.give(2, &wager(2));
        scene.give(2, &Command::Ready);
        assert_eq!(scene.table.phase(), Phase::Wagers, "round {round} waits for the backer");
        scene.wait();
        assert_eq!(scene.table.phase(), Phase::Playing);
        scene.now = Time(scene.now.0 + 1);
        if round == 1 {
            to_the_next_wagers(&mut scene);
        }
    }
    // The bank may go to the other after two rounds; whoever is left wagers.
    while scene.table.phase() == Phase::Playing {
        scene.wait();
    }
    scene.wait();
    scene.give(2, &BANK);
    scene.give(1, &wager(1));
    scene.give(1, &Command::Ready);
    assert_eq!(scene.table.phase(), Phase::Playing, "nobody waits for the backer any more");
    while scene.table.phase() == Phase::Playing {
        scene.wait();
    }
    scene.wait();
    if scene.table.phase() == Phase::Offering {
        scene.give(2, &BANK);
    }
    // A word brings the backer back.
    scene.give(3, &wager(1));
    scene.give(1, &wager(1));
    scene.give(1, &Command::Ready);
    assert_eq!(scene.table.phase(), Phase::Wagers, "who has spoken is waited for");
    scene.give(3, &Command::Ready);
    assert_eq!(scene.table.phase(), Phase::Playing);
}

#[test]
fn setting_a_hand_anew_gives_no_more_time() {
    let mut scene = Scene::of("marina/double-hand");
    scene.sit(1, 1);
    scene.sit(2, 2);
    scene.give(1, &BANK);
    scene.give(2, &wager(2));
    scene.give(2, &Command::Ready);
    let confirm = Choice::DoubleHand(double_hand::Choice::Confirm);
    for _ in 0..40 {
        let offers = scene.table.offers_by_person();
        if offers.iter().any(|(_, offers)| offers.iter().any(|offer| offer.choice == confirm)) {
            break;
        }
        let next = offers.iter().find_map(|(person, offers)| Some((*person, room::default_choice(offers)?)));
        let (person, (who, choice)) = next.expect("somebody is asked");
        scene.give(person, &Command::Choose { who: Some(who), choice });
    }
    let until = scene.table.deadline().expect("the banker is waited for");
    let again = Choice::DoubleHand(double_hand::Choice::HouseWay);
    for _ in 0..3 {
        scene.now = scene.now.after_ms(5_000);
        scene.give(1, &Command::Choose { who: None, choice: again });
        assert_eq!(scene.table.deadline(), Some(until), "the hand is the same, and so is the time");
    }
    scene.wait();
    assert_ne!(scene.table.phase(), Phase::Playing, "the clock confirms the hand");
}

#[test]
fn a_silent_turn_of_pan_ends_at_once_and_counts_once() {
    let mut scene = Scene::of("players-club/pan");
    scene.sit(1, 1);
    scene.sit(2, 2);
    for _ in 0..2 {
        let [person] = scene.asked()[..] else { panic!("one declares: {:?}", scene.asked()) };
        scene.give(person, &Command::Choose { who: None, choice: Choice::Pan(pan::Choice::In) });
    }
    let sat_out = |told: &[Told]| told.iter().any(|one| matches!(one.event, Event::SatOut { .. }));
    let discards = |told: &[Told]| {
        let is_discard = |one: &&Told| {
            matches!(
                &one.event,
                Event::Round { of: RoundEvent::Pan(pan::Event::Discarded { drawn: true, .. }) }
            )
        };
        told.iter().filter(is_discard).count()
    };
    let [first] = scene.asked()[..] else { panic!("one has the turn") };
    let begun = scene.now;
    let told = scene.wait();
    assert_eq!(scene.now, begun.after_ms(30_000), "the book gives 30 seconds");
    assert_eq!(discards(&told), 1, "the card is drawn and discarded in one go: {told:?}");
    assert!(!sat_out(&told), "one turn is one silence: {told:?}");
    assert_ne!(scene.asked(), [first], "the turn has passed");
    // The other player's silence counts for that player; the first one's second silent turn is the last that is waited for.
    assert!(!sat_out(&scene.wait()));
    assert_eq!(scene.asked(), [first]);
    assert!(sat_out(&scene.wait()));
}
