//! A human dealer who is led: the draw for the button, every payment of a round, and mistakes before it.

mod undone;

use books::{Money, Shelf};
use cards::{Card, parse_cards};
use games::round::{Choice, Report};
use games::{Party, Seat, double_hand};
use room::{
    By, Command, Dealer, Event, Input, May, Phase, Spec, StepKind, Table, TableView, Time, Told, Wager,
    Watcher,
};

const DEALER: By = By::Dealer(91);
const FLOOR: By = By::Floor(90);

struct Felt {
    table: Table,
    told: Vec<Told>,
}

impl Felt {
    /// Ann, Bea and Cal sit at seats 4, 1 and 3, in this order of coming.
    fn open(book: &str) -> Felt {
        Felt::of(Spec::practice(&Shelf::filed(), book).unwrap())
    }

    fn of(spec: Spec) -> Felt {
        let spec = Spec { dealer: Dealer::Entered, by_hand: true, ..spec };
        let (table, told) = Table::open(&Shelf::filed(), 1, spec).unwrap();
        let mut felt = Felt { table, told };
        for (person, seat) in [(11, 4), (12, 1), (13, 3)] {
            let (seat, buy_in) = (Seat::new(seat), Money::dollars(2_000));
            felt.tell(By::Patron(person), Command::Sit { seat, buy_in });
        }
        felt
    }

    fn attempt(&mut self, by: By, command: &Command) -> Result<(), &'static str> {
        let mut seeds = || panic!("nothing is shuffled where cards are entered");
        let name = match by {
            By::Patron(11) => "Ann",
            By::Patron(12) => "Bea",
            By::Patron(13) => "Cal",
            _ => "Dee",
        };
        let wallet = Money::dollars(10_000);
        let mut input = Input { now: Time(0), seeds: &mut seeds, name, wallet, is_bot: false };
        let told = self.table.command(by, command, &mut input).map_err(|refusal| refusal.code)?;
        self.told.extend(told);
        Ok(())
    }

    #[allow(clippy::needless_pass_by_value, reason = "commands are written where they are given")]
    fn tell(&mut self, by: By, command: Command) {
        self.attempt(by, &command).unwrap_or_else(|code| panic!("{command:?}: {code}"));
    }

    /// The same table, to try something on.
    fn apart(&self) -> Felt {
        Felt { table: self.table.clone(), told: Vec::new() }
    }

    fn say(&mut self, person: u32, command: Command) {
        self.tell(DEALER, Command::For { person, command: Box::new(command) });
    }

    fn view(&self) -> TableView {
        self.table.view(Watcher::Rail)
    }

    fn drawn(text: &str) -> Command {
        Command::DrawButton { cards: parse_cards(text).unwrap() }
    }

    fn put(&mut self, person: u32, spot: u8, wager: Wager) {
        self.say(person, Command::PutWager { spot: Seat::new(spot), wager });
    }
}

fn base(dollars: i64) -> Wager {
    Wager { base: Money::dollars(dollars), ..Wager::default() }
}

#[test]
fn the_first_button_is_where_the_highest_card_was_drawn() {
    let mut felt = Felt::open("marina/holdem");
    let step = felt.view().dealers_step;
    assert_eq!((step.kind, step.cards), (StepKind::Draw, 3));
    assert_eq!(
        felt.view().next_step,
        "Draw for the button: enter the cards of seat 1 (Bea), seat 3 (Cal), seat 4 (Ann), in this order."
    );
    assert_eq!(felt.attempt(DEALER, &Command::Start), Err("button-draw"), "nobody has drawn");
    for wrong in ["As Kd", "As Kd Kd", "As Kd 2c 3c"] {
        assert_eq!(felt.attempt(DEALER, &Felt::drawn(wrong)), Err("button-draw"), "{wrong}");
    }
    assert_eq!(felt.attempt(FLOOR, &Felt::drawn("2c Kd Ks")), Err("not-for-the-floor"));
    // Mistyped, and entered again: of two kings the spade is higher by Marina's rule.
    felt.tell(DEALER, Felt::drawn("As Kd 2c"));
    felt.tell(DEALER, Felt::drawn("2c Kd Ks"));
    assert_eq!(felt.view().dealers_step.kind, StepKind::Start);
    felt.tell(DEALER, Command::Start);
    assert_eq!(felt.view().round.unwrap().button, Some(Seat::new(4)));
    let placed = felt.told.iter().find_map(|one| match &one.event {
        Event::ButtonPlaced { seat, drawn, clause } => Some((*seat, drawn.len(), clause.is_some())),
        _ => None,
    });
    assert_eq!(placed, Some((Seat::new(4), 3, true)), "the cards stand in the log, with the clause");
    assert_eq!(felt.attempt(DEALER, &Felt::drawn("2c Kd Ks")), Err("button-stands"));
    // That it began too early leaves the draw as it was.
    felt.tell(DEALER, Command::TakeBack);
    felt.tell(DEALER, Command::Start);
    assert_eq!(felt.view().round.unwrap().button, Some(Seat::new(4)));
}

#[test]
fn somebody_who_comes_before_the_first_hand_draws_as_well() {
    let mut felt = Felt::open("marina/holdem");
    felt.tell(DEALER, Felt::drawn("As Kd 2c"));
    let sit = Command::Sit { seat: Seat::new(2), buy_in: Money::dollars(2_000) };
    felt.tell(By::Patron(14), sit);
    assert_eq!(felt.view().dealers_step.cards, 4, "the draw is made anew");
    assert_eq!(felt.attempt(DEALER, &Command::Start), Err("button-draw"));
}

/// Plays a round of Three Card Poker with these cards until something is reached: of the bank the one that is shown first,
/// then its others, then those of the hands in their order. What is due in between is paid if so wished.
fn three_card(stake: i64, deck: &str, pays: bool, is_reached: impl Fn(&TableView) -> bool) -> Felt {
    let mut felt = Felt::open("pinnacle/three-card-6-card-bonus");
    let banker = felt.view().bank_asked.unwrap();
    felt.say(banker, Command::TakeBank { stake: Money::dollars(stake) });
    for (person, spot) in [(11, 4), (12, 1), (13, 3)].into_iter().filter(|one| one.0 != banker) {
        let wager = Wager { pair_plus: Money::dollars(5), ..base(20) };
        felt.put(person, spot, wager);
    }
    felt.tell(DEALER, Command::Start);
    let mut deck = parse_cards(deck).unwrap().into_iter();
    while !is_reached(&felt.view()) {
        let step = felt.view().dealers_step;
        match step.kind {
            StepKind::Deal if felt.view().round.unwrap().next_face == Some(games::bank::Face::Down) => {
                felt.tell(DEALER, Command::DealUnseen);
            }
            StepKind::Deal | StepKind::Turn => {
                let card: Option<Card> = deck.next();
                felt.tell(DEALER, Command::Card { card });
            }
            StepKind::Wait => {
                let (person, _) =
                    felt.table.offers_by_person().into_iter().find(|(_, offers)| !offers.is_empty()).unwrap();
                let choice = Choice::ThreeCard(games::three_card::Choice::Play);
                felt.say(person, Command::Choose { who: None, choice });
            }
            StepKind::Pay if pays => felt.tell(DEALER, Command::CloseRound),
            kind => panic!("{kind:?}: {}", felt.view().next_step),
        }
    }
    felt
}

/// The bank qualifies and beats seat 3; seat 4 has a straight.
const QUALIFIES: &str = "Ah Kd Qs 2c 3c 5d 7h 8h 9d";

fn is_to_pay(view: &TableView) -> bool {
    view.dealers_step.kind == StepKind::Pay
}

#[test]
fn every_payment_of_hands_that_are_turned_up_one_by_one_is_walked_through() {
    for stake in [500, 30] {
        let mut felt = three_card(stake, QUALIFIES, true, |view| view.is_settling);
        let list = felt.view().settlement;
        let words: Vec<&str> = list.iter().map(|line| line.words.as_str()).collect();
        for (seat, name) in [(3, "Cal"), (4, "Ann")] {
            for part in ["ante", "play", "Pair Plus"] {
                let is_told =
                    |line: &&str| line.starts_with(&format!("Seat {seat} ({name})")) && line.contains(part);
                assert_eq!(words.iter().copied().filter(is_told).count(), 1, "{part} of {name}: {words:?}");
            }
        }
        let paid = list.iter().take_while(|line| line.is_paid).count();
        assert!(list[..paid].iter().all(|line| line.words.starts_with("Seat 3")), "{list:?}");
        assert!(paid == 3 && list[paid..].iter().all(|line| !line.is_paid), "{list:?}");
        // What lies before the bank is told with each, down to what the bank takes back.
        let last = list.last().unwrap();
        assert_eq!(last.stake_left, Some(Money::ZERO), "{words:?}");
        assert!(last.words.starts_with("The bank takes back") || stake == 30, "{words:?}");
        assert!(list.iter().all(|line| line.stake_left.is_some_and(|left| left >= Money::ZERO)), "{list:?}");
        for _ in paid..list.len() {
            assert!(felt.view().is_settling);
            felt.tell(DEALER, Command::Pay);
        }
        assert!(!felt.view().is_settling, "the last payment closes the round");
    }
}

#[test]
fn a_hand_is_paid_before_the_next_one_is_turned_up() {
    let mut felt = three_card(500, QUALIFIES, false, is_to_pay);
    let view = felt.view();
    assert!(!view.is_settling && view.phase == Phase::Playing);
    let due: Vec<(&str, bool)> =
        view.settlement.iter().map(|one| (one.words.as_str(), one.is_paid)).collect();
    assert!(due.len() == 3 && due.iter().all(|one| one.0.starts_with("Seat 3 (Cal)") && !one.1), "{due:?}");
    assert_eq!(view.next_step, format!("Pay: {} (3 left)", due[0].0));
    let card = parse_cards("7h").unwrap().first().copied();
    assert_eq!(felt.attempt(DEALER, &Command::Card { card }), Err("pay-first"));
    // The stake as it is told is what lies before the bank once these are paid, and no more is told.
    assert_eq!(
        view.settlement[2].stake_left,
        Some(Money::dollars(545)),
        "ante, play and Pair Plus are the bank's"
    );
    // Until the first payment the dealer takes the card back, and turns it up again.
    felt.tell(DEALER, Command::TakeBack);
    assert_eq!(felt.view().dealers_step.kind, StepKind::Turn);
    assert!(felt.view().settlement.is_empty());
    let again = parse_cards("5d").unwrap().first().copied();
    felt.tell(DEALER, Command::Card { card: again });
    felt.tell(DEALER, Command::Pay);
    assert_eq!(felt.attempt(DEALER, &Command::TakeBack), Err("paid-already"));
    assert!(!felt.view().may_take_back && felt.view().floor_may_take_back);
    felt.tell(FLOOR, Command::TakeBack);
    assert!(felt.view().settlement.iter().all(|one| !one.is_paid), "the payment alone is taken back");
    for _ in 0..3 {
        felt.tell(DEALER, Command::Pay);
    }
    assert_eq!(felt.attempt(DEALER, &Command::Pay), Err("nothing-to-pay"), "no hand is turned up");
    assert_eq!(felt.view().next_step, "Turn up the next card of seat 4 (Ann) and enter it.");
    // A card of the next hand rests on no payment, so that the dealer takes it back; what was paid stays paid.
    felt.tell(DEALER, Command::Card { card });
    felt.tell(DEALER, Command::TakeBack);
    assert_eq!(felt.attempt(DEALER, &Command::TakeBack), Err("paid-already"));
    for card in parse_cards("7h 8h 9d").unwrap() {
        felt.tell(DEALER, Command::Card { card: Some(card) });
    }
    let paid: Vec<bool> = felt.view().settlement.iter().map(|one| one.is_paid).collect();
    assert_eq!(paid, [true, true, true, false, false, false, false]);
    felt.tell(DEALER, Command::CloseRound);
    assert!(
        !felt.view().is_settling && felt.view().nets.iter().map(|one| one.net).sum::<Money>() <= Money::ZERO
    );
}

#[test]
fn play_wagers_go_back_at_once_where_the_bank_does_not_qualify() {
    let felt = three_card(500, "2s Jc 9d", false, is_to_pay);
    let words: Vec<String> = felt.view().settlement.into_iter().map(|one| one.words).collect();
    let parts: Vec<bool> = ["Seat 3 (Cal)", "Seat 4 (Ann)", "Seat 3 (Cal)"]
        .iter()
        .zip(["play", "play", "ante"])
        .zip(&words)
        .map(|((seat, part), words)| words.starts_with(seat) && words.contains(part))
        .collect();
    assert_eq!((words.len(), parts), (3, vec![true; 3]), "{words:?}");
}

#[test]
fn what_was_given_up_is_set_aside_before_the_bank_is_turned_up() {
    let turns = |view: &TableView| view.dealers_step.kind == StepKind::Turn;
    let felt = three_card(500, QUALIFIES, false, turns);
    assert_eq!(felt.view().next_step, "Turn up the bank's next down card and enter it.", "nobody gave up");
    let waits = |view: &TableView| view.dealers_step.kind == StepKind::Wait;
    let mut felt = three_card(500, QUALIFIES, false, waits);
    for (person, choice) in [(13, games::three_card::Choice::Fold), (11, games::three_card::Choice::Play)] {
        felt.say(person, Command::Choose { who: None, choice: Choice::ThreeCard(choice) });
    }
    assert_eq!(
        felt.view().next_step,
        "Set what seat 3 (Cal) gave up aside, and lay the cards into the discard rack. Turn up the bank's next down card and enter it."
    );
    for card in parse_cards("Kd Qs").unwrap() {
        felt.tell(DEALER, Command::Card { card: Some(card) });
    }
    // What seat 3 gave up comes first from the button, and is paid before seat 4 is turned up.
    assert_eq!(felt.view().dealers_step.kind, StepKind::Pay);
    felt.tell(DEALER, Command::CloseRound);
    assert_eq!(
        felt.view().next_step,
        "The bank qualifies: stack each play wager on its ante. Turn up the next card of seat 4 (Ann) and enter it."
    );
}

/// The dice are offered to the dealer alone, and what is offered is taken.
fn check_dice(felt: &Felt) {
    let is_dice = |choice: &Choice| matches!(choice, Choice::DoubleHand(double_hand::Choice::Dice(_)));
    for watcher in [11, 12, 13].map(Watcher::Person).into_iter().chain([Watcher::Rail, Watcher::Staff]) {
        let view = felt.table.view(watcher);
        let round = view.round.unwrap();
        let dice: Vec<_> = round.offers.iter().filter(|offer| is_dice(&offer.choice)).collect();
        assert!(dice.len() == 16 && dice.iter().all(|offer| offer.who == Party::DEALER), "{dice:?}");
        assert!(round.awaits_dealer && !round.awaits.contains(&0), "{:?}", round.awaits);
        for offer in dice {
            let command = Command::Choose { who: Some(offer.who), choice: offer.choice };
            let mut apart = felt.apart();
            assert_eq!(apart.attempt(DEALER, &command), Ok(()), "{offer:?}");
        }
        for one in view.asked {
            for offer in one.offers {
                let choose = Command::Choose { who: Some(offer.who), choice: offer.choice };
                let command = Command::For { person: one.person, command: Box::new(choose) };
                assert_eq!(felt.apart().attempt(DEALER, &command), Ok(()), "{offer:?}");
            }
        }
    }
    assert!(!felt.table.asks(12), "the banker has nothing to say");
    let to_people = felt.table.offers_by_person().into_iter().flat_map(|(_, offers)| offers);
    assert_eq!(to_people.filter(|offer| is_dice(&offer.choice)).count(), 0);
}

/// A round of Mortimer's double hands that lie unseen, up to the first that is turned up: the bank is seat 1's, and the dice
/// begin with seat 3.
fn double_hands() -> Felt {
    double_hands_at("mortimers/double-hand")
}

fn double_hands_at(book: &str) -> Felt {
    let mut felt = Felt::open(book);
    felt.say(12, Command::TakeBank { stake: Money::dollars(500) });
    felt.put(11, 4, base(20));
    felt.put(13, 3, base(20));
    felt.tell(DEALER, Command::Start);
    felt.tell(DEALER, Command::DealUnseen);
    felt.say(12, double(double_hand::Choice::Pile(1)));
    felt.tell(DEALER, double(double_hand::Choice::NoMoreBets));
    check_dice(&felt);
    assert_eq!(
        felt.attempt(By::Patron(12), &double(double_hand::Choice::Dice(3))),
        Err("dealer-reads-dice"),
        "nobody at the table says what the dice show"
    );
    felt.tell(DEALER, double(double_hand::Choice::Dice(3)));
    for person in [11, 13] {
        felt.say(person, double(double_hand::Choice::SetUnseen));
    }
    felt.tell(DEALER, double(double_hand::Choice::Turn(cards("2c 3d 5h 7s 8c 9d Jh"))));
    felt.say(12, double(double_hand::Choice::HouseWay));
    felt.say(12, double(double_hand::Choice::Confirm));
    felt
}

fn double(choice: double_hand::Choice) -> Command {
    Command::Choose { who: None, choice: Choice::DoubleHand(choice) }
}

fn cards(text: &str) -> cards::CardSet {
    parse_cards(text).unwrap().into_iter().collect()
}

#[test]
fn a_double_hand_is_paid_before_the_next_one_is_opened() {
    let mut felt = double_hands();
    let hands = [("Cal", 3, "Ks Qs", "As Ad Ac 4h 6c"), ("Ann", 4, "2s 3s", "4s 5c 7c 8d Td")];
    for (place, (name, seat, front, back)) in hands.into_iter().enumerate() {
        let step = format!("Turn up the hand of seat {seat} ({name}) and enter it as it was set.");
        assert_eq!(felt.view().next_step, step);
        let show = double(double_hand::Choice::Show { front: cards(front), back: cards(back) });
        felt.tell(DEALER, show);
        let compare = format!("Compare the hand of seat {seat} ({name}) with the bank's.");
        assert_eq!(felt.view().next_step, compare, "no other hand is opened now");
        felt.tell(DEALER, double(double_hand::Choice::Open));
        let view = felt.view();
        assert!(is_to_pay(&view), "{}", view.next_step);
        let due: Vec<&str> =
            view.settlement.iter().filter(|one| !one.is_paid).map(|one| one.words.as_str()).collect();
        assert!(due[0].starts_with(&format!("Seat {seat} ({name})")), "{due:?}");
        if place == 0 {
            assert!(!view.is_settling && due.len() == 1, "{due:?}");
            for choice in
                [double_hand::Choice::Open, double_hand::Choice::Turn(cards("2s 3s 4s 5c 7c 8d Td"))]
            {
                assert_eq!(felt.attempt(DEALER, &double(choice)), Err("pay-first"));
            }
            // Until it is paid the dealer takes it back, and then the floor.
            felt.tell(DEALER, Command::TakeBack);
            assert_eq!(felt.view().next_step, compare);
            felt.tell(DEALER, double(double_hand::Choice::Open));
            felt.tell(DEALER, Command::Pay);
            assert_eq!(felt.attempt(DEALER, &Command::TakeBack), Err("paid-already"));
        }
    }
    assert!(felt.view().is_settling);
    let paid: Vec<bool> = felt.view().settlement.iter().map(|one| one.is_paid).collect();
    assert_eq!(paid[..2], [true, false], "{:?}", felt.view().settlement);
    felt.tell(DEALER, Command::CloseRound);
    assert_eq!(felt.view().nets.len(), 3);
}

#[test]
fn a_stake_and_a_wager_that_were_mistyped_are_taken_back() {
    let mut felt = Felt::open("mortimers/no-bust-6");
    let banker = felt.view().bank_asked.unwrap();
    assert_eq!(banker, 12);
    felt.say(banker, Command::TakeBank { stake: Money::dollars(5) });
    assert!(felt.view().may_take_back);
    felt.tell(DEALER, Command::TakeBack);
    assert_eq!((felt.view().bank, felt.view().bank_asked), (None, Some(12)));
    felt.say(banker, Command::TakeBank { stake: Money::dollars(500) });
    felt.put(13, 3, base(20));
    felt.put(11, 4, base(20));
    felt.tell(DEALER, Command::TakeBack);
    let lies: Vec<u32> = felt.view().wagers.iter().map(|put| put.person).collect();
    assert_eq!(lies, [13], "Ann has not wagered");
    // What somebody has put down with the own device is not the dealer's to take back.
    felt.tell(By::Patron(11), Command::PutWager { spot: Seat::new(4), wager: base(20) });
    assert!(!felt.view().may_take_back);
    assert_eq!(felt.attempt(DEALER, &Command::TakeBack), Err("nothing-before"));
    assert_eq!(felt.view().wagers.len(), 2);
}

#[test]
fn shares_backers_and_second_spots_are_entered_by_the_dealer() {
    let mut felt = Felt::open("mortimers/double-hand");
    let banker = felt.view().bank_asked.unwrap();
    felt.say(banker, Command::TakeBank { stake: Money::dollars(500) });
    let may = |felt: &Felt, person: u32, what: May| {
        let asked = felt.view().asked.into_iter().find(|one| one.person == person);
        asked.and_then(|one| one.may.into_iter().find(|may| may.what == what))
    };
    assert!(may(&felt, 13, May::ShareBank).is_some(), "the book lets the bank be shared");
    felt.say(13, Command::ShareBank { amount: Money::dollars(100) });
    let take = may(&felt, banker, May::TakeShare).expect("the banker says whether");
    assert_eq!(take.person, Some(13));
    felt.say(banker, Command::TakeShare { person: 13 });
    assert!(felt.view().shares[0].is_taken);
    felt.tell(DEALER, Command::TakeBack);
    assert!(!felt.view().shares[0].is_taken, "the banker had said no");
    felt.put(11, 4, Wager { joint: Some(1), ..base(20) });
    felt.tell(By::Patron(14), Command::StandBehind { buy_in: Money::dollars(300) });
    assert!(may(&felt, 14, May::PutWager).is_some(), "a backer is asked too");
    felt.put(14, 4, Wager { joint: Some(1), ..base(20) });
    let agree = may(&felt, 11, May::AgreeJoint).expect("two may bet as one");
    assert_eq!((agree.spot, agree.person), (Some(Seat::new(4)), Some(14)));
}

#[test]
fn a_void_of_a_double_hand_names_no_rule_on_identical_cards() {
    for spot in [None, Some(Seat::new(4))] {
        let mut felt = Felt::open("mortimers/double-hand");
        let banker = felt.view().bank_asked.unwrap();
        felt.say(banker, Command::TakeBank { stake: Money::dollars(500) });
        felt.put(11, 4, base(20));
        felt.put(13, 3, base(20));
        felt.tell(DEALER, Command::Start);
        let from = felt.told.len();
        felt.tell(FLOOR, Command::Report { report: Report::Void { spot, fees_returned: true } });
        let cites = felt.told[from..].iter().filter(|one| one.event.clause().is_some());
        assert_eq!(cites.count(), 0, "{spot:?}");
    }
}

#[test]
fn outside_of_the_hours_rounds_are_entered_afterwards_by_leave_of_the_floor() {
    let mut felt = Felt::of(Spec { schedule: Some("pan-2".to_owned()), ..Spec::of("players-club/pan") });
    // Three in the morning.
    felt.tell(By::Clock, Command::Zone { minutes: 180 });
    assert_eq!(felt.view().next_step, "The house deals no hand now.");
    assert!(felt.attempt(DEALER, &Command::Start).is_err());
    let late = Command::EnterLate { is_on: true };
    assert_eq!(felt.attempt(DEALER, &late), Err("floor-decides"));
    felt.tell(FLOOR, late);
    felt.tell(DEALER, Command::Start);
    let is_late = |one: &Told| matches!(one.event, Event::RoundBegan { is_late: true, .. });
    assert!(felt.told.iter().any(is_late), "it is marked");
}
