//! What a report would bring about, in the words that staff read before they confirm it.

use books::{Money, Shelf};
use cards::parse_cards;
use games::Seat;
use games::poker::{self, Irregularity};
use games::round::{Choice, Offer, Report};
use room::{By, Command, Dealer, Input, Preview, Spec, StepKind, Table, Time, Wager, Watcher};

const DEALER: By = By::Dealer(91);
const FLOOR: By = By::Floor(90);

struct Felt(Table);

impl Felt {
    /// Ann, Bea and Cal sit at seats 1, 3 and 4; Ann banks where there is a bank, and the round begins.
    fn begin(spec: Spec) -> Felt {
        let spec = Spec { dealer: Dealer::Entered, by_hand: true, ..spec };
        let (table, _) = Table::open(&Shelf::filed(), 1, spec).unwrap();
        let mut felt = Felt(table);
        for (person, seat) in [(11, 1), (12, 3), (13, 4)] {
            let (seat, buy_in) = (Seat::new(seat), Money::dollars(2_000));
            felt.tell(By::Patron(person), &Command::Sit { seat, buy_in });
        }
        if felt.0.view(Watcher::Rail).bank_offered.is_some() {
            felt.tell(By::Patron(11), &Command::TakeBank { stake: Money::dollars(500) });
            for (person, seat) in [(12, 3), (13, 4)] {
                let wager = Wager { base: Money::dollars(20), ..Wager::default() };
                felt.tell(By::Patron(person), &Command::PutWager { spot: Seat::new(seat), wager });
            }
        }
        if felt.0.view(Watcher::Rail).dealers_step.kind == StepKind::Draw {
            felt.tell(DEALER, &Command::DrawButton { cards: parse_cards("As Kd 2c").unwrap() });
        }
        felt.tell(DEALER, &Command::Start);
        felt
    }

    fn input<T>(by: By, with: impl FnOnce(&mut Input<'_>) -> T) -> T {
        let name = match by {
            By::Patron(11) => "Ann",
            By::Patron(12) => "Bea",
            _ => "Cal",
        };
        let (wallet, mut seeds) = (Money::dollars(10_000), || [9; 32]);
        with(&mut Input { now: Time(0), seeds: &mut seeds, name, wallet, is_bot: false })
    }

    fn tell(&mut self, by: By, command: &Command) {
        Felt::input(by, |input| self.0.command(by, command, input))
            .unwrap_or_else(|refusal| panic!("{command:?}: {}", refusal.what));
    }

    fn preview(&self, by: By, report: Report) -> Result<Preview, &'static str> {
        let command = Command::Report { report };
        Felt::input(by, |input| self.0.preview(by, &command, input)).map_err(|refusal| refusal.code)
    }
}

fn void(fees_returned: bool) -> Report {
    Report::Void { spot: None, fees_returned }
}

#[test]
fn a_void_says_what_goes_back_and_whether_the_house_keeps_its_fees() {
    let shelf = Shelf::filed();
    let spec =
        Spec { schedule: Some("2".to_owned()), ..Spec::practice(&shelf, "mortimers/no-bust-6").unwrap() };
    let mut felt = Felt::begin(spec);
    for card in cards::parse_cards("Ts 9s 5h 5d 6c 7c 8h").unwrap() {
        let is_due = felt.0.view(Watcher::Rail).round.is_some_and(|round| round.next_card.is_some());
        if is_due {
            felt.tell(DEALER, &Command::Card { card: Some(card) });
        }
    }
    let before = felt.0.clone();
    assert_eq!(felt.preview(DEALER, void(true)).unwrap_err(), "floor-decides");
    let kept = felt.preview(FLOOR, void(false)).unwrap();
    let back = felt.preview(FLOOR, void(true)).unwrap();
    assert!(felt.0.is_like(&before), "asking does nothing");
    assert!(kept.fees_kept.is_positive() && kept.fees_returned.is_zero());
    assert_eq!((back.fees_kept, back.fees_returned), (Money::ZERO, kept.fees_kept));
    assert_eq!((kept.returned, kept.is_over), (2, true));
    let fees = kept.fees_kept;
    let expected = format!(
        "Returns 2 wagers (Ann $500, Bea $20, Cal $20); keeps the fees of {fees}; the round is over."
    );
    assert_eq!(kept.says, expected);
    assert!(back.says.contains(&format!("gives back fees of {fees}")), "{}", back.says);
}

#[test]
fn a_poker_hand_is_void_by_the_floor_and_the_next_button_is_told() {
    let shelf = Shelf::filed();
    for book in ["players-club/holdem", "marina/holdem", "mortimers/holdem", "marina/lowball"] {
        let mut felt = Felt::begin(Spec::practice(&shelf, book).unwrap());
        felt.tell(DEALER, &Command::DealUnseen);
        let asked = felt.0.offers_by_person().into_iter().find(|(_, offers)| !offers.is_empty());
        let (person, offers) = asked.expect("somebody is asked");
        let is_call = |offer: &&Offer| matches!(offer.choice, Choice::Poker(poker::Choice::Call));
        let choice = offers.iter().find(is_call).map_or(offers[0].choice, |offer| offer.choice);
        felt.tell(By::Patron(person), &Command::Choose { who: None, choice });
        assert_eq!(felt.preview(DEALER, void(true)).unwrap_err(), "floor-decides", "{book}");
        let told = felt.preview(FLOOR, void(true)).unwrap();
        assert!(told.is_over && told.returned > 0, "{book}: {}", told.says);
        let next = told.button.and_then(|(_, next)| next).expect("a button");
        assert!(
            told.says.contains(&format!("at seat {next}")) || told.says.contains(&format!("to seat {next}"))
        );
        felt.tell(FLOOR, &Command::Report { report: void(true) });
        felt.tell(DEALER, &Command::CloseRound);
        let stacks: Money = felt.0.people().iter().map(|one| one.stack).sum();
        assert_eq!(stacks + told.fees_kept, Money::dollars(6_000), "{book}: what lay there has gone back");
        felt.tell(DEALER, &Command::Start);
        let button = felt.0.view(Watcher::Rail).round.and_then(|round| round.button);
        assert_eq!(button, Some(next), "{book}");
    }
}

#[test]
fn a_void_of_pan_says_that_fees_for_time_stay() {
    let shelf = Shelf::filed();
    let filed = Spec::practice(&shelf, "players-club/pan").unwrap();
    let spec = Spec { schedule: Some("pan-2".to_owned()), is_practice: false, ..filed.clone() };
    let mut felt = Felt::begin(spec);
    felt.tell(DEALER, &Command::DealUnseen);
    for report in [void(true), Report::Pan(games::pan::Report::Void)] {
        let told = felt.preview(FLOOR, report).unwrap();
        let amounts: Vec<String> =
            told.chips.iter().map(|one| format!("{} {}", one.name, one.change)).collect();
        let expected = format!(
            "Returns 3 wagers ({}); keeps the fees for time ($2 a seat for 30 minutes); the round is over.",
            amounts.join(", ")
        );
        assert_eq!((told.says, amounts.len()), (expected, 3));
    }
    let mut free = Felt::begin(Spec { schedule: None, ..filed });
    free.tell(DEALER, &Command::DealUnseen);
    let told = free.preview(FLOOR, void(true)).unwrap();
    assert!(!told.says.contains("fee"), "where nobody pays, nothing stays: {}", told.says);
}

#[test]
fn a_misdeal_is_told_with_its_clause_and_what_the_dealer_does_next() {
    let shelf = Shelf::filed();
    let felt = Felt::begin(Spec::practice(&shelf, "marina/holdem").unwrap());
    let told = felt.preview(DEALER, Report::Poker(Irregularity::FirstCardExposed)).unwrap();
    assert!(!told.is_over && told.says.ends_with("the round goes on."), "{}", told.says);
    assert!(told.says.contains("the button stays"), "{}", told.says);
    assert_eq!(told.next_step, felt.0.view(Watcher::Rail).next_step, "the deal begins again");
    assert!(told.lines.iter().any(|line| line.clause.is_some()), "it cites its clause");
}

#[test]
fn nothing_is_told_ahead_of_cards_that_the_shuffler_deals() {
    let shelf = Shelf::filed();
    let spec = Spec { plays_alone: true, ..Spec::practice(&shelf, "marina/holdem").unwrap() };
    let (table, _) = Table::open(&shelf, 1, spec).unwrap();
    let mut felt = Felt(table);
    for (person, seat) in [(11, 1), (12, 3), (13, 4)] {
        let (seat, buy_in) = (Seat::new(seat), Money::dollars(2_000));
        felt.tell(By::Patron(person), &Command::Sit { seat, buy_in });
    }
    for _ in 0..20 {
        if felt.0.round().is_some() {
            break;
        }
        let now = felt.0.deadline().unwrap_or(Time(0));
        let mut seeds = || [9; 32];
        let mut input = Input { now, seeds: &mut seeds, name: "", wallet: Money::ZERO, is_bot: false };
        felt.0.command(By::Clock, &Command::Tick, &mut input).unwrap();
    }
    assert!(felt.0.round().is_some());
    let dead = Irregularity::Dead { seat: Seat::new(1), why: games::poker::DeadHand::Floor };
    assert_eq!(felt.preview(FLOOR, Report::Poker(dead)).unwrap_err(), "dealt-by-shuffler");
    let told = felt.preview(FLOOR, void(true)).unwrap();
    let mut words = told.lines.iter().map(|line| line.words.as_str());
    assert!(words.all(|words| !words.contains("seed") && !words.contains("shuffle")), "{:?}", told.lines);
    assert!(told.returned > 0 && told.is_over);
}
