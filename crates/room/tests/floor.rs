//! What the floor tells a table has something to say, and is said by somebody whose money is not there; the hours of
//! the house end a table's day by its own clock.

use books::{Money, Shelf};
use games::Seat;
use games::double_hand;
use games::round::Report;
use room::{
    By, Command, Dealer, Event, Input, May, OpenFault, Phase, Refusal, Spec, Table, Time, Told, Wager,
    Watcher,
};

fn say(table: &mut Table, by: By, command: &Command, now: Time) -> Result<Vec<Told>, Refusal> {
    let mut seeds = || [7; 32];
    let wallet = Money::dollars(5_000);
    let mut input = Input { now, seeds: &mut seeds, name: "somebody", wallet, is_bot: false };
    table.command(by, command, &mut input)
}

fn give(table: &mut Table, command: &Command) -> Result<(), Refusal> {
    say(table, By::Floor(1), command, Time(0)).map(|_| ())
}

#[test]
fn a_ruling_has_words() {
    let (mut table, _) = Table::open(&Shelf::filed(), 1, Spec::of("mortimers/no-bust-6")).unwrap();
    let rule = |words: &str| Command::Rule { words: words.to_owned(), clause: String::new(), dispute: None };
    for words in ["", "  \n"] {
        let refusal = give(&mut table, &rule(words)).unwrap_err();
        assert_eq!(refusal.what, "say the ruling in words");
    }
    give(&mut table, &rule("The hand stands.")).unwrap();
}

/// Persons 1, 2 and 3 sit at a table; 1 banks, and 2 has wagered $50.
fn wagered(table: &mut Table, now: Time) {
    for person in 1..=3 {
        let sit = Command::Sit { seat: Seat::new(person as u8), buy_in: Money::dollars(1_000) };
        say(table, By::Patron(person), &sit, now).unwrap();
    }
    say(table, By::Patron(1), &Command::TakeBank { stake: Money::dollars(500) }, now).unwrap();
    let wager = Wager { base: Money::dollars(50), ..Wager::default() };
    say(table, By::Patron(2), &Command::PutWager { spot: Seat::new(2), wager }, now).unwrap();
}

#[test]
fn nobody_of_the_staff_decides_where_they_play() {
    let spec = Spec { is_practice: true, ..Spec::of("mortimers/no-bust-6") };
    let (mut table, _) = Table::open(&Shelf::filed(), 1, spec).unwrap();
    let now = Time(0);
    wagered(&mut table, now);
    for person in 2..=3 {
        say(&mut table, By::Patron(person), &Command::Ready, now).unwrap();
    }
    assert_eq!(table.phase(), Phase::Playing);
    let void = Command::Report { report: Report::Void { spot: Some(Seat::new(2)), fees_returned: true } };
    let stand = Command::For { person: 2, command: Box::new(Command::Leave) };
    let rule = Command::Rule { words: "The hand stands.".to_owned(), clause: String::new(), dispute: None };
    let relatives = Command::Relatives { one: 2, other: 3, may_play: true };
    let company = Command::Company { person: 3, company: Some("Acme".to_owned()) };
    for command in [&void, &stand, &rule, &relatives, &company] {
        for by in [By::Floor(1), By::Floor(2), By::Floor(3)] {
            let refusal = say(&mut table, by, command, now).unwrap_err();
            assert_eq!(
                refusal.what,
                "you play at this table: somebody else of the staff decides here, or you leave it first",
                "{command:?}"
            );
        }
    }
    assert!(say(&mut table, By::Dealer(2), &stand, now).is_err(), "nor as the dealer");
    say(&mut table, By::Floor(2), &Command::Pause, now).expect("whoever stops a table decides about nobody");
    for command in [&stand, &rule, &void] {
        say(&mut table, By::Floor(9), command, now).expect("somebody else decides");
    }
}

#[test]
fn closing_time_comes_by_the_tables_own_clock_also_where_a_human_deals() {
    const HOUR: i64 = 3_600_000;
    for dealer in [Dealer::Shuffler, Dealer::Entered] {
        let spec = Spec { dealer, schedule: Some("5-200".to_owned()), ..Spec::of("players-club/no-bust-5") };
        let (mut table, _) = Table::open(&Shelf::filed(), 1, spec).unwrap();
        // The second day of 1970 in California, at 1:50 in the night.
        let closes = Time((24 + 8 + 2) * HOUR);
        let now = Time(closes.0 - HOUR / 6);
        say(&mut table, By::Clock, &Command::Zone { minutes: -480 }, now).unwrap();
        assert_eq!(
            table.deadline(),
            Some(Time(closes.0 - HOUR / 4)),
            "an empty table closes too, and says so"
        );
        let told = say(&mut table, By::Clock, &Command::Tick, now).unwrap();
        assert!(
            matches!(told[..], [Told { event: Event::ClosingSoon { at, .. }, .. }] if at == closes),
            "{told:?}"
        );
        assert_eq!(table.deadline(), Some(closes));
        wagered(&mut table, if dealer == Dealer::Entered { now } else { Time(closes.0 - 1) });
        assert_eq!(table.deadline(), Some(closes), "{dealer:?}");
        let told = say(&mut table, By::Clock, &Command::Tick, closes).unwrap();
        let opens = Time(closes.0 + 8 * HOUR);
        let is_over = |told: &Told| matches!(told.event, Event::HoursOver { until, .. } if until == opens);
        assert!(told.iter().any(is_over), "{told:?}");
        let view = table.view(Watcher::Person(2));
        assert_eq!((view.phase, view.bank, view.wagers.len()), (Phase::Idle, None, 0));
        let offered = |what: May| view.may.iter().any(|may| may.what == what);
        assert!(!offered(May::PutWager) && !offered(May::Ready), "{:?}", view.may);
        assert_eq!(table.deadline(), Some(opens), "then it opens again");
    }
}

#[test]
fn the_hour_that_comes_twice_in_autumn_closes_no_table_early() {
    const HOUR: i64 = 3_600_000;
    let spec = Spec {
        dealer: Dealer::Entered,
        schedule: Some("5-200".to_owned()),
        ..Spec::of("players-club/no-bust-5")
    };
    let (mut table, _) = Table::open(&Shelf::filed(), 1, spec).unwrap();
    // Two in the night by summer time, when it is one again.
    let back = Time((24 + 7 + 2) * HOUR);
    let before = Time(back.0 - HOUR / 6);
    say(&mut table, By::Clock, &Command::Zone { minutes: -420 }, before).unwrap();
    wagered(&mut table, before);
    assert_eq!(table.deadline(), Some(back));
    let told = say(&mut table, By::Clock, &Command::Zone { minutes: -480 }, back).unwrap();
    assert!(matches!(told[..], [Told { event: Event::ZoneSet { minutes: -480 }, .. }]), "{told:?}");
    let view = table.view(Watcher::Rail);
    assert_eq!((view.phase, view.wagers.len()), (Phase::Wagers, 1), "the wager lies");
    let warned = Time(back.0 + HOUR - HOUR / 4);
    assert_eq!(table.deadline(), Some(warned), "an hour later it is two in the night");
}

#[test]
fn a_closed_table_has_no_bank() {
    let spec = Spec { is_practice: true, ..Spec::of("mortimers/no-bust-6") };
    let (mut table, _) = Table::open(&Shelf::filed(), 1, spec).unwrap();
    wagered(&mut table, Time(0));
    say(&mut table, By::Floor(9), &Command::Close, Time(0)).unwrap();
    let view = table.view(Watcher::Rail);
    assert_eq!((view.phase, view.bank, view.wagers.len()), (Phase::Closed, None, 0));
    assert_eq!((view.banker, view.stake), (None, Money::ZERO));
}

#[test]
fn what_is_asked_for_when_a_table_opens_can_be_had() {
    let shelf = Shelf::filed();
    let open = |spec: Spec| Table::open(&shelf, 1, spec).unwrap().0;
    let spec = Spec { schedule: Some("10".to_owned()), ..Spec::of("marina/holdem") };
    let least = open(spec.clone()).view(Watcher::Rail).buy_in_least.in_cents();
    open(Spec { buy_in_most: Some(least), ..spec.clone() }).check_asked().unwrap();
    let refused = open(Spec { buy_in_most: Some(least - 1), ..spec }).check_asked().unwrap_err();
    assert!(refused.to_string().starts_with("the largest buy-in is below the least"), "{refused}");

    let limit = Some((600, 1_200));
    let spec = Spec { schedule: Some("3".to_owned()), limit, ..Spec::of("pinnacle/holdem") };
    open(Spec { blinds: Some((300, 600)), ..spec.clone() }).check_asked().unwrap();
    for blinds in [(9_900, 100), (100_000, 200_000), (0, 0), (300, 601)] {
        let table = open(Spec { blinds: Some(blinds), ..spec.clone() });
        let refused = table.check_asked().unwrap_err();
        assert!(matches!(refused, OpenFault::Stakes(_)), "{refused:?}");
        assert!(refused.to_string().contains("$3 and $6"), "{refused}");
        // One from before tells what it plays with.
        assert_eq!(table.view(Watcher::Rail).stakes.blinds, Some((300, 600)));
    }
}

/// A practice table of a book at which a round with wagers of 2 and 3 is on.
fn on(book: &str) -> Table {
    let shelf = Shelf::filed();
    let (mut table, _) = Table::open(&shelf, 1, Spec::practice(&shelf, book).unwrap()).unwrap();
    let now = Time(0);
    wagered(&mut table, now);
    let wager = Wager { base: Money::dollars(50), ..Wager::default() };
    say(&mut table, By::Patron(3), &Command::PutWager { spot: Seat::new(3), wager }, now).unwrap();
    for person in 2..=3 {
        say(&mut table, By::Patron(person), &Command::Ready, now).unwrap();
    }
    assert_eq!(table.phase(), Phase::Playing, "{book}");
    table
}

/// Reports something as the floor, as soon as it fits; the clock chooses until then.
fn report(table: &mut Table, report: Report) -> Result<Vec<Told>, Refusal> {
    let report = Command::Report { report };
    for _ in 0..20 {
        match say(table, By::Floor(9), &report, Time(0)) {
            Err(refusal) if refusal.what == "that is not offered now" => {
                let due = table.deadline().expect("somebody is asked");
                say(table, By::Clock, &Command::Tick, due).unwrap();
            }
            done => return done,
        }
    }
    panic!("{report:?} never fits");
}

#[test]
fn a_hand_is_foul_once() {
    let seat = Seat::new(2);
    for book in ["marina/double-hand", "mortimers/double-hand"] {
        let mut table = on(book);
        report(&mut table, Report::DoubleHand(double_hand::Report::Cheating(seat))).unwrap();
        let again = Report::DoubleHand(double_hand::Report::Cheating(seat));
        let refused = report(&mut table, again).unwrap_err();
        assert_eq!(refused.what, "that hand is foul already", "{book}");
    }
}

#[test]
fn the_banker_s_fee_goes_back_with_the_last_hand() {
    let shelf = Shelf::filed();
    let spec = Spec { schedule: Some("2".to_owned()), ..Spec::of("mortimers/no-bust-6") };
    for is_returned in [true, false] {
        let (mut table, _) = Table::open(&shelf, 1, spec.clone()).unwrap();
        wagered(&mut table, Time(0));
        let wager = Wager { base: Money::dollars(50), ..Wager::default() };
        let put = Command::PutWager { spot: Seat::new(3), wager };
        say(&mut table, By::Patron(3), &put, Time(0)).unwrap();
        for person in 2..=3 {
            say(&mut table, By::Patron(person), &Command::Ready, Time(0)).unwrap();
        }
        for (spot, fees_returned) in [(2, true), (3, is_returned)] {
            let report = Report::Void { spot: Some(Seat::new(spot)), fees_returned };
            say(&mut table, By::Floor(9), &Command::Report { report }, Time(0)).unwrap();
        }
        assert_ne!(table.phase(), Phase::Playing, "no hand is left");
        let has = |person: u32| table.people().iter().find(|one| one.person == person).unwrap().stack;
        assert_eq!(has(2), Money::dollars(1_000));
        assert_eq!(has(1) == Money::dollars(1_000), is_returned, "the banker has {}", has(1));
        assert_eq!(has(3) == Money::dollars(1_000), is_returned, "the last player has {}", has(3));
    }
}
