//! The clock of a discard: who throws no card away is reminded once, and the hand is then dead.

use games::poker::{DeadHand, Irregularity, Phase};
use games::round::Refusal;

use super::super::{Step, Table};
use super::{hand_of, report_of};
use crate::PersonId;
use crate::event::Event;
use crate::time::Time;

/// How far the clock of a discard has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Discards {
    /// When the reminder is due; nothing once it was given.
    pub(crate) reminder: Option<Time>,
}

impl Table {
    fn is_discarding(&self) -> bool {
        let round = self.live.as_ref().map(|live| &live.round);
        round.and_then(hand_of).is_some_and(|hand| hand.phase() == Phase::Discarding)
    }

    /// Sets the clock when cards are asked for, once for everybody, and says whether they are.
    pub(in crate::table) fn asks_for_discards(&mut self, awaited: &[u8], now: Time) -> bool {
        let is_discarding = self.is_discarding();
        let rules = self.poker_rules().and_then(|rules| rules.discard.as_ref());
        let times = rules.map(|rules| (rules.seconds.value, rules.reminder_seconds.value));
        let Some(live) = &mut self.live else { return false };
        let Some((seconds, reminder)) = times.filter(|_| is_discarding && !awaited.is_empty()) else {
            live.discards = None;
            return false;
        };
        live.is_fresh = false;
        live.awaited = awaited.to_vec();
        if live.discards.is_none() {
            live.has_called_time = false;
            live.discards = Some(Discards { reminder: Some(now.after_ms(i64::from(reminder) * 1_000)) });
            self.state.deadline = self.due(now, i64::from(seconds) * 1_000);
        }
        true
    }

    /// When somebody has to be reminded, if ever.
    pub(crate) fn next_reminder(&self) -> Option<Time> {
        self.live.as_ref()?.discards?.reminder
    }

    /// Reminds everybody who has not thrown a card away, once.
    pub(in crate::table) fn remind(&mut self, step: &mut Step<'_, '_>) {
        if self.next_reminder().is_none_or(|due| step.input.now < due) {
            return;
        }
        let rule =
            self.poker_rules().and_then(|rules| rules.discard.as_ref()).map(|rules| rules.reminder_seconds);
        let (Some(rule), Some(live)) = (rule, &mut self.live) else { return };
        live.discards = Some(Discards { reminder: None });
        let asked: Vec<PersonId> =
            live.people.iter().copied().filter(|person| !live.offers_of(*person).is_empty()).collect();
        for person in asked {
            self.tell(Event::Reminded { person, clause: rule.clause }, &mut step.told);
        }
    }

    /// Kills the hand of somebody who has thrown nothing away in time; says whether it was one.
    pub(in crate::table) fn kill_undiscarded(
        &mut self,
        person: PersonId,
        step: &mut Step<'_, '_>,
    ) -> Result<bool, Refusal> {
        let Some(live) = self.live.as_ref().filter(|_| self.is_discarding()) else { return Ok(false) };
        let (Some(offer), Some(seat)) = (live.offers_of(person).first().copied(), self.person(person)?.seat)
        else {
            return Ok(true);
        };
        self.tell(Event::TimedOut { person, who: Some(offer.who) }, &mut step.told);
        let report = report_of(Irregularity::Dead { seat, why: DeadHand::NoDiscard });
        self.act(|round| round.report(report), step)?;
        Ok(true)
    }
}
