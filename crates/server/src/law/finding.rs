//! What was found against a rule of the law at a table.

use books::law::Status;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a rule stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleStanding {
    /// It binds everybody.
    InForce,
    /// A court has stopped it for now.
    Enjoined,
    /// A court has set it aside.
    Vacated,
    /// It may come, or holds from a later day on.
    Proposed,
}

impl RuleStanding {
    /// The words for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            RuleStanding::InForce => "in force",
            RuleStanding::Enjoined => "enjoined",
            RuleStanding::Vacated => "vacated",
            RuleStanding::Proposed => "proposed",
        }
    }
}

impl From<Status> for RuleStanding {
    fn from(status: Status) -> RuleStanding {
        match status {
            Status::InForce => RuleStanding::InForce,
            Status::Enjoined => RuleStanding::Enjoined,
            Status::Vacated => RuleStanding::Vacated,
            Status::Proposed => RuleStanding::Proposed,
        }
    }
}

/// Who let play go on although a rule is not kept, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OverrideTold {
    /// Their words.
    pub reason: String,
    /// Who.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// That a rule of the law was not kept at a table, over some rounds or some time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Finding {
    /// At which table.
    pub table: u32,
    /// What is played there.
    pub book: String,
    /// The name of the rule.
    pub rule: String,
    /// What it asks.
    pub says: String,
    /// Where it stands in the law.
    pub source: String,
    /// How it stood then.
    pub standing: RuleStanding,
    /// What is wrong, in words.
    pub what: String,
    /// Since when, in milliseconds since 1970.
    pub since_ms: i64,
    /// When it was seen last.
    pub last_ms: i64,
    /// When it was put right, or the table closed; nothing while it is so.
    pub until_ms: Option<i64>,
    /// The first round in which it was so; nothing if it was between rounds.
    pub round: Option<u64>,
    /// In how many rounds it was so.
    pub rounds: u64,
    /// The override under which it was so.
    pub overridden: Option<OverrideTold>,
    /// How many of these rounds were taken back as mistyped, or voided by the floor.
    #[serde(default)]
    pub taken_back: u64,
    /// Whether all of it was so in rounds that were taken back alone: no hand came of them, so that nothing is against the rule.
    #[serde(default)]
    pub is_taken_back: bool,
    /// Whether it only has to be looked at: the filing of the game leaves something open, and nobody did anything wrong.
    #[serde(default)]
    pub is_warning: bool,
}

impl Finding {
    /// Whether something was done against what binds everybody, in a hand that counts, and nobody had overridden it.
    #[must_use]
    pub fn is_breach(&self) -> bool {
        self.standing == RuleStanding::InForce
            && self.overridden.is_none()
            && !self.is_taken_back
            && !self.is_warning
    }
}
