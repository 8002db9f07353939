//! Dealing again: what goes back to whom.

use books::{Clause, Money};

use super::event::{Event, FeeFrom, FeeKind, PostKind};
use super::hand::Hand;
use super::irregularity::Irregularity;
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
            let amount =
                if posts_stay { self.paid[place] - posted } else { self.paid[place] + dead - dropped };
            let amount = amount.min(self.pot);
            if !amount.is_zero() {
                self.emit(Event::Returned { seat: self.seats[place], amount, clause }, events);
            }
        }
    }
}
