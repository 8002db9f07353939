//! The fees of a double-hand round: what counts for them, and what changes when wagers do before the cup opens.

use arrayvec::ArrayVec;
use books::double_hand::{FeesOnChange, LimitBinds, WagerRules};
use books::rates::Limit;
use books::{Clause, Money};

use super::event::Event;
use super::round::DoubleHand;
use super::setup::{Bet, Game};
use crate::bank::{Fee, PARTNERS_MAX, divide};
use crate::record::Record;
use crate::seat::Party;

/// How much of each bet has action under the table's limit: money above the largest wager has none. A joint wager is
/// bound as one where the book says so, and its partners share what is left of it.
#[must_use]
pub fn in_action(rules: &WagerRules, limit: Option<&Limit>, bets: &[Bet]) -> Vec<Money> {
    let mut parts: Vec<Money> = bets.iter().map(|bet| bet.amount).collect();
    let Some(most) = limit.and_then(|limit| limit.max) else { return parts };
    if rules.limit_binds.value == LimitBinds::EachSpot {
        // The seated player's wager comes first, then the backers' in the order they were placed.
        for (place, bet) in bets.iter().enumerate() {
            let before = bets[..place].iter().zip(&parts).filter(|(other, _)| other.spot == bet.spot);
            let taken: Money = before.map(|(_, part)| *part).sum();
            parts[place] = bet.amount.min(most - taken);
        }
        return parts;
    }
    let is_one = |one: &Bet, other: &Bet| {
        rules.kum_kum.most_binds_sum.value
            && one.joint.is_some()
            && (one.spot, one.joint) == (other.spot, other.joint)
    };
    for (place, bet) in bets.iter().enumerate() {
        let bound = (0..bets.len()).filter(|other| *other == place || is_one(bet, &bets[*other]));
        let bound: ArrayVec<usize, PARTNERS_MAX> = bound.take(PARTNERS_MAX).collect();
        if bound.first() != Some(&place) {
            continue;
        }
        let lying: ArrayVec<Money, PARTNERS_MAX> = bound.iter().map(|bet| bets[*bet].amount).collect();
        if lying.iter().copied().sum::<Money>() > most {
            for (bet, part) in bound.into_iter().zip(divide(most, &lying)) {
                parts[bet] = part;
            }
        }
    }
    parts
}

/// The fees of a round with these bets: the banker's, then each bet's, or each joint wager's where the book says so.
pub(super) fn fees(game: &Game, bets: &[Bet]) -> Vec<Fee> {
    let Some(schedule) = &game.schedule else { return Vec::new() };
    let rule = &game.rules.collection;
    let action = in_action(&game.rules.wagers, game.limit(), bets);
    let bank = schedule.bank_fee(schedule.table_action(&action, &[]));
    let mut fees =
        vec![Fee { who: Party::BANK, amount: bank.value, clause: bank.clause.or(rule.when.clause) }];
    for (place, bet) in bets.iter().enumerate() {
        let is_later_partner = bet.joint.is_some()
            && bets[..place].iter().any(|other| (other.spot, other.joint) == (bet.spot, bet.joint));
        if is_later_partner && !game.rules.wagers.kum_kum.fee_each.value {
            continue;
        }
        let fee = schedule.player_fee(action[place]);
        fees.push(Fee {
            who: Party(place as u8),
            amount: fee.value,
            clause: fee.clause.or(rule.for_each_wager.clause),
        });
    }
    fees.retain(|fee| fee.amount.is_positive());
    fees
}

/// A fee that is another one than was taken, because a wager was changed.
struct FeeChange {
    who: Party,
    taken: Money,
    due: Money,
}

impl DoubleHand {
    /// The bets with the amounts that lie there now.
    pub(super) fn bets_now(&self) -> Vec<Bet> {
        self.bets_of(&self.bets)
    }

    fn bets_of(&self, amounts: &[Money]) -> Vec<Bet> {
        self.setup.bets.iter().zip(amounts).map(|(bet, amount)| Bet { amount: *amount, ..*bet }).collect()
    }

    /// Where it is kept what somebody has paid into the drop so far.
    pub(super) fn taken_from(&self, who: Party) -> usize {
        if who == Party::BANK { self.setup.bets.len() } else { who.index() }
    }

    /// The clause by which fees follow the wagers until the cup is open, where they do.
    pub(super) fn fees_follow(&self) -> Option<Clause> {
        let rule = self.rules().collection.on_change?;
        (rule.value == FeesOnChange::Difference).then_some(rule.clause)
    }

    fn fee_changes(&self, amounts: &[Money]) -> Vec<FeeChange> {
        if self.fees_follow().is_none() {
            return Vec::new();
        }
        let fees = fees(&self.game, &self.bets_of(amounts));
        let parties = (0..self.setup.bets.len()).map(|place| Party(place as u8));
        let changes = [Party::BANK].into_iter().chain(parties).map(|who| FeeChange {
            who,
            taken: self.taken[self.taken_from(who)],
            due: fees.iter().filter(|fee| fee.who == who).map(|fee| fee.amount).sum(),
        });
        changes.filter(|change| change.taken != change.due).collect()
    }

    /// Whether everybody could pay wagers of these amounts, this stake and the fees that come with them. So much of
    /// the banker's fee may come out of the stake.
    pub(super) fn can_pay(&self, amounts: &[Money], stake: Money, out_of_stake: Money) -> bool {
        let mut purses = self.account.purses().to_vec();
        for (place, bet) in self.setup.bets.iter().enumerate() {
            purses[usize::from(bet.purse)] -= amounts[place] - self.bets[place];
        }
        purses[usize::from(self.setup.banker)] -= stake - self.account.stake().posted();
        for FeeChange { who, taken, due } in self.fee_changes(amounts) {
            self.setup.payer(who).make_even(taken, due, &mut purses);
        }
        purses[usize::from(self.setup.banker)] += out_of_stake;
        purses.iter().all(|purse| *purse >= Money::ZERO)
    }

    /// The cup is open and wagers are final: fees that were taken for other amounts are made even.
    pub(super) fn even_fees(&mut self, events: &mut impl Record<Event>) {
        let Some(clause) = self.fees_follow() else { return };
        for FeeChange { who, taken, due } in self.fee_changes(&self.bets) {
            if who == Party::BANK {
                self.free_from_stake(taken, due, events);
            }
            let event = if due > taken {
                Event::Collected { who, amount: due - taken, clause }
            } else {
                Event::FeeReturned { who, amount: taken - due, clause }
            };
            self.emit(event, events);
        }
    }

    /// How much of the stake the banker could give up and still bank.
    pub(super) fn spare_stake(&self) -> Money {
        let others: Money = self.setup.partners.iter().map(|share| share.amount).sum();
        (self.account.stake().posted() - others - Money::cents(1)).max(Money::ZERO)
    }

    /// What the banker's chips beside the stake do not hold of the bank's fee comes out of the stake.
    fn free_from_stake(&mut self, taken: Money, due: Money, events: &mut impl Record<Event>) {
        let mut purses = self.account.purses().to_vec();
        self.setup.payer(Party::BANK).make_even(taken, due, &mut purses);
        let left = purses[usize::from(self.setup.banker)];
        if left < Money::ZERO {
            self.emit(Event::Staked { amount: self.account.stake().posted() + left }, events);
        }
    }
}
