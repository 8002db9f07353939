//! A table that a human dealer leads: steps of a round that are taken back, and settlements that are walked through.
//!
//! Nothing is ever erased: what was taken back stays in the log, and so does who took it back.

use books::Money;
use games::round::{Event as RoundEvent, Refusal, Round, Viewer, Waits};

use super::undo::Undo;
use super::{Phase, Step, Table, refuse};
use crate::PersonId;
use crate::command::By;
use crate::desk::Counted;
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
    /// What was counted of the real shoe.
    counted: Option<Counted>,
    /// The number of the step's first event.
    first: u64,
    /// Whether the floor reported something in it, so that nobody else takes it back.
    by_floor: bool,
}

/// A payment of the round, by the event that made it.
#[derive(Clone, Debug)]
pub(crate) struct Payment {
    pub(crate) number: u64,
    pub(crate) event: RoundEvent,
    /// What comes to whom.
    pub(crate) to: Vec<(PersonId, Money)>,
    /// Whether it moves wagers or the bank's stake.
    is_banked: bool,
    /// How much more lies before the bank afterwards; below zero for less.
    stake: Money,
    /// Whether it takes back what was paid already.
    takes_back: bool,
    /// The event that has undone it before it was paid.
    undone: Option<u64>,
}

/// What the dealer has done of a round by hand, and what could be taken back.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByHand {
    steps: Vec<Before>,
    payments: Vec<Payment>,
    /// The fees that the house takes: with which event, from whom, how much.
    fees: Vec<(u64, PersonId, Money)>,
    /// The events with which payments of the settlement were made.
    paid: Vec<u64>,
    is_closed: bool,
    /// The table as it stood before the round began, as far as that can be taken back.
    pub(super) start: Option<Box<Undo>>,
}

impl ByHand {
    /// The payment that was made last, if no step came after it: that is taken back before any step.
    fn paid_last(&self) -> Option<u64> {
        let step = self.steps.last().map_or(0, |step| step.first);
        self.paid.last().copied().filter(|number| *number > step)
    }

    /// The payments that are made when the round is over, in their order: those of the last step, and with all of them those
    /// of hands that were settled one after the other before it.
    fn settlement(&self, all: bool) -> impl Iterator<Item = &Payment> {
        let first = self.steps.last().map_or(0, |step| step.first);
        let is_due =
            move |one: &&Payment| one.undone.is_none() && (one.number >= first || (all && one.is_banked));
        self.payments.iter().filter(is_due)
    }
}

/// A payment of the settlement, for the dealer to walk through.
pub(crate) struct Line {
    pub(crate) number: u64,
    pub(crate) words: String,
    /// Whether it takes back what was paid already.
    takes_back: bool,
    pub(crate) is_paid: bool,
    /// What lies before the bank then, where there is one.
    pub(crate) stake_left: Option<Money>,
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
        let (half_hour_from, counted) = (self.state.half_hour_from, self.state.counted.clone());
        let Some(live) = &mut self.live else { return };
        let is_kept = live.by_hand.steps.last().is_some_and(|last| last.first >= step.first);
        if !is_kept {
            let (first, by_floor) = (step.first, step.by_floor);
            let before = Before { round: before.clone(), half_hour_from, counted, first, by_floor };
            live.by_hand.steps.push(before);
        }
    }

    /// Keeps what an event of the round pays, so that the dealer can be led through it.
    pub(super) fn keep_payment(&mut self, event: RoundEvent, transfers: &[Transfer]) {
        if event.undoes_settlements() && self.spec.is_strict {
            self.undo_payments();
        }
        // A fee that goes back is paid like anything else.
        let pays = |transfer: &Transfer| match transfer.from {
            Account::Wagers(_) | Account::Pot(_) | Account::Stake(_) => true,
            Account::Drop(_) => self.spec.is_strict && matches!(transfer.to, Account::Stack(..)),
            _ => false,
        };
        if !self.spec.by_hand || !transfers.iter().any(pays) {
            return;
        }
        let number = self.state.number + 1;
        let mut to: Vec<(PersonId, Money)> = Vec::new();
        for one in transfers {
            let Account::Stack(_, person) = one.to else { continue };
            match to.iter_mut().find(|(known, _)| *known == person && self.spec.is_led) {
                Some((_, amount)) => *amount += one.amount,
                None => to.push((person, one.amount)),
            }
        }
        let is_banked = |one: &Transfer| matches!(one.from, Account::Wagers(_) | Account::Stake(_));
        let of = |account: Account, amount: Money| match account {
            Account::Stake(_) => amount,
            _ => Money::ZERO,
        };
        let stake = transfers.iter().map(|one| of(one.to, one.amount) - of(one.from, one.amount)).sum();
        let is_banked = transfers.iter().any(is_banked);
        if let Some(live) = &mut self.live {
            let (takes_back, undone) = (false, None);
            live.by_hand.payments.push(Payment { number, event, to, is_banked, stake, takes_back, undone });
        }
    }

    /// Keeps the fees that an event of the round takes, so that the dealer is told to take them.
    pub(super) fn keep_fees(&mut self, transfers: &[Transfer]) {
        let number = self.state.number + 1;
        let Some(live) = self.live.as_mut().filter(|_| self.spec.by_hand) else { return };
        for one in transfers {
            if let (Account::Stack(_, person), Account::Drop(_) | Account::Jackpot(_)) = (one.from, one.to) {
                live.by_hand.fees.push((number, person, one.amount));
            }
        }
    }

    /// The fees that the last step has brought up, to be taken now, in one sentence.
    pub(super) fn fees_to_take(&self) -> Option<String> {
        let by_hand = &self.live.as_ref()?.by_hand;
        let first = by_hand.steps.last().map_or(0, |step| step.first);
        let mut due: Vec<(Money, Vec<&str>)> = Vec::new();
        for (_, person, amount) in by_hand.fees.iter().filter(|(number, ..)| *number >= first) {
            let name = self.person(*person).map_or("", |one| one.name.as_str());
            match due.iter_mut().find(|(of, _)| of == amount) {
                Some((_, names)) => names.push(name),
                None => due.push((*amount, vec![name])),
            }
        }
        let each = due.iter().map(|(amount, names)| {
            format!("{amount}{} from {}", if names.len() > 1 { " each" } else { "" }, names.join(", "))
        });
        let each: Vec<String> = each.collect();
        (!each.is_empty()).then(|| format!("Take the fees: {}.", each.join("; ")))
    }

    /// What was settled is undone: what is not paid yet is not to be paid any more, and what is paid is taken back.
    fn undo_payments(&mut self) {
        let (number, all) = (self.state.number + 1, self.spec.is_led);
        let Some(live) = &mut self.live else { return };
        let paid = live.by_hand.paid.len();
        let listed: Vec<u64> = live.by_hand.settlement(all).map(|one| one.number).collect();
        let (paid, unpaid) = listed.split_at(paid.min(listed.len()));
        let payments = &mut live.by_hand.payments;
        for one in payments.iter_mut().filter(|one| unpaid.contains(&one.number)) {
            one.undone = Some(number);
        }
        let back = |one: &Payment| Payment { number, stake: -one.stake, takes_back: true, ..one.clone() };
        let back: Vec<Payment> = payments.iter().filter(|one| paid.contains(&one.number)).map(back).collect();
        payments.extend(back);
    }

    /// Whether the round is over and its payments are still to be made.
    pub(crate) fn is_settling(&self) -> bool {
        let is_open = |live: &super::Live| live.round.waits() == Waits::Over && !live.by_hand.is_closed;
        self.spec.by_hand && self.live.as_ref().is_some_and(is_open)
    }

    /// Whether a hand was turned up and settled that is to be paid before the next one is turned up.
    pub(super) fn pays_between(&self) -> bool {
        let is_due = |live: &super::Live| live.by_hand.settlement(true).count() > live.by_hand.paid.len();
        let led = self.live.as_ref().filter(|_| self.spec.is_strict && self.spec.by_hand);
        led.is_some_and(|live| live.round.opens_hand() && is_due(live))
    }

    /// The payments that are walked through now, in their order, and which of them are made: of a round that is over, or of
    /// the hands that are settled so far.
    pub(crate) fn settlement(&self) -> Vec<Line> {
        let is_walked = self.is_settling() || self.pays_between();
        let Some(live) = self.live.as_ref().filter(|_| is_walked) else { return Vec::new() };
        let payments: Vec<&Payment> = live.by_hand.settlement(self.spec.is_led).collect();
        let seen = |payment: &Payment| live.round.seen_by(Viewer::Rail, &payment.event);
        let has_bank = live.round.view(Viewer::Rail).bank.is_some();
        // What is paid out of the stake, or comes to it, after each payment; in the end nothing lies there.
        let staked = live.round.balances().stake;
        let left_after =
            |place: usize| staked + payments[place + 1..].iter().map(|one| -one.stake).sum::<Money>();
        let line = |(place, payment): (usize, &&Payment)| {
            let is_paid = place < live.by_hand.paid.len();
            let words = self.payment_words(seen(payment)?, &payment.to);
            let words = if payment.takes_back { format!("Take back: {words}") } else { words };
            let stake_left = has_bank.then(|| left_after(place));
            Some(Line { number: payment.number, words, takes_back: payment.takes_back, is_paid, stake_left })
        };
        payments.iter().enumerate().filter_map(line).collect()
    }

    /// A payment in words; where it goes to several people at once, or the words name no amount, with what each gets.
    fn payment_words(&self, event: RoundEvent, to: &[(PersonId, Money)]) -> String {
        let words = self.with_name(crate::words::words(&Event::Round { of: event }, self));
        if to.is_empty() || (to.len() == 1 && words.contains('$')) {
            return words;
        }
        let name = |person: PersonId| {
            let seated = self.person(person).ok();
            let seat = seated.and_then(|one| one.seat).map(|seat| self.seat_words(seat));
            seat.or_else(|| seated.map(|one| one.name.clone())).unwrap_or_default()
        };
        let each: Vec<String> =
            to.iter().map(|(person, amount)| format!("{amount} to {}", name(*person))).collect();
        format!("{} ({}).", words.trim_end_matches('.'), each.join(", "))
    }

    /// A sentence that begins with a seat, with the name of whoever sits there.
    fn with_name(&self, words: String) -> String {
        let Some(rest) = words.strip_prefix("Seat ").filter(|_| self.spec.is_led) else { return words };
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let sitter = self
            .state
            .people
            .iter()
            .find(|one| one.seat.is_some_and(|seat| seat.number().to_string() == rest[..digits]));
        match sitter {
            Some(sitter) => format!("Seat {} ({}){}", &rest[..digits], sitter.name, &rest[digits..]),
            None => words,
        }
    }

    /// What the dealer pays next, in one sentence.
    pub(super) fn next_payment(&self) -> Option<String> {
        if !self.is_settling() && !self.pays_between() {
            return None;
        }
        let settlement = self.settlement();
        let Some(line) = settlement.iter().find(|line| !line.is_paid) else {
            return Some("Nothing is paid: close the round.".to_owned());
        };
        let left = settlement.iter().filter(|line| !line.is_paid).count();
        let words = &line.words;
        let pay = if line.takes_back { "" } else { "Pay: " };
        Some(format!("{pay}{words} ({left} left)"))
    }

    /// The dealer has made the next payment.
    pub(super) fn pay_next(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let is_over = self.is_settling();
        if !is_over && !self.pays_between() {
            return Err(refuse(&System::NothingToPay));
        }
        let all = self.spec.is_led;
        let Some(live) = &mut self.live else { return Err(refuse(&System::NoRound)) };
        let paid = live.by_hand.paid.len();
        let due: Vec<u64> = live.by_hand.settlement(all).skip(paid).map(|one| one.number).collect();
        let Some(of) = due.first().copied() else { return Err(refuse(&System::NothingToPay)) };
        let is_last = due.len() == 1;
        live.by_hand.paid.push(self.state.number + 1);
        live.by_hand.is_closed = is_last && is_over;
        self.tell(Event::PaymentMade { of }, &mut step.told);
        Ok(())
    }

    /// Every payment that is due is made as it is listed, and a round that is over is closed.
    pub(super) fn close_round(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.pays_between() {
            while self.pays_between() && self.pay_next(step).is_ok() {}
            return Ok(());
        }
        if !self.is_settling() {
            return Err(refuse(&System::NothingToPay));
        }
        while self.is_settling() && self.pay_next(step).is_ok() {}
        if let Some(live) = &mut self.live {
            live.by_hand.is_closed = true;
        }
        Ok(())
    }

    /// Takes the last step back: by the dealer until a payment of it is made, by the floor until the round is closed, and what
    /// the floor has done by the floor alone. Payments are taken back one by one, before the step that brought them about;
    /// last of all that the round began, and between two rounds that a bank went by.
    pub(super) fn take_back(&mut self, by: By, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !self.is_entered() {
            return Err(refuse(&System::DealtByShuffler));
        }
        let (By::Dealer(person) | By::Floor(person)) = by else { return Err(refuse(&System::ForTheHouse)) };
        let is_floor = matches!(by, By::Floor(_));
        let Some(live) = &self.live else { return self.take_back_between(person, step) };
        let paid_last = live.by_hand.paid_last();
        if paid_last.is_some() && !is_floor {
            return Err(refuse(&System::PaidAlready));
        }
        if let Some(first) = paid_last.filter(|_| self.is_bounded()) {
            self.take_back_payment(first, person, step);
            return Ok(());
        }
        let Some(before) = live.by_hand.steps.last() else {
            return match is_floor || !self.is_start_seen() {
                true => self.take_back_start(person, step),
                false => Err(refuse(&System::FloorDecides)),
            };
        };
        if before.by_floor && !is_floor && self.is_bounded() {
            return Err(refuse(&System::FloorDecides));
        }
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

    /// The last payment was not made; what was to be paid stands.
    fn take_back_payment(&mut self, first: u64, person: PersonId, step: &mut Step<'_, '_>) {
        if let Some(live) = &mut self.live {
            live.by_hand.paid.pop();
            live.by_hand.is_closed = false;
        }
        let last = self.state.number;
        step.takes_back = true;
        self.tell(Event::TakenBack { first, last, by: person }, &mut step.told);
    }

    /// The round is again what it was before its last step.
    fn put_back(&mut self) {
        let Some(live) = &mut self.live else { return };
        let Some(before) = live.by_hand.steps.pop() else { return };
        live.by_hand.payments.retain(|payment| payment.number < before.first);
        live.by_hand.fees.retain(|(number, ..)| *number < before.first);
        for payment in &mut live.by_hand.payments {
            payment.undone = payment.undone.filter(|number| *number < before.first);
        }
        live.by_hand.paid.retain(|number| *number < before.first);
        live.round = before.round;
        live.is_fresh = true;
        live.discards = None;
        live.has_called_time = false;
        self.state.half_hour_from = before.half_hour_from;
        self.state.counted = before.counted;
    }

    /// Whether the last step can be taken back by the dealer, and by the floor.
    pub(crate) fn may_take_back(&self) -> (bool, bool) {
        if !self.is_entered() {
            return (false, false);
        }
        let Some(live) = &self.live else {
            return (self.may_take_back_between(), self.may_take_back_between());
        };
        let is_paid = live.by_hand.paid_last().is_some();
        if is_paid && self.is_bounded() {
            return (false, true);
        }
        let is_whole = |before: &Before| before.round.balances().total() == live.round.balances().total();
        let (can, by_floor) = match live.by_hand.steps.last() {
            Some(before) => (is_whole(before), before.by_floor && self.is_bounded()),
            None => (self.may_take_back_start(), self.is_start_seen()),
        };
        (can && !is_paid && !by_floor, can)
    }

    /// The dealer goes on to the next seat with the bank, without a word of whoever was to be asked.
    pub(super) fn pass_over(&mut self, why: WhyPassed, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        // Who declines says so, and where no clock runs none has run out.
        let is_dealers = matches!(why, WhyPassed::PassedOver | WhyPassed::Absent) || !self.spec.is_strict;
        if !self.spec.by_hand || !is_dealers {
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
}
