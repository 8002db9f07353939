//! What it costs to leave the chart in one cell and follow it everywhere else.

use std::collections::BTreeSet;

use books::Odds;
use cards::Card;
use games::blackjack::Total;

use super::analysis::{Analysis, Opening, natural_met};
use super::chart::{ByChart, Column};
use super::hands::{Action, Allowed, NONE};
use super::number::Number;
use super::pays::worth;
use super::split::Splits;
use super::up::{Measure, Sights, Table};
use super::values::measured;

/// Which hands of a cell are played otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Two cards of a total.
    Two(Total),
    /// More than two cards of a total.
    More(Total),
    /// Hands of a total that take no more cards: doubled, a split ace with its card, one that must stand or is over.
    Last(Total),
    /// A pair of such cards.
    Pair(Card),
}

/// One choice against the chart.
#[derive(Clone, Copy, Debug)]
pub struct Deviation<N> {
    /// The bank's up card.
    pub up: Card,
    /// The hands that are played otherwise.
    pub cell: Cell,
    /// What the chart says.
    pub chart: Action,
    /// What is done instead.
    pub instead: Action,
    /// What that loses of the opening wager, over all rounds.
    pub cost: N,
}

impl<N: Number> Analysis<N> {
    /// Every single deviation from the chart against one up card of those that [`Analysis::up_cards`] lists. Cells that
    /// are never reached cost nothing and are left out.
    #[must_use]
    pub fn deviations(&self, up: usize) -> Vec<Deviation<N>> {
        let table = Table::<N>::new(&self.terms, &self.kinds, &self.hands, up);
        let sights = table.sights();
        let of = &self.ups[up];
        let whole = Splits::meeting_all(&table, &sights, &of.column.splits);
        let game = Game { table: &table, sights: &sights, splits: &whole };
        let charted = game.value(&of.column);
        let mut list = Vec::new();
        let mut add = |cell: Cell, chart: Action, instead: Action, value: N| {
            if value != charted {
                list.push(Deviation {
                    up: of.card,
                    cell,
                    chart,
                    instead,
                    cost: of.chance * (charted - value),
                });
            }
        };
        for (total, [two, more]) in game.cells() {
            let cell = of.column.cell(total);
            for (allowed, is_two) in [(two, true), (more, false)] {
                let chart = if is_two { cell.two } else { cell.more };
                if !allowed.has(chart) || !allowed.takes_card() {
                    continue;
                }
                for instead in [Action::Stand, Action::Hit, Action::Double, Action::Surrender] {
                    if instead == chart || !allowed.has(instead) {
                        continue;
                    }
                    let (cell, column) = if is_two {
                        (Cell::Two(total), of.column.with(total, |cell| cell.two = instead))
                    } else {
                        (Cell::More(total), of.column.with(total, |cell| cell.more = instead))
                    };
                    add(cell, chart, instead, game.value(&column));
                }
            }
        }
        for total in self.last_totals() {
            let column = of.column.with(total, |cell| cell.gives_up = !cell.gives_up);
            let [chart, instead] = [&of.column, &column].map(|column| column.cell(total).at_last());
            add(Cell::Last(total), chart, instead, game.value(&column));
        }
        let pairs = Splits::new(&table, &sights, &[&ByChart { hands: &self.hands, column: &of.column }]);
        for pair in 0..self.kinds.len() {
            let column = &of.column;
            let chart = ByChart { hands: &self.hands, column };
            let Some(split) = pairs.measured(pair, &chart, Measure::Value) else { continue };
            let place = self.hands.nodes[pair].next[pair] as usize;
            let unsplit = measured(&table, &sights, &chart, Measure::Value)[place];
            let count = self.hands.nodes[place].count;
            let played = column.choose(count.total(), 2, table.open(self.hands.nodes[place].allowed));
            let chance = table.chance_of_two(pair, pair);
            let card = self.kinds.0[pair].card;
            let (from, to, lost) = if column.splits[pair] {
                (Action::Split, played, split - unsplit)
            } else {
                (played, Action::Split, unsplit - split)
            };
            add(Cell::Pair(card), from, to, charted - chance * lost);
        }
        list
    }

    /// Every total of hands that take no more cards and may be given up against some up card.
    pub(super) fn last_totals(&self) -> BTreeSet<Total> {
        let nodes = &self.hands.nodes;
        let is_last = |allowed: Allowed| !allowed.takes_card() && allowed.has(Action::Surrender);
        let mut totals = BTreeSet::new();
        for (place, node) in nodes.iter().enumerate() {
            let two = node.count.cards() == 2;
            let mine = if two { node.allowed } else { node.allowed_split };
            if node.count.cards() >= 2 && (is_last(mine) || is_last(node.allowed)) {
                totals.insert(node.count.total());
            }
            let doubles = node.count.cards() >= 2
                && (node.allowed.has(Action::Double) || node.allowed_split.has(Action::Double));
            let seconds = self.hands.seconds.get(place);
            for (kind, next) in node.next.iter().enumerate().filter(|(_, next)| **next != NONE) {
                let next = &nodes[*next as usize];
                let is_second = seconds.is_some_and(|row| is_last(row[kind].allowed));
                if is_second || (doubles && next.may_give_up_doubled) {
                    totals.insert(next.count.total());
                }
            }
        }
        totals
    }
}

/// A game against one up card.
struct Game<'a, N> {
    table: &'a Table<'a, N>,
    sights: &'a Sights<N>,
    splits: &'a Splits<'a, N>,
}

impl<N: Number> Game<'_, N> {
    /// What the opening wager is worth when a column is played.
    fn value(&self, column: &Column) -> N {
        let chart = ByChart { hands: self.table.hands, column };
        let played = measured(self.table, self.sights, &chart, Measure::Value);
        let mut sum = N::ZERO;
        for (one, other, place) in self.table.openings() {
            let met = natural_met(self.table, Measure::Value, place);
            let value = match Opening::of(self.table, self.sights, place) {
                Opening::Ended { stands, is_sure } => {
                    let (even, waiting) = (worth(Odds::EVEN), stands + met);
                    if is_sure && even > waiting { even } else { waiting }
                }
                Opening::Open => {
                    let split = (one == other && column.splits[one])
                        .then(|| self.splits.measured(one, &chart, Measure::Value))
                        .flatten();
                    split.unwrap_or(played[place]) + met
                }
            };
            sum += self.table.chance_of_two(one, other) * value;
        }
        sum
    }

    /// Every total, with what hands of two and of more cards may do with it.
    fn cells(&self) -> Vec<(Total, [Allowed; 2])> {
        let mut cells: Vec<(Total, [Allowed; 2])> = Vec::new();
        for node in self.table.hands.nodes.iter().filter(|node| node.count.cards() >= 2) {
            let total = node.count.total();
            if total.is_over() || node.count.has_joker() || node.is_natural {
                continue;
            }
            let place = cells.iter().position(|(other, _)| *other == total).unwrap_or_else(|| {
                cells.push((total, [Allowed::default(); 2]));
                cells.len() - 1
            });
            let allowed = &mut cells[place].1[usize::from(node.count.cards() > 2)];
            *allowed = Action::ALL
                .into_iter()
                .filter(|action| self.table.open(node.allowed).has(*action))
                .fold(*allowed, Allowed::and);
        }
        cells.sort_by_key(|(total, _)| *total);
        cells
    }
}
