//! The hours of the house: no hand begins outside of them, and the one that is on at closing is the last.
//!
//! The table knows no clock of a place. It is told how far the house's local time is from UTC, as a command like any
//! other, so that a log says by which clock it was played.

use books::house::Hours;
use books::{Clause, Shelf};
use games::round::Refusal;

use super::{Phase, Step, Table, refuse, refuse_by};
use crate::event::Event;
use crate::open::Ready;
use crate::system::System;
use crate::time::Time;

const MINUTE_MS: i64 = 60_000;
/// No place on earth is further from UTC.
const ZONE_MOST: i32 = 26 * 60;

/// When a table's hands may begin, and the clause that says so.
#[derive(Clone, Debug)]
pub(crate) struct TableHours {
    hours: Hours,
    clause: Clause,
}

/// The hours that the house has for a table; a practice table has none.
pub(crate) fn hours_of(shelf: &Shelf, ready: &Ready, is_practice: bool) -> Vec<TableHours> {
    if is_practice {
        return Vec::new();
    }
    let book = &ready.book;
    let house = &book.id.house;
    let schedule = ready.schedule.as_ref().map(|schedule| schedule.handle.as_str());
    let Ok(clauses) = shelf.clauses(house, None) else { return Vec::new() };
    let of_table = |hours: &Hours| hours.are_of(&book.id.game, schedule);
    let hours = shelf.hours(house).into_iter().filter(of_table);
    hours
        .map(|hours| {
            let clause = book.clauses.find(clauses.name(hours.closes.clause)).unwrap_or(Clause::NONE);
            TableHours { hours, clause }
        })
        .collect()
}

impl Table {
    /// Whether the house has hours for this table, so that it must know the local time.
    #[must_use]
    pub fn has_hours(&self) -> bool {
        !self.hours.is_empty()
    }

    /// How far the house's local time is from UTC, in minutes, as the table was last told.
    #[must_use]
    pub fn zone_minutes(&self) -> Option<i32> {
        self.state.zone_minutes
    }

    pub(super) fn set_zone(&mut self, minutes: i32, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if minutes.abs() > ZONE_MOST {
            return Err(refuse(&System::NoSuchZone));
        }
        if self.state.zone_minutes != Some(minutes) {
            self.state.zone_minutes = Some(minutes);
            self.tell(Event::ZoneSet { minutes }, &mut step.told);
        }
        Ok(())
    }

    /// When the next hand may begin, if none may now; and the hours that say so.
    fn opens_at(&self, now: Time) -> Option<(Time, &TableHours)> {
        let zone_ms = i64::from(self.state.zone_minutes?) * MINUTE_MS;
        let local = (now.0 + zone_ms).div_euclid(MINUTE_MS);
        let mut first: Option<(Time, &TableHours)> = None;
        for own in &self.hours {
            let opens = Time(own.hours.opens_at(local)? * MINUTE_MS - zone_ms);
            if first.is_none_or(|(earliest, _)| opens < earliest) {
                first = Some((opens, own));
            }
        }
        first
    }

    /// When the clock has to speak so that the table opens again; never for one that the floor has stopped or closed.
    pub(super) fn opening(&self) -> Option<Time> {
        let is_stopped = matches!(self.state.phase, Phase::Paused | Phase::Closed);
        self.state.closed_until.filter(|_| !is_stopped)
    }

    /// Closes the table for the night once the last hand is over, and opens it again.
    pub(super) fn keep_hours(&mut self, step: &mut Step<'_, '_>) {
        if self.live.is_some() || matches!(self.state.phase, Phase::Paused | Phase::Closed) {
            return;
        }
        let found = self.opens_at(step.input.now).map(|(until, own)| (until, own.clause));
        match (found, self.state.closed_until) {
            (Some((until, clause)), known) if known != Some(until) => {
                self.state.closed_until = Some(until);
                self.state.phase = Phase::Idle;
                self.state.deadline = None;
                self.tell(Event::HoursOver { until, clause }, &mut step.told);
                self.give_up_bank("the hours of the house are over", clause, step);
            }
            (None, Some(_)) => {
                self.state.closed_until = None;
                self.tell(Event::HoursBegin, &mut step.told);
            }
            _ => {}
        }
    }

    /// Why no hand begins now, if the hours of the house are over.
    #[must_use]
    pub fn hours_refusal(&self, now: Time) -> Option<Refusal> {
        self.state.closed_until?;
        let (_, own) = self.opens_at(now)?;
        Some(refuse_by(&format!("the house deals this game {}", own.hours.sentence()), own.clause))
    }
}
