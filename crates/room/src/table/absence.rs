//! Who is away, for how long a seat is held, and what becomes of those who stay away longer.

use books::Clause;
use games::round::Refusal;

use super::{Absences, Seated, Step, Table, Waiting, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::event::Event;
use crate::system::System;
use crate::time::Time;
use crate::why::WhyLeft;

const MINUTE_MS: i64 = 60_000;

/// The time in the lobby counts within the last hour.
const HOUR_MS: i64 = 60 * MINUTE_MS;

impl Table {
    pub(super) fn sit_out(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.go_away(person, false, step)
    }

    /// Whether the book holds seats for a meal or funds.
    pub(crate) fn knows_leave(&self) -> bool {
        self.seating().is_some_and(|seating| seating.meal_minutes.is_some())
    }

    /// When somebody may take leave again, where they have taken it before.
    pub(crate) fn next_leave(&self, seated: &Seated) -> Option<Time> {
        self.leave_after(seated.last_leave)
    }

    fn leave_after(&self, last: Option<Time>) -> Option<Time> {
        let every = self.seating().and_then(|seating| seating.meal_every_minutes)?;
        last.map(|last| last.after_minutes(i64::from(every.value)))
    }

    /// Somebody goes to eat or to fetch money, as often as the book allows.
    pub(super) fn take_leave(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let next = self.next_leave(self.person(person)?);
        if !self.knows_leave() {
            return Err(refuse(&System::NoMeals));
        }
        let every = self.seating().and_then(|seating| seating.meal_every_minutes);
        if let (Some(next), Some(every)) = (next, every)
            && step.input.now < next
        {
            let minutes = every.value.to_string();
            return Err(refuse_by(&Cited::LeaveEvery { minutes }, every.clause));
        }
        self.go_away(person, true, step)
    }

    fn go_away(&mut self, person: PersonId, is_leave: bool, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let now = step.input.now;
        self.check_partner_stays(person)?;
        let is_in_round = self.is_in_round(person);
        let seated = self.person_mut(person)?;
        if seated.out_since.is_some() {
            return Err(refuse(&System::AlreadyOut));
        }
        seated.out_since = Some(now);
        seated.plays_on = is_in_round;
        seated.is_on_leave = is_leave;
        if is_leave {
            seated.last_leave = Some(now);
        }
        let spot = seated.seat;
        let held = self.drop_puts(person, "its owner sits out", step);
        self.state.shares.retain(|share| share.person != person);
        self.tell(Event::SatOut { person }, &mut step.told);
        self.return_backers(spot.into_iter().chain(held), "its player sits out", step);
        Ok(())
    }

    pub(super) fn sit_in(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let now = step.input.now;
        let seated = self.person_mut(person)?;
        let Some(since) = seated.out_since else { return Err(refuse(&System::NotOut)) };
        if !seated.stack.is_positive() {
            return Err(refuse(&System::NoChipsLeft));
        }
        seated.out_since = None;
        seated.plays_on = false;
        seated.silences = 0;
        if !seated.is_on_leave {
            seated.breaks.retain(|(_, end)| end.after_ms(HOUR_MS) > now);
            seated.breaks.push((since, now));
        }
        seated.is_on_leave = false;
        self.tell(Event::SatIn { person }, &mut step.told);
        Ok(())
    }

    /// Keeps for how long somebody who leaves has been away, so that another seat begins no new count. Who has lost the
    /// seat for it begins one.
    pub(super) fn keep_absences(&mut self, seated: &Seated, why: WhyLeft, now: Time) {
        if self.seating().is_none() {
            return;
        }
        let mut breaks = seated.breaks.clone();
        breaks.extend(seated.out_since.filter(|_| !seated.is_on_leave).map(|since| (since, now)));
        breaks.retain(|(_, end)| end.after_ms(HOUR_MS) > now && why == WhyLeft::Asked);
        let own = Absences { person: seated.person, last_leave: seated.last_leave, breaks };
        let mut kept = std::mem::take(&mut self.state.absences);
        kept.retain(|one| one.person != own.person);
        kept.push(own);
        kept.retain(|one| {
            let binds_leave = self.leave_after(one.last_leave).is_some_and(|next| now < next);
            binds_leave || one.breaks.iter().any(|(_, end)| end.after_ms(HOUR_MS) > now)
        });
        self.state.absences = kept;
    }

    /// What is kept of somebody who sits down again.
    pub(super) fn take_absences(&mut self, person: PersonId) -> Option<Absences> {
        let place = self.state.absences.iter().position(|one| one.person == person)?;
        Some(self.state.absences.remove(place))
    }

    /// Those who were away too long lose their seats, and wait for another where the book says so.
    pub(super) fn free_absent_seats(&mut self, step: &mut Step<'_, '_>) {
        let now = step.input.now;
        let is_overdue = |seated: &&Seated| self.seat_held_until(seated).is_some_and(|until| now >= until);
        let overdue: Vec<(PersonId, String, Clause)> = self
            .state
            .people
            .iter()
            .filter(is_overdue)
            .map(|seated| {
                (seated.person, seated.name.clone(), self.held(seated).map_or(Clause::NONE, |held| held.1))
            })
            .collect();
        let listed = self.seating().and_then(|seating| seating.absent_are_listed).filter(|rule| rule.value);
        for (person, name, clause) in overdue {
            let clause = listed.map_or(clause, |rule| rule.clause);
            self.remove(person, WhyLeft::AwayTooLong, clause, step);
            if listed.is_some() {
                self.state.waiting.push(Waiting { person, name: name.clone(), offered_until: None });
                self.tell(Event::Listed { person, name }, &mut step.told);
            }
        }
    }

    /// Until when the seat of somebody who is away is held.
    pub(crate) fn seat_held_until(&self, seated: &Seated) -> Option<Time> {
        let since = seated.out_since?;
        match self.held(seated) {
            Some((minutes, _)) if self.is_break(seated) => Some(break_ends(seated, since, minutes)),
            Some((minutes, _)) => Some(since.after_minutes(minutes)),
            // Without a filed time a practice seat is held for ten minutes, a real one until the floor decides.
            None => self.spec.is_practice.then(|| since.after_minutes(10)),
        }
    }

    fn is_break(&self, seated: &Seated) -> bool {
        !seated.is_on_leave && self.seating().is_some_and(|seating| seating.lobby_minutes.is_some())
    }

    /// The filed minutes for which such an absence may last, and their clause.
    fn held(&self, seated: &Seated) -> Option<(i64, Clause)> {
        let rule = self.game.seat_held(self.is_break(seated))?;
        Some((i64::from(rule.value), rule.clause))
    }
}

/// When the time in the lobby within an hour has come to so many minutes.
fn break_ends(seated: &Seated, since: Time, minutes: i64) -> Time {
    let most = minutes * MINUTE_MS;
    let mut until = since;
    loop {
        let hour_ago = until.0 - HOUR_MS;
        let earlier = seated.breaks.iter().map(|(begin, end)| (end.0 - begin.0.max(hour_ago)).max(0));
        let spent = earlier.sum::<i64>() + (until.0 - since.0);
        if spent >= most {
            return until;
        }
        // Earlier breaks fall out of the hour meanwhile, so it is asked again.
        until = until.after_ms((most - spent).max(1_000));
    }
}
