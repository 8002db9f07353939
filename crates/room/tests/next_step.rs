//! What the house dealer is told to do next on the felt: each thing is a step of its own, with its own sentence.

use books::{Money, Shelf};
use cards::parse_cards;
use games::round::{Choice, Slot};
use games::{Seat, blackjack, poker, three_card};
use room::{By, Command, Dealer, Input, Phase, Spec, StepKind, Table, TableView, Time, Wager, Watcher};

const DEALER: By = By::Dealer(91);

struct Felt {
    table: Table,
}

impl Felt {
    /// Ann banks at seat 1 where there is a bank, Bea sits at seat 3, and the round begins.
    fn begin(book: &str) -> Felt {
        let shelf = Shelf::filed();
        let mut spec = Spec::practice(&shelf, book).unwrap();
        (spec.dealer, spec.by_hand) = (Dealer::Entered, true);
        let (table, _) = Table::open(&shelf, 1, spec).unwrap();
        let mut felt = Felt { table };
        for (person, seat) in [(11, 1), (12, 3)] {
            let (seat, buy_in) = (Seat::new(seat), Money::dollars(2_000));
            felt.tell(By::Patron(person), &Command::Sit { seat, buy_in });
        }
        if felt.view().bank_offered.is_some() {
            felt.say(11, Command::TakeBank { stake: Money::dollars(500) });
            let wager = Wager { base: Money::dollars(20), ..Wager::default() };
            felt.say(12, Command::PutWager { spot: Seat::new(3), wager });
        }
        if felt.view().dealers_step.kind == StepKind::Draw {
            felt.tell(DEALER, &Command::DrawButton { cards: parse_cards("As Kd").unwrap() });
        }
        assert_eq!(felt.view().dealers_step.kind, StepKind::Start, "{book}");
        felt.tell(DEALER, &Command::Start);
        felt
    }

    fn tell(&mut self, by: By, command: &Command) {
        let mut seeds = || panic!("nothing is shuffled where cards are entered");
        let name = if matches!(by, By::Patron(11)) { "Ann" } else { "Bea" };
        let wallet = Money::dollars(10_000);
        let mut input = Input { now: Time(0), seeds: &mut seeds, name, wallet, is_bot: false };
        self.table
            .command(by, command, &mut input)
            .unwrap_or_else(|refusal| panic!("{command:?}: {}", refusal.what));
    }

    fn say(&mut self, person: u32, command: Command) {
        self.tell(DEALER, &Command::For { person, command: Box::new(command) });
    }

    fn choose(&mut self, person: u32, choice: Choice) {
        self.say(person, Command::Choose { who: None, choice });
    }

    fn cards(&mut self, text: &str) {
        for card in parse_cards(text).unwrap() {
            self.tell(DEALER, &Command::Card { card: Some(card) });
        }
    }

    fn view(&self) -> TableView {
        self.table.view(Watcher::Rail)
    }

    fn is_told(&self, kind: StepKind, words: &str) {
        let view = self.view();
        assert_eq!((view.dealers_step.kind, view.next_step.as_str()), (kind, words));
    }
}

#[test]
fn the_banks_down_card_is_turned_up_and_no_card_dealt() {
    let mut felt = Felt::begin("mortimers/no-bust-6");
    let mut bank = 0;
    for player in ["Ts", "9d"] {
        for _ in 0..2 {
            match felt.view().round.unwrap().next_card.unwrap() {
                Slot::Bank => {
                    bank += 1;
                    let is_down = felt.view().next_step == "Deal a card face down to the bank.";
                    let card = if is_down { None } else { Some("9c".parse().unwrap()) };
                    felt.tell(DEALER, &Command::Card { card });
                }
                _ => {
                    felt.is_told(StepKind::Deal, "Deal a card face up to seat 3 (Bea).");
                    felt.cards(player);
                }
            }
        }
    }
    assert_eq!(bank, 2);
    felt.is_told(StepKind::Wait, "Take the fees: $0.25 each from Ann, Bea. Wait for seat 3 (Bea).");
    felt.choose(12, Choice::Blackjack(blackjack::Choice::Stand));
    felt.is_told(StepKind::Turn, "Turn up the bank's down card and enter it.");
    felt.cards("3h");
    felt.is_told(StepKind::Deal, "Deal a card face up to the bank.");
    assert_eq!(felt.view().round.unwrap().bank.unwrap().hands[0].cards.len(), 2, "nothing was dealt");
    felt.cards("7h");
    assert_eq!(felt.view().dealers_step.kind, StepKind::Pay);
}

#[test]
fn three_cards_are_turned_up_one_by_one() {
    let mut felt = Felt::begin("pinnacle/three-card-6-card-bonus");
    felt.tell(DEALER, &Command::DealUnseen);
    felt.is_told(StepKind::Deal, "Deal a card face up to the bank.");
    felt.cards("4c");
    felt.choose(12, Choice::ThreeCard(three_card::Choice::Play));
    felt.is_told(StepKind::Turn, "Turn up the bank's next down card and enter it.");
    felt.cards("Kd");
    felt.is_told(StepKind::Turn, "Turn up the bank's next down card and enter it.");
    felt.cards("9h");
    let words = "The bank qualifies: stack each play wager on its ante. Turn up the next card of seat 3 (Bea) and enter it.";
    felt.is_told(StepKind::Turn, words);
}

#[test]
fn a_hand_that_is_turned_up_at_the_showdown_is_shown() {
    let mut felt = Felt::begin("mortimers/holdem");
    felt.tell(DEALER, &Command::DealUnseen);
    for board in ["", "2c 7d 9h", "3s", "4h"] {
        if !board.is_empty() {
            felt.is_told(StepKind::Deal, "Burn a card.");
            felt.tell(DEALER, &Command::Card { card: None });
            felt.is_told(StepKind::Deal, "Turn a card of the board.");
            felt.cards(board);
        }
        while felt.view().dealers_step.kind == StepKind::Wait {
            let view = felt.view();
            let asked = view.asked.iter().find(|one| !one.offers.is_empty()).unwrap();
            let check = Choice::Poker(poker::Choice::Check);
            let may_check = asked.offers.iter().any(|offer| offer.choice == check);
            let choice = if may_check { check } else { Choice::Poker(poker::Choice::Call) };
            felt.choose(asked.person, choice);
        }
    }
    let step = felt.view().dealers_step;
    let (first, name, other) = if step.seat == Some(Seat::new(1)) { (1, "Ann", 3) } else { (3, "Bea", 1) };
    assert_eq!((step.kind, step.cards), (StepKind::Show, 2));
    let words = format!("Seat {first} ({name}) shows: enter both cards, or throws the hand in.");
    assert_eq!(felt.view().next_step, words);
    let turn_up = |seat, cards: &str| {
        let (seat, cards) = (Seat::new(seat), parse_cards(cards).unwrap());
        Command::TurnUp { seat, cards }
    };
    felt.tell(DEALER, &turn_up(first, "As Ad"));
    let next = felt.view().dealers_step;
    assert_eq!((next.kind, next.seat), (StepKind::Show, Some(Seat::new(other))), "the first hand is shown");
    felt.tell(DEALER, &turn_up(other, "Ks Kd"));
    assert_eq!(felt.view().dealers_step.kind, StepKind::Pay, "both are, and the pot goes to the aces");
    felt.tell(DEALER, &Command::CloseRound);
    assert_ne!(felt.table.phase(), Phase::Playing);
    let nets = felt.view().nets;
    let net = |seat: u8| nets.iter().find(|net| net.person == if seat == 1 { 11 } else { 12 }).unwrap().net;
    assert!(net(first) > net(other));
}
