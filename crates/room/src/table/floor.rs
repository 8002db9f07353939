//! What the floor does with a table: stops it, lets it go on, closes it, and writes a ruling down.

use books::Clause;
use games::round::Refusal;

use super::{Phase, Step, Table, refuse};
use crate::PersonId;
use crate::command::{By, Command};
use crate::event::Event;
use crate::system::System;

/// Why wagers go back when the floor stops the table.
const STOPPED: &str = "the floor has stopped the table";

/// Whether a command only takes somebody out of the table, whoever gives it.
pub(super) fn takes_out(command: &Command) -> bool {
    matches!(command, Command::Leave | Command::Unlist | Command::RefuseConsent)
}

impl Table {
    /// Refuses that somebody of the staff decides at a table where their own money is.
    pub(super) fn check_impartial(&self, by: By, command: &Command) -> Result<(), Refusal> {
        let (By::Dealer(person) | By::Floor(person)) = by else { return Ok(()) };
        let decides = matches!(
            command,
            Command::Report { .. }
                | Command::For { .. }
                | Command::Rule { .. }
                | Command::Relatives { .. }
                | Command::Company { .. }
                | Command::TakeBack
                | Command::Correct { .. }
                | Command::Dispute { .. }
                | Command::EnterLate { .. }
        );
        if decides && (self.person(person).is_ok() || self.is_in_round(person)) {
            return Err(refuse(&System::StaffPlays));
        }
        Ok(())
    }

    /// Where the shuffler deals, people act for themselves; the house may only take somebody out of the game.
    pub(super) fn check_on_behalf(&self, command: &Command) -> Result<(), Refusal> {
        let is_out = takes_out(command) || *command == Command::SitOut;
        if self.is_entered() || is_out || self.plays_as_before {
            return Ok(());
        }
        Err(refuse(&System::ForThemselves))
    }

    /// What takes somebody out of the table, one after the other: off its list, and away with all chips as soon as no hand of
    /// theirs is on. Nothing if they are not there, or are leaving already.
    #[must_use]
    pub fn ways_out(&self, person: PersonId) -> Vec<Command> {
        if self.state.phase == Phase::Closed {
            return Vec::new();
        }
        let stays = self.person(person).is_ok_and(|seated| !seated.is_leaving);
        let ways = [
            (self.is_listed(person), Command::Unlist),
            (self.consent_of(person).is_some(), Command::RefuseConsent),
            (stays, Command::Leave),
        ];
        ways.into_iter().filter(|(is_so, _)| *is_so).map(|(_, command)| command).collect()
    }

    pub(super) fn pause(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.phase == Phase::Paused || self.state.is_pausing {
            return Err(refuse(&System::AlreadyStopped));
        }
        self.state.is_pausing = true;
        // A round that is on is played to its end first.
        if self.live.is_some() {
            self.tell(
                Event::Ruled { words: "No new round begins.".to_owned(), clause: String::new() },
                &mut step.told,
            );
        }
        Ok(())
    }

    /// The table stands still from now on, and whatever lay there for the next round goes back.
    pub(super) fn stop(&mut self, step: &mut Step<'_, '_>) {
        self.state.is_pausing = false;
        self.state.phase = Phase::Paused;
        self.state.deadline = None;
        self.break_play();
        self.tell(Event::Paused, &mut step.told);
        if self.plays_as_before {
            return;
        }
        self.state.offered = None;
        self.state.asked = None;
        self.give_up_bank(STOPPED, Clause::NONE, step);
    }

    pub(super) fn resume_play(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.phase != Phase::Paused && !self.state.is_pausing {
            return Err(refuse(&System::NotStopped));
        }
        self.state.is_pausing = false;
        if self.live.is_none() {
            self.state.phase = Phase::Idle;
            // What has fallen due while the table stood still is taken now; earlier programs let it go.
            if self.plays_as_before {
                self.pass_half_hour(step.input.now, None);
            }
            self.give_up_bank(STOPPED, Clause::NONE, step);
        }
        self.tell(Event::Resumed, &mut step.told);
        Ok(())
    }

    pub(super) fn close(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.is_closing {
            return Err(refuse(&System::AlreadyClosing));
        }
        if !self.state.disputes.is_empty() {
            return Err(refuse(&System::DisputesOpen));
        }
        self.state.is_closing = true;
        self.tell(Event::Closing, &mut step.told);
        if self.state.phase == Phase::Paused {
            self.close_now(step)?;
        }
        Ok(())
    }

    pub(super) fn close_now(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.give_up_bank("the table closes", Clause::NONE, step);
        self.everybody_leaves(step);
        self.clear_away();
        self.state.shoe = None;
        self.state.waiting.clear();
        self.state.phase = Phase::Closed;
        self.state.deadline = None;
        self.tell(Event::Closed, &mut step.told);
        Ok(())
    }

    pub(super) fn rule(
        &mut self,
        by: PersonId,
        words: &str,
        clause: &str,
        dispute: Option<u64>,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if words.trim().is_empty() {
            return Err(refuse(&System::NoWords));
        }
        self.check_named(clause)?;
        self.check_dispute(dispute)?;
        self.tell(Event::Ruled { words: words.to_owned(), clause: clause.to_owned() }, &mut step.told);
        self.settle_dispute(dispute, by, step);
        Ok(())
    }
}
