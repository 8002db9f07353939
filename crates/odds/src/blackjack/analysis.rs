//! The analysis of a book and a shoe: every up card, and what they come to together.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use books::Odds;
use books::blackjack::BlackjackRules;
use cards::Card;
use games::blackjack::play::{self, BankShown, Shown, Situation};
use games::blackjack::{Terms, Total};

use super::chart::{ByChart, Change, Chart, Column, EvenMoney};
use super::hands::{Action, Allowed, Hands, NONE, TooManyHands};
use super::later::Later;
use super::maker::Maker;
use super::number::Number;
use super::pays::worth;
use super::shoe::{KINDS_MAX, Kinds, Shoe};
use super::split::Splits;
use super::up::{Measure, Sights, Table};
use super::values::{Policy, Values, measured};

/// What a book and a shoe come to, from the player's side, in opening wagers and without fees.
#[derive(Clone, Debug)]
pub struct Analysis<N> {
    pub(super) terms: Terms,
    pub(super) kinds: Kinds,
    pub(super) hands: Hands,
    pub(super) ups: Vec<UpCard<N>>,
    pub(super) later: Later<N>,
}

/// One way in which the bank's hand may end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BankHand<N> {
    /// What it counts.
    pub total: u8,
    /// How many cards it has.
    pub cards: u8,
    /// How likely it is.
    pub chance: N,
}

/// What one up card of the bank comes to.
#[derive(Clone, Debug)]
pub struct UpCard<N> {
    /// A card of its kind.
    pub card: Card,
    /// The chance that it comes.
    pub chance: N,
    /// What the opening wager is worth when it has come.
    pub value: N,
    pub(super) values: Values<N>,
    /// What splitting each kind is worth, where a pair of it may be split.
    pub(super) splits: [Option<N>; KINDS_MAX],
    /// What two opening cards come to beside what is chosen, by their hand.
    pub(super) openings: BTreeMap<usize, TwoCards<N>>,
    /// What the opening wager is worth when the chart is played.
    pub chart_value: N,
    pub(super) column: Column,
    /// The chance that the bank has no Natural, where that is looked for before players choose.
    pub(super) live: Vec<Option<N>>,
    even_money: EvenMoney,
    /// What a Natural gains by even money on average.
    even_money_gain: Option<N>,
    /// The chance that the down card makes a Natural while no other card is seen.
    natural: N,
    /// How likely each finished hand of the bank and number of its cards is.
    bank: BTreeMap<(BankShown, usize), N>,
}

/// What two opening cards come to beside what is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct TwoCards<N> {
    /// What they stand for where they leave nothing to choose, the bank's Natural not counted where it is looked for.
    pub(super) stands: Option<N>,
    /// What the bank's Natural does to them where it is looked for.
    pub(super) met: N,
    /// What even money brings, where it may be had.
    pub(super) even_money: Option<N>,
}

impl<N: Number> Analysis<N> {
    /// Works out everything, on as many cores as there are.
    ///
    /// # Panics
    /// If players could hold too many different hands; [`Analysis::try_of`] says so instead.
    #[must_use]
    pub fn of(rules: &BlackjackRules, shoe: &Shoe) -> Analysis<N> {
        Analysis::try_of(rules, shoe).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Works out everything, on as many cores as there are.
    ///
    /// # Errors
    /// If players could hold too many different hands.
    pub fn try_of(rules: &BlackjackRules, shoe: &Shoe) -> Result<Analysis<N>, TooManyHands> {
        Analysis::try_on_cores(rules, shoe, cores())
    }

    /// Works out everything on so many cores.
    ///
    /// # Panics
    /// If players could hold too many different hands; [`Analysis::try_on_cores`] says so instead.
    #[must_use]
    pub fn on_cores(rules: &BlackjackRules, shoe: &Shoe, cores: usize) -> Analysis<N> {
        Analysis::try_on_cores(rules, shoe, cores).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Works out everything on so many cores.
    ///
    /// # Errors
    /// If players could hold too many different hands.
    pub fn try_on_cores(
        rules: &BlackjackRules,
        shoe: &Shoe,
        cores: usize,
    ) -> Result<Analysis<N>, TooManyHands> {
        let terms = Terms::of(rules);
        let kinds = Kinds::of(shoe, &terms);
        let hands = Hands::of(&kinds, &terms)?;
        let ups = each(kinds.len(), cores, |place| UpCard::of(&Table::new(&terms, &kinds, &hands, place)));
        Ok(Analysis { terms, kinds, hands, ups, later: Later::default() })
    }

    /// What the opening wager is worth.
    #[must_use]
    pub fn value(&self) -> N {
        self.ups.iter().map(|up| up.chance * up.value).sum()
    }

    /// What the opening wager is worth when the chart is played.
    #[must_use]
    pub fn chart_value(&self) -> N {
        self.ups.iter().map(|up| up.chance * up.chart_value).sum()
    }

    /// Every up card.
    #[must_use]
    pub fn up_cards(&self) -> &[UpCard<N>] {
        &self.ups
    }

    /// The bank's finished hands when it always draws out, whatever players do; a Natural counts as a 21 of two cards.
    #[must_use]
    pub fn bank_hands(&self) -> Vec<BankHand<N>> {
        let mut all: BTreeMap<(Total, u8), N> = BTreeMap::new();
        for up in &self.ups {
            for ((shown, cards), chance) in &up.bank {
                let total = Total { is_soft: false, ..shown.total };
                *all.entry((total, *cards as u8)).or_insert(N::ZERO) += up.chance * *chance;
            }
        }
        all.into_iter()
            .map(|((total, cards), chance)| BankHand { total: total.points, cards, chance })
            .collect()
    }

    /// The chance that insurance wins when it is asked about, before any other card is seen; nothing if it is never.
    #[must_use]
    pub fn insurance_wins(&self) -> Option<N> {
        let up = self.ups.iter().find(|up| play::asks_insurance(&self.terms, up.card))?;
        Some(up.natural)
    }

    /// What a Natural gains on average by even money instead of waiting, where it may be had.
    #[must_use]
    pub fn even_money_gains(&self) -> Option<N> {
        let gains = self.ups.iter().filter_map(|up| up.even_money_gain.map(|gain| (up.chance, gain)));
        let (chances, gains): (Vec<N>, Vec<N>) = gains.map(|(chance, gain)| (chance, chance * gain)).unzip();
        let all: N = chances.into_iter().sum();
        (all > N::ZERO).then(|| gains.into_iter().sum::<N>() / all)
    }

    /// The mean square of what the opening wager brings with the best play, and the chance that it wins. Hands that
    /// are not split are counted exactly; those of a split pair as if they came out independently of each other once
    /// the bank's hand is known, and each as its share of a win.
    #[must_use]
    pub fn spread(&self) -> (N, N) {
        let parts = each(self.ups.len(), cores(), |place| {
            let up = &self.ups[place];
            let table = Table::new(&self.terms, &self.kinds, &self.hands, place);
            let sights = table.all_sights();
            let splits = Splits::knowing_all(&table, &sights, &up.values);
            [Measure::Square, Measure::Wins]
                .map(|measure| up.chance * self.measured_up(&table, &sights, &splits, up, measure))
        });
        let (mut square, mut wins) = (N::ZERO, N::ZERO);
        for [one_square, one_wins] in parts {
            square += one_square;
            wins += one_wins;
        }
        (square, wins)
    }

    fn measured_up(
        &self,
        table: &Table<'_, N>,
        sights: &Sights<N>,
        splits: &Splits<'_, N>,
        up: &UpCard<N>,
        measure: Measure,
    ) -> N {
        let nodes = &self.hands.nodes;
        let by_hand = measured(table, sights, &up.values, measure);
        let mut sum = N::ZERO;
        for (one, other, place) in table.openings() {
            let (node, Some(live)) = (&nodes[place], sights.live[place]) else { continue };
            let best = up.values.value(place, up.values.choose(place, table.open(node.allowed)));
            let is_split = one == other && up.splits[one].is_some_and(|split| split > best);
            let played = if is_split {
                splits.spread(one, &up.values, measure, sights.of(place)).unwrap_or(N::ZERO)
            } else {
                by_hand[place]
            };
            let part = match Opening::of(table, sights, place) {
                Opening::Ended { is_sure, .. } if is_sure && up.even_money[one][other] => {
                    sum += table.chance_of_two(one, other) * measure.of(worth(Odds::EVEN));
                    continue;
                }
                Opening::Ended { .. } => table.stand(measure, shown(node), sights.of(place), live),
                Opening::Open => played,
            };
            let met = natural_met(table, measure, place);
            sum += table.chance_of_two(one, other) * (part + met);
        }
        sum
    }

    pub(super) fn up(&self, card: Card) -> Option<&UpCard<N>> {
        self.kinds.place_of(card).map(|place| &self.ups[place])
    }

    pub(super) fn node_of(&self, cards: &[Card]) -> Option<usize> {
        let mut cards = cards.iter().map(|card| self.kinds.place_of(*card));
        let first = cards.next()??;
        cards.try_fold(first, |node, kind| {
            let next = self.hands.nodes[node].next[kind?];
            (next != NONE).then_some(next as usize)
        })
    }

    /// What the best play does with a hand as it stands, its cards in the order they came.
    ///
    /// # Panics
    /// If the shoe cannot hold such a hand.
    #[must_use]
    pub fn decide(&self, cards: &[Card], it: &Situation, up: Card) -> Action {
        let node = self.node_of(cards).expect("a hand of this shoe");
        let up = self.up(up).expect("a card of this shoe");
        let allowed = up.open(&self.terms, Allowed::of(&self.terms, it));
        if it.is_doubled {
            let gives_up = self.hands.nodes[node].may_give_up_doubled && up.values.gives_up_doubled(node);
            return if gives_up { Action::Surrender } else { Action::Stand };
        }
        if allowed.has(Action::Split) {
            let pair = self.kinds.place_of(cards[0]).expect("a card of this shoe");
            let best = up.values.value(node, up.values.choose(node, allowed));
            if it.is_split || up.splits[pair].is_some_and(|split| split > best) {
                return Action::Split;
            }
        }
        up.values.choose(node, allowed)
    }

    /// How an up card or a card of a pair is called: ten-value cards alike, unless the game tells their ranks apart.
    #[must_use]
    pub fn card_name(&self, card: Card) -> String {
        self.kinds.name(card)
    }

    /// The best chart that a person can learn.
    #[must_use]
    pub fn chart(&self) -> Chart {
        Chart {
            terms: self.terms,
            kinds: self.kinds.clone(),
            columns: self.ups.iter().map(|up| up.column.clone()).collect(),
            even_money: self.ups.iter().map(|up| up.even_money).collect(),
            filed: None,
        }
    }

    /// Whether the best play takes even money for a Natural.
    #[must_use]
    pub fn takes_even_money(&self, two: [Card; 2], up: Card) -> bool {
        let [one, other] = two.map(|card| self.kinds.place_of(card));
        let (Some(up), Some(one), Some(other)) = (self.up(up), one, other) else { return false };
        up.even_money[one][other]
    }
}

/// How many cores there are.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does some work for each of so many places, on so many cores.
pub(super) fn each<T: Send>(count: usize, cores: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if cores <= 1 {
        return (0..count).map(of).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                return done;
            }
            done.push((place, of(place)));
        }
    };
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let running: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("an up card is worked out")).collect()
    });
    all.sort_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, one)| one).collect()
}

/// How an opening hand is compared.
fn shown(node: &super::hands::Node) -> Shown {
    Shown { is_natural: node.is_natural, ..node.shown }
}

/// Whether two opening cards leave anything to choose.
pub(super) enum Opening<N> {
    Open,
    /// Nothing: they stand for so much, a Natural of the bank that is looked for not counted, and even money may be
    /// had.
    Ended {
        stands: N,
        is_sure: bool,
    },
}

impl<N: Number> Opening<N> {
    pub(super) fn of(table: &Table<'_, N>, sights: &Sights<N>, place: usize) -> Opening<N> {
        let node = &table.hands.nodes[place];
        if table.is_played(place) {
            return Opening::Open;
        }
        let live = sights.live[place].unwrap_or(N::ZERO);
        let stands = table.stand(Measure::Value, shown(node), sights.of(place), live);
        let is_sure = play::asks_insurance(table.terms, table.up_card())
            && play::may_take_even_money(table.terms, node.is_natural);
        Opening::Ended { stands, is_sure }
    }
}

/// What the bank's Natural does to an opening hand where it ends the round before anybody chooses.
pub(super) fn natural_met<N: Number>(table: &Table<'_, N>, measure: Measure, place: usize) -> N {
    let node = &table.hands.nodes[place];
    match (table.bank.natural, table.left(node)) {
        (Some(natural), Some(left)) if table.is_looked_under => {
            table.natural(&left) * measure.of(table.pay(shown(node), table.bank.results[natural]))
        }
        _ => N::ZERO,
    }
}

/// What two opening cards that leave something to choose come to by a column, and each hand.
fn played_by<N: Number>(
    table: &Table<'_, N>,
    sights: &Sights<N>,
    pairs: &Splits<'_, N>,
    column: &Column,
) -> (N, Vec<N>) {
    let chart = ByChart { hands: table.hands, column };
    let mut worth = measured(table, sights, &chart, Measure::Value);
    let mut sum = N::ZERO;
    for (one, other, place) in table.openings() {
        if one == other && column.splits[one] {
            worth[place] = pairs.measured(one, &chart, Measure::Value).unwrap_or(worth[place]);
        }
        sum += table.chance_of_two(one, other) * worth[place];
    }
    (sum, worth)
}

impl<N: Number> UpCard<N> {
    /// What the up card leaves open of what a hand allows.
    pub(super) fn open(&self, terms: &Terms, allowed: Allowed) -> Allowed {
        if play::are_options_open(terms, Some(self.card)).is_ok() {
            return allowed;
        }
        allowed.without(Action::Double).without(Action::Split).without(Action::Surrender)
    }

    fn of(table: &Table<'_, N>) -> UpCard<N> {
        let sights = table.sights();
        let values = Values::best(table, &sights);
        let (mut column, mut by_chart, close) = Maker::best(table, &values);
        let mut splits = [None; KINDS_MAX];
        // Splits may turn a close cell; what is met then may turn another.
        for is_first in [true, false, false, false] {
            let now = column.clone();
            let chart = ByChart { hands: table.hands, column: &now };
            let others: Vec<Column> = close.iter().map(|change| change.apply(&now)).collect();
            let others: Vec<ByChart<'_>> =
                others.iter().map(|column| ByChart { hands: table.hands, column }).collect();
            let mut ways: Vec<&dyn Policy> = vec![&values, &chart];
            ways.extend(others.iter().map(|other| other as &dyn Policy));
            let pairs = Splits::new(table, &sights, &ways);
            for (pair, split) in splits.iter_mut().enumerate().take(table.kinds.len()).filter(|_| is_first) {
                *split = pairs.measured(pair, &values, Measure::Value);
                let place = table.hands.nodes[pair].next[pair] as usize;
                if let Some(worth) = pairs.measured(pair, &chart, Measure::Value)
                    && worth > by_chart[place]
                {
                    column.splits[pair] = true;
                    by_chart[place] = worth;
                }
            }
            if close.is_empty() {
                break;
            }
            let (mut most, _) = played_by(table, &sights, &pairs, &column);
            let mut meets_more = false;
            for change in &close {
                let other = change.apply(&column);
                let (sum, worth) = played_by(table, &sights, &pairs, &other);
                if sum > most {
                    (column, most, by_chart) = (other, sum, worth);
                    meets_more = !matches!(change, Change::Last(_));
                }
                if meets_more {
                    break;
                }
            }
            if !meets_more {
                break;
            }
        }
        let (mut value, mut chart_value) = (N::ZERO, N::ZERO);
        let mut even_money = [[false; KINDS_MAX]; KINDS_MAX];
        let mut openings = BTreeMap::new();
        let (mut gains, mut naturals) = (N::ZERO, N::ZERO);
        for (one, other, place) in table.openings() {
            let chance = table.chance_of_two(one, other);
            let met = natural_met(table, Measure::Value, place);
            let mut two = TwoCards { stands: None, met, even_money: None };
            let (best, charted) = match Opening::of(table, &sights, place) {
                Opening::Ended { stands, is_sure } => {
                    let even = worth(Odds::EVEN);
                    let waiting = stands + met;
                    let takes = is_sure && even > waiting;
                    if is_sure {
                        gains += chance * (even - waiting);
                        naturals += chance;
                    }
                    (even_money[one][other], even_money[other][one]) = (takes, takes);
                    (two.stands, two.even_money) = (Some(stands), is_sure.then_some(even));
                    let worth = if takes { even } else { waiting };
                    (worth, worth)
                }
                Opening::Open => {
                    let allowed = table.open(table.hands.nodes[place].allowed);
                    let best = values.value(place, values.choose(place, allowed));
                    let best = match splits[one].filter(|_| one == other) {
                        Some(split) if split > best => split,
                        _ => best,
                    };
                    (best + met, by_chart[place] + met)
                }
            };
            openings.insert(place, two);
            value += chance * best;
            chart_value += chance * charted;
        }
        UpCard {
            card: table.up_card(),
            chance: table.chance_of_up(),
            value,
            chart_value,
            column,
            values,
            splits,
            openings,
            live: sights.live,
            even_money,
            even_money_gain: (naturals > N::ZERO).then(|| gains / naturals),
            natural: table.natural(&table.whole()),
            bank: table.bank.by_cards(&table.whole()),
        }
    }
}
