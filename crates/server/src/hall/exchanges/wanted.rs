//! What is asked of the cage, and who has a say in it.

use books::Money;
use room::{PersonId, TableId};
use serde::{Deserialize, Serialize};

use crate::Role;
use crate::day::AT_TABLES;
use crate::jackpots::FUNDERS;

/// A sale or a redemption, chips that are brought to a table, or that are set apart for promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exchange {
    /// For whom; at a table, who receives or gives them there; for promotions, who of the cage gives or takes them.
    pub(crate) person: PersonId,
    /// How much.
    pub(crate) amount: Money,
    /// Whether chips leave the cage; else they come back.
    pub(crate) is_sale: bool,
    /// Who serves; for promotions, which owner asks.
    pub(crate) by: PersonId,
    /// The table to which chips are brought for change, or from which they come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<TableId>,
    /// Whether they go to the promotion fund, or come back from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_fund: bool,
}

/// Who may be the second person of anything.
pub(crate) const SECONDS: [Role; 4] = [Role::Cage, Role::Floor, Role::Owner, Role::Dealer];

/// Who may be that of what is set apart for promotions.
const OF_FUNDS: [Role; 3] = [Role::Cage, Role::Floor, Role::Owner];

impl Exchange {
    /// Who asks for it.
    pub(super) fn askers(&self) -> &'static [Role] {
        if self.is_fund { &FUNDERS } else { &[Role::Cage] }
    }

    /// Whether chips for change come back from a table.
    pub(crate) fn is_back(&self) -> bool {
        self.table.is_some() && !self.is_sale
    }

    /// Who approves it.
    pub(super) fn seconds(&self) -> &'static [Role] {
        match (self.is_fund, self.is_back()) {
            (true, _) => &OF_FUNDS,
            (false, true) => &AT_TABLES,
            (false, false) => &[Role::Cage, Role::Floor],
        }
    }

    /// Who declines it: whoever may approve it, and the cage.
    pub(super) fn decliners(&self) -> &'static [Role] {
        if self.is_back() { &[Role::Dealer, Role::Floor, Role::Cage] } else { self.seconds() }
    }

    /// Whether somebody is another one than those who would do it alone. Whoever of the cage gives chips for promotions gets
    /// nothing, and agrees to it best on their own login; so does whoever gives chips back at a table, and nobody else.
    pub(super) fn is_second(&self, by: PersonId) -> bool {
        match (self.is_fund, self.is_back()) {
            (true, _) => by != self.by,
            (false, true) => by != self.by && by == self.person,
            (false, false) => by != self.by && by != self.person,
        }
    }
}
