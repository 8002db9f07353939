//! The money of patrons by gaming day, as the house's log tells it.

use std::collections::BTreeMap;

use books::{Money, Zone};
use room::PersonId;
use serde::{Deserialize, Serialize};

use super::PatronSaid;
use crate::journal::HouseEntry;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 86_400_000;

/// By which rules money is summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CashRules {
    /// When a gaming day begins, in minutes after midnight in California.
    pub(crate) day_begins: u16,
    /// From which sum on somebody is marked.
    pub(crate) mark: Money,
    /// Whether people show who they are before they play.
    pub(crate) asks_identity: bool,
}

/// The gaming day of a moment, as the number of its date since 1970: a day begins at an hour of its own.
pub(crate) fn day_of(day_begins: u16, at_ms: i64) -> i64 {
    let zone = Zone::california().map_or(0, |zone| zone.minutes_at(at_ms));
    let local = at_ms + (i64::from(zone) - i64::from(day_begins)) * MINUTE_MS;
    local.div_euclid(DAY_MS)
}

/// What somebody brought and got at the cage on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CashSums {
    /// Money brought, for chips.
    pub(crate) brought: Money,
    /// Money got, for chips.
    pub(crate) got: Money,
}

impl CashSums {
    /// Whether one of the two reaches the mark.
    pub(crate) fn is_marked(self, mark: Money) -> bool {
        self.brought.max(self.got) >= mark
    }

    /// Takes a sale or a redemption.
    pub(crate) fn add(&mut self, amount: Money, is_sale: bool) {
        *(if is_sale { &mut self.brought } else { &mut self.got }) += amount;
    }
}

/// A sale or redemption for money: whose, how much, and whether chips were sold.
pub(crate) fn exchanged(entry: &HouseEntry) -> Option<(PersonId, Money, bool)> {
    match *entry {
        HouseEntry::ChipsBought { person, amount, by: Some(_), .. } => Some((person, amount, true)),
        HouseEntry::ChipsRedeemed { person, amount, by: Some(_), .. } => Some((person, amount, false)),
        _ => None,
    }
}

/// The money of the day that is on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CashBook {
    pub(crate) rules: Option<CashRules>,
    /// Of which day.
    pub(crate) day: i64,
    pub(crate) sums: BTreeMap<PersonId, CashSums>,
}

impl CashBook {
    pub(crate) fn is_empty(&self) -> bool {
        *self == CashBook::default()
    }

    /// Takes an entry of the house; before its rules are said nothing is counted.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64) {
        if let HouseEntry::Patron(PatronSaid::Rules { day_begins, cash_mark, asks_identity }) = *entry {
            self.rules = Some(CashRules { day_begins, mark: cash_mark, asks_identity });
        }
        let Some(rules) = self.rules else { return };
        let Some((person, amount, is_sale)) = exchanged(entry) else { return };
        let day = day_of(rules.day_begins, at_ms);
        if day != self.day {
            self.day = day;
            self.sums.clear();
        }
        self.sums.entry(person).or_default().add(amount, is_sale);
    }

    /// What somebody brought and got on the gaming day of a moment.
    pub(crate) fn sums_of(&self, person: PersonId, at_ms: i64) -> CashSums {
        let today = self.rules.is_some_and(|rules| day_of(rules.day_begins, at_ms) == self.day);
        self.sums.get(&person).copied().filter(|_| today).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gaming_day_begins_at_its_own_hour() {
        // 06:00 in California on 18 November 2026, which is 14:00 in UTC.
        let six = 1_795_010_400_000;
        let day = day_of(360, six);
        assert_eq!(day_of(360, six - 1), day - 1);
        assert_eq!(day_of(360, six + DAY_MS - 1), day);
        assert_eq!(day_of(0, six), day);
        assert_eq!(day, 20_775, "the date is that of its beginning");

        let rules =
            PatronSaid::Rules { day_begins: 360, cash_mark: Money::dollars(10_000), asks_identity: false };
        let bought = |amount| HouseEntry::ChipsBought { person: 7, amount, by: Some(2), approved: None };
        let mut book = CashBook::default();
        book.take(&bought(Money::dollars(9_000)), six - 1);
        assert!(book.is_empty(), "nothing is counted before its rules are said");
        book.take(&HouseEntry::Patron(rules), six - 1);
        book.take(&bought(Money::dollars(9_999)), six - 1);
        book.take(&bought(Money::dollars(6_000)), six);
        assert_eq!(book.sums_of(7, six).brought, Money::dollars(6_000), "yesterday's are not today's");
        book.take(
            &HouseEntry::ChipsRedeemed {
                person: 7,
                amount: Money::dollars(5_000),
                by: Some(2),
                approved: None,
            },
            six,
        );
        let mark = Money::dollars(10_000);
        assert!(!book.sums_of(7, six).is_marked(mark), "what comes and what goes are apart");
        book.take(&bought(Money::dollars(4_000)), six + DAY_MS - 1);
        assert!(book.sums_of(7, six).is_marked(mark), "as soon as it is reached");
        assert_eq!(book.sums_of(7, six + DAY_MS), CashSums::default());
    }
}
