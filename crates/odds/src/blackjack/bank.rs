//! The bank's hands behind one up card, as a tree of what they are made of, so that the chance of each follows from
//! the cards left by one multiplication a step.

use std::collections::BTreeMap;

use cards::{Card, Suit};
use games::blackjack::play::{self, BankShown};
use games::blackjack::{Count, Hand, Terms};

use super::number::Number;
use super::shoe::{Counts, KINDS_MAX, Kinds};

/// The most cards the bank can draw behind its up card.
pub(super) const DRAWN_MAX: usize = 22;

/// One step of the tree: one more card of a kind.
#[derive(Clone, Copy, Debug)]
struct Step<N> {
    /// How many cards of that kind come before it.
    prior: N,
    kind: u8,
    depth: u8,
    /// How many ends it has.
    ends: u8,
    /// The next step that does not follow from this one.
    skip: u32,
    first_end: u32,
}

/// A finished hand, or the part of it that turns results.
#[derive(Clone, Copy, Debug)]
struct End<N> {
    result: u8,
    /// In how many orders it can be drawn, times the part of its suits.
    weight: N,
}

/// What is left in the shoe for the bank, as one player's hand sees it.
pub(super) struct Left<N> {
    /// How many cards of each kind.
    pub(super) kinds: [N; KINDS_MAX],
    /// How many in all.
    pub(super) cards: N,
    /// Cards in other hands of which only this is known: so many are not of that kind.
    pub(super) others: Option<(u8, N)>,
}

impl<N: Number> Left<N> {
    /// The chance that the next card is of a kind.
    pub(super) fn chance(&self, kind: usize) -> N {
        // Where the shoe has run dry nothing can come.
        let part = |ways: N, all: N| if all > N::ZERO { ways / all } else { N::ZERO };
        match self.others {
            None => part(self.kinds[kind], self.cards),
            Some((pair, others)) => {
                let unknown = self.cards - others;
                let pairs = self.kinds[usize::from(pair)];
                if kind == usize::from(pair) {
                    return part(pairs, unknown);
                }
                let rest = self.cards - pairs;
                part(self.kinds[kind] * (rest - others), rest * unknown)
            }
        }
    }
}

/// The bank's hands behind one up card.
#[derive(Clone, Debug)]
pub(super) struct Bank<N> {
    /// The different results, as far as they can matter.
    pub(super) results: Vec<BankShown>,
    /// The place of the Natural among the results.
    pub(super) natural: Option<usize>,
    steps: Vec<Step<N>>,
    ends: Vec<End<N>>,
    /// How many cards of each kind an end has.
    made_of: Vec<Counts>,
    deepest: usize,
}

/// Finished hands of the bank: the drawn kinds in rising order, the number of orders that lead there, and what the
/// hand may be by its suits.
type Ended<N> = BTreeMap<Vec<u8>, (N, Vec<(BankShown, N)>)>;

impl<N: Number> Bank<N> {
    pub(super) fn behind(kinds: &Kinds, terms: &Terms, up: usize) -> Bank<N> {
        let up_card = kinds.0[up].card;
        let has_special = terms.bank_suited_789.is_some() || terms.bank_888.is_some();
        // Drawn cards in rising order of kinds, with the number of orders that lead there.
        let mut ended: Ended<N> = BTreeMap::new();
        let mut tip: BTreeMap<Vec<u8>, (N, Count)> = BTreeMap::new();
        tip.insert(Vec::new(), (N::ONE, Count::of(&[up_card])));
        while !tip.is_empty() {
            let mut later: BTreeMap<Vec<u8>, (N, Count)> = BTreeMap::new();
            for (drawn, (orders, count)) in tip {
                let is_natural = drawn.len() == 1
                    && play::is_natural(&[up_card, kinds.0[usize::from(drawn[0])].card], terms.natural.value);
                let draws = drawn.is_empty() || play::bank_draws(terms, count.total(), is_natural, || false);
                if !draws {
                    let has_joker = count.has_joker();
                    let plain = BankShown { total: count.total(), is_natural, special: None, has_joker };
                    let results = if has_special && drawn.len() == 2 && plain.total.is_over() {
                        by_suits(kinds, terms, up, &drawn)
                    } else {
                        vec![(plain, N::ONE)]
                    };
                    ended.insert(drawn, (orders, results));
                    continue;
                }
                for kind in 0..kinds.len() {
                    let held = drawn.iter().filter(|other| usize::from(**other) == kind).count();
                    if held + usize::from(kind == up) >= usize::from(kinds.0[kind].cards) {
                        continue;
                    }
                    let mut next = drawn.clone();
                    next.insert(next.partition_point(|other| usize::from(*other) <= kind), kind as u8);
                    later
                        .entry(next)
                        .and_modify(|(all, _)| *all += orders)
                        .or_insert((orders, count.with(kinds.0[kind].card)));
                }
            }
            tip = later;
        }
        Bank::grown(ended)
    }

    fn grown(ended: Ended<N>) -> Bank<N> {
        let mut bank = Bank {
            results: Vec::new(),
            natural: None,
            steps: Vec::new(),
            ends: Vec::new(),
            made_of: Vec::new(),
            deepest: 0,
        };
        let mut path: Vec<u8> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (drawn, (orders, results)) in ended {
            let shared = path.iter().zip(&drawn).take_while(|(one, other)| one == other).count();
            for step in open.drain(shared..) {
                bank.steps[step].skip = bank.steps.len() as u32;
            }
            for depth in shared..drawn.len() {
                let prior = drawn[..depth].iter().filter(|kind| **kind == drawn[depth]).count();
                open.push(bank.steps.len());
                bank.steps.push(Step {
                    kind: drawn[depth],
                    prior: N::whole(prior as i64),
                    depth: depth as u8,
                    ends: 0,
                    skip: 0,
                    first_end: bank.ends.len() as u32,
                });
            }
            let last = bank.steps.last_mut().expect("the bank draws at least one card");
            last.ends = results.len() as u8;
            last.first_end = bank.ends.len() as u32;
            let mut counts = [0; KINDS_MAX];
            drawn.iter().for_each(|kind| counts[usize::from(*kind)] += 1);
            for (shown, part) in results {
                let result = bank.results.iter().position(|other| *other == shown).unwrap_or_else(|| {
                    bank.results.push(shown);
                    bank.results.len() - 1
                });
                bank.ends.push(End { result: result as u8, weight: orders * part });
                bank.made_of.push(counts);
            }
            bank.deepest = bank.deepest.max(drawn.len());
            path = drawn;
        }
        for step in open {
            bank.steps[step].skip = bank.steps.len() as u32;
        }
        bank.natural = bank.results.iter().position(|shown| shown.is_natural);
        bank
    }

    /// The chance of each result with what is left.
    #[inline]
    pub(super) fn chances(&self, left: &Left<N>, chances: &mut [N]) {
        chances[..self.results.len()].fill(N::ZERO);
        match left.others {
            None => {
                let mut parts = [N::ONE; DRAWN_MAX + 1];
                let mut cards = left.cards;
                for depth in 1..=self.deepest {
                    if cards <= N::ZERO {
                        parts[depth] = N::ZERO;
                        continue;
                    }
                    parts[depth] = parts[depth - 1] / cards;
                    cards = cards - N::ONE;
                }
                self.walk(left, |end, depth, ways| {
                    let End { result, weight } = self.ends[end];
                    chances[usize::from(result)] += ways * weight * parts[depth];
                });
            }
            Some((pair, others)) => {
                let parts = Parts::of(left.cards, left.kinds[usize::from(pair)], others, self.deepest);
                self.walk(left, |end, depth, ways| {
                    let End { result, weight } = self.ends[end];
                    let pairs = usize::from(self.made_of[end][usize::from(pair)]);
                    chances[usize::from(result)] += ways * weight * parts.of_hand(pairs, depth - pairs);
                });
            }
        }
    }

    /// Goes through all finished hands that the cards left can make, with the number of ways to pick their cards.
    #[inline]
    fn walk(&self, left: &Left<N>, mut each: impl FnMut(usize, usize, N)) {
        let mut ways = [N::ONE; DRAWN_MAX + 1];
        let mut place = 0;
        while place < self.steps.len() {
            let step = self.steps[place];
            let depth = usize::from(step.depth);
            let copies = left.kinds[usize::from(step.kind)] - step.prior;
            if copies <= N::ZERO {
                place = step.skip as usize;
                continue;
            }
            let now = ways[depth] * copies;
            ways[depth + 1] = now;
            for end in 0..usize::from(step.ends) {
                each(step.first_end as usize + end, depth + 1, now);
            }
            place += 1;
        }
    }

    /// The chance of each result and number of cards, the up card among them.
    pub(super) fn by_cards(&self, left: &Left<N>) -> BTreeMap<(BankShown, usize), N> {
        let mut parts = vec![N::ONE];
        let mut cards = left.cards;
        for _ in 0..self.deepest {
            let last = *parts.last().expect("it begins with one");
            parts.push(if cards > N::ZERO { last / cards } else { N::ZERO });
            cards = cards - N::ONE;
        }
        let mut all = BTreeMap::new();
        self.walk(left, |end, depth, ways| {
            let End { result, weight } = self.ends[end];
            let chance = all.entry((self.results[usize::from(result)], depth + 1)).or_insert(N::ZERO);
            *chance += ways * weight * parts[depth];
        });
        all
    }
}

/// The chance of one pick of a hand's cards when other hands are known to hold cards not of a kind.
struct Parts<N> {
    /// By other cards.
    rest: [N; DRAWN_MAX + 1],
    /// By all cards.
    all: [N; DRAWN_MAX + 1],
}

impl<N: Number> Parts<N> {
    fn of(cards: N, pairs: N, others: N, deepest: usize) -> Parts<N> {
        let mut parts = Parts { rest: [N::ONE; DRAWN_MAX + 1], all: [N::ONE; DRAWN_MAX + 1] };
        let (mut rest, mut all) = (cards - pairs, cards - others);
        for drawn in 1..=deepest {
            let free = rest - others;
            parts.rest[drawn] = if free > N::ZERO { parts.rest[drawn - 1] * free / rest } else { N::ZERO };
            parts.all[drawn] = if all > N::ZERO { parts.all[drawn - 1] / all } else { N::ZERO };
            rest = rest - N::ONE;
            all = all - N::ONE;
        }
        parts
    }

    #[inline]
    fn of_hand(&self, pairs: usize, rest: usize) -> N {
        self.rest[rest] * self.all[pairs + rest]
    }
}

/// The results of three cards by their suits, each with its part; which copy of a kind lies there is left to chance.
fn by_suits<N: Number>(kinds: &Kinds, terms: &Terms, up: usize, drawn: &[u8]) -> Vec<(BankShown, N)> {
    let places = [up, usize::from(drawn[0]), usize::from(drawn[1])];
    let mut all: BTreeMap<BankShown, N> = BTreeMap::new();
    let shown = |cards: [Card; 3]| {
        let mut hand = Hand::default();
        cards.into_iter().for_each(|card| hand.push(card));
        BankShown::of(terms, &hand)
    };
    // Cards of one suit are the only ones that could be told from others.
    let ranks = places.map(|place| kinds.0[place].card.rank());
    let in_suits = |suits: [Suit; 3]| {
        let card = |place: usize| ranks[place].map_or(Card::JOKER, |rank| Card::new(rank, suits[place]));
        shown([card(0), card(1), card(2)])
    };
    let mixed = in_suits([Suit::Clubs, Suit::Diamonds, Suit::Hearts]);
    if Suit::ALL.iter().all(|suit| in_suits([*suit; 3]) == mixed) {
        return vec![(mixed, N::ONE)];
    }
    let copies = |place: usize, face: Card, before: &[Card]| {
        let faces = &kinds.0[place].faces;
        let is_of_kind = |card: &Card| faces.iter().any(|(one, _)| one == card);
        let held = before.iter().filter(|card| is_of_kind(card)).count() as i64;
        let copies = faces.iter().find(|(one, _)| *one == face).map_or(0, |(_, copies)| *copies);
        let own = i64::from(copies) - before.iter().filter(|card| **card == face).count() as i64;
        N::whole(own.max(0)) / N::whole((i64::from(kinds.0[place].cards) - held).max(1))
    };
    for (first, _) in &kinds.0[places[0]].faces {
        let one = copies(places[0], *first, &[]);
        for (second, _) in &kinds.0[places[1]].faces {
            let two = one * copies(places[1], *second, &[*first]);
            for (third, _) in &kinds.0[places[2]].faces {
                let part = two * copies(places[2], *third, &[*first, *second]);
                if part > N::ZERO {
                    *all.entry(shown([*first, *second, *third])).or_insert(N::ZERO) += part;
                }
            }
        }
    }
    all.into_iter().collect()
}
