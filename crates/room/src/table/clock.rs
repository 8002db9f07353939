//! What happens when nobody speaks.

use games::Party;
use games::round::{Choice, Refusal};

use super::{Phase, Step, Table, default_choice, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::event::Event;
use crate::system::System;
use crate::why::WhyPassed;

/// How many clocks in a row somebody lets run out before they count as away.
pub(super) const SILENCES_MOST: u8 = 2;

impl Table {
    pub(super) fn tick(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.remind(step);
        self.give_up_words(step);
        let is_over = self.state.deadline.is_some_and(|due| step.input.now >= due);
        // The clock of earlier programs ran also where it could only have named a card that nobody had seen.
        let ran_before = self.plays_as_before && self.state.deadline.is_none();
        if is_over || (ran_before && self.state.phase == Phase::Playing) {
            self.let_time_run_out(step)?;
        }
        // Between rounds the seats are called again; a call runs out also while nobody can be called.
        if matches!(self.state.phase, Phase::Playing | Phase::Paused) {
            self.pass_over_late(step);
        }
        Ok(())
    }

    fn let_time_run_out(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        match self.state.phase {
            Phase::Offering => {
                if let Some(seat) = self.state.offered {
                    let silent = self.asked_to_bank();
                    self.decline(seat, WhyPassed::TimeUp, step);
                    if let Some(person) = silent {
                        self.note_silence(person, step);
                    }
                }
                Ok(())
            }
            Phase::Wagers if self.is_entered() => {
                self.state.deadline = None;
                Ok(())
            }
            Phase::Wagers => {
                let quiet = self.note_quiet();
                self.open_round(step)?;
                // Nobody has wagered: there is nothing to wait for but a first wager, which starts the clock again.
                if step.told.is_empty() {
                    self.state.deadline = None;
                }
                for person in quiet {
                    self.sit_out_if_silent(person, step);
                }
                Ok(())
            }
            Phase::Playing => self.choose_for_silent(step),
            Phase::Idle | Phase::Resting | Phase::Broken | Phase::Paused | Phase::Closed => {
                self.state.deadline = None;
                Ok(())
            }
        }
    }

    /// Chooses for everybody whose time is up: check if free, else fold; stand; the house way.
    fn choose_for_silent(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(live) = &mut self.live else { return Ok(()) };
        live.is_fresh = true;
        // Who is asked only after another's choice has had no time yet.
        let is_asked = |person: &PersonId| !live.offers_of(*person).is_empty();
        let asked: Vec<PersonId> = live.people.iter().copied().filter(is_asked).collect();
        for person in asked {
            if self.kill_undiscarded(person, step)? || self.choose_default(person, step)? {
                self.end_silent_turn(person, step)?;
                self.note_silence(person, step);
            }
        }
        Ok(())
    }

    /// Where a turn has several choices, the clock that began it for somebody ends it as well.
    fn end_silent_turn(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let turn = |table: &Table| table.live.as_ref().and_then(|live| live.round.turn_of_several());
        let Some(begun) = turn(self) else { return Ok(()) };
        loop {
            while self.deal_on(step)? {}
            if turn(self) != Some(begun) || !self.choose_default(person, step)? {
                return Ok(());
            }
        }
    }

    /// Counts a clock that chose for somebody.
    fn note_silence(&mut self, person: PersonId, step: &mut Step<'_, '_>) {
        let Ok(seated) = self.person_mut(person) else { return };
        // Who has said that they sit out or leave and lets the clock choose is not asked again in this round.
        seated.plays_on = false;
        seated.silences = seated.silences.saturating_add(1);
        self.sit_out_if_silent(person, step);
    }

    /// Somebody who lets two clocks in a row run out, of whatever kind, is away: the seat sits out, so that nobody
    /// waits for it. Earlier programs did not count the clocks of wagers here.
    fn sit_out_if_silent(&mut self, person: PersonId, step: &mut Step<'_, '_>) {
        let (now, as_before) = (step.input.now, self.plays_as_before);
        let Ok(seated) = self.person_mut(person) else { return };
        let quiet = if as_before || seated.seat.is_none() { 0 } else { seated.quiet_wagers };
        if seated.silences.saturating_add(quiet) >= SILENCES_MOST && seated.out_since.is_none() {
            seated.out_since = Some(now);
            self.tell(Event::SatOut { person }, &mut step.told);
        }
    }

    /// How long somebody has to choose: what the book says, unless the table was told otherwise.
    pub(super) fn turn_ms(&self) -> i64 {
        let told = self.spec.pace.turn_ms;
        match self.game.table_rules().turn_seconds {
            Some(seconds) if told == crate::Pace::default().turn_ms => i64::from(seconds.value) * 1_000,
            _ => told,
        }
    }

    /// Whether somebody may call time: in their turn, once, where the book knows it.
    pub(crate) fn may_call_time(&self, person: PersonId) -> bool {
        let Some(live) = self.live.as_ref().filter(|live| !live.has_called_time) else { return false };
        let knows_time = self.game.table_rules().time_call_seconds.is_some();
        knows_time && self.state.deadline.is_some() && !live.offers_of(person).is_empty()
    }

    /// Gives somebody in their turn more time, once, where the book lets them call for it.
    pub(super) fn call_time(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(rule) = self.game.table_rules().time_call_seconds else {
            return Err(refuse(&System::NoTimeCalls));
        };
        let is_asked = |live: &&mut super::Live| !live.offers_of(person).is_empty();
        let (Some(live), Some(due)) = (self.live.as_mut().filter(is_asked), self.state.deadline) else {
            return Err(refuse_by(&Cited::TimeInTurn, rule.clause));
        };
        if live.has_called_time {
            return Err(refuse_by(&Cited::TimeOnce, rule.clause));
        }
        live.has_called_time = true;
        let until = due.after_ms(i64::from(rule.value) * 1_000);
        self.state.deadline = Some(until);
        self.tell(Event::TimeCalled { person, until, clause: rule.clause }, &mut step.told);
        Ok(())
    }

    pub(super) fn choose_for_leaving(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let leaving: Vec<PersonId> = self
            .state
            .people
            .iter()
            .filter(|seated| (seated.is_leaving || seated.out_since.is_some()) && !seated.plays_on)
            .map(|seated| seated.person)
            .collect();
        for person in leaving {
            self.choose_default(person, step)?;
        }
        Ok(())
    }

    /// What silence chooses for somebody: nothing that names a card of theirs which lies unseen. Earlier programs let
    /// it name any card.
    pub(super) fn silent_choice(&self, person: PersonId) -> Option<(Party, Choice)> {
        let live = self.live.as_ref()?;
        let mut offers = live.offers_of(person);
        offers.retain(|offer| self.plays_as_before || !live.round.names_unseen(offer));
        default_choice(&offers)
    }

    /// Chooses for somebody, if there is anything that can be chosen for another.
    fn choose_default(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<bool, Refusal> {
        let Some((who, choice)) = self.silent_choice(person) else { return Ok(false) };
        self.tell(Event::TimedOut { person, who: Some(who) }, &mut step.told);
        self.act(|round| round.choose(who, choice), step)?;
        Ok(true)
    }
}
