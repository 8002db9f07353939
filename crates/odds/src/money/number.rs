//! Numbers that say how they were found, and the arithmetic of samples.

use serde::{Deserialize, Serialize};

/// How a number was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Worked out: nothing about it is left to chance.
    Exact,
    /// Found by rounds played through the engine; its standard error stands beside it.
    Simulated,
}

/// A number that says how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number {
    /// The number.
    pub value: f64,
    /// How it was found.
    pub how: How,
    /// Its standard error; none for an exact one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

impl Number {
    /// A number that was worked out.
    #[must_use]
    pub const fn exact(value: f64) -> Number {
        Number { value, how: How::Exact, error: None }
    }

    /// A number that was found by playing.
    #[must_use]
    pub const fn simulated(value: f64, error: f64) -> Number {
        Number { value, how: How::Simulated, error: Some(error) }
    }

    /// Whether it was worked out.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.how == How::Exact
    }

    /// Its standard error, nothing for an exact number.
    #[must_use]
    pub fn spread(&self) -> f64 {
        self.error.unwrap_or(0.0)
    }

    /// So many times the number.
    #[must_use]
    pub fn times(self, factor: f64) -> Number {
        Number {
            value: self.value * factor,
            how: self.how,
            error: self.error.map(|error| error * factor.abs()),
        }
    }

    /// The number and a sure amount.
    #[must_use]
    pub fn plus(self, amount: f64) -> Number {
        Number { value: self.value + amount, ..self }
    }
}

/// The mean of a list and its standard error.
pub(super) fn mean(list: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut mean, mut squares) = (0.0, 0.0, 0.0);
    for one in list {
        count += 1.0;
        let off = one - mean;
        mean += off / count;
        squares += off * (one - mean);
    }
    if count < 2.0 { (mean, 0.0) } else { (mean, (squares / (count - 1.0) / count).sqrt()) }
}

/// The standard deviation of a list and its standard error, by the spread of squares.
pub(super) fn deviation(list: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let (middle, _) = mean(list.clone());
    let (square, of_square) = mean(list.map(|one| (one - middle).powi(2)));
    let found = square.sqrt();
    (found, if found > 0.0 { of_square / (2.0 * found) } else { 0.0 })
}

/// How two lists go together, from -1 to 1, and its standard error; nothing if one of them never changes.
pub(super) fn correlation(
    one: impl Iterator<Item = f64> + Clone,
    other: impl Iterator<Item = f64> + Clone,
) -> Option<(f64, f64)> {
    let (a, b) = (mean(one.clone()).0, mean(other.clone()).0);
    let (da, db) = (deviation(one.clone()).0, deviation(other.clone()).0);
    if da <= 0.0 || db <= 0.0 {
        return None;
    }
    let pairs = one.zip(other).map(move |(x, y)| ((x - a) / da, (y - b) / db));
    let (found, _) = mean(pairs.clone().map(|(x, y)| x * y));
    // How much one round moves the answer, to the first order.
    let (_, error) = mean(pairs.map(|(x, y)| x * y - found / 2.0 * (x * x + y * y)));
    Some((found, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_deviations_are_those_of_the_list() {
        let list = [1.0, 2.0, 3.0, 4.0];
        let (middle, error) = mean(list.into_iter());
        assert!((middle - 2.5).abs() < 1e-12 && (error - (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert!((deviation(list.into_iter()).0 - 1.25_f64.sqrt()).abs() < 1e-12);
        let (same, error) =
            correlation(list.into_iter(), list.into_iter().map(|one| 3.0 - 2.0 * one)).unwrap();
        assert!((same + 1.0).abs() < 1e-12 && error < 1e-12, "{same} {error}");
        assert!(correlation(list.into_iter(), [1.0; 4].into_iter()).is_none());
    }
}
