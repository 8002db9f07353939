//! The time as the room is told it.

use serde::{Deserialize, Serialize};

/// A moment in milliseconds since 1970; the room has no clock of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// So many milliseconds later.
    #[must_use]
    pub const fn after_ms(self, milliseconds: i64) -> Time {
        Time(self.0 + milliseconds)
    }

    /// So many minutes later.
    #[must_use]
    pub const fn after_minutes(self, minutes: i64) -> Time {
        self.after_ms(minutes * 60_000)
    }
}
