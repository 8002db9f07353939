//! What the bank's hand may come to, as chances from a shoe that never runs low.

use books::blackjack::{BlackjackRules, Check, NaturalHand};
use cards::{Card, Rank};

use super::worth::Count;

/// A total beyond this cannot be reached by drawing.
pub(super) const POINTS_MAX: usize = 32;

/// One kind of card: what it counts, an ace as 1 and a joker as nothing, and how many there are in a deck.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) points: Option<u8>,
    pub(super) chance: f64,
}

/// The kinds of cards of a shoe.
pub(super) fn kinds(rules: &BlackjackRules) -> Vec<Kind> {
    let jokers = f64::from(rules.deck.jokers.value);
    let all = 52.0 + jokers;
    let plain = (1..=10)
        .map(|points| Kind { points: Some(points), chance: if points == 10 { 16.0 } else { 4.0 } / all });
    let joker = Kind { points: None, chance: jokers / all };
    plain.chain((jokers > 0.0).then_some(joker)).collect()
}

/// How likely the bank ends with each total, or with a Natural.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    pub(super) natural: f64,
    pub(super) points: [f64; POINTS_MAX],
}

impl Chances {
    /// The chances behind an up card at the time when players choose.
    pub(super) fn under(rules: &BlackjackRules, up: Card) -> Chances {
        let mut chances = Chances { natural: 0.0, points: [0.0; POINTS_MAX] };
        let kinds = kinds(rules);
        let joker = usize::from(rules.values.joker_makes.value);
        // By the lowest count of the hand and whether an ace is in it; drawing only ever raises the count.
        let mut drawing = [[0.0; 2]; POINTS_MAX];
        for kind in &kinds {
            if makes_natural(rules, up, *kind) {
                chances.natural += kind.chance;
                continue;
            }
            let (Some(rank), Some(points)) = (up.rank(), kind.points) else {
                chances.points[joker] += kind.chance;
                continue;
            };
            let hand = Count::default().with(points_of(rank)).with(points);
            drawing[usize::from(hand.low)][usize::from(hand.has_ace)] += kind.chance;
        }
        if is_checked(rules, up) {
            chances.forget_natural(&mut drawing);
        }
        for low in 0..POINTS_MAX {
            for has_ace in [false, true] {
                let chance = drawing[low][usize::from(has_ace)];
                let hand = Count { low: low as u8, has_ace, cards: 0 };
                let total = hand.total();
                let hits = if total.is_soft { rules.bank.hits_soft } else { rules.bank.hits_hard };
                if total.points > hits.value {
                    chances.points[usize::from(total.points)] += chance;
                } else if chance > 0.0 {
                    for kind in &kinds {
                        match kind.points {
                            Some(points) => {
                                let next = hand.with(points);
                                drawing[usize::from(next.low)][usize::from(next.has_ace)] +=
                                    chance * kind.chance;
                            }
                            None => chances.points[joker] += chance * kind.chance,
                        }
                    }
                }
            }
        }
        chances
    }

    /// The dealer has looked and there is no Natural: the other cards are that much more likely.
    fn forget_natural(&mut self, drawing: &mut [[f64; 2]; POINTS_MAX]) {
        let rest = 1.0 - self.natural;
        self.natural = 0.0;
        for chance in drawing.iter_mut().flatten().chain(&mut self.points) {
            *chance /= rest;
        }
    }
}

fn points_of(rank: Rank) -> u8 {
    if rank == Rank::Ace { 1 } else { rank.number().min(10) }
}

fn makes_natural(rules: &BlackjackRules, up: Card, down: Kind) -> bool {
    match rules.natural.hand.value {
        NaturalHand::TwoJokers => up.is_joker() && down.points.is_none(),
        NaturalHand::AceAndTenValue => {
            let up = up.rank().map(points_of);
            matches!((up, down.points), (Some(1), Some(10)) | (Some(10), Some(1)))
        }
    }
}

fn is_checked(rules: &BlackjackRules, up: Card) -> bool {
    let is_ace = up.rank() == Some(Rank::Ace);
    match rules.deal.check.value {
        Check::Never => false,
        Check::UnderAce => is_ace,
        Check::UnderAceOrTen => is_ace || up.is_ten_value(),
    }
}
