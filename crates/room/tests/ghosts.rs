//! Somebody who is gone does not slow a table: after two clocks they are away, and nobody waits for them again.

mod hall;

use books::Shelf;
use games::Seat;
use hall::Hall;
use room::{Command, Event, PersonId, Phase, Spec, Watcher, bots};

const GHOST: PersonId = 1;
const BOTS: u8 = 3;

/// Lets the bots do what they will; gives whether the table had to wait for a clock that was the ghost's.
fn waits_for_ghost(hall: &mut Hall, gone: bool) -> bool {
    let people: Vec<PersonId> = hall.table.people().iter().map(|one| one.person).collect();
    for person in people {
        if gone && person == GHOST {
            continue;
        }
        let view = hall.table.view(Watcher::Person(person));
        if let Some(command) = bots::command(&view, person, &hall.table.book().rules, &mut hall.draws) {
            hall.tell(person, &command);
            return false;
        }
    }
    let is_away = hall.table.people().iter().any(|one| one.person == GHOST && one.out_since.is_some());
    let asked = hall.table.view(Watcher::Rail).bank_asked;
    assert!(!is_away || asked != Some(GHOST), "{}: who is away is offered the bank", hall.table.spec().book);
    let is_waiting = matches!(hall.table.phase(), Phase::Offering | Phase::Wagers | Phase::Playing);
    assert!(!is_waiting || hall.table.asks(GHOST), "{}: somebody else is waited for", hall.table.spec().book);
    assert!(!is_waiting || !is_away, "{}: who is away is waited for", hall.table.spec().book);
    hall.wait();
    is_waiting
}

/// Plays some rounds; gives how many clocks ran out for the ghost.
fn clocks(hall: &mut Hall, rounds: u64, gone: bool) -> u32 {
    let mut clocks = 0;
    let first = hall.table.rounds();
    for _ in 0..40_000 {
        if hall.table.rounds() - first >= rounds {
            return clocks;
        }
        clocks += u32::from(waits_for_ghost(hall, gone));
    }
    panic!("{}: the table stalls", hall.table.spec().book);
}

#[test]
fn a_ghost_is_waited_for_twice_at_any_book() {
    let shelf = Shelf::filed();
    let books: Vec<String> = shelf.ids().map(|id| id.to_string()).collect();
    assert_eq!(books.len(), 25);
    for book in books {
        let spec = Spec::practice(&shelf, &book).unwrap_or_else(|fault| panic!("{book}: {fault}"));
        let mut hall = Hall::new(&shelf, spec, BOTS);
        let view = hall.table.view(Watcher::Rail);
        let buy_in = hall.table.people()[0].stack.max(view.buy_in_least);
        hall.tell(GHOST, &Command::Sit { seat: Seat::new(BOTS + 1), buy_in });
        // A round or two in which the ghost is still there, then it is gone in the middle of the game.
        clocks(&mut hall, 2, false);
        let waited = clocks(&mut hall, 10, true);
        assert!(waited <= 2, "{book}: {waited} clocks ran out for somebody who is gone");
        let ghost = |hall: &Hall| hall.table.people().iter().find(|one| one.person == GHOST).cloned();
        assert!(ghost(&hall).is_some_and(|one| one.out_since.is_some()), "{book}: is shown as away");
        let told = hall.tell(GHOST, &Command::SitIn);
        assert!(told.iter().any(|one| matches!(one.event, Event::SatIn { person: GHOST })), "{book}");
        assert!(ghost(&hall).is_some_and(|one| one.out_since.is_none()), "{book}: is back by a press");
    }
}
