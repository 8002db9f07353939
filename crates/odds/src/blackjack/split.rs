//! What splitting a pair is worth when every hand of it is played as an opening hand of the same cards would be,
//! and pairs are split again as often as the book allows.
//!
//! A hand then looks at its own cards only, so the order in which the hands are played does not matter. What is known
//! of the other hands is that each began with a card of the pair, and whether their second cards were of it too. That
//! some cards are not of the pair is said by hands of which it is not known: all of them, less those where one of the
//! cards is of the pair, and so on. So every hand is valued with so many cards of the pair gone and nothing else known.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use games::blackjack::play::Shown;

use super::chances::Beside;
use super::hands::{Action, Allowed, Mix, NONE, packed};
use super::number::Number;
use super::shoe::KINDS_MAX;
use super::stages::{Part, Weights};
use super::up::{Asked, Measure, Sights, Table};
use super::values::Policy;

const ALL_PAIRS: [bool; KINDS_MAX] = [true; KINDS_MAX];

/// Where the chances beside cards stand, by the cards and what is asked.
type Known = HashMap<u128, u32, BuildHasherDefault<Mix>>;

/// One pair: how its hands count, and which hands its play can come to.
struct Pair<N> {
    parts: Vec<Part<N>>,
    /// How many hands a split makes on average, and how many times one hand stands beside another.
    hands: N,
    both: N,
    /// The hands that are met, and each hand's place among them.
    met: Vec<u32>,
    at: Vec<u32>,
    /// Where the chances beside each hand that is met stand, for each part.
    rows: Vec<u32>,
}

/// Every pair that may be split against one up card, ready to be played in some ways.
pub(super) struct Splits<'a, N> {
    table: &'a Table<'a, N>,
    sights: &'a Sights<N>,
    /// Whether all chances are asked for beside every hand that is met.
    asks_all: bool,
    pairs: Vec<Option<Pair<N>>>,
    /// The chances beside what no hand of the player is made of.
    more: Vec<N>,
}

impl<'a, N: Number> Splits<'a, N> {
    /// Gets ready to play every pair in any of these ways.
    pub(super) fn new(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        policies: &[&dyn Policy],
    ) -> Splits<'a, N> {
        Splits::asking(table, sights, policies, &ALL_PAIRS, false)
    }

    /// Gets ready to play some pairs in any way at all.
    pub(super) fn meeting_all(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        pairs: &[bool; KINDS_MAX],
    ) -> Splits<'a, N> {
        Splits::asking(table, sights, &[], pairs, false)
    }

    /// Gets ready to measure everything of every pair, played in one way.
    pub(super) fn knowing_all(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        policy: &dyn Policy,
    ) -> Splits<'a, N> {
        Splits::asking(table, sights, &[policy], &ALL_PAIRS, true)
    }

    fn asking(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        policies: &[&dyn Policy],
        pairs: &[bool; KINDS_MAX],
        asks_all: bool,
    ) -> Splits<'a, N> {
        let mut splits = Splits { table, sights, asks_all, pairs: Vec::new(), more: Vec::new() };
        let mut beside: Vec<(Beside, Asked)> = Vec::new();
        let mut known: Known = HashMap::default();
        for (pair, is_asked) in pairs.iter().enumerate().take(table.kinds.len()) {
            let is_wanted = *is_asked && splits.may_split(pair);
            let pair = is_wanted.then(|| splits.pair(pair, policies, &mut beside, &mut known));
            splits.pairs.push(pair);
        }
        splits.more = vec![N::ZERO; beside.len() * table.classes];
        beside.sort_by_cached_key(|((counts, _), _)| table.hands.key(counts));
        table.fill(&beside, &mut splits.more);
        splits
    }

    fn may_split(&self, pair: usize) -> bool {
        let nodes = &self.table.hands.nodes;
        let node = nodes[pair].next[pair];
        node != NONE
            && !self.table.is_frozen
            && self.sights.live[node as usize].is_some()
            && self.table.open(nodes[node as usize].allowed).has(Action::Split)
    }

    fn pair(
        &self,
        pair: usize,
        policies: &[&dyn Policy],
        beside: &mut Vec<(Beside, Asked)>,
        known: &mut Known,
    ) -> Pair<N> {
        let nodes = &self.table.hands.nodes;
        let Weights { parts, hands, both, .. } = Weights::of(self.table, pair);
        // What makes no difference to the last digit is left out.
        let is_lost = |weight: N| weight.is_lost() && (-weight).is_lost();
        let parts: Vec<Part<N>> = parts
            .into_iter()
            .filter(|(_, (plain, paired))| !is_lost(*plain) || !is_lost(*paired))
            .map(|(gone, (plain, paired))| Part { gone, plain, paired })
            .collect();
        let mut meets = Meets { table: self.table, met: Vec::new(), at: vec![NONE; nodes.len()] };
        for policy in policies {
            meets.all(pair, Some(*policy));
        }
        if policies.is_empty() {
            meets.all(pair, None);
        }
        let Meets { met, at, .. } = meets;
        let mut rows = Vec::with_capacity(met.len() * parts.len());
        for part in &parts {
            for place in &met {
                let node = &nodes[*place as usize];
                let mut asked = self.table.asked(node.shown);
                if node.count.cards() == 2 && node.is_natural {
                    let natural = self.table.asked(Shown { is_natural: true, ..node.shown });
                    asked = [asked[0] || natural[0], asked[1] || natural[1]];
                }
                if self.asks_all {
                    asked = [true; 2];
                }
                let mut same = *place;
                for _ in 0..part.gone {
                    same = if same == NONE { NONE } else { nodes[same as usize].next[pair] };
                }
                let mut counts = node.counts;
                counts[pair] += part.gone;
                let has = |known: Asked| (known[0] || !asked[0]) && (known[1] || !asked[1]);
                rows.push(if asked == [false, false] || !self.table.holds(&counts) {
                    NONE
                } else if same != NONE && has(self.sights.asked[same as usize]) {
                    same
                } else {
                    let key = packed(&counts) << 2 | u128::from(asked[0]) << 1 | u128::from(asked[1]);
                    *known.entry(key).or_insert_with(|| {
                        let row = beside.len() as u32;
                        beside.push(((counts, row), asked));
                        nodes.len() as u32 + row
                    })
                });
            }
        }
        Pair { parts, hands, both, met, at, rows }
    }

    fn chances(&self, row: u32) -> &[N] {
        if row == NONE {
            return &[];
        }
        let (row, classes) = (row as usize, self.table.classes);
        match row.checked_sub(self.table.hands.nodes.len()) {
            None => self.sights.of(row),
            Some(row) => &self.more[row * classes..][..classes],
        }
    }

    /// What splitting a pair measures when it is played in one of the ways; nothing where it may not be split.
    pub(super) fn measured(&self, pair: usize, policy: &dyn Policy, measure: Measure) -> Option<N> {
        let of = self.pairs[pair].as_ref()?;
        let mut worth = N::ZERO;
        let nodes = &self.table.hands.nodes;
        let choose = |place: &u32| policy.choose(*place as usize, nodes[*place as usize].allowed_split);
        let later: Vec<Action> = of.met.iter().map(choose).collect();
        let mut played = vec![None; of.met.len()];
        for (number, part) in of.parts.iter().enumerate() {
            let rows = &of.rows[number * of.met.len()..][..of.met.len()];
            played.fill(None);
            let (gone, later, played) = (part.gone, &later, &mut played);
            let mut run = Run { splits: self, of, rows, pair, gone, policy, measure, later, played };
            let (plain, paired) = run.second_card();
            worth += part.plain * plain + part.paired * paired;
        }
        Some(worth)
    }

    /// The square of what a split brings, as if its hands came out independently of each other once the bank's hand
    /// is known; or how much of it wins.
    pub(super) fn spread(&self, pair: usize, policy: &dyn Policy, measure: Measure, bank: &[N]) -> Option<N> {
        let of = self.pairs[pair].as_ref()?;
        let all = self.measured(pair, policy, measure)?;
        if measure == Measure::Wins {
            return Some(all / of.hands);
        }
        let mut square = all;
        for (class, chance) in bank.iter().enumerate().filter(|(_, chance)| **chance > N::ZERO) {
            let one = self.measured(pair, policy, Measure::Class(class as u8))? / of.hands;
            square += of.both * one * one / *chance;
        }
        Some(square)
    }
}

/// Finds the hands that the play of a pair can come to.
struct Meets<'a, N> {
    table: &'a Table<'a, N>,
    met: Vec<u32>,
    at: Vec<u32>,
}

impl<N: Number> Meets<'_, N> {
    /// Those that one way to play comes to, or any.
    fn all(&mut self, pair: usize, policy: Option<&dyn Policy>) {
        let hands = self.table.hands;
        let mut open: Vec<(u32, Allowed)> = Vec::new();
        for kind in 0..self.table.kinds.len() {
            let next = hands.nodes[pair].next[kind];
            if next != NONE {
                open.push((next, hands.seconds[pair][kind].allowed));
            }
        }
        let mut is_seen = vec![false; hands.nodes.len()];
        while let Some((place, allowed)) = open.pop() {
            if std::mem::replace(&mut is_seen[place as usize], true) {
                continue;
            }
            self.meet(place);
            let node = &hands.nodes[place as usize];
            let takes = |action| match policy {
                Some(policy) => policy.choose(place as usize, allowed) == action,
                None => allowed.has(action),
            };
            let (hits, doubles) = (takes(Action::Hit), takes(Action::Double));
            for next in node.next.iter().copied().filter(|next| *next != NONE) {
                if doubles {
                    self.meet(next);
                }
                if hits {
                    open.push((next, hands.nodes[next as usize].allowed_split));
                }
            }
        }
    }

    fn meet(&mut self, place: u32) {
        let at = &mut self.at[place as usize];
        if *at == NONE {
            *at = self.met.len() as u32;
            self.met.push(place);
        }
    }
}

/// One hand of a split pair, played out with so many further cards of the pair gone.
struct Run<'a, N> {
    splits: &'a Splits<'a, N>,
    of: &'a Pair<N>,
    rows: &'a [u32],
    pair: usize,
    gone: u8,
    policy: &'a dyn Policy,
    measure: Measure,
    /// What is done with hands of more than two cards, and what they came to.
    later: &'a [Action],
    played: &'a mut [Option<N>],
}

impl<N: Number> Run<'_, N> {
    /// What the hand comes to by second cards that are not of the pair, and by those that are.
    fn second_card(&mut self) -> (N, N) {
        let table = self.splits.table;
        let first = &table.hands.nodes[self.pair];
        let (mut plain, mut paired) = (N::ZERO, N::ZERO);
        let Some(left) = table.left_beside(first, self.pair, self.gone) else { return (plain, paired) };
        for kind in 0..table.kinds.len() {
            let next = first.next[kind];
            if next == NONE || !left.has(kind) {
                continue;
            }
            let second = table.hands.seconds[self.pair][kind];
            let action = self.policy.choose(next as usize, second.allowed);
            let value = left.chance(kind) * self.play(next as usize, action, second.is_natural);
            if kind == self.pair {
                paired += value;
            } else {
                plain += value;
            }
        }
        (plain, paired)
    }

    fn play(&mut self, place: usize, action: Action, is_natural: bool) -> N {
        let table = self.splits.table;
        let node = &table.hands.nodes[place];
        let Some(left) = table.left_beside(node, self.pair, self.gone) else { return N::ZERO };
        match action {
            Action::Stand | Action::Split => self.stand(place, is_natural, table.live(&left)),
            Action::Surrender => self.give_up(place, table.live(&left)),
            action @ (Action::Hit | Action::Double) => {
                let mut worth = N::ZERO;
                for kind in 0..table.kinds.len() {
                    if left.has(kind) && node.next[kind] != NONE {
                        let next = node.next[kind] as usize;
                        let then = if action == Action::Hit { self.later(next) } else { self.doubled(next) };
                        worth += left.chance(kind) * then;
                    }
                }
                if action == Action::Hit { worth } else { worth * self.measure.doubled() }
            }
        }
    }

    fn chances(&self, place: usize) -> &[N] {
        self.splits.chances(self.rows[self.of.at[place] as usize])
    }

    fn stand(&self, place: usize, is_natural: bool, live: N) -> N {
        let shown = Shown { is_natural, ..self.splits.table.hands.nodes[place].shown };
        self.splits.table.stand(self.measure, shown, self.chances(place), live)
    }

    fn give_up(&self, place: usize, live: N) -> N {
        self.splits.table.give_up(self.measure, self.chances(place), live)
    }

    fn later(&mut self, place: usize) -> N {
        let at = self.of.at[place] as usize;
        if let Some(value) = self.played[at] {
            return value;
        }
        let value = self.play(place, self.later[at], false);
        self.played[at] = Some(value);
        value
    }

    fn doubled(&self, place: usize) -> N {
        let table = self.splits.table;
        let node = &table.hands.nodes[place];
        let Some(left) = table.left_beside(node, self.pair, self.gone) else { return N::ZERO };
        if node.may_give_up_doubled && self.policy.gives_up_doubled(place) {
            return self.give_up(place, table.live(&left));
        }
        self.stand(place, false, table.live(&left))
    }
}
