//! The bank's finished hands behind one up card, by what they are made of.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

use cards::{Card, Suit};
use games::blackjack::play::{self, BankShown};
use games::blackjack::{Count, Hand, Terms};

use super::hands::{Mix, packed};
use super::number::Number;
use super::shoe::{Counts, KINDS_MAX, Kinds};

/// What is left in the shoe for further cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left<N> {
    /// How many cards of each kind.
    kinds: [i16; KINDS_MAX],
    /// How many in all.
    cards: i16,
    /// The chance of each single card; nothing where the shoe has run dry.
    each: N,
}

impl<N: Number> Left<N> {
    #[inline]
    pub(super) fn new(kinds: [i16; KINDS_MAX], cards: i16) -> Left<N> {
        let each = if cards > 0 { N::ONE / N::whole(i64::from(cards)) } else { N::ZERO };
        Left { kinds, cards, each }
    }

    /// Whether any card of a kind is left.
    #[inline]
    pub(super) fn has(&self, kind: usize) -> bool {
        self.kinds[kind] > 0
    }

    /// The chance that the next card is of a kind.
    #[inline]
    pub(super) fn chance(&self, kind: usize) -> N {
        N::whole(i64::from(self.kinds[kind])) * self.each
    }

    /// The chance of one order of cards.
    pub(super) fn chance_of(&self, counts: &Counts) -> N {
        let (mut chance, mut cards) = (N::ONE, self.cards);
        for (left, held) in self.kinds.iter().zip(counts) {
            for prior in 0..i16::from(*held) {
                if *left <= prior || cards <= 0 {
                    return N::ZERO;
                }
                chance = chance * N::whole(i64::from(left - prior)) / N::whole(i64::from(cards));
                cards -= 1;
            }
        }
        chance
    }
}

/// A finished hand, or the part of it that turns results.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<N> {
    /// How many cards of each kind were drawn behind the up card.
    pub(super) counts: Counts,
    /// How many in all.
    pub(super) drawn: u8,
    /// Its place among the results.
    pub(super) result: u8,
    /// In how many orders it can be drawn, times the part of its suits.
    pub(super) weight: N,
}

/// The bank's hands behind one up card.
#[derive(Clone, Debug)]
pub(super) struct Bank<N> {
    /// The different results, as far as they can matter.
    pub(super) results: Vec<BankShown>,
    /// The place of the Natural among the results.
    pub(super) natural: Option<usize>,
    pub(super) ends: Vec<End<N>>,
}

impl<N: Number> Bank<N> {
    pub(super) fn behind(kinds: &Kinds, terms: &Terms, up: usize) -> Bank<N> {
        let up_card = kinds.0[up].card;
        let has_special = terms.bank_suited_789.is_some() || terms.bank_888.is_some();
        let mut bank = Bank { results: Vec::new(), natural: None, ends: Vec::new() };
        // Hands of so many cards, with the number of orders that lead to each.
        let mut tip: Vec<(Counts, N, Count)> = vec![([0; KINDS_MAX], N::ONE, Count::of(&[up_card]))];
        let mut drawn = 0;
        while !tip.is_empty() {
            let mut later: Vec<(Counts, N, Count)> = Vec::new();
            let mut places: HashMap<u128, usize, BuildHasherDefault<Mix>> = HashMap::default();
            for (counts, orders, count) in tip {
                let first = counts.iter().position(|held| *held > 0);
                let is_natural = drawn == 1
                    && first.is_some_and(|kind| {
                        play::is_natural(&[up_card, kinds.0[kind].card], terms.natural.value)
                    });
                let draws = drawn == 0 || play::bank_draws(terms, count.total(), is_natural, || false);
                if !draws {
                    let has_joker = count.has_joker();
                    let plain = BankShown { total: count.total(), is_natural, special: None, has_joker };
                    if has_special && drawn == 2 && plain.total.is_over() {
                        for (shown, part) in by_suits(kinds, terms, up, counts) {
                            bank.end(counts, drawn, shown, orders * part);
                        }
                    } else {
                        bank.end(counts, drawn, plain, orders);
                    }
                    continue;
                }
                for (kind, of) in kinds.0.iter().enumerate() {
                    if u16::from(counts[kind]) + u16::from(kind == up) >= of.cards {
                        continue;
                    }
                    let mut next = counts;
                    next[kind] += 1;
                    let place = *places.entry(packed(&next)).or_insert_with(|| {
                        later.push((next, N::ZERO, count.with(of.card)));
                        later.len() - 1
                    });
                    later[place].1 += orders;
                }
            }
            tip = later;
            drawn += 1;
        }
        bank.natural = bank.results.iter().position(|shown| shown.is_natural);
        bank
    }

    /// Whether a result is over.
    pub(super) fn is_over(&self, result: u8) -> bool {
        self.results[usize::from(result)].total.is_over()
    }

    fn end(&mut self, counts: Counts, drawn: u8, shown: BankShown, weight: N) {
        let result = self.results.iter().position(|other| *other == shown).unwrap_or_else(|| {
            self.results.push(shown);
            self.results.len() - 1
        });
        self.ends.push(End { counts, drawn, result: result as u8, weight });
    }

    /// The chance of each result and number of cards, the up card among them.
    pub(super) fn by_cards(&self, left: &Left<N>) -> BTreeMap<(BankShown, usize), N> {
        let mut all = BTreeMap::new();
        for end in &self.ends {
            let chance = end.weight * left.chance_of(&end.counts);
            let shown = self.results[usize::from(end.result)];
            *all.entry((shown, usize::from(end.drawn) + 1)).or_insert(N::ZERO) += chance;
        }
        all
    }
}

/// The results of three cards by their suits, each with its part; which copy of a kind lies there is left to chance.
fn by_suits<N: Number>(kinds: &Kinds, terms: &Terms, up: usize, drawn: Counts) -> Vec<(BankShown, N)> {
    let mut held = drawn.iter().enumerate().flat_map(|(kind, held)| (0..*held).map(move |_| kind));
    let (Some(first), Some(second)) = (held.next(), held.next()) else { return Vec::new() };
    let places = [up, first, second];
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
