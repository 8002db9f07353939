//! Hands to compare: all of a kind, or random ones from a fixed seed.

use cards::{Card, Deck, Draws, Seed};

/// Visits every set of `N` of the cards.
pub(crate) fn each<const N: usize>(deck: Deck, mut visit: impl FnMut([Card; N])) {
    let cards: Vec<Card> = deck.cards().collect();
    let mut places: [usize; N] = std::array::from_fn(|place| place);
    loop {
        visit(places.map(|place| cards[place]));
        let Some(moved) = (0..N).rev().find(|&place| places[place] < cards.len() - N + place) else {
            return;
        };
        places[moved] += 1;
        for place in moved + 1..N {
            places[place] = places[place - 1] + 1;
        }
    }
}

/// Random hands from a deck.
pub(crate) struct Dealer {
    cards: Vec<Card>,
    draws: Draws,
}

impl Dealer {
    pub(crate) fn new(deck: Deck, seed: u8) -> Dealer {
        Dealer::of(deck.cards(), seed)
    }

    /// A dealer of these cards alone.
    pub(crate) fn of(cards: impl Iterator<Item = Card>, seed: u8) -> Dealer {
        Dealer { cards: cards.collect(), draws: Seed::from_bytes([seed; 32]).draws() }
    }

    pub(crate) fn deal<const N: usize>(&mut self) -> [Card; N] {
        for place in 0..N {
            let left = (self.cards.len() - place) as u32;
            let chosen = place + self.draws.below(left) as usize;
            self.cards.swap(place, chosen);
        }
        self.cards[..N].try_into().unwrap()
    }

    /// Random hands of which the last card is the joker.
    pub(crate) fn deal_with_joker<const N: usize>(&mut self) -> [Card; N] {
        let mut hand = self.deal::<N>();
        if !hand.contains(&Card::JOKER) {
            hand[N - 1] = Card::JOKER;
        }
        hand
    }
}
