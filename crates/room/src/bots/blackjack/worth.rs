//! What standing, hitting, doubling and splitting are worth, in opening wagers, by the book's rules.

use std::cmp::Ordering;

use books::blackjack::{BlackjackRules, Outcome, SurrenderWhen};
use cards::{Card, Rank};
use games::blackjack::Total;

use super::bank::{Chances, Kind, POINTS_MAX, kinds};
use crate::bots::worth_of;

/// What giving up a hand is worth.
pub(super) const SURRENDER: f64 = -0.5;

/// From this many cards on it makes no difference how many a hand has.
const MANY_CARDS: u8 = 4;

/// What matters of a hand: its lowest count, whether an ace may count ten more, and how many cards it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) low: u8,
    pub(super) has_ace: bool,
    pub(super) cards: u8,
}

impl Count {
    /// The count of known cards; a joker makes 21 of any hand.
    pub(super) fn of(cards: &[Card]) -> Count {
        if cards.iter().any(|card| card.is_joker()) {
            return Count { low: Total::HIGHEST, has_ace: false, cards: MANY_CARDS };
        }
        let points = |rank: Rank| if rank == Rank::Ace { 1 } else { rank.number().min(10) };
        cards
            .iter()
            .filter_map(|card| card.rank())
            .fold(Count::default(), |count, rank| count.with(points(rank)))
    }

    /// The count with one more card, an ace counting 1.
    pub(super) fn with(self, points: u8) -> Count {
        Count {
            low: self.low + points,
            has_ace: self.has_ace || points == 1,
            cards: (self.cards + 1).min(MANY_CARDS),
        }
    }

    /// The best total.
    pub(super) fn total(self) -> Total {
        match self.has_ace && self.low + 10 <= Total::HIGHEST {
            true => Total { points: self.low + 10, is_soft: true },
            false => Total { points: self.low, is_soft: false },
        }
    }
}

/// The worth of every way to play against one up card.
pub(super) struct Worth<'a> {
    rules: &'a BlackjackRules,
    bank: Chances,
    kinds: Vec<Kind>,
    /// What was worked out before, by lowest count, ace and cards.
    known: [[[Option<f64>; MANY_CARDS as usize + 1]; 2]; POINTS_MAX],
}

impl Worth<'_> {
    pub(super) fn new(rules: &BlackjackRules, bank: Chances) -> Worth<'_> {
        Worth { rules, bank, kinds: kinds(rules), known: [[[None; MANY_CARDS as usize + 1]; 2]; POINTS_MAX] }
    }

    /// Taking no more cards.
    pub(super) fn stand(&self, hand: Count) -> f64 {
        let results = &self.rules.results;
        let pays = results.wins_pay.value;
        let mut worth = self.bank.natural * worth_of(results.bank_natural.value, pays);
        for (theirs, chance) in self.bank.points.iter().enumerate() {
            if *chance > 0.0 {
                let outcome = self.outcome(hand, theirs as u8);
                worth += chance * worth_of(outcome, pays);
            }
        }
        worth
    }

    fn outcome(&self, hand: Count, theirs: u8) -> Outcome {
        let results = &self.rules.results;
        let mine = hand.total();
        let order = mine.points.cmp(&theirs);
        match (mine.is_over(), theirs > Total::HIGHEST) {
            (false, true) => results.bank_over.value,
            (true, false) => results.player_over.value,
            (false, false) => match order {
                Ordering::Greater => results.player_higher.value,
                Ordering::Less => results.bank_higher.value,
                Ordering::Equal => results.equal.value,
            },
            (true, true) => {
                let three = self.rules.special.player_three_cards.as_ref().filter(|rule| {
                    hand.cards == 3 && order.is_lt() && (rule.least..=rule.most).contains(&mine.points)
                });
                match (three, order) {
                    (Some(rule), _) => rule.result,
                    (None, Ordering::Less) => results.both_over_player_nearer.value,
                    (None, Ordering::Equal) => results.both_over_equal.value,
                    (None, Ordering::Greater) => results.both_over_bank_nearer.value,
                }
            }
        }
    }

    /// The mean over the next card of what is then made of the hand.
    fn after_card(&mut self, hand: Count, mut then: impl FnMut(&mut Self, Count) -> f64) -> f64 {
        let joker = Count { low: self.rules.values.joker_makes.value, has_ace: false, cards: MANY_CARDS };
        (0..self.kinds.len())
            .map(|place| {
                let kind = self.kinds[place];
                let worth = match kind.points {
                    Some(points) => then(self, hand.with(points)),
                    None => self.stand(joker),
                };
                kind.chance * worth
            })
            .sum()
    }

    /// Taking a card and playing on as well as can be.
    pub(super) fn hit(&mut self, hand: Count) -> f64 {
        self.after_card(hand, Self::play)
    }

    /// Doubling the wager for exactly one card.
    pub(super) fn double(&mut self, hand: Count) -> f64 {
        2.0 * self.after_card(hand, |worth, hand| worth.stand(hand).max(worth.given_up(hand)))
    }

    /// Making two hands of a pair.
    pub(super) fn split(&mut self, card: Card) -> f64 {
        let is_ace = card.rank() == Some(Rank::Ace);
        let (is_one_card, may_double) =
            (is_ace && self.rules.split.aces_one_card.value, self.rules.double.after_split.value && !is_ace);
        let one = self.after_card(Count::of(&[card]), |worth, hand| {
            if is_one_card {
                return worth.stand(hand);
            }
            let played = worth.play(hand);
            if may_double && worth.may_take_card(hand) { played.max(worth.double(hand)) } else { played }
        });
        2.0 * one
    }

    /// The best of standing, hitting and giving up, as far as the book allows each.
    fn play(&mut self, hand: Count) -> f64 {
        let place = (usize::from(hand.low), usize::from(hand.has_ace), usize::from(hand.cards));
        if let Some(known) = self.known[place.0][place.1][place.2] {
            return known;
        }
        let total = hand.total();
        let player = &self.rules.player;
        let must_hit = if total.is_soft { player.must_hit_soft } else { player.must_hit_hard };
        let may_stand = total.points > must_hit.value;
        let mut best = self.given_up(hand);
        if may_stand || total.is_over() {
            best = best.max(self.stand(hand));
        }
        if !total.is_over() && self.may_take_card(hand) {
            best = best.max(self.hit(hand));
        }
        self.known[place.0][place.1][place.2] = Some(best);
        best
    }

    fn may_take_card(&self, hand: Count) -> bool {
        let total = hand.total();
        let player = &self.rules.player;
        let must_stand = if total.is_soft { player.must_stand_soft } else { player.must_stand_hard };
        total.points < must_stand.value
    }

    /// What giving up is worth where it is still open after cards were taken.
    fn given_up(&self, hand: Count) -> f64 {
        let rule = &self.rules.surrender;
        let is_open = rule.when.value == SurrenderWhen::AnyTime && hand.total().points <= rule.up_to.value;
        if is_open { SURRENDER } else { f64::NEG_INFINITY }
    }
}
