//! What is asked of the cage, and who has a say in it.

use books::Money;
use room::{PersonId, TableId};
use serde::{Deserialize, Serialize};

use crate::Role;
use crate::jackpots::FUNDERS;

/// A sale or a redemption, chips that are brought to a table, or that are set apart for promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exchange {
    /// For whom; at a table, who receives them there; for promotions, who of the cage gives or takes them.
    pub(crate) person: PersonId,
    /// How much.
    pub(crate) amount: Money,
    /// Whether chips leave the cage; else they come back.
    pub(crate) is_sale: bool,
    /// Who serves; for promotions, which owner asks.
    pub(crate) by: PersonId,
    /// The table to which chips are brought for change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<TableId>,
    /// Whether they go to the promotion fund, or come back from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_fund: bool,
}

/// Who may be the second person of anything.
pub(crate) const SECONDS: [Role; 3] = [Role::Cage, Role::Floor, Role::Owner];

impl Exchange {
    /// Who asks for it.
    pub(super) fn askers(&self) -> &'static [Role] {
        if self.is_fund { &FUNDERS } else { &[Role::Cage] }
    }

    /// Who approves or declines it.
    pub(super) fn seconds(&self) -> &'static [Role] {
        if self.is_fund { &SECONDS } else { &[Role::Cage, Role::Floor] }
    }

    /// Whether somebody is another one than those who would do it alone. Whoever of the cage gives chips for promotions gets
    /// nothing, and agrees to it best on their own login.
    pub(super) fn is_second(&self, by: PersonId) -> bool {
        by != self.by && (self.is_fund || by != self.person)
    }
}
