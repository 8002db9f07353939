//! What every hand is worth by each choice against one up card, and what is best done with it.

use super::hands::{Action, Allowed, NONE};
use super::number::Number;
use super::up::{Measure, Sights, Table};

/// A way to play: what to do with a hand of which the rules allow some.
pub(super) trait Policy {
    /// What is done with a hand, of what is allowed; a split is asked about elsewhere.
    fn choose(&self, node: usize, allowed: Allowed) -> Action;
    /// Whether a doubled hand is given up where that is allowed.
    fn gives_up_doubled(&self, node: usize) -> bool;
}

/// What each hand is worth by each choice against one up card, when it is played on as well as can be.
#[derive(Clone, Debug)]
pub(super) struct Values<N> {
    pub(super) stand: Vec<N>,
    pub(super) hit: Vec<N>,
    pub(super) double: Vec<N>,
    pub(super) surrender: Vec<N>,
    /// Whether the shoe can hold the hand beside the up card.
    pub(super) can_be: Vec<bool>,
}

impl<N: Number> Values<N> {
    /// The best of everything, from the fullest hands back.
    pub(super) fn best(table: &Table<'_, N>, sights: &Sights<N>) -> Values<N> {
        let nodes = &table.hands.nodes;
        let none = vec![N::ZERO; nodes.len()];
        let mut values = Values {
            stand: none.clone(),
            hit: none.clone(),
            double: none.clone(),
            surrender: none.clone(),
            can_be: vec![false; nodes.len()],
        };
        // What a hand is worth when it is played on, and when it was doubled into.
        let (mut played, mut doubled) = (none.clone(), none);
        for place in (0..nodes.len()).rev() {
            let node = &nodes[place];
            let Some(live) = sights.live[place] else { continue };
            values.can_be[place] = true;
            if node.count.cards() < 2 {
                continue;
            }
            values.stand[place] = table.stand(Measure::Value, node.shown, sights.of(place), live);
            values.surrender[place] = table.give_up(Measure::Value, &[], live);
            if node.has_next
                && let Some(left) = table.left(node)
            {
                let (mut hit, mut double) = (N::ZERO, N::ZERO);
                for kind in 0..table.kinds.len() {
                    let next = node.next[kind];
                    if next == NONE || !left.has(kind) {
                        continue;
                    }
                    let chance = left.chance(kind);
                    hit += chance * played[next as usize];
                    double += chance * doubled[next as usize];
                }
                values.hit[place] = hit;
                values.double[place] = double * Measure::Value.doubled();
            }
            played[place] = values.value(place, values.choose(place, table.open(node.allowed)));
            let is_given_up = node.may_give_up_doubled && values.gives_up_doubled(place);
            doubled[place] = if is_given_up { values.surrender[place] } else { values.stand[place] };
        }
        values
    }

    pub(super) fn value(&self, node: usize, action: Action) -> N {
        match action {
            Action::Stand => self.stand[node],
            Action::Hit => self.hit[node],
            Action::Double => self.double[node],
            Action::Surrender => self.surrender[node],
            Action::Split => unreachable!("a split is worth what its hands are"),
        }
    }
}

impl<N: Number> Policy for Values<N> {
    fn choose(&self, node: usize, allowed: Allowed) -> Action {
        let mut best: Option<(Action, N)> = None;
        for action in
            Action::ALL.into_iter().filter(|action| *action != Action::Split && allowed.has(*action))
        {
            let value = self.value(node, action);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((action, value));
            }
        }
        best.map_or(Action::Stand, |(action, _)| action)
    }

    fn gives_up_doubled(&self, node: usize) -> bool {
        self.surrender[node] > self.stand[node]
    }
}

/// What every hand that does not come from a split measures when it is played in some way.
pub(super) fn measured<N: Number>(
    table: &Table<'_, N>,
    sights: &Sights<N>,
    policy: &dyn Policy,
    measure: Measure,
) -> Vec<N> {
    let nodes = &table.hands.nodes;
    let mut worth = vec![N::ZERO; nodes.len()];
    let mut stand = worth.clone();
    let mut given_up = worth.clone();
    for place in (0..nodes.len()).rev() {
        let node = &nodes[place];
        let Some(live) = sights.live[place] else { continue };
        if node.count.cards() < 2 {
            continue;
        }
        stand[place] = table.stand(measure, node.shown, sights.of(place), live);
        given_up[place] = table.give_up(measure, sights.of(place), live);
        worth[place] = match policy.choose(place, table.open(node.allowed)) {
            Action::Stand | Action::Split => stand[place],
            Action::Surrender => given_up[place],
            action @ (Action::Hit | Action::Double) => {
                let Some(left) = table.left(node) else { continue };
                let mut sum = N::ZERO;
                for kind in 0..table.kinds.len() {
                    if node.next[kind] == NONE || !left.has(kind) {
                        continue;
                    }
                    let next = node.next[kind] as usize;
                    let then = if action == Action::Hit {
                        worth[next]
                    } else if nodes[next].may_give_up_doubled && policy.gives_up_doubled(next) {
                        given_up[next]
                    } else {
                        stand[next]
                    };
                    sum += left.chance(kind) * then;
                }
                if action == Action::Hit { sum } else { sum * measure.doubled() }
            }
        };
    }
    worth
}
