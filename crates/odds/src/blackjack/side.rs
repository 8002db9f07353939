//! Wagers and bonuses that hang on the player's own cards, or on the bank's beside them, when the chart is played.
//!
//! What is paid is asked of the round's own rules, card by card and suit by suit. The suits of a hand's cards are
//! those of any cards of their kinds: which of them lies there is left to chance, whatever else was dealt.

use arrayvec::ArrayVec;
use books::blackjack::{BankDraws, BlackjackRules, BonusBetTable, BonusHand, BonusRule};
use books::{Money, Odds};
use cards::{Card, Suit};
use games::blackjack::{Hand, bonus_bet_pays, house_bonus};

use super::analysis::Analysis;
use super::bank::Bank;
use super::chart::ByChart;
use super::hands::{Action, NONE};
use super::number::Number;
use super::shoe::{Counts, Kinds};
use super::up::Table;
use super::values::Policy;

/// The Bonus Bet looks at no more cards than this.
const LOOKED_AT: usize = 6;

/// Suits decide among no more cards than this.
const SUITED: usize = 4;

/// Each pay with its chance.
pub(super) type PayChances<N> = Vec<(Odds, N)>;

/// How a hand that was not split ended.
struct Final<N> {
    node: usize,
    /// The chance of its cards, the bank's unseen.
    chance: N,
    is_given_up: bool,
}

impl<N: Number> Analysis<N> {
    /// Each pay of the Bonus Bet by one of its tables with its chance, when the chart is played. A split loses it.
    #[must_use]
    pub fn bonus_bet(&self, pays: &BonusBetTable) -> Vec<(Odds, N)> {
        let mut all = Vec::new();
        for (place, up) in self.ups.iter().enumerate() {
            let table = Table::<N>::new(&self.terms, &self.kinds, &self.hands, place);
            let chart = ByChart { hands: &self.hands, column: &up.column };
            let mut walk = Walk { table: &table, chart: &chart, pays, all: Vec::new() };
            for (one, other, node) in table.openings() {
                let left = table.left(&self.hands.nodes[node]);
                // Two cards of different kinds come in either order.
                let mut chance = table.chance_of_two(one, other);
                if table.is_looked_under
                    && let Some(left) = &left
                {
                    walk.award(&[one, other], chance * table.natural(left));
                }
                if table.is_played(node) && one == other && up.column.splits[one] {
                    continue;
                }
                let both: &[[usize; 2]] = &[[one, other], [other, one]];
                let orders = if one == other { &both[..1] } else { both };
                chance = chance / N::whole(orders.len() as i64);
                for order in orders {
                    let mut cards: ArrayVec<usize, LOOKED_AT> = order.iter().copied().collect();
                    walk.go_on(&mut cards, node, chance);
                }
            }
            for (odds, chance) in walk.all {
                add(&mut all, odds, up.chance * chance);
            }
        }
        all
    }

    /// How often a hand is made for which the house may pay a bonus, when the chart is played. Naturals in a row are
    /// counted from the second on, as if every round had a fresh shoe.
    #[must_use]
    pub fn house_bonus(&self, rules: &BlackjackRules, hand: BonusHand) -> N {
        let Some(rule) = rules.bonuses.iter().flatten().find(|bonus| bonus.hand.value == hand) else {
            return N::ZERO;
        };
        let alone = vec![BonusRule { pays: Some(Money::dollars(1)), ..rule.clone() }];
        let rules = &BlackjackRules { bonuses: Some(alone), ..rules.clone() };
        if house_bonus(rules, &Hand::default(), u8::MAX, &Hand::default()).is_some() {
            let natural = self.natural();
            return natural * natural;
        }
        let mut sum = N::ZERO;
        for (place, up) in self.ups.iter().enumerate() {
            let table = Table::<N>::new(&self.terms, &self.kinds, &self.hands, place);
            let chart = ByChart { hands: &self.hands, column: &up.column };
            let finals = finals(&table, &chart, &up.column.splits);
            let of_bank = bank_parts(rules, &table);
            let draws_out = self.terms.bank_draws.value == BankDraws::Always;
            for Final { node, chance, is_given_up } in finals {
                let node = &self.hands.nodes[node];
                let Some(left) = table.left(node) else { continue };
                let made =
                    |cards: &[Card]| house_bonus(rules, &hand_of(cards), 0, &Hand::default()).is_some();
                let own = by_suits(&self.kinds, &kinds_of(&node.counts), made);
                sum += up.chance * chance * own * table.live(&left);
                if draws_out || !(node.is_natural || is_given_up) {
                    let bank: N =
                        of_bank.iter().map(|(counts, weight)| *weight * left.chance_of(counts)).sum();
                    sum += up.chance * chance * bank;
                }
            }
        }
        sum
    }

    /// The chance that the opening hand is a Natural.
    fn natural(&self) -> N {
        let mut sum = N::ZERO;
        for (place, up) in self.ups.iter().enumerate() {
            let table = Table::<N>::new(&self.terms, &self.kinds, &self.hands, place);
            let naturals =
                table.openings().into_iter().filter(|(.., node)| self.hands.nodes[*node].is_natural);
            sum += up.chance * naturals.map(|(one, other, _)| table.chance_of_two(one, other)).sum();
        }
        sum
    }
}

fn add<N: Number>(all: &mut PayChances<N>, odds: Odds, chance: N) {
    match all.iter_mut().find(|(other, _)| *other == odds) {
        Some((_, known)) => *known += chance,
        None => all.push((odds, chance)),
    }
}

/// The cards of a hand in the order they come, as far as the Bonus Bet looks at them.
struct Walk<'a, N> {
    table: &'a Table<'a, N>,
    chart: &'a ByChart<'a>,
    pays: &'a BonusBetTable,
    all: PayChances<N>,
}

impl<N: Number> Walk<'_, N> {
    fn go_on(&mut self, cards: &mut ArrayVec<usize, LOOKED_AT>, place: usize, chance: N) {
        let node = &self.table.hands.nodes[place];
        let Some(left) = self.table.left(node) else { return };
        let is_played = cards.len() > 2 || self.table.is_played(place);
        let action = if is_played && !cards.is_full() {
            self.chart.choose(place, self.table.open(node.allowed))
        } else {
            Action::Stand
        };
        if !matches!(action, Action::Hit | Action::Double) {
            return self.award(cards, chance * self.table.live(&left));
        }
        for kind in 0..self.table.kinds.len() {
            let next = node.next[kind];
            if next == NONE || !left.has(kind) {
                continue;
            }
            let chance = chance * left.chance(kind);
            cards.push(kind);
            if action == Action::Hit {
                self.go_on(cards, next as usize, chance);
            } else if let Some(left) = self.table.left(&self.table.hands.nodes[next as usize]) {
                self.award(cards, chance * self.table.live(&left));
            }
            cards.pop();
        }
    }

    fn award(&mut self, kinds: &[usize], chance: N) {
        let paid = |cards: &[Card]| bonus_bet_pays(self.pays, cards);
        let plain = by_suit_patterns(self.table.kinds, kinds).map(|cards| paid(&cards));
        if plain.iter().all(|pays| *pays == plain[0]) {
            if let Some(odds) = plain[0] {
                add(&mut self.all, odds, chance);
            }
            return;
        }
        let mut found = Vec::new();
        each_face(self.table.kinds, kinds, &mut ArrayVec::new(), chance, &mut |cards, chance| {
            if let Some(odds) = paid(cards) {
                add(&mut found, odds, chance);
            }
        });
        for (odds, chance) in found {
            add(&mut self.all, odds, chance);
        }
    }
}

/// Cards of these kinds with suits that are all alike, of one colour, and of two.
fn by_suit_patterns(kinds: &Kinds, of: &[usize]) -> [Vec<Card>; 3] {
    let pattern = |suits: [Suit; 2]| {
        let suited = |(place, kind): (usize, &usize)| {
            let card = kinds.0[*kind].card;
            card.rank().map_or(card, |rank| Card::new(rank, suits[place % 2]))
        };
        of.iter().enumerate().map(suited).collect()
    };
    [[Suit::Spades; 2], [Suit::Spades, Suit::Clubs], [Suit::Spades, Suit::Hearts]].map(pattern)
}

/// Goes through the faces that the first cards of these kinds may have, each with its part of a chance.
fn each_face<N: Number>(
    kinds: &Kinds,
    of: &[usize],
    cards: &mut ArrayVec<Card, 24>,
    chance: N,
    each: &mut dyn FnMut(&[Card], N),
) {
    let Some(kind) = of.get(cards.len()).map(|kind| &kinds.0[*kind]) else { return each(cards, chance) };
    if cards.len() >= SUITED {
        cards.push(kind.card);
        each_face(kinds, of, cards, chance, each);
        cards.pop();
        return;
    }
    let held = cards.iter().filter(|card| kind.faces.iter().any(|(face, _)| face == *card)).count() as i64;
    for (face, copies) in &kind.faces {
        let own = i64::from(*copies) - cards.iter().filter(|card| *card == face).count() as i64;
        if own > 0 {
            let part = N::whole(own) / N::whole(i64::from(kind.cards) - held);
            cards.push(*face);
            each_face(kinds, of, cards, chance * part, each);
            cards.pop();
        }
    }
}

/// The part of the suits of cards of these kinds with which something is made.
fn by_suits<N: Number>(kinds: &Kinds, of: &[usize], made: impl Fn(&[Card]) -> bool) -> N {
    let [alike, colored, mixed] = by_suit_patterns(kinds, of).map(|cards| made(&cards));
    match (alike, colored, mixed) {
        (true, true, true) => N::ONE,
        (false, false, false) => N::ZERO,
        _ => {
            let mut sum = N::ZERO;
            each_face(kinds, of, &mut ArrayVec::new(), N::ONE, &mut |cards, part| {
                if made(cards) {
                    sum += part;
                }
            });
            sum
        }
    }
}

fn kinds_of(counts: &Counts) -> Vec<usize> {
    counts.iter().enumerate().flat_map(|(kind, held)| (0..*held).map(move |_| kind)).collect()
}

fn hand_of(cards: &[Card]) -> Hand {
    let mut hand = Hand::default();
    cards.iter().for_each(|card| hand.push(*card));
    hand
}

/// The bank's hands for which the house pays, each with its orders and the part of its suits.
fn bank_parts<N: Number>(rules: &BlackjackRules, table: &Table<'_, N>) -> Vec<(Counts, N)> {
    let bank: &Bank<N> = &table.bank;
    let made = |cards: &[Card]| house_bonus(rules, &Hand::default(), 0, &hand_of(cards)).is_some();
    let mut parts: Vec<(Counts, N)> = Vec::new();
    for end in bank.ends.iter().filter(|end| usize::from(end.drawn) < SUITED) {
        let mut of = kinds_of(&end.counts);
        of.push(table.up);
        let part = end.weight * by_suits(table.kinds, &of, made);
        if part > N::ZERO {
            parts.push((end.counts, part));
        }
    }
    parts
}

/// How hands that are not split end by the chart.
fn finals<N: Number>(table: &Table<'_, N>, chart: &ByChart<'_>, splits: &[bool]) -> Vec<Final<N>> {
    let nodes = &table.hands.nodes;
    let mut chances = vec![N::ZERO; nodes.len()];
    let mut ended = vec![N::ZERO; nodes.len()];
    for (one, other, place) in table.openings() {
        let chance = table.chance_of_two(one, other);
        if !table.is_played(place) {
            ended[place] += chance;
        } else if !(one == other && splits[one]) {
            chances[place] += chance;
        }
    }
    let mut finals = Vec::new();
    for place in 0..nodes.len() {
        let (node, chance) = (&nodes[place], chances[place]);
        if ended[place] > N::ZERO {
            finals.push(Final { node: place, chance: ended[place], is_given_up: false });
        }
        if chance <= N::ZERO {
            continue;
        }
        match chart.choose(place, table.open(node.allowed)) {
            action @ (Action::Hit | Action::Double) => {
                let Some(left) = table.left(node) else { continue };
                for kind in 0..table.kinds.len() {
                    let next = node.next[kind] as usize;
                    if node.next[kind] == NONE || !left.has(kind) {
                        continue;
                    }
                    let chance = chance * left.chance(kind);
                    if action == Action::Hit {
                        chances[next] += chance;
                    } else {
                        let is_given_up = nodes[next].may_give_up_doubled && chart.gives_up_doubled(next);
                        finals.push(Final { node: next, chance, is_given_up });
                    }
                }
            }
            action => finals.push(Final { node: place, chance, is_given_up: action == Action::Surrender }),
        }
    }
    finals
}
