//! Hands of a draw game: pat, or with cards still to draw.

use cards::{Card, CardSet};
use games::poker::Worth;

use super::question::{HANDS_MAX, Private, Question};
use super::tally::{Outcome, Tally};

/// Counts every way in which the hands can be filled up.
pub(super) fn count(question: &Question) -> Tally {
    let tally = Tally::new(question.hands.len(), question.game.ranking.wins);
    let mut filling = Filling { question, tally, worths: [Worth::default(); HANDS_MAX] };
    filling.fill(0, question.live);
    filling.tally
}

struct Filling<'q> {
    question: &'q Question,
    tally: Tally,
    worths: [Worth; HANDS_MAX],
}

impl Filling<'_> {
    /// Fills the hands from one on.
    fn fill(&mut self, hand: usize, live: CardSet) {
        match self.question.hands.get(hand) {
            Some(cards) => self.draw(hand, cards, live, live),
            None => {
                let outcome = Outcome::of(&self.worths[..hand], self.question.game.ranking.wins);
                self.tally.add(outcome, 1);
            }
        }
    }

    /// Draws what a hand lacks; each next card comes from `above`, so that no draw is counted twice.
    fn draw(&mut self, hand: usize, cards: &Private, above: CardSet, live: CardSet) {
        if cards.len() == self.question.game.dealt {
            self.worths[hand] = self.question.game.ranking.worth(cards, &[]);
            return self.fill(hand + 1, live);
        }
        let mut above = above;
        for card in above {
            above.remove(card);
            self.draw(hand, &with(cards, card), above, live.without(card));
        }
    }
}

fn with(cards: &Private, card: Card) -> Private {
    let mut more = cards.clone();
    more.push(card);
    more
}
