//! A table that a human dealer leads: steps that are taken back, settlements that are walked through, corrections.
//!
//! Nothing is ever erased: what was taken back stays in the log, and so does who took it back; a correction moves the
//! chips once more and leaves the round as it was.

use books::Money;
use games::round::{Event as RoundEvent, Refusal, Round, Viewer, Waits};

use super::{Phase, Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::command::By;
use crate::correction::{Chips, Correction, Why};
use crate::event::Event;
use crate::ledger::{Account, Transfer};
use crate::system::System;
use crate::time::Time;
use crate::why::WhyPassed;

/// The round as it stood before one step of it.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    round: Round,
    half_hour_from: Option<Time>,
    /// The number of the step's first event.
    first: u64,
}

/// A payment of the round, by the event that made it.
#[derive(Clone, Debug)]
pub(crate) struct Payment {
    pub(crate) number: u64,
    pub(crate) event: RoundEvent,
}

/// What the dealer has done of a round by hand, and what could be taken back.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByHand {
    steps: Vec<Before>,
    payments: Vec<Payment>,
    /// How many payments of the settlement are made.
    paid: usize,
    is_closed: bool,
}

impl ByHand {
    /// The payments that are made when the round is over, in their order.
    fn settlement(&self) -> &[Payment] {
        let first = self.steps.last().map_or(0, |step| step.first);
        let from = self.payments.partition_point(|payment| payment.number < first);
        &self.payments[from..]
    }
}

/// A payment of the settlement, for the dealer to walk through.
pub(crate) struct Line {
    pub(crate) number: u64,
    pub(crate) event: RoundEvent,
    pub(crate) is_paid: bool,
}

impl Table {
    /// Whether people have as long as they like: a human dealer leads the table, and the floor runs no clock.
    pub(super) fn waits_for_people(&self) -> bool {
        self.spec.by_hand && !self.state.clock_runs
    }

    /// When somebody's time is up, where a clock runs.
    pub(super) fn due(&self, now: Time, ms: i64) -> Option<Time> {
        (!self.waits_for_people()).then(|| now.after_ms(ms))
    }

    /// Keeps the round as it stands before the first act of a command.
    pub(super) fn keep_step(&mut self, before: &Round, step: &Step<'_, '_>) {
        if !self.is_entered() || step.takes_back {
            return;
        }
        let half_hour_from = self.state.half_hour_from;
        let Some(live) = &mut self.live else { return };
        let is_kept = live.by_hand.steps.last().is_some_and(|last| last.first >= step.first);
        if !is_kept {
            let before = Before { round: before.clone(), half_hour_from, first: step.first };
            live.by_hand.steps.push(before);
        }
    }

    /// Keeps what an event of the round pays, so that the dealer can be led through it.
    pub(super) fn keep_payment(&mut self, event: RoundEvent, transfers: &[Transfer]) {
        let pays = |transfer: &Transfer| {
            matches!(transfer.from, Account::Wagers(_) | Account::Pot(_) | Account::Stake(_))
        };
        if !self.spec.by_hand || !transfers.iter().any(pays) {
            return;
        }
        let number = self.state.number + 1;
        if let Some(live) = &mut self.live {
            live.by_hand.payments.push(Payment { number, event });
        }
    }

    /// Whether the round is over and its payments are still to be made.
    pub(crate) fn is_settling(&self) -> bool {
        let is_open = |live: &super::Live| live.round.waits() == Waits::Over && !live.by_hand.is_closed;
        self.spec.by_hand && self.live.as_ref().is_some_and(is_open)
    }

    /// The payments of a round that is over, in their order, and which of them are made.
    pub(crate) fn settlement(&self) -> Vec<Line> {
        let Some(live) = self.live.as_ref().filter(|_| self.is_settling()) else { return Vec::new() };
        let payments = live.by_hand.settlement().iter().enumerate();
        let seen = |payment: &Payment| live.round.seen_by(Viewer::Rail, &payment.event);
        let line = |(place, payment): (usize, &Payment)| {
            let is_paid = place < live.by_hand.paid;
            Some(Line { number: payment.number, event: seen(payment)?, is_paid })
        };
        payments.filter_map(line).collect()
    }

    /// What the dealer pays next, in one sentence.
    pub(super) fn next_payment(&self) -> Option<String> {
        if !self.is_settling() {
            return None;
        }
        let settlement = self.settlement();
        let Some(line) = settlement.iter().find(|line| !line.is_paid) else {
            return Some("Nothing is paid: close the round.".to_owned());
        };
        let left = settlement.iter().filter(|line| !line.is_paid).count();
        let words = crate::words::words(&Event::Round { of: line.event }, self);
        Some(format!("Pay: {words} ({left} left)"))
    }

    /// The dealer has made the next payment.
    pub(super) fn pay_next(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !self.is_settling() {
            return Err(refuse(&System::NothingToPay));
        }
        let Some(live) = &mut self.live else { return Err(refuse(&System::NoRound)) };
        let settlement = live.by_hand.settlement();
        let Some(payment) = settlement.get(live.by_hand.paid) else {
            return Err(refuse(&System::NothingToPay));
        };
        let (of, is_last) = (payment.number, live.by_hand.paid + 1 == settlement.len());
        live.by_hand.paid += 1;
        live.by_hand.is_closed = is_last;
        self.tell(Event::PaymentMade { of }, &mut step.told);
        Ok(())
    }

    /// Every payment is made as it is listed, and the round is closed.
    pub(super) fn close_round(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !self.is_settling() {
            return Err(refuse(&System::NothingToPay));
        }
        while self.is_settling() && self.pay_next(step).is_ok() {}
        if let Some(live) = &mut self.live {
            live.by_hand.is_closed = true;
        }
        Ok(())
    }

    /// Takes the last step of the round back: by the dealer until a payment of the settlement is made, by the floor
    /// until the round is closed.
    pub(super) fn take_back(&mut self, by: By, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !self.is_entered() {
            return Err(refuse(&System::DealtByShuffler));
        }
        let (By::Dealer(person) | By::Floor(person)) = by else { return Err(refuse(&System::ForTheHouse)) };
        let Some(live) = &self.live else { return Err(refuse(&System::RoundClosed)) };
        if live.by_hand.paid > 0 && !matches!(by, By::Floor(_)) {
            return Err(refuse(&System::PaidAlready));
        }
        let Some(before) = live.by_hand.steps.last() else { return Err(refuse(&System::NothingToTakeBack)) };
        let (now, then) = (live.round.balances(), before.round.balances());
        if now.total() != then.total() {
            return Err(refuse(&System::ChipsCameIn));
        }
        let (first, last, people) = (before.first, self.state.number, live.people.clone());
        let transfers = self.transfers(&now, &then, &people);
        self.put_back();
        for (person, amount) in people.iter().zip(&then.purses) {
            if let Ok(seated) = self.person_mut(*person) {
                seated.stack = *amount;
            }
        }
        step.takes_back = true;
        self.push(Event::TakenBack { first, last, by: person }, transfers, None, &mut step.told);
        Ok(())
    }

    /// The round is again what it was before its last step.
    fn put_back(&mut self) {
        let Some(live) = &mut self.live else { return };
        let Some(before) = live.by_hand.steps.pop() else { return };
        live.by_hand.payments.retain(|payment| payment.number < before.first);
        live.by_hand.paid = 0;
        live.round = before.round;
        live.is_fresh = true;
        live.discards = None;
        live.has_called_time = false;
        self.state.half_hour_from = before.half_hour_from;
    }

    /// Whether the last step of the round can be taken back by the dealer, and by the floor.
    pub(crate) fn may_take_back(&self) -> (bool, bool) {
        let Some(live) = self.live.as_ref().filter(|_| self.is_entered()) else { return (false, false) };
        let is_whole = |before: &Before| before.round.balances().total() == live.round.balances().total();
        let can = live.by_hand.steps.last().is_some_and(is_whole);
        (can && live.by_hand.paid == 0, can)
    }

    /// The dealer goes on to the next seat with the bank, without a word of whoever was to be asked.
    pub(super) fn pass_over(&mut self, why: WhyPassed, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !self.spec.by_hand {
            return Err(refuse(&System::NotForTheDealer));
        }
        match self.state.offered.filter(|_| self.state.phase == Phase::Offering) {
            Some(seat) => self.decline(seat, why, step),
            None if self.state.rotation.is_none() => return Err(refuse(&System::NoBank)),
            None => return Err(refuse(&System::BankNotOffered)),
        }
        Ok(())
    }

    /// The floor lets the clock choose for people, or no longer.
    pub(super) fn run_clock(&mut self, runs: bool, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !self.spec.by_hand {
            return Err(refuse(&System::ClockRuns));
        }
        if self.state.clock_runs == runs {
            return Err(refuse(if runs { &System::ClockRuns } else { &System::NoClock }));
        }
        self.state.clock_runs = runs;
        if !runs && self.state.phase != Phase::Resting {
            self.state.deadline = None;
        }
        if let Some(live) = &mut self.live {
            live.is_fresh = true;
        }
        self.tell(Event::ClockSet { runs }, &mut step.told);
        Ok(())
    }

    /// The floor moves chips that went to the wrong place.
    pub(super) fn correct(
        &mut self,
        by: PersonId,
        correction: &Correction,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Correction { round, from, to, amount, why, clause, reason } = correction;
        if reason.trim().is_empty() {
            return Err(refuse(&System::NoReason));
        }
        if *round == 0 || *round > self.state.rounds || (*round == self.state.rounds && self.live.is_some()) {
            return Err(refuse(&System::NoRoundToCorrect { round: *round }));
        }
        if !amount.is_positive() || from == to {
            return Err(refuse(&System::NothingMoves));
        }
        let (from, to) = (self.account_of(*from)?, self.account_to(*to)?);
        self.check_named(clause)?;
        if *why == Why::Ruling {
            if clause.is_empty() {
                return Err(refuse(&System::RulingNeedsClause));
            }
            self.check_still_ruled(*round)?;
        }
        let told = Event::Corrected { correction: correction.clone(), by };
        let transfers = vec![Transfer { from, to, amount: *amount }];
        for (account, change) in [(from, -*amount), (to, *amount)] {
            self.change(account, change)?;
        }
        self.push(told, transfers, None, &mut step.told);
        Ok(())
    }

    /// Adds to what lies somewhere, or takes from it.
    fn change(&mut self, account: Account, change: Money) -> Result<(), Refusal> {
        let Account::Stack(_, person) = account else { return Ok(()) };
        let seated = self.person_mut(person)?;
        if seated.stack + change < Money::ZERO {
            return Err(refuse(&System::NotSoMuch { holds: seated.stack }));
        }
        seated.stack += change;
        Ok(())
    }

    /// Where chips lie that are moved by a correction; nobody's chips are touched while they play with them, or once
    /// they have left with them.
    fn account_of(&self, chips: Chips) -> Result<Account, Refusal> {
        match chips {
            Chips::Person(person) if self.is_in_round(person) => Err(refuse(&System::ChipsInPlay)),
            Chips::Person(person) => {
                self.person(person).map_err(|_| refuse(&System::LeftWithChips))?;
                Ok(Account::Stack(self.id, person))
            }
            Chips::Drop => Ok(Account::Drop(self.id)),
            Chips::Jackpot => Ok(Account::Jackpot(self.id)),
            Chips::Promotion => Ok(Account::Promotion(self.id)),
        }
    }

    /// The same for chips that come; who has left is given them away from the table.
    fn account_to(&self, chips: Chips) -> Result<Account, Refusal> {
        match chips {
            Chips::Person(person) if self.person(person).is_err() => Ok(Account::Patron(person)),
            chips => self.account_of(chips),
        }
    }

    /// Refuses a ruling on a hand that the book lets nobody rule on any more.
    fn check_still_ruled(&self, round: u64) -> Result<(), Refusal> {
        let rule = self.ruled_no_later();
        match rule.filter(|_| round < self.state.rounds || self.shown.is_none()) {
            Some(clause) => Err(refuse_by(&Cited::RuledTooLate, clause)),
            None => Ok(()),
        }
    }

    /// Refuses the name of a clause that the book does not have.
    pub(super) fn check_named(&self, clause: &str) -> Result<(), Refusal> {
        if clause.is_empty() || self.book.clauses.find(clause).is_some() {
            return Ok(());
        }
        let nearest = self.book.clauses.nearest(clause);
        let hint = nearest.map_or(String::new(), |name| format!("; did you mean {name}?"));
        Err(refuse(&System::NoClause { name: clause.to_owned(), hint }))
    }
}
