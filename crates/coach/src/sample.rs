//! Random deals of what somebody does not see. They follow from what is seen alone, so that the same sight always gets
//! the same answer.

use cards::{Card, CardSet, Draws, Seed};

/// The numbers for what is seen.
pub(crate) fn draws_for(seen: &[Card]) -> Draws {
    let mut bytes = [17_u8; 32];
    for (place, card) in seen.iter().enumerate() {
        let byte = &mut bytes[place % 32];
        *byte = byte.wrapping_mul(53).wrapping_add(card.index());
    }
    Seed::from_bytes(bytes).draws()
}

/// Brings so many random cards to the front.
pub(crate) fn deal(cards: &mut [Card], count: usize, draws: &mut Draws) {
    for place in 0..count {
        let other = place + draws.below((cards.len() - place) as u32) as usize;
        cards.swap(place, other);
    }
}

/// Every set of so many cards of a list; it ends early where `tell` says no.
pub(crate) fn each_set(
    cards: &[Card],
    count: usize,
    with: CardSet,
    tell: &mut impl FnMut(CardSet) -> bool,
) -> bool {
    if count == 0 {
        return tell(with);
    }
    if cards.len() < count {
        return true;
    }
    (0..=cards.len() - count)
        .all(|place| each_set(&cards[place + 1..], count - 1, with.with(cards[place]), tell))
}
