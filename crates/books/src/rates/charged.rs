//! The tiers as they are charged, where what was filed leaves a gap, an overlap or an open end.

use super::schedule::{BankFee, Fees, PlayerFee, Schedule};
use super::words::Oddity;
use crate::Clause;
use crate::Money;

/// Tiers are printed in whole dollars: one that ends at $50 is followed by one that starts at $51.
const DOLLAR: Money = Money::dollars(1);

/// Where a tier starts that follows another: at its own figure, or a dollar after what the other keeps.
pub(super) fn start_after(top: Option<Money>, from: Money) -> Money {
    match top {
        Some(top) if from <= top => top + DOLLAR,
        _ => from,
    }
}

/// From where to where one fee is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
    /// The least amount.
    pub from: Money,
    /// The largest amount; none if open.
    pub to: Option<Money>,
    /// The fee.
    pub fee: Money,
}

/// A tier as filed.
type Step = (Money, Option<Money>, Money);

impl Schedule {
    /// What the banker is charged, from the least wager up without a gap; nothing if the fee has no tiers.
    #[must_use]
    pub fn bank_charges(&self) -> Vec<Charged> {
        self.charges(&self.bank_steps(), None)
    }

    /// What each wager is charged by its size; nothing if all are charged alike.
    #[must_use]
    pub fn wager_charges(&self) -> Vec<Charged> {
        self.charges(&self.wager_steps(), self.limit.as_ref().and_then(|limit| limit.max))
    }

    /// The ruling by which this action pays what it does, where no tier holds it alone; [`Clause::NONE`]
    /// inside where the file names none.
    #[must_use]
    pub fn bank_ruling(&self, action: Money) -> Option<Clause> {
        self.ruling(&self.bank_steps(), action)
    }

    /// The ruling by which a wager of this size pays what it does, where no tier holds it alone.
    #[must_use]
    pub fn wager_ruling(&self, wager: Money) -> Option<Clause> {
        self.ruling(&self.wager_steps(), wager)
    }

    fn bank_steps(&self) -> Vec<Step> {
        match &self.fees {
            Fees::Bank { bank: BankFee::Tiers { tiers, .. }, .. } => {
                tiers.iter().map(|tier| (tier.from, tier.to, tier.fee.0)).collect()
            }
            Fees::Bank { bank: BankFee::Flat(_), .. }
            | Fees::Pot { .. }
            | Fees::BlindDrop(_)
            | Fees::HalfHour { .. } => Vec::new(),
        }
    }

    fn wager_steps(&self) -> Vec<Step> {
        match &self.fees {
            Fees::Bank { player: PlayerFee::BySize(tiers), .. } => {
                tiers.iter().map(|tier| (tier.from, tier.to, tier.fee.0)).collect()
            }
            Fees::Bank { player: PlayerFee::Flat(_), .. }
            | Fees::Pot { .. }
            | Fees::BlindDrop(_)
            | Fees::HalfHour { .. } => Vec::new(),
        }
    }

    fn charges(&self, steps: &[Step], top: Option<Money>) -> Vec<Charged> {
        let least = self.limit.as_ref().map(|limit| limit.min);
        let mut charges: Vec<Charged> = Vec::with_capacity(steps.len());
        let mut last: Option<Money> = None;
        for (place, &(from, to, fee)) in steps.iter().enumerate() {
            let from = match place {
                0 => least.map_or(from, |least| from.min(least)),
                _ => start_after(last, from),
            };
            let next = steps.get(place + 1).map(|next| start_after(to, next.0));
            let to = match (to, next) {
                // A tier runs until the next begins.
                (Some(to), Some(next)) if next - to <= DOLLAR => Some(to),
                (_, Some(next)) => Some(next - DOLLAR),
                (_, None) => top,
            };
            last = to;
            charges.push(Charged { from, to, fee });
        }
        charges
    }

    fn ruling(&self, steps: &[Step], amount: Money) -> Option<Clause> {
        let holds = |&&(from, to, _): &&Step| amount >= from && to.is_none_or(|to| amount <= to);
        let of = |oddity: Oddity| {
            let remark = self.remarks.iter().find(|remark| remark.on.value == oddity);
            remark.map_or(Clause::NONE, |remark| remark.on.clause)
        };
        match steps.iter().filter(holds).count() {
            _ if steps.is_empty() => None,
            1 => None,
            0 if steps.first().is_some_and(|first| amount < first.0) => Some(of(Oddity::FirstTier)),
            0 => {
                let below = steps.iter().rev().find_map(|step| step.1.filter(|to| *to < amount));
                let above = steps.iter().map(|step| step.0).find(|from| *from > amount);
                Some(match (below, above) {
                    (Some(below), Some(above)) if above - below <= DOLLAR => self.between,
                    (_, Some(_)) => of(Oddity::Gap),
                    (_, None) => of(Oddity::ClosedTop),
                })
            }
            _ => Some(of(Oddity::Overlap)),
        }
    }
}
