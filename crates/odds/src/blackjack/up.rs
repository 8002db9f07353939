//! What every hand is worth against one up card, and what is best done with it.
//!
//! Where the bank's down card is looked at first, players choose only when there is no Natural. Values here then
//! count the bank's hands without a Natural and leave it at that: the chance that there is none is the same for all
//! choices of a hand, so the best one is best, and sums over cards need no condition.

use books::blackjack::Outcome;
use books::{Money, Odds};
use cards::Card;
use games::blackjack::Terms;
use games::blackjack::play::{self, BankShown, Shown};

use super::bank::{Bank, Left};
use super::hands::{Action, Allowed, Hands, NONE, Node};
use super::number::Number;
use super::shoe::{KINDS_MAX, Kinds};

/// The most different results of the bank.
pub(super) const RESULTS_MAX: usize = 32;

/// What does not change from hand to hand.
pub(super) struct Table<'a, N> {
    pub(super) terms: &'a Terms,
    pub(super) kinds: &'a Kinds,
    pub(super) hands: &'a Hands,
    pub(super) bank: Bank<N>,
    /// The up card's kind.
    pub(super) up: usize,
    /// The kinds that make a Natural under the up card.
    natural_with: Vec<usize>,
    /// Whether the down card was looked at when players choose.
    pub(super) is_looked_under: bool,
    /// Whether nobody may choose anything.
    pub(super) is_frozen: bool,
    /// Whether the up card leaves doubling, splitting and giving up open.
    are_options_open: bool,
    /// What a hand given up loses.
    pub(super) given_up: N,
    /// What is left of each kind behind the up card.
    left: [N; KINDS_MAX],
    cards_left: N,
    /// What a doubled hand counts more.
    pub(super) doubled: N,
    /// What each of the bank's results pays, by the hand that is shown.
    pays: Vec<Pays<N>>,
    /// Where the pays of each shown hand stand: by whether it is a Natural or holds a joker, total and number of
    /// cards.
    pays_at: [[[u16; CARDS_MAX]; POINTS_MAX]; 4],
}

/// Totals and numbers of cards beyond these are not reached.
const POINTS_MAX: usize = 32;
const CARDS_MAX: usize = 24;

/// Where the pays of a shown hand stand.
fn place(shown: Shown) -> [usize; 3] {
    let sort = usize::from(shown.is_natural) + 2 * usize::from(shown.has_joker);
    [sort, usize::from(shown.total.points), usize::from(shown.cards)]
}

/// What may be measured of a hand instead of what its wager brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The square of what it brings.
    Square,
    /// Whether it wins.
    Wins,
    /// That it is played at all.
    Hands,
}

/// What each of the bank's results pays one shown hand.
#[derive(Clone, Copy)]
struct Pays<N> {
    by_result: [N; RESULTS_MAX],
    /// What all results pay, if they all pay the same.
    same: Option<N>,
}

impl<'a, N: Number> Table<'a, N> {
    pub(super) fn new(terms: &'a Terms, kinds: &'a Kinds, hands: &'a Hands, up: usize) -> Table<'a, N> {
        let bank = Bank::behind(kinds, terms, up);
        assert!(bank.results.len() <= RESULTS_MAX, "the bank's totals are few");
        let up_card = kinds.0[up].card;
        let natural_with = (0..kinds.len())
            .filter(|kind| play::is_natural(&[up_card, kinds.0[*kind].card], terms.natural.value))
            .collect();
        let mut left = [N::ZERO; KINDS_MAX];
        for (place, kind) in kinds.0.iter().enumerate() {
            left[place] = N::whole(i64::from(kind.cards) - i64::from(place == up));
        }
        let one = Money::dollars(1);
        let lost = play::given_up(terms, one);
        let mut table = Table {
            terms,
            kinds,
            hands,
            bank,
            up,
            natural_with,
            is_looked_under: play::is_looked_under(terms, up_card),
            is_frozen: play::freezes(terms, up_card),
            are_options_open: play::are_options_open(terms, Some(up_card)).is_ok(),
            given_up: N::whole(lost.in_cents()) / N::whole(one.in_cents()),
            left,
            cards_left: N::whole(i64::from(kinds.cards()) - 1),
            doubled: N::whole(2),
            pays: Vec::new(),
            pays_at: [[[u16::MAX; CARDS_MAX]; POINTS_MAX]; 4],
        };
        for node in &hands.nodes {
            for is_natural in [false, true] {
                let shown = Shown { is_natural, ..node.shown };
                let [sort, points, cards] = place(shown);
                let at = &mut table.pays_at[sort][points][cards];
                if *at == u16::MAX {
                    *at = table.pays.len() as u16;
                    table.pays.push(table.pays_of(shown));
                }
            }
        }
        table
    }

    /// The same table, where something else is measured than what a wager brings.
    pub(super) fn measuring(mut self, measure: Measure) -> Table<'a, N> {
        let measured = |pay: N| match measure {
            Measure::Square => pay * pay,
            Measure::Wins if pay > N::ZERO => N::ONE,
            Measure::Wins => N::ZERO,
            Measure::Hands => N::ONE,
        };
        for pays in &mut self.pays {
            for (place, bank) in self.bank.results.iter().enumerate() {
                let is_left_out = self.is_looked_under && bank.is_natural;
                let pay = if is_left_out { N::ZERO } else { measured(pays.by_result[place]) };
                pays.by_result[place] = pay;
            }
            pays.same = pays.same.map(measured);
        }
        self.given_up = -measured(-self.given_up);
        self.doubled = match measure {
            Measure::Square => N::whole(4),
            Measure::Wins | Measure::Hands => N::ONE,
        };
        self
    }

    pub(super) fn up_card(&self) -> Card {
        self.kinds.0[self.up].card
    }

    fn pays_of(&self, shown: Shown) -> Pays<N> {
        let mut by_result = [N::ZERO; RESULTS_MAX];
        let mut same = None;
        let mut is_same = true;
        for (place, bank) in self.bank.results.iter().enumerate() {
            if self.is_looked_under && bank.is_natural {
                continue;
            }
            by_result[place] = self.pay(shown, *bank);
            is_same &= same.is_none_or(|other| other == by_result[place]);
            same = Some(by_result[place]);
        }
        Pays { by_result, same: same.filter(|_| is_same) }
    }

    /// What one wager on a hand brings against one result of the bank.
    pub(super) fn pay(&self, shown: Shown, bank: BankShown) -> N {
        let decision = play::compare(self.terms, shown, bank);
        match decision.outcome {
            Outcome::Player => worth(decision.pays),
            Outcome::Bank => -N::ONE,
            Outcome::Push => N::ZERO,
        }
    }

    /// What is left for the bank and for further cards beside a hand; nothing if the shoe cannot hold the hand.
    ///
    /// `pairs` further cards of a kind lie in other hands, and `others` cards there are known not to be of it.
    pub(super) fn left(&self, node: &Node, split: Option<(usize, u16, u16)>) -> Option<Left<N>> {
        let mut left = Left { kinds: self.left, cards: self.cards_left, others: None };
        for kind in 0..self.kinds.len() {
            if node.counts[kind] > 0 {
                left.kinds[kind] = left.kinds[kind] - N::whole(i64::from(node.counts[kind]));
            }
        }
        left.cards = left.cards - N::whole(i64::from(node.count.cards()));
        if let Some((pair, pairs, others)) = split {
            let pairs = N::whole(i64::from(pairs));
            left.kinds[pair] = left.kinds[pair] - pairs;
            left.cards = left.cards - pairs;
            left.others = (others > 0).then(|| (pair as u8, N::whole(i64::from(others))));
        }
        left.kinds[..self.kinds.len()].iter().all(|kind| *kind >= N::ZERO).then_some(left)
    }

    /// What the up card leaves open of what a hand allows.
    pub(super) fn open(&self, allowed: Allowed) -> Allowed {
        if self.are_options_open {
            return allowed;
        }
        allowed.without(Action::Double).without(Action::Split).without(Action::Surrender)
    }

    /// What is left behind the up card while no other card is seen.
    pub(super) fn whole(&self) -> Left<N> {
        Left { kinds: self.left, cards: self.cards_left, others: None }
    }

    /// The chance that the bank has no Natural where that was looked for; one where it was not.
    pub(super) fn live(&self, left: &Left<N>) -> N {
        if self.is_looked_under { N::ONE - self.natural(left) } else { N::ONE }
    }

    /// The chance that the down card makes a Natural.
    pub(super) fn natural(&self, left: &Left<N>) -> N {
        self.natural_with.iter().map(|kind| left.chance(*kind)).sum()
    }

    /// What standing is worth.
    #[inline]
    pub(super) fn stand(&self, shown: Shown, left: &Left<N>) -> N {
        let [sort, points, cards] = place(shown);
        let pays = &self.pays[usize::from(self.pays_at[sort][points][cards])];
        if let Some(same) = pays.same {
            return same * self.live(left);
        }
        let mut chances = [N::ZERO; RESULTS_MAX];
        self.bank.chances(left, &mut chances);
        let count = self.bank.results.len();
        chances[..count].iter().zip(&pays.by_result).map(|(chance, pay)| *chance * *pay).sum()
    }

    /// The chance that two opening cards of these kinds lie before the player, given the up card.
    pub(super) fn chance_of_two(&self, one: usize, other: usize) -> N {
        let (mine, theirs) = (self.left[one], self.left[other]);
        let both = self.cards_left * (self.cards_left - N::ONE);
        if one == other { mine * (mine - N::ONE) / both } else { N::whole(2) * mine * theirs / both }
    }

    /// The chance of the up card.
    pub(super) fn chance_of_up(&self) -> N {
        N::whole(i64::from(self.kinds.0[self.up].cards)) / (self.cards_left + N::ONE)
    }
}

/// What a win brings.
pub(super) fn worth<N: Number>(odds: Odds) -> N {
    N::whole(i64::from(odds.pays)) / N::whole(i64::from(odds.on))
}

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
    pub(super) fn best(table: &Table<'_, N>) -> Values<N> {
        let nodes = &table.hands.nodes;
        let none = vec![N::ZERO; nodes.len()];
        let mut values = Values {
            stand: none.clone(),
            hit: none.clone(),
            double: none.clone(),
            surrender: none,
            can_be: vec![false; nodes.len()],
        };
        for place in (0..nodes.len()).rev() {
            let node = &nodes[place];
            let Some(left) = table.left(node, None) else { continue };
            values.can_be[place] = true;
            if node.count.cards() < 2 {
                continue;
            }
            values.stand[place] = table.stand(node.shown, &left);
            values.surrender[place] = -(table.given_up * table.live(&left));
            let (mut hit, mut double) = (N::ZERO, N::ZERO);
            for kind in 0..table.kinds.len() {
                let next = node.next[kind];
                if next == NONE || left.kinds[kind] <= N::ZERO {
                    continue;
                }
                let next = next as usize;
                let chance = left.chance(kind);
                let action = values.choose(next, table.open(nodes[next].allowed));
                hit += chance * values.value(next, action);
                let is_given_up = nodes[next].may_give_up_doubled && values.gives_up_doubled(next);
                let doubled = if is_given_up { values.surrender[next] } else { values.stand[next] };
                double += chance * doubled;
            }
            values.hit[place] = hit;
            values.double[place] = double * table.doubled;
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
pub(super) fn measured<N: Number>(table: &Table<'_, N>, policy: &impl Policy) -> Vec<N> {
    let nodes = &table.hands.nodes;
    let mut worth = vec![N::ZERO; nodes.len()];
    let mut stand = worth.clone();
    let mut given_up = worth.clone();
    for place in (0..nodes.len()).rev() {
        let node = &nodes[place];
        let Some(left) = table.left(node, None) else { continue };
        if node.count.cards() < 2 {
            continue;
        }
        stand[place] = table.stand(node.shown, &left);
        given_up[place] = -(table.given_up * table.live(&left));
        worth[place] = match policy.choose(place, table.open(node.allowed)) {
            Action::Stand | Action::Split => stand[place],
            Action::Surrender => given_up[place],
            action @ (Action::Hit | Action::Double) => {
                let mut sum = N::ZERO;
                for kind in 0..table.kinds.len() {
                    if node.next[kind] == NONE || left.kinds[kind] <= N::ZERO {
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
                if action == Action::Hit { sum } else { sum * table.doubled }
            }
        };
    }
    worth
}
