//! A table that a human dealer leads: mistakes are taken back, payments walked through, rounds corrected.

use books::{Money, Shelf};
use cards::parse_cards;
use games::Seat;
use games::blackjack;
use games::round::Choice;
use room::{
    Account, By, Chips, Command, Correction, Dealer, Event, Input, KnownRound, Phase, Spec, Table, Time,
    Told, Wager, Watcher, Why, WhyPassed,
};

const DEALER: By = By::Dealer(91);
const FLOOR: By = By::Floor(90);

struct Felt {
    table: Table,
    now: Time,
    told: Vec<Told>,
}

impl Felt {
    fn new(book: &str) -> Felt {
        Felt::of(Spec::practice(&Shelf::filed(), book).unwrap())
    }

    fn of(mut spec: Spec) -> Felt {
        let shelf = Shelf::filed();
        (spec.dealer, spec.by_hand) = (Dealer::Entered, true);
        (spec.pace.between_ms, spec.pace.reading_ms) = (0, 0);
        let (table, told) = Table::open(&shelf, 1, spec).unwrap();
        let mut felt = Felt { table, now: Time(0), told };
        for (person, seat) in [(11, 1), (12, 3), (13, 4)] {
            let (seat, buy_in) = (Seat::new(seat), Money::dollars(2_000));
            felt.tell(By::Patron(person), &Command::Sit { seat, buy_in });
        }
        felt
    }

    fn attempt(&mut self, by: By, command: &Command) -> Result<Vec<Told>, String> {
        let mut seeds = || panic!("nothing is shuffled where cards are entered");
        let wallet = Money::dollars(10_000);
        let mut input = Input { now: self.now, seeds: &mut seeds, name: "somebody", wallet, is_bot: false };
        self.table.command(by, command, &mut input).map_err(|refusal| refusal.code.to_owned())
    }

    fn tell(&mut self, by: By, command: &Command) {
        let told = self.attempt(by, command);
        self.told.extend(told.unwrap_or_else(|what| panic!("{command:?}: {what}")));
    }

    fn say(&mut self, person: u32, command: Command) {
        self.tell(DEALER, &Command::For { person, command: Box::new(command) });
    }

    fn cards(&mut self, text: &str) {
        for card in parse_cards(text).unwrap() {
            self.tell(DEALER, &Command::Card { card: Some(card) });
        }
    }

    fn stack(&self, person: u32) -> Money {
        self.table.people().iter().find(|one| one.person == person).unwrap().stack
    }

    /// Seat 1 banks with $500, seats 3 and 4 have $20 each, and the round begins.
    fn begin(&mut self) {
        self.say(11, Command::TakeBank { stake: Money::dollars(500) });
        for (person, seat) in [(12, 3), (13, 4)] {
            let wager = Wager { base: Money::dollars(20), ..Wager::default() };
            self.say(person, Command::PutWager { spot: Seat::new(seat), wager });
        }
        self.tell(DEALER, &Command::Start);
    }

    fn stand(&mut self, person: u32) {
        let choice = Choice::Blackjack(blackjack::Choice::Stand);
        self.say(person, Command::Choose { who: None, choice });
    }

    /// Plays until the round is over: both stand with 20 against 19.
    fn play_to_the_end(&mut self) {
        let deal = |felt: &mut Felt| {
            let slot = felt.table.view(Watcher::Rail).round.and_then(|round| round.next_card);
            let of_bank = slot == Some(games::round::Slot::Bank);
            let count = felt.table.number() % 4;
            let card = match (of_bank, count) {
                (true, _) => ["9c", "Tc", "9d", "Td"][count as usize],
                (false, _) => ["Ts", "Ks", "Qh", "Jh"][count as usize],
            };
            felt.cards(card);
        };
        for _ in 0..60 {
            let view = self.table.view(Watcher::Rail);
            if view.is_settling {
                return;
            }
            let round = view.round.expect("the round is on");
            if round.next_card.is_some() {
                deal(self);
            } else if view.next_step.contains("Natural") {
                self.tell(DEALER, &Command::Look { natural: false });
            } else {
                let asked = self.table.offers_by_person();
                let (person, _) =
                    asked.iter().find(|(_, offers)| !offers.is_empty()).expect("somebody is asked");
                self.stand(*person);
            }
        }
        panic!("the round does not end");
    }

    fn close(&mut self) {
        self.tell(DEALER, &Command::CloseRound);
    }
}

fn correction(round: u64, from: Chips, to: Chips, amount: Money) -> Correction {
    let (why, clause, reason) = (Why::Record, String::new(), "seat 4 was paid for seat 3".to_owned());
    Correction { round, from, to, amount, why, clause, reason, approved: None, dispute: None }
}

fn correct(correction: &Correction, people: &[u32], moved: Money) -> Command {
    let known = KnownRound { people: people.to_vec(), moved, large_from: Some(Money::dollars(300)) };
    Command::Correct { correction: correction.clone(), known: Some(known) }
}

/// A correction of a round in which 11, 12 and 13 had $540 on the table.
fn right(correction: &Correction) -> Command {
    correct(correction, &[11, 12, 13], Money::dollars(540))
}

fn approved(correction: Correction, by: u32) -> Correction {
    Correction { approved: Some(by), ..correction }
}

#[test]
fn a_correction_names_only_boxes_that_the_table_fills() {
    // Chips for a box, and from it; the schedule of one table takes a jackpot, the other's does not, a third has none, and
    // no book but one with bonuses pays out of promotion money.
    let shelf = Shelf::filed();
    let bare = |book: &str| Spec { schedule: None, ..Spec::practice(&shelf, book).unwrap() };
    let tables = [
        (Spec::practice(&shelf, "mortimers/no-bust-6").unwrap(), [true, false, false]),
        (bare("mortimers/no-bust-6"), [false, false, false]),
    ];
    for (spec, filled) in tables {
        let schedule = spec.schedule.clone();
        let mut felt = Felt::of(spec);
        felt.begin();
        felt.play_to_the_end();
        felt.close();
        for (chips, is_filled) in [Chips::Drop, Chips::Jackpot, Chips::Promotion].into_iter().zip(filled) {
            let moved = correction(1, Chips::Person(12), chips, Money::dollars(1));
            let found = felt.attempt(FLOOR, &right(&moved)).map(|_| ());
            let expected = if is_filled { Ok(()) } else { Err("no-such-box".to_owned()) };
            assert_eq!(found, expected, "{schedule:?}: {chips:?}");
            let back = correction(1, chips, Chips::Person(12), Money::cents(50));
            let found = felt.attempt(FLOOR, &right(&back)).map(|_| ());
            assert_eq!(found, expected, "{schedule:?}: out of {chips:?}");
        }
    }
}

#[test]
fn a_wrong_card_is_taken_back_and_stays_in_the_log() {
    let mut felt = Felt::new("mortimers/no-bust-6");
    felt.begin();
    let before = felt.table.round().cloned();
    let stacks = [11, 12, 13].map(|person| felt.stack(person));
    felt.cards("5h");
    assert_ne!(felt.table.round().cloned(), before);
    let (first, last) = (felt.told.last().unwrap().number, felt.table.number());
    felt.tell(DEALER, &Command::TakeBack);
    assert_eq!(felt.table.round().cloned(), before, "the round stands as it did");
    assert_eq!([11, 12, 13].map(|person| felt.stack(person)), stacks);
    assert_eq!(felt.told.last().unwrap().event, Event::TakenBack { first, last, by: 91 });
    felt.cards("6h");
    felt.play_to_the_end();
}

#[test]
fn nothing_is_taken_back_before_the_first_step_or_where_the_shuffler_deals() {
    let mut felt = Felt::new("mortimers/no-bust-6");
    assert_eq!(felt.attempt(DEALER, &Command::TakeBack).unwrap_err(), "nothing-before");
    felt.begin();
    felt.cards("5h");
    felt.tell(DEALER, &Command::TakeBack);
    let own = felt.attempt(By::Patron(11), &Command::TakeBack);
    assert_eq!(own.unwrap_err(), "for-the-house");
    let shelf = Shelf::filed();
    let spec = Spec { by_hand: true, ..Spec::practice(&shelf, "mortimers/no-bust-6").unwrap() };
    assert!(Table::open(&shelf, 1, spec).is_err(), "the shuffler leads nothing by hand");
}

#[test]
fn a_settlement_is_walked_through_and_the_floor_may_still_take_it_back() {
    let mut felt = Felt::new("mortimers/no-bust-6");
    felt.begin();
    felt.play_to_the_end();
    let view = felt.table.view(Watcher::Rail);
    assert_eq!(view.phase, Phase::Playing, "the round is not closed before it is paid");
    assert!(view.settlement.len() >= 2 && view.settlement.iter().all(|line| !line.is_paid), "{view:?}");
    assert!(view.next_step.starts_with("Pay: "), "{}", view.next_step);
    assert!(view.may_take_back);
    felt.tell(DEALER, &Command::Pay);
    let view = felt.table.view(Watcher::Rail);
    assert!(view.settlement[0].is_paid && !view.settlement[1].is_paid);
    assert!(!view.may_take_back && view.floor_may_take_back);
    assert_eq!(felt.attempt(DEALER, &Command::TakeBack).unwrap_err(), "paid-already");
    felt.tell(FLOOR, &Command::TakeBack);
    let view = felt.table.view(Watcher::Rail);
    assert!(view.is_settling && !view.settlement[0].is_paid, "the payment alone is taken back");
    assert!(view.may_take_back, "nothing is paid any more");
    felt.tell(DEALER, &Command::TakeBack);
    assert!(!felt.table.view(Watcher::Rail).is_settling, "the last card is not dealt any more");
    felt.play_to_the_end();
    let count = felt.table.view(Watcher::Rail).settlement.len();
    for _ in 0..count {
        felt.tell(DEALER, &Command::Pay);
    }
    assert!(felt.table.round().is_none(), "with the last payment the round is closed");
    assert!(felt.told.iter().any(|one| matches!(one.event, Event::RoundEnded { .. })));
    assert_eq!(felt.attempt(FLOOR, &Command::TakeBack).unwrap_err(), "round-closed");
    assert_eq!(felt.attempt(DEALER, &Command::Pay).unwrap_err(), "nothing-to-pay");
}

#[test]
fn the_wrong_seat_that_was_paid_is_put_right_by_a_correction() {
    let mut felt = Felt::new("mortimers/no-bust-6");
    felt.begin();
    felt.play_to_the_end();
    felt.close();
    let (one, other) = (felt.stack(12), felt.stack(13));
    let moved = correction(1, Chips::Person(13), Chips::Person(12), Money::dollars(20));
    assert_eq!(felt.attempt(DEALER, &right(&moved)).unwrap_err(), "not-for-the-dealer");
    felt.tell(FLOOR, &right(&moved));
    assert_eq!((felt.stack(12), felt.stack(13)), (one + Money::dollars(20), other - Money::dollars(20)));
    let told = felt.told.last().unwrap();
    assert_eq!(told.event, Event::Corrected { correction: moved, by: 90 });
    assert_eq!(told.transfers[0].from, Account::Stack(1, 13));
    assert_eq!(told.transfers[0].to, Account::Stack(1, 12));
    // A fee that was forgotten goes into the drop, and says so.
    let fee = correction(1, Chips::Person(11), Chips::Drop, Money::dollars(1));
    felt.tell(FLOOR, &right(&fee));
    assert_eq!(felt.told.last().unwrap().transfers[0].to, Account::Drop(1));
    for (wrong, code) in [
        (correction(2, Chips::Person(13), Chips::Drop, Money::dollars(1)), "no-round-to-correct"),
        (correction(1, Chips::Person(13), Chips::Person(13), Money::dollars(1)), "nothing-moves"),
        (correction(1, Chips::Person(13), Chips::Person(12), Money::ZERO), "nothing-moves"),
        (correction(1, Chips::Person(13), Chips::Person(12), Money::dollars(5_000)), "second-person"),
        (
            approved(correction(1, Chips::Person(13), Chips::Person(12), Money::dollars(5_000)), 92),
            "not-so-much",
        ),
        (
            approved(correction(1, Chips::Person(13), Chips::Person(12), Money::dollars(400)), 90),
            "other-second-person",
        ),
        (
            approved(correction(1, Chips::Person(13), Chips::Person(12), Money::dollars(400)), 12),
            "other-second-person",
        ),
        (correction(1, Chips::Person(13), Chips::Person(12), Money::dollars(290)), "second-person"),
        (correction(1, Chips::Person(99), Chips::Person(12), Money::dollars(1)), "not-in-that-round"),
        (correction(1, Chips::Person(12), Chips::Person(99), Money::dollars(1)), "not-in-that-round"),
        (correction(1, Chips::Jackpot, Chips::Person(12), Money::dollars(1)), "no-such-box"),
        (
            Correction {
                reason: " ".to_owned(),
                ..correction(1, Chips::Person(13), Chips::Drop, Money::dollars(1))
            },
            "no-reason",
        ),
        (
            Correction {
                why: Why::Ruling,
                ..correction(1, Chips::Person(13), Chips::Drop, Money::dollars(1))
            },
            "ruling-needs-clause",
        ),
    ] {
        let before = felt.table.clone();
        assert_eq!(felt.attempt(FLOOR, &right(&wrong)).unwrap_err(), code, "{wrong:?}");
        assert!(felt.table.is_like(&before), "{wrong:?} has changed something");
    }
    // Without what the log says of the round, and beyond what moved in it, nothing is corrected by one person.
    let moved = correction(1, Chips::Person(13), Chips::Person(12), Money::dollars(30));
    let unknown = Command::Correct { correction: moved.clone(), known: None };
    assert_eq!(felt.attempt(FLOOR, &unknown).unwrap_err(), "no-round-to-correct");
    let narrow = correct(&moved, &[11, 12, 13], Money::dollars(50));
    assert_eq!(felt.attempt(FLOOR, &narrow).unwrap_err(), "second-person", "$21 were corrected before");
    let by_two = correct(&approved(moved, 92), &[11, 12, 13], Money::dollars(50));
    felt.tell(FLOOR, &by_two);
    felt.begin();
    let in_play = correction(1, Chips::Person(13), Chips::Person(12), Money::dollars(1));
    assert_eq!(felt.attempt(FLOOR, &right(&in_play)).unwrap_err(), "chips-in-play");
}

#[test]
fn no_clock_speaks_for_people_until_the_floor_lets_it() {
    let mut felt = Felt::new("mortimers/no-bust-6");
    assert_eq!(felt.table.phase(), Phase::Offering);
    felt.now = Time(0).after_minutes(60);
    felt.tell(By::Clock, &Command::Tick);
    assert_eq!(felt.table.phase(), Phase::Offering, "nobody has declined");
    assert!(felt.table.people().iter().all(|one| one.out_since.is_none()), "nobody is sat out by silence");
    let passed = |felt: &Felt| {
        felt.told.iter().rev().find_map(|one| match one.event {
            Event::BankPassed { seat, why, .. } => Some((seat, why)),
            _ => None,
        })
    };
    felt.say(11, Command::PassBank);
    assert_eq!(passed(&felt), Some((Seat::new(1), Some(WhyPassed::Declined))));
    felt.tell(DEALER, &Command::PassOver { why: WhyPassed::PassedOver });
    assert_eq!(passed(&felt), Some((Seat::new(3), Some(WhyPassed::PassedOver))));
    felt.tell(DEALER, &Command::PassOver { why: WhyPassed::Absent });
    assert_eq!(passed(&felt), Some((Seat::new(4), Some(WhyPassed::Absent))));
    felt.tell(FLOOR, &Command::NewGame);
    felt.tell(FLOOR, &Command::RunClock { runs: true });
    felt.say(11, Command::PassBank);
    felt.now = felt.now.after_minutes(5);
    felt.tell(By::Clock, &Command::Tick);
    assert_eq!(passed(&felt), Some((Seat::new(3), Some(WhyPassed::TimeUp))));
}

/// A hand of hold'em in which everybody folds.
fn fold_a_hand(felt: &mut Felt) {
    felt.tell(DEALER, &Command::Start);
    felt.tell(DEALER, &Command::DealUnseen);
    for _ in 0..3 {
        let asked = felt.table.offers_by_person();
        let Some((person, _)) = asked.iter().find(|(_, offers)| !offers.is_empty()) else { break };
        let choice = Choice::Poker(games::poker::Choice::Fold);
        felt.say(*person, Command::Choose { who: None, choice });
    }
    felt.close();
}

#[test]
fn nobody_rules_on_a_pot_that_is_out_of_play() {
    let mut felt = Felt::new("marina/holdem");
    felt.tell(DEALER, &Command::DrawButton { cards: parse_cards("As Kd 2c").unwrap() });
    fold_a_hand(&mut felt);
    let ruling = Correction {
        why: Why::Ruling,
        clause: "general-poker/pot-out-of-play".to_owned(),
        ..correction(1, Chips::Person(12), Chips::Person(13), Money::dollars(1))
    };
    // The pot was pushed; until the first card of the next hand the floor may still rule, however long that takes.
    felt.now = felt.now.after_minutes(5);
    let _ = felt.attempt(By::Clock, &Command::Tick);
    felt.tell(FLOOR, &right(&ruling));
    fold_a_hand(&mut felt);
    let refused = felt.attempt(FLOOR, &right(&ruling));
    assert_eq!(refused.unwrap_err(), "ruled-too-late");
    let record = Correction { why: Why::Record, ..ruling };
    felt.tell(FLOOR, &right(&record));
}
