//! What a table of a book plays for, with its blinds worked out.

use super::rules::PokerRules;
use crate::Money;
use crate::structure::{BlindGoes, BlindSizes, Limit, Stakes, StakesFault, Structure};

impl PokerRules {
    /// What a table plays for: `limit` is the pair of figures of a limit or spread game, `blinds` the small and
    /// big blind that the row of the collection schedule prints or the table sets.
    ///
    /// # Errors
    /// When the book does not let a table open for that.
    pub fn stakes(
        &self,
        structure: Structure,
        limit: Option<(Money, Money)>,
        blinds: Option<(Money, Money)>,
    ) -> Result<Stakes, StakesFault> {
        let Some(rules) = self.structure(structure) else {
            return Err(StakesFault::StructureNotOffered(structure, self.table.offered.clause));
        };
        if !rules.offered.value {
            return Err(StakesFault::StructureNotOffered(structure, rules.offered.clause));
        }
        let is_among = |list: &[Limit]| {
            limit.is_some_and(|(low, high)| list.iter().any(|l| l.low == low && l.high == high))
        };
        if let Some(listed) = &rules.limits
            && !is_among(&listed.value)
        {
            return Err(StakesFault::LimitNotListed(listed.clause));
        }
        if let Some(locked) = &rules.locked
            && is_among(&locked.value)
        {
            return Err(StakesFault::LimitLocked(locked.clause));
        }
        let unfit = StakesFault::Unfit(rules.sizes.clause);
        let (small_blind, big_blind) = rules.blind_pair(limit, blinds)?;
        let (low, high) = match structure {
            Structure::Limit | Structure::Spread => limit.ok_or(unfit)?,
            Structure::PotLimit | Structure::NoLimit => limit.unwrap_or((big_blind, big_blind)),
        };
        let button_blind = match rules.sizes.value {
            BlindSizes::RowAndButton => high - small_blind - big_blind,
            _ => Money::ZERO,
        };
        if !big_blind.is_positive()
            || button_blind < Money::ZERO
            || small_blind > big_blind
            || low > high
            || !low.is_positive()
        {
            return Err(unfit);
        }
        let chip = [button_blind, small_blind, big_blind, low, high]
            .iter()
            .fold(self.table.smallest_chip.in_cents(), |chip, money| {
                greatest_divisor(chip, money.in_cents())
            });
        let stakes = Stakes {
            structure,
            low,
            high,
            button_blind,
            small_blind,
            big_blind,
            blind_is_dropped: rules.blind_goes.value == BlindGoes::Drop,
            chip: Money::cents(chip),
        };
        match &self.kill {
            Some(kill) if !kill.fits(&stakes, self.table.smallest_chip.value) => {
                Err(StakesFault::KillUnfit(kill.size.clause))
            }
            _ => Ok(stakes),
        }
    }

    /// Refuses blinds that somebody names for a table which plays with others.
    ///
    /// # Errors
    /// When the named ones are not those of the stakes; where there is one blind, the other may be anything.
    pub fn check_blinds(&self, stakes: &Stakes, named: Option<(Money, Money)>) -> Result<(), StakesFault> {
        self.structure(stakes.structure).map_or(Ok(()), |rules| rules.check_blinds(stakes, named))
    }
}

fn greatest_divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { greatest_divisor(other, one % other) }
}
