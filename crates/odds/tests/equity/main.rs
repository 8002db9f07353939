//! Equities against published figures, plain enumeration, and rounds played through the engine.

mod laws;
mod plain;
mod published;
mod rounds;

use books::poker::PokerRules;
use books::{BookId, Rules, Shelf};
use cards::{Card, parse_cards};
use odds::equity::{Answer, Fault, Game, Method, Question};

/// The rules of a poker book.
fn rules(name: &str) -> PokerRules {
    let (house, game) = name.split_once('/').unwrap();
    match Shelf::filed().book(&BookId::new(house, game)).unwrap_or_else(|problem| panic!("{problem}")).rules {
        Rules::Poker(rules) => *rules,
        _ => panic!("{name} is not a poker book"),
    }
}

fn game(name: &str) -> Game {
    Game::of(&rules(name)).unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap_or_else(|error| panic!("{error}"))
}

fn ask(game: Game, hands: &[&str], board: &str, dead: &str) -> Result<Question, Fault> {
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
    Question::new(game, &hands, &cards(board), &cards(dead))
}

/// The exact answer for hands of a book.
fn exact(name: &str, hands: &[&str], board: &str, dead: &str) -> Answer {
    ask(game(name), hands, board, dead).unwrap_or_else(|fault| panic!("{fault}")).answer(Method::Exact)
}

/// A small repeatable generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    /// So many cards of a fresh deck, shuffled.
    fn deal(&mut self, count: usize) -> Vec<Card> {
        let mut deck: Vec<Card> = Card::all().collect();
        (0..count).map(|_| deck.swap_remove(self.below(deck.len()))).collect()
    }
}
