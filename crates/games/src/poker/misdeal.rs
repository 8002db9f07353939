//! Dealing again, and not at all: what goes back to whom.

use books::poker::FouledDeck;
use books::{Clause, Money};

use super::event::{Event, FeeFrom, FeeKind, PostKind};
use super::hand::Hand;
use super::irregularity::Irregularity;
use super::refusal::{Reason, Refusal};
use crate::record::Record;

impl Hand {
    /// Gives back what was bet in this round.
    pub(super) fn give_back_bets(&mut self, clause: Clause, events: &mut impl Record<Event>) {
        for place in 0..usize::from(self.players) {
            let amount = self.betting.bets[place];
            if amount.is_positive() {
                self.emit(Event::Returned { seat: self.seats[place], amount, clause }, events);
            }
        }
    }

    /// Takes all cards back and deals again: what was wagered by choice returns, posts stay.
    pub(super) fn misdeal(&mut self, what: Irregularity, clause: Clause, events: &mut impl Record<Event>) {
        self.give_back_fee(clause, events);
        self.give_back(clause, true, events);
        self.emit(Event::Reported { what, clause }, events);
    }

    /// Voids the hand by the floor's word: what was put in goes back to everybody. A fee that was taken out of the pot goes
    /// back with it if the floor says so; else everybody bears it by what they had put in. A blind that was dropped stays
    /// dropped, as does what was paid beside the pot. It rests on what the book says of the money of a misdeal.
    ///
    /// # Errors
    /// When the hand is over; it is unchanged.
    pub fn void(&mut self, fees_returned: bool, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let table = self.table_arc();
        let clause = table.rules().misdeal.blinds_stay.clause;
        if self.is_over() {
            return Err(Refusal::new(Reason::HandOver, clause));
        }
        if fees_returned {
            self.give_back_fee(clause, events);
            self.give_back(clause, false, events);
        } else {
            self.give_back_less_fee(clause, events);
        }
        self.emit(Event::Voided { clause }, events);
        self.advance(events);
        Ok(())
    }

    /// Gives everybody back what they had put in, less their part of the fee that stays.
    fn give_back_less_fee(&mut self, clause: Clause, events: &mut impl Record<Event>) {
        let due: Vec<Money> = (0..usize::from(self.players)).map(|place| self.put_in(place)).collect();
        let whole: Money = due.iter().copied().sum();
        let mut kept = (whole - self.pot).max(Money::ZERO);
        let part = |amount: Money| match whole.in_cents() {
            0 => Money::ZERO,
            cents => Money::cents(amount.in_cents() * kept.in_cents() / cents),
        };
        let mut borne: Vec<Money> = due.iter().map(|amount| part(*amount)).collect();
        kept -= borne.iter().copied().sum();
        // What is left of the division is less than a cent for each: it falls on the first who have put in enough.
        for (borne, due) in borne.iter_mut().zip(&due) {
            if kept.is_positive() && *borne < *due {
                *borne += Money::cents(1);
                kept -= Money::cents(1);
            }
        }
        for (place, (due, borne)) in due.into_iter().zip(borne).enumerate() {
            let amount = (due - borne).min(self.pot);
            if amount.is_positive() {
                self.emit(Event::Returned { seat: self.seats[place], amount, clause }, events);
            }
        }
    }

    /// The same as earlier programs did it: the fee went back always, and it rested on what the book says of a fouled deck
    /// if that voids a hand, or on the floor's right to rule on a pot.
    ///
    /// # Errors
    /// When the hand is over; it is unchanged.
    pub fn void_as_before(&mut self, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let table = self.table_arc();
        let rules = table.rules();
        let ruled = rules.acting.ruled_after_next_deal.map_or(Clause::NONE, |rule| rule.clause);
        if self.is_over() {
            return Err(Refusal::new(Reason::HandOver, ruled));
        }
        let fouled = rules.deck.fouled.filter(|rule| rule.value == FouledDeck::HandVoid);
        let clause = fouled.map_or(ruled, |rule| rule.clause);
        self.give_back_fee(clause, events);
        self.give_back(clause, false, events);
        self.emit(Event::Voided { clause }, events);
        self.advance(events);
        Ok(())
    }

    /// Puts a fee that was taken from the pot back into it: it will be taken once the hand is dealt again.
    fn give_back_fee(&mut self, clause: Clause, events: &mut impl Record<Event>) {
        let jackpot = self.jackpot();
        let fees = self.fees_from_pot() - jackpot;
        for (fee, taken) in [(FeeKind::Jackpot, jackpot), (FeeKind::Hand, fees)] {
            if taken.is_positive() {
                let (from, waived) = (FeeFrom::Pot, Money::ZERO);
                self.emit(Event::Collected { fee, from, amount: -taken, waived, clause }, events);
            }
        }
    }

    /// Gives every player back what was put in, or what was put in by choice if posts stay. A post that stays is put in
    /// again as far as it had come back unmatched: less than nothing returns.
    pub(super) fn give_back(&mut self, clause: Clause, posts_stay: bool, events: &mut impl Record<Event>) {
        for place in 0..usize::from(self.players) {
            let amount =
                if posts_stay { self.paid[place] - self.posted(place).0 } else { self.put_in(place) };
            let amount = amount.min(self.pot);
            if !amount.is_zero() {
                self.emit(Event::Returned { seat: self.seats[place], amount, clause }, events);
            }
        }
    }

    /// What somebody has put into the pot, dead money among it; a blind that was dropped never was in it.
    fn put_in(&self, place: usize) -> Money {
        let (_, dead, dropped) = self.posted(place);
        self.paid[place] + dead - dropped
    }

    /// What somebody has posted: all that is live, what is dead, and what went into the drop.
    fn posted(&self, place: usize) -> (Money, Money, Money) {
        let made =
            self.postings.iter().zip(&self.made).filter(|(posting, _)| posting.seat == self.seats[place]);
        let (mut posted, mut dead, mut dropped) = (Money::ZERO, Money::ZERO, Money::ZERO);
        for (posting, amount) in made {
            match posting.post {
                PostKind::Dead => dead += *amount,
                PostKind::BigBlind if self.dropped_blind.is_positive() => {
                    dropped += *amount;
                    posted += *amount;
                }
                _ => posted += *amount,
            }
        }
        (posted, dead, dropped)
    }
}
