//! Plain enumeration: every board one by one, and pots divided by hand.

use super::{Dice, game, rules};
use books::poker::Wins;
use cards::{Card, CardSet};
use games::poker::Worth;
use odds::equity::{Game, Method, PARTS, Question};

/// What each hand gets of one pot, in parts.
fn divide(worths: &[Worth], wins: Wins) -> Vec<u64> {
    let high = worths.iter().filter_map(|worth| worth.high).max().filter(|_| wins != Wins::Low);
    let low = worths.iter().filter_map(|worth| worth.low).max().filter(|_| wins != Wins::High);
    let pot = if high.is_some() && low.is_some() { PARTS / 2 } else { PARTS };
    let share = |is_best: &dyn Fn(&Worth) -> bool, worth: &Worth| {
        let winners = worths.iter().filter(|worth| is_best(worth)).count() as u64;
        if is_best(worth) { pot / winners } else { 0 }
    };
    worths
        .iter()
        .map(|worth| {
            share(&|worth| high.is_some() && worth.high == high, worth)
                + share(&|worth| low.is_some() && worth.low == low, worth)
        })
        .collect()
}

fn plain(game: &Game, hands: &[Vec<Card>], board: &[Card], dead: &[Card]) -> (u64, Vec<u64>) {
    let out: CardSet = hands.iter().flatten().chain(board).chain(dead).copied().collect();
    let live: Vec<Card> = (CardSet::FULL - out).iter().collect();
    let mut sums = vec![0; hands.len()];
    let mut deals = 0;
    let mut add = |board: &[Card]| {
        let worths: Vec<Worth> = hands.iter().map(|hand| game.ranking().worth(hand, board)).collect();
        for (sum, parts) in sums.iter_mut().zip(divide(&worths, game.ranking().wins)) {
            *sum += parts;
        }
        deals += 1;
    };
    match 5 - board.len() {
        2 => {
            for (place, one) in live.iter().enumerate() {
                for other in &live[..place] {
                    add(&[board, &[*one, *other]].concat());
                }
            }
        }
        1 => live.iter().for_each(|one| add(&[board, &[*one]].concat())),
        _ => add(board),
    }
    (deals, sums)
}

#[test]
fn random_flops_turns_and_rivers_of_every_board_game() {
    let mut dice = Dice(7);
    let mut games: Vec<(Game, usize)> = Vec::new();
    for (name, cards) in [
        ("marina/holdem", 2),
        ("players-club/pineapple", 2),
        ("players-club/crazy-pineapple", 2),
        ("players-club/lazy-pineapple", 3),
        ("players-club/omaha", 4),
        ("players-club/omaha-8", 4),
    ] {
        let (game, rules) = (game(name), rules(name));
        games.push((game, cards));
        if let Ok(split) = game.posted_high_low(&rules) {
            games.push((split, cards));
            games.extend(split.posted_without_qualifier(&rules).ok().map(|game| (game, cards)));
        }
    }
    assert_eq!(games.len(), 10);
    for (game, cards) in games {
        for _ in 0..12 {
            let count = 2 + dice.below(4);
            let board = 3 + dice.below(3);
            let dead = dice.below(6);
            let mut deck = dice.deal(count * cards + board + dead);
            let hands: Vec<Vec<Card>> = (0..count).map(|_| deck.split_off(deck.len() - cards)).collect();
            let board = deck.split_off(deck.len() - board);
            let answer = Question::new(game, &hands, &board, &deck)
                .unwrap_or_else(|fault| panic!("{fault}"))
                .answer(Method::Exact);
            let (deals, sums) = plain(&game, &hands, &board, &deck);
            assert_eq!(answer.deals, deals);
            for (share, sum) in answer.shares.iter().zip(sums) {
                assert_eq!(
                    share.equity,
                    odds::equity::Fraction::new(sum, deals * PARTS),
                    "{hands:?} on {board:?}"
                );
            }
        }
    }
}

#[test]
fn two_draws_one_by_one() {
    let game = game("players-club/lowball-deuce-to-seven");
    let mut dice = Dice(11);
    for _ in 0..6 {
        let mut deck = dice.deal(9);
        let hands = [deck.split_off(5), deck.split_off(2)];
        let out: CardSet = hands.iter().flatten().chain(&deck).copied().collect();
        let live: Vec<Card> = (CardSet::FULL - out).iter().collect();
        let mut sums = [0; 2];
        let mut deals = 0;
        for one in &live {
            for (place, second) in live.iter().enumerate().filter(|(_, card)| *card != one) {
                for third in live[..place].iter().filter(|card| *card != one) {
                    let first = [&hands[0][..], &[*one]].concat();
                    let other = [&hands[1][..], &[*second, *third]].concat();
                    let worths = [first, other].map(|hand| game.ranking().worth(&hand, &[]));
                    for (sum, parts) in sums.iter_mut().zip(divide(&worths, Wins::Low)) {
                        *sum += parts;
                    }
                    deals += 1;
                }
            }
        }
        let answer = Question::new(game, &hands, &[], &deck).unwrap().answer(Method::Exact);
        assert_eq!(answer.deals, deals);
        for (share, sum) in answer.shares.iter().zip(sums) {
            assert_eq!(share.equity, odds::equity::Fraction::new(sum, deals * PARTS));
        }
    }
}
