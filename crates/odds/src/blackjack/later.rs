//! Hands of a split: what splitting one of them again is worth, and what one is worth that waits for its turn.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cards::Card;
use games::blackjack::Count;
use games::blackjack::play::{self, Situation};

use super::analysis::Analysis;
use super::hands::{Action, Allowed, NONE};
use super::number::Number;
use super::split::Splits;
use super::up::{Measure, Table};

/// What is split again: the kinds of the pair and of the up card, and how often the spot was split before.
type Resplit = (usize, usize, u8);

/// What later splits are worth, worked out when somebody asks: an analysis needs none of them.
#[derive(Debug)]
pub(super) struct Later<N>(Mutex<HashMap<Resplit, Option<N>>>);

impl<N> Default for Later<N> {
    fn default() -> Self {
        Later(Mutex::default())
    }
}

impl<N: Clone> Clone for Later<N> {
    fn clone(&self) -> Self {
        Later(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

impl<N: Number> Analysis<N> {
    /// What splitting a pair is worth when its spot was split so often before, by the wager on the pair: its two hands
    /// are played as those of a first split are, and split again as often as the book still allows then. Nothing where
    /// the pair may not be split against that up card.
    #[must_use]
    pub fn split_again(&self, pair: Card, up: Card, before: u8) -> Option<N> {
        let (pair, up) = (self.kinds.place_of(pair)?, self.kinds.place_of(up)?);
        let node = Some(self.hands.nodes[pair].next[pair]).filter(|node| *node != NONE)?;
        let live = self.ups[up].live[node as usize].filter(|live| *live > N::ZERO)?;
        Some(self.split_after(pair, up, before)? / live)
    }

    /// The same before it is divided by the chance that the bank has no Natural.
    fn split_after(&self, pair: usize, up: usize, before: u8) -> Option<N> {
        let kept = || self.later.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().get(&(pair, up, before)).copied();
        if let Some(known) = known {
            return known;
        }
        let table = Table::new(&self.terms, &self.kinds, &self.hands, up);
        let (sights, values) = (table.sights(), &self.ups[up].values);
        let splits = Splits::again(&table, &sights, values, pair, before);
        let found = splits.measured(pair, values, Measure::Value);
        kept().insert((pair, up, before), found);
        found
    }

    /// What each choice is worth to a hand as it stands, whether it comes from a split, was doubled or takes no more
    /// cards, by what lies on it at that moment. There is no value for a hand that the shoe does not hold beside the up
    /// card, nor where the bank surely has a Natural.
    pub fn worths(&self, cards: &[Card], it: &Situation, up: Card) -> Option<Vec<(Action, N)>> {
        let (node, of_up) = (self.node_of(cards)?, self.up(up)?);
        let live = of_up.live[node].filter(|live| cards.len() >= 2 && *live > N::ZERO)?;
        let allowed = of_up.open(&self.terms, Allowed::of(&self.terms, it));
        let worth = |action: Action| match action {
            Action::Split => Some((action, self.split_again(cards[0], up, it.splits)?)),
            _ => Some((action, of_up.values.value(node, action) / live)),
        };
        Some(Action::ALL.into_iter().filter(|action| allowed.has(*action)).filter_map(worth).collect())
    }

    /// What a hand is worth that waits for its turn and is then played as well as can be; one card of a split pair gets
    /// its second one first. Nothing where [`Analysis::worths`] has nothing.
    #[must_use]
    pub fn waiting(&self, cards: &[Card], it: &Situation, up: Card) -> Option<N> {
        let best = |cards: &[Card], it: &Situation| {
            let list = self.worths(cards, it, up)?;
            let values = list.into_iter().map(|(_, value)| value);
            values.reduce(|most, value| if value > most { value } else { most })
        };
        let [first] = cards else { return best(cards, it) };
        let (node, of_up) = (self.node_of(cards)?, self.up(up)?);
        let (mut sum, mut all) = (N::ZERO, N::ZERO);
        for kind in &self.kinds.0 {
            let two = [*first, kind.card];
            let seen = |card: Card| self.kinds.place_of(card) == self.kinds.place_of(kind.card);
            let gone = u8::from(seen(*first)) + u8::from(seen(up));
            let place = self.hands.nodes[node].next[self.kinds.place_of(kind.card)?];
            let copies = i64::from(kind.cards) - i64::from(gone);
            if place == NONE || copies <= 0 {
                continue;
            }
            let Some(live) = of_up.live[place as usize] else { continue };
            let count = Count::of(&two);
            let it = Situation {
                two: Some(two),
                is_split: it.is_split,
                splits: it.splits,
                ..Situation::of(count)
            };
            let it = Situation { end: play::end_by_card(&self.terms, &it, || true), ..it };
            let weight = N::whole(copies) * live;
            if let Some(value) = best(&two, &it).filter(|_| live > N::ZERO) {
                sum += weight * value;
                all += weight;
            }
        }
        (all > N::ZERO).then(|| sum / all)
    }
}
