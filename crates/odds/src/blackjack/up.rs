//! One up card: what is left behind it, what each result of the bank pays, and how likely the results are.
//!
//! Where the bank's down card is looked at first, players choose only when there is no Natural. Values here then
//! count the bank's hands without a Natural and leave it at that: the chance that there is none is the same for all
//! choices of a hand, so the best one is best, and sums over cards need no condition.

use books::Money;
use cards::Card;
use games::blackjack::Terms;
use games::blackjack::play::{self, BankShown, Shown, Situation};

use super::bank::{Bank, End, Left};
use super::chances::{Beside, Chances};
use super::hands::{Action, Allowed, Hands, NONE, Node};
use super::number::Number;
use super::pays::{AllPays, Pays, RESULTS_MAX, SIDES, Wanted, pay};
use super::shoe::{KINDS_MAX, Kinds};

/// What does not change from hand to hand.
pub(super) struct Table<'a, N> {
    pub(super) terms: &'a Terms,
    pub(super) kinds: &'a Kinds,
    pub(super) hands: &'a Hands,
    pub(super) bank: Bank<N>,
    /// How many classes of the bank's results there are.
    pub(super) classes: usize,
    /// The bank's hands of each side that count, with their classes, and what gives their chances.
    ends: [Vec<(End<N>, u8)>; SIDES],
    chances: [Chances<N>; SIDES],
    /// The up card's kind.
    pub(super) up: usize,
    /// The kinds that make a Natural under the up card.
    pub(super) natural_with: Vec<usize>,
    /// Whether the down card was looked at when players choose.
    pub(super) is_looked_under: bool,
    /// Whether nobody may choose anything.
    pub(super) is_frozen: bool,
    /// Whether the up card leaves doubling, splitting and giving up open.
    are_options_open: bool,
    /// What a hand given up loses.
    given_up: N,
    /// What is left of each kind behind the up card.
    left: [i16; KINDS_MAX],
    pub(super) cards_left: i16,
    /// What each class of the bank's results pays, by the hand that is shown.
    pays: AllPays<N>,
}

/// What is measured of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// What its wager brings.
    Value,
    /// The square of that.
    Square,
    /// Whether it wins.
    Wins,
    /// What its wager brings against one class of the bank's results.
    Class(u8),
}

impl Measure {
    #[inline]
    pub(super) fn of<N: Number>(self, pay: N) -> N {
        match self {
            Measure::Value | Measure::Class(_) => pay,
            Measure::Square => pay * pay,
            Measure::Wins if pay > N::ZERO => N::ONE,
            Measure::Wins => N::ZERO,
        }
    }

    /// What a doubled hand counts more.
    pub(super) fn doubled<N: Number>(self) -> N {
        match self {
            Measure::Value | Measure::Class(_) => N::whole(2),
            Measure::Square => N::whole(4),
            Measure::Wins => N::ONE,
        }
    }
}

impl<'a, N: Number> Table<'a, N> {
    pub(super) fn new(terms: &'a Terms, kinds: &'a Kinds, hands: &'a Hands, up: usize) -> Table<'a, N> {
        let bank = Bank::behind(kinds, terms, up);
        assert!(bank.results.len() <= RESULTS_MAX, "the bank's totals are few");
        let up_card = kinds.0[up].card;
        let natural_with = (0..kinds.len())
            .filter(|kind| play::is_natural(&[up_card, kinds.0[*kind].card], terms.natural.value))
            .collect();
        let mut left = [0; KINDS_MAX];
        for (place, kind) in kinds.0.iter().enumerate() {
            left[place] = kind.cards as i16 - i16::from(place == up);
        }
        let is_looked_under = play::is_looked_under(terms, up_card);
        let pays = AllPays::of(terms, hands, &bank, is_looked_under);
        let classes = pays.class_of.iter().max().map_or(0, |class| usize::from(*class) + 1);
        let mut ends: [Vec<(End<N>, u8)>; SIDES] = Default::default();
        for end in &bank.ends {
            let result = usize::from(end.result);
            if !(is_looked_under && bank.results[result].is_natural) {
                ends[pays.side_of[result]].push((*end, pays.class_of[result]));
            }
        }
        let behind = left.map(i64::from);
        let chances = ends.each_ref().map(|ends| Chances::new(ends, classes, &hands.order, None, behind));
        let one = Money::dollars(1);
        let lost = play::given_up(terms, one);
        Table {
            terms,
            kinds,
            hands,
            classes,
            ends,
            chances,
            bank,
            up,
            natural_with,
            is_looked_under,
            is_frozen: play::freezes(terms, up_card),
            are_options_open: play::are_options_open(terms, Some(up_card)).is_ok(),
            given_up: N::whole(lost.in_cents()) / N::whole(one.in_cents()),
            left,
            cards_left: kinds.cards() as i16 - 1,
            pays,
        }
    }

    pub(super) fn up_card(&self) -> Card {
        self.kinds.0[self.up].card
    }

    /// What one wager on a hand brings against one result of the bank.
    pub(super) fn pay(&self, shown: Shown, bank: BankShown) -> N {
        pay(self.terms, shown, bank)
    }

    /// What is left for the bank and for further cards beside a hand; nothing if the shoe cannot hold the hand.
    #[inline]
    pub(super) fn left(&self, node: &Node) -> Option<Left<N>> {
        let kinds = self.kinds_left(node);
        let can_be = kinds.iter().fold(0, |signs, kind| signs | *kind) >= 0;
        can_be.then(|| Left::new(kinds, self.cards_left - i16::from(node.count.cards())))
    }

    /// How many cards of each kind are left beside a hand, less than none where the shoe cannot hold it.
    #[inline]
    pub(super) fn kinds_left(&self, node: &Node) -> [i16; KINDS_MAX] {
        let mut kinds = self.left;
        for (kind, held) in kinds.iter_mut().zip(&node.counts) {
            *kind -= i16::from(*held);
        }
        kinds
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
        Left::new(self.left, self.cards_left)
    }

    /// The chance that the bank has no Natural where that was looked for; one where it was not.
    pub(super) fn live(&self, left: &Left<N>) -> N {
        if self.is_looked_under { N::ONE - self.natural(left) } else { N::ONE }
    }

    /// The chance that the down card makes a Natural.
    pub(super) fn natural(&self, left: &Left<N>) -> N {
        self.natural_with.iter().map(|kind| left.chance(*kind)).sum()
    }

    /// What each class of the bank's results pays a hand.
    #[inline]
    pub(super) fn pays_of(&self, shown: Shown) -> &Pays<N> {
        self.pays.row(shown)
    }

    /// Which chances of the bank's results standing needs to know.
    pub(super) fn asked(&self, shown: Shown) -> Wanted {
        self.pays_of(shown).asked
    }

    /// What standing measures.
    #[inline]
    pub(super) fn stand(&self, measure: Measure, shown: Shown, chances: &[N], live: N) -> N {
        let pays = self.pays_of(shown);
        if let Measure::Class(class) = measure {
            return chances[usize::from(class)] * pays.by_class[usize::from(class)];
        }
        if measure == Measure::Value {
            return pays.base * live + product(chances, &pays.beyond);
        }
        let base = measure.of(pays.base);
        chances
            .iter()
            .zip(&pays.by_class)
            .fold(base * live, |sum, (chance, pay)| sum + *chance * (measure.of(*pay) - base))
    }

    /// What gives the chances of a side when a kind is kept until the end.
    pub(super) fn chances_keeping(&self, side: usize, kind: usize) -> Chances<N> {
        let left = self.left.map(i64::from);
        Chances::new(&self.ends[side], self.classes, &self.hands.order, Some(kind), left)
    }

    /// Writes the chances beside each of these hands to its place in `out`.
    fn fill(&self, beside: &[(Beside, Wanted)], out: &mut [N]) {
        for (number, chances) in self.chances.iter().enumerate() {
            let asked = beside.iter().filter(|(_, asked)| asked[number]);
            chances.fill(&asked.map(|(beside, _)| *beside).collect::<Vec<_>>(), out);
        }
    }

    /// What giving up measures.
    pub(super) fn give_up(&self, measure: Measure, chances: &[N], live: N) -> N {
        let met = if let Measure::Class(class) = measure { chances[usize::from(class)] } else { live };
        measure.of(-self.given_up) * met
    }

    /// The chance that two opening cards of these kinds lie before the player, given the up card.
    pub(super) fn chance_of_two(&self, one: usize, other: usize) -> N {
        let whole = |cards: i16| N::whole(i64::from(cards));
        let (mine, theirs) = (whole(self.left[one]), whole(self.left[other]));
        let both = whole(self.cards_left) * whole(self.cards_left - 1);
        if one == other { mine * (mine - N::ONE) / both } else { N::whole(2) * mine * theirs / both }
    }

    /// The chance of the up card.
    pub(super) fn chance_of_up(&self) -> N {
        N::whole(i64::from(self.kinds.0[self.up].cards)) / N::whole(i64::from(self.cards_left) + 1)
    }

    /// Every two opening cards that can lie before the player, by their kinds, with their hand.
    pub(super) fn openings(&self) -> Vec<(usize, usize, usize)> {
        let kinds = self.kinds.len();
        let pairs = (0..kinds).flat_map(|one| (one..kinds).map(move |other| (one, other)));
        pairs
            .map(|(one, other)| (one, other, self.hands.nodes[one].next[other]))
            .filter(|(one, other, place)| *place != NONE && self.chance_of_two(*one, *other) > N::ZERO)
            .map(|(one, other, place)| (one, other, place as usize))
            .collect()
    }

    /// Whether two opening cards leave anything to choose.
    pub(super) fn is_played(&self, place: usize) -> bool {
        let node = &self.hands.nodes[place];
        let opening = Situation { two: node.two, ..Situation::of(node.count) };
        !self.is_frozen && play::end_by_card(self.terms, &opening, || true).is_none()
    }

    /// The chances of the bank's results beside every hand as far as standing asks for them.
    pub(super) fn sights(&self) -> Sights<N> {
        self.sights_asked(false)
    }

    /// The chances of all of the bank's results beside every hand.
    pub(super) fn all_sights(&self) -> Sights<N> {
        self.sights_asked(true)
    }

    fn sights_asked(&self, all: bool) -> Sights<N> {
        let nodes = &self.hands.nodes;
        let live = nodes.iter().map(|node| self.left(node).map(|left| self.live(&left))).collect::<Vec<_>>();
        let mut beside = Vec::with_capacity(nodes.len());
        for place in self.hands.sorted.iter().map(|place| *place as usize) {
            let node = &nodes[place];
            let mut is_asked = if all { [true; SIDES] } else { self.asked(node.shown) };
            if node.is_natural {
                let natural = self.asked(Shown { is_natural: true, ..node.shown });
                is_asked.iter_mut().zip(natural).for_each(|(one, other)| *one |= other);
            }
            if live[place].is_some() {
                beside.push(((node.counts, place as u32), is_asked));
            }
        }
        let mut chances = vec![N::ZERO; nodes.len() * self.classes];
        self.fill(&beside, &mut chances);
        Sights { classes: self.classes, chances, live }
    }
}

/// What every hand sees of the bank.
pub(super) struct Sights<N> {
    classes: usize,
    chances: Vec<N>,
    /// The chance that the bank has no Natural, where that was looked for; nothing for hands that the shoe cannot
    /// hold.
    pub(super) live: Vec<Option<N>>,
}

impl<N: Number> Sights<N> {
    pub(super) fn of(&self, node: usize) -> &[N] {
        &self.chances[node * self.classes..][..self.classes]
    }
}

/// The sum of the products of two rows; four sums at a time, so that none waits for the one before it.
#[inline]
fn product<N: Number>(one: &[N], other: &[N; RESULTS_MAX]) -> N {
    let mut sums = [N::ZERO; 4];
    for (one, other) in one.chunks(4).zip(other.chunks(4)) {
        for ((one, other), sum) in one.iter().zip(other).zip(&mut sums) {
            *sum += *one * *other;
        }
    }
    sums.into_iter().sum()
}
