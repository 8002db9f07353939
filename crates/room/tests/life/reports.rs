//! Who may report what, for every report of every family: what decides about somebody is the floor's alone, and what
//! can only be true of real cards and chips is refused where the shuffler deals.

use books::{Money, Shelf};
use cards::Card;
use games::poker::{Choice, DeadHand, Irregularity};
use games::round::Report;
use games::{Party, Seat, blackjack, double_hand, pan, three_card};
use room::{By, Command, Dealer, Input, Phase, Spec, System};

use super::once::{DEALER, FLOOR, playing, seated_at};
use super::table::Life;

/// Whose word a report is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Whose {
    /// The floor's alone.
    Floor,
    /// The dealer's as well.
    Dealer,
    /// The dealer's as long as nothing falls on anybody by it.
    Depends,
}

/// Whose a report is, and whether it can be true where the shuffler deals.
fn filed(report: &Report) -> (Whose, bool) {
    use Whose::{Dealer, Depends, Floor};
    match report {
        Report::Void { .. } => (Floor, true),
        Report::Blackjack(report) => match report {
            blackjack::Report::HoleExposed { .. } | blackjack::Report::DrawnPast { .. } => (Floor, false),
        },
        Report::DoubleHand(report) => {
            use double_hand::Report as R;
            match report {
                R::Cheating(_) => (Floor, true),
                R::IdenticalCards
                | R::IdenticalCardsRefunded
                | R::BankFoul
                | R::Contact(_)
                | R::ShortWager { .. }
                | R::LosingWagerRemoved(_)
                | R::WinningWagerRemoved(_)
                | R::HouseWayError { .. }
                | R::Misread { .. } => (Floor, false),
                R::WrongCount(_) => (Depends, false),
                R::Exposed(_)
                | R::Boxed(_)
                | R::ExposedIn { .. }
                | R::BoxedIn { .. }
                | R::Left(_)
                | R::OutOfOrder(_)
                | R::BankSeen => (Dealer, false),
            }
        }
        Report::ThreeCard(report) => {
            use three_card::Report as R;
            match report {
                R::WrongStack(_) | R::WrongBankStack => (Depends, false),
                R::BadDeck => (Depends, true),
            }
        }
        Report::Poker(report) => {
            use Irregularity as I;
            match report {
                I::Dead { why, .. } => (Floor, *why == DeadHand::Floor),
                I::FouledDeck
                | I::MiscallRuled { .. }
                | I::OutOfTurn { .. }
                | I::ThrownByMistake { .. }
                | I::SubstantialAction { .. }
                | I::ShownToOne { .. } => (Floor, false),
                I::JokerInHand { .. } | I::ExtraCard { .. } | I::MissingCard { .. } => (Depends, false),
                I::FirstCardExposed
                | I::Exposed { .. }
                | I::ExposedByHolder { .. }
                | I::ExposedOnDraw { .. }
                | I::ExtraCardsOff(_)
                | I::Boxed(_)
                | I::BoxedTogether(_)
                | I::JokerNext
                | I::EarlyFlop
                | I::LargeFlop(_)
                | I::EarlyTurn(_)
                | I::EarlyRiver(_)
                | I::NotPosted { .. }
                | I::PostMade { .. }
                | I::Miscalled { .. } => (Dealer, false),
            }
        }
        Report::Pan(report) => {
            use pan::Report as R;
            match report {
                R::WrongCount(_) => (Depends, false),
                R::DrawnOutOfTurn { .. } => (Dealer, false),
                R::FoulMeld(_) | R::CardKept(_) => (Floor, false),
                R::Void => (Floor, true),
            }
        }
    }
}

fn of_double_hand(seat: Seat, card: Card) -> Vec<Report> {
    use double_hand::Report as R;
    let (who, amount) = (Party(0), Money::dollars(1));
    let all = [
        R::Exposed(card),
        R::Boxed(card),
        R::ExposedIn { card, pile: 1 },
        R::BoxedIn { card, pile: 1 },
        R::Left(3),
        R::IdenticalCards,
        R::IdenticalCardsRefunded,
        R::WrongCount(seat),
        R::OutOfOrder(seat),
        R::BankSeen,
        R::BankFoul,
        R::Contact(seat),
        R::Cheating(seat),
        R::ShortWager { who, amount },
        R::LosingWagerRemoved(who),
        R::WinningWagerRemoved(who),
        R::HouseWayError { seat, recovered: true },
        R::Misread { seat, recovered: true },
    ];
    all.map(Report::DoubleHand).to_vec()
}

fn of_poker(seat: Seat, card: Card) -> Vec<Report> {
    use Irregularity as I;
    let others = [
        I::FirstCardExposed,
        I::Exposed { seat, card: 0 },
        I::ExposedByHolder { seat, card: 0 },
        I::ExposedOnDraw { seat, card: 0 },
        I::ExtraCardsOff(2),
        I::Boxed(card),
        I::BoxedTogether(5),
        I::JokerNext,
        I::JokerInHand { seat, card: 0 },
        I::ExtraCard { seat, card: None },
        I::MissingCard { seat },
        I::EarlyFlop,
        I::LargeFlop(card),
        I::EarlyTurn(card),
        I::EarlyRiver(card),
        I::OutOfTurn { seat, choice: Choice::Check },
        I::ThrownByMistake { seat, card: 0 },
        I::SubstantialAction { seat },
        I::NotPosted { seat },
        I::PostMade { seat },
        I::FouledDeck,
        I::ShownToOne { seat },
        I::Miscalled { seat },
        I::MiscallRuled { seat, forfeits: true },
    ];
    let dead = DeadHand::ALL.map(|why| I::Dead { seat, why });
    others.into_iter().chain(dead).map(Report::Poker).collect()
}

/// Every report that a table of a book knows.
fn reports(book: &str) -> Vec<Report> {
    let (seat, card) = (Seat::new(2), "9h".parse().unwrap());
    let void = |spot| Report::Void { spot, fees_returned: true };
    match book.split_once('/').map_or("", |(_, game)| game) {
        "no-bust-6" | "no-bust-4-01" => vec![
            void(None),
            void(Some(seat)),
            Report::Blackjack(blackjack::Report::HoleExposed { card: None }),
            Report::Blackjack(blackjack::Report::DrawnPast { spot: seat, card }),
        ],
        "double-hand" => of_double_hand(seat, card),
        "three-card-6-card-bonus" => {
            use three_card::Report as R;
            [R::WrongStack(seat), R::WrongBankStack, R::BadDeck].map(Report::ThreeCard).to_vec()
        }
        "pan" => {
            use pan::Report as R;
            let drawn = R::DrawnOutOfTurn { card: Some(card) };
            let all = [R::WrongCount(seat), R::FoulMeld(seat), R::CardKept(seat), drawn, R::Void];
            all.map(Report::Pan).to_vec()
        }
        _ => of_poker(seat, card).into_iter().chain([void(None)]).collect(),
    }
}

const BOOKS: [&str; 8] = [
    "mortimers/no-bust-6",
    "ven-a-mexico/no-bust-4-01",
    "mortimers/double-hand",
    "marina/double-hand",
    "pinnacle/three-card-6-card-bonus",
    "marina/holdem",
    "marina/lowball",
    "players-club/pan",
];

/// A round is on, with its first cards on the table.
fn at_play(shelf: &Shelf, book: &str, dealer: Dealer) -> Life {
    let spec = Spec { dealer, plays_alone: true, ..Spec::practice(shelf, book).unwrap() };
    let mut life = seated_at(shelf, spec, 4);
    if life.table.phase() != Phase::Playing {
        match life.table.view(room::Watcher::Rail).bank_offered {
            Some(_) => playing(&mut life, 4),
            None => assert!(life.attempt(DEALER, &Command::Start), "{book}"),
        }
    }
    if dealer == Dealer::Entered {
        life.attempt(DEALER, &Command::DealUnseen);
    }
    assert_eq!(life.table.phase(), Phase::Playing, "{book}");
    life
}

/// What somebody is told who gives a command; nothing where it is done.
fn refusal(life: &Life, by: By, command: &Command) -> Option<String> {
    let mut seeds = || [9; 32];
    let wallet = Money::dollars(10_000);
    let mut input = Input { now: life.now, seeds: &mut seeds, name: "", wallet, is_bot: false };
    life.table.after(by, command, &mut input).err().map(|refusal| refusal.what)
}

#[test]
fn what_decides_about_somebody_is_the_floors_alone() {
    let shelf = Shelf::filed();
    let floors = Some(System::FloorDecides.to_string());
    for book in BOOKS {
        let life = at_play(&shelf, book, Dealer::Entered);
        for report in reports(book) {
            let by_dealer = refusal(&life, DEALER, &Command::Report { report });
            match filed(&report).0 {
                Whose::Floor => assert_eq!(by_dealer, floors, "{book}: {report:?} by the dealer"),
                Whose::Dealer => assert_ne!(by_dealer, floors, "{book}: {report:?} by the dealer"),
                Whose::Depends => {}
            }
            let by_floor = refusal(&life, FLOOR, &Command::Report { report });
            let others = [floors.clone(), Some(System::DealtByShuffler.to_string())];
            assert!(!others.contains(&by_floor), "{book}: {report:?} by the floor: {by_floor:?}");
        }
    }
}

/// What is told before a report is made is what then happens, and it is refused as the report would be.
#[test]
fn what_is_told_ahead_is_what_happens() {
    let shelf = Shelf::filed();
    let mut told_ahead = 0;
    for book in BOOKS {
        let life = at_play(&shelf, book, Dealer::Entered);
        for report in reports(book) {
            let command = Command::Report { report };
            let input = |with: &mut dyn FnMut(&mut Input<'_>)| {
                let (wallet, mut seeds) = (Money::dollars(10_000), || [9; 32]);
                with(&mut Input { now: life.now, seeds: &mut seeds, name: "", wallet, is_bot: false });
            };
            let (mut ahead, mut then) = (None, None);
            input(&mut |input| ahead = Some(life.table.preview(FLOOR, &command, input)));
            input(&mut |input| then = Some(life.table.after(FLOOR, &command, input)));
            match (ahead.unwrap(), then.unwrap()) {
                (Err(ahead), Err(then)) => assert_eq!(ahead, then, "{book}: {report:?}"),
                (Ok(ahead), Ok((after, _))) => {
                    told_ahead += 1;
                    for person in life.table.people() {
                        let now = after.people().iter().find(|one| one.person == person.person);
                        let told = ahead.chips.iter().find(|one| one.person == person.person);
                        let change = told.map_or(Money::ZERO, |told| told.change);
                        assert_eq!(
                            now.map(|one| one.stack),
                            Some(person.stack + change),
                            "{book}: {report:?}"
                        );
                    }
                    let is_over =
                        after.round().is_none_or(|round| round.waits() == games::round::Waits::Over);
                    assert_eq!(ahead.is_over, is_over, "{book}: {report:?}: {}", ahead.says);
                }
                (ahead, then) => panic!("{book}: {report:?}: {ahead:?} but {:?}", then.map(|_| ())),
            }
        }
    }
    assert!(told_ahead > 25, "{told_ahead} reports were told ahead");
}

#[test]
fn what_can_only_be_true_of_real_cards_is_refused_where_the_shuffler_deals() {
    let shelf = Shelf::filed();
    let shuffler = System::DealtByShuffler.to_string();
    for book in BOOKS {
        let life = at_play(&shelf, book, Dealer::Shuffler);
        for report in reports(book) {
            let by_floor = refusal(&life, FLOOR, &Command::Report { report });
            let can_be_true = filed(&report).1;
            assert_eq!(by_floor.as_ref() != Some(&shuffler), can_be_true, "{book}: {report:?}: {by_floor:?}");
            let by_dealer = refusal(&life, DEALER, &Command::Report { report });
            let may_dealer = can_be_true && filed(&report).0 != Whose::Floor;
            assert!(by_dealer.is_some() || may_dealer, "{book}: {report:?} by the dealer");
        }
    }
}

#[test]
fn a_hand_that_is_mended_too_late_is_the_floors_to_kill() {
    let shelf = Shelf::filed();
    let mut life = at_play(&shelf, "marina/holdem", Dealer::Entered);
    let seat = Seat::new(2);
    let extra = Report::Poker(Irregularity::ExtraCard { seat, card: None });
    assert_eq!(refusal(&life, DEALER, &Command::Report { report: extra }), None);
    // Once its player has acted, the hand is dead.
    for _ in 0..4 {
        let Some((person, offers)) =
            life.table.offers_by_person().into_iter().find(|(_, all)| !all.is_empty())
        else {
            break;
        };
        let call = offers.iter().find(|one| matches!(one.choice, games::round::Choice::Poker(Choice::Call)));
        let choice = call.unwrap_or(&offers[0]).choice;
        assert!(life.attempt(By::Patron(person), &Command::Choose { who: None, choice }));
        if person == 2 {
            break;
        }
    }
    let by_dealer = refusal(&life, DEALER, &Command::Report { report: extra });
    assert_eq!(by_dealer, Some(System::FloorDecides.to_string()));
}

#[test]
fn a_misdeal_is_the_dealers_however_often() {
    let shelf = Shelf::filed();
    let mut life = at_play(&shelf, "mortimers/double-hand", Dealer::Entered);
    for _ in 0..3 {
        let report = Report::DoubleHand(double_hand::Report::Left(3));
        assert!(life.attempt(DEALER, &Command::Report { report }));
        assert_eq!(life.table.phase(), Phase::Playing);
        assert!(life.attempt(DEALER, &Command::DealUnseen));
    }
}

#[test]
fn nobody_acts_for_another_where_the_shuffler_deals() {
    let shelf = Shelf::filed();
    let own = System::ForThemselves.to_string();
    let on_behalf = |command: Command| Command::For { person: 2, command: Box::new(command) };
    for book in BOOKS {
        let life = at_play(&shelf, book, Dealer::Shuffler);
        let (person, offers) =
            life.table.offers_by_person().into_iter().find(|(_, all)| !all.is_empty()).unwrap_or_default();
        let mut acts = vec![
            on_behalf(Command::Ready),
            on_behalf(Command::AddChips { amount: Money::dollars(100) }),
            on_behalf(Command::PassBank),
            on_behalf(Command::SitIn),
        ];
        acts.extend(offers.first().map(|offer| {
            let choice = Command::Choose { who: Some(offer.who), choice: offer.choice };
            Command::For { person, command: Box::new(choice) }
        }));
        for by in [DEALER, FLOOR] {
            for act in &acts {
                assert_eq!(refusal(&life, by, act).as_ref(), Some(&own), "{book}: {act:?}");
            }
            for takes_out in [Command::SitOut, Command::Leave] {
                assert_eq!(refusal(&life, by, &on_behalf(takes_out)), None, "{book}");
            }
        }
        // With real cards the dealer speaks for those who have no device.
        let life = at_play(&shelf, book, Dealer::Entered);
        assert_ne!(refusal(&life, DEALER, &on_behalf(Command::SitIn)).as_ref(), Some(&own), "{book}");
    }
}
