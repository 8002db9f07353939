//! What splitting a pair is worth when every hand of it is played as an opening hand of the same cards would be,
//! and pairs are split again as often as the book allows.
//!
//! A hand then looks at its own cards only, so the order in which the hands are played does not matter. What is known
//! of the other hands is that each began with a card of the pair, and whether their second cards were of it too: the
//! chances of all further cards follow from that exactly.

use std::collections::BTreeMap;

use cards::Card;
use games::blackjack::play::{self, Shown, Situation};

use super::hands::{Action, Allowed, NONE};
use super::number::Number;
use super::shoe::Kind;
use super::up::{Policy, Table};

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

/// What splitting is worth, and how many hands it makes on average.
pub(super) fn value<N: Number>(table: &Table<'_, N>, policy: &impl Policy, pair: usize) -> N {
    let kind = &table.kinds.0[pair];
    let all_pairs = i64::from(kind.cards) - i64::from(pair == table.up);
    let all_cards = i64::from(table.kinds.cards()) - 1;
    let played = vec![(0, N::ZERO); table.hands.nodes.len()];
    let mut runs = Runs { table, policy, pair, known: BTreeMap::new(), played };
    let mut worth = N::ZERO;
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
            worth += chance * runs.hands(stage, open);
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
    worth
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

/// What one hand is worth by its second card.
#[derive(Clone, Copy)]
struct One<N> {
    any: N,
    plain: N,
    paired: N,
}

/// The hands of a split pair, each by what is known of the others.
struct Runs<'a, N, P> {
    table: &'a Table<'a, N>,
    policy: &'a P,
    pair: usize,
    known: BTreeMap<(u16, u16), One<N>>,
    /// What hands of more than two cards came to, with the number of the run they belong to.
    played: Vec<(u32, N)>,
}

impl<N: Number, P: Policy> Runs<'_, N, P> {
    /// What all hands of a stage are worth together; the open ones take any second card and are not split again.
    fn hands(&mut self, stage: Stage, open: u8) -> N {
        let Stage { splits, plain, paired } = stage;
        let mut worth = N::ZERO;
        let (firsts, seconds, plains) = (u16::from(splits), u16::from(paired), u16::from(plain));
        if plain > 0 {
            worth += N::whole(i64::from(plain)) * self.one(firsts + seconds, plains - 1, splits).plain;
        }
        if paired > 0 {
            worth += N::whole(i64::from(paired)) * self.one(firsts + seconds - 1, plains, splits).paired;
        }
        if open > 0 {
            worth += N::whole(i64::from(open)) * self.one(firsts + seconds, plains, splits).any;
        }
        worth
    }

    /// One hand, when so many further cards of the pair lie in other hands and so many others there are not of it.
    fn one(&mut self, pairs: u16, others: u16, splits: u8) -> One<N> {
        if let Some(known) = self.known.get(&(pairs, others)) {
            return *known;
        }
        let mut run = Run {
            table: self.table,
            policy: self.policy,
            split: (self.pair, pairs, others),
            number: self.known.len() as u32 + 1,
            played: &mut self.played,
        };
        let one = run.second_card(splits);
        self.known.insert((pairs, others), one);
        one
    }
}

/// One hand of a split pair, played out.
struct Run<'a, N, P> {
    table: &'a Table<'a, N>,
    policy: &'a P,
    split: (usize, u16, u16),
    number: u32,
    played: &'a mut Vec<(u32, N)>,
}

impl<N: Number, P: Policy> Run<'_, N, P> {
    fn second_card(&mut self, splits: u8) -> One<N> {
        let (table, pair) = (self.table, self.split.0);
        let first = &table.hands.nodes[pair];
        let Some(left) = table.left(first, Some(self.split)) else {
            return One { any: N::ZERO, plain: N::ZERO, paired: N::ZERO };
        };
        let first_card = table.kinds.0[pair].card;
        let (mut plain, mut paired, mut paired_chance) = (N::ZERO, N::ZERO, N::ZERO);
        for kind in 0..table.kinds.len() {
            let next = first.next[kind];
            let chance = if left.kinds[kind] > N::ZERO { left.chance(kind) } else { N::ZERO };
            if next == NONE || chance <= N::ZERO {
                continue;
            }
            let node = &table.hands.nodes[next as usize];
            let situation = Situation {
                two: Some([first_card, table.kinds.0[kind].card]),
                is_split: true,
                splits,
                ..Situation::of(node.count)
            };
            let allowed = Allowed::of(table.terms, &situation).without(Action::Split);
            let is_natural = play::is_player_natural(table.terms, &situation);
            let value = self.play(next as usize, allowed, is_natural);
            if kind == pair {
                paired = value;
                paired_chance = chance;
            } else {
                plain += chance * value;
            }
        }
        let any = plain + paired * paired_chance;
        let rest = N::ONE - paired_chance;
        One { any, plain: if rest > N::ZERO { plain / rest } else { N::ZERO }, paired }
    }

    fn play(&mut self, place: usize, allowed: Allowed, is_natural: bool) -> N {
        let table = self.table;
        let node = &table.hands.nodes[place];
        let Some(left) = table.left(node, Some(self.split)) else { return N::ZERO };
        match self.policy.choose(place, allowed) {
            Action::Stand | Action::Split => table.stand(Shown { is_natural, ..node.shown }, &left),
            Action::Surrender => -(table.given_up * table.live(&left)),
            action @ (Action::Hit | Action::Double) => {
                let mut worth = N::ZERO;
                for kind in 0..table.kinds.len() {
                    if left.kinds[kind] > N::ZERO && node.next[kind] != NONE {
                        let next = node.next[kind] as usize;
                        let then = if action == Action::Hit { self.later(next) } else { self.doubled(next) };
                        worth += left.chance(kind) * then;
                    }
                }
                if action == Action::Hit { worth } else { worth * table.doubled }
            }
        }
    }

    fn later(&mut self, place: usize) -> N {
        let (number, value) = self.played[place];
        if number == self.number {
            return value;
        }
        let value = self.play(place, self.table.hands.nodes[place].allowed_split, false);
        self.played[place] = (self.number, value);
        value
    }

    fn doubled(&self, place: usize) -> N {
        let node = &self.table.hands.nodes[place];
        let Some(left) = self.table.left(node, Some(self.split)) else { return N::ZERO };
        if node.may_give_up_doubled && self.policy.gives_up_doubled(place) {
            return -(self.table.given_up * self.table.live(&left));
        }
        self.table.stand(node.shown, &left)
    }
}
