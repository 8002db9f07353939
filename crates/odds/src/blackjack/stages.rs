//! How the hands of a split pair come about, and how much each of them counts in the whole.

use std::collections::BTreeMap;

use cards::Card;
use games::blackjack::play::{self, Situation};

use super::number::Number;
use super::shoe::Kind;
use super::up::Table;

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
pub(super) struct Part<N> {
    pub(super) gone: u8,
    pub(super) plain: N,
    pub(super) paired: N,
}

/// How much each hand counts in the whole of a split, and how many hands it makes on average.
pub(super) struct Weights<N> {
    pub(super) parts: BTreeMap<u8, (N, N)>,
    pub(super) hands: N,
    /// How many times one hand stands beside another.
    pub(super) both: N,
    /// The pair's cards and all cards that are left beside the up card and a hand's own first card.
    pairs: i64,
    cards: i64,
}

impl<N: Number> Weights<N> {
    /// Those of a pair whose spot was split so often before.
    pub(super) fn of(table: &Table<'_, N>, pair: usize, before: u8) -> Weights<N> {
        let kind = &table.kinds.0[pair];
        let all_pairs = i64::from(kind.cards) - i64::from(pair == table.up);
        let all_cards = i64::from(table.kinds.cards()) - 1;
        let (pairs, cards) = (all_pairs - 1, all_cards - 1);
        let mut weights = Weights { parts: BTreeMap::new(), hands: N::ZERO, both: N::ZERO, pairs, cards };
        let mut suits = Suits::of(kind);
        // Stages in the order of cards drawn, so that each is complete when it is taken.
        let mut stages: BTreeMap<(u8, Stage), N> = BTreeMap::new();
        stages.insert((0, Stage { splits: 1, plain: 0, paired: 0 }), N::ONE);
        while let Some(((drawn, stage), chance)) = stages.pop_first() {
            let Stage { splits, plain, paired } = stage;
            let open = splits + 1 - plain - paired;
            let rule = again(table, kind, before.saturating_add(splits));
            let gone = i64::from(splits) + 1 + i64::from(paired);
            let unknown = all_cards - gone - i64::from(plain);
            if open == 0 || rule == Again::Never || drawn == u8::MAX || unknown <= 0 {
                weights.add(stage, open, chance);
                continue;
            }
            let again = N::whole((all_pairs - gone).max(0)) / N::whole(unknown);
            let same = match rule {
                Again::Free => N::ONE,
                Again::SameSuit => suits.matching(paired),
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

/// How likely it is that pairs of a kind are each of two suits.
struct Suits<N> {
    /// What may be left of the suits after so many such pairs as are known, most first, with its chance.
    left: BTreeMap<Vec<i64>, N>,
    /// The chance that so many pairs are all of two suits.
    known: Vec<N>,
}

impl<N: Number> Suits<N> {
    fn of(kind: &Kind) -> Suits<N> {
        let mut suits: BTreeMap<_, i64> = BTreeMap::new();
        for (face, copies) in &kind.faces {
            *suits.entry(face.suit()).or_default() += i64::from(*copies);
        }
        let mut left: Vec<i64> = suits.into_values().collect();
        left.sort_unstable_by(|one, other| other.cmp(one));
        Suits { left: BTreeMap::from([(left, N::ONE)]), known: vec![N::ONE] }
    }

    /// The chance that a pair is of one suit when so many others were not.
    fn matching(&mut self, others: u8) -> N {
        while self.known.len() <= usize::from(others) + 1 {
            self.go_on();
        }
        let others = usize::from(others);
        if self.known[others] > N::ZERO {
            N::ONE - self.known[others + 1] / self.known[others]
        } else {
            N::ONE
        }
    }

    fn go_on(&mut self) {
        let mut next: BTreeMap<Vec<i64>, N> = BTreeMap::new();
        for (left, chance) in &self.left {
            let all: i64 = left.iter().sum();
            for one in 0..left.len() {
                for other in (0..left.len()).filter(|other| *other != one) {
                    let ways = left[one] * left[other];
                    if ways == 0 {
                        continue;
                    }
                    let mut then = left.clone();
                    then[one] -= 1;
                    then[other] -= 1;
                    then.sort_unstable_by(|one, other| other.cmp(one));
                    let part = *chance * N::whole(ways) / N::whole(all * (all - 1));
                    *next.entry(then).or_insert(N::ZERO) += part;
                }
            }
        }
        self.left = next;
        self.known.push(self.left.values().copied().sum());
    }
}
