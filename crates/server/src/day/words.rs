//! The words of boxes and counts.

use books::Money;
use room::{Account, PersonId, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What lies in a locked box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoxKind {
    /// Collections.
    Collection,
    /// Jackpot money.
    Jackpot,
}

impl BoxKind {
    /// Every kind.
    pub const ALL: [BoxKind; 2] = [BoxKind::Collection, BoxKind::Jackpot];

    /// The box in force at a table.
    #[must_use]
    pub fn at(self, table: TableId) -> Account {
        match self {
            BoxKind::Collection => Account::Drop(table),
            BoxKind::Jackpot => Account::Jackpot(table),
        }
    }

    /// Where what was counted goes: collections are the house's, jackpot money the players'.
    #[must_use]
    pub fn counted_into(self) -> Account {
        match self {
            BoxKind::Collection => Account::Cage,
            BoxKind::Jackpot => Account::JackpotFund,
        }
    }

    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            BoxKind::Collection => "collection",
            BoxKind::Jackpot => "jackpot",
        }
    }
}

/// When the cage is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CageMoment {
    /// It opens, or somebody takes it over.
    Opening,
    /// It closes.
    Closing,
}

/// The chips and the money of the cage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Drawer {
    /// Chips.
    pub chips: Money,
    /// Money.
    pub cash: Money,
}

/// What settles a count of chips for change at a table: a second person has counted the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraySettled {
    /// Who counted the same before.
    pub with: PersonId,
    /// What the ledger had there.
    pub held: Money,
}

/// By which rules amounts of a gaming day add up for a second person, and counts are taken. Logs that say none were written
/// when the amounts of a patron and a day (UTC) alone added up, and nobody counted what lies at tables for change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeskRules {
    /// When a gaming day begins, in minutes after midnight in California.
    pub day_begins: u16,
    /// The sum of sales, or of redemptions, from which on whoever serves at the cage has done enough alone on a gaming day;
    /// nothing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone_most: Option<Money>,
    /// Whether corrections and hits of a gaming day add up, too; in earlier logs each stood for itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_add_up: bool,
    /// Whether what an owner sets apart for promotions adds up, too; in earlier logs an owner did so alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub funds_by_two: bool,
    /// Whether nothing that the cage is answered about chips for change hangs on what lies at a table: what somebody brings
    /// there adds up to their own sums, and whoever gives chips back there agrees to it. In earlier logs what lay there
    /// counted, and the cage took chips back alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blind_trays: bool,
}

/// What settles a box: a second person has counted the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Who counted the same before.
    pub with: PersonId,
    /// What lay in the box.
    pub kind: BoxKind,
    /// What the ledger had in it.
    pub held: Money,
}
