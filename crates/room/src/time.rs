//! The time as the room is told it.

use serde::{Deserialize, Serialize};

/// A moment in milliseconds since 1970; the room has no clock of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// So many milliseconds later; the last moment that can be written where a changed log says one near it.
    #[must_use]
    pub const fn after_ms(self, milliseconds: i64) -> Time {
        Time(self.0.saturating_add(milliseconds))
    }

    /// So many minutes later.
    #[must_use]
    pub const fn after_minutes(self, minutes: i64) -> Time {
        self.after_ms(minutes * 60_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_comes_after_the_last_moment() {
        assert_eq!(Time(i64::MAX - 1).after_ms(5), Time(i64::MAX));
        assert_eq!(Time(i64::MAX).after_minutes(1), Time(i64::MAX));
        assert_eq!(Time(40).after_ms(2), Time(42));
    }
}
