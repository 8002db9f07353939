//! What each wager comes to, and how money moves from the action button as far as the stake reaches.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use books::Outcome;
use books::three_card::{
    BankRules, Forfeits, OnFold, PairPlusRules, Part, Results, SixCardRules, ThreeCardRules,
};
use books::{Clause, Odds};
use cards::{Card, Category, Hand, ThreeCardCategory, ThreeCardRank};

use super::event::{Choice, Event, WagerKind};
use super::round::{Stack, ThreeCard};
use crate::bank::{self, Settled, button};
use crate::record::Record;
use crate::seat::{Party, Seat};

/// What a wager comes to before the bank's money is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Who gets it.
    pub outcome: Outcome,
    /// What a win pays.
    pub pays: Odds,
    /// The clause that says so.
    pub clause: Clause,
}

/// Whether the bank's hand qualifies: a pair or better, or a high card from the book's on.
///
/// # Panics
/// If the hand has not three cards.
#[must_use]
pub fn bank_qualifies(rules: &BankRules, bank: &[Card]) -> bool {
    let rank = three(bank);
    rank.category() > ThreeCardCategory::HighCard || rank.ranks()[0] >= rules.qualifying_rank()
}

/// What Pair Plus pays for three cards; nothing if it loses.
///
/// # Panics
/// If the hand has not three cards.
#[must_use]
pub fn pair_plus_pays(rules: &PairPlusRules, cards: &[Card]) -> Option<Odds> {
    let category = three(cards).category();
    rules.pays.iter().find(|pay| pay.hand.category() == category).map(|pay| pay.pays)
}

/// What the 6 Card Bonus pays for the player's and the bank's cards; nothing if it loses.
///
/// # Panics
/// If the hands have not three cards each.
#[must_use]
pub fn six_card_pays(rules: &SixCardRules, player: &[Card], bank: &[Card]) -> Option<Odds> {
    let six: Hand = player.iter().chain(bank).copied().collect();
    let best = six.best_of::<6>();
    let is_wheel = best.ranks()[0] == cards::Rank::Five
        && matches!(best.category(), Category::Straight | Category::StraightFlush);
    if is_wheel && !rules.wheel_is_straight.value {
        return None;
    }
    rules.pays.iter().find(|pay| pay.hand.category() == best.category()).map(|pay| pay.pays)
}

fn three(cards: &[Card]) -> ThreeCardRank {
    ThreeCardRank::of(cards.try_into().expect("a hand has three cards"))
}

/// Whether a card of a hand has not been named yet.
pub(super) fn has_unseen(stack: &Stack) -> bool {
    stack.iter().any(Option::is_none)
}

/// A hand of which every card is known.
pub(super) fn whole(stack: &Stack) -> ArrayVec<Card, 3> {
    stack.iter().map(|card| card.expect("a hand is turned up before it is compared")).collect()
}

impl ThreeCard {
    /// Settles every wager in the book's order, as far as the cards it depends on are known.
    pub(super) fn settle(&mut self, events: &mut impl Record<Event>) {
        while let Some((who, kind)) = self.next_wager() {
            if self.depends_on_unseen(who, kind) {
                return;
            }
            self.settle_wager(who, kind, events);
        }
    }

    /// The next open wager in the book's order.
    pub(super) fn next_wager(&self) -> Option<(Party, WagerKind)> {
        let rules = &self.rules().settlement;
        let start = self.button.unwrap_or(Seat::new(1));
        let (bank, seats) = (self.setup.bank, self.setup.seats);
        let first = |is_wanted: &dyn Fn(Party, WagerKind) -> bool| {
            button::order(start, rules.direction.value, bank, seats).find_map(|seat| {
                let who = Party(self.players.iter().position(|player| player.seat == seat)? as u8);
                let kinds = rules.order.value.iter().map(|part| wager_kind(*part));
                let is_open = |kind: &WagerKind| self.players[who.index()].wager(*kind).is_positive();
                let mut open = kinds.filter(is_open);
                let kind = open.find(|kind| is_wanted(who, *kind))?;
                Some((who, kind))
            })
        };
        let refunds = self.qualifies == Some(false) && rules.refunds_first.is_some_and(|rule| rule.value);
        let refunded = || first(&|_, kind| refunds && kind == WagerKind::Play);
        let any = || refunded().or_else(|| first(&|_, _| true));
        match rules.forfeits.value {
            Forfeits::InOrder => any(),
            Forfeits::First => first(&|who, kind| self.is_forfeited(who, kind)).or_else(any),
        }
    }

    /// Whether a wager is open that was not given up with a fold.
    pub(super) fn has_open_wager(&self) -> bool {
        let is_open = |place: usize, kind: &WagerKind| {
            self.players[place].wager(*kind).is_positive() && !self.is_forfeited(Party(place as u8), *kind)
        };
        (0..self.players.len()).any(|place| ALL_WAGERS.iter().any(|kind| is_open(place, kind)))
    }

    /// Whether a wager cannot be settled before the player's cards are turned up.
    pub(super) fn depends_on_unseen(&self, who: Party, kind: WagerKind) -> bool {
        let rules = self.rules();
        let qualifies = self.qualifies == Some(true);
        has_unseen(&self.players[who.index()].cards)
            && !self.is_forfeited(who, kind)
            && match kind {
                WagerKind::Ante | WagerKind::Play => qualifies,
                WagerKind::PairPlus => qualifies || rules.pair_plus.without_qualifying.value,
                WagerKind::SixCard => qualifies || rules.six_card.without_qualifying.value,
            }
    }

    fn is_forfeited(&self, who: Party, kind: WagerKind) -> bool {
        self.players[who.index()].choice == Some(Choice::Fold)
            && forfeited_by_fold(self.rules(), kind).is_some()
    }

    /// What a wager comes to.
    fn due(&self, who: Party, kind: WagerKind) -> Due {
        let rules = self.rules();
        if let Some(due) = forfeited_by_fold(rules, kind).filter(|_| self.is_forfeited(who, kind)) {
            return due;
        }
        let qualifies = self.qualifies == Some(true);
        let player = || whole(&self.players[who.index()].cards);
        match kind {
            WagerKind::Ante | WagerKind::Play => {
                base_due(&rules.results, kind, qualifies.then(|| compare(&player(), &whole(&self.bank))))
            }
            WagerKind::PairPlus | WagerKind::SixCard => {
                bonus_due(rules, kind, qualifies, player, || whole(&self.bank))
            }
        }
    }

    fn settle_wager(&mut self, who: Party, kind: WagerKind, events: &mut impl Record<Event>) {
        let amount = self.players[who.index()].wager(kind);
        let Due { outcome, pays, clause } = self.due(who, kind);
        let due = bank::Due::by(outcome, pays, amount, clause);
        self.emit_settled(who, kind, due, events);
    }

    fn emit_settled(
        &mut self,
        who: Party,
        wager: WagerKind,
        due: bank::Due,
        events: &mut impl Record<Event>,
    ) {
        let player = &self.players[who.index()];
        let (seat, amount) = (player.seat, player.wager(wager));
        let uncovered = self.rules().settlement.uncovered_returned.clause;
        let Settled { verdict, due, paid, collected, clause } =
            Settled::from(self.account.stake(), due, uncovered);
        self.emit(Event::Settled { who, seat, wager, verdict, amount, due, paid, collected, clause }, events);
    }

    /// Whether anything of somebody's is still on the table.
    pub(super) fn has_wagers(&self, who: Party) -> bool {
        ALL_WAGERS.iter().any(|kind| self.players[who.index()].wager(*kind).is_positive())
    }

    /// Gives every open wager of a seat back.
    pub(super) fn return_wagers(&mut self, who: Party, clause: Clause, events: &mut impl Record<Event>) {
        for kind in ALL_WAGERS {
            if self.players[who.index()].wager(kind).is_positive() {
                self.emit_settled(who, kind, bank::Due::returned(clause), events);
            }
        }
    }
}

const ALL_WAGERS: [WagerKind; 4] =
    [WagerKind::Ante, WagerKind::Play, WagerKind::PairPlus, WagerKind::SixCard];

fn wager_kind(part: Part) -> WagerKind {
    match part {
        Part::Ante => WagerKind::Ante,
        Part::Play => WagerKind::Play,
        Part::PairPlus => WagerKind::PairPlus,
        Part::SixCard => WagerKind::SixCard,
    }
}

/// What a wager comes to that a fold gives up; nothing if it plays on.
#[must_use]
pub fn forfeited_by_fold(rules: &ThreeCardRules, kind: WagerKind) -> Option<Due> {
    let clause = match kind {
        WagerKind::Ante if rules.play.fold_loses_ante.value => rules.play.fold_loses_ante.clause,
        WagerKind::PairPlus if rules.pair_plus.on_fold.value == OnFold::Forfeited => {
            rules.pair_plus.on_fold.clause
        }
        WagerKind::SixCard if rules.six_card.on_fold.value == OnFold::Forfeited => {
            rules.six_card.on_fold.clause
        }
        _ => return None,
    };
    Some(Due { outcome: Outcome::Bank, pays: Odds::EVEN, clause })
}

/// How a player's three cards stand against the bank's.
///
/// # Panics
/// If a hand has not three cards.
#[must_use]
pub fn compare(player: &[Card], bank: &[Card]) -> Ordering {
    three(player).cmp(&three(bank))
}

/// What an ante or a play wager comes to by how the player's hand stands against the bank's; nothing stands for a bank
/// that does not qualify.
#[must_use]
pub fn base_due(results: &Results, kind: WagerKind, order: Option<Ordering>) -> Due {
    let result = match order {
        Some(Ordering::Greater) => results.player_higher,
        Some(Ordering::Less) => results.bank_higher,
        Some(Ordering::Equal) => results.equal,
        None if kind == WagerKind::Ante => results.unqualified_ante,
        None => results.unqualified_play,
    };
    let pays = if kind == WagerKind::Ante { results.ante_pays } else { results.play_pays };
    Due { outcome: result.value, pays: pays.value, clause: result.clause }
}

/// What a bonus wager that was not given up comes to; the cards are looked at only if they count.
pub fn bonus_due<H: AsRef<[Card]>>(
    rules: &ThreeCardRules,
    kind: WagerKind,
    qualifies: bool,
    player: impl FnOnce() -> H,
    bank: impl FnOnce() -> H,
) -> Due {
    let (pair_plus, six_card) = (&rules.pair_plus, &rules.six_card);
    let (otherwise, without_qualifying, clause) = if kind == WagerKind::PairPlus {
        (pair_plus.otherwise, pair_plus.without_qualifying, pair_plus.pays.clause)
    } else {
        (six_card.otherwise, six_card.without_qualifying, six_card.pays.clause)
    };
    if !qualifies && !without_qualifying.value {
        return Due { outcome: Outcome::Push, pays: Odds::EVEN, clause: without_qualifying.clause };
    }
    let pays = if kind == WagerKind::PairPlus {
        pair_plus_pays(pair_plus, player().as_ref())
    } else {
        six_card_pays(six_card, player().as_ref(), bank().as_ref())
    };
    match pays {
        Some(pays) => Due { outcome: Outcome::Player, pays, clause },
        None => Due { outcome: otherwise.value, pays: Odds::EVEN, clause: otherwise.clause },
    }
}
