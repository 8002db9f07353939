//! The analysis of a book and a shoe: every up card, and what they come to together.

use std::collections::BTreeMap;
use std::thread;

use books::Odds;
use books::blackjack::BlackjackRules;
use cards::Card;
use games::blackjack::play::{self, Shown, Situation};
use games::blackjack::{Terms, Total};

use super::chart::{Chart, Column, Maker};
use super::hands::{Action, Allowed, Hands, NONE};
use super::number::Number;
use super::shoe::{KINDS_MAX, Kinds, Shoe};
use super::split;
use super::up::{Measure, Policy, Table, Values, measured, worth};

/// What a book and a shoe come to, from the player's side, in opening wagers and without fees.
#[derive(Clone, Debug)]
pub struct Analysis<N> {
    terms: Terms,
    kinds: Kinds,
    hands: Hands,
    ups: Vec<UpCard<N>>,
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
    values: Values<N>,
    /// What splitting each kind is worth, where a pair of it may be split.
    splits: [Option<N>; KINDS_MAX],
    /// What the opening wager is worth when the chart is played.
    pub chart_value: N,
    column: Column,
    /// The chance that the bank has no Natural, where that is looked for before players choose.
    live: Vec<N>,
}

impl<N: Number> Analysis<N> {
    /// Works out everything, on as many cores as there are.
    #[must_use]
    pub fn of(rules: &BlackjackRules, shoe: &Shoe) -> Analysis<N> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Analysis::on_cores(rules, shoe, cores)
    }

    /// Works out everything on so many cores.
    #[must_use]
    pub fn on_cores(rules: &BlackjackRules, shoe: &Shoe, cores: usize) -> Analysis<N> {
        let terms = Terms::of(rules);
        let kinds = Kinds::of(shoe, &terms);
        let hands = Hands::of(&kinds, &terms);
        let places: Vec<usize> = (0..kinds.len()).collect();
        let work = |place: usize| UpCard::of(&Table::new(&terms, &kinds, &hands, place));
        let mut ups: Vec<(usize, UpCard<N>)> = if cores <= 1 {
            places.into_iter().map(|place| (place, work(place))).collect()
        } else {
            let shares =
                (0..cores).map(|core| places.iter().copied().skip(core).step_by(cores).collect::<Vec<_>>());
            thread::scope(|scope| {
                let running: Vec<_> = shares
                    .map(|share| {
                        scope.spawn(move || share.into_iter().map(|up| (up, work(up))).collect::<Vec<_>>())
                    })
                    .collect();
                running
                    .into_iter()
                    .flat_map(|thread| thread.join().expect("an up card is worked out"))
                    .collect()
            })
        };
        ups.sort_by_key(|(place, _)| *place);
        let ups = ups.into_iter().map(|(_, up)| up).collect();
        Analysis { terms, kinds, hands, ups }
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
        for (place, up) in self.ups.iter().enumerate() {
            let table = Table::<N>::new(&self.terms, &self.kinds, &self.hands, place);
            for ((shown, cards), chance) in table.bank.by_cards(&table.whole()) {
                let total = Total { is_soft: false, ..shown.total };
                *all.entry((total, cards as u8)).or_insert(N::ZERO) += up.chance * chance;
            }
        }
        all.into_iter()
            .map(|((total, cards), chance)| BankHand { total: total.points, cards, chance })
            .collect()
    }

    /// The chance that insurance wins when it is asked about, before any other card is seen; nothing if it is never.
    #[must_use]
    pub fn insurance_wins(&self) -> Option<N> {
        let place = self.ups.iter().position(|up| play::asks_insurance(&self.terms, up.card))?;
        let table = Table::<N>::new(&self.terms, &self.kinds, &self.hands, place);
        Some(table.natural(&table.whole()))
    }

    /// The mean square of what the opening wager brings with the best play, and the chance that it wins. Hands that
    /// are not split are counted exactly; those of a split pair as if they came out independently of each other, and
    /// as one win for each of its hands that wins.
    #[must_use]
    pub fn spread(&self) -> (N, N) {
        let (mut square, mut wins) = (N::ZERO, N::ZERO);
        for (place, up) in self.ups.iter().enumerate() {
            let table = || Table::<N>::new(&self.terms, &self.kinds, &self.hands, place);
            let plain = table();
            for (measure, sum) in [(Measure::Square, &mut square), (Measure::Wins, &mut wins)] {
                let measuring = table().measuring(measure);
                let worth = measured(&measuring, &up.values);
                *sum += up.chance * self.measured_up(&plain, &measuring, measure, up, &worth);
            }
        }
        (square, wins)
    }

    fn measured_up(
        &self,
        plain: &Table<'_, N>,
        measuring: &Table<'_, N>,
        measure: Measure,
        up: &UpCard<N>,
        worth: &[N],
    ) -> N {
        let nodes = &self.hands.nodes;
        let mut sum = N::ZERO;
        for one in 0..self.kinds.len() {
            for other in one..self.kinds.len() {
                let chance = plain.chance_of_two(one, other);
                if nodes[one].next[other] == NONE || chance <= N::ZERO {
                    continue;
                }
                let place = nodes[one].next[other] as usize;
                let node = &nodes[place];
                let Some(left) = plain.left(node, None) else { continue };
                let shown = Shown { is_natural: node.is_natural, ..node.shown };
                let opening = Situation { two: node.two, ..Situation::of(node.count) };
                let is_ended = plain.is_frozen || play::end_by_card(&self.terms, &opening, || true).is_some();
                let best = up.values.value(place, up.values.choose(place, plain.open(node.allowed)));
                let split = up.splits[one].filter(|split| one == other && *split > best);
                let part = if is_ended {
                    measuring.stand(shown, &left)
                } else if split.is_some() {
                    let all = split::value(measuring, &up.values, one);
                    match measure {
                        Measure::Wins => {
                            let hands = Table::new(&self.terms, &self.kinds, &self.hands, plain.up)
                                .measuring(Measure::Hands);
                            all / split::value(&hands, &up.values, one) * plain.live(&left)
                        }
                        Measure::Square | Measure::Hands => all,
                    }
                } else {
                    worth[place]
                };
                let met = plain.bank.natural.filter(|_| plain.is_looked_under).map_or(N::ZERO, |natural| {
                    let pay = plain.pay(shown, plain.bank.results[natural]);
                    let pay = match measure {
                        Measure::Square => pay * pay,
                        Measure::Wins if pay > N::ZERO => N::ONE,
                        Measure::Wins => N::ZERO,
                        Measure::Hands => N::ONE,
                    };
                    plain.natural(&left) * pay
                });
                sum += chance * (part + met);
            }
        }
        sum
    }

    fn up(&self, card: Card) -> Option<&UpCard<N>> {
        self.kinds.place_of(card).map(|place| &self.ups[place])
    }

    fn node_of(&self, cards: &[Card]) -> Option<usize> {
        let mut cards = cards.iter().map(|card| self.kinds.place_of(*card));
        let first = cards.next()??;
        cards.try_fold(first, |node, kind| {
            let next = self.hands.nodes[node].next[kind?];
            (next != NONE).then_some(next as usize)
        })
    }

    /// What each choice of a hand that does not come from a split is worth at the moment it is made, the best one
    /// first; nothing for a hand that cannot be held or chooses nothing.
    #[must_use]
    pub fn choices(&self, cards: &[Card], up: Card) -> Vec<(Action, N)> {
        let (Some(node), Some(up)) = (self.node_of(cards), self.up(up)) else { return Vec::new() };
        if cards.len() < 2 || !up.values.can_be[node] {
            return Vec::new();
        }
        let two = <[Card; 2]>::try_from(cards).ok();
        let it = Situation { two, is_touched: two.is_none(), ..Situation::of(self.hands.nodes[node].count) };
        let allowed = up.open(&self.terms, Allowed::of(&self.terms, &it));
        let mut list: Vec<(Action, N)> = Action::ALL
            .into_iter()
            .filter(|action| allowed.has(*action))
            .filter_map(|action| match action {
                Action::Split => Some((action, up.splits[self.kinds.place_of(cards[0])?]?)),
                _ => Some((action, up.values.value(node, action))),
            })
            .map(|(action, value)| (action, value / up.live[node]))
            .collect();
        list.sort_by(|one, other| other.1.partial_cmp(&one.1).unwrap_or(std::cmp::Ordering::Equal));
        list
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

    /// The best chart that a person can learn.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let kinds = self.kinds.len();
        let sure = |up: usize| {
            let table = Table::<N>::new(&self.terms, &self.kinds, &self.hands, up);
            let mut sure = [[false; KINDS_MAX]; KINDS_MAX];
            let node = |one: usize, other: usize| self.hands.nodes[one].next[other];
            for one in 0..kinds {
                for other in (0..kinds).filter(|other| node(one, *other) != NONE) {
                    sure[one][other] = takes_even_money(&table, node(one, other) as usize);
                }
            }
            sure
        };
        Chart {
            terms: self.terms,
            kinds: self.kinds.clone(),
            columns: self.ups.iter().map(|up| up.column.clone()).collect(),
            even_money: (0..kinds).map(sure).collect(),
        }
    }

    /// Whether the best play takes even money for a Natural.
    #[must_use]
    pub fn takes_even_money(&self, cards: &[Card], up: Card) -> bool {
        let (Some(node), Some(place)) = (self.node_of(cards), self.kinds.place_of(up)) else { return false };
        takes_even_money(&Table::<N>::new(&self.terms, &self.kinds, &self.hands, place), node)
    }
}

fn takes_even_money<N: Number>(table: &Table<'_, N>, place: usize) -> bool {
    let is_natural = table.hands.nodes[place].is_natural;
    let is_offered = play::asks_insurance(table.terms, table.up_card())
        && play::may_take_even_money(table.terms, is_natural);
    is_offered && worth::<N>(Odds::EVEN) > opening_of_ended(table, place)
}

/// What an opening hand that can only stand is worth, the bank's Natural among what it may meet.
fn opening_of_ended<N: Number>(table: &Table<'_, N>, place: usize) -> N {
    let node = &table.hands.nodes[place];
    let Some(left) = table.left(node, None) else { return N::ZERO };
    let shown = Shown { is_natural: node.is_natural, ..node.shown };
    table.stand(shown, &left) + natural_met(table, shown, &left)
}

/// What the bank's Natural does to the opening wager where it ends the round before anybody chooses.
fn natural_met<N: Number>(table: &Table<'_, N>, shown: Shown, left: &super::bank::Left<N>) -> N {
    match table.bank.natural {
        Some(natural) if table.is_looked_under => {
            table.natural(left) * table.pay(shown, table.bank.results[natural])
        }
        _ => N::ZERO,
    }
}

impl<N: Number> UpCard<N> {
    /// What the up card leaves open of what a hand allows.
    fn open(&self, terms: &Terms, allowed: Allowed) -> Allowed {
        if play::are_options_open(terms, Some(self.card)).is_ok() {
            return allowed;
        }
        allowed.without(Action::Double).without(Action::Split).without(Action::Surrender)
    }

    fn of(table: &Table<'_, N>) -> UpCard<N> {
        let values = Values::best(table);
        let mut splits = [None; KINDS_MAX];
        let (column, by_chart) = Maker::best(table, &values);
        let (mut value, mut chart_value) = (N::ZERO, N::ZERO);
        let nodes = &table.hands.nodes;
        for one in 0..table.kinds.len() {
            for other in one..table.kinds.len() {
                let place = nodes[one].next[other];
                let chance = table.chance_of_two(one, other);
                if place == NONE || chance <= N::ZERO {
                    continue;
                }
                let node = &nodes[place as usize];
                if table.open(node.allowed).has(Action::Split) && !table.is_frozen {
                    splits[one] = Some(split::value(table, &values, one));
                }
                let place = place as usize;
                let best = values.value(place, values.choose(place, table.open(node.allowed)));
                let best = match splits[one].filter(|_| one == other) {
                    Some(split) if split > best => split,
                    _ => best,
                };
                value += chance * opening(table, best, place);
                chart_value += chance * opening(table, by_chart[place], place);
            }
        }
        let live = nodes
            .iter()
            .map(|node| table.left(node, None).map_or(N::ONE, |left| table.live(&left)))
            .collect();
        UpCard {
            card: table.up_card(),
            chance: table.chance_of_up(),
            value,
            chart_value,
            column,
            values,
            splits,
            live,
        }
    }
}

/// What two opening cards are worth, if they are worth so much to who may choose.
fn opening<N: Number>(table: &Table<'_, N>, played: N, place: usize) -> N {
    let node = &table.hands.nodes[place];
    let Some(left) = table.left(node, None) else { return N::ZERO };
    let opening = Situation { two: node.two, ..Situation::of(node.count) };
    let is_ended = table.is_frozen || play::end_by_card(table.terms, &opening, || true).is_some();
    let shown = Shown { is_natural: node.is_natural, ..node.shown };
    if is_ended {
        let stands = table.stand(shown, &left) + natural_met(table, shown, &left);
        let is_sure = play::asks_insurance(table.terms, table.up_card())
            && play::may_take_even_money(table.terms, node.is_natural);
        let even = worth(Odds::EVEN);
        return if is_sure && even > stands { even } else { stands };
    }
    played + natural_met(table, shown, &left)
}
