//! The best chart that a person can learn: what to do by total and up card, for two cards and for more.

use books::blackjack::SurrenderWhen;
use cards::Card;
use games::blackjack::play::{self, Situation};
use games::blackjack::{Terms, Total};

use super::hands::{Action, Allowed, Hands};
use super::shoe::{KINDS_MAX, Kinds};
use super::values::Policy;

/// Totals beyond this are not reached.
pub(crate) const POINTS_MAX: usize = 32;

pub(super) type ByTotal<T> = [[T; POINTS_MAX]; 2];

/// Where a total stands.
pub(super) fn place(total: Total) -> (usize, usize) {
    (usize::from(total.is_soft), usize::from(total.points))
}

/// What a chart says of one total against one up card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What to do with two cards.
    pub two: Action,
    /// What to do with more, and with two where that is not open.
    pub more: Action,
    /// What to do where neither is open: to hit or to stand.
    pub plain: Action,
    /// Whether a hand that takes no more cards is given up where it may be: a doubled one, a split ace that has its
    /// card, one that must stand, one that is over.
    pub gives_up: bool,
}

impl Advice {
    const STAND: Advice =
        Advice { two: Action::Stand, more: Action::Stand, plain: Action::Stand, gives_up: false };

    /// What is done with a hand that takes no more cards.
    #[must_use]
    pub const fn at_last(&self) -> Action {
        if self.gives_up { Action::Surrender } else { Action::Stand }
    }
}

/// One column of the chart: what to do against one up card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) cells: ByTotal<Advice>,
    /// Which pairs are split.
    pub(super) splits: [bool; KINDS_MAX],
}

impl Column {
    /// A column that stands on everything.
    pub(super) fn standing() -> Column {
        Column { cells: [[Advice::STAND; POINTS_MAX]; 2], splits: [false; KINDS_MAX] }
    }

    pub(super) fn cell(&self, total: Total) -> &Advice {
        let (soft, points) = place(total);
        &self.cells[soft][points]
    }

    /// What is said of a total, to be set otherwise.
    pub(super) fn cell_mut(&mut self, total: Total) -> &mut Advice {
        let (soft, points) = place(total);
        &mut self.cells[soft][points]
    }

    /// The column with something else said of one total.
    pub(super) fn with(&self, total: Total, change: impl FnOnce(&mut Advice)) -> Column {
        let mut column = self.clone();
        change(column.cell_mut(total));
        column
    }

    pub(super) fn choose(&self, total: Total, cards: u8, allowed: Allowed) -> Action {
        let cell = self.cell(total);
        if !allowed.takes_card() {
            return if allowed.has(Action::Surrender) { cell.at_last() } else { Action::Stand };
        }
        let wanted = (cards == 2).then_some(cell.two).into_iter().chain([cell.more, cell.plain]);
        wanted
            .chain([Action::Stand, Action::Hit, Action::Surrender, Action::Double])
            .find(|action| *action != Action::Split && allowed.has(*action))
            .unwrap_or(Action::Stand)
    }

    pub(super) fn gives_up(&self, total: Total) -> bool {
        self.cell(total).gives_up
    }
}

/// One cell played otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// Another action with two cards.
    Two(Total, Action),
    /// Another action with more.
    More(Total, Action),
    /// Hands that take no more cards kept instead of given up, or given up instead of kept.
    Last(Total),
}

impl Change {
    pub(super) fn apply(self, column: &Column) -> Column {
        match self {
            Change::Two(total, action) => column.with(total, |cell| cell.two = action),
            Change::More(total, action) => column.with(total, |cell| cell.more = action),
            Change::Last(total) => column.with(total, |cell| cell.gives_up = !cell.gives_up),
        }
    }
}

/// For which Naturals even money is taken, by the kinds of both cards.
pub(super) type EvenMoney = [[bool; KINDS_MAX]; KINDS_MAX];

/// The chart of a book and a shoe: what to do in every situation, by total and up card.
///
/// It is small, may be kept and shared, and needs no analysis any more once it is made.
#[derive(Clone, Debug)]
pub struct Chart {
    pub(super) terms: Terms,
    pub(super) kinds: Kinds,
    /// By the kind of the up card.
    pub(super) columns: Vec<Column>,
    /// For which Naturals even money is taken, by the kinds of the up card and of both cards.
    pub(super) even_money: Vec<EvenMoney>,
    /// House and game of the filed book under which it is kept.
    pub(super) filed: Option<(&'static str, &'static str)>,
}

impl Chart {
    /// House and game of the filed book under which the chart is kept: books that play alike have one chart, kept under
    /// the first of them. Nothing for a chart that was just worked out.
    #[must_use]
    pub fn filed_as(&self) -> Option<(&'static str, &'static str)> {
        self.filed
    }

    /// What to do with a hand against an up card, of what the rules allow and the player has the money for.
    ///
    /// A hand of cards that the chart's shoe does not hold, or that may do nothing, stands.
    #[must_use]
    pub fn choose(&self, hand: &Situation, up: Card, may: impl Fn(Action) -> bool) -> Action {
        let Some(column) = self.column(up) else { return Action::Stand };
        let allowed = Allowed::of(&self.terms, hand);
        let allowed = Action::ALL
            .into_iter()
            .filter(|action| play::are_options_open(&self.terms, Some(up)).is_ok() || !action.is_option())
            .filter(|action| allowed.has(*action) && may(*action))
            .fold(Allowed::default(), Allowed::and);
        if allowed.has(Action::Split)
            && let Some(pair) = hand.two.and_then(|[first, _]| self.kinds.place_of(first))
            && (hand.is_split || column.splits[pair])
        {
            return Action::Split;
        }
        column.choose(hand.total, hand.cards, allowed)
    }

    /// Whether even money is taken for a Natural where it is offered.
    #[must_use]
    pub fn takes_even_money(&self, two: [Card; 2], up: Card) -> bool {
        let [one, other] = two.map(|card| self.kinds.place_of(card));
        let (Some(up), Some(one), Some(other)) = (self.kinds.place_of(up), one, other) else { return false };
        self.even_money[up][one][other]
    }

    /// What is said of a total against an up card.
    #[must_use]
    pub fn cell(&self, total: Total, up: Card) -> Option<Advice> {
        self.column(up).map(|column| *column.cell(total))
    }

    /// Whether a split ace takes one card only.
    pub(crate) fn aces_take_one(&self) -> bool {
        self.terms.split_aces_one_card.value
    }

    /// Whether hands may be given up at any time, so also those that take no more cards.
    pub(crate) fn gives_up_any_time(&self) -> bool {
        self.terms.surrender.value == SurrenderWhen::AnyTime
    }

    /// Whether a hand that is over may be given up.
    pub(crate) fn over_hands_are_given_up(&self) -> bool {
        self.gives_up_any_time() && self.terms.surrender_over.is_some_and(|rule| rule.value)
    }

    /// Whether a pair of such cards is split against an up card.
    #[must_use]
    pub fn splits(&self, card: Card, up: Card) -> Option<bool> {
        Some(self.column(up)?.splits[self.kinds.place_of(card)?])
    }

    fn column(&self, up: Card) -> Option<&Column> {
        self.kinds.place_of(up).map(|place| &self.columns[place])
    }
}

/// A column read as a way to play.
pub(super) struct ByChart<'a> {
    pub(super) hands: &'a Hands,
    pub(super) column: &'a Column,
}

impl Policy for ByChart<'_> {
    fn choose(&self, node: usize, allowed: Allowed) -> Action {
        let count = self.hands.nodes[node].count;
        self.column.choose(count.total(), count.cards(), allowed)
    }

    fn gives_up_doubled(&self, node: usize) -> bool {
        self.column.gives_up(self.hands.nodes[node].count.total())
    }
}
