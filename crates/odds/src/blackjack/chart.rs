//! The best chart that a person can learn: what to do by total and up card, for two cards and for more.

use cards::Card;
use games::blackjack::play::{self, Situation};
use games::blackjack::{Terms, Total};

use super::bank::Left;
use super::hands::{Action, Allowed, Hands, NONE};
use super::number::Number;
use super::shoe::{KINDS_MAX, Kinds};
use super::up::{Measure, Table};
use super::values::{Policy, Values};

/// Totals beyond this are not reached.
const POINTS_MAX: usize = 32;

/// How often the chart is gone over until no cell changes any more.
const ROUNDS_MAX: usize = 12;

type ByTotal<T> = [[T; POINTS_MAX]; 2];

fn place(total: Total) -> (usize, usize) {
    (usize::from(total.is_soft), usize::from(total.points))
}

/// One column of the chart: what to do against one up card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// With two cards, where the rules allow it.
    first: ByTotal<Action>,
    /// Otherwise.
    later: ByTotal<Action>,
    /// Whether a doubled hand is given up.
    gives_up_doubled: ByTotal<bool>,
    /// Which pairs are split.
    pub(super) splits: [bool; KINDS_MAX],
}

impl Column {
    /// How many totals a column has room for, from 0 on.
    pub(super) const POINTS_MAX: usize = POINTS_MAX;

    /// A column that stands on everything.
    pub(super) fn standing() -> Column {
        Column {
            first: [[Action::Stand; POINTS_MAX]; 2],
            later: [[Action::Stand; POINTS_MAX]; 2],
            gives_up_doubled: [[false; POINTS_MAX]; 2],
            splits: [false; KINDS_MAX],
        }
    }

    /// Says what is done with a total.
    pub(super) fn set(&mut self, total: Total, first: Action, later: Action, gives_up_doubled: bool) {
        let (soft, points) = place(total);
        self.first[soft][points] = first;
        self.later[soft][points] = later;
        self.gives_up_doubled[soft][points] = gives_up_doubled;
    }

    pub(super) fn cell(&self, total: Total) -> (Action, Action) {
        let (soft, points) = place(total);
        (self.first[soft][points], self.later[soft][points])
    }

    /// The column with something else in one cell: for two cards, or for more.
    pub(super) fn with(&self, total: Total, is_two: bool, action: Action) -> Column {
        let (soft, points) = place(total);
        let mut column = self.clone();
        if is_two {
            column.first[soft][points] = action;
        } else {
            column.later[soft][points] = action;
        }
        column
    }

    pub(super) fn choose(&self, total: Total, cards: u8, allowed: Allowed) -> Action {
        let (first, later) = self.cell(total);
        let wanted = (cards == 2).then_some(first).into_iter().chain([later]);
        wanted
            .chain([Action::Stand, Action::Hit, Action::Surrender, Action::Double])
            .find(|action| *action != Action::Split && allowed.has(*action))
            .unwrap_or(Action::Stand)
    }

    pub(super) fn gives_up_doubled(&self, total: Total) -> bool {
        let (soft, points) = place(total);
        self.gives_up_doubled[soft][points]
    }
}

/// For which Naturals even money is taken, by the kinds of both cards.
pub(super) type EvenMoney = [[bool; KINDS_MAX]; KINDS_MAX];

/// The chart of a book and a shoe: what to do in every situation, by total and up card.
///
/// It is small, may be kept and shared, and needs no analysis any more once it is made.
#[derive(Clone, Debug)]
pub struct Chart {
    pub(super) terms: Terms,
    pub(super) kinds: Kinds,
    /// By the kind of the up card.
    pub(super) columns: Vec<Column>,
    /// For which Naturals even money is taken, by the kinds of the up card and of both cards.
    pub(super) even_money: Vec<EvenMoney>,
}

impl Chart {
    /// What to do with a hand against an up card, of what the rules allow and the player has the money for.
    ///
    /// A hand of cards that the chart's shoe does not hold, or that may do nothing, stands.
    #[must_use]
    pub fn choose(&self, hand: &Situation, up: Card, may: impl Fn(Action) -> bool) -> Action {
        let Some(column) = self.column(up) else { return Action::Stand };
        let allowed = Allowed::of(&self.terms, hand);
        let allowed = Action::ALL
            .into_iter()
            .filter(|action| play::are_options_open(&self.terms, Some(up)).is_ok() || !action.is_option())
            .filter(|action| allowed.has(*action) && may(*action))
            .fold(Allowed::default(), Allowed::and);
        if hand.is_doubled {
            let gives_up = allowed.has(Action::Surrender) && column.gives_up_doubled(hand.total);
            return if gives_up { Action::Surrender } else { Action::Stand };
        }
        if allowed.has(Action::Split)
            && let Some(pair) = hand.two.and_then(|[first, _]| self.kinds.place_of(first))
            && (hand.is_split || column.splits[pair])
        {
            return Action::Split;
        }
        column.choose(hand.total, hand.cards, allowed)
    }

    /// Whether even money is taken for a Natural where it is offered.
    #[must_use]
    pub fn takes_even_money(&self, two: [Card; 2], up: Card) -> bool {
        let [one, other] = two.map(|card| self.kinds.place_of(card));
        let (Some(up), Some(one), Some(other)) = (self.kinds.place_of(up), one, other) else { return false };
        self.even_money[up][one][other]
    }

    /// What is said of a total against an up card: with two cards, and otherwise.
    #[must_use]
    pub fn cell(&self, total: Total, up: Card) -> Option<(Action, Action)> {
        self.column(up).map(|column| column.cell(total))
    }

    /// Whether a pair of such cards is split against an up card.
    #[must_use]
    pub fn splits(&self, card: Card, up: Card) -> Option<bool> {
        Some(self.column(up)?.splits[self.kinds.place_of(card)?])
    }

    fn column(&self, up: Card) -> Option<&Column> {
        self.kinds.place_of(up).map(|place| &self.columns[place])
    }
}

/// A column read as a way to play.
pub(super) struct ByChart<'a> {
    pub(super) hands: &'a Hands,
    pub(super) column: &'a Column,
}

impl Policy for ByChart<'_> {
    fn choose(&self, node: usize, allowed: Allowed) -> Action {
        let count = self.hands.nodes[node].count;
        self.column.choose(count.total(), count.cards(), allowed)
    }

    fn gives_up_doubled(&self, node: usize) -> bool {
        self.column.gives_up_doubled(self.hands.nodes[node].count.total())
    }
}

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
    /// The best column without splits, and what each hand is worth by it.
    pub(super) fn best(table: &'a Table<'a, N>, values: &'a Values<N>) -> (Column, Vec<N>) {
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
        maker.decide_doubled();
        let mut weights = maker.wide.clone();
        for _ in 0..ROUNDS_MAX {
            let before = maker.column.clone();
            maker.decide(&weights);
            if maker.column == before {
                break;
            }
            weights = maker.reached_by_chart();
        }
        (maker.column, maker.worth)
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

    fn decide_doubled(&mut self) {
        let nodes = &self.table.hands.nodes;
        let mut gained: ByTotal<N> = [[N::ZERO; POINTS_MAX]; 2];
        for node in self.order.iter().copied().filter(|node| nodes[*node].may_give_up_doubled) {
            let (soft, points) = place(nodes[node].count.total());
            gained[soft][points] += self.wide[node] * (self.values.surrender[node] - self.values.stand[node]);
        }
        self.column.gives_up_doubled = gained.map(|row| row.map(|gain| gain > N::ZERO));
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
            let gives_up =
                nodes[next].may_give_up_doubled && self.column.gives_up_doubled(nodes[next].count.total());
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
        let (soft, points) = place(total);
        let is_two = |node: &usize| nodes[*node].count.cards() == 2;
        let (two, more): (Vec<usize>, Vec<usize>) = alike.iter().copied().partition(is_two);
        let base = if more.is_empty() { &two } else { &more };
        let later =
            self.better(base, weights, &[Action::Stand, Action::Hit, Action::Surrender, Action::Double]);
        self.column.later[soft][points] = later;
        if two.is_empty() {
            self.column.first[soft][points] = later;
        } else {
            let actions = [Action::Stand, Action::Hit, Action::Double, Action::Surrender];
            self.column.first[soft][points] = self.better(&two, weights, &actions);
        }
        for node in alike {
            let action =
                self.column.choose(total, nodes[*node].count.cards(), self.table.open(nodes[*node].allowed));
            self.worth[*node] = self.value(*node, action);
        }
    }

    /// The action that is worth most over hands that are played alike.
    fn better(&self, alike: &[usize], weights: &[N], actions: &[Action]) -> Action {
        let nodes = &self.table.hands.nodes;
        let is_reached = alike.iter().any(|node| weights[*node] > N::ZERO);
        let weights = if is_reached { weights } else { &self.wide };
        let mut best: Option<(Action, N)> = None;
        for action in actions.iter().copied() {
            if !alike.iter().any(|node| self.table.open(nodes[*node].allowed).has(action)) {
                continue;
            }
            let worth = alike
                .iter()
                .map(|node| {
                    let allowed = self.table.open(nodes[*node].allowed);
                    let action = if allowed.has(action) {
                        action
                    } else {
                        [Action::Stand, Action::Hit]
                            .into_iter()
                            .find(|other| allowed.has(*other))
                            .unwrap_or(action)
                    };
                    weights[*node] * self.value(*node, action)
                })
                .sum::<N>();
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((action, worth));
            }
        }
        best.map_or(Action::Stand, |(action, _)| action)
    }
}
