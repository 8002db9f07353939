//! What can be taken back outside the steps of a round, at a table that a human dealer leads: that a round began too early,
//! that a bank went by which was mistyped, and a stake or a wager that was.

use games::round::Refusal;

use super::{Live, Phase, State, Step, Table, refuse};
use crate::PersonId;
use crate::command::{By, Command};
use crate::event::{Event, Net};
use crate::ledger::Transfer;
use crate::system::System;
use crate::told::Told;

/// The table as it stood before a command, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Undo {
    /// What it remembered then.
    state: State,
    /// What lay there from the last round.
    shown: Option<Live>,
    /// What it remembered afterwards.
    after: State,
    /// The chips that moved.
    moved: Vec<Transfer>,
    /// The number of the first event that came of it.
    first: u64,
}

/// What a table remembers, but for what every step changes.
fn lasting(state: &State) -> State {
    let mut state = State { number: 0, deadline: None, half_hour_from: None, counted: None, ..state.clone() };
    for seated in &mut state.people {
        (seated.silences, seated.quiet_wagers) = (0, 0);
    }
    state
}

impl Table {
    /// Whether what the staff do is bounded here; tables that earlier programs opened are as they were.
    pub(crate) fn is_bounded(&self) -> bool {
        self.spec.is_bounded
    }

    /// Whether a command is kept so that it can be taken back: a beginning, a bank that goes by as the dealer says, and what the
    /// dealer has entered for somebody before a round.
    pub(super) fn is_undone_later(&self, by: By, command: &Command) -> bool {
        if !self.is_bounded() || !self.spec.by_hand || !matches!(by, By::Dealer(_) | By::Floor(_)) {
            return false;
        }
        match command {
            Command::Start | Command::PassOver { .. } => true,
            Command::For { command, .. } => match **command {
                Command::PassBank => true,
                Command::TakeBank { .. }
                | Command::ShareBank { .. }
                | Command::TakeShare { .. }
                | Command::PutWager { .. }
                | Command::AgreeJoint { .. }
                | Command::Ready => self.spec.is_led,
                _ => false,
            },
            _ => false,
        }
    }

    /// Keeps how the table stood before a command that can be taken back. Whatever else happens, what came before it stays.
    pub(super) fn keep_undo(&mut self, before: &Table, is_kept: bool, told: &[Told]) {
        if !is_kept {
            if !told.is_empty() {
                self.undo.clear();
            }
            return;
        }
        let of_round = |one: &&Told| matches!(one.event, Event::Round { .. });
        // A fee by time that fell due with the beginning was due whether or not it was too early.
        let has_other = told.iter().any(|one| !of_round(&one) && !one.transfers.is_empty());
        let Some(first) = told.first().map(|one| one.number).filter(|_| !has_other) else {
            self.undo.clear();
            return;
        };
        let moved = told.iter().flat_map(|one| one.transfers.iter().copied()).collect();
        let (state, shown, after) = (before.state.clone(), before.shown.clone(), self.state.clone());
        let undo = Undo { state, shown, after, moved, first };
        match &mut self.live {
            Some(live) => {
                live.by_hand.start = Some(Box::new(undo));
                self.undo.clear();
            }
            None => self.undo.push(undo),
        }
    }

    pub(super) fn may_take_back_between(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether nothing has happened since the round began but steps of it that are taken back.
    pub(super) fn may_take_back_start(&self) -> bool {
        let start = self.live.as_ref().and_then(|live| live.by_hand.start.as_ref());
        start.is_some_and(|start| lasting(&start.after) == lasting(&self.state))
    }

    /// Whether something of the round was dealt and taken back, so that its cards may have been seen: wagers would lie open again
    /// beside known cards, which is the floor's to allow.
    pub(super) fn is_start_seen(&self) -> bool {
        let start = self.live.as_ref().and_then(|live| live.by_hand.start.as_ref());
        self.spec.is_led && start.is_some_and(|start| start.after.number < self.state.number)
    }

    /// The round began too early: everything lies where it lay before. Its number is not given again.
    pub(super) fn take_back_start(&mut self, by: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !self.may_take_back_start() {
            return Err(refuse(&System::NothingToTakeBack));
        }
        let Some(live) = self.live.take() else { return Err(refuse(&System::NothingToTakeBack)) };
        let Some(start) = live.by_hand.start else { return Err(refuse(&System::NothingToTakeBack)) };
        let (rounds, shuffles) = (self.state.rounds, self.state.shuffles.clone());
        self.put_state_back(*start, by, step);
        (self.state.rounds, self.state.shuffles) = (rounds, shuffles);
        let nets =
            live.people.iter().map(|person| Net { person: *person, net: books::Money::ZERO }).collect();
        self.tell(Event::RoundEnded { round: rounds, nets }, &mut step.told);
        Ok(())
    }

    /// A bank that was mistyped did not go by.
    pub(super) fn take_back_between(&mut self, by: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(undo) = self.undo.pop() else {
            let is_before = self.state.rounds == 0 || self.state.phase == Phase::Wagers;
            let why = if is_before { &System::NothingBefore } else { &System::RoundClosed };
            return Err(refuse(why));
        };
        self.put_state_back(undo, by, step);
        Ok(())
    }

    fn put_state_back(&mut self, undo: Undo, by: PersonId, step: &mut Step<'_, '_>) {
        let last = self.state.number;
        self.state = State { number: last, ..undo.state };
        self.shown = undo.shown;
        let back = |one: &Transfer| Transfer { from: one.to, to: one.from, amount: one.amount };
        let transfers = undo.moved.iter().rev().map(back).collect();
        step.takes_back = true;
        self.push(Event::TakenBack { first: undo.first, last, by }, transfers, None, &mut step.told);
    }
}
