//! Numbers that say how they were found.

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

    /// The number, no further than it can be: what chance alone takes beyond that is cut off.
    #[must_use]
    pub(super) fn within(self, least: f64, most: f64) -> Number {
        Number { value: self.value.clamp(least, most), ..self }
    }

    /// The number and a sure amount.
    #[must_use]
    pub fn plus(self, amount: f64) -> Number {
        Number { value: self.value + amount, ..self }
    }
}
