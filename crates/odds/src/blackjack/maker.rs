//! Works out the chart: goes over all cells until none changes any more.

use std::collections::{BTreeMap, BTreeSet};

use games::blackjack::Total;

use super::bank::Left;
use super::chart::{Advice, ByChart, ByTotal, Change, Column, POINTS_MAX, place};
use super::hands::{Action, Allowed, NONE};
use super::number::Number;
use super::up::{Measure, Table};
use super::values::{Policy, Values};

/// Hands of a total that take no more cards differ in worth by less than one part of so many.
const NEAR: i64 = 20;

/// How often the chart is gone over until no cell changes any more.
const ROUNDS_MAX: usize = 12;

/// One part of so many of the opening wager is more than splits make of one cell.
const LITTLE: i64 = 50_000;

/// Works out one column.
pub(super) struct Maker<'a, N> {
    table: &'a Table<'a, N>,
    values: &'a Values<N>,
    /// Hands that choose, the fullest first, by the lowest they count.
    order: Vec<usize>,
    /// How likely each hand is if every hand that may hit does.
    wide: Vec<N>,
    column: Column,
    /// What each hand is worth when it is played by the column.
    worth: Vec<N>,
    hit: Vec<N>,
    double: Vec<N>,
}

impl<'a, N: Number> Maker<'a, N> {
    /// The best column without splits, what each hand is worth by it, and the changes that splits might make better.
    pub(super) fn best(table: &'a Table<'a, N>, values: &'a Values<N>) -> (Column, Vec<N>, Vec<Change>) {
        let nodes = &table.hands.nodes;
        let mut order: Vec<usize> =
            (0..nodes.len()).filter(|node| values.can_be[*node] && nodes[*node].count.cards() >= 2).collect();
        let low = |total: Total| if total.is_soft { total.points - 10 } else { total.points };
        order.sort_by_key(|node| {
            let count = nodes[*node].count;
            std::cmp::Reverse((low(count.total()), count.cards()))
        });
        let column = Column::standing();
        let none = vec![N::ZERO; nodes.len()];
        let mut maker = Maker {
            table,
            values,
            order,
            wide: Vec::new(),
            column,
            worth: values.stand.clone(),
            hit: none.clone(),
            double: none,
        };
        maker.wide = maker.reached(|node| {
            let allowed = table.open(nodes[node].allowed);
            allowed.has(Action::Hit) || allowed.has(Action::Double)
        });
        let mut weights = maker.wide.clone();
        for _ in 0..ROUNDS_MAX {
            let before = maker.column.clone();
            maker.decide_last(&weights, maker.column == Column::standing());
            maker.decide(&weights);
            if maker.column == before {
                break;
            }
            weights = maker.reached_by_chart();
        }
        let close = maker.close(&weights);
        (maker.column, maker.worth, close)
    }

    /// Every change of one cell that loses next to nothing without splits, or is about hands of a split pair that take
    /// no more cards and are hardly better kept or given up.
    fn close(&self, weights: &[N]) -> Vec<Change> {
        let (table, nodes) = (self.table, &self.table.hands.nodes);
        let little = N::ONE / N::whole(LITTLE);
        let mut cells: BTreeMap<(Total, bool), Vec<usize>> = BTreeMap::new();
        for node in self.order.iter().copied().filter(|node| weights[*node] > N::ZERO) {
            let count = nodes[node].count;
            let allowed = table.open(nodes[node].allowed);
            if allowed.takes_card() {
                cells.entry((count.total(), count.cards() == 2)).or_default().push(node);
            }
        }
        let mut list = Vec::new();
        for ((total, is_two), alike) in cells {
            for instead in [Action::Stand, Action::Hit, Action::Double, Action::Surrender] {
                let change = if is_two { Change::Two(total, instead) } else { Change::More(total, instead) };
                let other = change.apply(&self.column);
                if other == self.column {
                    continue;
                }
                let lost = alike.iter().map(|node| {
                    let (cards, allowed) = (nodes[*node].count.cards(), table.open(nodes[*node].allowed));
                    let worth = |column: &Column| self.value(*node, column.choose(total, cards, allowed));
                    weights[*node] * (worth(&self.column) - worth(&other))
                });
                let lost: N = lost.sum();
                // What is not open to any of them changes nothing.
                if lost != N::ZERO && lost < little {
                    list.push(change);
                }
            }
        }
        let is_last = |allowed: Allowed| !allowed.takes_card() && allowed.has(Action::Surrender);
        let near = N::ONE / N::whole(NEAR);
        let mut totals = BTreeSet::new();
        for (row, first) in table.hands.seconds.iter().zip(nodes) {
            let seconds = row.iter().zip(&first.next).filter(|(_, next)| **next != NONE);
            let seconds = seconds.filter(|(second, _)| is_last(table.open(second.allowed)));
            let seconds = seconds.map(|(_, next)| *next as usize).filter(|node| {
                let gain = self.values.surrender[*node] - self.values.stand[*node];
                gain < near && -gain < near
            });
            totals.extend(seconds.map(|node| nodes[node].count.total()));
        }
        list.extend(totals.into_iter().map(Change::Last));
        list
    }

    fn left(&self, node: usize) -> Option<Left<N>> {
        self.table.left(&self.table.hands.nodes[node])
    }

    /// How likely each hand is when hands take a card as told.
    fn reached(&self, takes_card: impl Fn(usize) -> bool) -> Vec<N> {
        let (table, nodes) = (self.table, &self.table.hands.nodes);
        let mut weights = vec![N::ZERO; nodes.len()];
        for (one, first) in nodes.iter().enumerate().take(table.kinds.len()) {
            for other in one..table.kinds.len() {
                let node = first.next[other];
                if node != NONE {
                    weights[node as usize] = table.chance_of_two(one, other);
                }
            }
        }
        for node in 0..nodes.len() {
            if weights[node] <= N::ZERO || !takes_card(node) {
                continue;
            }
            let Some(left) = self.left(node) else { continue };
            for kind in 0..table.kinds.len() {
                let next = nodes[node].next[kind];
                if next != NONE && left.has(kind) {
                    let weight = weights[node] * left.chance(kind);
                    weights[next as usize] += weight;
                }
            }
        }
        weights
    }

    fn reached_by_chart(&self) -> Vec<N> {
        let policy = ByChart { hands: self.table.hands, column: &self.column };
        self.reached(|node| {
            policy.choose(node, self.table.open(self.table.hands.nodes[node].allowed)) == Action::Hit
        })
    }

    /// How often hands of each total take no more cards and may be given up, and what that gains, without those of a
    /// split pair. Before any other cell is decided, every hand that may be doubled is.
    fn gains_of_last(&self, weights: &[N], doubles_all: bool) -> ByTotal<(N, N)> {
        let (table, nodes) = (self.table, &self.table.hands.nodes);
        let mut gains: ByTotal<(N, N)> = [[(N::ZERO, N::ZERO); POINTS_MAX]; 2];
        let policy = ByChart { hands: table.hands, column: &self.column };
        for node in self.order.iter().copied() {
            let allowed = table.open(nodes[node].allowed);
            if !allowed.takes_card() && allowed.has(Action::Surrender) {
                self.add_gain(&mut gains, node, weights[node]);
            }
            let doubles = allowed.has(Action::Double)
                && (doubles_all || policy.choose(node, allowed) == Action::Double);
            let Some(left) = self.left(node).filter(|_| doubles) else { continue };
            for kind in (0..table.kinds.len()).filter(|kind| left.has(*kind)) {
                let next = nodes[node].next[kind];
                if next != NONE && nodes[next as usize].may_give_up_doubled {
                    let weight = weights[node] * left.chance(kind) * Measure::Value.doubled();
                    self.add_gain(&mut gains, next as usize, weight);
                }
            }
        }
        gains
    }

    fn add_gain(&self, gains: &mut ByTotal<(N, N)>, node: usize, weight: N) {
        let (soft, points) = place(self.table.hands.nodes[node].count.total());
        let (all, gain) = &mut gains[soft][points];
        *all += weight;
        *gain += weight * (self.values.surrender[node] - self.values.stand[node]);
    }

    /// Decides which hands that take no more cards are given up, by how often each comes.
    fn decide_last(&mut self, weights: &[N], doubles_all: bool) {
        let (table, nodes) = (self.table, &self.table.hands.nodes);
        let mut gained = self.gains_of_last(weights, doubles_all);
        // Hands of a split pair that take no card: about two for each pair, of which one card is gone.
        for (pair, row) in table.hands.seconds.iter().enumerate().take(table.kinds.len()) {
            let two = nodes[pair].next[pair];
            let may_split = two != NONE && table.open(nodes[two as usize].allowed).has(Action::Split);
            let Some(left) = may_split.then(|| self.left(two as usize)).flatten() else { continue };
            let chance = table.chance_of_two(pair, pair) * N::whole(2);
            for kind in (0..table.kinds.len()).filter(|kind| left.has(*kind)) {
                let (next, allowed) = (nodes[pair].next[kind], table.open(row[kind].allowed));
                if next != NONE && !allowed.takes_card() && allowed.has(Action::Surrender) {
                    self.add_gain(&mut gained, next as usize, chance * left.chance(kind));
                }
            }
        }
        let mut reached = gained;
        for node in self.order.iter().copied().filter(|node| nodes[*node].may_give_up_doubled) {
            let (soft, points) = place(nodes[node].count.total());
            if gained[soft][points].0 <= N::ZERO {
                reached[soft][points].1 +=
                    self.wide[node] * (self.values.surrender[node] - self.values.stand[node]);
            }
        }
        for (row, cells) in reached.iter().zip(&mut self.column.cells) {
            for ((_, gain), cell) in row.iter().zip(cells) {
                cell.gives_up = *gain > N::ZERO;
            }
        }
    }

    /// Goes over all cells once, from the highest totals down, so that what a hand may become is settled before it.
    fn decide(&mut self, weights: &[N]) {
        let mut from = 0;
        while from < self.order.len() {
            let total = self.table.hands.nodes[self.order[from]].count.total();
            let is_alike = |node: &usize| self.table.hands.nodes[*node].count.total() == total;
            // Hard and soft totals of the same lowest count stand in one run, so each is looked for within it.
            let low = |total: Total| if total.is_soft { total.points - 10 } else { total.points };
            let mut to = from;
            while to < self.order.len()
                && low(self.table.hands.nodes[self.order[to]].count.total()) == low(total)
            {
                to += 1;
            }
            let run: Vec<usize> = self.order[from..to].to_vec();
            run.iter().for_each(|node| self.look_ahead(*node));
            let (mine, others): (Vec<usize>, Vec<usize>) = run.into_iter().partition(is_alike);
            self.decide_cell(&mine, weights);
            if let Some(first) = others.first() {
                let total = self.table.hands.nodes[*first].count.total();
                let alike: Vec<usize> = others
                    .iter()
                    .copied()
                    .filter(|node| self.table.hands.nodes[*node].count.total() == total)
                    .collect();
                self.decide_cell(&alike, weights);
            }
            from = to;
        }
    }

    /// What a hit and a double of a hand come to.
    fn look_ahead(&mut self, node: usize) {
        let nodes = &self.table.hands.nodes;
        let Some(left) = self.left(node) else { return };
        let (mut hit, mut double) = (N::ZERO, N::ZERO);
        for kind in 0..self.table.kinds.len() {
            let next = nodes[node].next[kind];
            if next == NONE || !left.has(kind) {
                continue;
            }
            let next = next as usize;
            let chance = left.chance(kind);
            hit += chance * self.worth[next];
            let gives_up = nodes[next].may_give_up_doubled && self.column.gives_up(nodes[next].count.total());
            let doubled = if gives_up { self.values.surrender[next] } else { self.values.stand[next] };
            double += chance * doubled;
        }
        self.hit[node] = hit;
        self.double[node] = double * Measure::Value.doubled();
    }

    fn value(&self, node: usize, action: Action) -> N {
        match action {
            Action::Hit => self.hit[node],
            Action::Double => self.double[node],
            Action::Surrender => self.values.surrender[node],
            Action::Stand | Action::Split => self.values.stand[node],
        }
    }

    /// Decides one total, first for hands of more than two cards, then for two.
    fn decide_cell(&mut self, alike: &[usize], weights: &[N]) {
        let nodes = &self.table.hands.nodes;
        let Some(total) = alike.first().map(|node| nodes[*node].count.total()) else { return };
        let is_two = |node: &usize| nodes[*node].count.cards() == 2;
        let (two, more): (Vec<usize>, Vec<usize>) = alike.iter().copied().partition(is_two);
        let all = [Action::Stand, Action::Hit, Action::Surrender, Action::Double];
        let [stand, hit, surrender, _] = all;
        // Two cards that may not be doubled do the next best.
        let (base, of_base) =
            if more.is_empty() { (&two, &[stand, hit, surrender][..]) } else { (&more, &all[..]) };
        let more = self.better(base, weights, of_base);
        let plain = self.better(base, weights, &[stand, hit]);
        let of_two = [Action::Stand, Action::Hit, Action::Double, Action::Surrender];
        let two = if two.is_empty() { more } else { self.better(&two, weights, &of_two) };
        let gives_up = self.column.gives_up(total);
        *self.column.cell_mut(total) = Advice { two, more, plain, gives_up };
        for node in alike {
            let action =
                self.column.choose(total, nodes[*node].count.cards(), self.table.open(nodes[*node].allowed));
            self.worth[*node] = self.value(*node, action);
        }
    }

    /// The action that is worth most over hands that are played alike.
    fn better(&self, alike: &[usize], weights: &[N], actions: &[Action]) -> Action {
        let nodes = &self.table.hands.nodes;
        let is_allowed =
            |action: Action| alike.iter().any(|node| self.table.open(nodes[*node].allowed).has(action));
        if ![Action::Hit, Action::Double].into_iter().any(is_allowed) {
            let total = alike.first().map(|node| nodes[*node].count.total());
            let last = total.map_or(Action::Stand, |total| self.column.cell(total).at_last());
            return if is_allowed(last) { last } else { Action::Stand };
        }
        let is_reached = alike.iter().any(|node| weights[*node] > N::ZERO);
        let weights = if is_reached { weights } else { &self.wide };
        let mut best: Option<(Action, N)> = None;
        for action in actions.iter().copied() {
            if !is_allowed(action) {
                continue;
            }
            let worth = alike
                .iter()
                .map(|node| {
                    let allowed = self.table.open(nodes[*node].allowed);
                    let left = [Action::Stand, Action::Hit].into_iter().filter(|other| allowed.has(*other));
                    let left = left.map(|other| self.value(*node, other));
                    let best = left.reduce(|one, other| if other > one { other } else { one });
                    let value = self.value(*node, action);
                    weights[*node] * if allowed.has(action) { value } else { best.unwrap_or(value) }
                })
                .sum::<N>();
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((action, worth));
            }
        }
        best.map_or(Action::Stand, |(action, _)| action)
    }
}
