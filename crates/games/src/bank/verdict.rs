//! What becomes of a wager against the bank.

use serde::{Deserialize, Serialize};

/// What became of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It was paid, at least in part.
    Won,
    /// It was collected, at least in part.
    Lost,
    /// It stayed with its owner on a tie.
    Push,
    /// The hand was given up for half.
    Surrendered,
    /// The bank's money did not reach it, or it was voided.
    Returned,
}
