//! Why something came about at a table, where its event alone does not say.

use serde::{Deserialize, Serialize};

/// Why somebody has left a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WhyLeft {
    /// They wanted to.
    Asked,
    /// They were away longer than a seat is held.
    AwayTooLong,
    /// They have no chips left.
    NoChips,
    /// The table is closed.
    TableClosed,
}

/// How a seat came to let the bank go by, where a human dealer leads the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WhyPassed {
    /// They declined aloud.
    Declined,
    /// The dealer went on without a word of theirs.
    PassedOver,
    /// They were away from their seat.
    Absent,
    /// The clock ran out, where the floor lets it run.
    TimeUp,
}
