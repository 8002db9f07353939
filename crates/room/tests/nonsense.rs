//! Programs send what no page would: seats that are not there, amounts below zero or beyond all measure, choices of
//! other games. Whatever it is, the table refuses it or does it, keeps its books, and plays on.

mod grounded;
mod hall;

use books::poker::Structure;
use books::{Money, Shelf};
use cards::Draws;
use games::poker::Which;
use games::round::Choice;
use games::{Party, Seat, blackjack, double_hand, poker, three_card};
use hall::Hall;
use room::{By, Command, OpenFault, Pace, PersonId, Spec, Table, Wager};

fn amount(draws: &mut Draws) -> Money {
    const ODD: [i64; 10] = [i64::MIN, i64::MIN + 1, -100, -1, 0, 1, 99, 500, 20_000, i64::MAX];
    Money::cents(ODD[draws.below(10) as usize])
}

fn seat(draws: &mut Draws) -> Seat {
    Seat::new([1, 4, 7, 9, 11, 200, 254, 255][draws.below(8) as usize])
}

fn choice(draws: &mut Draws) -> Choice {
    let (money, bits) = (amount(draws), draws.below(256) as u8);
    match draws.below(18) {
        0 => Choice::Blackjack(blackjack::Choice::Double(money)),
        1 => Choice::Blackjack(blackjack::Choice::Insure(money)),
        2 => Choice::Blackjack(blackjack::Choice::Follow(money)),
        3 => Choice::Blackjack(blackjack::Choice::Side(money)),
        4 => Choice::Blackjack(blackjack::Choice::Surrender(bits)),
        5 => Choice::Blackjack(blackjack::Choice::Split),
        6 => Choice::DoubleHand(double_hand::Choice::Pile(bits)),
        13 => Choice::DoubleHand(double_hand::Choice::Change(money)),
        14 => Choice::DoubleHand(double_hand::Choice::Stake(money)),
        7 => Choice::ThreeCard(three_card::Choice::Play),
        8 => Choice::Poker(poker::Choice::Discard(Which::from_bits(bits))),
        9 => Choice::Poker(poker::Choice::Draw(Which::from_bits(bits))),
        10 => Choice::Poker(poker::Choice::Muck),
        11 | 12 => Choice::Poker(poker::Choice::Raise(money)),
        _ => Choice::Poker(poker::Choice::Bet(money)),
    }
}

fn nonsense(draws: &mut Draws) -> Command {
    match draws.below(12) {
        0 | 1 => Command::Sit { seat: seat(draws), buy_in: amount(draws) },
        2 => Command::StandBehind { buy_in: amount(draws) },
        3 => Command::AddChips { amount: amount(draws) },
        4 => Command::ChangeSeat { seat: seat(draws) },
        5 => Command::TakeBank { stake: amount(draws) },
        6 => Command::ShareBank { amount: amount(draws) },
        7 => Command::TakeShare { person: draws.below(200) as PersonId },
        8 | 9 => {
            let joint = (draws.below(4) == 0).then(|| draws.below(256) as u8);
            let mut part = || if draws.below(2) == 0 { Money::ZERO } else { amount(draws) };
            let wager = Wager { base: part(), side: part(), pair_plus: part(), six_card: part(), joint };
            Command::PutWager { spot: seat(draws), wager }
        }
        _ => {
            let who = [None, Some(Party(draws.below(256) as u8))][draws.below(2) as usize];
            Command::Choose { who, choice: choice(draws) }
        }
    }
}

#[test]
fn a_table_survives_whatever_it_is_told() {
    let shelf = Shelf::filed();
    let books: Vec<String> = shelf.ids().map(|id| id.to_string()).collect();
    assert_eq!(books.len(), 25);
    for book in &books {
        let mut hall = Hall::new(&shelf, Spec::practice(&shelf, book).unwrap(), 4);
        let people: Vec<PersonId> = (101..=104).chain(900..=902).collect();
        for person in &people {
            hall.lend(*person, Money::dollars(50_000_000));
        }
        let mut refused = 0;
        for _ in 0..1_500 {
            for _ in 0..4 {
                let command = nonsense(&mut hall.draws);
                let person = people[hall.draws.below(people.len() as u32) as usize];
                if let Err(refusal) = hall.attempt(By::Patron(person), &command) {
                    grounded::assert_grounded(book, &format!("{command:?}"), &refusal);
                    refused += 1;
                }
            }
            hall.step(|_, _, _| None);
        }
        assert!(hall.table.rounds() > 20, "{book}: {} rounds", hall.table.rounds());
        assert!(refused > 3_000, "{book}: only {refused} of 6,000 were refused");
    }
}

#[test]
fn there_is_no_seat_0() {
    for command in [r#"{"do":"sit","seat":0,"buy_in":500}"#, r#"{"do":"put-wager","spot":0,"wager":{}}"#] {
        let told = serde_json::from_str::<Command>(command).unwrap_err();
        assert!(told.to_string().contains("seats count from 1"), "{told}");
    }
}

#[test]
fn a_table_is_not_opened_for_what_cannot_be() {
    let shelf = Shelf::filed();
    let spec = || Spec::practice(&shelf, "mortimers/no-bust-6").unwrap();
    let pace =
        |ms| Pace { offer_ms: ms, wager_ms: ms, turn_ms: ms, between_ms: ms, reading_ms: 0, seat_ms: ms };
    for wrong in [
        Spec { pace: pace(0), ..spec() },
        Spec { pace: pace(-1), ..spec() },
        Spec { pace: pace(i64::MAX), ..spec() },
        Spec { buy_in_least: Some(-1), ..spec() },
        Spec { buy_in_most: Some(i64::MIN), ..spec() },
        Spec { buy_in_least: Some(500), buy_in_most: Some(100), ..spec() },
        Spec { structure: Some(Structure::NoLimit), ..spec() },
        Spec { blinds: Some((100, 200)), ..spec() },
        Spec { blinds: Some((-500, i64::MAX)), ..Spec::practice(&shelf, "marina/holdem").unwrap() },
    ] {
        let told = format!("{wrong:?}");
        let fault = Table::open(&shelf, 1, wrong).map(|_| ()).unwrap_err();
        assert!(matches!(fault, OpenFault::Senseless(_)), "{told}: {fault}");
    }
    assert!(Table::open(&shelf, 1, Spec { pace: pace(100), ..spec() }).is_ok());
}
