//! A slow ranker, written from the rules and sharing nothing with the library but the cards.

use cards::{Card, Rank, Suit};

/// What is compared: the number of the category, then the ranks in the order in which they count.
pub(crate) type Slow = (u8, [u8; 5]);

pub(crate) const STRAIGHT: u8 = 4;
pub(crate) const FLUSH: u8 = 5;
pub(crate) const STRAIGHT_FLUSH: u8 = 8;
pub(crate) const ROYAL_FLUSH: u8 = 9;
pub(crate) const FIVE_ACES: u8 = 10;

/// Ranks as 2 to 14, those that appear most often first, and among these the highest first; with how often.
fn grouped(ranks: [u8; 5]) -> ([u8; 5], [usize; 5]) {
    let count = |rank: u8| ranks.iter().filter(|&&other| other == rank).count();
    let mut groups = ranks.map(|rank| (count(rank), rank));
    groups.sort_unstable_by(|one, other| other.cmp(one));
    (groups.map(|(_, rank)| rank), groups.map(|(count, _)| count))
}

/// The category by groups of equal rank alone.
fn group_category(counts: [usize; 5]) -> u8 {
    match counts {
        [5, ..] => FIVE_ACES,
        [4, ..] => 7,
        [3, 3, 3, 2, 2] => 6,
        [3, ..] => 3,
        [2, 2, 2, 2, 1] => 2,
        [2, ..] => 1,
        _ => 0,
    }
}

/// The ordinary ranking of five ranks, of one suit or not.
fn five_ranks(ranks: [u8; 5], one_suit: bool) -> Slow {
    let (ranks, counts) = grouped(ranks);
    let category = group_category(counts);
    if category != 0 {
        return (category, ranks);
    }
    let (straight, ranks) = match ranks {
        [14, 5, 4, 3, 2] => (true, [5, 4, 3, 2, 1]),
        _ => (ranks[0] - ranks[4] == 4, ranks),
    };
    let category = match (straight, one_suit) {
        (true, true) if ranks[0] == 14 => ROYAL_FLUSH,
        (true, true) => STRAIGHT_FLUSH,
        (true, false) => STRAIGHT,
        (false, true) => FLUSH,
        (false, false) => 0,
    };
    (category, ranks)
}

fn number(card: Card) -> u8 {
    card.rank().unwrap().number()
}

fn one_suit(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.suit() == cards[0].suit())
}

/// The ordinary ranking of five cards.
pub(crate) fn five(cards: [Card; 5]) -> Slow {
    five_ranks(cards.map(number), one_suit(&cards))
}

/// The ranking of five cards of which one may be a joker: an ace, or what completes a straight or a flush.
pub(crate) fn five_with_bug(cards: [Card; 5], wheel_is_second: bool) -> Slow {
    let place = |hand: Slow| match hand {
        (STRAIGHT | STRAIGHT_FLUSH, [5, ..]) if wheel_is_second => (hand.0, [13, 13, 13, 13, 13]),
        other => other,
    };
    let Some(joker) = cards.iter().position(|card| card.is_joker()) else {
        return place(five(cards));
    };
    let mut others = cards.to_vec();
    others.remove(joker);
    let mut ranks: Vec<u8> = others.iter().map(|&card| number(card)).collect();
    ranks.push(14);
    // As an ace the joker has no suit; a flush comes from the cards tried below.
    let mut best = place(five_ranks(ranks.try_into().unwrap(), false));
    for rank in Rank::ALL {
        for suit in Suit::ALL {
            let card = Card::new(rank, suit);
            if others.contains(&card) {
                continue;
            }
            let mut cards = cards;
            cards[joker] = card;
            let hand = five(cards);
            if matches!(hand.0, STRAIGHT | FLUSH | STRAIGHT_FLUSH | ROYAL_FLUSH) {
                best = best.max(place(hand));
            }
        }
    }
    best
}

/// The opposite of a ranking: the best low is the greatest.
fn reversed((category, ranks): Slow) -> Slow {
    (99 - category, ranks.map(|rank| 99 - rank))
}

/// Ace-to-five: aces are 1, straights and flushes do not count.
pub(crate) fn ace_to_five(cards: [Card; 5]) -> Slow {
    let (ranks, counts) = grouped(cards.map(|card| if number(card) == 14 { 1 } else { number(card) }));
    reversed((group_category(counts), ranks))
}

/// Ace-to-five if it has nothing above eight and no pair.
pub(crate) fn eight_or_better(cards: [Card; 5]) -> Option<Slow> {
    if !cards.iter().all(|&card| matches!(number(card), 14 | 2..=8)) {
        return None;
    }
    let low = ace_to_five(cards);
    let unpaired = 99;
    (low.0 == unpaired).then_some(low)
}

/// Deuce-to-seven: the ordinary ranking reversed, but the ace is high, so A-2-3-4-5 is no straight.
pub(crate) fn deuce_to_seven(cards: [Card; 5]) -> Slow {
    reversed(match five(cards) {
        (STRAIGHT, [5, ..]) => (0, [14, 5, 4, 3, 2]),
        (STRAIGHT_FLUSH, [5, ..]) => (FLUSH, [14, 5, 4, 3, 2]),
        other => other,
    })
}

/// Three cards: mini royal, straight flush, three of a kind, straight, flush, pair, high card.
pub(crate) fn three(cards: [Card; 3]) -> Slow {
    let mut ranks = cards.map(number);
    ranks.sort_unstable();
    let [low, middle, high] = ranks;
    let flush = one_suit(&cards);
    let straight = (low + 1 == middle && middle + 1 == high) || ranks == [2, 3, 14];
    let order = |first, second, third| [first, second, third, 0, 0];
    if straight && flush && low == 12 {
        (6, order(14, 13, 12))
    } else if straight {
        let top = if ranks == [2, 3, 14] { 3 } else { high };
        (if flush { 5 } else { 3 }, order(top, 0, 0))
    } else if low == high {
        (4, order(low, 0, 0))
    } else if flush {
        (2, order(high, middle, low))
    } else if low == middle {
        (1, order(low, high, 0))
    } else if middle == high {
        (1, order(high, low, 0))
    } else {
        (0, order(high, middle, low))
    }
}

/// Two cards of a front: a pair, or high cards; the joker is an ace.
pub(crate) fn front(cards: [Card; 2]) -> Slow {
    let mut ranks = cards.map(|card| card.rank().map_or(14, Rank::number));
    ranks.sort_unstable();
    let [low, high] = ranks;
    (u8::from(low == high), [high, low, 0, 0, 0])
}

/// The best of all five-card hands that can be taken from the cards, ranked as told.
pub(crate) fn best_five<T: Ord>(cards: &[Card], mut rank: impl FnMut([Card; 5]) -> T) -> T {
    let mut best = None;
    for a in 0..cards.len() {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        best = best.max(Some(rank([a, b, c, d, e].map(|place| cards[place]))));
                    }
                }
            }
        }
    }
    best.expect("five cards or more")
}

/// The places of every five of some hole cards and a board of five, laid side by side, with so many hole cards.
pub(crate) fn places_of_five(hole: usize, from_hole: usize) -> Vec<[usize; 5]> {
    let cards = hole + 5;
    let mut ways = Vec::new();
    for taken in 0u32..1 << cards {
        let places: Vec<usize> = (0..cards).filter(|place| taken >> place & 1 == 1).collect();
        let held = places.iter().filter(|&&place| place < hole).count();
        if let (Ok(places), true) = (places.try_into(), held == from_hole) {
            ways.push(places);
        }
    }
    ways
}
