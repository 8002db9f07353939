//! Single hands by the plainest recursion there is, card by card.

use std::collections::HashMap;

use cards::parse_cards;
use odds::blackjack::{Action, Analysis, Shoe};

/// How many cards of each value are left, aces first.
type Left = [u32; 10];

fn add((points, aces): (u32, u32), card: usize) -> (u32, u32) {
    (points + card as u32 + 1, aces + u32::from(card == 0))
}

/// The total, and whether an ace counts eleven.
fn total((points, aces): (u32, u32)) -> (u32, bool) {
    if aces > 0 && points <= 11 { (points + 10, true) } else { (points, false) }
}

/// What standing on a total brings; the bank's hand grows by every card that is left. Up cards that could hide a
/// Natural are not asked about.
fn stand(mine: u32, bank: (u32, u32), left: &mut Left, hits_soft_17: bool) -> f64 {
    let (theirs, is_soft) = total(bank);
    if theirs > 17 || (theirs == 17 && !(is_soft && hits_soft_17)) {
        let wins = theirs > 21 || mine > theirs;
        return if wins { 1.0 } else { f64::from(u8::from(mine == theirs)) - 1.0 };
    }
    draw(left, |card, left| stand(mine, add(bank, card), left, hits_soft_17))
}

/// The mean over the next card.
fn draw(left: &mut Left, mut then: impl FnMut(usize, &mut Left) -> f64) -> f64 {
    let all = f64::from(left.iter().sum::<u32>());
    let mut mean = 0.0;
    for card in 0..10 {
        if left[card] > 0 {
            let chance = f64::from(left[card]) / all;
            left[card] -= 1;
            mean += chance * then(card, left);
            left[card] += 1;
        }
    }
    mean
}

struct Slow {
    up: usize,
    hits_soft_17: bool,
    known: HashMap<Left, f64>,
}

impl Slow {
    fn stand(&self, hand: (u32, u32), left: &mut Left) -> f64 {
        let (mine, _) = total(hand);
        if mine > 21 { -1.0 } else { stand(mine, add((0, 0), self.up), left, self.hits_soft_17) }
    }

    /// The better of standing and hitting, for a hand of more than two cards.
    fn best(&mut self, hand: (u32, u32), left: &mut Left) -> f64 {
        if total(hand).0 > 21 {
            return -1.0;
        }
        if let Some(known) = self.known.get(left) {
            return *known;
        }
        let best = self.stand(hand, left).max(self.hit(hand, left));
        self.known.insert(*left, best);
        best
    }

    fn hit(&mut self, hand: (u32, u32), left: &mut Left) -> f64 {
        if total(hand).0 == 21 {
            return f64::NEG_INFINITY;
        }
        draw(left, |card, left| self.best(add(hand, card), left))
    }

    fn double(&self, hand: (u32, u32), left: &mut Left) -> f64 {
        2.0 * draw(left, |card, left| self.stand(add(hand, card), left))
    }
}

/// Stand, hit and double of two cards.
fn slowly(decks: u32, hand: [usize; 2], up: usize, hits_soft_17: bool) -> [f64; 3] {
    let mut left: Left = [4 * decks; 10];
    left[9] = 16 * decks;
    [hand[0], hand[1], up].iter().for_each(|card| left[*card] -= 1);
    let hand = add(add((0, 0), hand[0]), hand[1]);
    let mut slow = Slow { up, hits_soft_17, known: HashMap::new() };
    [slow.stand(hand, &mut left), slow.hit(hand, &mut left), slow.double(hand, &mut left)]
}

/// The same by the analysis.
fn quickly(decks: u8, hand: &str, up: &str, hits_soft_17: bool) -> [f64; 3] {
    let mut rules = crate::plain();
    rules.bank.hits_soft.value = if hits_soft_17 { 17 } else { 16 };
    let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, decks));
    let choices = analysis.choices(&parse_cards(hand).unwrap(), up.parse().unwrap()).unwrap().list;
    [Action::Stand, Action::Hit, Action::Double]
        .map(|action| choices.iter().find(|(other, _)| *other == action).unwrap().1)
}

#[test]
fn single_hands_card_by_card() {
    for (decks, hand, cards, up, up_card, hits_soft_17) in [
        (1, "5c 5d", [4, 4], "6c", 5, false),
        (1, "Ac 7d", [0, 6], "9c", 8, true),
        (2, "7c 5d", [6, 4], "4c", 3, true),
        (8, "Tc 6d", [9, 5], "9c", 8, false),
        (8, "Ac 2d", [0, 1], "5c", 4, false),
    ] {
        let slow = slowly(decks.into(), cards, up_card, hits_soft_17);
        let quick = quickly(decks, hand, up, hits_soft_17);
        for (slow, quick) in slow.into_iter().zip(quick) {
            assert!((slow - quick).abs() < 1e-12, "{decks} decks, {hand} against {up}: {slow}, {quick}");
        }
    }
}
