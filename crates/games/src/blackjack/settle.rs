//! Paying and collecting: from the button, seat by seat, as far as the bank's money covers.

use books::blackjack::Part;
use books::{Clause, Money, Odds};

use super::event::{Event, WagerKind};
use super::play::{self, BankShown, Shown, is_natural};
use super::side::{bonus_bet_pays, buster_pays, house_bonus, pays_bonuses};
use super::state::{Blackjack, End, Wager};
use crate::bank::{Due, Settled, Verdict, button};
use crate::record::Record;
use crate::seat::{Party, Seat};

/// Which kinds of wagers lie on the table.
#[derive(Clone, Copy)]
struct Kinds(u8);

impl Kinds {
    fn of(wagers: &[Wager]) -> Kinds {
        Kinds(wagers.iter().fold(0, |kinds, wager| kinds | 1 << wager.kind as u8))
    }

    fn has(self, kind: WagerKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }
}

impl Blackjack {
    /// Settles every wager in the book's order.
    pub(super) fn settle(&mut self, events: &mut impl Record<Event>) {
        self.pay_house_bonuses(events);
        let start = self.button.unwrap_or(Seat::new(1));
        let (bank, seats) = (self.setup.bank, self.setup.seats);
        let direction = self.rules().settlement.direction.value;
        // Most rounds have base wagers only, and looking for others would take longer than settling.
        let kinds = Kinds::of(&self.wagers);
        let bank_shown = BankShown::of(&self.terms, &self.bank);
        let has_second_lap = self.rules().settlement.side_bets_last.is_some_and(|rule| rule.value);
        for lap in 0..=u8::from(has_second_lap) {
            for seat in button::order(start, direction, bank, seats) {
                let Some(spot) = self.spot_at(seat) else { continue };
                for bet in 0..self.spots[spot].bets {
                    let who = Party(self.spots[spot].first_bet + bet);
                    for part in 0..self.rules().settlement.order.value.len() {
                        let part = self.rules().settlement.order.value[part];
                        if !has_second_lap || (part == Part::SideBet) == (lap == 1) {
                            self.settle_part(who, spot, part, (kinds, bank_shown), events);
                        }
                    }
                }
            }
        }
    }

    fn settle_part(
        &mut self,
        who: Party,
        spot: usize,
        part: Part,
        (kinds, bank): (Kinds, BankShown),
        events: &mut impl Record<Event>,
    ) {
        let wager = |round: &Blackjack, hand: u8, kind: WagerKind| {
            let place = if kinds.has(kind) { round.wager_place(who, hand, kind) } else { None };
            place.map(|place| (place, round.wagers[place]))
        };
        match part {
            Part::Hands => {
                for hand in 0..self.spots[spot].hands {
                    let mut given_up = Money::ZERO;
                    for kind in [WagerKind::Base, WagerKind::Split, WagerKind::Double] {
                        if let Some((place, wager)) = wager(self, hand, kind) {
                            let due = self.due_on_hand(wager, spot, given_up, bank);
                            given_up += wager.amount;
                            self.settle_wager(place, wager, due, events);
                        }
                    }
                }
            }
            Part::Insurance => {
                if let Some((place, wager)) = wager(self, 0, WagerKind::Insurance) {
                    self.settle_wager(place, wager, self.due_on_insurance(wager), events);
                }
            }
            Part::SideBet => {
                if let Some((place, wager)) = wager(self, 0, WagerKind::Buster) {
                    self.settle_wager(place, wager, self.due_on_buster(wager), events);
                }
                if let Some((place, wager)) = wager(self, 0, WagerKind::Bonus) {
                    self.settle_wager(place, wager, self.due_on_bonus_bet(wager, spot), events);
                }
            }
            // Each backer is a bet of its own, settled after the player's in the loop over bets.
            Part::Backers => {}
        }
    }

    #[inline]
    pub(super) fn wager_place(&self, who: Party, hand: u8, kind: WagerKind) -> Option<usize> {
        let is_it = |wager: &Wager| wager.who == who && wager.hand == hand && wager.kind == kind;
        self.wagers.iter().position(is_it)
    }

    /// What a wager on a hand comes to; `given_up` is what the same person had on a surrendered hand before.
    fn due_on_hand(&self, wager: Wager, spot: usize, given_up: Money, bank: BankShown) -> Due {
        let player = &self.hands_of(spot)[usize::from(wager.hand)];
        if player.end == Some(End::Surrendered) {
            let lost = |amount| play::given_up(&self.terms, amount);
            let half = lost(given_up + wager.amount) - lost(given_up);
            return Due {
                verdict: Verdict::Surrendered,
                amount: half,
                clause: self.rules().surrender.costs.clause,
            };
        }
        if self.answers[wager.who.index()].even_money {
            let clause = self.rules().insurance.even_money.clause;
            return Due { verdict: Verdict::Won, amount: Odds::EVEN.on(wager.amount), clause };
        }
        let shown = Shown {
            total: player.hand.total(),
            cards: player.hand.cards().len() as u8,
            is_natural: player.is_natural,
            has_joker: player.hand.has_joker(),
        };
        let decision = play::compare(&self.terms, shown, bank);
        Due::by(decision.outcome, decision.pays, wager.amount, decision.clause)
    }

    fn due_on_insurance(&self, wager: Wager) -> Due {
        let rule = self.rules().insurance.pays;
        let wins = is_natural(self.bank.cards(), self.terms.natural.value);
        Due::by_table(wins.then_some(rule.value), wager.amount, rule.clause)
    }

    fn due_on_buster(&self, wager: Wager) -> Due {
        let table = self.rules().buster.as_ref().map_or(Clause::NONE, |buster| buster.pays.clause);
        let pays = buster_pays(self.rules(), &self.bank);
        let clause = pays.map_or(table, |pays| pays.clause.or(table));
        Due::by_table(pays.map(|pays| pays.value), wager.amount, clause)
    }

    fn due_on_bonus_bet(&self, wager: Wager, spot: usize) -> Due {
        let Some(rules) = &self.rules().bonus_bet else {
            return Due::by_table(None, wager.amount, Clause::NONE);
        };
        let table = &rules.tables.value[usize::from(rules.table.value) - 1];
        let pays = if self.spots[spot].splits > 0 {
            None
        } else {
            bonus_bet_pays(table, self.hands_of(spot)[0].hand.cards())
        };
        Due::by_table(pays, wager.amount, rules.tables.clause)
    }

    /// Settles the wager at a place of the list.
    fn settle_wager(&mut self, place: usize, wager: Wager, due: Due, events: &mut impl Record<Event>) {
        let uncovered = self.rules().settlement.uncovered_returned.clause;
        let Settled { verdict, due, paid, collected, clause } =
            Settled::from(self.account.stake(), due, uncovered);
        let Wager { who, hand, kind: wager, amount } = wager;
        let spot = self.setup.bets[who.index()].spot;
        let event = Event::Settled { who, spot, hand, wager, verdict, amount, due, paid, collected, clause };
        // What taking the event does, without looking for the wager once more.
        let before = self.money_to_keep();
        self.take_settled(place, who, amount - collected + paid, (paid, collected));
        self.phase = self.phase_after(&event);
        self.told(event, before, events);
    }

    /// Bonuses come out of the house's promotion money, never out of the bank's stake.
    fn pay_house_bonuses(&mut self, events: &mut impl Record<Event>) {
        if self.settled > 0 || !pays_bonuses(self.rules()) {
            return;
        }
        for spot in 0..self.spots.len() {
            if self.spots[spot].splits > 0 || self.is_void_at(self.spots[spot].seat) {
                continue;
            }
            let who = self.player_of(spot);
            let player = &self.hands_of(spot)[0];
            let streak = self.setup.purses[usize::from(self.purse_of(who))].streak;
            let running = if player.is_natural { streak + 1 } else { 0 };
            let bonus = house_bonus(self.rules(), &player.hand, running, &self.bank);
            if let Some((amount, clause)) = bonus {
                let spot = self.spots[spot].seat;
                self.emit_any(Event::Bonus { who, spot, amount, clause }, events);
            }
        }
    }
}
