//! Every hand a player can come to hold, by what it is made of, and what the rules of play say about it.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use cards::Card;
use games::blackjack::play::{self, Shown, Situation};
use games::blackjack::{Count, Terms};

use super::shoe::{Counts, KINDS_MAX, Kinds};

/// What a player may do with a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Take no more cards.
    Stand,
    /// Take a card.
    Hit,
    /// Add an equal wager and take exactly one card.
    Double,
    /// Make two hands of a pair, with an equal wager on the new one.
    Split,
    /// Give the hand up.
    Surrender,
}

impl Action {
    /// Every action, in the order in which the first of equally good ones is taken.
    pub const ALL: [Action; 5] =
        [Action::Stand, Action::Hit, Action::Double, Action::Split, Action::Surrender];

    /// Whether it is one of those that an up card may bar.
    pub(super) fn is_option(self) -> bool {
        matches!(self, Action::Double | Action::Split | Action::Surrender)
    }
}

/// A set of actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Allowed(u8);

impl Allowed {
    fn none() -> Allowed {
        Allowed(0)
    }

    pub(super) fn and(self, action: Action) -> Allowed {
        Allowed(self.0 | 1 << action as u8)
    }

    pub(super) fn has(self, action: Action) -> bool {
        self.0 & 1 << action as u8 != 0
    }

    /// Whether any of them takes a card.
    pub(super) fn takes_card(self) -> bool {
        self.has(Action::Hit) || self.has(Action::Double)
    }

    pub(super) fn without(self, action: Action) -> Allowed {
        Allowed(self.0 & !(1 << action as u8))
    }

    /// What a situation allows whoever has money enough; a hand that its last card ended can only stand.
    pub(super) fn of(terms: &Terms, situation: &Situation) -> Allowed {
        let stand = Allowed::none().and(Action::Stand);
        if let Some(end) = play::end_by_card(terms, situation, || true) {
            let ended = Situation { end: Some(end), ..*situation };
            let may_give_up = play::may_surrender(terms, &ended, || Ok(())).is_ok();
            return if may_give_up { stand.and(Action::Surrender) } else { stand };
        }
        let mut allowed = Allowed::none();
        for (action, is_allowed) in [
            (Action::Stand, play::may_stand(terms, situation).is_ok()),
            (Action::Hit, play::may_hit(terms, situation).is_ok()),
            (Action::Double, play::may_double(terms, situation).is_ok()),
            (Action::Split, play::may_split(terms, situation).is_ok()),
            (Action::Surrender, play::may_surrender(terms, situation, || Ok(())).is_ok()),
        ] {
            if is_allowed {
                allowed = allowed.and(action);
            }
        }
        allowed
    }
}

/// How many bits a count has in a key, and the most that they hold.
const COUNT_BITS: u32 = 6;
const COUNT_MOST: u8 = (1 << COUNT_BITS) - 1;

/// The most different hands that are worked out; games that end have far fewer.
const HANDS_MAX: usize = 100_000;

/// Players could hold more different hands than can be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyHands;

impl fmt::Display for TooManyHands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "players could hold more than {HANDS_MAX} different hands, because some may hit without ever being over; \
             let hands with a joker stand, or set a total at which players must stand"
        )
    }
}

impl std::error::Error for TooManyHands {}

/// No hand.
pub(super) const NONE: u32 = u32::MAX;

/// A hand, by what it is made of.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// How many cards of each kind.
    pub(super) counts: Counts,
    /// What decides its total.
    pub(super) count: Count,
    /// How it is compared when it is no Natural.
    pub(super) shown: Shown,
    /// Two cards of its kinds, if it has two.
    pub(super) two: Option<[Card; 2]>,
    /// Whether it is a Natural as an opening hand.
    pub(super) is_natural: bool,
    /// What may be done with it when it does not come from a split; an opening hand if it has two cards.
    pub(super) allowed: Allowed,
    /// What may be done with it, of three cards or more, when it comes from a split.
    pub(super) allowed_split: Allowed,
    /// Whether it may still be given up after the card of a double.
    pub(super) may_give_up_doubled: bool,
    /// Whether it may take a card at all.
    pub(super) has_next: bool,
    /// The hand with one more card of each kind.
    pub(super) next: [u32; KINDS_MAX],
}

/// Every hand, those with fewer cards first. The first ones have one card, in the order of the kinds.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    pub(super) nodes: Vec<Node>,
    /// The kinds, those of which a hand can hold few first.
    pub(super) order: Vec<usize>,
    /// The hands of two cards or more, in the order of their counts of the kinds taken in that order.
    pub(super) sorted: Vec<u32>,
    /// For each kind, the hands of two cards or more that hold a card of it, in the order of their counts of the other
    /// kinds.
    pub(super) holding: Vec<Vec<u32>>,
    /// What may be done with a card of a split pair and its second card, by their kinds, when it is not split again.
    pub(super) seconds: Vec<[Second; KINDS_MAX]>,
}

/// A hand of a split pair once it has its second card.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Second {
    pub(super) allowed: Allowed,
    pub(super) is_natural: bool,
}

impl Second {
    fn of(terms: &Terms, two: [Card; 2]) -> Second {
        let hand =
            Situation { two: Some(two), is_split: true, splits: u8::MAX, ..Situation::of(Count::of(&two)) };
        Second {
            allowed: Allowed::of(terms, &hand).without(Action::Split),
            is_natural: play::is_player_natural(terms, &hand),
        }
    }
}

impl Hands {
    pub(super) fn of(kinds: &Kinds, terms: &Terms) -> Result<Hands, TooManyHands> {
        let mut hands = Hands {
            nodes: Vec::new(),
            order: Vec::new(),
            sorted: Vec::new(),
            holding: Vec::new(),
            seconds: Vec::new(),
        };
        let mut places: HashMap<u128, u32, BuildHasherDefault<Mix>> = HashMap::default();
        let mut tip: Vec<u32> = Vec::new();
        for (place, kind) in kinds.0.iter().enumerate() {
            let mut counts = [0; KINDS_MAX];
            counts[place] = 1;
            tip.push(hands.add(terms, counts, Count::of(&[kind.card]), None));
        }
        while !tip.is_empty() {
            if hands.nodes.len() > HANDS_MAX {
                return Err(TooManyHands);
            }
            let mut later = Vec::new();
            for from in tip {
                for (place, kind) in kinds.0.iter().enumerate() {
                    let node = &hands.nodes[from as usize];
                    if u16::from(node.counts[place]) >= kind.cards || !node.may_take_card() {
                        continue;
                    }
                    let (mut counts, count) = (node.counts, node.count.with(kind.card));
                    counts[place] += 1;
                    let first = kinds
                        .0
                        .iter()
                        .zip(&node.counts)
                        .find(|(_, held)| **held > 0)
                        .map(|(kind, _)| kind.card);
                    let two = first.filter(|_| count.cards() == 2).map(|first| [first, kind.card]);
                    let to = *places.entry(packed(&counts)).or_insert_with(|| {
                        let to = hands.add(terms, counts, count, two);
                        later.push(to);
                        to
                    });
                    hands.nodes[from as usize].next[place] = to;
                    hands.nodes[from as usize].has_next = true;
                }
            }
            tip = later;
        }
        let most = |kind: usize| hands.nodes.iter().map(|node| node.counts[kind]).max();
        hands.order = (0..kinds.len()).collect();
        hands.order.sort_by_key(|kind| (most(*kind), *kind));
        let several = (0..hands.nodes.len()).filter(|node| hands.nodes[*node].count.cards() >= 2);
        let mut sorted: Vec<(u128, u32)> =
            several.map(|node| (hands.key(&hands.nodes[node].counts), node as u32)).collect();
        sorted.sort_unstable();
        for kind in 0..kinds.len() {
            let mut only = [0; KINDS_MAX];
            only[kind] = COUNT_MOST;
            let of_kind = hands.key(&only);
            let holding = sorted.iter().filter(|(key, _)| key & of_kind != 0);
            let mut holding: Vec<(u128, u32)> = holding.map(|(key, node)| (key & !of_kind, *node)).collect();
            holding.sort_unstable();
            hands.holding.push(holding.into_iter().map(|(_, node)| node).collect());
        }
        hands.sorted = sorted.into_iter().map(|(_, node)| node).collect();
        for one in &kinds.0 {
            let mut row = [Second::default(); KINDS_MAX];
            for (second, other) in row.iter_mut().zip(&kinds.0) {
                *second = Second::of(terms, [one.card, other.card]);
            }
            hands.seconds.push(row);
        }
        Ok(hands)
    }

    /// What counts are sorted by.
    fn key(&self, counts: &Counts) -> u128 {
        self.order.iter().fold(0, |key, kind| key << COUNT_BITS | u128::from(counts[*kind]))
    }

    fn add(&mut self, terms: &Terms, counts: Counts, count: Count, two: Option<[Card; 2]>) -> u32 {
        let plain = Situation { two, is_touched: two.is_none(), ..Situation::of(count) };
        let is_natural = play::is_player_natural(terms, &plain);
        // An ace and a ten-value card may also be a plain hand after a split, which is played by what it would be
        // worth as an opening hand if it were none.
        let as_plain = if is_natural { Situation { is_split: true, ..plain } } else { plain };
        let split = Situation { is_split: true, is_touched: true, two: None, ..plain };
        let doubled = Situation { is_doubled: true, is_touched: true, two: None, ..plain };
        self.nodes.push(Node {
            counts,
            count,
            shown: Shown::plain(count),
            two,
            is_natural,
            allowed: Allowed::of(terms, if is_natural { &as_plain } else { &plain }),
            allowed_split: Allowed::of(terms, &split),
            may_give_up_doubled: {
                let end = play::end_by_card(terms, &doubled, || false);
                play::may_surrender(terms, &Situation { end, ..doubled }, || Ok(())).is_ok()
            },
            has_next: false,
            next: [NONE; KINDS_MAX],
        });
        self.nodes.len() as u32 - 1
    }
}

impl Node {
    /// Whether any rule could ever let it take a card.
    fn may_take_card(&self) -> bool {
        let takes = |allowed: Allowed| allowed.has(Action::Hit) || allowed.has(Action::Double);
        self.count.cards() < 2 || takes(self.allowed) || takes(self.allowed_split)
    }
}

/// Counts as one number.
pub(super) fn packed(counts: &Counts) -> u128 {
    counts.iter().fold(0, |key, held| key << COUNT_BITS | u128::from(*held))
}

/// Mixes a key that is made of small numbers.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn write_u128(&mut self, number: u128) {
        let mixed = (number as u64 ^ (number >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}
