//! Who wins, and how money moves from the action button as far as the stake reaches.

use std::cmp::Ordering;

use books::Outcome;
use books::double_hand::DoubleHandRules;
use books::{Clause, Money};

use super::event::Event;
use super::fees::in_action;
use super::round::DoubleHand;
use super::set::{Setting, wheel};
use crate::bank::{Due, Settled, button};
use crate::record::Record;
use crate::seat::{Party, Seat};

/// Compares a player's setting with the bank's: who gets the wager, and the clause that says so.
#[must_use]
pub fn compare(rules: &DoubleHandRules, player: Setting, bank: Setting) -> (Outcome, Clause) {
    let wheel = wheel(&rules.values);
    if rules.foul.front_higher.value && player.is_foul(wheel) {
        return (rules.foul.result.value, rules.foul.result.clause);
    }
    let results = &rules.results;
    let front = player.front_rank().cmp(&bank.front_rank());
    let back = player.back_rank(wheel).cmp(&bank.back_rank(wheel));
    let is_higher = |order: Ordering, copy: Outcome| match order {
        Ordering::Greater => true,
        Ordering::Equal => copy == Outcome::Player,
        Ordering::Less => false,
    };
    let higher = (is_higher(front, results.front_copy.value), is_higher(back, results.back_copy.value));
    let result = match higher {
        (true, true) => results.both_higher,
        (false, false) => results.none_higher,
        _ => results.one_higher,
    };
    let clause = match (front, back) {
        (Ordering::Equal, _) => results.front_copy.clause,
        (_, Ordering::Equal) => results.back_copy.clause,
        _ => result.clause,
    };
    (result.value, clause)
}

impl DoubleHand {
    /// The seats with wagers in the order of settlement.
    pub(super) fn settling_order(&self) -> impl Iterator<Item = Seat> + '_ {
        let rules = self.rules();
        let start = self.deal.button.unwrap_or(Seat::new(1));
        let seats = rules.book.seats.value;
        button::order(start, rules.settlement.direction.value, self.setup.bank, seats)
            .filter(|seat| self.spot(*seat).is_some())
    }

    /// The next seat in the order of settlement whose wagers are open.
    pub(super) fn next_to_settle(&self) -> Option<Seat> {
        self.settling_order().find(|seat| self.spot(*seat).is_some_and(|spot| !spot.is_settled))
    }

    /// Opens the next hand from the button and settles what lies on its spot.
    pub(super) fn open_next(&mut self, events: &mut impl Record<Event>) {
        let Some(seat) = self.next_to_settle() else { return };
        if self.spot(seat).is_some_and(|spot| !spot.is_opened) {
            self.emit(Event::Opened { spot: seat }, events);
        }
        self.settle_spot(seat, self.outcome(seat), events);
    }

    /// Settles the open wagers of a spot by an outcome.
    pub(super) fn settle_spot(
        &mut self,
        seat: Seat,
        (outcome, clause): (Outcome, Clause),
        events: &mut impl Record<Event>,
    ) {
        let wagers: Vec<Party> = self.wagers_on(seat).filter(|who| !self.settled[who.index()]).collect();
        let in_action = in_action(&self.rules().wagers, self.game.limit(), &self.bets_now());
        for who in wagers {
            let lying: Money = self.partners(who).map(|partner| self.bets[partner.index()]).sum();
            let playing: Money = self.partners(who).map(|partner| in_action[partner.index()]).sum();
            self.settle_wager(who, seat, (lying, playing), outcome, clause, events);
        }
    }

    /// Who gets the wagers of a spot.
    pub(super) fn outcome(&self, seat: Seat) -> (Outcome, Clause) {
        let rules = self.rules();
        let spot = self.spot(seat);
        if let Some(clause) = spot.and_then(|spot| spot.foul) {
            return (rules.foul.result.value, clause);
        }
        match (spot.and_then(|spot| spot.setting), self.deal.bank) {
            (Some(player), Some(bank)) => compare(rules, player, bank),
            _ => (Outcome::Push, Clause::NONE),
        }
    }

    fn settle_wager(
        &mut self,
        who: Party,
        spot: Seat,
        (amount, playing): (Money, Money),
        outcome: Outcome,
        clause: Clause,
        events: &mut impl Record<Event>,
    ) {
        let uncovered = self.rules().settlement.uncovered_returned.clause;
        let due = if playing.is_zero() && outcome != Outcome::Push {
            Due::returned(uncovered)
        } else {
            Due::by(outcome, self.rules().results.pays.value, playing, clause)
        };
        self.emit_settled(who, spot, amount, due, events);
    }

    fn emit_settled(
        &mut self,
        who: Party,
        spot: Seat,
        amount: Money,
        due: Due,
        events: &mut impl Record<Event>,
    ) {
        let uncovered = self.rules().settlement.uncovered_returned.clause;
        let Settled { verdict, due, paid, collected, clause } =
            Settled::from(self.account.stake(), due, uncovered);
        self.emit(Event::Settled { who, spot, verdict, amount, due, paid, collected, clause }, events);
    }

    /// Gives the open wagers of a spot back.
    pub(super) fn return_wagers(&mut self, seat: Seat, clause: Clause, events: &mut impl Record<Event>) {
        let wagers: Vec<Party> = self.wagers_on(seat).filter(|who| !self.settled[who.index()]).collect();
        for who in wagers {
            let amount: Money = self.partners(who).map(|partner| self.bets[partner.index()]).sum();
            self.emit_settled(who, seat, amount, Due::returned(clause), events);
        }
    }
}
