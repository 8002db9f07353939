//! What may be done with one hand against one up card, and what each choice is worth.

use std::fmt;

use cards::Card;
use games::Refusal;
use games::blackjack::play::{self, Situation};
use games::blackjack::{Count, End};

use super::analysis::Analysis;
use super::hands::{Action, Allowed};
use super::number::Number;

/// What may be done with a hand that does not come from a split.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices<N> {
    /// What each choice is worth at the moment it is made, the best one first. Where the bank looks for a Natural
    /// first, that moment comes only if it has none.
    pub list: Vec<(Action, N)>,
    /// The chance that the bank has a Natural that ends the round before this hand is asked; nothing where the bank
    /// does not look, and for a hand that was asked before.
    pub bank_natural: N,
    /// What the hand is worth with the best play, the bank's Natural counted, when even money is not taken.
    pub waiting: N,
    /// What even money brings, where the hand may be settled for it.
    pub even_money: Option<N>,
}

impl<N: Number> Choices<N> {
    /// What the hand is worth with the best play, the bank's Natural and even money counted.
    #[must_use]
    pub fn value(&self) -> N {
        match self.even_money {
            Some(even) if even > self.waiting => even,
            _ => self.waiting,
        }
    }
}

/// Why nobody can hold a hand against an up card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHand {
    /// It has fewer than two cards.
    TooFewCards,
    /// The shoe holds fewer copies of a card than the hand and the up card together.
    NotInShoe {
        /// The card.
        card: Card,
        /// How many the shoe holds.
        copies: u16,
    },
    /// Its first so many cards take no further one.
    TakesNoCard {
        /// How many cards the hand has then.
        cards: usize,
        /// Why.
        refusal: Refusal,
    },
}

impl fmt::Display for NoHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoHand::TooFewCards => f.write_str("a hand has two cards or more, such as \"8c 8d\""),
            NoHand::NotInShoe { card, copies: 0 } => write!(f, "the shoe of this game holds no {card}"),
            NoHand::NotInShoe { card, copies } => {
                write!(f, "the shoe holds {copies} of {card}, fewer than the hand and the up card together")
            }
            NoHand::TakesNoCard { cards, refusal } => {
                write!(f, "the first {cards} cards take no further one, {refusal}")
            }
        }
    }
}

impl std::error::Error for NoHand {}

impl<N: Number> Analysis<N> {
    /// What may be done with a hand that does not come from a split, its cards in the order they came.
    ///
    /// # Errors
    /// If nobody can hold such a hand against that up card.
    pub fn choices(&self, cards: &[Card], up: Card) -> Result<Choices<N>, NoHand> {
        if cards.len() < 2 {
            return Err(NoHand::TooFewCards);
        }
        for card in cards.iter().copied().chain([up]) {
            let copies = self.kinds.copies(card);
            let asked = cards.iter().chain([&up]).filter(|other| **other == card).count();
            if asked > usize::from(copies) {
                return Err(NoHand::NotInShoe { card, copies });
            }
        }
        for held in 2..cards.len() {
            play::may_hit(&self.terms, &self.situation(&cards[..held], up))
                .map_err(|refusal| NoHand::TakesNoCard { cards: held, refusal })?;
        }
        let node = self.node_of(cards).expect("each of its cards may come");
        let up = self.up(up).expect("a card of this shoe");
        let live = up.live[node].expect("the shoe holds the hand");
        let opening = up.openings.get(&node).filter(|_| cards.len() == 2);
        let ended = opening.and_then(|opening| opening.stands);
        let mut list: Vec<(Action, N)> = match ended {
            Some(stands) => vec![(Action::Stand, stands)],
            None => {
                let allowed = up.open(&self.terms, Allowed::of(&self.terms, &self.situation(cards, up.card)));
                let is_allowed = |action: &Action| allowed.has(*action);
                let worth = |action: Action| match action {
                    Action::Split => Some((action, up.splits[self.kinds.place_of(cards[0])?]?)),
                    _ => Some((action, up.values.value(node, action))),
                };
                Action::ALL.into_iter().filter(is_allowed).filter_map(worth).collect()
            }
        };
        list.sort_by(|one, other| other.1.partial_cmp(&one.1).unwrap_or(std::cmp::Ordering::Equal));
        let best = list.first().map_or(N::ZERO, |(_, value)| *value);
        // A shoe of a few cards may leave the bank nothing but a Natural; nobody is asked then.
        let is_asked = live > N::ZERO;
        list.retain(|_| is_asked);
        list.iter_mut().for_each(|(_, value)| *value = *value / live);
        Ok(match opening {
            Some(opening) => Choices {
                list,
                bank_natural: N::ONE - live,
                waiting: best + opening.met,
                even_money: opening.even_money,
            },
            None => {
                let waiting = list.first().map_or(N::ZERO, |(_, value)| *value);
                Choices { list, bank_natural: N::ZERO, waiting, even_money: None }
            }
        })
    }

    /// A hand as the rules see it when its last card has come.
    fn situation(&self, cards: &[Card], up: Card) -> Situation {
        let two = <[Card; 2]>::try_from(cards).ok();
        let it = Situation { two, is_touched: two.is_none(), ..Situation::of(Count::of(cards)) };
        let frozen = play::freezes(&self.terms, up).then_some(End::Frozen);
        Situation { end: frozen.or_else(|| play::end_by_card(&self.terms, &it, || true)), ..it }
    }
}
