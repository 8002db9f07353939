//! Money as whole cents.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An amount of money in whole cents; it may be negative where a net result is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(i64);

impl Money {
    /// No money.
    pub const ZERO: Money = Money(0);
    /// The largest amount a person may write: ten million dollars, far above any table's needs,
    /// so that sums of many wagers and pay-offs cannot overflow.
    pub const LARGEST: Money = Money(1_000_000_000);

    /// An amount of so many cents.
    #[must_use]
    pub const fn cents(cents: i64) -> Money {
        Money(cents)
    }

    /// An amount of so many dollars.
    #[must_use]
    pub const fn dollars(dollars: i64) -> Money {
        Money(dollars * 100)
    }

    /// The amount in cents.
    #[must_use]
    pub const fn in_cents(self) -> i64 {
        self.0
    }

    /// Whether this is exactly nothing.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether this is more than nothing.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Half of the amount; a fraction of a cent is dropped.
    #[must_use]
    pub const fn half(self) -> Money {
        Money(self.0 / 2)
    }

    /// The amount so many times over.
    #[must_use]
    pub const fn times(self, count: i64) -> Money {
        Money(self.0 * count)
    }
}

impl Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money(self.0 + other.0)
    }
}

impl Sub for Money {
    type Output = Money;
    fn sub(self, other: Money) -> Money {
        Money(self.0 - other.0)
    }
}

impl Neg for Money {
    type Output = Money;
    fn neg(self) -> Money {
        Money(-self.0)
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        self.0 += other.0;
    }
}

impl SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        self.0 -= other.0;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

/// A number with a comma between thousands.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Money {
    /// Writes "$1,250" for whole dollars and "$0.50" otherwise, with a leading minus if negative.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cents = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let mut text = format!("{sign}${}", thousands(cents / 100));
        if !cents.is_multiple_of(100) {
            text.push_str(&format!(".{:02}", cents % 100));
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is not an amount of money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotMoney(String);

impl fmt::Display for NotMoney {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not an amount of money: write dollars and cents as \"$20\", \"$1,250\" or \"$0.50\"",
            self.0
        )
    }
}

impl std::error::Error for NotMoney {}

impl FromStr for Money {
    type Err = NotMoney;

    /// Reads "$20", "$1,250.00", "-$0.50" or the same without the dollar sign.
    fn from_str(text: &str) -> Result<Money, NotMoney> {
        let refused = || NotMoney(text.to_owned());
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let rest = rest.strip_prefix('$').unwrap_or(rest);
        let (dollars, cents) = match rest.split_once('.') {
            Some((dollars, cents)) if cents.len() == 2 => (dollars, cents),
            Some(_) => return Err(refused()),
            None => (rest, "00"),
        };
        let dollars = dollars_in(dollars).ok_or_else(refused)?;
        if !cents.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(refused());
        }
        let cents: i64 = cents.parse().map_err(|_| refused())?;
        let amount = Money(dollars * 100 + cents);
        if amount > Money::LARGEST {
            return Err(refused());
        }
        Ok(if negative { -amount } else { amount })
    }
}

/// The whole dollars of "1250" or "1,250"; commas may stand only before groups of three digits.
fn dollars_in(text: &str) -> Option<i64> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let has_commas = text.contains(',');
    let longest_first = if has_commas { 3 } else { 9 };
    if first.is_empty() || first.len() > longest_first {
        return None;
    }
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        digits.push_str(group);
    }
    if digits.len() > 9 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_reads_what_it_writes() {
        for (text, cents) in [
            ("$0", 0),
            ("$20", 2000),
            ("$0.50", 50),
            ("-$0.05", -5),
            ("$1,250", 125_000),
            ("$10,000,000", 1_000_000_000),
        ] {
            assert_eq!(text.parse(), Ok(Money::cents(cents)));
            assert_eq!(Money::cents(cents).to_string(), text);
        }
        assert_eq!("2000".parse(), Ok(Money::dollars(2000)));
        assert_eq!("$3.00".parse(), Ok(Money::dollars(3)));
    }

    #[test]
    fn money_refuses_what_has_no_single_meaning() {
        for text in [
            "",
            "$",
            "$1.5",
            "$1.505",
            "1,25",
            "12,345,6",
            "$-5",
            "five",
            "$1e3",
            "--1",
            "$10,000,001",
            "1.-5",
            "1.+5",
        ] {
            assert_eq!(text.parse::<Money>(), Err(NotMoney(text.to_owned())), "{text}");
        }
    }
}
