//! The rules of lists by themselves.

use super::*;

const MINUTE: i64 = 60_000;

/// Takes entries that must be possible; gives the number of the next.
fn take(book: &mut ListBook, number: u64, at_ms: i64, said: ListSaid) {
    assert_eq!(book.refusal(&said, number, at_ms), None, "{said:?}");
    book.take(&HouseEntry::List(said), at_ms);
}

fn joined(place: u64, wants: Want, person: u32) -> ListSaid {
    ListSaid::Joined { place, wants, person: Some(person), shown: format!("P {person}"), by: person }
}

fn held(
    hold: u64,
    why: HoldWhy,
    table: TableId,
    seat: u8,
    place: Option<u64>,
    person: u32,
    until_ms: i64,
) -> ListSaid {
    let (shown, person) = (format!("P {person}"), Some(person));
    ListSaid::Held { hold, why, table, seat, place, person, shown, until_ms, by: Some(1) }
}

fn opened() -> ListBook {
    let mut book = ListBook::default();
    let (book_id, game) = ("marina/holdem".to_owned(), "Hold'em".to_owned());
    take(
        &mut book,
        1,
        0,
        ListSaid::Opened { number: 1, book: book_id, game, stakes: "$4-$8".to_owned(), by: 1 },
    );
    for (number, table) in [(2, 5), (3, 6)] {
        take(&mut book, number, 0, ListSaid::TableSet { table, number: Some(1), feeds: None, by: 1 });
    }
    for (number, person) in [(10, 70), (11, 71), (12, 72)] {
        take(&mut book, number, 0, joined(number, Want::Game { list: 1 }, person));
    }
    book
}

fn order(book: &ListBook) -> Vec<u64> {
    book.places.iter().map(|one| one.place).collect()
}

#[test]
fn people_are_called_in_order_and_nobody_twice() {
    let mut book = opened();
    let late = held(20, HoldWhy::Called, 5, 1, Some(11), 71, 5 * MINUTE);
    assert_eq!(book.refusal(&late, 20, 0).as_deref(), Some("others come first"));
    take(&mut book, 20, 0, held(20, HoldWhy::Called, 5, 1, Some(10), 70, 5 * MINUTE));
    assert_eq!(book.next(Want::Game { list: 1 }).unwrap().place, 11);
    for wrong in [
        held(21, HoldWhy::Called, 5, 1, Some(11), 71, 5 * MINUTE),
        held(21, HoldWhy::Called, 5, 2, Some(10), 70, 5 * MINUTE),
        held(21, HoldWhy::Called, 7, 2, Some(11), 71, 5 * MINUTE),
        held(21, HoldWhy::Called, 5, 2, Some(11), 72, 5 * MINUTE),
        held(21, HoldWhy::Called, 5, 2, None, 71, 5 * MINUTE),
        held(21, HoldWhy::Called, 5, 2, Some(11), 71, 61 * MINUTE),
        held(21, HoldWhy::Called, 5, 2, Some(11), 71, 0),
        held(22, HoldWhy::Called, 5, 2, Some(11), 71, 5 * MINUTE),
        joined(21, Want::Game { list: 1 }, 71),
        joined(21, Want::Game { list: 2 }, 71),
    ] {
        assert!(book.refusal(&wrong, 21, 0).is_some(), "{wrong:?}");
    }
    take(&mut book, 21, 0, held(21, HoldWhy::Called, 6, 1, Some(11), 71, 5 * MINUTE));
    take(&mut book, 22, 0, ListSaid::HoldEnded { hold: 20, end: HoldEnd::Taken, by: None });
    assert_eq!(order(&book), [11, 12]);
}

#[test]
fn whoever_misses_a_call_stays_behind_the_next_and_is_off_after_the_second() {
    let mut book = opened();
    let ran_out = |hold| ListSaid::HoldEnded { hold, end: HoldEnd::RanOut, by: None };
    take(&mut book, 20, 0, held(20, HoldWhy::Called, 5, 1, Some(10), 70, 5 * MINUTE));
    assert!(book.refusal(&ran_out(20), 21, 5 * MINUTE - 1).is_some(), "there is time yet");
    take(&mut book, 21, 5 * MINUTE, ran_out(20));
    assert_eq!(order(&book), [11, 10, 12]);
    // Given back by the floor, it counts for nothing.
    take(&mut book, 22, 0, held(22, HoldWhy::Called, 5, 1, Some(11), 71, 5 * MINUTE));
    take(&mut book, 23, 0, ListSaid::HoldEnded { hold: 22, end: HoldEnd::Released, by: Some(1) });
    assert_eq!((order(&book), book.place(11).unwrap().misses), (vec![11, 10, 12], 0));
    take(&mut book, 24, 0, ListSaid::Left { place: 11, by: 71 });
    take(&mut book, 25, 0, held(25, HoldWhy::Called, 5, 1, Some(10), 70, 5 * MINUTE));
    take(&mut book, 26, 9 * MINUTE, ran_out(25));
    assert_eq!(order(&book), [12]);
}

#[test]
fn a_must_move_game_feeds_a_main_game_of_its_list_and_never_runs_out() {
    let mut book = opened();
    let set = |table, number, feeds| ListSaid::TableSet { table, number, feeds, by: 1 };
    for wrong in
        [set(6, Some(1), Some(6)), set(6, Some(1), Some(9)), set(6, Some(2), None), set(6, None, Some(5))]
    {
        assert!(book.refusal(&wrong, 20, 0).is_some(), "{wrong:?}");
    }
    take(&mut book, 20, 0, set(6, Some(1), Some(5)));
    assert!(book.refusal(&set(5, Some(1), Some(6)), 21, 0).is_some(), "a main game feeds none");
    assert_eq!(book.feeders(5).collect::<Vec<_>>(), [6]);
    take(&mut book, 21, 0, held(21, HoldWhy::MustMove, 5, 3, None, 80, 5 * MINUTE));
    let over = ListSaid::HoldEnded { hold: 21, end: HoldEnd::RanOut, by: None };
    assert!(book.refusal(&over, 22, 60 * MINUTE).is_some());
    book.take(&HouseEntry::TableClosed { table: 5, book: String::new() }, 0);
    assert!(book.holds.is_empty() && book.feeders(5).next().is_none());
}

#[test]
fn seats_are_changed_in_order_unless_another_seat_is_wished() {
    let mut book = opened();
    take(&mut book, 20, 0, joined(20, Want::Seat { table: 5, seat: Some(1) }, 80));
    take(&mut book, 21, 0, joined(21, Want::Seat { table: 5, seat: None }, 81));
    take(&mut book, 22, 0, joined(22, Want::Seat { table: 5, seat: None }, 82));
    let change =
        |hold, seat, place, person| held(hold, HoldWhy::SeatChange, 5, seat, Some(place), person, MINUTE);
    assert!(book.refusal(&change(23, 1, 21, 81), 23, 0).is_some(), "it is wished by who asked before");
    assert!(book.refusal(&change(23, 4, 22, 82), 23, 0).is_some());
    take(&mut book, 23, 0, change(23, 4, 21, 81));
    take(&mut book, 24, 0, change(24, 1, 20, 80));
    take(&mut book, 25, 0, ListSaid::Closed { number: 1, by: 1 });
    assert_eq!(order(&book), [20, 21, 22], "who changes seats goes on waiting when the list closes");
    assert!(book.tables.is_empty());
}
