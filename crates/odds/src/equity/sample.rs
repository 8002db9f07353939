//! Random deals.

use arrayvec::ArrayVec;
use cards::{Card, CardSet, Draws, Seed};

use super::discard::throw;
use super::question::{HANDS_MAX, Private, Question};
use super::tally::Tally;

/// Deals the cards still to come at random, so many times.
pub(super) fn sample(question: &Question, deals: u64, seed: u64) -> Tally {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut deck = Deck { cards: question.live.iter().collect(), draws: Seed::from_bytes(bytes).draws() };
    let mut tally = Tally::new(question.hands.len(), question.game.ranking.wins);
    // A discard before any board is the same in every deal.
    let early = question
        .game
        .discard
        .filter(|discard| question.is_before_discard() && discard.board == question.board.len());
    let early = early.map(|_| throw(question, &question.board, question.live));
    for _ in 0..deals {
        let (hands, board) = deal(question, early.as_ref(), &mut deck);
        tally.add(question.judge(&hands, &board), 1);
    }
    tally
}

type Hands = ArrayVec<Private, HANDS_MAX>;

/// One random deal: the hands as they are shown, and the board.
fn deal(question: &Question, early: Option<&Hands>, deck: &mut Deck) -> (Hands, ArrayVec<Card, 5>) {
    let mut dealt = 0;
    let mut board = question.board.clone();
    let mut hands = early.unwrap_or(&question.hands).clone();
    if question.game.has_draw() {
        for hand in &mut hands {
            while hand.len() < question.game.dealt {
                hand.push(deck.next(&mut dealt));
            }
        }
    } else if early.is_none() && question.is_before_discard() {
        let at = question.game.discard.map_or(0, |discard| discard.board);
        while board.len() < at {
            board.push(deck.next(&mut dealt));
        }
        let seen: CardSet = board.iter().copied().collect();
        hands = throw(question, &board, question.live - seen);
    }
    while board.len() < question.game.board {
        board.push(deck.next(&mut dealt));
    }
    (hands, board)
}

/// The cards that may come, shuffled as far as they are dealt.
struct Deck {
    cards: Vec<Card>,
    draws: Draws,
}

impl Deck {
    /// The next card of a deal of which so many cards are out.
    fn next(&mut self, dealt: &mut usize) -> Card {
        let left = (self.cards.len() - *dealt) as u32;
        let place = *dealt + self.draws.below(left) as usize;
        self.cards.swap(*dealt, place);
        *dealt += 1;
        self.cards[*dealt - 1]
    }
}
