//! What each wager comes to, and how money moves from the action button as far as the stake reaches.

use std::cmp::Ordering;

use books::blackjack::Outcome;
use books::three_card::{BankRules, Forfeits, OnFold, PairPlusRules, Part, SixCardRules};
use books::{Clause, Money, Odds, Rule};
use cards::{Card, Category, Hand, ThreeCardCategory, ThreeCardRank};

use super::event::{Choice, Event, WagerKind};
use super::round::ThreeCard;
use crate::bank::Verdict;
use crate::bank::button;
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

impl ThreeCard {
    /// Settles every wager in the book's order.
    pub(super) fn settle(&mut self, events: &mut impl FnMut(Event)) {
        let game = self.game.clone();
        let rules = &game.rules.settlement;
        let start = self.button.unwrap_or(Seat::new(1));
        let (bank, seats) = (self.setup.bank, self.setup.seats);
        let passes: &[bool] = match rules.forfeits.value {
            Forfeits::InOrder => &[false],
            Forfeits::First => &[true, false],
        };
        for only_forfeits in passes {
            for seat in button::order(start, rules.direction.value, bank, seats) {
                let Some(place) = self.players.iter().position(|player| player.seat == seat) else {
                    continue;
                };
                let who = Party(place as u8);
                for part in &rules.order.value {
                    let kind = match part {
                        Part::Ante => WagerKind::Ante,
                        Part::Play => WagerKind::Play,
                        Part::PairPlus => WagerKind::PairPlus,
                        Part::SixCard => WagerKind::SixCard,
                    };
                    if !only_forfeits || self.is_forfeited(who, kind) {
                        self.settle_wager(who, kind, events);
                    }
                }
            }
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
        let player = &self.players[who.index()];
        if self.is_forfeited(who, kind) {
            let clause = match kind {
                WagerKind::PairPlus => rules.pair_plus.on_fold.clause,
                WagerKind::SixCard => rules.six_card.on_fold.clause,
                WagerKind::Ante | WagerKind::Play => rules.play.fold_loses_ante.clause,
            };
            return Due { outcome: Outcome::Bank, pays: Odds::EVEN, clause };
        }
        let qualifies = self.qualifies == Some(true);
        match kind {
            WagerKind::Ante | WagerKind::Play => self.due_on_base(who, kind, qualifies),
            WagerKind::PairPlus => bonus(
                pair_plus_pays(&rules.pair_plus, &player.cards),
                rules.pair_plus.pays.clause,
                rules.pair_plus.otherwise,
                (qualifies, rules.pair_plus.without_qualifying),
            ),
            WagerKind::SixCard => bonus(
                six_card_pays(&rules.six_card, &player.cards, &self.bank),
                rules.six_card.pays.clause,
                rules.six_card.otherwise,
                (qualifies, rules.six_card.without_qualifying),
            ),
        }
    }

    fn due_on_base(&self, who: Party, kind: WagerKind, qualifies: bool) -> Due {
        let results = &self.rules().results;
        let result = if qualifies {
            match three(&self.players[who.index()].cards).cmp(&three(&self.bank)) {
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

    fn settle_wager(&mut self, who: Party, kind: WagerKind, events: &mut impl FnMut(Event)) {
        let amount = self.players[who.index()].wager(kind);
        if amount.is_zero() {
            return;
        }
        let due = self.due(who, kind);
        let mut stake = self.stake;
        let (verdict, paid, collected) = match due.outcome {
            Outcome::Player => (Verdict::Won, stake.pay(due.pays.on(amount)), Money::ZERO),
            Outcome::Bank => (Verdict::Lost, Money::ZERO, stake.collect(amount)),
            Outcome::Push => (Verdict::Push, Money::ZERO, Money::ZERO),
        };
        let is_unreached = verdict != Verdict::Push && (paid + collected).is_zero();
        let (verdict, clause) = if is_unreached {
            (Verdict::Returned, self.rules().settlement.uncovered_returned.clause)
        } else {
            (verdict, due.clause)
        };
        let seat = self.players[who.index()].seat;
        self.emit(
            Event::Settled { who, seat, wager: kind, verdict, amount, paid, collected, clause },
            events,
        );
    }

    /// Gives every open wager of a seat back.
    pub(super) fn return_wagers(&mut self, who: Party, clause: Clause, events: &mut impl FnMut(Event)) {
        for kind in [WagerKind::Ante, WagerKind::Play, WagerKind::PairPlus, WagerKind::SixCard] {
            let amount = self.players[who.index()].wager(kind);
            if amount.is_positive() {
                let seat = self.players[who.index()].seat;
                let (verdict, paid, collected) = (Verdict::Returned, Money::ZERO, Money::ZERO);
                self.emit(
                    Event::Settled { who, seat, wager: kind, verdict, amount, paid, collected, clause },
                    events,
                );
            }
        }
    }
}

fn bonus(
    pays: Option<Odds>,
    clause: Clause,
    otherwise: Rule<Outcome>,
    (qualifies, without_qualifying): (bool, Rule<bool>),
) -> Due {
    match pays {
        _ if !qualifies && !without_qualifying.value => {
            Due { outcome: Outcome::Push, pays: Odds::EVEN, clause: without_qualifying.clause }
        }
        Some(pays) => Due { outcome: Outcome::Player, pays, clause },
        None => Due { outcome: otherwise.value, pays: Odds::EVEN, clause: otherwise.clause },
    }
}
