//! How one side sets every hand as well as can be against the other side's house way, kept hand by hand.

use cards::{Card, CardSet, Rank, Suit};

use super::sweep::Held;
use crate::space::Space;

/// The best setting of every hand, up to a change of suits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Responses {
    /// By the suits of a hand, the two cards in front as they stand in the hand with its suits in order.
    list: Vec<(u64, [u8; 2])>,
}

/// The cards of each suit as bits, the largest first, with the suit that has them.
fn in_order(cards: CardSet) -> [(u16, Suit); 4] {
    let ranks = |suit: Suit| {
        Rank::ALL
            .into_iter()
            .filter(|rank| cards.contains(Card::new(*rank, suit)))
            .map(|rank| 1 << rank as u16)
            .sum()
    };
    let mut suits = Suit::ALL.map(|suit| (ranks(suit), suit));
    suits.sort_by_key(|(ranks, _)| std::cmp::Reverse(*ranks));
    suits
}

/// What all hands have in common that differ by a change of suits.
fn key(cards: CardSet, suits: &[(u16, Suit); 4]) -> u64 {
    let joker = u64::from(cards.contains(Card::JOKER));
    suits.iter().fold(joker, |key, (ranks, _)| key << 13 | u64::from(*ranks))
}

/// The number of a card by the place of its suit.
fn number(card: Card, suits: &[(u16, Suit); 4]) -> u8 {
    match (card.rank(), card.suit()) {
        (Some(rank), Some(own)) => {
            let place = suits.iter().position(|(_, suit)| *suit == own).unwrap_or(0);
            rank as u8 * 4 + place as u8
        }
        _ => Card::JOKER.index(),
    }
}

impl Responses {
    /// Takes the best fronts, each as the places of two cards in the hand, four bits each.
    pub(super) fn new(space: &Space, hands: &[Held], best: &[(i32, u8)]) -> Responses {
        let one = |(held, (_, front)): (&Held, &(i32, u8))| {
            let cards = space.cards_of(held.suits);
            let list: Vec<Card> = cards.iter().collect();
            let suits = in_order(cards);
            let of = |place: u8| number(list[usize::from(place)], &suits);
            (key(cards, &suits), [of(front & 15), of(front >> 4)])
        };
        let mut list: Vec<_> = hands.iter().zip(best).map(one).collect();
        list.sort_unstable();
        Responses { list }
    }

    /// The two cards to set in front.
    ///
    /// # Panics
    /// If the hand is none of the deck.
    #[must_use]
    pub fn front(&self, cards: CardSet) -> CardSet {
        let suits = in_order(cards);
        let wanted = key(cards, &suits);
        let place = self.list.binary_search_by_key(&wanted, |(key, _)| *key).expect("a hand of the deck");
        let front = self.list[place].1;
        cards.iter().filter(|card| front.contains(&number(*card, &suits))).collect()
    }
}
