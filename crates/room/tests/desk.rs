//! What the staff do beside the cards at a table that a human dealer leads, and what they may take back.

use books::{Money, Shelf};
use cards::parse_cards;
use games::Seat;
use games::double_hand;
use games::round::Report;
use room::{
    AtDesk, Bring, By, Command, Dealer, Event, Input, May, Phase, Spec, Table, Time, Told, Wager, Watcher,
    WhyPassed,
};

const DEALER: By = By::Dealer(91);
const FLOOR: By = By::Floor(90);

struct Felt {
    table: Table,
    told: Vec<Told>,
}

impl Felt {
    /// Ann, Bea and Cal sit at seats 1, 3 and 4 of a table of the house.
    fn open(book: &str, schedule: &str) -> Felt {
        Felt::of(Spec { schedule: Some(schedule.to_owned()), ..Spec::of(book) })
    }

    fn of(mut spec: Spec) -> Felt {
        let shelf = Shelf::filed();
        (spec.dealer, spec.by_hand, spec.is_turned_on) = (Dealer::Entered, true, true);
        (spec.pace.between_ms, spec.pace.reading_ms) = (0, 0);
        let (table, told) = Table::open(&shelf, 1, spec).unwrap();
        let mut felt = Felt { table, told };
        for (person, seat) in [(11, 1), (12, 3), (13, 4)] {
            let (seat, buy_in) = (Seat::new(seat), Money::dollars(2_000));
            felt.tell(By::Patron(person), Command::Sit { seat, buy_in });
        }
        felt
    }

    fn blackjack() -> Felt {
        Felt::open("mortimers/no-bust-6", "2")
    }

    fn attempt(&mut self, by: By, command: &Command) -> Result<(), &'static str> {
        let mut seeds = || panic!("nothing is shuffled where cards are entered");
        let person = match (by, command) {
            (_, Command::For { person, .. }) => *person,
            (By::Patron(person) | By::Dealer(person) | By::Floor(person), _) => person,
            (By::Clock, _) => 0,
        };
        let name = match person {
            11 => "Ann",
            12 => "Bea",
            13 => "Cal",
            91 => "Dee",
            _ => "Eve",
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

    fn say(&mut self, person: u32, command: Command) {
        self.tell(DEALER, Command::For { person, command: Box::new(command) });
    }

    fn cards(&mut self, text: &str) {
        for card in parse_cards(text).unwrap() {
            self.tell(DEALER, Command::Card { card: Some(card) });
        }
    }

    fn stacks(&self) -> Vec<(u32, Money)> {
        self.table.people().iter().map(|one| (one.person, one.stack)).collect()
    }

    fn lay(&mut self) {
        let banker = self.table.view(Watcher::Rail).bank_asked.unwrap_or(11);
        self.say(banker, Command::TakeBank { stake: Money::dollars(500) });
        for (person, seat) in [(11, 1), (12, 3), (13, 4)].into_iter().filter(|one| one.0 != banker) {
            let wager = Wager { base: Money::dollars(20), ..Wager::default() };
            self.say(person, Command::PutWager { spot: Seat::new(seat), wager });
        }
    }

    fn desk(&self) -> Vec<AtDesk> {
        let of = |one: &Told| if let Event::Desk { of } = &one.event { Some(of.clone()) } else { None };
        self.told.iter().filter_map(of).collect()
    }

    fn next_step(&self) -> String {
        self.table.view(Watcher::Rail).next_step
    }
}

#[test]
fn chips_come_out_of_a_wallet_by_its_owners_word_alone() {
    let mut felt = Felt::blackjack();
    let (seat, buy_in) = (Seat::new(6), Money::dollars(300));
    let sit = |person: u32| Command::For { person, command: Box::new(Command::Sit { seat, buy_in }) };
    assert_eq!(felt.attempt(DEALER, &sit(91)), Err("not-for-oneself"));
    felt.tell(DEALER, sit(14));
    assert_eq!(felt.table.people().len(), 3, "nobody has agreed");
    let view = felt.table.view(Watcher::Person(14));
    assert_eq!(view.consents[0].bring, Bring::Sit { seat, amount: buy_in });
    assert!(view.may.iter().any(|one| one.what == May::GiveConsent));
    let agreed = Command::For { person: 14, command: Box::new(Command::GiveConsent) };
    assert_eq!(felt.attempt(DEALER, &agreed), Err("for-themselves"), "not by the dealer's word");
    felt.tell(By::Patron(14), Command::GiveConsent);
    assert_eq!(felt.table.people().iter().find(|one| one.person == 14).unwrap().stack, buy_in);
    assert!(felt.table.view(Watcher::Rail).consents.is_empty());
    assert_eq!(felt.attempt(By::Patron(14), &Command::GiveConsent), Err("no-consent-awaited"));
    // More chips are asked for as well, and somebody may say no.
    let before = felt.stacks();
    felt.say(12, Command::AddChips { amount: Money::dollars(100) });
    felt.tell(By::Patron(12), Command::RefuseConsent);
    assert_eq!(felt.stacks(), before);
    assert!(matches!(felt.desk().last(), Some(AtDesk::ConsentRefused { person: 12 })));
    // What lies on the table is moved by the dealer's word.
    felt.lay();
    let own = Command::For { person: 91, command: Box::new(Command::SitOut) };
    assert_eq!(felt.attempt(DEALER, &own), Err("not-for-oneself"));
}

#[test]
fn what_somebody_is_asked_to_bring_is_between_them_and_the_staff() {
    let mut felt = Felt::blackjack();
    let (seat, buy_in) = (Seat::new(6), Money::dollars(345));
    let asks = Command::For { person: 14, command: Box::new(Command::Sit { seat, buy_in }) };
    for answer in [Command::RefuseConsent, Command::GiveConsent] {
        let from = felt.told.len();
        felt.tell(DEALER, asks.clone());
        let seen = |watcher: Watcher| felt.table.view(watcher).consents.len();
        assert_eq!([Watcher::Staff, Watcher::Person(14)].map(seen), [1, 1]);
        assert_eq!([Watcher::Rail, Watcher::Person(11), Watcher::Person(15)].map(seen), [0, 0, 0]);
        felt.tell(By::Patron(14), answer);
        let desk = |one: &&Told| matches!(one.event, Event::Desk { .. });
        let between: Vec<&Told> = felt.told[from..].iter().filter(desk).collect();
        assert_eq!(between.len(), 2, "what was asked, and the answer");
        for one in between {
            for watcher in [Watcher::Staff, Watcher::Person(14)] {
                assert_eq!(one.seen_by(watcher), Some(&one.event), "{watcher:?}");
                assert_ne!(one.words(watcher, &felt.table), "");
            }
            for watcher in [Watcher::Rail, Watcher::Person(11), Watcher::Person(15)] {
                assert_eq!((one.seen_by(watcher), one.words(watcher, &felt.table)), (None, String::new()));
            }
        }
    }
    // What the staff see of the cards is what the rail sees.
    felt.lay();
    felt.tell(DEALER, Command::Start);
    let round = |watcher: Watcher| felt.table.view(watcher).round;
    assert_eq!(round(Watcher::Staff), round(Watcher::Rail));
    // Disputes and who deals are everybody's business.
    let open = Command::Dispute { round: None, people: vec![12], words: "Who acted first?".to_owned() };
    felt.tell(FLOOR, open);
    assert!(felt.told.last().is_some_and(|one| one.seen_by(Watcher::Rail).is_some()));
}

#[test]
fn nobody_but_the_floor_takes_back_what_the_floor_did() {
    let mut felt = Felt::blackjack();
    felt.lay();
    felt.tell(DEALER, Command::Start);
    felt.cards("Ts 9s");
    let report = Report::Void { spot: Some(Seat::new(3)), fees_returned: true };
    felt.tell(FLOOR, Command::Report { report });
    let view = felt.table.view(Watcher::Rail);
    assert!(!view.may_take_back && view.floor_may_take_back);
    assert_eq!(felt.attempt(DEALER, &Command::TakeBack), Err("floor-decides"));
    felt.tell(FLOOR, Command::TakeBack);
    felt.tell(DEALER, Command::TakeBack);
}

#[test]
fn a_beginning_and_a_bank_that_went_by_are_taken_back() {
    let mut felt = Felt::blackjack();
    assert_eq!(felt.next_step(), "Offer the bank to seat 1, Ann.");
    let offered = |felt: &Felt| felt.table.view(Watcher::Rail).bank_offered.map(Seat::number);
    felt.tell(DEALER, Command::PassOver { why: WhyPassed::Absent });
    assert_eq!((offered(&felt), felt.next_step()), (Some(3), "Offer the bank to seat 3, Bea.".to_owned()));
    felt.say(12, Command::PassBank);
    assert_eq!(offered(&felt), Some(4));
    for seat in [3, 1] {
        assert!(felt.table.view(Watcher::Rail).may_take_back);
        felt.tell(DEALER, Command::TakeBack);
        assert_eq!(offered(&felt), Some(seat));
    }
    assert_eq!(felt.attempt(DEALER, &Command::TakeBack), Err("nothing-before"));
    felt.lay();
    let (stacks, wagers) = (felt.stacks(), felt.table.view(Watcher::Rail).wagers);
    felt.tell(DEALER, Command::Start);
    felt.cards("Ts");
    felt.tell(DEALER, Command::TakeBack);
    // A card was seen: that wagers lie open again is for the floor to say.
    assert!(!felt.table.view(Watcher::Rail).may_take_back);
    assert_eq!(felt.attempt(DEALER, &Command::TakeBack), Err("floor-decides"));
    felt.tell(FLOOR, Command::TakeBack);
    let view = felt.table.view(Watcher::Rail);
    assert_eq!((view.phase, view.wagers), (Phase::Wagers, wagers), "everything lies where it lay");
    assert_eq!(felt.stacks(), stacks);
    let moved: Money = felt.told.iter().flat_map(|one| &one.transfers).map(|one| one.amount).sum();
    assert!(moved.is_positive());
    // The number is not given again.
    felt.tell(DEALER, Command::Start);
    assert_eq!(felt.table.rounds(), 2);
}

#[test]
fn a_void_says_what_each_gets_and_every_family_knows_one() {
    let mut felt = Felt::blackjack();
    felt.lay();
    felt.tell(DEALER, Command::Start);
    felt.cards("Ts 9s");
    felt.tell(FLOOR, Command::Report { report: Report::Void { spot: None, fees_returned: true } });
    let list = felt.table.view(Watcher::Rail).settlement;
    let words: Vec<&str> = list.iter().map(|line| line.words.as_str()).collect();
    let all = words.join(" ");
    assert!(all.contains("$20 to seat 3 (Bea)") && all.contains("$20 to seat 4 (Cal)"), "{words:?}");
    for (book, schedule) in [("mortimers/double-hand", "1"), ("pinnacle/three-card-6-card-bonus", "1")] {
        for (spot, fees_returned) in [(None, true), (None, false), (Some(Seat::new(3)), true)] {
            let mut felt = Felt::open(book, schedule);
            let before = felt.stacks();
            felt.lay();
            felt.tell(DEALER, Command::Start);
            assert_eq!(
                felt.attempt(DEALER, &Command::Report { report: Report::Void { spot, fees_returned } }),
                Err("floor-decides")
            );
            felt.tell(FLOOR, Command::Report { report: Report::Void { spot, fees_returned } });
            if spot.is_some() {
                felt.tell(FLOOR, Command::Report { report: Report::Void { spot: None, fees_returned } });
            }
            felt.tell(DEALER, Command::CloseRound);
            let (kept, back) = (felt.stacks(), spot.is_none() && fees_returned);
            assert_eq!(before == kept, back || before == kept, "{book}");
            let players = |stacks: &[(u32, Money)]| {
                stacks.iter().filter(|one| one.0 != 11).copied().collect::<Vec<_>>()
            };
            if fees_returned {
                assert_eq!(players(&before), players(&kept), "{book}: {spot:?}");
            }
            if back {
                assert_eq!(before, kept, "{book}: everything goes back");
            }
        }
    }
}

#[test]
fn a_void_hand_of_poker_keeps_or_returns_the_fee_as_the_floor_says() {
    for fees_returned in [true, false] {
        let mut felt = Felt::of(Spec::practice(&Shelf::filed(), "mortimers/holdem").unwrap());
        let before = felt.stacks();
        felt.tell(DEALER, Command::DrawButton { cards: parse_cards("As Kd 2c").unwrap() });
        felt.tell(DEALER, Command::Start);
        let mut board = ["2c", "7d", "9h"].iter();
        for _ in 0..20 {
            let view = felt.table.view(Watcher::Rail);
            let round = view.round.unwrap();
            if round.board.len() == 3 {
                break;
            }
            if round.next_face == Some(games::bank::Face::Down) {
                felt.tell(DEALER, Command::DealUnseen);
            } else if round.next_card.is_some() {
                felt.cards(board.next().unwrap());
            } else {
                let asked = felt.table.offers_by_person().into_iter().find(|(_, offers)| !offers.is_empty());
                let (person, offers) = asked.expect("somebody is asked");
                let stays = |offer: &&games::round::Offer| {
                    use games::poker::Choice as C;
                    matches!(offer.choice, games::round::Choice::Poker(C::Call | C::Check))
                };
                let choice = offers.iter().find(stays).expect("they may stay in").choice;
                felt.say(person, Command::Choose { who: None, choice });
            }
        }
        felt.tell(FLOOR, Command::Report { report: Report::Void { spot: None, fees_returned } });
        felt.tell(DEALER, Command::CloseRound);
        let sum = |stacks: &[(u32, Money)]| stacks.iter().map(|one| one.1).sum::<Money>();
        let kept = sum(&before) - sum(&felt.stacks());
        assert_eq!(kept.is_positive(), !fees_returned, "{kept} stay with the house");
        let each: Vec<Money> = before.iter().zip(felt.stacks()).map(|(was, is)| was.1 - is.1).collect();
        let (least, most) = (each.iter().min().unwrap(), each.iter().max().unwrap());
        assert!(*most - *least <= Money::cents(1), "all had put in the same: {each:?}");
    }
}

#[test]
fn a_report_names_a_seat_that_has_a_hand() {
    let mut felt = Felt::open("mortimers/double-hand", "1");
    felt.lay();
    felt.tell(DEALER, Command::Start);
    for report in [
        double_hand::Report::OutOfOrder(Seat::new(6)),
        double_hand::Report::HouseWayError { seat: Seat::new(6), recovered: true },
        double_hand::Report::Misread { seat: Seat::new(6), recovered: true },
    ] {
        let report = Command::Report { report: Report::DoubleHand(report) };
        assert_eq!(felt.attempt(FLOOR, &report), Err("nobody-at"), "{report:?}");
    }
    let there = Report::DoubleHand(double_hand::Report::OutOfOrder(Seat::new(3)));
    felt.tell(FLOOR, Command::Report { report: there });
}

#[test]
fn a_dispute_is_open_until_a_ruling_settles_it() {
    let mut felt = Felt::blackjack();
    let open = Command::Dispute { round: None, people: vec![12], words: "Who acted first?".to_owned() };
    assert_eq!(felt.attempt(DEALER, &open), Err("not-for-the-dealer"));
    felt.tell(FLOOR, open);
    let dispute = felt.table.disputes()[0].dispute;
    assert_eq!(felt.attempt(FLOOR, &Command::Close), Err("disputes-open"));
    let rule = |dispute: u64| Command::Rule {
        words: "Seat 3 did".to_owned(),
        clause: String::new(),
        dispute: Some(dispute),
    };
    assert_eq!(felt.attempt(FLOOR, &rule(dispute + 1)), Err("no-dispute"));
    felt.tell(FLOOR, rule(dispute));
    assert!(felt.table.disputes().is_empty());
    assert!(matches!(felt.desk().last(), Some(AtDesk::DisputeSettled { by: 90, .. })));
    for round in [Some(0), Some(1)] {
        let early = Command::Dispute { round, people: Vec::new(), words: "That one".to_owned() };
        assert_eq!(felt.attempt(FLOOR, &early), Err("no-round-to-correct"));
    }
    felt.tell(FLOOR, Command::Close);
}

#[test]
fn dealers_sign_in_and_out() {
    let mut felt = Felt::blackjack();
    assert_eq!(felt.attempt(DEALER, &Command::SignOut), Err("not-signed-in"));
    felt.tell(DEALER, Command::SignIn);
    assert_eq!(felt.attempt(DEALER, &Command::SignIn), Err("already-signed-in"));
    assert_eq!(felt.table.view(Watcher::Rail).signed_in.unwrap().name, "Dee");
    felt.tell(By::Dealer(92), Command::SignIn);
    assert_eq!(felt.table.view(Watcher::Rail).signed_in.unwrap().name, "Eve");
    assert_eq!(felt.attempt(DEALER, &Command::SignOut), Err("not-signed-in"));
    felt.tell(By::Dealer(92), Command::SignOut);
    assert_eq!(felt.desk().len(), 4, "{:?}", felt.desk());
}

#[test]
fn rounds_that_are_entered_afterwards_are_marked() {
    let mut felt = Felt::blackjack();
    assert_eq!(felt.attempt(DEALER, &Command::EnterLate { is_on: false }), Err("not-late"));
    felt.tell(DEALER, Command::EnterLate { is_on: true });
    assert_eq!(felt.attempt(DEALER, &Command::EnterLate { is_on: true }), Err("late-already"));
    felt.lay();
    felt.tell(DEALER, Command::Start);
    let is_late = |one: &Told| matches!(one.event, Event::RoundBegan { is_late: true, .. });
    assert!(felt.told.iter().any(is_late));
    felt.tell(DEALER, Command::EnterLate { is_on: false });
}

#[test]
fn that_the_only_deck_was_changed_is_noted() {
    let mut felt = Felt::open("mortimers/double-hand", "1");
    felt.tell(DEALER, Command::NewShoe);
    assert!(matches!(felt.desk().last(), Some(AtDesk::DeckChanged { by: 91 })));
    assert_eq!(felt.table.view(Watcher::Rail).shoe_count, None, "one deck is looked at in each round");
    felt.lay();
    felt.tell(DEALER, Command::Start);
    assert_eq!(felt.attempt(DEALER, &Command::NewShoe), Err("shoe-later"));
}

#[test]
fn the_first_card_that_the_shoe_cannot_hold_is_told() {
    let mut felt = Felt::blackjack();
    assert_eq!(felt.attempt(DEALER, &Command::CutCard), Err("cut-card-later"));
    felt.tell(DEALER, Command::NewShoe);
    let decks = felt.table.view(Watcher::Rail).shoe_count.unwrap().decks;
    assert!(decks > 1);
    let mut entered = 0;
    while felt.table.view(Watcher::Rail).shoe_count.unwrap().impossible.is_none() {
        assert!(entered <= decks, "{entered} of {decks}");
        if felt.table.phase() != Phase::Wagers {
            felt.lay();
        }
        felt.tell(DEALER, Command::Start);
        felt.cards("Ts");
        entered += 1;
        if entered <= decks {
            felt.tell(FLOOR, Command::Report { report: Report::Void { spot: None, fees_returned: true } });
            felt.tell(DEALER, Command::CloseRound);
        }
    }
    assert_eq!(entered, decks + 1, "the last one is one too many");
    let warned =
        |of: &AtDesk| matches!(of, AtDesk::ImpossibleCard { entered, held, .. } if *entered == held + 1);
    assert_eq!(felt.desk().iter().filter(|of| warned(of)).count(), 1);
    felt.tell(DEALER, Command::TakeBack);
    assert_eq!(felt.table.view(Watcher::Rail).shoe_count.unwrap().impossible, None, "it was mistyped");
    felt.tell(DEALER, Command::CutCard);
    assert!(felt.table.view(Watcher::Rail).shoe_count.unwrap().is_cut_card_out);
}
