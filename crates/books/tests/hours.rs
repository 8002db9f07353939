//! The hours of a house: when a hand may begin, by the days of the week and over midnight.

use books::Shelf;
use books::house::Hours;

const DAY: i64 = 24 * 60;

/// The hours of a game of The Players Club under one of its schedules.
fn hours(game: &str, schedule: &str) -> Hours {
    let house = Shelf::filed().house("players-club").unwrap();
    let mut own = house.hours.into_iter().flatten().filter(|hours| hours.are_of(game, Some(schedule)));
    let found = own.next().unwrap_or_else(|| panic!("{game} {schedule} has no hours"));
    assert!(own.next().is_none(), "{game} {schedule} has hours twice");
    found
}

/// A moment of a week: Monday is 0, and the first Monday of 1970 was its fifth day.
fn moment(weekday: i64, hour: i64, minute: i64) -> i64 {
    (4 + weekday) * DAY + hour * 60 + minute
}

#[test]
fn panguingue_and_3_6_are_dealt_every_day_from_10_to_2() {
    for own in [hours("pan", "pan-2"), hours("omaha", "3-6"), hours("no-bust-5", "5-200")] {
        for weekday in 0..7 {
            assert_eq!(own.opens_at(moment(weekday, 1, 59)), None, "the day before goes on");
            assert_eq!(own.opens_at(moment(weekday, 2, 0)), Some(moment(weekday, 10, 0)));
            assert_eq!(own.opens_at(moment(weekday, 9, 59)), Some(moment(weekday, 10, 0)));
            assert_eq!(own.opens_at(moment(weekday, 10, 0)), None);
            assert_eq!(own.opens_at(moment(weekday, 23, 59)), None);
        }
    }
}

#[test]
fn no_limit_is_dealt_from_wednesday_to_saturday() {
    let own = hours("holdem", "no-limit");
    let (tuesday, wednesday, saturday, sunday) = (1, 2, 5, 6);
    assert_eq!(own.opens_at(moment(tuesday, 18, 0)), Some(moment(wednesday, 9, 0)));
    assert_eq!(
        own.opens_at(moment(wednesday, 1, 30)),
        Some(moment(wednesday, 9, 0)),
        "Tuesday is no such day"
    );
    assert_eq!(own.opens_at(moment(wednesday, 9, 0)), None);
    assert_eq!(own.opens_at(moment(saturday, 23, 0)), None);
    assert_eq!(own.opens_at(moment(sunday, 1, 59)), None, "Saturday's session");
    assert_eq!(own.opens_at(moment(sunday, 2, 0)), Some(moment(7 + wednesday, 9, 0)));
}
