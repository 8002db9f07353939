//! The rules of shifts, boxes and counts, one by one.

use super::*;

fn dollars(amount: i64) -> Money {
    Money::dollars(amount)
}

fn pulled(number: u32, amount: i64) -> HouseEntry {
    let (table, kind, shift, event, for_next, by) = (3, BoxKind::Collection, 1, 9, false, 1);
    HouseEntry::BoxPulled { table, kind, number, shift, event, amount: dollars(amount), for_next, by }
}

fn counted(book: &DayBook, by: PersonId, amount: i64, note: &str) -> HouseEntry {
    let (table, number, counted, note) = (3, 1, dollars(amount), note.to_owned());
    let settled = book.settles(table, number, counted, by);
    HouseEntry::BoxCounted { table, number, counted, by, note, settled }
}

fn opened(shift: u32) -> HouseEntry {
    HouseEntry::ShiftOpened { shift, name: "Day".to_owned(), by: 1 }
}

/// Takes an entry that must be right.
fn take(book: &mut DayBook, entry: &HouseEntry) {
    assert_eq!(book.refusal(entry), None, "{entry:?}");
    book.take(entry, 0);
}

fn refused(book: &DayBook, entry: &HouseEntry, what: &str) {
    let refusal = book.refusal(entry).unwrap_or_default();
    assert!(refusal.contains(what), "{entry:?}: {refusal:?}, not {what:?}");
}

#[test]
fn one_shift_is_open_and_boxes_belong_to_it() {
    let mut book = DayBook::default();
    refused(&book, &pulled(1, 5), "open a shift");
    refused(&book, &HouseEntry::ShiftClosed { shift: 0, by: 1 }, "no shift is open");
    refused(&book, &opened(2), "number 1");
    refused(&book, &HouseEntry::ShiftOpened { shift: 1, name: " ".to_owned(), by: 1 }, "name the shift");
    take(&mut book, &opened(1));
    refused(&book, &opened(2), "close it");
    refused(&book, &pulled(2, 5), "not at table 3");
    take(&mut book, &pulled(1, 5));
    assert_eq!(book.shift_of(3, BoxKind::Collection), 1, "the next one is of the same shift");
    let next = HouseEntry::BoxPulled {
        table: 3,
        kind: BoxKind::Collection,
        number: 2,
        shift: 1,
        event: 20,
        amount: dollars(7),
        for_next: true,
        by: 1,
    };
    take(&mut book, &next);
    assert_eq!(book.shift_of(3, BoxKind::Collection), 2, "it was changed for the coming shift");
    assert_eq!(book.shift_of(3, BoxKind::Jackpot), 1);
    refused(&book, &pulled(3, 1), "coming shift's already");
    take(&mut book, &HouseEntry::ShiftClosed { shift: 1, by: 1 });
    assert_eq!(book.shift_of(3, BoxKind::Collection), 2, "also while no shift is open");
    take(&mut book, &opened(2));
    assert_eq!(book.shift_of(3, BoxKind::Collection), 2);
}

#[test]
fn two_people_who_find_the_same_settle_a_box() {
    let mut book = DayBook::default();
    take(&mut book, &opened(1));
    take(&mut book, &pulled(1, 100));
    let first = counted(&book, 5, 90, "");
    take(&mut book, &first);
    let again = counted(&book, 5, 90, "");
    assert!(matches!(again, HouseEntry::BoxCounted { settled: None, .. }), "nobody agrees with themselves");
    take(&mut book, &again);
    let other = counted(&book, 6, 100, "");
    assert!(matches!(other, HouseEntry::BoxCounted { settled: None, .. }), "they differ");
    take(&mut book, &other);
    // The ledger has 100: what is missing is explained, or it is not settled.
    let short = counted(&book, 7, 90, "  ");
    refused(&book, &short, "explains the difference of -$10");
    let right = counted(&book, 7, 100, "");
    assert_eq!(day_moves(&right), ["table:3/box:1 cage $100"]);
    let explained = counted(&book, 7, 90, "a rack was left at the table");
    assert_eq!(day_moves(&explained), ["table:3/box:1 cage $90", "table:3/box:1 differences $10"]);
    let unsettled = HouseEntry::BoxCounted {
        table: 3,
        number: 1,
        counted: dollars(90),
        by: 7,
        note: String::new(),
        settled: None,
    };
    refused(&book, &unsettled, "two equal counts");
    take(&mut book, &explained);
    refused(&book, &counted(&book, 5, 100, ""), "does not wait");
}

#[test]
fn more_than_the_ledger_has_is_a_difference_too() {
    let mut book = DayBook::default();
    take(&mut book, &opened(1));
    take(&mut book, &pulled(1, 100));
    let first = counted(&book, 5, 103, "");
    take(&mut book, &first);
    let second = counted(&book, 6, 103, "somebody's tip");
    assert_eq!(day_moves(&second), ["table:3/box:1 cage $100", "differences cage $3"]);
}

fn day_moves(entry: &HouseEntry) -> Vec<String> {
    moves(entry).iter().map(|one| format!("{} {} {}", one.from, one.to, one.amount)).collect()
}

#[test]
fn the_cage_should_hold_what_it_held_and_what_was_exchanged() {
    let mut book = DayBook::default();
    let count = |book: &DayBook, moment: CageMoment, chips: i64, cash: i64, note: &str| {
        let found = Drawer { chips: dollars(chips), cash: dollars(cash) };
        let expected = book.cage.map(|cage| cage.expected);
        HouseEntry::CageCounted { moment, found, expected, by: 4, note: note.to_owned() }
    };
    refused(&book, &count(&book, CageMoment::Closing, 1_000, 500, ""), "never counted");
    let first = count(&book, CageMoment::Opening, 1_000, 500, "");
    take(&mut book, &first);
    let (person, by, approved) = (9, Some(4), None);
    take(&mut book, &HouseEntry::ChipsBought { person, amount: dollars(300), by, approved });
    take(&mut book, &HouseEntry::ChipsRedeemed { person, amount: dollars(100), by, approved });
    take(
        &mut book,
        &HouseEntry::TableFilled { table: 3, amount: dollars(50), by: 4, with: 5, approved: None },
    );
    let own = HouseEntry::TableFilled { table: 3, amount: dollars(50), by: 4, with: 4, approved: None };
    refused(&book, &own, "somebody else");
    let most = HouseEntry::TableCredited { table: 3, amount: dollars(51), by: 4, with: 5, approved: None };
    refused(&book, &most, "has not so many");
    take(
        &mut book,
        &HouseEntry::TableCredited { table: 3, amount: dollars(20), by: 4, with: 5, approved: None },
    );
    take(&mut book, &opened(1));
    take(&mut book, &pulled(1, 40));
    let first = counted(&book, 5, 40, "");
    take(&mut book, &first);
    let second = counted(&book, 6, 40, "");
    take(&mut book, &second);
    // 1,000 - 300 + 100 - 50 + 20 + 40, and 500 + 300 - 100.
    let right = count(&book, CageMoment::Closing, 810, 700, "");
    assert_eq!(book.refusal(&right), None);
    refused(&book, &count(&book, CageMoment::Closing, 810, 690, ""), "$810 in chips and $700 in money");
    let explained = count(&book, CageMoment::Closing, 810, 690, "a short bundle from the bank");
    take(&mut book, &explained);
    assert_eq!(
        book.cage.map(|cage| cage.expected.cash),
        Some(dollars(690)),
        "it goes on from what was found"
    );
    let (chips, cash) = (dollars(1), dollars(1));
    let forged = HouseEntry::CageCounted {
        moment: CageMoment::Closing,
        found: Drawer { chips, cash },
        expected: Some(Drawer { chips, cash }),
        by: 4,
        note: String::new(),
    };
    refused(&book, &forged, "something else than is said");
}

fn blind() -> DayBook {
    let mut book = DayBook::default();
    let desk_rules = Some(DeskRules {
        day_begins: 360,
        alone_most: None,
        all_add_up: true,
        funds_by_two: true,
        blind_trays: true,
    });
    let (version, says_roles, second_person_from, duties_apart) = ("0.2.0".to_owned(), true, None, true);
    take(
        &mut book,
        &HouseEntry::RoomOpened { version, says_roles, second_person_from, duties_apart, desk_rules },
    );
    take(&mut book, &opened(1));
    book
}

fn counted_blind(book: &DayBook, by: PersonId, amount: i64, note: &str) -> HouseEntry {
    let (table, number, counted) = (3, 1, dollars(amount));
    let settled = book.settles_with(table, number, counted, by, note);
    HouseEntry::BoxCounted { table, number, counted, by, note: note.to_owned(), settled }
}

fn tray(book: &DayBook, by: PersonId, amount: i64, note: &str) -> HouseEntry {
    let (table, counted) = (3, dollars(amount));
    let settled = book.settles_tray(table, counted, by, note);
    HouseEntry::TrayCounted { table, counted, by, note: note.to_owned(), settled }
}

#[test]
fn a_difference_is_told_once_both_counts_are_in_the_log() {
    let mut book = blind();
    take(&mut book, &pulled(1, 100));
    let entry = counted_blind(&book, 5, 90, "");
    take(&mut book, &entry);
    let waiting = |book: &DayBook| {
        let one = book.waiting(3, 1).unwrap();
        difference(&one.counts, one.amount)
    };
    assert_eq!(waiting(&book), None, "one count alone tells nothing");
    let second = counted_blind(&book, 6, 90, "");
    assert!(matches!(second, HouseEntry::BoxCounted { settled: None, .. }));
    take(&mut book, &second);
    assert_eq!(waiting(&book), Some(dollars(-10)));
    let explained = counted_blind(&book, 5, 90, "a rack was left at the table");
    assert_eq!(day_moves(&explained), ["table:3/box:1 cage $90", "table:3/box:1 differences $10"]);
    take(&mut book, &explained);
    assert_eq!(book.waiting(3, 1), None);
}

#[test]
fn what_lies_at_a_table_is_counted_by_two_before_the_shift_is_over() {
    let close = HouseEntry::ShiftClosed { shift: 1, by: 1 };
    let fill = |amount: i64| HouseEntry::TableFilled {
        table: 3,
        amount: dollars(amount),
        by: 4,
        with: 5,
        approved: None,
    };
    let mut book = blind();
    refused(&book, &tray(&book, 6, 0, ""), "no chips of the house were brought");
    take(&mut book, &fill(50));
    refused(&book, &close, "two people count them");
    let entry = tray(&book, 6, 50, "");
    take(&mut book, &entry);
    let entry = tray(&book, 6, 50, "");
    take(&mut book, &entry);
    refused(&book, &close, "two people count them");
    let entry = tray(&book, 7, 50, "");
    take(&mut book, &entry);
    assert_eq!(book.refusal(&close), None);
    // Whatever comes or goes is counted again; one who counted before it has not counted it.
    take(&mut book, &fill(20));
    refused(&book, &close, "two people count them");
    let second = tray(&book, 7, 50, "as before");
    assert!(matches!(second, HouseEntry::TrayCounted { settled: None, .. }), "{second:?}");
    take(&mut book, &second);
    let short = tray(&book, 6, 50, "");
    assert!(matches!(short, HouseEntry::TrayCounted { settled: None, .. }), "nothing explains it");
    take(&mut book, &short);
    assert_eq!(difference(&book.tray_counts[&3], book.held_at(3)), Some(dollars(-20)));
    let explained = tray(&book, 7, 50, "nobody brought the second rack");
    assert_eq!(day_moves(&explained), ["table:3/tray differences $20"]);
    take(&mut book, &explained);
    assert_eq!((book.held_at(3), book.refusal(&close)), (dollars(50), None));
    take(&mut book, &close);
    take(&mut book, &opened(2));
    refused(&book, &HouseEntry::ShiftClosed { shift: 2, by: 1 }, "two people count them");
    // A room that was opened by an earlier version counted none.
    let mut before = DayBook::default();
    take(&mut before, &opened(1));
    take(&mut before, &fill(50));
    assert_eq!(before.refusal(&close), None);
    refused(&before, &tray(&before, 6, 50, ""), "nobody counts");
}

#[test]
fn a_count_of_the_cage_that_is_not_right_is_in_the_log_before_it_is_told() {
    let mut book = blind();
    let drawer = |chips: i64| Drawer { chips: dollars(chips), cash: dollars(9) };
    let counted = |book: &DayBook, chips: i64, note: &str| HouseEntry::CageCounted {
        moment: CageMoment::Closing,
        found: drawer(chips),
        expected: book.cage.map(|cage| cage.expected),
        by: 4,
        note: note.to_owned(),
    };
    let tried =
        |chips: i64| HouseEntry::CageTried { moment: CageMoment::Closing, found: drawer(chips), by: 4 };
    refused(&book, &tried(70), "is taken");
    let opening = HouseEntry::CageCounted {
        moment: CageMoment::Opening,
        found: drawer(80),
        expected: None,
        by: 4,
        note: String::new(),
    };
    take(&mut book, &opening);
    refused(&book, &tried(80), "is taken");
    take(&mut book, &tried(70));
    assert!(book.tried.is_some() && book.cage.is_some_and(|cage| cage.found == drawer(80)));
    let right = counted(&book, 80, "");
    take(&mut book, &right);
    assert_eq!(book.tried, None);
}

#[test]
fn collections_are_known_until_the_last_box_that_is_counted() {
    let mut book = blind();
    let pull = |book: &mut DayBook, number: u32, at_ms: i64| {
        assert_eq!(book.refusal(&pulled(number, 5)), None);
        book.take(&pulled(number, 5), at_ms);
    };
    let settle = |book: &mut DayBook, number: u32| {
        let settled = Some(Settled { with: 5, kind: BoxKind::Collection, held: dollars(5) });
        let (table, counted, by, note) = (3, dollars(5), 6, String::new());
        book.take(&HouseEntry::BoxCounted { table, number, counted, by, note, settled }, 0);
    };
    assert_eq!(book.known_until(3), 0);
    pull(&mut book, 1, 1_000);
    assert_eq!(book.known_until(3), 0);
    pull(&mut book, 2, 2_000);
    settle(&mut book, 2);
    assert_eq!(book.known_until(3), 0, "the first one waits");
    settle(&mut book, 1);
    assert_eq!(book.known_until(3), 2_000);
    pull(&mut book, 3, 3_000);
    assert_eq!((book.known_until(3), book.known_until(4)), (2_000, 0));
}
