//! Somebody behind the seats with money on several spots is told what is wrong in plain words.

use books::{Money, Shelf};
use games::Seat;
use room::{By, Command, Input, PersonId, Refusal, Spec, Table, Time, Wager};

/// Gives a person's command at a table.
fn give(table: &mut Table, person: PersonId, command: &Command) -> Result<(), Refusal> {
    let mut seeds = || [7; 32];
    let name = ["", "Ann", "Bo", "Cal", "Dan"][person as usize];
    let wallet = Money::dollars(10_000);
    let mut input = Input { now: Time(0), seeds: &mut seeds, name, wallet, is_bot: false };
    table.command(By::Patron(person), command, &mut input).map(|_| ())
}

fn wager(spot: u8, cents: i64) -> Command {
    let wager = Wager { base: Money::cents(cents), ..Wager::default() };
    Command::PutWager { spot: Seat::new(spot), wager }
}

#[test]
fn a_refusal_does_not_name_the_purse() {
    let (mut table, _) = Table::open(&Shelf::filed(), 1, Spec::of("mortimers/no-bust-6")).unwrap();
    let buy_in = Money::dollars(500);
    for person in 1..=3 {
        give(&mut table, person, &Command::Sit { seat: Seat::new(person as u8), buy_in }).unwrap();
    }
    give(&mut table, 4, &Command::StandBehind { buy_in }).unwrap();
    give(&mut table, 1, &Command::TakeBank { stake: Money::dollars(100) }).unwrap();
    give(&mut table, 2, &wager(2, 2_000)).unwrap();
    give(&mut table, 3, &wager(3, 2_000)).unwrap();
    give(&mut table, 4, &wager(2, 2_000)).unwrap();
    let refusal = give(&mut table, 4, &wager(3, 2_050)).unwrap_err();
    assert_eq!(refusal.what, "$20.50 is not a multiple of $1");
    give(&mut table, 4, &wager(3, 2_000)).unwrap();
}
