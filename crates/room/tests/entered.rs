//! Rounds at tables where a human dealer enters the cards of a real deck.

use books::{Money, Shelf};
use cards::{Card, parse_cards};
use games::round::{Choice, RoundStage, Slot};
use games::{Seat, blackjack, double_hand, poker, three_card};
use room::{By, Command, Dealer, Event, Input, May, Phase, Spec, Table, Time, Told, Wager, Watcher};

const DEALER: By = By::Dealer(91);

struct Felt {
    table: Table,
    now: Time,
    told: Vec<Told>,
}

impl Felt {
    fn new(book: &str) -> Felt {
        let shelf = Shelf::filed();
        let mut spec = Spec::practice(&shelf, book).unwrap();
        spec.dealer = Dealer::Entered;
        spec.pace.between_ms = 0;
        spec.pace.reading_ms = 0;
        let (table, told) = Table::open(&shelf, 1, spec).unwrap();
        Felt { table, now: Time(0), told }
    }

    fn tell(&mut self, by: By, command: &Command) {
        let told = self.attempt(by, command);
        self.told.extend(told.unwrap_or_else(|what| panic!("{command:?}: {what}")));
    }

    fn attempt(&mut self, by: By, command: &Command) -> Result<Vec<Told>, String> {
        let mut seeds = || panic!("nothing is shuffled where cards are entered");
        let wallet = Money::dollars(10_000);
        let mut input = Input { now: self.now, seeds: &mut seeds, name: "somebody", wallet, is_bot: false };
        self.table.command(by, command, &mut input).map_err(|refusal| refusal.what)
    }

    fn sit(&mut self, people: &[(u32, u8)]) {
        for (person, seat) in people {
            let (seat, buy_in) = (Seat::new(*seat), Money::dollars(2_000));
            self.tell(By::Patron(*person), &Command::Sit { seat, buy_in });
        }
    }

    fn bank_and_wager(&mut self, banker: u32, others: &[(u32, u8)], base: Money) {
        let stake = Money::dollars(500);
        self.tell(DEALER, &Command::For { person: banker, command: Box::new(Command::TakeBank { stake }) });
        for (person, seat) in others {
            let wager = Wager { base, ..Wager::default() };
            let put = Command::PutWager { spot: Seat::new(*seat), wager };
            self.tell(DEALER, &Command::For { person: *person, command: Box::new(put) });
        }
        self.tell(DEALER, &Command::Start);
    }

    fn cards(&mut self, text: &str) {
        for card in parse_cards(text).unwrap() {
            self.tell(DEALER, &Command::Card { card: Some(card) });
        }
    }

    fn choose(&mut self, person: u32, choice: Choice) {
        self.tell(DEALER, &Command::For { person, command: Box::new(Command::Choose { who: None, choice }) });
    }

    fn net(&self, person: u32) -> Money {
        let nets = self.told.iter().rev().find_map(|told| match &told.event {
            Event::RoundEnded { nets, .. } => Some(nets.clone()),
            _ => None,
        });
        nets.expect("the round is over").iter().find(|net| net.person == person).unwrap().net
    }
}

fn set(text: &str) -> cards::CardSet {
    parse_cards(text).unwrap().into_iter().collect()
}

#[test]
fn a_blackjack_round_is_settled_from_entered_cards() {
    let mut felt = Felt::new("mortimers/no-bust-6");
    felt.sit(&[(11, 1), (12, 3)]);
    felt.bank_and_wager(11, &[(12, 3)], Money::dollars(20));
    let view = felt.table.view(Watcher::Rail);
    assert!(view.next_step.starts_with("Deal a card"), "{}", view.next_step);
    while felt.table.view(Watcher::Rail).round.is_some_and(|round| round.next_card.is_some()) {
        let slot = felt.table.view(Watcher::Rail).round.unwrap().next_card.unwrap();
        let card = if slot == Slot::Bank { "9c" } else { "Ts" };
        felt.cards(card);
        if felt.table.phase() != Phase::Playing {
            break;
        }
    }
    if felt.table.phase() == Phase::Playing {
        felt.choose(12, Choice::Blackjack(blackjack::Choice::Stand));
        for card in ["8d", "2c", "3c", "4c"] {
            if felt.table.phase() == Phase::Playing {
                felt.cards(card);
            }
        }
    }
    assert_ne!(felt.net(12), Money::ZERO);
    assert!(felt.attempt(DEALER, &Command::Card { card: Some(Card::JOKER) }).is_err());
}

#[test]
fn a_double_hand_round_lies_unseen_and_is_entered_when_it_is_opened() {
    let mut felt = Felt::new("mortimers/double-hand");
    felt.sit(&[(11, 1), (12, 3)]);
    felt.bank_and_wager(11, &[(12, 3)], Money::dollars(20));
    felt.tell(DEALER, &Command::DealUnseen);
    let dealer = |choice| Command::Choose { who: None, choice: Choice::DoubleHand(choice) };
    felt.tell(DEALER, &dealer(double_hand::Choice::NoMoreBets));
    felt.choose(11, Choice::DoubleHand(double_hand::Choice::Pile(1)));
    felt.tell(DEALER, &dealer(double_hand::Choice::Dice(7)));
    felt.choose(12, Choice::DoubleHand(double_hand::Choice::SetUnseen));
    felt.tell(DEALER, &dealer(double_hand::Choice::Turn(set("2c 3d 5h 7s 8c 9d Jh"))));
    felt.choose(11, Choice::DoubleHand(double_hand::Choice::HouseWay));
    felt.choose(11, Choice::DoubleHand(double_hand::Choice::Confirm));
    let show = double_hand::Choice::Show { front: set("Ks Qs"), back: set("As Ad Ac 4h 6c") };
    felt.tell(DEALER, &dealer(show));
    if felt.table.phase() == Phase::Playing {
        felt.tell(DEALER, &dealer(double_hand::Choice::Open));
    }
    assert!(felt.net(12).is_positive(), "three aces and king-queen win both hands: {}", felt.net(12));
}

#[test]
fn a_three_card_round_lies_unseen_and_is_entered_when_it_is_turned_up() {
    let mut felt = Felt::new("pinnacle/three-card-6-card-bonus");
    felt.sit(&[(11, 1), (12, 3)]);
    felt.bank_and_wager(11, &[(12, 3)], Money::dollars(20));
    felt.tell(DEALER, &Command::DealUnseen);
    felt.cards("4c");
    felt.choose(12, Choice::ThreeCard(three_card::Choice::Play));
    felt.cards("Kd 9h");
    felt.cards("As Ad 5c");
    assert!(felt.net(12).is_positive(), "a pair of aces beats king high: {}", felt.net(12));
}

#[test]
fn a_poker_hand_is_turned_up_at_the_showdown() {
    let mut felt = Felt::new("mortimers/holdem");
    felt.sit(&[(11, 1), (12, 3)]);
    felt.tell(DEALER, &Command::Start);
    felt.tell(DEALER, &Command::DealUnseen);
    for board in ["", "2c 7d 9h", "3s", "4h"] {
        if !board.is_empty() {
            felt.tell(DEALER, &Command::Card { card: None });
            felt.cards(board);
        }
        loop {
            let view = felt.table.view(Watcher::Rail).round.unwrap();
            if view.next_card.is_some() || view.stage == RoundStage::Showdown {
                break;
            }
            let person = felt.table.view(Watcher::Rail).round_people[usize::from(view.awaits[0])].person;
            let own = felt.table.view(Watcher::Person(person)).round.unwrap();
            let check = own.offers.iter().any(|offer| offer.choice == Choice::Poker(poker::Choice::Check));
            let choice = if check { poker::Choice::Check } else { poker::Choice::Call };
            felt.choose(person, Choice::Poker(choice));
        }
    }
    let refused =
        felt.attempt(DEALER, &Command::TurnUp { seat: Seat::new(3), cards: parse_cards("2c Kd").unwrap() });
    assert!(refused.is_err(), "the two of clubs lies on the board");
    felt.tell(DEALER, &Command::TurnUp { seat: Seat::new(3), cards: parse_cards("As Ad").unwrap() });
    felt.tell(DEALER, &Command::TurnUp { seat: Seat::new(1), cards: parse_cards("Ks Kd").unwrap() });
    while felt.table.phase() == Phase::Playing {
        let view = felt.table.view(Watcher::Rail);
        let purse = view.round.unwrap().awaits[0];
        let person = view.round_people[usize::from(purse)].person;
        felt.choose(person, Choice::Poker(poker::Choice::Show));
    }
    // The fee may take more of so small a pot than it won.
    assert!(felt.net(12) > felt.net(11), "aces beat kings");
}

#[test]
fn a_card_is_announced_only_where_one_is_taken() {
    let mut felt = Felt::new("marina/double-hand");
    felt.sit(&[(11, 1), (12, 3)]);
    felt.bank_and_wager(11, &[(12, 3)], Money::dollars(20));
    felt.tell(DEALER, &Command::DealUnseen);
    let dealer = |choice| Command::Choose { who: None, choice: Choice::DoubleHand(choice) };
    felt.tell(DEALER, &dealer(double_hand::Choice::NoMoreBets));
    felt.choose(11, Choice::DoubleHand(double_hand::Choice::Pile(1)));
    felt.tell(DEALER, &dealer(double_hand::Choice::Dice(7)));
    felt.choose(12, Choice::DoubleHand(double_hand::Choice::SetUnseen));
    let round = felt.table.view(Watcher::Rail).round.unwrap();
    let card = Command::Card { card: Some("As".parse().unwrap()) };
    assert!(felt.attempt(DEALER, &card).is_err(), "the bank's seven cards are entered at once");
    assert_eq!((round.next_card, round.next_face), (None, None));
}

#[test]
fn at_lowball_the_last_hand_is_turned_up_and_a_thrown_one_may_be_seen() {
    let mut felt = Felt::new("marina/lowball");
    felt.sit(&[(11, 1), (12, 3), (13, 5)]);
    felt.tell(DEALER, &Command::Start);
    felt.tell(DEALER, &Command::DealUnseen);
    let asked = |felt: &Felt| {
        let view = felt.table.view(Watcher::Rail);
        view.round_people[usize::from(view.round.unwrap().awaits[0])].person
    };
    while felt.table.view(Watcher::Rail).round.unwrap().stage != RoundStage::Showdown {
        if felt.table.view(Watcher::Rail).round.unwrap().next_card.is_some() {
            felt.tell(DEALER, &Command::Card { card: None });
            continue;
        }
        let person = asked(&felt);
        let own = felt.table.view(Watcher::Person(person)).round.unwrap();
        let ways = [
            |choice: &poker::Choice| matches!(choice, poker::Choice::Check),
            |choice: &poker::Choice| matches!(choice, poker::Choice::Call),
            |choice: &poker::Choice| matches!(choice, poker::Choice::Draw(_)),
            |choice: &poker::Choice| matches!(choice, poker::Choice::Bet(_)),
        ];
        let offered = |way: &fn(&poker::Choice) -> bool| {
            own.offers.iter().map(|offer| offer.choice).find(|choice| match choice {
                Choice::Poker(choice) => way(choice),
                _ => false,
            })
        };
        let choice = ways.iter().find_map(|way| offered(&(*way as fn(&poker::Choice) -> bool)));
        felt.choose(person, choice.expect("a way to stay in"));
    }
    let (first, muck) = (asked(&felt), Choice::Poker(poker::Choice::Muck));
    felt.choose(first, muck);
    let second = asked(&felt);
    felt.choose(second, muck);
    assert_eq!(felt.table.phase(), Phase::Playing, "the last hand is not yet shown");
    let last = [11, 12, 13].into_iter().find(|person| ![first, second].contains(person)).unwrap();
    let thrown = Command::Choose { who: None, choice: muck };
    assert!(felt.attempt(By::Patron(last), &thrown).is_err(), "nor may it be thrown in");
    let seat = |person: u32| Seat::new((person - 11) as u8 * 2 + 1);
    let view = felt.table.view(Watcher::Person(second));
    assert!(view.may.iter().any(|may| may.what == May::AskToSee));
    felt.tell(By::Patron(last), &Command::AskToSee { seat: seat(first) });
    let seen = felt.told.last().map(|told| told.event.clone());
    let Some(Event::AskedToSee { person, seat: whose, .. }) = seen else { panic!("{seen:?}") };
    assert_eq!((person, whose), (last, seat(first)));
    let kept = felt.attempt(By::Patron(first), &Command::AskToSee { seat: seat(last) });
    assert!(kept.is_err(), "that hand is still to be shown");
    assert!(felt.attempt(By::Patron(99), &Command::AskToSee { seat: seat(first) }).is_err());
    let cards = parse_cards("8h 5c 4d 3s Ah").unwrap();
    felt.tell(DEALER, &Command::TurnUp { seat: seat(last), cards });
    felt.choose(last, Choice::Poker(poker::Choice::Show));
    assert_ne!(felt.table.phase(), Phase::Playing);
}
