//! Outs: the cards that turn many hands that are ahead into hands that are behind.

use cards::{Card, Category, Hand as Ranked, HighRank, Rank};

use super::share::unseen;

/// The cards after which no more than half as many of the other hands are ahead as now, because they make a better kind
/// of hand than the board gives to everybody. Two private cards play with any of a board of three or four.
pub(super) fn outs(own: &[Card], out: &[Card], board: &[Card]) -> (Vec<Card>, usize) {
    let unseen = unseen(&[own, out, board]);
    let kind = |cards: &[Card]| {
        let all: Ranked = cards.iter().copied().collect();
        all.best().map(HighRank::category)
    };
    let now = kind(&[own, board].concat());
    let ahead_now = ahead(own, board, &unseen);
    let is_out = |card: &Card| {
        let then = [board, &[*card]].concat();
        let common = if then.len() == 5 { kind(&then) } else { common_kind(&then) };
        let made = kind(&[own, &then].concat());
        made > now && made > common && 2.0 * ahead(own, &then, &unseen) <= ahead_now
    };
    (unseen.iter().copied().filter(is_out).collect(), unseen.len())
}

/// What part of all other hands of two cards is ahead; a half of those that are equal.
fn ahead(own: &[Card], board: &[Card], unseen: &[Card]) -> f64 {
    let rank = |private: [Card; 2]| match *board {
        [a, b, c] => HighRank::of(&[private[0], private[1], a, b, c]),
        [a, b, c, d] => HighRank::of(&[private[0], private[1], a, b, c, d]),
        [a, b, c, d, e, ..] => HighRank::of(&[private[0], private[1], a, b, c, d, e]),
        _ => unreachable!("there are outs from the flop on"),
    };
    let mine = rank([own[0], own[1]]);
    let left: Vec<Card> = unseen.iter().copied().filter(|card| !board.contains(card)).collect();
    let (mut ahead, mut all) = (0.0, 0.0);
    for (place, one) in left.iter().enumerate() {
        for two in &left[..place] {
            let other = rank([*one, *two]);
            ahead += if other > mine { 1.0 } else { f64::from(u8::from(other == mine)) / 2.0 };
            all += 1.0;
        }
    }
    ahead / all
}

/// The best kind of hand that every player has with an incomplete board: by its pairs alone.
fn common_kind(board: &[Card]) -> Option<Category> {
    let most = |rank: Option<Rank>| board.iter().filter(|card| card.rank() == rank).count();
    let counts: Vec<usize> = board.iter().map(|card| most(card.rank())).collect();
    let pairs = counts.iter().filter(|count| **count == 2).count() / 2;
    Some(match (counts.iter().max().copied().unwrap_or(0), pairs) {
        (4, _) => Category::FourOfAKind,
        (3, _) => Category::ThreeOfAKind,
        (_, 2) => Category::TwoPair,
        (_, 1) => Category::Pair,
        _ => Category::HighCard,
    })
}
