//! What each wager comes to, and how money moves from the action button as far as the stake reaches.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use books::blackjack::Outcome;
use books::three_card::{BankRules, Forfeits, OnFold, PairPlusRules, Part, SixCardRules};
use books::{Clause, Odds, Rule};
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
        let first = |only_forfeits: bool| {
            button::order(start, rules.direction.value, bank, seats).find_map(|seat| {
                let who = Party(self.players.iter().position(|player| player.seat == seat)? as u8);
                let kinds = rules.order.value.iter().map(|part| wager_kind(*part));
                let is_open = |kind: &WagerKind| self.players[who.index()].wager(*kind).is_positive();
                let mut open = kinds.filter(is_open);
                let kind = open.find(|kind| !only_forfeits || self.is_forfeited(who, *kind))?;
                Some((who, kind))
            })
        };
        match rules.forfeits.value {
            Forfeits::InOrder => first(false),
            Forfeits::First => first(true).or_else(|| first(false)),
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
        let rules = self.rules();
        self.players[who.index()].choice == Some(Choice::Fold)
            && match kind {
                WagerKind::Ante => rules.play.fold_loses_ante.value,
                WagerKind::Play => false,
                WagerKind::PairPlus => rules.pair_plus.on_fold.value == OnFold::Forfeited,
                WagerKind::SixCard => rules.six_card.on_fold.value == OnFold::Forfeited,
            }
    }

    /// What a wager comes to.
    fn due(&self, who: Party, kind: WagerKind) -> Due {
        let rules = self.rules();
        if self.is_forfeited(who, kind) {
            let clause = match kind {
                WagerKind::PairPlus => rules.pair_plus.on_fold.clause,
                WagerKind::SixCard => rules.six_card.on_fold.clause,
                WagerKind::Ante | WagerKind::Play => rules.play.fold_loses_ante.clause,
            };
            return Due { outcome: Outcome::Bank, pays: Odds::EVEN, clause };
        }
        let qualifies = self.qualifies == Some(true);
        let cards = || whole(&self.players[who.index()].cards);
        match kind {
            WagerKind::Ante | WagerKind::Play => self.due_on_base(who, kind, qualifies),
            WagerKind::PairPlus => bonus(
                || pair_plus_pays(&rules.pair_plus, &cards()),
                rules.pair_plus.pays.clause,
                rules.pair_plus.otherwise,
                (qualifies, rules.pair_plus.without_qualifying),
            ),
            WagerKind::SixCard => bonus(
                || six_card_pays(&rules.six_card, &cards(), &whole(&self.bank)),
                rules.six_card.pays.clause,
                rules.six_card.otherwise,
                (qualifies, rules.six_card.without_qualifying),
            ),
        }
    }

    fn due_on_base(&self, who: Party, kind: WagerKind, qualifies: bool) -> Due {
        let results = &self.rules().results;
        let result = if qualifies {
            match three(&whole(&self.players[who.index()].cards)).cmp(&three(&whole(&self.bank))) {
                Ordering::Greater => results.player_higher,
                Ordering::Less => results.bank_higher,
                Ordering::Equal => results.equal,
            }
        } else if kind == WagerKind::Ante {
            results.unqualified_ante
        } else {
            results.unqualified_play
        };
        let pays = if kind == WagerKind::Ante { results.ante_pays } else { results.play_pays };
        Due { outcome: result.value, pays: pays.value, clause: result.clause }
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

/// What a bonus wager comes to; the cards are looked at only if they count.
fn bonus(
    pays: impl FnOnce() -> Option<Odds>,
    clause: Clause,
    otherwise: Rule<Outcome>,
    (qualifies, without_qualifying): (bool, Rule<bool>),
) -> Due {
    if !qualifies && !without_qualifying.value {
        return Due { outcome: Outcome::Push, pays: Odds::EVEN, clause: without_qualifying.clause };
    }
    match pays() {
        Some(pays) => Due { outcome: Outcome::Player, pays, clause },
        None => Due { outcome: otherwise.value, pays: Odds::EVEN, clause: otherwise.clause },
    }
}
