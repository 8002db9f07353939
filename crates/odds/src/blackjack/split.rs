//! What splitting a pair is worth when every hand of it is played as an opening hand of the same cards would be,
//! and pairs are split again as often as the book allows.
//!
//! A hand then looks at its own cards only, so the order in which the hands are played does not matter. What is known
//! of the other hands is that each began with a card of the pair, and whether their second cards were of it too. That
//! some cards are not of the pair is said by hands of which it is not known: all of them, less those where one of the
//! cards is of the pair, and so on. So every hand is valued with so many cards of the pair gone and nothing else known,
//! for all these numbers at once.

use std::borrow::Cow;

use games::blackjack::play::Shown;

use super::chances::Beside;
use super::hands::{Action, Allowed, NONE, Node, Second};
use super::number::Number;
use super::pays::{RESULTS_MAX, SIDES};
use super::shoe::KINDS_MAX;
use super::stages::{Part, Weights};
use super::up::{Measure, Sights, Table};
use super::values::Policy;

const ALL_PAIRS: [bool; KINDS_MAX] = [true; KINDS_MAX];

/// One pair: how its hands count, and which hands its play can come to.
struct Pair<N> {
    parts: Vec<Part<N>>,
    /// How many cards of the pair are gone in each part.
    gone: Vec<u8>,
    /// How many hands a split makes on average, and how many times one hand stands beside another.
    hands: N,
    both: N,
    /// The hands that are met, the fullest first, and each hand's place among them.
    met: Vec<Met>,
    at: Vec<u32>,
    /// What standing is worth with each hand that is met, for each part; where all chances are asked for, the chance
    /// of each class of the bank's results instead.
    beside: Vec<N>,
    /// The chance of each single card when so many are held, for each part.
    each: Vec<N>,
}

/// A hand that the play of a pair can come to.
#[derive(Clone, Copy)]
struct Met {
    place: u32,
    allowed: Allowed,
    is_natural: bool,
}

/// Every pair that may be split against one up card, ready to be played in some ways.
pub(super) struct Splits<'a, N> {
    table: &'a Table<'a, N>,
    sights: &'a Sights<N>,
    /// Whether all chances are asked for beside every hand that is met.
    asks_all: bool,
    /// How often the spot was split before.
    before: u8,
    pairs: Vec<Option<Pair<N>>>,
}

impl<'a, N: Number> Splits<'a, N> {
    /// Gets ready to play every pair in any of these ways.
    pub(super) fn new(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        policies: &[&dyn Policy],
    ) -> Splits<'a, N> {
        Splits::asking(table, sights, policies, &ALL_PAIRS, false, 0)
    }

    /// Gets ready to play one pair in one way, whose spot was split so often before.
    pub(super) fn again(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        policy: &dyn Policy,
        pair: usize,
        before: u8,
    ) -> Splits<'a, N> {
        let pairs = std::array::from_fn(|one| one == pair);
        Splits::asking(table, sights, &[policy], &pairs, false, before)
    }

    /// Gets ready to play some pairs in any way at all.
    pub(super) fn meeting_all(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        pairs: &[bool; KINDS_MAX],
    ) -> Splits<'a, N> {
        Splits::asking(table, sights, &[], pairs, false, 0)
    }

    /// Gets ready to measure everything of every pair, played in one way.
    pub(super) fn knowing_all(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        policy: &dyn Policy,
    ) -> Splits<'a, N> {
        Splits::asking(table, sights, &[policy], &ALL_PAIRS, true, 0)
    }

    fn asking(
        table: &'a Table<'a, N>,
        sights: &'a Sights<N>,
        policies: &[&dyn Policy],
        pairs: &[bool; KINDS_MAX],
        asks_all: bool,
        before: u8,
    ) -> Splits<'a, N> {
        let mut splits = Splits { table, sights, asks_all, before, pairs: Vec::new() };
        for (pair, is_asked) in pairs.iter().enumerate().take(table.kinds.len()) {
            let is_wanted = *is_asked && splits.may_split(pair);
            let pair = is_wanted.then(|| splits.pair(pair, policies));
            splits.pairs.push(pair);
        }
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

    fn pair(&self, pair: usize, policies: &[&dyn Policy]) -> Pair<N> {
        let table = self.table;
        let nodes = &table.hands.nodes;
        let Weights { parts, hands, both, .. } = Weights::of(table, pair, self.before);
        // What makes no difference to the last digit is left out.
        let is_lost = |weight: N| weight.is_lost() && (-weight).is_lost();
        let parts: Vec<Part<N>> = parts
            .into_iter()
            .filter(|(_, (plain, paired))| !is_lost(*plain) || !is_lost(*paired))
            .map(|(gone, (plain, paired))| Part { gone, plain, paired })
            .collect();
        let gone: Vec<u8> = parts.iter().map(|part| part.gone).collect();
        let mut meets = Meets { table, met: Vec::new(), at: vec![NONE; nodes.len()] };
        for policy in policies {
            meets.all(pair, Some(*policy));
        }
        if policies.is_empty() {
            meets.all(pair, None);
        }
        let Meets { met, mut at, .. } = meets;
        let mut met: Vec<Met> = met
            .into_iter()
            .map(|place| Met { place, allowed: nodes[place as usize].allowed_split, is_natural: false })
            .collect();
        met.sort_unstable_by_key(|met| std::cmp::Reverse(met.place));
        met.iter().zip(0..).for_each(|(met, place)| at[met.place as usize] = place);
        for (next, second) in nodes[pair].next.iter().zip(&table.hands.seconds[pair]) {
            if *next != NONE {
                let Second { allowed, is_natural } = *second;
                met[at[*next as usize] as usize] = Met { place: *next, allowed, is_natural };
            }
        }
        let most = met.iter().map(|met| nodes[met.place as usize].count.cards()).max().unwrap_or(0);
        let each = (0..=most)
            .flat_map(|held| gone.iter().map(move |gone| i16::from(held) + i16::from(*gone)))
            .map(|held| table.cards_left - held)
            .map(|cards| if cards > 0 { N::ONE / N::whole(i64::from(cards)) } else { N::ZERO })
            .collect();
        let mut of = Pair { parts, gone, hands, both, met, at, beside: Vec::new(), each };
        self.look_beside(pair, &mut of);
        of
    }

    /// Finds what standing is worth with every hand that is met, or the chances of all results.
    fn look_beside(&self, pair: usize, of: &mut Pair<N>) {
        let table = self.table;
        let nodes = &table.hands.nodes;
        let rows = if self.asks_all { table.classes } else { 1 };
        let mut beside = vec![N::ZERO; of.met.len() * rows * of.gone.len()];
        let mut of_class = [[N::ZERO; RESULTS_MAX]; RESULTS_MAX];
        of_class.iter_mut().enumerate().for_each(|(class, row)| row[class] = N::ONE);
        let pays: Vec<_> = of.met.iter().map(|met| table.pays_of(met.shown(nodes))).collect();
        let mut list: Vec<Beside> = Vec::with_capacity(of.met.len());
        for side in 0..SIDES {
            list.clear();
            for place in &table.hands.holding[pair] {
                let at = of.at[*place as usize];
                if at != NONE && (self.asks_all || pays[at as usize].asked[side]) {
                    list.push((nodes[*place as usize].counts, at));
                }
            }
            if list.is_empty() {
                continue;
            }
            let chances = table.chances_keeping(side, pair);
            if self.asks_all {
                chances.weigh(&list, &of.gone, |_| &of_class[..table.classes], &mut beside);
            } else {
                let beyond = |at: u32| std::slice::from_ref(&pays[at as usize].beyond);
                chances.weigh(&list, &of.gone, beyond, &mut beside);
            }
        }
        if !self.asks_all {
            for ((met, pays), beside) in of.met.iter().zip(&pays).zip(beside.chunks_mut(of.gone.len().max(1)))
            {
                let rest = Rest::of(table, of, pair, &nodes[met.place as usize]);
                for (part, beside) in beside.iter_mut().enumerate() {
                    *beside = rest.live(part).map_or(N::ZERO, |live| pays.base * live + *beside);
                }
            }
        }
        of.beside = beside;
    }

    /// What standing measures with every hand that is met, for each part.
    fn stands<'p>(&self, pair: usize, of: &'p Pair<N>, measure: Measure) -> Cow<'p, [N]> {
        if !self.asks_all {
            assert!(measure == Measure::Value, "other measures need all chances");
            return Cow::Borrowed(&of.beside);
        }
        let nodes = &self.table.hands.nodes;
        let mut stands = Vec::with_capacity(of.met.len() * of.gone.len());
        for (at, met) in of.met.iter().enumerate() {
            let rest = Rest::of(self.table, of, pair, &nodes[met.place as usize]);
            for part in 0..of.gone.len() {
                let chances = self.chances(of, at, part);
                let stand = |live| self.table.stand(measure, met.shown(nodes), &chances, live);
                stands.push(rest.live(part).map_or(N::ZERO, stand));
            }
        }
        Cow::Owned(stands)
    }

    /// The chances of the bank's results beside a hand that is met, where all are asked for.
    fn chances(&self, of: &Pair<N>, at: usize, part: usize) -> Vec<N> {
        let (classes, parts) = (self.table.classes, of.gone.len());
        (0..classes).map(|class| of.beside[(at * classes + class) * parts + part]).collect()
    }

    /// What giving up measures with a hand that is met.
    fn give_up(&self, pair: usize, of: &Pair<N>, at: usize, part: usize, measure: Measure) -> N {
        let node = &self.table.hands.nodes[of.met[at].place as usize];
        let Some(live) = Rest::of(self.table, of, pair, node).live(part) else { return N::ZERO };
        let chances = if self.asks_all { self.chances(of, at, part) } else { Vec::new() };
        self.table.give_up(measure, &chances, live)
    }

    /// What splitting a pair measures when it is played in one of the ways; nothing where it may not be split.
    pub(super) fn measured(&self, pair: usize, policy: &dyn Policy, measure: Measure) -> Option<N> {
        let of = self.pairs[pair].as_ref()?;
        let stands = self.stands(pair, of, measure);
        let nodes = &self.table.hands.nodes;
        let parts = of.gone.len();
        // What is done with the hands that are come to.
        let mut actions: Vec<Option<Action>> = vec![None; of.met.len()];
        for (at, met) in of.met.iter().enumerate().rev() {
            let node = &nodes[met.place as usize];
            if node.count.cards() > 2 && actions[at].is_none() {
                continue;
            }
            let action = policy.choose(met.place as usize, met.allowed);
            actions[at] = Some(action);
            if action == Action::Hit {
                let next = node.next.iter().filter(|next| **next != NONE);
                next.for_each(|next| actions[of.at[*next as usize] as usize] = Some(Action::Stand));
            }
        }
        let doubled = self.doubled(pair, of, policy, measure, &stands);
        let mut worth = vec![N::ZERO; of.met.len() * parts];
        for (at, met) in of.met.iter().enumerate() {
            let (fuller, mine) = worth.split_at_mut(at * parts);
            let mine = &mut mine[..parts];
            let rest = || Rest::of(self.table, of, pair, &nodes[met.place as usize]);
            match actions[at] {
                None => {}
                Some(Action::Stand | Action::Split) => mine.copy_from_slice(&stands[at * parts..][..parts]),
                Some(Action::Surrender) => {
                    for (part, mine) in mine.iter_mut().enumerate() {
                        *mine = self.give_up(pair, of, at, part, measure);
                    }
                }
                Some(Action::Hit) => rest().draw(mine, fuller),
                Some(Action::Double) => {
                    rest().draw(mine, &doubled);
                    mine.iter_mut().for_each(|mine| *mine = *mine * measure.doubled());
                }
            }
        }
        Some(self.second_card(pair, of, &worth))
    }

    /// What hands measure that were doubled into.
    fn doubled<'s>(
        &self,
        pair: usize,
        of: &Pair<N>,
        policy: &dyn Policy,
        measure: Measure,
        stands: &'s [N],
    ) -> Cow<'s, [N]> {
        let mut doubled = Cow::Borrowed(stands);
        for (at, met) in of.met.iter().enumerate() {
            let place = met.place as usize;
            if self.table.hands.nodes[place].may_give_up_doubled && policy.gives_up_doubled(place) {
                for part in 0..of.gone.len() {
                    doubled.to_mut()[at * of.gone.len() + part] = self.give_up(pair, of, at, part, measure);
                }
            }
        }
        doubled
    }

    /// What the hands of a pair come to together, by what they are worth once they have their second cards.
    fn second_card(&self, pair: usize, of: &Pair<N>, worth: &[N]) -> N {
        let nodes = &self.table.hands.nodes;
        let rest = Rest::of(self.table, of, pair, &nodes[pair]);
        let mut sum = N::ZERO;
        for (number, part) in of.parts.iter().enumerate() {
            if !rest.can_be(number) {
                continue;
            }
            for (kind, next) in nodes[pair].next.iter().enumerate().take(self.table.kinds.len()) {
                if *next != NONE && rest.copies(kind, number) > 0 {
                    let value = worth[of.at[*next as usize] as usize * of.gone.len() + number];
                    let weight = if kind == pair { part.paired } else { part.plain };
                    sum += weight * rest.chance(kind, number) * value;
                }
            }
        }
        sum
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

impl Met {
    /// How the hand is compared.
    fn shown(&self, nodes: &[Node]) -> Shown {
        Shown { is_natural: self.is_natural, ..nodes[self.place as usize].shown }
    }
}

/// What is left beside a hand of a split pair, in each part.
struct Rest<'a, N> {
    table: &'a Table<'a, N>,
    of: &'a Pair<N>,
    pair: usize,
    node: &'a Node,
    /// What is left of each kind while no card of the pair is gone, and whether that is never less than none.
    kinds: [i16; KINDS_MAX],
    holds: bool,
}

impl<'a, N: Number> Rest<'a, N> {
    fn of(table: &'a Table<'a, N>, of: &'a Pair<N>, pair: usize, node: &'a Node) -> Rest<'a, N> {
        let kinds = table.kinds_left(node);
        let holds = kinds.iter().fold(0, |signs, kind| signs | *kind) >= 0;
        Rest { table, of, pair, node, kinds, holds }
    }

    fn copies(&self, kind: usize, part: usize) -> i16 {
        let gone = if kind == self.pair { i16::from(self.of.gone[part]) } else { 0 };
        self.kinds[kind] - gone
    }

    /// Whether the shoe holds the hand and the cards that are gone.
    fn can_be(&self, part: usize) -> bool {
        self.holds && self.copies(self.pair, part) >= 0
    }

    /// The chance of each single card, for each part.
    fn each(&self) -> &[N] {
        let parts = self.of.gone.len();
        &self.of.each[usize::from(self.node.count.cards()) * parts..][..parts]
    }

    fn chance(&self, kind: usize, part: usize) -> N {
        N::whole(i64::from(self.copies(kind, part))) * self.each()[part]
    }

    /// The chance that the bank has no Natural where that was looked for; nothing if the shoe cannot hold the cards.
    fn live(&self, part: usize) -> Option<N> {
        let natural = || self.table.natural_with.iter().map(|kind| self.chance(*kind, part)).sum::<N>();
        let live = || if self.table.is_looked_under { N::ONE - natural() } else { N::ONE };
        self.can_be(part).then(live)
    }

    /// What one more card comes to, by what the hands that are met are worth with it.
    fn draw(&self, sums: &mut [N], worth: &[N]) {
        if !self.holds {
            return;
        }
        for kind in 0..self.table.kinds.len() {
            let next = self.node.next[kind];
            if next == NONE || self.kinds[kind] <= 0 {
                continue;
            }
            let then = &worth[self.of.at[next as usize] as usize * sums.len()..][..sums.len()];
            if kind == self.pair {
                for ((sum, then), gone) in sums.iter_mut().zip(then).zip(&self.of.gone) {
                    let copies = (self.kinds[kind] - i16::from(*gone)).max(0);
                    *sum += N::whole(i64::from(copies)) * *then;
                }
            } else {
                let copies = N::whole(i64::from(self.kinds[kind]));
                sums.iter_mut().zip(then).for_each(|(sum, then)| *sum += copies * *then);
            }
        }
        for (part, (sum, each)) in sums.iter_mut().zip(self.each()).enumerate() {
            *sum = if self.can_be(part) { *sum * *each } else { N::ZERO };
        }
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
