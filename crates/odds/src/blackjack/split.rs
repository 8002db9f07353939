//! What splitting a pair is worth when every hand of it is played as an opening hand of the same cards would be,
//! and pairs are split again as often as the book allows.
//!
//! A hand then looks at its own cards only, so the order in which the hands are played does not matter. What is known
//! of the other hands is that each began with a card of the pair, and whether their second cards were of it too. That
//! some cards are not of the pair is said by hands of which it is not known: all of them, less those where one of the
//! cards is of the pair, and so on. So every hand is valued with so many cards of the pair gone and nothing else known.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

use cards::Card;
use games::blackjack::play::{self, Shown, Situation};

use super::chances::Beside;
use super::hands::{Action, Allowed, Mix, NONE, packed};
use super::number::Number;
use super::shoe::{KINDS_MAX, Kind};
use super::up::{Asked, Measure, Policy, Sights, Table};

/// What a further pair needs to be split again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    Free,
    SameSuit,
    Never,
}

fn again<N: Number>(table: &Table<'_, N>, kind: &Kind, splits: u8) -> Again {
    let may = |one: Card, other: Card| {
        let hand = Situation {
            two: Some([one, other]),
            is_split: splits > 0,
            splits,
            ..Situation::of(games::blackjack::Count::of(&[one, other]))
        };
        play::may_split(table.terms, &hand).is_ok()
    };
    let other = kind.faces.iter().map(|(face, _)| *face).find(|face| face.suit() != kind.card.suit());
    match (may(kind.card, kind.card), other.map(|other| may(kind.card, other))) {
        (true, Some(false)) => Again::SameSuit,
        (true, _) => Again::Free,
        (false, _) => Again::Never,
    }
}

/// How the hands of a split pair stand: how often it was split, and how many hands got a second card that is not of
/// the pair, or one that is and could not be split for its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stage {
    splits: u8,
    plain: u8,
    paired: u8,
}

/// What a hand counts by its second card, when so many cards of the pair are gone beside its own first one.
#[derive(Clone, Copy, Debug)]
struct Part<N> {
    gone: u8,
    plain: N,
    paired: N,
}

/// How much each hand counts in the whole of a split, and how many hands it makes on average.
struct Weights<N> {
    parts: BTreeMap<u8, (N, N)>,
    hands: N,
    /// How many times one hand stands beside another.
    both: N,
    /// The pair's cards and all cards that are left beside the up card and a hand's own first card.
    pairs: i64,
    cards: i64,
}

impl<N: Number> Weights<N> {
    fn of(table: &Table<'_, N>, pair: usize) -> Weights<N> {
        let kind = &table.kinds.0[pair];
        let all_pairs = i64::from(kind.cards) - i64::from(pair == table.up);
        let all_cards = i64::from(table.kinds.cards()) - 1;
        let (pairs, cards) = (all_pairs - 1, all_cards - 1);
        let mut weights = Weights { parts: BTreeMap::new(), hands: N::ZERO, both: N::ZERO, pairs, cards };
        // Stages in the order of cards drawn, so that each is complete when it is taken.
        let mut stages: BTreeMap<(u8, Stage), N> = BTreeMap::new();
        stages.insert((0, Stage { splits: 1, plain: 0, paired: 0 }), N::ONE);
        while let Some(((drawn, stage), chance)) = stages.pop_first() {
            let Stage { splits, plain, paired } = stage;
            let open = splits + 1 - plain - paired;
            let rule = again(table, kind, splits);
            let gone = i64::from(splits) + 1 + i64::from(paired);
            let unknown = all_cards - gone - i64::from(plain);
            if open == 0 || rule == Again::Never || drawn == u8::MAX || unknown <= 0 {
                weights.add(stage, open, chance);
                continue;
            }
            let again = N::whole((all_pairs - gone).max(0)) / N::whole(unknown);
            let same = match rule {
                Again::Free => N::ONE,
                Again::SameSuit => matching(kind, paired),
                Again::Never => N::ZERO,
            };
            for (next, part) in [
                (Stage { plain: plain + 1, ..stage }, N::ONE - again),
                (Stage { splits: splits + 1, ..stage }, again * same),
                (Stage { paired: paired + 1, ..stage }, again * (N::ONE - same)),
            ] {
                let chance = chance * part;
                if !chance.is_lost() {
                    let known = stages.entry((drawn + 1, next)).or_insert(N::ZERO);
                    *known += chance;
                }
            }
        }
        weights
    }

    /// Adds the hands of a stage; the open ones take any second card and are not split again.
    fn add(&mut self, stage: Stage, open: u8, chance: N) {
        let Stage { splits, plain, paired } = stage;
        self.hands += chance * N::whole(i64::from(splits) + 1);
        self.both += chance * N::whole((i64::from(splits) + 1) * i64::from(splits));
        let gone = splits + paired;
        if plain > 0 {
            let count = chance * N::whole(i64::from(plain));
            self.add_hand(gone, plain - 1, count / self.not_of_pair(gone, plain), [true, false]);
        }
        if paired > 0 {
            let count = chance * N::whole(i64::from(paired));
            let met = self.of_pair(gone - 1, 1) * self.not_of_pair(gone, plain);
            self.add_hand(gone - 1, plain, count / met, [false, true]);
        }
        if open > 0 {
            let count = chance * N::whole(i64::from(open));
            self.add_hand(gone, plain, count / self.not_of_pair(gone, plain), [true, true]);
        }
    }

    /// Adds one hand beside which so many cards of the pair are gone and so many others are not of it.
    fn add_hand(&mut self, gone: u8, others: u8, weight: N, [plain, paired]: [bool; 2]) {
        let mut choose = N::ONE;
        for of_pair in 0..=others {
            let part = weight * choose * self.of_pair(gone, of_pair);
            if part != N::ZERO {
                let known = self.parts.entry(gone + of_pair).or_insert((N::ZERO, N::ZERO));
                if plain {
                    known.0 += part;
                }
                if paired {
                    known.1 += part;
                }
            }
            choose = -choose * N::whole(i64::from(others - of_pair)) / N::whole(i64::from(of_pair) + 1);
        }
    }

    /// The chance that so many cards are all of the pair when so many of it are gone.
    fn of_pair(&self, gone: u8, cards: u8) -> N {
        self.all(self.pairs - i64::from(gone), gone, cards)
    }

    /// The chance that so many cards are all not of the pair when so many of it are gone.
    fn not_of_pair(&self, gone: u8, cards: u8) -> N {
        self.all(self.cards - self.pairs, gone, cards)
    }

    fn all(&self, ways: i64, gone: u8, cards: u8) -> N {
        (0..i64::from(cards))
            .map(|drawn| {
                let left = self.cards - i64::from(gone) - drawn;
                N::whole((ways - drawn).max(0)) / N::whole(left.max(1))
            })
            .fold(N::ONE, |all, part| all * part)
    }
}

/// The chance that a pair is of one suit when so many others were not.
fn matching<N: Number>(kind: &Kind, others: u8) -> N {
    let mut suits: BTreeMap<_, i64> = BTreeMap::new();
    for (face, copies) in &kind.faces {
        *suits.entry(face.suit()).or_default() += i64::from(*copies);
    }
    let mut suits: Vec<i64> = suits.into_values().collect();
    let before: N = mismatched(&mut suits, others);
    let after: N = mismatched(&mut suits, others + 1);
    N::ONE - after / before
}

/// The chance that so many pairs are each of two suits.
fn mismatched<N: Number>(suits: &mut [i64], pairs: u8) -> N {
    if pairs == 0 {
        return N::ONE;
    }
    let all: i64 = suits.iter().sum();
    let mut chance = N::ZERO;
    for one in 0..suits.len() {
        for other in (0..suits.len()).filter(|other| *other != one) {
            let ways = suits[one] * suits[other];
            if ways > 0 {
                suits[one] -= 1;
                suits[other] -= 1;
                chance += N::whole(ways) / N::whole(all * (all - 1)) * mismatched(suits, pairs - 1);
                suits[one] += 1;
                suits[other] += 1;
            }
        }
    }
    chance
}

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
        for pair in 0..table.kinds.len() {
            let is_wanted = pairs[pair] && splits.may_split(pair);
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
        for (number, part) in of.parts.iter().enumerate() {
            let rows = &of.rows[number * of.met.len()..][..of.met.len()];
            let played = vec![None; of.met.len()];
            let mut run = Run { splits: self, of, rows, pair, gone: part.gone, policy, measure, played };
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
    /// What hands of more than two cards came to.
    played: Vec<Option<N>>,
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
            if next == NONE || left.kinds[kind] <= N::ZERO {
                continue;
            }
            let second = table.hands.seconds[self.pair][kind];
            let value = left.chance(kind) * self.play(next as usize, second.allowed, second.is_natural);
            if kind == self.pair {
                paired += value;
            } else {
                plain += value;
            }
        }
        (plain, paired)
    }

    fn play(&mut self, place: usize, allowed: Allowed, is_natural: bool) -> N {
        let table = self.splits.table;
        let node = &table.hands.nodes[place];
        let Some(left) = table.left_beside(node, self.pair, self.gone) else { return N::ZERO };
        match self.policy.choose(place, allowed) {
            Action::Stand | Action::Split => self.stand(place, is_natural, table.live(&left)),
            Action::Surrender => self.give_up(place, table.live(&left)),
            action @ (Action::Hit | Action::Double) => {
                let mut worth = N::ZERO;
                for kind in 0..table.kinds.len() {
                    if left.kinds[kind] > N::ZERO && node.next[kind] != NONE {
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
        let value = self.play(place, self.splits.table.hands.nodes[place].allowed_split, false);
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
