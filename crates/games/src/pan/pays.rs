//! Chips that go from player to player, and the end of a hand.

use books::{Clause, Money};

use super::event::{Event, Victory};
use super::meld::{Due, Pay};
use super::round::{Pan, Standing};
use crate::record::Record;
use crate::seat::Seat;

impl Pan {
    /// Who pays a player, in the order of the turns from that player on.
    fn payers(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let rules = self.rules();
        let at = self.order.iter().position(|one| usize::from(*one) == place).unwrap_or(0);
        let order = self.order.clone();
        let count = order.len();
        let pays: arrayvec::ArrayVec<bool, { super::PLAYERS_MAX }> = self
            .players
            .iter()
            .map(|player| match player.standing {
                Standing::In | Standing::Undeclared => true,
                Standing::Foul => rules.conditions.foul_hands_pay.value,
                Standing::Out => rules.declaring.out_pays_conditions.value,
            })
            .collect();
        (1..count).map(move |step| usize::from(order[(at + step) % count])).filter(move |payer| pays[*payer])
    }

    /// What everybody who pays would pay in all for so many chips each.
    #[must_use]
    pub fn due_from_all(&self, seat: Seat, chips: u16) -> Money {
        let Some(place) = self.place_of(seat) else { return Money::ZERO };
        let count = self.payers(place).count();
        self.game.worth(chips).times(count as i64)
    }

    /// Collects what is due for something, from each other player who pays; who is short pays what is there.
    pub(super) fn collect(
        &mut self,
        place: usize,
        dues: &[Due],
        again: bool,
        events: &mut impl Record<Event>,
    ) {
        let to = self.players[place].seat;
        for due in dues {
            let amount = self.game.worth(due.chips);
            for payer in self.payers(place) {
                let from = self.players[payer].seat;
                let paid = amount.min(self.purses[payer]);
                let clause =
                    if paid < amount { self.rules().table.short_of_chips.clause } else { due.clause };
                self.emit(Event::Paid { from, to, pay: due.pay, again, due: amount, paid, clause }, events);
            }
        }
    }

    /// A player goes out: everybody pays for it and for every condition again, and the tops go too.
    pub(super) fn go_out(&mut self, place: usize, events: &mut impl Record<Event>) {
        let rules = self.rules();
        let out = Due {
            pay: Pay::GoingOut,
            chips: rules.going_out.chips.value.into(),
            clause: rules.going_out.chips.clause,
        };
        let pays_again = rules.going_out.conditions_again;
        self.collect(place, &[out], false, events);
        if pays_again.value {
            let terms = self.game.terms;
            for meld in self.players[place].melds.clone() {
                let mut dues = terms.worth(&meld);
                for due in &mut dues {
                    due.clause = pays_again.clause;
                }
                self.collect(place, &dues, true, events);
            }
        }
        let clause = self.rules().tops.winner_takes.clause;
        self.win(place, Victory::WentOut, clause, events);
    }

    pub(super) fn win(
        &mut self,
        place: usize,
        how: Victory,
        clause: Clause,
        events: &mut impl Record<Event>,
    ) {
        let (seat, tops) = (self.players[place].seat, self.middle());
        self.emit(Event::Won { seat, how, tops, clause }, events);
    }

    /// Chips that a player buys while the hand is on.
    ///
    /// # Errors
    /// When nobody there was dealt in, the hand is over, or the book lets nobody add chips now.
    pub fn buy(
        &mut self,
        seat: Seat,
        amount: Money,
        events: &mut impl Record<Event>,
    ) -> Result<(), super::Refusal> {
        use super::{Reason, Refusal};
        let rule = self.rules().table.chips_added_any_time;
        if self.end.is_some() {
            return Err(Refusal::plain(Reason::RoundOver));
        }
        if self.place_of(seat).is_none() {
            return Err(Refusal::plain(Reason::NobodyThere));
        }
        if !rule.value {
            return Err(Refusal::new(Reason::TooLate, rule.clause));
        }
        self.emit(Event::Bought { seat, amount, clause: rule.clause }, events);
        Ok(())
    }
}
