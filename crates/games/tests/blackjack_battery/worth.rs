//! What cards are worth in the second model: totals, Naturals, who wins, and what side bets pay.

use cards::{Card, Rank, Suit};

use crate::rules::{Rules, Special};

/// A total and whether an ace counts 11 in it.
pub(crate) fn total(cards: &[Card]) -> (u32, bool) {
    if cards.iter().any(|card| card.is_joker()) {
        return (21, false);
    }
    let mut sum = 0;
    let mut aces = 0;
    for card in cards {
        sum += points(*card);
        aces += u32::from(is_ace(*card));
    }
    let soft = aces > 0 && sum + 10 <= 21;
    (if soft { sum + 10 } else { sum }, soft)
}

/// What a card counts, an ace 1.
pub(crate) fn points(card: Card) -> u32 {
    number(card).min(10)
}

/// The number of a card from ace 1 to king 13; a joker has none.
pub(crate) fn number(card: Card) -> u32 {
    match card.rank() {
        None => 0,
        Some(Rank::Ace) => 1,
        Some(rank) => u32::from(rank.number()),
    }
}

pub(crate) fn is_ace(card: Card) -> bool {
    card.rank() == Some(Rank::Ace)
}

pub(crate) fn is_ten(card: Card) -> bool {
    points(card) == 10
}

pub(crate) fn is_over(cards: &[Card]) -> bool {
    total(cards).0 > 21
}

/// Whether two opening cards are the Natural of the game.
pub(crate) fn is_natural(rules: &Rules, cards: &[Card]) -> bool {
    let [one, two] = *cards else { return false };
    if rules.jokers {
        return one.is_joker() && two.is_joker();
    }
    (is_ace(one) && is_ten(two)) || (is_ten(one) && is_ace(two))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Result {
    Natural,
    Win,
    Push,
    Lose,
}

/// A player's hand against the bank's; the caller knows whether the player's is a Natural.
pub(crate) fn result(rules: &Rules, player: &[Card], natural: bool, bank: &[Card]) -> Result {
    match (natural, is_natural(rules, bank)) {
        (true, true) => return Result::Push,
        (true, false) => return Result::Natural,
        (false, true) => return Result::Lose,
        (false, false) => {}
    }
    let (mine, theirs) = (total(player).0, total(bank).0);
    match (mine > 21, theirs > 21) {
        (false, true) => Result::Win,
        (true, false) => Result::Lose,
        (false, false) if mine > theirs => Result::Win,
        (false, false) if mine < theirs => Result::Lose,
        (false, false) => Result::Push,
        (true, true) => both_over(rules, player, bank),
    }
}

fn both_over(rules: &Rules, player: &[Card], bank: &[Card]) -> Result {
    let (mine, theirs) = (total(player).0, total(bank).0);
    let nearer = mine < theirs;
    let push_if = |saved: bool| if saved { Result::Push } else { Result::Lose };
    match rules.special {
        Special::Eights { win } if is_made_of(bank, &[8, 8, 8]) => {
            if win {
                Result::Win
            } else {
                Result::Push
            }
        }
        Special::Suited789 { nearer_only } if is_made_of(bank, &[7, 8, 9]) && is_suited(bank) => {
            push_if(nearer || !nearer_only)
        }
        Special::ThreeCards { from } => push_if(nearer && player.len() == 3 && (from..=25).contains(&mine)),
        _ => push_if(nearer && rules.nearer_pushes),
    }
}

/// Whether cards have exactly these numbers, in any order.
fn is_made_of(cards: &[Card], numbers: &[u32]) -> bool {
    let mut have: Vec<u32> = cards.iter().map(|card| number(*card)).collect();
    have.sort_unstable();
    have == numbers
}

fn is_suited(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.suit() == cards[0].suit())
}

fn is_of_one_color(cards: &[Card]) -> bool {
    let red = |card: &Card| card.suit().is_some_and(Suit::is_red);
    cards.iter().all(|card| red(card) == red(&cards[0]))
}

/// What a Buster wager pays to 1, if the bank's hand is over.
pub(crate) fn buster_pays(six_cards: i64, bank: &[Card]) -> Option<i64> {
    is_over(bank).then_some(match bank.len() {
        0..=4 => 2,
        5 => 4,
        6 => six_cards,
        7 => 50,
        _ => 200,
    })
}

/// What a Bonus Bet pays to 1 on an unsplit hand: the best of its first 2, 3, 4 and 6 cards.
pub(crate) fn bonus_pays(table: usize, cards: &[Card]) -> Option<i64> {
    // By table: suited, of one colour, other.
    let natural = [[10, 5, 2], [10, 5, 2], [10, 5, 3]][table - 1];
    let ace_to_four = [[2000, 200, 50], [2000, 200, 25], [2000, 200, 50]][table - 1];
    let sevens = [[200, 100, 75], [1000, 200, 75], [200, 100, 75]][table - 1];
    let six_seven_eight = [[100, 50, 25], [100, 50, 25], [100, 50, 10]][table - 1];
    let by_suit = |cards: &[Card], pays: [i64; 3]| {
        let place = if is_suited(cards) { 0 } else { 2 - usize::from(is_of_one_color(cards)) };
        pays[place]
    };
    let mut best = None;
    if let Some(two) = cards.get(..2)
        && (is_ace(two[0]) && is_ten(two[1]) || is_ten(two[0]) && is_ace(two[1]))
    {
        best = best.max(Some(by_suit(two, natural)));
    }
    if let Some(three) = cards.get(..3) {
        if is_made_of(three, &[7, 7, 7]) {
            best = best.max(Some(by_suit(three, sevens)));
        }
        if is_made_of(three, &[6, 7, 8]) {
            best = best.max(Some(by_suit(three, six_seven_eight)));
        }
    }
    if let Some(four) = cards.get(..4)
        && is_made_of(four, &[1, 2, 3, 4])
    {
        best = best.max(Some(by_suit(four, ace_to_four)));
    }
    if cards.get(..6).is_some_and(|six| !is_over(six)) {
        best = best.max(Some(20));
    }
    best
}
