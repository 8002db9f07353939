//! The words in which hits and the money of their funds are written.

use books::Money;
use room::{Account, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::journal::Approved;

/// Which money pays a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fund {
    /// What was counted out of jackpot boxes: the players' own.
    #[default]
    Jackpot,
    /// What the house has set apart for promotions.
    Promotion,
}

impl Fund {
    /// Where it lies.
    #[must_use]
    pub fn account(self) -> Account {
        match self {
            Fund::Jackpot => Account::JackpotFund,
            Fund::Promotion => Account::PromotionFund,
        }
    }

    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Fund::Jackpot => "jackpot",
            Fund::Promotion => "promotion",
        }
    }

    fn is_jackpot(&self) -> bool {
        *self == Fund::Jackpot
    }
}

/// What the house's log says of jackpots and promotions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "jackpot", rename_all = "kebab-case")]
pub enum JackpotSaid {
    /// A hit is claimed at a table. No chips move before it is approved.
    Claimed {
        /// The number of this entry, by which it is known.
        claim: u64,
        /// At which table.
        table: TableId,
        /// In which of its rounds.
        round: u64,
        /// Who has hit it.
        person: u32,
        /// How much they are to be paid.
        amount: Money,
        /// The hand, and whatever else belongs to it.
        words: String,
        /// Which dealer or floor claims it for them.
        by: u32,
        /// Out of which fund.
        #[serde(default, skip_serializing_if = "Fund::is_jackpot")]
        of: Fund,
        /// Whether they want the chips in front of them, as the staff say; else in the wallet.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        onto_table: bool,
    },
    /// Whoever has hit it says where they want the chips.
    Chosen {
        /// Which claim.
        claim: u64,
        /// Whether in front of them at the table; else in the wallet.
        onto_table: bool,
        /// They themselves.
        by: u32,
    },
    /// The first of two has approved a large one.
    Approved {
        /// Which claim.
        claim: u64,
        /// Who of the floor, or which owner.
        by: u32,
    },
    /// It is paid out of the fund into the wallet of whoever has hit it, and from there onto the table where they want that.
    Paid {
        /// Which claim.
        claim: u64,
        /// Who is paid.
        person: u32,
        /// How much.
        amount: Money,
        /// Who has approved it, as the only or the second one.
        by: u32,
        /// Out of which fund.
        #[serde(default, skip_serializing_if = "Fund::is_jackpot")]
        of: Fund,
        /// The table at which the chips are put in front of them next, or they are asked to agree to that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        onto: Option<TableId>,
    },
    /// It is not paid.
    Declined {
        /// Which claim.
        claim: u64,
        /// Why.
        words: String,
        /// Who has said so.
        by: u32,
    },
    /// The house sets chips of the cage apart for promotions, or takes them back.
    Funded {
        /// How much.
        amount: Money,
        /// Whether they go back to the cage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_back: bool,
        /// Which owner.
        by: u32,
        /// Who of the cage gives or takes the chips.
        with: u32,
        /// The second person, where it is large.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved: Option<Approved>,
    },
    /// What bonuses at a table have cost since the last time is met out of the promotion fund; below nothing where
    /// corrections brought more back than they cost.
    BonusesMet {
        /// At which table.
        table: TableId,
        /// The last event of the table before.
        event: u64,
        /// How much.
        amount: Money,
        /// Who of the floor, or which owner.
        by: u32,
    },
}
