//! What standing, hitting, doubling and splitting are worth, in opening wagers, by the rules of play.

use std::collections::HashMap;

use books::Money;
use books::blackjack::BlackjackRules;
use cards::Card;
use games::blackjack::play::{self, Shown, Situation};
use games::blackjack::{Count, Terms};

use super::bank::{Chances, Kind, kinds};
use crate::bots::worth_of;

/// The worth of every way to play against one up card.
pub(super) struct Worth {
    terms: Terms,
    bank: Chances,
    kinds: Vec<Kind>,
    /// What was worked out before.
    known: HashMap<Count, f64>,
}

impl Worth {
    pub(super) fn new(rules: &BlackjackRules, bank: Chances) -> Worth {
        Worth { terms: Terms::of(rules), bank, kinds: kinds(rules), known: HashMap::new() }
    }

    /// Giving up the hand.
    pub(super) fn surrender(&self) -> f64 {
        let one = Money::dollars(1);
        -(play::given_up(&self.terms, one).in_cents() as f64 / one.in_cents() as f64)
    }

    /// Taking no more cards.
    pub(super) fn stand(&self, hand: Count) -> f64 {
        let worth = |bank| {
            let decision = play::compare(&self.terms, Shown::plain(hand), bank);
            worth_of(decision.outcome, decision.pays)
        };
        self.bank.0.iter().map(|(bank, chance)| chance * worth(*bank)).sum()
    }

    /// The mean over the next card of what is then made of the hand; a hand that the card ends stands.
    fn after_card(
        &mut self,
        hand: Count,
        situation: impl Fn(Count, Card) -> Situation,
        mut then: impl FnMut(&mut Self, Count, &Situation) -> f64,
    ) -> f64 {
        let mut worth = 0.0;
        for place in 0..self.kinds.len() {
            let Kind { card, chance } = self.kinds[place];
            let next = hand.with(card);
            let it = situation(next, card);
            let is_ended = play::end_by_card(&self.terms, &it, || false).is_some();
            worth += chance * if is_ended { self.stand(next) } else { then(self, next, &it) };
        }
        worth
    }

    /// Taking a card and playing on as well as can be.
    pub(super) fn hit(&mut self, hand: Count) -> f64 {
        self.after_card(hand, |next, _| touched(next), |worth, next, _| worth.play(next))
    }

    /// Doubling the wager for exactly one card.
    pub(super) fn double(&mut self, hand: Count) -> f64 {
        let doubled = |next, _| Situation { is_doubled: true, ..touched(next) };
        2.0 * self.after_card(hand, doubled, |worth, next, it| {
            let stand = worth.stand(next);
            if worth.may_give_up(it) { stand.max(worth.surrender()) } else { stand }
        })
    }

    /// Making two hands of a pair.
    pub(super) fn split(&mut self, card: Card) -> f64 {
        let split = |next, second| Situation {
            two: Some([card, second]),
            is_split: true,
            is_touched: false,
            splits: 1,
            ..touched(next)
        };
        2.0 * self.after_card(Count::of(&[card]), split, |worth, next, it| {
            let played = worth.best(next, it);
            if play::may_double(&worth.terms, it).is_ok() { played.max(worth.double(next)) } else { played }
        })
    }

    fn may_give_up(&self, it: &Situation) -> bool {
        play::may_surrender(&self.terms, it, || Ok(())).is_ok()
    }

    /// The best of standing, hitting and giving up, as far as the book allows each.
    fn best(&mut self, hand: Count, it: &Situation) -> f64 {
        let mut best = f64::NEG_INFINITY;
        if self.may_give_up(it) {
            best = best.max(self.surrender());
        }
        if play::may_stand(&self.terms, it).is_ok() {
            best = best.max(self.stand(hand));
        }
        if play::may_hit(&self.terms, it).is_ok() {
            best = best.max(self.hit(hand));
        }
        best
    }

    /// The best that can be made of a hand that has taken cards.
    fn play(&mut self, hand: Count) -> f64 {
        if let Some(known) = self.known.get(&hand) {
            return *known;
        }
        let best = self.best(hand, &touched(hand));
        self.known.insert(hand, best);
        best
    }
}

/// A hand about which something was chosen before.
fn touched(hand: Count) -> Situation {
    Situation { is_touched: true, ..Situation::of(hand) }
}
