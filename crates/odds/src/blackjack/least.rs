//! Doubles for less than an equal amount.

use super::analysis::{Analysis, UpCard, cores, each};
use super::hands::{Action, NONE};
use super::number::Number;
use super::up::Table;
use super::values::Policy;

impl<N: Number> Analysis<N> {
    /// What a player gains who may double for less and does so for next to nothing where that is best, hands of a split
    /// pair left out. What a double is worth grows with its amount in a straight line, so nothing between the least and
    /// the most is better than both.
    #[must_use]
    pub fn gain_by_least_doubles(&self) -> N {
        let gains = each(self.ups.len(), cores(), |place| {
            let table = Table::new(&self.terms, &self.kinds, &self.hands, place);
            self.ups[place].chance * self.gain_by_least_doubles_against(&table, &self.ups[place])
        });
        gains.into_iter().sum()
    }

    fn gain_by_least_doubles_against(&self, table: &Table<'_, N>, up: &UpCard<N>) -> N {
        let nodes = &self.hands.nodes;
        let mut worth = vec![N::ZERO; nodes.len()];
        for (place, node) in nodes.iter().enumerate().rev() {
            if !up.values.can_be[place] || node.count.cards() < 2 {
                continue;
            }
            let allowed = table.open(node.allowed);
            let mut best = up.values.value(place, up.values.choose(place, allowed));
            if allowed.has(Action::Double) {
                best = larger(best, up.values.double[place] / N::whole(2));
            }
            if let Some(left) = table.left(node).filter(|_| allowed.has(Action::Hit)) {
                let next = (0..table.kinds.len()).filter(|kind| left.has(*kind) && node.next[*kind] != NONE);
                best =
                    larger(best, next.map(|kind| left.chance(kind) * worth[node.next[kind] as usize]).sum());
            }
            worth[place] = best;
        }
        let mut gain = N::ZERO;
        for (one, other, place) in table.openings().into_iter().filter(|(.., place)| table.is_played(*place))
        {
            let best = up.values.value(place, up.values.choose(place, table.open(nodes[place].allowed)));
            let split = up.splits[one].filter(|_| one == other);
            let best = split.map_or(best, |split| larger(split, best));
            if worth[place] > best {
                gain += table.chance_of_two(one, other) * (worth[place] - best);
            }
        }
        gain
    }
}

fn larger<N: Number>(one: N, other: N) -> N {
    if other > one { other } else { one }
}
