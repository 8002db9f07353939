//! What the bank's hand may come to, as chances from a shoe that never runs low.

use std::collections::BTreeMap;

use books::blackjack::BlackjackRules;
use cards::{Card, Rank, Suit};
use games::blackjack::play::{self, BankShown};
use games::blackjack::{Count, Terms};

/// One kind of card, and its part of the shoe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) card: Card,
    pub(super) chance: f64,
}

/// The kinds of cards of a shoe.
pub(super) fn kinds(rules: &BlackjackRules) -> Vec<Kind> {
    let jokers = f64::from(rules.deck.jokers.value);
    let all = 52.0 + jokers;
    let plain = Rank::ALL.iter().map(|rank| Kind { card: Card::new(*rank, Suit::Clubs), chance: 4.0 / all });
    let joker = Kind { card: Card::JOKER, chance: jokers / all };
    plain.chain((jokers > 0.0).then_some(joker)).collect()
}

/// How likely the bank ends with each hand, as far as the difference matters.
#[derive(Clone, Debug)]
pub(super) struct Chances(pub(super) Vec<(BankShown, f64)>);

impl Chances {
    /// The chances behind an up card at the time when players choose.
    pub(super) fn under(rules: &BlackjackRules, up: Card) -> Chances {
        let terms = Terms::of(rules);
        let kinds = kinds(rules);
        let is_looked_under = play::is_looked_under(&terms, up);
        let mut ended: BTreeMap<BankShown, f64> = BTreeMap::new();
        // Counts with more cards come later, so each is complete when it is taken.
        let mut drawing: BTreeMap<(u8, Count), f64> = BTreeMap::new();
        for kind in &kinds {
            let count = Count::of(&[up, kind.card]);
            if !play::is_natural(&[up, kind.card], terms.natural.value) {
                *drawing.entry((count.cards(), count)).or_default() += kind.chance;
            } else if !is_looked_under {
                let shown = BankShown {
                    total: count.total(),
                    is_natural: true,
                    special: None,
                    has_joker: count.has_joker(),
                };
                *ended.entry(shown).or_default() += kind.chance;
            }
        }
        while let Some(((_, count), chance)) = drawing.pop_first() {
            if play::bank_draws(&terms, count.total(), false, || false) {
                for kind in &kinds {
                    let next = count.with(kind.card);
                    *drawing.entry((next.cards(), next)).or_default() += chance * kind.chance;
                }
            } else {
                let shown = BankShown {
                    total: count.total(),
                    is_natural: false,
                    special: None,
                    has_joker: count.has_joker(),
                };
                *ended.entry(shown).or_default() += chance;
            }
        }
        // Where the dealer has looked and there is no Natural, the other cards are that much more likely.
        let all: f64 = ended.values().sum();
        Chances(ended.into_iter().map(|(shown, chance)| (shown, chance / all)).collect())
    }
}
