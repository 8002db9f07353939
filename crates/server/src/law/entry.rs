//! What the house writes about the law: the packs that count, notices that hang, and what the floor overrides.

use room::TableId;
use serde::{Deserialize, Serialize};
use signs::Sign;
use utoipa::ToSchema;

use crate::library::Files;

/// What a notice tells patrons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoticePart {
    /// What a hand costs.
    Rates,
    /// That any player may take the bank, and can win and lose no more than they wager.
    PlayerDealer,
    /// Where people find help with gambling.
    HelpLine,
    /// That nobody under 21 plays.
    Age,
}

impl NoticePart {
    /// Every part.
    pub const ALL: [NoticePart; 4] =
        [NoticePart::Rates, NoticePart::PlayerDealer, NoticePart::HelpLine, NoticePart::Age];

    /// The words by which a notice tells it.
    fn told_by(self) -> &'static str {
        match self {
            NoticePart::Rates => Sign::COLLECTION,
            NoticePart::PlayerDealer => Sign::PLAYER_DEALER,
            NoticePart::HelpLine => Sign::HELP_LINE,
            NoticePart::Age => Sign::AGE,
        }
    }

    /// The parts that stand in the text of a notice.
    #[must_use]
    pub fn of_text(text: &str) -> Vec<NoticePart> {
        NoticePart::ALL.into_iter().filter(|part| text.contains(part.told_by())).collect()
    }
}

/// An entry of the house about the law. Table 0 is the room as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "law", rename_all = "kebab-case")]
pub enum LawEntry {
    /// These law packs count from now on.
    PacksRead {
        /// The hash of each text, which the library keeps, by its path.
        packs: Files,
        /// Who had them read; nobody when the room opens or finds others in its folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u32>,
    },
    /// A notice hangs from now on, in the place of another one there.
    NoticePosted {
        /// At which table; 0 for the room.
        table: TableId,
        /// The hash of its text, which the library keeps.
        hash: String,
        /// What it tells.
        parts: Vec<NoticePart>,
        /// Who posted it.
        by: u32,
    },
    /// No notice hangs there any more.
    NoticeTakenDown {
        /// At which table; 0 for the room.
        table: TableId,
        /// Who took it down.
        by: u32,
    },
    /// The floor lets play go on although a rule is not kept.
    Overridden {
        /// At which table; 0 for the room.
        table: TableId,
        /// The name of the rule in its pack.
        rule: String,
        /// Why, in their words.
        reason: String,
        /// Who.
        by: u32,
    },
    /// A rule counts again where it was overridden.
    OverrideEnded {
        /// At which table; 0 for the room.
        table: TableId,
        /// The name of the rule in its pack.
        rule: String,
        /// Who said so.
        by: u32,
    },
}

impl LawEntry {
    /// Who did it, if it was somebody.
    #[must_use]
    pub fn by(&self) -> Option<u32> {
        match self {
            LawEntry::PacksRead { by, .. } => *by,
            LawEntry::NoticePosted { by, .. }
            | LawEntry::NoticeTakenDown { by, .. }
            | LawEntry::Overridden { by, .. }
            | LawEntry::OverrideEnded { by, .. } => Some(*by),
        }
    }
}
