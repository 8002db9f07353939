//! The words in which patrons are written about, in the log and beside it.

use books::Money;
use serde::{Deserialize, Serialize};
use store::Hash;
use utoipa::ToSchema;

/// What somebody has shown to say who they are; its number is written nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Document {
    /// A driver's license.
    DriversLicense,
    /// An identity card of a state.
    StateCard,
    /// A passport.
    Passport,
    /// A card of the military.
    MilitaryCard,
    /// A card of a consulate.
    ConsularCard,
}

/// Why somebody is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BarKind {
    /// The house does not want them.
    Barred,
    /// They asked not to be served.
    SelfExcluded,
}

/// What is written about somebody, beside the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
pub enum Written {
    /// They have shown who they are, and are old enough.
    Identity {
        /// By what.
        document: Document,
        /// The day of birth, such as 1990-12-31.
        born: String,
        /// Who has seen it.
        by: u32,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// They are not served.
    Bar {
        /// Why.
        kind: BarKind,
        /// Until when; for good if nothing is said.
        until_ms: Option<i64>,
        /// What happened.
        words: String,
        /// Who has written it.
        by: u32,
        /// Since when.
        at_ms: i64,
    },
    /// A few words that everybody at the cage and of the floor should see.
    Flag {
        /// The words.
        words: String,
        /// Who has written it.
        by: u32,
        /// When.
        at_ms: i64,
    },
    /// Words for the floor alone.
    Note {
        /// The words.
        words: String,
        /// Who has written it.
        by: u32,
        /// When.
        at_ms: i64,
    },
    /// A bar or a flag counts no more.
    Lifted {
        /// Which record.
        of: u64,
        /// Why.
        words: String,
        /// Who has said so.
        by: u32,
        /// When.
        at_ms: i64,
    },
}

impl Written {
    /// Who has written it.
    pub(crate) fn by(&self) -> u32 {
        match self {
            Written::Identity { by, .. }
            | Written::Bar { by, .. }
            | Written::Flag { by, .. }
            | Written::Note { by, .. }
            | Written::Lifted { by, .. } => *by,
        }
    }

    /// When.
    pub(crate) fn at_ms(&self) -> i64 {
        match self {
            Written::Identity { at_ms, .. }
            | Written::Bar { at_ms, .. }
            | Written::Flag { at_ms, .. }
            | Written::Note { at_ms, .. }
            | Written::Lifted { at_ms, .. } => *at_ms,
        }
    }
}

/// What the house's log says of patrons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "patron", rename_all = "kebab-case")]
pub enum PatronSaid {
    /// Something was written down about somebody. What it is lies beside the log.
    Recorded {
        /// The number of this entry.
        record: u64,
        /// About whom.
        person: u32,
        /// SHA-256 of what was written, with its salt.
        digest: Hash,
        /// Who has written it.
        by: u32,
    },
    /// All that was written about somebody was removed, with its salts and the account.
    Removed {
        /// About whom.
        person: u32,
        /// How many records.
        records: u32,
        /// Which owner has done so.
        by: u32,
    },
    /// From here on the house's day begins so, money is marked from so much on, and people show who they are or need not.
    Rules {
        /// When a gaming day begins, in minutes after midnight in California.
        day_begins: u16,
        /// From which sum on the money of one person and day is marked.
        cash_mark: Money,
        /// Whether nobody plays for chips of the house who has not shown who they are.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        asks_identity: bool,
    },
}
