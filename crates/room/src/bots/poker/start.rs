//! Starting hands of the games with a board: a score for each, and what part of all hands scores less.

use books::poker::{PokerRules, Wins};
use cards::{Card, Rank};

/// The scores that a tenth, two tenths, ... nine tenths of all hands do not reach, and then nineteen twentieths;
/// the test below deals hands to check them.
struct Tenths([f64; 10]);

const TWO_CARDS: Tenths = Tenths([0.0, 1.0, 2.0, 3.0, 3.5, 5.0, 5.0, 6.5, 8.0, 10.0]);
const THREE_CARDS: Tenths = Tenths([3.4, 4.4, 5.2, 5.9, 6.6, 7.5, 8.7, 10.0, 11.6, 13.5]);
const FOUR_CARDS: Tenths = Tenths([12.5, 15.0, 17.5, 20.0, 23.0, 26.5, 29.5, 33.0, 38.0, 44.0]);
const FOUR_CARDS_DIVIDED: Tenths = Tenths([6.7, 8.0, 9.5, 11.0, 12.5, 14.5, 17.5, 21.0, 28.5, 32.7]);

impl Tenths {
    /// The part of all hands that score less, between the known points in a straight line.
    fn part_below(&self, score: f64) -> f64 {
        let parts = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
        let place = self.0.iter().take_while(|bound| **bound < score).count();
        match place {
            0 => 0.05,
            10 => (0.95 + (score - self.0[9]) / self.0[9].max(1.0) * 0.1).min(1.0),
            place => {
                let (from, to) = (self.0[place - 1], self.0[place]);
                let way = (score - from) / (to - from).max(f64::MIN_POSITIVE);
                parts[place - 1] + (parts[place] - parts[place - 1]) * way
            }
        }
    }
}

/// The part of all starting hands that are worse than this one.
pub(super) fn start(rules: &PokerRules, cards: &[Card]) -> f64 {
    let wins = rules.hands.wins.value;
    let tenths = match (cards.len(), wins) {
        (0..=2, _) => &TWO_CARDS,
        (3, _) => &THREE_CARDS,
        (_, Wins::HighLow) => &FOUR_CARDS_DIVIDED,
        _ => &FOUR_CARDS,
    };
    tenths.part_below(score(wins, cards))
}

/// How good private cards are before the board: the two cards of hold'em, or the ways to pick two of more.
pub(super) fn score(wins: Wins, cards: &[Card]) -> f64 {
    let mut pairs: Vec<f64> = Vec::new();
    for (place, one) in cards.iter().enumerate() {
        for other in &cards[..place] {
            let is_pair = one.rank() == other.rank();
            // A third card of a rank takes away what the pair hopes for.
            let copies = cards.iter().filter(|card| card.rank() == one.rank()).count();
            let crowded = if is_pair && copies > 2 { 3.0 * copies as f64 } else { 0.0 };
            pairs.push((of_two(*one, *other) - crowded).max(0.0));
        }
    }
    pairs.sort_by(|one, other| other.total_cmp(one));
    let high = match cards.len() {
        0..=2 => pairs.first().copied().unwrap_or_default(),
        // One of three is thrown away, or at least never used: the best two count, the others a little.
        3 => pairs[0] + (pairs[1] + pairs[2]) / 8.0,
        _ => pairs.iter().sum(),
    };
    if wins == Wins::HighLow && cards.len() > 3 { high / 2.0 + low(cards) } else { high }
}

/// Two cards by their ranks, as a pair, suited and near each other.
fn of_two(one: Card, other: Card) -> f64 {
    let (Some(first), Some(second)) = (one.rank(), other.rank()) else { return 0.0 };
    let (high, low) = (first.max(second), first.min(second));
    let top = match high {
        Rank::Ace => 10.0,
        Rank::King => 8.0,
        Rank::Queen => 7.0,
        Rank::Jack => 6.0,
        rank => f64::from(rank.number()) / 2.0,
    };
    if high == low {
        return (top * 2.0_f64).max(5.0);
    }
    let suited = if one.suit() == other.suit() { 2.0 } else { 0.0 };
    let apart = high.number() - low.number();
    let gap = match apart.min(if high == Rank::Ace { low.number() - 1 } else { apart }) {
        1 => 0.0,
        2 => 1.0,
        3 => 2.0,
        4 => 4.0,
        _ => 5.0,
    };
    let straight = if apart <= 2 && high < Rank::Queen { 1.0 } else { 0.0 };
    top + suited - gap + straight
}

/// What four cards are good for as a low with the board.
fn low(cards: &[Card]) -> f64 {
    let has = |rank: Rank| cards.iter().any(|card| card.rank() == Some(rank));
    let small = [Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five];
    let count = small.into_iter().filter(|rank| has(*rank)).count();
    let best = match (has(Rank::Ace), has(Rank::Two), has(Rank::Three)) {
        (true, true, _) => 16.0,
        (true, false, true) => 11.0,
        (false, true, true) => 7.0,
        (true, ..) if count > 1 => 5.0,
        _ => 0.0,
    };
    best + 3.0 * count.saturating_sub(2) as f64
}

#[cfg(test)]
mod tests {
    use cards::{Deck, Seed};

    use super::*;

    fn dealt(count: usize) -> impl Iterator<Item = Vec<Card>> {
        let mut draws = Seed::from_bytes([11; 32]).draws();
        let mut deck: Vec<Card> = Deck::standard().cards().collect();
        (0..20_000).map(move |_| {
            draws.shuffle(&mut deck);
            deck[..count].to_vec()
        })
    }

    #[test]
    fn the_tenths_are_tenths() {
        for (name, count, wins, tenths) in [
            ("two", 2, Wins::High, TWO_CARDS),
            ("three", 3, Wins::High, THREE_CARDS),
            ("four", 4, Wins::High, FOUR_CARDS),
            ("four, divided", 4, Wins::HighLow, FOUR_CARDS_DIVIDED),
        ] {
            let mut scores: Vec<f64> = dealt(count).map(|cards| score(wins, &cards)).collect();
            scores.sort_by(f64::total_cmp);
            let at = |part: f64| scores[(scores.len() as f64 * part) as usize];
            let found: Vec<f64> =
                [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95].into_iter().map(at).collect();
            for (found, told) in found.iter().zip(tenths.0) {
                assert!((found - told).abs() < 0.6, "{name} cards: {found} is told as {told}");
            }
        }
    }

    #[test]
    fn good_hands_are_above_bad_ones() {
        let score = |wins, text: &str| score(wins, &cards::parse_cards(text).unwrap());
        let high = |text| score(Wins::High, text);
        assert!(high("As Ad") > high("Ks Kd"));
        assert!(high("As Ks") > high("As Kd"));
        assert!(high("Ts 9s") > high("Ts 5d"));
        assert!(high("As Ad Ks Kd") > high("As Ad Ac Kd"));
        assert!(high("Js Ts 9d 8d") > high("Js 7c 4d 2h"));
        let divided = |text| score(Wins::HighLow, text);
        assert!(divided("As 2s 3d Kh") > divided("Ks Qs Jd Th"));
    }
}
