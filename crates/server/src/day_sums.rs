//! Sums of the gaming day that is on, by person: what somebody has done alone, or got by one person's word alone.

use std::collections::BTreeMap;

use books::Money;
use room::PersonId;
use serde::{Deserialize, Serialize};

/// Sums of one day; those of another day count nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DaySums {
    day: i64,
    sums: BTreeMap<PersonId, Money>,
}

impl DaySums {
    pub(crate) fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// Adds to somebody's sum of a day.
    pub(crate) fn add(&mut self, day: i64, person: PersonId, amount: Money) {
        if self.day != day {
            *self = DaySums { day, sums: BTreeMap::new() };
        }
        *self.sums.entry(person).or_default() += amount;
    }

    /// Somebody's sum of a day.
    pub(crate) fn of(&self, day: i64, person: PersonId) -> Money {
        let found = self.sums.get(&person).filter(|_| self.day == day);
        found.copied().unwrap_or_default()
    }

    /// Other rules do not make the sums of the day that is on forgotten: they are those of the day that it is by the new ones.
    pub(crate) fn change_day(&mut self, before: i64, today: i64) {
        if self.day == before {
            self.day = today;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_its_own_sums_and_other_rules_forget_none() {
        let mut sums = DaySums::default();
        sums.add(4, 7, Money::dollars(3));
        sums.add(4, 7, Money::dollars(2));
        assert_eq!(
            (sums.of(4, 7), sums.of(5, 7), sums.of(4, 8)),
            (Money::dollars(5), Money::ZERO, Money::ZERO)
        );
        sums.change_day(4, 3);
        assert_eq!(sums.of(3, 7), Money::dollars(5));
        sums.change_day(4, 9);
        assert_eq!(sums.of(3, 7), Money::dollars(5), "those of another day stay where they are");
        sums.add(5, 8, Money::dollars(1));
        assert_eq!((sums.of(3, 7), sums.of(5, 8)), (Money::ZERO, Money::dollars(1)));
    }
}
