//! Fees by time: from a pot once in a half hour, or from every seat at each half hour of the clock; a book may set
//! another time.

use books::rates::{Fees, PayerWord};
use books::{Money, Rule};

use super::state::LeftOwing;
use super::{Phase, Seated, Step, Table};
use crate::PersonId;
use crate::event::Event;
use crate::time::Time;

/// How long a fee by time pays for where the book does not say it: a half hour.
const PERIOD_MINUTES: u8 = 30;

impl Table {
    /// How long a fee by time pays for.
    fn period_ms(&self) -> i64 {
        let filed = self.game.table_rules().fee_minutes;
        i64::from(filed.map_or(PERIOD_MINUTES, |rule| rule.value)) * 60_000
    }

    /// The last moment of the clock at which such a time began.
    fn struck(&self, time: Time) -> Time {
        Time(time.0 - time.0.rem_euclid(self.period_ms()))
    }

    /// Whether the fee of a half hour is due from the next pot; the time runs from the last collection.
    pub(super) fn is_half_hour_due(&self, step: &Step<'_, '_>) -> bool {
        let from = self.state.half_hour_from;
        from.is_none_or(|from| step.input.now >= from.after_ms(self.period_ms()))
    }

    /// Begins the next half hour when a pot has paid for one; a pot that was not collected from leaves it due.
    pub(super) fn note_half_hour(&mut self, event: &games::round::Event, now: Time) {
        if event.pays_half_hour() {
            self.state.half_hour_from = Some(now);
        }
    }

    fn seat_fee(&self) -> Option<Rule<Money>> {
        match self.schedule.as_ref()?.fees {
            Fees::HalfHour { from: PayerWord::Seat, fee } => Some(fee),
            Fees::HalfHour { .. } | Fees::Bank { .. } | Fees::Pot { .. } | Fees::BlindDrop(_) => None,
        }
    }

    /// What every seat pays for time, and for how many minutes, where seats do.
    pub(crate) fn fee_for_time(&self) -> Option<(Money, i64)> {
        self.seat_fee().map(|fee| (fee.value, self.period_ms() / 60_000))
    }

    /// When somebody's seat is charged next: in advance, for the half hour that begins then.
    fn charged_at(&self, seated: &Seated) -> Time {
        if let Some(charged) = seated.charged {
            return charged.after_ms(self.period_ms());
        }
        if let Some(due) = seated.due_again.filter(|_| !self.plays_as_before) {
            return due;
        }
        let before = self.struck(seated.since);
        if seated.since <= before.after_minutes(self.late_minutes()) {
            before
        } else {
            before.after_ms(self.period_ms())
        }
    }

    /// Keeps when somebody who leaves a seat was to pay next, for as long as they do not count as a newcomer.
    pub(super) fn keep_owing(&mut self, seated: &Seated, now: Time) {
        let period = self.period_ms();
        self.state.left_owing.retain(|left| left.person != seated.person && now < left.at.after_ms(period));
        if self.seat_fee().is_some() && seated.seat.is_some() {
            let due = self.charged_at(seated);
            self.state.left_owing.push(LeftOwing { person: seated.person, at: now, due });
        }
    }

    /// When somebody who sits down again so soon that they are no newcomer was to pay next.
    pub(super) fn due_again(&mut self, person: PersonId, now: Time) -> Option<Time> {
        let place = self.state.left_owing.iter().position(|left| left.person == person)?;
        let left = self.state.left_owing.remove(place);
        (now < left.at.after_ms(self.period_ms())).then_some(left.due)
    }

    /// For how long a newcomer still pays for the half hour that has begun.
    fn late_minutes(&self) -> i64 {
        let late = self.seating().and_then(|seating| seating.late_fee_minutes);
        late.map_or(0, |rule| i64::from(rule.value))
    }

    /// When the clock has to speak so that seats are charged; never while a round is on.
    pub(crate) fn next_collection(&self) -> Option<Time> {
        self.seat_fee()?;
        let is_closed = self.state.closed_until.is_some();
        if self.live.is_some() || is_closed || matches!(self.state.phase, Phase::Paused | Phase::Closed) {
            return None;
        }
        let seated = self.state.people.iter().filter(|one| one.seat.is_some());
        seated.map(|one| self.charged_at(one)).min()
    }

    /// Whether the house goes on dealing here: nobody pays in advance for time in which it does not.
    fn is_dealt_on(&self, now: Time) -> bool {
        let is_stopped = self.state.is_closing || self.state.is_pausing;
        !is_stopped && self.state.closed_until.is_none() && self.is_open_at(now)
    }

    /// Whose seats owe the fee of the half hour.
    fn owing(&self, now: Time) -> Vec<PersonId> {
        let seated = self.state.people.iter().filter(|one| one.seat.is_some());
        seated.filter(|one| now >= self.charged_at(one)).map(|one| one.person).collect()
    }

    /// Lets a half hour go that had begun before the house opened: as with somebody who sits down within it, the
    /// next one is paid for, unless the book lets newcomers still pay for this one. It counts when the house was to
    /// open, however late that is heard; earlier programs went by when it was heard.
    pub(super) fn pass_half_hour(&mut self, now: Time, opened: Option<Time>) {
        let struck = self.struck(now);
        let opened = opened.filter(|_| !self.plays_as_before).unwrap_or(now);
        if self.seat_fee().is_none() || opened <= struck.after_minutes(self.late_minutes()) {
            return;
        }
        for person in self.owing(now) {
            if let Ok(seated) = self.person_mut(person) {
                seated.charged = Some(struck);
            }
        }
    }

    /// Takes the fee of a half hour from every seat that owes it, between two rounds.
    pub(super) fn collect_time(&mut self, step: &mut Step<'_, '_>) {
        let now = step.input.now;
        let is_due = self.live.is_none() && self.is_dealt_on(now);
        let Some(fee) = self.seat_fee().filter(|_| is_due) else { return };
        let struck = self.struck(now);
        let late = self.seating().and_then(|seating| seating.late_fee_minutes);
        for person in self.owing(now) {
            let Ok(seated) = self.person_mut(person) else { continue };
            let is_late = seated.charged.is_none() && seated.since > struck;
            seated.charged = Some(struck);
            let amount = fee.value.min(seated.stack);
            seated.stack -= amount;
            let clause = late.filter(|_| is_late).map_or(fee.clause, |rule| rule.clause);
            if amount.is_positive() {
                self.tell(Event::TimeCollected { person, amount, clause }, &mut step.told);
            }
        }
    }
}
