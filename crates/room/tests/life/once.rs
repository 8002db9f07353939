//! What happens once: a void, the fees that go back with it, a call to a seat, and a clock that runs out.

use books::{Money, Shelf};
use games::Seat;
use games::round::Report;
use room::{By, Command, Dealer, Event, Phase, Spec, Wager, Watcher};

use super::table::Life;

pub(super) const FLOOR: By = By::Floor(90);
pub(super) const DEALER: By = By::Dealer(91);

/// A practice table with so many people in the first seats, each with $2,000.
fn seated(shelf: &Shelf, book: &str, people: u32) -> Life {
    seated_at(shelf, Spec::practice(shelf, book).unwrap(), people)
}

/// A table with so many people in the first seats, each with $2,000.
pub(super) fn seated_at(shelf: &Shelf, spec: Spec, people: u32) -> Life {
    let mut life = Life::new(shelf, spec, 1);
    for person in 1..=people {
        let seat = Seat::new(person as u8);
        assert!(life.attempt(By::Patron(person), &Command::Sit { seat, buy_in: Money::dollars(2_000) }));
    }
    life
}

/// Person 1 banks, the others wager $20 each, and the round begins.
pub(super) fn playing(life: &mut Life, people: u32) {
    let stake = Money::dollars(1_000);
    while !life.attempt(By::Patron(1), &Command::TakeBank { stake }) {
        let asked = life.table.view(Watcher::Rail).bank_offered.map_or(1, |seat| u32::from(seat.number()));
        assert!(life.attempt(By::Patron(asked), &Command::PassBank));
    }
    let wager = Wager { base: Money::dollars(20), ..Wager::default() };
    for person in 2..=people {
        let spot = Seat::new(person as u8);
        assert!(life.attempt(By::Patron(person), &Command::PutWager { spot, wager }));
        assert!(life.attempt(By::Patron(person), &Command::Ready));
    }
    if life.table.spec().dealer == Dealer::Entered {
        assert!(life.attempt(DEALER, &Command::Start));
    }
    assert_eq!(life.table.phase(), Phase::Playing);
}

fn stack(life: &Life, person: u32) -> Money {
    life.table.people().iter().find(|one| one.person == person).unwrap().stack
}

#[test]
fn a_void_happens_once_and_its_fees_go_back_once() {
    let shelf = Shelf::filed();
    let void = |spot: Option<u8>, fees_returned| {
        let spot = spot.map(Seat::new);
        Command::Report { report: Report::Void { spot, fees_returned } }
    };
    let mut life = seated(&shelf, "mortimers/no-bust-6", 4);
    playing(&mut life, 4);
    assert!(!life.attempt(DEALER, &void(Some(3), true)), "the floor voids, not the dealer");
    assert!(life.attempt(FLOOR, &void(Some(3), true)));
    assert_eq!(stack(&life, 3), Money::dollars(2_000), "the wager and the fee are back");
    assert!(!life.attempt(FLOOR, &void(Some(3), true)), "the hand is void already");
    assert!(!life.attempt(FLOOR, &void(Some(3), false)));
    // Its fees stay with the house when the floor says so, also when the rest is voided later.
    assert!(life.attempt(FLOOR, &void(Some(4), false)));
    let kept = stack(&life, 4);
    assert!(life.attempt(FLOOR, &void(None, true)));
    for (person, has) in [(1, Money::dollars(2_000)), (2, Money::dollars(2_000)), (4, kept)] {
        assert_eq!(stack(&life, person), has, "person {person}");
    }
    assert_eq!(stack(&life, 3), Money::dollars(2_000));
    assert!(!life.attempt(FLOOR, &void(None, true)), "the round is over");
}

/// Seven sit at a table of Marina's, an eighth is on the list, one leaves, and the eighth is called.
fn called() -> Life {
    let shelf = Shelf::filed();
    let mut life = seated(&shelf, "marina/double-hand", 7);
    assert!(life.attempt(By::Patron(8), &Command::Join));
    assert!(life.attempt(By::Patron(7), &Command::Leave));
    assert!(life.has_told(|event| matches!(event, Event::SeatOffered { person: 8, .. })));
    life
}

fn is_listed(life: &Life) -> bool {
    life.table.view(Watcher::Rail).waiting.iter().any(|waiting| waiting.person == 8)
}

#[test]
fn a_call_to_a_seat_runs_out_during_a_round() {
    let mut life = called();
    playing(&mut life, 6);
    life.now = life.now.after_ms(60_000);
    for _ in 0..3 {
        life.tick();
    }
    assert!(!is_listed(&life), "the call has run out");
    assert!(life.table.deadline().is_none_or(|due| due > life.now));
}

#[test]
fn a_call_to_a_seat_runs_out_while_the_table_is_stopped() {
    let mut life = called();
    assert!(life.attempt(FLOOR, &Command::Pause));
    assert_eq!(life.table.phase(), Phase::Paused);
    life.now = life.now.after_ms(60_000);
    life.tick();
    assert!(!is_listed(&life), "the call has run out");
    assert_eq!(life.table.deadline(), None, "nothing is due at a table that is stopped");
}

#[test]
fn a_wager_clock_that_runs_out_is_in_the_log() {
    let shelf = Shelf::filed();
    let mut life = seated(&shelf, "mortimers/no-bust-6", 3);
    assert!(life.attempt(By::Patron(1), &Command::TakeBank { stake: Money::dollars(500) }));
    assert!(life.attempt(By::Patron(2), &Command::Ready));
    life.now = life.table.deadline().unwrap();
    life.tick();
    assert!(life.has_told(|event| matches!(event, Event::TimeUp { phase: Phase::Wagers })));
    assert_eq!(life.table.deadline(), None, "a clock without a wager has nothing to wait for");
    assert!(life.attempt(By::Patron(2), &Command::Ready), "everybody is asked again");
    life.replay_all(&shelf);
    // The first wager starts the clock again, and the clock starts the round.
    let wager = Wager { base: Money::dollars(20), ..Wager::default() };
    assert!(life.attempt(By::Patron(3), &Command::PutWager { spot: Seat::new(3), wager }));
    life.now = life.table.deadline().unwrap();
    life.tick();
    assert_eq!(life.table.phase(), Phase::Playing);
}
