//! A chart laid out flat, so that what it says of a hand is found at once.

use cards::{Card, Rank, Suit};
use games::blackjack::{Count, PlayerHand, Total};

use crate::blackjack::{Action, Advice, Chart, POINTS_MAX};

/// A chart by the numbers of cards.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    /// By up card, whether the total is soft, and points.
    cells: Vec<Advice>,
    /// By up card and card of the pair.
    splits: Vec<bool>,
    /// By up card and the card beside the ace of a Natural.
    even_money: Vec<bool>,
    /// Whether a split ace takes one card only.
    aces_take_one: bool,
    /// Whether a hand that is over may be given up.
    pub(super) gives_up_over: bool,
}

fn place(up: Card, total: Total) -> usize {
    (usize::from(up.index()) * 2 + usize::from(total.is_soft)) * POINTS_MAX + usize::from(total.points)
}

fn place_of_two(up: Card, card: Card) -> usize {
    usize::from(up.index()) * Card::FACES + usize::from(card.index())
}

impl Flat {
    pub(super) fn of(chart: &Chart) -> Flat {
        let stand = Action::Stand;
        let stand = Advice { two: stand, more: stand, plain: stand, gives_up: false };
        let mut flat = Flat {
            cells: vec![stand; Card::FACES * 2 * POINTS_MAX],
            splits: vec![false; Card::FACES * Card::FACES],
            even_money: vec![false; Card::FACES * Card::FACES],
            aces_take_one: chart.aces_take_one(),
            gives_up_over: chart.over_hands_are_given_up(),
        };
        let faces = || Card::all().chain([Card::JOKER]);
        let ace = Card::new(Rank::Ace, Suit::Clubs);
        for up in faces() {
            for points in 0..POINTS_MAX as u8 {
                for is_soft in [false, true] {
                    let total = Total { points, is_soft };
                    if let Some(cell) = chart.cell(total, up) {
                        flat.cells[place(up, total)] = cell;
                    }
                }
            }
            for card in faces() {
                let at = place_of_two(up, card);
                flat.splits[at] = chart.splits(card, up).unwrap_or(false);
                flat.even_money[at] = chart.takes_even_money([ace, card], up);
            }
        }
        flat
    }

    /// What the chart would do with a hand whose turn it is, the most wanted first: the first of these that the rules
    /// and the player's money allow is played.
    #[inline]
    pub(super) fn wishes(&self, hand: &PlayerHand, up: Card) -> impl Iterator<Item = Action> + use<> {
        let (total, cards) = (hand.hand.total(), hand.hand.cards());
        let cell = self.cells[place(up, total)];
        let is_pair = match cards {
            [one, other] => Count::of(&[*one]) == Count::of(&[*other]),
            _ => false,
        };
        let is_split =
            is_pair && !hand.is_doubled && (hand.is_split || self.splits[place_of_two(up, cards[0])]);
        let is_spent_ace =
            self.aces_take_one && hand.is_split && cards.len() == 2 && cards[0].rank() == Some(Rank::Ace);
        let (first, then) = if hand.is_doubled || is_spent_ace {
            (cell.at_last(), Action::Stand)
        } else {
            (if cards.len() == 2 { cell.two } else { cell.more }, cell.more)
        };
        let rest = [first, then, cell.plain, Action::Stand, Action::Hit, Action::Surrender, Action::Double];
        is_split.then_some(Action::Split).into_iter().chain(rest)
    }

    /// Whether a hand that is over is given up.
    pub(super) fn gives_up(&self, total: Total, up: Card) -> bool {
        self.cells[place(up, total)].gives_up
    }

    /// Whether a Natural is settled for even money where that is offered.
    pub(super) fn takes_even_money(&self, natural: &PlayerHand, up: Card) -> bool {
        natural.hand.cards().iter().any(|card| self.even_money[place_of_two(up, *card)])
    }
}

#[cfg(test)]
mod tests {
    use books::{Rules, Shelf};
    use games::blackjack::play::Situation;
    use games::blackjack::{Hand, Terms, play};

    use super::*;
    use crate::blackjack::{Analysis, Shoe};
    use crate::sim::random::Random;

    /// Every way to hold some random cards: as an opening hand, after a split, and doubled.
    fn hands(random: &mut Random, faces: &[Card]) -> Vec<PlayerHand> {
        let mut hand = Hand::default();
        // Pairs are rare among random cards, so half of all hands begin with one.
        let first = faces[random.below(faces.len() as u32) as usize];
        hand.push(first);
        hand.push(if random.below(2) == 0 {
            first
        } else {
            faces[random.below(faces.len() as u32) as usize]
        });
        for _ in 0..random.below(3) {
            if hand.total().points < 17 {
                hand.push(faces[random.below(faces.len() as u32) as usize]);
            }
        }
        let is_later = hand.cards().len() > 2;
        let plain = PlayerHand {
            spot: 0,
            hand,
            end: None,
            is_split: false,
            is_doubled: false,
            is_touched: is_later,
            is_natural: false,
        };
        let split = PlayerHand { is_split: true, ..plain.clone() };
        let doubled = PlayerHand { is_doubled: true, is_touched: true, ..plain.clone() };
        if is_later { vec![plain, split, doubled] } else { vec![plain, split] }
    }

    #[test]
    fn the_first_wish_that_is_allowed_is_what_the_chart_chooses() {
        let shelf = Shelf::filed();
        let mut seen = [0; 5];
        for id in shelf.ids() {
            let book = shelf.book(&id).unwrap();
            let Rules::Blackjack(rules) = &book.rules else { continue };
            let terms = Terms::of(rules);
            let chart = Analysis::<f64>::of(rules, &Shoe::fresh(rules, 2)).chart();
            let flat = Flat::of(&chart);
            let joker = (rules.deck.jokers.value > 0).then_some(Card::JOKER);
            let faces: Vec<Card> = Card::all().chain(joker).collect();
            let mut random = Random::of(1, 1);
            for _ in 0..5_000 {
                let up = faces[random.below(faces.len() as u32) as usize];
                for hand in hands(&mut random, &faces) {
                    let it = Situation {
                        is_split: hand.is_split,
                        is_doubled: hand.is_doubled,
                        is_touched: hand.is_touched,
                        splits: u8::from(hand.is_split),
                        ..Situation::opening(&hand.hand)
                    };
                    if play::end_by_card(&terms, &it, || true).is_some() || play::freezes(&terms, up) {
                        continue;
                    }
                    let is_open = play::are_options_open(&terms, Some(up)).is_ok();
                    let may = |action: &Action| match action {
                        Action::Stand => play::may_stand(&terms, &it).is_ok(),
                        Action::Hit => play::may_hit(&terms, &it).is_ok(),
                        Action::Double => is_open && play::may_double(&terms, &it).is_ok(),
                        Action::Split => is_open && play::may_split(&terms, &it).is_ok(),
                        Action::Surrender => is_open && play::may_surrender(&terms, &it, || Ok(())).is_ok(),
                    };
                    let wanted = flat.wishes(&hand, up).find(may);
                    let chosen = chart.choose(&it, up, |_| true);
                    assert_eq!(wanted, Some(chosen), "{id}: {it:?} against {up}");
                    seen[chosen as usize] += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 100), "every action is chosen now and then: {seen:?}");
    }
}
