//! Starting hands of the games with a board: a score for each, and what part of all hands scores less.

use books::poker::{PokerRules, Wins};
use cards::{Card, Rank};

/// The scores that a tenth, two tenths, ... nine tenths of all hands do not reach, and then nineteen twentieths;
/// the test below deals hands to check them.
struct Tenths([f64; 10]);

const TWO_CARDS: Tenths = Tenths([2.9, 4.3, 5.4, 6.4, 7.4, 8.0, 9.0, 9.8, 11.2, 12.5]);
const THREE_CARDS: Tenths = Tenths([12.0, 15.5, 17.9, 20.0, 22.0, 23.9, 26.0, 28.6, 32.4, 39.6]);
const FOUR_CARDS: Tenths = Tenths([27.1, 33.0, 37.2, 40.6, 44.1, 47.5, 51.2, 55.8, 63.7, 71.1]);
const FOUR_CARDS_DIVIDED: Tenths = Tenths([9.1, 9.9, 10.8, 11.7, 12.5, 13.4, 15.1, 19.1, 32.3, 34.3]);

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
    // Any two of the cards may be the ones that count in the end.
    let high = pairs.iter().sum::<f64>();
    if wins == Wins::HighLow && cards.len() > 3 { high * HIGH_PART + low(cards) } else { high }
}

/// What a high hand counts where a low one takes half of the pot, and often nobody has the low.
const HIGH_PART: f64 = 0.18;

/// Two cards by their ranks, as a pair, suited and near each other. The weights are those that put hands into the
/// order of what they win against any other hand; the test below compares.
fn of_two(one: Card, other: Card) -> f64 {
    let (Some(first), Some(second)) = (one.rank(), other.rank()) else { return 0.0 };
    let (high, low) = (first.max(second), first.min(second));
    let (top, kicker) = (f64::from(high.number()), f64::from(low.number()));
    if high == low {
        return 6.0 + 1.9 * (top - 2.0);
    }
    let suited = if one.suit() == other.suit() { 1.2 } else { 0.0 };
    // An ace goes with the small cards too, but for one straight only, and there it is the lowest card.
    let makes_wheel = high == Rank::Ace && low <= Rank::Five;
    let gap = if makes_wheel { 3.0 } else { (top - kicker).min(5.0) - 1.0 };
    0.86 * top + 0.24 * kicker + suited - 0.33 * gap - 2.8
}

/// What four cards are good for as a low with the board.
fn low(cards: &[Card]) -> f64 {
    let has = |rank: Rank| cards.iter().any(|card| card.rank() == Some(rank));
    let small = [Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five];
    let count = small.into_iter().filter(|rank| has(*rank)).count();
    let middle = [Rank::Six, Rank::Seven, Rank::Eight].into_iter().filter(|rank| has(*rank)).count();
    let best = match (has(Rank::Ace), has(Rank::Two), has(Rank::Three)) {
        (true, true, _) => 18.0,
        (true, false, true) => 16.0,
        (false, true, true) => 4.0,
        (true, ..) if count > 1 => 14.0,
        (true, ..) => 2.0,
        _ => 0.0,
    };
    best + 5.0 * count.saturating_sub(1) as f64 + 2.0 * middle as f64
}

#[cfg(test)]
mod tests {
    use books::{Rules, Shelf};
    use cards::{Deck, Draws, Seed};
    use odds::equity::{Game, Method, Question};

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
        for (wins, falling) in [
            (Wins::High, &["As Ad", "Ks Kd", "Qs Qd", "Js Jd", "Ts Td", "9s 9d", "8s 8d", "7s 7d"][..]),
            (Wins::High, &["As Ks", "As Kd", "As Td", "As 8d", "As 2d", "Ts 5d", "7s 2d"]),
            (Wins::High, &["As Kd", "Ks Qd", "Qs Jd", "Js Td", "Ts 9d", "9s 7d", "8s 3d"]),
            (Wins::High, &["Ks Qs", "Ks Qd", "Ks 9d", "Ks 2d"]),
            (Wins::High, &["As Ad Ks Kd", "As Ad Ac Kd", "Ks Qs Jd Td", "Js Ts 9d 8d", "Js 7c 4d 2h"]),
            (Wins::High, &["As Ad Kd", "As Kd Qd", "Js Td 9d", "9s 7c 2d"]),
            (Wins::HighLow, &["As 2s Kd Kh", "Ks Kd Qs Qd", "Ts 9s 8d 7d"]),
            (Wins::HighLow, &["As 2s 3d Kh", "Ks Qs Jd Th"]),
        ] {
            for pair in falling.windows(2) {
                assert!(score(wins, pair[0]) > score(wins, pair[1]), "{} above {}", pair[0], pair[1]);
            }
        }
    }

    /// What a hand wins of the pot on average against any other, by `odds::equity`.
    fn won(game: &Game, own: &[Card], draws: &mut Draws) -> f64 {
        let mut others: Vec<Card> = Deck::standard().cards().filter(|card| !own.contains(card)).collect();
        let sum: f64 = (0..OTHERS)
            .map(|seed| {
                draws.shuffle(&mut others);
                let hands = [own.to_vec(), others[..own.len()].to_vec()];
                let question = Question::new(*game, &hands, &[], &[]).unwrap();
                question.answer(Method::Sample { deals: 20, seed }).shares[0].equity.value()
            })
            .sum();
        sum / OTHERS as f64
    }

    const OTHERS: u64 = 120;

    /// The places of numbers among each other, equal ones sharing theirs.
    fn ranks(of: &[f64]) -> Vec<f64> {
        let below = |one: &f64| of.iter().filter(|other| *other < one).count() as f64;
        let equal = |one: &f64| of.iter().filter(|other| *other == one).count() as f64;
        of.iter().map(|one| below(one) + (equal(one) - 1.0) / 2.0).collect()
    }

    /// How well two orders agree: 1 if they are the same.
    fn agreement(one: &[f64], other: &[f64]) -> f64 {
        let (one, other) = (ranks(one), ranks(other));
        let mean = (one.len() as f64 - 1.0) / 2.0;
        let product = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(a, b)| (a - mean) * (b - mean)).sum()
        };
        product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
    }

    #[test]
    fn the_order_of_starting_hands_is_that_of_what_they_win() {
        let shelf = Shelf::filed();
        let mut draws = Seed::from_bytes([3; 32]).draws();
        for (book, least) in [
            ("players-club/holdem", 0.96),
            ("players-club/lazy-pineapple", 0.92),
            ("players-club/omaha", 0.82),
            ("players-club/omaha-8", 0.65),
        ] {
            let opened = shelf.book(&shelf.find(book).unwrap()).unwrap();
            let Rules::Poker(rules) = &opened.rules else { panic!("a poker book") };
            let game = Game::of(rules).unwrap();
            let count = usize::from(rules.streets[0].private.value);
            let hands: Vec<Vec<Card>> = dealt(count).take(160).collect();
            let scores: Vec<f64> = hands.iter().map(|hand| start(rules, hand)).collect();
            let wins: Vec<f64> = hands.iter().map(|hand| won(&game, hand, &mut draws)).collect();
            let agreement = agreement(&scores, &wins);
            assert!(agreement > least, "{book}: the orders agree by {agreement:.3}");
        }
    }
}
