//! The hours of the house: no hand begins outside of them, and the one that is on at closing is the last.
//!
//! The table knows no clock of a place. It is told how far the house's local time is from UTC, as a command like any
//! other, so that a log says by which clock it was played.

use books::house::Hours;
use books::{Clause, Shelf};
use games::round::Refusal;
use serde::{Deserialize, Serialize};

use super::{Phase, Step, Table, refuse, refuse_by};
use crate::cited::Cited;
use crate::command::Command;
use crate::event::Event;
use crate::open::Ready;
use crate::system::System;
use crate::time::Time;

const MINUTE_MS: i64 = 60_000;
/// How long before closing people are told of it.
const WARNING_MS: i64 = 15 * MINUTE_MS;
/// No place on earth is further from UTC.
const ZONE_MOST: i32 = 26 * 60;

/// What a table has said of the closing that comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Announced {
    #[default]
    Nothing,
    /// That the house closes soon.
    Soon,
    /// That the hand that is on is the last.
    LastHand,
}

impl Announced {
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Announced::Nothing
    }
}

/// That a table closes soon, for those who look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClosingView {
    /// When no further hand begins.
    pub at: Time,
    /// Whether the hand that is on is the last.
    pub is_last_hand: bool,
}

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
    // Who opens a table has been told if they cannot be read; one that was opened before plays on as it did.
    let hours = shelf.hours(house).unwrap_or_default().into_iter().filter(of_table);
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
            self.state.closes_at = self.closes_after(step.input.now);
            self.state.announced = Announced::Nothing;
            self.tell(Event::ZoneSet { minutes }, &mut step.told);
        }
        Ok(())
    }

    /// How far local time is from UTC, and the local minute.
    fn local(&self, now: Time) -> Option<(i64, i64)> {
        let zone_ms = i64::from(self.state.zone_minutes?) * MINUTE_MS;
        Some((zone_ms, (now.0 + zone_ms).div_euclid(MINUTE_MS)))
    }

    /// Whether the hours of the house let a hand begin.
    pub(super) fn is_open_at(&self, now: Time) -> bool {
        self.opens_at(now).is_none()
    }

    /// When no further hand begins, if one may begin now.
    fn closes_after(&self, now: Time) -> Option<Time> {
        let (zone_ms, local) = self.local(now)?;
        let closing = |at: i64| self.hours.iter().filter_map(|own| own.hours.closes_at(at)).max();
        let mut closes = closing(local)?;
        // Other hours of the same table may begin where these end; who never closes is asked again in a week.
        for _ in 0..7 {
            let Some(later) = closing(closes) else { break };
            closes = later;
        }
        Some(Time(closes * MINUTE_MS - zone_ms))
    }

    /// When the next hand may begin, if none may now; and the hours that say so.
    fn opens_at(&self, now: Time) -> Option<(Time, &TableHours)> {
        let (zone_ms, local) = self.local(now)?;
        let mut first: Option<(Time, &TableHours)> = None;
        for own in &self.hours {
            let opens = Time(own.hours.opens_at(local)? * MINUTE_MS - zone_ms);
            if first.is_none_or(|(earliest, _)| opens < earliest) {
                first = Some((opens, own));
            }
        }
        first
    }

    /// When the clock has to speak so that the table opens again; never for one that the floor has stopped or closed, nor in
    /// a round that is entered afterwards.
    pub(super) fn opening(&self) -> Option<Time> {
        let is_stopped = matches!(self.state.phase, Phase::Paused | Phase::Closed | Phase::Playing);
        self.state.closed_until.filter(|_| !is_stopped)
    }

    /// When the clock has to speak so that the table closes for the night. A round that is on, or still looked at, is
    /// followed by it anyway.
    pub(super) fn closing(&self) -> Option<Time> {
        let waits = matches!(self.state.phase, Phase::Idle | Phase::Offering | Phase::Broken | Phase::Wagers);
        self.state.closes_at.filter(|_| waits && self.state.closed_until.is_none())
    }

    /// When the clock has to speak so that people are told of the closing.
    pub(super) fn announcement(&self) -> Option<Time> {
        let closes = self
            .state
            .closes_at
            .filter(|_| self.spec.warns_of_closing && self.state.closed_until.is_none())?;
        let is_stopped = matches!(self.state.phase, Phase::Paused | Phase::Closed);
        match self.state.announced {
            _ if is_stopped => None,
            Announced::Nothing => Some(Time(closes.0 - WARNING_MS)),
            Announced::Soon if self.live.is_some() => Some(closes),
            Announced::Soon | Announced::LastHand => None,
        }
    }

    /// Tells people of the closing that comes, once, and that a hand is the last if one is on then.
    fn announce_closing(&mut self, step: &mut Step<'_, '_>) {
        let now = step.input.now;
        let (Some(due), Some(at)) = (self.announcement(), self.state.closes_at) else { return };
        if now < due {
            return;
        }
        let clause = self.hours.first().map_or(Clause::NONE, |own| own.clause);
        if now < at {
            self.state.announced = Announced::Soon;
            self.tell(Event::ClosingSoon { at, clause }, &mut step.told);
        } else if self.live.is_some() {
            self.state.announced = Announced::LastHand;
            self.tell(Event::LastHand { clause }, &mut step.told);
        }
    }

    /// That the table closes soon, once people were told.
    #[must_use]
    pub fn closing_view(&self) -> Option<ClosingView> {
        let at = self.state.closes_at.filter(|_| !self.state.announced.is_nothing())?;
        Some(ClosingView { at, is_last_hand: self.state.announced == Announced::LastHand })
    }

    /// When the next hand may begin, while the hours of the house are over.
    #[must_use]
    pub fn closed_until(&self) -> Option<Time> {
        self.state.closed_until.filter(|_| self.state.phase != Phase::Closed)
    }

    /// Keeps the hours before a command; not while the clock by which they are meant is put right.
    pub(super) fn keep_hours_before(&mut self, command: &Command, step: &mut Step<'_, '_>) {
        if !matches!(command, Command::Zone { .. }) {
            self.announce_closing(step);
            self.keep_hours(step);
        }
    }

    /// Closes the table for the night once the last hand is over, and opens it again.
    pub(super) fn keep_hours(&mut self, step: &mut Step<'_, '_>) {
        if self.live.is_some() || matches!(self.state.phase, Phase::Paused | Phase::Closed) {
            return;
        }
        let now = step.input.now;
        let found = self.opens_at(now).map(|(until, own)| (until, own.clause));
        if found.is_none() && self.state.closes_at.is_none_or(|closes| closes <= now) {
            // Of a closing that nobody heard only this is left.
            if self.state.closes_at.is_some_and(|closes| !self.is_open_at(closes)) {
                self.break_play();
            }
            self.state.closes_at = self.closes_after(now);
            self.state.announced = Announced::Nothing;
        }
        match (found, self.state.closed_until) {
            (Some((until, clause)), known) if known != Some(until) => {
                self.state.closed_until = Some(until);
                self.state.closes_at = None;
                self.state.announced = Announced::Nothing;
                self.state.phase = Phase::Idle;
                self.state.deadline = None;
                self.break_play();
                self.tell(Event::HoursOver { until, clause }, &mut step.told);
                self.give_up_bank("the hours of the house are over", clause, step);
            }
            (None, Some(opened)) => {
                self.state.closed_until = None;
                self.pass_half_hour(now, Some(opened));
                self.tell(Event::HoursBegin, &mut step.told);
            }
            _ => {}
        }
    }

    /// Why something that concerns the coming round is refused: outside of its hours the house has none.
    pub(super) fn or_by_hours(&self, command: &Command, refusal: Refusal, now: Time) -> Refusal {
        let by_hours = self.hours_refusal(now).filter(|_| command.is_of_coming_round());
        by_hours.unwrap_or(refusal)
    }

    /// Why no hand begins now, if the hours of the house are over.
    #[must_use]
    pub fn hours_refusal(&self, now: Time) -> Option<Refusal> {
        self.state.closed_until?;
        let (_, own) = self.opens_at(now)?;
        Some(refuse_by(&Cited::Hours { hours: own.hours.sentence() }, own.clause))
    }
}
