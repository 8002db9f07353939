//! Amounts of chips as files write them.

use std::fmt;

use books::Money;

/// The stack that an unknown one is played with: more than any file can bet.
pub(crate) const UNKNOWN_STACK: Money = Money::dollars(9_999_999_999_999);

/// The most digits of an amount before the point, so that sums of stacks cannot overflow.
const DIGITS_MAX: usize = 13;

/// Why a text is not an amount of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotChips {
    /// It is no number at all, or one without end.
    NoAmount,
    /// It is too large.
    TooLarge,
    /// It has smaller parts than hundredths.
    TooFine,
    /// It is a number in another notation.
    NotPlain,
}

impl fmt::Display for NotChips {
    /// Goes on after "... is 0.005".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotChips::NoAmount => f.write_str(", which is no amount"),
            NotChips::TooLarge => {
                write!(f, ", more than the largest amount, {}", "9".repeat(DIGITS_MAX))
            }
            NotChips::TooFine => f.write_str(", which is not whole hundredths of a chip"),
            NotChips::NotPlain => f.write_str("; write the amount in plain digits"),
        }
    }
}

/// An amount of chips as whole cents, exactly.
pub(crate) fn read_chips(text: &str) -> Result<Money, NotChips> {
    if text.contains('_') {
        return read_chips(&text.replace('_', ""));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(NotChips::NoAmount);
    }
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) {
        return Err(NotChips::NotPlain);
    }
    let part = part.trim_end_matches('0');
    if part.len() > 2 {
        return Err(NotChips::TooFine);
    }
    let whole = whole.trim_start_matches('0');
    if whole.len() > DIGITS_MAX {
        return Err(NotChips::TooLarge);
    }
    let number = |digits: &str| digits.bytes().fold(0, |number, digit| 10 * number + i64::from(digit - b'0'));
    let hundredths = if part.len() == 1 { 10 * number(part) } else { number(part) };
    Ok(Money::cents(sign * (100 * number(whole) + hundredths)))
}

/// An amount as a file has it: "225", or "0.50" where there are parts of a chip.
pub(crate) fn write_chips(money: Money) -> String {
    let cents = money.in_cents();
    let sign = if cents < 0 { "-" } else { "" };
    let (whole, part) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    if part == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part:02}") }
}

/// Amounts as a list of a file.
pub(crate) fn write_list(amounts: &[Money]) -> String {
    list(amounts.iter().map(|amount| write_chips(*amount)))
}

/// Stacks as a list of a file, with `inf` for an unknown one.
pub(crate) fn write_stacks(stacks: &[Option<Money>]) -> String {
    list(stacks.iter().map(|stack| stack.map_or_else(|| "inf".to_owned(), write_chips)))
}

fn list(amounts: impl Iterator<Item = String>) -> String {
    format!("[{}]", amounts.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_exactly() {
        assert_eq!(read_chips("1259450.25"), Ok(Money::cents(125_945_025)));
        assert_eq!(read_chips("678473.5"), Ok(Money::cents(67_847_350)));
        assert_eq!(read_chips("100.000"), Ok(Money::dollars(100)));
        assert_eq!(read_chips("+1_000"), Ok(Money::dollars(1000)));
        assert_eq!(read_chips("-2"), Ok(Money::dollars(-2)));
        assert_eq!(read_chips("9999999999999.99"), Ok(Money::cents(999_999_999_999_999)));
    }

    #[test]
    fn what_is_no_amount_says_why() {
        for text in ["", "-", "nan", "+inf", ".5", "chips"] {
            assert_eq!(read_chips(text), Err(NotChips::NoAmount), "{text}");
        }
        assert_eq!(read_chips("1e3"), Err(NotChips::NotPlain));
        assert_eq!(read_chips("0.001"), Err(NotChips::TooFine));
        assert_eq!(read_chips("10000000000000"), Err(NotChips::TooLarge));
    }

    #[test]
    fn amounts_are_written_as_they_are_read() {
        for text in ["0", "225", "-5", "0.50", "-0.05", "1259450.25"] {
            assert_eq!(read_chips(text).map(write_chips), Ok(text.to_owned()));
        }
    }
}
