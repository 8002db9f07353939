//! Hands that still have a discard before them.

use arrayvec::ArrayVec;
use cards::{Card, CardSet};
use games::poker::{Ranking, Worth};

use super::boards::{Boards, each_choice};
use super::question::{HANDS_MAX, Private, Question};
use super::tally::{Outcome, Tally};

/// The most ways to throw cards away: any number of five.
const WAYS_MAX: usize = 10;

/// The hands that may be left after a discard.
type Kept = ArrayVec<Private, WAYS_MAX>;

/// Counts every board, with the discard that each player makes before it.
pub(super) fn count(question: &Question) -> Tally {
    let ranking = question.game.ranking;
    let mut tally = Tally::new(question.hands.len(), ranking.wins);
    each_moment(question, |known, live| {
        let kept = throw(question, known, live);
        let boards = Boards::new(live, known, &kept, ranking.uses);
        boards.each(|board, ways| tally.add(question.judge(&kept, &board.cards), ways));
    });
    tally
}

/// Visits every board that may lie when cards are thrown away, with the cards that may come after it.
fn each_moment(question: &Question, mut visit: impl FnMut(&[Card], CardSet)) {
    let at = question.game.discard.map_or(0, |discard| discard.board);
    let live: Vec<Card> = question.live.iter().collect();
    let mut known = question.board.clone();
    let from = known.len();
    each_choice(&live, at - from, &mut |more| {
        known.truncate(from);
        known.extend(more.iter().copied());
        visit(&known, question.live - more.iter().copied().collect());
    });
}

/// What each player keeps: the cards that do best against what the others hold before they throw.
pub(super) fn throw(question: &Question, known: &[Card], live: CardSet) -> ArrayVec<Private, HANDS_MAX> {
    let ranking = question.game.ranking;
    let kept: ArrayVec<Kept, HANDS_MAX> = question
        .hands
        .iter()
        .map(|hand| ways_to_keep(hand, question.game.discard.map_or(0, |d| d.cards)))
        .collect();
    let mut gains = [[0_u64; WAYS_MAX]; HANDS_MAX];
    let boards = Boards::new(live, known, &question.hands, ranking.uses);
    boards.each(|board, ways| add_gains(&ranking, &kept, &board.cards, ways, &mut gains));
    kept.iter()
        .zip(&gains)
        .map(|(kept, gains)| {
            // Of equals the first, which throws the lower card.
            let best = (0..kept.len()).rev().max_by_key(|way| gains[*way]).unwrap_or(0);
            kept[best].clone()
        })
        .collect()
}

/// Adds what each way of keeping cards gets on a board against the best of everybody else's ways.
fn add_gains(
    ranking: &Ranking,
    kept: &[Kept],
    board: &[Card; 5],
    ways: u64,
    gains: &mut [[u64; WAYS_MAX]; HANDS_MAX],
) {
    let mut each = [[Worth::default(); WAYS_MAX]; HANDS_MAX];
    let mut best = [Worth::default(); HANDS_MAX];
    for (hand, kept) in kept.iter().enumerate() {
        for (way, cards) in kept.iter().enumerate() {
            let worth = ranking.worth(cards, board);
            each[hand][way] = worth;
            best[hand] = Worth { high: best[hand].high.max(worth.high), low: best[hand].low.max(worth.low) };
        }
    }
    for (hand, options) in kept.iter().enumerate() {
        let mut meeting = best;
        for way in 0..options.len() {
            meeting[hand] = each[hand][way];
            gains[hand][way] += ways * Outcome::of(&meeting[..kept.len()], ranking.wins).parts(hand);
        }
    }
}

/// Every hand that may be left, the one without the lowest cards first.
fn ways_to_keep(hand: &[Card], thrown: usize) -> Kept {
    let mut sorted: Private = hand.iter().copied().collect();
    sorted.sort_unstable();
    let mut kept = Kept::new();
    each_choice(&sorted, thrown, &mut |thrown| {
        kept.push(sorted.iter().copied().filter(|card| !thrown.contains(card)).collect());
    });
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equity::{Fault, Game, Method};
    use books::{BookId, Rules, Shelf};
    use cards::parse_cards;

    fn question(game: &str, hands: &[&str], board: &str) -> Result<Question, Fault> {
        let book = Shelf::filed()
            .book(&BookId::new("players-club", game))
            .unwrap_or_else(|problem| panic!("{problem}"));
        let Rules::Poker(rules) = &book.rules else { panic!("a poker book") };
        let hands: Vec<Vec<Card>> = hands.iter().map(|hand| parse_cards(hand).unwrap()).collect();
        Question::new(Game::of(rules).unwrap(), &hands, &parse_cards(board).unwrap(), &[])
    }

    #[test]
    fn a_made_flush_throws_the_card_that_is_no_part_of_it() {
        let question = question("crazy-pineapple", &["As Ks Ad", "7h 7c 2d"], "2s 7s 9s").unwrap();
        let kept = throw(&question, &question.board, question.live);
        assert_eq!(kept[0].to_string_list(), "Ks As");
        assert_eq!(kept[1].to_string_list(), "7c 7h");
    }

    #[test]
    fn before_the_flop_a_pair_is_kept_and_the_lowest_of_equals_thrown() {
        let question = question("pineapple", &["As Ah 2d", "Kd Kc Kh"], "").unwrap();
        let kept = throw(&question, &[], question.live);
        assert_eq!(kept[0].to_string_list(), "Ah As");
        assert_eq!(kept[1].len(), 2);
    }

    #[test]
    fn keeping_what_is_kept_gives_the_same_equities() {
        let before = question("pineapple", &["As Ah 2d", "Kd Kc 9h"], "").unwrap();
        let shares = before.answer(Method::Exact).shares;
        let book = before.game;
        let hands = ["As Ah", "Kd Kc"].map(|hand| parse_cards(hand).unwrap());
        let after = Question::new(book, &hands, &[], &parse_cards("2d 9h").unwrap()).unwrap();
        assert_eq!(shares, after.answer(Method::Exact).shares);
    }

    trait Named {
        fn to_string_list(&self) -> String;
    }

    impl Named for Private {
        fn to_string_list(&self) -> String {
            self.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
    }
}
