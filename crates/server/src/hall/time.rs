//! The hall's own time. It is taken from the machine's clock once, when the room opens, and goes on by a clock that
//! nobody can set: so whoever sets the machine's clock changes no deadline, and no time in the log is ever before an
//! earlier one.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use room::Time;

use super::Hall;

/// A clock that is ahead loses one minute in so many.
const SLOWER_BY: i64 = 10;

/// A clock that never goes back. One that is ahead, because an earlier one was, goes slower until the time has come: it
/// does not stand still, so that deadlines pass.
pub(crate) struct Clock {
    wall: Time,
    logged: Time,
    elapsed: Box<dyn Fn() -> Duration + Send>,
}

impl Clock {
    /// A clock that goes on from the time of the machine, or from the last time in the log if that is later.
    pub(crate) fn new(logged: Option<Time>) -> Clock {
        if let Some(began) = set_by_test() {
            let passed =
                move || Duration::from_millis((set_by_test().unwrap_or(began).0 - began.0).unsigned_abs());
            return Clock::of(began, logged, passed);
        }
        Clock::ticking(now(), logged, since_start)
    }

    /// A clock that goes on from a time by one that counts from whenever it likes.
    fn ticking(wall: Time, logged: Option<Time>, since: impl Fn() -> Duration + Send + 'static) -> Clock {
        let began = since();
        Clock::of(wall, logged, move || since().saturating_sub(began))
    }

    /// A clock that goes on from a time by what another one has counted.
    pub(crate) fn of(
        wall: Time,
        logged: Option<Time>,
        elapsed: impl Fn() -> Duration + Send + 'static,
    ) -> Clock {
        Clock { wall, logged: logged.map_or(wall, |logged| logged.max(wall)), elapsed: Box::new(elapsed) }
    }

    /// Goes on from a time that another clock has reached, if this one has not.
    pub(crate) fn not_before(&mut self, reached: Time) {
        if reached > self.now() {
            let elapsed = i64::try_from((self.elapsed)().as_millis()).unwrap_or(i64::MAX);
            self.logged = reached.after_ms(elapsed / SLOWER_BY - elapsed);
        }
    }

    /// The present time.
    pub(crate) fn now(&self) -> Time {
        let elapsed = i64::try_from((self.elapsed)().as_millis()).unwrap_or(i64::MAX);
        self.wall.after_ms(elapsed).max(self.logged.after_ms(elapsed - elapsed / SLOWER_BY))
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

impl Hall {
    /// The hall's time: that of every command, deadline and entry.
    pub(crate) fn now(&self) -> Time {
        self.clock.now()
    }
}

/// The time that a test has set, in milliseconds since 1970 in a file that the environment names (`CARDROOM_CLOCK=FILE`), so
/// that an evening passes without anybody waiting for it. It only goes on. A release build looks at no such file.
#[cfg(debug_assertions)]
fn set_by_test() -> Option<Time> {
    static FILE: std::sync::OnceLock<Option<std::path::PathBuf>> = std::sync::OnceLock::new();
    static LAST: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(0);
    let file = FILE.get_or_init(|| std::env::var_os("CARDROOM_CLOCK").map(Into::into)).as_ref()?;
    let read = std::fs::read_to_string(file).ok().and_then(|text| text.trim().parse::<i64>().ok());
    // A file that is just being written says nothing.
    let read = read.unwrap_or(0);
    let last = LAST.fetch_max(read, std::sync::atomic::Ordering::Relaxed);
    Some(Time(last.max(read)))
}

/// Nobody sets it.
#[cfg(not(debug_assertions))]
fn set_by_test() -> Option<Time> {
    None
}

/// The time of the machine.
#[must_use]
pub(crate) fn now() -> Time {
    if let Some(set) = set_by_test() {
        return set;
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// What has passed since the machine was started, the time in which it slept included.
#[cfg(target_os = "linux")]
pub(super) fn since_start() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// What has passed since this was first asked.
#[cfg(not(target_os = "linux"))]
pub(super) fn since_start() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use books::{Money, Shelf};
    use games::Seat;
    use room::{By, Command, Pace, Spec, TableId, Wager};
    use store::{NewPerson, Reader, Sqlite, Stream};

    use super::super::HallConfig;
    use super::*;
    use crate::journal::PersonKind;

    const HOUR: i64 = 3_600_000;

    /// A machine whose clock anybody may set, and a clock in it that only goes on.
    #[derive(Clone, Default)]
    struct Machine {
        set: Arc<AtomicI64>,
        passed: Arc<AtomicI64>,
    }

    impl Machine {
        fn wall(&self) -> Time {
            Time(1_767_225_600_000 + self.set.load(Ordering::Relaxed) + self.passed.load(Ordering::Relaxed))
        }

        fn clock(&self, logged: Option<Time>) -> Clock {
            let (passed, began) = (Arc::clone(&self.passed), self.passed.load(Ordering::Relaxed));
            Clock::of(self.wall(), logged, move || {
                Duration::from_millis((passed.load(Ordering::Relaxed) - began).unsigned_abs())
            })
        }

        fn pass(&self, ms: i64) {
            self.passed.fetch_add(ms, Ordering::Relaxed);
        }
    }

    fn open(folder: &std::path::Path, machine: &Machine) -> Hall {
        let store = Box::new(Sqlite::open(folder).unwrap());
        let logged = store.last_ms().unwrap().map(Time);
        let mut hall = Hall::over(Arc::new(Shelf::filed()), store, HallConfig::default()).unwrap();
        hall.clock = machine.clock(logged);
        hall.resume(&[]).unwrap();
        hall
    }

    fn opened(hall: &mut Hall) -> (TableId, Vec<u32>) {
        let mut people = Vec::new();
        for name in ["Ann", "Bob"] {
            let (name, roles) = (name.to_owned(), vec!["patron".to_owned()]);
            let person = NewPerson { id: None, name, password: None, roles, created_ms: 0 };
            people.push(hall.add_person(&person, PersonKind::Patron, Money::dollars(1_000)).unwrap());
        }
        let long = 600_000;
        let pace = Pace {
            offer_ms: long,
            wager_ms: 20_000,
            turn_ms: 20_000,
            between_ms: 0,
            reading_ms: 0,
            seat_ms: long,
        };
        let spec = Spec { pace, ..Spec::practice(&hall.shelf, "mortimers/no-bust-6").unwrap() };
        let table = hall.open_table(spec, None, crate::hall::Manner::default(), hall.now()).unwrap().0;
        for (seat, person) in (1..).zip(&people) {
            let sit = Command::Sit { seat: Seat::new(seat), buy_in: Money::dollars(1_000) };
            hall.command(table, By::Patron(*person), None, &sit, hall.now()).unwrap();
        }
        let stake = Money::dollars(500);
        hall.command(table, By::Patron(people[0]), None, &Command::TakeBank { stake }, hall.now()).unwrap();
        let wager = Wager { base: Money::dollars(20), ..Wager::default() };
        let put = Command::PutWager { spot: Seat::new(2), wager };
        hall.command(table, By::Patron(people[1]), None, &put, hall.now()).unwrap();
        hall.commit();
        (table, people)
    }

    fn turn(hall: &mut Hall) {
        hall.tick(hall.now());
        hall.commit();
    }

    /// What happened at the table and when, from the first wager on; the wall clock is set by so much in between.
    fn lived(set: i64) -> Vec<(i64, usize)> {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::default();
        let mut hall = open(folder.path(), &machine);
        let (table, _) = opened(&mut hall);
        let mut seen = Vec::new();
        for second in 0..60 {
            if second == 5 {
                machine.set.store(set, Ordering::Relaxed);
            }
            machine.pass(1_000);
            let before = hall.tables[&table].table.number();
            turn(&mut hall);
            if hall.tables[&table].table.number() > before {
                let phase = hall.tables[&table].table.phase();
                seen.push((second, phase as usize));
            }
        }
        // The room is closed, and opened again by what the machine's clock says now.
        let last = hall.store.last_ms().unwrap().unwrap();
        drop(hall);
        let mut hall = open(folder.path(), &machine);
        assert!(hall.now().0 >= last, "it does not go on before the last entry");
        turn(&mut hall);
        for stream in hall.store.streams().unwrap() {
            let entries = hall.store.entries(stream, 1, 10_000).unwrap();
            let times: Vec<i64> = entries.iter().map(|logged| logged.entry.at_ms).collect();
            assert!(times.is_sorted(), "{stream}: {times:?}");
        }
        assert!(hall.store.tip(Stream(table)).unwrap().number > 4);
        seen
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_has_passed_is_counted_from_the_start_of_the_machine_and_not_by_its_clock() {
        let since: f64 =
            std::fs::read_to_string("/proc/uptime").unwrap().split(' ').next().unwrap().parse().unwrap();
        let own = since_start().as_secs_f64();
        assert!((since - 1.0..since + 60.0).contains(&own), "{own} s, and the machine has run for {since} s");
        // Nobody's clock counts backwards here, and one that began late has not passed anything yet.
        let wall = Time(1_767_225_600_000);
        let clock = Clock::ticking(wall, None, || Duration::from_secs(7));
        assert_eq!(clock.now(), wall);
        let clock = Clock::new(None);
        assert!((clock.now().0 - now().0).abs() < 60_000);
    }

    #[test]
    fn a_clock_that_is_ahead_goes_slower_until_the_time_has_come() {
        let machine = Machine::default();
        let logged = Time(machine.wall().0 + 5 * HOUR);
        let clock = machine.clock(Some(logged));
        assert_eq!(clock.now(), logged);
        let mut last = clock.now();
        for _ in 0..60 {
            machine.pass(HOUR);
            let hour = clock.now().0 - last.0;
            assert!((HOUR * 9 / 10..=HOUR).contains(&hour), "an hour took {hour} ms");
            last = clock.now();
        }
        assert_eq!(clock.now(), machine.wall());
    }

    #[test]
    fn an_hour_s_jump_of_the_machine_s_clock_changes_no_table_s_play() {
        let undisturbed = lived(0);
        let first = undisturbed.first().expect("the time for wagers runs out");
        assert!((18..25).contains(&first.0), "{undisturbed:?}");
        // The cards differ from round to round, and a Natural ends one at once; the time at which the first deadline
        // passes does not differ.
        for set in [HOUR, -HOUR] {
            let lived = lived(set);
            assert_eq!(
                lived.first().map(|one| one.0),
                Some(first.0),
                "the clock was set by {set} ms: {lived:?}"
            );
        }
    }
}
